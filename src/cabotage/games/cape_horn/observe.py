"""What an observation of Cape Horn holds, and what a network reads of a state.

The order in which cards were laid is left out of observations; a view has it.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any

from cabotage.core.compiling import compiled, inlined
from cabotage.core.observation import number, one_hot, seat
from cabotage.games.cape_horn.actions import HAND, ZONES
from cabotage.games.cape_horn.box import NEIGHBOURS
from cabotage.games.cape_horn.deck import MOST_PATHS
from cabotage.games.cape_horn.judge import haul, landing
from cabotage.games.cape_horn.reach import (
    IGNORE_PRICE,
    SPRINT_PRICE,
    can_end,
    ignores_over_line,
    roses_of,
    sails_over_line,
)
from cabotage.games.cape_horn.state import MOST_POINTS, NOWHERE, OPEN, Phase

if TYPE_CHECKING:
    from cabotage.core.contract import Features, Records

OBSERVED = (
    one_hot("phase"),
    seat("turn"),
    number("turns"),
    number("idle"),
    number("stirred"),
    one_hot("ship", count="squares").by_seat(),
    number("points").by_seat(),
    one_hot("roses").by_seat(),
    number("taken").by_seat(),
    one_hot("wind", range(1), count="kinds").first("squares"),
    one_hot("wind", range(OPEN, OPEN + 1)).first("squares").named("open"),
    number("laid"),
    number("laid_now"),
    number("held").by_seat(),
    number("hand").by_seat(),
    number("stock"),
)


class Feature(IntEnum):
    """What a network reads of each seat."""

    ON_TURN = 0
    LAYS = 1
    MOVES = 2
    SPRINTS = 3
    BUYS = 4
    LATER = 5
    RIVALS = 6
    POINTS = 7
    CAN_IGNORE = 8
    CAN_SPRINT = 9
    CAN_DO_BOTH = 10
    ONE_ROSE = 11
    TWO_ROSES = 12
    THREE_ROSES = 13
    STEPS = 14
    NEARNESS = 15
    OUTLOOK = 16
    CROSSES = 17
    STEPS_OVER = 18
    WAYS = 19
    BEST_WAY = 20
    SECOND_WAY = 21
    BEST_ASIDE = 22
    BEST_LAID = 23
    BEST_SPRINT = 24
    HELD = 25
    PROGRESS = 26
    BEST_CARD = 27
    TURNS = 28
    STOCK = 29
    LAID_NOW = 30


FEATURES = tuple(feature.name.lower() for feature in Feature)

STEP = 10.0  # of `landing`
FAR_OFF = 300  # as far as anything seems
NEAR_BY = -60
ROUND_TRIP = 16.0  # steps and turns of each are about so many
MANY_CARDS = 8.0
MANY_RIVALS = 4.0
MANY_STEPS = 30


@compiled
def features(box: Records, states: Records, i: int, out: Features) -> None:
    """How far each ship is from the win, by its card, past it and by cards in hand, and what its owner can pay."""
    s, b = states[i], box[0]
    seats = int(b.seats)
    for seat_ in range(seats):
        row = out[seat_]
        for k in range(row.size):
            row[k] = 0.0
        is_on_turn = seat_ == s.turn
        if is_on_turn:
            row[Feature.ON_TURN] = 1.0
            row[Feature.LAYS] = 1.0 if s.phase == Phase.LAY else 0.0
            row[Feature.MOVES] = 1.0 if s.phase == Phase.MOVE else 0.0
            row[Feature.SPRINTS] = 1.0 if s.phase == Phase.SPRINT else 0.0
            row[Feature.BUYS] = 1.0 if s.phase == Phase.BUY else 0.0
            row[Feature.LAID_NOW] = s.laid_now / 2.0
        row[Feature.LATER] = ((seat_ - int(s.turn) + seats) % seats) / seats
        row[Feature.RIVALS] = (seats - 1) / MANY_RIVALS
        points = int(s.points[seat_])
        row[Feature.POINTS] = points / MOST_POINTS
        row[Feature.CAN_IGNORE] = 1.0 if points >= IGNORE_PRICE else 0.0
        row[Feature.CAN_SPRINT] = 1.0 if points >= SPRINT_PRICE else 0.0
        row[Feature.CAN_DO_BOTH] = 1.0 if points >= IGNORE_PRICE + SPRINT_PRICE else 0.0
        roses = roses_of(s, seat_)
        if roses > 0:
            row[Feature.ONE_ROSE + min(roses, ZONES) - 1] = 1.0
        _write_ways(b, s, seat_, points, row)
        _write_hand(b, s, seat_, row)
        row[Feature.TURNS] = int(s.turns) / (seats * ROUND_TRIP)
        row[Feature.STOCK] = 1.0 if s.stock == 0 else 0.0


@inlined
def _scaled(value: int) -> float:
    """A value of `landing` in steps, within limits."""
    return min(max(value, NEAR_BY), FAR_OFF) / (STEP * ROUND_TRIP)


@inlined
def _steps_after(b: Any, gained: int, square: int) -> int:
    """Steps to the win once a move has ended there."""
    return min(int(b.steps_to_win[b.haul_after[gained, square], square]), MANY_STEPS)


@compiled
def _write_ways(b: Any, s: Any, seat_: int, points: int, row: Any) -> None:
    """Where this ship can go: by its card, past it, on a card of its owner's, and in two moves."""
    at = int(s.ship[seat_])
    if at == NOWHERE:
        return
    gained = haul(s, seat_)
    steps = min(int(b.steps_to_win[gained, at]), MANY_STEPS)
    row[Feature.STEPS] = steps / ROUND_TRIP
    row[Feature.NEARNESS] = 1.0 / (1 + steps)
    here = landing(b, s, seat_, at, int(s.wind[at]), points)
    row[Feature.OUTLOOK] = _scaled(here)
    row[Feature.CROSSES] = 1.0 if sails_over_line(b, s, seat_) else 0.0
    row[Feature.STEPS_OVER] = 1.0 if points >= IGNORE_PRICE and ignores_over_line(b, s, seat_) else 0.0
    best = second = here + int(STEP)
    laid, sprint, ways = MANY_STEPS, MANY_STEPS, 0
    for path in range(MOST_PATHS):
        end = int(b.ends[s.wind[at], at, path])
        if end == NOWHERE:
            break
        if s.wind[end] < 0:
            laid = min(laid, _best_laid(b, s, seat_, gained, end))
        elif can_end(b, s, seat_, end):
            ways += 1
            value = landing(b, s, seat_, end, int(s.wind[end]), points)
            if value < best:
                best, second = value, best
            else:
                second = min(second, value)
            sprint = min(sprint, _best_sprint(b, s, seat_, gained, end))
    row[Feature.WAYS] = ways / 2.0
    row[Feature.BEST_WAY] = _scaled(best)
    row[Feature.SECOND_WAY] = _scaled(second)
    aside = best
    if points >= IGNORE_PRICE:
        for k in range(NEIGHBOURS):
            near = int(b.neighbours[at, k])
            if near == NOWHERE:
                break
            if can_end(b, s, seat_, near):
                aside = min(aside, landing(b, s, seat_, near, int(s.wind[near]), points - IGNORE_PRICE))
    row[Feature.BEST_ASIDE] = _scaled(aside)
    row[Feature.BEST_LAID] = laid / ROUND_TRIP
    row[Feature.BEST_SPRINT] = sprint / ROUND_TRIP


