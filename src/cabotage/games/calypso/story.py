"""What people are told of Calypso: the log lines of one event.

The log must not do the remembering: a line that stays names no tile and no colour that lies beneath one. What happens
to a tile appears while it happens (`now`), and is gone with the next move (CAL-26).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cabotage.core.message import message
from cabotage.games.calypso.actions import (
    ACTIONS,
    BACK,
    COLOURS,
    DIE,
    HOLLOWS,
    MIX,
    ROB,
    ROLL,
    SLOT,
    STAY,
    STOP,
    TILES,
    TOP,
    Stone,
    colour_name,
    hollows_of,
    stone_name,
    turning,
)
from cabotage.games.calypso.ranking import SAVED_TO_WIN
from cabotage.games.calypso.scene import is_together
from cabotage.games.calypso.state import Phase

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import Fields, Glance
    from cabotage.core.message import Message, SeatName


def story(box: Box, before: Glance, number: int, after: Glance, viewer: int) -> list[Message]:
    """The log lines of one event."""
    b, a = before.fields, after.fields
    who: SeatName = {"seat": b["turn"]}
    lines: list[Message] = []
    if DIE <= number < BACK:
        lines = _arrival(box, b, number - DIE + 1, a, who)
    elif number < ROB:
        lines = [_turning(who, number), *_result(box, b, a, who)]
    elif BACK <= number < SLOT and b["phase"] == Phase.BACK:
        lines = _result(box, b, a, who)
    elif ROB <= number < ROLL:
        lines = [message("story.robs", who=who, other={"seat": number - ROB})]
    elif number == STOP:
        lines = [message("story.stops", who=who)]
    elif MIX <= number < ACTIONS:
        lines = [_mixing(who, hollows_of(number - MIX))]
    elif TOP <= number < DIE and b["laid"] == TILES - 1:
        lines = [message("story.laid")]
    elif number >= SLOT and b["laid"] == TILES - 1:
        lines = [_scattering(b, number - SLOT)]
    return lines + _ending(box, a)


def _turning(who: SeatName, action: int) -> Message:
    slot, colour, place = turning(action)
    values: dict[str, Any] = {"who": who, "tile": HOLLOWS[slot]}
    key = "turns" if colour is None else "names"
    if colour is not None:
        values["colour"] = _colour(colour)
    if place != STAY:
        key += "_and_puts"
        values["to"] = HOLLOWS[place - 1]
    return {**message("story.turns", who=who), "now": message(f"story.{key}_now", **values)}


def _mixing(who: SeatName, tiles: list[str]) -> Message:
    if not tiles:
        return message("story.mixes_nothing", who=who)
    now = message("story.mixes_now", who=who, tiles=" ".join(tiles))
    return {**message("story.mixes", who=who, tiles=len(tiles)), "now": now}


def _scattering(b: Fields, last: int) -> Message:
    """The last tile is laid: where all have come from."""
    slots = [last if slot < 0 else slot for slot in b["slot"]]
    moves = sorted((b["lifted"][tile], slots[tile]) for tile in range(TILES))
    listed = ", ".join(f"{HOLLOWS[of]} → {HOLLOWS[to]}" for of, to in moves)
    return {**message("story.scattered"), "now": message("story.scattered_now", moves=listed)}


def _arrival(box: Box, b: Fields, face: int, a: Fields, who: SeatName) -> list[Message]:
    """The roll, where it led, and whatever happened there without a question."""
    stone = Stone(a["ring"][a["calypso"]])
    now = message("story.rolls", who=who, face=face, stone={"key": f"to.{stone_name(stone)}"})
    kept = message("story.rolls", who=who, face=face, stone={"key": "to.fish"})
    lines = [now if stone >= COLOURS or _helps(box) else {**kept, "now": now}]
    gained = _gained(b, a)
    if stone < COLOURS:
        if gained:
            named = message("story.three_open_now", who=who, fish=gained, colour=_colour(stone))
            lines.append({**message("story.three_open", who=who, fish=gained), "now": named})
    elif is_together(box):
        lines.append(message(f"story.together_{_together(b, a)}"))
    elif stone == Stone.NET:
        lines.append(message("story.net" if gained else "story.net_nothing", who=who))
    elif stone == Stone.SHARK and a["phase"] != Phase.ROB:
        robbed = [seat for seat in range(box.seats) if a["score"][seat] < b["score"][seat]]
        if robbed:
            lines.append(message("story.robs", who=who, other={"seat": robbed[0]}))
        else:
            lines.append(message("story.robs_net", who=who))
    return lines


def _together(b: Fields, a: Fields) -> str:
    """What net and shark did in the co-operative game."""
    if a["net"] != b["net"]:
        return "net" if a["net"] > b["net"] else "freed"
    return "shark" if a["shark"] > b["shark"] else "nothing"


def _result(box: Box, b: Fields, a: Fields, who: SeatName) -> list[Message]:
    """Hit or miss, once the tile has been turned."""
    if a["phase"] == Phase.BACK:
        return []
    gained = _gained(b, a)
    kept = message("story.hit", who=who, fish=gained) if gained else message("story.miss")
    tile = next(tile for tile in range(TILES) if a["top"][tile] != b["top"][tile])
    shown = _colour(a["top"][tile])
    key = "story.hit_now" if gained else "story.miss_now"
    return [{**kept, "now": message(key, who=who, fish=gained, colour=shown)}]


def _ending(box: Box, a: Fields) -> list[Message]:
    if a["phase"] != Phase.OVER:
        return []
    if is_together(box):
        return [message("story.won_together" if a["saved"] >= SAVED_TO_WIN else "story.lost_together")]
    scores = a["score"][: box.seats]
    winners = [seat for seat, fish in enumerate(scores) if fish == max(scores)]
    key = "story.wins" if len(winners) == 1 else "story.shares"
    return [message(key, who={"seat": seat}, fish=scores[seat]) for seat in winners]


def _gained(b: Fields, a: Fields) -> int:
    """Fish that the player on turn won or lost, or that all have saved."""
    seat = b["turn"]
    return int(a["score"][seat] - b["score"][seat] + a["saved"] - b["saved"])


def _helps(box: Box) -> bool:
    return bool(box.plain["memory_help"])


def _colour(colour: int) -> Message:
    return message(f"colour.{colour_name(colour)}")
