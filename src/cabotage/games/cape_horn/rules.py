"""The rules of Cape Horn, compiled. Ids like CAP-12 are those of RULES.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cabotage.core.compiling import compiled, inlined
from cabotage.core.contract import CHANCE, HIDDEN, OVER
from cabotage.games.cape_horn.actions import HAND, MOST_KINDS, MOST_SEATS, MOST_SQUARES, ZONES
from cabotage.games.cape_horn.box import NEIGHBOURS, OPENING_CARDS
from cabotage.games.cape_horn.offers import can_lay, offer_cards, offer_moves
from cabotage.games.cape_horn.ranking import PERSONS_OF_DUO, standings
from cabotage.games.cape_horn.reach import IGNORE_PRICE, SPRINT_PRICE, has_move, roses_of
from cabotage.games.cape_horn.state import BARE, MOST_CARDS, MOST_POINTS, NO_ROSE, NOBODY, NOWHERE, OPEN, Phase

if TYPE_CHECKING:
    from cabotage.core.contract import Numbers, Records

__all__ = ["absent", "apply", "chance", "legal", "seen", "setup", "standings", "to_act"]

FIRST_POINTS = 3
IDLE_ROUNDS = 3
MOST_ROUNDS = 60


@compiled
def setup(box: Records, states: Records, i: int) -> None:
    s, b = states[i], box[0]
    s.phase = Phase.STARTER
    s.starter = NOBODY
    s.turn = NOBODY
    s.turns = 0
    s.idle = 0
    s.stirred = 0
    s.winner = NOBODY
    for seat in range(MOST_SEATS):
        s.ship[seat] = NOWHERE
        s.points[seat] = 0
        s.held[seat] = 0
        s.onlookers[seat] = _onlookers(b, seat)
        for zone in range(ZONES):
            s.roses[seat, zone] = NO_ROSE
            s.taken[seat, zone] = 0
        for kind in range(MOST_KINDS):
            s.hand[seat, kind] = 0
    for square in range(MOST_SQUARES):
        s.wind[square] = BARE
    for k in range(b.start_count):  # CAP-9, CAP-10
        _put(b, s, b.start_wind, b.starts[k])
    s.laid = 0
    s.laid_now = 0
    for n in range(MOST_CARDS):
        s.laid_kind[n] = 0
        s.laid_square[n] = NOWHERE
    s.stock = 0
    for kind in range(MOST_KINDS):  # CAP-2, CAP-3
        s.pool[kind] = b.deck[kind]
        s.stock += b.deck[kind]


@inlined
def _onlookers(b: Any, seat: int) -> int:
    """The seats whose owner may look into this seat's hand."""
    if seat >= b.seats:
        return 0
    if not b.duo:
        return 1 << seat
    partner = (seat + PERSONS_OF_DUO) % b.seats  # CAP-81
    return int(1 << seat | 1 << partner)


@inlined
def _put(b: Any, s: Any, kind: int, square: int) -> None:
    """A card on a square: bare neighbours may take one from now on (CAP-18)."""
    s.wind[square] = kind
    for k in range(NEIGHBOURS):
        near = b.neighbours[square, k]
        if near == NOWHERE:
            break
        if s.wind[near] == BARE:
            s.wind[near] = OPEN


@inlined
def to_act(box: Records, states: Records, i: int) -> int:
    s = states[i]
    if s.phase == Phase.OVER:
        return OVER
    if s.phase < Phase.LAY:
        return CHANCE
    return int(s.turn)


@inlined
def legal(box: Records, states: Records, i: int, out: Numbers) -> int:
    s, b = states[i], box[0]
    n = 2
    if s.phase == Phase.LAY:
        n = offer_cards(b, s, out)
    elif s.phase == Phase.MOVE or s.phase == Phase.SPRINT:
        n = offer_moves(b, s, out)
        out[n] = b.renounce if s.phase == Phase.MOVE else b.stop
        n += 1
    else:
        out[0] = b.buy  # CAP-61
        out[1] = b.end_turn
    return n


@inlined
def chance(box: Records, states: Records, i: int, outcomes: Numbers, weights: Numbers) -> int:
    s, b = states[i], box[0]
    n = 0
    if s.phase == Phase.STARTER:  # CAP-5
        for seat in range(b.seats):
            outcomes[seat] = b.starter + seat
            weights[seat] = 1
        return int(b.seats)
    for kind in range(b.kinds):
        outcomes[n] = b.draw + kind
        weights[n] = s.pool[kind]
        n += 1 if s.pool[kind] > 0 else 0
    return n


@inlined
def apply(box: Records, states: Records, i: int, number: int) -> None:
    s, b = states[i], box[0]
    goes_on = True  # else the turn is over
    if s.phase == Phase.LAY:
        goes_on = _lay(b, s, number)
    elif s.phase == Phase.MOVE:
        goes_on = _first_move(b, s, number)
    elif s.phase == Phase.SPRINT:
        goes_on = _second_move(b, s, number)
    elif s.phase == Phase.BUY:
        if number == b.buy:
            s.points[s.turn] -= 1
            s.phase = Phase.DRAW  # CAP-63
        else:
            goes_on = False
    elif s.phase == Phase.DRAW:
        _take(s, number - b.draw)
        goes_on = _can_draw(s) and s.points[s.turn] > 0  # CAP-61
        s.phase = Phase.BUY
    elif s.phase == Phase.OPENING:
        _deal(b, s, number - b.draw)
    else:
        _start(b, s, number - b.starter)
    if not goes_on:
        _end_turn(b, s)


@compiled
def _start(b: Any, s: Any, starter: int) -> None:
    s.starter = starter
    s.turn = starter
    for k in range(b.seats):
        seat = (starter + k) % b.seats
        s.ship[seat] = b.starts[k]  # CAP-8
        s.points[seat] = FIRST_POINTS + (k if b.seat_bonus else 0)  # CAP-6, CAP-79
    s.phase = Phase.OPENING


