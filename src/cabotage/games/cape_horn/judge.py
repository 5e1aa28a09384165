"""Quick judgement of Cape Horn, compiled: the advice of "What good play looks like" in RULES.md.

Squares are judged in tenths of a single step: how far it is to the win from there, and from where its card leads.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cabotage.core.chance import below, count_ties, is_new_best
from cabotage.core.compiling import compiled, inlined
from cabotage.core.contract import Playouts, RankSettings, SearchSettings
from cabotage.core.shares import share_out, share_win
from cabotage.games.cape_horn.actions import COLOURS, ZONES
from cabotage.games.cape_horn.box import NEIGHBOURS, ROSES_TO_FINISH
from cabotage.games.cape_horn.deck import MOST_PATHS
from cabotage.games.cape_horn.offers import banned
from cabotage.games.cape_horn.ranking import persons_of, standings
from cabotage.games.cape_horn.reach import IGNORE_PRICE, SPRINT_PRICE, can_end, roses_of
from cabotage.games.cape_horn.rules import legal
from cabotage.games.cape_horn.state import BARE, MOST_POINTS, NOWHERE, OPEN, Phase

if TYPE_CHECKING:
    from cabotage.core.contract import Generator, Numbers, Records

# To the end of the game: the estimate misjudges half a turn.
SEARCH = SearchSettings(
    exploration=0.1,
    ranks=(
        RankSettings(iterations=8),
        RankSettings(iterations=40),
        RankSettings(iterations=250),
        RankSettings(iterations=20_000),
        RankSettings(iterations=120_000, horizon=0, prior=0.2, is_learned=True),
    ),
    luck=Playouts(128, 48, is_learned=True),
)

STEP = 10
WON = -50 * STEP
DEAD_CARD = 3 * STEP  # a card that leads nowhere
CARD_COST = 1
IGNORE_COST = 9
SPRINT_COST = 15
POINT_WORTH = 1
UNSURE = 4  # an end that needs a card first, or has a ship on it now
FEW_CARDS = 4
MANY_POINTS = 6
ROSE_WORTH = 10  # better one rose now than two next to it
SPOIL_GAIN = 6
NEAR_WIN = 5

# Weights of the estimate, fitted to how 1,200 games of greedy players ended.
LATER, ON_TURN = 102, 34
POINT, ROSE, DISTANCE, CLOSENESS = 18, 80, 6, 157


@compiled
def fold(box: Records, states: Records, i: int, choices: Numbers, count: int) -> int:
    """Drop offered cards that would only lay the same cards in another order; returns how many choices are left.

    After a card on p, one on q is kept only if q comes later on the chart or was opened by p. Every set of cards that
    can be laid at all is still found: by always taking the first square that is open.
    """
    s, b = states[i], box[0]
    if s.phase != Phase.LAY or s.laid_now == 0:
        return count
    last = s.laid_square[s.laid - 1]
    kept = 0
    for n in range(count):
        square = choices[n] % b.squares
        if choices[n] == b.lay_done or square > last or _is_opened_by(b, s, square, last):
            choices[kept] = choices[n]
            kept += 1
    return kept


@inlined
def _is_opened_by(b: Any, s: Any, square: int, last: int) -> bool:
    """Whether the card on `last` is the only one next to this square."""
    others = 0
    for k in range(NEIGHBOURS):
        near = b.neighbours[square, k]
        if near == NOWHERE:
            break
        if near != last and s.wind[near] >= 0:
            others += 1
    return others == 0


@inlined
def haul(s: Any, seat: int) -> int:
    """What this seat has collected, as a row of the box's tables."""
    total, unit = 0, 1
    for zone in range(ZONES):
        total += unit * (1 + s.roses[seat, zone])
        unit *= COLOURS + 1
    return total


@compiled
def landing(b: Any, s: Any, seat: int, square: int, kind: int, points: int) -> int:
    """How far from the win a ship is that has just come to this square and finds this card there; less is better."""
    before = haul(s, seat)
    gained = b.haul_after[before, square]
    roses = roses_of(s, seat) + (1 if gained != before else 0)
    now = int(b.steps_to_win[gained, square]) * STEP
    if now == 0:
        return WON
    if roses >= ROSES_TO_FINISH and b.crosses[kind, square]:
        return WON + STEP if points >= SPRINT_PRICE else now // 2
    best = now + DEAD_CARD
    for path in range(MOST_PATHS):
        end = b.ends[kind, square, path]
        if end == NOWHERE:
            break
        then = b.haul_after[gained, end]
        value = int(b.steps_to_win[then, end]) * STEP
        if not can_end(b, s, seat, end):
            value += UNSURE
        elif points >= SPRINT_PRICE and then != gained:
            value -= STEP
        best = min(best, value)
    return (now + best) // 2 - (ROSE_WORTH if gained != before else 0)


