"""What Cape Horn's integers mean, and how they are written.

Squares are written like k4, kinds of card like a1, seats 0 to 4. Numbers depend on the board and the deck: they follow
each other without gaps, as many as there are squares and kinds (`Numbering`).
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

from cabotage.core.box import per_box

if TYPE_CHECKING:
    from cabotage.core.box import Box

MOST_SQUARES = 176  # of sea
MOST_KINDS = 16
MOST_SEATS = 5
HAND = 6


class Zone(IntEnum):
    I = 0  # noqa: E741
    II = 1
    III = 2


ZONES = len(Zone)


class Colour(IntEnum):
    RED = 0
    GREEN = 1
    YELLOW = 2


COLOURS = len(Colour)


class Numbering(NamedTuple):
    """Single numbers, and the first one of each group. Laying kind * squares + square comes first."""

    lay_done: int
    sail: int  # + square
    sail_line: int
    ignore: int  # + square
    ignore_line: int
    renounce: int
    stop: int
    buy: int
    end_turn: int
    starter: int  # + seat; from here on drawn by chance
    draw: int  # + kind

    @staticmethod
    def of(squares: int, kinds: int) -> Numbering:
        done = kinds * squares
        line, over = done + 1 + squares, done + 2 + 2 * squares
        starter = over + 5
        ends = (done, done + 1, line, line + 1, over)
        return Numbering(*ends, over + 1, over + 2, over + 3, over + 4, starter, starter + MOST_SEATS)


ACTIONS = Numbering.of(squares=106, kinds=8).starter  # with our board and deck
NUMBERS = Numbering.of(MOST_SQUARES, MOST_KINDS).draw + MOST_KINDS  # with any

MOST_CHOICES = HAND * MOST_SQUARES + 1
MOST_OUTCOMES = MOST_KINDS


@per_box
def numbering(box: Box) -> Numbering:
    return Numbering.of(box.plain["squares"], box.plain["kinds"])


def count(box: Box) -> int:
    """How many actions this board and this deck have."""
    return numbering(box).starter


@per_box
def kind_names(box: Box) -> list[str]:
    """How the deck calls its kinds of card, like a1."""
    return [str(card["kind"]).lower() for card in box.boards["deck"].data["cards"]]


@per_box
def square_names(box: Box) -> list[str]:
    """Column and row of each square, like K4."""
    places = zip(box.plain["column"], box.plain["row"], strict=True)
    return [f"{chr(ord('A') + column)}{row + 1}" for column, row in places][: box.plain["squares"]]


def notation(box: Box, number: int) -> str:
    """lay f3 k4 | lay done | sail n7 | sail line | ignore m3 | renounce | stop | buy | starter 0 | draw b2 | ..."""
    first, squares = numbering(box), box.plain["squares"]
    if number < first.lay_done:
        kind, square = divmod(number, squares)
        return f"lay {kind_names(box)[kind]} {square_names(box)[square].lower()}"
    for way, start in (("sail", first.sail), ("ignore", first.ignore)):
        if start <= number < start + squares:
            return f"{way} {square_names(box)[number - start].lower()}"
    if number <= first.end_turn:
        return Numbering._fields[first.index(number)].replace("_", " ")
    if number < first.draw:
        return f"starter {number - first.starter}"
    if number < first.draw + box.plain["kinds"]:
        return f"draw {kind_names(box)[number - first.draw]}"
    return f"unused {number}"
