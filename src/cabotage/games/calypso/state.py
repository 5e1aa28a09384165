"""What a state of Calypso holds. Nothing is private; a back that was never on top does not exist yet."""

from __future__ import annotations

from enum import IntEnum

from cabotage.core.schema import BY_ALL, Field, Schema
from cabotage.games.calypso.actions import MOST_SEATS, STONES, TILES, Colour, Stone

UNKNOWN = -1  # not laid, not drawn, lifted


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
    Field("turn", (), BY_ALL, "the seat on turn"),
    Field("rounds", (), BY_ALL, "completed rounds"),
    Field("ring", (STONES,), BY_ALL, "the stones clockwise, the shark first", Stone),
    Field("calypso", (), BY_ALL, "the position on the ring where Calypso is"),
    Field("top", (TILES,), BY_ALL, "the colour on the upper side of each tile", Colour),
    Field("back", (TILES,), BY_ALL.from_memory(shown_if="memory_help"), "its other colour, once seen", Colour),
    Field("slot", (TILES,), BY_ALL, "the hollow in which each tile lies"),
    Field("laid", (), BY_ALL, "how many stones or tiles have been laid so far, while they are being laid"),
    Field("tile", (), BY_ALL, "the tile being turned"),
    Field("sought", (), BY_ALL, "the colour looked for or named", Colour),
    Field("turning", (), BY_ALL, "the set of tiles still to be turned in this mix-up"),
    Field("waves", (), BY_ALL, "how often tiles were turned in this mix-up"),
    Field("score", (MOST_SEATS,), BY_ALL, "fish of each seat; competitive"),
    Field("saved", (), BY_ALL, "fish saved by all; co-operative"),
    Field("reserve", (), BY_ALL, "fish neither saved nor caught; co-operative"),
    Field("net", (), BY_ALL, "fish in the net; co-operative"),
    Field("shark", (), BY_ALL, "fish the shark has caught; co-operative"),
)
