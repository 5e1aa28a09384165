"""Calypso's options and board file as one flat record."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from cabotage.core.contract import batch
from cabotage.games.calypso.actions import COLOURS, MOST_PIPS, SLOTS, STONES, TILES, Colour, Stone

if TYPE_CHECKING:
    from cabotage.core.board import Board
    from cabotage.core.contract import Records

GOALS = {1: 0, 2: 12, 3: 10, 4: 8, 5: 7, 6: 6}
MOST_FACES = 20  # of the die
EVERY_SLOT = (1 << SLOTS) - 1

# How many of the laid tiles show each colour, three bits a colour. Once all are laid, the last colour follows from the
# others, so `ways` does without it.
COUNT_BITS = 3
ALL_COUNTS = 1 << (COUNT_BITS * COLOURS)
COUNTS = 1 << (COUNT_BITS * (COLOURS - 1))


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
        ("numbered_tiles", np.int16),
        ("stones", np.int16, (STONES,)),  # how many octagons of each kind the ring has
        ("all_stones", np.int32),  # the same in one number, COUNT_BITS for each kind
        ("pips", np.int16, (MOST_PIPS,)),  # the different faces of the die, ascending
        ("faces", np.int16, (MOST_PIPS,)),  # how many faces show each of them
        ("different_faces", np.int16),
        ("rolls", np.int16, (MOST_FACES,)),  # all faces, ascending
        ("face_count", np.int16),
        ("start_slots", np.int16, (TILES,)),
        ("slots_of", np.int16, (1 << SLOTS, SLOTS)),  # the hollows in a set, ascending
        ("printed", np.int16, (COLOURS, COLOURS)),  # the set of printed tiles with these two sides
        ("members", np.int16, (1 << TILES,)),  # how many tiles are in a set
        # In how many ways the laid tiles can be different printed ones: by how many show each colour while they are
        # laid; later by the set of printed tiles that are known to lie there, and by how many others show each colour.
        ("first_ways", np.int16, (ALL_COUNTS,)),
        ("ways", np.int16, ((1 << TILES) * COUNTS,)),
    ]
)


def build(seats: int, options: Mapping[str, Any], boards: dict[str, Board]) -> Records:
    board = boards["board"]
    board.only("tiles", "ring", "die", "start_slots")
    tiles = _tiles(board)
    box = batch(BOX)
    box["seats"] = seats
    box["mode"] = Mode[options["mode"].upper()]
    box["goal"] = GOALS[seats]
    for option in ("capture_limit", "children", "replacing", "finish_round", "memory_help", "numbered_tiles"):
        box[option] = options[option]
    box["free_mix"] = options["mixing"] == "free"
    stones = _stones(board)
    box["stones"][0] = stones
    box["all_stones"] = sum(count << COUNT_BITS * kind for kind, count in enumerate(stones))
    faces = _faces(board)
    box["rolls"][0, : len(faces)] = sorted(faces)
    box["face_count"] = len(faces)
    pips = sorted(set(faces))
    box["different_faces"] = len(pips)
    box["pips"][0, : len(pips)] = pips
    box["faces"][0, : len(pips)] = [faces.count(face) for face in pips]
    box["start_slots"][0] = _start_slots(board)
    for slots in range(1 << SLOTS):
        members = [slot for slot in range(SLOTS) if slots >> slot & 1]
        box["slots_of"][0, slots, : len(members)] = members
    for number, (one, other) in enumerate(tiles):
        box["printed"][0, one, other] |= 1 << number
        box["printed"][0, other, one] |= 1 << number
    box["members"][0] = [tiles.bit_count() for tiles in range(1 << TILES)]
    box["first_ways"][0], box["ways"][0] = _ways(tiles)
    return box


def _tiles(board: Board) -> tuple[tuple[int, int], ...]:
    names = {colour.name.lower(): colour for colour in Colour}
    written = board.require(list, "tiles")
    if len(written) != TILES:
        board.refuse(f"there must be {TILES} tiles, not {len(written)}", "add or remove some", "tiles")
    tiles: list[tuple[int, int]] = []
    for number in range(TILES):
        sides = board.require(list, "tiles", number)
        if len(sides) != 2 or any(side not in list(names) for side in sides):
            board.refuse(
                f"a tile must have two sides, not {sides!r}", f"write two of {', '.join(names)}", "tiles", number
            )
        one, other = sorted(names[side] for side in sides)
        if one == other:
            board.refuse(
                f"a tile cannot be {sides[0]} on both sides: one that shows {sides[0]} cannot hide it (CAL-13)",
                "write two different colours",
                "tiles",
                number,
            )
        tiles.append((one, other))
    return tuple(tiles)


def _stones(board: Board) -> list[int]:
    """How many octagons of each kind; their order is drawn (CAL-4)."""
    names = [stone.name.lower() for stone in Stone]
    ring = board.require(list, "ring")
    for at, stone in enumerate(ring):
        if stone not in names:
            board.refuse(f"unknown octagon {stone!r}", f"choose one of {', '.join(names)}", "ring", at)
    if len(ring) != STONES:
        board.refuse(f"the ring must have {STONES} octagons, not {len(ring)}", "add or remove some", "ring")
    if "shark" not in ring:
        board.refuse("the ring has no shark, where Calypso starts (CAL-5)", "add one", "ring")
    return [ring.count(name) for name in names]


def _faces(board: Board) -> list[int]:
    faces: list[int] = board.require(list, "die")
    if not 2 <= len(faces) <= MOST_FACES:
        board.refuse(f"the die must have 2 to {MOST_FACES} faces, not {len(faces)}", "add or remove some", "die")
    for at in range(len(faces)):
        if not 1 <= board.require(int, "die", at) <= MOST_PIPS:
            board.refuse(
                f"a face of the die cannot show {faces[at]}",
                f"write 1 to {MOST_PIPS}",
                "die",
                at,
            )
    return faces


def _start_slots(board: Board) -> list[int]:
    slots: list[int] = board.require(list, "start_slots")
    if len(slots) != TILES:
        board.refuse(
            f"start_slots must list one hollow for each of the {TILES} tiles, not {len(slots)}",
            "add or remove some",
            "start_slots",
        )
    for at in range(TILES):
        if not 0 <= board.require(int, "start_slots", at) < SLOTS:
            board.refuse(f"a hollow cannot be {slots[at]}", f"write 0 to {SLOTS - 1}", "start_slots", at)
        if slots[at] in slots[:at]:
            board.refuse(f"two tiles on hollow {slots[at]}", "move one of them", "start_slots", at)
    return slots


@lru_cache(maxsize=8)
def _ways(tiles: tuple[tuple[int, int], ...]) -> tuple[Any, Any]:
    """The tables `first_ways` and `ways`; see Chance in RULES.md, where they are called I."""
    known = np.arange(1 << TILES)
    every = np.zeros((1 << TILES, ALL_COUNTS), np.int16)
    every[:, 0] = 1
    ways = np.zeros((1 << TILES, COUNTS), np.int16)
    ways[-1, 0] = 1
    members = np.array([int(tiles).bit_count() for tiles in known])
    having = [[1 << number for number, tile in enumerate(tiles) if colour in tile] for colour in range(COLOURS)]
    counted = (counts for counts in product(range(TILES + 1), repeat=COLOURS) if 0 < sum(counts) <= TILES)
    for counts in sorted(counted, key=sum):
        # Lay one tile of the first colour there is on each printed tile that is free, then the others.
        colour = next(colour for colour in range(COLOURS) if counts[colour])
        key = sum(count << COUNT_BITS * c for c, count in enumerate(counts))
        for printed in having[colour]:
            is_free = known & printed == 0
            every[is_free, key] += every[known[is_free] | printed, key - (1 << COUNT_BITS * colour)]
        all_laid = members == TILES - sum(counts)
        ways[all_laid, key % COUNTS] = every[all_laid, key]
    return every[0], ways.reshape(-1)
