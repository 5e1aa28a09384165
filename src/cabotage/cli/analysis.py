"""`cabotage replay --analyse`: what each choice of a finished game did to the chances of whoever made it."""

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
    from cabotage.core.game import Game
    from cabotage.core.message import Message
    from cabotage.core.position import Event
    from cabotage.core.record import Record
    from cabotage.core.words import Words

MOST_COSTLY = 3


@dataclass(frozen=True)
class Step:
    """One choice among several, by what its own seat knew then."""

    at: int  # the event, counted from 1 as in the story
    seat: int
    before: Chance  # if the best is chosen
    after: Chance  # before anything is drawn
    chosen: Message
    advised: Message

    @property
    def lost(self) -> float:
        return self.before.value - self.after.value

    @property
    def is_certain(self) -> bool:
        """Whether it is more than the noise of two searches."""
        return self.after.high < self.before.low


def analyse(record: Record, game: Game, seat: int | None, until: int, budget: Budget) -> Iterator[Step]:
    """Each choice of this seat, or of all, up to that event; what could not be chosen otherwise is left out."""
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
    chosen, advised = (
        describe(box, box.visibility.glance(view), number)["text"]
        for number in (event.number, before.choices[0].number)
    )
    best, got = before.chances[actor], after.chances[actor]
    if got.value > best.value:  # nobody gains by choosing: the first search had not looked at this choice well enough
        best, advised = got, chosen
    return Step(at, actor, best, got, chosen, advised)


def step_line(step: Step, digits: int, game_words: Words, words: Words) -> str:
    """Who chose what, the chances before and after, and what the search would have chosen instead."""
    values = {
        "who": game_words.names(step.seat),
        "chosen": game_words.say(step.chosen["key"], **step.chosen.get("values", {})),
        "before": percent(step.before.value, words),
        "after": percent(step.after.value, words),
    }
    line = words.say("analysis.step", **values)
    if step.advised != step.chosen and values["before"] != values["after"]:
        advised = game_words.say(step.advised["key"], **step.advised.get("values", {}))
        line += words.say("analysis.instead", advised=advised)
    return f"{step.at:>{digits}}  {line[:1].upper()}{line[1:]}"


def most_costly(steps: Sequence[Step]) -> list[Step]:
    """The largest losses that are no noise, largest first."""
    certain = [step for step in steps if step.is_certain]
    return sorted(certain, key=lambda step: (-step.lost, step.at))[:MOST_COSTLY]
