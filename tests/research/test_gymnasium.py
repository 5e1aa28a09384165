"""The environments pass Gymnasium's own checks; one seat learns against bots."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from cabotage.games import GAMES
from cabotage.research.gymnasium import name_of, register

register()
each_game = pytest.mark.parametrize("game", GAMES)


def test_ids_have_the_name_and_the_version_of_the_rules() -> None:
    assert [name_of(game) for game in GAMES] == [
        "cabotage/Calypso-v1",
        "cabotage/CaptnClever-v1",
        "cabotage/Smugglers-v1",
        "cabotage/CapeHorn-v1",
        "cabotage/TreasureBoots-v1",
    ]
    register()  # again, without a warning


@each_game
def test_an_environment_passes_the_checks_of_gymnasium(game: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env = gymnasium.make(name_of(game))  # with the opponents of the default
        check_env(env.unwrapped)
    assert env.spec is not None
    assert env.spec.id == name_of(game)


def test_one_seat_plays_a_game_against_bots_and_gets_its_share() -> None:
    env = gymnasium.make("cabotage/Calypso-v1", opponents="cabin_boy", seats=2, capture_limit=4)
    observation, info = env.reset(seed=3)
    env.action_space.seed(3)
    is_over, reward = False, 0.0
    while not is_over:
        assert (info["action_mask"] == observation["action_mask"]).all()
        observation, step_reward, is_over, _, info = env.step(env.action_space.sample(info["action_mask"]))
        reward = float(step_reward)
    assert reward in (0.0, 0.5, 1.0)
    assert "is_illegal" not in info


def test_an_action_that_is_not_offered_ends_the_game() -> None:
    env = gymnasium.make("cabotage/Calypso-v1", opponents="random")
    _, info = env.reset(seed=3)
    _, reward, is_over, _, info = env.step(int((info["action_mask"] == 0).argmax()))
    assert (reward, is_over, info["is_illegal"]) == (-1.0, True, True)


def test_the_last_observation_of_a_game_is_in_final_obs() -> None:
    env = gymnasium.make_vec("cabotage/Calypso-v1", num_envs=3, vectorization_mode="vector_entry_point", seats=2)
    assert env.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.SAME_STEP
    _, info = env.reset(seed=5)
    terminated = np.zeros(3, bool)
    while not terminated.any():
        assert "final_obs" not in info
        _, _, terminated, _, info = env.step(info["action_mask"].argmax(axis=1))
    assert (info["_final_obs"] == terminated).all()
    assert (info["_final_info"] == terminated).all()
    lane = int(terminated.argmax())
    final = info["final_obs"][lane]
    assert env.single_observation_space.contains(final)
    assert final["observation"][:12].argmax() == 11  # the phase is OVER
    assert final["action_mask"].sum() == info["final_info"]["action_mask"][lane].sum() == 0
    assert info["action_mask"][lane].sum() > 0


def test_bots_of_any_rank_play_the_others_in_many_games_at_once() -> None:
    env = gymnasium.make_vec(
        "cabotage/Calypso-v1",
        num_envs=2,
        vectorization_mode="vector_entry_point",
        seats=2,
        opponents="captain@20",
        capture_limit=4,
    )
    _, info = env.reset(seed=5)
    lost = 0
    for _ in range(60):
        _, rewards, terminated, _, info = env.step(info["action_mask"].argmax(axis=1))
        lost += int((terminated & (rewards < 0.5)).sum())
    assert lost >= 3


@pytest.mark.parametrize("game", GAMES)
def test_a_picture_shows_what_the_seat_sees(game: str) -> None:
    env = gymnasium.make(name_of(game), opponents="random", render_mode="rgb_array")
    _, info = env.reset(seed=1)
    drawn: Any = env.render()
    assert drawn.shape[2] == 3
    assert drawn.dtype == np.uint8
    env.step(info["action_mask"].argmax())
    after: Any = env.render()
    assert after.shape == drawn.shape
    assert (after != drawn).any()
    assert len(np.unique(drawn.reshape(-1, 3), axis=0)) > 20  # letters have soft edges


def test_many_games_at_once_are_one_vector() -> None:
    env = gymnasium.make_vec("cabotage/Calypso-v1", num_envs=4, vectorization_mode="vector_entry_point", seats=2)
    observation, info = env.reset(seed=5)
    assert observation["observation"].shape == (4, 266)
    ended = 0
    for _ in range(300):
        actions = info["action_mask"].argmax(axis=1)
        observation, rewards, terminated, _, info = env.step(actions)
        assert ((rewards == 0) | terminated).all()
        ended += int(terminated.sum())
    assert ended > 4
    assert np.isin(info["action_mask"], (0, 1)).all()
