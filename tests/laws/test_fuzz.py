"""A fuzzer that needs nothing from a game: it sits down, plays whatever integers it is given, and looks around."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from cabotage.core.box import Box
from cabotage.core.contract import CHANCE, HIDDEN, OVER, WIN
from cabotage.core.errors import GameOver, NotOffered, NotYourTurn, OptionError
from cabotage.core.game import Game
from cabotage.core.position import Position
from cabotage.core.record import Record
from tests.settings import each_game

INTEGERS = st.integers(min_value=0, max_value=2**20)


def possible(position: Position) -> list[int]:
    if position.to_act == CHANCE:
        return [outcome.number for outcome in position.chances]
    return [int(number) for number in position.legal.numbers]


def do(position: Position, integer: int) -> None:
    """Choose or draw by any integer, if it is not over."""
    numbers = possible(position)
    if numbers:
        number = numbers[integer % len(numbers)]
        (position.roll if position.to_act == CHANCE else position.play)(number)


class Table(RuleBasedStateMachine):
    """One game being played and prodded."""

    game: Game

    def __init__(self) -> None:
        super().__init__()
        self.position: Position
        self.undone: list[Position] = []

    @initialize(picks=st.lists(INTEGERS, min_size=12, max_size=12), seats=INTEGERS, seed=INTEGERS)
    def sit_down(self, picks: list[int], seats: int, seed: int) -> None:
        options: dict[str, Any] = {
            option.name: option.values[pick % len(option.values)]
            for option, pick in zip(self.game.options, picks * len(self.game.options), strict=False)
        }
        allowed = self.game.seats_for(options)
        try:
            box = Box(self.game, allowed[seats % len(allowed)], options)
        except OptionError:  # not these together
            box = Box(self.game)
        self.position = box.first(seed)
        self.record = box.constants.tobytes()

    @rule(integer=INTEGERS)
    def step(self, integer: int) -> None:
        self.undone.append(self.position.copy())
        do(self.position, integer)

    @rule(integers=st.lists(INTEGERS, min_size=5, max_size=60))
    def many_steps(self, integers: list[int]) -> None:
        self.undone.append(self.position.copy())
        for integer in integers:
            do(self.position, integer)

    @rule()
    def roll(self) -> None:
        self.undone.append(self.position.copy())
        self.position.roll()
        assert self.position.to_act != CHANCE

    @precondition(lambda self: self.undone)
    @rule()
    def undo(self) -> None:
        earlier = self.undone.pop()
        assert self.position.history[: len(earlier.history)] == earlier.history
        self.position = earlier

    @rule(integers=st.lists(INTEGERS, max_size=20))
    def wander_on_a_copy(self, integers: list[int]) -> None:
        before = self.position.states.tobytes()
        copy = self.position.copy()
        for integer in integers:
            do(copy, integer)
        assert self.position.states.tobytes() == before

    @rule()
    def save_and_load(self) -> None:
        loaded = Record.parse(self.position.record().text()).replay(self.game)
        assert loaded == self.position
        self.position = loaded

    @rule(viewer=INTEGERS, seed=INTEGERS)
    def look_and_imagine(self, viewer: int, seed: int) -> None:
        seat = viewer % (self.position.box.seats + 1) - 1
        view = self.position.view(seat)
        imagined = self.position.box.resample(view, seat, seed)
        assert imagined.view(seat).tobytes() == view.tobytes()
        assert imagined.to_act == self.position.to_act
        for integer in range(seed % 7):
            do(imagined, seed + integer)
        assert self.position.view(seat).tobytes() == view.tobytes()

    @rule(number=st.integers(min_value=-3, max_value=2000))
    def play_what_is_not_offered(self, number: int) -> None:
        numbers = possible(self.position)
        if number in numbers or not 0 <= number < self.game.actions.NUMBERS:
            return
        before = self.position.states.tobytes()
        for way in (self.position.play, self.position.roll):
            try:
                way(number)
            except (NotOffered, NotYourTurn, GameOver):
                continue
            raise AssertionError(f"{self.position.box.texts[number]} was let through")
        assert self.position.states.tobytes() == before

    @rule(viewer=INTEGERS)
    def draw(self, viewer: int) -> None:
        seat = viewer % (self.position.box.seats + 1) - 1
        for language in ("en", "fr"):
            assert self.position.draw(seat, self.game.words(language))

    @invariant()
    def the_state_is_sound(self) -> None:
        position = self.position
        assert position.box.constants.tobytes() == self.record
        assert position.to_act in (CHANCE, OVER, *range(position.box.seats))
        assert len(position.history) <= self.game.longest
        for name in position.box.schema.fields:
            assert HIDDEN not in np.asarray(position[name]), name
        numbers = possible(position)
        assert numbers == sorted(set(numbers))
        assert len(numbers) >= {CHANCE: 1, OVER: 0}.get(position.to_act, 2)
        assert len(position.places) == position.box.seats
        if position.is_over:
            assert all(0 <= share <= WIN for share in position.box.shares(position.states))


@each_game
def test_a_table_stays_sound_whatever_is_done_at_it(game: Game) -> None:
    table = type(f"Table_{game.id}", (Table,), {"game": game})
    run_state_machine_as_test(
        table,
        settings=settings(
            max_examples=40,
            stateful_step_count=25,
            deadline=None,
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
