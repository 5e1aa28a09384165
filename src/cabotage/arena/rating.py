"""Ratings of bots from the places they took, by openskill's Plackett-Luce model for any number of players."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cabotage.arena.result import GameResult

_Z = 1.959964


@dataclass(frozen=True)
class Rating:
    """Everybody begins at 25; of two bots 5 apart the better one is ahead in about two games of three."""

    mu: float
    sigma: float

    @property
    def interval(self) -> tuple[float, float]:
        """95 %, by the model's own uncertainty."""
        return self.mu - _Z * self.sigma, self.mu + _Z * self.sigma


def rate(games: Iterable[GameResult], teams: Sequence[int]) -> dict[str, Rating]:
    """The rating of every bot after these games, in this order.

    Bots do not learn, so nothing is added to the uncertainty from game to game (tau = 0). A bot that holds several
    seats moves by the mean of what happens to its seats.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0.0)
    known: dict[str, Rating] = {}
    beginner = model.rating()
    members = [[seat for seat, team in enumerate(teams) if team == one] for one in dict.fromkeys(teams)]
    for game in games:
        before = [known.get(bot, Rating(beginner.mu, beginner.sigma)) for bot in game.seating]
        sides = [[model.rating(before[seat].mu, before[seat].sigma) for seat in seats] for seats in members]
        after = model.rate(sides, ranks=[float(game.places[seats[0]]) for seats in members])
        moved: dict[str, list[tuple[float, float]]] = {}
        for seats, side in zip(members, after, strict=True):
            for seat, rating in zip(seats, side, strict=True):
                moved.setdefault(game.seating[seat], []).append((rating.mu, rating.sigma))
        for bot, ratings in moved.items():
            known[bot] = Rating(fmean(mu for mu, _ in ratings), fmean(sigma for _, sigma in ratings))
    return known
