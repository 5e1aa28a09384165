"""A position as bytes, as a pickle and as a key is the same position; so is a view that went through JSON."""

from __future__ import annotations

import json
import pickle
import random

import pytest

import cabotage
from cabotage.core.box import Box
from cabotage.core.errors import PositionError
from cabotage.core.game import Game
from tests.settings import each_game, each_registered_game, mixed_settings
from tests.walks import moments, step, viewers, walk

STEPS = 40


@each_game
def test_a_position_is_restored_from_its_bytes(game: Game) -> None:
    for position in random.Random(1).sample(list(moments(game)), 60):
        restored = position.box.from_bytes(position.to_bytes())
        assert restored == position
        assert restored.to_bytes() == position.to_bytes()
        assert restored.to_act == position.to_act
        assert restored.history == []
        twin = position.copy()
        if not twin.is_over:
            number = step(twin, random.Random(1)).number
            assert restored.follow(number).number == number
            assert restored == twin


@each_game
def test_positions_are_equal_as_keys_if_their_content_is(game: Game) -> None:
    seen = {position.copy() for position in moments(game)}
    assert all(position in seen for position in moments(game))
    assert len(seen) == len({position.to_bytes() for position in moments(game)})


@each_game
def test_a_pickled_position_continues_as_the_original_does(game: Game) -> None:
    for position in random.Random(3).sample(list(moments(game)), 12):
        twin = pickle.loads(pickle.dumps(position))
        assert twin == position
        assert (twin.history, twin.origin) == (position.history, position.origin)
        for seed in range(6):
            if not position.is_over:
                step(position, random.Random(seed))
                step(twin, random.Random(seed))
        assert twin == position


@each_game
def test_a_view_is_read_from_the_json_that_programs_receive(game: Game) -> None:
    for position in random.Random(2).sample(list(moments(game)), 24):
        box = position.box
        for viewer in viewers(box):
            view = position.view(viewer)
            written = box.schema.written(view)
            assert box.view_from(written).tobytes() == view.tobytes()
            assert box.view_from(json.dumps(written)).tobytes() == view.tobytes()


@each_game
def test_bytes_of_another_box_are_refused(game: Game) -> None:
    one, other = (Box(game, seats).first(1) for seats in (game.seats[0], game.seats[1]))
    assert one.to_bytes() != other.to_bytes()
    for content in (one.to_bytes(), other.to_bytes()[:-2], other.to_bytes() + b"\0\0", b""):
        with pytest.raises(PositionError, match="these bytes are not a position of cabotage"):
            other.box.from_bytes(content)


@each_registered_game
def test_bytes_with_an_impossible_number_are_refused(game: Game) -> None:
    position = Box(game).start(1)
    content = position.to_bytes()
    for number in (b"\xff\x7f", b"\x00\x80"):  # the largest and the least int16, as the phase
        with pytest.raises(PositionError, match="these bytes are not a position"):
            position.box.from_bytes(content[:8] + number + content[10:])


@each_registered_game
def test_a_record_replays_to_an_equal_position_in_an_equal_box(game: Game) -> None:
    for setting in mixed_settings(game, 12):
        *_, position = (position for position, _ in zip(walk(setting.box(), 9), range(STEPS), strict=False))
        assert len(position.history) > STEPS // 2, str(setting)
        assert cabotage.replay(position.record()) == position, str(setting)
