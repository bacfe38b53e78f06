"""Sentences in a reader's language: gettext catalogues over the English message ids."""

import gettext
from collections.abc import Callable
from pathlib import Path

from bot.papers.wording import Wording

DOMAIN = "paperbot"
LOCALES = Path(__file__).parents[1] / "locales"

Render = Callable[[Wording], str]


class Catalogue:
    """The translations in a folder (`de/LC_MESSAGES/paperbot.mo`), read once."""

    def __init__(self, folder: Path = LOCALES) -> None:
        self._translations: dict[str, gettext.NullTranslations] = {
            path.parents[1].name: _opened(path)
            for path in sorted(folder.glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))
        }
        self._english = gettext.NullTranslations()

    @property
    def locales(self) -> tuple[str, ...]:
        """The locales that have a catalogue, English aside."""
        return tuple(self._translations)

    def render(self, locale: str) -> Render:
        """Return what renders sentences in Discord's `locale` (`de`, `pt-BR`), else English."""
        translations = self._translations.get(
            locale.replace("-", "_"),
            self._translations.get(locale.partition("-")[0], self._english),
        )

        def pattern(wording: Wording) -> str:
            if wording.plural is None:
                return translations.gettext(wording.singular)
            return translations.ngettext(wording.singular, wording.plural, wording.count or 0)

        return lambda wording: wording.render(pattern)


def _opened(path: Path) -> gettext.GNUTranslations:
    with path.open("rb") as file:
        return gettext.GNUTranslations(file)
