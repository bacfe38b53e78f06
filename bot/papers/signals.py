"""What the authors themselves say is the point: `we propose`, `in this paper`, `we show`."""

import re
from collections.abc import Sequence

_VERBS = """
propose present introduce develop describe design devise suggest offer provide construct derive
formulate create build extend release contribute advocate report
| show demonstrate prove find establish observe reveal discover argue verify identify confirm
| study investigate explore analyze analyse consider address examine tackle revisit aim focus seek
ask use apply leverage train learn
"""
_PROPOSES, _SHOWS, _STUDIES = ("|".join(verbs.split()) for verbs in _VERBS.split("|"))
_SAYS = re.compile(
    r"\b(?:we|i|this (?:paper|work|article|study|research)|the (?:present )?paper)"
    r"(?: (?:\w+ly|also|then|further|first|here|thus|therefore|instead|will|to|hence|next))* "
    rf"(?:(?P<proposes>{_PROPOSES})|(?P<shows>{_SHOWS})|(?P<studies>{_STUDIES}|studi))(?:s|es)?\b"
)
_SPEAKERS = ("we ", "this ", "paper", " i ")
_PASSIVE = re.compile(r"\b(?:is|are) (?:proposed|presented|introduced|developed|described)\b")
_PASSIVES = ("proposed", "presented", "introduced", "developed", "described")
_HERE = (
    "this paper",
    "this work",
    "this article",
    "this study",
    "this letter",
    "here we",
    "here, we",
)
_FURTHER = ("we also ", "we further ", "we additionally ")
_NOVEL = (" novel ", " new ", " first ")
_SIDE = ("http", "code is", "code are", "code will", "code and", "available at", "available on")


def signals(sentences: Sequence[str]) -> list[float]:
    """Return how much each plain sentence of an abstract says, by the authors' words and its place.

    Numbers from about -1 to 2, to be added to other signs of worth (see `papers/summary.py`).
    """
    worth: list[float] = []
    proposed: int | None = None
    spoken = False
    for place, sentence in enumerate(sentences):
        text = f" {sentence.lower()} "
        said = _said(text)
        proposes = "proposes" in said or _passive(text)
        score = _words(text, said) + 0.25 * (place == 0)
        if proposed is not None and place == proposed + 1:
            score += 0.27
        if not spoken and (said or proposes or _any(_HERE, text)):
            spoken = True
            score += 0.57
        if proposed is None and proposes:
            proposed = place
            score += 0.3
        worth.append(score)
    return worth


def _words(text: str, said: set[str]) -> float:
    score = 0.47 * ("proposes" in said) + 0.28 * ("shows" in said) + 0.28 * ("studies" in said)
    score += 0.22 * _any(_NOVEL, text) - 0.35 * _any(_FURTHER, text)
    return score - 0.5 * _any(_SIDE, text)


def _said(text: str) -> set[str]:
    if not _any(_SPEAKERS, text):
        return set()
    return {match.lastgroup or "" for match in _SAYS.finditer(text)}


def _passive(text: str) -> bool:
    return _any(_PASSIVES, text) and _PASSIVE.search(text) is not None


def _any(parts: Sequence[str], text: str) -> bool:
    return any(map(text.__contains__, parts))
