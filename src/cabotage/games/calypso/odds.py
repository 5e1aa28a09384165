"""What may lie under a tile, compiled: counted over all ways to lay out the printed tiles, given all that was seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cabotage.core.compiling import compiled, inlined
from cabotage.games.calypso.actions import COLOURS, TILES
from cabotage.games.calypso.box import COUNT_BITS, COUNTS
from cabotage.games.calypso.state import UNKNOWN

if TYPE_CHECKING:
    from cabotage.core.contract import Numbers, Records

CERTAIN = 720  # a hit chance of 1; any part of six things


@inlined
def count_key(s: Any) -> int:
    """How many tiles with an unknown back show each colour, as a key of `first_ways`."""
    key = 0
    for t in range(TILES):
        if s.top[t] != UNKNOWN and s.back[t] == UNKNOWN:
            key += 1 << COUNT_BITS * int(s.top[t])
    return key


@inlined
def known_tiles(b: Any, s: Any) -> int:
    """The set of printed tiles that are known to lie there; of equal ones the first."""
    known = 0
    for t in range(TILES):
        if s.back[t] != UNKNOWN:
            same = int(b.printed[s.top[t], s.back[t]]) & ~known
            known |= same & -same
    return known


@inlined
def back_weight(b: Any, known: int, counts: int, top: int, colour: int) -> int:
    """How many ways to lay out the printed tiles have this colour under a tile whose back is unknown."""
    free = int(b.printed[top, colour]) & ~known
    first = free & -free
    others = (counts - (1 << COUNT_BITS * top)) & (COUNTS - 1)
    # Of equal printed tiles it may be any that is free. If none is, there are no members.
    return int(b.members[free]) * int(b.ways[(known | first) * COUNTS + others])


@inlined
def hit_chance(b: Any, s: Any, known: int, counts: int, tile: int, colour: int) -> int:
    """How often this colour is under the tile, of CERTAIN."""
    if s.back[tile] != UNKNOWN:
        return CERTAIN if s.back[tile] == colour else 0
    whole = 0
    for c in range(COLOURS):
        whole += back_weight(b, known, counts, int(s.top[tile]), c)
    return CERTAIN * back_weight(b, known, counts, int(s.top[tile]), colour) // whole


@compiled
def write_chances(box: Records, states: Records, i: int, out: Numbers) -> None:
    """How often each colour is under each tile, of CERTAIN, tile by tile."""
    s, b = states[i], box[0]
    known, counts = known_tiles(b, s), count_key(s)
    for t in range(TILES):
        for c in range(COLOURS):
            out[t * COLOURS + c] = hit_chance(b, s, known, counts, t, c)
