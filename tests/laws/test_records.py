"""A record, written and read as text, leads to the very same state."""

from __future__ import annotations

import random

from cabotage.core.game import Game
from cabotage.core.position import Position
from cabotage.core.record import Record
from tests.settings import each_game, few_settings
from tests.walks import moments, walk


def last(game: Game, seed: int) -> list[Position]:
    """The ends of random games."""
    ends = []
    for setting in few_settings(game):
        *_, end = walk(setting.box(), seed)
        ends.append(end)
    return ends


@each_game
def test_a_finished_game_replays_to_the_same_bytes(game: Game) -> None:
    for end in last(game, 5):
        text = Record.of(end).text()
        replayed = Record.parse(text).replay(game)
        assert replayed == end
        assert replayed.score == end.score
        assert replayed.history == end.history
        assert Record.of(replayed).text() == text


@each_game
def test_a_running_game_replays_to_the_same_bytes(game: Game) -> None:
    for setting in few_settings(game):
        box = setting.box()
        *_, end = walk(box, 6)
        half = random.Random(6).randrange(len(end.history))
        for position in walk(box, 6):
            if len(position.history) == half:
                record = Record.parse(Record.of(position).text())
                assert record.result is None
                assert record.replay(game) == position
                break


@each_game
def test_a_record_can_be_replayed_up_to_any_event(game: Game) -> None:
    for setting in few_settings(game)[:3]:
        box = setting.box()
        states = [position.states.tobytes() for position in walk(box, 7)]
        *_, end = walk(box, 7)
        record = Record.parse(Record.of(end).text())
        for until in sorted(random.Random(7).sample(range(len(states)), min(8, len(states)))):
            assert record.replay(game, until).states.tobytes() == states[until]


@each_game
def test_a_game_begun_at_a_set_up_position_replays_too(game: Game) -> None:
    for setting in few_settings(game)[:4]:
        box = setting.box()
        *_, middle = (position.copy() for position, _ in zip(walk(box, 8), range(12), strict=False))
        begun = box.position(8, **middle.fields)
        assert begun == middle
        begun.roll()
        replayed = Record.parse(Record.of(begun).text(), is_trusted=True).replay(game)
        assert replayed == begun
        assert replayed.history == begun.history


@each_game
def test_every_moment_can_be_set_up_by_its_fields(game: Game) -> None:
    """What a field may hold by the schema is what it holds in real games, at least."""
    for position in moments(game):
        fields = position.fields
        assert position.box.position(0, **fields) == position
