"""A lesson as the learner's browser receives it: one view, then updates, built like those of any table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cabotage.core import lesson
from cabotage.core.contract import CHANCE
from cabotage.core.lesson import LEARNER, LessonStep
from cabotage.tables.clock import Clock
from cabotage.tables.draft import Draft
from cabotage.tables.opening import Opening
from cabotage.tables.projection import Moment, update, view
from cabotage.tables.row import NOBODY, Kind, Row
from cabotage.tables.seat import ME
from cabotage.tables.state import TableState

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cabotage.core.event import Event
    from cabotage.core.game import Game
    from cabotage.core.position import Position
    from cabotage.tables.view import TableView, Update

NAMES = ("", "Mia", "Noah", "Emma", "Louis")  # of the others at the table, the same in both languages


@dataclass(frozen=True)
class ShownStep:
    """What the learner sees before a choice and after it. Either a new game begins, or something may happen first."""

    step: LessonStep
    view: TableView | None
    before: Update | None
    after: Update


class Show:
    """One game of a lesson: the position that is played on, and the same as a table that no log has."""

    def __init__(self, position: Position, language: str) -> None:
        box = position.box
        seats = [ME] * box.seats  # people, so that they have names
        opened = Row("lesson", 0, Kind.OPENED, NOBODY, Opening.of(box, seats, Clock(), "").written(), 0)
        self.position = position
        self._language = language
        draft = Draft(TableState(opened, lambda _: box.game), b"", 0)
        for seat, name in zip(range(box.seats), NAMES, strict=False):
            draft.sit(seat, "learner", name or None, None)
        draft.write(Kind.STARTED)
        self._state = draft.state

    def begin(self, events: Sequence[Event]) -> TableView:
        """The view after these events, without steps or story."""
        self._follow(events)
        return view(Moment((), self._state, self._state, 0), LEARNER, self._language, 0, can_undo=False)

    def update(self, events: Sequence[Event]) -> Update:
        """What these events change for the learner."""
        draft = self._follow(events)
        rows = list(zip(draft.rows, draft.events, strict=True))
        return update(rows, self._state, LEARNER, self._language, 0, None)[0]

    def _follow(self, events: Sequence[Event]) -> Draft:
        draft = Draft(self._state, b"", 0)
        for event in events:
            draft.write(Kind.DRAWN if event.actor == CHANCE else Kind.CHOSEN, event.actor, event.number)
        self._state = draft.state
        return draft


def shown(game: Game, language: str) -> Iterator[ShownStep]:
    """All steps of the lesson of a game."""
    show: Show | None = None
    for step in lesson.steps(game):
        if step.start is not None:
            show = Show(step.start.position(game), language)
        assert show is not None  # the first step starts a game
        events = lesson.lead(show.position, step.events)
        start = show.begin(events) if step.start is not None else None
        before = show.update(events) if start is None and events else None
        after = show.update([show.position.play(step.choice), *lesson.lead(show.position, step.draws)])
        yield ShownStep(step, start, before, after)
