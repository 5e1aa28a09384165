"""The speed of a captain's and an admiral's search from the middle of a fixed game, and of the admiral's network."""

from __future__ import annotations

from time import process_time
from typing import TYPE_CHECKING

import cabotage
from cabotage.bots import make_bot
from cabotage.bots.ranks import best_budget
from cabotage.bots.search import Budget, search
from cabotage.bots.values import Values
from cabotage.core.contract import Playouts

if TYPE_CHECKING:
    from cabotage.core.game import Game
    from cabotage.core.position import Position

SEATS = 3
SEED = 7
FEWEST_CHOICES = 3
REPEATS = 3  # the report has the best
EVALUATIONS = 20_000  # some 40 milliseconds
NANOSECONDS = 1e9


def measure_search(game: Game, seconds: float) -> dict[str, float]:
    """Iterations a second on one core, the speed-up of two threads, and nanoseconds for one answer of the network."""
    position = middle_game(game)
    rates = {}
    for threads in (1, 2):
        budget = Budget(seconds=seconds / REPEATS / 3, threads=threads)
        rates[threads] = max(_rate(position, budget) for _ in range(REPEATS))
    guided = best_budget(position.box, seconds=seconds / REPEATS / 3)
    return {
        "admiral_iterations_per_second": round(max(_rate(position, guided) for _ in range(REPEATS))),
        "iterations_per_second": round(rates[1]),
        "two_core_speedup": round(rates[2] / rates[1], 2),
        "evaluation_ns": round(min(_evaluation_ns(position) for _ in range(REPEATS))),
    }


def middle_game(game: Game) -> Position:
    """The first real decision in the second half of a game of greedy bots."""
    whole = _play(game, stop_after=None)
    return _play(game, stop_after=len(whole.history) // 2)


def _play(game: Game, stop_after: int | None) -> Position:
    box = cabotage.load(game.id, seats=SEATS)
    bot = make_bot("greedy", box, SEED)
    position = box.start(SEED)
    while not position.is_over:
        seat = position.to_act
        is_late = stop_after is not None and len(position.history) >= stop_after
        if is_late and len(position.legal) >= FEWEST_CHOICES:
            break
        position.play(bot.choose(position.view(seat), seat))
        position.roll()
    return position


def _evaluation_ns(position: Position) -> float:
    """The time of the processor for copying a state, measuring its features and asking the network."""
    values = Values(position.box, Playouts(EVALUATIONS, 0, is_learned=True))
    began = process_time()
    values.of(position.states, SEED)
    return (process_time() - began) / EVALUATIONS * NANOSECONDS


def _rate(position: Position, budget: Budget) -> float:
    seat = position.to_act
    return search(position.box, position.view(seat), seat, budget, SEED).iterations / budget.seconds
