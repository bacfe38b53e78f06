"""The writing side: one process at a time adds segments and takes papers out."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Self

from filelock import FileLock, Timeout

from bot.papers.errors import IndexDamaged, LibraryBusy
from bot.papers.wording import say
from bot.search.build import SUFFIX
from bot.search.manifest import Manifest, load_manifest, save_manifest
from bot.search.segment import SegmentInfo

TIER = 4
"""How many times as many papers a segment of the next tier may hold."""
SMALLEST = 256
MOST_IN_TIER = 4


class IndexWriter:
    """Holds the lock beside the index; SIGKILL frees it."""

    def __init__(self, folder: Path, lock: FileLock, manifest: Manifest) -> None:
        self.folder = folder
        self._lock = lock
        self._manifest = manifest

    @classmethod
    def open(cls, folder: Path) -> "IndexWriter":
        """Take the lock and read the manifest; a damaged index begins anew, empty.

        Raises:
            LibraryBusy: another process is writing.
        """
        folder.mkdir(parents=True, exist_ok=True)
        lock = FileLock(folder / "index.lock")
        try:
            lock.acquire(blocking=False)
        except Timeout as error:
            raise LibraryBusy(
                say("Another process is writing to the library. Try again when it is done.")
            ) from error
        try:
            manifest = _readable_manifest(folder)
        except IndexDamaged:
            manifest = Manifest()
        writer = cls(folder, lock, manifest)
        writer._sweep()
        return writer

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._lock.release()

    @property
    def revision(self) -> int:
        """The store's change up to which everything is in the index."""
        return self._manifest.revision

    def commit(self, segments: Sequence[SegmentInfo], gone: Collection[int], revision: int) -> None:
        """Add segments, whose papers take the place of older ones, and take papers out."""
        self._save(self._manifest.with_commit(segments, gone, revision))

    def begin_anew(self) -> None:
        """Forget everything that was indexed, so that it is written again from the store."""
        self._save(Manifest())
        self._sweep()

    def merge_candidates(self) -> list[SegmentInfo]:
        """Return segments that should become one, or none."""
        tiers: defaultdict[int, list[SegmentInfo]] = defaultdict(list)
        for _, segment in self._manifest.segments:
            tiers[_tier(segment.papers)].append(segment)
        crowded = [tier for tier, segments in tiers.items() if len(segments) > MOST_IN_TIER]
        if not crowded:
            return []
        highest = max(crowded)
        return [s for tier, segments in tiers.items() if tier <= highest for s in segments]

    def replace(self, old: Collection[SegmentInfo], new: SegmentInfo | None) -> None:
        """Let `new` stand for `old`, whose files go."""
        self._save(self._manifest.with_merged(old, new))
        self._sweep()

    def _save(self, manifest: Manifest) -> None:
        save_manifest(self.folder, manifest)
        self._manifest = manifest

    def _sweep(self) -> None:
        """Remove what no manifest names: left by a merge, or by a process that was killed."""
        named = {segment.name for _, segment in self._manifest.segments}
        for path in self.folder.iterdir():
            if path.suffix in {SUFFIX, ".partial"} and path.name not in named:
                path.unlink(missing_ok=True)


def _readable_manifest(folder: Path) -> Manifest:
    """Return the manifest if every file that it names is there in full."""
    manifest = load_manifest(folder)
    for _, segment in manifest.segments:
        path = folder / segment.name
        if not path.is_file() or path.stat().st_size != segment.bytes:
            raise IndexDamaged(say("The index file {path} is missing or damaged.", path=path))
    return manifest


def _tier(papers: int) -> int:
    tier = 0
    while papers > SMALLEST * TIER**tier:
        tier += 1
    return tier
