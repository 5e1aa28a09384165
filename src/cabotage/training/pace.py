"""How many iterations two searches do in the same time: tournaments give both sides equal time."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from cabotage.bots.ranks import Rank
from cabotage.bots.search import Budget, search
from cabotage.core.contract import OVER
from cabotage.training.selfplay import learner_budget

if TYPE_CHECKING:
    from cabotage.bots.network import Network
    from cabotage.core.box import Box
    from cabotage.core.position import Position

TRIED = 6  # positions
REPEATS = 3  # of which the fastest counts, as other programs only slow a search down
STEPS = 5  # positions are so many parts of a random game apart


def captains_iterations(box: Box, network: Network, iterations: int) -> dict[str, float]:
    """The captain's iterations in the time of so many with the network, and the microseconds of both."""
    spent = {"network": 0.0, "captain": 0.0}
    budgets = {
        "network": learner_budget(box, network, iterations),
        "captain": Rank("captain", iterations).budget(box),
    }
    for number in range(TRIED):
        position = _middle(box, number)
        for name, budget in budgets.items():
            search(box, position.view(position.to_act), position.to_act, budget, 0)  # compiled, and in the caches
            spent[name] += min(_seconds(box, position, budget, seed) for seed in range(REPEATS))
    micros = {name: round(seconds / TRIED / iterations * 1e6, 2) for name, seconds in spent.items()}
    ratio = spent["network"] / spent["captain"]
    return {"captain": max(1, round(iterations * ratio)), **{f"{name}_us": each for name, each in micros.items()}}


def _seconds(box: Box, position: Position, budget: Budget, seed: int) -> float:
    seat, view = position.to_act, position.view(position.to_act)
    began = time.perf_counter()
    search(box, view, seat, budget, seed)
    return time.perf_counter() - began


def _middle(box: Box, seed: int) -> Position:
    """A position somewhere in a greedy game, from its start to near its end."""
    from cabotage.bots import make_bot

    bot = make_bot("greedy", box, seed)
    positions = []
    position = box.start(seed=seed)
    while position.to_act != OVER:
        positions.append(position.copy())
        position.play(bot.choose(position.view(position.to_act), position.to_act))
        position.roll()
    return positions[len(positions) * (seed % STEPS + 1) // (STEPS + 1)]
