"""What people are shown and told of Calypso.

The page must not do the remembering: without `memory_help` no tile is ever named together with a colour, neither in
the scene (backs are blank in a glance) nor in the story.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cabotage.core.contract import HIDDEN
from cabotage.games.calypso.actions import (
    ACTIONS,
    BACK,
    COLOURS,
    DIE,
    MIX,
    NAME,
    PLACES,
    ROB,
    ROLL,
    SLOT,
    STAY,
    STOP,
    TILES,
    TOP,
    TURN,
    Colour,
    Stone,
    slot_name,
    tiles_of,
)
from cabotage.games.calypso.box import Mode
from cabotage.games.calypso.ranking import SAVED_TO_WIN
from cabotage.games.calypso.rules import FISH
from cabotage.games.calypso.state import UNKNOWN, Phase

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import Glance, Message, Scene


def scene(box: Box, glance: Glance, viewer: int) -> Scene:
    """Ring, tiles, fish, and whose turn it is; the same for every viewer."""
    g = glance[0]
    phase = Phase(int(g["phase"]))
    return {
        "viewer": viewer,
        "phase": phase.name.lower(),
        "turn": int(g["turn"]),
        "round": int(g["rounds"]) + 1,
        "ring": [_name(Stone, stone) for stone in g["ring"]],
        "calypso": int(g["calypso"]),
        "die": int(g["die"]) or None,
        "sought": _name(Colour, g["sought"]) if phase in (Phase.SEARCH, Phase.BACK) else None,
        "tiles": [_tile(g, tile) for tile in range(TILES)],
        "fish": _fish(box, g),
    }


def _tile(g: Any, tile: int) -> Scene:
    slot = int(g["slot"][tile])
    return {
        "tile": tile + 1,
        "colour": _name(Colour, g["top"][tile]),
        "slot": None if slot == UNKNOWN else slot,
        "corner": _name(Colour, g["back"][tile]),  # CAL-64
    }


def _fish(box: Box, g: Any) -> Scene:
    if _is_together(box):
        return {
            "saved": int(g["saved"]),
            "goal": SAVED_TO_WIN,
            "reserve": int(g["reserve"]),
            "net": int(g["net"]),
            "shark": int(g["shark"]),
            "limit": int(box.constants["capture_limit"][0]),
        }
    scores = [int(fish) for fish in g["score"][: box.seats]]
    return {"scores": scores, "goal": int(box.constants["goal"][0]), "net": max(0, FISH - sum(scores))}  # CAL-66


def choice(box: Box, glance: Glance, action: int) -> Scene:
    """What choosing this means, with the parts of the board to pick for it."""
    if action < NAME:
        tile, place = divmod(action - TURN, PLACES)
        return {"kind": "turn", **_put(tile, place, "turn", {})}
    if action < ROB:
        rest, place = divmod(action - NAME, PLACES)
        tile, colour = divmod(rest, COLOURS)
        named = Colour(colour).name.lower()
        return {"kind": "name", "colour": named, **_put(tile, place, "name", {"colour": _colour(colour)})}
    if action < ROLL:
        victim = action - ROB
        return {
            "kind": "rob",
            "seat": victim,
            "text": _message("choice.rob", who={"seat": victim}),
            "short": _message("short.rob", number=victim + 1),
        }
    if action in (ROLL, STOP):
        kind = "roll" if action == ROLL else "stop"
        return {"kind": kind, "text": _message(f"choice.{kind}"), "short": _message(f"short.{kind}")}
    tiles = [tile + 1 for tile in tiles_of(action - MIX)]
    listed = " ".join(map(str, tiles))
    return {
        "kind": "mix",
        "tiles": tiles,
        "text": _message("choice.mix", tiles=listed) if tiles else _message("choice.mix_nothing"),
        "short": _message("short.mix", tiles=listed or "0"),
        "is_detail": len(tiles) > 1,
    }


def _put(tile: int, place: int, key: str, values: dict[str, Any]) -> Scene:
    """A tile is turned where it lies, or laid elsewhere, which is the same to the rules and so a detail."""
    if place == STAY:
        filled = {"tile": tile + 1, **values}
        return {
            "tile": tile + 1,
            "slot": None,
            "text": _message(f"choice.{key}", **filled),
            "short": _message(f"short.{key}", **filled),
        }
    filled = {"tile": tile + 1, "slot": slot_name(place - 1), **values}
    return {
        "tile": tile + 1,
        "slot": place - 1,
        "text": _message(f"choice.{key}_and_put", **filled),
        "short": _message(f"short.{key}_and_put", **filled),
        "is_detail": True,
    }


def gestures(box: Box) -> list[Scene]:
    """Tiles to point at for all to see, where several play together and have agreed to talk."""
    if not _is_together(box) or not box.options["coop_talk"] or box.seats == 1:  # CAL-59
        return []
    tiles = range(1, TILES + 1)
    return [
        {"id": f"tile_{tile}", "part": f"tile {tile}", "text": _message("gesture.tile", tile=tile)} for tile in tiles
    ]


def story(box: Box, before: Glance, number: int, after: Glance, viewer: int) -> list[Message]:
    """The log lines of one event."""
    b, a = before[0], after[0]
    who = {"seat": int(b["turn"])}
    told: list[Message] = []
    if DIE <= number < BACK:
        told = _arrival(box, b, number - DIE + 1, a, who)
    elif number < ROB:
        told = [_turning(who, number), *_result(box, b, a, who)]
    elif BACK <= number < SLOT and b["phase"] == Phase.BACK:
        told = _result(box, b, a, who)
    elif ROB <= number < ROLL:
        told = [_message("story.robs", who=who, other={"seat": number - ROB})]
    elif number == STOP:
        told = [_message("story.stops", who=who)]
    elif MIX <= number < ACTIONS:
        tiles = tiles_of(number - MIX)
        told = [_message("story.mixes" if tiles else "story.mixes_nothing", who=who, tiles=len(tiles))]
    elif TOP <= number < DIE and b["laid"] == TILES - 1:
        told = [_message("story.laid")]
    elif number >= SLOT and b["laid"] == TILES - 1:
        told = [_message("story.scattered")]
    return told + _ending(box, a)


def _turning(who: Message, action: int) -> Message:
    """Which tile, and, as long as it can be heard, the colour that was named."""
    if action < NAME:
        return _message("story.turns", who=who, tile=(action - TURN) // PLACES + 1)
    tile, colour = divmod((action - NAME) // PLACES, COLOURS)
    named = _message("story.names", who=who, tile=tile + 1, colour=_colour(colour))
    return {**_message("story.turns", who=who, tile=tile + 1), "now": named}


def _arrival(box: Box, b: Any, face: int, a: Any, who: Message) -> list[Message]:
    """The roll, where it led, and whatever happened there without a question."""
    stone = Stone(int(a["ring"][int(a["calypso"])]))
    now = _message("story.rolls", who=who, face=face, stone={"key": f"to.{stone.name.lower()}"})
    kept = _message("story.rolls", who=who, face=face, stone={"key": "to.fish"})
    told = [now if stone >= COLOURS or _helps(box) else {**kept, "now": now}]
    gained = _gained(b, a)
    if stone < COLOURS:
        if gained:
            told.append(_message("story.three_open", who=who, fish=gained))
    elif _is_together(box):
        told.append(_message(f"story.together_{_together(b, a)}"))
    elif stone == Stone.NET:
        told.append(_message("story.net" if gained else "story.net_nothing", who=who))
    elif stone == Stone.SHARK and a["phase"] != Phase.ROB:
        robbed = [seat for seat in range(box.seats) if a["score"][seat] < b["score"][seat]]
        if robbed:
            told.append(_message("story.robs", who=who, other={"seat": robbed[0]}))
        else:
            told.append(_message("story.robs_net", who=who))
    return told


def _together(b: Any, a: Any) -> str:
    """What net and shark did in the co-operative game."""
    if a["net"] != b["net"]:
        return "net" if a["net"] > b["net"] else "freed"
    return "shark" if a["shark"] > b["shark"] else "nothing"


def _result(box: Box, b: Any, a: Any, who: Message) -> list[Message]:
    """Hit or miss, once the tile has been turned."""
    if a["phase"] == Phase.BACK:
        return []
    gained = _gained(b, a)
    kept = _message("story.hit", who=who, fish=gained) if gained else _message("story.miss")
    tile = next(tile for tile in range(TILES) if a["top"][tile] != b["top"][tile])
    shown = _colour(int(a["top"][tile]))
    key = "story.hit_now" if gained else "story.miss_now"
    return [{**kept, "now": _message(key, who=who, fish=gained, colour=shown)}]


def _ending(box: Box, a: Any) -> list[Message]:
    if a["phase"] != Phase.OVER:
        return []
    if _is_together(box):
        return [_message("story.won_together" if a["saved"] >= SAVED_TO_WIN else "story.lost_together")]
    scores = [int(fish) for fish in a["score"][: box.seats]]
    winners = [seat for seat, fish in enumerate(scores) if fish == max(scores)]
    key = "story.wins" if len(winners) == 1 else "story.shares"
    return [_message(key, who={"seat": seat}, fish=scores[seat]) for seat in winners]


def _gained(b: Any, a: Any) -> int:
    """Fish that the player on turn won or lost, or that all have saved."""
    seat = int(b["turn"])
    return int(a["score"][seat] - b["score"][seat] + a["saved"] - b["saved"])


def _is_together(box: Box) -> bool:
    return int(box.constants["mode"][0]) != Mode.COMPETITIVE


def _helps(box: Box) -> bool:
    return bool(box.constants["memory_help"][0])


def _name(names: type[Colour] | type[Stone], number: int) -> str | None:
    return None if number in (UNKNOWN, HIDDEN) else names(int(number)).name.lower()


def _colour(colour: int) -> Message:
    return {"key": f"colour.{Colour(colour).name.lower()}"}


def _message(key: str, **values: Any) -> Message:
    return {"key": key, "values": values} if values else {"key": key}
