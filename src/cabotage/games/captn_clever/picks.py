"""Random play in Capt'n Clever, compiled: any choice or outcome by its place in the list, without writing the list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cabotage.core.bits import count_bits, nth_bit
from cabotage.core.chance import below
from cabotage.core.compiling import inlined
from cabotage.games.captn_clever.actions import BOAT, CAPTAIN, FIND, GIVE, LOOK, MOVES, STAY, TURN
from cabotage.games.captn_clever.reach import (
    STAYING,
    across,
    around,
    blocked_places,
    first_number,
    free_islands,
    joined,
    lower_boat,
)
from cabotage.games.captn_clever.rules import ALL_CARDS, keeper, legal, next_boat
from cabotage.games.captn_clever.state import NONE, Phase
from cabotage.games.captn_clever.turns import KEEPING

AT_ONCE = 3  # in the sets of a boat

if TYPE_CHECKING:
    from cabotage.core.contract import Generator, Numbers, Records


@inlined
def choose(box: Records, states: Records, i: int, rng: Generator, choices: Numbers) -> int:
    s, b = states[i], box[0]
    if s.phase == Phase.TURN:
        can_stay = not b.max_stay or s.stays[s.turn] < b.max_stay
        if not can_stay:  # seldom
            return int(np.int64(choices[below(rng, legal(box, states, i, choices))]))
        return _pair(b, s, rng, choices)
    if s.phase == Phase.CAPTAIN:
        return CAPTAIN - 1 + _member(b, free_islands(s), rng)
    if s.phase == Phase.BOAT:
        available = b.all_places & ~blocked_places(b, s, next_boat(b, s))
        return BOAT - 1 + nth_bit(available, below(rng, count_bits(available)))
    holder = s.turn if s.phase == Phase.FIRST_GIVE else keeper(b, s.turn)
    return GIVE - 1 + _member(b, int(s.held[holder]), rng)


@inlined
def _member(b: Any, members: int, rng: Generator) -> int:
    return int(b.members[members, below(rng, int(b.set_size[members]))])


@inlined
def _pair(b: Any, s: Any, rng: Generator, ends: Numbers) -> int:
    """One of the pairs of CLV-34, in the order of `offer_turns`.

    `ends` counts those before each part of the list: for each boat, where the captain stays and each free island.
    """
    free, boat = free_islands(s), lower_boat(b, s)
    islands = int(b.set_size[free])
    sets = _sets(b, s, boat, free)
    keeping = 0 if b.boats_each == 1 else sets[AT_ONCE] if sets[AT_ONCE] else STAYING  # CLV-57: without a boat, once
    count, parts = int(b.set_size[keeping]), 0
    for other in range(b.boats_each):
        if other > 0:
            boat ^= 1
            sets = _sets(b, s, boat, free)
        for at in range(-1, islands):
            ends[parts] = count
            parts += 1
            count += count_bits(_places(b, sets, free, at))
    k = below(rng, count)
    if k < b.set_size[keeping]:
        return TURN + int(b.members[keeping, k]) * MOVES
    part = -1
    for other in range(parts):
        part += 1 if ends[other] <= k else 0
    at = part
    if part > islands:  # of the other boat
        at -= 1 + islands
    elif b.boats_each > 1:
        boat ^= 1
        sets = _sets(b, s, boat, free)
    island = STAY if at == 0 else int(b.members[free, at - 1])
    return first_number(b, s, boat) + island * MOVES + nth_bit(_places(b, sets, free, at - 1), k - ends[part])


@inlined
def _sets(b: Any, s: Any, boat: int, free: int) -> tuple[int, int, int, int, int, int, int]:
    """What is joined by the other boats; islands within reach; places to stay with, to take, and that open a way."""
    one, two, three = joined(b, s, boat)
    here = around(1 << s.captain[s.turn], one, two, three)
    at_once = across(int(b.ends[s.boat[boat]]), here, one, two, three) & free
    available = int(b.all_places & ~blocked_places(b, s, boat) & ~(1 << int(s.boat[boat])))
    joining = int(available & b.touching[here])
    kept = KEEPING if b.boats_each == 1 else 0
    staying = 0
    if not here & free:
        opening = int(joining & b.touching[around(free & ~here, one, two, three)])
        staying = (available & ~opening) | (0 if at_once else kept)
    return one, two, three, at_once, staying, available | kept, joining


@inlined
def _places(b: Any, sets: tuple[int, int, int, int, int, int, int], free: int, at: int) -> int:
    """Where the boat may be put if the captain ends on this one of the free islands; -1: if the captain stays."""
    one, two, three, at_once, staying, taking, joining = sets
    if at < 0:
        return staying
    island = int(b.members[free, at])
    if at_once >> island & 1:
        return taking
    return int(joining & b.touching[around(1 << island, one, two, three)])


@inlined
def draw(box: Records, states: Records, i: int, rng: Generator, outcomes: Numbers, weights: Numbers) -> int:
    s, b = states[i], box[0]
    seat = s.turn
    if s.phase != Phase.ARRIVE and b.easy:
        return LOOK - 1 + _member(b, ALL_CARDS & ~int(s.found[seat]), rng)
    only = below(rng, 1)  # nothing to draw, but the generator goes on as everywhere
    if s.phase == Phase.ARRIVE:
        return FIND + only + int(s.target[seat] if s.target[seat] == s.captain[seat] else NONE)
    return LOOK + only + int(s.target[seat]) - 1
