"""Learns Smugglers' Island through `box.vector`: python -m cabotage.research.examples.with_vector

Seat 0 learns, seat 1 plays at random.
"""

import cabotage
from cabotage.core.box import Box
from cabotage.research.examples.preferences import Preferences, show


def play(box: Box, learner: Preferences, games: int, seed: int) -> dict[int, float]:
    """Play about this many games at seat 0; return the share of the win in each."""
    vector = box.vector(min(games, 512), seed, seat=0, opponents="random")
    batch, results = vector.reset(), dict[int, float]()
    while len(results) < games:
        numbers = batch.game.copy()
        batch = vector.step(learner.choose(batch.observation, batch.mask, numbers))
        results |= zip(numbers[batch.done].tolist(), batch.rewards[batch.done, 0].tolist(), strict=True)
    return results


def main(rounds: int = 8, games: int = 1000) -> list[float]:
    """Learn for some rounds; the share of wins in each."""
    box = cabotage.load("smugglers", seats=2)
    learner = Preferences(box)
    return show([learner.learn(play(box, learner, games, seed)) for seed in range(rounds)])


if __name__ == "__main__":
    main()
