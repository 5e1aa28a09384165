"""What may lie under a tile, compiled: counted over all ways to lay out the printed tiles, given all that was seen."""

from __future__ import annotations

from typing import Any

from cabotage.core.compiling import inlined
from cabotage.games.calypso.actions import TILES
from cabotage.games.calypso.box import COUNT_BITS, COUNTS
from cabotage.games.calypso.state import UNKNOWN


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
