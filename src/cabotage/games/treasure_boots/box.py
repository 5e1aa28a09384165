"""The options and the chart of Captain Treasure Boots as one flat record."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import TYPE_CHECKING, Any

import numpy as np

from cabotage.core import chance
from cabotage.core.board import Board
from cabotage.core.contract import batch
from cabotage.core.errors import BoardError
from cabotage.games.treasure_boots.actions import COLOURS, MOST_ISLANDS, MOST_PORTS, MOST_SQUARES, TOKENS, WINDS
from cabotage.games.treasure_boots.chart import (
    MOST_NUMBER,
    OPEN_SEA,
    PORT,
    PRESETS,
    Chart,
    Section,
    own_board,
    random_arrangement,
    read_chart,
    read_sections,
    sections_for,
)
from cabotage.games.treasure_boots.counts import read_bonus, read_target, read_tokens
from cabotage.games.treasure_boots.state import MOST_ROUNDS, NOWHERE

if TYPE_CHECKING:
    from cabotage.core.contract import Records

# The eight directions clockwise from the north, as steps in rows and columns.
DIRECTIONS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
STRAIGHT_UPWIND = 4  # eighths of a turn from downwind
DIAGONALLY_UPWIND = 3
FORBIDDEN = 0

# Sets of squares are bits, row after row in whole words; every row has a free bit at least (see reach.py).
WORD_BITS = 64


def words_of_row(columns: int) -> int:
    return columns // WORD_BITS + 1


class StartPorts(IntEnum):
    OPEN = 0
    SECRET = 1
    RANDOM = 2


# What loops run over is 64 bits wide, as Python's integers are: rules are compiled for each type anew.
BOX = np.dtype(
    [
        ("seats", np.int64),
        ("target", np.int16),  # victory points that win
        ("strict", np.int16),  # TRB-42; not with TRB-87
        ("decline_gains", np.int16),
        ("start_ports", np.int16),
        ("finish_round", np.int16),
        ("round_limit", np.int16),  # after so many rounds it ends
        ("gold_value", np.int16),
        ("top", np.int64),  # row and column of square 0
        ("left", np.int64),
        ("rows", np.int64),
        ("columns", np.int64),
        ("squares", np.int64),
        ("ports", np.int64),
        ("islands", np.int64),
        ("supply", np.int16, (TOKENS,)),  # tokens of the game
        ("bonus", np.int16, (COLOURS + 1,)),  # by the number of colours
        ("port_square", np.int64, (MOST_PORTS,)),  # in reading order
        ("island_square", np.int16, (MOST_ISLANDS,)),
        ("first_of_sum", np.int16, (MOST_NUMBER + 1,)),  # the first island with that number
        ("next_of_sum", np.int16, (MOST_ISLANDS,)),  # the next island with the same number
        ("row", np.int16, (MOST_SQUARES,)),
        ("column", np.int16, (MOST_SQUARES,)),
        ("island_at", np.int16, (MOST_SQUARES,)),
        ("is_port", np.int16, (MOST_SQUARES,)),
        ("neighbour", np.int16, (MOST_SQUARES, len(DIRECTIONS))),
        ("to_land", np.int16, (MOST_SQUARES, len(DIRECTIONS))),  # steps to the first land that way; none: too many
        ("step_cost", np.int16, (WINDS, len(DIRECTIONS))),
        ("row_words", np.int64),
        ("set_words", np.int64),  # of a set of squares, with some empty ones before the first row and after the last
        ("first_word", np.int64),
        ("chart_bits", np.uint64, (MOST_SQUARES,)),
        ("land_bits", np.uint64, (MOST_SQUARES,)),
    ],
    align=True,
)


def build(seats: int, options: Mapping[str, Any], boards: dict[str, Board]) -> Records:
    sections = read_sections(boards["sections"])
    if "arrangement" in boards:  # a file, or from a record
        chart = read_chart(boards["arrangement"], sections)
    else:
        boards["arrangement"], chart = _arrange(seats, options["arrangement"], boards["sections"], sections)
    box = batch(BOX)
    box["seats"] = seats
    box["target"] = read_target(boards["sections"], seats)
    box["strict"] = options["island_to_island"] == "strict"
    box["decline_gains"] = options["decline_gains"]
    box["start_ports"] = StartPorts[options["start_ports"].upper()]
    box["finish_round"] = options["finish_round"]
    box["round_limit"] = options["round_limit"] or MOST_ROUNDS
    box["gold_value"] = options["gold_value"]
    box["supply"][0] = read_tokens(boards["sections"])
    box["bonus"][0] = read_bonus(boards["sections"])
    for wind in range(WINDS):
        for direction in range(len(DIRECTIONS)):
            box["step_cost"][0, wind, direction] = _step_cost(wind, direction)
    _write_chart(box, chart)
    return box


def _arrange(seats: int, how: str, board: Board, sections: dict[str, Section]) -> tuple[Board, Chart]:
    if how == "random":
        arrangement = Board(how, random_arrangement(seats, chance.entropy(), board))
        return arrangement, read_chart(arrangement, sections)
    preset = own_board(PRESETS[sections_for(seats)])  # TRB-1, TRB-4
    try:
        return preset, read_chart(preset, sections)
    except BoardError as error:
        board.refuse(
            f"our arrangement does not fit these sections ({error})",
            "choose a file with one of their own, or a random one",
            "sections",
        )


def _step_cost(wind: int, direction: int) -> int:
    """TRB-35"""
    eighths = abs((direction - 2 * wind + 4) % 8 - 4)
    return FORBIDDEN if eighths == STRAIGHT_UPWIND else 2 if eighths == DIAGONALLY_UPWIND else 1


def _write_chart(box: Records, chart: Chart) -> None:
    for name in ("top", "left", "rows", "columns"):
        box[name] = getattr(chart, name)
    box["squares"] = len(chart.cells)
    width = words_of_row(chart.columns)
    box["row_words"] = width
    box["first_word"] = 2 * width + 1
    box["set_words"] = chart.rows * width + 2 * (2 * width + 1)
    for name in ("port_square", "island_square", "first_of_sum", "next_of_sum", "island_at", "neighbour"):
        box[name] = NOWHERE
    box["ports"] = len(chart.ports)
    box["port_square"][0, : len(chart.ports)] = chart.ports
    box["islands"] = len(chart.islands)
    for island, square in enumerate(chart.islands):
        box["island_square"][0, island] = square
        box["island_at"][0, square] = island
    for island in reversed(range(len(chart.islands))):
        number = chart.cells[chart.islands[island]]
        box["next_of_sum"][0, island] = box["first_of_sum"][0, number]
        box["first_of_sum"][0, number] = island
    for square, cell in enumerate(chart.cells):
        row, column = divmod(square, chart.columns)
        box["row"][0, square], box["column"][0, square] = row, column
        box["is_port"][0, square] = cell == PORT
        word = row * width + column // WORD_BITS
        bit = np.uint64(1 << column % WORD_BITS)
        box["chart_bits"][0, word] |= bit
        if cell != OPEN_SEA:
            box["land_bits"][0, word] |= bit
        for direction, (down, right) in enumerate(DIRECTIONS):
            if 0 <= row + down < chart.rows and 0 <= column + right < chart.columns:
                box["neighbour"][0, square, direction] = square + down * chart.columns + right
            box["to_land"][0, square, direction] = _steps_to_land(chart, row, column, down, right)


def _steps_to_land(chart: Chart, row: int, column: int, down: int, right: int) -> int:
    for steps in range(1, MOST_SQUARES):
        row, column = row + down, column + right
        if not (0 <= row < chart.rows and 0 <= column < chart.columns):
            break
        if chart.cells[row * chart.columns + column] != OPEN_SEA:
            return steps
    return MOST_SQUARES
