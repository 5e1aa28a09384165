"""What speaks for a choice in Calypso: the chance of a find, rivals' fish, the stones a roll can lead to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from cabotage.core.comparison import compare
from cabotage.core.contract import HIDDEN
from cabotage.core.message import message
from cabotage.games.calypso.actions import (
    COLOURS,
    HOLLOWS,
    MIX,
    ROB,
    ROLL,
    STONES,
    TILES,
    Stone,
    colour_name,
    hollows_of,
    turning,
)
from cabotage.games.calypso.box import Mode
from cabotage.games.calypso.odds import CERTAIN, write_chances
from cabotage.games.calypso.rules import THREE_OPEN
from cabotage.games.calypso.scene import is_together
from cabotage.games.calypso.state import UNKNOWN, Phase

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import Fields, Glance
    from cabotage.core.message import Message

FEW = 2  # fish that are soon found
PERCENT = 100


def merit(box: Box, glance: Glance, action: int, others: Sequence[int]) -> Message:
    """By the phase: how likely a find is, whom a theft hits, what a roll or a mix-up can do."""
    g = glance.fields
    match g["phase"]:
        case Phase.SEARCH | Phase.GUESS:
            return _find(box, glance, action, others)
        case Phase.ROB:
            return _rob(box, g, action - ROB, [other - ROB for other in others])
        case Phase.GO_ON:
            return _go_on(box, g, action == ROLL)
    return _mix(box, g, action - MIX)


def _find(box: Box, glance: Glance, action: int, others: Sequence[int]) -> Message:
    chances = _chances(box, glance)
    slot, named, _ = turning(action)
    g = glance.fields
    tile, colour = g["slot"].index(slot), g["sought"] if named is None else named
    values = {"tile": HOLLOWS[slot], "colour": message(f"colour.{colour_name(colour)}")}
    chance = chances[tile][colour]
    if chance == CERTAIN:
        return message("merit.find_sure", **values)
    rivals = []
    for other in others:
        other_slot, other_named, _ = turning(other)
        other_tile, other_colour = g["slot"].index(other_slot), g["sought"] if other_named is None else other_named
        if (other_tile, other_colour) != (tile, colour):  # where a tile is put changes nothing
            rivals.append(chances[other_tile][other_colour])
    kind = "find" if named is None else "guess"
    percent = round(PERCENT * chance / CERTAIN)
    return message(f"merit.{kind}_{compare(chance, rivals)}", percent=percent, **values)


def _chances(box: Box, glance: Glance) -> list[list[int]]:
    """How often each colour is under each tile, of CERTAIN, as far as the table shows."""
    records, room = glance.records.copy(), np.zeros(TILES * COLOURS, np.int32)
    records["back"][records["back"] == HIDDEN] = UNKNOWN
    write_chances(box.constants, records, 0, room)
    return room.reshape(TILES, COLOURS).tolist()


def _rob(box: Box, g: Fields, seat: int, others: Sequence[int]) -> Message:
    fish = g["score"][seat]
    missing = box.plain["goal"] - fish
    if 0 < missing <= FEW:
        return message("merit.rob_winner", who={"seat": seat}, fish=missing)
    comparison = compare(fish, (g["score"][other] for other in others))
    return message(f"merit.rob_{comparison}", who={"seat": seat}, fish=fish)


def _go_on(box: Box, g: Fields, is_roll: bool) -> Message:
    """By the stones that the next roll can lead to."""
    is_poor = not is_together(box) and not g["score"][g["turn"]]
    harmful = {Stone.NET, Stone.SHARK} if is_together(box) else set() if is_poor else {Stone.NET}
    useless = {Stone.NET} | ({Stone.MIXED} if box.plain["mode"] == Mode.COOP_HARD else set())
    b, good, bad = box.plain, 0, 0
    for pips, faces in zip(b["pips"][: b["different_faces"]], b["faces"], strict=False):
        stone = g["ring"][(g["calypso"] + pips) % STONES]
        bad += faces if stone in harmful else 0
        good += faces if stone not in harmful | useless else 0
    of = sum(b["faces"][: b["different_faces"]])
    if is_roll:
        return message("merit.roll" if bad else "merit.roll_free", good=good, bad=bad, of=of)
    return message("merit.stop", bad=bad, of=of) if bad else message("merit.later")


def _mix(box: Box, g: Fields, slots: int) -> Message:
    count = len(hollows_of(slots))
    if is_together(box):
        return message("merit.mix_look", tiles=count) if count else message("merit.mix_nothing")
    tops = [top for top in g["top"] if top != UNKNOWN]
    thrice = next((colour for colour in tops if tops.count(colour) >= THREE_OPEN), None)
    if thrice is None:
        return message("merit.mix_look", tiles=count) if count else message("merit.mix_no_need")
    turned = {g["top"][tile] for tile in range(TILES) if slots >> g["slot"][tile] & 1}
    if thrice in turned:
        return message("merit.mix_three", colour=message(f"colour.{colour_name(thrice)}"))
    return message("merit.mix_look", tiles=count) if count else message("merit.mix_nothing")
