"""The boards of Capt'n Clever, and what is refused in a board file of one's own."""

from __future__ import annotations

import tempfile
from fractions import Fraction
from pathlib import Path

import pytest

import cabotage
from cabotage.core.board import Board
from cabotage.core.errors import BoardError
from cabotage.games.captn_clever import chart
from cabotage.games.captn_clever.state import Phase
from cabotage.games.captn_clever.test_kit import CROSSED, captains_with, game, table, text_of
from tests.reading import offered

BOATS_AT = {
    "archipelago": """
        1-2 14.2 3.2    1-4 6.5 6.0     1-5 13.2 5.5    2-3 27.5 4.0    2-4 13.2 5.5
        2-5 19.8 7.0    2-6 26.9 8.0    3-5 26.9 8.0    3-6 34.0 7.8    4-5 12.0 9.8
        4-7 4.0 12.5    4-8 11.5 13.6   5-6 26.2 10.8   5-7 11.5 13.6   5-8 19.0 13.8
        5-9 24.6 14.1   6-8 24.6 14.1   6-9 30.0 14.0   7-8 11.0 16.5   8-9 22.8 17.0
    """,
    "lagoon": """
        1-2 4.8 6.2     1-3 9.8 4.5     1-4 8.5 7.6     2-3 8.5 7.6     2-4 7.8 13.2    3-5 17.2 5.8
        3-6 17.3 10.8   4-5 17.3 10.8   4-6 17.2 16.5   5-6 21.8 10.8   5-7 25.2 4.2    5-9 25.8 8.9
        6-7 25.8 8.9    6-9 27.5 15.2   7-8 32.8 3.2    7-9 31.0 8.8    8-9 34.8 9.0
    """,
}
CROSSINGS = {
    "archipelago": "1-5x2-4 2-6x3-5 4-8x5-7 5-9x6-8",
    "lagoon": "1-4x2-3 3-6x4-5 5-9x6-7",
}
NEIGHBOURS = {
    "archipelago": "1:245 2:13456 3:256 4:12578 5:12346789 6:23589 7:458 8:45679 9:568",
    "lagoon": "1:234 2:134 3:1256 4:1256 5:34679 6:34579 7:5689 8:79 9:5678",
}


def read(text: str) -> chart.Chart:
    return chart.read(Board.parse(text, "mine"))


def pairs(board: chart.Chart) -> str:
    """All crossings, like "1-5x2-4 2-6x3-5"."""
    crossings = board.crossings.items()
    return " ".join(f"{one}x{other}" for one, others in crossings for other in others if one < other)


def refusal(text: str) -> str:
    with pytest.raises(BoardError) as caught:
        read(text)
    return str(caught.value)


def changed(*changes: tuple[str, str], name: str = "archipelago") -> str:
    text = text_of(name)
    for old, new in changes:
        assert text.count(old) == 1
        text = text.replace(old, new)
    return text


@pytest.mark.rule("CLV-9", "CLV-10")
@pytest.mark.parametrize("name", ["archipelago", "lagoon"])
def test_crossings_and_boats_follow_from_the_coordinates(name: str) -> None:
    board = read(text_of(name))
    words = BOATS_AT[name].split()
    expected = {words[at]: (float(words[at + 1]), float(words[at + 2])) for at in range(0, len(words), 3)}
    assert {place: (float(x), float(y)) for place, (x, y) in board.boats.items()} == expected
    assert pairs(board) == CROSSINGS[name]
    around = {
        island: "".join(sorted(str(sum(p.islands) - island) for p in board.places if island in p.islands))
        for island in range(1, 10)
    }
    assert " ".join(f"{island}:{near}" for island, near in around.items()) == NEIGHBOURS[name]


