"""Sections and arrangements as data: random ones, custom ones, and files that are refused."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

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
from cabotage.games.treasure_boots.test_kit import all_tokens, in_box, load, scores, table

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
        ("margin = 4", "margin = -1", "invalid margin -1; write 0 or more"),
        ("margin = 4", "margin = 40", "but at most 1600 can be played; lay the sections closer, or lower the margin"),
        ("margin = 4", 'margin = "four"', "margin cannot be 'four'; write a whole number"),
        (
            '"B", row = 0, column = 8',
            '"B", row = 0, column = 7',
            "section B overlaps another one at row 1, column 8; move it",
        ),
        (
            '"B", row = 0, column = 8',
            '"B", row = 8, column = 8',
            "section B shares no edge with any other section; move it beside one",
        ),
        (
            '"B", row = 0, column = 8',
            '"B", row = 0, column = 9',
            "section B shares no edge with any other section; move it beside one",
        ),
        ('"B"', '"Z"', "unknown section 'Z'; choose one of A, B, C, D"),
        ("column = 8, turns = 0", "column = 8, turns = 4", "a section cannot be turned by 4 quarters; write 0 to 3"),
        (
            "column = 8, turns = 0",
            "column = 8, turn = 0",
            "unknown key turn; expected one of section, row, column, turns",
        ),
        ("column = 8, turns = 0", "column = 8", "placed[1].turns is missing; add a whole number"),
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
        refusal(tmp_path, "arrangement", "margin = 4\nplaced = []\n")
        == "line 2: no section is placed; place at least one"
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
        (".  P  .  .  .  6", ".  Q  .  .  .  6", "a square cannot be 'Q'; write ., P or a number 2 to 12"),
        (".  .  .  4  .", ".  .  .  13 .", "a square cannot be '13'; write ., P or a number 2 to 12"),
        (".  .  .  4  .  .  .  .", ".  .  .  4  .  .  .", "must have the same length; add squares here or remove some"),
        ('"Port Pelican", row = 2', '"Port Pelican", row = 3', "row 3, column 2; correct the place, or the row"),
        ('  { name = "Brandy Quay", row = 7, column = 7 },\n', "", "column 7 has no name; add it under ports"),
        ("Brandy Quay", "Port Pelican", "duplicate port name in this section: Port Pelican; write another"),
        ("Brandy Quay", " ", "this port has no name; write one"),
        ('row = 7, column = 7 }', 'row = 2, column = 2 }', "already called Port Pelican; remove one of them"),
        ('id = "B"', 'id = "A"', "duplicate section 'A'; give each an id of its own"),
        ('name = "Pelican Roads"', 'named = "Roads"', "unknown key named; expected one of id, name, rows, ports"),
        ('name = "Pelican Roads"\n', "", "sections[0].name is missing; add a text"),
    ],
)  # fmt: skip
def test_a_section_that_cannot_be_played_is_refused(tmp_path: Path, old: str, new: str, reason: str) -> None:
    told = refusal(tmp_path, "sections", SECTIONS.replace(old, new, 1))
    assert told.endswith(reason)
    assert told.startswith("line ")


ONE_EACH = "list one each for 2, 3 ... 8 players, or fewer"


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("sails = 18", "sails = 25", "sails cannot be 25; write 0 to 24"),
        ("rum = 12", "rum = -1", "rum cannot be -1; write 0 to 24"),
        ("black = 12", "black = 13", "black cannot be 13; write 0 to 12"),
        ("white = 12", "white = 13", "25 pearls, white and black; use at most 24 together"),
        ("rum = 12, ", "", "tokens.rum is missing; add a whole number"),
        ("rum = 12", "ruby = 1, rum = 12", "unknown token ruby; expected one of sails, guns, rum, gold, white, black"),
        ("targets = [30,", "targets = [0,", "targets cannot be 0; write 1 to 999"),
        ("targets = [30,", "targets = [1000,", "targets cannot be 1000; write 1 to 999"),
        ("targets = [30,", "targets = [1, 2, 3, 4,", f"targets has 8 numbers; {ONE_EACH}"),
        ("targets = [30, 20, 15, 12, 10]", "targets = []", f"targets has 0 numbers; {ONE_EACH}"),
        ("targets = [30, 20, 15, 12, 10]", "targets = 30", "targets cannot be 30; write a list"),
        ("bonus = [0, 1, 2, 4]", "bonus = [1, 2, 4]", "bonus has 3 numbers; list four, for 1, 2, 3 and 4 colours"),
        ("bonus = [0, 1, 2, 4]", "bonus = [0, 1, 2, 100]", "bonus cannot be 100; write 0 to 99"),
        ("bonus = [", "bonuses = [", "unknown key bonuses; expected one of tokens, targets, bonus, sections"),
    ],
)  # fmt: skip
def test_numbers_that_cannot_be_played_are_refused(tmp_path: Path, old: str, new: str, reason: str) -> None:
    text = SECTIONS.replace(old, new, 1)
    assert refusal(tmp_path, "sections", text) == f"line {line_of(text, new or 'tokens =')}: {reason}"


@pytest.mark.rule("TRB-4", "TRB-90")
def test_sections_that_the_standard_layout_has_no_room_for_need_an_arrangement(tmp_path: Path) -> None:
    told = refusal(tmp_path, "sections", SECTIONS.replace('id = "B"', 'id = "Z"'))
    assert "our arrangement does not fit these sections" in told
    assert "unknown section 'B'" in told


@pytest.mark.rule("TRB-7", "TRB-13", "TRB-52")
def test_tokens_targets_and_bonuses_are_data() -> None:
    data = dict(own_board("standard").data)
    data |= {
        "tokens": {"sails": 1, "guns": 2, "rum": 3, "gold": 0, "white": 24, "black": 0},
        "targets": [50, 9],
        "bonus": [1, 0, 7, 3],
    }
    box = load(2, sections={"name": "mine", "data": data})
    assert in_box(box.start(seed=1)) == "S1 G2 R3 O0 W24 X0"
    assert box.start(seed=1).scene(0)["target"] == 50
    assert [load(seats, sections={"name": "mine", "data": data}).start().scene(0)["target"] for seats in (3, 8)] == [
        9,
        9,
    ]
    for hold, points in (("W2", 2), ("S2", 3), ("S1 G1", 2), ("S1 G1 R1", 10), ("S1 G1 R1 O1 W1", 8)):
        position = table(box, {0: (7, 7)}, {0: hold}, phase="UNLOAD")
        position.play("unload all")
        assert scores(position) == [points, 0]
    for key in ("tokens", "targets", "bonus"):
        del data[key]
    box = load(6, sections={"name": "mine", "data": data})
    assert in_box(box.start(seed=1)) == "S18 G16 R12 O14 W12 X12"
    assert box.start(seed=1).scene(0)["target"] == 10
    assert box.start(seed=1).scene(0)["bonus"] == [0, 0, 1, 2, 4]


def random_boards(random: Random) -> dict[str, Any]:
    """Any sections, arrangement and numbers within the limits."""
    sections: list[dict[str, Any]] = []
    for identity in ["x", "Ÿ 2", "third"][: random.randint(1, 3)]:
        height, width = random.choice([(1, 1), (1, 14), (9, 2), (5, 9), (7, 7), (12, 20)])
        land = random.random() * random.random() * min(1, 50 / (height * width))
        cells = [
            [random.choice(["P", *map(str, range(2, 13))]) if random.random() < land else "." for _ in range(width)]
            for _ in range(height)
        ]
        if not sections:
            cells[random.randrange(height)][random.randrange(width)] = "P"
        places = [(row, column) for row in range(height) for column in range(width) if cells[row][column] == "P"]
        ports = [{"name": f"Port {n}", "row": row + 1, "column": column + 1} for n, (row, column) in enumerate(places)]
        sections.append({"id": identity, "name": identity, "rows": [" ".join(row) for row in cells], "ports": ports})
    placed = random_layout(random, [*sections, random.choice(sections)][: random.randint(1, 4)])
    black = random.randint(0, 12)
    tokens = {name: random.randint(0, 24) for name in ("sails", "guns", "rum", "gold")}
    tokens |= {"white": random.randint(0, 24 - black), "black": black}
    targets = [random.choice([1, 12, random.randint(1, 999), 999]) for _ in range(random.randint(1, 7))]
    numbers = {"tokens": tokens, "targets": targets, "bonus": [random.randint(0, 99) for _ in range(4)]}
    return {
        "sections": {"name": "any", "data": numbers | {"sections": sections}},
        "arrangement": {"name": "any", "data": {"margin": random.randint(0, 4), "placed": placed}},
    }


def random_layout(random: Random, sections: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Each section beside one that lies there, on any side, shifted and turned; some do not fit."""
    placed: list[dict[str, Any]] = []
    taken: set[tuple[int, int]] = set()
    for section in sections:
        turns = random.randrange(4)
        height, width = len(section["rows"]), len(section["rows"][0].split())
        rows, columns = (width, height) if turns % 2 else (height, width)
        row, column = (random.randint(-50, 50) for _ in range(2))
        if taken:  # one of its squares beside one that is taken
            near_row, near_column = random.choice(sorted(taken))
            down, right = random.choice([(-1, 0), (1, 0), (0, -1), (0, 1)])
            row = near_row + down - random.randrange(rows)
            column = near_column + right - random.randrange(columns)
        squares = {(row + down, column + right) for down in range(rows) for right in range(columns)}
        if not squares & taken:
            taken |= squares
            placed.append({"section": section["id"], "row": row, "column": column, "turns": turns})
    return placed


