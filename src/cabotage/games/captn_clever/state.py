"""What a state of Capt'n Clever holds. Targets and kept cards are private; all else has been open to all."""

from __future__ import annotations

from enum import IntEnum

from cabotage.core.schema import BY_ALL, BY_OWNER, Field, Schema, by
from cabotage.games.captn_clever.actions import BOATS, ISLANDS, MOST_SEATS, MOVES, STEPS, Treasure

NONE = 0  # no island, no place, no treasure
EVERYBODY = (1 << MOST_SEATS) - 1


class Phase(IntEnum):
    """What happens next. In FIRST_LOOK, ARRIVE and LOOK no seat decides: a card is drawn, or turns out."""

    CAPTAIN = 0
    BOAT = 1
    FIRST_GIVE = 2
    FIRST_LOOK = 3
    TURN = 4
    ARRIVE = 5
    GIVE = 6
    LOOK = 7
    OVER = 8


SEATS = range(MOST_SEATS)
SETS = range(1 << (1 + ISLANDS))  # of cards or islands, a bit each
ROUNDS = range(101)

SCHEMA = Schema(
    Field("phase", (), BY_ALL, "what happens next", Phase),
    Field("turn", (), BY_ALL, "the seat on turn; in FIRST_GIVE the keeper, in GIVE who gets a card", within=SEATS),
    Field("rounds", (), BY_ALL, "completed rounds", within=ROUNDS),
    Field("captain", (MOST_SEATS,), BY_ALL, "the island of each captain, 0 before it is placed", within=range(STEPS)),
    Field("boat", (BOATS,), BY_ALL, "the place of each boat, 0 before; one or two each, by seat", within=range(MOVES)),
    Field("target", (MOST_SEATS,), by("knowers"), "the treasure each seat is looking for", Treasure),
    Field(
        "knowers", (MOST_SEATS,), BY_ALL, "the seats that know it; all, if there is none", within=range(EVERYBODY + 1)
    ),
    Field("held", (MOST_SEATS,), BY_OWNER, "the cards each seat keeps for its left neighbour", within=SETS),
    Field("treasures", (MOST_SEATS,), BY_ALL, "how many each seat has found", within=range(STEPS)),
    Field("last", (MOST_SEATS,), BY_ALL, "the card on top of its pile", Treasure),
    Field("found", (MOST_SEATS,), BY_ALL.from_memory(shown_if="show_found"), "all cards of its pile", within=SETS),
    Field("arrived", (MOST_SEATS,), BY_ALL.from_memory(), "where it arrived: these are not its target", within=SETS),
    Field("stays", (MOST_SEATS,), BY_ALL, "its last turns without moving the captain, if limited", within=range(3)),
)
