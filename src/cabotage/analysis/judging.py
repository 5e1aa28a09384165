"""Judges the events of a finished game, each on its own: in any order, thread or process."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from threading import local
from typing import TYPE_CHECKING

import numpy as np

from cabotage.analysis.decision import Decision, judge
from cabotage.analysis.effort import Effort
from cabotage.analysis.errors import AnalysisError
from cabotage.analysis.valuing import values_of
from cabotage.analysis.verdict import limits_of
from cabotage.bots.values import Draw, Values
from cabotage.core.contract import CHANCE, HIDDEN, State
from cabotage.games import find

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cabotage.core.box import Box
    from cabotage.core.record import Record


@dataclass(frozen=True)
class Step:
    """One event of a record."""

    at: int  # number of the event, from 0
    before: State
    actor: int
    number: int


@dataclass(frozen=True)
class Judged:
    """What was found out about one event. It can be pickled."""

    at: int
    draw: Draw | None  # of a draw
    decision: Decision | None  # of a choice, if there was time to judge it
    chances: NDArray[np.float64]  # before a choice, with all cards open
    known: NDArray[np.float64]  # before the event: each seat's own chances, as far as it can know; NaN: as chances
    draw_error: NDArray[np.float64]  # the standard error of a draw's luck, estimated from its two halves


def steps_of(record: Record) -> tuple[Step, ...]:
    """The events of a finished game.

    Raises AnalysisError if the game was not played to its end, and RecordError if the record is invalid.
    """
    if record.result is None:
        raise AnalysisError("analysis.agreed" if record.is_agreed else "analysis.running")
    return tuple(
        Step(at, event.before, event.actor, event.number)
        for at, (_, event) in enumerate(record.steps(find(record.game)), -1)
        if event is not None
    )


class Judge:
    """Judges the events of one record. The same effort and seed give the same result, wherever it is found."""

    def __init__(self, record: Record, seed: int = 0) -> None:
        self.record = record
        self.box: Box = record.open(find(record.game))
        self.steps: Sequence[Step] = steps_of(record)
        self._seed = seed
        self._own = local()  # Values have room for one thread

    def judge(self, at: int, effort: Effort) -> Judged:
        """Judge one event."""
        step, seed = self.steps[at], self._seed * 1_000_003 + at * 8
        nothing = np.zeros(self.box.seats)
        known = self._known(step, effort, seed + 4)
        if step.actor == CHANCE:
            draw, error = self._draw(step, effort, seed)
            return Judged(at, draw, None, nothing, known, error)
        decision = judge(self.box, step.before, at, step.actor, step.number, effort, seed) if effort.samples else None
        chances = self._values(effort.playouts).of(step.before, seed + 3)
        return Judged(at, None, decision, chances, known, nothing)

    def some(self, events: Iterable[int], effort: Effort, seconds: float) -> list[Judged]:
        """Judge these events one after the other, at least one, until the time is over: a piece of a longer work."""
        end = time.monotonic() + seconds
        found = []
        for at in events:
            found.append(self.judge(at, effort))
            if time.monotonic() >= end:
                break
        return found

    def warm(self) -> None:
        """Compile what judging needs, so that it does not count as time of the first event."""
        least = Effort(2, 2, 2)
        for is_chance in (True, False):
            first = next((step.at for step in self.steps if (step.actor == CHANCE) is is_chance), None)
            if first is not None:
                self.judge(first, least)

    def _draw(self, step: Step, effort: Effort, seed: int) -> tuple[Draw, NDArray[np.float64]]:
        """Value a draw twice with half the playouts: the difference tells how exact the mean is."""
        values = self._values(max(1, effort.playouts // 2))
        one, two = (values.draw(step.before, step.number, seed + half) for half in (0, 1))
        error = np.abs(one.luck - two.luck) / 2
        return Draw((one.expected + two.expected) / 2, (one.drawn + two.drawn) / 2, one.probability), error

    def _values(self, playouts: int) -> Values:
        kept: dict[int, Values] = self._own.__dict__.setdefault("values", {})
        if playouts not in kept:
            kept[playouts] = values_of(self.box, playouts, self.box.game.judge.SEARCH.luck.horizon)
        return kept[playouts]

    def _known(self, step: Step, effort: Effort, seed: int) -> NDArray[np.float64]:
        known = np.full(self.box.seats, np.nan)
        for seat in range(self.box.seats):
            view = self.box.visibility.view(step.before, seat)
            if any((view[name] == HIDDEN).any() for name in view.dtype.names or ()):
                known[seat] = self._values(effort.playouts).seen(view, seat, seed)[seat]
        return known


def refinement(judged: Sequence[Judged], game: str) -> list[int]:
    """The events that deserve another, more thorough look, the most needed first.

    First come decisions that may be worse than their verdict, because noise leaves it open, then what changes most.
    """
    limits = limits_of(game)

    def need(found: Judged) -> tuple[bool, float]:
        if found.decision is not None:
            decision = found.decision
            worst = limits.of(decision.cost + decision.noise)
            return worst is not decision.verdict, decision.cost + decision.noise
        return False, 0.0 if found.draw is None else float(np.abs(found.draw.luck).max())

    return [found.at for found in sorted(judged, key=need, reverse=True)]
