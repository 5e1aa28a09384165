"""A copy is the same position and goes its own way."""

from __future__ import annotations

import random

import pytest

import cabotage
from cabotage.core.game import Game
from tests.settings import each_game, each_registered_game, few_settings
from tests.walks import moments, step

STEPS = 12  # enough to include draws, whichever seat begins


@each_game
def test_playing_on_a_copy_leaves_the_original_alone(game: Game) -> None:
    for position in moments(game):
        before = position.states.tobytes(), list(position.history), int(position.dice.rng[0]), position.summary
        twin = position.copy()
        rng = random.Random(len(position.history))
        for _ in range(6):
            if not twin.is_over:
                step(twin, rng)
        after = position.states.tobytes(), list(position.history), int(position.dice.rng[0]), position.summary
        assert after == before


@each_game
def test_a_copy_is_the_same_position(game: Game) -> None:
    for position in moments(game):
        twin = position.copy()
        assert twin == position
        assert twin.history == position.history
        assert twin.to_act == position.to_act
        assert list(twin.legal) == list(position.legal)
        assert twin.chances == position.chances


@each_game
def test_a_copy_has_dice_of_its_own(game: Game) -> None:
    """What a copy rolls tells nothing of what the original will roll: a bot may try things out on it."""
    differing = could_differ = 0
    for setting in few_settings(game):
        for seed in range(4):
            position = setting.box().first(seed)
            twin = position.copy()
            assert twin.dice is not position.dice
            is_drawn = False  # by real chance, not from one outcome that is fixed already
            for moment in (position, twin):
                rng = random.Random(seed)
                for _ in range(STEPS):
                    if not moment.is_over:
                        is_drawn |= len(moment.chances) > 1
                        step(moment, rng)
            could_differ += is_drawn
            differing += position.history != twin.history
    assert differing > could_differ // 2 or could_differ == 0
    assert differing <= could_differ


@each_game
def test_two_copies_of_the_same_moment_roll_alike(game: Game) -> None:
    for position in moments(game):
        one, other = position.copy(), position.copy()
        one.roll()
        other.roll()
        assert one == other


@each_game
def test_an_event_keeps_the_state_in_which_it_happened(game: Game) -> None:
    for position in moments(game):
        if position.is_over:
            continue
        twin = position.copy()
        event = step(twin, random.Random(1))
        story = event.story()
        for _ in range(4):
            if not twin.is_over:
                step(twin, random.Random(2))
        assert event.before.tobytes() == position.states.tobytes()
        assert event.story() == story


@each_registered_game
@pytest.mark.parametrize("count", [24, pytest.param(200, marks=pytest.mark.quiet)])
def test_a_representation_evaluates_to_an_equal_position(game: Game, count: int) -> None:
    for position in random.Random(4).sample(list(moments(game)), count):
        begun_there = eval(repr(position), {"cabotage": cabotage})
        assert begun_there == position
        if not begun_there.is_over:
            step(begun_there, random.Random(1))
        assert eval(repr(begun_there), {"cabotage": cabotage}) == begun_there
