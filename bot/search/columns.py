"""A file of named numpy arrays, written whole and read by mapping it.

Layout: 8 bytes magic, the header's length and CRC-32 (two little-endian uint32), the header as JSON
(names, dtypes, shapes, offsets, CRC-32s, and whatever else the writer wants kept), then the arrays,
each at a multiple of 64 bytes. Arrays up to `CHECKED` bytes are held against their CRC whenever the
file is mapped; larger ones would have to be read whole for that.
"""

import mmap
import os
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import orjson
from numpy.typing import NDArray

from bot.papers.errors import IndexDamaged
from bot.papers.wording import say

Array = NDArray[Any]

MAGIC = b"PAPRSEG\x01"
ALIGNMENT = 64
CHECKED = 16_000_000
_PRELUDE = len(MAGIC) + 8


def write_columns(path: Path, arrays: Mapping[str, Array], kept: Mapping[str, object]) -> int:
    """Write the arrays so that the file appears whole and on the disk; return its bytes."""
    columns: dict[str, tuple[str, list[int], int, int]] = {}
    offset = 0
    for name, array in arrays.items():
        crc = zlib.crc32(array.tobytes())
        columns[name] = (array.dtype.str, list(array.shape), offset, crc)
        offset += -(-array.nbytes // ALIGNMENT) * ALIGNMENT
    header = orjson.dumps({"columns": columns, "kept": kept})
    start = _start(len(header))
    partial = path.with_suffix(".partial")
    with partial.open("wb") as file:
        file.write(MAGIC + _uint(len(header)) + _uint(zlib.crc32(header)) + header)
        for name, array in arrays.items():
            file.seek(start + columns[name][2])
            array.tofile(file)
        file.truncate(start + offset)
        file.flush()
        os.fsync(file.fileno())
    partial.replace(path)
    return start + offset


def map_columns(path: Path, *, whole: bool = False) -> tuple[dict[str, Array], dict[str, Any]]:
    """Return the arrays of a file, mapped, and what was kept beside them.

    With `whole`, the large arrays are held against their CRC as well.

    Raises:
        IndexDamaged: the file is missing, cut off or not such a file.
    """
    try:
        with path.open("rb") as file:
            memory = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        mapped = np.frombuffer(memory, np.uint8)
        prelude = bytes(mapped[:_PRELUDE])
        length = int.from_bytes(prelude[8:12], "little")
        header = bytes(mapped[_PRELUDE : _PRELUDE + length])
        if prelude[:8] != MAGIC or zlib.crc32(header) != int.from_bytes(prelude[12:], "little"):
            raise damaged(path)
        described = orjson.loads(header)
        start = _start(length)
        most = len(mapped) if whole else CHECKED
        arrays = {
            name: _view(mapped[start + offset :], dtype, shape, crc, most)
            for name, (dtype, shape, offset, crc) in described["columns"].items()
        }
    except (OSError, ValueError, KeyError) as error:
        raise damaged(path) from error
    if hasattr(memory, "madvise"):
        memory.madvise(mmap.MADV_DONTNEED)  # what was read only to be checked
    return arrays, described["kept"]


def damaged(path: Path) -> IndexDamaged:
    """Return the error for a file that is not as it should be."""
    return IndexDamaged(say("The index file {path} is missing or damaged.", path=path))


def _view(mapped: Array, dtype: str, shape: list[int], crc: int, most: int) -> Array:
    kind = np.dtype(dtype)
    size = kind.itemsize * int(np.prod(shape))
    part = mapped[:size]
    if part.nbytes != size:
        raise ValueError("cut off")
    if size <= most and zlib.crc32(part.data) != crc:
        raise ValueError("changed")
    return np.asarray(part).view(kind).reshape(shape)


def _start(header: int) -> int:
    return -(-(_PRELUDE + header) // ALIGNMENT) * ALIGNMENT


def _uint(value: int) -> bytes:
    return value.to_bytes(4, "little")
