"""LaTeX as people paste it into abstracts, made readable: formulas, macros, accents, escapes.

A whole LaTeX parser trips over abstracts (money, unbalanced braces, macros nobody defined), so this
reader never refuses: what it does not know falls back to its content. pylatexenc knows the symbols.
"""

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Callable

from bot.papers.formula import formula, soft_resolved
from bot.papers.symbols import ACCENTS, LETTER_ACCENTS, subscript, superscript
from bot.papers.tex import TexReader


def _same(text: str) -> str:
    return text


def unlatex(text: str, keep: Callable[[str], str] = _same) -> str:
    """Return `text` with its LaTeX made readable; emphasis becomes marks.

    Formulas and escaped characters go through `keep`, so that a caller can hide them from rules
    that are not about them.
    """
    if text.count("\\$") > 1:
        text = _ESCAPED.sub(_formula_again, text)
    if any(map(text.__contains__, "\\$~^{}")):
        return soft_resolved(_ProseReader(text, keep).read())
    return text


_ESCAPED = re.compile(r"\\\$([^$\n]{1,200}?)\\\$")


def _formula_again(match: re.Match[str]) -> str:
    """Undo an escaping of the dollars around a formula; two prices stay prices."""
    inner = match[1]
    meant = reads_as_formula(inner, "") and (_SIGNAL.search(inner) or " " not in inner)
    return f"${inner}$" if meant else match[0]


_LEXEME = re.compile(
    r"\\(?:[a-zA-Z]+|.|$)|\$\$?|[{}~]|\^(?=\{|[-−+]?\w)|_(?=\{)|[^\\${}~^_]+|[\^_]", re.DOTALL
)
_LOST_LINE = re.compile(r"(?:[nrt]|(?:begin|end)[a-z]+)((?:[A-Z][a-z]+)?)")
_CONTRACTED = re.compile(r"(?:s|t|re|ve|ll|d|m)\b")
_POWER = re.compile(r"[-−+]?\d{1,3}(?=[A-Z]|(?!\w|\.\d))|[A-Za-z*∞](?!\w)")
_WRAPPED = re.compile(r"\s*|[^\W\d_][\w-]+(?: [\w-]+)*|[^\w\s]{1,2}")
_UNESCAPED = {",": " ", "-": "", ":": ":", ";": ";", "!": "!"}
_OPENING = "([{<=/\"'“‘"


