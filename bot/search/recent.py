"""What was computed lately, as far as there is room for it."""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Sized
from typing import Generic, TypeVar

S = TypeVar("S", bound=Sized)


class Recent(Generic[S]):
    """Values by what they are of; the ones not used for longest go first."""

    def __init__(self, most: int) -> None:
        """Keep values of up to `most` elements in all."""
        self._most = most
        self._held = 0
        self._values: OrderedDict[Hashable, S] = OrderedDict()

    def get(self, key: Hashable) -> S | None:
        """Return the value of `key` where it is still there."""
        if key in self._values:
            self._values.move_to_end(key)
        return self._values.get(key)

    def keep(self, key: Hashable, compute: Callable[[], S]) -> S:
        """Return what was computed for `key` before, or compute it."""
        value = self.get(key)
        if value is None:
            value = self._values[key] = compute()
            self._held += len(value)
            while self._held > self._most and len(self._values) > 1:
                _, oldest = self._values.popitem(last=False)
                self._held -= len(oldest)
        return value
