"""Random play in Calypso, compiled: any choice or outcome by its place in the list, without writing the list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cabotage.core.chance import below
from cabotage.core.compiling import inlined
from cabotage.games.calypso.actions import (
    BACK,
    COLOURS,
    DIE,
    EMPTY_SLOTS,
    MIX,
    NAME,
    PLACES,
    RING,
    ROB,
    ROLL,
    SLOT,
    SLOTS,
    STAY,
    STONES,
    TILES,
    TOP,
    TURN,
)
from cabotage.games.calypso.box import COUNT_BITS, EVERY_SLOT
from cabotage.games.calypso.odds import back_weight, count_key, known_tiles
from cabotage.games.calypso.rules import taken_slots, tile_in
from cabotage.games.calypso.state import Phase

if TYPE_CHECKING:
    from cabotage.core.contract import Generator, Numbers, Records

OTHER_COLOURS = COLOURS - 1
ONE_STONE = (1 << COUNT_BITS) - 1


@inlined
def choose(box: Records, states: Records, i: int, rng: Generator, choices: Numbers) -> int:
    s, b = states[i], box[0]
    if s.phase == Phase.SEARCH:
        return _turn(b, s, rng)
    if s.phase == Phase.GO_ON:
        return ROLL + below(rng, 2)
    if s.phase == Phase.GUESS:
        return _name(b, s, rng)
    if s.phase == Phase.MIX:
        return MIX + _subset(b, taken_slots(s), below(rng, 1 << TILES))
    return ROB + _victim(b, s, rng)


@inlined
def _turn(b: Any, s: Any, rng: Generator) -> int:
    """A tile that does not show the colour, and where to put it."""
    taken, offered, count = 0, 0, 0
    for t in range(TILES):
        slot = 1 << int(s.slot[t])
        is_offered = s.top[t] != s.sought
        taken |= slot
        offered |= slot if is_offered else 0
        count += 1 if is_offered else 0
    if not b.replacing:
        return TURN + int(b.slots_of[offered, below(rng, count)]) * PLACES + STAY
    k = below(rng, count * (1 + EMPTY_SLOTS))
    return TURN + int(b.slots_of[offered, k // (1 + EMPTY_SLOTS)]) * PLACES + _place(b, taken, k % (1 + EMPTY_SLOTS))


@inlined
def _name(b: Any, s: Any, rng: Generator) -> int:
    """A tile, a colour that it does not show, and where to put it."""
    taken = taken_slots(s)
    places = 1 + EMPTY_SLOTS if b.replacing else 1
    k = below(rng, TILES * OTHER_COLOURS * places)
    named, place = k // places, k % places
    slot = int(b.slots_of[taken, named // OTHER_COLOURS])
    colour = named % OTHER_COLOURS
    colour += 1 if colour >= s.top[tile_in(s, slot)] else 0
    return NAME + (slot * COLOURS + colour) * PLACES + _place(b, taken, place)


@inlined
def _place(b: Any, taken: int, place: int) -> int:
    """The first place is where the tile lies, the others are the empty hollows."""
    return STAY if place == 0 else 1 + int(b.slots_of[EVERY_SLOT ^ taken, place - 1])


@inlined
def _subset(b: Any, taken: int, k: int) -> int:
    """The k-th set of these hollows: a hollow for each bit of k."""
    slots = 0
    for t in range(TILES):
        slots |= (k >> t & 1) << int(b.slots_of[taken, t])
    return slots


@inlined
def _victim(b: Any, s: Any, rng: Generator) -> int:
    victims = 0
    for seat in range(b.seats):
        victims += 1 if seat != s.turn and s.score[seat] > 0 else 0
    k = below(rng, victims)
    for seat in range(b.seats):
        if seat != s.turn and s.score[seat] > 0:
            if k == 0:
                return int(seat)
            k -= 1
    return 0


@inlined
def draw(box: Records, states: Records, i: int, rng: Generator, outcomes: Numbers, weights: Numbers) -> int:
    s, b = states[i], box[0]
    if s.phase == Phase.DIE:
        return DIE - 1 + int(b.rolls[below(rng, int(b.face_count))])
    if s.phase == Phase.BACK or s.phase == Phase.MIX_BACK:
        known, counts, top = known_tiles(b, s), count_key(s), int(s.top[s.tile])
        return BACK + _colour(
            rng,
            back_weight(b, known, counts, top, 0),
            back_weight(b, known, counts, top, 1),
            back_weight(b, known, counts, top, 2),
            back_weight(b, known, counts, top, 3),
        )
    if s.phase == Phase.SCATTER:
        empty = EVERY_SLOT ^ taken_slots(s)
        return SLOT + int(b.slots_of[empty, below(rng, SLOTS - int(s.laid))])
    if s.phase == Phase.RING:
        return RING + _stone(b, s, rng)
    counts = count_key(s)
    return TOP + _colour(
        rng,
        int(b.first_ways[counts + 1]),
        int(b.first_ways[counts + (1 << COUNT_BITS)]),
        int(b.first_ways[counts + (1 << COUNT_BITS * 2)]),
        int(b.first_ways[counts + (1 << COUNT_BITS * 3)]),
    )


@inlined
def _colour(rng: Generator, red: int, blue: int, yellow: int, green: int) -> int:
    """A colour by these weights."""
    drawn = below(rng, red + blue + yellow + green)
    colour = 1 if drawn >= red else 0
    colour += 1 if drawn >= red + blue else 0
    return colour + (1 if drawn >= red + blue + yellow else 0)


@inlined
def _stone(b: Any, s: Any, rng: Generator) -> int:
    """One of the stones that are not laid yet."""
    left = int(b.all_stones)
    for k in range(s.laid):
        left -= 1 << COUNT_BITS * int(s.ring[k])
    drawn = below(rng, STONES - int(s.laid))
    stone, passed = 0, 0
    for _ in range(STONES):
        passed += left & ONE_STONE
        left >>= COUNT_BITS
        stone += 1 if passed <= drawn else 0
    return stone
