"""The manifest: which segments make up the index, and up to which change of the store."""

import os
from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path

import orjson

from bot.papers.errors import IndexMissing
from bot.papers.wording import say
from bot.papers.words import ANALYSIS
from bot.search.columns import damaged
from bot.search.segment import FORMAT, SegmentInfo

NAME = "manifest.json"


@dataclass(frozen=True, slots=True)
class Manifest:
    """The state of an index.

    Attributes:
        revision: The store's change up to which everything is in it.
        turn: Counts commits; orders segments and what is gone.
        segments: Each with the turn in which it came, older ones first. A paper in several counts
            in the newest.
        gone: Numbers taken out, each list with its turn: papers of segments of no later turn.
    """

    revision: int = 0
    turn: int = 0
    segments: tuple[tuple[int, SegmentInfo], ...] = ()
    gone: tuple[tuple[int, tuple[int, ...]], ...] = ()

    def with_commit(
        self, segments: Collection[SegmentInfo], gone: Collection[int], revision: int
    ) -> "Manifest":
        """Return the state after a commit."""
        turn = self.turn + 1
        taken_out = ((turn, tuple(sorted(gone))),) if gone else ()
        return Manifest(
            revision=revision,
            turn=turn + 1,
            segments=(*self.segments, *((turn + 1, segment) for segment in segments)),
            gone=(*self.gone, *taken_out),
        )

    def with_merged(self, old: Collection[SegmentInfo], new: SegmentInfo | None) -> "Manifest":
        """Return the state after the live papers of `old` have moved into `new`."""
        names = {segment.name for segment in old}
        turn = max(turn for turn, segment in self.segments if segment.name in names)
        kept = [pair for pair in self.segments if pair[1].name not in names]
        merged = [*kept, *([] if new is None else [(turn, new)])]
        merged.sort(key=lambda pair: pair[0])
        oldest = min((turn for turn, _ in merged), default=self.turn)
        gone = tuple(pair for pair in self.gone if pair[0] >= oldest)
        return replace(self, segments=tuple(merged), gone=gone, turn=self.turn + 1)


def load_manifest(folder: Path) -> Manifest:
    """Read the manifest; raises IndexMissing, or IndexDamaged."""
    path = folder / NAME
    try:
        data = orjson.loads(path.read_bytes())
        made_by = (data["format"], data["analysis"])
        manifest = Manifest(
            data["revision"],
            data["turn"],
            tuple((turn, SegmentInfo(**segment)) for turn, segment in data["segments"]),
            tuple((turn, tuple(numbers)) for turn, numbers in data["gone"]),
        )
    except FileNotFoundError as error:
        raise IndexMissing(say("There is no index yet.")) from error
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise damaged(path) from error
    if made_by != (FORMAT, ANALYSIS):
        raise IndexMissing(say("The index was made by another version of Paperbot."))
    return manifest


def save_manifest(folder: Path, manifest: Manifest) -> None:
    """Replace the manifest at once, after it is on the disk."""
    data = {"format": FORMAT, "analysis": ANALYSIS, "revision": manifest.revision}
    data |= {"turn": manifest.turn, "segments": manifest.segments, "gone": manifest.gone}
    partial = folder / f"{NAME}.partial"
    with partial.open("wb") as file:
        file.write(orjson.dumps(data))
        file.flush()
        os.fsync(file.fileno())
    partial.replace(folder / NAME)
