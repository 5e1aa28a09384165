"""Many games side by side, compiled together with the rules of one game; see `cabotage.core.vector`.

This file runs once per game, as a separate module with that game's functions as globals (see
`cabotage.core.compiling.instantiate`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cabotage.core.chance import below, first_word
from cabotage.core.compiling import compiled, inlined
from cabotage.core.contract import CHANCE, OVER, WIN
from cabotage.core.incremental import rewrite
from cabotage.core.shares import share_win
from cabotage.core.visibility import reveal

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cabotage.core.contract import (
        Generator,
        JudgeModule,
        Numbers,
        PicksModule,
        Records,
        ResampleModule,
        RulesModule,
    )
    from cabotage.core.vector import ChoosingDice, Lanes, Room, Sight

    def _rules() -> RulesModule: ...
    def _picks() -> PicksModule: ...
    def _judge() -> JudgeModule: ...
    def _resample() -> ResampleModule: ...

    setup, to_act, legal, apply, standings = (
        _rules().setup, _rules().to_act, _rules().legal, _rules().apply, _rules().standings
    )  # fmt: skip
    choose, draw = _picks().choose, _picks().draw
    policy = _judge().policy
    resample = _resample().resample

GREEDY = 1  # how other seats choose; 0: at random
EVERYBODY = -1  # the caller chooses for all seats
NO_MASK, DENSE, BITS = range(3)
_WORD = 6  # two to this power are the bits of a word
_LAST_BIT = 63
_ONE = np.uint64(1)


@inlined
def is_offered(choices: Numbers, count: int, number: int) -> bool:
    """Whether this number is among the ascending choices."""
    low, high = 0, count
    while low < high:
        middle = (low + high) >> 1
        if choices[middle] < number:
            low = middle + 1
        else:
            high = middle
    return low < count and choices[low] == number


@inlined
def greedy(box: Records, states: Records, i: int, actor: int, rng: Generator, room: Room, sight: Sight) -> int:
    """The choice of the quick policy in a state that fits the view of the seat to act, never in the real one."""
    k = len(room.views) - 1  # a literal 0 has a type of its own, for which all rules would be compiled again
    reveal(sight.plan, sight.blank, room.cells, i, actor, room.view_cells, k)
    resample(box, room.views, k, actor, rng, room.states, k)
    return int(np.int64(policy(box, room.states, k, rng, room.numbers)))


@inlined
def mark(mask: NDArray[np.uint8], words: NDArray[np.uint64], kind: int, i: int, number: int, value: int) -> None:
    """Set or clear one choice of a mask."""
    if kind == DENSE:
        mask[i, number] = value
    elif kind == BITS:
        bit = _ONE << np.uint64(number & _LAST_BIT)
        if value:
            words[i, number >> _WORD] |= bit
        else:
            words[i, number >> _WORD] &= ~bit


@compiled
def advance(box: Records, lanes: Lanes, room: Room, sight: Sight, first: int, last: int, is_reset: bool) -> int:
    """Carry out the action of each lane and go on to its next decision; a game that ends is followed by a new one.

    Returns the number of lanes that were advanced: less than all, if the next lane's action is not offered.
    """
    states, seats, numbers, weights = room.all_states, int(box[0].seats), room.numbers, room.weights
    for i in range(first, last):
        rng = lanes.rngs[i]
        number = int(np.int64(lanes.actions[i]))
        if not is_reset and not is_offered(lanes.choices[i], lanes.counts[i], number):
            return i - first
        for k in range(lanes.counts[i]):
            mark(lanes.mask, lanes.words, sight.mask, i, lanes.choices[i, k], 0)
        for seat in range(seats):
            lanes.rewards[i, seat] = 0.0
        lanes.done[i] = False
        is_new, actor = is_reset, 0
        while True:
            if is_new:
                setup(box, states, i)
                rng[0] = first_word(lanes.base, lanes.game[i])
                lanes.decisions[i] = 0
                is_new = False
            else:
                apply(box, states, i, number)
            actor = to_act(box, states, i)
            if actor == CHANCE:
                number = draw(box, states, i, rng, numbers, weights)
            elif actor == OVER:
                share_win(numbers, seats, standings(box, states, i, numbers))
                for seat in range(seats):
                    lanes.rewards[i, seat] = numbers[seat] / WIN
                lanes.done[i] = True
                for k in range(lanes.final.shape[1]):
                    lanes.final[i, k] = room.cells[i, k]
                lanes.ended[i] = lanes.decisions[i]
                lanes.game[i] += len(lanes.game)
                is_new = True
            else:
                lanes.decisions[i] += 1
                if sight.seat == EVERYBODY or actor == sight.seat:
                    break
                if sight.opponents == GREEDY:
                    number = greedy(box, states, i, actor, rng, room, sight)
                else:
                    number = choose(box, states, i, rng, numbers)
        lanes.counts[i] = legal(box, states, i, lanes.choices[i])
        lanes.actor[i] = actor
        lanes.length[i] = lanes.ended[i] if lanes.done[i] else lanes.decisions[i] - 1
        for c in range(lanes.counts[i]):
            mark(lanes.mask, lanes.words, sight.mask, i, lanes.choices[i, c], 1)
        rewrite(sight.observation, lanes.written, room.cells, i, actor, lanes.observation, room.changed)
    return last - first


@compiled
def choose_all(
    box: Records,
    lanes: Lanes,
    room: Room,
    sight: Sight,
    dice: ChoosingDice,
    out: NDArray[np.int64],
    first: int,
    last: int,
) -> None:
    """Write what a random or greedy player would choose in each lane."""
    rngs = dice.rngs
    for i in range(first, last):
        if dice.game[i] != lanes.game[i]:
            dice.game[i] = lanes.game[i]
            rngs[i, 0] = first_word(dice.base, lanes.game[i])
        if sight.opponents == GREEDY:
            out[i] = greedy(box, room.all_states, i, lanes.actor[i], rngs[i], room, sight)
        else:
            out[i] = lanes.choices[i, below(rngs[i], lanes.counts[i])]


@compiled
def results(
    box: Records,
    room: Room,
    sight: Sight,
    words: NDArray[np.uint64],
    rngs: NDArray[np.uint64],
    shares: NDArray[np.int32],
    places: NDArray[np.int32],
    counts: NDArray[np.int64],
) -> None:
    """Play a game from each word to its end, at random or greedily; write shares, places, steps and turns."""
    i = len(room.all_states) - 1
    states, seats, numbers, weights = room.all_states, int(box[0].seats), room.numbers, room.weights
    rng = rngs[i]
    for game in range(len(words)):
        setup(box, states, i)
        rng[0] = words[game]
        steps, turns = 0, 0
        while True:
            actor = to_act(box, states, i)
            if actor == OVER:
                break
            if actor == CHANCE:
                number = draw(box, states, i, rng, numbers, weights)
            else:
                turns = max(turns, 1)  # they count from the first decision on
                if sight.opponents == GREEDY:
                    number = greedy(box, states, i, actor, rng, room, sight)
                else:
                    number = choose(box, states, i, rng, numbers)
            turn = states[i].turn
            apply(box, states, i, number)
            steps += 1
            turns += 1 if turns > 0 and states[i].turn != turn else 0
        counts[game, 0] = steps
        counts[game, 1] = turns
        teams = standings(box, states, i, numbers)
        for seat in range(seats):
            places[game, seat] = 1
            for team in range(teams):
                places[game, seat] += 1 if numbers[team] > numbers[seat] else 0
        share_win(numbers, seats, teams)
        for seat in range(seats):
            shares[game, seat] = numbers[seat]
