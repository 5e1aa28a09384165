"""Random play in Smugglers' Island, compiled: any choice or outcome by its place in the list, without writing it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cabotage.core.bits import count_bits, nth_bit
from cabotage.core.chance import below, pick
from cabotage.core.compiling import compiled, inlined
from cabotage.games.smugglers.actions import (
    BEAM,
    CLOCKWISE,
    DICE,
    GO,
    GOOD,
    KEPT,
    LOAD,
    MOST_NEIGHBOURS,
    MOST_PIPS,
    PUSH,
    SHOWN,
    STACK,
    STAY,
    STAY_TAKE,
)
from cabotage.games.smugglers.arrival import first_token, stack
from cabotage.games.smugglers.reach import bit, lowest, spread
from cabotage.games.smugglers.rules import YELLOW_FACES, chance, places_of, ways
from cabotage.games.smugglers.state import NONE, Phase

if TYPE_CHECKING:
    from cabotage.core.contract import Generator, Numbers, Records

EVERY_GOOD = (1 << STACK) - 1


@inlined
def choose(box: Records, states: Records, i: int, rng: Generator, choices: Numbers) -> int:
    s, b = states[i], box[0]
    if s.phase == Phase.SAIL or s.phase == Phase.SAIL_ON:
        return _way(b, s, rng)
    if s.phase == Phase.TURN:
        return CLOCKWISE + below(rng, 2)
    fields, first = places_of(b, s)
    return int(first + nth_bit(fields, below(rng, count_bits(fields))))


@inlined
def _way(b: Any, s: Any, rng: Generator) -> int:
    """Stay or load, one of the fields that can be reached, with its good if there is one, or a push."""
    can_take, reached, pushed, room, goods = ways(b, s)
    taking = reached & goods
    staying = 2 if can_take else 1
    going = staying + count_bits(reached) + count_bits(taking)
    pushing, left = 0, pushed
    while left:
        pushing += _push_count(b, lowest(left), room, goods)
        left &= left - 1
    k = below(rng, going + pushing)
    if k >= going:
        return _push(b, pushed, room, goods, k - going)
    if k == 0:
        return LOAD if s.phase == Phase.SAIL_ON and stack(s, s.boat[s.turn]) > 0 else STAY
    if k < staying:
        return STAY_TAKE
    k -= staying
    while taking:  # each good comes right after the field without it
        before = lowest(taking)
        passed = count_bits(reached & (bit(before) - 1))
        if k <= passed:
            break
        if k == passed + 1:
            return GO + before * 2 + 1
        k -= passed + 2
        reached &= ~((bit(before) << 1) - 1)
        taking &= taking - 1
    return GO + nth_bit(reached, k) * 2


@inlined
def _push_count(b: Any, field: int, room: int, goods: int) -> int:
    """How many pushes enter this field."""
    ways_out = count_bits(spread(b, bit(field)) & room)
    return ways_out * (2 if not b.push_ends_turn and goods >> field & 1 else 1)


@compiled
def _push(b: Any, pushed: int, room: int, goods: int, k: int) -> int:
    """The k-th push."""
    field = lowest(pushed)
    while k >= _push_count(b, field, room, goods):
        k -= _push_count(b, field, room, goods)
        pushed &= pushed - 1
        field = lowest(pushed)
    taking = 0
    if not b.push_ends_turn and goods >> field & 1:
        k, taking = k >> 1, k & 1
    near = spread(b, bit(field))
    to = nth_bit(near & room, k)
    neighbour = count_bits(near & (bit(to) - 1))
    return PUSH + (field * MOST_NEIGHBOURS + neighbour) * 2 + taking


@inlined
def draw(box: Records, states: Records, i: int, rng: Generator, outcomes: Numbers, weights: Numbers) -> int:
    s, b = states[i], box[0]
    if s.phase == Phase.DICE:
        faces = int(b.face_count)
        k = below(rng, YELLOW_FACES * faces)
        return DICE + k // faces * MOST_PIPS + int(b.rolls[k % faces]) - 1
    if s.phase == Phase.LOAD or s.phase == Phase.ARRIVAL_LOAD:
        first = first_token(s.boat[s.turn])
        left = EVERY_GOOD
        for token in range(first, first + STACK):
            if s.good[token] != NONE:
                left &= ~bit(s.good[token] - first)
        return int(GOOD + first + nth_bit(left, below(rng, count_bits(left))))
    if s.phase == Phase.LOOK:
        return GOOD + int(s.good[s.cargo[s.turn]]) + below(rng, 1)
    if s.phase == Phase.DOCK or s.phase == Phase.BERTH:
        good = int(s.good[s.cargo[s.docking]])
        return (SHOWN + good if b.dest[good] == s.boat[s.docking] else KEPT) + below(rng, 1)
    if s.phase == Phase.BEAM:
        return BEAM + int(b.starts[below(rng, int(b.start_count))])
    return int(np.int64(outcomes[pick(rng, weights, chance(box, states, i, outcomes, weights))]))