def test_the_record_of_a_box_holds_the_chart_in_tenths() -> None:
    record = game(3).constants[0]
    assert int(record["place_count"]) == 20
    assert [int(number) for number in record["island_x"]] == [0, 95, 190, 360, 35, 205, 320, 45, 175, 280]
    place = game(3).numbers["place boat=4-8"] - game(3).numbers["place boat=1-2"] + 1
    assert (int(record["boat_x"][place]), int(record["boat_y"][place])) == (115, 136)
    assert int(record["distance"][7][3]) == 2
    lagoon = game(3, board="lagoon").constants[0]
    assert int(lagoon["distance"].max()) == 9  # row 0 is no island
    assert int(lagoon["distance"][1:, 1:].max()) == 4


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ([("islands = [1, 2], c", "islands = [1, 10], c")], "mine: line 22: unknown island 10; islands are 1 to 9"),
        ([("islands = [1, 2], c", "islands = [2, 2], c")], "mine: line 22: a place from island 2 to itself"),
        ([("islands = [1, 4], c", "islands = [2, 1], c")], "mine: line 23: duplicate place 1-2"),
        ([("islands = [1, 2], c", "islands = [1, 2, 3], c")], "mine: line 22: a place must be between two islands"),
        (
            [('[1, 2], colour = "violet"', '[1, 2], colour = ["violet", "white"]')],
            "mine: line 22: its two gangways differ (violet and white)",
        ),
        (
            [('[1, 2], colour = "violet"', '[1, 2], colour = ""')],
            "mine: line 22: a colour must be a name of 1 to 30 letters, not ''",
        ),
        (
            [('[1, 2], colour = "violet"', "[1, 2], colour = 3")],
            "mine: line 22: places[0].colour cannot be 3; write a text",
        ),
        (
            [('[1, 2], colour = "violet"', "[1, 2], colour = []")],
            "mine: line 22: a place must have two gangways, not 0",
        ),
        ([('[1, 2], colour = "violet"', "[1, 2]")], "mine: line 22: places[0].colour is missing"),
        (
            [("{ number = 9, x = 28.0, y = 17.0 },", "")],
            "mine: line 7: there must be 9 islands, one for each treasure, not 8; add some",
        ),
        (
            [("{ number = 9, x", "{ number = 7, x = 1, y = 1 },\n  { number = 9, x")],
            "mine: line 7: there must be 9 islands, one for each treasure, not 10; remove some",
        ),
        ([("number = 9", "number = 8")], "mine: line 16: duplicate island 8"),
        ([("number = 9", "number = 12")], "mine: line 16: an island number cannot be 12; write 1 to 9"),
        ([("x = 9.5", "x = 50")], "mine: line 8: x cannot be 50; write 0 to 40"),
        ([("x = 9.5", 'x = "left"')], "mine: line 8: islands[0].x cannot be 'left'; write a number"),
        ([("x = 9.5, y", "z = 1, x = 9.5, y")], "mine: line 8: unknown key z"),
        ([("islands = [1, 2], c", "harbour = 1, islands = [1, 2], c")], "mine: line 22: unknown key harbour"),
        ([("crossings = [", "currents = [")], "mine: line 45: unknown key currents"),
        ([('["1-5", "2-4"]', '["1-2", "2-4"]')], "mine: line 45: 1-2 and 2-4 do not cross"),
        ([('["1-5", "2-4"], ', "")], "mine: line 45: 1-5 and 2-4 also cross"),
        ([("x = 9.5, y = 3.0", "x = 19, y = 3.5")], "mine: line 9: islands 1 and 2 are at the same point; move one"),
        ([("x = 9.5", "x = nan")], "mine: line 8: x cannot be nan; write 0 to 40"),
    ],
)
def test_a_board_that_breaks_an_invariant_is_refused_with_line_and_reason(
    changes: list[tuple[str, str]], reason: str
) -> None:
    assert reason in refusal(changed(*changes))


def without(*names: str) -> str:
    """The archipelago without some places, and without the list of crossings."""
    lines = text_of().splitlines()
    gone = [f"islands = [{name[0]}, {name[2]}]" for name in names]
    return "\n".join(line for line in lines if not line.startswith("crossings") and not any(g in line for g in gone))


def test_a_board_that_is_not_connected_is_refused() -> None:
    assert "mine: line 21: not connected: no route leads from island 1 to 3" in refusal(without("2-3", "3-5", "3-6"))


@pytest.mark.rule("CLV-9")
def test_an_island_with_one_gangway_is_allowed() -> None:
    # Without these, island 3 hangs on 3-6, and island 4 on the way to all others.
    board = read(without("2-3", "3-5", "1-4", "2-4", "4-5", "4-8"))
    assert [place.name for place in board.places if 3 in place.islands] == ["3-6"]
    assert [place.name for place in board.places if 4 in place.islands] == ["4-7"]


@pytest.mark.rule("CLV-9")
def test_any_colours_are_allowed_also_of_neighbours_and_of_places_that_cross() -> None:
    text = text_of()
    for colour in ("white", "orange", "violet", "black"):
        text = text.replace(f'"{colour}"', '"bleu marine"')
    assert {place.colour for place in read(text).places} == {"bleu marine"}
    box = cabotage.load("captn_clever", board={"name": "mine", "data": Board.parse(text, "mine").data})
    assert {place["colour"] for place in box.start(1).scene(0)["places"]} == {"bleu marine"}


