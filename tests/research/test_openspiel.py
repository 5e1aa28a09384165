"""The games pass OpenSpiel's own tests, and mean the same there as here."""

from __future__ import annotations

import pickle
import random
from fractions import Fraction
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.observation import make_observation
from open_spiel.python.tests import games_sim_test

import cabotage
from cabotage.core.contract import SPECTATOR
from cabotage.core.errors import NotOffered, OptionError, PositionError, SeatsError
from cabotage.games import GAMES
from cabotage.research.openspiel import name_of, register
from cabotage.research.openspiel.game import written
from tests.research.openspiel_games import each_short_game, last_steps, walked

Kinds = pyspiel.GameType
FEW_STATES = 12


def test_all_games_are_registered_once() -> None:
    register()
    names = [name for name in pyspiel.registered_names() if name.startswith("cabotage_")]
    assert sorted(names) == [
        "cabotage_calypso",
        "cabotage_cape_horn",
        "cabotage_captn_clever",
        "cabotage_smugglers",
        "cabotage_treasure_boots",
    ]


@each_short_game
@pytest.mark.parametrize("steps", [40, pytest.param(0, marks=pytest.mark.quiet)])
def test_a_game_passes_the_random_simulation_of_openspiel(name: str, steps: int) -> None:
    game = last_steps(name, steps) if steps else pyspiel.load_game(name)
    assert pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False) is None  # it raises what it finds


@each_short_game
def test_a_game_passes_the_simulation_of_openspiel_in_python(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games_sim_test, "MAX_ACTIONS_PER_GAME", 40)
    np.random.seed(1)
    assert games_sim_test.GamesSimTest().sim_game(pyspiel.load_game(name)) is None  # it raises what it finds


@each_short_game
@pytest.mark.parametrize(
    "check",
    [
        "test_sequence_lengths",
        "test_observations_raises_error_on_invalid_player",
        "test_legal_actions_returns_empty_list_on_opponent",
        "test_private_information_contents",
        "test_no_invalid_public_observations",
    ],
)
def test_a_game_keeps_the_interface_of_openspiel(name: str, check: str) -> None:
    """The same checks that OpenSpiel runs on its own games, on fewer states."""
    game = pyspiel.load_game(name)
    suite: Any = type("Suite", (api_test.EnforceAPIOnPartialTreeBase,), {"runTest": lambda _: None})
    suite.game, suite.game_name, suite.game_type = game, name, game.get_type()
    suite.some_states = [walked(game, steps, steps) for steps in range(0, 9 * FEW_STATES, 9)]
    assert getattr(suite(), check)() is None  # it raises what it finds


@each_short_game
def test_nodes_choices_and_odds_are_those_of_the_rules(name: str) -> None:
    game = pyspiel.load_game(name)
    state, rng = game.new_initial_state(), random.Random(3)
    position = game.box.first(0)
    drawn = game.box.game.actions.ACTIONS
    while not position.is_over:
        if position.is_chance:
            outcomes = position.chances
            assert state.chance_outcomes() == [
                (outcome.number - drawn, float(outcome.probability)) for outcome in outcomes
            ]
            number = rng.choice(outcomes).number
            position.roll(number)
            assert state.action_to_string(number - drawn) == game.box.texts[number]
            state.apply_action(number - drawn)
        else:
            assert state.current_player() == position.to_act
            assert state.legal_actions() == position.legal.numbers.tolist()
            choice = rng.choice(list(position.legal))
            assert state.action_to_string(choice.number) == choice.text
            position.play(choice)
            state.apply_action(choice.number)
    assert state.is_terminal()
    assert state.returns() == [float(share) for share in position.score or ()]
    for seat in range(SPECTATOR, game.box.seats):
        assert state.information_state(seat) == position.information_state(seat)


def test_what_openspiel_is_told_of_a_game() -> None:
    told = {}
    for game in GAMES:
        loaded = pyspiel.load_game(name_of(game))
        kind = loaded.get_type()
        told[game] = (
            kind.information == Kinds.Information.IMPERFECT_INFORMATION,
            kind.provides_information_state_tensor,
            loaded.num_players(),
            loaded.utility_sum(),
        )
    assert told == {
        "calypso": (False, False, 3, 1.0),
        "captn_clever": (True, True, 3, 1.0),
        "smugglers": (True, True, 3, 1.0),
        "cape_horn": (True, True, 3, 1.0),
        "treasure_boots": (True, False, 4, 1.0),
    }


def test_partners_share_a_win_and_a_crew_wins_together() -> None:
    partners = pyspiel.load_game("cabotage_cape_horn(duo=true)")
    assert (partners.num_players(), partners.utility_sum()) == (4, 2.0)
    crew = pyspiel.load_game("cabotage_calypso(mode=coop,players=1)")
    assert (crew.num_players(), crew.utility_sum()) == (1, None)
    assert crew.get_type().utility == Kinds.Utility.IDENTICAL


