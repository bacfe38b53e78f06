"""Words of a query that carry nothing: stop words, and the words that make a question of it.

`which works study`, `papers about` and `show me research on` go where they open a query, `papers`
where it closes one; within it such a word may be the subject (`a case study`, `research agents`).
"""

from collections.abc import Iterator, Sequence

from bot.papers.grammar_tokens import NOTHING, Sign, Token
from bot.papers.words import QUESTION_WORDS, STOP_WORDS, analyse

_QUESTIONS = frozenset(
    analyse(
        "what which who whose whom where when why how can could do does did is are was were have"
        " has there any some i we please show me give find list tell search provide looking want"
    )
)
_WRITINGS = frozenset(analyse("paper article work study research literature example"))
_DEEDS = frozenset(
    analyse(
        "use introduce focus demonstrate develop apply contribute evaluate consider talk detail aim"
        " implement concentrate leverage involve present offer report suggest try attempt tackle"
        " employ adopt analyze conduct perform first"
    )
)
_CLOSING = frozenset({"papers", "articles", "publications"})


def without_filler(tokens: Sequence[Token]) -> Iterator[tuple[list[Token], list[str]]]:
    """Yield the tokens with less and less left out, and the words left out, as typed.

    The first that says something is the reading; the last leaves out stop words only.
    """
    stops = _stop_words(tokens)
    closing = _closing(tokens, stops)
    fillers = (stops | closing | _opening(tokens), stops | closing, stops)
    for filler in dict.fromkeys(map(frozenset, fillers)):
        kept = [NOTHING if place in filler else token for place, token in enumerate(tokens)]
        yield kept, [tokens[place].text for place in sorted(filler)]


def _stop_words(tokens: Sequence[Token]) -> set[int]:
    """Return the places of bare words that are stop words only; those of a field count."""
    places: set[int] = set()
    fields: list[bool] = []
    for place, token in enumerate(tokens):
        if token.sign is Sign.OPEN:
            fields.append(bool(token.text) or any(fields[-1:]))
        elif token.sign is Sign.CLOSE:
            del fields[-1:]
        elif not any(fields[-1:]) and _says_only(token, STOP_WORDS):
            places.add(place)
    return places


def _opening(tokens: Sequence[Token]) -> set[int]:
    places: list[int] = []
    terms: list[str] = []
    for place in _outer_words(tokens, range(len(tokens))):
        deeds = _DEEDS if _WRITINGS.intersection(terms) else frozenset[str]()
        if not _says_only(tokens[place], STOP_WORDS | QUESTION_WORDS | deeds):
            break
        places.append(place)
        terms += analyse(tokens[place].text)
    asks = len(places) > 1 and terms[0] in _QUESTIONS
    introduces = bool(_WRITINGS.intersection(terms)) and terms[-1] in STOP_WORDS
    return set(places) if asks or introduces else set()


def _closing(tokens: Sequence[Token], stops: set[int]) -> set[int]:
    places: set[int] = set()
    for place in _outer_words(tokens, range(len(tokens) - 1, -1, -1)):
        if tokens[place].text.lower() in _CLOSING:
            places.add(place)
        elif place not in stops:
            break
    return places


def _outer_words(tokens: Sequence[Token], places: range) -> Iterator[int]:
    """Yield the places of bare words before anything but a field; none that `|` or `-` touches."""
    for place in places:
        if tokens[place].sign is Sign.FIELD:
            continue
        around = {token.sign for token in tokens[max(place - 1, 0) : place + 2]}
        if tokens[place].sign is not Sign.WORD or around & {Sign.OR, Sign.NOT}:
            return
        yield place


def _says_only(token: Token, terms: frozenset[str]) -> bool:
    found = analyse(token.text) if token.sign is Sign.WORD else ()
    return bool(found) and terms.issuperset(found)