class _ProseReader(TexReader):
    """Text mode: finds the formulas, and leaves alone what only looks like TeX."""

    def __init__(self, source: str, keep: Callable[[str], str]) -> None:
        super().__init__(source, _LEXEME)
        self._keep = keep
        self._closers = {
            closer: [place for place, lexeme in enumerate(self.lexemes) if lexeme in closer.split()]
            for closer in ("$ $$", "\\)", "\\]")
        }

    def text(self, lexeme: str) -> str:
        if lexeme[0] == "\\":
            return self._command(lexeme[1:])
        if lexeme[0] == "$":
            return self._dollar(lexeme)
        if lexeme == "{":
            return self._brace()
        if lexeme == "~":
            return self._tie()
        if lexeme == "^":
            return self._raised()
        return self._lowered() if lexeme == "_" else lexeme

    def symbol(self, text: str) -> str:
        return self._keep(text)

    def unknown(self, name: str) -> str:
        if not name.isalpha():
            return self._keep(name)
        if lost := _LOST_LINE.fullmatch(name):  # what was to be a line break
            return f" {lost[1]}"
        return self.content(name)

    def letter_follows(self, name: str) -> bool:
        after = self.lexemes[self.at] if self.at < self.stop else ""
        return self.group_follows() or (
            after[:1].isspace() and len(_accented(after[1:2], name)) == 1 and after[1:2].isalpha()
        )

    def accent(self, name: str) -> str:
        if name in LETTER_ACCENTS and not self.group_follows():
            return _accented(self.take(2)[1], name)
        if name.isalpha():
            return super().accent(name)
        if self.group_follows():
            text = self.argument().translate(_DOTLESS)
            return _accented(text[:1], name) + text[1:] if text.strip() else self._keep(name)
        after = self.lexemes[self.at] if self.at < self.stop else ""
        if after in {"\\i", "\\j"}:
            self.at += 1
            return _accented(after[1], name)
        letter = _accented(after[:1], name)
        if len(letter) != 1 or not after or (name == "'" and _CONTRACTED.match(after)):
            return self._keep(name)
        self.take(1)
        return letter

    def _command(self, name: str) -> str:
        if name in {"(", "["}:
            closers = self._closers["\\)" if name == "(" else "\\]"]
            end = self._end(closers)
            return name if end is None else self._formula(end)
        if name in _UNESCAPED:  # TeX's small spaces are more often Markdown's escapes here
            return _UNESCAPED[name]
        return self.macro(name) if name.strip() else " "

    def _dollar(self, lexeme: str) -> str:
        end = self._end(self._closers["$ $$"])
        inner = "" if end is None else "".join(self.lexemes[self.at : end])
        after = "".join(self.lexemes[end + 1 : end + 2])[:1] if end else ""
        if end is None or not reads_as_formula(inner, after):
            return self._keep("$") if lexeme == "$" else ""
        if lexeme == "$" and self.lexemes[end] == "$$":  # one formula ends where the next begins
            self.lexemes[end] = "$"
            text = self._formula(end)
            self.at -= 1
            return text
        return self._formula(end)

    def _end(self, closers: list[int]) -> int | None:
        index = bisect_left(closers, self.at)
        return closers[index] if index < len(closers) and closers[index] < self.stop else None

    def _formula(self, end: int) -> str:
        source = "".join(self.lexemes[self.at : end])
        self.at = end + 1
        return self._keep(formula(source))

    def _brace(self) -> str:
        if not self.group_opened():
            return "{"
        before = self._before()
        macro = self.lexemes[self.at][0] == "\\"
        text = self.group()
        after = self.lexemes[self.at][0] if self.at < len(self.lexemes) else ""
        part = text.isalnum() and (before.isalnum() or after.isalnum() or after == "$")
        return text if part or macro or _WRAPPED.fullmatch(text) else "{" + text + "}"

    def _tie(self) -> str:
        before = self._before()
        after = self.lexemes[self.at][0] if self.at < len(self.lexemes) else ""
        loose = not before or not after or before.isspace() or after.isspace()
        span = before.isdigit() and after.isdigit()
        return self._keep("~") if loose or span or before in _OPENING else " "

    def _raised(self) -> str:
        before = self._before()
        if self.group_follows():
            return superscript(self.argument())
        power = _POWER.match(self.lexemes[self.at]) if self.at < self.stop else None
        if not power or not (before.isalnum() or before in {")", "]", "}", "$"}):
            return self._keep("^")
        self.take(power.end())
        return superscript(power[0])

    def _lowered(self) -> str:
        before = self._before()
        if self.group_follows() and (before.isalnum() or before in {")", "}", "$"}):
            return subscript(self.argument())
        return "_"

    def _before(self) -> str:
        """Return the character before the lexeme just passed."""
        return self.lexemes[self.at - 2][-1:] if self.at >= 2 else ""


_DOTLESS = str.maketrans("ıȷ", "ij")


def _accented(letter: str, accent: str) -> str:
    both = unicodedata.normalize("NFC", letter + ACCENTS[accent])
    return both if len(both) == 1 and letter else letter + ("" if letter else accent)


def reads_as_formula(inner: str, after: str) -> bool:
    """Whether what stands between two dollars is a formula, rather than prose between prices.

    `after` is the character after the second one: prices go on with a digit.
    """
    if not inner.strip() or len(inner) > _LONGEST or _PRICE.match(inner):
        return False
    if not _TEXT_MACRO.search(inner) and len(_PROSE_WORD.findall(inner)) > 4:
        return False
    if _SIGNAL.search(inner):
        return True
    if after.isdigit() and inner[0].isdigit():
        return False
    padded = inner[0].isspace() + inner[-1].isspace()
    return not padded or (padded == 2 and not _WORD.search(inner)) or " " not in inner.strip()


_LONGEST = 1000
_PRICE = re.compile(
    r"\d[\d.,]*\s*(?:[KMBkmb]|[a-z]*illion)?[^\w\\]{0,3}\s[^\w\\]?[a-z]{2,}(?![a-z]*\()"
)
_TEXT_MACRO = re.compile(r"\\(?:text|emph|mbox)")
_WORD = re.compile(r"[A-Za-z]{3}")
_PROSE_WORD = re.compile(r"(?<![\\A-Za-z{])[a-z]{3,}(?![a-z}])")
_SIGNAL = re.compile(r"[\\^_={]")
