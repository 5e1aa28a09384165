"""The board and deck files: what our own ones say, and how wrong ones are refused."""

from __future__ import annotations

from itertools import pairwise, permutations
from pathlib import Path
from typing import Any

import pytest

import cabotage
from cabotage.core.errors import BoardError
from cabotage.games import find
from cabotage.games.cape_horn.test_kit import game, square

BOARDS = find("cape_horn").folder / "boards"

STATIONS = {"R1": "H5", "G1": "K4", "Y1": "N7", "R2": "G9", "Y2": "J9", "G2": "J6", "R3": "D6", "Y3": "A5", "G3": "D9"}


def steps(*names: str) -> int:
    box = game()
    numbers = [square(box, name) for name in names]
    return sum(int(box.constants["distance"][0, a, b]) for a, b in pairwise(numbers))


def to_line(name: str) -> int:
    return int(game().constants["steps_to_line"][0, square(game(), name)])


@pytest.mark.rule("CAP-23", "CAP-41")
def test_squares_are_numbered_in_reading_order() -> None:
    box = game()
    firsts = {"H1": 0, "H2": 7, "A3": 14, "A4": 26, "A5": 38, "A6": 50, "A7": 64, "A8": 78, "A9": 92, "N9": 105}
    assert {name: square(box, name) for name in firsts} == firsts
    assert [int((box.constants["zone"][0, :106] == zone).sum()) for zone in range(3)] == [35, 36, 35]
    assert int(box.constants["zone"][0, square(box, "N7")]) == 1


@pytest.mark.parametrize(
    ("colours", "expected"),
    [
        ("RGY", (17, 15, 15)),
        ("RYG", (16, 14, 14)),
        ("GRY", (14, 14, 14)),
        ("GYR", (14, 14, 14)),
        ("YRG", (16, 16, 16)),
        ("YGR", (16, 16, 16)),
    ],
)
def test_the_routes_over_three_stations_have_the_lengths_of_the_rules(colours: str, expected: tuple[int, ...]) -> None:
    stops = [STATIONS[f"{colour}{zone}"] for zone, colour in enumerate(colours, start=1)]
    assert tuple(steps(start, *stops) for start in ("N1", "L1", "J1")) == expected


def test_the_cheapest_ways_over_two_stations_and_the_line_are_those_of_the_rules() -> None:
    lengths: dict[int, set[str]] = {}
    for one, other in permutations(STATIONS, 2):
        if one[0] != other[0] and one[1] != other[1]:
            length = steps("L1", STATIONS[one], STATIONS[other]) + to_line(STATIONS[other])
            lengths.setdefault(length, set()).add(f"{one}-{other}")
    assert min(lengths) == 13
    assert lengths[13] == {"G2-R1"}
    assert lengths[14] == {"G1-R3", "R1-G2", "R1-Y3"}
    assert lengths[15] == {"G1-R2", "R1-G3", "G2-R3"}
    box = game()
    assert int(box.constants["steps_to_win"][0, 0, square(box, "L1")]) == 13


def test_the_way_to_the_line_is_counted_in_single_steps() -> None:
    expected = {
        "A3": 1, "C4": 2, "F6": 4, "H5": 6, "G9": 7, "D9": 7, "J6": 8, "J1": 10, "K1": 10, "L1": 10, "M1": 11, "N1": 12
    }  # fmt: skip
    assert {name: to_line(name) for name in expected} == expected
    assert int(game().constants["steps_to_line"][0, :106].max()) == 12


def test_the_nearest_stations_are_two_squares_apart() -> None:
    assert (steps("H5", "J6"), steps("K4", "J6")) == (2, 2)


def refused(tmp_path: Path, name: str, old: str, new: str) -> str:
    """What is said of our own file when one thing in it is changed."""
    text = (BOARDS / f"{name}.toml").read_text("utf-8")
    assert text.count(old) >= 1, old
    path = tmp_path / f"my-{name}.toml"
    path.write_text(text.replace(old, new, 1), "utf-8")
    chosen: dict[str, Any] = {{"horn": "board", "winds": "deck"}[name]: str(path)}
    with pytest.raises(BoardError) as refusal:
        cabotage.load("cape_horn", **chosen)
    return str(refusal.value).removeprefix(f"{path}: ")


