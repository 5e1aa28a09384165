"""What Capt'n Clever's integers mean, and how they are written.

Islands, and the treasures on them, are 1 to 9. A place is named by its two islands, 4-8; so a number means the same on
every board. In what a captain or a boat does, 0 is to stay where it is.
"""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cabotage.core.box import Box

ISLANDS = 9
MOST_SEATS = 4
BOATS = 4  # two seats may have two each
STAY = 0
KEEP = 0

# Places 1..36: every pair of islands, whether a board has it or not.
PAIRS = ((0, 0), *combinations(range(1, ISLANDS + 1), 2))
PLACES = len(PAIRS) - 1

STEPS = 1 + ISLANDS  # of a captain: to stay, or an island to end on
MOVES = 1 + PLACES  # of a boat: to be kept, or a place to lie on


class Treasure(IntEnum):
    NONE = 0
    CROWN = 1
    PEARL = 2
    GOBLET = 3
    COMPASS = 4
    CHEST = 5
    RING = 6
    SPYGLASS = 7
    LAMP = 8
    MASK = 9


class Colour(IntEnum):
    """Of captains and boats, by seat."""

    GREEN = 0
    BLUE = 1
    RED = 2
    YELLOW = 3


# Chosen by a seat.
CAPTAIN = 0  # + island - 1
BOAT = CAPTAIN + ISLANDS  # + place - 1
GIVE = BOAT + PLACES  # + card - 1
TURN = GIVE + ISLANDS  # + island of the captain * MOVES + place of the boat
TURN_OF_TWO = TURN + STEPS * MOVES  # + ((place left - 1) * STEPS + island of the captain) * MOVES + place taken
ACTIONS = TURN_OF_TWO + PLACES * STEPS * MOVES

# Drawn by chance; or shown to those who may see it, if it is fixed already.
LOOK = ACTIONS  # + card - 1
FIND = LOOK + ISLANDS  # + card, or 0 if nothing is found
NUMBERS = FIND + 1 + ISLANDS

# With two boats each: four boats lead to four islands at most; with one of two moved, to five (CLV-34).
# One more is room for a number that is written before it is counted.
MOST_CHOICES = BOATS + 2 * (PLACES - BOATS) * (BOATS + 1) + 1
MOST_OUTCOMES = ISLANDS


PLACE_NAMES = tuple(f"{one}-{other}" for one, other in PAIRS)


def place_name(place: int) -> str:
    return PLACE_NAMES[place]


def place_number(one: int, other: int) -> int:
    """The place between two different islands."""
    return PAIRS.index((min(one, other), max(one, other)))


@cache
def parts(number: int) -> tuple[int, int, int]:
    """A turn: the island the captain ends on or STAY, the place a boat leaves or KEEP, the place it takes or KEEP.

    With one boat each it is not said which place it leaves: then that is KEEP too.
    """
    if number < TURN_OF_TWO:
        island, taken = divmod(number - TURN, MOVES)
        return island, KEEP, taken
    rest, taken = divmod(number - TURN_OF_TWO, MOVES)
    left, island = divmod(rest, STEPS)
    return island, left + 1, taken


def notation(box: Box, number: int) -> str:
    """place captain=5 | place boat=4-8 | give lamp | captain=4 boat=4-7 | captain=stay boat=keep | find lamp | ..."""
    if number < BOAT:
        return f"place captain={number - CAPTAIN + 1}"
    if number < GIVE:
        return f"place boat={place_name(number - BOAT + 1)}"
    if number < TURN:
        return f"give {Treasure(number - GIVE + 1).name.lower()}"
    if number >= FIND:
        return "find nothing" if number == FIND else f"find {Treasure(number - FIND).name.lower()}"
    if number >= LOOK:
        return f"look {Treasure(number - LOOK + 1).name.lower()}"
    island, left, taken = parts(number)
    captain = "stay" if island == STAY else str(island)
    boat = "keep" if taken == KEEP else place_name(taken)
    if left != KEEP:
        boat = f"{place_name(left)}>{boat}"
    return f"captain={captain} boat={boat}"
