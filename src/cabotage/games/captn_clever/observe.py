"""What an observation of Capt'n Clever holds, and what a network reads of a state."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any

from cabotage.core.compiling import compiled
from cabotage.core.observation import flags, number, one_hot, seat, seats
from cabotage.games.captn_clever.actions import MOVES, STEPS
from cabotage.games.captn_clever.judge import OPEN, count_of, ways
from cabotage.games.captn_clever.reach import around, blocked_places, first_boat, free_islands, joined
from cabotage.games.captn_clever.rules import keeper
from cabotage.games.captn_clever.state import NONE, Phase

if TYPE_CHECKING:
    from cabotage.core.contract import Features, Records

OBSERVED = (
    one_hot("phase"),
    seat("turn"),
    number("rounds"),
    one_hot("captain", range(1, STEPS)).by_seat(),
    one_hot("boat", range(1, MOVES)).by_seat(columns="boats_each"),
    one_hot("target", range(1, STEPS)).by_seat(),
    seats("knowers").by_seat(),
    flags("held", STEPS).own(),
    number("treasures").by_seat(),
    one_hot("last", range(1, STEPS)).by_seat(),
    flags("found", STEPS).by_seat(),
    flags("arrived", STEPS).by_seat(),
    number("stays").by_seat(),
)


class Feature(IntEnum):
    """What a network reads of each seat."""

    ON_TURN = 0
    TURNS = 1
    GIVES = 2
    PLACES = 3
    LATER = 4
    RIVALS = 5
    MISSING = 6
    ONE_MISSING = 7
    TWO_MISSING = 8
    HAS_TARGET = 9
    DISTANCE = 10
    NEARNESS = 11
    WAYS = 12
    HAS_WAY = 13
    IS_OPEN = 14
    BLOCKED = 15
    BLOCKED_BY_KEEPER = 16
    KNOWN = 17
    RANGE = 18
    MOBILITY = 19
    CLOSEST = 20
    HELD = 21
    ROUNDS = 22
    BOATS = 23


FEATURES = tuple(feature.name.lower() for feature in Feature)

MANY_RIVALS = 3.0
MANY_TREASURES = 5.0
FAR = 4.0
MANY_PLACES = 16.0
MANY_ISLANDS = 8.0
MANY_ROUNDS = 20.0


@compiled
def features(box: Records, states: Records, i: int, out: Features) -> None:
    """What each seat still has to find, and how its captain can get to the next treasure."""
    s, b = states[i], box[0]
    seats_ = int(b.seats)
    for seat_ in range(seats_):
        row = out[seat_]
        for k in range(row.size):
            row[k] = 0.0
        if seat_ == s.turn:
            row[Feature.ON_TURN] = 1.0
            row[Feature.TURNS] = 1.0 if s.phase == Phase.TURN else 0.0
            row[Feature.GIVES] = 1.0 if s.phase == Phase.GIVE or s.phase == Phase.FIRST_GIVE else 0.0
            row[Feature.PLACES] = 1.0 if s.phase < Phase.FIRST_GIVE else 0.0
        row[Feature.LATER] = ((seat_ - int(s.turn) + seats_) % seats_) / seats_
        row[Feature.RIVALS] = (seats_ - 1) / MANY_RIVALS
        row[Feature.BOATS] = 1.0 if b.boats_each > 1 else 0.0
        row[Feature.ROUNDS] = int(s.rounds) / MANY_ROUNDS
        missing = int(b.treasures) - int(s.treasures[seat_])
        row[Feature.MISSING] = missing / MANY_TREASURES
        row[Feature.ONE_MISSING] = 1.0 if missing <= 1 else 0.0
        row[Feature.TWO_MISSING] = 1.0 if missing == 2 else 0.0
        row[Feature.HELD] = count_of(int(s.held[seat_])) / MANY_ISLANDS
        if s.captain[seat_] != NONE:
            _write_ways(b, s, seat_, row)


@compiled
def _write_ways(b: Any, s: Any, seat_: int, row: Any) -> None:
    """Which islands this captain can reach in one turn, and how near that is to the treasure."""
    at, target = int(s.captain[seat_]), int(s.target[seat_])
    islands = 1 << at
    for k in range(b.boats_each):
        boat = first_boat(b, seat_) + k
        one, two, three = joined(b, s, boat)
        here = around(1 << at, one, two, three)
        islands |= here
        places = int(b.touching[here]) & ~blocked_places(b, s, boat)
        for n in range(b.place_count):
            if places >> b.places[n] & 1:
                islands |= around(int(b.ends[b.places[n]]), one, two, three)
    free = islands & free_islands(s)
    row[Feature.RANGE] = count_of(islands) / MANY_ISLANDS
    row[Feature.MOBILITY] = count_of(free) / MANY_ISLANDS
    if target == NONE:
        return
    row[Feature.HAS_TARGET] = 1.0
    row[Feature.KNOWN] = (count_of(int(s.knowers[seat_])) - 1) / MANY_RIVALS
    distance = int(b.distance[at, target])
    row[Feature.DISTANCE] = distance / FAR
    row[Feature.NEARNESS] = 1.0 / (1 + distance)
    found = ways(b, s, seat_, target)
    row[Feature.WAYS] = found / OPEN
    row[Feature.HAS_WAY] = 1.0 if found > 0 else 0.0
    row[Feature.IS_OPEN] = 1.0 if found == OPEN else 0.0
    for other in range(b.seats):
        if other != seat_ and s.captain[other] == target:
            row[Feature.BLOCKED] = 1.0
            row[Feature.BLOCKED_BY_KEEPER] = 1.0 if other == keeper(b, seat_) else 0.0
    closest = distance
    for island in range(1, STEPS):
        if free >> island & 1:
            closest = min(closest, int(b.distance[island, target]))
    row[Feature.CLOSEST] = closest / FAR
