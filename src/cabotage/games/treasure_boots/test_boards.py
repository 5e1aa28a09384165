"""Sections and arrangements as data: random ones, custom ones, and files that are refused."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from cabotage.core.board import Board
from cabotage.core.errors import BoardError
from cabotage.games.treasure_boots.chart import (
    BOARDS,
    chart_of,
    draw_arrangement,
    own_board,
    random_arrangement,
    read_chart,
    read_sections,
    touching_land,
)
from cabotage.games.treasure_boots.test_kit import load

SECTIONS = (BOARDS / "standard.toml").read_text("utf-8")
ARRANGEMENT = (BOARDS / "two-sections.toml").read_text("utf-8")


def refusal(tmp_path: Path, option: str, text: str) -> str:
    """Why this file is refused."""
    path = tmp_path / "mine.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(BoardError) as caught:
        load(seats=2, **{option: str(path)})
    return str(caught.value).removeprefix(f"{path}: ")


def line_of(text: str, part: str) -> int:
    return text[: text.index(part)].count("\n") + 1


@pytest.mark.rule("TRB-90")
@pytest.mark.parametrize(("count", "seats", "share"), [(2, 2, 0.73), (3, 4, 0.40), (4, 8, 0.16)])
def test_random_arrangements_are_drawn_until_no_land_touches(count: int, seats: int, share: float) -> None:
    sections = read_sections(own_board("standard"))
    random = Random(5)
    drawn = [read_chart(Board("", draw_arrangement(random, sections, count)), sections) for _ in range(600)]
    assert sum(not touching_land(chart) for chart in drawn) / len(drawn) == pytest.approx(share, abs=0.05)
    for seed in range(20):
        chart = read_chart(Board("", random_arrangement(seats, seed)), sections)
        assert touching_land(chart) == []
        assert len(chart.placed) == len({piece.section.id for piece in chart.placed}) == count
        assert len(chart.cells) <= 672


@pytest.mark.rule("TRB-90")
def test_random_arrangements_take_every_shift_and_every_turn() -> None:
    two = [random_arrangement(3, seed)["placed"] for seed in range(500)]
    assert {placed[1]["row"] for placed in two} == set(range(-4, 5))
    assert {(placed[1]["column"], placed[0]["row"], placed[0]["column"]) for placed in two} == {(8, 0, 0)}
    assert Counter(placed[0]["turns"] for placed in two).keys() == {0, 1, 2, 3}
    three = [random_arrangement(4, seed)["placed"] for seed in range(500)]
    assert {placed[2]["column"] for placed in three} == set(range(9))
    assert {placed[2]["row"] for placed in three} == {8}
    four = [random_arrangement(6, seed)["placed"] for seed in range(500)]
    assert {(placed[2]["column"], placed[3]["column"]) for placed in four} == {(n, n + 8) for n in range(-4, 5)}


@pytest.mark.rule("TRB-90")
def test_the_same_seed_draws_the_same_sea() -> None:
    assert random_arrangement(4, 11) == random_arrangement(4, 11)
    assert random_arrangement(4, 11) != random_arrangement(4, 12)


@pytest.mark.rule("TRB-3")
def test_a_quarter_turn_takes_row_and_column_to_column_and_rows_from_the_far_side() -> None:
    section = read_sections(own_board("standard"))["A"]
    turned = section.turned(1)
    for row in range(8):
        for column in range(8):
            assert turned.cells[column][7 - row] == section.cells[row][column]
    assert {name: place for place, name in turned.ports} == {"Port Pelican": (1, 6), "Brandy Quay": (6, 1)}
    assert section.turned(4) == section


@pytest.mark.rule("TRB-3", "TRB-90")
def test_a_custom_arrangement_may_shift_and_turn_sections(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'margin = 1\nplaced = [\n  { section = "D", row = 3, column = -8, turns = 3 },\n'
        '  { section = "A", row = 0, column = 0, turns = 0 },\n]\n',
        "utf-8",
    )
    chart = chart_of(load(seats=2, arrangement=str(path)))
    assert (chart.top, chart.left, chart.rows, chart.columns) == (0, -8, 13, 18)
    assert chart.cells[chart.square(2, 2)] == 1
    assert chart.port_names[chart.square(4 + 8 - 2, -8 + 3)] == "Cutlass Cove"  # (3, 2) turned three times: (7, 3)


@pytest.mark.rule("TRB-90")
def test_land_may_touch_in_a_custom_arrangement(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    text = ARRANGEMENT.replace('"B", row = 0, column = 8', '"B", row = 8, column = -6')
    path.write_text(text.replace('"B"', '"D"'), "utf-8")
    chart = chart_of(load(seats=2, arrangement=str(path)))
    assert len(chart.placed) == 2


@pytest.mark.rule("TRB-3", "TRB-90")
@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("margin = 4", "margin = -1", "invalid margin -1"),
        ("margin = 4", "margin = 40", "88 x 96 squares with margin; at most 1600 can be played"),
        ("margin = 4", 'margin = "four"', "margin must be a whole number, not 'four'"),
        ('"B", row = 0, column = 8', '"B", row = 0, column = 7', "section B overlaps another one at row 1, column 8"),
        ('"B", row = 0, column = 8', '"B", row = 8, column = 8', "section B shares no edge with any other section"),
        ('"B", row = 0, column = 8', '"B", row = 0, column = 9', "section B shares no edge with any other section"),
        ('"B"', '"Z"', "unknown section 'Z'; choose one of A, B, C, D"),
        ("column = 8, turns = 0", "column = 8, turns = 4", "a section can be turned by 0 to 3 quarters, not 4"),
        (
            "column = 8, turns = 0",
            "column = 8, turn = 0",
            "unknown key turn; expected one of section, row, column, turns",
        ),
        ("column = 8, turns = 0", "column = 8", "placed[1].turns is missing"),
    ],
)
def test_an_arrangement_that_cannot_be_played_is_refused(tmp_path: Path, old: str, new: str, reason: str) -> None:
    text = ARRANGEMENT.replace(old, new)
    told = refusal(tmp_path, "arrangement", text)
    assert told.endswith(reason)
    assert told.startswith("line ")


def test_the_line_of_a_wrong_place_is_named(tmp_path: Path) -> None:
    text = ARRANGEMENT.replace("column = 8", "column = 7")
    assert refusal(tmp_path, "arrangement", text).startswith(f"line {line_of(text, 'column = 7')}: ")


@pytest.mark.rule("TRB-90")
def test_an_arrangement_without_sections_or_with_unknown_keys_is_refused(tmp_path: Path) -> None:
    assert (
        refusal(tmp_path, "arrangement", "margin = 4\nplaced = []\n") == "line 2: at least one section must be placed"
    )
    assert refusal(tmp_path, "arrangement", "margin = 4\nplace = []\n").startswith("line 2: unknown key place")


@pytest.mark.rule("TRB-90")
def test_a_chart_without_port_is_only_for_tests(tmp_path: Path) -> None:
    empty = tmp_path / "empty.toml"
    empty.write_text('[[sections]]\nid = "A"\nname = "a"\nrows = [". 7"]\nports = []\n', "utf-8")
    path = tmp_path / "mine.toml"
    path.write_text('margin = 0\nplaced = [{ section = "A", row = 0, column = 0, turns = 0 }]\n', "utf-8")
    with pytest.raises(BoardError, match="line 2: there is no port"):
        load(seats=2, sections=str(empty), arrangement=str(path))
    path.write_text("test_chart = true\n" + path.read_text("utf-8"), "utf-8")
    box = load(seats=2, sections=str(empty), arrangement=str(path))
    assert box.first().is_over


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (".  P  .  .  .  6", ".  Q  .  .  .  6", "a square must be ., P or a number 2 to 12, not 'Q'"),
        (".  .  .  4  .", ".  .  .  13 .", "a square must be ., P or a number 2 to 12, not '13'"),
        (".  .  .  4  .  .  .  .", ".  .  .  4  .  .  .", "all rows of a section must have the same length"),
        ('"Port Pelican", row = 2', '"Port Pelican", row = 3', "Port Pelican: there is no P at row 3, column 2"),
        ('  { name = "Brandy Quay", row = 7, column = 7 },\n', "", "the port at row 7, column 7 has no name"),
        ("Brandy Quay", "Port Pelican", "duplicate port name in this section: Port Pelican"),
        ("Brandy Quay", " ", "a port needs a name"),
        ('row = 7, column = 7 }', 'row = 2, column = 2 }', "Brandy Quay: this port is already called Port Pelican"),
        ('id = "B"', 'id = "A"', "duplicate section 'A'"),
        ('name = "Pelican Roads"', 'named = "Roads"', "unknown key named; expected one of id, name, rows, ports"),
        ('name = "Pelican Roads"\n', "", "sections[0].name is missing"),
    ],
)  # fmt: skip
def test_a_section_that_cannot_be_played_is_refused(tmp_path: Path, old: str, new: str, reason: str) -> None:
    told = refusal(tmp_path, "sections", SECTIONS.replace(old, new, 1))
    assert told.endswith(reason)
    assert told.startswith("line ")


def test_files_without_sections_are_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path, "sections", "sections = []\n") == "line 1: at least one section is needed"
    empty = '[[sections]]\nid = "A"\nname = "a"\nrows = []\nports = []\n'
    assert refusal(tmp_path, "sections", empty) == "line 4: a section needs at least one row"


def test_too_much_land_is_refused(tmp_path: Path) -> None:
    rows = ", ".join(['"' + " ".join(["7"] * 15) + '"'] * 14)
    text = f'[[sections]]\nid = "A"\nname = "a"\nrows = [{rows}]\nports = []\n'
    path = tmp_path / "sections.toml"
    path.write_text(text, "utf-8")
    one = 'margin = 0\nplaced = [{ section = "A", row = 0, column = 0, turns = 0 }]\n'
    (tmp_path / "one.toml").write_text(one, "utf-8")
    with pytest.raises(BoardError, match="line 2: 210 islands; at most 200 can be played"):
        load(seats=2, sections=str(path), arrangement=str(tmp_path / "one.toml"))


@pytest.mark.rule("TRB-90")
def test_a_random_arrangement_needs_enough_sections() -> None:
    board = Board.parse(SECTIONS[: SECTIONS.index('[[sections]]\nid = "C"')], "two")
    with pytest.raises(BoardError, match="needs 4 sections, not 2"):
        random_arrangement(6, 1, board)
