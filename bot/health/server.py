"""The one HTTP server: `/healthz` for whoever watches the bot, `/metrics` for Prometheus."""

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import UTC, datetime

from aiohttp import web
from prometheus_client.exposition import choose_encoder

from bot.health.metrics import registry_of
from bot.health.report import verdict
from bot.health.vitals import Vitals
from bot.papers.errors import ConfigurationError
from bot.papers.wording import say

UNWELL = 503


@asynccontextmanager
async def serve_health(host: str, port: int | None, vitals: Vitals) -> AsyncGenerator[None]:
    """Serve meanwhile; without a port, serve nothing.

    Raises:
        ConfigurationError: the port is in use, or may not be listened on.
    """
    if port is None:
        yield
        return
    runner = web.AppRunner(_application(vitals), access_log=None, shutdown_timeout=0.2)
    await runner.setup()
    try:
        await _listen(runner, host, port)
        yield
    finally:
        await runner.cleanup()


async def _listen(runner: web.AppRunner, host: str, port: int) -> None:
    try:
        await web.TCPSite(runner, host, port).start()
    except OSError as error:
        raise ConfigurationError(
            say(
                "Nothing can listen on {host}:{port} ({reason}). Choose another "
                "PAPERBOT_HEALTH_PORT or PAPERBOT_HEALTH_HOST, or end what uses it.",
                host=host,
                port=port,
                reason=_reason(error),
            )
        ) from error


def _reason(error: OSError) -> str:
    """Return why, without the address that asyncio puts before it."""
    return (error.strerror or str(error)).rpartition(": ")[2]


def _application(vitals: Vitals) -> web.Application:
    async def healthz(_: web.Request) -> web.Response:
        report = await vitals.report()
        found = verdict(report, datetime.now(UTC))
        document = {"ok": found.well, "says": str(found), **report}
        return web.json_response(document, status=200 if found.well else UNWELL, dumps=json.dumps)

    async def metrics(request: web.Request) -> web.Response:
        encode, kind = choose_encoder(request.headers.get("Accept", ""))
        registry = registry_of(vitals, await vitals.signs())
        return web.Response(body=encode(registry), headers={"Content-Type": kind})

    application = web.Application()
    application.router.add_get("/healthz", healthz)
    application.router.add_get("/metrics", metrics)
    return application
