"""What Cape Horn's integers mean, and how they are written.

Squares are written like k4, kinds of card like a1, seats 0 to 4.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cabotage.core.box import Box

COLUMNS = 14
ROWS = 9
SQUARES = 106
MOST_SEATS = 5
HAND = 6


class Kind(IntEnum):
    """The eight faces of a wind card."""

    A1 = 0
    A2 = 1
    F2 = 2
    F3 = 3
    D2 = 4
    K = 5
    S1 = 6
    B2 = 7


KINDS = len(Kind)


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

# Chosen by a seat.
LAY = 0  # + kind * SQUARES + square; a cover if the square holds a card
LAY_DONE = LAY + KINDS * SQUARES
SAIL = LAY_DONE + 1  # + square
SAIL_LINE = SAIL + SQUARES
IGNORE = SAIL_LINE + 1  # + square
IGNORE_LINE = IGNORE + SQUARES
RENOUNCE = IGNORE_LINE + 1
STOP = RENOUNCE + 1
BUY = STOP + 1
END_TURN = BUY + 1
ACTIONS = END_TURN + 1

# Drawn by chance.
STARTER = ACTIONS  # + seat
DRAW = STARTER + MOST_SEATS  # + kind
NUMBERS = DRAW + KINDS

MOST_CHOICES = HAND * SQUARES + 1
MOST_OUTCOMES = KINDS

_PLAIN = {
    LAY_DONE: "lay done",
    SAIL_LINE: "sail line",
    IGNORE_LINE: "ignore line",
    RENOUNCE: "renounce",
    STOP: "stop",
    BUY: "buy",
    END_TURN: "end turn",
}


def kind_name(kind: int) -> str:
    return Kind(kind).name.lower()


def square_name(box: Box, square: int) -> str:
    """Column and row, like K4."""
    return f"{chr(ord('A') + int(box.constants['column'][0, square]))}{int(box.constants['row'][0, square]) + 1}"


def notation(box: Box, number: int) -> str:
    """lay f3 k4 | lay done | sail n7 | sail line | ignore m3 | renounce | stop | buy | starter 0 | draw b2 | ..."""
    if number in _PLAIN:
        return _PLAIN[number]
    if number < LAY_DONE:
        kind, square = divmod(number - LAY, SQUARES)
        return f"lay {kind_name(kind)} {square_name(box, square).lower()}"
    if number < SAIL_LINE:
        return f"sail {square_name(box, number - SAIL).lower()}"
    if number < IGNORE_LINE:
        return f"ignore {square_name(box, number - IGNORE).lower()}"
    if number < DRAW:
        return f"starter {number - STARTER}"
    return f"draw {kind_name(number - DRAW)}"
