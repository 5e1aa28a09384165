"""What may lie under a tile, compiled: counted over all ways to lay out the printed tiles, given all that was seen."""

from __future__ import annotations

from typing import Any

from cabotage.core.compiling import compiled, inlined
from cabotage.games.calypso.actions import TILES
from cabotage.games.calypso.box import COUNT_BITS, COUNT_KEYS
from cabotage.games.calypso.state import UNKNOWN


@inlined
def count_key(s: Any) -> int:
    """How many tiles with an unknown back show each colour, as a key of `ways`."""
    key = 0
    for t in range(TILES):
        if s.top[t] != UNKNOWN and s.back[t] == UNKNOWN:
            key += 1 << COUNT_BITS * s.top[t]
    return key


@inlined
def ways_with_one_more(b: Any, counts: int, colour: int) -> int:
    most = (1 << COUNT_BITS) - 1
    if counts >> COUNT_BITS * colour & most == most:
        return 0
    return int(b.ways[counts + (1 << COUNT_BITS * colour)])


@compiled
def back_weight(b: Any, s: Any, tile: int, colour: int) -> int:
    """How many ways to lay out the printed tiles have this colour under this tile, given all that was seen."""
    if s.back[tile] != UNKNOWN:
        return 1 if s.back[tile] == colour else 0
    printed = b.printed[s.top[tile], colour]
    if printed == UNKNOWN:
        return 0
    known = 0
    for t in range(TILES):
        if s.back[t] != UNKNOWN:
            known |= 1 << b.printed[s.top[t], s.back[t]]
    if known >> printed & 1:
        return 0
    counts = count_key(s) - (1 << COUNT_BITS * s.top[tile])
    return int(b.ways[(known | 1 << printed) * COUNT_KEYS + counts])
