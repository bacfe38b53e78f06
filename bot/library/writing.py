"""What the system says when something cannot be written, as what a person can act on."""

import errno
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from bot.papers.errors import DiskFull, LibraryUnwritable
from bot.papers.wording import say

NO_ROOM = {errno.ENOSPC, errno.EDQUOT}
REFUSED = {errno.EROFS, errno.EACCES, errno.EPERM}


@contextmanager
def writing(place: Path) -> Generator[None]:
    """Say what is wrong where nothing can be written at `place`.

    Raises:
        DiskFull: there is no room.
        LibraryUnwritable: it is read-only, or another user's.
    """
    try:
        yield
    except OSError as error:
        if error.errno in NO_ROOM:
            raise DiskFull(
                say(
                    "No space is left for {path}. Make room and try again; what was written is "
                    "kept.",
                    path=place,
                )
            ) from error
        if error.errno in REFUSED:
            raise LibraryUnwritable(
                say(
                    "{path} cannot be written ({reason}). Let the user who runs this write there, "
                    "or choose another place.",
                    path=place,
                    reason=error.strerror or error,
                )
            ) from error
        raise