SEA = '"11111111111111",\n'
ROW = '"1#############",\n'
WIDE = f'"{27 * "1"}",\n'


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('"33333##1111111"', '"33333##111111"', "line 12: all rows must be as long as the first: 14 symbols, not 13"),
        ('"33333##1111111"', '"33333##11111x1"', "line 12: 'x' is not a chart symbol; use 1 2 3 # - ="),
        ('rows = [\n', f'rows = [\n{WIDE}', "line 10: a row must have 1 to 26 symbols, not 27"),
        ('rows = [\n', f'rows = [\n{12 * ROW}', "line 9: the chart must have 1 to 20 rows, not 21"),
        ('rows = [\n', f'rows = [\n{11 * SEA}', "line 9: there must be 1 to 176 squares of sea (1, 2 or 3), not 260"),
        ('rows = [', 'lines = [', "line 9: unknown key lines"),
        ('"-----##1111111"', '"3----##1111111"', "line 10: all sea must be connected, but no way leads from A1 to H1"),
        ('"A3", "B3", "C3", "D3", "E3"', "", "line 23: the line is empty; list at least one square below it"),
        ('"A3", "B3"', '"A3", "A3"', "line 23: duplicate square A3; remove one of them"),
        ('"A3", "B3"', '"A4", "B3"', "line 23: there is sea north of A4; the line needs land, title or the edge there"),
        ('"A3", "B3"', '"A2", "B3"', "line 23: A2 is not sea; choose a square with 1, 2 or 3 in the rows"),
        ('"N1", "M1"', '"N1", "N1"', "line 26: duplicate square N1"),
        ('"N1", "M1"', '"K4", "M1"', "line 26: K4 is a station and cannot be a start square"),
        ('"N1", "M1", "L1", ', "", "line 26: 3 ships need 3 start squares, not 2"),
        ('"N1", "M1"', '"N1", "M1", "N2", "M2", "L2", "K2"', "line 26: there must be at most 8 start squares, not 9"),
        ('"N1", "M1"', '"n1", "M1"', "line 26: a square must be a letter and a number, not 'n1'; write it like K4"),
        ('"N1", "M1"', '"O1", "M1"', "line 26: O1 is not sea"),
        (
            'start_wind = "A1"',
            'start_wind = "Z9"',
            "line 29: the start wind 'Z9' is no kind of the deck winds; choose one of A1, A2, F2, F3, D2, K, S1, B2",
        ),
        ('II = "W"', 'II = "up"', "line 34: unknown direction 'up'; choose one of N, NE, E, SE, S, SW, W, NW"),
        ('III = "N"', 'IV = "N"', "line 35: unknown zone 'IV'; choose one of I, II, III"),
        ('III = "N"', "", "line 32: forward.III is missing"),
        ('I = "S"', 'I = 3', "line 33: forward.I cannot be 3; write a text"),
        ('colour = "green"', 'colour = "pink"', "line 46: unknown colour 'pink'; choose one of red, green, yellow"),
        ('zone = "II"', 'zone = "V"', "line 57: unknown zone 'V'; choose one of I, II, III"),
        ('square = "K4"', 'square = "G4"', "line 45: G4 is not sea"),
        ('square = "K4"', 'square = "H5"', "line 45: there is already a station on H5"),
        ('square = "H5"', 'square = "H5"\nprice = 3', "line 41: unknown key 'price'; choose one of square"),
    ],
)  # fmt: skip
def test_a_chart_that_breaks_a_rule_is_refused_with_line_and_reason(
    tmp_path: Path, old: str, new: str, reason: str
) -> None:
    assert refused(tmp_path, "horn", old, new).startswith(reason)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("normal = 16", "normal = 127", "line 57: the normal deck must have at most 200 cards, not 201"),
        ("rough = 10", "rough = 121", "line 58: the rough deck must have at most 200 cards, not 201"),
        ("normal = 16", "normal = -1", "line 15: invalid number of cards: -1; use 0 or more"),
        ("normal = 16", "normal = 1.5", "line 15: cards[0].normal cannot be 1.5; write a whole number"),
        ('kind = "A2"', 'kind = "A1"', "line 19: duplicate kind A1; list each kind once"),
        (
            'kind = "A2"',
            'kind = "gale"',
            "line 19: a kind must be 1 to 3 capital letters or digits, not 'gale'; write one like A1",
        ),
        ('kind = "A2"', 'kind = "A2"\nname = ""', "line 20: a name must have 1 to 30 characters, not ''"),
        (
            '"FL,FL"',
            '"FL,XX"',
            "line 20: unknown step 'XX'; use one of F, FR, R, BR, B, BL, L, FL, with a number if it is repeated (2F)",
        ),
        ('"FL,FL"', '"FL,BR"', "line 20: the path FL,BR ends where it begins"),
        ('"FL,FL"', '"9F"', "line 20: a path must have at most 8 steps, not 9"),
        ('"FL,FL"', '"2F"', "line 20: duplicate path 2F"),
        ('["F,F"]', "[]", "line 26: a card must have 1 to 8 paths, not 0"),
        ('["F,F"]', "[3]", "line 26: cards[2].paths[0] cannot be 3; write a text"),
        ("# Kinds", "winds = 3\n# Kinds", "line 4: unknown key winds; expected one of cards"),
        (
            "normal = 16",
            "normal = 16\nextra = 1",
            "line 16: unknown key extra; expected one of kind, name, paths, normal",
        ),
        ("normal = 16\n", "", "line 12: cards[0].normal is missing"),
    ],
)
def test_a_deck_that_breaks_a_rule_is_refused_with_line_and_reason(
    tmp_path: Path, old: str, new: str, reason: str
) -> None:
    assert refused(tmp_path, "winds", old, new).startswith(reason)


