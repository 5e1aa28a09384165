"""The turns that are offered, compiled: every pair of what the captain and a boat may do (CLV-34)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cabotage.core.compiling import inlined
from cabotage.games.captn_clever.actions import KEEP, MOVES, TURN
from cabotage.games.captn_clever.box import RESIDUES
from cabotage.games.captn_clever.reach import (
    across,
    around,
    blocked_places,
    first_boat,
    first_number,
    free_islands,
    joined,
    lower_boat,
)

if TYPE_CHECKING:
    from cabotage.core.contract import Numbers

NOTHING = -1
KEEPING = 1 << KEEP
FEW = 2


@inlined
def list_members(b: Any, first: int, members: int, step: int, out: Numbers, n: int) -> int:
    """Offer a number for each member of a set of islands, cards or steps."""
    size = int(b.set_size[members])
    for k in range(size):
        out[n + k] = first + b.members[members, k] * step
    return n + size


@inlined
def list_few(b: Any, first: int, places: int, out: Numbers, n: int) -> int:
    """Offer a number for each place of a set, which seldom has more than two: only then there is a branch."""
    for k in range(MOVES):
        if k >= FEW and not places:
            break
        lowest = places & -places
        out[n] = first + b.place_of_bit[lowest % RESIDUES]
        n += 1 if lowest else 0
        places ^= lowest
    return n


@inlined
def list_most(b: Any, first: int, places: int, out: Numbers, n: int) -> int:
    """The same for a set that has most places: writing first and counting after spares the branches."""
    out[n] = first
    n += places & KEEPING
    for at in range(b.place_count):
        out[n] = first + b.places[at]
        n += places >> b.places[at] & 1
    return n


@inlined
def offer_turns(b: Any, s: Any, staying: int, out: Numbers) -> int:
    """The pairs of CLV-34, island by island of the captain: all available places, or those that open a way to it."""
    free = free_islands(s)
    n = 0
    boat = lower_boat(b, s)
    for k in range(b.boats_each):  # CLV-57
        one, two, three = joined(b, s, boat)
        here = around(1 << s.captain[s.turn], one, two, three)
        at_once = across(int(b.ends[s.boat[boat]]), here, one, two, three) & free
        # CLV-20, CLV-21, CLV-22
        available = b.all_places & ~blocked_places(b, s, boat) & ~(1 << int(s.boat[boat]))
        joining = available & b.touching[here]
        kept = KEEPING
        if b.boats_each > 1:
            kept = 0
            if k == 0:
                n = list_members(b, TURN, at_once if at_once else staying, MOVES, out, 0)
        first = first_number(b, s, boat)
        if staying and not here & free:
            opening = joining & b.touching[around(free & ~here, one, two, three)]
            n = list_most(b, first, (available & ~opening) | (0 if at_once else kept), out, n)
        for at in range(b.set_size[free]):
            island = int(b.members[free, at])
            if at_once >> island & 1:
                n = list_most(b, first + island * MOVES, available | kept, out, n)
            else:
                places = joining & b.touching[around(1 << island, one, two, three)]
                n = list_few(b, first + island * MOVES, places, out, n)
        boat ^= 1  # the other one of the two
    return n


@inlined
def only_turn(b: Any, s: Any) -> int:
    """The only pair offered to a captain who may not stay any longer, or NOTHING if there are none or several.

    A captain who can walk without moving a boat can also walk and then move it: only pairs that move a boat count.
    """
    free = free_islands(s)
    count = 0
    number = NOTHING
    boat = first_boat(b, s.turn)
    for _ in range(b.boats_each):
        one, two, three = joined(b, s, boat)
        here = around(1 << s.captain[s.turn], one, two, three)
        if across(int(b.ends[s.boat[boat]]), here, one, two, three) & free:
            return NOTHING
        joining = b.all_places & ~blocked_places(b, s, boat) & b.touching[here]
        for at in range(b.set_size[free]):
            island = int(b.members[free, at])
            places = joining & b.touching[around(1 << island, one, two, three)]
            if places:
                count += 1 if places & (places - 1) == 0 else 2
                number = first_number(b, s, boat) + island * MOVES + b.place_of_bit[(places & -places) % RESIDUES]
        boat += 1
    return int(number) if count == 1 else NOTHING
