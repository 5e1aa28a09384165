"""What an observation of Captain Treasure Boots holds, and what a network reads of a state."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any

from cabotage.core.compiling import compiled
from cabotage.core.observation import looked_up, number, one_hot, seat
from cabotage.games.treasure_boots.actions import COLOURS, FACES, MOST_SEATS, PEARLS, PRIVATEERS, SHIPS, Token
from cabotage.games.treasure_boots.estimate import FARTHEST, missing, moves_between, moves_home
from cabotage.games.treasure_boots.goods import cargo, hold_worth, pearls
from cabotage.games.treasure_boots.judge import colours_of, value_of, wants_home
from cabotage.games.treasure_boots.reach import points_of
from cabotage.games.treasure_boots.state import NOTHING, NOWHERE, Phase

if TYPE_CHECKING:
    from cabotage.core.contract import Features, Records

OBSERVED = (
    one_hot("phase"),
    seat("turn"),
    seat("starter"),
    number("rounds"),
    one_hot("wind"),
    one_hot("low"),
    one_hot("high"),
    one_hot("island", count="islands"),
    looked_up("at", "row").by_seat(),
    looked_up("at", "column").by_seat(),
    looked_up("at", "row").after(MOST_SEATS, PRIVATEERS).named("privateer_row"),
    looked_up("at", "column").after(MOST_SEATS, PRIVATEERS).named("privateer_column"),
    number("hold").by_seat(),
    number("hold").after(MOST_SEATS, PRIVATEERS).named("privateer_hold"),
    one_hot("token").first("islands"),
    number("supply"),
    number("score").by_seat(),
    seat("acting"),
    one_hot("acting", range(MOST_SEATS, SHIPS)).named("acting_privateer"),
    seat("target"),
    one_hot("target", range(MOST_SEATS, SHIPS)).named("target_privateer"),
    seat("defender"),
    one_hot("attack_die"),
    number("attack"),
    one_hot("defence_die"),
    number("defence"),
    one_hot("kind"),
    number("amount"),
    looked_up("chosen", "row").own(),
    looked_up("chosen", "column").own(),
)


class Feature(IntEnum):
    """What a network reads of each seat."""

    ON_TURN = 0
    ACTS = 1
    MOVES = 2
    UNLOADS = 3
    FIRES = 4
    ATTACKED = 5
    CONTROLS = 6
    LATER = 7
    RIVALS = 8
    ORDER = 9
    MISSING = 10
    LACKING = 11
    WORTH = 12
    SHARE = 13
    ENOUGH = 14
    COLOURS = 15
    CARGO = 16
    SAILS = 17
    GUNS = 18
    RUM = 19
    GOLD = 20
    PEARLS = 21
    WANTS_HOME = 22
    HOME = 23
    NEARNESS = 24
    HOMECOMING = 25
    ASHORE = 26
    IN_PORT = 27
    SPEED = 28
    NEAREST_TOKEN = 29
    BEST_TOKEN = 30
    SECOND_TOKEN = 31
    DANGER = 32
    PREY = 33
    MARGIN = 34
    HUNTED = 35
    TOKENS = 36
    ROUNDS = 37
    AFLOAT = 38


FEATURES = tuple(feature.name.lower() for feature in Feature)

POINTS = 10.0  # scales of numbers
MANY_RIVALS = 4.0
MANY_MOVES = 4.0
MANY_TOKENS = 8.0
A_FEW = 3.0
TENTHS = 40.0  # of a point
MANY_ROUNDS = 30.0


@compiled
def features(box: Records, states: Records, i: int, out: Features) -> None:
    """What each seat has brought home, carries, can reach, and has to fear."""
    s, b = states[i], box[0]
    seats = int(b.seats)
    tokens = 0
    for island in range(b.islands):
        tokens += 1 if s.token[island] != NOTHING else 0
    for seat_ in range(seats):
        row = out[seat_]
        for k in range(row.size):
            row[k] = 0.0
        row[Feature.LATER] = ((seat_ - int(s.turn) + seats) % seats) / seats
        row[Feature.ORDER] = ((seat_ - int(s.starter) + seats) % seats) / seats
        row[Feature.RIVALS] = (seats - 1) / MANY_RIVALS
        row[Feature.TOKENS] = tokens / max(1, int(b.islands))
        row[Feature.ROUNDS] = int(s.rounds) / MANY_ROUNDS
        _write_turn(s, seat_, row)
        _write_hold(b, s, seat_, row)
        if s.at[seat_] != NOWHERE:
            row[Feature.AFLOAT] = 1.0
            _write_tokens(b, s, seat_, row)
            _write_rivals(b, s, seat_, row)


@compiled
def _write_turn(s: Any, seat_: int, row: Any) -> None:
    """Whose turn it is, and what is going on."""
    if seat_ == s.turn:
        row[Feature.ON_TURN] = 1.0
        row[Feature.ACTS] = 1.0 if seat_ == s.acting else 0.0
        row[Feature.MOVES] = 1.0 if s.phase == Phase.GO else 0.0
        row[Feature.UNLOADS] = 1.0 if s.phase == Phase.UNLOAD or s.phase == Phase.AMOUNT else 0.0
        row[Feature.FIRES] = 1.0 if s.phase == Phase.FIRE else 0.0
        row[Feature.CONTROLS] = 1.0 if s.phase == Phase.CONTROL else 0.0
    if s.phase >= Phase.ATTACK_PEARLS and s.phase <= Phase.LOSE:
        margin = (int(s.attack) - int(s.defence)) / FACES
        if seat_ == s.target:
            row[Feature.ATTACKED] = 1.0
            row[Feature.MARGIN] = -margin
        elif seat_ == s.turn:
            row[Feature.MARGIN] = margin


@compiled
def _write_hold(b: Any, s: Any, seat_: int, row: Any) -> None:
    """Points brought home and carried, and how far it is to a port."""
    lacking = missing(b, s, seat_)
    worth = hold_worth(b, s, seat_)
    row[Feature.MISSING] = lacking / POINTS
    row[Feature.LACKING] = max(0, lacking - worth) / POINTS
    row[Feature.WORTH] = worth / POINTS
    row[Feature.SHARE] = min(worth / max(1, lacking), 1.0)
    row[Feature.ENOUGH] = 1.0 if worth >= lacking else 0.0
    row[Feature.COLOURS] = colours_of(s, seat_) / COLOURS
    row[Feature.CARGO] = cargo(s, seat_) / MANY_TOKENS
    row[Feature.SAILS] = int(s.hold[seat_, Token.SAILS]) / A_FEW
    row[Feature.GUNS] = int(s.hold[seat_, Token.GUNS]) / A_FEW
    row[Feature.RUM] = int(s.hold[seat_, Token.RUM]) / A_FEW
    row[Feature.GOLD] = int(s.hold[seat_, Token.GOLD]) / A_FEW
    row[Feature.PEARLS] = pearls(s, seat_) / A_FEW
    row[Feature.SPEED] = points_of(s, seat_) / MANY_TOKENS
    home = moves_home(b, s, seat_)
    row[Feature.HOME] = home / MANY_MOVES
    row[Feature.NEARNESS] = worth / (POINTS * (1 + home))
    row[Feature.HOMECOMING] = (1.0 if worth >= lacking else 0.0) / (1 + home)
    row[Feature.WANTS_HOME] = 1.0 if wants_home(b, s, seat_, 0) else 0.0


@compiled
def _write_tokens(b: Any, s: Any, seat_: int, row: Any) -> None:
    """How near the tokens are, and what the best two of them are worth at that distance."""
    at = int(s.at[seat_])
    row[Feature.ASHORE] = 1.0 if b.island_at[at] != NOWHERE else 0.0
    row[Feature.IN_PORT] = 1.0 if b.is_port[at] else 0.0
    speed = points_of(s, seat_)
    nearest, best, second = FARTHEST, 0.0, 0.0
    for island in range(b.islands):
        if s.token[island] != NOTHING:
            moves = moves_between(b, at, int(b.island_square[island]), speed)
            nearest = min(nearest, moves)
            worth = value_of(b, s, seat_, min(int(s.token[island]), PEARLS)) / (1.0 + moves)
            if worth > best:
                best, second = worth, best
            else:
                second = max(second, worth)
    row[Feature.NEAREST_TOKEN] = min(nearest, MANY_MOVES) / MANY_MOVES
    row[Feature.BEST_TOKEN] = best / TENTHS
    row[Feature.SECOND_TOKEN] = second / TENTHS


@compiled
def _write_rivals(b: Any, s: Any, seat_: int, row: Any) -> None:
    """Who could fire at this ship, and at whom it could fire, the less the farther away they are."""
    at, rum, guns = int(s.at[seat_]), int(s.hold[seat_, Token.RUM]), int(s.hold[seat_, Token.GUNS])
    danger, prey, hunted = 0.0, 0.0, 0.0
    for ship in range(SHIPS):
        if ship == seat_ or s.at[ship] == NOWHERE or (ship >= b.seats and ship < MOST_SEATS):
            continue
        away = 1.0 + moves_between(b, at, int(s.at[ship]), points_of(s, ship if ship < MOST_SEATS else seat_))
        threat = max(0, int(s.hold[ship, Token.GUNS]) - rum + 1) / away
        if ship < MOST_SEATS:
            danger = max(danger, threat)
            loot = hold_worth(b, s, ship)
            prey = max(prey, loot * max(0, guns - int(s.hold[ship, Token.RUM]) + 1) / away)
        else:
            hunted = max(hunted, threat)
    row[Feature.DANGER] = danger / A_FEW
    row[Feature.PREY] = prey / POINTS
    row[Feature.HUNTED] = hunted / A_FEW
