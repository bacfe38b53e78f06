"""What there is to say about a data folder: database, index, a bot that runs on it."""

from dataclasses import dataclass
from pathlib import Path

from bot.library.instance import is_running
from bot.library.opening import Places
from bot.library.swap import unfinished
from bot.papers.errors import (
    IndexDamaged,
    PaperbotError,
    StoreDamaged,
    StoreError,
    StoreLocked,
    StoreTooNew,
)
from bot.papers.finding import Finding, fine, problem, warning
from bot.papers.wording import Wording, say, say_count
from bot.search.inspection import IndexState, inspect_index
from bot.store.inspection import Inspected, inspect_database

DATABASE = "database"
INDEX = "index"
RUNNING = "running bot"


@dataclass(frozen=True, slots=True)
class Inspection:
    """What was found out about a data folder.

    Attributes:
        findings: In the order in which they are told.
        database: What the database holds, or None where there is none that can be read.
        running: Whether a bot runs on the folder.
    """

    findings: tuple[Finding, ...]
    database: Inspected | None
    running: bool


def inspect_library(folder: Path) -> Inspection:
    """Look at everything in the data folder, which need not exist; changes nothing."""
    running, of_bot = _bot(folder)
    database, of_database = _database(Places(folder).database)
    of_index = _index(Places(folder).index, database, running=running)
    findings = (_restore(folder), of_database, of_index, of_bot)
    return Inspection(tuple(f for f in findings if f is not None), database, running)


def _restore(folder: Path) -> Finding | None:
    if not unfinished(folder):
        return None
    return warning(
        "restore",
        say("A restore into the data folder is under way, or was cut short."),
        say("Nothing: the next command finishes it."),
    )


def _bot(folder: Path) -> tuple[bool, Finding]:
    try:
        running = is_running(folder)
    except (PaperbotError, OSError):
        says = say("It cannot be told whether a bot runs on the data folder.")
        return False, warning(RUNNING, says, _mend_rights())
    if running:
        return True, fine(RUNNING, say("A bot runs on the data folder."))
    return False, fine(RUNNING, say("No bot runs on the data folder."))


def _database(path: Path) -> tuple[Inspected | None, Finding]:
    try:
        found = inspect_database(path)
    except StoreError as error:
        return None, problem(DATABASE, error.wording, _mend_database(error))
    except OSError as error:
        return None, problem(DATABASE, _unreadable(path, error), _mend_rights())
    if found is None or found.version == 0:
        return found, fine(DATABASE, say("There is none yet; the first command makes it."))
    if found.version < found.newest:
        old = say("It is of an older version, and sound; the next start brings it up to date.")
        return found, fine(DATABASE, old)
    sound = say_count(
        "It is sound and holds {count} paper.",
        "It is sound and holds {count} papers.",
        found.papers,
    )
    return found, fine(DATABASE, sound)


def _mend_database(error: StoreError) -> Wording:
    match error:
        case StoreTooNew():
            return say(
                "Install the version of Paperbot that wrote it or a later one. "
                "To go back, restore a backup of before the update."
            )
        case StoreDamaged():
            return say(
                "Stop the bot, and move papers.db away together with papers.db-wal and "
                "papers.db-shm. Put a backup in its place, or import your papers again."
            )
        case StoreLocked():
            return say("Close whatever else has the database open, and look again.")
        case _:
            return _mend_rights()


def _unreadable(path: Path, error: OSError) -> Wording:
    return say("{path} cannot be read ({reason}).", path=path, reason=error.strerror or error)


def _mend_rights() -> Wording:
    return say("Let the user who runs Paperbot read and write the data folder and its files.")


def _index(folder: Path, database: Inspected | None, *, running: bool) -> Finding | None:
    anew = say("Stop the bot and remove {folder}: the next start builds it anew.", folder=folder)
    try:
        if folder.is_file():
            return problem(INDEX, say("{folder} is no folder.", folder=folder), anew)
        index = inspect_index(folder)
    except IndexDamaged as error:
        return _unusable(error, database)
    except OSError as error:
        return problem(INDEX, _unreadable(folder, error), _mend_rights())
    if index.damage is not None:
        return problem(INDEX, index.damage, anew)
    return None if database is None else _freshness(index, database, running=running)


def _unusable(error: IndexDamaged, database: Inspected | None) -> Finding:
    if database is None or database.papers == 0:
        return fine(INDEX, say("There is none yet; the first command builds it."))
    return warning(INDEX, error.wording, say("Nothing: the next start or import builds it anew."))


def _freshness(index: IndexState, database: Inspected, *, running: bool) -> Finding:
    if index.revision == database.revision:
        return fine(
            INDEX,
            say_count(
                "It is sound and fresh; {count} paper can be found.",
                "It is sound and fresh; {count} papers can be found.",
                index.papers,
            ),
        )
    behind = say("It is sound, and not at the last change of the database.")
    if running:
        return warning(INDEX, behind, say("Wait until the bot has taken it up, and look again."))
    return warning(INDEX, behind, say("Nothing: the next start or import brings it up."))
