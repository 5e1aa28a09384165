"""The ways of captains over boats, for drawing and for stories."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cabotage.games.captn_clever.actions import KEEP, PAIRS, STAY
from cabotage.games.captn_clever.reach import BOAT_FIRST, moved_boat, moved_to, orders, taken_place

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import Glance


def ways(boats: Iterable[int], start: int) -> dict[int, list[int]]:
    """The shortest way over these boats from an island to each that can be reached, by its end."""
    found = {start: [start]}
    for path in (paths := [[start]]):
        for boat in boats:
            if path[-1] in PAIRS[boat]:
                beyond = sum(PAIRS[boat]) - path[-1]
                if beyond not in found:
                    found[beyond] = [*path, beyond]
                    paths.append(found[beyond])
    return found


def boats_of(box: Box, seat: int) -> range:
    """Which of the four boats are this seat's."""
    each = int(box.constants["boats_each"][0])
    return range(seat * each, (seat + 1) * each)


def owner(box: Box, boat: int) -> int:
    return boat // int(box.constants["boats_each"][0])


def walk(box: Box, glance: Glance, number: int) -> list[int]:
    """The islands that the captain passes in this turn, both ends included; empty if it stays (CLV-35)."""
    g, island, place = glance[0], moved_to(number), taken_place(number)
    boats = [int(each) for each in g["boat"]]
    if place != KEEP and orders(box.constants, glance, 0, number) & BOAT_FIRST:
        boats[moved_boat(box.constants[0], g, number)] = place
    return [] if island == STAY else ways(boats, int(g["captain"][int(g["turn"])]))[island]
