"""The pictures of the rules as a browser receives them: views of the lesson's positions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cabotage.core import lesson
from cabotage.core.diagram import diagrams
from cabotage.core.lesson import LEARNER
from cabotage.tables.show import Show

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cabotage.core.diagram import Diagram
    from cabotage.core.game import Game
    from cabotage.tables.view import TableView


def shown(game: Game, language: str) -> Iterator[tuple[Diagram, TableView, str]]:
    """All pictures, each with what the learner sees there and the choice that is asked for."""
    wanted = {each.step for each in diagrams(game)}
    views: dict[str, tuple[TableView, str]] = {}
    show: Show | None = None
    for step in lesson.steps(game):
        if step.start is not None:
            show = Show(step.start.position(game), LEARNER, language)
        assert show is not None  # the first step starts a game
        view = show.begin(lesson.lead(show.position, step.events))
        if step.id in wanted:
            views[step.id] = view, step.choice
        show.begin([show.position.play(step.choice), *lesson.lead(show.position, step.draws)])
    for each in diagrams(game):
        yield each, *views[each.step]
