"""How a finished game came to its result: start + luck + skill + gifts = result, exactly, for every seat.

- The **start** is what a seat could expect before the first draw.
- **Luck** has two parts. **Draws**: the value of each outcome less the mean over all outcomes by their exact odds;
  its mean is zero, however good or bad the values are. The **rest**: what hidden cards made of a choice, and what
  happened otherwise than the values assume, which play on by a simple policy. A strong player has more of it.
- **Skill** is the value of each choice less that of the best one, from what its seat knew.
- **Gifts** are what the errors of others brought a seat, or cost it.

All is counted in millionths of a win, in whole numbers, so that sums are exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from cabotage.analysis.decision import ERRORS, Decision
from cabotage.analysis.verdict import Verdict
from cabotage.bots.bounds import SURE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cabotage.analysis.effort import Effort
    from cabotage.analysis.judging import Judged
    from cabotage.core.record import Record

WHOLE = 1_000_000  # a win
Shares = tuple[int, ...]  # of each seat, in millionths


@dataclass(frozen=True)
class Account:
    """How one seat came to its result, in millionths of a win."""

    seat: int
    start: int
    draws: int
    rest: int
    skill: int
    gifts: int
    result: int
    errors: dict[str, int]  # how many inaccuracies, mistakes and blunders
    noise: int  # half the 95 % interval of the skill
    draws_noise: int  # likewise of the draws

    @property
    def luck(self) -> int:
        """The draws and the rest."""
        return self.draws + self.rest

    @property
    def adjusted(self) -> int:
        """The result without the luck of the draws, which is zero on average: it may be below 0 or above a win."""
        return self.result - self.draws


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

    def json(self) -> dict[str, Any]:
        """All of it as plain JSON; `stored.read` reads it back."""
        from cabotage.analysis.stored import write

        return write(self)

    @property
    def errors(self) -> list[Decision]:
        """Choices that cost more than noise could explain, the most costly first."""
        errors = [decision for decision in self.decisions if decision.verdict is not Verdict.GOOD]
        return sorted(errors, key=lambda decision: (-decision.cost, decision.at))


def add_up(record: Record, effort: Effort, judged: Sequence[Judged]) -> Analysis:
    """Add everything up, from the last event to the first: the value before a draw is the mean over its outcomes."""
    assert record.result is not None
    result = _counted(np.array([_share(text) for text in record.result]))
    seats = len(result)
    draws, rest, skill, gifts = (np.zeros(seats, np.int64) for _ in range(4))
    skill_variance, draws_variance = np.zeros(seats), np.zeros(seats)
    after = result
    moments = [Moment(len(judged), _shares(after), _shares(after))]
    for found in reversed(judged):
        if found.draw is not None:
            draw = found.draw
            # The drawn outcome has been valued better meanwhile: by what follows it.
            expected = draw.expected + draw.probability * (after / WHOLE - draw.drawn)
            before = after if draw.probability == 1.0 else _counted(expected)
            luck = _counted(draw.luck)
            draws += luck
            rest += after - before - luck
            draws_variance += found.draw_error**2
        elif found.decision is None:
            before = _counted(found.chances)
            rest += after - before
        else:
            decision = found.decision
            before, effect = _counted(found.chances), _counted(decision.effect)
            own = np.arange(seats) == decision.seat
            skill += np.where(own, effect, 0)
            gifts += np.where(own, 0, effect)
            rest += after - before - effect
            skill_variance[decision.seat] += (decision.noise / ERRORS) ** 2
        known = np.where(np.isnan(found.known), before, _counted(np.nan_to_num(found.known)))
        moments.append(Moment(found.at, _shares(before), _shares(known)))
        after = before
    decisions = tuple(found.decision for found in judged if found.decision is not None)
    accounts = tuple(
        Account(
            seat,
            int(after[seat]),
            int(draws[seat]),
            int(rest[seat]),
            int(skill[seat]),
            int(gifts[seat]),
            int(result[seat]),
            _errors(decisions, seat),
            _interval(skill_variance[seat]),
            _interval(draws_variance[seat]),
        )
        for seat in range(seats)
    )
    return Analysis(record, effort, accounts, tuple(reversed(moments)), decisions)


def _share(text: str) -> float:
    """A share of the win as records write it, such as 1/2."""
    above, _, below = text.partition("/")
    return int(above) / int(below or 1)


def _interval(variance: float) -> int:
    return round(WHOLE * SURE * float(np.sqrt(variance)))


def _errors(decisions: Sequence[Decision], seat: int) -> dict[str, int]:
    verdicts = [decision.verdict for decision in decisions if decision.seat == seat]
    return {str(each): verdicts.count(each) for each in (Verdict.INACCURACY, Verdict.MISTAKE, Verdict.BLUNDER)}


def _counted(shares: NDArray[np.float64]) -> NDArray[np.int64]:
    """Shares in millionths of a win."""
    return np.rint(shares * WHOLE).astype(np.int64)


def _shares(counted: NDArray[np.int64]) -> Shares:
    return tuple(int(share) for share in counted)
