"""Tables of Captain Treasure Boots for its tests, and words to read what lies on them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from cabotage.core.box import Box
from cabotage.core.position import Position
from cabotage.games.treasure_boots import GAME
from cabotage.games.treasure_boots.actions import MOST_CHOICES, MOST_ISLANDS, MOST_SEATS, SHIPS, Token
from cabotage.games.treasure_boots.chart import chart_of
from cabotage.games.treasure_boots.reach import write_costs
from tests.reading import by_seat

Place = tuple[int, int]

LETTERS = "SGROWX"
FULL_BOX = (18, 16, 12, 14, 12, 12)
AWAY = {1: (12, 19), 2: (12, 20), 3: (11, 20), 4: (10, 20), 5: (9, 20), 6: (8, 20), 7: (7, 20)}

EMPTY_SEA = {
    "sections": {
        "name": "empty",
        "data": {"sections": [{"id": "E", "name": "Empty", "rows": [" ".join("." * 15)] * 15, "ports": []}]},
    },
    "arrangement": {
        "name": "empty",
        "data": {"margin": 0, "test_chart": True, "placed": [{"section": "E", "row": 0, "column": 0, "turns": 0}]},
    },
}


def load(seats: int | None = None, **options: Any) -> Box:
    return Box(GAME, seats, options)


@lru_cache(maxsize=64)
def game(seats: int = 3, **options: Any) -> Box:
    return load(seats, **options)


def free(seats: int) -> Box:
    """With moves from land to land (TRB-87)."""
    return game(seats, island_to_island="free")


def empty_sea(seats: int = 2) -> Box:
    """15 x 15 squares of open sea, nothing else."""
    return load(seats=seats, **EMPTY_SEA)


def sea(*rows: str, seats: int = 2, margin: int = 0, **options: Any) -> Box:
    """A chart drawn as text; its ports are named by themselves."""
    words = [row.split() for row in rows]
    ports = [
        {"name": f"port {r}-{c}", "row": r + 1, "column": c + 1}
        for r, row in enumerate(words)
        for c, word in enumerate(row)
        if word == "P"
    ]
    sections = {"sections": [{"id": "T", "name": "Test", "rows": [" ".join(row) for row in words], "ports": ports}]}
    placed = [{"section": "T", "row": 0, "column": 0, "turns": 0}]
    arrangement: dict[str, Any] = {"margin": margin, "placed": placed}
    if not ports:
        arrangement["test_chart"] = True
    options["sections"] = {"name": "drawn", "data": sections}
    options["arrangement"] = {"name": "drawn", "data": arrangement}
    return load(seats, **options)


def hold(text: str) -> list[int]:
    """S2 G1 X1 -> the six counts."""
    counts = [0] * len(LETTERS)
    for word in text.split():
        counts[LETTERS.index(word[0])] += int(word[1:])
    return counts


def square(box: Box, place: Place) -> int:
    return chart_of(box).square(*place)


def table(
    box: Box,
    ships: Mapping[Any, Place],
    holds: Mapping[Any, str] | None = None,
    tokens: Mapping[Place, str] | None = None,
    **fields: Any,
) -> Position:
    """A position by where the ships are: 0, 1 .. are the seats', "x0", "x1" .. privateers; the rest is in the box.

    Seats that are not named lie far away in the south-east. By default seat 0 is about to move its ship.
    """
    at, holdings, lying = [-1] * SHIPS, [[0] * 6 for _ in range(SHIPS)], [-1] * MOST_ISLANDS
    for seat in range(1, box.seats):
        if seat not in ships and len(chart_of(box).cells) >= 384:
            at[seat] = square(box, AWAY[seat])
    for name, place in ships.items():
        at[_ship(name)] = square(box, place)
    for name, text in (holds or {}).items():
        holdings[_ship(name)] = hold(text)
    islands = chart_of(box).islands
    for place, letter in (tokens or {}).items():
        lying[islands.index(square(box, place))] = LETTERS.index(letter)
    used = [sum(holding[kind] for holding in holdings) + lying.count(kind) for kind in range(6)]
    used[Token.BLACK] += sum(spot >= 0 for spot in at[MOST_SEATS:])
    supply = fields.pop("supply", None) or [full - gone for full, gone in zip(FULL_BOX, used, strict=True)]
    values: dict[str, Any] = {"phase": "GO", "turn": 0, "starter": 0, "acting": 0, "low": 1, "high": 2}
    score = list(fields.pop("score", [])) + [0] * MOST_SEATS
    values |= {"at": at, "hold": holdings, "token": lying, "supply": supply, "score": score[:MOST_SEATS]} | fields
    return box.position(**values)


def _ship(name: int | str) -> int:
    return MOST_SEATS + int(name[1:]) if isinstance(name, str) else name


def rolling(box: Box, ships: Mapping[Any, Place], **given: Any) -> Position:
    """The same before the roll of seat 0."""
    fields: dict[str, Any] = {"phase": "DICE", "acting": -1, "low": 0, "high": 0} | given
    return table(box, ships, **fields)


# Seat 0 on open sea, its target two squares to the east with one empty square between them.
HERE, THERE = (9, 5), (9, 7)


def aiming(
    box: Box, mine: str = "", theirs: str = "", target: int | str = 1, ship: int | str = 0, **fields: Any
) -> Position:
    """Just before the question whether to fire."""
    ships: dict[int | str, Place] = {ship: HERE, target: THERE}
    if ship != 0:
        ships[0] = (12, 1)
        fields["acting"] = 8 + int(str(ship)[1:])
    return table(box, ships, holds={ship: mine, target: theirs}, phase="FIRE", **fields)


def shoot(position: Position, attack: int, defence: int | None = None, target: int | str = 1) -> None:
    position.play(f"fire {target}")
    position.roll(f"attack {attack}")
    if defence is not None:
        position.roll(f"defence {defence}")


def go(position: Position, place: Place) -> None:
    position.play(f"go {place[0]},{place[1]}")


def costs(position: Position, ship: int = 0, points: int = 3) -> dict[Place, int]:
    """The cheapest cost of every square where the ship may end, by the compiled search."""
    room = np.zeros(MOST_CHOICES, np.int32)
    write_costs(position.box.constants, position.states, 0, ship, points, room)
    chart = chart_of(position.box)
    return {chart.place(k): int(room[k]) for k in range(len(chart.cells)) if room[k] >= 0}


def ends(position: Position) -> set[Place]:
    """The squares that are offered."""
    chart = chart_of(position.box)
    return {chart.place(int(number)) for number in position.legal.numbers}


def scores(position: Position) -> list[int]:
    return by_seat(position, "score")


def shares(position: Position) -> list[Fraction]:
    """Each seat's part of the win, once the game is over."""
    return list(position.score or ())


def carries(position: Position, ship: int | str) -> str:
    """The hold as text: S2 G1."""
    counts = position["hold"][_ship(ship)]
    return " ".join(f"{letter}{count}" for letter, count in zip(LETTERS, counts, strict=True) if count)


def where(position: Position, ship: int | str) -> Place | None:
    spot = int(position["at"][_ship(ship)])
    return None if spot < 0 else chart_of(position.box).place(spot)


def lies(position: Position, place: Place) -> str:
    """The token on this island, or nothing."""
    island = chart_of(position.box).islands.index(square(position.box, place))
    token = position["token"][island]
    return "" if token < 0 else LETTERS[token]


def in_box(position: Position) -> str:
    return " ".join(f"{letter}{count}" for letter, count in zip(LETTERS, position["supply"], strict=True))


def all_tokens(position: Position) -> int:
    """Box, islands, holds and privateers in play."""
    tokens: list[int] = [*position["supply"], *(count for hold in position["hold"] for count in hold)]
    places: list[int] = [*position["token"], *position["at"][MOST_SEATS:]]
    return sum(tokens) + sum(place >= 0 for place in places)