@inlined
def _go(b: Any, s: Any, seat: int, square: int, kind: int, price: int) -> int:
    """The value of a move to this square, with what it costs."""
    cost = (IGNORE_COST if price == IGNORE_PRICE else 0) + (SPRINT_COST if price == SPRINT_PRICE else 0)
    if price > SPRINT_PRICE:
        cost = IGNORE_COST + SPRINT_COST
    left = 0 if s.phase == Phase.SPRINT else int(s.points[seat]) - price
    return int(landing(b, s, seat, square, kind, left) + cost)


@compiled
def move_value(b: Any, s: Any, action: int) -> int:
    """How good a move or its refusal is for the player on turn; less is better."""
    seat = int(s.turn)
    at = int(s.ship[seat])
    if action == b.stop:
        return int(landing(b, s, seat, at, int(s.wind[at]), 0))
    if action == b.renounce:
        point = POINT_WORTH if s.points[seat] < MOST_POINTS else -STEP
        return int(landing(b, s, seat, at, int(s.wind[at]), 0)) - point
    square = action - (b.ignore if action >= b.ignore else b.sail)
    if square == b.squares:
        return WON
    price = (IGNORE_PRICE if action >= b.ignore else 0) + (SPRINT_PRICE if s.phase == Phase.SPRINT else 0)
    return int(_go(b, s, seat, square, int(s.wind[square]), price))


@compiled
def candidates(box: Records, states: Records, i: int, choices: Numbers, worths: Numbers) -> int:
    """Laying the same cards in another order is not tried twice."""
    s, b = states[i], box[0]
    count = fold(box, states, i, choices, legal(box, states, i, choices))
    for k in range(count):
        if s.phase == Phase.LAY:
            worths[k] = _card_worth(b, s, int(choices[k]))
        elif s.phase == Phase.BUY:
            worths[k] = 0
        else:
            worths[k] = -move_value(b, s, int(choices[k]))
    return count


@compiled
def _card_worth(b: Any, s: Any, action: int) -> int:
    """A card where the own ship may end next, by how far from the win it leaves it; any other hardly counts."""
    seat = int(s.turn)
    at = int(s.ship[seat])
    if action == b.lay_done:
        return -int(move_value(b, s, int(b.renounce)))
    kind, square = action // int(b.squares), action % int(b.squares)
    for path in range(MOST_PATHS):
        end = b.ends[s.wind[at], at, path]
        if end == NOWHERE:
            break
        if end == square:
            return -_go(b, s, seat, square, kind, 0) - CARD_COST
    return WON


@compiled
def policy(box: Records, states: Records, i: int, rng: Generator, choices: Numbers) -> int:
    """The best move by these values; a card where it makes that move better; cards bought when there are points."""
    s, b = states[i], box[0]
    if s.phase == Phase.LAY:
        found = _best_card(b, s, rng)
        return _best_spoiler(b, s, choices) if found == b.lay_done else found
    if s.phase == Phase.BUY:
        return int(b.buy if s.held[s.turn] < FEW_CARDS and s.points[s.turn] >= MANY_POINTS else b.end_turn)
    count = legal(box, states, i, choices)
    best, ties, found = WON, 0, 0
    for n in range(count):
        value = -move_value(b, s, int(choices[n]))
        ties = count_ties(value, best, ties)
        if is_new_best(rng, value, best, ties):
            best, found = value, int(choices[n])
    return found


