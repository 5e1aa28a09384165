"""What an observation holds, number by number, in the toy with every kind of slice."""

from __future__ import annotations

import pytest

from cabotage.core.box import Box
from cabotage.core.errors import PositionError
from cabotage.core.position import Position
from tests.toy import GAME


@pytest.fixture
def position() -> Position:
    """Seat 1 of three is to choose; seat 0 has looked into the chest, where card 6 (number 5) is."""
    fields = {"phase": "CHOOSE", "turn": 1, "hand": [1, 6, 8], "held": [1, 2, 1], "stash": [16, 0, 0]}
    return Box(GAME, 3).position(5, **fields, stashed=[1, 0, 0], open=9, chest=5, peekers=1, tide=1)


def observed(position: Position, seat: int) -> dict[str, list[int]]:
    numbers = position.observation(seat)
    return {part.name: numbers[part.slice].tolist() for part in position.box.observation_spec}


def test_seats_are_counted_from_the_observer(position: Position) -> None:
    assert observed(position, 0)["turn"] == [0, 1, 0]
    assert observed(position, 1)["turn"] == [1, 0, 0]
    assert observed(position, 2)["turn"] == [0, 0, 1]
    assert observed(position, 1)["held"] == [2, 1, 1]
    assert observed(position, 2)["peekers"] == [0, 1, 0]


def test_an_observer_finds_only_what_its_seat_may_see(position: Position) -> None:
    zero, one = observed(position, 0), observed(position, 1)
    assert zero["hand"] == [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    assert one["hand"] == [0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    assert zero["stash"] == [0, 0, 0, 0, 1, *[0] * 31]
    assert one["stash"] == [0] * 36
    assert (zero["chest"], one["chest"]) == ([0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0], [0] * 12)
    assert (zero["chest_pips"], one["chest_pips"]) == ([6], [-1])


def test_the_specification_names_every_slice_with_its_range(position: Position) -> None:
    spec = {part.name: part for part in position.box.observation_spec}
    assert list(spec) == [
        *("phase", "turn", "done", "hand", "held", "stash", "stashed", "open", "chest", "chest_pips", "peekers"),
    ]
    assert (spec["phase"].slice, spec["phase"].one_hot) == (slice(0, 6), 6)
    assert (spec["stash"].shape, spec["stash"].one_hot, spec["stash"].low, spec["stash"].high) == ((3, 12), 0, 0, 1)
    assert (spec["chest_pips"].low, spec["chest_pips"].high) == (-1, 12)
    assert spec["held"].meaning == "how many cards are in each hand"
    assert position.observation(0).shape == (spec["peekers"].slice.stop,)


@pytest.mark.parametrize("seat", [-1, 3])
def test_an_observation_is_for_a_seat_of_the_table(position: Position, seat: int) -> None:
    with pytest.raises(PositionError, match=f"seats are 0 to 2, not {seat}"):
        position.observation(seat)
