"""What the integers of Smugglers' Island mean, and how they are written.

Fields are counted harbours first (0 to 4, the number of the island), then the sea as the board file lists it. A push
names the field entered and, as the place of the pushed boat, a neighbour of it: the first, the second, ...
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cabotage.core.box import Box

MOST_SEATS = 4
HARBOURS = 5
MOST_FIELDS = 62  # a set of fields is a whole number of 63 bits
MOST_NEIGHBOURS = 6
MOST_SECTORS = MOST_FIELDS - HARBOURS
MOST_REEFS = 3
STACK = 4  # goods of one island
GOODS = HARBOURS * STACK
WHITE_FACES = 4


class Yellow(IntEnum):
    """The die of the lighthouse keeper."""

    RED_2 = 0
    RED_3 = 1
    GREEN_2 = 2
    GREEN_3 = 3
    BLACK_2 = 4
    ASLEEP = 5


# Chosen by a seat. An even number leaves a good on the field where it lies, the odd one after it takes it.
STAY = 0
STAY_TAKE = 1
LOAD = 2
GO = 3  # + field * 2 + take
PUSH = GO + MOST_FIELDS * 2  # + (field * MOST_NEIGHBOURS + neighbour) * 2 + take
LAY = PUSH + MOST_FIELDS * MOST_NEIGHBOURS * 2  # + field
CLOCKWISE = LAY + MOST_FIELDS
COUNTER_CLOCKWISE = CLOCKWISE + 1
REEF = COUNTER_CLOCKWISE + 1  # + field
HARBOUR = REEF + MOST_FIELDS  # + harbour
ACTIONS = HARBOUR + HARBOURS

# Drawn by chance.
DICE = ACTIONS  # + yellow face * WHITE_FACES + pips - 1
GOOD = DICE + len(Yellow) * WHITE_FACES  # + good, seen by the seat that takes it aboard
SHOWN = GOOD + GOODS  # + good, delivered before the eyes of all
KEPT = SHOWN + GOODS
BEAM = KEPT + 1  # + sector
RANDOM_REEF = BEAM + MOST_SECTORS  # + field
NUMBERS = RANDOM_REEF + MOST_FIELDS

MOST_CHOICES = 2 + (MOST_FIELDS - 1) * 2 + (MOST_SEATS - 1) * MOST_NEIGHBOURS * 2
MOST_OUTCOMES = MOST_FIELDS


def notation(box: Box, number: int) -> str:
    """stay | go m7+take | push o4>m4 | load | lay i2 | clockwise | reef o5 | harbour h3 | dice red 3, white 2 | ..."""
    if number < GO:
        return ("stay", "stay+take", "load")[number]
    if number < PUSH:
        field, take = divmod(number - GO, 2)
        return f"go {field_name(box, field)}{_take(take)}"
    if number < LAY:
        way, take = divmod(number - PUSH, 2)
        field, neighbour = divmod(way, MOST_NEIGHBOURS)
        return f"push {field_name(box, field)}>{_neighbour_name(box, field, neighbour)}{_take(take)}"
    if number < CLOCKWISE:
        return f"lay {field_name(box, number - LAY)}"
    if number < REEF:
        return "clockwise" if number == CLOCKWISE else "counter-clockwise"
    if number < HARBOUR:
        return f"reef {field_name(box, number - REEF)}"
    if number < DICE:
        return f"harbour {field_name(box, number - HARBOUR)}"
    if number < GOOD:
        yellow, white = divmod(number - DICE, WHITE_FACES)
        return f"dice {Yellow(yellow).name.lower().replace('_', ' ')}, white {white + 1}"
    if number < SHOWN:
        return f"good {good_name(box, number - GOOD)}"
    if number < KEPT:
        return f"shown {good_name(box, number - SHOWN)}"
    if number == KEPT:
        return "kept"
    if number < RANDOM_REEF:
        return f"beam {number - BEAM}"
    return f"random reef {field_name(box, number - RANDOM_REEF)}"


def field_names(box: Box) -> list[str]:
    """The fields of this board as its file calls them."""
    data = box.boards["board"].data
    return [str(field["name"]) for field in (*data["harbours"], *data["sea"])]


def field_name(box: Box, field: int) -> str:
    """In lower case. Numbers beyond the fields of this board get names that no file can use."""
    names = field_names(box)
    return names[field].lower() if field < len(names) else f"-{field}"


def _neighbour_name(box: Box, field: int, neighbour: int) -> str:
    other = int(box.constants["near"][0, field, neighbour])
    return field_name(box, other) if other >= 0 else f"-{neighbour}"


def good_name(box: Box, good: int) -> str:
    """Origin and destination, 4>1; a second good of the same way is 4>1b."""
    origin, at = divmod(good, STACK)
    dests = [int(dest) for dest in box.constants["dest"][0, origin * STACK : (origin + 1) * STACK]]
    return f"{origin}>{dests[at]}{('', 'b', 'c', 'd')[dests[:at].count(dests[at])]}"


def _take(take: int) -> str:
    return "+take" if take else ""
