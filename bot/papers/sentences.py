"""Where sentences end, as a person would say: `e.g.` and `Fig. 3` do not end one, `et al.` may."""

import re

from bot.papers.marks import EMPHASIS_OFF, EMPHASIS_ON

_CLOSING = r")\]}”’»\"'\x03\x0f"
_CLOSERS = ")]}”’»\"'\x03\x0f"
_END = re.compile(rf"[.!?…][.!?…{_CLOSING}]*|[。！？][。！？”’」』）]*|\s(?=•)")
_OPENING = "([{“‘\"'«\x02\x0e"


def sentences(marked: str) -> list[str]:
    """Return the sentences of `marked`, marks balanced in each; together they are all of it."""
    found: list[str] = []
    start = 0
    for match in _END.finditer(marked):
        if match.start() > start and _ends(marked, start, match):
            found.append(marked[start : match.end()])
            start = match.end()
    found.append(marked[start:])
    whole = [sentence for sentence in map(str.strip, found) if sentence]
    return _balanced(whole) if EMPHASIS_ON in marked else whole


def _balanced(found: list[str]) -> list[str]:
    """Close emphasis that goes on over the end of a sentence, and open it again in the next."""
    balanced: list[str] = []
    on = False
    for sentence in found:
        text = EMPHASIS_ON + sentence if on else sentence
        on = text.rfind(EMPHASIS_ON) > text.rfind(EMPHASIS_OFF)
        balanced.append(text + EMPHASIS_OFF if on else text)
    return [text for text in balanced if text.strip(EMPHASIS_ON + EMPHASIS_OFF + " ")]


def _ends(text: str, start: int, match: re.Match[str]) -> bool:
    mark = match[0]
    end = match.end()
    if mark[0].isspace() or mark[0] in "。！？":
        return True
    if not text[end : end + 1].isspace():
        return end < len(text) and _runs_on(text, match.start(), text[end : end + 40])
    rest = text[end : end + 60].lstrip()
    after = rest.lstrip(_OPENING) or "."
    goes_on = after[0].islower() and not _BEGINS_LOW.match(rest)
    if goes_on or _inside_brackets(text, start, end):
        return False
    if mark.rstrip(_CLOSERS) != ".":
        return after[0] not in ".,;:)"
    before = text[max(start, match.start() - 40) : match.start()]
    return _full_stop(before, after, first=start + len(before) == match.start())


def _inside_brackets(text: str, start: int, end: int) -> bool:
    start = max(start, end - 600)
    if text.count("(", start, end) <= text.count(")", start, end):
        return False
    closing = text.find(")", end, end + 150)
    opening = text.find("(", end, end + 150)
    return closing >= 0 and (opening < 0 or closing < opening)


def _runs_on(text: str, at: int, after: str) -> bool:
    """Whether a sentence follows without a blank (`... problem.We propose ...`)."""
    if not after[0].isupper() or not (text[at - 1].islower() or text[at - 1] in ")]%”\x03"):
        return False
    word = text[max(at - 200, text.rfind(" ", max(0, at - 200), at) + 1) : at]
    if _WEB.search(word):
        return False
    return _START.match(after) is not None or (word.isalpha() and len(word) > 3)


def _full_stop(before: str, after: str, *, first: bool) -> bool:
    """Whether the stop between `before` and `after` ends a sentence, rather than a short form."""
    if after[0] in ".,;:)=<>≤≥+×·":
        return False
    match = _LAST_WORD.search(before)
    word = match[0].lstrip(_OPENING) if match else ""
    acronym = len(word) > 1 and word.isupper() and "." not in word
    key = word if acronym else word.lower()
    if key in _NEVER or word in _TITLES:
        return False
    if key in _BEFORE_NUMBERS and (after[0].isdigit() or after[0] in "IVXSA"):
        return False
    if key in _SOMETIMES or _INITIALS.fullmatch(word):
        return _START.match(after) is not None
    if _NUMBER.fullmatch(word):
        lead = before[: len(before) - len(word)].rstrip(_OPENING + " ")
        return not ((first and not lead) or lead.endswith((":", ";", "•", ",")))
    return True


_LAST_WORD = re.compile(r"\S+$")
_NUMBER = re.compile(r"\(?(?:\d{1,2}|[ivx]{1,4}|[a-h])")
_INITIALS = re.compile(r"(?:[A-Z]\.[- ]?)*[A-Z]|(?:[A-Za-z]\.)+[A-Za-z]")
_BEGINS_LOW = re.compile(
    r"[\x02\x0e“\"]?(?:[a-z]{1,4}[A-Z0-9][\w-]*|[a-z]-[A-Z]|https?://)"
    r"|[\x02\x0e]?\(?(?:[ivx]{1,4}|[a-h]|\d{1,2})\)[\x03\x0f]? (?:[A-Z]|an? |the )"
)
_WEB = re.compile(r"://|www\.|@|/\w+\.")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_NEVER = _words(
    """
    e.g i.e cf vs w.r.t wrt s.t viz ca approx resp esp incl eg ie a.k.a aka et appl proc conf intl
    nat univ
    """
)
_TITLES = _words("Dr Prof Mr Mrs Ms St Mt")
_BEFORE_NUMBERS = _words(
    """
    fig figs figure eq eqs eqn eqns sec secs sect ref refs tab tabs thm thms alg algs ch chap def
    defs lem prop cor app appx ex no nos vol vols pp p art nr nos min max ver v rev
    """
)
_SOMETIMES = _words(
    """
    al etc i.i.d iid inc ltd corp co jr sr u.s u.k u.n e.u a.m p.m ph.d d.c jan feb mar apr jun
    jul aug sep sept oct nov dec dept dist est
    """
)
_START = re.compile(
    r"(?:A|An|The|This|These|That|Those|There|We|Our|It|Its|In|On|At|For|From|To|By|With|Without"
    r"|As|If|When|While|Where|Whereas|Since|Because|Although|Though|Despite|However|Moreover"
    r"|Furthermore|Additionally|Also|Finally|Firstly?|Secondly?|Thirdly?|Then|Thus|Hence|Therefore"
    r"|Consequently|Nevertheless|Nonetheless|Instead|Rather|Here|Using|Based|Building|Through"
    r"|Existing|Recent(?:ly)?|Previous|Prior|Current(?:ly)?|Many|Most|Some|Several|Such|Both|Each"
    r"|All|Unlike|Given|Compared|Specifically|Particularly|Importantly|Notably|Interestingly"
    r"|Extensive|Experiment(?:s|al)|Empirical(?:ly)?|Results?|Code|Data|To|Motivated|Inspired|One"
    r"|Two|Three|Under|After|Before|During|Among|Beyond|Across|Yet|But|And|So|Not|No|They|He|She"
    r"|I|You|What|Why|How|Can|Is|Are|Do|Does|Along|Overall|Together|Towards?|Simulations?"
    r"|Let|Consider|Assume|Suppose|Define|Any|Every|Further|Next|Meanwhile|Only|Even|Note|Fourth"
    r"|Last(?:ly)?|Other|Another|Different|New|Starting|Contrary|Due|Within|Whether|Numerical"
    r"|Theoretical(?:ly)?|Unfortunately|Surprisingly|Conversely|Similarly|Later)\b"
)
