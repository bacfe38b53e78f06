"""A row of TeX lexemes, read from left to right: what formulas and running text share."""

import re
from abc import ABC, abstractmethod

from bot.papers.macros import (
    ALPHABET_SWITCHES,
    DROPPED,
    EMPHASIS_SWITCHES,
    MACROS,
    letter_of,
    root,
    unfused,
)
from bot.papers.marks import emphasised
from bot.papers.symbols import (
    ACCENTS,
    ALPHABETS,
    LETTER_ACCENTS,
    OPERATORS,
    SOFT,
    accented,
    lettered,
    symbols,
)

_DEEPEST = 40
_LONGEST_OPTION = 12
_DOUBLED = re.compile(r"\\\\([A-Za-z]+|[%&_#${}|])")


class TexReader(ABC):
    """Reads lexemes up to `stop`; a group is read by reading up to its closing brace.

    Nothing is refused: a brace without partner is dropped or kept as text, a macro that nobody
    knows gives its content, or else its name. Groups nested too deeply stay as they stand.
    """

    def __init__(self, source: str, lexeme: re.Pattern[str]) -> None:
        if "\\\\" in source:
            source = _DOUBLED.sub(_undoubled, source)
        self.lexemes: list[str] = lexeme.findall(source)
        self.at: int = 0
        self.stop: int = len(self.lexemes)
        self._partner = _partners(self.lexemes)
        self._depth = 0

    def read(self) -> str:
        """Return everything up to `stop` as text."""
        pieces: list[str] = []
        while self.at < self.stop:
            lexeme = self.lexemes[self.at]
            self.at += 1
            pieces.append(self.text(lexeme))
        return "".join(pieces)

    @abstractmethod
    def text(self, lexeme: str) -> str:
        """Return what `lexeme`, just passed, and its arguments say."""

    @abstractmethod
    def unknown(self, name: str) -> str:
        """Return what a macro that nobody knows says."""

    def symbol(self, text: str) -> str:
        """Return a symbol as it goes into the text."""
        return text

    def scripts(self) -> str:
        """Return superscripts and subscripts that follow an operator."""
        return ""

    def accent(self, name: str) -> str:
        """Return what carries the accent `name`, with it."""
        return accented(name, self.argument())

    def letter_follows(self, name: str) -> bool:
        """Whether what carries the accent `name`, itself a letter, is next."""
        return self.group_follows() and name in LETTER_ACCENTS

    def take(self, length: int) -> str:
        """Return the first characters of the next lexeme, which keeps the rest."""
        lexeme = self.lexemes[self.at]
        if length >= len(lexeme):
            self.at += 1
        else:
            self.lexemes[self.at] = lexeme[length:]
        return lexeme[:length]

    def argument(self) -> str:
        """Return the next group, or the next single thing, as text."""
        self._skip_blanks()
        if self.group_follows():
            self.at += 1
            return self.group()
        if self.at >= self.stop or self._depth >= _DEEPEST:
            return ""
        lexeme = self.lexemes[self.at]
        if lexeme in "{}$":
            return ""
        if lexeme[0] != "\\" and len(lexeme) > 1:
            return self.take(len(lexeme) - len(lexeme.lstrip()) + 1).lstrip()
        self.at += 1
        self._depth += 1
        text = self.text(lexeme)
        self._depth -= 1
        return text

    def raw(self) -> str:
        """Return the next group as it stands, or nothing."""
        self._skip_blanks()
        if not self.group_follows():
            return ""
        start, self.at = self.at, self._partner[self.at] + 1
        return "".join(self.lexemes[start + 1 : self.at - 1])

    def option(self) -> str:
        """Return what stands in brackets next, or nothing."""
        if self.at >= self.stop or self.lexemes[self.at][0] != "[":
            return ""
        for place in range(self.at, min(self.at + _LONGEST_OPTION, self.stop)):
            end = self.lexemes[place].find("]")
            if end >= 0:
                text = "".join(self.lexemes[self.at : place])
                self.at = place
                return (text + self.take(end + 1))[1:-1]
        return ""

    def group_follows(self) -> bool:
        """Whether a whole group is next."""
        return self.at < self.stop and self._closes(self.at)

    def group_opened(self) -> bool:
        """Whether the brace just passed opens a whole group."""
        return self._closes(self.at - 1)

    def group(self) -> str:
        """Return the group whose brace was just passed as text."""
        end = self._partner[self.at - 1]
        if self._depth >= _DEEPEST:
            start, self.at = self.at, end + 1
            return "".join(self.lexemes[start:end])
        outer, self.stop = self.stop, end
        self._depth += 1
        text = self._switched()
        self._depth -= 1
        self.stop, self.at = outer, end + 1
        return text

    def macro(self, name: str) -> str:
        """Return what the macro `name`, just passed, and its arguments say."""
        if name in ACCENTS and (name not in LETTER_ACCENTS or self.letter_follows(name)):
            return self.accent(name)
        if name in ALPHABETS and name not in ALPHABET_SWITCHES:
            return lettered(name, self.argument().strip())
        if macro := MACROS.get(name):
            return macro(self)
        if name.startswith("cite"):
            return DROPPED(self)
        if name in OPERATORS:
            return f"{SOFT}{name}{self.scripts()}{SOFT}"
        symbol = symbols().get(name)
        return self.unknown(name) if symbol is None else self.symbol(symbol)

    def content(self, name: str) -> str:
        """Return the arguments of a macro that nobody knows, or else its name."""
        if not self.group_follows() and (known := unfused(name) or letter_of(name)):
            return _applied(*known)
        groups: list[str] = []
        while self.group_follows():
            self.at += 1
            groups.append(self.group())
        return " ".join(filter(None, groups)) or name

    def _closes(self, place: int) -> bool:
        return 0 < self._partner[place] < self.stop

    def _skip_blanks(self) -> None:
        while self.at < self.stop and self.lexemes[self.at].isspace():
            self.at += 1

    def _switched(self) -> str:
        r"""Read a group; `{\em x}` and `{\cal O}` change all of it."""
        self._skip_blanks()
        name = self.lexemes[self.at][1:] if self.at < self.stop else ""
        text = self.read()
        if name in EMPHASIS_SWITCHES:
            return emphasised(text)
        return lettered(name, text.strip()) if name in ALPHABET_SWITCHES else text


def _undoubled(match: re.Match[str]) -> str:
    r"""Undo a second escaping (`\\%`), but leave a line break before a word."""
    name = match[1]
    known = name in MACROS or name in symbols() or name in OPERATORS or name in ACCENTS
    return "\\" + name if known and (len(name) > 1 or not name.isalpha()) else match[0]


def _applied(macro: str, text: str) -> str:
    if macro in {"log", "ln"}:
        return f"{SOFT}{macro} {text}{SOFT}"
    if macro == "sqrt":
        return root(text)
    if macro in ALPHABETS:
        return lettered(macro, text)
    return accented(macro, text) if macro in ACCENTS else text


def _partners(lexemes: list[str]) -> list[int]:
    """Return for each opening brace the place of its closing one; 0 for whatever has none."""
    partners = [0] * len(lexemes)
    opened: list[int] = []
    for place, lexeme in enumerate(lexemes):
        if lexeme == "{":
            opened.append(place)
        elif lexeme == "}" and opened:
            partners[opened.pop()] = place
    return partners
