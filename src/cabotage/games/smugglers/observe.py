"""What an observation of Smugglers' Island holds, and what a network reads of a state."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any

from cabotage.core.compiling import compiled
from cabotage.core.observation import flags, number, one_hot, seat, seats
from cabotage.games.smugglers.actions import GOODS, HARBOURS
from cabotage.games.smugglers.arrival import stack
from cabotage.games.smugglers.judge import POINT, WORST_PROSPECT, is_locked, prospect, risk
from cabotage.games.smugglers.reach import bit
from cabotage.games.smugglers.state import NONE, Phase

if TYPE_CHECKING:
    from cabotage.core.contract import Features, Records

OBSERVED = (
    one_hot("phase"),
    seat("turn"),
    number("rounds"),
    one_hot("beam", count="sectors"),
    one_hot("reef"),
    one_hot("boat").by_seat(),
    one_hot("cargo").by_seat(),
    number("warned").by_seat(),
    number("score").by_seat(),
    one_hot("yellow"),
    one_hot("white"),
    number("pips"),
    number("taking"),
    seats("caught"),
    seat("docking"),
    number("drawn"),
    one_hot("at"),
    one_hot("aboard").own(),
    one_hot("shown"),
    seat("taker"),
    seats("known_by"),
    flags("not_dest", HARBOURS),
    one_hot("good"),
)


class Feature(IntEnum):
    """What a network reads of each seat."""

    ON_TURN = 0
    SAILS = 1
    SAILS_ON = 2
    TURNS_LIGHT = 3
    LAYS = 4
    DOCKS_FIRST = 5
    PIPS = 6
    LATER = 7
    RIVALS = 8
    MISSING = 9
    SCORE = 10
    TWO_MISSING = 11
    THREE_MISSING = 12
    AFLOAT = 13
    CARRIES = 14
    WORTH = 15
    WAY = 16
    NEARNESS = 17
    DELIVERS = 18
    WINS_NEXT = 19
    LOCKED = 20
    RISK = 21
    LIT = 22
    CAUGHT = 23
    WARNED = 24
    APART = 25
    IN_HARBOUR = 26
    EMPTY = 27
    PROSPECT = 28
    WAY_TO_GOOD = 29
    FLOATING = 30
    STACKS = 31
    ROUNDS = 32
    SEEN_BY = 33


FEATURES = tuple(feature.name.lower() for feature in Feature)

MANY_RIVALS = 3.0
MANY_POINTS = 6.0
FEW_POINTS = 3.0
FAR = 6.0
MANY_PIPS = 4.0
PERCENT = 100.0
MANY_ROUNDS = 20.0
FEW, SOME = 2, 3


@compiled
def features(box: Records, states: Records, i: int, out: Features) -> None:
    """What each seat has delivered and carries, how far it is from home, and how near the light."""
    s, b = states[i], box[0]
    seats_ = int(b.seats)
    floating, stacks = 0, 0
    for token in range(GOODS):
        floating += 1 if s.at[token] != NONE else 0
    for island in range(HARBOURS):
        stacks += 1 if stack(s, island) > 0 else 0
    for seat_ in range(seats_):
        row = out[seat_]
        for k in range(row.size):
            row[k] = 0.0
        row[Feature.LATER] = ((seat_ - int(s.turn) + seats_) % seats_) / seats_
        row[Feature.RIVALS] = (seats_ - 1) / MANY_RIVALS
        row[Feature.ROUNDS] = int(s.rounds) / MANY_ROUNDS
        row[Feature.FLOATING] = floating / FAR
        row[Feature.STACKS] = stacks / HARBOURS
        if seat_ == s.turn:
            row[Feature.ON_TURN] = 1.0
            row[Feature.PIPS] = int(s.pips) / MANY_PIPS
            row[Feature.SAILS] = 1.0 if s.phase == Phase.SAIL else 0.0
            row[Feature.SAILS_ON] = 1.0 if s.phase == Phase.SAIL_ON else 0.0
            row[Feature.TURNS_LIGHT] = 1.0 if s.phase == Phase.TURN else 0.0
            row[Feature.LAYS] = 1.0 if s.phase == Phase.LAY or s.phase == Phase.LAY_PUSHED else 0.0
            row[Feature.DOCKS_FIRST] = 1.0 if s.phase == Phase.REEF or s.phase == Phase.HARBOUR else 0.0
        missing = int(b.target) - int(s.score[seat_])
        row[Feature.MISSING] = missing / MANY_POINTS
        row[Feature.SCORE] = int(s.score[seat_]) / MANY_POINTS
        row[Feature.TWO_MISSING] = 1.0 if missing <= FEW else 0.0
        row[Feature.THREE_MISSING] = 1.0 if missing <= SOME else 0.0
        if s.boat[seat_] != NONE:
            _write_boat(b, s, seat_, missing, row)


@compiled
def _write_boat(b: Any, s: Any, seat_: int, missing: int, row: Any) -> None:
    """Where this boat is and what it carries."""
    field, token = int(s.boat[seat_]), int(s.cargo[seat_])
    row[Feature.AFLOAT] = 1.0
    row[Feature.IN_HARBOUR] = 1.0 if field < HARBOURS else 0.0
    row[Feature.RISK] = risk(b, s, field) / PERCENT
    row[Feature.LIT] = 1.0 if s.beam != NONE and b.lit[s.beam] & bit(field) else 0.0
    row[Feature.CAUGHT] = 1.0 if s.caught & bit(seat_) else 0.0
    apart = abs(int(b.sector[field]) - int(s.beam))
    row[Feature.APART] = 2.0 * min(apart, int(b.sectors) - apart) / int(b.sectors)
    pips = int(s.pips) if seat_ == s.turn else 0
    if token != NONE and not s.caught & bit(seat_):
        good = int(s.good[token])
        points, dest = int(b.points[good]), int(b.dest[good])
        way = int(b.distance[field, dest])
        row[Feature.CARRIES] = 1.0
        row[Feature.WARNED] = 1.0 if s.warned[seat_] else 0.0
        row[Feature.WORTH] = min(points, missing) / FEW_POINTS
        is_open = way == 0 or not is_locked(b, s, dest) or b.front[dest] & bit(field)
        row[Feature.LOCKED] = 0.0 if is_open else 1.0
        row[Feature.DELIVERS] = 1.0 if way <= pips and is_open else 0.0
        way = max(0, way - pips)
        row[Feature.WAY] = way / FAR
        row[Feature.NEARNESS] = points / (FEW_POINTS * (1 + way))
        row[Feature.WINS_NEXT] = (1.0 if points >= missing else 0.0) / (1 + way)
        seers = 0
        for other in range(b.seats):
            seers += 1 if s.known_by[token] & bit(other) else 0
        row[Feature.SEEN_BY] = max(0, seers - 1) / MANY_RIVALS
        return
    row[Feature.EMPTY] = 1.0
    row[Feature.PROSPECT] = max(WORST_PROSPECT, prospect(b, s, seat_, field, NONE)) / POINT
    nearest = b.distance[field, field] + int(FAR)
    for island in range(HARBOURS):
        if stack(s, island) > 0:
            nearest = min(nearest, int(b.distance[field, island]))
    for other in range(GOODS):
        if s.at[other] != NONE:
            nearest = min(nearest, int(b.distance[field, s.at[other]]))
    row[Feature.WAY_TO_GOOD] = (nearest - pips) / FAR
