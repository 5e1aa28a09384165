"""The two-worlds law for all that OpenSpiel gives a player: strings, tensors, legal actions."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import numpy as np
import pyspiel

from cabotage.core.contract import SPECTATOR
from cabotage.research.openspiel.observer import Observer
from tests.leaks.worlds import drawn, follower, seen
from tests.research.openspiel_games import each_short_game

Private = pyspiel.PrivateInfoType
KINDS = (
    {"perfect_recall": True},
    {"perfect_recall": False},
    {"perfect_recall": True, "private_info": Private.NONE},
    {"perfect_recall": False, "private_info": Private.NONE},
    {"perfect_recall": False, "public_info": False},
)
MOST_STEPS = 60


@each_short_game
def test_worlds_that_a_player_cannot_tell_apart_look_the_same_in_openspiel(name: str) -> None:
    game = pyspiel.load_game(name)
    observers = [game.make_py_observer(pyspiel.IIGObservationType(**kind)) for kind in KINDS]
    sampler = pyspiel.UniformProbabilitySampler(3, 0.0, 1.0)
    compared = apart = 0
    for player in range(game.num_players()):
        rng = random.Random(player)
        real, other = game.new_initial_state(), None
        for _ in range(MOST_STEPS):
            if other is None:
                other = real.resample_from_infostate(player, sampler)
            if real.is_terminal():
                break
            number = drawn(real.position, rng)
            following = follower(other.position, player, seen(real.position, number, player), number, rng)
            do(real, number)
            if following is None:
                other = None
                continue
            do(other, following)
            if not real.is_terminal():
                assert given(real, player, observers) == given(other, player, observers)
                compared += 1
                apart += real.position != other.position
    assert compared > 40
    is_open = game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION
    assert apart == 0 if is_open else apart > 0


def test_the_law_notices_an_observer_that_looks_at_the_state() -> None:
    class Peeping(Observer):
        def _viewer(self, player: int) -> int:
            return 1 - player

    game = pyspiel.load_game("cabotage_captn_clever(easy=true,players=2)")
    peeping = [Peeping(game.box, pyspiel.IIGObservationType(perfect_recall=False))]
    state = game.new_initial_state()
    rng = random.Random(1)
    for _ in range(12):
        do(state, drawn(state.position, rng))
    sampler = pyspiel.UniformProbabilitySampler(3, 0.0, 1.0)
    worlds = [state.resample_from_infostate(0, sampler) for _ in range(8)]
    assert any(given(state, 0, peeping) != given(world, 0, peeping) for world in worlds)


def do(state: Any, number: int) -> None:
    """Apply a number of the rules."""
    state.apply_action(number - state.position.box.game.actions.ACTIONS if state.is_chance_node() else number)


def given(state: Any, player: int, observers: Sequence[Observer]) -> list[object]:
    """Everything that this player gets."""
    everything: list[object] = [state.current_player(), state.is_chance_node()]
    if state.current_player() == player:
        everything.append([(action, state.action_to_string(player, action)) for action in state.legal_actions()])
    everything += [state.information_state_string(player), state.observation_string(player)]
    everything += [state.observation_tensor(player), bytes(state.information_state(SPECTATOR))]
    for observer in observers:
        observer.set_from(state, player)
        tensor = np.zeros(0) if observer.tensor is None else observer.tensor
        everything += [tensor.tobytes(), observer.string_from(state, player)]
    return everything