@pytest.mark.rule("TRB-3", "TRB-5", "TRB-7", "TRB-90")
def test_a_thousand_games_on_random_boards() -> None:
    random, played = Random(16), 0
    while played < 1000:
        options = random_boards(random) | {
            "island_to_island": random.choice(["strict", "free"]),
            "decline_gains": random.random() < 0.3,
            "start_ports": random.choice(["open", "secret", "random"]),
            "finish_round": random.random() < 0.3,
            "gold_value": random.choice([1, 2]),
            "round_limit": random.choice([5, 8, 12]),
        }
        box = load(random.randint(2, 8), **options)
        assert box.simulation.play(games=20, seed=played) > 0
        total = sum(options["sections"]["data"]["tokens"].values())
        position = box.first(seed=played)
        for _ in range(40):
            if position.is_over:
                break
            viewer = max(0, position.to_act)
            texts = [box.game.words("en").tell(choice["text"]) for choice in position.choices(viewer)]
            assert len(texts) == len(set(texts))
            assert position.draw(viewer)
            assert all_tokens(position) == total
            if position.is_chance:
                position.roll_once()
            else:
                position.play(int(random.choice(position.legal.numbers.tolist())))
        played += 20


def test_files_without_sections_are_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path, "sections", "sections = []\n") == "line 1: there are no sections; list at least one"
    empty = '[[sections]]\nid = "A"\nname = "a"\nrows = []\nports = []\n'
    assert refusal(tmp_path, "sections", empty) == "line 4: this section has no rows; write at least one"


def test_too_much_land_is_refused(tmp_path: Path) -> None:
    rows = ", ".join(['"' + " ".join(["7"] * 15) + '"'] * 14)
    text = f'[[sections]]\nid = "A"\nname = "a"\nrows = [{rows}]\nports = []\n'
    path = tmp_path / "sections.toml"
    path.write_text(text, "utf-8")
    one = 'margin = 0\nplaced = [{ section = "A", row = 0, column = 0, turns = 0 }]\n'
    (tmp_path / "one.toml").write_text(one, "utf-8")
    with pytest.raises(BoardError, match="line 2: 210 islands, but at most 200 can be played; place fewer sections"):
        load(seats=2, sections=str(path), arrangement=str(tmp_path / "one.toml"))


@pytest.mark.rule("TRB-90")
def test_a_random_arrangement_needs_enough_sections() -> None:
    board = Board.parse(SECTIONS[: SECTIONS.index('[[sections]]\nid = "C"')], "two")
    with pytest.raises(BoardError, match="needs 4 sections, not 2"):
        random_arrangement(6, 1, board)
