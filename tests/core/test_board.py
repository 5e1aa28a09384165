"""Board files are refused with file, line and reason."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cabotage.core.board import Board
from cabotage.core.errors import BoardError
from cabotage.core.toml_lines import Key

TEXT = """size = 3
name = "Lagoon"
is_open = true
ratio = 1.5
tiles = [
  ["red", "blue"],
  ["red", 7],
]
[port]
x = 1
"""


@pytest.fixture
def board() -> Board:
    return Board.parse(TEXT, "lagoon", "boards/lagoon.toml")


def test_a_board_is_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "lagoon.toml"
    path.write_text(TEXT, "utf-8")
    board = Board.read(path)
    assert board.name == "lagoon"
    assert board.source == str(path)
    assert board.data["size"] == 3


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BoardError, match=r"nowhere\.toml: cannot be read"):
        Board.read(tmp_path / "nowhere.toml")


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    path = tmp_path / "picture.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BoardError, match=r"picture\.toml: cannot be read"):
        Board.read(path)


def test_what_is_not_toml_is_refused_with_its_place() -> None:
    with pytest.raises(BoardError, match=r"lagoon: not TOML: .*line 2"):
        Board.parse("a = 1\nb = = 2\n", "lagoon")


@pytest.mark.parametrize(
    ("kind", "path", "value"),
    [
        (int, ("size",), 3),
        (str, ("name",), "Lagoon"),
        (bool, ("is_open",), True),
        (float, ("ratio",), 1.5),
        (list, ("tiles", 1), ["red", 7]),
        (str, ("tiles", 0, 1), "blue"),
        (int, ("port", "x"), 1),
        (dict, ("port",), {"x": 1}),
    ],
)
def test_a_value_of_the_right_kind_is_given(board: Board, kind: type, path: tuple[Key, ...], value: Any) -> None:
    assert board.require(kind, *path) == value


@pytest.mark.parametrize(
    ("kind", "path", "reason"),
    [
        (int, ("name",), "boards/lagoon.toml: line 2: name cannot be 'Lagoon'; write a whole number"),
        (int, ("is_open",), "line 3: is_open cannot be True; write a whole number"),
        (int, ("ratio",), "line 4: ratio cannot be 1.5; write a whole number"),
        (str, ("tiles", 1, 1), r"line 7: tiles\[1\]\[1\] cannot be 7; write a text"),
        (list, ("port",), "line 9: port cannot be .*; write a list"),
        (bool, ("size",), "line 1: size cannot be 3; write true or false"),
        (int, ("depth",), "boards/lagoon.toml: depth is missing"),
        (int, ("port", "y"), r"line 9: port\.y is missing"),
        (str, ("tiles", 2, 0), r"line 5: tiles\[2\] is missing"),
        (str, ("size", "x"), r"line 1: size\.x is missing"),
    ],
)
def test_a_wrong_value_is_refused_on_its_line(board: Board, kind: type, path: tuple[Key, ...], reason: str) -> None:
    with pytest.raises(BoardError, match=reason):
        board.require(kind, *path)


def test_an_unknown_key_is_refused_with_the_known_ones(board: Board) -> None:
    with pytest.raises(BoardError, match="line 4: unknown key ratio; expected one of name, size, is_open"):
        board.only("name", "size", "is_open")
    board.only("name", "size", "is_open", "ratio", "tiles", "port")


def test_refusing_a_part_without_a_line_names_the_nearest_one_around_it(board: Board) -> None:
    with pytest.raises(BoardError, match="line 9: too shallow; dig"):
        board.refuse("too shallow", "dig", "port", "z")


def test_a_board_kept_in_a_record_has_no_lines_but_is_refused_all_the_same() -> None:
    board = Board.kept({"name": "mine", "data": {"size": "x"}})
    with pytest.raises(BoardError, match=r"^mine: size cannot be 'x'; write a whole number$"):
        board.require(int, "size")


@pytest.mark.parametrize("kept", [{}, {"name": "a"}, {"name": 1, "data": {}}, {"name": "a", "data": [1]}])
def test_a_misshapen_board_in_a_record_is_refused(kept: dict[str, Any]) -> None:
    with pytest.raises(BoardError, match="a board in a record must be"):
        Board.kept(kept)
