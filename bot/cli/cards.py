"""Papers in a terminal: rich where a person looks, plain where the output is piped."""

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from bot.library.library import Found
from bot.library.results import Result, Similar
from bot.papers.paper import AbstractBy, Paper
from bot.papers.remarks import ambiguous
from bot.papers.text import EMPHASIS_OFF, EMPHASIS_ON, MATCH_OFF, MATCH_ON, plain

SHOWN_AUTHORS = 3
STYLES = {EMPHASIS_ON: "italic", MATCH_ON: "bold"}
ENDS = {EMPHASIS_OFF: EMPHASIS_ON, MATCH_OFF: MATCH_ON}


def print_found(found: Found) -> None:
    """Print an answer of find."""
    console = _console()
    _print(
        console, Text(f"{found.query.read_as}: ", style="bold").append(_counts(found), "not bold")
    )
    for remark in ambiguous(found.query):
        console.print(Text(str(remark), style="dim"))
    if found.suggestion:
        console.print(Text(f"Did you mean: {found.suggestion}?", style="dim"))
    for result in found.results:
        console.print()
        _print_result(console, result)
    if not found.results:
        console.print("Fewer or other words may find more; `paperbot status` says what is here.")
    elif found.page < found.pages:
        console.print()
        console.print(Text(f"--page {found.page + 1} shows the next.", style="dim"))


def print_similar(similar: Similar) -> None:
    """Print papers like an example."""
    console = _console()
    if similar.paper is not None:
        _print(console, Text("Like ", style="dim").append_text(styled(similar.paper.title, "bold")))
    for result in similar.results:
        console.print()
        _print_result(console, result)
    if not similar.results:
        console.print("No other paper here says anything of the same.")


def print_paper(paper: Paper) -> None:
    """Print one paper whole."""
    console = _console()
    _print(console, styled(paper.title, "bold"))
    _print(console, Text(", ".join(paper.authors)))
    _print(console, Text(_facts(paper), style="dim"))
    if paper.abstract:
        console.print()
        _print(console, styled(paper.abstract))
    if paper.abstract_by is AbstractBy.STARTER:
        console.print(
            Text("Summary by Paperbot; the paper's own abstract is behind its link.", "dim")
        )
    console.print()
    for link in _links(paper):
        _print(console, Text(link, style="cyan"))


def styled(marked: str, style: str = "") -> Text:
    """Return marked text as rich text."""
    text = Text(style=style)
    active: list[str] = []
    run = ""
    for character in marked:
        if character in STYLES or character in ENDS:
            text.append(run, " ".join(STYLES[mark] for mark in active) or None)
            run = ""
            if character in STYLES:
                active.append(character)
            elif ENDS[character] in active:
                active.remove(ENDS[character])
        else:
            run += character
    text.append(run)
    return text


def folded(authors: tuple[str, ...]) -> str:
    """Return "A, B, C et al. (9)"."""
    if len(authors) <= SHOWN_AUTHORS + 1:
        return ", ".join(authors)
    return f"{', '.join(authors[:SHOWN_AUTHORS])} et al. ({len(authors)})"


def _console() -> Console:
    return Console(highlight=False, markup=False, emoji=False)


def _print(console: Console, text: Text, *, indent: int = 0) -> None:
    """Print one paragraph: wrapped for a person, on one line where the output is piped."""
    if console.is_terminal:
        console.print(Padding(text, (0, 0, 0, indent), expand=False))
    else:
        console.print(Text(" " * indent).append_text(text), soft_wrap=True)


def _counts(found: Found) -> str:
    if not found.total:
        said = "no paper matches"
    else:
        more = found.total - found.total_all
        said = f"{found.total_all:,} with all words" + (
            f", {more:,} more with some" if more else ""
        )
    hidden = f" · {found.hidden:,} hidden by status" if found.hidden else ""
    pages = f" · page {found.page:,} of {found.pages:,}" if found.pages > 1 else ""
    return f"{said}{hidden}{pages} · {found.took_ms:.0f} ms"


def _print_result(console: Console, result: Result) -> None:
    paper = result.paper
    heading = Text(f"{result.rank}. ", style="bold")
    _print(console, heading.append_text(styled(result.title, "bold")))
    facts = " · ".join(filter(None, (folded(paper.authors), _facts(paper))))
    _print(console, Text(facts, style="dim"), indent=3)
    if result.summary:
        _print(console, styled(result.summary), indent=3)
    links = "  ".join((*_links(paper)[:2], f"[{paper.key}]"))
    _print(console, Text(links, style="cyan"), indent=3)


def _facts(paper: Paper) -> str:
    place = " ".join(filter(None, (paper.venue, str(paper.year or ""))))
    decision = paper.decision or (paper.status.value if paper.status else "")
    return " · ".join(filter(None, (place, decision)))


def _links(paper: Paper) -> list[str]:
    doi = paper.first_id("doi")
    links = (paper.url, paper.pdf_url, paper.code_url, f"https://doi.org/{doi}" if doi else "")
    return list(dict.fromkeys(filter(None, map(plain, links))))
