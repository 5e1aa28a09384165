"""Values of states: by playouts that end with the estimate by hand, or with the game's network."""

from __future__ import annotations

import numpy as np
import pytest

import cabotage
from cabotage.bots import values
from cabotage.bots.network import Network, judge, room_for
from cabotage.bots.values import Values
from cabotage.core.contract import WIN, Playouts
from cabotage.core.position import Position
from tests.bots.test_network import random_network


@pytest.fixture
def position() -> Position:
    position = cabotage.load("cape_horn", seats=3).start(seed=2)
    for _ in range(12):
        position.play(position.legal[0])
        position.roll()
    return position


@pytest.fixture
def network(position: Position, monkeypatch: pytest.MonkeyPatch) -> Network:
    made = random_network(len(position.box.game.observe.FEATURES))
    monkeypatch.setattr(values, "network_of", lambda game: made)
    return made


def test_playouts_end_with_what_the_network_says(position: Position, network: Network) -> None:
    box, states = position.box, position.states
    room, out = room_for(network, box), np.zeros(box.seats, np.int32)
    box.game.observe.features(box.constants, states, 0, room.rows)
    judge(network, room, out)
    at_once = Values(box, Playouts(1, 0, is_learned=True)).of(states, seed=1)
    assert at_once.tolist() == (out / WIN).tolist()
    assert at_once.tolist() != Values(box, Playouts(1, 0)).of(states, seed=1).tolist()


def test_a_game_that_ends_first_counts_as_it_ends(position: Position, network: Network) -> None:
    box, states = position.box, position.states
    learned, by_hand = (Values(box, Playouts(3, is_learned=is_learned)).of(states, 1) for is_learned in (True, False))
    assert learned.tolist() == by_hand.tolist()
    assert set(np.round(3 * learned, 6)) <= {0.0, 1.0, 2.0, 3.0}
