"""What was computed lately, as far as there is room for it."""

from collections import OrderedDict
from collections.abc import Callable, Hashable

from bot.search.bm25 import Floats


class Recent:
    """Arrays by what they are of; the ones not used for longest go first."""

    def __init__(self, most: int) -> None:
        """Keep up to `most` elements in all."""
        self._most = most
        self._held = 0
        self._arrays: OrderedDict[Hashable, Floats] = OrderedDict()

    def get(self, key: Hashable, compute: Callable[[], Floats]) -> Floats:
        """Return what was computed for `key` before, or compute it."""
        if key in self._arrays:
            self._arrays.move_to_end(key)
            return self._arrays[key]
        array = compute()
        self._arrays[key] = array
        self._held += len(array)
        while self._held > self._most and len(self._arrays) > 1:
            _, oldest = self._arrays.popitem(last=False)
            self._held -= len(oldest)
        return array
