"""Board files: tiles, ring and die as data; wrong ones are refused with file, line and reason."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

import cabotage
from cabotage.core.errors import BoardError
from cabotage.core.record import Record
from cabotage.games.calypso import GAME
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


COLOURS = "write two of red, blue, yellow, green"


SIDES = "a tile cannot be blue on both sides: one that shows blue cannot hide it (CAL-13); write two different colours"


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (
            '["blue", "green"]',
            '["blue", "pink"]',
            f"line 6: a tile must have two sides, not ['blue', 'pink']; {COLOURS}",
        ),
        ('["blue", "green"]', '["blue"]', f"line 6: a tile must have two sides, not ['blue']; {COLOURS}"),
        ('["blue", "green"]', '["blue", 3]', f"line 6: a tile must have two sides, not ['blue', 3]; {COLOURS}"),
        (
            '["blue", "green"]',
            '["blue", ["green"]]',
            f"line 6: a tile must have two sides, not ['blue', ['green']]; {COLOURS}",
        ),
        ('["blue", "green"]', '"blue"', "line 6: tiles[4] cannot be 'blue'; write a list"),
        ('["blue", "green"]', '["blue", "blue"]', f"line 6: {SIDES}"),
        ('  ["blue", "green"],\n', "", "line 1: there must be 6 tiles, not 5; add or remove some"),
        (
            '["blue", "green"],',
            '["blue", "green"], ["red", "blue"],',
            "line 1: there must be 6 tiles, not 7; add or remove some",
        ),
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
        ('"shark"', '"net"', "line 9: the ring has no shark, where Calypso starts (CAL-5); add one"),
        ('"mixed", ', "", "line 9: the ring must have 7 octagons, not 6; add or remove some"),
        ('"mixed", "net", "shark"]', '"mixed",\n"net",\n"ray"]', f"line 11: unknown octagon 'ray'; {STONES}"),
    ],
)
@pytest.mark.rule("CAL-4")
def test_a_wrong_ring_is_refused(tmp_path: Path, old: str, new: str, reason: str) -> None:
    assert refusal(write(tmp_path, old, new)) == reason


@pytest.mark.parametrize(
    ("new", "reason"),
    [
        ("[1, 2, 3, 4, 5, 13]", "line 10: a face of the die cannot show 13; write 1 to 12"),
        ("[0, 2, 3, 4, 5, 6]", "line 10: a face of the die cannot show 0; write 1 to 12"),
        ("[4]", "line 10: the die must have 2 to 20 faces, not 1; add or remove some"),
        ('[1, 2, 3, 4, 5, "6"]', "line 10: die[5] cannot be '6'; write a whole number"),
        ("[1, 2, 3, 4, 5, 6.0]", "line 10: die[5] cannot be 6.0; write a whole number"),
        ("[true, 2, 3, 4, 5, 6]", "line 10: die[0] cannot be True; write a whole number"),
        ("6", "line 10: die cannot be 6; write a list"),
    ],
)
@pytest.mark.rule("CAL-9", "CAL-10")
def test_a_wrong_die_is_refused(tmp_path: Path, new: str, reason: str) -> None:
    assert refusal(write(tmp_path, "[1, 2, 3, 4, 5, 6]", new)) == reason


@pytest.mark.parametrize(
    ("new", "reason"),
    [
        ("[0, 2, 3, 5, 6, 6]", "line 11: two tiles on hollow 6; move one of them"),
        ("[0, 2, 3, 5, 6, 9]", "line 11: a hollow cannot be 9; write 0 to 8"),
        ("[-1, 2, 3, 5, 6, 8]", "line 11: a hollow cannot be -1; write 0 to 8"),
        (
            "[0, 2, 3, 5, 6]",
            "line 11: start_slots must list one hollow for each of the 6 tiles, not 5; add or remove some",
        ),
        ('[0, 2, 3, 5, 6, "8"]', "line 11: start_slots[5] cannot be '8'; write a whole number"),
        ('"left and right"', "line 11: start_slots cannot be 'left and right'; write a list"),
    ],
)
@pytest.mark.rule("CAL-26")
def test_wrong_start_slots_are_refused(tmp_path: Path, new: str, reason: str) -> None:
    assert refusal(write(tmp_path, "[0, 2, 3, 5, 6, 8]", new)) == reason


def test_an_unknown_key_is_refused(tmp_path: Path) -> None:
    reason = "line 12: unknown key dice; expected one of tiles, ring, die, start_slots"
    assert refusal(write(tmp_path, new="dice = 2\n")) == reason


def test_a_missing_key_is_refused(tmp_path: Path) -> None:
    assert refusal(write(tmp_path, "die = [1, 2, 3, 4, 5, 6]\n")) == "die is missing; add a list"


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


@pytest.mark.rule("CAL-4", "CAL-5")
def test_an_octagon_may_be_there_more_than_once(tmp_path: Path) -> None:
    path = write(tmp_path, '"green", "mixed", "net", "shark"', '"shark", "shark", "net", "shark"')
    position = cabotage.load("calypso", board=str(path)).first()
    sixth = Fraction(1, 6)
    drawn = {"stone red": sixth, "stone blue": sixth, "stone yellow": sixth, "stone net": sixth}
    assert odds(position) == drawn | {"stone shark": Fraction(1, 3)}
    for stone in ("shark", "shark", "red", "blue", "yellow", "net"):
        position.roll(f"stone {stone}")
    assert position["ring"] == [6, 6, 6, 0, 1, 2, 5]


@pytest.mark.rule("CAL-2", "CAL-13")
def test_tiles_may_be_alike_and_the_odds_count_each(tmp_path: Path) -> None:
    alike = '["red", "blue"], ' * 3
    tiles = alike + '["red", "yellow"], ["red", "green"], ["yellow", "green"]'
    path = tmp_path / "alike.toml"
    path.write_text(re.sub(r"(?s)tiles = \[.*?\n\]", f"tiles = [{tiles}]", STANDARD))
    box = cabotage.load("calypso", board=str(path), replacing=False)
    assert odds(box.position(phase="TOPS")) == {
        "top red": Fraction(5, 12),
        "top blue": Fraction(1, 4),
        "top yellow": Fraction(1, 6),
        "top green": Fraction(1, 6),
    }
    # The first tile is red and blue, so are both that show blue; none is left for the second.
    position = table(box, phase="SEARCH", calypso=RING.index("Y"), sought="Y", top="RRBBYG", back="B?????")
    position.play("turn c")
    assert odds(position) == {"back yellow": Fraction(1, 2), "back green": Fraction(1, 2)}
    # Two red and blue tiles are left: 4 ways with one of them in c, 2 each with red and yellow or red and green.
    position = table(box, phase="SEARCH", calypso=RING.index("Y"), sought="Y", top="RRRBYG", back="B?????")
    position.play("turn c")
    assert odds(position) == {"back blue": Fraction(1, 2), "back yellow": Fraction(1, 4), "back green": Fraction(1, 4)}


def random_board(rng: Random) -> dict[str, Any]:
    """Any board within the limits of RULES.md."""
    colours = ["red", "blue", "yellow", "green"]
    stones = [*colours, "mixed", "net", "shark"]
    return {
        "tiles": [rng.sample(colours, 2) for _ in range(6)],
        "ring": [*rng.choices(stones, k=6), "shark"],
        "die": rng.choices(range(1, 13), k=rng.randint(2, 20)),
        "start_slots": rng.sample(range(9), 6),
    }


@pytest.mark.rule("CAL-2", "CAL-4", "CAL-42")
def test_a_thousand_games_on_random_boards_end() -> None:
    rng = Random(1)
    steps = 0
    for board in range(200):
        options = {option.name: rng.choice(option.values) for option in GAME.options if not option.takes_files}
        seats = rng.choice(GAME.seats_for(GAME.choose(None, options)[1]))
        data = random_board(rng)
        box = cabotage.load("calypso", seats, board={"name": f"board {board}", "data": data}, **options)
        steps += box.simulation.play(games=5, seed=board)
    assert steps > 100_000


@pytest.mark.rule("CAL-14", "CAL-22")
@pytest.mark.parametrize("seed", range(4))
def test_on_any_board_the_known_tiles_are_printed_ones(seed: int) -> None:
    rng = Random(seed)
    data = random_board(rng)
    printed = Counter(frozenset(sides) for sides in data["tiles"])
    names = ["red", "blue", "yellow", "green"]
    position = cabotage.load("calypso", 2, board={"name": "any", "data": data}).start(seed)
    for _ in range(300):
        if position.is_over:
            break
        if position.is_chance:
            position.roll_once()
        else:
            position.play(int(rng.choice(position.legal.numbers)))
        sides = zip(position["top"], position["back"], strict=True)
        known = Counter(frozenset({names[top], names[back]}) for top, back in sides if back != -1)
        assert known <= printed
    assert len(position.history) > 40
