"""Which islands a captain can walk to, compiled. Sets of islands have bit k for island k and bit 0 for staying."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cabotage.core.compiling import compiled, inlined
from cabotage.games.captn_clever.actions import BOATS, KEEP, MOVES, STAY, STEPS, TURN, TURN_OF_TWO

if TYPE_CHECKING:
    from cabotage.core.contract import Records

ALL_ISLANDS = (1 << STEPS) - (1 << 1)
STAYING = 1 << STAY
BOAT_FIRST, CAPTAIN_FIRST = 1, 2


@inlined
def free_islands(s: Any) -> int:
    """Islands without a captain (CLV-28, CLV-29)."""
    taken = 0
    for seat in range(len(s.captain)):
        taken |= 1 << s.captain[seat]
    return ALL_ISLANDS & ~taken


@inlined
def blocked_places(b: Any, s: Any, lifted: int) -> int:
    """Places taken or crossed by a boat, one boat being lifted off the board (CLV-10, CLV-21)."""
    blocked = 0
    for k in range(1, BOATS):
        blocked |= b.blocks[s.boat[(lifted + k) % BOATS]]
    return blocked


@inlined
def joined(b: Any, s: Any, lifted: int) -> tuple[int, int, int]:
    """What the three other boats join, each as the whole set of islands it belongs to (CLV-25, CLV-26, CLV-27)."""
    one = int(b.ends[s.boat[(lifted + 1) % BOATS]])
    two = int(b.ends[s.boat[(lifted + 2) % BOATS]])
    three = int(b.ends[s.boat[(lifted + 3) % BOATS]])
    return _grown(one, two, three), _grown(two, three, one), _grown(three, one, two)


@inlined
def _grown(islands: int, one: int, two: int) -> int:
    islands |= one if islands & one else 0
    islands |= two if islands & two else 0
    islands |= one if islands & one else 0
    return islands


@inlined
def around(start: int, one: int, two: int, three: int) -> int:
    """All that is joined to these islands, themselves included."""
    return (
        start
        | (one if start & one else 0)
        | (two if start & two else 0)
        | (three if start & three else 0)
    )  # fmt: skip


@inlined
def across(ends: int, here: int, one: int, two: int, three: int) -> int:
    """All that is joined to `here` once a boat lies between these ends."""
    if ends & here == 0:
        return here
    return here | around(ends & ~here, one, two, three)


@compiled
def reachable(box: Records, states: Records, i: int, place: int, boat: int) -> int:
    """The free islands the captain on turn can walk to with this boat of the four on this place: R0, R(e) of CLV-31."""
    s, b = states[i], box[0]
    one, two, three = joined(b, s, boat)
    here = around(1 << s.captain[s.turn], one, two, three)
    return across(int(b.ends[place]), here, one, two, three) & free_islands(s)


@compiled
def orders(box: Records, states: Records, i: int, number: int) -> int:
    """In which orders a turn can be carried out, as the sum of BOAT_FIRST and CAPTAIN_FIRST (CLV-35)."""
    s = states[i]
    boat = moved_boat(box[0], s, number)
    island = moved_to(number)
    place = taken_place(number)
    if place == KEEP:
        return CAPTAIN_FIRST
    possible = 0
    if island == STAY or reachable(box, states, i, place, boat) >> island & 1:
        possible += BOAT_FIRST
    if island != STAY and reachable(box, states, i, s.boat[boat], boat) >> island & 1:
        possible += CAPTAIN_FIRST
    return possible


@inlined
def first_boat(b: Any, seat: int) -> int:
    """The first or only boat of a seat; one of the four, even if a position set up by hand has more seats."""
    return int(seat * b.boats_each) % BOATS


@inlined
def moved_to(number: int) -> int:
    """The island a captain walks to in this turn, or STAY."""
    return int((number - TURN if number < TURN_OF_TWO else number - TURN_OF_TWO) // MOVES % STEPS)


@inlined
def taken_place(number: int) -> int:
    """The place a boat takes in this turn, or KEEP."""
    return int(number - TURN if number < TURN_OF_TWO else number - TURN_OF_TWO) % MOVES


@inlined
def moved_boat(b: Any, s: Any, number: int) -> int:
    """Which of the four boats is meant: the only one of the seat, or the one on the place that is left."""
    boat = first_boat(b, s.turn)
    if number >= TURN_OF_TWO and s.boat[boat] != (number - TURN_OF_TWO) // (MOVES * STEPS) + 1:
        boat += 1
    return int(boat)


@inlined
def first_number(b: Any, s: Any, boat: int) -> int:
    """What is to be added to island * MOVES + place for a turn that moves this boat."""
    if b.boats_each == 1:
        return TURN
    return TURN_OF_TWO + (int(s.boat[boat]) - 1) * STEPS * MOVES


@inlined
def lower_boat(b: Any, s: Any) -> int:
    """The boat of the seat on turn that lies on the place with the lower number."""
    boat = first_boat(b, s.turn)
    if b.boats_each > 1 and s.boat[boat + 1] < s.boat[boat]:
        boat += 1
    return int(boat)
