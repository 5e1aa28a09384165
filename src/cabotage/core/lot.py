"""Seats drawn by lot: which of the listed seats sits at each place. Partners stay partners."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from cabotage.core.chance import Dice


def draw_lot(teams: Sequence[int], dice: Dice, lot: list[int]) -> list[int]:
    """Draw one listed seat for each place, and append it to `lot`; dice that depend on what was drawn may read it.

    All teams have the same size, so every lot is equally likely.
    """
    while len(lot) < len(teams):
        seats = candidates(teams, lot)
        lot.append(seats[dice.pick(np.ones(len(seats), np.int32))])
    return lot


def candidates(teams: Sequence[int], lot: Sequence[int]) -> list[int]:
    """The listed seats that may be drawn for the next place."""
    partners = {teams[place]: teams[seat] for place, seat in enumerate(lot)}  # the listed team of each team so far
    team = teams[len(lot)]
    return [
        seat
        for seat in range(len(teams))
        if seat not in lot
        and (teams[seat] == partners[team] if team in partners else teams[seat] not in partners.values())
    ]


def is_lot(value: Any, seats: int) -> bool:
    """Whether this is a list of all seats, in any order."""
    return (
        isinstance(value, list)
        and all(type(seat) is int for seat in value)  # True is no seat
        and sorted(value) == list(range(seats))
    )
