"""Charts and decks that differ from ours in everything are played, shown and drawn."""

from __future__ import annotations

import json
import random
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

import cabotage
from cabotage.core.box import Box
from cabotage.core.position import Position
from cabotage.games.cape_horn import GAME
from cabotage.games.cape_horn.chart import COMPASS, Cell
from cabotage.games.cape_horn.deck import BEARINGS
from tests.reading import offered

PAGE = Path(__file__).parents[4] / "docs" / "how-to" / "board-cape_horn.md"
BOARDS = 100
GAMES = 10  # on each


def box_of(board: dict[str, Any], deck: dict[str, Any], seats: int = 3, **options: Any) -> Box:
    files = {"board": {"name": "mine", "data": board}, "deck": {"name": "mine", "data": deck}}
    return cabotage.load("cape_horn", seats=seats, **files, **options)


def of_the_page(seats: int = 3, **options: Any) -> Box:
    """The chart and the deck that the documentation shows."""
    board, deck = map(tomllib.loads, re.findall(r"```toml\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL))
    return box_of(board, deck, seats, **options)


def random_chart(rng: random.Random, seats: int, wind: str) -> dict[str, Any]:
    """Any chart within the limits: five squares in one row are enough for three ships and two stations."""
    while True:
        rows, columns = rng.randint(1, 20), rng.randint(1, 26)
        share = rng.uniform(0.4, 1)
        signs = [
            [rng.choice("123") if rng.random() < share else rng.choice("#-=") for _ in range(columns)]
            for _ in range(rows)
        ]
        sea = {(row, column) for row in range(rows) for column in range(columns) if signs[row][column] in "123"}
        cells = _largest(set(_largest(sea)[:176]))
        if len(cells) >= seats + 2:
            break
    for row in range(rows):
        for column in range(columns):
            if signs[row][column] in "123" and (row, column) not in cells:
                signs[row][column] = "#"
    names = [f"{chr(65 + column)}{row + 1}" for row, column in cells]
    edges = [name for name, (row, column) in zip(names, cells, strict=True) if (row - 1, column) not in cells]
    starts = rng.sample(names, rng.randint(seats, min(8, len(names) - 2)))
    others = [name for name in names if name not in starts]
    stations = rng.sample(others, rng.randint(2, rng.choice([min(12, len(others)), len(others)])))
    roses = [("red", "I"), ("green", "II")] + [(rng.choice(COLOURS), rng.choice(ZONES)) for _ in stations[2:]]
    return {
        "rows": ["".join(row) for row in signs],
        "line": rng.sample(edges, rng.randint(1, len(edges))),
        "starts": starts,
        "start_wind": wind,
        "forward": {zone: rng.choice(list(COMPASS)) for zone in ZONES},
        "stations": [
            {"square": square, "colour": colour, "zone": zone}
            for square, (colour, zone) in zip(stations, roses, strict=True)
        ],
    }


COLOURS = ("red", "green", "yellow")
ZONES = ("I", "II", "III")


def _largest(cells: set[Cell]) -> list[Cell]:
    """The most squares that hang together, in reading order."""
    left, best = set(cells), list[Cell]()
    while left:
        group = [left.pop()]
        for row, column in group:
            near = {(row + down, column + right) for down, right in COMPASS.values()} & left
            left -= near
            group += near
        best = max(best, group, key=len)
    return sorted(best)


def random_deck(rng: random.Random, seats: int) -> dict[str, Any]:
    """Some kinds, one of which leads to all sides, so that every line can be crossed."""
    cards = [{"kind": "ALL", "paths": list(BEARINGS), "normal": 3 * seats, "rough": rng.randint(3 * seats, 20)}]
    for kind in range(rng.randint(0, 15)):
        paths = {_path(rng) for _ in range(rng.randint(1, 8))}
        normal, rough = rng.randint(0, 12), rng.randint(0, 12)
        cards.append({"kind": f"X{kind}", "paths": sorted(paths), "normal": normal, "rough": rough})
    return {"cards": cards}


def _path(rng: random.Random) -> str:
    """Up to four steps to one side, then up to four to another one that is not opposite."""
    first = rng.choice(list(BEARINGS))
    second = rng.choice([step for step in BEARINGS if (BEARINGS[step] - BEARINGS[first]) % 8 in (1, 2, 6, 7)])
    return rng.choice([f"{rng.randint(1, 4)}{first}", f"{rng.randint(1, 4)}{first},{rng.randint(1, 4)}{second}"])


def check_cards(box: Box, state: Any) -> None:
    """No card is lost, and none lies on two squares."""
    b, s = box.constants[0], state
    laid = [int((s["laid_kind"][: int(s["laid"])] == kind).sum()) for kind in range(len(b["deck"]))]
    assert (s["pool"] + s["hand"][: box.seats].sum(axis=0) + laid).tolist() == b["deck"].tolist()
    assert int(s["pool"].sum()) == int(s["stock"])
    starts = {int(at) for at in b["starts"][: b["start_count"]]}
    holding = {at for at in range(int(b["squares"])) if s["wind"][at] >= 0}
    assert holding == starts | {int(at) for at in s["laid_square"][: int(s["laid"])]}
    assert {int(at) for at in s["ship"][: box.seats] if at >= 0} <= holding


def check_shown(position: Position) -> None:
    """What a position looks like can be sent and drawn, and every move has a way that ends where it says."""
    scene = position.scene(position.to_act)
    assert json.loads(json.dumps(scene)) == scene
    assert position.box.game.draw.draw(scene, position.box.game.words("fr"))
    for choice in position.choices(position.to_act):
        if "way" in choice:
            assert choice["way"][0] == scene["players"][scene["turn"]]["ship"]
            assert choice["square"] in (choice["way"][-1], "line")


@pytest.mark.rule("CAP-18", "CAP-40", "CAP-67", "CAP-72")
def test_a_thousand_games_on_random_boards_come_to_an_end() -> None:
    rng = random.Random(1)
    steps, filled = 0, 0
    for seed in range(BOARDS):
        options = {option.name: rng.choice(option.values) for option in GAME.options if not option.takes_files}
        options["duo"] = rng.random() < 0.2
        seats = 4 if options["duo"] else rng.randint(3, 5)
        deck = random_deck(rng, seats)
        wind = rng.choice(deck["cards"])["kind"]
        box = box_of(random_chart(rng, seats, wind), deck, seats, **options)
        steps += box.simulation.play(games=GAMES, seed=seed)
        filled += not box.constants["is_roomy"][0]
        for state in box.simulation.sample(3, seed):
            check_cards(box, state)
        for position in box.positions(2, seed):
            check_shown(position)
    assert steps > 100_000
    assert filled > 20, "boards that cards can fill are among them"


def test_the_board_of_the_documentation_differs_in_everything_and_is_played() -> None:
    box = of_the_page(5)
    assert box.simulation.play(games=200, seed=1) > 10_000
    b = box.constants[0]
    assert (int(b["squares"]), int(b["kinds"]), int(b["start_count"]), int(b["deck"].sum())) == (70, 5, 6, 120)
    assert len(offered(box.start(seed=3))) > 2
    assert box.texts[:2] == ("lay sb a1", "lay sb b1")
    position = box.start(seed=3)
    drawn = box.game.draw.draw(position.scene(position.to_act), box.game.words("en"))
    assert "═════" in drawn
    assert "Cards of player 2: SB sea breeze, 2 × B1 B1" in drawn


def test_a_card_of_the_documentation_leads_where_its_steps_say() -> None:
    box = of_the_page(ignore_over_line=True)
    winds = {wind["kind"]: wind for wind in box.start(seed=1).scene()["chart"]["winds"]}
    assert winds["lee"]["paths"]["II"] == [["E", "E", "N", "N"], ["E", "E", "S", "S"], ["S", "W"]]
    assert winds["g"]["paths"]["III"] == [["NE", "NE", "NE", "NE"], ["NE", "NE", "NE", "E"]]
    assert winds["b1"]["name"] == {"key": "kind.own", "values": {"name": "B1"}}


@pytest.mark.rule("CAP-25", "CAP-26", "CAP-27")
def test_on_a_full_board_only_covering_is_left_and_without_a_square_nobody_is_asked() -> None:
    row = {"rows": ["11111111"], "line": ["A1"], "starts": ["A1", "B1", "C1", "D1", "E1", "F1"], "start_wind": "S"}
    roses = [{"square": "G1", "colour": "red", "zone": "I"}, {"square": "H1", "colour": "green", "zone": "II"}]
    chart = row | {"forward": {"I": "N", "II": "N", "III": "N"}, "stations": roses}
    deck = {"cards": [{"kind": "S", "paths": ["F", "L", "R"], "normal": 20, "rough": 20}]}
    position = box_of(chart, deck).start(seed=1)
    assert offered(position) == ["lay s d1", "lay s e1", "lay s f1", "lay s g1", "lay done"]
    position.play("lay s g1")
    assert offered(position) == ["lay s h1", "lay done"]
    position.play("lay s h1")
    assert "lay" not in " ".join(offered(position)), "the board is full, so laying is over"
    for choice in ("renounce", "end turn"):
        if choice in offered(position):
            position.play(choice)
            position.roll()
    assert all(text == "lay done" or text.startswith("lay s") for text in offered(position))
