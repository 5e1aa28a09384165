"""Learns Smugglers' Island through PettingZoo, one game at a time: python examples/learning/with_pettingzoo.py

Seat 0 learns, seat 1 plays at random.
"""

from preferences import Preferences

from cabotage.research.pettingzoo import raw_env


def play(env, learner, games, seed):
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


def main(rounds=6, games=300):
    env = raw_env("smugglers", seats=2)
    learner = Preferences(env.box, rate=1.5)
    shares = [learner.learn(play(env, learner, games, seed)) for seed in range(rounds)]
    print("share of wins, round by round:", *(f"{share:.2f}" for share in shares))
    return shares


if __name__ == "__main__":
    main()
