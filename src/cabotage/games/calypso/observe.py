"""What an observation of Calypso holds, and what a network reads of a state."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any

from cabotage.core.compiling import compiled
from cabotage.core.observation import flags, number, one_hot, seat
from cabotage.games.calypso.actions import COLOURS, SLOTS, STONES, TILES, Stone
from cabotage.games.calypso.box import Mode
from cabotage.games.calypso.odds import CERTAIN, count_key, hit_chance, known_tiles
from cabotage.games.calypso.ranking import SAVED_TO_WIN
from cabotage.games.calypso.rules import THREE_OPEN, open_tiles
from cabotage.games.calypso.state import UNKNOWN, Phase

if TYPE_CHECKING:
    from cabotage.core.contract import Features, Records

OBSERVED = (
    one_hot("phase"),
    seat("turn"),
    number("rounds"),
    one_hot("ring"),
    one_hot("calypso"),
    one_hot("die"),
    one_hot("top"),
    one_hot("back"),
    one_hot("slot"),
    one_hot("lifted"),
    one_hot("tile"),
    one_hot("sought"),
    flags("turning", SLOTS),
    number("waves"),
    number("score").by_seat(),
    number("saved"),
    number("reserve"),
    number("net"),
    number("shark"),
)


class Feature(IntEnum):
    """What a network reads of each seat."""

    ON_TURN = 0
    SEARCHES = 1
    GUESSES = 2
    ROBS = 3
    GOES_ON = 4
    MIXES = 5
    LATER = 6
    RIVALS = 7
    TOGETHER = 8
    MISSING = 9
    SCORE = 10
    ONE_MISSING = 11
    TWO_MISSING = 12
    THREE_MISSING = 13
    LEADS = 14
    ROLL_FIND = 15
    ROLL_MIXED = 16
    ROLL_NET = 17
    ROLL_SHARK = 18
    FIND = 19
    GUESS = 20
    KNOWLEDGE = 21
    UNKNOWN = 22
    WAVES = 23
    THREES = 24
    SAVED = 25
    RESERVE = 26
    NET = 27
    SHARK = 28
    LEFT = 29
    HARD = 30


FEATURES = tuple(feature.name.lower() for feature in Feature)

MANY_RIVALS = 5.0
MANY_FISH = 10.0
FEW, SOME = 2, 3


@compiled
def features(box: Records, states: Records, i: int, out: Features) -> None:
    """The fish of each seat; for all alike what is known of the tiles, and where the next roll leads."""
    s, b = states[i], box[0]
    seats = int(b.seats)
    most = 0
    for seat_ in range(seats):
        most = max(most, int(s.score[seat_]))
    row = out[seats - 1]
    for k in range(row.size):
        row[k] = 0.0
    row[Feature.RIVALS] = (seats - 1) / MANY_RIVALS
    _write_tiles(b, s, row)
    _write_roll(b, s, row)
    if b.mode != Mode.COMPETITIVE:
        _write_sea(b, s, row)
    for seat_ in range(seats):
        _write_seat(b, s, seat_, most, row, out[seat_])


@compiled
def _write_seat(b: Any, s: Any, seat_: int, most: int, shared: Any, row: Any) -> None:
    """What differs from seat to seat; the rest is copied."""
    seats = int(b.seats)
    for k in range(row.size):
        row[k] = shared[k]
    is_on_turn = seat_ == s.turn
    row[Feature.ON_TURN] = 1.0 if is_on_turn else 0.0
    row[Feature.SEARCHES] = 1.0 if is_on_turn and s.phase == Phase.SEARCH else 0.0
    row[Feature.GUESSES] = 1.0 if is_on_turn and s.phase == Phase.GUESS else 0.0
    row[Feature.ROBS] = 1.0 if is_on_turn and s.phase == Phase.ROB else 0.0
    row[Feature.GOES_ON] = 1.0 if is_on_turn and s.phase == Phase.GO_ON else 0.0
    row[Feature.MIXES] = 1.0 if is_on_turn and s.phase == Phase.MIX else 0.0
    row[Feature.LATER] = ((seat_ - int(s.turn) + seats) % seats) / seats
    if not is_on_turn:
        row[Feature.FIND] = 0.0
    if b.mode == Mode.COMPETITIVE:
        score = int(s.score[seat_])
        missing = max(0, int(b.goal) - score)
        row[Feature.MISSING] = missing / MANY_FISH
        row[Feature.SCORE] = score / MANY_FISH
        row[Feature.ONE_MISSING] = 1.0 if missing <= 1 else 0.0
        row[Feature.TWO_MISSING] = 1.0 if missing <= FEW else 0.0
        row[Feature.THREE_MISSING] = 1.0 if missing <= SOME else 0.0
        row[Feature.LEADS] = 1.0 if score == most and score > 0 else 0.0


@compiled
def _write_tiles(b: Any, s: Any, row: Any) -> None:
    """How likely the best search for each colour is to succeed, and how many backs are unknown."""
    for t in range(TILES):
        if s.top[t] == UNKNOWN:
            return
    known, counts = known_tiles(b, s), count_key(s)
    best_guess, total, finds, unknown = 0, 0, 0, 0
    for c in range(COLOURS):
        best = 0
        for t in range(TILES):
            if s.top[t] != c:
                best = max(best, hit_chance(b, s, known, counts, t, c))
        total += best
        best_guess = max(best_guess, best)
        if s.sought == c:
            finds = best
        row[Feature.THREES] = max(row[Feature.THREES], 1.0 if open_tiles(s, c) >= THREE_OPEN else 0.0)
    for t in range(TILES):
        unknown += 1 if s.back[t] == UNKNOWN else 0
    if s.phase == Phase.SEARCH:
        row[Feature.FIND] = finds / CERTAIN
    elif s.phase == Phase.GUESS:
        row[Feature.FIND] = best_guess / CERTAIN
    row[Feature.GUESS] = best_guess / CERTAIN
    row[Feature.KNOWLEDGE] = total / (CERTAIN * COLOURS)
    row[Feature.UNKNOWN] = unknown / TILES
    row[Feature.WAVES] = min(int(s.waves), SOME) / SOME


@compiled
def _write_roll(b: Any, s: Any, row: Any) -> None:
    """How likely the next roll leads to each kind of stone."""
    for face in range(b.different_faces):
        stone = int(s.ring[(int(s.calypso) + int(b.pips[face])) % STONES])
        share = int(b.faces[face]) / int(b.face_count)
        if stone == Stone.NET:
            row[Feature.ROLL_NET] += share
        elif stone == Stone.SHARK:
            row[Feature.ROLL_SHARK] += share
        elif stone == Stone.MIXED:
            row[Feature.ROLL_MIXED] += share
        else:
            row[Feature.ROLL_FIND] += share


@compiled
def _write_sea(b: Any, s: Any, row: Any) -> None:
    """The co-operative game: what is saved, and what the sea may still take."""
    row[Feature.TOGETHER] = 1.0
    row[Feature.HARD] = 1.0 if b.mode == Mode.COOP_HARD else 0.0
    row[Feature.MISSING] = max(0, int(SAVED_TO_WIN) - int(s.saved)) / MANY_FISH
    row[Feature.SAVED] = int(s.saved) / MANY_FISH
    row[Feature.RESERVE] = int(s.reserve) / MANY_FISH
    row[Feature.NET] = int(s.net) / MANY_FISH
    row[Feature.SHARK] = int(s.shark) / MANY_FISH
    row[Feature.LEFT] = max(0, int(b.capture_limit) - int(s.net) - int(s.shark)) / MANY_FISH
