"""Sentences for people: a gettext message id with named arguments, rendered at the boundary.

Every sentence that a person may see is made by `say` or `say_count`, with its id as a literal, so
that the catalogue can be extracted. `str()` gives the English one; a reader's language comes from a
catalogue that chat owns.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Wording:
    """A sentence that is not in any language yet.

    Attributes:
        singular: The message id: English, with `{name}` for each argument.
        plural: The English plural id, or None where the sentence counts nothing.
        count: What the sentence counts, or None.
        arguments: The values by name; a value may be a Wording itself.
    """

    singular: str
    plural: str | None = None
    count: int | None = None
    arguments: Mapping[str, object] = field(default_factory=dict[str, object])

    def render(self, translate: Callable[["Wording"], str]) -> str:
        """Return the sentence in the language of `translate`, which picks the pattern."""
        filled = {
            name: value.render(translate) if isinstance(value, Wording) else value
            for name, value in self.arguments.items()
        }
        return translate(self).format_map(filled)

    def __str__(self) -> str:
        return self.render(english)


def english(wording: Wording) -> str:
    """Return the English pattern of `wording`."""
    if wording.plural is not None and wording.count != 1:
        return wording.plural
    return wording.singular


def say(singular: str, **arguments: object) -> Wording:
    """Return a sentence; `singular` is its message id and must be a literal."""
    return Wording(singular, arguments=arguments)


def say_count(singular: str, plural: str, count: int, **arguments: object) -> Wording:
    """Return a sentence that counts; `{count}` stands for the number, with thousands marked."""
    return Wording(singular, plural, count, {"count": f"{count:,}", **arguments})
