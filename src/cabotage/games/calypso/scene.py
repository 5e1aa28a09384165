"""What people are shown of Calypso, and what an offered action means.

The page must not do the remembering: without `memory_help` a scene never names a tile together with its hidden
colour, because backs are blank in a glance.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NotRequired, cast

from typing_extensions import TypedDict

from cabotage.core.contract import HIDDEN
from cabotage.core.message import ChoiceText, message
from cabotage.games.calypso.actions import (
    COLOURS,
    MIX,
    NAME,
    PLACES,
    ROB,
    ROLL,
    STAY,
    STOP,
    TILES,
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
    from cabotage.core.contract import Glance
    from cabotage.core.message import Gesture

ColourName = Literal["red", "blue", "yellow", "green"]
StoneName = Literal["red", "blue", "yellow", "green", "mixed", "net", "shark"]


class Tile(TypedDict):
    tile: int  # 1 to 6
    colour: ColourName | None
    slot: int | None  # None while the sand is stirred
    corner: ColourName | None  # with memory_help: the colour beneath


class Player(TypedDict):
    seat: int
    score: int  # fish; 0 in the co-operative game


class Fish(TypedDict):
    """Where the other fish are; all but the net only in the co-operative game."""

    net: int
    saved: NotRequired[int]
    reserve: NotRequired[int]
    shark: NotRequired[int]
    limit: NotRequired[int]


class Scene(TypedDict):
    viewer: int
    phase: str
    turn: int
    round: int
    target: int  # fish to win
    players: list[Player]
    ring: list[StoneName | None]
    calypso: int
    die: int | None  # as it lies since the last roll; None before the first
    sought: ColourName | None
    tiles: list[Tile]
    fish: Fish


class TurnChoice(ChoiceText):
    kind: Literal["turn"]
    tile: int
    slot: int | None  # the empty hollow it is put into; None: it stays


class NameChoice(ChoiceText):
    kind: Literal["name"]
    colour: ColourName
    tile: int
    slot: int | None


class RobChoice(ChoiceText):
    kind: Literal["rob"]
    seat: int


class PlainChoice(ChoiceText):
    kind: Literal["roll", "stop"]


class MixChoice(ChoiceText):
    kind: Literal["mix"]
    tiles: list[int]


Choice = TurnChoice | NameChoice | RobChoice | PlainChoice | MixChoice


def scene(box: Box, glance: Glance, viewer: int) -> Scene:
    """Ring, tiles, fish, and whose turn it is; the same for every viewer."""
    g = glance[0]
    phase = Phase(int(g["phase"]))
    return {
        "viewer": viewer,
        "phase": phase.name.lower(),
        "turn": int(g["turn"]),
        "round": int(g["rounds"]) + 1,
        "target": SAVED_TO_WIN if is_together(box) else int(box.constants["goal"][0]),
        "players": [{"seat": seat, "score": int(g["score"][seat])} for seat in range(box.seats)],
        "ring": [_stone_name(stone) for stone in g["ring"]],
        "calypso": int(g["calypso"]),
        "die": int(g["die"]) or None,
        "sought": _colour_name(g["sought"]) if phase in (Phase.SEARCH, Phase.BACK) else None,
        "tiles": [_tile(g, tile) for tile in range(TILES)],
        "fish": _fish(box, g),
    }


def _tile(g: Any, tile: int) -> Tile:
    slot = int(g["slot"][tile])
    return {
        "tile": tile + 1,
        "colour": _colour_name(g["top"][tile]),
        "slot": None if slot == UNKNOWN else slot,
        "corner": _colour_name(g["back"][tile]),  # CAL-64
    }


def _fish(box: Box, g: Any) -> Fish:
    if is_together(box):
        return {
            "net": int(g["net"]),
            "saved": int(g["saved"]),
            "reserve": int(g["reserve"]),
            "shark": int(g["shark"]),
            "limit": int(box.constants["capture_limit"][0]),
        }
    return {"net": max(0, FISH - int(g["score"][: box.seats].sum()))}  # CAL-66


def choice(box: Box, glance: Glance, action: int) -> Choice:
    """What choosing this means, with the parts of the board to pick for it."""
    if action < NAME:
        tile, place = divmod(action - TURN, PLACES)
        return {"kind": "turn", "tile": tile + 1, "slot": _slot(place), **_turning("turn", place, tile=tile + 1)}
    if action < ROB:
        rest, place = divmod(action - NAME, PLACES)
        tile, number = divmod(rest, COLOURS)
        colour = _known_colour(number)
        texts = _turning("name", place, tile=tile + 1, colour=message(f"colour.{colour}"))
        return {"kind": "name", "colour": colour, "tile": tile + 1, "slot": _slot(place), **texts}
    if action < ROLL:
        victim = action - ROB
        text, short = message("choice.rob", who={"seat": victim}), message("short.rob", number=victim + 1)
        return {"kind": "rob", "seat": victim, "text": text, "short": short}
    if action == ROLL:
        return {"kind": "roll", "text": message("choice.roll"), "short": message("short.roll")}
    if action == STOP:
        return {"kind": "stop", "text": message("choice.stop"), "short": message("short.stop")}
    tiles = [tile + 1 for tile in tiles_of(action - MIX)]
    listed = " ".join(map(str, tiles))
    return {
        "kind": "mix",
        "tiles": tiles,
        "text": message("choice.mix", tiles=listed) if tiles else message("choice.mix_nothing"),
        "short": message("short.mix", tiles=listed or "0"),
        "is_detail": len(tiles) > 1,
    }


def _slot(place: int) -> int | None:
    return None if place == STAY else place - 1


def _turning(key: str, place: int, **values: Any) -> ChoiceText:
    """A tile is turned where it lies, or put elsewhere, which is the same to the rules and so a detail."""
    if place == STAY:
        return {"text": message(f"choice.{key}", **values), "short": message(f"short.{key}", **values)}
    values["slot"] = slot_name(place - 1)
    text, short = message(f"choice.{key}_and_put", **values), message(f"short.{key}_and_put", **values)
    return {"text": text, "short": short, "is_detail": True}


def gestures(box: Box) -> list[Gesture]:
    """Tiles to point at for all to see, where several play together and have agreed to talk."""
    if not is_together(box) or not box.options["coop_talk"] or box.seats == 1:  # CAL-59
        return []
    tiles = range(1, TILES + 1)
    return [
        {"id": f"tile_{tile}", "part": f"tile {tile}", "text": message("gesture.tile", tile=tile)} for tile in tiles
    ]


def is_together(box: Box) -> bool:
    return int(box.constants["mode"][0]) != Mode.COMPETITIVE


def _known_colour(number: int) -> ColourName:
    return cast("ColourName", Colour(int(number)).name.lower())


def _colour_name(number: int) -> ColourName | None:
    return None if number in (UNKNOWN, HIDDEN) else _known_colour(number)


def _stone_name(number: int) -> StoneName | None:
    return None if number in (UNKNOWN, HIDDEN) else cast("StoneName", Stone(int(number)).name.lower())
