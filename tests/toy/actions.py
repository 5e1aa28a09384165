"""What the integers of Flotsam mean: play 5 | hide 5 | peek | card 5 | tide low."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cabotage.core.box import Box

CARDS = 12
MOST_SEATS = 3

PLAY = 0  # + card
HIDE = PLAY + CARDS  # + card
PEEK = HIDE + CARDS
ACTIONS = PEEK + 1

CARD = ACTIONS  # + card
TIDE = CARD + CARDS  # + 0 low, 1 high
NUMBERS = TIDE + 2

MOST_CHOICES = 5
MOST_OUTCOMES = CARDS


def notation(box: Box, number: int) -> str:
    if number < HIDE:
        return f"play {number - PLAY + 1}"
    if number < PEEK:
        return f"hide {number - HIDE + 1}"
    if number == PEEK:
        return "peek"
    if number < TIDE:
        return f"card {number - CARD + 1}"
    return "tide high" if number - TIDE else "tide low"


def cards_of(cards: int) -> list[int]:
    """The cards in a set."""
    return [card for card in range(CARDS) if int(cards) >> card & 1]
