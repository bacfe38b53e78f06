from bot.papers.grammar import read
from bot.papers.query import (
    MOST_RANKING_TERMS,
    All,
    Either,
    FieldWord,
    Not,
    Phrase,
    Word,
    has_bare_words,
    leaves,
    ranking_terms,
)

WORD = Word("transport", ("transport",))
PHRASE = Phrase("optimal transport", ("optim", "transport"))
AUTHOR = FieldWord("author", "cuturi", ("cuturi",))


def test_only_a_wanted_bare_word_is_relaxed() -> None:
    assert has_bare_words(WORD)
    assert has_bare_words(All((PHRASE, Either((AUTHOR, WORD)))))
    assert not has_bare_words(All((PHRASE, AUTHOR)))
    assert not has_bare_words(Not(WORD))


def test_leaves_come_in_order_with_what_must_not_be_there_told_apart() -> None:
    tree = All((WORD, Not(Either((PHRASE, Not(AUTHOR))))))

    assert list(leaves(tree)) == [(WORD, True), (PHRASE, False), (AUTHOR, True)]


def test_words_phrases_titles_and_authors_rank() -> None:
    query = read('bridge "optimal transport" title:sinkhorn author:"marco cuturi" -robot year:2024')

    assert ranking_terms(query) == {
        "bridg": None,
        "optim": None,
        "transport": None,
        "sinkhorn": frozenset({"title"}),
        "marco": frozenset({"author"}),
        "cuturi": frozenset({"author"}),
    }


def test_a_term_of_several_fields_ranks_in_each() -> None:
    fields = ranking_terms(read("title:graph author:graph"))
    everywhere = ranking_terms(read("title:graph graphs"))

    assert fields == {"graph": frozenset({"title", "author"})}
    assert everywhere == {"graph": None}


def test_stop_words_of_a_phrase_rank_only_where_nothing_else_does() -> None:
    assert list(ranking_terms(read('"attention is all you need"'))) == ["attent", "need"]
    assert list(ranking_terms(read('"to be or not to be"'))) == ["to", "be", "or", "not"]


def test_a_bounded_number_of_terms_ranks() -> None:
    words = " ".join(f"w{number}" for number in range(200))

    assert len(ranking_terms(read(f'"{words}"'))) == MOST_RANKING_TERMS
