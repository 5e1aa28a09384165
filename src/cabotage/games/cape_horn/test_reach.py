"""Everything that is offered, found again the slow way: from the drawn chart, in many random positions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cabotage.games.cape_horn.actions import MOST_SQUARES
from cabotage.games.cape_horn.reach import reachable
from cabotage.games.cape_horn.test_kit import game

CHART = [
    "-----##1111111",
    "=====##1111111",
    "33333##1111111",
    "33333##1111111",
    "33333##1111111",
    "33333222222222",
    "33333222222222",
    "33333222222222",
    "33333222222222",
]

STATIONS = ["H5", "K4", "N7", "G9", "J9", "J6", "D6", "A5", "D9"]

# The table of directions in RULES.md, as steps (south, east).
N, E, S, W = (-1, 0), (0, 1), (1, 0), (0, -1)
NE, SE, SW, NW = (-1, 1), (1, 1), (1, -1), (-1, -1)
DIRECTIONS = {
    "1": {"F": S, "B": N, "L": E, "R": W, "FL": SE, "FR": SW},
    "2": {"F": W, "B": E, "L": S, "R": N, "FL": SW, "FR": NW},
    "3": {"F": N, "B": S, "L": W, "R": E, "FL": NW, "FR": NE},
}
PATHS = [
    "F; FL; FR; L; R",
    "F,F; FL,FL; FR,FR; L,L; R,R",
    "F,F",
    "F,F,F; FL,FL,FL; FR,FR,FR",
    "FL,FL; FR,FR",
    "F,F,L; F,F,R",
    "L; R",
    "B,B",
]

KINDS = ["a1", "a2", "f2", "f3", "d2", "k", "s1", "b2"]

Cell = tuple[int, int]
SEA = [(row, column) for row in range(9) for column in range(14) if CHART[row][column] in "123"]
NAMES = ["ABCDEFGHIJKLMN"[column] + str(row + 1) for row, column in SEA]


def around(cell: Cell) -> set[Cell]:
    return {(cell[0] + dy, cell[1] + dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1)} & set(SEA) - {cell}


class Table:
    """A position as a player sees it on the chart."""

    def __init__(self, record: Any, seats: int) -> None:
        self.winds = {cell: int(record["wind"][at]) for at, cell in enumerate(SEA) if record["wind"][at] >= 0}
        self.ships = [SEA[int(at)] for at in record["ship"][:seats]]
        self.roses = [sum(int(rose) >= 0 for rose in row) for row in record["roses"]]

    def has_room(self, seat: int, cell: Cell) -> bool:
        name = NAMES[SEA.index(cell)]
        others = [ship for other, ship in enumerate(self.ships) if other != seat]
        return cell in self.winds and (name in STATIONS or cell not in others)

    def sails(self, seat: int, start: Cell) -> set[Cell | None]:
        """The ends of sailing from there; None is beyond the line."""
        found: set[Cell | None] = set()
        for path in PATHS[self.winds[start]].split("; "):
            at: Cell | None = start
            for step in path.split(","):
                assert at is not None
                dy, dx = DIRECTIONS[CHART[start[0]][start[1]]][step]
                row, column = at[0] + dy, at[1] + dx
                if at[0] == 2 and at[1] < 5 and dy == -1 and 0 <= column < 5:
                    if self.roses[seat] >= 2:
                        found.add(None)
                    at = None
                    break
                at = (row, column)
                if at not in SEA:
                    at = None
                    break
            if at is not None and self.has_room(seat, at):
                found.add(at)
        return found

    def ignores(self, seat: int, start: Cell) -> set[Cell]:
        return {cell for cell in around(start) if self.has_room(seat, cell)}

    def reach(self, seat: int, points: int) -> set[Cell]:
        """R of CAP-28, by trying all turns: a turn is one move or two, and each is sailed or ignored."""
        found: set[Cell] = set()
        start = self.ships[seat]
        for first_price, firsts in ((0, self.sails(seat, start)), (3, self.ignores(seat, start))):
            for first in firsts:
                if first_price > points or first is None:
                    continue
                found.add(first)
                for price, seconds in ((0, self.sails(seat, first)), (3, self.ignores(seat, first))):
                    if first_price + 5 + price <= points:
                        found |= {cell for cell in seconds if cell is not None}
        return found


@pytest.mark.rule("CAP-28", "CAP-36", "CAP-43", "CAP-47")
@pytest.mark.parametrize("seats", [3, 5])
def test_reach_finds_what_trying_all_turns_finds(seats: int) -> None:
    box = game(seats)
    marks = np.zeros(MOST_SQUARES, np.int32)
    longest = 0
    for position in box.positions(150, seed=seats):
        table = Table(position.states[0], seats)
        for seat in range(seats):
            for points in (0, 2, 3, 5, 8):
                reachable(box.constants, position.states, 0, seat, points, marks)
                found = {SEA[int(at)] for at in np.flatnonzero(marks)}
                assert found == table.reach(seat, points)
                longest = max(longest, len(found))
    assert longest > 15


@pytest.mark.rule("CAP-18", "CAP-25", "CAP-26", "CAP-27", "CAP-40", "CAP-67")
@pytest.mark.parametrize("cover_ban", ["turn", "direct"])
def test_offered_are_just_the_choices_that_the_rules_name(cover_ban: str) -> None:
    box = game(4, cover_ban=cover_ban)
    phases = set()
    for position in box.positions(1500, seed=11):
        record = position.states[0]
        phases.add(int(record["phase"]))
        expected = expected_choices(record, cover_ban)
        assert [str(choice) for choice in position.legal] == expected
    assert phases == {3, 4, 5, 6}


def expected_choices(record: Any, cover_ban: str) -> list[str]:
    table = Table(record, 4)
    seat, phase = int(record["turn"]), int(record["phase"])
    points = int(record["points"][seat])
    if phase == 6:
        return ["buy", "end turn"]
    if phase == 3:
        squares = {cell for cell in SEA if cell not in table.winds and around(cell) & set(table.winds)}
        if record["laid_now"] == 0:
            banned = table.reach(seat, points if cover_ban == "turn" else min(points, 3))
            squares |= {cell for cell in table.winds if cell not in table.ships and cell not in banned}
        names = [name.lower() for name, cell in zip(NAMES, SEA, strict=True) if cell in squares]
        kinds = [kind for k, kind in enumerate(KINDS) if record["hand"][seat][k]]
        return [f"lay {kind} {name}" for kind in kinds for name in names] + ["lay done"]
    start = table.ships[seat]
    sails = table.sails(seat, start)
    ignores = table.ignores(seat, start) - sails if points >= (3 if phase == 4 else 8) else set()
    return [
        *(f"sail {name.lower()}" for name, cell in zip(NAMES, SEA, strict=True) if cell in sails),
        *(["sail line"] if None in sails else []),
        *(f"ignore {name.lower()}" for name, cell in zip(NAMES, SEA, strict=True) if cell in ignores),
        "renounce" if phase == 4 else "stop",
    ]


def test_the_offer_of_cards_never_exceeds_its_room() -> None:
    box = game(5)
    most = box.game.actions.MOST_CHOICES
    counts = [len(position.legal) for position in box.positions(2000, seed=5)]
    assert 200 < max(counts) <= most
