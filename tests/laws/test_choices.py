"""What is offered and what may be drawn is well-formed, and playing changes nothing but the state."""

from __future__ import annotations

import itertools

import numpy as np
from numpy.typing import NDArray

from cabotage.core.contract import CHANCE, OVER, batch
from cabotage.core.game import Game
from cabotage.core.position import Position
from tests.settings import each_game, few_settings
from tests.walks import moments, walk

UNTOUCHED = -77
MARGIN = 16


def rooms(most: int) -> NDArray[np.int32]:
    return np.full(most + MARGIN, UNTOUCHED, np.int32)


def offered(position: Position) -> list[int]:
    """What `legal` writes, having made sure that it wrote no more than there is room for."""
    most = position.box.game.actions.MOST_CHOICES
    room = rooms(most)
    count = position.box.game.rules.legal(position.box.constants, position.states, 0, room)
    assert count <= most
    assert (room[most:] == UNTOUCHED).all(), "legal writes beyond MOST_CHOICES"
    return [int(number) for number in room[:count]]


def drawable(position: Position) -> tuple[list[int], list[int]]:
    """What `chance` writes, likewise."""
    most = position.box.game.actions.MOST_OUTCOMES
    outcomes, weights = rooms(most), rooms(most)
    count = position.box.game.rules.chance(position.box.constants, position.states, 0, outcomes, weights)
    assert count <= most
    assert (outcomes[most:] == UNTOUCHED).all(), "chance writes beyond MOST_OUTCOMES"
    assert (weights[most:] == UNTOUCHED).all(), "chance writes beyond MOST_OUTCOMES"
    return [int(number) for number in outcomes[:count]], [int(weight) for weight in weights[:count]]


def possible(position: Position) -> list[int]:
    """All numbers that may come next."""
    actor = position.to_act
    return [] if actor == OVER else drawable(position)[0] if actor == CHANCE else offered(position)


def is_ascending(numbers: list[int]) -> bool:
    return all(one < other for one, other in itertools.pairwise(numbers))


@each_game
def test_offered_actions_are_ascending_and_are_actions(game: Game) -> None:
    decisions = 0
    for setting in few_settings(game):
        for position in walk(setting.box(), 1):
            if position.to_act < 0:
                continue
            decisions += 1
            actions = offered(position)
            assert is_ascending(actions), f"{setting}: {actions}"
            assert actions[0] >= 0, f"{setting}: {actions}"
            assert actions[-1] < game.actions.ACTIONS, f"{setting}: {actions}"
    assert decisions > 10


@each_game
def test_a_seat_is_not_asked_when_there_is_only_one_choice(game: Game) -> None:
    decisions = 0
    for setting in few_settings(game):
        for position in walk(setting.box(), 2):
            if position.to_act >= 0:
                decisions += 1
                assert len(offered(position)) >= 2, f"{setting} after {position.history}: {position.legal}"
    assert decisions > 10


@each_game
def test_outcomes_are_ascending_and_have_positive_weights(game: Game) -> None:
    draws = 0
    for setting in few_settings(game):
        for position in walk(setting.box(), 3):
            if position.to_act != CHANCE:
                continue
            draws += 1
            outcomes, weights = drawable(position)
            assert outcomes, f"{setting}: chance is to act, but nothing can be drawn"
            assert is_ascending(outcomes), f"{setting}: {outcomes}"
            assert outcomes[0] >= game.actions.ACTIONS, f"{setting}: {outcomes}"
            assert outcomes[-1] < game.actions.NUMBERS, f"{setting}: {outcomes}"
            assert min(weights) > 0, f"{setting}: {weights}"
            assert sum(weights) < 2**31, f"{setting}: {weights}"
    assert draws > 10


@each_game
def test_to_act_is_a_seat_of_the_box_or_chance_or_over(game: Game) -> None:
    for setting in few_settings(game):
        for position in walk(setting.box(), 4):
            assert position.to_act in (CHANCE, OVER, *range(setting.seats)), str(setting)


@each_game
def test_what_is_played_for_an_absent_seat_is_offered(game: Game) -> None:
    for setting in few_settings(game):
        for position in walk(setting.box(), 5):
            if position.to_act >= 0:
                number = game.rules.absent(position.box.constants, position.states, 0)
                assert number in offered(position), f"{setting}: {number}"


@each_game
def test_asking_changes_neither_state_nor_box(game: Game) -> None:
    for position in moments(game):
        box = position.box
        before = position.states.tobytes(), box.constants.tobytes()
        room = np.zeros(max(box.seats, 8), np.int32)
        if position.to_act >= 0:
            offered(position)
        elif position.to_act == CHANCE:
            drawable(position)
        game.rules.standings(box.constants, position.states, 0, room)
        for number in possible(position):
            game.rules.seen(box.constants, position.states, 0, number, 0)
        assert (position.states.tobytes(), box.constants.tobytes()) == before


@each_game
def test_applying_changes_neither_the_box_nor_a_neighbour_in_the_batch(game: Game) -> None:
    for position in moments(game):
        if position.is_over:
            continue
        box = position.box
        before = box.constants.tobytes()
        states = batch(box.schema.dtype, 3)
        states[0] = states[1] = states[2] = position.states[0]
        neighbours = states[0].tobytes()
        for number in possible(position):
            states[1] = states[0]
            game.rules.apply(box.constants, states, 1, number)
            assert box.constants.tobytes() == before, box.texts[number]
            assert states[0].tobytes() == states[2].tobytes() == neighbours, box.texts[number]


@each_game
def test_setting_up_overwrites_whatever_stood_there_before(game: Game) -> None:
    for setting in few_settings(game):
        box = setting.box()
        first = box.first(0).states.tobytes()
        for rubbish in (-1, 77):
            states = batch(box.schema.dtype)
            for name in box.schema.fields:
                states[name] = rubbish
            game.rules.setup(box.constants, states, 0)
            assert states.tobytes() == first, str(setting)
