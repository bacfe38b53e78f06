"""A look at an index that changes nothing, and reads every byte of it."""

from dataclasses import dataclass
from pathlib import Path

from bot.papers.errors import IndexDamaged
from bot.papers.wording import Wording
from bot.search.columns import map_columns
from bot.search.index import Index
from bot.search.manifest import load_manifest


@dataclass(frozen=True, slots=True)
class IndexState:
    """What an index holds that can be opened.

    Attributes:
        revision: The store's change up to which everything is in it.
        papers: How many papers can be found.
        damage: What is not as it was written, although it can be opened; None where all is sound.
    """

    revision: int
    papers: int
    damage: Wording | None


def inspect_index(folder: Path) -> IndexState:
    """Return what the index in `folder` holds.

    Raises:
        IndexDamaged: there is none that can be opened; whoever writes next builds it anew.
    """
    index = Index.open(folder)
    return IndexState(index.revision, index.papers, _damage(folder))


def _damage(folder: Path) -> Wording | None:
    manifest = load_manifest(folder)
    try:
        for _, segment in manifest.segments:
            map_columns(folder / segment.name, whole=True)
    except IndexDamaged as error:
        # A merge may have put others in the place of these files.
        return error.wording if load_manifest(folder) == manifest else _damage(folder)
    return None
