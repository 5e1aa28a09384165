"""What may be chosen in Cape Horn, compiled: cards to lay or cover with, and moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cabotage.core.compiling import allocating, compiled, inlined
from cabotage.games.cape_horn.actions import MOST_CHOICES, MOST_SQUARES
from cabotage.games.cape_horn.reach import (
    IGNORE_PRICE,
    can_end,
    can_ignore,
    ignores_over_line,
    reach,
    sails_over_line,
)
from cabotage.games.cape_horn.state import NOWHERE, OPEN

if TYPE_CHECKING:
    from cabotage.core.contract import Numbers, Records


@compiled
def offer_cards(b: Any, s: Any, out: Numbers) -> int:
    """Every kind in hand on every square that takes one, and the end of laying (CAP-17)."""
    hand = s.hand[s.turn]
    n, squares = 0, 0
    for kind in range(b.kinds):
        if hand[kind] == 0:
            continue
        if n == 0:
            squares = card_squares(b, s, kind * b.squares, out)
            n = squares
        else:
            later = kind * b.squares - out[0] + out[0] % b.squares
            for k in range(squares):
                out[n + k] = out[k] + later
            n += squares
    out[n] = b.lay_done
    return n + 1


@inlined
def card_squares(b: Any, s: Any, first: int, out: Numbers) -> int:
    """The squares that may take a card now, added to `first`. Writing first and counting after spares a branch."""
    n = 0
    if s.laid_now:
        for square in range(b.squares):
            out[n] = first + square
            n += 1 if s.wind[square] == OPEN else 0  # CAP-18, CAP-19, CAP-20, CAP-21
        return n
    marks = out[MOST_CHOICES - MOST_SQUARES : MOST_CHOICES]  # there is room for them until the next kind
    banned(b, s, marks)
    for square in range(b.squares):
        out[n] = first + square
        n += (1 if s.wind[square] >= OPEN else 0) & ~marks[square]
    return n


@inlined
def banned(b: Any, s: Any, marks: Numbers) -> None:
    """Mark what the player on turn may not cover (CAP-33: any other card may be, CAP-34: with any kind)."""
    points = int(s.points[s.turn])
    if b.direct_ban:  # CAP-76
        points = min(points, IGNORE_PRICE)
    reach(b, s, s.turn, points, marks)  # CAP-27, CAP-28, CAP-29, CAP-30
    for seat in range(b.seats):  # CAP-26
        marks[s.ship[seat]] = 1


@compiled
def write_banned(box: Records, states: Records, i: int, marks: Numbers) -> None:
    """`banned`, for callers who have a batch."""
    banned(box[0], states[i], marks)


@inlined
def can_lay(b: Any, s: Any) -> bool:
    """Whether the player on turn has a card, and some square takes it."""
    if s.held[s.turn] == 0:
        return False
    return bool(b.is_roomy) or _some_square_takes(b, s)


@allocating
def _some_square_takes(b: Any, s: Any) -> bool:
    """The same on boards that cards can fill."""
    for square in range(b.squares):
        if s.wind[square] == OPEN:
            return True
    if s.laid_now:
        return False
    marks = np.zeros(MOST_SQUARES, np.int32)
    banned(b, s, marks)
    covered = 0
    for square in range(b.squares):
        covered += marks[square]
    return bool(covered < b.squares)


@compiled
def offer_moves(b: Any, s: Any, out: Numbers) -> int:
    """The ends of one move: sailing, and ignoring where sailing does not lead (CAP-35; CAP-49, CAP-52)."""
    seat = s.turn
    at = s.ship[seat]
    n = 0
    ends = b.ends[s.wind[at], at]
    for k in range(len(ends)):  # writing first and counting after spares a branch, here and below
        end = ends[k]
        if end == NOWHERE:
            break
        out[n] = b.sail + end
        n += 1 if can_end(b, s, seat, end) else 0
    is_over = sails_over_line(b, s, seat)
    if is_over:
        out[n] = b.sail_line
        n += 1
    if not can_ignore(s):
        return n
    led = int(b.led[s.wind[at], at])
    near = b.neighbours[at]
    for k in range(len(near)):
        end = near[k]
        if end == NOWHERE:
            break
        out[n] = b.ignore + end
        n += (1 if can_end(b, s, seat, end) else 0) & ~(led >> k)
    if ignores_over_line(b, s, seat) and not is_over:
        out[n] = b.ignore_line
        n += 1
    return n
