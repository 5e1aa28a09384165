"""What a state of Smugglers' Island holds.

A token is a good that has left its stack: all can follow it with their eyes, but its back is known only to those who
have carried it. Tokens are counted by island and in the order in which they were taken, so their number tells nothing.
People see the back of the good on their own boat; what they saw before they have to remember (SMG-76).
"""

from __future__ import annotations

from enum import IntEnum

from cabotage.core.schema import BY_ALL, BY_OWNER, Field, Schema, by
from cabotage.games.smugglers.actions import (
    GOODS,
    HARBOURS,
    MOST_FIELDS,
    MOST_PIPS,
    MOST_REEFS,
    MOST_SEATS,
    MOST_SECTORS,
    STACK,
    Yellow,
)

NONE = -1  # no reef, no good, not on the board, not drawn, not rolled


class Phase(IntEnum):
    """What happens next: chance draws up to DOCK, a seat decides from REEF to SAIL_ON.

    In LOOK, DOCK and BERTH there is only one outcome: what a good is. So each viewer learns it from an event they see.
    A boat docks where it has come to; it is at its berth where its turn begins (SMG-73).
    """

    RANDOM_REEF = 0
    BEAM = 1
    BERTH = 2
    LOAD = 3
    DICE = 4
    ARRIVAL_LOAD = 5
    LOOK = 6
    DOCK = 7
    REEF = 8
    HARBOUR = 9
    TURN = 10
    LAY = 11
    LAY_PUSHED = 12
    SAIL = 13
    SAIL_ON = 14
    OVER = 15


ROUND = range(101)
POINTS = range(61)  # all goods, if each is worth 3
SEAT = range(MOST_SEATS)
FIELD = range(NONE, MOST_FIELDS)
TOKEN = range(NONE, GOODS)
SEATS = range(1 << MOST_SEATS)

SCHEMA = Schema(
    Field("phase", (), BY_ALL, "what happens next", Phase),
    Field("turn", (), BY_ALL, "the seat on turn", within=SEAT),
    Field("rounds", (), BY_ALL, "completed rounds", within=ROUND),
    Field("beam", (), BY_ALL, "the sector in the light", within=range(NONE, MOST_SECTORS)),
    Field("reef", (MOST_REEFS,), BY_ALL, "the fields with reefs", within=FIELD),
    Field("boat", (MOST_SEATS,), BY_ALL, "the field of each boat", within=FIELD),
    Field("cargo", (MOST_SEATS,), BY_ALL, "the token on each boat", within=TOKEN),
    Field("warned", (MOST_SEATS,), BY_ALL, "1 if it was warned with the good it carries; mild", within=range(2)),
    Field("score", (MOST_SEATS,), BY_ALL, "points of each seat", within=POINTS),
    Field("yellow", (), BY_ALL, "the yellow die as it lies since the last roll", Yellow, range(NONE, len(Yellow))),
    Field(
        "white",
        (),
        BY_ALL,
        "the white die as it lies since the last roll, 0 before the first",
        within=range(MOST_PIPS + 1),
    ),
    Field("pips", (), BY_ALL, "pips left to sail with", within=range(MOST_PIPS + 1)),
    Field("taking", (), BY_ALL, "1 if the mover takes the good on the field entered", within=range(2)),
    Field("caught", (), BY_ALL, "the set of seats whose goods have still to be laid into the sea", within=SEATS),
    Field(
        "docking",
        (),
        BY_ALL,
        "the seat that is about to deliver its good or to keep it",
        within=range(NONE, MOST_SEATS),
    ),
    Field("drawn", (HARBOURS,), BY_ALL, "how many goods have left each stack", within=range(STACK + 1)),
    Field("at", (GOODS,), BY_ALL, "the sea field of each token that floats", within=FIELD),
    Field("aboard", (MOST_SEATS,), BY_OWNER, "the good on each boat, once its owner has looked at it", within=TOKEN),
    Field("shown", (GOODS,), BY_ALL, "which good each delivered token is", within=TOKEN),
    Field("taker", (GOODS,), BY_ALL, "the seat that delivered each token", within=range(NONE, MOST_SEATS)),
    Field("known_by", (GOODS,), BY_ALL.from_memory(), "the seats that have seen the back of each token", within=SEATS),
    Field(
        "not_dest",
        (GOODS,),
        BY_ALL.from_memory(),
        "the islands where each token was not delivered",
        within=range(1 << HARBOURS),
    ),
    Field("good", (GOODS,), by("known_by").from_memory(), "which good each token is", within=TOKEN),
)
