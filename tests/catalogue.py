"""Write the catalogue of every sentence anew: `python -m tests.catalogue`.

Sentences are the literals in `say`, `say_count` and (for Discord's commands) `locale_str`.
"""

import io
import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

ROOT = Path(__file__).parents[1]
TEMPLATE = ROOT / "bot" / "locales" / "paperbot.pot"
HEADER = """\
msgid ""
msgstr ""
"Project-Id-Version: paperbot\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""
KEYWORDS = {"say": None, "say_count": (1, 2), "locale_str": None}


def extracted() -> str:
    """Return the template that the sources make now."""
    catalogue = Catalog(project="paperbot", charset="utf-8", fuzzy=False)
    found = sorted(
        extract_from_dir(ROOT / "bot", keywords=KEYWORDS, comment_tags=("Translators:",))
    )
    for path, _, ids, comments, context in found:
        catalogue.add(ids, locations=[(f"bot/{path}", 0)], auto_comments=comments, context=context)
    written = io.BytesIO()
    write_po(
        written, catalogue, omit_header=True, include_lineno=False, sort_output=True, width=100
    )
    return HEADER + written.getvalue().decode()


def main() -> int:
    """Write the template."""
    TEMPLATE.parent.mkdir(exist_ok=True)
    TEMPLATE.write_text(extracted(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
