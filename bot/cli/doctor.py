"""`doctor`: what is wrong with this installation, and how to mend it."""

import asyncio
import json
import sys
import textwrap
from collections import Counter
from collections.abc import Sequence

import click
from rich.console import Console
from rich.text import Text

from bot.doctor.examination import examine
from bot.papers.finding import Finding, Level
from bot.papers.wording import Wording, say, say_count

STYLES = {Level.OK: "green", Level.WARNING: "yellow", Level.PROBLEM: "bold red"}
ENDLESS = 100_000
"""The width of a line that is read by a program."""


@click.command(short_help="What is wrong with this installation, and how to mend it.")
@click.option("--json", "as_document", is_flag=True, help="Print one JSON document.")
def doctor(*, as_document: bool) -> None:
    """Look at settings, data folder, database, index, clock, and what Discord knows of the bot.

    Changes nothing, also not beside a running bot. Exit 1 where a problem was found.
    """
    findings = asyncio.run(examine())
    sound = all(finding.level is not Level.PROBLEM for finding in findings)
    if as_document:
        document = {"ok": sound, "findings": [_document(finding) for finding in findings]}
        click.echo(json.dumps(document, indent=2, ensure_ascii=False))
    else:
        _print(findings)
    sys.exit(0 if sound else 1)


def _document(finding: Finding) -> dict[str, str | None]:
    return {
        "name": finding.name,
        "level": finding.level.value,
        "says": str(finding.says),
        "mend": None if finding.mend is None else str(finding.mend),
    }


def _print(findings: Sequence[Finding]) -> None:
    console = Console(highlight=False, markup=False, soft_wrap=True)
    margin = max(len(finding.name) for finding in findings) + 10
    width = console.width if console.is_terminal else ENDLESS
    for finding in findings:
        level = Text(f"{finding.level.value:<8}", STYLES[finding.level])
        rest = f"{finding.name:<{margin - 8}}{_wrapped(finding.says, margin, width)}"
        console.print(level, rest, sep="")
        if finding.mend is not None:
            console.print(f"{'':<{margin}}{_wrapped(finding.mend, margin, width)}", style="dim")
    console.print(f"\n{_sum(findings)}")


def _wrapped(sentence: Wording, margin: int, width: int) -> str:
    lines = textwrap.wrap(
        str(sentence), max(width - margin, 20), break_long_words=False, break_on_hyphens=False
    )
    return f"\n{'':<{margin}}".join(lines)


def _sum(findings: Sequence[Finding]) -> Wording:
    counts = Counter(finding.level for finding in findings)
    problems = say_count("{count} problem", "{count} problems", counts[Level.PROBLEM])
    warnings = say_count("{count} warning", "{count} warnings", counts[Level.WARNING])
    if not counts[Level.PROBLEM] and not counts[Level.WARNING]:
        return say("Everything is in order.")
    return say("{problems}, {warnings}.", problems=problems, warnings=warnings)
