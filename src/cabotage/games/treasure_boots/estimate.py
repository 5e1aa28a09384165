"""Who is likely to win Captain Treasure Boots, compiled: every seat's expected share, from what can be counted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cabotage.core.compiling import compiled, inlined
from cabotage.core.contract import WIN
from cabotage.core.shares import share_out, share_win
from cabotage.games.treasure_boots.actions import Token
from cabotage.games.treasure_boots.goods import hold_worth, pearls
from cabotage.games.treasure_boots.ranking import standings
from cabotage.games.treasure_boots.reach import points_of
from cabotage.games.treasure_boots.state import NOWHERE, Phase

if TYPE_CHECKING:
    from cabotage.core.contract import Numbers, Records

FARTHEST, FASTEST = 64, 32  # distances and speeds beyond count as these
# How many moves it takes, by distance and speed.
MOVES = np.array([[-(-far // max(1, speed)) for speed in range(FASTEST)] for far in range(FARTHEST)], np.int32)

# Weights of the estimate, fitted to how 500 games of two, three and five greedy players ended.
HOLD, MISSING, LATER, HOMECOMING = 11, 28, 47, 234
SAIL, GUN, RUM, GOLD, PEARL = 28, 19, 39, 13, 15
# What a leader's share is short of WIN at least, before the end and for each step to it.
NOT_OVER, PER_STEP = 10, 2
STEPS_HOME, MOST_STEPS = 6, 40


@compiled
def estimate(box: Records, states: Records, i: int, out: Numbers) -> None:
    """By points, holds, what protects them and whose turn is near."""
    s, b = states[i], box[0]
    if s.phase == Phase.OVER:
        share_win(out, int(b.seats), standings(box, states, i, out))
        return
    for seat in range(b.seats):
        worth = hold_worth(b, s, seat)
        standing = HOLD * worth - MISSING * missing(b, s, seat)
        standing += SAIL * int(s.hold[seat, Token.SAILS]) + GUN * int(s.hold[seat, Token.GUNS])
        standing += RUM * int(s.hold[seat, Token.RUM]) + GOLD * int(s.hold[seat, Token.GOLD]) + PEARL * pearls(s, seat)
        standing -= LATER * ((seat - int(s.turn) + int(b.seats)) % int(b.seats)) // int(b.seats)
        if worth >= missing(b, s, seat):
            standing += HOMECOMING // (1 + moves_home(b, s, seat))
        out[seat] = standing
    share_out(out, int(b.seats))
    _leave_doubt(b, s, out)


@compiled
def _leave_doubt(b: Any, s: Any, out: Numbers) -> None:
    """Limit the leader's share by how much they still have to do, in favour of the others.

    A great lead would look like a win wherever their ship sails, and their bot would not bring the treasure home.
    """
    seats, leader = int(b.seats), 0
    for seat in range(1, seats):
        if out[seat] > out[leader]:
            leader = seat
    excess = int(out[leader]) - (WIN - NOT_OVER - PER_STEP * _steps(b, s, leader))
    if excess > 0:
        out[leader] -= excess
        for k in range(1, seats):
            out[(leader + k) % seats] += (excess + k - 1) // (seats - 1)  # rounded so that they add up


@compiled
def _steps(b: Any, s: Any, seat: int) -> int:
    """About how much this seat still has to do to win: points to find, then moves to a port."""
    to_find = missing(b, s, seat) - hold_worth(b, s, seat)
    if to_find > 0:
        return min(STEPS_HOME + to_find, MOST_STEPS)
    return min(moves_home(b, s, seat), STEPS_HOME)


@compiled
def moves_home(b: Any, s: Any, seat: int) -> int:
    """About how many moves it is to the nearest port."""
    if s.at[seat] == NOWHERE:
        return 0
    nearest = FARTHEST
    for port in range(b.ports):
        nearest = min(nearest, moves_between(b, int(s.at[seat]), int(b.port_square[port]), points_of(s, seat)))
    is_on_island = b.island_at[s.at[seat]] != NOWHERE
    return max(nearest, 2) if b.strict and is_on_island else nearest  # TRB-42: the first move ends at sea


@inlined
def missing(b: Any, s: Any, seat: int) -> int:
    """How many points this seat needs to win."""
    return int(b.target) - int(s.score[seat])


@inlined
def moves_between(b: Any, one: int, other: int, speed: int) -> int:
    """About how many moves it takes from one square to another."""
    distance = max(abs(int(b.row[one]) - int(b.row[other])), abs(int(b.column[one]) - int(b.column[other])))
    return int(MOVES[min(distance, FARTHEST - 1), min(speed, FASTEST - 1)])
