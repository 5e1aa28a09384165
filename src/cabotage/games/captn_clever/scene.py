"""What people are shown of Capt'n Clever, and what an offered action means.

A glance shows the targets and kept cards a viewer may know, and of the found ones the last of each pile; the rest is
for people to remember.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, cast

import numpy as np
from typing_extensions import TypedDict

from cabotage.core.contract import HIDDEN
from cabotage.core.message import ChoiceText, Message, message
from cabotage.games.captn_clever.actions import (
    BOAT,
    BOATS,
    CAPTAIN,
    GIVE,
    ISLANDS,
    KEEP,
    MOST_CHOICES,
    PAIRS,
    STAY,
    TURN,
    Colour,
    Gangway,
    Treasure,
    parts,
    place_name,
)
from cabotage.games.captn_clever.box import TENTHS
from cabotage.games.captn_clever.reach import BOAT_FIRST, CAPTAIN_FIRST, moved_to, orders, reachable
from cabotage.games.captn_clever.rules import keeper, legal, receiver
from cabotage.games.captn_clever.state import EVERYBODY, NONE, Phase
from cabotage.games.captn_clever.story import way
from cabotage.games.captn_clever.why import must_walk

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import Glance

TreasureName = Literal["crown", "pearl", "goblet", "compass", "chest", "ring", "spyglass", "lamp", "mask"]
ColourName = Literal["green", "blue", "red", "yellow"]
GangwayName = Literal["white", "orange", "violet", "black"]


class Island(TypedDict):
    island: int  # 1 to 9
    treasure: TreasureName
    x: float  # 0 to 40
    y: float  # 0 to 20


class Place(TypedDict):
    place: str  # "4-7"
    islands: tuple[int, int]
    colour: GangwayName
    x: float
    y: float
    crosses: str | None
    boat: int | None  # the seat whose boat lies here
    blocked_by: int | None  # the seat whose boat lies across


class Player(TypedDict):
    seat: int
    colour: ColourName
    captain: int | None
    boats: list[str]
    treasures: int
    last: TreasureName | None
    found: list[TreasureName] | None  # None unless all found cards stay in sight
    has_target: bool
    target: TreasureName | None  # None unless the viewer may know it


class Keeping(TypedDict):
    """The cards that the viewer keeps for a seat."""

    seat: int
    cards: list[TreasureName] | None


class Scene(TypedDict):
    viewer: int
    phase: str
    turn: int
    giver: int | None  # the seat that is choosing a card,
    receiver: int | None  # and for whom
    round: int
    target: int  # treasures to win
    easy: bool
    islands: list[Island]
    places: list[Place]
    players: list[Player]
    keeping: Keeping | None
    hints: list[Message]  # why one must walk or may stay


class CaptainChoice(ChoiceText):
    kind: Literal["captain"]
    island: int


class BoatChoice(ChoiceText):
    kind: Literal["boat"]
    place: str


class GiveChoice(ChoiceText):
    kind: Literal["give"]
    card: TreasureName
    island: int


class TurnChoice(ChoiceText):
    kind: Literal["turn"]
    captain: int | None  # the island it goes to
    left: str | None  # the place that the boat leaves
    boat: str | None  # the place it takes
    orders: list[Literal["boat", "captain"]]  # which of them may go first
    path: list[int]


ORDERS: tuple[tuple[Literal["boat", "captain"], int], ...] = (("boat", BOAT_FIRST), ("captain", CAPTAIN_FIRST))

Choice = CaptainChoice | BoatChoice | GiveChoice | TurnChoice


def scene(box: Box, glance: Glance, viewer: int) -> Scene:
    """The chart, the pieces on it, everybody's treasures, and what this viewer knows of the cards."""
    g = glance[0]
    phase = Phase(int(g["phase"]))
    return {
        "viewer": viewer,
        "phase": phase.name.lower(),
        "turn": int(g["turn"]),
        "giver": _giver(box, g),
        "receiver": _receiver(box, g),
        "round": int(g["rounds"]) + 1,
        "target": int(box.constants["treasures"][0]),
        "easy": bool(box.constants["easy"][0]),
        "islands": [_island(box, island) for island in range(1, ISLANDS + 1)],
        "places": [_place(box, g, int(place)) for place in box.constants["places"][0] if place],
        "players": [_player(box, g, seat) for seat in range(box.seats)],
        "keeping": _keeping(box, g, viewer),
        "hints": _hints(box, glance, viewer),
    }


