"""The speed of what learners use: batches with observations and masks, and positions stepped from Python.

`stepping` and `walking` are what `make bench-peers` measures too.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable
from time import perf_counter
from typing import TYPE_CHECKING

import cabotage
from cabotage.core.vector import Mask

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.game import Game

LANES = 1024
SHARED_LANES = 4096  # of two threads: with fewer, waking a thread takes too much of a step
REPEATS = 7  # the report has the median; those with one thread and with two take turns
BATCH_STEPS = 50  # between two readings of the clock
MOST_STEPS = 5000  # of a position
SEED = 7


def stepping(box: Box, mask: Mask, threads: int = 1, lanes: int = LANES) -> Callable[[], int]:
    """A function that carries out some steps of all lanes and returns how many decisions these were.

    The actions are chosen at random by `vector.choose`, which counts too.
    """
    vector = box.vector(lanes, SEED, threads=threads, mask=mask)
    vector.reset()

    def steps() -> int:
        for _ in range(BATCH_STEPS):
            vector.step(vector.choose("random"))
        return lanes * BATCH_STEPS

    return steps


def walking(box: Box) -> Callable[[], int]:
    """A function that plays a random game with a call for each list of actions, each choice and each draw."""

    def steps() -> int:
        rng, position = random.Random(SEED), box.start(SEED)
        while not position.is_over and len(position.history) < MOST_STEPS:
            if position.is_chance:
                position.roll_once()
            else:
                numbers = position.legal.numbers
                position.play(int(numbers[rng.randrange(len(numbers))]))
        return len(position.history)

    return steps


def measure_batches(game: Game, seconds: float) -> dict[str, float]:
    """Decisions a second on one core with either kind of mask, the speed-up of two threads, and steps of a position."""
    box = cabotage.load(game.id)
    shared = [stepping(box, "dense", threads, SHARED_LANES) for threads in (1, 2)]
    works = [stepping(box, "dense"), stepping(box, "indices"), walking(box), *shared]
    share = seconds / len(works) / REPEATS
    for work in works:
        work()  # compiles
    rates = [[_rate(work, share) for work in works] for _ in range(REPEATS)]
    dense, indices, position, *_ = (statistics.median(column) for column in zip(*rates, strict=True))
    return {
        "dense_decisions_per_second": round(dense),
        "index_decisions_per_second": round(indices),
        "two_thread_speedup": round(statistics.median(row[4] / row[3] for row in rates), 2),
        "position_steps_per_second": round(position),
    }


def _rate(work: Callable[[], int], seconds: float) -> float:
    steps, began = 0, perf_counter()
    while not steps or perf_counter() - began < seconds:
        steps += work()
    return steps / (perf_counter() - began)
