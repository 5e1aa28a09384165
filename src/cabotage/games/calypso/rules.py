"""The rules of Calypso, compiled. Ids like CAL-12 are those of RULES.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cabotage.core.compiling import compiled, inlined
from cabotage.core.contract import CHANCE, OVER
from cabotage.games.calypso.actions import (
    BACK,
    COLOURS,
    DIE,
    EMPTY_SLOTS,
    MIX,
    NAME,
    PLACES,
    RING,
    ROB,
    ROLL,
    SLOT,
    SLOTS,
    STAY,
    STONES,
    STOP,
    TILES,
    TOP,
    TURN,
    Stone,
)
from cabotage.games.calypso.box import COUNT_BITS, EVERY_SLOT, Mode
from cabotage.games.calypso.odds import back_weight, count_key, known_tiles
from cabotage.games.calypso.ranking import SAVED_TO_WIN, standings
from cabotage.games.calypso.state import UNKNOWN, Phase

if TYPE_CHECKING:
    from cabotage.core.contract import Numbers, Records

__all__ = ["absent", "apply", "chance", "legal", "seen", "setup", "standings", "to_act"]

FISH = 30
THREE_OPEN = 3
MOST_ROUNDS = 100
MOST_WAVES = 12
TILE_BITS = 3  # in a number that has the tile of every hollow


@compiled
def setup(box: Records, states: Records, i: int) -> None:
    s, b = states[i], box[0]
    s.phase = Phase.RING
    s.turn = 0  # CAL-1
    s.rounds = 0
    for k in range(STONES):
        s.ring[k] = UNKNOWN
    s.ring[0] = Stone.SHARK
    s.calypso = 0  # CAL-5, CAL-6
    s.die = 0
    for t in range(TILES):
        s.top[t] = UNKNOWN
        s.back[t] = UNKNOWN
        s.slot[t] = b.start_slots[t]
        s.lifted[t] = UNKNOWN
    s.laid = 1
    s.tile = UNKNOWN
    s.sought = UNKNOWN
    s.turning = 0
    s.waves = 0
    for seat in range(len(s.score)):
        s.score[seat] = 0  # CAL-7
    s.saved = 0
    s.reserve = 0 if b.mode == Mode.COMPETITIVE else FISH  # CAL-8
    s.net = 0
    s.shark = 0


@inlined
def to_act(box: Records, states: Records, i: int) -> int:
    s = states[i]
    if s.phase == Phase.OVER:
        return OVER
    if s.phase < Phase.SEARCH:
        return CHANCE
    return int(s.turn)


@inlined
def legal(box: Records, states: Records, i: int, out: Numbers) -> int:
    s, b = states[i], box[0]
    n = 0
    if s.phase == Phase.SEARCH or s.phase == Phase.GUESS:
        taken, tiles = 0, 0
        for t in range(TILES):
            taken |= 1 << int(s.slot[t])
            tiles |= t << TILE_BITS * int(s.slot[t])
        empty = b.slots_of[EVERY_SLOT ^ taken]
        for k in range(TILES):  # CAL-69
            slot = int(b.slots_of[taken, k])
            top = s.top[tiles >> TILE_BITS * slot & (1 << TILE_BITS) - 1]
            if s.phase == Phase.GUESS:
                for c in range(COLOURS):
                    if top != c:  # CAL-31
                        n = _offer_places(b, NAME + (slot * COLOURS + c) * PLACES, empty, out, n)
            elif top != s.sought:  # CAL-13
                n = _offer_places(b, TURN + slot * PLACES, empty, out, n)
    elif s.phase == Phase.ROB:
        for seat in range(b.seats):
            if seat != s.turn and s.score[seat] > 0:  # CAL-36
                out[n] = ROB + seat
                n += 1
    elif s.phase == Phase.GO_ON:
        out[0] = ROLL
        out[1] = STOP
        n = 2
    elif s.phase == Phase.MIX:
        taken = taken_slots(s)
        slots = 0
        for n in range(1 << TILES):  # CAL-22
            out[n] = MIX + slots
            slots = (slots - taken) & taken  # the next larger subset
        n = 1 << TILES
    return n


@inlined
def _offer_places(b: Any, first: int, empty: Any, out: Numbers, n: int) -> int:
    """Turn a tile where it lies, or put it into an empty hollow (CAL-25, CAL-26)."""
    out[n] = first + STAY
    if not b.replacing:
        return n + 1
    out[n + 1] = first + 1 + empty[0]
    out[n + 2] = first + 1 + empty[1]
    out[n + 3] = first + 1 + empty[2]
    return n + 1 + EMPTY_SLOTS


@inlined
def taken_slots(s: Any) -> int:
    """The set of hollows with tiles."""
    taken = 0
    for t in range(TILES):
        if s.slot[t] != UNKNOWN:
            taken |= 1 << int(s.slot[t])
    return taken


@inlined
def chance(box: Records, states: Records, i: int, outcomes: Numbers, weights: Numbers) -> int:
    s, b = states[i], box[0]
    n = 0
    if s.phase == Phase.RING:  # CAL-4
        for stone in range(STONES):
            left = int(b.stones[stone])
            for k in range(s.laid):
                if s.ring[k] == stone:
                    left -= 1
            if left:
                outcomes[n] = RING + stone
                weights[n] = left
                n += 1
    elif s.phase == Phase.TOPS:  # CAL-2, CAL-3
        counts = count_key(s)
        for c in range(COLOURS):
            weight = int(b.first_ways[counts + (1 << COUNT_BITS * c)])
            if weight:
                outcomes[n] = TOP + c
                weights[n] = weight
                n += 1
    elif s.phase == Phase.DIE:  # CAL-9
        n = int(b.different_faces)
        for face in range(n):
            outcomes[face] = DIE - 1 + b.pips[face]
            weights[face] = b.faces[face]
    elif s.phase == Phase.BACK or s.phase == Phase.MIX_BACK:
        known, counts = known_tiles(b, s), count_key(s)
        for c in range(COLOURS):
            weight = back_weight(b, known, counts, int(s.top[s.tile]), c)
            if weight:
                outcomes[n] = BACK + c
                weights[n] = weight
                n += 1
    else:  # CAL-27; writing first and counting after spares a branch
        taken = taken_slots(s)
        for slot in range(SLOTS):
            outcomes[n] = SLOT + slot
            weights[n] = 1
            n += 1 - (taken >> slot & 1)
    return n


@inlined
def apply(box: Records, states: Records, i: int, number: int) -> None:
    s, b = states[i], box[0]
    if s.phase == Phase.DIE:
        s.die = number - DIE + 1
        s.calypso = (s.calypso + s.die) % STONES  # CAL-10
        _arrive(b, s)
    elif s.phase == Phase.SEARCH:
        _turn_one(b, s, tile_in(s, (number - TURN) // PLACES), (number - TURN) % PLACES)
    elif s.phase == Phase.GUESS:
        rest = (number - NAME) // PLACES
        s.sought = rest % COLOURS
        _turn_one(b, s, tile_in(s, rest // COLOURS), (number - NAME) % PLACES)
    elif s.phase == Phase.BACK:
        s.back[s.tile] = number - BACK
        _flip(s, s.tile)
        _after_turning(b, s)
    elif s.phase == Phase.GO_ON:
        if number == ROLL:
            s.phase = Phase.DIE
        else:
            _end_turn(b, s)
    elif s.phase == Phase.ROB:
        _rob(b, s, number - ROB)
    elif s.phase == Phase.MIX:
        if number == MIX:
            _end_mix(b, s)
        else:
            s.turning = number - MIX
            s.waves += 1
            _mix_on(b, s)
    elif s.phase == Phase.MIX_BACK:
        s.back[s.tile] = number - BACK
        _mix_on(b, s)
    elif s.phase == Phase.SCATTER:
        _put_down(b, s, number - SLOT)
    elif s.phase == Phase.RING:
        s.ring[s.laid] = number - RING
        s.laid += 1
        if s.laid == STONES:
            s.phase = Phase.TOPS
            s.laid = 0
    else:
        s.top[s.laid] = number - TOP
        s.laid += 1
        if s.laid == TILES:
            s.phase = Phase.DIE
            s.laid = 0


@compiled
def _arrive(b: Any, s: Any) -> None:
    """Only the octagon on which Calypso stops acts, on the player who rolled (CAL-11)."""
    stone = s.ring[s.calypso]
    s.sought = UNKNOWN
    if stone < COLOURS:
        s.sought = stone
        if open_tiles(s, stone) < THREE_OPEN:
            s.phase = Phase.SEARCH  # CAL-12
        elif b.children:
            if not _gain(b, s, 1):
                s.phase = Phase.DIE  # CAL-44, CAL-45, CAL-46
        elif not _gain(b, s, 2):  # CAL-20, CAL-23
            s.phase = Phase.MIX
    elif b.mode == Mode.COMPETITIVE:
        if stone == Stone.MIXED:
            s.phase = Phase.GUESS  # CAL-28
        elif stone == Stone.NET:
            if s.score[s.turn] > 0:  # CAL-33, CAL-34
                s.score[s.turn] -= 1
            _end_turn(b, s)
        else:
            _meet_shark(b, s)
    else:
        _meet_together(b, s, stone)


@inlined
def tile_in(s: Any, slot: int) -> int:
    """The tile that lies in this hollow."""
    found = 0
    for t in range(TILES):
        if s.slot[t] == slot:
            found = t  # searching on spares a branch
    return found


@inlined
def open_tiles(s: Any, colour: int) -> int:
    """How many tiles show this colour."""
    count = 0
    for t in range(TILES):
        if s.top[t] == colour:
            count += 1
    return count


@compiled
def _meet_shark(b: Any, s: Any) -> None:
    """Rob an opponent; a question only if there are two or more to rob."""
    victims = 0
    victim = 0
    for seat in range(b.seats):
        if seat != s.turn and s.score[seat] > 0:
            victims += 1
            victim = seat
    if victims > 1:
        s.phase = Phase.ROB  # CAL-35
    elif victims == 1:
        _rob(b, s, victim)
    elif not _gain(b, s, 1):  # CAL-37
        _end_turn(b, s)


@compiled
def _rob(b: Any, s: Any, victim: int) -> None:
    s.score[victim] -= 1
    if not _gain(b, s, 1):
        _end_turn(b, s)


@compiled
def _meet_together(b: Any, s: Any, stone: int) -> None:
    """M, N and S in the co-operative game."""
    if stone == Stone.MIXED:
        if b.mode == Mode.COOP and s.net > 0:  # CAL-51, CAL-52, CAL-55
            s.net -= 1
            s.reserve += 1
    else:
        s.reserve -= 1
        if stone == Stone.NET:
            s.net += 1  # CAL-53
        else:
            s.shark += 1  # CAL-54
    if s.net + s.shark >= b.capture_limit:  # CAL-57, CAL-61
        s.phase = Phase.OVER
    else:
        _end_turn(b, s)


@compiled
def _turn_one(b: Any, s: Any, tile: int, place: int) -> None:
    """Turn a tile and put it down; its back is drawn first if it is still unknown."""
    if place != STAY:
        s.slot[tile] = place - 1
    s.tile = tile
    if s.back[tile] == UNKNOWN:
        s.phase = Phase.BACK
    else:
        _flip(s, tile)
        _after_turning(b, s)


@inlined
def _flip(s: Any, tile: int) -> None:
    top = s.top[tile]
    s.top[tile] = s.back[tile]  # CAL-14
    s.back[tile] = top


@compiled
def _after_turning(b: Any, s: Any) -> None:
    is_hit = s.top[s.tile] == s.sought
    if s.ring[s.calypso] == Stone.MIXED:
        if not (is_hit and _gain(b, s, 2)):  # CAL-29, CAL-32
            _end_turn(b, s)  # CAL-30
    elif not is_hit:
        _end_turn(b, s)  # CAL-17, CAL-19
    elif open_tiles(s, s.sought) == THREE_OPEN and not b.children:
        if not _gain(b, s, 2):
            _end_turn(b, s)  # CAL-18
    elif not _gain(b, s, 1):  # CAL-15, CAL-43
        if b.children or b.mode != Mode.COMPETITIVE:
            s.phase = Phase.DIE  # CAL-46, CAL-50
        else:
            s.phase = Phase.GO_ON  # CAL-16


@compiled
def _mix_on(b: Any, s: Any) -> None:
    """Turn the tiles of the set in the order of hollows, up to one whose back is unknown (CAL-22, CAL-69)."""
    for slot in range(SLOTS):
        if s.turning >> slot & 1:
            t = tile_in(s, slot)
            if s.back[t] == UNKNOWN:
                s.tile = t
                s.phase = Phase.MIX_BACK
                return
            _flip(s, t)
            s.turning -= 1 << slot
    s.tile = UNKNOWN
    if b.free_mix and s.waves < MOST_WAVES:  # CAL-63
        s.phase = Phase.MIX
    else:
        _end_mix(b, s)


@compiled
def _end_mix(b: Any, s: Any) -> None:
    if b.replacing:  # CAL-27
        s.phase = Phase.SCATTER
        s.laid = 0
        for t in range(TILES):
            s.lifted[t] = s.slot[t]
            s.slot[t] = UNKNOWN
    else:
        _end_turn(b, s)


@compiled
def _put_down(b: Any, s: Any, slot: int) -> None:
    """Lay the next of the lifted tiles, in the order of the hollows where they lay (CAL-69)."""
    first, lowest = 0, SLOTS
    for t in range(TILES):
        lifted = int(s.lifted[t]) if s.slot[t] == UNKNOWN else SLOTS
        if lifted < lowest:
            first, lowest = t, lifted
    s.slot[first] = slot
    s.laid += 1
    if s.laid == TILES:
        for t in range(TILES):
            s.lifted[t] = UNKNOWN
        _end_turn(b, s)


@inlined
def _gain(b: Any, s: Any, fish: int) -> bool:
    """Free fish for the player on turn; True if that ends the game or, by CAL-62, the turn."""
    if b.mode != Mode.COMPETITIVE:
        s.saved += fish  # CAL-49
        s.reserve -= fish
        if s.saved >= SAVED_TO_WIN:  # CAL-56, CAL-58
            s.phase = Phase.OVER
        return bool(s.saved >= SAVED_TO_WIN)
    s.score[s.turn] += fish  # CAL-41, CAL-66
    if s.score[s.turn] < b.goal:
        return False
    if b.finish_round:
        _end_turn(b, s)  # CAL-62
    else:
        s.phase = Phase.OVER  # CAL-38, CAL-39
    return True


@inlined
def _end_turn(b: Any, s: Any) -> None:
    s.phase = Phase.DIE
    s.sought = UNKNOWN
    s.tile = UNKNOWN
    s.waves = 0
    s.laid = 0
    s.turn += 1
    if s.turn == b.seats:
        s.turn = 0
        s.rounds += 1
        if s.rounds == MOST_ROUNDS:  # CAL-42
            s.phase = Phase.OVER
        if b.finish_round and b.mode == Mode.COMPETITIVE:
            for seat in range(b.seats):
                if s.score[seat] >= b.goal:
                    s.phase = Phase.OVER  # CAL-62


@compiled
def absent(box: Records, states: Records, i: int) -> int:
    """Stop, mix nothing, otherwise the first that is offered."""
    s, b = states[i], box[0]
    if s.phase == Phase.GO_ON:
        return STOP
    if s.phase == Phase.MIX:
        return MIX
    if s.phase == Phase.ROB:
        for seat in range(b.seats):
            if seat != s.turn and s.score[seat] > 0:
                return ROB + seat
    first = SLOTS
    for t in range(TILES):
        if s.phase == Phase.GUESS or s.top[t] != s.sought:
            first = min(first, int(s.slot[t]))
    if s.phase == Phase.SEARCH:
        return TURN + first * PLACES
    return NAME + (first * COLOURS + (1 if s.top[tile_in(s, first)] == 0 else 0)) * PLACES


@compiled
def seen(box: Records, states: Records, i: int, number: int, viewer: int) -> int:
    """Everything that happens is seen by all."""
    return number
