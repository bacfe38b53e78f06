"""A title for an abstract that has none, from what it says it introduces or shows."""

import re

from bot.papers.marks import plain
from bot.papers.sentences import sentences
from bot.papers.text import readable

LONGEST = 100
"""Characters of a derived title."""

FEWEST_WORDS = 12
"""Words of the shortest text that counts as an abstract."""

_WORDS = re.compile(r"[぀-ヿ㐀-鿿가-힯]|\w+")
_US = r"\b(?:we|this (?:paper|work|article|study|letter)|our (?:paper|work|main contribution))\b"
_ADVERB = (
    r"(?:\s+(?:also|then|first|further|thus|hence|therefore|here|now|instead|formally|\w+ly))*"
)
_THING = re.compile(
    rf"(?:{_US}{_ADVERB}\s+(?:introduc|propos|present|develop|design|describ|releas|formulat|construct"
    r"|creat|build|establish|devis|provid|offer)(?:es|e|s|)?"
    r"|\bby\s+(?:introducing|proposing|presenting|developing|designing)"
    r"|\b(?:is|are)\s+(?:introduced|proposed|presented):)\s+",
    re.IGNORECASE,
)
_CLAIM = re.compile(
    rf"{_US}{_ADVERB}\s+(?:show|prov|demonstrat|find|found|reveal|conjectur|argu|establish|observ"
    r"|hypothesi[sz]|discover|suggest)(?:es|e|s|)?\s+"
    r"(?:,?\s*(?:in particular|for the first time),?\s+)?that\s*,?\s+",
    re.IGNORECASE,
)
_SUBJECT = re.compile(
    rf"{_US}{_ADVERB}\s+(?:study|studies|investigat|analy[sz]|examin|revisit|explor|address|consider"
    r"|tackl|evaluat|benchmark|characteri[sz])(?:es|e|s|)?\s+",
    re.IGNORECASE,
)
_NO_THING = re.compile(r"(?:to|in|on|at|from|for|whether|how|it|that|this|these)\b", re.IGNORECASE)
_ARTICLE = re.compile(
    r"(?:an?|the|our|two|several)\s+(?:(?:novel|new|simple)(?:,| and|)\s+)*", re.IGNORECASE
)
_LEAD = re.compile(
    r"(?:in particular|for the first time|in this (?:paper|work)),\s*", re.IGNORECASE
)
_RELATIVE = re.compile(
    r",?\s+(?:in which|which|whose|where|that|whereby|to address|in order to"
    r"|by (?=\w+ing)|while|but|so that"
    r"|and (?:show|prove|demonstrate|propose|find|is|can|then|derive|use|study|investigate)"
    r"|, (?=\w+ing))\b",
    re.IGNORECASE,
)
_END = re.compile(r"[;:—]|[.?!](?=\s|$)|\s\((?!\w{1,12}\))")
_APPOSITION = re.compile(r"\s*(?:,|—|--|:)\s+(?=an?\s|the\s)", re.IGNORECASE)


def word_count(text: str) -> int:
    """Return the number of words; each character of Chinese, Japanese and Korean is one."""
    return len(_WORDS.findall(text))


def derived_title(abstract: str) -> str:
    """Return a readable title of at most LONGEST characters for an abstract in source text.

    What is introduced, with what it is (`Adaptive canonicalization: a general framework`); else
    what is shown or studied; else the beginning of the first sentence.
    """
    said = sentences(readable(abstract[:20_000]))
    for pattern, title_of in ((_THING, _thing), (_CLAIM, _claim), (_SUBJECT, _thing)):
        for sentence in said:
            match = pattern.search(sentence)
            if match and (title := title_of(_clause(sentence[match.end() :]))):
                return title
    return _short(plain(said[0])).rstrip(".") if said else ""


def _clause(rest: str) -> str:
    rest = _LEAD.sub("", rest)
    end = _END.search(rest)
    return rest[: end.start()] if end else rest


def _thing(clause: str) -> str:
    """Return a title from what follows `we introduce`, empty where it is no phrase."""
    if _NO_THING.match(clause):
        return ""
    name, what = _name_and_what(clause)
    if what:
        return _capital(_short(f"{name}: {what}"))
    phrase = _without_tail(_ARTICLE.sub("", plain(clause), count=1))
    return _capital(_short(phrase)) if word_count(phrase) > 1 else ""


def _claim(clause: str) -> str:
    phrase = _without_tail(plain(clause))
    return _capital(_short(phrase)) if word_count(phrase) > 3 else ""


def _name_and_what(rest: str) -> tuple[str, str]:
    parts = _APPOSITION.split(rest, maxsplit=1)
    if len(parts) == 2 and word_count(parts[0]) <= 8:
        name = _ARTICLE.sub("", plain(parts[0]), count=1)
        return name.strip(), _without_tail(plain(parts[1]))
    return "", ""


def _without_tail(phrase: str) -> str:
    """Cut off a relative clause that makes the phrase too long."""
    while len(phrase) > LONGEST * 0.7 and (tails := list(_RELATIVE.finditer(phrase))):
        start = tails[-1].start()
        if start < 25:
            break
        phrase = phrase[:start]
    return phrase.strip(" ,")


def _short(text: str) -> str:
    """Cut at a comma where that leaves enough, else at a word with an ellipsis."""
    if len(text) <= LONGEST:
        return text
    cut = text[: LONGEST - 1]
    comma = cut.rfind(", ")
    if comma > LONGEST // 2:
        return cut[:comma]
    return f"{cut.rpartition(' ')[0].rstrip(' ,;:')}…"


def _capital(text: str) -> str:
    """Begin with a capital, but for a name that is written otherwise (`mm-TEM`, `α-DPO`)."""
    word = text.partition(" ")[0]
    return text[:1].upper() + text[1:] if word.isascii() and word.islower() else text
