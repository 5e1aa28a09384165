"""Options that apply only with certain others, or with certain numbers of seats, change nothing without them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from cabotage.core.box import Box
from cabotage.core.game import SEATS, Game, Option
from tests.settings import each_game, each_registered_game

MOST_STEPS = 100


def without(game: Game, option: Option) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Seats and options with which this one does not apply, for each of its conditions."""
    for name, values in option.when.items():
        if name == SEATS:
            yield from ((seats, {}) for seats in game.seats if seats not in values)
        else:
            other = next(each for each in game.options if each.name == name)
            for value in other.values:
                if value not in values:
                    yield other.seats.get(value, game.seats)[-1], {name: value}


def told(box: Box) -> list[Any]:
    """A game at random: all that was offered or could be drawn, and how it stands in the end."""
    rng, position, seen = random.Random(7), box.first(0), []
    for _ in range(MOST_STEPS):
        if position.is_over:
            break
        numbers = [each.number for each in position.chances] if position.is_chance else position.legal.numbers.tolist()
        seen.append((position.to_act, numbers))
        position.follow(rng.choice(numbers))
    return [seen, position.score, position.fields]


@each_registered_game
def test_an_option_that_does_not_apply_changes_nothing(game: Game) -> None:
    for option in game.options:
        for seats, others in without(game, option):
            plain = told(Box(game, seats, others))
            for value in option.values:
                assert told(Box(game, seats, {**others, option.name: value})) == plain, (option.name, value, others)


@each_game
def test_conditions_name_other_options_and_some_of_their_values(game: Game) -> None:
    known: dict[str, set[Any]] = {option.name: set(option.values) for option in game.options}
    for option in game.options:
        most = option.seats.values()
        known[SEATS] = {*game.seats, *(seats for span in most for seats in span), *known.get(SEATS, set())}
    for option in game.options:
        for name, values in option.when.items():
            assert name != option.name
            assert set(values) < known[name], (option.name, name)


def test_an_option_applies_if_all_its_conditions_hold() -> None:
    talk = Option("talk", (True, False), True, "book", when={"mode": ("coop",), "seats": range(2, 7)})
    assert talk.applies(3, {"mode": "coop"})
    assert not talk.applies(1, {"mode": "coop"})
    assert not talk.applies(3, {"mode": "competitive"})
