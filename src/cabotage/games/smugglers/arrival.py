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
def first_token(island: int) -> int:
    """The first token of this island; the others follow in the order in which they were taken."""
    return int(island) * STACK


@compiled
def begin_turn(b: Any, s: Any) -> None:
    field = s.boat[s.turn]
    if field < HARBOURS and may_deliver(s, s.turn):
        s.docking = s.turn
        s.phase = Phase.BERTH  # SMG-73
    elif field < HARBOURS and s.cargo[s.turn] == NONE and stack(s, field) > 0:
        s.phase = Phase.LOAD  # SMG-16, SMG-17, SMG-18
    else:
        s.phase = Phase.DICE


@compiled
def end_turn(b: Any, s: Any) -> None:
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
    token = first_token(island) + int(s.drawn[island])
    s.drawn[island] += 1
    s.good[token] = good
    s.known_by[token] = bit(seat)  # SMG-20
    s.cargo[seat] = token
    s.aboard[seat] = good
    s.warned[seat] = 0


@compiled
def take(b: Any, s: Any) -> None:
    """Load the good that floats here, or leave one's own for it; the turn is over."""
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
    s.warned[seat] = 0  # SMG-70
    if s.known_by[found] & bit(seat):
        s.aboard[seat] = s.good[found]
        end_turn(b, s)  # SMG-54
    else:
        s.aboard[seat] = NONE
        s.phase = Phase.LOOK


@compiled
def look(b: Any, s: Any) -> None:
    """The owner looks at the good taken out of the sea."""
    s.known_by[s.cargo[s.turn]] |= bit(s.turn)  # SMG-55
    s.aboard[s.turn] = s.good[s.cargo[s.turn]]
    end_turn(b, s)


@inlined
def boat_on(b: Any, s: Any, field: int) -> int:
    """The seat whose boat is on this field."""
    for seat in range(b.seats):
        if s.boat[seat] == field:
            return int(seat)
    return NONE


@compiled
def may_deliver(s: Any, seat: int) -> bool:
    """Whether for all that everybody knows the good of this boat might belong into the harbour it lies in."""
    token, island = s.cargo[seat], s.boat[seat]
    return token != NONE and int(token) // STACK != island and not s.not_dest[token] & bit(island)


@compiled
def dock(b: Any, s: Any, is_shown: bool) -> None:
    """The good of a boat in a harbour is delivered, or it stays aboard and all know that it goes elsewhere."""
    seat = s.docking
    token, island = s.cargo[seat], s.boat[seat]
    s.docking = NONE
    if is_shown:
        good = s.good[token]
        s.cargo[seat] = NONE  # SMG-57, SMG-58
        s.aboard[seat] = NONE
        s.warned[seat] = 0
        s.known_by[token] = bit(b.seats) - 1
        s.shown[token] = good
        s.taker[token] = seat
        s.score[seat] += b.points[good]
        if s.score[seat] >= b.target:  # SMG-64, SMG-65, SMG-69
            s.phase = Phase.OVER
            return
    else:
        s.not_dest[token] |= bit(island)  # SMG-63
    if s.phase == Phase.BERTH:
        begin_turn(b, s)
    elif seat != s.turn:
        end_push(b, s)  # SMG-50
    elif not is_shown:
        end_turn(b, s)
    elif s.pips > 0 and can_leave(b, s):
        s.phase = Phase.SAIL_ON  # SMG-59, SMG-60
    elif stack(s, island) > 0:
        s.phase = Phase.ARRIVAL_LOAD
    else:
        end_turn(b, s)


@compiled
def end_push(b: Any, s: Any) -> None:
    """The pushed boat has been dealt with."""
    if b.push_ends_turn:
        end_turn(b, s)  # SMG-41, SMG-74
    else:
        arrive(b, s)  # SMG-51


@compiled
def arrive(b: Any, s: Any) -> None:
    """The boat on turn has reached its field; a boat that was there has been moved."""
    field = s.boat[s.turn]
    if field >= HARBOURS and s.taking:
        take(b, s)
    elif field < HARBOURS and may_deliver(s, s.turn):
        s.docking = s.turn
        s.phase = Phase.DOCK
    elif field < HARBOURS and s.cargo[s.turn] == NONE and stack(s, field) > 0:
        s.phase = Phase.ARRIVAL_LOAD  # SMG-61
    else:
        end_turn(b, s)  # SMG-62
