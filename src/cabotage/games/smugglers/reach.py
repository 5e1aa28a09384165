"""Sets of fields of Smugglers' Island, compiled: where boats, goods and reefs are, what is near, what can be reached.

A set is a whole number with bit f for field f. Fields of a record are int16: uncompiled they must become Python's own
whole numbers before they are shifted by.

Where something may be nowhere, a set is first built one bit higher: NONE takes the lowest bit, which is then shifted
out. That spares a branch for each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cabotage.core.compiling import compiled, inlined
from cabotage.games.smugglers.actions import GOODS, HARBOURS, MOST_FIELDS, MOST_REEFS
from cabotage.games.smugglers.state import NONE

if TYPE_CHECKING:
    from numpy.typing import NDArray

ALL_HARBOURS = (1 << HARBOURS) - 1

# A de Bruijn number: multiplied by a power of two, its upper six bits tell which power that was.
DE_BRUIJN = 0x03F79D71B4CB0A89
UPPER, SIX_BITS = 58, 63
POWER: NDArray[np.int64] = np.zeros(SIX_BITS + 1, np.int64)
for _power in range(MOST_FIELDS + 1):
    POWER[(DE_BRUIJN << _power) >> UPPER & SIX_BITS] = _power


@inlined
def bit(field: int) -> int:
    """The set of this field alone."""
    return 1 << int(field)


@inlined
def lowest(fields: int) -> int:
    """The first field of a set that is not empty."""
    return int(POWER[int(fields & -fields) * DE_BRUIJN >> UPPER & SIX_BITS])


@inlined
def spread(b: Any, fields: int) -> int:
    """All neighbours of these fields."""
    near = b.spread[0, fields & 255] | b.spread[1, fields >> 8 & 255]
    near |= b.spread[2, fields >> 16 & 255] | b.spread[3, fields >> 24 & 255]
    near |= b.spread[4, fields >> 32 & 255] | b.spread[5, fields >> 40 & 255]
    near |= b.spread[6, fields >> 48 & 255] | b.spread[7, fields >> 56 & 255]
    return int(near)


@inlined
def reefs(s: Any) -> int:
    """The fields with reefs."""
    fields = 0
    for k in range(MOST_REEFS):
        fields |= bit(s.reef[k] - NONE)
    return fields >> -NONE


@inlined
def boats(b: Any, s: Any) -> int:
    """The fields with boats."""
    fields = 0
    for seat in range(b.seats):
        fields |= bit(s.boat[seat] - NONE)
    return fields >> -NONE


@inlined
def floating(s: Any) -> int:
    """The fields with goods."""
    fields = 0
    for token in range(GOODS):
        fields |= bit(s.at[token] - NONE)
    return fields >> -NONE


@inlined
def dark(b: Any, s: Any) -> int:
    """Fields that may be entered, if no boat is on them (SMG-8, SMG-37)."""
    return int(~(b.lit[s.beam] | reefs(s)))


@inlined
def can_leave(b: Any, s: Any) -> bool:
    """Whether the boat on turn has anywhere to go, be it by pushing."""
    return spread(b, bit(s.boat[s.turn])) & dark(b, s) != 0


@compiled
def steps_to(b: Any, s: Any, field: int) -> int:
    """How far the boat on turn has to row to a field that is offered to it."""
    free = dark(b, s) & ~boats(b, s)
    reached = bit(s.boat[s.turn])
    passed = b.sea | reached  # SMG-75
    steps = 0
    while not reached & bit(field) and steps < MOST_FIELDS:
        reached |= spread(b, reached & passed) & free
        steps += 1
    return steps


@compiled
def lay_fields(b: Any, s: Any, seat: int) -> int:
    """Where the good of this boat may fall."""
    allowed = b.sea & ~(reefs(s) | boats(b, s) | floating(s))  # SMG-9, SMG-32
    around = bit(s.boat[seat])
    for _ in range(MOST_FIELDS):
        around |= spread(b, around)  # SMG-31, SMG-33
        if around & allowed:
            break
    return int(around & allowed)


@compiled
def is_whole(b: Any, closed: int) -> bool:
    """Whether all fields but these form one connected area (SMG-7); there is a harbour 0 on every board."""
    reached = 1
    before = 0
    while reached != before:
        before = reached
        reached |= spread(b, reached) & ~closed
    return int((b.sea | ALL_HARBOURS) & ~closed & ~reached) == 0


@compiled
def reef_fields(b: Any, s: Any) -> int:
    """Where a further reef may be put (SMG-4, SMG-7)."""
    lying = reefs(s)
    allowed = 0
    left = b.sea & ~lying
    while left:
        field = left & -left
        if is_whole(b, lying | field):
            allowed |= field
        left &= left - 1
    return int(allowed)
