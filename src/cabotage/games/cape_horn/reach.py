"""Where a ship can go, compiled: one answer for moving, for the covering ban and for what is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cabotage.core.compiling import compiled, inlined
from cabotage.games.cape_horn.actions import MOST_SEATS, ZONES
from cabotage.games.cape_horn.box import ROSES_TO_FINISH
from cabotage.games.cape_horn.state import NO_ROSE, NOWHERE, Phase

if TYPE_CHECKING:
    from cabotage.core.contract import Numbers, Records

IGNORE_PRICE = 3
SPRINT_PRICE = 5
NO_WAY = -1


@inlined
def can_end(b: Any, s: Any, seat: int, square: int) -> bool:
    """Whether this seat's ship may end a move there; never on NOWHERE. Without branches, which nobody can predict."""
    others = 0
    for other in range(MOST_SEATS):
        others += (1 if s.ship[other] == square else 0) & (1 if other != seat else 0)
    is_free = (1 if others == 0 else 0) | (1 if b.rose_colour[square] != NO_ROSE else 0)  # CAP-43
    is_sea = (1 if square != NOWHERE else 0) & (1 if s.wind[square] >= 0 else 0)  # CAP-42
    return is_free & is_sea == 1


@compiled
def mark(b: Any, s: Any, seat: int, ends: Any, marks: Numbers) -> None:
    """Mark those of these squares on which this seat's ship may end a move."""
    for k in range(len(ends)):
        if ends[k] == NOWHERE:
            break
        marks[ends[k]] |= 1 if can_end(b, s, seat, ends[k]) else 0


@compiled
def reach(b: Any, s: Any, seat: int, points: int, marks: Numbers) -> None:
    """Mark the squares to which this seat's ship can go in one turn with these points: the set R of CAP-28."""
    for square in range(b.squares):
        marks[square] = 0
    at = s.ship[seat]
    if at == NOWHERE:
        return
    ends = b.ends[s.wind[at], at]
    mark(b, s, seat, ends, marks)  # (a)
    if points >= SPRINT_PRICE:
        for k in range(len(ends)):
            if ends[k] == NOWHERE:
                break
            if can_end(b, s, seat, ends[k]):
                mark(b, s, seat, b.ends[s.wind[ends[k]], ends[k]], marks)  # (c)
                if points >= SPRINT_PRICE + IGNORE_PRICE:
                    mark(b, s, seat, b.neighbours[ends[k]], marks)  # (d)
    if points >= IGNORE_PRICE:
        near = b.neighbours[at]
        mark(b, s, seat, near, marks)  # (b)
        if points >= SPRINT_PRICE + IGNORE_PRICE:
            for k in range(len(near)):
                if near[k] == NOWHERE:
                    break
                if can_end(b, s, seat, near[k]):
                    mark(b, s, seat, b.ends[s.wind[near[k]], near[k]], marks)  # (d)


@compiled
def reachable(box: Records, states: Records, i: int, seat: int, points: int, marks: Numbers) -> None:
    """`reach`, for callers who have a batch."""
    reach(box[0], states[i], seat, points, marks)


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


@compiled
def line_price(box: Records, states: Records, i: int, seat: int) -> int:
    """What it costs this ship to cross the line with its next move: by its card, or past it; or NO_WAY."""
    if sails_over_line(box[0], states[i], seat):
        return 0
    return IGNORE_PRICE if ignores_over_line(box[0], states[i], seat) else NO_WAY


@inlined
def can_ignore(s: Any) -> bool:
    """Whether the player on turn has the points to ignore their card in this phase (CAP-47, CAP-52)."""
    return bool(s.points[s.turn] >= IGNORE_PRICE + (SPRINT_PRICE if s.phase == Phase.SPRINT else 0))


@compiled
def has_end(b: Any, s: Any, seat: int, ends: Any) -> bool:
    """Whether this seat's ship may end a move on one of these squares."""
    for k in range(len(ends)):
        if ends[k] == NOWHERE:
            return False
        if can_end(b, s, seat, ends[k]):
            return True
    return False


@compiled
def has_move(b: Any, s: Any) -> bool:
    """Whether the player on turn has a move in this phase, the first one or the second."""
    seat = s.turn
    if s.phase == Phase.SPRINT and s.points[seat] < SPRINT_PRICE:
        return False
    at = s.ship[seat]
    if has_end(b, s, seat, b.ends[s.wind[at], at]) or sails_over_line(b, s, seat):
        return True
    if not can_ignore(s):
        return False
    return has_end(b, s, seat, b.neighbours[at]) or ignores_over_line(b, s, seat)