@pytest.mark.example("CLV", 23)
@pytest.mark.rule("CLV-10", "CLV-20", "CLV-21")
def test_a_boat_closes_all_places_that_it_crosses() -> None:
    board = read(CROSSED)
    assert board.crossings["1-8"] == ["2-4", "4-5", "4-6", "5-7"]
    assert len(pairs(board).split()) == 11
    box = game(3, board=str(crossed_file()))
    position = table("193", "1-8 2-3 6-9", box=box)
    scene = {place["place"]: place for place in position.scene(0)["places"]}
    assert scene["1-8"]["crosses"] == ["2-4", "4-5", "4-6", "5-7"]
    assert {name: place["blocked_by"] for name, place in scene.items() if place["blocked_by"]} == {
        "2-4": [0], "4-5": [0], "4-6": [0], "5-7": [0]
    }  # fmt: skip
    assert {place: captains_with(position, place) for place in ("4-6", "2-4")} == {"4-6": "s8", "2-4": "s8"}
    assert {"1-8", "2-3", "6-9"}.isdisjoint({text.split("boat=")[1] for text in offered(position)})
    assert len(position.legal) == 39
    others = table("193", "2-3 1-8 6-9", box=box)
    closed = {"1-8", "2-3", "6-9", "2-4", "4-5", "4-6", "5-7"}
    assert closed.isdisjoint({text.split("boat=")[1] for text in offered(others)})


def test_boats_of_a_place_that_crosses_several_lie_in_its_middle() -> None:
    board = read(CROSSED)
    assert board.boats["1-8"] == (Fraction("13.5"), Fraction(10))
    assert board.boats["5-9"] == board.boats["6-8"]  # each crosses only the other


def test_places_that_touch_do_not_cross_and_places_that_overlap_do() -> None:
    line = [
        (1, 2, 10),
        (2, 12, 10),
        (3, 22, 10),
        (4, 32, 10),
        (5, 12, 2),
        (6, 22, 2),
        (7, 32, 2),
        (8, 2, 2),
        (9, 2, 18),
    ]
    islands = "".join(f"{{ number = {number}, x = {x}, y = {y} }},\n" for number, x, y in line)
    names = ["1-3", "2-4", "2-5", "1-8", "3-6", "4-7", "5-8", "6-7", "1-9"]
    places = "".join(f'{{ islands = [{name[0]}, {name[2]}], colour = "red" }},\n' for name in names)
    board = read(f"islands = [\n{islands}]\nplaces = [\n{places}{{ islands = [5, 6], colour = 'red' }},\n]")
    assert pairs(board) == "1-3x2-4"  # island 2 lies on 1-3: 2-5 begins there, 2-4 goes on along it
    assert board.boats["1-3"] == (Fraction(12), Fraction(10))


@pytest.mark.rule("CLV-63")
def test_a_board_without_room_for_four_boats_is_refused() -> None:
    # Nine islands in a ring, each joined to the two opposite ones: every place crosses all but its neighbours.
    ring = [(20, 1), (28, 2), (33, 6), (34, 11), (30, 16), (10, 16), (6, 11), (7, 6), (12, 2)]
    islands = "".join(f"{{ number = {at + 1}, x = {x}, y = {y} }},\n" for at, (x, y) in enumerate(ring))
    ends = [(at + 1, (at + 4) % 9 + 1) for at in range(9)]
    places = "".join(f"{{ islands = [{one}, {other}], colour = 'red' }},\n" for one, other in ends)
    refused = refusal(f"islands = [\n{islands}]\nplaces = [\n{places}]")
    assert "mine: line 12: boats on 1-5 and 1-6 leave 0 places, and four boats need 2; add places" in refused


@pytest.mark.rule("CLV-63")
def test_on_our_boards_the_fourth_boat_always_has_a_choice() -> None:
    for name in ("archipelago", "lagoon"):
        for position in game(4, board=name).positions(300, seed=5):
            if position["phase"] == Phase.BOAT and position["turn"] == 3:
                assert len(position.legal) >= 2


def crossed_file() -> Path:
    """The archipelago of example 23, as a file."""
    file = Path(tempfile.mkdtemp()) / "crossed.toml"
    file.write_text(CROSSED, "utf-8")
    return file


def test_a_file_without_the_list_of_crossings_is_played_all_the_same(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(without(), "utf-8")
    box = cabotage.load("captn_clever", board=str(file))
    assert (box.constants == game(3).constants).all()


def test_both_gangways_may_be_written() -> None:
    text = changed(('[1, 2], colour = "violet"', '[1, 2], colour = ["violet", "violet"]'))
    assert read(text) == read(text_of())
