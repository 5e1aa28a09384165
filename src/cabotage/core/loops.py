"""Loops compiled together with the rules of one game: random play, exact counts, timings.

This file runs once per game, as a separate module with that game's `setup to_act legal chance apply choose draw` as
globals (see `cabotage.core.compiling.instantiate`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cabotage.core.chance import below
from cabotage.core.compiling import compiled, inlined
from cabotage.core.contract import CHANCE, OVER
from cabotage.core.visibility import reveal

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cabotage.core.contract import Generator, Numbers, PicksModule, Records, RulesModule

    def _rules() -> RulesModule: ...
    def _picks() -> PicksModule: ...

    setup, to_act, legal, chance, apply = (
        _rules().setup, _rules().to_act, _rules().legal, _rules().chance, _rules().apply
    )  # fmt: skip
    choose, draw = _picks().choose, _picks().draw


@inlined
def step(box: Records, states: Records, i: int, rng: Generator, numbers: Numbers, weights: Numbers) -> bool:
    """One random choice or draw; False if the game is over."""
    actor = to_act(box, states, i)
    if actor == OVER:
        return False
    is_chance = actor == CHANCE
    number = draw(box, states, i, rng, numbers, weights) if is_chance else choose(box, states, i, rng, numbers)
    apply(box, states, i, number)
    return True


@compiled
def play(box: Records, states: Records, i: int, rng: Generator, numbers: Numbers, weights: Numbers, limit: int) -> int:
    """Play at random to the end of the game, or for `limit` steps; return the number of steps."""
    for count in range(limit):
        if not step(box, states, i, rng, numbers, weights):
            return count
    return limit


@compiled
def games(box: Records, states: Records, rng: Generator, numbers: Numbers, weights: Numbers, count: int) -> int:
    """Play this many random games in the last record; return the number of steps."""
    steps = 0
    i = len(states) - 1  # Numba gives a literal 0 a type of its own and would compile all rules again
    for _ in range(count):
        setup(box, states, i)
        while step(box, states, i, rng, numbers, weights):
            steps += 1
    return steps


@compiled
def sample(box: Records, states: Records, rng: Generator, numbers: Numbers, weights: Numbers) -> None:
    """Fill the batch with decisions of random games, about every second one, so that all phases occur."""
    last = len(states) - 1
    setup(box, states, last)
    for i in range(last + 1):
        while to_act(box, states, last) < 0 or below(rng, 2) == 0:
            if not step(box, states, last, rng, numbers, weights):
                setup(box, states, last)
        if i < last:
            states[i] = states[last]


@compiled
def count_sequences(
    box: Records, states: Records, depth: int, numbers: Numbers, weights: Numbers, counts: NDArray[np.int64]
) -> int:
    """The number of sequences of `depth` choices and draws from the first record; games ending earlier are not counted.

    `states` and `numbers` have a row per level; `counts` has the number of branches per level and the next one.
    """
    total = 0
    level = 0
    counts[0, 0] = -1
    while level >= 0:
        if level == depth:
            total += 1
            level -= 1
            continue
        if counts[level, 0] < 0:
            actor = to_act(box, states, level)
            if actor == OVER:
                counts[level, 0] = 0
            elif actor == CHANCE:
                counts[level, 0] = chance(box, states, level, numbers[level], weights)
            else:
                counts[level, 0] = legal(box, states, level, numbers[level])
            counts[level, 1] = 0
        if counts[level, 1] == counts[level, 0]:
            counts[level, 0] = -1
            level -= 1
            continue
        states[level + 1] = states[level]
        apply(box, states, level + 1, int(np.int64(numbers[level, counts[level, 1]])))
        counts[level, 1] += 1
        level += 1
        if level < depth:
            counts[level, 0] = -1
    return total


@compiled
def copy_all(states: Records, room: Records, repeats: int) -> None:
    """Copy every record of the batch, `repeats` times (for timing)."""
    for _ in range(repeats):
        for i in range(len(states)):
            room[i] = states[i]


@compiled
def legal_all(box: Records, states: Records, numbers: Numbers, repeats: int) -> int:
    """List the legal actions of every record, `repeats` times (for timing)."""
    total = 0
    for _ in range(repeats):
        for i in range(len(states)):
            total += legal(box, states, i, numbers)
    return total


@compiled
def apply_all(box: Records, states: Records, room: Records, actions: Numbers, repeats: int) -> None:
    """Copy every record and apply its action to the copy, `repeats` times (for timing)."""
    for _ in range(repeats):
        for i in range(len(states)):
            room[i] = states[i]
            apply(box, room, i, int(np.int64(actions[i])))


@compiled
def view_all(
    plan: NDArray[np.int64],
    blank: NDArray[np.int16],
    states: NDArray[np.int16],
    room: NDArray[np.int16],
    repeats: int,
) -> None:
    """Make a view of every record, `repeats` times (for timing)."""
    for _ in range(repeats):
        for i in range(len(states)):
            reveal(plan, blank, states, i, 0, room, i)
