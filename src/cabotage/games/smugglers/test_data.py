"""Boards, goods and dice that differ from ours in everything that may differ."""

from __future__ import annotations

import random
import re
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import cabotage
from cabotage.core.board import Board
from cabotage.core.box import Box
from cabotage.core.errors import BoardError
from cabotage.core.position import Position
from cabotage.games.smugglers import GAME
from cabotage.games.smugglers.actions import (
    HARBOURS,
    MOST_CHOICES,
    MOST_FIELDS,
    MOST_NEIGHBOURS,
    MOST_PIPS,
    MOST_SECTORS,
    good_name,
)
from cabotage.games.smugglers.chart import FEWEST_SECTORS, MOST_POINTS, is_connected
from cabotage.games.smugglers.state import Phase
from cabotage.games.smugglers.test_kit import game, offered, play, points, table, ways
from cabotage.games.smugglers.test_reach import compare
from tests.reading import odds, stands

OURS = game().boards["board"].data
OUR_GOODS: list[dict[str, int]] = game().boards["goods"].data["goods"]


def own(**data: Any) -> dict[str, Any]:
    return {"name": "own", "data": data}


def three_fronts() -> dict[str, Any]:
    """Our board, but each harbour Hk touches O(3k-1), O(3k) and O(3k+1)."""
    harbours = [
        harbour | {"next": [f"O{(3 * k + side) % 15}" for side in (-1, 0, 1)]}
        for k, harbour in enumerate(OURS["harbours"])
    ]
    sea = []
    for field in OURS["sea"]:
        touching = [harbour["name"] for harbour in harbours if field["name"] in harbour["next"]]
        sea.append(field | {"next": [name for name in field["next"] if name[0] != "H"] + touching})
    return {**OURS, "harbours": harbours, "sea": sea}


def with_three_fronts(**options: Any) -> Box:
    return cabotage.load("smugglers", seats=2, **{"anchor_reef": "off", "board": own(**three_fronts())} | options)


def pushes(position: Position) -> set[str]:
    return {way for way in offered(position) if way.startswith("push")}


@pytest.mark.rule("SMG-39", "SMG-75")
@pytest.mark.example("SMG", 28)
def test_a_harbour_is_left_over_any_dark_front_field_and_never_passed() -> None:
    box = with_three_fronts()
    assert offered(table(box, "H1 H4", beam=3, w=1)) == ways("stay O2 O4")
    assert offered(table(box, "O2 H4", beam=3, w=2)) == ways("stay O1 M2 H1 O0 M1 I2 H0")


@pytest.mark.rule("SMG-42", "SMG-43", "SMG-44", "SMG-45", "SMG-46")
@pytest.mark.example("SMG", 28)
def test_a_boat_is_pushed_out_of_a_harbour_to_any_free_front_field_or_swapped_into_it() -> None:
    box = with_three_fronts()
    assert pushes(table(box, "O2 H1", beam=9, w=1)) == ways("push:H1>O2 push:H1>O3 push:H1>O4")
    assert pushes(table(box, "H1 O4", beam=9, w=1)) == ways("push:O4>H1 push:O4>M4 push:O4>O3 push:O4>O5")
    assert pushes(table(box, "O2 O4", beam=9, w=3)) == ways("push:O4>M4 push:O4>O3 push:O4>O5")


@pytest.mark.rule("SMG-39")
def test_only_a_beam_on_all_front_fields_locks_a_harbour() -> None:
    fronts = {"O2", "O3", "O4"}
    sea = [field | ({"sector": 3} if field["name"] in fronts else {}) for field in three_fronts()["sea"]]
    box = with_three_fronts(board=own(**three_fronts() | {"sea": sea}))
    position = table(box, "H1 M9", beam=3, cargo="1>0 -")
    position.roll("dice asleep, white 4")
    assert stands(position) == ("DICE", 1)
    assert "go h1" in offered(table(box, "O2 M9", beam=3, w=1))
    assert "go h1" not in offered(table(box, "O1 M9", beam=3, w=2))


@pytest.mark.rule("SMG-71")
def test_a_lit_harbour_is_left_over_a_dark_front_field_and_is_no_refuge_for_a_boat_put_into_it() -> None:
    box = with_three_fronts(lit_harbours=True)
    assert offered(table(box, "H1 H4", beam=3, w=1)) == ways("stay O2 O4")
    assert offered(table(box, "O2 H1", beam=3, w=1)) == ways("stay O1 M2")
    position = table(box, "H1 O4", beam=3, w=1, cargo="1>0 2>1")
    play(position, "push O4>H1")
    assert stands(position) == ("LAY_PUSHED", 0)
    position = table(with_three_fronts(lit_harbours=True, mild=True), "H1 O4", beam=3, w=1, cargo="1>0 2>1")
    play(position, "push O4>H1")  # only warned, and in the harbour of its good
    assert (points(position), position["warned"][:2]) == ([0, 2], [0, 0])


