"""From tokens to the tree of a query."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from bot.papers.grammar_fields import of_field, phrase, word
from bot.papers.grammar_tokens import TEXT_FIELDS, Sign, Token, Value
from bot.papers.query import All, Either, Node, Not, Word


@dataclass(slots=True)
class _Group:
    """What stands between two parentheses: chains of neighbours that `|` joins.

    `within` is the field that it belongs to, if any. `joined` and `negated` speak of the next item,
    `excluded` of the whole group.
    """

    within: str = ""
    excluded: bool = False
    chains: list[list[Node]] = field(default_factory=list[list[Node]])
    joined: bool = False
    negated: bool = False

    def add(self, node: Node | None) -> None:
        """Take the next item; None is one that says nothing, but parts its neighbours."""
        if not (self.joined and self.chains):
            self.chains.append([])
        if node is not None:
            self.chains[-1].append(_without(node) if self.negated else node)
        self.joined = self.negated = False

    def node(self) -> Node | None:
        """Return all that the group asks for, or None where that is nothing."""
        parts = _distinct(part for chain in self.chains if (part := _either(chain)))
        node = All(tuple(parts)) if len(parts) > 1 else next(iter(parts), None)
        return _without(node) if node and self.excluded else node


def tree(tokens: Iterable[Token]) -> All:
    """Return the boolean reading of `tokens`, empty where they say nothing.

    Parentheses without a partner count as closed at the end, or not at all.

    Raises:
        UnusableQuery: A field has a value that it does not know.
    """
    groups = [_Group()]
    for token in tokens:
        _read(token, groups)
    while len(groups) > 1:
        _close(groups)
    root = groups[0].node()
    if isinstance(root, All):
        return root
    return All((root,) if root else ())


def _read(token: Token, groups: list[_Group]) -> None:
    group = groups[-1]
    match token.sign:
        case Sign.OPEN:
            groups.append(_Group(token.text or group.within, group.negated))
        case Sign.CLOSE:
            if len(groups) > 1:
                _close(groups)
        case Sign.OR:
            group.joined, group.negated = True, False
        case Sign.NOT:
            group.negated = True
        case Sign.FIELD:
            group.add(of_field(token.text, token.values))
        case Sign.WORD | Sign.PHRASE:
            _take(group, token.text, quoted=token.sign is Sign.PHRASE)


def _close(groups: list[_Group]) -> None:
    node = groups.pop().node()
    groups[-1].negated = False
    groups[-1].add(node)


def _take(group: _Group, text: str, *, quoted: bool) -> None:
    if group.within and group.within not in TEXT_FIELDS:
        group.add(of_field(group.within, [Value(text, quoted=quoted)]))
    else:
        group.add((phrase if quoted else word)(text, group.within or None))


def _without(node: Node) -> Node:
    return node.part if isinstance(node, Not) else Not(node)


def _either(chain: list[Node]) -> Node | None:
    parts = _distinct(
        part for node in chain for part in (node.parts if isinstance(node, Either) else (node,))
    )
    return Either(tuple(parts)) if len(parts) > 1 else next(iter(parts), None)


def _distinct(nodes: Iterable[Node]) -> list[Node]:
    """Leave out a word, phrase or filter that stands there already; groups are not compared."""
    seen: set[object] = set()
    kept: list[Node] = []
    for node in nodes:
        same = node.terms if isinstance(node, Word) else node
        if isinstance(node, All | Either | Not):
            kept.append(node)
        elif same not in seen:
            seen.add(same)
            kept.append(node)
    return kept
