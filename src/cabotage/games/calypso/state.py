"""What a state of Calypso holds. Nothing is private; a back that was never on top does not exist yet."""

from __future__ import annotations

from enum import IntEnum

from cabotage.core.schema import BY_ALL, Field, Schema
from cabotage.games.calypso.actions import COLOURS, MOST_PIPS, MOST_SEATS, SLOTS, STONES, TILES, Colour, Stone

UNKNOWN = -1  # not laid, not drawn, lifted
COUNT = range(1001)  # fish, rounds, waves: more than any game has


class Phase(IntEnum):
    """What happens next: chance draws up to SCATTER, a seat decides from SEARCH to MIX."""

    RING = 0
    TOPS = 1
    DIE = 2
    BACK = 3
    MIX_BACK = 4
    SCATTER = 5
    SEARCH = 6
    GUESS = 7
    ROB = 8
    GO_ON = 9
    MIX = 10
    OVER = 11


SCHEMA = Schema(
    Field("phase", (), BY_ALL, "what happens next", Phase),
    Field("turn", (), BY_ALL, "the seat on turn", within=range(MOST_SEATS)),
    Field("rounds", (), BY_ALL, "completed rounds", within=COUNT),
    Field("ring", (STONES,), BY_ALL, "the stones clockwise, the shark first", Stone, range(UNKNOWN, STONES)),
    Field("calypso", (), BY_ALL, "the position on the ring where Calypso is", within=range(STONES)),
    Field(
        "die", (), BY_ALL, "the face that lies up since the last roll, 0 before the first", within=range(MOST_PIPS + 1)
    ),
    Field("top", (TILES,), BY_ALL, "the colour on the upper side of each tile", Colour, range(UNKNOWN, COLOURS)),
    Field(
        "back",
        (TILES,),
        BY_ALL.from_memory(shown_if="memory_help"),
        "its other colour, once seen",
        Colour,
        range(UNKNOWN, COLOURS),
    ),
    Field("slot", (TILES,), BY_ALL, "the hollow in which each tile lies", within=range(UNKNOWN, SLOTS)),
    Field("lifted", (TILES,), BY_ALL, "where each tile lay before a mix-up scatters it", within=range(UNKNOWN, SLOTS)),
    Field("laid", (), BY_ALL, "stones or tiles laid so far, while they are being laid", within=range(STONES)),
    Field("tile", (), BY_ALL, "the tile being turned", within=range(UNKNOWN, TILES)),
    Field("sought", (), BY_ALL, "the colour looked for or named", Colour, range(UNKNOWN, COLOURS)),
    Field("turning", (), BY_ALL, "the set of hollows whose tiles are still to be turned", within=range(1 << SLOTS)),
    Field("waves", (), BY_ALL, "how often tiles were turned in this mix-up", within=COUNT),
    Field("score", (MOST_SEATS,), BY_ALL, "fish of each seat; competitive", within=COUNT),
    Field("saved", (), BY_ALL, "fish saved by all; co-operative", within=COUNT),
    Field("reserve", (), BY_ALL, "fish neither saved nor caught; co-operative", within=COUNT),
    Field("net", (), BY_ALL, "fish in the net; co-operative", within=COUNT),
    Field("shark", (), BY_ALL, "fish the shark has caught; co-operative", within=COUNT),
)
