"""How long to wait before the next try: longer each time, and never the same for all."""

import random

FIRST_S = 1.0
MOST_S = 300.0


class Backoff:
    """Doubles from `first` to `most` seconds; each wait is drawn from its upper half."""

    def __init__(
        self, first: float = FIRST_S, most: float = MOST_S, chance: random.Random | None = None
    ) -> None:
        self._first = first
        self._most = most
        self._chance = chance or random.Random()  # noqa: S311 - spreads load, guards nothing
        self._next = first

    def wait_s(self) -> float:
        """Return the seconds to wait now, and make the next wait longer."""
        longest = self._next
        self._next = min(2 * longest, self._most)
        return self._chance.uniform(longest / 2, longest)

    def rest(self) -> None:
        """Begin with short waits again: all has been well for a while."""
        self._next = self._first
