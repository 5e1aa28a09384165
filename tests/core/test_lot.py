"""The lot: every order in which partners stay partners, each as likely as the others."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from cabotage.core.chance import Dice
from cabotage.core.lot import candidates, draw_lot, is_lot

Odds = dict[tuple[int, ...], Fraction]


def odds(teams: tuple[int, ...], lot: tuple[int, ...] = (), share: Fraction = Fraction(1)) -> Odds:
    """Every lot with its exact probability."""
    if len(lot) == len(teams):
        return {lot: share}
    seats = candidates(teams, lot)
    found: Odds = {}
    for seat in seats:
        found |= odds(teams, (*lot, seat), share / len(seats))
    return found


def keeps_partners(teams: tuple[int, ...], lot: tuple[int, ...]) -> bool:
    seats = range(len(teams))
    return all((teams[a] == teams[b]) == (teams[lot[a]] == teams[lot[b]]) for a in seats for b in seats)


@pytest.mark.parametrize(
    ("seats", "count"), [(seats, count) for seats in range(1, 7) for count in range(1, seats + 1) if seats % count == 0]
)
def test_every_order_that_keeps_partners_is_equally_likely(seats: int, count: int) -> None:
    """All games have teams of this shape (tests/laws/test_endings.py); 40,320 orders of 8 seats say nothing new."""
    teams = tuple(seat % count for seat in range(seats))
    allowed = {lot for lot in permutations(range(seats)) if keeps_partners(teams, lot)}
    assert odds(teams) == dict.fromkeys(allowed, Fraction(1, len(allowed)))


def test_two_with_two_ships_each_have_eight_orders() -> None:
    found = odds((0, 1, 0, 1))
    assert len(found) == 8
    assert (0, 1, 2, 3) in found
    assert (3, 0, 1, 2) in found
    assert (0, 2, 1, 3) not in found


def test_dice_draw_all_orders_about_equally_often() -> None:
    dice = Dice(7)
    counts = Counter(tuple(draw_lot((0, 1, 2), dice, [])) for _ in range(6000))
    assert len(counts) == 6
    assert all(abs(count - 1000) < 120 for count in counts.values()), counts  # four standard deviations


@pytest.mark.parametrize(
    ("value", "is_valid"),
    [([1, 0, 2], True), ([0, 1], False), ([0, 1, 1], False), ([True, 0, 2], False), ("102", False), ({}, False)],
)
def test_a_lot_names_every_seat_once(value: object, is_valid: bool) -> None:
    assert is_lot(value, 3) is is_valid
