"""Seats and options are checked, and refused with what would have been right."""

from __future__ import annotations

from typing import Any

import pytest

from cabotage.core.errors import OptionError, SeatsError, UnknownGame
from cabotage.core.game import Game, Option
from cabotage.games import GAMES, find
from tests.settings import each_game
from tests.toy import GAME


def game(**fields: Any) -> Game:
    options = (
        Option("speed", (1, 2, 3), 2, "house"),
        Option("is_deep", (False, True), False, "house"),
        Option("sea", ("calm", "rough"), "calm", "house", seats={"rough": range(4, 5)}),
        Option("board", ("lagoon",), "lagoon", "house", takes_files=True),
    )
    usual: dict[str, Any] = {
        "package": "somewhere.regatta",
        "version": 1,
        "names": {"en": "Regatta", "fr": "Régate"},
        "seats": range(2, 4),
        "default_seats": 3,
        "options": options,
        "longest": 10,
        "minutes": (1, 2),
        "age": 3,
    }
    return Game(**(usual | fields))


def test_a_game_is_called_like_its_folder() -> None:
    assert game().id == "regatta"


def test_defaults_are_filled_in() -> None:
    assert game().choose(None, {}) == (3, {"speed": 2, "is_deep": False, "sea": "calm", "board": "lagoon"})


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("speed", 3, 3),
        ("speed", "3", 3),
        ("is_deep", True, True),
        ("is_deep", "true", True),
        ("is_deep", " FALSE ", False),
        ("sea", "Calm", "calm"),
        ("board", "my/lagoon.toml", "my/lagoon.toml"),
    ],
)
def test_a_value_is_understood_also_as_text(name: str, value: Any, expected: Any) -> None:
    chosen = game().choose(None, {name: value})[1][name]
    assert chosen == expected
    assert type(chosen) is type(expected)


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("wind", 1, "regatta has no option 'wind'; its options are speed, is_deep, sea, board"),
        ("speed", 4, "regatta: option speed must be one of 1, 2, 3, not 4"),
        ("speed", True, "option speed must be one of 1, 2, 3, not True"),
        ("speed", 2.0, "not 2.0"),
        ("speed", None, "not None"),
        ("is_deep", 1, "option is_deep must be one of false, true, not 1"),
        ("is_deep", 0, "option is_deep must be one of false, true, not 0"),
        ("sea", "stormy", "option sea must be one of calm, rough, not 'stormy'"),
        ("board", 3, "option board must be one of lagoon or the path of a board file, not 3"),
    ],
)
def test_a_wrong_option_is_refused_with_the_right_ones(name: str, value: Any, reason: str) -> None:
    with pytest.raises(OptionError, match=reason):
        game().choose(None, {name: value})


@pytest.mark.parametrize("seats", [-1, 0, 1, 99])
def test_a_wrong_number_of_seats_is_refused_with_the_right_ones(seats: int) -> None:
    with pytest.raises(SeatsError, match=f"regatta needs 2 to 3 seats, not {seats}"):
        game().choose(seats, {})


def test_a_number_of_seats_that_an_option_would_allow_is_refused_with_that_option() -> None:
    with pytest.raises(SeatsError, match=r"regatta needs 2 to 3 seats \(4 with sea=rough\), not 4"):
        game().choose(4, {})


def test_an_option_may_change_the_number_of_seats() -> None:
    assert game().choose(None, {"sea": "rough"})[0] == 4
    with pytest.raises(SeatsError, match=r"regatta needs 2 to 3 seats \(4 with sea=rough\), not 3"):
        game().choose(3, {"sea": "rough"})


def test_seats_are_teams_of_their_own_unless_they_play_together() -> None:
    alone, together = game(), game(cooperative={"sea": ("rough",)})
    assert alone.teams(3, alone.choose(3, {})[1]) == (0, 1, 2)
    assert together.teams(4, together.choose(4, {"sea": "rough"})[1]) == (0, 0, 0, 0)
    assert together.teams(3, together.choose(3, {})[1]) == (0, 1, 2)


def test_partners_are_a_team() -> None:
    paired = game(partners={"sea": {"rough": (0, 1, 0, 1)}})
    assert paired.teams(4, paired.choose(4, {"sea": "rough"})[1]) == (0, 1, 0, 1)
    assert paired.teams(2, paired.choose(2, {})[1]) == (0, 1)


def test_an_unknown_game_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownGame, match=f"unknown game 'chess'; choose one of {', '.join(GAMES)}"):
        find("chess")


def test_the_registry_knows_each_game_by_its_id() -> None:
    assert all(find(name).id == name for name in GAMES)
    assert "calypso" in GAMES
    assert GAME.id not in GAMES


@each_game
def test_a_declared_game_is_consistent(game: Game) -> None:
    assert game.default_seats in game.seats
    assert game.version >= 1
    assert game.longest > 0
    assert 0 < game.minutes[0] <= game.minutes[1]
    names = [option.name for option in game.options]
    assert len(set(names)) == len(names)
    for option in game.options:
        assert option.default in option.values, option.name
        assert len(set(map(str, option.values))) == len(option.values), option.name
        assert set(option.seats) <= set(option.values), option.name
    for name in (*game.cooperative, *game.partners):
        assert name in names


def test_an_option_says_where_its_choice_comes_from_and_how_the_book_plays() -> None:
    variant = Option("children", (False, True), False, "book")
    changed = Option("target", (7, 5, 10), 7, "house", {7: "book"})
    quicker = Option("decline", (False, True), False, "ours", {True: "book"})
    board = Option("board", ("lagoon",), "lagoon", "ours", takes_files=True)
    assert [option.group for option in (variant, changed, quicker, board)] == ["book", "house", "book", "ours"]
    assert [option.book_value for option in (variant, changed, quicker, board)] == [False, 7, True, "lagoon"]
    assert [changed.origin_of(value) for value in changed.values] == ["book", "house", "house"]
