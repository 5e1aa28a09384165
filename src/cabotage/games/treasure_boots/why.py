"""Why something is not offered in Captain Treasure Boots: where a ship cannot sail to, and at whom it cannot fire."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from cabotage.core.message import message, reason
from cabotage.core.part import fixed
from cabotage.games.treasure_boots.actions import FACES, SHIPS, ship_name
from cabotage.games.treasure_boots.chart import OPEN_SEA, PORT, chart_of
from cabotage.games.treasure_boots.reach import UNREACHED
from cabotage.games.treasure_boots.routes import aims, costs_of, full_cost, movement
from cabotage.games.treasure_boots.state import NOWHERE, Phase
from cabotage.games.treasure_boots.story import place, ship

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import Glance, Scene
    from cabotage.core.message import Reason

A_LITTLE_MORE = 4  # points; land farther away than that gets no reason


def reasons(box: Box, glance: Glance, choices: Sequence[Scene]) -> list[Reason]:
    phase = Phase(glance.fields["phase"])
    if phase is Phase.GO:
        return list(_squares(box, glance, {choice["square"] for choice in choices}))
    if phase is Phase.FIRE:
        return list(_targets(box, glance, {str(choice.get("ship")) for choice in choices}))
    return []


def _squares(box: Box, glance: Glance, offered: set[int]) -> Iterator[Reason]:
    """Land a little too far away (TRB-34, TRB-47), and squares with ships."""
    g, chart, cells = glance.fields, chart_of(box), chart_of(box).cells
    acting = g["acting"]
    home, (points, pearls) = g["at"][acting], movement(g, acting)
    ships = {at: other for other, at in enumerate(g["at"]) if other != acting and at != NOWHERE}
    is_strict = box.plain["strict"] and cells[home] != OPEN_SEA
    costs = costs_of(box, g, acting, A_LITTLE_MORE)
    for square in sorted({*chart.islands, *chart.ports, *ships} - offered):
        cost = 0 if costs[square] == UNREACHED else full_cost(costs[square])
        is_land = cells[square] != OPEN_SEA
        if square in ships and cells[square] != PORT:
            is_near = 0 < cost <= points + pearls or (is_land and _steps(box, home, square) <= points + pearls)
            if is_near:
                yield _taken(box, square, ships[square])  # TRB-40, TRB-43
        elif is_land and is_strict and cost:
            yield _strict(box, square)  # TRB-42
        elif is_land and cost > points + pearls:
            yield _too_far(box, square, cost, points, pearls)


@fixed
def _taken(box: Box, square: int, number: int) -> Reason:
    return reason(f"square {square}", place(box, square), message("why.ship", ship=ship(number)))


@fixed
def _strict(box: Box, square: int) -> Reason:
    return reason(f"square {square}", place(box, square), message("why.strict"))


@fixed
def _too_far(box: Box, square: int, cost: int, points: int, pearls: int) -> Reason:
    why = message("why.far_with_pearls" if pearls else "why.far", cost=cost, points=points, pearls=pearls)
    return reason(f"square {square}", place(box, square), why)


def _steps(box: Box, one: int, two: int) -> int:
    (row, column), (other_row, other_column) = chart_of(box).place(one), chart_of(box).place(two)
    return max(abs(row - other_row), abs(column - other_column))


def _targets(box: Box, glance: Glance, offered: set[str]) -> Iterator[Reason]:
    g = glance.fields
    acting = g["acting"]
    lines = aims(box, glance, acting, g["at"][acting])
    _, pearls = movement(g, acting)
    for target in range(SHIPS):
        if target == acting or g["at"][target] == NOWHERE or ship_name(target) in offered:
            continue
        if target == g["turn"]:
            why = message("why.own_ship")  # TRB-32
        elif (aim := lines.get(target)) is None:
            why = message("why.no_line")  # TRB-56
        elif FACES + aim["guns"] + pearls - aim["gap"] < 1 + aim["rum"]:
            why = message("why.no_hit", gap=aim["gap"])
        else:
            continue  # a privateer just like one that is offered
        yield reason(f"ship {ship_name(target)}", message("thing.ship", ship=ship(target)), why)
