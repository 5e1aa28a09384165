"""PettingZoo and RLCard: environments in Python, stepped at random."""

from __future__ import annotations

import random
import sys
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from benchmarks.peers.figures import STEP, measured, pin, tell

CARDS = ("leduc-holdem", "uno", "gin-rummy")
CLASSICS = ("connect_four_v3", "tictactoe_v3", "leduc_holdem_v4", "texas_holdem_v4")
SEED = 7


def classic(name: str) -> Any:
    """One random game of PettingZoo with its masks."""
    env: Any = import_module(f"pettingzoo.classic.{name}").raw_env()

    def game() -> int:
        rng, steps = random.Random(SEED), 0
        env.reset(seed=SEED)
        for _ in env.agent_iter():
            observation, _, is_terminated, is_truncated, _ = env.last()
            if is_terminated or is_truncated:
                env.step(None)
                continue
            offered = observation["action_mask"].nonzero()[0]
            env.step(int(offered[rng.randrange(len(offered))]))
            steps += 1
        return steps

    return game


def cards(name: str) -> Any:
    """One random game of RLCard."""
    rlcard: Any = import_module("rlcard")
    env = rlcard.make(name, config={"seed": SEED})

    def game() -> int:
        rng, steps = random.Random(SEED), 0
        state, _ = env.reset()
        while not env.is_over():
            offered = list(state["legal_actions"])
            state, _ = env.step(offered[rng.randrange(len(offered))])
            steps += 1
        return steps

    return game


def main(peer: str, seconds: float) -> None:
    pin()
    made = {"pettingzoo": (classic, CLASSICS), "rlcard": (cards, CARDS)}[peer]
    figures = [measured(STEP, name, made[0](name), seconds) for name in made[1]]
    tell({peer: version(peer)}, figures)


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
