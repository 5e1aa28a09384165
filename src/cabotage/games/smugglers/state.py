"""What a state of Smugglers' Island holds.

A token is a good that has left its stack: all can follow it with their eyes, but its back is known only to those who
have carried it. Tokens are counted by island and in the order in which they were taken, so their number tells nothing.
"""

from __future__ import annotations

from enum import IntEnum

from cabotage.core.schema import BY_ALL, Field, Schema, by
from cabotage.games.smugglers.actions import GOODS, HARBOURS, MOST_REEFS, MOST_SEATS, Yellow

NONE = -1  # no reef, no good, not on the board, not drawn, not rolled


class Phase(IntEnum):
    """What happens next: chance draws up to DOCK, a seat decides from REEF to SAIL_ON.

    In LOOK and DOCK there is only one outcome: what a good is. So each viewer learns it by an event that he sees.
    """

    RANDOM_REEF = 0
    BEAM = 1
    LOAD = 2
    DICE = 3
    ARRIVAL_LOAD = 4
    LOOK = 5
    DOCK = 6
    REEF = 7
    HARBOUR = 8
    TURN = 9
    LAY = 10
    LAY_PUSHED = 11
    SAIL = 12
    SAIL_ON = 13
    OVER = 14


SCHEMA = Schema(
    Field("phase", (), BY_ALL, "what happens next", Phase),
    Field("turn", (), BY_ALL, "the seat on turn"),
    Field("rounds", (), BY_ALL, "completed rounds"),
    Field("beam", (), BY_ALL, "the sector in the light"),
    Field("reef", (MOST_REEFS,), BY_ALL, "the fields with reefs"),
    Field("boat", (MOST_SEATS,), BY_ALL, "the field of each boat"),
    Field("cargo", (MOST_SEATS,), BY_ALL, "the token on each boat"),
    Field("warned", (MOST_SEATS,), BY_ALL, "1 if the boat was warned with the good it carries; mild"),
    Field("score", (MOST_SEATS,), BY_ALL, "points of each seat"),
    Field("yellow", (), BY_ALL, "the yellow die, if rolled this turn", Yellow),
    Field("white", (), BY_ALL, "the white die, if rolled this turn"),
    Field("pips", (), BY_ALL, "pips left to sail with"),
    Field("taking", (), BY_ALL, "1 if the good on the field entered will be taken, once the pushed boat is dealt with"),
    Field("caught", (), BY_ALL, "the set of seats whose goods have still to be laid into the sea"),
    Field("docking", (), BY_ALL, "the seat that will deliver its good in the harbour it lies in, or keep it"),
    Field("drawn", (HARBOURS,), BY_ALL, "how many goods have left each stack"),
    Field("at", (GOODS,), BY_ALL, "the sea field of each token that floats"),
    Field("known_by", (GOODS,), BY_ALL, "the set of seats that have seen the back of each token"),
    Field("not_dest", (GOODS,), BY_ALL, "the set of islands where each token was not delivered"),
    Field("shown", (GOODS,), BY_ALL, "which good each delivered token is"),
    Field("taker", (GOODS,), BY_ALL, "the seat that delivered each token"),
    Field("good", (GOODS,), by("known_by"), "which good each token is"),
)
