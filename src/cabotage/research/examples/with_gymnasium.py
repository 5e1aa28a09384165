"""Learns Smugglers' Island through Gymnasium: python -m cabotage.research.examples.with_gymnasium"""

from typing import Any

import gymnasium
import numpy as np

import cabotage.research.gymnasium
from cabotage.research.examples.preferences import Preferences, show


def play(env: Any, learner: Preferences, games: int, seed: int) -> dict[int, float]:
    """Play about this many games; return the share of the win in each."""
    observation, info = env.reset(seed=seed)
    numbers, results = np.arange(env.num_envs), dict[int, float]()
    while len(results) < games:
        actions = learner.choose(observation["observation"], info["action_mask"], numbers)
        observation, rewards, is_over, _, info = env.step(actions)
        results |= zip(numbers[is_over].tolist(), rewards[is_over].tolist(), strict=True)
        numbers = np.where(is_over, numbers + env.num_envs, numbers)
    return results


def main(rounds: int = 8, games: int = 1000) -> list[float]:
    """Learn for some rounds; the share of wins in each."""
    cabotage.research.gymnasium.register()
    settings: dict[str, Any] = {"seats": 2, "opponents": "random"}
    env = gymnasium.make_vec(
        "cabotage/Smugglers-v1", num_envs=min(games, 512), vectorization_mode="vector_entry_point", **settings
    )
    made: Any = env.unwrapped
    learner = Preferences(made.box)
    return show([learner.learn(play(env, learner, games, seed)) for seed in range(rounds)])


if __name__ == "__main__":
    main()
