"""What one transaction appended to a table. What each viewer receives of it is built once, for all who watch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cabotage.tables.row import EVENTS, Row
from cabotage.tables.update import Scenes, Updates

if TYPE_CHECKING:
    from cabotage.core.event import Event
    from cabotage.tables.state import TableState


class Batch:
    """Rows with their events, and the state after them. Subscribers of a table receive it once it is durable."""

    def __init__(
        self, rows: Sequence[Row], events: Sequence[Event | None], state: TableState, scenes: Scenes, now_ms: int
    ) -> None:
        self.rows = list(zip(rows, events, strict=True))
        self.state = state
        self.first_seq = rows[0].seq
        self.last_seq = rows[-1].seq
        # Choices and draws only? Then an update says it all, and no new view is needed.
        self.is_play = all(row.kind in EVENTS for row in rows)
        played = [(row, event) for row, event in self.rows if event is not None]
        self._updates = Updates(played, state, scenes, now_ms)

    def update(self, viewer: int, language: str) -> bytes:
        """The JSON of `view.Update` for this viewer, if it has choices and draws only."""
        return self._updates.of(viewer, language)
