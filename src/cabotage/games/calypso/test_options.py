"""Seats and options: what can be agreed on, what is refused, and in which words."""

from __future__ import annotations

from typing import Any

import pytest

import cabotage
from cabotage.core.errors import OptionError, SeatsError
from cabotage.games.calypso import GAME
from cabotage.games.calypso.test_kit import game


def test_options_and_defaults_are_those_of_the_rules() -> None:
    assert {option.name: option.values for option in GAME.options} == {
        "mode": ("competitive", "coop", "coop_hard"),
        "children": (False, True),
        "replacing": (True, False),
        "coop_talk": (True, False),
        "capture_limit": (10, 7, 5, 4),
        "finish_round": (False, True),
        "mixing": ("free", "once"),
        "memory_help": (False, True),
        "numbered_tiles": (False, True),
        "board": ("standard",),
    }
    assert cabotage.load("calypso").options == {
        "mode": "competitive",
        "children": False,
        "replacing": True,
        "coop_talk": True,
        "capture_limit": 10,
        "finish_round": False,
        "mixing": "free",
        "memory_help": False,
        "numbered_tiles": False,
        "board": "standard",
    }


def test_a_default_is_the_first_of_its_values() -> None:
    for option in GAME.options:
        assert option.default == option.values[0], option.name


@pytest.mark.rule("CAL-38")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_two_to_six_play_against_each_other(seats: int) -> None:
    assert cabotage.load("calypso", seats=seats).seats == seats
    assert not cabotage.load("calypso", seats=seats).is_cooperative


@pytest.mark.rule("CAL-48", "CAL-60")
@pytest.mark.parametrize("mode", ["coop", "coop_hard"])
@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5, 6])
def test_one_to_six_play_together(seats: int, mode: str) -> None:
    box = cabotage.load("calypso", seats=seats, mode=mode)
    assert box.seats == seats
    assert box.is_cooperative


@pytest.mark.rule("CAL-60")
@pytest.mark.parametrize(
    ("seats", "mode", "sentence"),
    [
        (0, "competitive", "calypso needs 2 to 6 seats, not 0"),
        (1, "competitive", "calypso needs 2 to 6 seats (1 to 6 with mode=coop), not 1"),
        (7, "competitive", "calypso needs 2 to 6 seats, not 7"),
        (0, "coop", "calypso needs 2 to 6 seats (1 to 6 with mode=coop), not 0"),
        (7, "coop", "calypso needs 2 to 6 seats (1 to 6 with mode=coop), not 7"),
        (7, "coop_hard", "calypso needs 2 to 6 seats (1 to 6 with mode=coop_hard), not 7"),
    ],
)
def test_other_numbers_of_seats_are_refused(seats: int, mode: str, sentence: str) -> None:
    with pytest.raises(SeatsError) as refused:
        cabotage.load("calypso", seats=seats, mode=mode)
    assert str(refused.value) == sentence
    assert refused.value.code == "game/seats"


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"mode": "solo"}, "calypso: option mode must be one of competitive, coop, coop_hard, not 'solo'"),
        ({"children": 1}, "calypso: option children must be one of false, true, not 1"),
        ({"replacing": "perhaps"}, "calypso: option replacing must be one of true, false, not 'perhaps'"),
        ({"coop_talk": None}, "calypso: option coop_talk must be one of true, false, not None"),
        ({"capture_limit": 6}, "calypso: option capture_limit must be one of 10, 7, 5, 4, not 6"),
        ({"capture_limit": 7.0}, "calypso: option capture_limit must be one of 10, 7, 5, 4, not 7.0"),
        ({"finish_round": 0}, "calypso: option finish_round must be one of false, true, not 0"),
        ({"mixing": "twice"}, "calypso: option mixing must be one of free, once, not 'twice'"),
        ({"memory_help": []}, "calypso: option memory_help must be one of false, true, not []"),
        ({"board": 3}, "calypso: option board must be one of standard or the path of a board file, not 3"),
        (
            {"childrn": True},
            (
                "calypso has no option 'childrn'; its options are mode, children, replacing, coop_talk, capture_limit, "
                "finish_round, mixing, memory_help, numbered_tiles, board"
            ),
        ),
    ],
)
def test_options_that_are_none_are_refused(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(OptionError) as refused:
        cabotage.load("calypso", **options)
    assert str(refused.value) == sentence
    assert refused.value.code == "game/option"


def test_options_may_be_written_as_on_a_command_line() -> None:
    box = cabotage.load("calypso", seats=1, mode="COOP", children="True", replacing="false", capture_limit="7")
    assert (box.options["mode"], box.options["children"]) == ("coop", True)
    assert (box.options["replacing"], box.options["capture_limit"]) == (False, 7)


@pytest.mark.rule("CAL-59")
@pytest.mark.parametrize("mode", ["competitive", "coop", "coop_hard"])
def test_talking_may_be_agreed_on_and_changes_nothing_in_play(mode: str) -> None:
    talking, silent = game(mode=mode, coop_talk=True), game(mode=mode, coop_talk=False)
    assert (talking.options["coop_talk"], silent.options["coop_talk"]) == (True, False)
    one, other = talking.first(8), silent.first(8)
    for _ in range(400):
        if one.is_over:
            break
        assert one.legal.numbers.tolist() == other.legal.numbers.tolist()
        for position in (one, other):
            if position.is_chance:
                position.roll_once()
            else:
                position.play(position.legal[-1])
    assert len(one.history) > 20
    assert one.history == other.history
    assert one.fields == other.fields


@pytest.mark.rule("CAL-62")
def test_a_house_rule_is_off_unless_chosen() -> None:
    record = cabotage.load("calypso").constants
    assert {name: int(record[name][0]) for name in ("children", "finish_round", "free_mix", "numbered_tiles")} == {
        "children": 0,
        "finish_round": 0,
        "free_mix": 1,
        "numbered_tiles": 0,
    }
    assert int(record["capture_limit"][0]) == 10
