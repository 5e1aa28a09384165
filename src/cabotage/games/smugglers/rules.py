"""The rules of Smugglers' Island, compiled. Ids like SMG-12 are those of RULES.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cabotage.core.compiling import compiled, inlined
from cabotage.core.contract import CHANCE, HIDDEN, OVER
from cabotage.games.smugglers.actions import (
    BEAM,
    CLOCKWISE,
    COUNTER_CLOCKWISE,
    DICE,
    GO,
    GOOD,
    GOODS,
    HARBOUR,
    HARBOURS,
    KEPT,
    LAY,
    LOAD,
    MOST_NEIGHBOURS,
    MOST_PIPS,
    MOST_REEFS,
    PUSH,
    RANDOM_REEF,
    REEF,
    SHOWN,
    STACK,
    STAY,
    STAY_TAKE,
    Yellow,
)
from cabotage.games.smugglers.arrival import (
    arrive,
    ask_way,
    begin_turn,
    boat_on,
    dock,
    end_turn,
    first_token,
    load,
    look,
    may_deliver,
    stack,
    take,
)
from cabotage.games.smugglers.light import catch, lay, next_caught, sweep, throw
from cabotage.games.smugglers.ranking import standings
from cabotage.games.smugglers.reach import (
    ALL_HARBOURS,
    bit,
    boats,
    dark,
    floating,
    lay_fields,
    lowest,
    reef_fields,
    reefs,
    spread,
    steps_to,
)
from cabotage.games.smugglers.state import NONE, Phase

if TYPE_CHECKING:
    from cabotage.core.contract import Numbers, Records

__all__ = ["absent", "apply", "chance", "legal", "seen", "setup", "standings", "to_act"]

YELLOW_FACES = len(Yellow)
SMALL_STEP = 2
BIG_STEP = 3


@compiled
def setup(box: Records, states: Records, i: int) -> None:
    s, b = states[i], box[0]
    s.turn = 0  # SMG-1
    s.rounds = 0
    s.beam = NONE
    for k in range(MOST_REEFS):
        s.reef[k] = NONE  # SMG-3
    s.reef[0] = b.anchor  # SMG-2
    for seat in range(len(s.boat)):
        s.boat[seat] = NONE
        s.cargo[seat] = NONE
        s.aboard[seat] = NONE
        s.warned[seat] = 0
        s.score[seat] = 0
    s.yellow = NONE
    s.white = 0
    s.pips = 0
    s.taking = 0
    s.caught = 0
    s.docking = NONE
    for island in range(HARBOURS):
        s.drawn[island] = 0  # SMG-14
    for token in range(GOODS):
        s.at[token] = NONE
        s.known_by[token] = 0
        s.not_dest[token] = 0
        s.shown[token] = NONE
        s.taker[token] = NONE
        s.good[token] = NONE
    _ask_reef(b, s)


@inlined
def _laid_reefs(s: Any) -> int:
    count = 0
    for k in range(MOST_REEFS):
        if s.reef[k] != NONE:
            count += 1
    return count


@compiled
def _ask_reef(b: Any, s: Any) -> None:
    """Go on with the next reef as long as one is missing and there is room for it, then with the beam (SMG-5)."""
    while _laid_reefs(s) < b.reefs:
        fields = reef_fields(b, s)
        if fields & (fields - 1):
            s.phase = Phase.RANDOM_REEF if b.random_reefs else Phase.REEF
            return
        if not fields:
            break
        _lay_reef(b, s, lowest(fields))
    s.phase = Phase.BEAM
    s.turn = 0


@inlined
def _lay_reef(b: Any, s: Any, field: int) -> None:
    s.reef[_laid_reefs(s)] = field
    s.turn = (s.turn + 1) % b.seats


@inlined
def to_act(box: Records, states: Records, i: int) -> int:
    s = states[i]
    if s.phase == Phase.OVER:
        return OVER
    if s.phase < Phase.REEF:
        return CHANCE
    return int(s.turn)


@inlined
def legal(box: Records, states: Records, i: int, out: Numbers) -> int:
    s, b = states[i], box[0]
    if s.phase == Phase.SAIL or s.phase == Phase.SAIL_ON:
        return offer_ways(b, s, out)
    if s.phase == Phase.TURN:
        out[0] = CLOCKWISE
        out[1] = COUNTER_CLOCKWISE
        return 2
    fields, first = places_of(b, s)
    return _write(fields, first, out)


@inlined
def places_of(b: Any, s: Any) -> tuple[int, int]:
    """The fields to choose from, where only a field is chosen, and the action of the first field of all."""
    if s.caught:
        return lay_fields(b, s, next_caught(b, s)), LAY
    if s.phase == Phase.HARBOUR:
        return ALL_HARBOURS & ~boats(b, s), HARBOUR  # SMG-12, SMG-13
    return reef_fields(b, s), REEF


@inlined
def _write(fields: int, first: int, out: Numbers) -> int:
    n = 0
    while fields:
        out[n] = first + lowest(fields)
        fields &= fields - 1
        n += 1
    return n


@inlined
def ways(b: Any, s: Any) -> tuple[bool, int, int, int, int]:
    """Where the boat on turn can go with the pips left: D5, D6.

    Whether it can take the good on its own field; the fields it can enter, and those it can enter by pushing the boat
    there; where pushed boats have room; all fields with goods.
    """
    start = bit(s.boat[s.turn])
    others = boats(b, s) & ~start
    water = dark(b, s)
    free = water & ~others
    goods = floating(s)
    reached, near = start, 0 if s.pips else spread(b, start)
    passed = b.sea | start  # SMG-75
    for _ in range(s.pips):
        near = spread(b, reached & passed)
        reached |= near & free  # SMG-36..40
    pushed = near & water & others  # SMG-41
    room = (b.sea & ~(reefs(s) | others)) | (start & ALL_HARBOURS)  # SMG-42..46
    can_take = s.phase == Phase.SAIL and goods & water & start != 0  # SMG-56
    return bool(can_take), int(reached & ~start), int(pushed), int(room), goods


@compiled
def offer_ways(b: Any, s: Any, out: Numbers) -> int:
    """Stay or load, and every go and push with the pips left."""
    can_take, reached, pushed, room, goods = ways(b, s)
    out[0] = STAY  # SMG-36
    n = 1
    if s.phase == Phase.SAIL_ON:
        out[0] = LOAD if stack(s, s.boat[s.turn]) > 0 else STAY  # SMG-59, SMG-60
    elif can_take:
        out[1] = STAY_TAKE
        n = 2
    while reached:
        field = lowest(reached)
        reached &= reached - 1
        out[n] = GO + field * 2
        n += 1
        if goods >> field & 1:
            out[n] = GO + field * 2 + 1  # SMG-52
            n += 1
    while pushed:
        field = lowest(pushed)
        pushed &= pushed - 1
        has_good = 0 if b.push_ends_turn else goods >> field & 1  # SMG-51, SMG-74
        n = _offer_pushes(b, field, room, has_good, out, n)
    return n


@inlined
def _offer_pushes(b: Any, field: int, room: int, has_good: int, out: Numbers, n: int) -> int:
    for k in range(MOST_NEIGHBOURS):
        if b.near[field, k] == NONE:
            break
        if room & bit(b.near[field, k]):
            out[n] = PUSH + (field * MOST_NEIGHBOURS + k) * 2
            n += 1
            if has_good:
                out[n] = PUSH + (field * MOST_NEIGHBOURS + k) * 2 + 1
                n += 1
    return n


@inlined
def chance(box: Records, states: Records, i: int, outcomes: Numbers, weights: Numbers) -> int:
    s, b = states[i], box[0]
    n = 0
    if s.phase == Phase.DICE:  # SMG-21
        for face in range(YELLOW_FACES * MOST_PIPS):
            outcomes[n] = DICE + face
            weights[n] = b.white[face % MOST_PIPS]
            n += 1 if weights[n] else 0
    elif s.phase == Phase.LOAD or s.phase == Phase.ARRIVAL_LOAD:
        first = first_token(s.boat[s.turn])
        gone = 0
        for token in range(first, first + STACK):
            if s.good[token] != NONE:
                gone |= bit(s.good[token] - first)
        for k in range(STACK):
            outcomes[n] = GOOD + first + k
            weights[n] = 1
            n += 1 - (gone >> k & 1)
    elif s.phase == Phase.LOOK:
        outcomes[0] = GOOD + s.good[s.cargo[s.turn]]
        weights[0] = 1
        n = 1
    elif s.phase == Phase.DOCK or s.phase == Phase.BERTH:
        good = s.good[s.cargo[s.docking]]
        outcomes[0] = SHOWN + good if b.dest[good] == s.boat[s.docking] else KEPT
        weights[0] = 1
        n = 1
    elif s.phase == Phase.BEAM:  # SMG-10, SMG-11
        for k in range(b.start_count):
            outcomes[n] = BEAM + b.starts[k]
            weights[n] = 1
            n += 1
    else:
        n = _write(reef_fields(b, s), RANDOM_REEF, outcomes)
        for k in range(n):
            weights[k] = 1
    return n


@inlined
def apply(box: Records, states: Records, i: int, number: int) -> None:
    s, b = states[i], box[0]
    if s.phase == Phase.DICE:
        _roll(b, s, (number - DICE) // MOST_PIPS, (number - DICE) % MOST_PIPS + 1)
    elif s.phase == Phase.SAIL or s.phase == Phase.SAIL_ON:
        _move(b, s, number)
    elif s.phase == Phase.LOAD:
        load(s, number - GOOD)
        s.phase = Phase.DICE
    elif s.phase == Phase.TURN:
        sweep(b, s, SMALL_STEP if number == CLOCKWISE else -SMALL_STEP)  # SMG-24
    elif s.phase == Phase.LAY or s.phase == Phase.LAY_PUSHED:
        lay(b, s, number - LAY)
        throw(b, s)
    elif s.phase == Phase.ARRIVAL_LOAD:
        load(s, number - GOOD)
        end_turn(b, s)
    elif s.phase == Phase.LOOK:
        look(b, s)
    elif s.phase == Phase.DOCK or s.phase == Phase.BERTH:
        dock(b, s, number != KEPT)
    elif s.phase == Phase.HARBOUR:
        s.boat[s.turn] = number - HARBOUR
        s.turn += 1
        if s.turn == b.seats:
            s.turn = 0
            begin_turn(b, s)
    elif s.phase == Phase.BEAM:
        s.beam = number - BEAM
        s.phase = Phase.HARBOUR
    else:
        _lay_reef(b, s, number - (RANDOM_REEF if b.random_reefs else REEF))
        _ask_reef(b, s)


@compiled
def _roll(b: Any, s: Any, yellow: int, white: int) -> None:
    s.yellow = yellow
    s.white = white
    s.pips = white
    if yellow == Yellow.ASLEEP:
        ask_way(b, s)  # SMG-25, SMG-29
    elif yellow == Yellow.BLACK_2:
        s.phase = Phase.TURN
    else:
        steps = SMALL_STEP if yellow == Yellow.RED_2 or yellow == Yellow.GREEN_2 else BIG_STEP
        sweep(b, s, steps if yellow <= Yellow.RED_3 else -steps)


@compiled
def _move(b: Any, s: Any, number: int) -> None:
    if number == LOAD:
        s.phase = Phase.ARRIVAL_LOAD  # SMG-59
    elif number < LOAD:
        if number == STAY_TAKE:
            take(b, s)
        else:
            end_turn(b, s)
    elif number < PUSH:
        field = (number - GO) // 2
        s.taking = (number - GO) % 2
        s.pips -= steps_to(b, s, field) if field < HARBOURS else 0
        s.boat[s.turn] = field
        arrive(b, s)
    else:
        way = (number - PUSH) // 2
        s.taking = (number - PUSH) % 2
        _push(b, s, way // MOST_NEIGHBOURS, way % MOST_NEIGHBOURS)


@compiled
def _push(b: Any, s: Any, field: int, neighbour: int) -> None:
    """Enter a field with a boat on it; that boat goes to this neighbour of the field."""
    victim = boat_on(b, s, field)
    to = b.near[field, neighbour]
    s.boat[victim] = to
    s.boat[s.turn] = field
    s.pips = 0
    if b.lit[s.beam] & bit(to):
        catch(b, s, bit(to))  # SMG-47, SMG-48
    if to < HARBOURS and not s.caught and may_deliver(s, victim):
        s.docking = victim  # SMG-49, SMG-50
        s.phase = Phase.DOCK
        return
    s.phase = Phase.LAY_PUSHED
    throw(b, s)


@compiled
def absent(box: Records, states: Records, i: int) -> int:
    """The boat stays, or loads after a delivery; otherwise the first that is offered."""
    s, b = states[i], box[0]
    if s.phase == Phase.SAIL:
        return STAY
    if s.phase == Phase.SAIL_ON:
        return LOAD if stack(s, s.boat[s.turn]) > 0 else STAY
    if s.phase == Phase.TURN:
        return CLOCKWISE
    fields, first = places_of(b, s)
    return first + lowest(fields)


@compiled
def seen(box: Records, states: Records, i: int, number: int, viewer: int) -> int:
    """Everything is public, except that only the loader sees the good taken aboard."""
    if GOOD <= number < SHOWN and viewer != states[i].turn:
        return HIDDEN
    return number
