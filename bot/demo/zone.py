"""The time zone of this machine by the name that the page's clock needs."""

import os
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

LOCALTIME = Path("/etc/localtime")


def local_zone(localtime: Path = LOCALTIME) -> str:
    """Return a name like Europe/Berlin, from TZ or else from where `localtime` points; or UTC."""
    name = os.environ.get("TZ", "").removeprefix(":")
    name = name or str(localtime.resolve()).rpartition("zoneinfo/")[2]
    try:
        return ZoneInfo(name).key
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return "UTC"
