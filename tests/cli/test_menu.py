"""Choices are shown so that they fit, and understood in every way they are shown."""

from __future__ import annotations

from typing import Any

import pytest

from cabotage.cli.language import Language, program_words
from cabotage.cli.menu import Menu, forms
from cabotage.core.words import Words

GAME_WORDS = Words({"choice.turn": "turn tile {tile}"}, "en")


def offer(count: int) -> Menu:
    choices: list[dict[str, Any]] = [
        {"id": 100 + tile, "notation": f"turn {tile}", "text": {"key": "choice.turn", "values": {"tile": tile}}}
        for tile in range(1, count + 1)
    ]
    return Menu(choices, GAME_WORDS, program_words(Language.en))


def test_few_choices_are_sentences_with_their_notation() -> None:
    assert offer(2).show(80, rows=10).splitlines() == [
        " 1  turn tile 1   turn 1",
        " 2  turn tile 2   turn 2",
    ]


def test_a_narrow_screen_drops_the_notation() -> None:
    assert offer(2).show(20, rows=10) == " 1  turn tile 1\n 2  turn tile 2"


def test_a_low_screen_gets_columns_read_downwards() -> None:
    assert offer(5).show(40, rows=3).splitlines() == [
        " 1  turn tile 1    4  turn tile 4",
        " 2  turn tile 2    5  turn tile 5",
        " 3  turn tile 3",
    ]


def test_many_choices_are_shown_by_their_notation() -> None:
    shown = offer(24).show(80, rows=8)
    assert "tile" not in shown
    assert "24  turn 24" in shown
    assert len(shown.splitlines()) <= 6


def test_very_many_choices_are_shown_by_the_forms_of_their_notation() -> None:
    assert offer(200).show(80, rows=8).splitlines() == [
        "  turn 1-200",
        '200 choices: type one, like "turn 1"; "list" shows all with numbers.',
    ]


def test_forms_tell_words_apart_from_numbers() -> None:
    notations = [f"name {tile} {colour}" for tile in (1, 2, 3) for colour in ("red", "blue")]
    assert forms([*notations, "roll", "move 1 to a", "move 4 to b"]) == [
        "name 1-3 red|blue",
        "roll",
        "move 1|4 to a|b",
    ]


@pytest.mark.parametrize("typed", ["3", "turn 3", "  TURN   3 ", "Turn tile 3", "turn tile 3"])
def test_a_choice_is_meant_by_its_number_its_notation_or_its_sentence(typed: str) -> None:
    found = offer(5).find(typed)
    assert found is not None
    assert found.number == 103


@pytest.mark.parametrize("typed", ["", "0", "6", "-1", "turn 6", "turn", "99999999999999999999", "٣", "²", "3.0"])
def test_anything_else_means_nothing(typed: str) -> None:
    assert offer(5).find(typed) is None


def test_enter_takes_the_only_choice() -> None:
    found = offer(1).find("")
    assert found is not None
    assert found.number == 101


@pytest.mark.parametrize(
    ("typed", "is_notation", "sentence"),
    [
        ("", False, 'Type a number from 1 to 5, or a choice like "turn 1"; "help" tells more.'),
        ("6", False, "There is no choice 6; they are 1 to 5."),
        ("roll", True, '"roll" is not offered now; "list" shows what is.'),
        ("trun 3", False, '"trun 3" is no choice; did you mean "turn 3"?'),
        ("xyz", False, '"xyz" is no choice; they are written like "turn 1". "help" tells more.'),
    ],
)
def test_a_refusal_says_what_would_do(typed: str, is_notation: bool, sentence: str) -> None:
    assert offer(5).refuse(typed, is_notation) == sentence
