"""How a finished game came to its result: start + luck + skill + gifts = result, exactly, for every seat.

- The **start** is what a seat could expect before the first draw.
- **Luck** is the value after each draw less the mean over all outcomes by their exact odds. It also has what hidden
  cards made of a choice, for better or worse, beyond what its seat could know; and the noise of our estimates.
- **Skill** is the value of each choice less that of the best one, from what its seat knew.
- **Gifts** are what the errors of others brought a seat, or cost it.

All is counted in millionths of a win, in whole numbers, so that sums are exact.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from threading import local
from typing import TYPE_CHECKING, Any

import numpy as np

from cabotage.analysis.decision import Decision, Verdict, judge
from cabotage.analysis.effort import Effort
from cabotage.analysis.errors import AnalysisError
from cabotage.bots.values import Draw, Values
from cabotage.core.contract import CHANCE, HIDDEN, WIN, Playouts, State
from cabotage.games import find

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cabotage.core.box import Box
    from cabotage.core.record import Record

WHOLE = 1_000_000  # a win
Shares = tuple[int, ...]  # of each seat, in millionths
Progress = Callable[[int, int], None]  # events done, events in all


@dataclass(frozen=True)
class Account:
    """How one seat came to its result, in millionths of a win."""

    seat: int
    start: int
    luck: int
    skill: int
    gifts: int
    result: int
    errors: dict[str, int]  # how many inaccuracies, mistakes and blunders
    noise: int  # half the 95 % interval of the skill


@dataclass(frozen=True)
class Moment:
    """Chances after an event: with all cards open, and what each seat could know of its own."""

    seq: int  # events so far
    chances: Shares
    known: Shares


@dataclass(frozen=True)
class Analysis:
    """The analysis of one game."""

    record: Record
    effort: Effort
    accounts: tuple[Account, ...]
    moments: tuple[Moment, ...]
    decisions: tuple[Decision, ...] = field(repr=False)

    @property
    def errors(self) -> list[Decision]:
        """Choices that cost more than noise could explain, the most costly first."""
        errors = [decision for decision in self.decisions if decision.verdict is not Verdict.GOOD]
        return sorted(errors, key=lambda decision: (-decision.cost, decision.at))

    def json(self) -> dict[str, Any]:
        """All of it as plain JSON, in shares of a win."""
        return {
            "seats": [
                {
                    "seat": account.seat,
                    **{name: getattr(account, name) / WHOLE for name in ("start", "luck", "skill", "gifts", "result")},
                    "errors": account.errors,
                    "noise": account.noise / WHOLE,
                }
                for account in self.accounts
            ],
            "moments": [
                {
                    "seq": moment.seq,
                    "chances": [share / WHOLE for share in moment.chances],
                    "known": [share / WHOLE for share in moment.known],
                }
                for moment in self.moments
            ],
            "decisions": [
                {
                    "seq": decision.at,
                    "seat": decision.seat,
                    "chosen": decision.chosen,
                    "best": decision.best,
                    "cost": round(decision.cost, 6),
                    "noise": round(decision.noise, 6),
                    "verdict": decision.verdict,
                }
                for decision in self.decisions
            ],
            "effort": {"playouts": self.effort.playouts, "iterations": self.effort.iterations},
        }


@dataclass(frozen=True)
class _Step:
    """One event of the record."""

    at: int
    before: State
    actor: int
    number: int


@dataclass(frozen=True)
class _Judged:
    """What was found out about one event."""

    draw: Draw | None  # of a draw
    decision: Decision | None  # of a choice
    chances: NDArray[np.float64]  # before a choice, with all cards open
    known: NDArray[np.float64]  # before the event: each seat's own chances, as far as it can know; NaN: as chances


def analyse(
    record: Record, effort: Effort | None = None, threads: int = 1, seed: int = 0, progress: Progress | None = None
) -> Analysis:
    """Analyse a finished game. The same effort and seed give the same analysis, whatever the number of threads.

    Raises AnalysisError if the game is not over, and RecordError if the record is invalid.
    """
    effort = effort or Effort()
    if record.result is None:
        raise AnalysisError("analysis.running")
    steps, box = _steps(record)
    workers = _Workers(box, effort, seed)
    judged: list[_Judged] = []
    with ThreadPoolExecutor(threads) as pool:
        for found in pool.map(workers.judge, steps):
            judged.append(found)
            if progress is not None:
                progress(len(judged), len(steps))
    return _account(record, effort, steps, judged, np.array(box.shares(_after(box, steps[-1]))) / WIN)


def within(
    record: Record, seconds: float, threads: int = 1, seed: int = 0, progress: Progress | None = None
) -> Analysis:
    """A quick analysis, then one as thorough as the rest of the time allows."""
    began = time.monotonic()
    quick = analyse(record, Effort(), threads, seed)
    spent = max(0.05, time.monotonic() - began)
    factor = (seconds - spent) / spent
    return quick if factor < 2 else analyse(record, Effort().times(factor), threads, seed, progress)


def _steps(record: Record) -> tuple[list[_Step], Box]:
    game = find(record.game)
    steps = [
        _Step(at, event.before, event.actor, event.number)
        for at, (_, event) in enumerate(record.steps(game), -1)
        if event is not None
    ]
    return steps, record.open(game)


def _after(box: Box, step: _Step) -> State:
    state = State(step.before.copy())
    box.game.rules.apply(box.constants, state, 0, step.number)
    return state


class _Workers:
    """Judges events, in any thread."""

    def __init__(self, box: Box, effort: Effort, seed: int) -> None:
        self._box, self._effort, self._seed = box, effort, seed
        horizon = box.game.judge.SEARCH.luck.horizon
        self._values = partial(Values, box, Playouts(effort.playouts, horizon))
        self._own = local()  # Values have room for one thread

    @property
    def values(self) -> Values:
        if not hasattr(self._own, "values"):
            self._own.values = self._values()
        values: Values = self._own.values
        return values

    def judge(self, step: _Step) -> _Judged:
        seed = self._seed * 1_000_003 + step.at * 8
        known = self._known(step, seed + 4)
        if step.actor == CHANCE:
            return _Judged(self.values.draw(step.before, step.number, seed), None, np.zeros(self._box.seats), known)
        decision = judge(self._box, step.before, step.at, step.actor, step.number, self._effort.iterations, seed)
        return _Judged(None, decision, self.values.of(step.before, seed + 3), known)

    def _known(self, step: _Step, seed: int) -> NDArray[np.float64]:
        known = np.full(self._box.seats, np.nan)
        for seat in range(self._box.seats):
            view = self._box.visibility.view(step.before, seat)
            if any((view[name] == HIDDEN).any() for name in view.dtype.names or ()):
                known[seat] = self.values.seen(view, seat, seed)[seat]
        return known


def _account(
    record: Record,
    effort: Effort,
    steps: Sequence[_Step],
    judged: Sequence[_Judged],
    result: NDArray[np.float64],
) -> Analysis:
    """Add everything up, from the last event to the first: the value before a draw is the mean over its outcomes."""
    seats = len(result)
    luck, skill, gifts = (np.zeros(seats, np.int64) for _ in range(3))
    variance = np.zeros(seats)
    after = _counted(result)
    moments = [Moment(len(steps), _shares(after), _shares(after))]
    for step, found in zip(reversed(steps), reversed(judged), strict=True):
        if found.draw is not None:
            draw = found.draw
            is_reveal = draw.probability == 1.0
            # The drawn outcome has been valued better meanwhile: by what follows it.
            expected = draw.expected + draw.probability * (after / WHOLE - draw.drawn)
            before = after if is_reveal else _counted(expected)
            luck += after - before
        else:
            assert found.decision is not None
            decision = found.decision
            before = _counted(found.chances)
            effect = _counted(decision.effect)
            own = np.arange(seats) == decision.seat
            skill += np.where(own, effect, 0)
            gifts += np.where(own, 0, effect)
            luck += after - before - effect
            variance[decision.seat] += decision.noise**2
        known = np.where(np.isnan(found.known), before, _counted(np.nan_to_num(found.known)))
        moments.append(Moment(step.at, _shares(before), _shares(known)))
        after = before
    decisions = tuple(found.decision for found in judged if found.decision is not None)
    accounts = tuple(
        Account(
            seat, int(after[seat]), int(luck[seat]), int(skill[seat]), int(gifts[seat]), int(_counted(result)[seat]),
            _errors(decisions, seat), round(WHOLE * float(np.sqrt(variance[seat]))),
        )
        for seat in range(seats)
    )  # fmt: skip
    return Analysis(record, effort, accounts, tuple(reversed(moments)), decisions)


def _errors(decisions: Sequence[Decision], seat: int) -> dict[str, int]:
    verdicts = [decision.verdict for decision in decisions if decision.seat == seat]
    return {str(each): verdicts.count(each) for each in (Verdict.INACCURACY, Verdict.MISTAKE, Verdict.BLUNDER)}


def _counted(shares: NDArray[np.float64]) -> NDArray[np.int64]:
    """Shares in millionths of a win."""
    return np.rint(shares * WHOLE).astype(np.int64)


def _shares(counted: NDArray[np.int64]) -> Shares:
    return tuple(int(share) for share in counted)
