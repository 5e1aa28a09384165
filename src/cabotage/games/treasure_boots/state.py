"""What a state of Captain Treasure Boots holds. All is public but ports that are chosen in secret."""

from __future__ import annotations

from enum import IntEnum

from cabotage.core.schema import BY_ALL, BY_OWNER, Field, Schema
from cabotage.games.treasure_boots.actions import KINDS, MOST_ISLANDS, MOST_SEATS, SHIPS, TOKENS, Kind, Token, Wind

NOWHERE = -1  # no square, no island
NOTHING = -1  # no token, no kind
NOBODY = -1  # no seat, no ship


class Phase(IntEnum):
    """What happens next: chance draws up to DEFENCE_DIE, a seat decides from PORT to REFUGE."""

    START = 0
    PORT_DRAW = 1
    DICE = 2
    TOKEN = 3
    ATTACK_DIE = 4
    DEFENCE_DIE = 5
    PORT = 6
    CONTROL = 7
    GO = 8
    COLLECT = 9
    UNLOAD = 10
    AMOUNT = 11
    FIRE = 12
    NAME = 13
    ATTACK_PEARLS = 14
    DEFENCE_PEARLS = 15
    LOOT = 16
    LOSE = 17
    REFUGE = 18
    OVER = 19
    # Passed through on the way to one of the above, never waited in.
    ARRIVE = 20
    RESOLVE = 21
    SINK = 22
    DONE = 23


SCHEMA = Schema(
    Field("phase", (), BY_ALL, "what happens next", Phase),
    Field("turn", (), BY_ALL, "the seat on turn"),
    Field("starter", (), BY_ALL, "the seat that began"),
    Field("rounds", (), BY_ALL, "completed rounds"),
    Field("wind", (), BY_ALL, "where it blows to", Wind),
    Field("low", (), BY_ALL, "the lower die of this turn's roll, 0 before it"),
    Field("high", (), BY_ALL, "the higher one"),
    Field("island", (), BY_ALL, "the island for which a token is drawn"),
    Field("at", (SHIPS,), BY_ALL, "the square of each ship: the seats' own, then the privateers"),
    Field("hold", (SHIPS, TOKENS), BY_ALL, "how many of each token a ship carries"),
    Field("token", (MOST_ISLANDS,), BY_ALL, "what lies on each island", Token),
    Field("supply", (TOKENS,), BY_ALL, "how many of each token are in the box"),
    Field("score", (MOST_SEATS,), BY_ALL, "victory points of each seat"),
    Field("acting", (), BY_ALL, "the ship that moves, collects, unloads or fires"),
    Field("target", (), BY_ALL, "the ship that is fired at"),
    Field("defender", (), BY_ALL, "the seat that decides for it"),
    Field("attack_die", (), BY_ALL, "the die of the attack, 0 before it"),
    Field("attack", (), BY_ALL, "the value of the attack so far: guns and distance, die, pearls"),
    Field("defence_die", (), BY_ALL, "the die of the defence, 0 before it"),
    Field("defence", (), BY_ALL, "the value of the defence so far"),
    Field("kind", (), BY_ALL, "the kind whose amount is asked for, when a part is unloaded", Kind),
    Field("amount", (KINDS,), BY_ALL, "how many of each kind are to be unloaded"),
    Field("chosen", (MOST_SEATS,), BY_OWNER, "the port chosen in secret, until all have chosen"),
)