def alike() -> list[dict[str, int]]:
    """Origin 0 with 0>1 three times (3, 3 and 1 points) and 0>2 once; the others as ours."""
    from_0 = [(1, 3), (1, 3), (1, 1), (2, 2)]
    return [{"origin": 0, "dest": dest, "points": worth} for dest, worth in from_0] + OUR_GOODS[4:]


@pytest.mark.example("SMG", 27)
def test_goods_alike_count_as_different_ones() -> None:
    box = cabotage.load("smugglers", seats=2, anchor_reef="off", goods=own(goods=alike()))
    quarter = Fraction(1, 4)
    assert odds(table(box, "H0 H4", beam=9, phase="LOAD")) == {
        "good 0>1": quarter, "good 0>1b": quarter, "good 0>1c": quarter, "good 0>2": quarter,
    }  # fmt: skip
    position = table(box, "M5 M7", beam=9, cargo="0>1b -", w=1)
    found = Counter(good_name(box, box.resample(position.view(1), 1, seed)["good"][0])[:3] for seed in range(2000))
    assert set(found) == {"0>1", "0>2"}
    assert abs(found["0>1"] - 1500) < 80  # more than four standard deviations
    position = table(box, "M5 M7", beam=9, cargo="0>1b -", w=1, not_dest=[0b00100] + [0] * 19)
    worlds = [box.resample(position.view(1), 1, seed)["good"][0] for seed in range(200)]
    assert {good_name(box, good) for good in worlds} == {"0>1", "0>1b", "0>1c"}


@pytest.mark.rule("SMG-78")
@pytest.mark.example("SMG", 27)
@pytest.mark.parametrize(
    ("seats", "target", "most"), [(2, 7, None), (3, 7, None), (4, 7, 24), (4, 5, None), (3, 10, 27)]
)
def test_goods_with_which_nobody_might_win_are_refused(seats: int, target: int, most: int | None) -> None:
    goods = own(goods=[good | {"points": 1} for good in OUR_GOODS])
    if most is None:
        assert cabotage.load("smugglers", seats=seats, target_points=target, goods=goods).seats == seats
        return
    with pytest.raises(BoardError) as error:
        cabotage.load("smugglers", seats=seats, target_points=target, goods=goods)
    assert f"worth 20 points; for {seats} players and {target} points" in str(error.value)
    assert f"more than {most}; raise some points, or lower seats or target_points" in str(error.value)


@pytest.mark.rule("SMG-21", "SMG-36")
def test_the_white_die_has_the_faces_of_the_file() -> None:
    box = cabotage.load("smugglers", goods=own(goods=OUR_GOODS, white_die=[6, 1, 6, 6, 1, 4]))
    position = table(box, "O2", beam=9)
    assert position.scene(0)["white_die"] == [1, 1, 4, 6, 6, 6]
    chances = odds(position)
    assert len(chances) == 18
    asleep = [chances[f"dice asleep, white {pips}"] for pips in (1, 4, 6)]
    assert asleep == [Fraction(1, 18), Fraction(1, 36), Fraction(1, 12)]
    position.roll("dice asleep, white 6")
    assert {"go o8", "go m7"} & offered(position) == {"go o8", "go m7"}
    assert "go m8" not in offered(position)


def test_without_a_white_die_in_the_file_it_is_the_one_of_the_reviews() -> None:
    box = cabotage.load("smugglers", goods=own(goods=OUR_GOODS))
    assert box.constants["white"][0].tolist() == [1, 2, 2, 1, 0, 0]


@pytest.mark.rule("SMG-6")
def test_an_anchor_reef_that_cuts_something_off_is_refused_only_where_it_lies() -> None:
    board = own(**{**OURS, "anchor": "O3"})
    assert cabotage.load("smugglers", seats=3, board=board).seats == 3
    with pytest.raises(BoardError, match="choose another field, or anchor_reef = off"):
        cabotage.load("smugglers", seats=2, board=board)


def documented() -> list[Board]:
    """The sea and the cargoes of the how-to."""
    page = (Path(__file__).resolve().parents[4] / "docs" / "how-to" / "board-smugglers.md").read_text("utf-8")
    return [Board.parse(text, "own") for text in re.findall(r"```toml\n(.*?)```", page, re.DOTALL)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_files_of_the_how_to_differ_from_ours_and_can_be_played(seats: int) -> None:
    sea, cargo = documented()
    assert set(sea.data) == set(OURS)
    assert all(sea.data[key] != OURS[key] for key in OURS)
    assert {len(harbour["next"]) for harbour in sea.data["harbours"]} == {1, 2, 3}
    assert cargo.data["white_die"] == [1, 1, 2, 3, 5, 6]
    box = cabotage.load("smugglers", seats=seats, board=own(**sea.data), goods=own(**cargo.data))
    assert box.simulation.play(games=20, seed=seats) > 20 * 10
    met = compare(box, 200, seats)
    assert met[Phase.SAIL] > 100


def test_the_error_of_the_how_to_is_the_one_that_is_raised(tmp_path: Path) -> None:
    page = (Path(__file__).resolve().parents[4] / "docs" / "how-to" / "board-smugglers.md").read_text("utf-8")
    text = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)[0]
    path = tmp_path / "sea.toml"
    path.write_text(text.replace('next = ["C8", "C0", "C1"] }', "next = [] }"), "utf-8")
    with pytest.raises(BoardError) as error:
        cabotage.load("smugglers", board=str(path))
    assert str(error.value).replace(str(path), "sea.toml") in page


