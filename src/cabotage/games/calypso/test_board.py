"""Board files: tiles, ring and die as data; wrong ones are refused with file, line and reason."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import cabotage
from cabotage.core.errors import BoardError
from cabotage.core.record import Record
from cabotage.games.calypso.test_kit import RING, slots_of, table
from tests.reading import odds

STANDARD = """\
tiles = [
  ["red", "blue"],
  ["red", "yellow"],
  ["red", "green"],
  ["blue", "yellow"],
  ["blue", "green"],
  ["yellow", "green"],
]
ring = ["red", "blue", "yellow", "green", "mixed", "net", "shark"]
die = [1, 2, 3, 4, 5, 6]
start_slots = [0, 2, 3, 5, 6, 8]
"""


def write(folder: Path, old: str = "", new: str = "") -> Path:
    """The standard board with one change."""
    assert old in STANDARD
    path = folder / "mine.toml"
    path.write_text(STANDARD.replace(old, new, 1) if old else STANDARD + new, "utf-8")
    return path


def refusal(path: Path) -> str:
    """What is said of this file, after its name."""
    with pytest.raises(BoardError) as refused:
        cabotage.load("calypso", board=str(path))
    assert refused.value.code == "board/invalid"
    said = str(refused.value)
    assert said.startswith(f"{path}: ")
    return said.removeprefix(f"{path}: ")


COLOURS = "a tile must have two sides from red, blue, yellow, green, not"


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('["blue", "green"]', '["blue", "pink"]', f"line 6: {COLOURS} ['blue', 'pink']"),
        ('["blue", "green"]', '["blue"]', f"line 6: {COLOURS} ['blue']"),
        ('["blue", "green"]', '["blue", 3]', f"line 6: {COLOURS} ['blue', 3]"),
        ('["blue", "green"]', '["blue", ["green"]]', f"line 6: {COLOURS} ['blue', ['green']]"),
        ('["blue", "green"]', '"blue"', "line 6: tiles[4] must be a list, not 'blue'"),
        ('["blue", "green"]', '["blue", "blue"]', "line 6: a tile cannot be blue on both sides"),
        ('["blue", "green"]', '["green", "red"]', "line 6: duplicate tile: green and red"),
        ('  ["blue", "green"],\n', "", "line 1: there must be 6 tiles, not 5"),
        ('["blue", "green"],', '["blue", "green"], ["red", "blue"],', "line 1: there must be 6 tiles, not 7"),
    ],
)
@pytest.mark.rule("CAL-2")
def test_wrong_tiles_are_refused(tmp_path: Path, old: str, new: str, reason: str) -> None:
    assert refusal(write(tmp_path, old, new)) == reason


STONES = "choose one of red, blue, yellow, green, mixed, net, shark"


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('"mixed"', '"whale"', f"line 9: unknown octagon 'whale'; {STONES}"),
        ('"mixed"', "4", f"line 9: unknown octagon 4; {STONES}"),
        ('"mixed"', '"net"', "line 9: duplicate octagon net"),
        ('"mixed", ', "", "line 9: the ring must have 7 octagons, not 6"),
        ('"mixed", "net", "shark"]', '"mixed",\n"net",\n"ray"]', f"line 11: unknown octagon 'ray'; {STONES}"),
    ],
)
@pytest.mark.rule("CAL-4")
def test_a_wrong_ring_is_refused(tmp_path: Path, old: str, new: str, reason: str) -> None:
    assert refusal(write(tmp_path, old, new)) == reason


@pytest.mark.parametrize(
    ("new", "reason"),
    [
        ("[1, 2, 3, 4, 5, 7]", "line 10: a face of the die must show 1 to 6, not 7"),
        ("[0, 2, 3, 4, 5, 6]", "line 10: a face of the die must show 1 to 6, not 0"),
        ("[1, 2, 3, 4, 5]", "line 10: the die must have 6 faces, not 5"),
        ('[1, 2, 3, 4, 5, "6"]', "line 10: die[5] must be a whole number, not '6'"),
        ("[1, 2, 3, 4, 5, 6.0]", "line 10: die[5] must be a whole number, not 6.0"),
        ("[true, 2, 3, 4, 5, 6]", "line 10: die[0] must be a whole number, not True"),
        ("6", "line 10: die must be a list, not 6"),
    ],
)
@pytest.mark.rule("CAL-9", "CAL-10")
def test_a_wrong_die_is_refused(tmp_path: Path, new: str, reason: str) -> None:
    assert refusal(write(tmp_path, "[1, 2, 3, 4, 5, 6]", new)) == reason


@pytest.mark.parametrize(
    ("new", "reason"),
    [
        ("[0, 2, 3, 5, 6, 6]", "line 11: two tiles on hollow 6"),
        ("[0, 2, 3, 5, 6, 9]", "line 11: a hollow must be 0 to 8, not 9"),
        ("[-1, 2, 3, 5, 6, 8]", "line 11: a hollow must be 0 to 8, not -1"),
        ("[0, 2, 3, 5, 6]", "line 11: start_slots must list one hollow for each of the 6 tiles, not 5"),
        ('[0, 2, 3, 5, 6, "8"]', "line 11: start_slots[5] must be a whole number, not '8'"),
        ('"left and right"', "line 11: start_slots must be a list, not 'left and right'"),
    ],
)
@pytest.mark.rule("CAL-26")
def test_wrong_start_slots_are_refused(tmp_path: Path, new: str, reason: str) -> None:
    assert refusal(write(tmp_path, "[0, 2, 3, 5, 6, 8]", new)) == reason


def test_an_unknown_key_is_refused(tmp_path: Path) -> None:
    reason = "line 12: unknown key dice; expected one of tiles, ring, die, start_slots"
    assert refusal(write(tmp_path, new="dice = 2\n")) == reason


def test_a_missing_key_is_refused(tmp_path: Path) -> None:
    assert refusal(write(tmp_path, "die = [1, 2, 3, 4, 5, 6]\n")) == "die is missing"


def test_what_is_not_toml_is_refused_with_its_line(tmp_path: Path) -> None:
    said = refusal(write(tmp_path, "die = [1, 2, 3, 4, 5, 6]", "die: 1 to 6"))
    assert said.startswith("not TOML: ")
    assert "line 10" in said


def test_what_is_not_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(b"\xff\xfe\x00")
    assert refusal(path).startswith("cannot be read")


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    reason = "no such file; built-in boards are standard"
    assert refusal(tmp_path / "lost.toml") == reason
    assert refusal(tmp_path) == reason  # a folder is none either


def test_a_name_that_is_neither_ours_nor_a_file_is_refused() -> None:
    with pytest.raises(BoardError) as refused:
        cabotage.load("calypso", board="atlantis")
    assert str(refused.value) == "atlantis: no such file; built-in boards are standard"


@pytest.mark.rule("CAL-2", "CAL-4")
def test_our_own_board_copied_to_a_file_is_the_same_game(tmp_path: Path) -> None:
    ours, copy = cabotage.load("calypso"), cabotage.load("calypso", board=write(tmp_path))
    assert ours.constants.tobytes() == copy.constants.tobytes()


@pytest.mark.rule("CAL-9", "CAL-10")
def test_the_faces_of_the_die_are_data(tmp_path: Path) -> None:
    path = write(tmp_path, "[1, 2, 3, 4, 5, 6]", "[1, 1, 1, 2, 2, 5]")
    position = table(cabotage.load("calypso", board=str(path)))
    assert odds(position) == {"die 1": Fraction(1, 2), "die 2": Fraction(1, 3), "die 5": Fraction(1, 6)}
    position.roll("die 5")
    assert RING[position["calypso"]] == "B"


@pytest.mark.rule("CAL-26")
def test_the_hollows_at_the_start_are_data(tmp_path: Path) -> None:
    path = write(tmp_path, "[0, 2, 3, 5, 6, 8]", "[8, 7, 6, 2, 1, 0]")
    assert slots_of(cabotage.load("calypso", board=str(path)).first()) == "ihgcba"


@pytest.mark.parametrize("mode", ["competitive", "coop"])
def test_a_game_on_a_board_of_ones_own_is_recorded_and_replayed(tmp_path: Path, mode: str) -> None:
    path = write(tmp_path, "[1, 2, 3, 4, 5, 6]", "[1, 1, 1, 2, 2, 5]")
    position = cabotage.load("calypso", mode=mode, board=str(path)).start(4)
    record = Record.of(position)
    path.unlink()
    assert cabotage.replay(record) == position
