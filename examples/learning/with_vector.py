"""Learns Smugglers' Island through `box.vector`, against a random player: python examples/learning/with_vector.py"""

from preferences import Preferences

import cabotage


def play(box, learner, games, seed):
    """Play about this many games at seat 0; return the share of the win in each."""
    vector = box.vector(min(games, 512), seed, seat=0, opponents="random")
    batch, results = vector.reset(), {}
    while len(results) < games:
        numbers = batch.game.copy()
        batch = vector.step(learner.choose(batch.observation, batch.mask, numbers))
        results |= zip(numbers[batch.done].tolist(), batch.rewards[batch.done, 0].tolist(), strict=True)
    return results


def main(rounds=8, games=1000):
    box = cabotage.load("smugglers", seats=2)
    learner = Preferences(box)
    shares = [learner.learn(play(box, learner, games, seed)) for seed in range(rounds)]
    print("share of wins, round by round:", *(f"{share:.2f}" for share in shares))
    return shares


if __name__ == "__main__":
    main()
