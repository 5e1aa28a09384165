"""Learns an ending of Capt'n Clever with OpenSpiel: python -m cabotage.research.examples.with_openspiel

Regret minimisation plays both seats against itself, with sampled draws. What it learns is compared with perfect play.
"""

import numpy as np
from open_spiel.python.algorithms import exploitability
from open_spiel.python.algorithms import external_sampling_mccfr as mccfr

from cabotage.research.openspiel.endings import ENDINGS


def main(rounds: int = 8, iterations: int = 200) -> list[float]:
    """Learn for some rounds; what perfect opponents gain before the first and after each."""
    np.random.seed(1)  # OpenSpiel draws from NumPy's global generator
    game = ENDINGS["captn_clever"].load()
    solver = mccfr.ExternalSamplingSolver(game, mccfr.AverageType.SIMPLE)
    gains = [exploitability.exploitability(game, solver.average_policy())]
    for _ in range(rounds):
        for _ in range(iterations):
            solver.iteration()
        gains.append(exploitability.exploitability(game, solver.average_policy()))
    print("gain of perfect opponents, round by round:", *(f"{gain:.3f}" for gain in gains))
    return gains


if __name__ == "__main__":
    main()
