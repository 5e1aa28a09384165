"""Random play without lists chooses and draws exactly what the lists of `legal` and `chance` would give."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np

from cabotage.core.chance import below
from cabotage.core.contract import Generator
from cabotage.core.game import Game
from tests.settings import each_registered_game
from tests.walks import moments

WORD = (1 << 64) - 1
HALF = 32
MOST_TRIED = 300  # places of one list


def generator_before(word: int) -> Generator:
    """A generator whose next word is this one: the steps of xorshift64 undone."""
    for shift in (17, -7, 13):
        undone = word
        for _ in range(64 // abs(shift) + 1):
            undone = word ^ (undone << shift & WORD if shift > 0 else undone >> -shift)
        word = undone
    return np.array([word], np.uint64)


def generators_for(place: int, limit: int) -> Iterator[Generator]:
    """The generators with the least and the largest word that give this place of so many."""
    least = -(-(place << HALF) // limit)
    largest = -(-(place + 1 << HALF) // limit) - 1
    for word in (least << HALF | 1, largest << HALF | 1):
        rng = generator_before(word)
        assert below(rng.copy(), limit) == place
        yield rng


def places(limit: int, rng: random.Random) -> list[int]:
    """All places of a list; of a long one the ends and some between them."""
    if limit <= MOST_TRIED:
        return list(range(limit))
    return [0, 1, limit - 2, limit - 1, *rng.sample(range(limit), MOST_TRIED)]


@each_registered_game
def test_a_random_choice_is_the_one_at_that_place_of_the_legal_ones(game: Game) -> None:
    tried, random_places = 0, random.Random(1)
    for position in moments(game):
        if position.to_act < 0:
            continue
        box, room = position.box, np.zeros(position.box.most_choices, np.int32)
        numbers, before = position.legal.numbers.tolist(), position.to_bytes()
        for place in places(len(numbers), random_places):
            for rng in generators_for(place, len(numbers)):
                later = rng.copy()
                below(later, len(numbers))
                chosen = game.picks.choose(box.constants, position.states, 0, rng, room)
                assert chosen == numbers[place], f"{position!r}, place {place}"
                assert rng[0] == later[0], f"{position!r}: draws more than one number"
                tried += 1
        assert position.to_bytes() == before
    assert tried > 100


@each_registered_game
def test_a_random_draw_is_the_one_that_the_weights_give(game: Game) -> None:
    tried, random_places = 0, random.Random(2)
    for position in moments(game):
        if not position.is_chance:
            continue
        box, room = position.box, np.zeros((2, position.box.most_outcomes), np.int32)
        outcomes, weights = position._draws()
        tickets = np.repeat(outcomes, weights).tolist()
        for place in places(len(tickets), random_places):
            for rng in generators_for(place, len(tickets)):
                later = rng.copy()
                below(later, len(tickets))
                drawn = game.picks.draw(box.constants, position.states, 0, rng, room[0], room[1])
                assert drawn == tickets[place], f"{position!r}, ticket {place}"
                assert rng[0] == later[0], f"{position!r}: draws more than one number"
                tried += 1
    assert tried > 100
