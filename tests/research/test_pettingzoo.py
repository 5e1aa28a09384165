"""The environments pass PettingZoo's own tests."""

from __future__ import annotations

import copy
import warnings
from typing import Any

import pytest
from pettingzoo.test import api_test, render_test, seed_test

from cabotage.core.errors import NotOffered
from cabotage.games import GAMES
from cabotage.research.pettingzoo import env, raw_env

each_number_of_seats = pytest.mark.parametrize(
    ("game", "seats"), [(game.id, seats) for game in GAMES.values() for seats in game.seats]
)


@each_number_of_seats
def test_an_environment_passes_the_tests_of_pettingzoo(game: str, seats: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that a game has no parallel interface, and that observations are not images
        api_test(env(game, seats), num_cycles=60)
        seed_test(lambda: env(game, seats), num_cycles=12)
        render_test(lambda render_mode: env(game, seats, render_mode=render_mode))
    assert env(game, seats).possible_agents == [f"seat_{seat}" for seat in range(seats)]


@pytest.mark.parametrize("make", [env, raw_env])
@pytest.mark.parametrize("game", GAMES)
def test_a_clone_goes_on_alike_and_leaves_the_original_alone(game: str, make: Any) -> None:
    original = make(game)
    original.reset(seed=3)
    play(original, 10)
    before = original.unwrapped.position.copy()
    twins = [copy.deepcopy(original), copy.deepcopy(original)]
    for twin in twins:
        play(twin, 15)
    first, second = (twin.unwrapped for twin in twins)
    assert first.position == second.position
    assert first.position.history == second.position.history
    assert original.unwrapped.position == before
    play(original, 15)
    assert original.unwrapped.position == first.position
    assert original.rewards == first.rewards


def test_a_raw_environment_has_a_clone_of_its_own() -> None:
    game = raw_env("calypso", seats=2)
    game.reset(seed=3)
    twin = game.clone()
    play(twin, 5)
    play(game, 5)
    assert twin.position == game.position
    assert twin.position is not game.position


def play(game: Any, steps: int) -> None:
    """Choose the first action that is offered, some times."""
    for _ in range(steps):
        if not game.agents or any(game.terminations.values()):
            return
        game.step(int(game.observe(game.agent_selection)["action_mask"].argmax()))


def test_seats_share_one_win_at_the_end() -> None:
    game = env("calypso", seats=3, capture_limit=4)
    game.reset(seed=4)
    game.action_space("seat_0").seed(1)
    totals = dict.fromkeys(game.possible_agents, 0.0)
    for agent in game.agent_iter():
        observation, reward, is_terminated, is_truncated, _ = game.last()
        totals[agent] += reward
        over = is_terminated or is_truncated
        mask = observation["action_mask"]
        game.step(None if over else int(game.action_space(agent).sample(mask)))
    assert sum(totals.values()) == pytest.approx(1.0)


def test_an_action_that_is_not_offered_ends_the_game_or_is_refused() -> None:
    checked, plain = env("calypso", seats=2), raw_env("calypso", seats=2)
    checked.reset(seed=1)
    plain.reset(seed=1)
    wrong = int((checked.observe(checked.agent_selection)["action_mask"] == 0).argmax())
    with pytest.raises(NotOffered):
        plain.step(wrong)
    loser = checked.agent_selection
    checked.step(wrong)
    assert checked.rewards[loser] == -1.0
    assert all(checked.terminations.values()) or all(checked.truncations.values())
