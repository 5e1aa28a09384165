"""A position as a browser receives it, built like that of any table, from a table that no log has."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from cabotage.core.contract import CHANCE
from cabotage.tables.clock import Clock
from cabotage.tables.draft import Draft
from cabotage.tables.opening import Opening
from cabotage.tables.projection import Moment, game_words, view
from cabotage.tables.row import NOBODY, Kind, Row
from cabotage.tables.seat import ME
from cabotage.tables.state import TableState
from cabotage.tables.update import Updates

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cabotage.core.event import Event
    from cabotage.core.message import Message
    from cabotage.core.position import Position
    from cabotage.tables.view import TableView, Update

NAMES = ("Mia", "Noah", "Emma", "Louis", "Alice", "Hugo", "Rosa")  # of the others, in both languages


class Show:
    """One game, as this seat sees it: the position that is played on, and the same as a table."""

    def __init__(self, position: Position, viewer: int, language: str, name: str | None = None) -> None:
        box = position.box
        seats = [ME] * box.seats  # people, so that they have names
        opened = Row("lesson", 0, Kind.OPENED, NOBODY, Opening.of(box, seats, Clock(), "").written(), 0)
        self.position = position
        self._viewer = viewer
        self._language = language
        draft = Draft(TableState(opened, lambda _: box.game), b"", 0)
        others = iter(NAMES)
        for seat in range(box.seats):
            draft.sit(seat, "learner", name if seat == viewer else next(others), None)
        draft.write(Kind.STARTED)
        self._state = draft.state

    def begin(self, events: Sequence[Event]) -> TableView:
        """The view after these events, without steps or story."""
        self._follow(events)
        return view(Moment((), self._state, self._state, 0), self._viewer, self._language, 0, can_undo=False)

    def update(self, events: Sequence[Event]) -> Update:
        """What these events change for the viewer."""
        draft = self._follow(events)
        rows = [(row, event) for row, event in zip(draft.rows, draft.events, strict=True) if event is not None]
        update: Update = msgspec.json.decode(Updates(rows, self._state, {}, 0).of(self._viewer, self._language))
        return update

    def tell(self, message: Message) -> str:
        """A sentence about this game, with the players' names."""
        return game_words(self._state, self._language).tell(message)

    def _follow(self, events: Sequence[Event]) -> Draft:
        draft = Draft(self._state, b"", 0)
        for event in events:
            draft.write(Kind.DRAWN if event.actor == CHANCE else Kind.CHOSEN, event.actor, event.number)
        self._state = draft.state
        return draft