def _giver(box: Box, g: Any) -> int | None:
    """The seat that is choosing a card for somebody."""
    if g["phase"] == Phase.GIVE:
        return int(keeper(box.constants[0], int(g["turn"])))
    return int(g["turn"]) if g["phase"] == Phase.FIRST_GIVE else None


def _receiver(box: Box, g: Any) -> int | None:
    """The seat that somebody is choosing a card for."""
    if g["phase"] == Phase.GIVE:
        return int(g["turn"])
    return int(receiver(box.constants[0], int(g["turn"]))) if g["phase"] == Phase.FIRST_GIVE else None


def _island(box: Box, island: int) -> Island:
    record = box.constants[0]
    return {
        "island": island,
        "treasure": _treasure_name(island),
        "x": int(record["island_x"][island]) / TENTHS,
        "y": int(record["island_y"][island]) / TENTHS,
    }


def _place(box: Box, g: Any, place: int) -> Place:
    """A place with the boat that lies on it or that blocks it from the place across."""
    record = box.constants[0]
    crosses = int(record["crosses"][place])
    return {
        "place": place_name(place),
        "islands": PAIRS[place],
        "colour": cast("GangwayName", Gangway(int(record["colour"][place])).name.lower()),
        "x": int(record["boat_x"][place]) / TENTHS,
        "y": int(record["boat_y"][place]) / TENTHS,
        "crosses": place_name(crosses) if crosses else None,
        "boat": _owner(box, g, place),
        "blocked_by": _owner(box, g, crosses) if crosses else None,
    }


def _owner(box: Box, g: Any, place: int) -> int | None:
    """The seat whose boat lies on this place."""
    for boat in range(BOATS):
        if g["boat"][boat] == place:
            return boat // int(box.constants["boats_each"][0])
    return None


def _player(box: Box, g: Any, seat: int) -> Player:
    each = int(box.constants["boats_each"][0])
    return {
        "seat": seat,
        "colour": cast("ColourName", Colour(seat).name.lower()),
        "captain": int(g["captain"][seat]) or None,
        "boats": [place_name(int(place)) for place in g["boat"][seat * each : (seat + 1) * each] if place],
        "treasures": int(g["treasures"][seat]),
        "last": _name(g["last"][seat]),
        "found": _names(g["found"][seat]),
        "has_target": int(g["knowers"][seat]) != EVERYBODY,
        "target": _name(g["target"][seat]),
    }


def _keeping(box: Box, g: Any, viewer: int) -> Keeping | None:
    if viewer < 0 or box.constants["easy"][0]:
        return None
    return {"seat": int(receiver(box.constants[0], viewer)), "cards": _names(g["held"][viewer])}


def _hints(box: Box, glance: Glance, viewer: int) -> list[Message]:
    """Why this viewer must walk or may stay."""
    g = glance[0]
    if g["phase"] != Phase.TURN or viewer != g["turn"]:
        return []
    each = int(box.constants["boats_each"][0])
    island = int(g["captain"][viewer])
    boat = viewer * each
    at_once = int(reachable(box.constants, glance, 0, int(g["boat"][boat]), boat))
    room = np.zeros(MOST_CHOICES, np.int32)
    offered = room[: legal(box.constants, glance, 0, room)]
    can_stay = any(moved_to(int(number)) == STAY for number in offered)
    hints = []
    if g["target"][viewer] == island:
        hints.append(message("hint.under_feet", treasure=_treasure(island)))
    if not can_stay:
        hints.append(must_walk(box, glance))
    else:
        hints.append(message("hint.may_stay" if at_once else "hint.cut_off"))
    return hints


