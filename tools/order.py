"""What the seats win in the order of play, in thousands of games among greedy bots played out by compiled code."""

from __future__ import annotations

from statistics import fmean
from typing import Any

import cabotage
from cabotage.arena.interval import of_mean
from cabotage.bots.values import Values
from cabotage.core.contract import TO_THE_END, Playouts

SEATS = 3
STARTS, TRIES = 300, 20


def order(game: str) -> dict[str, Any]:
    """The figures of one game. An observation for the intervals is the mean of all games from one start."""
    box = cabotage.load(game, seats=SEATS)
    values = Values(box, Playouts(TRIES, TO_THE_END))
    shares = []
    for seed in range(STARTS):
        position = box.start(seed)
        first = int(position["turn"])  # some games draw who begins
        by_seat = values.of(position.states, seed).tolist()
        shares.append([*by_seat[first:], *by_seat[:first]])
    return {
        "game": game,
        "line_up": ["greedy"] * SEATS,
        "games": STARTS * TRIES,
        "seats": [_figures(seat) for seat in zip(*shares, strict=True)],
    }


def _figures(shares: tuple[float, ...]) -> dict[str, Any]:
    low, high = of_mean(shares, 1.0) or (0.0, 1.0)
    rounded = [round(SEATS * share, 4) for share in (fmean(shares), low, high)]
    return {"relative": rounded[0], "relative_interval": rounded[1:]}
