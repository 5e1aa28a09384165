"""Cape Horn's options, board and deck as one flat record: where every card leads from every square."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from cabotage.core.contract import batch
from cabotage.games.cape_horn import chart as charts
from cabotage.games.cape_horn import deck as decks
from cabotage.games.cape_horn.actions import COLOURS, MOST_KINDS, MOST_SQUARES, ZONES, Numbering
from cabotage.games.cape_horn.chart import MOST_STARTS
from cabotage.games.cape_horn.deck import MOST_PATHS
from cabotage.games.cape_horn.state import NO_ROSE, NOWHERE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cabotage.core.board import Board
    from cabotage.core.contract import Records
    from cabotage.games.cape_horn.chart import Chart
    from cabotage.games.cape_horn.deck import Wind

NEIGHBOURS = 8
OPENING_CARDS = 3
ROSES_TO_FINISH = 2
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
        ("squares", np.int16),
        ("kinds", np.int16),
        *((name, np.int16) for name in Numbering._fields),  # the numbers of actions
        ("is_roomy", np.int16),  # whether there are more squares than cards: one always takes a card
        ("deck", np.int16, (MOST_KINDS,)),
        ("progress", np.int16, (MOST_KINDS,)),  # how far a kind leads forward
        ("usual", np.int16),  # the kind that helps most often
        ("start_wind", np.int16),
        ("start_count", np.int16),
        ("starts", np.int16, (MOST_STARTS,)),
        ("row", np.int16, (MOST_SQUARES,)),
        ("column", np.int16, (MOST_SQUARES,)),
        ("zone", np.int16, (MOST_SQUARES,)),  # of the water
        ("rose_colour", np.int16, (MOST_SQUARES,)),  # of the station there
        ("rose_zone", np.int16, (MOST_SQUARES,)),
        ("on_line", np.int16, (MOST_SQUARES,)),
        ("neighbours", np.int16, (MOST_SQUARES, NEIGHBOURS)),  # ascending, then NOWHERE
        ("ends", np.int16, (MOST_KINDS, MOST_SQUARES, MOST_PATHS)),  # where a card leads: ascending, then NOWHERE
        ("led", np.int16, (MOST_KINDS, MOST_SQUARES)),  # to which neighbours it leads, as a set
        ("crosses", np.int16, (MOST_KINDS, MOST_SQUARES)),  # whether one of its paths goes over the line
        ("distance", np.int16, (MOST_SQUARES, MOST_SQUARES)),  # in single steps over sea
        ("steps_to_line", np.int16, (MOST_SQUARES,)),
        ("haul_after", np.int16, (HAULS, MOST_SQUARES)),  # what has been collected after ending a move there
        ("steps_to_win", np.int16, (HAULS, MOST_SQUARES)),  # through the best stations, by what has been collected
    ]
)


def build(seats: int, options: Mapping[str, Any], boards: dict[str, Board]) -> Records:
    chart, winds = charts.read(boards["board"]), decks.read(boards["deck"])
    _check(seats, options, boards, chart, winds)
    box = batch(BOX)
    box["seats"] = seats
    box["duo"] = options["duo"]
    box["direct_ban"] = options["cover_ban"] == "direct"
    box["ignore_over_line"] = options["ignore_over_line"]
    box["seat_bonus"] = options["seat_bonus"]
    box["three_roses_win"] = options["three_roses_win"]
    squares, kinds = len(chart.sea), len(winds)
    box["squares"], box["kinds"] = squares, kinds
    for name, number in Numbering.of(squares, kinds)._asdict().items():
        box[name] = number
    deck = [wind.counts[options["sea"]] for wind in winds]
    box["is_roomy"] = squares >= sum(deck) + len(chart.starts)
    box["deck"][0, :kinds] = deck
    box["progress"][0, :kinds] = [wind.progress for wind in winds]
    box["usual"] = max(range(kinds), key=lambda kind: deck[kind] * winds[kind].progress)
    box["start_wind"] = [wind.kind for wind in winds].index(chart.start_wind)
    _draw_chart(box, chart)
    _lead(box, chart, winds)
    if not _is_winnable(box, options, chart):
        boards["board"].refuse(
            f"nobody can win: no card of the deck {boards['deck'].name} ever crosses the line",
            "lengthen the line, or add cards",
            "line",
        )
    box["distance"][0] = _distances(box)
    is_line = box["on_line"][0] == 1
    box["steps_to_line"][0] = 1 + box["distance"][0, :, is_line].min(axis=0)
    box["haul_after"][0] = _haul_after(box)
    box["steps_to_win"][0] = _steps_to_win(box)
    return box


def _check(
    seats: int, options: Mapping[str, Any], boards: dict[str, Board], chart: Chart, winds: tuple[Wind, ...]
) -> None:
    """Refuse a chart or deck that does not fit these seats or each other."""
    if len(chart.starts) < seats:  # CAP-8
        boards["board"].refuse(
            f"{seats} ships need {seats} start squares, not {len(chart.starts)}", "add some", "starts"
        )
    kinds = [wind.kind for wind in winds]
    if chart.start_wind not in kinds:
        boards["board"].refuse(
            f"the start wind {chart.start_wind!r} is no kind of the deck {boards['deck'].name}",
            f"choose one of {', '.join(kinds)}",
            "start_wind",
        )
    sea = options["sea"]
    total, needed = sum(wind.counts[sea] for wind in winds), OPENING_CARDS * seats
    if total < needed:  # CAP-7
        boards["deck"].refuse(
            f"{seats} players need {needed} cards in the {sea} deck, not {total}", "add some", "cards", 0, sea
        )


def _is_winnable(box: Records, options: Mapping[str, Any], chart: Chart) -> bool:
    """Whether the line can be crossed, or three roses taken that win."""
    is_used = box["deck"][0] > 0
    is_used[box["start_wind"][0]] = True
    if options["ignore_over_line"] or box["crosses"][0, is_used].any():
        return True
    roses = {(station.colour, station.zone) for station in chart.stations}
    return bool(options["three_roses_win"]) and any(
        len({colour for colour, _ in three}) == len({zone for _, zone in three}) == ZONES
        for three in combinations(roses, ZONES)
    )


def _draw_chart(box: Records, chart: Chart) -> None:
    squares = len(chart.sea)
    box["start_count"] = len(chart.starts)
    box["starts"][0, : len(chart.starts)] = [chart.numbers[cell] for cell in chart.starts]
    box["row"][0, :squares] = [row for row, _ in chart.sea]
    box["column"][0, :squares] = [column for _, column in chart.sea]
    box["zone"][0, :squares] = list(chart.sea.values())
    box["on_line"][0, :squares] = [cell in chart.line for cell in chart.sea]
    box["rose_colour"] = box["rose_zone"] = NO_ROSE
    for station in chart.stations:
        box["rose_colour"][0, chart.numbers[station.cell]] = station.colour
        box["rose_zone"][0, chart.numbers[station.cell]] = station.zone
    box["neighbours"] = NOWHERE
    for cell, at in chart.numbers.items():
        near = [chart.numbers[other] for other in chart.neighbours(cell)]
        box["neighbours"][0, at, : len(near)] = near


def _lead(box: Records, chart: Chart, winds: tuple[Wind, ...]) -> None:
    """Follow every path of every kind from every square."""
    box["ends"] = NOWHERE
    for kind, wind in enumerate(winds):
        for cell, at in chart.numbers.items():
            last = {cells[-1] for path in wind.paths if (cells := decks.along(chart, cell, path))}
            ends = sorted(chart.numbers[end] for end in last if end in chart.sea)
            box["crosses"][0, kind, at] = len(ends) < len(last)
            box["ends"][0, kind, at, : len(ends)] = ends
            near = box["neighbours"][0, at].tolist()
            box["led"][0, kind, at] = sum(1 << k for k, end in enumerate(near) if end in ends)


def _distances(box: Records) -> NDArray[np.int16]:
    distance = np.full((MOST_SQUARES, MOST_SQUARES), FAR, np.int16)
    neighbours = [[near for near in row if near != NOWHERE] for row in box["neighbours"][0].tolist()]
    for start in range(int(box["squares"][0])):
        steps = {start: 0}
        for square in (reached := [start]):
            for near in neighbours[square]:
                if near not in steps:
                    steps[near] = steps[square] + 1
                    reached.append(near)
        distance[start, list(steps)] = list(steps.values())
    return distance


def haul_of(roses: Any) -> int:
    """What has been collected, as a number: the first zone counts 1, the second 4, the third 16."""
    return sum((int(colour) + 1) * (COLOURS + 1) ** zone for zone, colour in enumerate(roses))


def _roses_of(haul: int) -> list[int]:
    return [haul // (COLOURS + 1) ** zone % (COLOURS + 1) - 1 for zone in range(ZONES)]


def _haul_after(box: Records) -> NDArray[np.int16]:
    """Each haul with the rose of each square, if it may be taken there (CAP-54)."""
    after = np.repeat(np.arange(HAULS, dtype=np.int16)[:, None], MOST_SQUARES, axis=1)
    for haul in range(HAULS):
        roses = _roses_of(haul)
        for station in np.flatnonzero(box["rose_colour"][0] != NO_ROSE):
            zone, colour = int(box["rose_zone"][0, station]), int(box["rose_colour"][0, station])
            if roses[zone] == NO_ROSE and colour not in roses:
                after[haul, station] = haul_of([colour if at == zone else rose for at, rose in enumerate(roses)])
    return after


def _steps_to_win(box: Records) -> NDArray[np.int16]:
    """Fewest single steps to win from each square, whatever has been collected."""
    steps = np.full((HAULS, MOST_SQUARES), FAR, np.int16)
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
