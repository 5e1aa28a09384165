"""The standings of a tournament: points are shares of the win. Pure.

Equal points are decided by the mean points of the opponents, then by games won alone; then the place is shared.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cabotage.server.clubs.pairing import Player, Round

DIGITS = 6  # of points: thirds must compare as equal


@dataclass(frozen=True)
class Standing:
    player: Player
    place: int
    points: float
    opponents: float  # the mean of the points of those met
    won: int
    played: int
    byes: int


def standings(
    players: Sequence[Player],
    rounds: Sequence[Round],
    shares: Mapping[tuple[int, int], Mapping[Player, float]],
    bye: float,
) -> list[Standing]:
    """The best first. `shares` are those of finished tables, by round and table; a bye counts as a fair share."""
    points = dict.fromkeys(players, 0.0)
    won, played, byes = (dict.fromkeys(players, 0) for _ in range(3))
    met: dict[Player, list[Player]] = {player: [] for player in players}
    for index, one in enumerate(rounds):
        for player in one.byes:
            points[player] += bye
            byes[player] += 1
        for at, table in enumerate(one.tables):
            if (result := shares.get((index, at))) is None:
                continue
            people = [player for player in table if player is not None]
            for player in people:
                points[player] += result.get(player, 0.0)
                won[player] += result.get(player, 0.0) == 1.0
                played[player] += 1
                met[player] += [other for other in people if other != player]
    points = {player: round(points[player], DIGITS) for player in players}
    strength = {player: _mean([points[other] for other in met[player]]) for player in players}
    keys = {player: (-points[player], -strength[player], -won[player]) for player in players}
    ordered = sorted(players, key=lambda player: keys[player])
    ranks = sorted(keys.values())
    return [
        Standing(
            player,
            1 + ranks.index(keys[player]),
            points[player],
            strength[player],
            won[player],
            played[player],
            byes[player],
        )
        for player in ordered
    ]


def _mean(values: Sequence[float]) -> float:
    return round(sum(values) / len(values), DIGITS) if values else 0.0
