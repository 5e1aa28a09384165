"""What a state of Cape Horn holds. Hands are private; of the cards not yet drawn only the number is known."""

from __future__ import annotations

from enum import IntEnum

from cabotage.core.schema import BY_ALL, BY_NONE, Field, Schema, by
from cabotage.games.cape_horn.actions import COLOURS, HAND, MOST_KINDS, MOST_SEATS, MOST_SQUARES, ZONES, Colour

MOST_CARDS = 200
MOST_POINTS = 8
NOBODY = -1
NOWHERE = -1  # a ship that is not on the board, a way that leads nowhere
NO_ROSE = -1
BARE = -2  # a square without a card and without a card on any neighbour
OPEN = -1  # a square without a card, but next to one: a card may be laid there


class Phase(IntEnum):
    """What happens next: chance draws up to DRAW, a seat decides from LAY to BUY."""

    STARTER = 0
    OPENING = 1
    DRAW = 2
    LAY = 3
    MOVE = 4
    SPRINT = 5
    BUY = 6
    OVER = 7


COUNT = range(1001)  # turns: more than any game has
SEAT = range(NOBODY, MOST_SEATS)
SQUARE = range(NOWHERE, MOST_SQUARES)
KIND = range(MOST_KINDS)
CARDS = range(MOST_CARDS + 1)
POINTS = range(MOST_POINTS + 1)

SCHEMA = Schema(
    Field("phase", (), BY_ALL, "what happens next", Phase),
    Field("starter", (), BY_ALL, "the starting player's seat", within=SEAT),
    Field("turn", (), BY_ALL, "the seat on turn; in the opening the seat that draws", within=SEAT),
    Field("turns", (), BY_ALL, "completed turns of all seats", within=COUNT),
    Field("idle", (), BY_ALL, "turns in a row without a move, a laid or a covered card", within=COUNT),
    Field("stirred", (), BY_ALL, "1 if in this turn a ship has moved or a card was laid or covered", within=range(2)),
    Field("winner", (), BY_ALL, "the seat that has crossed the line or taken its third rose", within=SEAT),
    Field("ship", (MOST_SEATS,), BY_ALL, "the square of each ship", within=SQUARE),
    Field("points", (MOST_SEATS,), BY_ALL, "sail points of each seat", within=POINTS),
    Field("roses", (MOST_SEATS, ZONES), BY_ALL, "each seat's rose of each zone", Colour, range(NO_ROSE, COLOURS)),
    Field("taken", (MOST_SEATS, ZONES), BY_ALL, "the round in which each rose was taken, or 0", within=COUNT),
    Field(
        "wind", (MOST_SQUARES,), BY_ALL, "the top card on each square; or OPEN, BARE", within=range(BARE, MOST_KINDS)
    ),
    Field("laid", (), BY_ALL, "how many cards have been laid so far", within=CARDS),
    Field("laid_now", (), BY_ALL, "how many of them in this turn", within=range(HAND + 1)),
    Field("laid_kind", (MOST_CARDS,), BY_ALL, "every card that was laid, in order: so layers are known", within=KIND),
    Field("laid_square", (MOST_CARDS,), BY_ALL, "the square on which it was laid", within=SQUARE),
    Field("held", (MOST_SEATS,), BY_ALL, "how many cards each hand has", within=range(HAND + 1)),
    Field("onlookers", (MOST_SEATS,), BY_ALL, "the seats that may look into each hand", within=range(1 << MOST_SEATS)),
    Field("hand", (MOST_SEATS, MOST_KINDS), by("onlookers"), "cards of each kind in each hand", within=range(HAND + 1)),
    Field("pool", (MOST_KINDS,), BY_NONE, "how many cards of each kind are still to be drawn", within=CARDS),
    Field("stock", (), BY_ALL, "how many cards are still to be drawn", within=CARDS),
)
