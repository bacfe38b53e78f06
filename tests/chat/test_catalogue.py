import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from bot.chat.catalogue import Catalogue
from bot.papers.wording import say, say_count
from tests.catalogue import KEYWORDS, ROOT, TEMPLATE, extracted


def sentences() -> Iterator[tuple[Path, ast.Call]]:
    for path in sorted((ROOT / "bot").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            called = node.func if isinstance(node, ast.Call) else None
            if isinstance(called, ast.Name) and called.id in KEYWORDS:
                assert isinstance(node, ast.Call)
                yield path, node


def test_every_sentence_is_a_literal_that_stands_in_the_catalogue() -> None:
    with TEMPLATE.open("rb") as file:
        template = read_po(file)
    for path, call in sentences():
        assert isinstance(call.func, ast.Name)
        ids = call.args[:2] if call.func.id == "say_count" else call.args[:1]
        texts = [each.value for each in ids if isinstance(each, ast.Constant)]
        assert len(texts) == len(ids), f"{path.name}:{call.lineno} is no literal"
        assert str(texts[0]) in template, (
            f"{path.name}: run `python -m tests.catalogue`: {texts[0]}"
        )


def test_the_catalogue_is_what_the_sources_say() -> None:
    assert TEMPLATE.read_text() == extracted(), "run `python -m tests.catalogue`"


def test_a_reader_gets_her_language_and_english_where_it_has_no_word(tmp_path: Path) -> None:
    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    with TEMPLATE.open("rb") as file:
        german = read_po(file, locale="de")
    german["{count} paper"].string = ("{count} Arbeit", "{count} Arbeiten")
    german["read as {query}"].string = "gelesen als {query}"
    with (folder / "paperbot.mo").open("wb") as file:
        write_mo(file, german)
    catalogue = Catalogue(tmp_path)
    assert catalogue.locales == ("de",)
    render = catalogue.render("de")
    assert render(say_count("{count} paper", "{count} papers", 1_200)) == "1,200 Arbeiten"
    assert render(say_count("{count} paper", "{count} papers", 1)) == "1 Arbeit"
    assert render(say("read as {query}", query="x")) == "gelesen als x"
    assert render(say("Nobody translated this")) == "Nobody translated this"
    assert catalogue.render("fr")(say("read as {query}", query="x")) == "read as x"


@pytest.mark.parametrize("locale", ["en-US", "en-GB", "de", "pt-BR", "zh-CN", ""])
def test_english_serves_every_locale_now(locale: str) -> None:
    render = Catalogue().render(locale)
    assert render(say_count("{count} paper", "{count} papers", 1)) == "1 paper"
    assert render(say_count("{count} paper", "{count} papers", 0)) == "0 papers"
