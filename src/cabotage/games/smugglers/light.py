"""The beam of Smugglers' Island: it turns, stops at the first boat and costs goods; compiled."""

from __future__ import annotations

from typing import Any

from cabotage.core.compiling import compiled, inlined
from cabotage.games.smugglers.arrival import arrive, ask_way
from cabotage.games.smugglers.reach import bit, boats, lay_fields, lowest
from cabotage.games.smugglers.state import NONE, Phase


@compiled
def sweep(b: Any, s: Any, steps: int) -> None:
    """Turn the beam, clockwise if steps is positive, and carry on with whatever that brings."""
    way = 1 if steps > 0 else b.sectors - 1
    ships = boats(b, s)
    for _ in range(abs(steps)):
        s.beam = (s.beam + way) % b.sectors  # SMG-22, SMG-23
        lit = b.lit[s.beam]
        if ships & lit:  # SMG-26, SMG-27
            for seat in range(b.seats):
                if lit & bit(s.boat[seat]):
                    catch(b, s, seat)  # SMG-30
            break
    throw(b, s, Phase.LAY)


@inlined
def catch(b: Any, s: Any, seat: int) -> None:
    """The light has found this boat; a good on it will have to be laid into the sea."""
    if s.cargo[seat] == NONE:
        return
    if b.mild and not s.warned[seat]:  # SMG-70
        s.warned[seat] = 1
    else:
        s.caught |= bit(seat)


@inlined
def next_caught(b: Any, s: Any) -> int:
    """Whose good is laid next: in seat order, the roller first (SMG-34)."""
    for k in range(b.seats):
        seat = (s.turn + k) % b.seats
        if s.caught & bit(seat):
            return int(seat)
    return NONE


@compiled
def throw(b: Any, s: Any, phase: int) -> None:
    """Lay what was caught as long as there is only one place for it, then go on: D4."""
    while s.caught:
        fields = lay_fields(b, s, next_caught(b, s))
        if fields & (fields - 1):
            s.phase = phase
            return
        lay(b, s, lowest(fields))
    if phase == Phase.LAY:
        ask_way(b, s)  # SMG-35
    else:
        arrive(b, s)  # SMG-51


@compiled
def lay(b: Any, s: Any, field: int) -> None:
    """The next caught good falls onto this field."""
    seat = next_caught(b, s)
    s.at[s.cargo[seat]] = field  # SMG-31
    s.cargo[seat] = NONE
    s.warned[seat] = 0
    s.caught &= ~bit(seat)
