"""`cabotage replay --analyse`: how each choice of a finished game changed the chances of its player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cabotage.bots.evaluation import Chance, evaluate
from cabotage.cli.hint import percent
from cabotage.core.contract import CHANCE
from cabotage.core.position import Position

if TYPE_CHECKING:
    from cabotage.bots.search import Budget
    from cabotage.core.event import Event
    from cabotage.core.game import Game
    from cabotage.core.message import Message
    from cabotage.core.record import Record
    from cabotage.core.words import Words

MOST_COSTLY = 3


@dataclass(frozen=True)
class Step:
    """One choice, evaluated from what its seat knew then."""

    at: int  # number of the event, from 1 as in the story
    seat: int
    before: Chance  # with the best choice
    after: Chance  # with this choice, before any draw
    chosen: Message
    best: Message

    @property
    def lost(self) -> float:
        return self.before.value - self.after.value

    @property
    def is_certain(self) -> bool:
        """Whether the loss exceeds the noise of two searches."""
        return self.after.high < self.before.low


def analyse(record: Record, game: Game, seat: int | None, until: int, budget: Budget) -> Iterator[Step]:
    """Each choice of this seat, or of all, up to that event; choices without an alternative are left out."""
    for at, (position, event) in enumerate(record.steps(game)):
        if event is None or event.actor == CHANCE or at > until or seat not in (None, event.actor):
            continue
        if len(Position(event.box, event.before, position.dice).legal) > 1:
            yield _step(event, position, at, budget)


def _step(event: Event, position: Position, at: int, budget: Budget) -> Step:
    box, actor = event.box, event.actor
    view = box.visibility.view(event.before, actor)
    before = evaluate(box, view, actor, budget, at)
    after = evaluate(box, position.view(actor), actor, budget, at)
    describe = box.game.scene.choice
    chosen, best = (
        describe(box, box.visibility.glance(view), number)["text"]
        for number in (event.number, before.choices[0].number)
    )
    expected, reached = before.chances[actor], after.chances[actor]
    if reached.value > expected.value:  # no choice beats the best: the first search tried this one too little
        expected, best = reached, chosen
    return Step(at, actor, expected, reached, chosen, best)


def step_line(step: Step, digits: int, game_words: Words, words: Words) -> str:
    """Who chose what, the chances before and after, and the choice of the search."""
    values = {
        "who": game_words.names(step.seat),
        "chosen": game_words.text(step.chosen),
        "before": percent(step.before.value, words),
        "after": percent(step.after.value, words),
    }
    line = words.say("analysis.step", **values)
    if step.best != step.chosen and values["before"] != values["after"]:
        best = game_words.text(step.best)
        line += words.say("analysis.instead", advised=best)
    return f"{step.at:>{digits}}  {line[:1].upper()}{line[1:]}"


def most_costly(steps: Sequence[Step]) -> list[Step]:
    """The largest significant losses, largest first."""
    certain = [step for step in steps if step.is_certain]
    return sorted(certain, key=lambda step: (-step.lost, step.at))[:MOST_COSTLY]
