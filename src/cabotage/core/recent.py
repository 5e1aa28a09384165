"""A cache that forgets slowly: never all at once, and never what was used a moment ago."""

from __future__ import annotations

from typing import Any


class Recent(dict[Any, Any]):
    """`cache[key]` is the value, or None. Holds at least the last `most` values that were used, at most twice as many.

    A full one becomes the older half, from which values return when they are used. Found values cost what a dictionary
    costs; `functools.lru_cache` would have to call a function for each.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._older: dict[Any, Any] = {}

    def __missing__(self, key: Any) -> Any:
        found = self._older.get(key)
        return None if found is None else self.keep(key, found)

    def keep(self, key: Any, value: Any) -> Any:
        """Remember this value, and return it."""
        if len(self) >= self._most:
            self._older = dict(self)
            self.clear()
        self[key] = value
        return value
