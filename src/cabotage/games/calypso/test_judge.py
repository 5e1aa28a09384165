"""The quick judgement: which tiles are worth a thought."""

from __future__ import annotations

import numpy as np

from cabotage.core.position import Position
from cabotage.games.calypso import actions, judge
from cabotage.games.calypso.test_kit import arrive, game


def considered(position: Position) -> list[str]:
    choices, worths = np.zeros(actions.MOST_CHOICES, np.int32), np.zeros(actions.MOST_CHOICES, np.int32)
    count = judge.candidates(position.box.constants, position.states, 0, choices, worths)
    return [position.box.texts[int(number)] for number in choices[:count]]


def test_who_knows_where_the_fish_is_thinks_of_no_other_tile() -> None:
    assert considered(arrive(game(), "G", back="??G???")) == ["turn d"]


def test_of_tiles_that_are_as_likely_all_are_thought_of() -> None:
    assert considered(arrive(game(), "R")) == ["turn d", "turn f", "turn g", "turn i"]  # each hides it with one in four


def test_a_tile_stays_in_its_hollow() -> None:
    position = arrive(game(replacing=True), "G", back="??G???")
    assert "turn d to b" in {str(choice.text) for choice in position.legal}
    assert considered(position) == ["turn d"]


def test_a_guess_names_what_was_seen_or_follows_from_it() -> None:
    """Red and yellow is the first tile, blue and red the third: so the second, red as well, is the one with green."""
    assert considered(arrive(game(), "M", back="Y?R???")) == ["name a yellow", "name c green", "name d red"]
