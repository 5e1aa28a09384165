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
    assert [int((box.constants["zone"][0] == zone).sum()) for zone in range(3)] == [35, 36, 35]
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
    assert int(game().constants["steps_to_line"][0].max()) == 12


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


ROW = '  "33333222222222",'


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('"33333##1111111"', '"33333##111111"', "line 12: a row must have 14 symbols, not 13"),
        ('"33333##1111111"', '"33333##11111x1"', "line 12: 'x' is not a chart symbol; use 1 2 3 # - ="),
        (f"{ROW}\n{ROW}", ROW, "line 9: the chart must have 9 rows, not 8"),
        ('"33333##1111111"', '"33333##1111112"', "line 9: zone I must have 35 squares, not 34"),
        ('"33333222222222"', '"3333322222222#"', "line 9: zone II must have 36 squares, not 35"),
        ('"-----##1111111"', '"-----#-1111111"', "line 9: there must be 10 land squares, not 9"),
        ('rows = [', 'lines = [', "line 9: unknown key lines"),
        ('"A3", "B3", "C3", "D3", "E3"', "", "line 22: the line needs at least one square"),
        ('"A3", "B3"', '"A3", "A3"', "line 22: duplicate square A3"),
        ('"A3", "B3"', '"A4", "B3"', "line 22: there is sea north of A4"),
        ('"A3", "B3"', '"A2", "B3"', "line 22: A2 is not sea"),
        ('"N1", "M1"', '"N1", "N1"', "line 25: duplicate start square N1"),
        ('"N1", "M1"', '"N6", "M1"', "line 25: a start square must be in zone I, not in II like N6"),
        ('"N1", "M1"', '"K4", "M1"', "line 25: K4 is a station and cannot be a start square"),
        ('"N1", "M1"', '"N4", "M1"', "line 25: the start squares must be connected"),
        ('"N1", "M1", ', '"N1", ', "line 25: there must be 5 start squares, not 4"),
        ('"N1", "M1"', '"O1", "M1"', "line 25: a square must be written like K4 (A1 to N9), not 'O1'"),
        ('start_wind = "A1"', 'start_wind = "Z9"', "line 28: a wind must be one of A1, A2, F2, F3, D2, K, S1, B2"),
        ('II = "W"', 'II = "up"', "line 33: forward must be N, E, S or W, not 'up'"),
        ('III = "N"', 'IV = "N"', "line 34: unknown zone 'IV'"),
        ('III = "N"', "", "line 31: forward.III is missing"),
        ('I = "S"', 'I = 3', "line 32: forward.I must be a text, not 3"),
        ('colour = "green"', 'colour = "red"', "line 43: zone I already has a red rose"),
        ('colour = "green"', 'colour = "pink"', "line 45: a rose must be one of red, green, yellow, not 'pink'"),
        ('zone = "II"', 'zone = "V"', "line 56: a zone must be one of I, II, III, not 'V'"),
        ('square = "K4"', 'square = "G4"', "line 44: G4 is not sea"),
        ('square = "K4"', 'square = "H6"', "line 43: the stations H5 and H6 touch"),
        ('[[stations]]\nsquare = "H5"\ncolour = "red"\nzone = "I"\n', "", "line 74: there must be 9 stations, not 8"),
        ('square = "H5"', 'square = "H5"\nprice = 3', "line 40: unknown key price"),
    ],
)  # fmt: skip
def test_a_chart_that_breaks_a_rule_is_refused_with_line_and_reason(
    tmp_path: Path, old: str, new: str, reason: str
) -> None:
    assert refused(tmp_path, "horn", old, new).startswith(reason)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("normal = 16", "normal = 15", "line 54: the normal deck must have 90 cards, not 89"),
        ("rough = 10", "rough = 11", "line 55: the rough deck must have 90 cards, not 91"),
        ("normal = 16", "normal = -1", "line 12: invalid number of cards: -1"),
        ("normal = 16", "normal = 1.5", "line 12: cards[0].normal must be a whole number, not 1.5"),
        (
            'kind = "A2"',
            'kind = "A1"',
            "line 16: the kinds must be A1, A2, F2, F3, D2, K, S1, B2 in this order, not 'A1'",
        ),
        ('"FL,FL"', '"FL,XX"', "line 17: a step must be one of F, FR, R, BR, B, BL, L, FL, not 'XX'"),
        ('"FL,FL"', '"FL,BR"', "line 17: the path FL,BR ends where it begins"),
        ('"FL,FL"', '"F,F"', "line 17: duplicate path F,F"),
        ('["F,F"]', "[]", "line 23: a card must have 1 to 8 paths, not 0"),
        ('["F,F"]', "[3]", "line 23: cards[2].paths[0] must be a text, not 3"),
        ("# Eight kinds", "winds = 3\n# Eight kinds", "line 4: unknown key winds; expected one of cards"),
        ("normal = 16", "normal = 16\nextra = 1", "line 13: unknown key extra"),
        ("normal = 16\n", "", "line 9: cards[0].normal is missing"),
    ],
)
def test_a_deck_that_breaks_a_rule_is_refused_with_line_and_reason(
    tmp_path: Path, old: str, new: str, reason: str
) -> None:
    assert refused(tmp_path, "winds", old, new).startswith(reason)


def test_seven_kinds_are_not_enough(tmp_path: Path) -> None:
    last = (BOARDS / "winds.toml").read_text("utf-8").rpartition("[[cards]]")[2]
    assert refused(tmp_path, "winds", f"[[cards]]{last}", "") == "line 45: there must be 8 kinds of card, not 7"


def test_sea_that_does_not_hang_together_is_refused(tmp_path: Path) -> None:
    text = (BOARDS / "horn.toml").read_text("utf-8")
    old = text[text.index('  "-----##') : text.index("]", text.index("rows = ["))]
    new = old.replace("-----##", "3----##")[: -len(ROW) - 1] + ROW.replace("33333", "-3333") + "\n"
    assert refused(tmp_path, "horn", old, new) == "line 9: all sea squares must be connected"


def test_a_line_that_no_card_crosses_is_refused(tmp_path: Path) -> None:
    chart = (BOARDS / "horn.toml").read_text("utf-8").replace('III = "N"', 'III = "S"')
    deck = (BOARDS / "winds.toml").read_text("utf-8").replace("normal = 16", "normal = 24")
    deck = deck.rpartition("normal = 8")[0] + "normal = 0\nrough = 12\n"
    (tmp_path / "south.toml").write_text(chart, "utf-8")
    (tmp_path / "no-head-wind.toml").write_text(deck, "utf-8")
    south, no_head_wind = str(tmp_path / "south.toml"), str(tmp_path / "no-head-wind.toml")
    with pytest.raises(BoardError, match="line 22: no card of the deck no-head-wind ever crosses the line"):
        cabotage.load("cape_horn", board=south, deck=no_head_wind)
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
