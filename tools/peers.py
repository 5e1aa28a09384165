"""Checks the environments with Stable-Baselines3, and lets MaskablePPO learn Calypso for a few minutes.

python tools/peers.py                learn for 60,000 decisions
python tools/peers.py 5000           learn for so many

It runs in an environment of its own (`make peers`), because PyTorch is large.
"""

from __future__ import annotations

import sys
import time
import warnings
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from sb3_contrib.common.wrappers import ActionMasker
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.vec_env import DummyVecEnv

from cabotage.games import GAMES
from cabotage.research.gymnasium import name_of, register

DECISIONS = 60_000
LANES = 8
TRIALS = 400  # games for each measurement
SEATS = 2


class Flat(gymnasium.ObservationWrapper[Any, Any, Any]):
    """The numbers of the observation without the mask, which MaskablePPO asks for by itself."""

    def __init__(self, env: gymnasium.Env[Any, Any]) -> None:
        super().__init__(env)
        shape = env.observation_space["observation"].shape  # type: ignore[index]
        self.observation_space = spaces.Box(-np.inf, np.inf, shape, np.float32)

    def observation(self, observation: Any) -> Any:
        """As floating-point numbers; counts of up to a hundred are brought near one."""
        return np.tanh(observation["observation"].astype(np.float32) / 4)


def made(opponents: str) -> gymnasium.Env[Any, Any]:
    """One seat of Calypso for two, with masks as MaskablePPO expects them."""
    env = gymnasium.make(name_of("calypso"), seats=SEATS, opponents=opponents)
    masked: gymnasium.Env[Any, Any] = ActionMasker(Flat(env), offered)
    return masked


def offered(env: gymnasium.Env[Any, Any]) -> Any:
    """Which actions are legal now."""
    seat: Any = env.unwrapped
    legal = np.zeros(seat.box.action_count, np.bool_)
    legal[seat.position.legal.numbers] = True
    return legal


def share(model: MaskablePPO | None, opponents: str) -> float:
    """What share of the win this model gets; None plays at random."""
    env, rng, total = made(opponents), np.random.default_rng(1), 0.0
    for game in range(TRIALS):
        observation, _ = env.reset(seed=1000 + game)
        is_over = False
        while not is_over:
            mask = offered(env)
            if model is None:
                action = rng.choice(np.flatnonzero(mask))
            else:
                action, _ = model.predict(observation, action_masks=mask, deterministic=True)
            observation, reward, is_over, _, _ = env.step(int(action))
        total += float(reward)
    return total / TRIALS


def main(arguments: list[str]) -> int:
    """Check all games, learn one, and print what came of it; the exit code is 1 if nothing was learnt."""
    register()
    for game in GAMES:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that observations are whole numbers, and not images
            check_env(gymnasium.make(name_of(game), opponents="random").unwrapped)
        print(f"{game}: check_env passed")
    decisions = int(arguments[0]) if arguments else DECISIONS
    before = {opponents: share(None, opponents) for opponents in ("random", "greedy")}
    lanes = DummyVecEnv([lambda: made("random")] * LANES)
    model = MaskablePPO("MlpPolicy", lanes, n_steps=256, batch_size=256, ent_coef=0.01, seed=1, device="cpu")
    began = time.perf_counter()
    model.learn(decisions)
    seconds = time.perf_counter() - began
    print(f"Calypso for {SEATS}: MaskablePPO made {decisions:,} decisions against random opponents in {seconds:.0f} s.")
    print(f"Share of the win in {TRIALS} games (fair: {1 / SEATS:.2f}):")
    after = {opponents: share(model, opponents) for opponents in before}
    for opponents, earlier in before.items():
        print(f"  against {opponents}: {earlier:.2f} at random, {after[opponents]:.2f} after learning")
    return 0 if after["random"] > before["random"] else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
