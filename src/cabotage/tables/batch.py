"""What one transaction appended to a table. What each viewer receives of it is built once, for all who watch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from cabotage.tables import projection
from cabotage.tables.row import EVENTS, Row

if TYPE_CHECKING:
    from cabotage.core.event import Event
    from cabotage.tables.state import TableState

Scenes = dict[tuple[int, str], tuple[int, Any]]  # by viewer and language: a row, and the scene after it


class Batch:
    """Rows with their events, and the state after them. Subscribers of a table receive it once it is durable."""

    def __init__(
        self, rows: Sequence[Row], events: Sequence[Event | None], state: TableState, scenes: Scenes, now_ms: int
    ) -> None:
        self.rows = list(zip(rows, events, strict=True))
        self.state = state
        self._scenes = scenes  # the last ones that were built at this table
        self._now_ms = now_ms
        self._updates: dict[tuple[int, str], bytes] = {}

    @property
    def first_seq(self) -> int:
        return self.rows[0][0].seq

    @property
    def last_seq(self) -> int:
        return self.rows[-1][0].seq

    @property
    def is_play(self) -> bool:
        """Whether it has choices and draws only; then an update says it all, and no new view is needed."""
        return all(row.kind in EVENTS for row, _ in self.rows)

    def update(self, viewer: int, language: str) -> bytes:
        """The JSON of `view.Update` for this viewer."""
        key = viewer, language
        if key not in self._updates:
            seq, scene = self._scenes.get(key, (-1, None))
            update, last_scene = projection.update(
                self.rows, self.state, viewer, language, self._now_ms, scene if seq == self.first_seq - 1 else None
            )
            self._scenes[key] = self.last_seq, last_scene
            self._updates[key] = msgspec.json.encode(update)
        return self._updates[key]