def random_board(rng: random.Random, least: int) -> dict[str, Any]:
    """Any connected sea within the limits: sectors, fields, neighbours, fronts and start sectors at random."""
    sectors = rng.randint(FEWEST_SECTORS, MOST_SECTORS)
    most = MOST_FIELDS - HARBOURS
    names = [f"{'S' * rng.randint(1, 2)}{k}" for k in range(rng.choice([least, rng.randint(least, most), most]))]
    near: dict[str, set[str]] = {name: set() for name in names}

    def join(one: str, other: str) -> None:
        if one != other and len(near[one]) < MOST_NEIGHBOURS and len(near[other]) < MOST_NEIGHBOURS:
            near[one].add(other)
            near[other].add(one)

    for at, name in enumerate(names[1:], 1):
        join(name, rng.choice([other for other in names[:at] if len(near[other]) < MOST_NEIGHBOURS - 3]))
    for _ in range(rng.randint(0, len(names))):
        join(rng.choice(names), rng.choice(names))
    for harbour in range(HARBOURS):
        near[f"H{harbour}"] = set()
        fronts = rng.randint(1, MOST_NEIGHBOURS)
        while len(near[f"H{harbour}"]) < fronts:
            join(f"H{harbour}", rng.choice(names))
    fields = {
        name: {
            "name": name,
            "sector": rng.randrange(sectors),
            "at": [rng.uniform(0, 30), rng.uniform(0, 30)],
            "next": sorted(near[name]),
        }
        for name in near
    }
    return own(
        sectors=sectors,
        start_sectors=rng.sample(range(sectors), rng.randint(1, sectors)),
        anchor=rng.choice([name for name in names if is_connected(*without(near, name))]),
        lighthouse=[15, 15],
        harbours=[fields[f"H{k}"] for k in range(HARBOURS)],
        sea=[fields[name] for name in names],
    )


def without(near: dict[str, set[str]], reef: str) -> tuple[tuple[tuple[int, ...], ...], tuple[int]]:
    """These fields by number, and the one of the reef."""
    numbers = {name: number for number, name in enumerate(sorted(near, key=lambda name: name == reef))}
    return tuple(tuple(numbers[other] for other in near[name]) for name in numbers), (numbers[reef],)


def random_goods(rng: random.Random, most: int) -> dict[str, Any]:
    """Worth more than all players can have without a winner, sometimes by one point only."""
    goods = [
        {"origin": k // 4, "dest": rng.choice([island for island in range(HARBOURS) if island != k // 4]), "points": 1}
        for k in range(20)
    ]
    wanted = rng.choice([most + 1, rng.randint(most + 1, 20 * MOST_POINTS)])
    while sum(good["points"] for good in goods) < wanted:
        rng.choice([good for good in goods if good["points"] < MOST_POINTS])["points"] += 1
    rng.shuffle(goods)
    return own(goods=goods, white_die=[rng.randint(1, MOST_PIPS) for _ in range(6)])


def random_box(seed: int) -> Box:
    rng = random.Random(seed)
    options: dict[str, Any] = {
        option.name: rng.choice(option.values) for option in GAME.options if not option.takes_files
    }
    seats = rng.randint(2, 4)
    if options["extra_reefs"] == 3:
        options["anchor_reef"] = "off"
    needed = seats + 20 + options["extra_reefs"] + (options["anchor_reef"] != "off")
    board, goods = random_board(rng, needed), random_goods(rng, seats * (options["target_points"] - 1))
    return cabotage.load("smugglers", seats=seats, board=board, goods=goods, **options)


@pytest.mark.rule("SMG-75")
def test_a_thousand_games_on_random_boards_are_played_to_their_end() -> None:
    met: Counter[Phase] = Counter()
    for seed in range(50):
        box = random_box(seed)
        assert box.simulation.play(games=20, seed=seed) > 20 * 10
        if seed % 5 == 0:
            met += compare(box, 60, seed)
    assert met[Phase.SAIL] > 200
    assert met[Phase.LAY] + met[Phase.LAY_PUSHED] > 0


def test_random_boards_keep_to_the_most_choices_and_can_be_drawn_and_told() -> None:
    for seed in range(0, 50, 10):
        box = random_box(seed)
        words = box.game.words("en")
        position = box.start(seed)
        for _ in range(60):
            if position.is_over:
                break
            assert 2 <= len(position.legal) <= MOST_CHOICES
            assert all(words.tell(choice["text"]) for choice in position.choices(position.to_act))
            assert position.draw(0, words)
            event = position.play(position.legal[position.dice.pick(position.legal.numbers * 0 + 1)])
            events = [event, *position.roll()]
            assert all("{" not in words.tell(line) for each in events for line in each.story(0))
