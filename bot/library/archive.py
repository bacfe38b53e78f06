"""A backup as one file: a gzipped tar of a manifest and a copy of the database.

The index is not in it: it is made from the database, and a restore makes it anew. The manifest
comes first and names the size and the SHA-256 of the database, so that a file which is cut off,
changed or something else altogether is known before anything is touched.
"""

import gzip
import hashlib
import io
import os
import tarfile
import zlib
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import IO

import orjson
from pydantic import TypeAdapter, ValidationError

from bot.papers.errors import SourceMissing, SourceUnreadable
from bot.papers.wording import say

MANIFEST = "paperbot-backup.json"
DATABASE = "papers.db"
FORMAT = 1
LARGEST_MANIFEST = 100_000
LARGEST_DATABASE = 1 << 40
"""Bytes; the manifest says how many there are, and no more are written."""
LEVEL = 3
"""Of gzip: from here on the time doubles for a few percent."""
BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class Contents:
    """What a manifest says.

    Attributes:
        made: When the backup was made, ISO in UTC.
        paperbot: The version that made it.
        format: The version of this layout.
        schema: The version of the database's schema.
        papers: How many papers there are.
        bytes: The size of the database.
        sha256: Its digest, in hex.
    """

    made: str
    paperbot: str
    format: int
    schema: int
    papers: int
    bytes: int
    sha256: str


def describe(database: Path, *, schema: int, papers: int) -> Contents:
    """Return the manifest for a copy of the database."""
    with database.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return Contents(
        made=datetime.now(UTC).isoformat(timespec="seconds"),
        paperbot=version("paperbot"),
        format=FORMAT,
        schema=schema,
        papers=papers,
        bytes=database.stat().st_size,
        sha256=digest,
    )


def write_archive(path: Path, database: Path, contents: Contents) -> None:
    """Write the backup so that it is on the disk when this returns; raises OSError."""
    with path.open("wb") as raw:
        with tarfile.open(fileobj=raw, mode="w:gz", compresslevel=LEVEL) as archive:
            manifest = orjson.dumps(asdict(contents), option=orjson.OPT_INDENT_2)
            archive.addfile(_member(MANIFEST, len(manifest)), io.BytesIO(manifest))
            with database.open("rb") as file:
                archive.addfile(_member(DATABASE, contents.bytes), file)
        raw.flush()
        os.fsync(raw.fileno())


def read_archive(path: Path, target: Path) -> Contents:
    """Write the database that is in a backup to `target` and return what the manifest says.

    Nothing but these two members, as plain files of the stated size, is accepted; no name in the
    archive decides where anything is written.

    Raises:
        SourceMissing: there is no such file.
        SourceUnreadable: it is no backup of Paperbot, cut off or changed, or a newer one's.
        OSError: the target cannot be written.
    """
    try:
        raw = path.open("rb")
    except OSError as error:
        raise _unopened(path, error) from error
    with raw:
        try:
            with tarfile.open(fileobj=raw, mode="r|gz") as archive:
                contents = _manifest(path, archive)
                _copy(path, archive, contents, target)
        except (tarfile.TarError, EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise _no_backup(path) from error
    return contents


def _member(name: str, size: int) -> tarfile.TarInfo:
    member = tarfile.TarInfo(name)
    member.size = size
    member.mode = 0o600
    return member


def _manifest(path: Path, archive: tarfile.TarFile) -> Contents:
    file = _next(path, archive, MANIFEST, LARGEST_MANIFEST)
    try:
        contents = TypeAdapter(Contents).validate_json(file.read(LARGEST_MANIFEST))
    except ValidationError as error:
        raise _no_backup(path) from error
    if contents.format > FORMAT:
        raise SourceUnreadable(
            say(
                "The backup {path} was made by a newer version of Paperbot ({version}). "
                "Update Paperbot and restore again.",
                path=path,
                version=contents.paperbot,
            )
        )
    return contents


def _copy(path: Path, archive: tarfile.TarFile, contents: Contents, target: Path) -> None:
    file = _next(path, archive, DATABASE, min(contents.bytes, LARGEST_DATABASE))
    digest = hashlib.sha256()
    size = 0
    with target.open("xb") as copy:
        while block := file.read(BLOCK):
            digest.update(block)
            size += len(block)
            copy.write(block)
        copy.flush()
        os.fsync(copy.fileno())
    if size != contents.bytes or digest.hexdigest() != contents.sha256:
        raise _no_backup(path)


def _next(path: Path, archive: tarfile.TarFile, name: str, most: int) -> IO[bytes]:
    member = archive.next()
    if member is None or member.name != name or not member.isreg() or member.size > most:
        raise _no_backup(path)
    file = archive.extractfile(member)
    if file is None:
        raise _no_backup(path)
    return file


def _unopened(path: Path, error: OSError) -> SourceMissing | SourceUnreadable:
    if isinstance(error, FileNotFoundError):
        return SourceMissing(say("There is no file {path}. Check the name.", path=path))
    return SourceUnreadable(
        say("The file {path} cannot be read ({reason}).", path=path, reason=error.strerror)
    )


def _no_backup(path: Path) -> SourceUnreadable:
    return SourceUnreadable(
        say(
            "The file {path} is no whole backup of Paperbot: it is cut off, changed or something "
            "else. Nothing was touched. Take another copy of it, or an earlier backup.",
            path=path,
        )
    )