def choice(box: Box, glance: Glance, action: int) -> Choice:
    """What choosing this means, with the islands and places to pick for it."""
    if action < BOAT:
        island = action - CAPTAIN + 1
        text = message("choice.captain", island=island, treasure=_treasure(island))
        return {"kind": "captain", "island": island, "text": text, "short": message("short.walk", island=island)}
    if action < GIVE:
        place = place_name(action - BOAT + 1)
        text, short = message("choice.place", place=place), message("short.boat", place=place)
        return {"kind": "boat", "place": place, "text": text, "short": short}
    if action < TURN:
        card = action - GIVE + 1
        text = message("choice.give", treasure=_treasure(card), island=card)
        short = message("short.walk", island=card)
        return {"kind": "give", "card": _treasure_name(card), "island": card, "text": text, "short": short}
    return _turn_choice(box, glance, action)


def _turn_choice(box: Box, glance: Glance, action: int) -> TurnChoice:
    g = glance[0]
    island, left, taken = parts(action)
    possible = int(orders(box.constants, glance, 0, action))
    is_boat_first = bool(possible & BOAT_FIRST)
    boat = message("boat.to", place=place_name(taken)) if left == KEEP else None
    boat = boat or message("boat.from_to", left=place_name(left), place=place_name(taken))
    if taken == KEEP:
        text = message("choice.stay") if island == STAY else message("choice.walk", island=island)
    elif island == STAY:
        text = message("choice.boat", boat=boat)
    else:
        text = message("choice.boat_walk" if is_boat_first else "choice.walk_boat", boat=boat, island=island)
    return {
        "kind": "turn",
        "captain": island or None,
        "left": _left_place(box, g, left, taken),
        "boat": place_name(taken) if taken else None,
        "orders": [first for first, bit in ORDERS if possible & bit],
        "path": _path(box, g, action, is_boat_first),
        "text": text,
        "short": _short(island, left, taken),
        # A walk can be chosen by itself, so the boat that may be laid after it is one of many variants.
        "is_detail": taken != KEEP and island != STAY and bool(possible & CAPTAIN_FIRST),
    }


def _short(island: int, left: int, taken: int) -> Message:
    """An island, a place, or both; 0 for neither."""
    if taken == KEEP:
        return message("short.walk", island=island)
    boat = message("short.boat", place=place_name(taken))
    if left != KEEP:
        boat = message("short.from_to", left=place_name(left), place=place_name(taken))
    return boat if island == STAY else message("short.walk_boat", island=island, boat=boat)


def _left_place(box: Box, g: Any, left: int, taken: int) -> str | None:
    if taken == KEEP:
        return None
    return place_name(left or int(g["boat"][int(g["turn"])]))


def _path(box: Box, g: Any, action: int, is_boat_first: bool) -> list[int]:
    """The islands the captain passes, from the first to the last."""
    island, left, taken = parts(action)
    boats = [int(place) for place in g["boat"] if place]
    seat = int(g["turn"])
    if is_boat_first and taken != KEEP:
        boats[boats.index(left) if left else seat] = taken
    return [] if island == STAY else way(boats, int(g["captain"][seat]), island)


def _treasure(number: int) -> Message:
    return message(f"treasure.{_treasure_name(number)}")


def _treasure_name(number: int) -> TreasureName:
    return cast("TreasureName", Treasure(int(number)).name.lower())


def _name(number: int) -> TreasureName | None:
    return None if number in (NONE, HIDDEN) else _treasure_name(number)


def _names(cards: int) -> list[TreasureName] | None:
    """The names of a set of cards; None if the viewer may not see it."""
    if cards == HIDDEN:
        return None
    return [_treasure_name(card) for card in Treasure if card and int(cards) >> card & 1]
