"""The octagon with the four fish, played against each other: name a colour, turn a tile."""

from __future__ import annotations

from fractions import Fraction

import pytest

from cabotage.core.contract import OVER
from cabotage.games.calypso.test_kit import arrive, backs, fish, game, slots_of, tops
from tests.reading import odds, offered, stands


@pytest.mark.rule("CAL-28", "CAL-31")
def test_a_guess_names_a_tile_and_a_colour_it_does_not_show() -> None:
    position = arrive(game(replacing=False), "M", turn=1)
    assert position.to_act == 1
    assert offered(position) == [
        "name a blue",
        "name a yellow",
        "name a green",
        "name c blue",
        "name c yellow",
        "name c green",
        "name d red",
        "name d yellow",
        "name d green",
        "name f red",
        "name f yellow",
        "name f green",
        "name g red",
        "name g blue",
        "name g green",
        "name i red",
        "name i blue",
        "name i yellow",
    ]


@pytest.mark.rule("CAL-31")
def test_the_guesses_offered_do_not_depend_on_what_was_seen() -> None:
    box = game(replacing=False)
    assert offered(arrive(box, "M", back="Y?R??B")) == offered(arrive(box, "M"))


@pytest.mark.rule("CAL-28")
def test_the_named_tile_alone_is_turned() -> None:
    position = arrive(game(), "M")
    position.play("name g green")
    assert odds(position) == {"back red": Fraction(1, 4), "back blue": Fraction(1, 4), "back green": Fraction(1, 2)}
    position.roll("back blue")
    assert (tops(position), backs(position)) == ("RRBBBG", "????Y?")


@pytest.mark.rule("CAL-29", "CAL-30")
def test_a_right_guess_frees_two_fish_and_ends_the_turn() -> None:
    position = arrive(game(), "M", score=[3, 1, 0])
    position.play("name g green")
    position.roll("back green")
    assert fish(position) == [5, 1, 0]
    assert stands(position) == ("DIE", 1)


@pytest.mark.rule("CAL-30")
def test_a_wrong_guess_frees_nothing_and_ends_the_turn() -> None:
    position = arrive(game(), "M", score=[3, 1, 0])
    position.play("name g green")
    position.roll("back blue")
    assert fish(position) == [3, 1, 0]
    assert stands(position) == ("DIE", 1)


@pytest.mark.rule("CAL-29")
def test_a_known_back_is_a_sure_guess() -> None:
    position = arrive(game(), "M", back="????G?")
    position.play("name g green")
    assert fish(position) == [2, 0, 0]
    assert (tops(position), backs(position)) == ("RRBBGG", "????Y?")
    assert stands(position) == ("DIE", 1)


@pytest.mark.rule("CAL-30")
def test_naming_another_colour_than_the_known_back_is_a_sure_miss() -> None:
    position = arrive(game(), "M", back="????G?")
    position.play("name g red")
    assert fish(position) == [0, 0, 0]
    assert stands(position) == ("DIE", 1)


@pytest.mark.rule("CAL-32")
def test_a_right_guess_that_opens_a_third_fish_frees_two_not_more() -> None:
    position = arrive(game(), "M")
    position.play("name d red")
    position.roll("back red")
    assert tops(position) == "RRRBYG"
    assert fish(position) == [2, 0, 0]
    assert stands(position) == ("DIE", 1)


@pytest.mark.rule("CAL-32")
def test_three_open_fish_have_no_effect_on_arriving_at_the_four_fish() -> None:
    position = arrive(game(replacing=False), "M", top="RRRBBY", score=[3, 1, 0])
    assert fish(position) == [3, 1, 0]
    assert stands(position) == ("GUESS", 0)
    assert len(position.legal) == 18


@pytest.mark.rule("CAL-29", "CAL-39")
def test_a_right_guess_can_win() -> None:
    position = arrive(game(), "M", score=[8, 1, 0])
    position.play("name g green")
    position.roll("back green")
    assert fish(position) == [10, 1, 0]
    assert position.to_act == OVER


@pytest.mark.rule("CAL-25", "CAL-26", "CAL-31")
def test_the_named_tile_may_be_put_on_an_empty_hollow() -> None:
    position = arrive(game(), "M")
    assert len(position.legal) == 72
    assert [choice for choice in offered(position) if choice.startswith("name g green")] == [
        "name g green",
        "name g green to b",
        "name g green to e",
        "name g green to h",
    ]
    position.play("name g green to h")
    position.roll("back green")
    assert slots_of(position) == "acdfhi"
    assert fish(position) == [2, 0, 0]
