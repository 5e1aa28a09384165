"""Choices are shown so that they fit, and understood in every way they are shown."""

from __future__ import annotations

from typing import Any

import pytest

from cabotage.cli.language import Language, program_words
from cabotage.cli.menu import Menu, forms
from cabotage.core.words import Words

GAME_WORDS = Words(
    {
        "choice.turn": "turn tile {tile}",
        "choice.lay": "turn tile {tile} and lay it in hollow {slot}",
        "choice.roll": "roll again",
        "short.turn": "{tile}",
        "short.lay": "{tile} {slot}",
        "short.roll": "r",
    },
    "en",
)


def offer(count: int) -> Menu:
    choices: list[dict[str, Any]] = [
        {"id": 100 + tile, "notation": f"turn {tile}", "text": {"key": "choice.turn", "values": {"tile": tile}}}
        for tile in range(1, count + 1)
    ]
    return Menu(choices, GAME_WORDS, program_words(Language.en))


def choice(number: int, kind: str, notation: str, is_detail: bool = False, **values: Any) -> dict[str, Any]:
    """With a label of its own."""
    return {
        "id": number,
        "notation": notation,
        "text": {"key": f"choice.{kind}", "values": values},
        "short": {"key": f"short.{kind}", "values": values},
        "is_detail": is_detail,
    }


def turns(*tiles: int, slots: str = "") -> list[dict[str, Any]]:
    """Tile 3 is choice 300, and in hollow a 301; that is a detail."""
    return [
        offered
        for tile in tiles
        for offered in (
            choice(100 * tile, "turn", f"turn {tile}", tile=tile),
            *(
                choice(100 * tile + number, "lay", f"turn {tile} to {slot}", is_detail=True, tile=tile, slot=slot)
                for number, slot in enumerate(slots, 1)
            ),
        )
    ]


def labelled(choices: list[dict[str, Any]], language: Language = Language.en) -> Menu:
    return Menu(choices, GAME_WORDS, program_words(language))


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
        ("", False, 'Type a number from 1 to 5, or a choice like "turn 1"; "help" lists all commands.'),
        ("6", False, "There is no choice 6; choices are 1 to 5."),
        ("roll", True, '"roll" is not a legal choice now; "list" shows all choices.'),
        ("trun 3", False, '"trun 3" is not a choice; did you mean "turn 3"?'),
        ("xyz", False, '"xyz" is not a choice; choices look like "turn 1". "help" lists all commands.'),
    ],
)
def test_a_refusal_says_what_would_do(typed: str, is_notation: bool, sentence: str) -> None:
    assert offer(5).refuse(typed, is_notation) == sentence


def test_own_labels_stand_in_the_place_of_numbers() -> None:
    menu = labelled([*turns(3, 5), choice(1, "roll", "roll")])
    assert menu.show(80, rows=10).splitlines() == [
        " 3  turn tile 3   turn 3",
        " 5  turn tile 5   turn 5",
        " r  roll again    roll",
    ]


def test_one_choice_without_a_label_of_its_own_and_all_are_numbered() -> None:
    choices = turns(3, 5, slots="e")
    del choices[-1]["short"]
    menu = labelled(choices)
    assert [offered.label for offered in menu.offers] == ["1", "2", "3", "4"]
    assert menu.show(50, rows=10).splitlines() == [
        " 1  turn tile 3",
        " 2  turn tile 3 and lay it in hollow e",
        " 3  turn tile 5",
        " 4  turn tile 5 and lay it in hollow e",
    ]


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("3", 300),
        ("turn 3", 300),
        ("Turn tile 3", 300),
        ("3 e", 302),
        ("  3   E ", 302),
        ("turn 3 to e", 302),
        ("turn tile 3 and lay it in hollow e", 302),
        ("R", 1),
        ("roll", 1),
    ],
)
def test_a_choice_is_meant_by_its_own_label_too_even_a_detail(typed: str, number: int) -> None:
    found = labelled([*turns(3, 5, slots="be"), choice(1, "roll", "roll")]).find(typed)
    assert found is not None
    assert found.number == number


