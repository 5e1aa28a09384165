"""What the integers of Smugglers' Island mean, and how they are written.

Fields are counted harbours first (0 to 4, the number of the island), then the sea as the board file lists it. A push
names the field entered and, as the place of the pushed boat, a neighbour of it: the first, the second, ...
"""

from __future__ import annotations

from bisect import bisect
from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

from cabotage.core.box import per_box
from cabotage.core.part import fixed

if TYPE_CHECKING:
    from cabotage.core.box import Box

MOST_SEATS = 4
HARBOURS = 5
MOST_FIELDS = 62  # a set of fields is a whole number of 63 bits
MOST_NEIGHBOURS = 8
MOST_SECTORS = MOST_FIELDS
MOST_REEFS = 3
STACK = 4  # goods of one island
GOODS = HARBOURS * STACK
MOST_PIPS = 6  # on a face of the white die


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
DICE = ACTIONS  # + yellow face * MOST_PIPS + pips - 1
GOOD = DICE + len(Yellow) * MOST_PIPS  # + good, seen by the seat that takes it aboard
SHOWN = GOOD + GOODS  # + good, delivered before the eyes of all
KEPT = SHOWN + GOODS
BEAM = KEPT + 1  # + sector
RANDOM_REEF = BEAM + MOST_SECTORS  # + field
NUMBERS = RANDOM_REEF + MOST_FIELDS

MOST_CHOICES = 2 + (MOST_FIELDS - 1) * 2 + (MOST_SEATS - 1) * MOST_NEIGHBOURS * 2
MOST_OUTCOMES = MOST_FIELDS


class Meaning(NamedTuple):
    """A number in parts; what a kind has none of is 0."""

    kind: str
    value: int = 0  # the field, good, sector, face of the yellow die or way of the light
    take: bool = False
    to: int = 0  # where a pushed boat goes (NONE: nowhere on this board), or the pips of the white die


FIRST_OF_KIND = {
    STAY: "stay",
    LOAD: "load",
    GO: "go",
    PUSH: "push",
    LAY: "lay",
    CLOCKWISE: "turn",
    REEF: "reef",
    HARBOUR: "harbour",
    DICE: "dice",
    GOOD: "good",
    SHOWN: "shown",
    KEPT: "kept",
    BEAM: "beam",
    RANDOM_REEF: "random_reef",
}
FIRSTS = list(FIRST_OF_KIND)  # ascending


@fixed
def meaning(box: Box, number: int) -> Meaning:
    """What was chosen or drawn."""
    first = FIRSTS[bisect(FIRSTS, number) - 1]
    kind, value = FIRST_OF_KIND[first], number - first
    if kind == "dice":
        yellow, white = divmod(value, MOST_PIPS)
        return Meaning(kind, yellow, to=white + 1)
    if kind not in ("stay", "go", "push"):
        return Meaning(kind, value)
    value, take = divmod(value, 2)
    if kind != "push":
        return Meaning(kind, value, bool(take))
    field, neighbour = divmod(value, MOST_NEIGHBOURS)
    return Meaning(kind, field, bool(take), box.plain["near"][field][neighbour])


def notation(box: Box, number: int) -> str:
    """stay | go m7+take | push o4>m4 | load | lay i2 | clockwise | reef o5 | harbour h3 | dice red 3, white 2 | ..."""
    kind, value, take, to = meaning(box, number)
    taking = "+take" if take else ""
    match kind:
        case "load" | "kept":
            return kind
        case "stay":
            return f"stay{taking}"
        case "push":
            place = field_name(box, to) if to >= 0 else f"-{(number - PUSH) // 2 % MOST_NEIGHBOURS}"
            return f"push {field_name(box, value)}>{place}{taking}"
        case "turn":
            return "counter-clockwise" if value else "clockwise"
        case "dice":
            return f"dice {Yellow(value).name.lower().replace('_', ' ')}, white {to}"
        case "good" | "shown":
            return f"{kind} {good_name(box, value)}"
        case "beam":
            return f"beam {value}"
    return f"{kind.replace('_', ' ')} {field_name(box, value)}{taking}"


@per_box
def field_names(box: Box) -> list[str]:
    """The fields of this board as its file calls them."""
    data = box.boards["board"].data
    return [str(field["name"]) for field in (*data["harbours"], *data["sea"])]


def field_name(box: Box, field: int) -> str:
    """In lower case. Numbers beyond the fields of this board get names that no file can use."""
    names = field_names(box)
    return names[field].lower() if field < len(names) else f"-{field}"


def good_name(box: Box, good: int) -> str:
    """Origin and destination, 4>1; a second good of the same way is 4>1b."""
    origin, at = divmod(good, STACK)
    dests = box.plain["dest"][origin * STACK : (origin + 1) * STACK]
    return f"{origin}>{dests[at]}{('', 'b', 'c', 'd')[dests[:at].count(dests[at])]}"
