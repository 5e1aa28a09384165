"""The board and goods files: what is in ours, and what is refused."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import cabotage
from cabotage.core.board import Board
from cabotage.core.box import Box
from cabotage.core.errors import BoardError
from cabotage.games.smugglers import GAME
from cabotage.games.smugglers.actions import HARBOURS, NUMBERS, field_names
from cabotage.games.smugglers.chart import is_connected, read_chart
from cabotage.games.smugglers.test_kit import game, offered, table, ways

FOLDER = Path(__file__).parent / "boards"
NAMES = field_names(game())
CHART = read_chart(Board.read(FOLDER / "standard.toml"))


def field(name: str) -> int:
    return NAMES.index(name)


def test_the_sea_has_45_fields_and_80_pairs_of_neighbours() -> None:
    pairs = {frozenset((one, other)) for one, near in enumerate(CHART.near) for other in near}
    by_kind = [sum(NAMES[min(pair)][0] == "H" for pair in pairs), 0, 0]
    for pair in pairs:
        one, other = (NAMES[number] for number in pair)
        by_kind[1] += one[0] == other[0]
        by_kind[2] += one[0] != other[0] and "H" not in (one[0], other[0])
    assert (len(NAMES), by_kind) == (50, [5, 45, 30])


@pytest.mark.rule("SMG-2")
def test_harbours_lie_five_or_eight_steps_apart_and_further_with_the_anchor_reef() -> None:
    def harbour_distances(anchor_reef: str) -> dict[tuple[int, int], int]:
        table = game(2, anchor_reef=anchor_reef).constants["distance"][0]
        return {(one, other): int(table[one, other]) for one, other in combinations(range(HARBOURS), 2)}

    free = {
        (0, 1): 5,
        (0, 2): 8,
        (0, 3): 8,
        (0, 4): 5,
        (1, 2): 5,
        (1, 3): 8,
        (1, 4): 8,
        (2, 3): 5,
        (2, 4): 8,
        (3, 4): 5,
    }
    assert harbour_distances("off") == free
    assert harbour_distances("on") == free | {(0, 1): 7, (0, 2): 10, (1, 4): 10}


@pytest.mark.rule("SMG-6", "SMG-7")
def test_which_reefs_keep_everything_connected() -> None:
    sea = range(HARBOURS, len(NAMES))
    fronts = {field(name) for name in ("O0", "O3", "O6", "O9", "O12")}
    assert [f for f in sea if not is_connected(CHART.near, [f])] == sorted(fronts)
    others = [f for f in sea if f not in fronts]
    assert all(is_connected(CHART.near, pair) for pair in combinations(others, 2))
    bad = {
        frozenset(NAMES[number] for number in three)
        for three in combinations(others, 3)
        if not is_connected(CHART.near, three)
    }
    around = [frozenset((f"M{3 * k}", f"O{(3 * k - 1) % 15}", f"O{3 * k + 1}")) for k in range(5)]
    inside = [frozenset((f"I{(s - 1) % 15}", f"I{(s + 1) % 15}", f"M{s}")) for s in range(15)]
    assert bad == {*around, *inside}


def test_the_goods_add_up_for_every_island() -> None:
    box = game().constants
    table = {
        (origin, int(box["dest"][0, origin * 4 + k])): int(box["points"][0, origin * 4 + k])
        for origin in range(5)
        for k in range(4)
    }
    assert [[table.get((one, other), 0) for other in range(5)] for one in range(5)] == [
        [0, 1, 3, 2, 2],
        [2, 0, 1, 3, 2],
        [2, 2, 0, 1, 3],
        [3, 2, 2, 0, 1],
        [1, 3, 2, 2, 0],
    ]


def test_every_number_is_written_differently() -> None:
    texts = game().texts
    assert len(set(texts)) == len(texts) == NUMBERS
    assert all(text == " ".join(text.lower().split()) for text in texts)


BAD_BOARDS = [
    # what is written, what is put there instead, the line, the reason
    ("sectors = 15", "sectors = 3", 7, "4 to 62 sectors, not 3"),
    ("sectors = 15", "sectors = 63", 7, "4 to 62 sectors, not 63"),
    ("sectors = 15", "sectors = 14", 43, "a sector cannot be 14; write 0 to 13"),
    ("sectors = 15", 'sectors = "15"', 7, "sectors cannot be '15'; write a whole number"),
    ("[0, 3, 6, 9, 12]", "[0, 3, 6, 9, 15]", 10, "a start sector cannot be 15; write 0 to 14"),
    ("[0, 3, 6, 9, 12]", "[0, 3, 3]", 10, "duplicate start sector 3"),
    ("[0, 3, 6, 9, 12]", "[]", 10, "there is no start sector, to which the beam can point; list at least one"),
    ('anchor = "O1"', 'anchor = "O15"', 13, "'O15' is not a sea field"),
    ('anchor = "O1"', 'anchor = "H1"', 13, "'H1' is not a sea field"),
    ("[15.00, 15.00]", "[15.00]", 16, "two numbers"),
    ('next = ["O0"] }', "next = [] }", 20, "harbour H0 touches no sea field"),
    ('next = ["O0"] }', 'next = ["O0", "O1"] }', 20, "H0 lists O1 as a neighbour, but O1 does not list H0"),
    ('next = ["O0"] }', 'next = ["O0", "H1"] }', 20, "H0 must touch sea fields only, no other harbour"),
    ('{ name = "H4", sector = 12, at', "{ at", 24, "harbours[4].name is missing"),
    ('{ name = "H4"', '{ name = "h3"', 24, "duplicate field name h3"),
    ('{ name = "H4"', '{ name = "H 4"', 24, "letters and digits"),
    ('{ name = "H4"', '{ name = "H4", colour = "red"', 24, "unknown key colour"),
    ('"I14", "I1", "M0"', '"I14", "I1"', 45, "M0 lists I0 as a neighbour, but I0 does not list M0"),
    ('"I14", "I1", "M0"', '"I14", "I1", "M0", "M0"', 29, "M0 is listed twice"),
    ('"I14", "I1", "M0"', '"I14", "I1", "M0", "I0"', 29, "its own neighbour"),
    ('"I14", "I1", "M0"', '"I14", "I1", "M0", "X9"', 29, "unknown field X9"),
    ('"I14", "I1", "M0"', '"I14", "I1", "M0", "O0", "O1", "O2", "O3", "O4", "O5"', 29, "more than 8"),
    ("sectors = 15", "sectors = 15\ntides = 2", 8, "unknown key tides"),
]  # fmt: skip


@pytest.mark.parametrize(("written", "instead", "line", "reason"), BAD_BOARDS)
def test_a_board_that_breaks_an_invariant_is_refused_with_line_and_reason(
    written: str, instead: str, line: int, reason: str, tmp_path: Path
) -> None:
    message = refusal("board", "standard.toml", written, instead, tmp_path)
    assert f"line {line}: " in message
    assert reason in message


BAD_GOODS = [
    ("origin = 0, dest = 1", "origin = 0, dest = 0", 9, "cannot go to that island"),
    ("origin = 0, dest = 1", "origin = 0, dest = 5", 9, "an island cannot be 5; write 0 to 4"),
    ("origin = 0, dest = 1", "origin = 1, dest = 0", 8, "island 0 must have 4 cargoes, not 3"),
    ("dest = 1, points = 1", "dest = 1, points = 4", 9, "a cargo cannot be worth 4 points; write 1 to 3"),
    ("dest = 1, points = 1", "dest = 1, worth = 1, points = 1", 9, "unknown key worth; expected one of origin, dest"),
    ("[1, 2, 2, 3, 3, 4]", "[1, 2, 2, 3, 3]", 36, "the white die must have 6 faces, not 5"),
    ("[1, 2, 2, 3, 3, 4]", "[1, 2, 2, 3, 3, 7]", 36, "cannot have 7 pips; write 1 to 6"),
    ("[1, 2, 2, 3, 3, 4]", "[0, 2, 2, 3, 3, 4]", 36, "cannot have 0 pips; write 1 to 6"),
    ("white_die = [1, 2, 2, 3, 3, 4]", "white_die = 4", 36, "white_die cannot be 4; write a list"),
    ("white_die =", "black_die =", 36, "unknown key black_die"),
    ("{ origin = 0, dest = 1, points = 1 },", "", 8, "there must be 20 cargoes, not 19"),
    ("{ origin = 0, dest = 1, points = 1 },", "{ origin = 0, dest = 1 },", 9, "goods[0].points is missing"),
]


@pytest.mark.parametrize(("written", "instead", "line", "reason"), BAD_GOODS)
def test_goods_that_do_not_add_up_are_refused_with_line_and_reason(
    written: str, instead: str, line: int, reason: str, tmp_path: Path
) -> None:
    message = refusal("goods", "standard_goods.toml", written, instead, tmp_path)
    assert f"line {line}: " in message
    assert reason in message


def refusal(option: str, file: str, written: str, instead: str, folder: Path) -> str:
    text = (FOLDER / file).read_text("utf-8")
    assert written in text
    changed = folder / "mine.toml"
    changed.write_text(text.replace(written, instead, 1), "utf-8")
    with pytest.raises(BoardError) as error:
        game(**{option: str(changed)})
    assert str(changed) in str(error.value)
    return str(error.value)


def test_a_sea_in_two_parts_is_refused(tmp_path: Path) -> None:
    text = (FOLDER / "standard.toml").read_text("utf-8")
    for sector in range(15):
        text = text.replace(f', "M{sector}"] }},\n', "] },\n", 1).replace(
            f', "I{sector}", "O{sector}"', f', "O{sector}"', 1
        )
    path = tmp_path / "parts.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(BoardError, match="not all fields can be reached from one another"):
        cabotage.load("smugglers", board=str(path))


def ring_board(sectors: int, rings: int) -> str:
    """Another sea: harbours 0 to 4 in the sectors 0 to 4, rings a, b, ... from outside to inside."""
    lines = [f"sectors = {sectors}", "start_sectors = [4, 1]", 'anchor = "b0"', "lighthouse = [0, 0]", "harbours = ["]
    lines += [f'{{ name = "K{k}", sector = {k}, at = [{k}, 0], next = ["a{k}"] }},' for k in range(HARBOURS)]
    lines += ["]", "sea = ["]
    for ring in range(rings):
        for s in range(sectors):
            near = {f"{'abcdef'[ring]}{other % sectors}" for other in (s - 1, s + 1)}
            near |= {f"{'abcdef'[other]}{s}" for other in (ring - 1, ring + 1) if 0 <= other < rings}
            near |= {f"K{s}"} if ring == 0 and s < HARBOURS else set()
            named = ", ".join(f'"{name}"' for name in sorted(near))
            lines.append(f'{{ name = "{"abcdef"[ring]}{s}", sector = {s}, at = [{s}, {ring}], next = [{named}] }},')
    return "\n".join([*lines, "]"])


def load_ring(folder: Path, sectors: int, rings: int, **options: Any) -> Box:
    path = folder / "ring.toml"
    path.write_text(ring_board(sectors, rings), "utf-8")
    return cabotage.load("smugglers", **{"seats": 4, "board": str(path), **options})


@pytest.mark.rule("SMG-10")
@pytest.mark.parametrize(("sectors", "rings"), [(5, 6), (19, 3), (28, 2)])
def test_another_board_can_be_played(sectors: int, rings: int, tmp_path: Path) -> None:
    box = load_ring(tmp_path, sectors, rings, extra_reefs=2)
    texts = box.texts
    assert len(set(texts)) == NUMBERS
    position = box.start(seed=5)
    assert position.to_act == 0
    while not position.is_over:
        position.play(position.legal[position.dice.pick(position.legal.numbers * 0 + 1)])
        position.roll()
    assert sum(position.score or ()) == 1


def test_another_board_offers_its_own_fields(tmp_path: Path) -> None:
    box = load_ring(tmp_path, 19, 3)
    position = table(box, "K0 a1 b9 c9", beam=9, w=2)
    assert offered(position) == ways("stay a0 a18 b0 push:a1>b1 push:a1>a0 push:a1>a2")
    assert [outcome.text for outcome in box.first().chances] == ["beam 1", "beam 4"]


def test_a_sea_too_small_for_all_boats_reefs_and_goods_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BoardError, match="25 sea fields are too few for 4 boats, 3 reefs and 20 cargoes"):
        load_ring(tmp_path, 5, 5, extra_reefs=3)


@pytest.mark.rule("SMG-7")
def test_where_no_reef_may_lie_none_is_asked_for(tmp_path: Path) -> None:
    # A single ring of 28 fields stays connected without one of them; a second reef must lie beside the first.
    path = tmp_path / "ring.toml"
    path.write_text(ring_board(28, 1).replace('anchor = "b0"', 'anchor = "a9"'), "utf-8")
    position = cabotage.load("smugglers", seats=3, board=str(path), extra_reefs=3).first()
    assert len(offered(position)) == 23
    position.play("reef a5")
    # a4 is the front field of a harbour; only a6 is left, and then a7: neither is a question.
    assert position["reef"] == [10, 11, 12]
    assert position.is_chance


def test_two_goods_of_the_same_way_are_told_apart(tmp_path: Path) -> None:
    text = (FOLDER / "standard_goods.toml").read_text("utf-8").replace("origin = 0, dest = 1", "origin = 0, dest = 2")
    path = tmp_path / "goods.toml"
    path.write_text(text, "utf-8")
    box = cabotage.load("smugglers", goods=str(path))
    assert [text for text in box.texts if text.startswith("good 0")] == [
        "good 0>2",
        "good 0>2b",
        "good 0>3",
        "good 0>4",
    ]


def test_the_registry_knows_the_box_of_the_printed_game() -> None:
    assert (list(GAME.seats), GAME.age, GAME.minutes, GAME.publisher) == ([2, 3, 4], 6, (15, 30), "HABA")
    assert {option.name: (option.values, option.default) for option in GAME.options if not option.takes_files} == {
        "anchor_reef": (("auto", "on", "off"), "auto"),
        "extra_reefs": ((0, 1, 2, 3), 0),
        "reef_placing": (("players", "random"), "players"),
        "target_points": ((5, 7, 10), 7),
        "push_ends": (("turn", "movement"), "turn"),
        "mild": ((False, True), False),
        "lit_harbours": ((False, True), False),
    }
