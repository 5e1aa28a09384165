"""A lesson as the learner's browser receives it: one view, then updates, built like those of any table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cabotage.core import lesson
from cabotage.core.lesson import LEARNER, LessonStep
from cabotage.tables.show import Show

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cabotage.core.game import Game
    from cabotage.tables.view import TableView, Update


@dataclass(frozen=True)
class ShownStep:
    """What the learner sees before a choice and after it. Either a new game begins, or something may happen first."""

    step: LessonStep
    view: TableView | None
    before: Update | None
    after: Update


def shown(game: Game, language: str) -> Iterator[ShownStep]:
    """All steps of the lesson of a game."""
    show: Show | None = None
    for step in lesson.steps(game):
        if step.start is not None:
            show = Show(step.start.position(game), LEARNER, language)
        assert show is not None  # the first step starts a game
        events = lesson.lead(show.position, step.events)
        start = show.begin(events) if step.start is not None else None
        before = show.update(events) if start is None and events else None
        after = show.update([show.position.play(step.choice), *lesson.lead(show.position, step.draws)])
        yield ShownStep(step, start, before, after)
