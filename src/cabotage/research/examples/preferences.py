"""A learner in thirty lines of NumPy: it prefers actions that were chosen in games that it won.

For each phase of the game and each action there is one number, its preference. Actions are drawn in proportion to
exp(preference) among those that are offered. It knows little, but it beats a random player clearly.
"""

from typing import Any

import numpy as np

from cabotage.core.box import Box


class Preferences:
    """Numbers to be learnt, and what was chosen since the last `learn`."""

    def __init__(self, box: Box, rate: float = 1.0, seed: int = 1) -> None:
        self.phase = next(part for part in box.observation_spec if part.name == "phase")
        self.numbers = np.zeros((self.phase.one_hot, box.action_count), np.float32)
        self.rate = rate
        self.rng = np.random.default_rng(seed)
        self.chosen: list[Any] = []  # (games, phases, actions)

    def choose(self, observations: Any, masks: Any, games: Any) -> Any:
        """An action for each row."""
        phases = observations[:, self.phase.slice].argmax(axis=1)
        noise = self.rng.gumbel(size=masks.shape).astype(np.float32)
        actions = np.where(masks, self.numbers[phases] + noise, -np.inf).argmax(axis=1)
        self.chosen.append((np.array(games), phases, actions))
        return actions

    def learn(self, results: dict[int, float]) -> float:
        """Learn from the share of the win in each game, by number; games that are not over are forgotten."""
        mean = np.mean(list(results.values()))
        gains, counts = np.zeros((2, *self.numbers.shape), np.float32)
        for games, phases, actions in self.chosen:
            gain = np.array([results.get(int(game), mean) - mean for game in games], np.float32)
            np.add.at(gains, (phases, actions), gain)
            np.add.at(counts, (phases, actions), 1)
        self.numbers += self.rate * gains / np.sqrt(counts + 1)
        self.chosen = []
        return float(mean)


def show(shares: list[float]) -> list[float]:
    """Print the share of wins in each round."""
    print("share of wins, round by round:", *(f"{share:.2f}" for share in shares))
    return shares
