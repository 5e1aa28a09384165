"""What happens to a boat of Smugglers' Island where it has come to, and how turns begin and end; compiled."""

from __future__ import annotations

from typing import Any

from cabotage.core.compiling import compiled, inlined
from cabotage.games.smugglers.actions import GOODS, HARBOURS, STACK
from cabotage.games.smugglers.reach import bit, can_leave, dark, floating
from cabotage.games.smugglers.state import NONE, Phase

MOST_ROUNDS = 100


@inlined
def stack(s: Any, island: int) -> int:
    """How many goods still lie on this island."""
    return STACK - int(s.drawn[island])


@inlined
def first_taken(s: Any, island: int) -> int:
    """The first token of this island; the others follow in the order in which they were taken."""
    return int(island) * STACK


@compiled
def begin_turn(b: Any, s: Any) -> None:
    field = s.boat[s.turn]
    if field < HARBOURS and s.cargo[s.turn] == NONE and stack(s, field) > 0:
        s.phase = Phase.LOAD  # SMG-16, SMG-17, SMG-18
    else:
        s.phase = Phase.DICE


@compiled
def end_turn(b: Any, s: Any) -> None:
    s.yellow = NONE
    s.white = 0
    s.pips = 0
    s.taking = 0
    s.turn += 1  # SMG-15
    if s.turn == b.seats:
        s.turn = 0
        s.rounds += 1
        if s.rounds == MOST_ROUNDS:  # SMG-68
            s.phase = Phase.OVER
            return
    begin_turn(b, s)


@inlined
def can_take(b: Any, s: Any, field: int) -> bool:
    """Whether a good lies on this field, out of the light (SMG-56)."""
    return floating(s) & dark(b, s) & bit(field) != 0


@compiled
def ask_way(b: Any, s: Any) -> None:
    """Let the boat move; if it can only stay, it stays without a question."""
    if can_leave(b, s) or can_take(b, s, s.boat[s.turn]):
        s.phase = Phase.SAIL
    else:
        end_turn(b, s)  # SMG-66


@compiled
def load(s: Any, good: int) -> None:
    """Take the top good of the stack; only the loader sees what it is."""
    seat = s.turn
    island = s.boat[seat]
    token = first_taken(s, island) + int(s.drawn[island])
    s.drawn[island] += 1
    s.good[token] = good
    s.known_by[token] = bit(seat)  # SMG-20
    s.cargo[seat] = token
    s.warned[seat] = 0


@compiled
def take(s: Any) -> None:
    """Load the good that floats here, or leave one's own for it."""
    seat = s.turn
    field = s.boat[seat]
    found = NONE
    for token in range(GOODS):
        if s.at[token] == field:
            found = token
    s.at[found] = NONE  # SMG-52
    if s.cargo[seat] != NONE:
        s.at[s.cargo[seat]] = field  # SMG-53
    s.cargo[seat] = found  # SMG-19
    s.known_by[found] |= bit(seat)  # SMG-55
    s.warned[seat] = 0  # SMG-70


@inlined
def boat_on(b: Any, s: Any, field: int) -> int:
    """The seat whose boat is on this field."""
    for seat in range(b.seats):
        if s.boat[seat] == field:
            return int(seat)
    return NONE


@compiled
def dock(b: Any, s: Any, island: int) -> bool:
    """A boat with a good has come into this harbour: deliver it if it belongs here."""
    seat = boat_on(b, s, island)
    token = s.cargo[seat]
    good = s.good[token]
    if b.dest[good] != island:
        s.not_dest[token] |= bit(island)  # SMG-63
        return False
    s.cargo[seat] = NONE  # SMG-57, SMG-58
    s.warned[seat] = 0
    s.known_by[token] = bit(b.seats) - 1
    s.shown[token] = good
    s.taker[token] = seat
    s.score[seat] += b.points[good]
    if s.score[seat] >= b.target:  # SMG-64, SMG-65, SMG-69
        s.phase = Phase.OVER
    return True


@compiled
def arrive(b: Any, s: Any) -> None:
    """The boat on turn has reached its field, and whoever was there has been dealt with."""
    field = s.boat[s.turn]
    if field >= HARBOURS:
        if s.taking:
            take(s)
        end_turn(b, s)  # SMG-54
        return
    if s.cargo[s.turn] == NONE:
        if stack(s, field) > 0:
            s.phase = Phase.ARRIVAL_LOAD  # SMG-61
        else:
            end_turn(b, s)  # SMG-62
        return
    if not dock(b, s, field):
        end_turn(b, s)
    elif s.phase == Phase.OVER:
        return
    elif s.pips > 0 and can_leave(b, s):
        s.phase = Phase.SAIL_ON  # SMG-59, SMG-60
    elif stack(s, field) > 0:
        s.phase = Phase.ARRIVAL_LOAD
    else:
        end_turn(b, s)
