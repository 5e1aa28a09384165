"""Quick judgement of Captain Treasure Boots, compiled: the advice of "What good play looks like" in RULES.md.

Values are in tenths of a point.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cabotage.core.chance import count_ties, is_new_best
from cabotage.core.compiling import compiled, inlined
from cabotage.core.contract import Playouts, RankSettings, SearchSettings
from cabotage.games.treasure_boots.actions import (
    AMOUNT,
    COLOURS,
    CONTROL,
    FACES,
    FIRE,
    GO,
    KINDS,
    LOSE,
    MOST_SEATS,
    NAME,
    PASS,
    PEARLS,
    SHIPS,
    SPEND,
    TAKE,
    UNLOAD_ALL,
    UNLOAD_PART,
    Token,
)
from cabotage.games.treasure_boots.aim import (
    NO_LINE,
    can_be_target,
    empty_squares,
    hits_of_36,
    is_offered,
    is_twin,
)
from cabotage.games.treasure_boots.estimate import FARTHEST, estimate, missing, moves_between
from cabotage.games.treasure_boots.goods import cargo, carried, hold_worth, pearls
from cabotage.games.treasure_boots.reach import cheapest_cost, points_of, write_ends
from cabotage.games.treasure_boots.rules import legal
from cabotage.games.treasure_boots.state import NOTHING, NOWHERE, Phase
from cabotage.games.treasure_boots.turn import amounts, most_attack_pearls, needed_pearls

if TYPE_CHECKING:
    from cabotage.core.contract import Generator, Numbers, Records

__all__ = ["SEARCH", "candidates", "estimate", "policy"]

SEARCH = SearchSettings(
    exploration=0.03,
    ranks=(
        RankSettings(iterations=8, horizon=0),
        RankSettings(iterations=20, horizon=0),
        RankSettings(iterations=100, horizon=2),
        RankSettings(iterations=14_000, horizon=6),
        RankSettings(iterations=40_000, horizon=0, exploration=0.03, is_learned=True),
    ),
    luck=Playouts(8, 1),
)

POINT = 10
WINNING = 1000
FULL_HOLD = 5  # tokens with which it is time to go home
SAILS_WANTED = 3
PEARL_KEPT = 7  # what a pearl is worth while it is not spent
POWER_OF_PEARL, POWER_OF_GOLD, POWER_OF_SAILS, POWER_OF_OTHERS = 3, 2, 5, 2  # besides their points
RIVAL_LOSS = 3
ON_LAND = 3  # land is a shelter for a loaded ship
# What is left of a worth so many moves away, in 4096ths.
LEFT_OF = np.array([4096 * 2 // (2 + moves) for moves in range(FARTHEST)], np.int32)
WORTH_BITS = 10
WORTH_MASK = (1 << WORTH_BITS) - 1
QUARTERS = 4  # of a tenth of a point: the unit of _end_value
QUARTER_SHIFT = 10  # from 4096ths of a tenth to quarters of a tenth
TOKEN_CALL, PORT_CALL, CALLS = 8, 4, 10  # tenths of their worth that tokens, and ports before it is time, attract
USUAL_POINTS = 3
TOKEN_NEAR_PORT, ISLAND_NEAR_PORT, NEAR_PORT = 5, 2, 12


@compiled
def candidates(box: Records, states: Records, i: int, choices: Numbers, worths: Numbers) -> int:
    """All offered actions, or only those that bring home a hold that wins at once."""
    s, b = states[i], box[0]
    count, wins = legal(box, states, i, choices), 0
    if s.phase == Phase.GO:
        ship = int(s.acting)
        wishes, homing = _wishes(b, s, ship), _homing(b, s, ship)
        for k in range(count):
            square = int(choices[k]) - GO
            spent = _spent(b, s, ship, square)
            worths[k] = _end_value(b, s, ship, square, spent, wishes, homing)
            if b.is_port[square] and _wins_at_home(b, s, ship, spent):
                choices[wins], worths[wins] = choices[k], worths[k]
                wins += 1
        return wins if wins > 0 else count
    if s.phase == Phase.UNLOAD and _wins_at_home(b, s, int(s.acting), 0):
        choices[0], worths[0] = UNLOAD_ALL, 0
        return 1
    for k in range(count):
        worths[k] = 0
        if choices[k] >= FIRE and choices[k] < FIRE + SHIPS:
            worths[k] = _shot_value(b, s, int(s.acting), int(s.at[s.acting]), int(choices[k]) - FIRE)
    return count


@inlined
def _wins_at_home(b: Any, s: Any, ship: int, spent: int) -> bool:
    """Whether unloading ends the game, once so many pearls are spent; not if the others finish the round (TRB-91)."""
    is_own = ship < MOST_SEATS
    return is_own and not b.finish_round and hold_worth(b, s, ship) - spent >= missing(b, s, ship)


@compiled
def policy(box: Records, states: Records, i: int, rng: Generator, choices: Numbers) -> int:
    s, b = states[i], box[0]
    if s.phase == Phase.GO:
        return GO + _best_end(b, s, rng, choices)
    if s.phase == Phase.FIRE:
        return _best_shot(b, s)
    if s.phase == Phase.CONTROL:
        return _best_privateer(b, s, choices)
    if s.phase == Phase.PORT or s.phase == Phase.REFUGE:
        return GO + _best_port(b, s, rng)
    if s.phase == Phase.UNLOAD:
        return _unloading(b, s)
    if s.phase == Phase.AMOUNT:
        return AMOUNT + _amount(s)
    if s.phase == Phase.NAME:
        return NAME + _weakest(b, s)
    if s.phase == Phase.ATTACK_PEARLS:
        return SPEND + _attack_pearls(b, s)
    if s.phase == Phase.DEFENCE_PEARLS:
        return SPEND + (needed_pearls(s) if _is_worth_defending(b, s) else 0)
    if s.phase == Phase.LOSE:
        return LOSE + _kind_to_lose(b, s)
    return TAKE


@inlined
def colours_of(s: Any, ship: int) -> int:
    count = 0
    for colour in range(COLOURS):
        count += 1 if s.hold[ship, colour] > 0 else 0
    return count


@compiled
def value_of(b: Any, s: Any, ship: int, kind: int) -> int:
    """What one more of this kind is worth in this hold: a new colour counts with its bonus, and powers help."""
    if kind == PEARLS:
        return POINT + POWER_OF_PEARL
    value = POINT
    if s.hold[ship, kind] == 0:
        colours = colours_of(s, ship)
        value += POINT * max(0, int(b.bonus[colours + 1]) - int(b.bonus[colours]))
    if kind == Token.GOLD:
        value += POINT * (int(b.gold_value) - 1) + POWER_OF_GOLD
    elif kind == Token.SAILS:
        value += POWER_OF_SAILS if s.hold[ship, kind] < SAILS_WANTED else 0
    else:
        value += POWER_OF_OTHERS
    return value


@compiled
def wants_home(b: Any, s: Any, seat: int, spent: int) -> bool:
    """Whether it is time to unload, once so many pearls are spent."""
    is_enough = hold_worth(b, s, seat) - spent >= missing(b, s, seat)
    return is_enough or colours_of(s, seat) == COLOURS or cargo(s, seat) - spent >= FULL_HOLD


@compiled
def _gain(b: Any, s: Any, ship: int, target: int) -> int:
    """What a hit brings this ship: the best token, and the black pearl of a privateer that sinks."""
    loot = cargo(s, target)
    gain = POINT if loot > 0 else 0
    if ship < MOST_SEATS:
        for kind in range(KINDS):
            if carried(s, target, kind) > 0:
                gain = max(gain, value_of(b, s, ship, kind))
    return gain + (POINT if target >= MOST_SEATS and loot <= 1 else 0)


@compiled
def _shot_value(b: Any, s: Any, ship: int, square: int, target: int) -> int:
    """What firing at this ship from that square is worth; 0 if it cannot be done or brings nothing."""
    if not can_be_target(s, ship, target):
        return 0
    gap = empty_squares(b, s, ship, square, target)
    if gap == NO_LINE:
        return 0
    gain, loot = _gain(b, s, ship, target), cargo(s, target)
    if ship >= MOST_SEATS and gain > 0 and gain >= POINT * missing(b, s, int(s.turn)):
        gain += WINNING
    if target < MOST_SEATS and loot > 0:
        gain += RIVAL_LOSS
        if hold_worth(b, s, target) >= missing(b, s, target):
            gain += POINT
    return gain * hits_of_36(int(s.hold[ship, Token.GUNS]) - gap - int(s.hold[target, Token.RUM])) // (FACES * FACES)


@compiled
def _deed_value(b: Any, s: Any, ship: int, square: int, spent: int) -> int:
    """What this ship could do at the end of its move there, having spent so many pearls."""
    island = b.island_at[square]
    if island != NOWHERE:
        if s.token[island] == NOTHING:
            return 0
        if ship >= MOST_SEATS:
            return POINT + (WINNING if missing(b, s, int(s.turn)) <= 1 else 0)
        token = int(s.token[island])
        return value_of(b, s, ship, min(token, PEARLS)) + ON_LAND
    if b.is_port[square]:
        if ship >= MOST_SEATS or not wants_home(b, s, ship, spent):
            return 0
        worth = hold_worth(b, s, ship) - spent
        return POINT * worth + ON_LAND + (WINNING if worth >= missing(b, s, ship) else 0)
    best = 0
    row, column = int(b.row[square]), int(b.column[square])
    for target in range(SHIPS):
        at = s.at[target]
        if at != NOWHERE:
            down, right = row - int(b.row[at]), column - int(b.column[at])
            # Most are in no line, so skip the closer look.
            if down == 0 or right == 0 or down == right or down == -right:
                best = max(best, _shot_value(b, s, ship, square, target))
    return best


@compiled
def _wishes(b: Any, s: Any, ship: int) -> int:
    """What each kind of token is worth to this ship, packed into one number because every square needs it."""
    wishes = 0
    if ship < MOST_SEATS:
        for kind in range(KINDS):
            wishes |= value_of(b, s, ship, kind) << (WORTH_BITS * kind)
    return wishes


@compiled
def _homing(b: Any, s: Any, ship: int) -> int:
    """How much a port attracts this ship: by its hold, and more if it is time to unload."""
    if ship >= MOST_SEATS:
        return 0
    worth = POINT * hold_worth(b, s, ship)
    return worth if wants_home(b, s, ship, 0) else worth * PORT_CALL // CALLS


@compiled
def _prospect(b: Any, s: Any, seat: int, square: int, wishes: int, homing: int) -> int:
    """What beckons from there: the best token or port, less the further it is."""
    speed = points_of(s, seat)
    best = 0
    for island in range(b.islands):
        if s.token[island] != NOTHING and b.island_square[island] != square:
            moves = moves_between(b, square, int(b.island_square[island]), speed)
            worth = wishes >> (WORTH_BITS * min(int(s.token[island]), PEARLS)) & WORTH_MASK
            best = max(best, worth * TOKEN_CALL // CALLS * LEFT_OF[moves])
    if homing > 0:
        for port in range(b.ports):
            best = max(best, homing * LEFT_OF[moves_between(b, square, int(b.port_square[port]), speed)])
    return best >> QUARTER_SHIFT


@compiled
def _end_value(b: Any, s: Any, ship: int, square: int, spent: int, wishes: int, homing: int) -> int:
    """What it is worth to end a move there, having spent so many pearls."""
    value = QUARTERS * (_deed_value(b, s, ship, square, spent) - PEARL_KEPT * spent)
    if ship < MOST_SEATS:
        value += _prospect(b, s, ship, square, wishes, homing)
    elif square != s.at[ship]:
        value -= 1
    return value


@inlined
def _spent(b: Any, s: Any, ship: int, square: int) -> int:
    """How many pearls it takes to get there."""
    if pearls(s, ship) == 0:
        return 0
    return max(0, cheapest_cost(b, s, np.int64(ship), np.int64(square)) - points_of(s, ship))


@compiled
def _best_end(b: Any, s: Any, rng: Generator, ends: Numbers) -> int:
    ship = int(s.acting)
    count = write_ends(b, s, np.int64(ship), 0, ends)
    wishes, homing = _wishes(b, s, ship), _homing(b, s, ship)
    best, ties, found = -WINNING, 0, int(s.at[ship])
    for k in range(count):
        square = int(ends[k])
        value = _end_value(b, s, ship, square, 0, wishes, homing)
        if value < best:
            continue  # spending pearls would not make it better, so skip counting them
        value = _end_value(b, s, ship, square, _spent(b, s, ship, square), wishes, homing)
        ties = count_ties(value, best, ties)
        if is_new_best(rng, value, best, ties):
            best, found = value, square
    return found


@compiled
def _best_privateer(b: Any, s: Any, ends: Numbers) -> int:
    """The one that can do most; a pearl only for something sure."""
    best, found = 0 if s.low == s.high else POINT - 1, PASS
    for ship in range(MOST_SEATS, SHIPS):
        if s.at[ship] != NOWHERE and not is_twin(b, s, ship):
            for k in range(write_ends(b, s, np.int64(ship), 0, ends)):
                value = _deed_value(b, s, ship, int(ends[k]), 0)
                if value > best:
                    best, found = value, CONTROL + ship - MOST_SEATS
    return found


@compiled
def _best_shot(b: Any, s: Any) -> int:
    """A shot costs nothing, so the best that gains anything; an empty ship is left alone."""
    best, found = 0, PASS
    for target in range(SHIPS):
        if s.at[target] != NOWHERE and is_offered(b, s, target):
            value = 1 + _shot_value(b, s, int(s.acting), int(s.at[s.acting]), target)
            if value > best and (target >= MOST_SEATS or cargo(s, target) > 0):
                best, found = value, FIRE + target
    return found


@compiled
def _best_port(b: Any, s: Any, rng: Generator) -> int:
    """The one with most treasure around it, and most that may come."""
    best, ties, found = -1, 0, int(b.port_square[0])
    for port in range(b.ports):
        value = 0
        for island in range(b.islands):
            moves = moves_between(b, int(b.port_square[port]), int(b.island_square[island]), USUAL_POINTS)
            value += (TOKEN_NEAR_PORT if s.token[island] != NOTHING else ISLAND_NEAR_PORT) * NEAR_PORT // (1 + moves)
        ties = count_ties(value, best, ties)
        if is_new_best(rng, value, best, ties):
            best, found = value, int(b.port_square[port])
    return found


@compiled
def _unloading(b: Any, s: Any) -> int:
    """All if that wins; with many sails early in the game all but these; nothing while colours are missing."""
    seat = int(s.turn)
    worth = hold_worth(b, s, seat)
    if not wants_home(b, s, seat, 0):
        return PASS
    if s.hold[seat, Token.SAILS] > 1 and missing(b, s, seat) > worth + FULL_HOLD:
        return UNLOAD_PART
    return UNLOAD_ALL


@compiled
def _amount(s: Any) -> int:
    """One of the sails, all of the rest."""
    least, most = amounts(s)
    return 1 if s.kind == Token.SAILS and least <= 1 else most


@compiled
def _weakest(b: Any, s: Any) -> int:
    """The opponent with the fewest points; of equals the one who plays next."""
    found = (int(s.turn) + 1) % int(b.seats)
    for k in range(2, b.seats):
        seat = (int(s.turn) + k) % int(b.seats)
        if s.score[seat] < s.score[found]:
            found = seat
    return found


@compiled
def _attack_pearls(b: Any, s: Any) -> int:
    """As many as gain more than they cost."""
    target = int(s.target)
    gain = _gain(b, s, int(s.acting), target)
    margin = int(s.attack) - int(s.hold[target, Token.RUM])
    best, found = gain * max(0, min(FACES, margin)), 0
    for count in range(max(1, 1 - margin), most_attack_pearls(s) + 1):
        value = gain * max(0, min(FACES, margin + count)) - FACES * PEARL_KEPT * count
        if value > best:
            best, found = value, count
    return found


@compiled
def _is_worth_defending(b: Any, s: Any) -> bool:
    """A hit costs a token, or the whole ship when it is the last one."""
    if s.target >= MOST_SEATS:
        return True  # it costs the named player nothing
    return PEARL_KEPT * needed_pearls(s) <= POINT + POINT * int(b.bonus[colours_of(s, int(s.target))])


@compiled
def _kind_to_lose(b: Any, s: Any) -> int:
    """The attacker takes what is most useful; a defender with gold gives what is least missed."""
    is_mine = s.hold[s.target, Token.GOLD] > 0 and s.defender == s.target
    best, found = -WINNING, 0
    for kind in range(KINDS):
        held = carried(s, int(s.target), kind)
        if held > 0:
            if is_mine:
                value = -POINT - (2 * POINT if held == 1 and kind != PEARLS else 0) - (1 if kind == PEARLS else 0)
            else:
                value = value_of(b, s, int(s.acting), kind)
            if value > best:
                best, found = value, kind
    return found
