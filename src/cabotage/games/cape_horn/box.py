"""Cape Horn's options, board and deck as one flat record: where every card leads from every square."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from cabotage.core.contract import batch
from cabotage.games.cape_horn import chart as charts
from cabotage.games.cape_horn import deck as decks
from cabotage.games.cape_horn.actions import COLOURS, KINDS, MOST_SEATS, SQUARES, ZONES
from cabotage.games.cape_horn.deck import MOST_PATHS
from cabotage.games.cape_horn.state import NO_ROSE, NOWHERE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cabotage.core.board import Board
    from cabotage.core.contract import Records
    from cabotage.games.cape_horn.chart import Cell, Chart
    from cabotage.games.cape_horn.deck import Path, Wind

NEIGHBOURS = 8
ROSES_TO_FINISH = 2
LINE = SQUARES  # the end of a path that crosses the line
HAULS = (COLOURS + 1) ** ZONES  # what a seat may have collected: for each zone a colour or nothing
FAR = 999

BOX = np.dtype(
    [
        ("seats", np.int16),
        ("duo", np.int16),
        ("direct_ban", np.int16),
        ("ignore_over_line", np.int16),
        ("seat_bonus", np.int16),
        ("three_roses_win", np.int16),
        ("deck", np.int16, (KINDS,)),
        ("start_wind", np.int16),
        ("starts", np.int16, (MOST_SEATS,)),
        ("row", np.int16, (SQUARES,)),
        ("column", np.int16, (SQUARES,)),
        ("zone", np.int16, (SQUARES,)),  # of the water
        ("rose_colour", np.int16, (SQUARES,)),  # of the station there
        ("rose_zone", np.int16, (SQUARES,)),
        ("on_line", np.int16, (SQUARES,)),
        ("neighbours", np.int16, (SQUARES, NEIGHBOURS)),  # ascending, then NOWHERE
        ("ends", np.int16, (KINDS, SQUARES, MOST_PATHS)),  # where a card leads: ascending, then NOWHERE
        ("crosses", np.int16, (KINDS, SQUARES)),  # whether one of its paths goes over the line
        ("distance", np.int16, (SQUARES, SQUARES)),  # in single steps over sea
        ("steps_to_line", np.int16, (SQUARES,)),
        ("haul_after", np.int16, (HAULS, SQUARES)),  # what has been collected after ending a move there
        ("steps_to_win", np.int16, (HAULS, SQUARES)),  # through the best stations, by what has been collected
    ]
)


def build(seats: int, options: Mapping[str, Any], boards: dict[str, Board]) -> Records:
    chart = charts.read(boards["board"])
    winds = decks.read(boards["deck"])
    box = batch(BOX)
    box["seats"] = seats
    box["duo"] = options["duo"]
    box["direct_ban"] = options["cover_ban"] == "direct"
    box["ignore_over_line"] = options["ignore_over_line"]
    box["seat_bonus"] = options["seat_bonus"]
    box["three_roses_win"] = options["three_roses_win"]
    box["deck"][0] = [wind.counts[options["sea"]] for wind in winds]
    _draw_chart(box, chart)
    _lead(box, chart, winds)
    if not box["crosses"][0, box["deck"][0] > 0].any():
        boards["board"].refuse(f"no card of the deck {boards['deck'].name} ever crosses the line", "line")
    box["distance"][0] = _distances(box["neighbours"][0])
    is_line = box["on_line"][0] == 1
    box["steps_to_line"][0] = 1 + box["distance"][0, :, is_line].min(axis=0)
    box["haul_after"][0] = _haul_after(box)
    box["steps_to_win"][0] = _steps_to_win(box)
    return box


def _draw_chart(box: Records, chart: Chart) -> None:
    number = {cell: at for at, cell in enumerate(chart.sea)}
    box["start_wind"] = chart.start_wind
    box["starts"][0] = [number[cell] for cell in chart.starts]
    box["row"][0] = [row for row, _ in chart.sea]
    box["column"][0] = [column for _, column in chart.sea]
    box["zone"][0] = list(chart.sea.values())
    box["on_line"][0] = [cell in chart.line for cell in chart.sea]
    box["rose_colour"] = box["rose_zone"] = NO_ROSE
    for station in chart.stations:
        box["rose_colour"][0, number[station.cell]] = station.colour
        box["rose_zone"][0, number[station.cell]] = station.zone
    box["neighbours"] = NOWHERE
    for cell, at in number.items():
        near = [number[other] for other in chart.neighbours(cell)]
        box["neighbours"][0, at, : len(near)] = near


def _lead(box: Records, chart: Chart, winds: tuple[Wind, ...]) -> None:
    """Follow every path of every kind from every square."""
    number = {cell: at for at, cell in enumerate(chart.sea)}
    box["ends"] = NOWHERE
    for kind, wind in enumerate(winds):
        for cell, at in number.items():
            ends = {follow(chart, number, cell, path) for path in wind.paths} - {NOWHERE}
            box["crosses"][0, kind, at] = LINE in ends
            ends.discard(LINE)
            box["ends"][0, kind, at, : len(ends)] = sorted(ends)


def follow(chart: Chart, number: Mapping[Cell, int], cell: Cell, path: Path) -> int:
    """The square on which a path from this one ends, LINE or NOWHERE."""
    for step in decks.moves(path, chart.forward[chart.sea[cell]]):  # CAP-22, CAP-23, CAP-37
        if chart.crosses(cell, step):  # CAP-67
            return LINE
        cell = cell[0] + step[0], cell[1] + step[1]
        if cell not in number:  # CAP-40, CAP-41
            return NOWHERE
    return number[cell]


def _distances(neighbours: NDArray[np.int16]) -> NDArray[np.int16]:
    distance = np.full((SQUARES, SQUARES), FAR, np.int16)
    for start in range(SQUARES):
        distance[start, start] = 0
        reached = [start]
        for square in reached:
            for near in neighbours[square]:
                if near != NOWHERE and distance[start, near] == FAR:
                    distance[start, near] = distance[start, square] + 1
                    reached.append(int(near))
    return distance


def haul_of(roses: Any) -> int:
    """What has been collected, as a number: the first zone counts 1, the second 4, the third 16."""
    return sum((int(colour) + 1) * (COLOURS + 1) ** zone for zone, colour in enumerate(roses))


def _roses_of(haul: int) -> list[int]:
    return [haul // (COLOURS + 1) ** zone % (COLOURS + 1) - 1 for zone in range(ZONES)]


def _haul_after(box: Records) -> NDArray[np.int16]:
    """Each haul with the rose of each square, if it may be taken there (CAP-54)."""
    after = np.repeat(np.arange(HAULS, dtype=np.int16)[:, None], SQUARES, axis=1)
    for haul in range(HAULS):
        roses = _roses_of(haul)
        for station in np.flatnonzero(box["rose_colour"][0] != NO_ROSE):
            zone, colour = int(box["rose_zone"][0, station]), int(box["rose_colour"][0, station])
            if roses[zone] == NO_ROSE and colour not in roses:
                after[haul, station] = haul_of([colour if at == zone else rose for at, rose in enumerate(roses)])
    return after


def _steps_to_win(box: Records) -> NDArray[np.int16]:
    """Fewest single steps to win from each square, whatever has been collected."""
    steps = np.full((HAULS, SQUARES), FAR, np.int16)
    for haul in sorted(range(HAULS), key=lambda haul: _roses_of(haul).count(NO_ROSE)):  # the fullest first
        taken = ZONES - _roses_of(haul).count(NO_ROSE)
        if taken >= ROSES_TO_FINISH:
            steps[haul] = box["steps_to_line"][0]
        if taken == ZONES and box["three_roses_win"][0]:
            steps[haul] = 0
        for station in np.flatnonzero(box["haul_after"][0, haul] != haul):
            richer = int(box["haul_after"][0, haul, station])
            steps[haul] = np.minimum(steps[haul], box["distance"][0, station] + steps[richer, station])
    return steps
