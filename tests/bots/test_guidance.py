"""The search of admirals: repeatable, honest, and right where the end is near, whatever the network says."""

from __future__ import annotations

import numpy as np
import pytest

import cabotage
from cabotage.bots.evaluation import hint
from cabotage.bots.guidance import GuidedTree, has_secrets
from cabotage.bots.network import Network
from cabotage.bots.nodes import Tuning
from cabotage.bots.search import Budget, search
from cabotage.core.box import Box
from cabotage.core.contract import SPECTATOR, View
from cabotage.core.errors import OptionError
from cabotage.core.game import Game
from cabotage.games import find
from tests.bots.test_network import random_network
from tests.bots.test_search import middle
from tests.settings import each_registered_game


def network_for(game: Game) -> Network:
    return random_network(len(game.observe.FEATURES))


def guided(game: Game, iterations: int = 200, **settings: float) -> Budget:
    return Budget(iterations=iterations, horizon=0, network=network_for(game), **settings)  # type: ignore[arg-type]


@each_registered_game
def test_the_same_seed_finds_the_same_and_all_iterations_count(game: Game) -> None:
    position = middle(game)
    seat = position.to_act
    found = search(position.box, position.view(seat), seat, guided(game), seed=3)
    assert found == search(position.box, position.view(seat), seat, guided(game), seed=3)
    assert found.iterations == 200
    assert sum(choice.visits for choice in found.choices) == 200
    assert sum(found.values) == pytest.approx(1)
    assert {choice.number for choice in found.choices} <= {choice.number for choice in position.legal}


@each_registered_game
def test_two_worlds_that_look_alike_are_searched_alike(game: Game) -> None:
    for seed in (5, 6, 7):
        position = middle(game, seed)
        seat = position.to_act
        other = position.box.resample(position.view(seat), seat, seed=9)
        here = search(position.box, position.view(seat), seat, guided(game), seed=3)
        assert here == search(other.box, other.view(seat), seat, guided(game), seed=3)


@each_registered_game
def test_a_single_iteration_tries_one_choice(game: Game) -> None:
    position = middle(game)
    seat = position.to_act
    found = search(position.box, position.view(seat), seat, guided(game, iterations=1), seed=3)
    assert [choice.visits for choice in found.choices] == [1]


@each_registered_game
def test_a_spectator_gets_chances(game: Game) -> None:
    position = middle(game)
    found = search(position.box, position.view(SPECTATOR), SPECTATOR, guided(game), seed=3)
    assert found.iterations == 200
    assert sum(found.values) == pytest.approx(1)


@each_registered_game
def test_a_hint_remembers_nothing_for_people(game: Game) -> None:
    """Positions that look alike on the table get the same hint, whatever was seen before."""
    position = middle(game)
    seat = position.to_act
    forgotten = View(position.view(seat).copy())
    game.resample.unremember(position.box.constants, forgotten, 0, seat)
    one = hint(position.box, position.view(seat), seat, guided(game), seed=1)
    assert one == hint(position.box, forgotten, seat, guided(game), seed=1)
    assert one.choices


def test_threads_share_the_work_and_find_the_same_again() -> None:
    position = middle(find("calypso"))
    seat = position.to_act
    both = Budget(iterations=201, threads=2, network=network_for(position.box.game))
    found = search(position.box, position.view(seat), seat, both, seed=3)
    assert found.iterations == 201
    assert found == search(position.box, position.view(seat), seat, both, seed=3)


def test_a_sure_win_is_seen() -> None:
    """Seat 0 needs one fish; tile g is known to hide green, the others may."""
    box = cabotage.load("calypso", seats=3)
    position = box.position(
        phase="SEARCH",
        sought="green",
        ring="SRNGMBY",
        calypso=3,
        top="RRBBYG",
        back=[-1, -1, -1, -1, 3, -1],
        score=[9, 9, 9, 0, 0, 0],
    )
    found = search(box, position.view(0), 0, guided(box.game, iterations=500), seed=1)
    assert box.texts[found.choices[0].number] == "turn g"
    assert found.choices[0].values == (1.0, 0.0, 0.0)


def test_a_narrow_search_looks_at_fewer_choices() -> None:
    position = cabotage.load("smugglers").start(seed=2)  # five harbours to begin in
    game, seat = position.box.game, position.to_act
    counts = [
        len(search(position.box, position.view(seat), seat, guided(game, 90, widening=widening), seed=3).choices)
        for widening in (4.0, 1 / 16, 1 / 100)
    ]
    assert counts == [5, 3, 1]


def test_a_prior_prefers_what_looks_best_before_anything_was_tried() -> None:
    """With a prior beyond all values the first choices get all visits, the first of them most."""
    position = middle(find("cape_horn"))
    game, seat = position.box.game, position.to_act
    found = search(position.box, position.view(seat), seat, guided(game, 400, prior=1000.0), seed=3)
    visits = [choice.visits for choice in found.choices]
    assert len(visits) > 3
    assert visits[0] == pytest.approx(2 * visits[1], rel=0.1)
    assert visits[0] == pytest.approx(3 * visits[2], rel=0.1)
    choices, worths = np.zeros((2, game.actions.MOST_CHOICES), np.int32)
    count = game.judge.candidates(position.box.constants, position.states, 0, choices, worths)
    most = worths[:count].max()
    assert worths[choices.tolist().index(found.choices[0].number)] == most


def test_a_prior_below_zero_is_refused() -> None:
    with pytest.raises(OptionError):
        Budget(iterations=10, prior=-1.0)


def test_a_full_tree_still_counts_visits() -> None:
    box = cabotage.load("calypso", seats=3)
    position = box.start(seed=1)
    seat, view = position.to_act, position.view(position.to_act)
    tree = GuidedTree(box, view, seat, network_for(box.game), Tuning(0, 0.2, 4.0), iterations=10)
    tree.grow(view, seat, np.array([7], np.uint64), 20_000)
    visits, _ = tree.at_root(np.array([choice.number for choice in position.legal], np.int32))
    assert visits.sum() == 20_000


def test_only_some_games_have_secrets() -> None:
    names = ("calypso", "captn_clever", "smugglers", "cape_horn", "treasure_boots")
    assert [has_secrets(find(name)) for name in names] == [False, True, True, True, False]


def test_the_searching_seat_is_sure_of_its_choices_unless_it_must_not_remember() -> None:
    """Of six backs five are known; without memory each may be any."""
    box = cabotage.load("calypso", seats=3)
    position = box.position(
        phase="SEARCH", sought="green", ring="SRNGMBY", calypso=3, top="RRBBYG", back=[3, 2, 2, 3, 1, -1]
    )
    view = position.view(0)
    forgotten = View(view.copy())
    box.game.resample.unremember(box.constants, forgotten, 0, 0)
    for seen, is_sure in ((view, True), (forgotten, _thinks_alike(box, forgotten))):
        tree = GuidedTree(box, seen, 0, network_for(box.game), Tuning(0, 0.2, 4.0), iterations=10)
        assert tree.insight.is_sure == is_sure


def _thinks_alike(box: Box, view: View) -> bool:
    """Whether a hint's imagined states offer the same candidates, by many of them."""
    choices, worths = np.zeros((2, box.game.actions.MOST_CHOICES), np.int32)
    found = set()
    for seed in range(50):
        states = box.resample(view, 0, seed).states
        count = box.game.judge.candidates(box.constants, states, 0, choices, worths)
        found.add((*choices[:count].tolist(), *worths[:count].tolist()))
    return len(found) == 1
