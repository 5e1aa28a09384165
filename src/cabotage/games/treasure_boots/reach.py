"""Where a ship can get to, compiled: the cheapest cost of every square by wind, land and other ships.

Squares are bits of 64-bit words, a row of the chart after the other, and a whole row sails at once. Every row ends with
a free bit at least, so that a step beyond the last column goes to no square, and so does one beyond the first. The
search is by cost: what is reached for c points are the steps of 1 from what was reached for c - 1, the steps of 2 from
c - 2, and so on until the points are used up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cabotage.core.bits import count_bits, nth_bit
from cabotage.core.chance import below
from cabotage.core.compiling import allocating, compiled, inlined
from cabotage.games.treasure_boots.actions import SHIPS, Token, Wind
from cabotage.games.treasure_boots.box import DIRECTIONS, FORBIDDEN, WORD_BITS
from cabotage.games.treasure_boots.goods import pearls
from cabotage.games.treasure_boots.state import NOWHERE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cabotage.core.contract import Generator, Numbers, Records

    Words = NDArray[np.uint64]
    Wide = int | np.int64  # a search is compiled for 64 bits only, though fields have fewer

POINTS = 3
NUMBER_BITS = 32  # of the numbers that choices are written into
UNREACHED = -1
PASSED = -2

# The sets of the search, rows of one array.
NODES, SEA, REACHED, NOW, BEFORE = range(5)
SETS = 5
ONE, LAST_BIT = np.uint64(1), np.uint64(WORD_BITS - 1)
NO_BITS = np.uint64(0)
BYTE_BITS, BYTE = np.uint64(8), np.uint64(255)

# For each byte: which of its bits are set, and how many.
BITS_SET = np.array([([k for k in range(8) if byte >> k & 1] + [0] * 8)[:8] for byte in range(256)], np.int32)
BIT_COUNT = np.array([bin(byte).count("1") for byte in range(256)], np.int32)


@inlined
def points_of(s: Any, ship: Wide) -> int:
    """TRB-34"""
    return POINTS + int(s.hold[ship, Token.SAILS])


@inlined
def _word(b: Any, square: Wide) -> int:
    return int(b.first_word) + int(b.row[square]) * int(b.row_words) + int(b.column[square]) // WORD_BITS


@inlined
def _bit(b: Any, square: Wide) -> Any:
    return ONE << np.uint64(int(b.column[square]) % WORD_BITS)


@compiled
def _explore(b: Any, s: Any, ship: Wide, word: int, bit: Any, most: int, sets: Words) -> int:
    """Go on until this bit of this word is reached, or all there is for so many points; return the points used."""
    for which in range(SETS):
        for k in range(sets.shape[1]):
            sets[which, k] = NO_BITS
    now, before, reached, sea, nodes = sets[NOW], sets[BEFORE], sets[REACHED], sets[SEA], sets[NODES]
    first, width = int(b.first_word), int(b.row_words)
    for k in range(int(b.rows) * width):
        nodes[first + k] = b.chart_bits[k]  # TRB-46
        sea[first + k] = b.chart_bits[k] & ~b.land_bits[k]
    for other in range(SHIPS):
        square = s.at[other]
        if square != NOWHERE and other != ship and b.island_at[square] != NOWHERE:
            nodes[_word(b, square)] &= ~_bit(b, square)  # TRB-43
    home, home_bit, row = _word(b, s.at[ship]), _bit(b, s.at[ship]), int(b.row[s.at[ship]])
    reached[home] = home_bit
    now[home] = home_bit
    cost = 0
    while cost < most and reached[word] & bit == NO_BITS:
        cost += 1
        start = first + max(0, row - 2 * cost) * width
        stop = first + min(int(b.rows), row + 2 * cost + 1) * width
        if width == 1:
            _spread_narrow(s.wind, start, stop, now, before, reached, sea, nodes)
        elif s.wind == Wind.N or s.wind == Wind.S:
            _spread_along(start, stop, width if s.wind == Wind.N else -width, now, before, reached, sea, nodes)
        else:
            _spread_across(start, stop, width, s.wind == Wind.E, now, before, reached, sea, nodes)
        for k in range(start, stop):
            before[k] = now[k]
            now[k] = reached[k] & sea[k]  # TRB-41
        now[home] |= home_bit
    return cost


@inlined
def _spread_narrow(
    wind: int, start: int, stop: int, now: Words, before: Words, reached: Words, sea: Words, nodes: Words
) -> None:
    """With any wind, where a row of the chart is one word: as below, but no step leads into another word."""
    if wind == Wind.N or wind == Wind.S:
        upwind = 1 if wind == Wind.N else -1
        for k in range(start, stop):
            behind = now[k + upwind]
            steps = behind | _sides(behind | now[k] | before[k - upwind])
            steps |= now[k + upwind + upwind] & sea[k + upwind]
            reached[k] |= steps & nodes[k]
    elif wind == Wind.E:
        for k in range(start, stop):
            beside = now[k - 1] | now[k + 1]
            steps = beside | (now[k] | beside) << ONE | (before[k - 1] | before[k + 1]) >> ONE
            steps |= (now[k] << ONE & sea[k]) << ONE
            reached[k] |= steps & nodes[k]
    else:
        for k in range(start, stop):
            beside = now[k - 1] | now[k + 1]
            steps = beside | (now[k] | beside) >> ONE | (before[k - 1] | before[k + 1]) << ONE
            steps |= (now[k] >> ONE & sea[k]) >> ONE
            reached[k] |= steps & nodes[k]


@inlined
def _sides(word: Any) -> Any:
    return word << ONE | word >> ONE


@inlined
def _spread_along(
    start: int, stop: int, upwind: int, now: Words, before: Words, reached: Words, sea: Words, nodes: Words
) -> None:
    """With wind N or S; `upwind` leads from a word to the one it blows from (TRB-35, TRB-36)."""
    for k in range(start, stop):
        behind, ahead = k + upwind, k - upwind
        steps = now[behind] | _beside(now, behind) | _beside(now, k) | _beside(before, ahead)
        steps |= now[behind + upwind] & sea[behind]  # TRB-37, TRB-38, TRB-39
        reached[k] |= steps & nodes[k]


@inlined
def _spread_across(
    start: int,
    stop: int,
    width: int,
    is_east: bool,
    now: Words,
    before: Words,
    reached: Words,
    sea: Words,
    nodes: Words,
) -> None:
    """With wind E or W."""
    for k in range(start, stop):
        above, below = k - width, k + width
        steps = now[above] | now[below]
        if is_east:
            steps |= _east(now[k] | now[above] | now[below], now[k - 1] | now[above - 1] | now[below - 1])
            steps |= _west(before[above] | before[below], before[above + 1] | before[below + 1])
            steps |= _east(_east(now[k], now[k - 1]) & sea[k], _east(now[k - 1], now[k - 2]) & sea[k - 1])
        else:
            steps |= _west(now[k] | now[above] | now[below], now[k + 1] | now[above + 1] | now[below + 1])
            steps |= _east(before[above] | before[below], before[above - 1] | before[below - 1])
            steps |= _west(_west(now[k], now[k + 1]) & sea[k], _west(now[k + 1], now[k + 2]) & sea[k + 1])
        reached[k] |= steps & nodes[k]


@inlined
def _east(word: Any, previous: Any) -> Any:
    """A word of a set after a step to the east; its lowest bit comes from the word before it."""
    return word << ONE | previous >> LAST_BIT


@inlined
def _west(word: Any, following: Any) -> Any:
    return word >> ONE | following << LAST_BIT


@inlined
def _beside(words: Words, k: int) -> Any:
    """A word after a step to the east or to the west."""
    return _east(words[k], words[k - 1]) | _west(words[k], words[k + 1])


@compiled
def _keep_ends(b: Any, s: Any, ship: Wide, sets: Words) -> None:
    """Take out of what is reached where the ship may not stop."""
    home = s.at[ship]
    is_from_land = b.is_port[home] != 0 or b.island_at[home] != NOWHERE
    if b.strict and is_from_land:  # TRB-41, TRB-42, TRB-87
        first = int(b.first_word)
        for k in range(first, first + int(b.rows) * int(b.row_words)):
            sets[REACHED, k] &= sets[SEA, k]
    for other in range(SHIPS):
        square = s.at[other]
        if square != NOWHERE and other != ship and b.is_port[square] == 0:
            sets[REACHED, _word(b, square)] &= ~_bit(b, square)  # TRB-40
    sets[REACHED, _word(b, home)] |= _bit(b, home)  # TRB-45


@allocating
def write_ends(b: Any, s: Any, ship: Wide, first: int, out: Numbers) -> int:
    """Write the squares where this ship may end its move, added to `first`, ascending; return how many."""
    sets = np.empty((SETS, int(b.set_words)), np.uint64)
    most = _explore(b, s, ship, _no_word(b), ONE, points_of(s, ship) + pearls(s, ship), sets)  # TRB-47
    _keep_ends(b, s, ship, sets)
    row, width = int(b.row[s.at[ship]]), int(b.row_words)
    n = 0
    for r in range(max(0, row - 2 * most), min(int(b.rows), row + 2 * most + 1)):
        for k in range(width):
            bits = sets[REACHED, int(b.first_word) + r * width + k]
            square = first + r * int(b.columns) + k * WORD_BITS
            while bits != NO_BITS:
                byte = int(bits & BYTE)
                for j in range(8):  # all eight, set or not: cheaper than asking
                    out[n + j] = square + BITS_SET[byte, j]
                n += BIT_COUNT[byte]
                bits = bits >> BYTE_BITS
                square += 8
    return n


@compiled
def pick_end(b: Any, s: Any, ship: Wide, rng: Generator, room: Numbers) -> int:
    """One of the squares that `write_ends` would write, at random; needs room for the sets of the search.

    NOWHERE, with nothing drawn, if the chart is so high that there is none.
    """
    words = int(b.set_words)
    if SETS * words * WORD_BITS > room.size * NUMBER_BITS:
        return NOWHERE
    sets = room.view(np.uint64)[: SETS * words].reshape(SETS, words)
    most = _explore(b, s, ship, _no_word(b), ONE, points_of(s, ship) + pearls(s, ship), sets)
    _keep_ends(b, s, ship, sets)
    row, width = int(b.row[s.at[ship]]), int(b.row_words)
    start = int(b.first_word) + max(0, row - 2 * most) * width
    stop = int(b.first_word) + min(int(b.rows), row + 2 * most + 1) * width
    count = 0
    for k in range(start, stop):
        count += count_bits(int(np.int64(sets[REACHED, k])))
    left = below(rng, count)
    for k in range(start, stop):
        bits = int(np.int64(sets[REACHED, k]))
        here = count_bits(bits)
        if left < here:
            at = k - int(b.first_word)
            return at // width * int(b.columns) + at % width * WORD_BITS + nth_bit(bits, left)
        left -= here
    return NOWHERE


@inlined
def _no_word(b: Any) -> int:
    """A word of a set that holds no square, so that nothing in it is ever reached."""
    return int(b.first_word) - 1


@allocating
def cheapest_cost(b: Any, s: Any, ship: Wide, square: Wide) -> int:
    """What it costs to get to this square within reach. For NOWHERE: 0 if the ship can only stay where it is."""
    sets = np.empty((SETS, int(b.set_words)), np.uint64)
    most = points_of(s, ship) + pearls(s, ship)
    home, bit = _word(b, s.at[ship]), _bit(b, s.at[ship])
    if square != NOWHERE:
        return _explore(b, s, ship, _word(b, square), _bit(b, square), most, sets)
    _explore(b, s, ship, _no_word(b), bit, most, sets)
    _keep_ends(b, s, ship, sets)
    others = 0
    for k in range(sets.shape[1]):
        others += 1 if sets[REACHED, k] != NO_BITS and (k != home or sets[REACHED, k] != bit) else 0
    return others


@allocating
def write_costs(box: Records, states: Records, i: int, ship: int, most: int, costs: Numbers) -> None:
    """The cheapest cost of every square where this ship may end its move with so many points.

    Of a square where it may only pass, PASSED - cost; of any other, UNREACHED.
    """
    s, b = states[i], box[0]
    for square in range(b.squares):
        costs[square] = UNREACHED
    sets = np.empty((SETS, int(b.set_words)), np.uint64)
    for cost in range(1, most + 1):
        _explore(b, s, ship, _no_word(b), ONE, cost, sets)
        _note_costs(b, cost, sets, costs)
    _keep_ends(b, s, ship, sets)
    for square in range(b.squares):
        if costs[square] != UNREACHED and sets[REACHED, _word(b, square)] & _bit(b, square) == NO_BITS:
            costs[square] = PASSED - costs[square]
    costs[s.at[ship]] = 0


@inlined
def _note_costs(b: Any, cost: int, sets: Words, costs: Numbers) -> None:
    for r in range(int(b.rows)):
        for k in range(int(b.row_words)):
            bits = sets[REACHED, int(b.first_word) + r * int(b.row_words) + k]
            square = r * int(b.columns) + k * WORD_BITS
            while bits != NO_BITS:
                if bits & ONE != NO_BITS and costs[square] == UNREACHED:
                    costs[square] = cost
                bits = bits >> ONE
                square += 1


@inlined
def can_leave(b: Any, s: Any) -> bool:
    """Whether the acting ship may end its move elsewhere; a free neighbour nearly always answers that."""
    for direction in range(len(DIRECTIONS)):
        square = b.neighbour[s.at[s.acting], direction]
        if b.step_cost[s.wind, direction] != FORBIDDEN and square != NOWHERE:
            is_free = b.is_port[square] == 0 and b.island_at[square] == NOWHERE
            for other in range(SHIPS):
                if s.at[other] == square:
                    is_free = False
            if is_free:
                return True
    return cheapest_cost(b, s, np.int64(s.acting), np.int64(NOWHERE)) > 0
