"""Where ships can go, at whom they can fire and what they carry, for people."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from typing_extensions import TypedDict

from cabotage.core.contract import batch
from cabotage.core.part import fixed
from cabotage.games.treasure_boots.actions import FACES, MOST_CHOICES, SHIPS, Token, ship_name
from cabotage.games.treasure_boots.aim import NO_LINE, hits_of_36, write_gaps
from cabotage.games.treasure_boots.box import DIRECTIONS
from cabotage.games.treasure_boots.chart import OPEN_SEA, chart_of
from cabotage.games.treasure_boots.goods import write_worths
from cabotage.games.treasure_boots.reach import PASSED, POINTS, UNREACHED, write_costs
from cabotage.games.treasure_boots.state import NOWHERE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cabotage.core.box import Box
    from cabotage.core.contract import Fields, Glance

CACHED = 1000  # results of searches, for scenes of the same ships under the same wind


class End(TypedDict):
    """A square within reach; also one at sea with a ship on it, where another may only pass."""

    square: int
    cost: int  # in movement points
    pearls: int
    before: int | None  # the square before the last step; None where the ship stands
    is_drift: bool  # whether the last step goes on by drift, over one more square


class Aim(TypedDict):
    """A possible shot with its exact chance, if nobody spends pearls."""

    ship: str
    gap: int  # empty squares between the two
    guns: int
    rum: int
    hits: int
    of: int


def movement(g: Fields, number: int) -> tuple[int, int]:
    """The movement points of a ship, and its pearls, which may add to them."""
    return points_and_pearls(g["hold"][number])


def points_and_pearls(holding: Sequence[int]) -> tuple[int, int]:
    """The same of a ship with this hold."""
    return POINTS + holding[Token.SAILS], holding[Token.WHITE] + holding[Token.BLACK]


def costs_of(box: Box, g: Fields, number: int, more: int = 0) -> tuple[int, ...]:
    """What every square costs this ship with all its points and pearls, and some more; see `write_costs`."""
    return _costs(box, tuple(g["at"]), g["wind"], number, sum(movement(g, number)) + more)


@lru_cache(maxsize=CACHED)
def _costs(box: Box, at: tuple[int, ...], wind: int, number: int, most: int) -> tuple[int, ...]:
    """Costs depend on ships and wind only, so most moves leave them as they are."""
    states = batch(box.schema.dtype)
    states["at"][0], states["wind"][0] = at, wind
    room = np.zeros(MOST_CHOICES, np.int32)
    write_costs(box.constants, states, 0, number, most, room)
    return tuple(room[: len(chart_of(box).cells)].tolist())


def full_cost(cost: int) -> int:
    """The cost of a square, also of one where the ship may only pass."""
    return PASSED - cost if cost <= PASSED else cost


def ends(box: Box, glance: Glance, number: int) -> list[End]:
    """Where the ship can go, with the cost in points, the pearls that it needs, and from where it gets there."""
    g = glance.fields
    points, _ = movement(g, number)
    return _ends(box, costs_of(box, g, number), g["wind"], g["at"][number], points)


@lru_cache(maxsize=CACHED)
def _ends(box: Box, costs: tuple[int, ...], wind: int, start: int, points: int) -> list[End]:
    """With the square before the last step, and whether that is drift: enough to draw any way."""
    cells = chart_of(box).cells
    neighbours, prices = box.plain["neighbour"], box.plain["step_cost"][wind]
    upwind = (2 * wind + 4) % 8
    cost_at = {
        square: full_cost(cost)
        for square, cost in enumerate(costs)
        if cost >= 0 or (cost != UNREACHED and cells[square] == OPEN_SEA)
    }

    def last_step(end: int) -> tuple[int | None, bool]:
        for direction in range(len(DIRECTIONS)):
            before = neighbours[end][(direction + 4) % 8]
            leads_on = before == start or (before != NOWHERE and cells[before] == OPEN_SEA)
            if leads_on and prices[direction] and cost_at.get(before) == cost_at[end] - prices[direction]:
                return before, False
        return neighbours[neighbours[end][upwind]][upwind], True

    found: list[End] = []
    for end, cost in cost_at.items():
        before, is_drift = (None, False) if end == start else last_step(end)
        pearls = max(0, cost - points)
        found.append({"square": end, "cost": cost, "pearls": pearls, "before": before, "is_drift": is_drift})
    return found


def squares_by_pearls(box: Box, g: Fields, number: int) -> list[list[int]]:
    """Where the ship could go under this wind: squares that need no pearl, then those that need one, and so on."""
    return _by_pearls(costs_of(box, g, number), *movement(g, number))


@lru_cache(maxsize=CACHED)
def _by_pearls(costs: tuple[int, ...], points: int, pearls: int) -> list[list[int]]:
    found: list[list[int]] = [[] for _ in range(1 + pearls)]
    for square, cost in enumerate(costs):
        if cost >= 0:
            found[max(0, cost - points)].append(square)
    return found


def gaps(box: Box, glance: Glance, number: int, squares: Sequence[int]) -> list[dict[int, int]]:
    """For each of these squares, the ships in the lines of fire from there, with the empty squares between."""
    room = np.zeros((len(squares), SHIPS), np.int32)
    write_gaps(box.constants, glance.records, 0, number, np.array(squares, np.int32), room)
    found: list[dict[int, int]] = [{} for _ in squares]
    for at, target in np.argwhere(room != NO_LINE).tolist():
        found[at][target] = int(room[at, target])
    return found


def aims(box: Box, glance: Glance, number: int, square: int) -> dict[int, Aim]:
    """The shots that this ship could fire from this square, by the ship that they are fired at."""
    found = _shots(glance.fields, number, gaps(box, glance, number, [square])[0])
    return {shot.target: aim_of(shot) for shot in found}


@lru_cache(maxsize=CACHED)
def shots_within_reach(box: Box, glance: Glance, number: int) -> dict[int, tuple[Shot, ...]]:
    """The same for every square where the ship can go and has someone to fire at."""
    squares = [square for square, cost in enumerate(costs_of(box, glance.fields, number)) if cost >= 0]
    found = zip(squares, gaps(box, glance, number, squares), strict=True)
    return {square: _shots(glance.fields, number, lines) for square, lines in found if lines}


def aims_within_reach(box: Box, glance: Glance, number: int) -> dict[int, dict[int, Aim]]:
    """The same for people."""
    found = shots_within_reach(box, glance, number)
    return {square: {shot.target: aim_of(shot) for shot in shots} for square, shots in found.items()}


class Shot(NamedTuple):
    """What a shot depends on."""

    target: int
    gap: int
    guns: int
    rum: int

    @property
    def hits(self) -> int:
        return _hits(self.guns - self.gap - self.rum)


def _shots(g: Fields, number: int, lines: dict[int, int]) -> tuple[Shot, ...]:
    guns, holds = g["hold"][number][Token.GUNS], g["hold"]
    return tuple(Shot(target, gap, guns, holds[target][Token.RUM]) for target, gap in lines.items())


@fixed
def aim_of(shot: Shot) -> Aim:
    """The same for people."""
    return {
        "ship": ship_name(shot.target),
        "gap": shot.gap,
        "guns": shot.guns,
        "rum": shot.rum,
        "hits": shot.hits,
        "of": FACES * FACES,
    }


@fixed
def _hits(margin: int) -> int:
    return int(hits_of_36(margin))


def worths(box: Box, g: Fields) -> list[int]:
    """What unloading its whole hold would score, for every ship."""
    return _worths(box, tuple(map(tuple, g["hold"])))


@lru_cache(maxsize=CACHED)
def _worths(box: Box, hold: tuple[tuple[int, ...], ...]) -> list[int]:
    states, room = batch(box.schema.dtype), np.zeros(SHIPS, np.int32)
    states["hold"][0] = hold
    write_worths(box.constants, states, 0, room)
    return room.tolist()