@inlined
def _best_laid(b: Any, s: Any, seat_: int, gained: int, end: int) -> int:
    """Steps to the win after a card of one's own on this empty square, and after where it leads."""
    best = MANY_STEPS
    then = int(b.haul_after[gained, end])
    for kind in range(b.kinds):
        if s.hand[seat_, kind] > 0:
            if b.crosses[kind, end]:
                best = min(best, _steps_after(b, gained, end) // 2)
            for path in range(MOST_PATHS):
                last = int(b.ends[kind, end, path])
                if last == NOWHERE:
                    break
                best = min(best, _steps_after(b, then, last))
    return best


@inlined
def _best_sprint(b: Any, s: Any, seat_: int, gained: int, end: int) -> int:
    """Steps to the win after two moves, the first of which ends there."""
    then = int(b.haul_after[gained, end])
    best = int(b.steps_to_win[then, end])
    for path in range(MOST_PATHS):
        last = int(b.ends[s.wind[end], end, path])
        if last == NOWHERE:
            break
        if can_end(b, s, seat_, last):
            best = min(best, _steps_after(b, then, last))
    return min(best, MANY_STEPS)


@compiled
def _write_hand(b: Any, s: Any, seat_: int, row: Any) -> None:
    """How many cards there are in this hand, and how far they lead."""
    total, best = 0, 0
    for kind in range(b.kinds):
        if s.hand[seat_, kind] > 0:
            total += int(s.hand[seat_, kind]) * int(b.progress[kind])
            best = max(best, int(b.progress[kind]))
    row[Feature.HELD] = int(s.held[seat_]) / HAND
    row[Feature.PROGRESS] = total / MANY_CARDS
    row[Feature.BEST_CARD] = best / 2.0
