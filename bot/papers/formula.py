"""One formula, without the dollars around it, as readable text."""

import re
import unicodedata
from functools import lru_cache

from bot.papers.symbols import SOFT, subscript, superscript
from bot.papers.tex import TexReader


@lru_cache(maxsize=1 << 14)
def formula(source: str) -> str:
    r"""Return `x_1^2` as `x₁²`, `\frac{1}{\sqrt n}` as `1/√n`; emphasis becomes marks."""
    if "``" in source:
        source = _QUOTED.sub(r"“\1”", source)
    return _BLANKS.sub(" ", soft_resolved(_FormulaReader(source).read())).strip()


_QUOTED = re.compile(r"``([^`]*?)(?:''|\")")
_BLANKS = re.compile(r"\s+")
_LEXEME = re.compile(r"\\(?:[a-zA-Z]+|.|$)|[{}^_']|\s+|[^\\{}^_'\s]+", re.DOTALL)


def soft_resolved(text: str) -> str:
    """Return `text` with blanks only where two words would else read as one."""
    return _BETWEEN.sub(" ", text).replace(SOFT, "") if SOFT in text else text


_BETWEEN = re.compile(rf"(?<=[\w)\]}}|‖′]){SOFT}+(?=[\w√∛∑∏‖])")
_SCRIPTS = {"^": superscript, "_": subscript}


class _FormulaReader(TexReader):
    """Math mode: scripts are raised and lowered, groups lose their braces."""

    def __init__(self, source: str) -> None:
        super().__init__(source, _LEXEME)

    def text(self, lexeme: str) -> str:
        if lexeme[0] == "\\":
            return self._command(lexeme[1:])
        if lexeme in _SCRIPTS:
            return _SCRIPTS[lexeme](self._script())
        if lexeme == "{":
            return self.group() if self.group_opened() else ""
        return _PLAIN.get(lexeme, lexeme.translate(_TIES))

    def scripts(self) -> str:
        text = ""
        while self.at < self.stop and (script := _SCRIPTS.get(self.lexemes[self.at])):
            self.at += 1
            text += script(self._script())
        return text

    def _script(self) -> str:
        """Return what is raised or lowered: a group, or what was meant as one (`K^(1/3)`)."""
        after = self.lexemes[self.at] if self.at < self.stop else ""
        if enclosed := _ENCLOSED.match(after):
            return self.take(enclosed.end())[1:-1]
        return self.argument()

    def symbol(self, text: str) -> str:
        r"""Drop a blank that only ended the macro's name: `\alpha x`, but not `a \times b`."""
        if self.at + 1 < self.stop and self.lexemes[self.at].isspace():
            relates = unicodedata.category(text[0]) in {"Sm", "So"} or text in "·…⋯|‖"
            after = self.lexemes[self.at + 1][0]
            parted = self.at >= 2 and self.lexemes[self.at - 2].isspace()
            if (relates and not parted) or (text.isalpha() and (after.isalnum() or after == "(")):
                self.at += 1
        return text

    def unknown(self, name: str) -> str:
        if not name.isalpha():
            return name
        text = self.content(name)
        return f"{SOFT}{text}{self.scripts()}{SOFT}" if text == name else text

    def _command(self, name: str) -> str:
        if name == "_" and self.group_follows():  # a site has escaped it
            return subscript(self.argument())
        return self.macro(name) if name.strip() else " "


_ENCLOSED = re.compile(r"\((?=[^()]*[-+/])[^()]{1,20}\)")
_PLAIN = {"'": "′", "}": ""}
_TIES = str.maketrans("&~", "  ")
