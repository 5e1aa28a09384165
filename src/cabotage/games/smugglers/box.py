"""The options, board and goods of Smugglers' Island as one flat record. A set of fields is a number with a bit each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import permutations
from typing import TYPE_CHECKING, Any

import numpy as np

from cabotage.core.contract import batch
from cabotage.core.errors import OptionError
from cabotage.games.smugglers.actions import (
    GOODS,
    HARBOURS,
    MOST_FIELDS,
    MOST_NEIGHBOURS,
    MOST_PIPS,
    MOST_REEFS,
    MOST_SECTORS,
    STACK,
)
from cabotage.games.smugglers.chart import WHITE_DIE, Chart, is_connected, read_chart, read_goods, read_white_die
from cabotage.games.smugglers.state import NONE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cabotage.core.board import Board
    from cabotage.core.contract import Records

SEATS_WITH_ANCHOR_REEF = 2
BYTE_VALUES = 256
BYTES = -(-MOST_FIELDS // 8)
WHITE_FACES = len(WHITE_DIE)
ORDERS = 24  # of the four goods of an island

BOX = np.dtype(
    [
        ("seats", np.int16),
        ("target", np.int16),
        ("push_ends_turn", np.int16),
        ("mild", np.int16),
        ("lit_harbours", np.int16),
        ("reefs", np.int16),  # how many lie when the game begins
        ("anchor", np.int16),  # the field of the anchor reef if it lies, else NONE
        ("random_reefs", np.int16),
        ("sectors", np.int16),
        ("start_count", np.int16),
        ("starts", np.int16, (MOST_SECTORS,)),
        ("sector", np.int16, (MOST_FIELDS,)),  # of each field
        ("near", np.int16, (MOST_FIELDS, MOST_NEIGHBOURS)),  # the neighbours of each field, ascending, then NONE
        ("distance", np.int16, (MOST_FIELDS, MOST_FIELDS)),  # in steps, round the anchor reef, beam and boats ignored
        ("dest", np.int16, (GOODS,)),  # goods are counted by island
        ("points", np.int16, (GOODS,)),
        ("white", np.int16, (MOST_PIPS,)),  # how many faces of the white die have 1, 2, ... pips
        ("rolls", np.int16, (WHITE_FACES,)),  # the pips of all its faces, ascending
        ("face_count", np.int16),
        ("orders", np.int16, (ORDERS, STACK)),
        ("sea", np.int64),  # the set of all sea fields
        ("front", np.int64, (HARBOURS,)),  # the sea fields that each harbour touches
        ("lit", np.int64, (MOST_SECTORS,)),  # the fields in the light, by the sector of the beam
        # The neighbours of a set of fields: one look for each eight fields.
        ("spread", np.int64, (BYTES, BYTE_VALUES)),
    ],
    align=True,
)


def build(seats: int, options: Mapping[str, Any], boards: dict[str, Board]) -> Records:
    chart = read_chart(boards["board"])
    wares = read_goods(boards["goods"])
    has_anchor = options["anchor_reef"] == "on" or (
        options["anchor_reef"] == "auto" and seats == SEATS_WITH_ANCHOR_REEF
    )
    reefs = options["extra_reefs"] + has_anchor
    if reefs > MOST_REEFS:  # SMG-4
        raise OptionError("smugglers: with the anchor reef, extra_reefs must be at most 2, not 3")
    fields = len(chart.near)
    needed = reefs + seats + GOODS
    if fields - HARBOURS < needed:
        boards["board"].refuse(
            f"{fields - HARBOURS} sea fields are too few for {seats} boats, {reefs} reefs and {GOODS} cargoes",
            f"add some, up to {needed} are needed",
            "sea",
        )
    if has_anchor and not is_connected(chart.near, (chart.anchor,)):  # SMG-6
        boards["board"].refuse(
            "a reef on the anchor field would cut off a field or a harbour",
            "choose another field, or anchor_reef = off",
            "anchor",
        )
    total, most = sum(ware.points for ware in wares), seats * (options["target_points"] - 1)
    if total <= most:  # SMG-78
        boards["goods"].refuse(
            f"all cargoes together are worth {total} points; for {seats} players and {options['target_points']} points "
            f"to win it must be more than {most}",
            "raise some points, or lower seats or target_points",
            "goods",
        )
    box = batch(BOX)
    box["seats"] = seats
    box["target"] = options["target_points"]
    box["push_ends_turn"] = options["push_ends"] == "turn"
    box["mild"] = options["mild"]
    box["lit_harbours"] = options["lit_harbours"]
    box["reefs"] = reefs
    box["anchor"] = chart.anchor if has_anchor else NONE
    box["random_reefs"] = options["reef_placing"] == "random"
    box["sectors"] = chart.sectors
    box["start_count"] = len(chart.starts)
    box["starts"][0, : len(chart.starts)] = chart.starts
    box["sector"][0, :fields] = chart.sector
    box["near"] = NONE
    for field, near in enumerate(chart.near):
        box["near"][0, field, : len(near)] = near
    box["distance"][0] = _distances(chart, [chart.anchor] if has_anchor else [])
    box["dest"][0] = [ware.dest for ware in wares]
    box["points"][0] = [ware.points for ware in wares]
    rolls = sorted(read_white_die(boards["goods"]))
    box["rolls"][0], box["face_count"] = rolls, len(rolls)
    for pips in rolls:
        box["white"][0, pips - 1] += 1
    box["orders"][0] = list(permutations(range(STACK)))
    box["sea"] = _set(range(HARBOURS, fields))
    box["front"][0] = [_set(chart.near[harbour]) for harbour in range(HARBOURS)]
    for sector in range(chart.sectors):
        first = 0 if options["lit_harbours"] else HARBOURS  # SMG-28, SMG-71
        box["lit"][0, sector] = _set(field for field in range(first, fields) if chart.sector[field] == sector)
    box["spread"][0] = _spread(chart)
    return box


def _set(fields: Iterable[int]) -> int:
    return sum(1 << field for field in fields)


def _spread(chart: Chart) -> NDArray[np.int64]:
    near = [_set(neighbours) for neighbours in chart.near] + [0] * (BYTES * 8 - len(chart.near))
    table = np.zeros((BYTES, BYTE_VALUES), np.int64)
    for byte in range(BYTES):
        for value in range(1, BYTE_VALUES):
            lowest = (value & -value).bit_length() - 1
            table[byte, value] = table[byte, value & value - 1] | near[byte * 8 + lowest]
    return table


def _distances(chart: Chart, reefs: list[int]) -> NDArray[np.int16]:
    """Steps between any two fields; what is no field is far away.

    A reef can be left but not entered, and a harbour is not passed through (SMG-75).
    """
    distance = np.full((MOST_FIELDS, MOST_FIELDS), MOST_FIELDS, np.int16)
    for start in range(len(chart.near)):
        distance[start, start] = 0
        edge = [start]
        for field in edge:
            for other in chart.near[field] if field >= HARBOURS or field == start else ():
                if distance[start, other] == MOST_FIELDS and other not in reefs:
                    distance[start, other] = distance[start, field] + 1
                    edge.append(other)
    return distance
