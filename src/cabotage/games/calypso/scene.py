"""What people are shown of Calypso, and what an offered action means.

The page must not do the remembering: backs are blank in a glance, and a scene shows hollows, not tiles. Nothing in it
depends on which tile is which (CAL-26). With `memory_help`, and when the game is over, a glance has the backs that were
seen.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Literal, NotRequired

from typing_extensions import TypedDict

from cabotage.core.contract import HIDDEN
from cabotage.core.message import ChoiceText, message
from cabotage.games.calypso.actions import (
    HOLLOWS,
    MIX,
    ROB,
    ROLL,
    SLOTS,
    STAY,
    STOP,
    TILES,
    ColourName,
    StoneName,
    colour_name,
    hollows_of,
    stone_name,
    turning,
)
from cabotage.games.calypso.box import Mode
from cabotage.games.calypso.ranking import SAVED_TO_WIN
from cabotage.games.calypso.rules import FISH, MOST_WAVES
from cabotage.games.calypso.state import UNKNOWN, Phase

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import Fields, Glance
    from cabotage.core.message import Gesture

IS_SHARED = True  # scenes and stories depend on the glance, not on who looks


class Tile(TypedDict):
    colour: ColourName | None
    corner: ColourName | None  # the colour beneath, once seen: with memory_help, and when the game is over
    number: int | None  # with numbered_tiles: 1 to 6


class LiftedTile(Tile):
    hollow: str  # a to i: where it lay


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
    hollows: list[Tile | None]  # a to i
    lifted: list[LiftedTile]  # while the sand is stirred: in the order in which they are laid again
    waves_left: int | None  # how often tiles may still be turned in this mix-up
    fish: Fish


class TurnChoice(ChoiceText):
    kind: Literal["turn"]
    tile: str  # the hollow where it lies
    to: str | None  # the empty hollow it is put into; None: it stays


class NameChoice(ChoiceText):
    kind: Literal["name"]
    colour: ColourName
    tile: str
    to: str | None


class RobChoice(ChoiceText):
    kind: Literal["rob"]
    seat: int


class PlainChoice(ChoiceText):
    kind: Literal["roll", "stop"]


class MixChoice(ChoiceText):
    kind: Literal["mix"]
    tiles: list[str]


Choice = TurnChoice | NameChoice | RobChoice | PlainChoice | MixChoice


def scene(box: Box, glance: Glance, viewer: int) -> Scene:
    """Ring, tiles, fish, and whose turn it is; the same for every viewer."""
    g = glance.fields
    phase = Phase(g["phase"])
    is_free_mix = box.options["mixing"] == "free" and phase in (Phase.MIX, Phase.MIX_BACK)
    tiles = {g["slot"][tile]: _tile(box, g, tile) for tile in range(TILES)}
    lifted = sorted((g["lifted"][tile], tile) for tile in range(TILES) if g["slot"][tile] == UNKNOWN)
    return {
        "viewer": viewer,
        "phase": phase.name.lower(),
        "turn": g["turn"],
        "round": g["rounds"] + 1,
        "target": SAVED_TO_WIN if is_together(box) else box.plain["goal"],
        "players": [{"seat": seat, "score": g["score"][seat]} for seat in range(box.seats)],
        "ring": [None if stone == UNKNOWN else stone_name(stone) for stone in g["ring"]],
        "calypso": g["calypso"],
        "die": g["die"] or None,
        "sought": colour_name(g["sought"]) if phase in (Phase.SEARCH, Phase.BACK) else None,
        "hollows": [tiles.get(slot) for slot in range(SLOTS)],
        "lifted": [{"hollow": HOLLOWS[slot], **_tile(box, g, tile)} for slot, tile in lifted],
        "waves_left": MOST_WAVES - g["waves"] if is_free_mix else None,
        "fish": _fish(box, g),
    }


def _tile(box: Box, g: Fields, tile: int) -> Tile:
    return {
        "colour": _known_colour(g["top"][tile]),
        "corner": _known_colour(g["back"][tile]),  # CAL-64
        "number": tile + 1 if box.options["numbered_tiles"] else None,  # CAL-70
    }


def _known_colour(number: int) -> ColourName | None:
    return None if number in (UNKNOWN, HIDDEN) else colour_name(number)


def _fish(box: Box, g: Fields) -> Fish:
    if is_together(box):
        return {
            "net": g["net"],
            "saved": g["saved"],
            "reserve": g["reserve"],
            "shark": g["shark"],
            "limit": box.plain["capture_limit"],
        }
    return {"net": max(0, FISH - sum(g["score"][: box.seats]))}  # CAL-66


def choice(box: Box, glance: Glance, action: int) -> Choice:
    """What choosing this means, with the parts of the board to pick for it."""
    if action < ROB:
        return _turn(action)
    if action < ROLL:
        victim = action - ROB
        text, short = message("choice.rob", who={"seat": victim}), message("short.rob", number=victim + 1)
        return {"kind": "rob", "seat": victim, "text": text, "short": short}
    if action == ROLL:
        return {"kind": "roll", "text": message("choice.roll"), "short": message("short.roll")}
    if action == STOP:
        return {"kind": "stop", "text": message("choice.stop"), "short": message("short.stop")}
    tiles = hollows_of(action - MIX)
    listed = " ".join(tiles)
    nothing = "choice.mix_done" if box.options["mixing"] == "free" else "choice.mix_nothing"
    return {
        "kind": "mix",
        "tiles": tiles,
        "text": message("choice.mix", tiles=listed) if tiles else message(nothing),
        "short": message("short.mix", tiles=listed or "0"),
        "is_detail": len(tiles) > 1,
    }


@cache
def _turn(action: int) -> TurnChoice | NameChoice:
    """A tile is turned where it lies, or put elsewhere, which is the same to the rules and so a detail."""
    slot, number, place = turning(action)
    tile, to = HOLLOWS[slot], None if place == STAY else HOLLOWS[place - 1]
    key = ("turn" if number is None else "name") + ("_and_put" if to else "")
    values: dict[str, Any] = {"tile": tile} | ({"to": to} if to else {})
    if number is not None:
        values["colour"] = message(f"colour.{colour_name(number)}")
    texts: ChoiceText = {"text": message(f"choice.{key}", **values), "short": message(f"short.{key}", **values)}
    if to:
        texts["is_detail"] = True
    if number is None:
        return {"kind": "turn", "tile": tile, "to": to, **texts}
    return {"kind": "name", "colour": colour_name(number), "tile": tile, "to": to, **texts}


def gestures(box: Box) -> list[Gesture]:
    """Hollows to point at for all to see, where several play together and have agreed to talk."""
    if not is_together(box) or not box.options["coop_talk"] or box.seats == 1:  # CAL-59
        return []
    return [
        {"id": f"tile_{hollow}", "part": f"tile {hollow}", "text": message("gesture.tile", tile=hollow)}
        for hollow in HOLLOWS
    ]


def is_together(box: Box) -> bool:
    return bool(box.plain["mode"] != Mode.COMPETITIVE)
