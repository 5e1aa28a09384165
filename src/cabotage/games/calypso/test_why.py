"""Why a tile cannot be turned, why somebody cannot be robbed."""

from __future__ import annotations

import pytest

from cabotage.core.position import Position
from cabotage.games.calypso.test_kit import arrive, game, turn


def told(position: Position) -> dict[str, str]:
    """What is not offered, with the sentence that says why."""
    words = position.box.game.words("en")
    return {each["what"]: words.tell(each["why"]) for each in position.not_offered(position.to_act)}


@pytest.mark.rule("CAL-13")
def test_a_tile_that_shows_the_colour_cannot_hide_it() -> None:
    assert told(arrive(game(), "R")) == {
        "tile a": "It already shows red, so red cannot be on its back.",
        "tile c": "It already shows red, so red cannot be on its back.",
    }


@pytest.mark.rule("CAL-13")
def test_what_is_known_of_a_back_is_no_reason() -> None:
    """A tile that cannot hide the colour, as everybody might remember, is offered like any other."""
    assert told(arrive(game(), "G", back="B?????")) == told(arrive(game(), "G"))


@pytest.mark.rule("CAL-36")
def test_who_has_no_fish_cannot_be_robbed() -> None:
    assert told(arrive(game(4), "S", score=[3, 0, 4, 2])) == {"seat 1": "There are no fish to steal here."}


@pytest.mark.rule("CAL-16")
def test_nothing_is_missing_when_one_may_go_on() -> None:
    position = arrive(game(replacing=False), "G")
    turn(position, 5, "green")
    assert len(position.legal) == 2
    assert told(position) == {}
