"""Everything that can go wrong in a way that a person should hear about.

    PaperbotError
    ├── UserError                 the person can mend it by asking differently
    │   ├── UnusableQuery         empty, only stop words, an unclosed quote ...
    │   ├── UnusableOption        a time, day or zone that is none
    │   ├── PaperNotFound         no paper has this key, link or title
    │   ├── SearchExpired         a stored search is older than 30 days
    │   ├── TopicNotFound         no topic of this server has this number
    │   ├── ProposalExpired       a test was confirmed too late
    │   ├── TopicChanged          somebody else has changed it since it was looked at
    │   └── TooManyTopics         a server has as many as it may
    ├── LibraryBuilding           the index is being built: try again in a moment
    ├── SourceError               a file or site cannot be read as papers
    │   ├── SourceMissing         no such file, folder or named source
    │   ├── SourceUnreadable      not what its name says, cut off, not permitted
    │   └── FormatUnknown         nothing here reads this format
    ├── StoreError                the database cannot serve
    │   ├── StoreTooNew           written by a newer version
    │   ├── StoreLocked           another process holds it
    │   ├── StoreDamaged          not a database, or a torn one
    │   └── DiskFull              no space left
    ├── IndexDamaged              the index on disk cannot be used, and is rebuilt
    │   └── IndexMissing          there is none yet, or one of another version
    ├── LibraryBusy               another process is writing to the library
    ├── LibraryUnwritable         the data folder cannot be written
    ├── AlreadyRunning            another bot runs on the same data folder
    ├── ConfigurationError        a setting, a token or a permission is wrong
    └── ChatError                 Discord cannot be reached

`str(error)` says what happened and what to do, in English; `error.wording` is the same sentence for
translation. Only the boundaries (`chat/errors.py`, `cli`) show them.
"""

from bot.papers.wording import Wording


class PaperbotError(Exception):
    """The root: carries one sentence for a person."""

    def __init__(self, wording: Wording) -> None:
        super().__init__(wording)
        self.wording = wording

    def __str__(self) -> str:
        return str(self.wording)

    def __reduce__(self) -> tuple[type["PaperbotError"], tuple[Wording]]:
        return type(self), (self.wording,)


class UserError(PaperbotError):
    """The person can mend it by asking differently."""


class UnusableQuery(UserError):
    """A query that says nothing to search for."""


class UnusableOption(UserError):
    """An option's value is not one that it takes."""


class PaperNotFound(UserError):
    """No paper has this key, link or title."""


class SearchExpired(UserError):
    """A stored search is older than it is kept."""


class TopicNotFound(UserError):
    """No topic of this server has this number."""


class ProposalExpired(UserError):
    """A proposed topic was confirmed too late, or twice."""


class TopicChanged(UserError):
    """Somebody else has changed the topic since it was looked at."""


class TooManyTopics(UserError):
    """A server has as many topics as it may."""


class LibraryBuilding(PaperbotError):
    """The index is not there yet."""


class SourceError(PaperbotError):
    """A file or site cannot be read as papers."""


class SourceMissing(SourceError):
    """No such file, folder or named source."""


class SourceUnreadable(SourceError):
    """The content is cut off, damaged or not permitted."""


class FormatUnknown(SourceError):
    """Nothing here reads this format."""


class StoreError(PaperbotError):
    """The database cannot serve."""


class StoreTooNew(StoreError):
    """The database was written by a newer version."""


class StoreLocked(StoreError):
    """Another process holds the database for too long."""


class StoreDamaged(StoreError):
    """The file is no database, or a torn one."""


class DiskFull(StoreError):
    """No space is left where the library lies."""


class IndexDamaged(PaperbotError):
    """The index on disk cannot be used."""


class IndexMissing(IndexDamaged):
    """There is no index yet, or only one that another version made."""


class LibraryBusy(PaperbotError):
    """Another process is writing to the library."""


class AlreadyRunning(PaperbotError):
    """Another bot runs on the same data folder."""


class LibraryUnwritable(PaperbotError):
    """The data folder cannot be written."""


class ConfigurationError(PaperbotError):
    """A setting, a token or a permission is wrong."""


class ChatError(PaperbotError):
    """Discord cannot be reached."""
