"""What a state of Captain Treasure Boots holds. All is public but ports that are chosen in secret."""

from __future__ import annotations

from enum import IntEnum

from cabotage.core.schema import BY_ALL, BY_OWNER, Field, Schema
from cabotage.games.treasure_boots.actions import (
    FACES,
    KINDS,
    MOST_ISLANDS,
    MOST_OF_A_KIND,
    MOST_SEATS,
    MOST_SQUARES,
    SHIPS,
    TOKENS,
    Kind,
    Token,
    Wind,
)

NOWHERE = -1  # no square, no island
NOTHING = -1  # no token, no kind
NOBODY = -1  # no seat, no ship

MOST_ROUNDS = 200  # TRB-83


class Phase(IntEnum):
    """What happens next: chance draws up to DEFENCE_DIE, a seat decides from PORT to REFUGE."""

    START = 0
    PORT_DRAW = 1
    REVEAL = 2
    DICE = 3
    TOKEN = 4
    ATTACK_DIE = 5
    DEFENCE_DIE = 6
    PORT = 7
    CONTROL = 8
    GO = 9
    COLLECT = 10
    UNLOAD = 11
    AMOUNT = 12
    FIRE = 13
    NAME = 14
    ATTACK_PEARLS = 15
    DEFENCE_PEARLS = 16
    LOOT = 17
    LOSE = 18
    REFUGE = 19
    OVER = 20
    # Passed through on the way to one of the above, never waited in.
    ARRIVE = 21
    RESOLVE = 22
    SINK = 23
    DONE = 24


SEATS = range(MOST_SEATS)
SEAT_OR_NOBODY = range(NOBODY, MOST_SEATS)
SHIP_OR_NOBODY = range(NOBODY, SHIPS)
SQUARE_OR_NOWHERE = range(NOWHERE, MOST_SQUARES)
COUNT = range(MOST_OF_A_KIND + 1)
DIE = range(FACES + 1)
VALUE = range(-MOST_SQUARES, MOST_SQUARES)

SCHEMA = Schema(
    Field("phase", (), BY_ALL, "what happens next", Phase, range(Phase.OVER + 1)),
    Field("turn", (), BY_ALL, "the seat on turn", within=SEATS),
    Field("starter", (), BY_ALL, "the seat that began", within=SEAT_OR_NOBODY),
    Field("rounds", (), BY_ALL, "completed rounds", within=range(MOST_ROUNDS + 1)),
    Field("wind", (), BY_ALL, "where it blows to", Wind),
    Field("low", (), BY_ALL, "the lower die of this turn's roll, 0 before it", within=DIE),
    Field("high", (), BY_ALL, "the higher one", within=DIE),
    Field("island", (), BY_ALL, "the island for which a token is drawn", within=range(NOWHERE, MOST_ISLANDS)),
    Field("at", (SHIPS,), BY_ALL, "each ship's square: the seats' own, then privateers", within=SQUARE_OR_NOWHERE),
    Field("hold", (SHIPS, TOKENS), BY_ALL, "how many of each token a ship carries", within=COUNT),
    Field("token", (MOST_ISLANDS,), BY_ALL, "what lies on each island", Token, range(NOTHING, TOKENS)),
    Field("supply", (TOKENS,), BY_ALL, "how many of each token are in the box", within=COUNT),
    Field("score", (MOST_SEATS,), BY_ALL, "victory points of each seat", within=range(2000)),
    Field("acting", (), BY_ALL, "the ship that moves, collects, unloads or fires", within=SHIP_OR_NOBODY),
    Field("target", (), BY_ALL, "the ship that is fired at", within=SHIP_OR_NOBODY),
    Field("defender", (), BY_ALL, "the seat that decides for it", within=SEAT_OR_NOBODY),
    Field("attack_die", (), BY_ALL, "the die of the attack, 0 before it; it lies there until the next one", within=DIE),
    Field("attack", (), BY_ALL, "value of the attack so far: guns and distance, die, pearls", within=VALUE),
    Field("defence_die", (), BY_ALL, "the die of the defence, 0 before it", within=DIE),
    Field("defence", (), BY_ALL, "value of the defence so far", within=VALUE),
    Field("kind", (), BY_ALL, "the kind whose amount is asked for", Kind, range(NOTHING, KINDS)),
    Field("amount", (KINDS,), BY_ALL, "how many of each kind are to be unloaded", within=COUNT),
    Field(
        "chosen", (MOST_SEATS,), BY_OWNER.apart(), "the port chosen in secret, until all have", within=SQUARE_OR_NOWHERE
    ),
)