@compiled
def _best_card(b: Any, s: Any, rng: Generator) -> int:
    """The card that makes the coming move better by more than it is worth, or the end of laying."""
    seat = int(s.turn)
    at = int(s.ship[seat])
    done = int(b.lay_done)
    best, found = int(move_value(b, s, int(b.renounce))), done
    is_rich = s.points[seat] >= IGNORE_PRICE
    if roses_of(s, seat) >= ROSES_TO_FINISH and b.crosses[s.wind[at], at]:
        return done
    for k in range(MOST_PATHS + NEIGHBOURS):
        is_sailing = k < MOST_PATHS
        end = int(b.ends[s.wind[at], at, k]) if is_sailing else int(b.neighbours[at, k - MOST_PATHS])
        if end == NOWHERE or not (is_sailing or is_rich):
            continue
        price = 0 if is_sailing else IGNORE_PRICE
        if s.wind[end] >= 0:
            if can_end(b, s, seat, end):
                value = _go(b, s, seat, end, int(s.wind[end]), price)
                if value < best:
                    best, found = value, done
            continue
        bridge = _bridge(b, s, end) if s.wind[end] == BARE else end
        if bridge == NOWHERE or (bridge != end and s.held[seat] == 1):
            continue
        for kind in range(b.kinds):
            if s.hand[seat, kind] > 0:
                cost = CARD_COST if bridge == end else 2 * CARD_COST
                value = _go(b, s, seat, end, kind, price) + cost
                if value < best or (value == best and found != done and below(rng, 2) == 0):
                    laid = kind if bridge == end else _least(b, s, seat, kind)
                    best, found = value, laid * int(b.squares) + bridge
    return found


@inlined
def _bridge(b: Any, s: Any, square: int) -> int:
    """A square on which a card would open this one."""
    found = NOWHERE
    for k in range(NEIGHBOURS):
        near = b.neighbours[square, k]
        if near == NOWHERE:
            break
        if s.wind[near] == OPEN:
            found = near
    return int(found)


@inlined
def _least(b: Any, s: Any, seat: int, wanted: int) -> int:
    """The card in hand that leads least far forward, besides the wanted one."""
    found = wanted
    for kind in range(b.kinds):
        can_spare = s.hand[seat, kind] > (1 if kind == wanted else 0)
        if can_spare and (found == wanted or b.progress[kind] <= b.progress[found]):
            found = kind
    return found


@compiled
def _best_spoiler(b: Any, s: Any, marks: Numbers) -> int:
    """A card that does not lead forward, for a rival ahead or near the win: on the end whose loss hurts them most."""
    seat = int(s.turn)
    kind = _least(b, s, seat, NOWHERE)
    if kind == NOWHERE or b.progress[kind] > 0:
        return int(b.lay_done)
    most, found = SPOIL_GAIN, int(b.lay_done)
    banned(b, s, marks)
    own = b.steps_to_win[haul(s, seat), s.ship[seat]]
    for rival in range(b.seats):
        at = int(s.ship[rival])
        way = b.steps_to_win[haul(s, rival), at]
        if rival % persons_of(b) == seat % persons_of(b) or way > max(own, NEAR_WIN):
            continue
        best, second, end = -WON, -WON, NOWHERE
        for path in range(MOST_PATHS):
            square = int(b.ends[s.wind[at], at, path])
            if square == NOWHERE:
                break
            there = int(s.wind[square]) if s.wind[square] >= 0 else int(b.usual)
            value = landing(b, s, rival, square, there, int(s.points[rival]) + 1)
            if value < best:
                best, second, end = value, best, square
            else:
                second = min(second, value)
        if end == NOWHERE or s.wind[end] == BARE or s.wind[end] == kind:
            continue
        if s.wind[end] >= 0 and (s.laid_now > 0 or marks[end]):
            continue
        second = min(second, int(landing(b, s, rival, at, int(s.wind[at]), 0)))
        gain = min(second, int(landing(b, s, rival, end, kind, int(s.points[rival]) + 1))) - best
        if gain > most:
            most, found = gain, kind * int(b.squares) + end
    return found


@compiled
def estimate(box: Records, states: Records, i: int, out: Numbers) -> None:
    """By how far it is to the win from here, roses, points, and whose turn is near."""
    s, b = states[i], box[0]
    if s.phase == Phase.OVER:
        share_win(out, int(b.seats), standings(box, states, i, out))
        return
    persons = persons_of(b)
    for seat in range(b.seats):
        standing = -LATER * ((seat - int(s.turn) + int(b.seats)) % int(b.seats)) // int(b.seats)
        if seat == s.turn:
            standing -= ON_TURN
        at = int(s.ship[seat])
        if at != NOWHERE:
            here = int(landing(b, s, seat, at, int(s.wind[at]), int(s.points[seat])))
            standing += POINT * int(s.points[seat]) + ROSE * roses_of(s, seat) - DISTANCE * max(-STEP, here)
            standing += CLOSENESS // (1 + int(b.steps_to_win[haul(s, seat), at]))
        out[seat] = standing
    share_out(out, int(b.seats))
    for seat in range(persons, b.seats):  # CAP-81: the chances of both ships are the person's
        out[seat - persons] += out[seat]
    for seat in range(persons, b.seats):
        out[seat] = out[seat - persons]
