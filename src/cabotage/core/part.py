"""Parts of scenes and choices that are made once and shared: by all viewers, moments and tables that show the same.

What is shared is also quickly compared: the difference of two scenes skips a part that is the same object.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from operator import itemgetter
from typing import TYPE_CHECKING, Any, TypeVar

from cabotage.core.recent import Recent
from cabotage.core.schema import FIELD_TYPE

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import Fields, Glance

Made = TypeVar("Made")
Maker = TypeVar("Maker", bound=Callable[..., Any])

MOST_PARTS = 1000  # of each kind and box: those of some hundreds of tables
MOST_FIXED = 10_000


class _Parts(Recent):
    """What was made for which content of the fields."""

    def __init__(self, box: Box, fields: tuple[str, ...]) -> None:
        super().__init__(MOST_PARTS)
        size = FIELD_TYPE.itemsize
        cells = [box.schema.cells(name) for name in fields]
        self.content_of = itemgetter(*(slice(at.start * size, at.stop * size) for at in cells))


def part(*fields: str) -> Callable[[Callable[[Box, Fields], Made]], Callable[[Box, Glance], Made]]:
    """A function of these fields of a glance and no others, so that it cannot show what the viewer may not see.

    What it returns is kept for each content of the fields, and nobody may change it.
    """

    def keep(make: Callable[[Box, Fields], Made]) -> Callable[[Box, Glance], Made]:
        @wraps(make)
        def kept(box: Box, glance: Glance) -> Made:
            parts: _Parts | None = box.kept.get(make)
            if parts is None:
                parts = box.kept[make] = _Parts(box, fields)
            content = parts.content_of(glance.content)
            found: Made | None = parts[content]
            if found is not None:
                return found
            known = glance.fields
            made = make(box, {name: known[name] for name in fields})
            parts.keep(content, made)
            return made

        return kept

    return keep


def fixed(make: Maker) -> Maker:
    """A function of hashable values that always returns the same object for the same ones; nobody may change it."""
    return lru_cache(MOST_FIXED)(make)  # type: ignore[return-value]
