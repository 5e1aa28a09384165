"""The ways of captains over boats, for drawing and for stories."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from cabotage.games.captn_clever.actions import KEEP, PAIRS, STAY, parts

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import Fields

CACHED = 4096  # ways over the same boats, which most scenes and choices show again


def ways(boats: Iterable[int], start: int) -> dict[int, list[int]]:
    """The shortest way over these boats from an island to each that can be reached, by its end."""
    return _ways(tuple(boats), start)


@lru_cache(maxsize=CACHED)
def _ways(boats: tuple[int, ...], start: int) -> dict[int, list[int]]:
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
    each = box.plain["boats_each"]
    return range(seat * each, (seat + 1) * each)


def owner(box: Box, boat: int) -> int:
    return boat // int(box.plain["boats_each"])


def moved_boat(box: Box, g: Fields, number: int) -> int:
    """Which of the four boats is meant in this turn: the only one of the seat, or the one on the place that is left."""
    _, left, _ = parts(number)
    return boats_of(box, g["turn"])[0] if left == KEEP else int(g["boat"].index(left))


def walk(box: Box, g: Fields, number: int, is_boat_first: bool) -> list[int]:
    """The islands that the captain passes in this turn, both ends included; empty if it stays (CLV-35)."""
    island, _, taken = parts(number)
    if island == STAY:
        return []
    boats = list(g["boat"])
    if taken != KEEP and is_boat_first:
        boats[moved_boat(box, g, number)] = taken
    return ways(boats, g["captain"][g["turn"]])[island]
