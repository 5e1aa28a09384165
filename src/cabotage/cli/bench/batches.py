"""The speed of what learners use: batches with observations and masks, and positions stepped from Python."""

from __future__ import annotations

import random
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

import cabotage
from cabotage.core.vector import Mask

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.game import Game

LANES = 1024
REPEATS = 5  # the report has the best
MOST_STEPS = 2000  # of a position
SEED = 7


def measure_batches(game: Game, seconds: float) -> dict[str, float]:
    """Decisions a second on one core with either kind of mask, the speed-up of two threads, and steps of a position."""
    box = cabotage.load(game.id)
    share = seconds / 4 / REPEATS
    dense, indices = _decisions(box, "dense", 1, share), _decisions(box, "indices", 1, share)
    return {
        "dense_decisions_per_second": round(dense),
        "index_decisions_per_second": round(indices),
        "two_thread_speedup": round(_decisions(box, "dense", 2, share) / dense, 2),
        "position_steps_per_second": round(max(_position(box, share) for _ in range(REPEATS))),
    }


def _decisions(box: Box, mask: Mask, threads: int, seconds: float) -> float:
    """The rate of `vector.step` alone; choosing actions at random does not count."""
    vector = box.vector(LANES, SEED, threads=threads, mask=mask)
    vector.reset()
    rng: Any = np.random.default_rng(SEED)
    return max(_rate(vector, rng, seconds) for _ in range(REPEATS))


def _rate(vector: Any, rng: Any, seconds: float) -> float:
    lanes, rows, steps, took = vector._lanes, np.arange(LANES), 0, 0.0
    while took < seconds:
        actions = lanes.choices[rows, (lanes.counts * rng.random(LANES)).astype(np.int64)]
        began = perf_counter()
        vector.step(actions)
        took += perf_counter() - began
        steps += LANES
    return steps / took


def _position(box: Box, seconds: float) -> float:
    """Steps of random games a second, with events, lists of legal actions and draws."""
    rng, steps, began = random.Random(SEED), 0, perf_counter()
    while (took := perf_counter() - began) < seconds or not steps:
        position = box.start(SEED)
        while not position.is_over and len(position.history) < MOST_STEPS:
            if position.is_chance:
                position.roll_once()
            else:
                numbers = position.legal.numbers
                position.play(int(numbers[rng.randrange(len(numbers))]))
        steps += len(position.history)
    return steps / took
