"""What a state of Flotsam holds: something for each kind of visibility."""

from __future__ import annotations

from enum import IntEnum

from cabotage.core.schema import BY_ALL, BY_NONE, BY_OWNER, Field, Schema, by
from tests.toy.actions import MOST_SEATS

UNKNOWN = -1


class Phase(IntEnum):
    DEAL = 0
    TIDE = 1
    DRAW = 2
    CHEST = 3
    CHOOSE = 4
    OVER = 5


SCHEMA = Schema(
    Field("phase", (), BY_ALL, "what happens next", Phase),
    Field("turn", (), BY_ALL, "the seat on turn, or being dealt to"),
    Field("done", (), BY_ALL, "completed rounds"),
    Field("hand", (MOST_SEATS,), BY_OWNER, "the set of cards in each hand, card c as bit c"),
    Field("held", (MOST_SEATS,), BY_ALL, "how many cards are in each hand"),
    Field("stash", (MOST_SEATS,), BY_OWNER, "the set of cards that each laid down unseen"),
    Field("stashed", (MOST_SEATS,), BY_ALL, "how many they are"),
    Field("open", (), BY_ALL, "the card that was played last"),
    Field("played", (MOST_SEATS,), BY_ALL.from_memory(shown_if="memory_help"), "all cards that each has played openly"),
    Field("chest", (), by("peekers"), "the card in the chest"),
    Field("peekers", (), BY_ALL, "the seats that have looked into the chest"),
    Field("tide", (), BY_NONE, "whether at the end most (1) or least (0) wins"),
    Field("shown", (MOST_SEATS,), BY_ALL, "all cards of each seat, once it is over"),
    Field("shown_tide", (), BY_ALL, "the tide, once it is over"),
)
