"""Learns Smugglers' Island through Gymnasium, many games at once: python examples/learning/with_gymnasium.py"""

import gymnasium
import numpy as np
from preferences import Preferences

import cabotage.research.gymnasium


def play(env, learner, games, seed):
    """Play about this many games; return the share of the win in each."""
    observation, info = env.reset(seed=seed)
    numbers, results = np.arange(env.num_envs), {}
    while len(results) < games:
        actions = learner.choose(observation["observation"], info["action_mask"], numbers)
        observation, rewards, is_over, _, info = env.step(actions)
        results |= zip(numbers[is_over].tolist(), rewards[is_over].tolist(), strict=True)
        numbers = np.where(is_over, numbers + env.num_envs, numbers)
    return results


def main(rounds=8, games=1000):
    cabotage.research.gymnasium.register()
    settings = {"seats": 2, "opponents": "random"}
    env = gymnasium.make_vec(
        "cabotage/Smugglers-v1", num_envs=min(games, 512), vectorization_mode="vector_entry_point", **settings
    )
    learner = Preferences(env.unwrapped.box)
    shares = [learner.learn(play(env, learner, games, seed)) for seed in range(rounds)]
    print("share of wins, round by round:", *(f"{share:.2f}" for share in shares))
    return shares


if __name__ == "__main__":
    main()
