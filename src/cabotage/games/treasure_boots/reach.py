"""Where a ship can get to, compiled: the cheapest cost of every square by wind, land and other ships.

Squares are bits of 64-bit words, a row of the chart after the other, and a whole row sails at once. Every row ends with
a free bit at least, so that a step beyond the last column goes to no square, and so does one beyond the first. The
search is by cost: what is reached for c points are the steps of 1 from what was reached for c - 1, the steps of 2 from
c - 2, and so on until the points are used up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cabotage.core.compiling import allocating, compiled, inlined
from cabotage.games.treasure_boots.actions import SHIPS, Token, Wind
from cabotage.games.treasure_boots.box import DIRECTIONS, FORBIDDEN, WORD_BITS
from cabotage.games.treasure_boots.goods import pearls
from cabotage.games.treasure_boots.state import NOWHERE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cabotage.core.contract import Numbers, Records

    Words = NDArray[np.uint64]

POINTS = 3
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
def points_of(s: Any, ship: int) -> int:
    """TRB-34"""
    return POINTS + int(s.hold[ship, Token.SAILS])


@inlined
def _word(b: Any, square: int) -> int:
    return int(b.first_word) + int(b.row[square]) * int(b.row_words) + int(b.column[square]) // WORD_BITS


@inlined
def _bit(b: Any, square: int) -> Any:
    return ONE << np.uint64(int(b.column[square]) % WORD_BITS)


@compiled
def _prepare(b: Any, s: Any, ship: int, sets: Words) -> None:
    """The ship alone is reached, for nothing."""
    for which in range(SETS):
        for k in range(sets.shape[1]):
            sets[which, k] = NO_BITS
    first = int(b.first_word)
    for k in range(int(b.rows) * int(b.row_words)):
        sets[NODES, first + k] = b.chart_bits[k]  # TRB-46
        sets[SEA, first + k] = b.chart_bits[k] & ~b.land_bits[k]
    for other in range(SHIPS):
        square = s.at[other]
        if square != NOWHERE and other != ship and b.island_at[square] != NOWHERE:
            sets[NODES, _word(b, square)] &= ~_bit(b, square)  # TRB-43
    start, bit = _word(b, s.at[ship]), _bit(b, s.at[ship])
    sets[REACHED, start] = bit
    sets[NOW, start] = bit


@compiled
def _spread(b: Any, s: Any, ship: int, cost: int, sets: Words) -> None:
    """One more point: from what is reached for cost - 1 and cost - 2 to what is reached for this cost."""
    row, width = int(b.row[s.at[ship]]), int(b.row_words)
    start = int(b.first_word) + max(0, row - 2 * cost) * width
    stop = int(b.first_word) + min(int(b.rows), row + 2 * cost + 1) * width
    now, before, reached, sea, nodes = sets[NOW], sets[BEFORE], sets[REACHED], sets[SEA], sets[NODES]
    if s.wind == Wind.N or s.wind == Wind.S:
        _spread_along(start, stop, width if s.wind == Wind.N else -width, now, before, reached, sea, nodes)
    else:
        _spread_across(start, stop, width, s.wind == Wind.E, now, before, reached, sea, nodes)
    for k in range(start, stop):
        before[k] = now[k]
        now[k] = reached[k] & sea[k]  # TRB-41
    now[_word(b, s.at[ship])] |= _bit(b, s.at[ship])


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
def _search(b: Any, s: Any, ship: int, sets: Words) -> int:
    """Reach all there is with all points and pearls; return how many these are."""
    _prepare(b, s, ship, sets)
    most = points_of(s, ship) + pearls(s, ship)  # TRB-47
    for cost in range(1, most + 1):
        _spread(b, s, ship, cost, sets)
    return most


@compiled
def _keep_ends(b: Any, s: Any, ship: int, sets: Words) -> None:
    """Take out of what is reached where the ship may not stop."""
    home = s.at[ship]
    is_from_land = b.is_port[home] != 0 or b.island_at[home] != NOWHERE
    if b.strict and is_from_land:  # TRB-87
        first = int(b.first_word)
        for k in range(first, first + int(b.rows) * int(b.row_words)):
            sets[REACHED, k] &= sets[SEA, k]
    for other in range(SHIPS):
        square = s.at[other]
        if square != NOWHERE and other != ship and b.is_port[square] == 0:
            sets[REACHED, _word(b, square)] &= ~_bit(b, square)  # TRB-40
    sets[REACHED, _word(b, home)] |= _bit(b, home)  # TRB-45


@allocating
def write_ends(b: Any, s: Any, ship: int, first: int, out: Numbers) -> int:
    """Write the squares where this ship may end its move, added to `first`, ascending; return how many."""
    sets = np.empty((SETS, int(b.set_words)), np.uint64)
    most = _search(b, s, ship, sets)
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


@allocating
def cheapest_cost(b: Any, s: Any, ship: int, square: int) -> int:
    """What it costs to get there; the square must be within reach."""
    sets = np.empty((SETS, int(b.set_words)), np.uint64)
    _prepare(b, s, ship, sets)
    most = points_of(s, ship) + pearls(s, ship)
    cost = 0
    while sets[REACHED, _word(b, square)] & _bit(b, square) == NO_BITS and cost < most:
        cost += 1
        _spread(b, s, ship, cost, sets)
    return cost


@allocating
def write_costs(box: Records, states: Records, i: int, ship: int, most: int, costs: Numbers) -> None:
    """The cheapest cost of every square where this ship may end its move with so many points.

    Of a square where it may only pass, PASSED - cost; of any other, UNREACHED.
    """
    s, b = states[i], box[0]
    for square in range(b.squares):
        costs[square] = UNREACHED
    sets = np.empty((SETS, int(b.set_words)), np.uint64)
    _prepare(b, s, ship, sets)
    for cost in range(1, most + 1):
        _spread(b, s, ship, cost, sets)
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


@compiled
def can_leave(b: Any, s: Any, ship: int) -> bool:
    """Whether the ship may end its move elsewhere; a free neighbour nearly always answers that."""
    for direction in range(len(DIRECTIONS)):
        square = b.neighbour[s.at[ship], direction]
        if b.step_cost[s.wind, direction] != FORBIDDEN and square != NOWHERE:
            is_free = b.is_port[square] == 0 and b.island_at[square] == NOWHERE
            for other in range(SHIPS):
                if s.at[other] == square:
                    is_free = False
            if is_free:
                return True
    return has_other_end(b, s, ship)


@allocating
def has_other_end(b: Any, s: Any, ship: int) -> bool:
    sets = np.empty((SETS, int(b.set_words)), np.uint64)
    _search(b, s, ship, sets)
    _keep_ends(b, s, ship, sets)
    words = 0
    for k in range(sets.shape[1]):
        words += 1 if sets[REACHED, k] != NO_BITS else 0
    # The own square is always one of the ends.
    return words > 1 or sets[REACHED, _word(b, s.at[ship])] != _bit(b, s.at[ship])
