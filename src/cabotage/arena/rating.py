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
    """All bots start at 25. Of two bots 5 apart, the better one is ahead in about two games of three."""

    mu: float
    sigma: float

    @property
    def interval(self) -> tuple[float, float]:
        """95 %, by the model's uncertainty."""
        return self.mu - _Z * self.sigma, self.mu + _Z * self.sigma


def rate(games: Iterable[GameResult], teams: Sequence[int]) -> dict[str, Rating]:
    """The rating of every bot after these games, in this order.

    Bots do not learn, so the uncertainty does not grow from game to game (tau = 0). The rating of a bot with several
    seats changes by the mean over its seats.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0.0)
    known: dict[str, Rating] = {}
    initial = model.rating()
    members = [[seat for seat, team in enumerate(teams) if team == one] for one in dict.fromkeys(teams)]
    for game in games:
        before = [known.get(bot, Rating(initial.mu, initial.sigma)) for bot in game.seating]
        sides = [[model.rating(before[seat].mu, before[seat].sigma) for seat in seats] for seats in members]
        after = model.rate(sides, ranks=[float(game.places[seats[0]]) for seats in members])
        moved: dict[str, list[tuple[float, float]]] = {}
        for seats, side in zip(members, after, strict=True):
            for seat, rating in zip(seats, side, strict=True):
                moved.setdefault(game.seating[seat], []).append((rating.mu, rating.sigma))
        for bot, ratings in moved.items():
            known[bot] = Rating(fmean(mu for mu, _ in ratings), fmean(sigma for _, sigma in ratings))
    return known
