"""OpenSpiel: its games in C++, through its Python bindings and by its own playouts and searches."""

from __future__ import annotations

import random
import sys
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from benchmarks.peers.figures import COPY, LEGAL, RANDOM, SEARCH, STEP, measured, pin, tell

HIDING = {"backgammon": False, "hearts": True, "connect_four": False, "leduc_poker": True}
SIMULATIONS = 500
ROLLED = 20_000  # steps of random play between two readings of the clock, about
SINGLE = 200
GAMES = 100  # to find the mean length
EXPLORATION = 2.0
MEMORY_MB = 1000
SEED = 7


def step(state: Any, rng: random.Random) -> None:
    """One random choice or draw."""
    if state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, weights)[0])
    else:
        actions = state.legal_actions()
        state.apply_action(actions[rng.randrange(len(actions))])


def played(state: Any, rng: random.Random) -> int:
    """The number of steps from here to the end of a random game."""
    steps = 0
    while not state.is_terminal():
        step(state, rng)
        steps += 1
    return steps


def decision(game: Any, after: int) -> Any:
    """The first decision of a random game after so many steps."""
    rng, state = random.Random(SEED), game.new_initial_state()
    while after > 0 or state.is_chance_node():
        step(state, rng)
        after -= 1
    return state


def repeated(call: Any) -> int:
    for _ in range(SINGLE):
        call()
    return SINGLE


class Peer:
    """One game and what is measured of it."""

    def __init__(self, pyspiel: Any, name: str) -> None:
        self.pyspiel, self.name, self.game = pyspiel, name, pyspiel.load_game(name)
        self.first = decision(self.game, 0)
        rng = random.Random(SEED)
        self.length = sum(played(self.first.clone(), rng) for _ in range(GAMES)) / GAMES
        self.middle = decision(self.game, int(self.length / 3))
        self.playouts = max(1, int(ROLLED / self.length))
        # A search with a single simulation is that many random playouts from its root.
        self.playing = self._mcts(self.playouts, 1)
        self.bot = self._is_mcts() if HIDING[name] else self._mcts(1, SIMULATIONS)

    def _mcts(self, playouts: int, simulations: int) -> Any:
        evaluator = self.pyspiel.RandomRolloutEvaluator(playouts, SEED)
        return self.pyspiel.MCTSBot(self.game, evaluator, EXPLORATION, simulations, MEMORY_MB, False, SEED, False)

    def _is_mcts(self) -> Any:
        return self.pyspiel.ISMCTSBot(SEED, self.pyspiel.RandomRolloutEvaluator(1, SEED), EXPLORATION, SIMULATIONS)

    def play(self) -> float:
        self.playing.step(self.first)
        return self.playouts * self.length

    def search(self) -> int:
        self.bot.step(self.middle)
        return SIMULATIONS

    def figures(self, seconds: float) -> list[dict[str, Any]]:
        """All of them."""
        start = self.game.new_initial_state
        return [
            measured(RANDOM, self.name, self.play, seconds),
            measured(STEP, self.name, lambda: played(start(), random.Random(SEED)), seconds),
            measured(COPY, self.name, lambda: repeated(self.middle.clone), seconds),
            measured(LEGAL, self.name, lambda: repeated(self.middle.legal_actions), seconds),
            measured(SEARCH, self.name, self.search, seconds),
        ]


def main(seconds: float) -> None:
    pin()
    pyspiel: Any = import_module("pyspiel")
    figures = [figure for name in HIDING for figure in Peer(pyspiel, name).figures(seconds)]
    tell({"open_spiel": version("open_spiel")}, figures)


if __name__ == "__main__":
    main(float(sys.argv[1]))