def test_parameters_are_seats_and_options_and_wrong_ones_are_refused() -> None:
    game = pyspiel.load_game("cabotage_calypso(children=true,players=2)")
    assert repr(game.box) == "cabotage.load('calypso', seats=2, children=True)"
    assert str(game) == "cabotage_calypso(children=True,players=2)"
    with pytest.raises(SeatsError):
        pyspiel.load_game("cabotage_calypso(players=9)")
    with pytest.raises(OptionError, match="another board each time"):
        pyspiel.load_game("cabotage_treasure_boots(arrangement=random)")
    with pytest.raises(PositionError):
        pyspiel.load_game("cabotage_calypso(start=harbour)")


def test_a_game_may_begin_with_any_position() -> None:
    box = cabotage.load("calypso", seats=2)
    position = box.start(seed=4)
    game = pyspiel.load_game("cabotage_calypso", {"players": 2, "start": written(position)})
    state = game.new_initial_state()
    assert state.legal_actions() == position.legal.numbers.tolist()
    again = pyspiel.load_game(str(game))
    assert str(again.new_initial_state()) == str(state)


@each_short_game
def test_a_copy_and_a_stored_state_go_on_alike(name: str) -> None:
    game = pyspiel.load_game(name)
    state = walked(game, 30)
    stored = pyspiel.serialize_game_and_state(game, state)
    twins = [state.clone(), pyspiel.deserialize_game_and_state(stored)[1], pickle.loads(pickle.dumps(state))]
    for twin in twins:
        assert twin.history() == state.history()
        assert twin.position == state.position
        for player in range(game.num_players()):
            assert twin.information_state_string(player) == state.information_state_string(player)
            assert twin.observation_tensor(player) == state.observation_tensor(player)
        twin.apply_action(twin.legal_actions()[0])
    assert len({twin.position for twin in twins}) == 1
    assert twins[0].position != state.position


def test_a_number_that_is_not_offered_changes_nothing() -> None:
    state = walked(pyspiel.load_game("cabotage_calypso(players=2)"), 15)
    before = state.position.copy()
    assert state.current_player() == 0
    with pytest.raises(NotOffered):
        state.apply_action(969)
    assert state.position == before
    assert len(state.information_state(0).seen) == 15


@each_short_game
def test_a_resampled_world_looks_the_same_to_the_seat(name: str) -> None:
    game = pyspiel.load_game(name)
    sampler = pyspiel.UniformProbabilitySampler(7, 0.0, 1.0)
    others = 0
    for steps in (1, 2, 12, 40, 90):
        state = walked(game, steps, steps)
        for player in range(game.num_players()):
            other = state.resample_from_infostate(player, sampler)
            assert other.current_player() == state.current_player()
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            if game.get_type().provides_information_state_tensor:
                assert other.information_state_tensor(player) == state.information_state_tensor(player)
            assert other.history() == []  # that of the real world would tell what is hidden
            others += other.position != state.position
    is_open = game.get_type().information == Kinds.Information.PERFECT_INFORMATION
    assert others == 0 if is_open else others > 0


def test_an_observer_sees_what_a_seat_sees_or_all_see_or_only_that_seat() -> None:
    game = pyspiel.load_game("cabotage_captn_clever(easy=true,players=2,treasures=5)")
    state = walked(game, 40)
    private = pyspiel.PrivateInfoType

    def made(**kind: Any) -> Any:
        return make_observation(game, pyspiel.IIGObservationType(**kind))

    own = made(perfect_recall=False)
    public = made(perfect_recall=False, private_info=private.NONE)
    alone = made(perfect_recall=False, public_info=False)
    recall = made(perfect_recall=True)
    target = state.position["target"]
    own.set_from(state, 1)
    assert own.dict["target"][1].tolist() == [0.0] * 9
    assert own.dict["target"][0].argmax() == target[1] - 1
    public.set_from(state, 1)
    assert public.dict["target"].sum() == 0
    assert list(alone.dict) == ["player", "target", "held"]
    assert alone.string_from(state, 0).startswith('seat 0: {"target": [' + str(target[0]))
    assert '"target": [null, null' in public.string_from(state, 0)
    recall.set_from(state, 0)
    assert (recall.dict["steps"] > 0).sum() == 40
    assert recall.dict["steps"].shape == (900,)
    for wrong in (
        {"perfect_recall": False, "private_info": private.ALL_PLAYERS},
        {"perfect_recall": True, "public_info": False},
    ):
        with pytest.raises(ValueError, match="observer"):
            made(**wrong)


def test_odds_are_the_nearest_numbers_to_the_exact_ones() -> None:
    state = pyspiel.load_game("cabotage_calypso(players=2)").new_initial_state()
    exact = [outcome.probability for outcome in state.position.chances]
    assert exact == [Fraction(1, 6)] * 6
    assert [odds for _, odds in state.chance_outcomes()] == [1 / 6] * 6
