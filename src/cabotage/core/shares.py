"""Standings become shares of the win, compiled: exact ones at the end of a game, expected ones for estimates."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING

import numpy as np

from cabotage.core.compiling import compiled
from cabotage.core.contract import WIN

if TYPE_CHECKING:
    from cabotage.core.contract import Numbers

FARTHEST_BEHIND = 1000
# Odds of a seat that many hundredths behind the best, in 2**20ths: integers, so that uncompiled rules agree.
ODDS = np.array([int(2**20 * exp(-behind / 100)) for behind in range(FARTHEST_BEHIND + 1)], np.int64)


@compiled
def share_win(out: Numbers, seats: int, teams: int) -> None:
    """Turn what `standings` wrote and returned at the end of a game into shares of WIN, in place."""
    best, winners = int(out[0]), 0
    for team in range(teams):
        best = max(best, int(out[team]))
    for team in range(teams):
        winners += 1 if out[team] == best else 0
    share = WIN * best if teams == 1 else WIN // winners
    for seat in range(seats):
        out[seat] = share if out[seat] == best else 0


@compiled
def share_out(out: Numbers, seats: int) -> None:
    """Turn estimated standings into expected shares of WIN, in place: 100 more means 2.7 times the odds (logistic).

    The first of the best seats gets what rounding down leaves over, so the shares add up to WIN.
    """
    leader = 0
    for seat in range(1, seats):
        if out[seat] > out[leader]:
            leader = seat
    best = out[leader]
    total = 0
    for seat in range(seats):
        total += ODDS[min(best - out[seat], FARTHEST_BEHIND)]
    left = WIN
    for seat in range(seats):
        out[seat] = WIN * ODDS[min(best - out[seat], FARTHEST_BEHIND)] // total
        left -= out[seat]
    out[leader] += left
