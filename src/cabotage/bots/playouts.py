"""Values of states by playing on from them, compiled for one game.

This file is executed once for each game, as a module of its own, with functions of that game's rules, its `resample`,
`judge` and `observe`, and the `play_on` of its tree search as globals (see `cabotage.core.compiling.instantiate`).

The states of the scratch space have three places: the state to play on from, a chance node, and the playout.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cabotage.bots.network import judge
from cabotage.core.compiling import compiled, inlined
from cabotage.core.contract import WIN

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from cabotage.bots.network import Leaf
    from cabotage.bots.nodes import Scratch
    from cabotage.core.contract import Generator, JudgeModule, ObserveModule, Records, ResampleModule, RulesModule

    def _rules() -> RulesModule: ...
    def _resample() -> ResampleModule: ...
    def _judge() -> JudgeModule: ...
    def _observe() -> ObserveModule: ...
    def _tree() -> Callable[[Records, Scratch, int, Generator, int], bool]: ...

    chance, apply, resample, play_on = _rules().chance, _rules().apply, _resample().resample, _tree()
    estimate, features = _judge().estimate, _observe().features


@inlined
def play_out(
    box: Records, scratch: Scratch, leaf: Leaf, i: int, rng: Generator, horizon: int, out: NDArray[np.float64]
) -> None:
    """Play on, and add every seat's share of WIN: the real one, or what the network or else the estimate says."""
    if not play_on(box, scratch, i, rng, horizon):
        if leaf.network.bias2.size > 0:
            features(box, scratch.states, i, leaf.room.rows)
            judge(leaf.network, leaf.room, scratch.numbers)
        else:
            estimate(box, scratch.states, i, scratch.numbers)
    for seat in range(len(out)):
        out[seat] += scratch.numbers[seat]


@compiled
def value(
    box: Records, scratch: Scratch, leaf: Leaf, rng: Generator, playouts: int, horizon: int, out: NDArray[np.float64]
) -> None:
    """Write each seat's mean share of the win over playouts from the first of the states."""
    states = scratch.states
    last = len(states) - 1
    out[:] = 0.0
    for _ in range(playouts):
        states[last] = states[0]
        play_out(box, scratch, leaf, last, rng, horizon, out)
    for seat in range(len(out)):
        out[seat] /= WIN * playouts


@compiled
def imagined(
    box: Records,
    views: Records,
    viewer: int,
    scratch: Scratch,
    leaf: Leaf,
    rng: Generator,
    playouts: int,
    horizon: int,
    out: NDArray[np.float64],
) -> None:
    """Write the same over playouts that each start from another state in which the viewer has this view."""
    states = scratch.states
    last = len(states) - 1
    out[:] = 0.0
    for _ in range(playouts):
        resample(box, views, len(views) - 1, viewer, rng, states, last)
        play_out(box, scratch, leaf, last, rng, horizon, out)
    for seat in range(len(out)):
        out[seat] /= WIN * playouts


@compiled
def outcomes(
    box: Records,
    scratch: Scratch,
    leaf: Leaf,
    rng: Generator,
    playouts: int,
    horizon: int,
    odds: NDArray[np.float64],
    out: NDArray[np.float64],
) -> int:
    """Write number, probability and value of every outcome of a chance node, the second of the states.

    All outcomes use the same random numbers, so that much of the noise cancels out in their differences.
    """
    states, drawn, weights = scratch.states, scratch.places, scratch.worths
    first = len(states) - 3
    node = first + 1
    count = chance(box, states, node, drawn, weights)
    if count == 1:  # something hidden is revealed: nobody is lucky
        odds[0], out[0] = 1.0, 0.0
        return 1
    total = 0
    for k in range(count):
        total += weights[k]
    for k in range(count):
        odds[k] = weights[k] / total
    seed = rng[0]
    for k in range(count):
        rng[0] = seed
        states[first] = states[node]
        apply(box, states, first, int(np.int64(drawn[k])))
        value(box, scratch, leaf, rng, playouts, horizon, out[k])
    return int(count)
