"""What a state of Cape Horn holds. Hands are private; of the cards not yet drawn only the number is known."""

from __future__ import annotations

from enum import IntEnum

from cabotage.core.schema import BY_ALL, BY_NONE, Field, Schema, by
from cabotage.games.cape_horn.actions import KINDS, MOST_SEATS, SQUARES, ZONES, Colour

DECK = 90
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


SCHEMA = Schema(
    Field("phase", (), BY_ALL, "what happens next", Phase),
    Field("starter", (), BY_ALL, "the starting player's seat"),
    Field("turn", (), BY_ALL, "the seat on turn; while the opening cards are drawn, the seat that draws"),
    Field("turns", (), BY_ALL, "completed turns of all seats"),
    Field("idle", (), BY_ALL, "how many turns in a row nobody has moved, laid or covered"),
    Field("stirred", (), BY_ALL, "1 if in this turn a ship has moved or a card was laid or covered"),
    Field("winner", (), BY_ALL, "the seat that has crossed the line or taken its third rose"),
    Field("ship", (MOST_SEATS,), BY_ALL, "the square of each ship"),
    Field("points", (MOST_SEATS,), BY_ALL, "sail points of each seat"),
    Field("roses", (MOST_SEATS, ZONES), BY_ALL, "the colour of the rose each seat has of each zone", Colour),
    Field("wind", (SQUARES,), BY_ALL, "the kind of the top card on each square, or OPEN, or BARE"),
    Field("laid", (), BY_ALL, "how many cards have been laid so far"),
    Field("laid_now", (), BY_ALL, "how many of them in this turn"),
    Field("laid_kind", (DECK,), BY_ALL, "the kind of every card that was laid, in order: so the layers are known"),
    Field("laid_square", (DECK,), BY_ALL, "the square on which it was laid"),
    Field("held", (MOST_SEATS,), BY_ALL, "how many cards each hand has"),
    Field("onlookers", (MOST_SEATS,), BY_ALL, "the set of seats that may look into each hand"),
    Field("hand", (MOST_SEATS, KINDS), by("onlookers"), "how many cards of each kind each hand has"),
    Field("pool", (KINDS,), BY_NONE, "how many cards of each kind are still to be drawn"),
    Field("stock", (), BY_ALL, "how many cards are still to be drawn"),
)
