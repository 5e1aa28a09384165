"""What Calypso's integers mean, and how they are written.

Hollows of the sand bed are written a to i, seats 0 to 5. A tile has no name: it is called by the hollow where it lies
now (CAL-26), so a number means whatever tile lies there.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Literal, get_args

if TYPE_CHECKING:
    from cabotage.core.box import Box

ColourName = Literal["red", "blue", "yellow", "green"]
StoneName = Literal["red", "blue", "yellow", "green", "mixed", "net", "shark"]
COLOUR_NAMES: tuple[ColourName, ...] = get_args(ColourName)
STONE_NAMES: tuple[StoneName, ...] = get_args(StoneName)

TILES = 6
SLOTS = 9
COLOURS = 4
MOST_SEATS = 6
STONES = 7  # of the ring; also that many kinds
MOST_PIPS = 12  # on a face of the die


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


HOLLOWS = "abcdefghi"

STAY = 0  # where a turned tile is put: its own hollow, or 1 + the number of an empty one
PLACES = 1 + SLOTS

# Chosen by a seat.
TURN = 0  # + slot * PLACES + place
NAME = TURN + SLOTS * PLACES  # + (slot * COLOURS + colour) * PLACES + place
ROB = NAME + SLOTS * COLOURS * PLACES  # + seat
ROLL = ROB + MOST_SEATS
STOP = ROLL + 1
MIX = STOP + 1  # + set of hollows, slot h as bit h
ACTIONS = MIX + (1 << SLOTS)

# Drawn by chance.
RING = ACTIONS  # + stone
TOP = RING + STONES  # + colour
DIE = TOP + COLOURS  # + pips - 1
BACK = DIE + MOST_PIPS  # + colour
SLOT = BACK + COLOURS  # + slot
NUMBERS = SLOT + SLOTS

EMPTY_SLOTS = SLOTS - TILES
MOST_CHOICES = TILES * (COLOURS - 1) * (1 + EMPTY_SLOTS)
MOST_OUTCOMES = MOST_PIPS


def notation(box: Box, number: int) -> str:
    """turn c | turn c to e | name g green | rob 2 | roll | stop | mix a d | die 6 | ..."""
    if number < ROB:
        slot, colour, place = turning(number)
        named = "turn" if colour is None else "name"
        said = "" if colour is None else f" {colour_name(colour)}"
        put = "" if place == STAY else f" to {HOLLOWS[place - 1]}"
        return f"{named} {HOLLOWS[slot]}{said}{put}"
    if number < ROLL:
        return f"rob {number - ROB}"
    if number < MIX:
        return "roll" if number == ROLL else "stop"
    if number < ACTIONS:
        return "mix " + (" ".join(hollows_of(number - MIX)) or "nothing")
    if number < TOP:
        return f"stone {stone_name(number - RING)}"
    if number < DIE:
        return f"top {colour_name(number - TOP)}"
    if number < BACK:
        return f"die {number - DIE + 1}"
    if number < SLOT:
        return f"back {colour_name(number - BACK)}"
    return f"slot {HOLLOWS[number - SLOT]}"


def turning(number: int) -> tuple[int, int | None, int]:
    """The hollow of the tile that this action turns, the colour it names, and the place where the tile is put."""
    if number < NAME:
        slot, place = divmod(number - TURN, PLACES)
        return slot, None, place
    rest, place = divmod(number - NAME, PLACES)
    slot, colour = divmod(rest, COLOURS)
    return slot, colour, place


def hollows_of(slots: int) -> list[str]:
    """The names of the hollows in a set."""
    return [name for slot, name in enumerate(HOLLOWS) if slots >> slot & 1]


def colour_name(number: int) -> ColourName:
    return COLOUR_NAMES[number]


def stone_name(number: int) -> StoneName:
    return STONE_NAMES[number]
