"""The speed of one game's rules, measured in compiled loops without the overhead of Python."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from cabotage.core.chance import generator
from cabotage.core.contract import batch
from cabotage.core.visibility import as_cells

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import Numbers, Records

TRIES = 3
REPEATS = 5  # the report has the best, and how far the worst was from it
BATCH = 512
SEED = 20_240
NANOSECONDS = 1e9


def measure(box: Box, seconds: float) -> dict[str, float]:
    """All figures of one box: half of the time for random play, half for single functions."""
    return {**_play(box, seconds / 2), **_functions(box, seconds / 2)}


def _play(box: Box, seconds: float) -> dict[str, float]:
    simulation = box.simulation
    simulation.play(1, SEED)  # compiles; below, the loop is called without the overhead of `play`
    states = batch(box.schema.dtype)
    numbers = np.zeros(max(box.game.actions.MOST_CHOICES, box.game.actions.MOST_OUTCOMES), np.int32)
    weights = np.zeros_like(numbers)

    def play(count: int, seed: int = SEED) -> int:
        return int(simulation.loops.games(box.constants, states, generator(seed), numbers, weights, count))

    games = _enough(play, seconds / REPEATS)
    rates: list[tuple[float, float]] = []
    steps = 0
    for repeat in range(REPEATS):
        began = perf_counter()
        steps_now = play(games, SEED + repeat)
        took = perf_counter() - began
        rates.append((steps_now / took, games / took))
        steps += steps_now
    best, worst = max(rates), min(rates)
    return {
        "steps_per_second": round(best[0]),
        "steps_per_second_spread": round(1 - worst[0] / best[0], 3),
        "games_per_second": round(best[1], 1),
        "mean_steps": round(steps / games / REPEATS, 1),
    }


def _functions(box: Box, seconds: float) -> dict[str, float]:
    """Nanoseconds for one record, over a batch of decisions out of random games."""
    loops, visibility = box.simulation.loops, box.visibility
    states = box.simulation.sample(BATCH, SEED)
    room = batch(box.schema.dtype, BATCH)
    numbers = np.zeros(box.game.actions.MOST_CHOICES, np.int32)
    actions = _some_actions(box, states, numbers)
    state_cells, room_cells = as_cells(states), as_cells(room)
    share = seconds / 4
    copy = _best(lambda repeats: loops.copy_all(states, room, repeats), share)
    legal = _best(lambda repeats: loops.legal_all(box.constants, states, numbers, repeats), share)
    applied = _best(lambda repeats: loops.apply_all(box.constants, states, room, actions, repeats), share)
    view = _best(
        lambda repeats: loops.view_all(visibility.view_plan, visibility.blank, state_cells, room_cells, repeats), share
    )
    return {
        "copy_ns": round(copy, 2),
        "legal_ns": round(legal, 2),
        "apply_ns": round(max(0.0, applied - copy), 2),
        "view_ns": round(view, 2),
    }


def _some_actions(box: Box, states: Records, numbers: Numbers) -> Numbers:
    """One offered action for each record, spread over all that are offered."""
    actions = np.zeros(len(states), np.int32)
    for i in range(len(states)):
        count = box.game.rules.legal(box.constants, states, i, numbers)
        actions[i] = numbers[i % count]
    return actions


def _best(loop: Callable[[int], object], seconds: float) -> float:
    """Nanoseconds for one record in the fastest of the repeats."""
    loop(1)
    repeats = _enough(loop, seconds / REPEATS)
    return min(_time(loop, repeats) for _ in range(REPEATS)) / repeats / BATCH * NANOSECONDS


def _time(work: Callable[[int], object], count: int) -> float:
    began = perf_counter()
    work(count)
    return perf_counter() - began


def _enough(work: Callable[[int], object], seconds: float) -> int:
    """How often to repeat this work to fill the time, found by doubling.

    The fastest of some tries counts: a single try may be slow because it was interrupted.
    """
    count = 1
    while True:
        took = min(_time(work, count) for _ in range(TRIES))
        if took >= seconds / 2:
            return max(1, round(count * seconds / took))
        count *= 2
