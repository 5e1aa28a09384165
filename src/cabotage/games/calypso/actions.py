"""What Calypso's integers mean, and how they are written.

Tiles are written 1 to 6, the nine hollows of the sand bed a to i, seats 0 to 5.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cabotage.core.box import Box

TILES = 6
SLOTS = 9
COLOURS = 4
MOST_SEATS = 6
STONES = 7
FACES = 6


class Colour(IntEnum):
    RED = 0
    BLUE = 1
    YELLOW = 2
    GREEN = 3


class Stone(IntEnum):
    """The octagons of the ring; the first four are the colours."""

    RED = 0
    BLUE = 1
    YELLOW = 2
    GREEN = 3
    MIXED = 4
    NET = 5
    SHARK = 6


STAY = 0  # where a turned tile is put: its own hollow, or 1 + the number of an empty one
PLACES = 1 + SLOTS

# Chosen by a seat.
TURN = 0  # + tile * PLACES + place
NAME = TURN + TILES * PLACES  # + (tile * COLOURS + colour) * PLACES + place
ROB = NAME + TILES * COLOURS * PLACES  # + seat
ROLL = ROB + MOST_SEATS
STOP = ROLL + 1
MIX = STOP + 1  # + set of tiles, tile t as bit t
ACTIONS = MIX + (1 << TILES)

# Drawn by chance.
RING = ACTIONS  # + stone; the shark is not drawn
TOP = RING + STONES - 1  # + colour
DIE = TOP + COLOURS  # + face - 1
BACK = DIE + FACES  # + colour
SLOT = BACK + COLOURS  # + slot
NUMBERS = SLOT + SLOTS

EMPTY_SLOTS = SLOTS - TILES
MOST_CHOICES = TILES * (COLOURS - 1) * (1 + EMPTY_SLOTS)
MOST_OUTCOMES = SLOTS


def slot_name(slot: int) -> str:
    return "abcdefghi"[slot]


def notation(box: Box, number: int) -> str:
    """turn 3 | turn 3 to e | name 5 green | rob 2 | roll | stop | mix 1 4 | die 6 | ..."""
    if number < NAME:
        tile, place = divmod(number - TURN, PLACES)
        return f"turn {tile + 1}{_to(place)}"
    if number < ROB:
        rest, place = divmod(number - NAME, PLACES)
        tile, colour = divmod(rest, COLOURS)
        return f"name {tile + 1} {Colour(colour).name.lower()}{_to(place)}"
    if number < ROLL:
        return f"rob {number - ROB}"
    if number < MIX:
        return "roll" if number == ROLL else "stop"
    if number < ACTIONS:
        return "mix " + (" ".join(str(tile + 1) for tile in tiles_of(number - MIX)) or "nothing")
    if number < TOP:
        return f"stone {Stone(number - RING).name.lower()}"
    if number < DIE:
        return f"top {Colour(number - TOP).name.lower()}"
    if number < BACK:
        return f"die {number - DIE + 1}"
    if number < SLOT:
        return f"back {Colour(number - BACK).name.lower()}"
    return f"slot {slot_name(number - SLOT)}"


def tiles_of(tiles: int) -> list[int]:
    """The tiles in a set."""
    return [tile for tile in range(TILES) if tiles >> tile & 1]


def _to(place: int) -> str:
    return "" if place == STAY else f" to {slot_name(place - 1)}"
