"""How well the estimates of judge.py predict the winner: the table of docs/decisions/0011-fitted-estimates.md.

`python tools/estimates.py [GAME ...] [--games 300]` lets greedy bots play, estimates the position at some of their
decisions, and prints the mean log-likelihood of the results. A uniform guess has -ln(seats).
"""

from __future__ import annotations

import argparse
from math import log

import numpy as np
from numpy.typing import NDArray

import cabotage
from cabotage.bots import make_bot
from cabotage.core.contract import WIN
from cabotage.core.position import Position
from cabotage.games import GAMES

SEATS = 3
SAMPLED = 0.12  # of all decisions: neighbours are alike
LEAST_CHANCE = 1e-3  # for what an estimate calls impossible
FIRST_SEED = 900_000  # not the games that the weights were fitted to


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="GAME")
    parser.add_argument("--games", type=int, default=300)
    given = parser.parse_args()
    print(f"uniform guess: {-log(SEATS):.3f}")
    for name in given.names or GAMES:
        found = [likelihood for seed in range(given.games) for likelihood in likelihoods(name, FIRST_SEED + seed)]
        spread = np.std(found) / np.sqrt(given.games)  # conservative: positions of one game are not independent
        print(f"{name}: {np.mean(found):.3f} +- {spread:.3f} ({len(found)} positions of {given.games} games)")


def likelihoods(name: str, seed: int) -> list[float]:
    """Log-likelihoods of one game's result, by the estimates at some of its decisions."""
    box = cabotage.load(name, seats=SEATS)
    rng = np.random.default_rng(seed)
    greedy = make_bot("greedy", box, seed)
    position = box.start(seed=seed)
    estimates = []
    while not position.is_over:
        if rng.random() < SAMPLED:
            estimates.append(estimated(position))
        position.play(greedy.choose(position.view(position.to_act), position.to_act))
        position.roll()
    shares = np.array([float(share) for share in position.score or ()])
    return [float(shares @ np.log(np.maximum(chances, LEAST_CHANCE))) for chances in estimates]


def estimated(position: Position) -> NDArray[np.float64]:
    """Every seat's chance by the game's own estimate of the full state, which bots never see."""
    out = np.zeros(position.box.seats, np.int32)
    position.box.game.judge.estimate(position.box.constants, position.states, 0, out)
    return out / WIN


if __name__ == "__main__":
    main()
