"""Information-set Monte Carlo tree search, compiled for one game.

This file is executed once for each game, as a module of its own, with the functions of that game's rules, resample and
judge as its globals (see `cabotage.core.compiling.instantiate`).

Each iteration samples a state that fits the root's view, walks down the tree, adds one node, plays on by the game's
policy and adds up every seat's result. The key of a node is a hash of what the searching seat saw on the way there:
draws and choices hidden from that seat do not split the tree.
"""

from __future__ import annotations

from math import log, sqrt
from typing import TYPE_CHECKING

import numpy as np

from cabotage.core.chance import below
from cabotage.core.compiling import compiled, inlined
from cabotage.core.contract import CHANCE, OVER, WIN
from cabotage.core.shares import share_win

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cabotage.bots.nodes import Nodes, Scratch, Tuning
    from cabotage.core.contract import (
        Generator,
        JudgeModule,
        Numbers,
        PicksModule,
        Records,
        ResampleModule,
        RulesModule,
    )

    def _rules() -> RulesModule: ...
    def _picks() -> PicksModule: ...
    def _judge() -> JudgeModule: ...
    def _resample() -> ResampleModule: ...

    to_act, apply, standings, seen = _rules().to_act, _rules().apply, _rules().standings, _rules().seen
    draw = _picks().draw
    estimate, policy, candidates = _judge().estimate, _judge().policy, _judge().candidates
    resample = _resample().resample

_LEFT, _RIGHT, _LEFT_AGAIN = np.uint64(13), np.uint64(7), np.uint64(17)
_EMPTY = np.uint64(0)
ROOT = np.uint64(0x9E3779B97F4A7C15)
ABOVE_HIDDEN = 129  # makes HIDDEN and every number positive
NONE = -1
MOST_FILLED = 0.75  # of the hash table; then no nodes are added, but visits still count


@inlined
def step_key(key: np.uint64, number: int) -> np.uint64:
    """Return the key of the next node: equal for equal numbers in the same order."""
    word = key ^ np.uint64(number + ABOVE_HIDDEN)
    word ^= word << _LEFT
    word ^= word >> _RIGHT
    word ^= word << _LEFT_AGAIN
    return word


@inlined
def find(keys: NDArray[np.uint64], key: np.uint64) -> int:
    """Return the place of a node, or the empty place where it belongs."""
    last = len(keys) - 1  # a power of two less one
    place = np.int64(key & np.uint64(last))
    while keys[place] != _EMPTY and keys[place] != key:
        place = (place + 1) & last
    return int(place)


@compiled
def look_up(keys: NDArray[np.uint64], numbers: Numbers, places: Numbers) -> None:
    """Write the place of each choice at the root; NONE if it was not tried."""
    for k in range(len(numbers)):
        place = find(keys, step_key(ROOT, numbers[k]))
        places[k] = NONE if keys[place] == _EMPTY else place


@compiled
def search(
    box: Records,
    views: Records,
    viewer: int,
    rng: Generator,
    nodes: Nodes,
    scratch: Scratch,
    tuning: Tuning,
    iterations: int,
) -> None:
    """Add that many iterations to the tree."""
    states, path, numbers, weights = scratch.states, scratch.path, scratch.numbers, scratch.weights
    keys = nodes.keys
    i = len(states) - 1  # a literal 0 has a type of its own, for which all rules would be compiled again
    for _ in range(iterations):
        resample(box, views, i, viewer, rng, states, i)
        key = ROOT
        depth = 0
        while depth < len(path):
            actor = to_act(box, states, i)
            if actor == OVER:
                break
            if actor == CHANCE:
                number = draw(box, states, i, rng, numbers, weights)
            else:
                count = candidates(box, states, i, numbers, scratch.worths)
                chosen = select(nodes, scratch, tuning, rng, key, actor, count)
                number = int(np.int64(policy(box, states, i, rng, weights) if chosen == NONE else numbers[chosen]))
            key = step_key(key, seen(box, states, i, number, viewer))
            apply(box, states, i, number)
            if actor == CHANCE:
                continue
            place = find(keys, key)
            is_new = keys[place] == _EMPTY
            if is_new:
                if nodes.filled[0] >= MOST_FILLED * len(keys):
                    break
                keys[place] = key
                nodes.filled[0] += 1
            path[depth] = place
            depth += 1
            if is_new:
                break
        play_out(box, scratch, i, rng, tuning.horizon)
        back_up(nodes, scratch, depth)


@inlined
def select(
    nodes: Nodes, scratch: Scratch, tuning: Tuning, rng: Generator, key: np.uint64, actor: int, count: int
) -> int:
    """Return the candidate to try: the best upper confidence bound, or a new one; NONE if none was tried yet.

    The square of the number of tried candidates may be `widening` times the visits. The most promising come first, so
    that many candidates do not crowd out a few good ones.
    A choice hidden from the searching seat has no node of its own: the policy makes it.
    """
    keys, visits, values = nodes.keys, nodes.visits, nodes.values
    numbers, places, worths = scratch.numbers, scratch.places, scratch.worths
    tried, ties, all_visits, fresh = 0, 0, 0, NONE
    for k in range(count):
        place = find(keys, step_key(key, numbers[k]))
        if keys[place] == _EMPTY:
            places[k] = NONE
            if fresh == NONE or worths[k] >= worths[fresh]:
                ties = ties + 1 if fresh != NONE and worths[k] == worths[fresh] else 1
                if below(rng, ties) == 0:
                    fresh = k
        else:
            places[k] = place
            tried += 1
            all_visits += visits[place]
    if tried == 0:
        return NONE
    if fresh != NONE and tried * tried <= tuning.widening * all_visits:
        return fresh
    bonus = tuning.exploration * log(all_visits + 1.0)
    best, best_bound = 0, -1.0
    for k in range(count):
        if places[k] != NONE:
            n = visits[places[k]]
            bound = values[places[k], actor] / n + sqrt(bonus / n) if n > 0 else 2.0
            if bound > best_bound:
                best, best_bound = k, bound
    return best


@inlined
def play_out(box: Records, scratch: Scratch, i: int, rng: Generator, horizon: int) -> None:
    """Play on by the policy. Leaves every seat's share of the win in `numbers`: the real one, or an estimate."""
    if not play_on(box, scratch, i, rng, horizon):
        estimate(box, scratch.states, i, scratch.numbers)


@inlined
def play_on(box: Records, scratch: Scratch, i: int, rng: Generator, horizon: int) -> bool:
    """Play on by the policy for so many decisions. If the game ends, leaves every seat's share in `numbers`."""
    states, numbers, weights = scratch.states, scratch.numbers, scratch.weights
    decisions = 0
    while True:
        actor = to_act(box, states, i)
        if actor == OVER:
            share_win(numbers, int(box[0].seats), standings(box, states, i, numbers))
            return True
        if actor == CHANCE:
            number = draw(box, states, i, rng, numbers, weights)
        elif decisions == horizon:
            return False
        else:
            number = int(np.int64(policy(box, states, i, rng, numbers)))
            decisions += 1
        apply(box, states, i, number)


@inlined
def back_up(nodes: Nodes, scratch: Scratch, depth: int) -> None:
    """Add the shares of the win in `numbers` to every node of the path."""
    seats = nodes.totals.size
    for seat in range(seats):
        nodes.totals[seat] += scratch.numbers[seat] / WIN
    for k in range(depth):
        place = scratch.path[k]
        nodes.visits[place] += 1
        for seat in range(seats):
            nodes.values[place, seat] += scratch.numbers[seat] / WIN
