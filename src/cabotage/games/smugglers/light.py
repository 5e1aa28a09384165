"""The beam of Smugglers' Island: it turns, stops at the first boat and costs goods; compiled."""

from __future__ import annotations

from typing import Any

from cabotage.core.compiling import compiled, inlined
from cabotage.games.smugglers.arrival import ask_way, end_push
from cabotage.games.smugglers.reach import bit, boats, lay_fields, lowest
from cabotage.games.smugglers.state import NONE, Phase


@compiled
def sweep(b: Any, s: Any, steps: int) -> None:
    """Turn the beam, clockwise if steps is positive, and carry on with whatever that brings."""
    way = 1 if steps > 0 else b.sectors - 1
    ships = boats(b, s)
    for _ in range(abs(steps)):
        beam = s.beam + way  # SMG-22, SMG-23
        s.beam = beam - b.sectors if beam >= b.sectors else beam
        if ships & b.lit[s.beam]:  # SMG-26, SMG-27
            catch(b, s, b.lit[s.beam])  # SMG-30
            break
    s.phase = Phase.LAY
    throw(b, s)


@compiled
def catch(b: Any, s: Any, fields: int) -> None:
    """The light has found the boats on these fields; their goods will have to be laid into the sea."""
    for seat in range(b.seats):
        if fields & bit(s.boat[seat]) and s.cargo[seat] != NONE:
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
def throw(b: Any, s: Any) -> None:
    """Lay what was caught as long as there is only one place for it, then go on: D4, in phase LAY or LAY_PUSHED."""
    while s.caught:
        fields = lay_fields(b, s, next_caught(b, s))
        if fields & (fields - 1):
            return
        lay(b, s, lowest(fields))
    if s.phase == Phase.LAY:
        ask_way(b, s)  # SMG-35
    else:
        end_push(b, s)


@compiled
def lay(b: Any, s: Any, field: int) -> None:
    """The next caught good falls onto this field."""
    seat = next_caught(b, s)
    s.at[s.cargo[seat]] = field  # SMG-31
    s.cargo[seat] = NONE
    s.aboard[seat] = NONE
    s.warned[seat] = 0
    s.caught &= ~bit(seat)
