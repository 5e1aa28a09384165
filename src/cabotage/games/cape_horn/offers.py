"""What may be chosen in Cape Horn, compiled: cards to lay or cover with, and moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cabotage.core.compiling import compiled, inlined
from cabotage.games.cape_horn.actions import (
    IGNORE,
    IGNORE_LINE,
    KINDS,
    LAY,
    LAY_DONE,
    SAIL,
    SAIL_LINE,
    SQUARES,
)
from cabotage.games.cape_horn.box import NEIGHBOURS
from cabotage.games.cape_horn.deck import MOST_PATHS
from cabotage.games.cape_horn.reach import (
    HALF,
    IGNORE_PRICE,
    can_ignore,
    has_square,
    ignores_over_line,
    ignoring,
    reach,
    sailing,
    sails_over_line,
    with_square,
)
from cabotage.games.cape_horn.state import NOWHERE, OPEN

if TYPE_CHECKING:
    from cabotage.core.contract import Numbers


@compiled
def offer_cards(b: Any, s: Any, out: Numbers) -> int:
    """Every kind in hand on every square that takes one, and the end of laying (CAP-17)."""
    hand = s.hand[s.turn]
    n, squares = 0, 0
    for kind in range(KINDS):
        if hand[kind] == 0:
            continue
        if n == 0:
            squares = _card_squares(b, s, LAY + kind * SQUARES, out)
            n = squares
        else:
            later = LAY + kind * SQUARES - out[0] + out[0] % SQUARES
            for k in range(squares):
                out[n + k] = out[k] + later
            n += squares
    out[n] = LAY_DONE
    return n + 1


@inlined
def _card_squares(b: Any, s: Any, first: int, out: Numbers) -> int:
    """The squares that may take a card now, added to `first`. Writing first and counting after spares a branch."""
    n = 0
    if s.laid_now:
        for square in range(SQUARES):
            out[n] = first + square
            n += 1 if s.wind[square] == OPEN else 0  # CAP-18, CAP-19, CAP-20, CAP-21
        return n
    low, high = banned(b, s)
    for square in range(HALF):
        out[n] = first + square
        n += (1 if s.wind[square] >= OPEN else 0) & ~low
        low >>= 1
    for square in range(HALF, SQUARES):
        out[n] = first + square
        n += (1 if s.wind[square] >= OPEN else 0) & ~high
        high >>= 1
    return n


@inlined
def banned(b: Any, s: Any) -> tuple[int, int]:
    """The cards that the player on turn may not cover (CAP-33: any others may be, CAP-34: with any kind)."""
    points = int(s.points[s.turn])
    if b.direct_ban:  # CAP-76
        points = min(points, IGNORE_PRICE)
    low, high = reach(b, s, s.turn, points)  # CAP-27, CAP-28, CAP-29, CAP-30
    for seat in range(b.seats):  # CAP-26
        low, high = with_square(low, high, s.ship[seat])
    return low, high


@compiled
def offer_moves(b: Any, s: Any, out: Numbers) -> int:
    """The ends of one move: sailing, and ignoring where sailing does not lead (CAP-35; CAP-49, CAP-52)."""
    seat = s.turn
    at = s.ship[seat]
    n = 0
    low, high = sailing(b, s, seat, at)
    for path in range(MOST_PATHS):
        end = b.ends[s.wind[at], at, path]
        if end == NOWHERE:
            break
        if has_square(low, high, end):
            out[n] = SAIL + end
            n += 1
    sails = sails_over_line(b, s, seat)
    if sails:
        out[n] = SAIL_LINE
        n += 1
    if not can_ignore(s):
        return n
    near_low, near_high = ignoring(b, s, seat, at)
    for k in range(NEIGHBOURS):
        end = b.neighbours[at, k]
        if end == NOWHERE:
            break
        if has_square(near_low & ~low, near_high & ~high, end):
            out[n] = IGNORE + end
            n += 1
    if ignores_over_line(b, s, seat) and not sails:
        out[n] = IGNORE_LINE
        n += 1
    return n
