"""Calypso's options and board file as one flat record."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from functools import lru_cache
from itertools import combinations, product
from typing import TYPE_CHECKING, Any

import numpy as np

from cabotage.core.contract import batch
from cabotage.games.calypso.actions import COLOURS, EMPTY_SLOTS, FACES, SLOTS, STONES, TILES, Colour, Stone
from cabotage.games.calypso.state import UNKNOWN

if TYPE_CHECKING:
    from cabotage.core.board import Board
    from cabotage.core.contract import Records

GOALS = {1: 0, 2: 12, 3: 10, 4: 8, 5: 7, 6: 6}
FACES_OF_A_COLOUR = 3

# How many of the laid tiles show each colour, two bits a colour: the open faces of a colour are three at most.
COUNT_BITS = 2
COUNT_KEYS = 1 << (COUNT_BITS * COLOURS)


class Mode(IntEnum):
    COMPETITIVE = 0
    COOP = 1
    COOP_HARD = 2


BOX = np.dtype(
    [
        ("seats", np.int16),
        ("mode", np.int16),
        ("goal", np.int16),  # fish that win, competitive
        ("capture_limit", np.int16),
        ("children", np.int16),
        ("replacing", np.int16),
        ("finish_round", np.int16),
        ("free_mix", np.int16),
        ("memory_help", np.int16),
        ("die", np.int16, (FACES,)),  # how many faces show 1, 2, ...
        ("start_slots", np.int16, (TILES,)),
        ("empty_slots", np.int16, (1 << SLOTS, EMPTY_SLOTS)),  # the hollows that are free, by the set of taken ones
        ("printed", np.int16, (COLOURS, COLOURS)),  # the printed tile with these two sides
        # In how many ways the laid tiles can be different printed ones: by the set of printed tiles that are known to
        # lie there and by how many others show each colour.
        ("ways", np.int16, ((1 << TILES) * COUNT_KEYS,)),
    ]
)


def build(seats: int, options: Mapping[str, Any], boards: dict[str, Board]) -> Records:
    board = boards["board"]
    board.only("tiles", "ring", "die", "start_slots")
    tiles = _tiles(board)
    _check_ring(board)
    box = batch(BOX)
    box["seats"] = seats
    box["mode"] = Mode[options["mode"].upper()]
    box["goal"] = GOALS[seats]
    box["capture_limit"] = options["capture_limit"]
    box["children"] = options["children"]
    box["replacing"] = options["replacing"]
    box["finish_round"] = options["finish_round"]
    box["free_mix"] = options["melimelo"] == "free"
    box["memory_help"] = options["memory_help"]
    box["die"][0] = _die(board)
    box["start_slots"][0] = _start_slots(board)
    for free in combinations(range(SLOTS), EMPTY_SLOTS):
        taken = (1 << SLOTS) - 1 - sum(1 << slot for slot in free)
        box["empty_slots"][0, taken] = free
    box["printed"] = UNKNOWN
    for number, (one, other) in enumerate(tiles):
        box["printed"][0, one, other] = box["printed"][0, other, one] = number
    box["ways"][0] = _ways(tiles)
    return box


def _tiles(board: Board) -> tuple[tuple[int, int], ...]:
    names = {colour.name.lower(): colour for colour in Colour}
    written = board.require(list, "tiles")
    if len(written) != TILES:
        board.refuse(f"there must be {TILES} tiles, not {len(written)}", "tiles")
    tiles: list[tuple[int, int]] = []
    for number in range(TILES):
        sides = board.require(list, "tiles", number)
        if len(sides) != 2 or any(side not in list(names) for side in sides):
            board.refuse(f"a tile must have two sides from {', '.join(names)}, not {sides!r}", "tiles", number)
        one, other = sorted(names[side] for side in sides)
        if one == other:
            board.refuse(f"a tile cannot be {sides[0]} on both sides", "tiles", number)
        if (one, other) in tiles:
            board.refuse(f"duplicate tile: {' and '.join(sides)}", "tiles", number)
        tiles.append((one, other))
    for name, colour in names.items():
        faces = sum(colour in tile for tile in tiles)
        if faces != FACES_OF_A_COLOUR:
            board.refuse(f"{name} must be on {FACES_OF_A_COLOUR} sides, not {faces}", "tiles")
    return tuple(tiles)


def _check_ring(board: Board) -> None:
    """CAL-4: the ring is always these seven; the file says so for the reader's sake."""
    names = [stone.name.lower() for stone in Stone]
    ring = board.require(list, "ring")
    for at, stone in enumerate(ring):
        if stone not in names:
            board.refuse(f"unknown octagon {stone!r}; choose one of {', '.join(names)}", "ring", at)
        if stone in ring[:at]:
            board.refuse(f"duplicate octagon {stone}", "ring", at)
    if len(ring) != STONES:
        board.refuse(f"the ring must have {STONES} octagons, not {len(ring)}", "ring")


def _die(board: Board) -> list[int]:
    faces = board.require(list, "die")
    if len(faces) != FACES:
        board.refuse(f"the die must have {FACES} faces, not {len(faces)}", "die")
    for at in range(FACES):
        if not 1 <= board.require(int, "die", at) <= FACES:
            board.refuse(f"a face of the die must show 1 to {FACES}, not {faces[at]}", "die", at)
    return [faces.count(face) for face in range(1, FACES + 1)]


def _start_slots(board: Board) -> list[int]:
    slots: list[int] = board.require(list, "start_slots")
    if len(slots) != TILES:
        board.refuse(f"start_slots must list one hollow for each of the {TILES} tiles, not {len(slots)}", "start_slots")
    for at in range(TILES):
        if not 0 <= board.require(int, "start_slots", at) < SLOTS:
            board.refuse(f"a hollow must be 0 to {SLOTS - 1}, not {slots[at]}", "start_slots", at)
        if slots[at] in slots[:at]:
            board.refuse(f"two tiles on hollow {slots[at]}", "start_slots", at)
    return slots


@lru_cache(maxsize=8)
def _ways(tiles: tuple[tuple[int, int], ...]) -> Any:
    """The table `ways`; see Chance in RULES.md, where it is called I."""
    ways = np.zeros((1 << TILES, COUNT_KEYS), np.int16)
    ways[:, 0] = 1
    having = [[1 << number for number, tile in enumerate(tiles) if colour in tile] for colour in range(COLOURS)]
    known = np.arange(1 << TILES)
    for counts in sorted(product(range(FACES_OF_A_COLOUR + 1), repeat=COLOURS), key=sum):
        if not any(counts):
            continue
        # Lay one tile of the first colour there is on each printed tile that is free, then the others.
        colour = next(colour for colour in range(COLOURS) if counts[colour])
        key = sum(count << COUNT_BITS * c for c, count in enumerate(counts))
        for printed in having[colour]:
            is_free = known & printed == 0
            ways[is_free, key] += ways[known[is_free] | printed, key - (1 << COUNT_BITS * colour)]
    return ways.reshape(-1)
