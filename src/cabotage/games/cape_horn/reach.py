"""Where a ship can go, compiled: one answer for moving, for the covering ban and for what is shown.

A set of squares is two integers: the lower half of the squares as bits of the first, the upper half of the second.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cabotage.core.compiling import compiled, inlined
from cabotage.games.cape_horn.actions import SQUARES, ZONES
from cabotage.games.cape_horn.box import NEIGHBOURS, ROSES_TO_FINISH
from cabotage.games.cape_horn.deck import MOST_PATHS
from cabotage.games.cape_horn.state import NO_ROSE, NOWHERE, Phase

if TYPE_CHECKING:
    from cabotage.core.contract import Records

HALF = SQUARES // 2
IGNORE_PRICE = 3
SPRINT_PRICE = 5


@inlined
def with_square(low: int, high: int, square: int) -> tuple[int, int]:
    if square < HALF:
        return low | 1 << int(square), high
    return low, high | 1 << int(square - HALF)


@inlined
def has_square(low: int, high: int, square: int) -> bool:
    if square < HALF:
        return low >> int(square) & 1 == 1
    return high >> int(square - HALF) & 1 == 1


@inlined
def can_end(b: Any, s: Any, seat: int, square: int) -> bool:
    """Whether this seat's ship may end a move there."""
    if s.wind[square] < 0:  # CAP-42
        return False
    if b.rose_colour[square] != NO_ROSE:  # CAP-43
        return True
    is_free = True
    for other in range(b.seats):
        if s.ship[other] == square and other != seat:
            is_free = False
    return is_free


@compiled
def sailing(b: Any, s: Any, seat: int, square: int) -> tuple[int, int]:
    """The ends of sailing by the card on this square."""
    low, high = 0, 0
    for path in range(MOST_PATHS):
        end = b.ends[s.wind[square], square, path]
        if end == NOWHERE:
            break
        if can_end(b, s, seat, end):
            low, high = with_square(low, high, end)
    return low, high


@compiled
def ignoring(b: Any, s: Any, seat: int, square: int) -> tuple[int, int]:
    """The ends of ignoring the card on this square (CAP-47)."""
    low, high = 0, 0
    for k in range(NEIGHBOURS):
        end = b.neighbours[square, k]
        if end == NOWHERE:
            break
        if can_end(b, s, seat, end):
            low, high = with_square(low, high, end)
    return low, high


@compiled
def reach(b: Any, s: Any, seat: int, points: int) -> tuple[int, int]:
    """The squares to which this seat's ship can go in one turn with these points: the set R of CAP-28."""
    at = s.ship[seat]
    if at == NOWHERE:
        return 0, 0
    sail_low, sail_high = sailing(b, s, seat, at)
    low, high = sail_low, sail_high  # (a)
    if points >= IGNORE_PRICE:
        near_low, near_high = ignoring(b, s, seat, at)
        low, high = low | near_low, high | near_high  # (b)
    if points < SPRINT_PRICE:
        return low, high
    for path in range(MOST_PATHS):
        end = b.ends[s.wind[at], at, path]
        if end == NOWHERE:
            break
        if has_square(sail_low, sail_high, end):
            more_low, more_high = sailing(b, s, seat, end)
            low, high = low | more_low, high | more_high  # (c)
            if points >= SPRINT_PRICE + IGNORE_PRICE:
                more_low, more_high = ignoring(b, s, seat, end)
                low, high = low | more_low, high | more_high  # (d)
    if points >= SPRINT_PRICE + IGNORE_PRICE:
        for k in range(NEIGHBOURS):
            end = b.neighbours[at, k]
            if end == NOWHERE:
                break
            if can_end(b, s, seat, end):
                more_low, more_high = sailing(b, s, seat, end)
                low, high = low | more_low, high | more_high  # (d)
    return low, high


@compiled
def reachable(box: Records, states: Records, i: int, seat: int, points: int) -> tuple[int, int]:
    """`reach`, for callers who have a batch."""
    return reach(box[0], states[i], seat, points)


@inlined
def roses_of(s: Any, seat: int) -> int:
    """How many roses this seat has."""
    count = 0
    for zone in range(ZONES):
        if s.roses[seat, zone] != NO_ROSE:
            count += 1
    return count


@inlined
def sails_over_line(b: Any, s: Any, seat: int) -> bool:
    """Whether this ship's card leads over the line, and it may go there."""
    at = s.ship[seat]
    return bool(b.crosses[s.wind[at], at]) and roses_of(s, seat) >= ROSES_TO_FINISH  # CAP-65, CAP-68


@inlined
def ignores_over_line(b: Any, s: Any, seat: int) -> bool:
    """Whether this ship may leave its card for the line (CAP-48, CAP-77)."""
    return bool(b.ignore_over_line and b.on_line[s.ship[seat]]) and roses_of(s, seat) >= ROSES_TO_FINISH


@inlined
def can_ignore(s: Any) -> bool:
    """Whether the player on turn has the points to ignore their card in this phase (CAP-47, CAP-52)."""
    return bool(s.points[s.turn] >= IGNORE_PRICE + (SPRINT_PRICE if s.phase == Phase.SPRINT else 0))


@compiled
def has_move(b: Any, s: Any) -> bool:
    """Whether the player on turn has a move in this phase, the first one or the second."""
    seat = s.turn
    if s.phase == Phase.SPRINT and s.points[seat] < SPRINT_PRICE:
        return False
    low, high = sailing(b, s, seat, s.ship[seat])
    if low | high or sails_over_line(b, s, seat):
        return True
    if not can_ignore(s):
        return False
    low, high = ignoring(b, s, seat, s.ship[seat])
    return bool(low | high) or ignores_over_line(b, s, seat)
