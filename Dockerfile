# The first stage installs the bot into a virtual environment; the second takes only that.
FROM python:3.11-slim-bookworm AS build

ENV PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PIP_NO_CACHE_DIR=1
WORKDIR /src
RUN python -m venv /opt/paperbot
COPY requirements.txt ./
RUN /opt/paperbot/bin/pip install --require-hashes --no-deps -r requirements.txt
COPY pyproject.toml README.md LICENSE ./
COPY bot ./bot
# Bytecode is written now: at run time the root may be read-only.
RUN /opt/paperbot/bin/pip install --no-deps . \
    && /opt/paperbot/bin/python -m compileall -q /opt/paperbot/lib

FROM python:3.11-slim-bookworm

LABEL org.opencontainers.image.title="Paperbot" \
      org.opencontainers.image.description="A Discord bot that finds and reads papers, from a local library" \
      org.opencontainers.image.licenses="MIT"
RUN groupadd --gid 10001 paperbot \
    && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin paperbot \
    && install --directory --owner paperbot --group paperbot --mode 0700 /data
COPY --from=build /opt/paperbot /opt/paperbot
ENV PATH=/opt/paperbot/bin:$PATH \
    PAPERBOT_DATA_DIR=/data \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1
USER 10001:10001
WORKDIR /data
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 \
    CMD ["paperbot", "status", "--health"]
ENTRYPOINT ["paperbot"]
CMD ["run"]
