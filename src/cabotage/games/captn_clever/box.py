"""Capt'n Clever's options and board file as one flat record; places and islands in sets have a bit each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from cabotage.core.contract import batch
from cabotage.games.captn_clever.actions import BOATS, ISLANDS, MOVES, PLACES, STEPS, place_number
from cabotage.games.captn_clever.chart import Chart, read

if TYPE_CHECKING:
    from cabotage.core.board import Board
    from cabotage.core.contract import Records

ISLAND_SETS = 1 << STEPS  # bit 0 is to stay, bit k island k
TENTHS = 10
RESIDUES = 67  # the powers of two from 0 to 65 leave different rests: so a bit tells its place

BOX = np.dtype(
    [
        ("seats", np.int16),
        ("boats_each", np.int16),
        ("easy", np.int16),
        ("treasures", np.int16),  # that win
        ("max_stay", np.int16),
        ("show_found", np.int16),
        ("place_count", np.int16),
        ("places", np.int16, (PLACES,)),  # the numbers of the board's places, ascending
        ("ends", np.int16, (PLACES + 1,)),  # the two islands of a place, as a set
        ("island_x", np.int16, (ISLANDS + 1,)),  # in tenths
        ("island_y", np.int16, (ISLANDS + 1,)),
        ("boat_x", np.int16, (PLACES + 1,)),
        ("boat_y", np.int16, (PLACES + 1,)),
        ("distance", np.int16, (ISLANDS + 1, ISLANDS + 1)),  # in places
        ("all_places", np.int64),
        ("blocks", np.int64, (PLACES + 1,)),  # what a boat on it makes unavailable, itself included
        ("touching", np.int64, (ISLAND_SETS,)),  # places with an end in this set of islands
        ("set_size", np.int16, (ISLAND_SETS,)),
        ("members", np.int16, (ISLAND_SETS, STEPS)),  # the members of each set, ascending
        ("place_of_bit", np.int16, (RESIDUES,)),  # the place whose bit leaves this rest
    ]
)


def build(seats: int, options: Mapping[str, Any], boards: dict[str, Board]) -> Records:
    chart = read(boards["board"])
    box = batch(BOX)
    box["seats"] = seats
    box["boats_each"] = BOATS // seats if options["boats"] == "two" else 1  # CLV-3, CLV-55, CLV-64
    box["easy"] = options["easy"]
    box["treasures"] = options["treasures"]
    box["max_stay"] = options["max_stay"]
    box["show_found"] = options["show_found"] == "all"
    _write_chart(box, chart)
    _write_sets(box, chart)
    box["distance"][0] = _distances(chart)
    return box


def _write_chart(box: Records, chart: Chart) -> None:
    for island, (x, y) in chart.islands.items():
        box["island_x"][0, island], box["island_y"][0, island] = round(x * TENTHS), round(y * TENTHS)
    box["place_count"] = len(chart.places)
    for at, place in enumerate(chart.places):
        number = place.number
        crossings = [place_number(*map(int, name.split("-"))) for name in chart.crossings[place.name]]
        x, y = chart.boats[place.name]
        box["places"][0, at] = number
        box["ends"][0, number] = sum(1 << island for island in place.islands)
        box["boat_x"][0, number], box["boat_y"][0, number] = round(x * TENTHS), round(y * TENTHS)
        box["blocks"][0, number] = sum(1 << blocked for blocked in (number, *crossings))  # CLV-10
        box["all_places"] |= 1 << number


def _write_sets(box: Records, chart: Chart) -> None:
    """Tables over all sets of islands."""
    sets = np.arange(ISLAND_SETS)
    for place in chart.places:
        one, other = (sets >> island & 1 for island in place.islands)
        box["touching"][0] |= (one | other) << place.number
    for number in range(MOVES):
        box["place_of_bit"][0, (1 << number) % RESIDUES] = number
    for island in range(STEPS):
        is_member = sets >> island & 1 == 1
        box["members"][0][sets[is_member], box["set_size"][0][is_member]] = island
        box["set_size"][0] += is_member


def _distances(chart: Chart) -> Any:
    """How many places lie between two islands (Floyd and Warshall)."""
    steps = np.full((ISLANDS + 1, ISLANDS + 1), ISLANDS)
    np.fill_diagonal(steps, 0)
    for place in chart.places:
        one, other = place.islands
        steps[one, other] = steps[other, one] = 1
    for way in range(1, ISLANDS + 1):
        steps = np.minimum(steps, steps[:, way, None] + steps[None, way, :])
    return steps
