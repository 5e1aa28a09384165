"""The boards of Capt'n Clever, and what is refused in a board file of one's own."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

import cabotage
from cabotage.core.board import Board
from cabotage.core.errors import BoardError
from cabotage.games.captn_clever import GAME, chart
from cabotage.games.captn_clever.actions import Gangway
from cabotage.games.captn_clever.test_kit import game

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


def text_of(name: str = "archipelago") -> str:
    return (GAME.folder / "boards" / f"{name}.toml").read_text("utf-8")


def read(text: str) -> chart.Chart:
    return chart.read(Board.parse(text, "mine"))


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
    assert board.boats == expected
    assert (
        " ".join(f"{one}x{other}" for one, other in sorted(board.crossings.items()) if one < other) == CROSSINGS[name]
    )
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


@pytest.mark.parametrize(("name", "least"), [("archipelago", 1.7), ("lagoon", 2.3)])
def test_boats_that_do_not_cross_never_touch(name: str, least: float) -> None:
    board = read(text_of(name))
    hulls = {place.name: chart.hull(board.islands, place, board.boats[place.name]) for place in board.places}
    gaps = [
        chart.gap(hulls[one], hulls[other])
        for one, other in combinations(hulls, 2)
        if board.crossings.get(one) != other
    ]
    assert least <= min(gaps) < least + 0.1


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ([("islands = [1, 2], c", "islands = [1, 10], c")], "mine: line 22: unknown island 10"),
        ([("islands = [1, 2], c", "islands = [2, 2], c")], "mine: line 22: a place from island 2 to itself"),
        ([("islands = [1, 4], c", "islands = [2, 1], c")], "mine: line 23: duplicate place 1-2"),
        ([("islands = [1, 2], c", "islands = [1, 2, 3], c")], "mine: line 22: a place must be between two islands"),
        (
            [('[1, 2], colour = "violet"', '[1, 2], colour = ["violet", "white"]')],
            "mine: line 22: its two gangways differ (violet and white)",
        ),
        (
            [('[1, 2], colour = "violet"', '[1, 2], colour = "pink"')],
            "mine: line 22: a gangway must be one of white, orange",
        ),
        (
            [('[1, 2], colour = "violet"', "[1, 2], colour = []")],
            "mine: line 22: a place must have two gangways, not 0",
        ),
        ([('[1, 2], colour = "violet"', "[1, 2]")], "mine: line 22: places[0].colour is missing"),
        ([("{ number = 9, x = 28.0, y = 17.0 },", "")], "mine: line 7: 8 islands are fewer than the 9 treasures"),
        (
            [("{ number = 9, x", "{ number = 7, x = 1, y = 1 },\n  { number = 9, x")],
            "mine: line 7: there must be 9 islands, one for each treasure, not 10",
        ),
        ([("number = 9", "number = 8")], "mine: line 16: duplicate island 8"),
        ([("number = 9", "number = 12")], "mine: line 16: an island number must be 1 to 9, not 12"),
        ([("x = 9.5", "x = 50")], "mine: line 8: x must be 0 to 40, not 50"),
        ([("x = 9.5", 'x = "left"')], "mine: line 8: islands[0].x must be a number, not 'left'"),
        ([("x = 9.5, y", "z = 1, x = 9.5, y")], "mine: line 8: unknown key z"),
        ([("islands = [1, 2], c", "harbour = 1, islands = [1, 2], c")], "mine: line 22: unknown key harbour"),
        ([("crossings = [", "currents = [")], "mine: line 45: unknown key currents"),
        ([('["1-5", "2-4"]', '["1-2", "2-4"]')], "mine: line 45: 1-2 and 2-4 do not cross"),
        ([('["1-5", "2-4"], ', "")], "mine: line 45: 1-5 and 2-4 also cross"),
        (
            [('{ islands = [1, 5], colour = "white" }', '{ islands = [1, 5], colour = "orange" }')],
            "1-5 and 2-4 cross, so their colours must differ",
        ),
        (
            [('{ islands = [1, 2], colour = "violet" }', '{ islands = [1, 2], colour = "white" }')],
            "mine: line 24: 1-2 and 1-5 are neighbours around island 1; colours must differ",
        ),
        ([("x = 20.5, y = 10.5", "x = 13.0, y = 6.5")], "passes too close to island 5"),
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


def test_an_island_with_one_place_is_refused() -> None:
    assert "mine: line 21: island 3 has only 1 place; every island needs two" in refusal(without("2-3", "3-5"))


def test_an_island_that_all_ways_pass_is_refused() -> None:
    # Without these, 1-2-3-5-6 and 4-7-8-9 meet in island 5 only.
    cut = without("1-4", "2-4", "6-8", "6-9")
    assert "every route from island 1 to 4, 7, 8, 9 goes through island 5" in refusal(cut)


def test_a_place_that_crosses_two_others_is_refused() -> None:
    crossing = without().replace(
        '  { islands = [8, 9], colour = "orange" },',
        '  { islands = [8, 9], colour = "orange" },\n  { islands = [4, 9], colour = "white" },',
    )
    assert "at most one crossing is allowed" in refusal(crossing)


def test_a_place_without_room_for_a_boat_is_refused() -> None:
    assert "no room for a boat on 4-7: too close to island" in refusal(
        changed(("x = 4.5, y = 16.0", "x = 4.5, y = 15.0"))
    )


def test_boats_that_would_touch_are_refused() -> None:
    # Two short places that leave island 5 side by side, their boats almost one beside the other.
    islands = {5: (10.0, 10.0), 1: (17.0, 9.0), 2: (17.0, 12.0)}
    places = [chart.Place((1, 5), Gangway.WHITE, 0), chart.Place((2, 5), Gangway.BLACK, 1)]
    hulls = [
        chart.hull(islands, place, middle) for place, middle in zip(places, [(13.5, 9.5), (13.5, 11.0)], strict=True)
    ]
    assert chart.gap(*hulls) < chart.BOAT_BEAM
    board = Board.parse("islands = []\nplaces = [\n  {},\n  {},\n]\n", "mine")
    boats = {"1-5": (13.5, 9.5), "2-5": (13.5, 11.0)}
    with pytest.raises(BoardError, match="line 4: boats on 1-5 and 2-5 would touch, though these do not cross"):
        chart.check_hulls(board, islands, places, {}, boats)


def test_a_file_without_the_list_of_crossings_is_played_all_the_same(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(without(), "utf-8")
    box = cabotage.load("captn_clever", board=str(file))
    assert (box.constants == game(3).constants).all()


def test_both_gangways_may_be_written() -> None:
    text = changed(('[1, 2], colour = "violet"', '[1, 2], colour = ["violet", "violet"]'))
    assert read(text) == read(text_of())
