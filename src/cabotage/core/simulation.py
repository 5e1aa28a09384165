"""Random play and exact counts at full speed, for the box of one game."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cabotage.core.chance import generator
from cabotage.core.compiling import compile_notice, instantiate
from cabotage.core.contract import batch
from cabotage.core.vector import Policy, Results, results

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import Records
    from cabotage.core.game import Game
    from cabotage.core.position import Position

LOOPED = {"rules": ("setup", "to_act", "legal", "chance", "apply"), "picks": ("choose", "draw")}


@cache
def loops_of(game: Game) -> Any:
    """loops.py compiled for this game."""
    parts = {name: getattr(getattr(game, part), name) for part, names in LOOPED.items() for name in names}
    return instantiate(Path(__file__).with_name("loops.py"), f"cabotage.core.loops_{game.label}", parts, game.folder)


class Simulation:
    """Runs entirely in compiled code."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.loops = loops_of(box.game)
        actions = box.game.actions
        self._numbers = np.zeros(max(actions.MOST_CHOICES, actions.MOST_OUTCOMES), np.int32)
        self._weights = np.zeros_like(self._numbers)

    def play(self, games: int, seed: int) -> int:
        """Play this many random games; return the number of choices and draws."""
        states = batch(self.box.schema.dtype)
        with compile_notice(self.box.game.names, "simulation"):
            return int(
                self.loops.games(self.box.constants, states, generator(seed), self._numbers, self._weights, games)
            )

    def results(self, games: int, seed: int, policy: Policy = "random") -> Results:
        """Play this many games by one policy for all seats; shares and places of each seat, steps and turns per game.

        Greedy seats choose from their view, as greedy bots do.
        """
        return results(self.box, games, seed, policy)

    def sample(self, count: int, seed: int) -> Records:
        """Decisions of random games, as a batch of states."""
        states = batch(self.box.schema.dtype, count)
        with compile_notice(self.box.game.names, "simulation"):
            self.loops.sample(self.box.constants, states, generator(seed), self._numbers, self._weights)
        return states

    def count_sequences(self, position: Position, depth: int) -> int:
        """The number of different sequences of `depth` choices and draws from here (perft)."""
        states = batch(self.box.schema.dtype, depth + 1)
        states[0] = position.states[0]
        numbers = np.zeros((depth, len(self._numbers)), np.int32)
        counts = np.zeros((depth + 1, 2), np.int64)
        with compile_notice(self.box.game.names, "simulation"):
            return int(self.loops.count_sequences(self.box.constants, states, depth, numbers, self._weights, counts))
