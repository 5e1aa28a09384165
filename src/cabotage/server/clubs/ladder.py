"""The ladder of a club: ratings by openskill from finished games. Pure, so it can be computed again at any time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cabotage.arena.rating import Rating

if TYPE_CHECKING:
    from cabotage.server.clubs.outcome import Outcome, SeatOutcome

LEAST_SIDES = 2
Key = tuple[int | None, str | None]  # a member, or the rank of a bot


@dataclass(frozen=True)
class Step:
    """One line of the ladder."""

    number: int | None
    rank: str | None
    rating: Rating
    played: int
    won: float

    @property
    def least(self) -> float:
        """The rating that is at least likely: by it the ladder is sorted, so that few games do not lead it."""
        return self.rating.interval[0]


def ladder(outcomes: Sequence[Outcome], has_bots: bool) -> list[Step]:
    """Everybody who has played, the best first. Games in which all win or lose together do not count."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    initial = model.rating()
    known: dict[Key, Rating] = {}
    played: Counter[Key] = Counter()
    won: dict[Key, float] = {}
    for one in sorted(outcomes, key=lambda each: each["ended_ms"]):
        sides = _sides(one, has_bots)
        if len(sides) < LEAST_SIDES:
            continue
        before = [[known.get(_key(seat), Rating(initial.mu, initial.sigma)) for seat in side] for side in sides]
        teams = [[model.rating(rating.mu, rating.sigma) for rating in side] for side in before]
        after = model.rate(teams, ranks=[float(side[0]["place"]) for side in sides])
        for side, ratings in zip(sides, after, strict=True):
            for seat, rating in zip(side, ratings, strict=True):
                key = _key(seat)
                known[key] = Rating(rating.mu, rating.sigma)
                played[key] += 1
                won[key] = won.get(key, 0.0) + seat["share"]
    steps = [Step(number, rank, known[number, rank], played[number, rank], won[number, rank]) for number, rank in known]
    return sorted(steps, key=lambda step: (-step.least, step.number or 0, step.rank or ""))


def _sides(outcome: Outcome, has_bots: bool) -> list[list[SeatOutcome]]:
    """The seats that count, by team; a person twice at one table does not."""
    if outcome["is_cooperative"]:
        return []
    seats = [seat for seat in outcome["seats"] if _counts(seat, has_bots)]
    people = Counter(_key(seat) for seat in seats if seat["number"] is not None)
    if any(count > 1 for count in people.values()) or not people:
        return []
    teams: dict[int, list[SeatOutcome]] = {}
    for seat in seats:
        teams.setdefault(seat["team"], []).append(seat)
    return list(teams.values())


def _counts(seat: SeatOutcome, has_bots: bool) -> bool:
    is_person = seat["number"] is not None and seat["rank"] is None
    return is_person or (has_bots and seat["number"] is None and seat["rank"] is not None)


def _key(seat: SeatOutcome) -> Key:
    return seat["number"], seat["rank"]
