"""The lot: every order in which partners stay partners, each as likely as the others."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from cabotage.core.chance import Dice
from cabotage.core.game import Game
from cabotage.core.lot import candidates, draw_lot, is_lot
from tests.settings import each_game, single_settings

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


@each_game
def test_every_order_that_keeps_partners_is_equally_likely(game: Game) -> None:
    for teams in {setting.box().teams for setting in single_settings(game)}:
        if len(teams) > 6:
            continue  # 40,320 orders say nothing new
        allowed = {lot for lot in permutations(range(len(teams))) if keeps_partners(teams, lot)}
        assert odds(teams) == dict.fromkeys(allowed, Fraction(1, len(allowed))), teams


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