@pytest.mark.parametrize("typed", ["", "1", "2", "4", "03", "3 z", "3e", "e", "ro", "turn 1"])
def test_with_own_labels_running_numbers_mean_nothing(typed: str) -> None:
    assert labelled([*turns(3, 5, slots="be"), choice(1, "roll", "roll")]).find(typed) is None


@pytest.mark.parametrize(
    ("slots", "more"),
    [
        ("beh", '... and 6 more, like "3 b"; "list" shows all.'),
        ("h", '... and 2 more, like "3 h"; "list" shows all.'),
    ],
)
def test_details_are_left_out_and_one_line_says_so(slots: str, more: str) -> None:
    assert labelled(turns(3, 5, slots=slots)).show(80, rows=10).splitlines() == [
        " 3  turn tile 3   turn 3",
        " 5  turn tile 5   turn 5",
        more,
    ]


def test_a_single_detail_is_one_more_in_both_languages() -> None:
    choices = turns(3, slots="h")
    assert labelled(choices).show(80, rows=10).endswith('\n... and one more, like "3 h"; "list" shows all.')
    french = labelled(choices, Language.fr).show(80, rows=10).replace("\u00a0", " ")
    assert french.endswith("\n… et un autre, comme « 3 h » ; « liste » les montre tous.")


def test_list_shows_details_too() -> None:
    assert labelled(turns(3, 5, slots="e")).show_all(80).splitlines() == [
        "   3  turn tile 3                          turn 3",
        " 3 e  turn tile 3 and lay it in hollow e   turn 3 to e",
        "   5  turn tile 5                          turn 5",
        " 5 e  turn tile 5 and lay it in hollow e   turn 5 to e",
    ]


def test_the_line_about_details_needs_its_row() -> None:
    menu = labelled(turns(1, 2, 3, 4, slots="e"))
    assert len(menu.show(80, rows=5).splitlines()) == 5
    assert menu.show(80, rows=4).splitlines() == [
        " 1  turn tile 1    2  turn tile 2    3  turn tile 3    4  turn tile 4",
        '... and 4 more, like "1 e"; "list" shows all.',
    ]


def test_where_all_are_details_all_are_shown() -> None:
    choices = [offered for offered in turns(3, 5, slots="e") if offered["is_detail"]]
    assert labelled(choices).show(50, rows=10).splitlines() == [
        " 3 e  turn tile 3 and lay it in hollow e",
        " 5 e  turn tile 5 and lay it in hollow e",
    ]


def test_many_choices_with_own_labels_keep_their_sentences() -> None:
    shown = labelled(turns(*range(1, 25))).show(80, rows=4).splitlines()
    assert shown[0] == "  1  turn tile 1      7  turn tile 7     13  turn tile 13    19  turn tile 19"
    assert len(shown) == 6


@pytest.mark.parametrize(
    ("typed", "is_notation", "sentence"),
    [
        ("", False, 'Type a choice like "3"; "list" shows all choices, "help" all commands.'),
        ("1", False, '"1" is not a choice; choices look like "3". "help" lists all commands.'),
        ("99", False, '"99" is not a choice; choices look like "3". "help" lists all commands.'),
        ("3 z", False, '"3 z" is not a choice; choices look like "3". "help" lists all commands.'),
        ("turn 4", True, '"turn 4" is not a legal choice now; "list" shows all choices.'),
        ("trun 3", False, '"trun 3" is not a choice; did you mean "turn 3"?'),
    ],
)
def test_a_refusal_among_own_labels_speaks_of_labels(typed: str, is_notation: bool, sentence: str) -> None:
    assert labelled(turns(3, 5, slots="be")).refuse(typed, is_notation) == sentence
