"""Many games side by side play by the rules, and the same games whatever the number of lanes and threads."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np
import pytest

import cabotage
from cabotage.core.box import Box
from cabotage.core.contract import WIN
from cabotage.core.errors import NotOffered, OptionError
from cabotage.core.vector import Batch, Mask
from cabotage.games import GAMES

each_game = pytest.mark.parametrize("game", GAMES)
SHORT: dict[str, dict[str, Any]] = {
    "calypso": {"capture_limit": 4},
    "captn_clever": {"treasures": 5, "easy": True},  # otherwise nothing is drawn
    "smugglers": {"target_points": 5},
    "cape_horn": {},
    "treasure_boots": {"round_limit": 5},
}


def short_box(game: str) -> Box:
    return cabotage.load(game, **SHORT[game])


def offered(batch: Batch, mask: Mask) -> list[list[int]]:
    """The offered actions of every lane, whatever the kind of the mask."""
    if mask == "indices":
        return [row[:count].tolist() for row, count in zip(batch.mask, batch.counts, strict=True)]
    dense = batch.mask
    if mask == "bits":
        dense = np.unpackbits(batch.mask.view(np.uint8), axis=1, bitorder="little")
    return [np.flatnonzero(row).tolist() for row in dense]


def chosen(choices: list[int], observation: np.ndarray[Any, Any], length: int) -> int:
    """A choice that depends only on what happens in the game."""
    weighted = int(observation @ np.arange(1, observation.size + 1))  # every cell counts, also those of one-hot numbers
    return choices[(weighted + length * 13) % len(choices)]


def played(box: Box, lanes: int, threads: int, mask: Mask, games: int) -> dict[int, tuple[list[float], int, list[int]]]:
    """Rewards, length and all actions of the first games, by their number."""
    vector = box.vector(lanes, seed=11, threads=threads, mask=mask)
    batch = vector.reset()
    ended: dict[int, tuple[list[float], int, list[int]]] = {}
    course: dict[int, list[int]] = defaultdict(list)
    while not all(game in ended for game in range(games)):
        numbers = batch.game.copy()
        lengths = batch.length * ~batch.done  # a new game has begun
        actions = [
            chosen(choices, observation, int(length))
            for choices, observation, length in zip(offered(batch, mask), batch.observation, lengths, strict=True)
        ]
        for number, action in zip(numbers.tolist(), actions, strict=True):
            course[number].append(action)
        batch = vector.step(np.array(actions))
        for lane in np.flatnonzero(batch.done):
            number = int(numbers[lane])
            ended[number] = batch.rewards[lane].tolist(), int(batch.length[lane]), course[number]
    return {game: ended[game] for game in range(games)}


@each_game
def test_the_same_seed_gives_the_same_games_for_any_number_of_lanes_and_threads(game: str) -> None:
    box = short_box(game)
    one = played(box, 1, 1, "indices", 4)
    assert one == played(box, 3, 1, "dense", 4)
    assert one == played(box, 4, 2, "bits", 4)
    assert all(length == len(actions) > 3 for _, length, actions in one.values())
    assert len({tuple(actions) for *_, actions in one.values()}) == 4


@each_game
def test_a_lane_offers_and_shows_what_a_position_does(game: str) -> None:
    """A position that follows lane 0: the actions are those chosen, the draws are found by what comes next."""
    box = short_box(game)
    vector = box.vector(2, seed=5)
    batch = vector.reset()
    seen = 0
    for _ in range(60):
        states = box.restored(vector.states[:1].tobytes())
        position = box.position(**box.schema.read(states))
        assert batch.actor[0] == position.to_act
        assert offered(batch, "dense")[0] == position.legal.numbers.tolist()
        assert batch.observation[0].tolist() == position.observation(position.to_act).tolist()
        seen += 1
        batch = vector.step(np.array([choices[seen % len(choices)] for choices in offered(batch, "dense")]))
    assert seen == 60


def ranked_games(lanes: int, threads: int) -> dict[int, tuple[float, int]]:
    """The share of seat 1 and the length of some games against a bot that searches a little."""
    vector = cabotage.load("calypso", seats=2, capture_limit=4).vector(
        lanes, seed=6, threads=threads, seat=1, opponents="captain@10", mask="indices"
    )
    batch = vector.reset()
    found: dict[int, tuple[float, int]] = {}
    while not set(range(4)) <= set(found):
        assert (batch.actor == 1).all()
        playing = batch.game.copy()
        batch = vector.step(batch.mask[:, 0])
        for lane in np.flatnonzero(batch.done):
            found[int(playing[lane])] = (float(batch.rewards[lane, 1]), int(batch.length[lane]))
            assert batch.game[lane] == playing[lane] + lanes
            assert batch.rewards[lane].sum() == 1
    return {game: found[game] for game in range(4)}


def test_bots_that_search_play_the_same_games_whatever_the_number_of_lanes_and_threads() -> None:
    games = ranked_games(1, 1)
    assert games == ranked_games(4, 2)
    assert len(games) == 4
    for unknown in ("commodore", "program:./mine"):
        with pytest.raises(OptionError, match=f"unknown bot '{unknown}'"):
            cabotage.load("calypso", seats=2).vector(1, seed=1, seat=0, opponents=unknown)


@each_game
@pytest.mark.parametrize("opponents", ["greedy", "random"])
def test_with_a_seat_only_that_seat_is_asked(game: str, opponents: Any) -> None:
    box = short_box(game)
    vector = box.vector(4, seed=2, seat=1, opponents=opponents, mask="indices")
    batch = vector.reset()
    rewards: list[list[float]] = []
    while len(rewards) < 3:
        assert (batch.actor == 1).all()
        batch = vector.step(batch.mask[:, 0])
        rewards += batch.rewards[batch.done].tolist()
    assert all(sum(shares) == pytest.approx(1.0) for shares in rewards)


def test_games_that_end_before_the_seat_is_asked_are_followed_by_other_games() -> None:
    box = cabotage.load("calypso", seats=6, mode="coop", capture_limit=4)
    vector = box.vector(8, seed=1, seat=5, opponents="random", mask="indices")
    batch = vector.reset()
    skipped = 0
    for _ in range(150):
        before = batch.game.copy()
        batch = vector.step(batch.mask[:, 0])
        skipped += int((batch.game > before + 8).sum())
        assert ((batch.game - before) % 8 == 0).all()
    assert skipped > 0


def test_a_step_with_an_action_that_is_not_offered_is_refused() -> None:
    vector = cabotage.load("calypso", seats=2).vector(2, seed=1)
    batch = vector.reset()
    good = int(np.flatnonzero(batch.mask[0])[0])
    with pytest.raises(NotOffered, match="action 500 is not a legal choice in game 1 of the vector"):
        vector.step(np.array([good, 500]))
    with pytest.raises(OptionError, match="call reset"):
        vector.step(np.array([good, good]))
    assert vector.reset().actor.shape == (2,)


def test_arrays_are_used_again_and_not_copied() -> None:
    vector = cabotage.load("calypso", seats=2).vector(3, seed=1)
    first = vector.reset()
    second = vector.step(first.mask.argmax(axis=1))
    assert all(one is other for one, other in zip(first, second, strict=True))


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"mask": "sparse"}, "unknown mask 'sparse'; expected one of indices, dense, bits"),
        ({"opponents": "captain"}, "unknown policy 'captain'; expected one of random, greedy"),
        ({"threads": 0}, "at least one game and one thread"),
        ({"seat": 3}, "seats are 0 to 2, not 3"),
    ],
)
def test_wrong_settings_are_refused(changed: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        cabotage.load("calypso").vector(2, 1, **changed)


@each_game
def test_results_of_random_games_are_shares_and_places(game: str) -> None:
    box = short_box(game)
    found = box.simulation.results(40, seed=3)
    assert (found.shares.sum(axis=1) == WIN).all()
    assert ((found.places == 1) == (found.shares > 0)).all()
    assert (found.steps > found.turns).all()
    assert (found.turns > 1).all()
    assert (box.simulation.results(10, seed=3).steps == found.steps[:10]).all()
    assert (box.simulation.results(40, seed=4).steps != found.steps).any()


def test_a_random_seat_seldom_wins_against_two_greedy_ones() -> None:
    """The caller plays at random in seat 0, so the two greedy seats share most wins."""
    vector = cabotage.load("calypso", seats=3).vector(64, seed=1, seat=0, opponents="greedy", mask="indices")
    batch, rng = vector.reset(), np.random.default_rng(1)
    rewards: list[list[float]] = []
    while len(rewards) < 200:
        batch = vector.step(batch.mask[np.arange(64), (rng.random(64) * batch.counts).astype(int)])
        rewards += batch.rewards[batch.done].tolist()
    assert np.mean(rewards, axis=0)[0] < 0.2


def test_greedy_games_of_calypso_are_shorter_than_random_ones() -> None:
    results = cabotage.load("calypso").simulation.results
    assert results(200, 1, "greedy").steps.mean() < 0.7 * results(200, 1, "random").steps.mean()
