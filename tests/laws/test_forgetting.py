"""A seat that forgets knows less, but may do just what it might do before."""

from __future__ import annotations

import random

import numpy as np

from cabotage.core.chance import generator
from cabotage.core.contract import State, View, batch
from cabotage.core.game import Game
from cabotage.core.position import Position
from tests.settings import each_game, each_registered_game
from tests.walks import moments


def forgotten(position: Position, seat: int, permille: int) -> View:
    view = View(position.view(seat).copy())
    position.box.game.resample.forget(position.box.constants, view, 0, seat, generator(7), permille)
    return view


@each_registered_game
def test_who_forgets_nothing_knows_the_same(game: Game) -> None:
    for position in moments(game):
        for seat in range(position.box.seats):
            assert forgotten(position, seat, 0).tobytes() == position.view(seat).tobytes(), repr(position)


@each_registered_game
def test_who_forgets_all_is_offered_the_same(game: Game) -> None:
    world, room = State(batch(game.state.SCHEMA.dtype)), np.zeros(game.actions.MOST_CHOICES, np.int32)
    decisions = 0
    for position in moments(game):
        seat = position.to_act
        if seat < 0:
            continue
        decisions += 1
        box = position.box
        game.resample.resample(box.constants, forgotten(position, seat, 1000), 0, seat, generator(3), world, 0)
        assert game.rules.to_act(box.constants, world, 0) == seat
        count = game.rules.legal(box.constants, world, 0, room)
        assert room[:count].tolist() == position.legal.numbers.tolist(), repr(position)
    assert decisions > 10


@each_registered_game
def test_no_seat_remembers_what_it_never_knew(game: Game) -> None:
    """What a seat has forgotten follows from its view alone."""
    for position in moments(game):
        for seat in range(position.box.seats):
            other = position.box.resample(position.view(seat), seat, seed=1)
            assert forgotten(other, seat, 500).tobytes() == forgotten(position, seat, 500).tobytes(), repr(position)


def unremembered(position: Position, seat: int, view: View) -> View:
    left = View(view.copy())
    position.box.game.resample.unremember(position.box.constants, left, 0, seat)
    return left


@each_game
def test_what_a_seat_remembers_makes_no_difference_to_what_lies_open(game: Game) -> None:
    """Whatever stands in the fields known from memory: for hints the same is left of it."""
    rng = random.Random(5)
    memories = 0
    for position in moments(game):
        record = position.box.constants
        hidden = [
            field
            for field in game.state.SCHEMA.fields.values()
            if field.seen.is_memory and not (field.seen.shown_if and record[field.seen.shown_if][0])
        ]
        for seat in range(position.box.seats):
            view = position.view(seat)
            left = unremembered(position, seat, view)
            glances = [position.box.visibility.glance(each).fields for each in (left, view)]
            assert glances[0] == glances[1], repr(position)
            other = View(view.copy())
            for field in hidden:
                cells = other[field.name].reshape(-1)
                cells[:] = [rng.randint(0, 3) for _ in cells]
            assert unremembered(position, seat, other).tobytes() == left.tobytes(), repr(position)
            memories += len(hidden)
    assert memories or not any(field.seen.is_memory for field in game.state.SCHEMA.fields.values())


@each_registered_game
def test_what_lies_open_is_enough_to_be_offered_the_same(game: Game) -> None:
    world, room = State(batch(game.state.SCHEMA.dtype)), np.zeros(game.actions.MOST_CHOICES, np.int32)
    decisions = 0
    for position in moments(game):
        seat, box = position.to_act, position.box
        if seat < 0:
            continue
        decisions += 1
        open_view = unremembered(position, seat, position.view(seat))
        game.resample.resample(box.constants, open_view, 0, seat, generator(3), world, 0)
        assert game.rules.to_act(box.constants, world, 0) == seat
        count = game.rules.legal(box.constants, world, 0, room)
        assert room[:count].tolist() == position.legal.numbers.tolist(), repr(position)
    assert decisions > 10
