"""The quick judgement: which tiles bots consider."""

from __future__ import annotations

import numpy as np
import pytest

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


@pytest.mark.rule("CAL-63")
def test_a_mix_up_breaks_up_three_of_a_colour_and_ends() -> None:
    position = arrive(game(), "R", top="RRRBBY")
    assert considered(position) == ["mix nothing", "mix a", "mix c", "mix d"]
    position.play("mix a")
    position.roll("back green")
    assert considered(position) == ["mix nothing"]


@pytest.mark.rule("CAL-63")
def test_together_a_mix_up_turns_what_nobody_has_seen_once() -> None:
    """A forgetful bot may believe that it has not seen them; it does not turn them again."""
    position = arrive(game(mode="coop"), "R", top="RRRBBY", back="Y?????")
    assert considered(position) == ["mix nothing", "mix c d f g i"]
    again = arrive(game(mode="coop"), "R", top="RRRBBY", waves=1)
    assert considered(again) == ["mix nothing"]