@compiled
def _deal(b: Any, s: Any, kind: int) -> None:
    _take(s, kind)
    if s.held[s.turn] == OPENING_CARDS:  # CAP-7
        s.turn = (s.turn + 1) % b.seats
        if s.turn == s.starter:
            _begin_turn(b, s)


@inlined
def _take(s: Any, kind: int) -> None:
    """The player on turn draws this card."""
    s.pool[kind] -= 1
    s.stock -= 1
    s.hand[s.turn, kind] += 1
    s.held[s.turn] += 1


@inlined
def _can_draw(s: Any) -> bool:
    return bool(s.held[s.turn] < HAND and s.stock > 0)  # CAP-60, CAP-62, CAP-71


@inlined
def _gain_point(s: Any) -> None:
    if s.points[s.turn] < MOST_POINTS:  # CAP-14, CAP-15
        s.points[s.turn] += 1


@compiled
def _begin_turn(b: Any, s: Any) -> bool:
    """Go on to the next question or draw; False if the turn is over without one (here and below)."""
    s.stirred = 0
    s.laid_now = 0
    _gain_point(s)  # CAP-13, CAP-16
    s.phase = Phase.LAY
    return True if can_lay(b, s) else _begin_move(b, s)


@compiled
def _begin_move(b: Any, s: Any) -> bool:
    s.phase = Phase.MOVE
    if has_move(b, s):
        return True
    _gain_point(s)  # CAP-44, CAP-46
    return _begin_draw(s)


@inlined
def _begin_draw(s: Any) -> bool:
    s.phase = Phase.DRAW
    return _can_draw(s)


@inlined
def _lay(b: Any, s: Any, number: int) -> bool:
    if number == b.lay_done:
        return _begin_move(b, s)  # CAP-24
    kind = number // b.squares
    square = number % b.squares
    is_cover = s.wind[square] >= 0
    s.hand[s.turn, kind] -= 1
    s.held[s.turn] -= 1
    _put(b, s, kind, square)  # CAP-31
    s.laid_kind[s.laid] = kind  # CAP-32
    s.laid_square[s.laid] = square
    s.laid += 1
    s.laid_now += 1
    s.stirred = 1
    if is_cover or not can_lay(b, s):  # CAP-25
        return _begin_move(b, s)
    return True


@inlined
def _first_move(b: Any, s: Any, number: int) -> bool:
    if number == b.renounce:
        _gain_point(s)  # CAP-45
        return _begin_draw(s)
    if _go(b, s, number):
        return True
    s.phase = Phase.SPRINT
    if has_move(b, s):  # CAP-50
        return True
    return _begin_draw(s)


@inlined
def _second_move(b: Any, s: Any, number: int) -> bool:
    if number != b.stop:
        s.points[s.turn] -= SPRINT_PRICE
        if _go(b, s, number):  # CAP-51
            return True
    return _begin_draw(s)


@compiled
def _go(b: Any, s: Any, number: int) -> bool:
    """One move of the ship; True if it wins (CAP-69)."""
    seat = s.turn
    s.stirred = 1
    if number >= b.ignore:
        s.points[seat] -= IGNORE_PRICE
    square = number - (b.ignore if number >= b.ignore else b.sail)
    if square == b.squares:  # CAP-65, CAP-77
        s.ship[seat] = NOWHERE  # CAP-82
        s.winner = seat
        s.phase = Phase.OVER
        return True
    s.ship[seat] = square
    if takes_rose(b, s, seat, square):  # CAP-53, CAP-55, CAP-57
        s.roses[seat, b.rose_zone[square]] = b.rose_colour[square]
        s.taken[seat, b.rose_zone[square]] = 1 + s.turns // b.seats
        if b.three_roses_win and roses_of(s, seat) == ZONES:  # CAP-66, CAP-80
            s.winner = seat
            s.phase = Phase.OVER
            return True
    return False


@inlined
def takes_rose(b: Any, s: Any, seat: int, square: int) -> bool:
    """Whether this seat gets a rose for ending a move there (CAP-54)."""
    colour = b.rose_colour[square]
    if colour == NO_ROSE or s.roses[seat, b.rose_zone[square]] != NO_ROSE:
        return False
    is_new = True
    for zone in range(ZONES):
        if s.roses[seat, zone] == colour:
            is_new = False
    return is_new


@compiled
def _end_turn(b: Any, s: Any) -> None:
    """Hand over to the next who has something to choose or to draw."""
    goes_on = False
    while not goes_on:
        s.idle = 0 if s.stirred else s.idle + 1
        s.turns += 1
        if s.idle == IDLE_ROUNDS * b.seats or s.turns == MOST_ROUNDS * b.seats:  # CAP-72, CAP-73
            s.phase = Phase.OVER
            return
        s.turn = (s.turn + 1) % b.seats
        goes_on = _begin_turn(b, s)


@compiled
def absent(box: Records, states: Records, i: int) -> int:
    """No further card, no move, no purchase (CAP-75)."""
    s, b = states[i], box[0]
    if s.phase == Phase.LAY:
        return int(b.lay_done)
    if s.phase == Phase.MOVE:
        return int(b.renounce)
    if s.phase == Phase.SPRINT:
        return int(b.stop)
    return int(b.end_turn)


@compiled
def seen(box: Records, states: Records, i: int, number: int, viewer: int) -> int:
    """Only those who may see that hand see a drawn card."""
    s, b = states[i], box[0]
    if number < b.draw or (viewer >= 0 and s.onlookers[s.turn] >> viewer & 1):
        return number
    return HIDDEN
