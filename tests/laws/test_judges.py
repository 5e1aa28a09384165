"""What a game's judge advises is offered, and what it expects is a share of the win."""

from __future__ import annotations

import numpy as np

from cabotage.core.chance import generator
from cabotage.core.contract import WIN
from cabotage.core.game import Game
from tests.settings import each_registered_game
from tests.walks import moments

WORLDS = 4


@each_registered_game
def test_the_policy_chooses_something_offered(game: Game) -> None:
    decisions = 0
    for position in moments(game):
        if position.to_act < 0:
            continue
        decisions += 1
        room = np.zeros(game.actions.MOST_CHOICES, np.int32)
        for seed in range(3):
            number = game.judge.policy(position.box.constants, position.states, 0, generator(seed), room)
            assert number in position.legal, f"{position!r}: {position.box.texts[number]}"
    assert decisions > 10


@each_registered_game
def test_estimates_are_shares_of_the_win(game: Game) -> None:
    for position in moments(game):
        box = position.box
        room = np.zeros(box.seats, np.int32)
        before = position.states.tobytes()
        game.judge.estimate(box.constants, position.states, 0, room)
        assert position.states.tobytes() == before
        assert room.min() >= 0, f"{position!r}: {room}"
        assert room.max() <= WIN, f"{position!r}: {room}"
        if box.is_cooperative:
            assert len(set(room.tolist())) == 1, f"{position!r}: {room}"


@each_registered_game
def test_candidates_are_some_of_what_is_offered_in_the_same_order(game: Game) -> None:
    for position in moments(game):
        if position.to_act < 0:
            continue
        room, worths = np.zeros((2, game.actions.MOST_CHOICES), np.int32)
        count = game.judge.candidates(position.box.constants, position.states, 0, room, worths)
        offered = position.legal.numbers.tolist()
        candidates = room[:count].tolist()
        assert candidates, repr(position)
        assert candidates == [number for number in offered if number in candidates]


@each_registered_game
def test_a_seat_thinks_the_same_in_every_world_that_it_can_imagine(game: Game) -> None:
    """Otherwise the players in a search would use what their seat cannot know."""
    for position in moments(game):
        if position.to_act < 0:
            continue
        box, seat = position.box, position.to_act
        room, worths = np.zeros((2, game.actions.MOST_CHOICES), np.int32)
        thoughts = set()
        for seed in range(WORLDS):
            world = box.resample(position.view(seat), seat, seed).states
            before = world.tobytes()
            count = game.judge.candidates(box.constants, world, 0, room, worths)
            thought = (*room[:count].tolist(), *worths[:count].tolist())
            chosen = game.judge.policy(box.constants, world, 0, generator(0), room)
            assert world.tobytes() == before, repr(position)
            thoughts.add((thought, int(chosen)))
        assert len(thoughts) == 1, f"{position!r}: {thoughts}"