def test_a_deck_too_small_for_the_opening_hands_is_refused(tmp_path: Path) -> None:
    one = '[[cards]]\nkind = "A1"\npaths = ["F"]\nnormal = 11\nrough = 12\n'
    (tmp_path / "few.toml").write_text(one, "utf-8")
    assert cabotage.load("cape_horn", deck=str(tmp_path / "few.toml")).seats == 3
    with pytest.raises(BoardError, match="line 4: 4 players need 12 cards in the normal deck, not 11"):
        cabotage.load("cape_horn", seats=4, deck=str(tmp_path / "few.toml"))
    assert cabotage.load("cape_horn", seats=4, deck=str(tmp_path / "few.toml"), sea="rough").seats == 4


def test_stations_of_one_colour_are_refused(tmp_path: Path) -> None:
    chart = (BOARDS / "horn.toml").read_text("utf-8")
    for colour in ("green", "yellow"):
        chart = chart.replace(f'colour = "{colour}"', 'colour = "red"')
    (tmp_path / "red.toml").write_text(chart, "utf-8")
    with pytest.raises(BoardError, match="nobody can take two roses, so nobody can win; add stations that differ"):
        cabotage.load("cape_horn", board=str(tmp_path / "red.toml"))


def test_a_line_that_no_card_crosses_is_refused(tmp_path: Path) -> None:
    chart = (BOARDS / "horn.toml").read_text("utf-8").replace('III = "N"', 'III = "S"')
    deck = (BOARDS / "winds.toml").read_text("utf-8").replace("normal = 16", "normal = 24")
    deck = deck.rpartition("normal = 8")[0] + "normal = 0\nrough = 12\n"
    (tmp_path / "south.toml").write_text(chart, "utf-8")
    (tmp_path / "no-head-wind.toml").write_text(deck, "utf-8")
    south, no_head_wind = str(tmp_path / "south.toml"), str(tmp_path / "no-head-wind.toml")
    with pytest.raises(BoardError, match="line 23: nobody can win: no card of the deck no-head-wind ever crosses"):
        cabotage.load("cape_horn", board=south, deck=no_head_wind, three_roses_win=False)
    assert cabotage.load("cape_horn", board=south, deck=no_head_wind).seats == 3
    assert cabotage.load("cape_horn", board=south, deck=no_head_wind, sea="rough").seats == 3
    assert cabotage.load("cape_horn", board=south).seats == 3


def test_another_chart_and_another_deck_are_played_by(tmp_path: Path) -> None:
    chart = (BOARDS / "horn.toml").read_text("utf-8").replace('"N1", "M1"', '"M1", "N1"')
    deck = (BOARDS / "winds.toml").read_text("utf-8").replace('paths = ["F,F"]', 'paths = ["F,F", "B"]')
    (tmp_path / "other.toml").write_text(chart, "utf-8")
    (tmp_path / "gusts.toml").write_text(deck, "utf-8")
    box = cabotage.load("cape_horn", board=str(tmp_path / "other.toml"), deck=str(tmp_path / "gusts.toml"))
    position = box.first(seed=1)
    position.roll("starter 0")
    assert box.texts[849 + position["ship"][0]] == "sail m1"
    tail_wind_on_l5 = box.constants["ends"][0, 2, square(box, "L5")]
    assert [int(end) for end in tail_wind_on_l5[:3]] == [square(box, "L4"), square(box, "L7"), -1]
