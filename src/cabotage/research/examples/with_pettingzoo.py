"""Learns Smugglers' Island through PettingZoo: python -m cabotage.research.examples.with_pettingzoo

Seat 0 learns, seat 1 plays at random.
"""

from typing import Any

from cabotage.research.examples.preferences import Preferences, show
from cabotage.research.pettingzoo import raw_env


def play(env: Any, learner: Preferences, games: int, seed: int) -> dict[int, float]:
    """Play this many games; return the share of the win in each."""
    results = {}
    for game in range(games):
        env.reset(seed=seed * games + game)
        for agent in env.agent_iter():
            observation, reward, is_over, _, _ = env.last()
            if is_over:
                action = None
                if agent == "seat_0":
                    results[game] = reward
            elif agent == "seat_0":
                rows = observation["observation"][None], observation["action_mask"][None]
                action = int(learner.choose(*rows, [game])[0])
            else:
                action = int(learner.rng.choice(observation["action_mask"].nonzero()[0]))
            env.step(action)
    return results


def main(rounds: int = 6, games: int = 300) -> list[float]:
    """Learn for some rounds; the share of wins in each."""
    env = raw_env("smugglers", seats=2)
    learner = Preferences(env.box, rate=1.5)
    return show([learner.learn(play(env, learner, games, seed)) for seed in range(rounds)])


if __name__ == "__main__":
    main()
