"""What people are shown of Capt'n Clever, and what an offered action means.

A glance shows the targets and kept cards a viewer may know, and of the found ones the last of each pile; the rest is
for people to remember.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np
from typing_extensions import TypedDict

from cabotage.core.box import per_box
from cabotage.core.contract import HIDDEN
from cabotage.core.message import ChoiceText, Message, message
from cabotage.games.captn_clever.actions import (
    BOAT,
    CAPTAIN,
    GIVE,
    KEEP,
    MOST_CHOICES,
    PAIRS,
    PLACES,
    STAY,
    TURN,
    parts,
    place_name,
)
from cabotage.games.captn_clever.box import TENTHS
from cabotage.games.captn_clever.chart import colours
from cabotage.games.captn_clever.path import boats_of, moved_boat, owner, walk, ways
from cabotage.games.captn_clever.reach import BOAT_FIRST, CAPTAIN_FIRST, orders
from cabotage.games.captn_clever.rules import legal
from cabotage.games.captn_clever.state import NONE, Phase
from cabotage.games.captn_clever.story import handing, receivers, treasure
from cabotage.games.captn_clever.why import must_walk, walkable

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import Fields, Glance

TreasureName = Literal["crown", "pearl", "goblet", "compass", "chest", "ring", "spyglass", "lamp", "mask"]
ColourName = Literal["green", "blue", "red", "yellow"]
TREASURES: tuple[TreasureName, ...] = get_args(TreasureName)  # of islands 1 to 9
COLOURS: tuple[ColourName, ...] = get_args(ColourName)  # of seats 0 to 3

IS_SHARED = False  # only the seat on turn has hints


class Island(TypedDict):
    island: int  # 1 to 9
    treasure: TreasureName
    x: float  # 0 to 40
    y: float  # 0 to 20


class ChartPlace(TypedDict):
    place: str  # "4-7"
    islands: tuple[int, int]
    colour: str  # any name that the board file has
    x: float
    y: float
    crosses: list[str]


class Place(ChartPlace):
    boat: int | None  # the seat whose boat lies here
    blocked_by: list[int]  # the seats whose boats lie across


class Player(TypedDict):
    seat: int
    colour: ColourName
    captain: int | None
    boats: list[str]
    treasures: int
    last: TreasureName | None
    found: list[TreasureName] | None  # None unless all found cards stay in sight
    sought: TreasureName | None  # what they look for; None unless the viewer may know it


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
    islands: list[Island]
    places: list[Place]
    players: list[Player]
    ways: list[list[int]]  # the shortest over the boats between any two islands they join, both ends included
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


CACHED = 4096  # texts of turns, of which most positions offer the same

ORDERS: tuple[tuple[Literal["boat", "captain"], int], ...] = (("boat", BOAT_FIRST), ("captain", CAPTAIN_FIRST))

Choice = CaptainChoice | BoatChoice | GiveChoice | TurnChoice


def scene(box: Box, glance: Glance, viewer: int) -> Scene:
    """The chart, the pieces on it, everybody's treasures, and what this viewer knows of the cards."""
    g = glance.fields
    giver, getter = handing(box, g) or (None, None)
    return {
        "viewer": viewer,
        "phase": Phase(g["phase"]).name.lower(),
        "turn": g["turn"],
        "giver": giver,
        "receiver": getter,
        "round": g["rounds"] + 1,
        "target": box.plain["treasures"],
        "islands": _islands(box),
        "places": _places(box, g),
        "players": [_player(box, g, seat) for seat in range(box.seats)],
        "ways": _ways(g),
        "keeping": _keeping(box, g, viewer),
        "hints": _hints(box, glance, viewer),
    }


def _ways(g: Fields) -> list[list[int]]:
    boats = g["boat"]
    starts = sorted({island for place in boats if place for island in PAIRS[place]})
    return [way for start in starts for way in ways(boats, start).values() if len(way) > 1]


@per_box
def _islands(box: Box) -> list[Island]:
    return [
        {
            "island": island,
            "treasure": name,
            "x": box.plain["island_x"][island] / TENTHS,
            "y": box.plain["island_y"][island] / TENTHS,
        }
        for island, name in enumerate(TREASURES, 1)
    ]


def _places(box: Box, g: Fields) -> list[Place]:
    """The places with the boat that lies on each, or the boats that block it from places across."""
    owners = {place_name(place): owner(box, boat) for boat, place in enumerate(g["boat"])}
    return [
        {
            **chart,
            "boat": owners.get(chart["place"]),
            "blocked_by": sorted({seat for place, seat in owners.items() if place in chart["crosses"]}),
        }
        for chart in _chart(box)
    ]


@per_box
def _chart(box: Box) -> list[ChartPlace]:
    return [
        {
            "place": place_name(place),
            "islands": PAIRS[place],
            "colour": colour,
            "x": box.plain["boat_x"][place] / TENTHS,
            "y": box.plain["boat_y"][place] / TENTHS,
            "crosses": [
                place_name(other)
                for other in range(1, PLACES + 1)
                if other != place and box.plain["blocks"][place] >> other & 1
            ],
        }
        for place, colour in sorted(colours(box.boards["board"]).items())
    ]


def _player(box: Box, g: Fields, seat: int) -> Player:
    places = [g["boat"][boat] for boat in boats_of(box, seat)]
    return {
        "seat": seat,
        "colour": COLOURS[seat],
        "captain": g["captain"][seat] or None,
        "boats": [place_name(place) for place in places if place],
        "treasures": g["treasures"][seat],
        "last": _name(g["last"][seat]),
        "found": _names(g["found"][seat]),
        "sought": _name(g["target"][seat]),
    }


def _keeping(box: Box, g: Fields, viewer: int) -> Keeping | None:
    if viewer < 0 or box.plain["easy"]:
        return None
    return {"seat": receivers(box)[viewer], "cards": _names(g["held"][viewer])}


def _hints(box: Box, glance: Glance, viewer: int) -> list[Message]:
    """Why this viewer must walk or may stay."""
    g = glance.fields
    if g["phase"] != Phase.TURN or viewer != g["turn"]:
        return []
    island = g["captain"][viewer]
    room = np.zeros(MOST_CHOICES, np.int32)
    offered = room[: legal(box.constants, glance.records, 0, room)].tolist()
    can_stay = any(parts(number)[0] == STAY for number in offered)
    hints = []
    if g["target"][viewer] == island:
        hints.append(message("hint.under_feet", treasure=treasure(island)))
    if not can_stay:
        return [*hints, must_walk(box, glance)]
    return [*hints, message("hint.may_stay" if walkable(box, glance) else "hint.cut_off")]


def choice(box: Box, glance: Glance, action: int) -> Choice:
    """What choosing this means, with the islands and places to pick for it."""
    if action < BOAT:
        island = action - CAPTAIN + 1
        text = message("choice.captain", island=island, treasure=treasure(island))
        return {"kind": "captain", "island": island, "text": text, "short": message("short.walk", island=island)}
    if action < GIVE:
        place = place_name(action - BOAT + 1)
        text, short = message("choice.place", place=place), message("short.boat", place=place)
        return {"kind": "boat", "place": place, "text": text, "short": short}
    if action < TURN:
        card = action - GIVE + 1
        text = message("choice.give", treasure=treasure(card), island=card)
        short = message("short.walk", island=card)
        return {"kind": "give", "card": TREASURES[card - 1], "island": card, "text": text, "short": short}
    return _turn_choice(box, glance, action)


def _turn_choice(box: Box, glance: Glance, action: int) -> TurnChoice:
    g = glance.fields
    island, left, taken = parts(action)
    possible = int(orders(box.constants, glance.records, 0, action))
    is_boat_first = bool(possible & BOAT_FIRST)
    return {
        "kind": "turn",
        "captain": island or None,
        "left": place_name(g["boat"][moved_boat(box, g, action)]) if taken else None,
        "boat": place_name(taken) if taken else None,
        "orders": [first for first, bit in ORDERS if possible & bit],
        "path": walk(box, g, action, is_boat_first),
        "text": _text(island, left, taken, is_boat_first),
        "short": _short(island, left, taken),
        # A walk can be chosen by itself, so the boat that may be laid after it is one of many variants.
        "is_detail": taken != KEEP and island != STAY and bool(possible & CAPTAIN_FIRST),
    }


@lru_cache(maxsize=CACHED)
def _text(island: int, left: int, taken: int, is_boat_first: bool) -> Message:
    if taken == KEEP:
        return message("choice.stay") if island == STAY else message("choice.walk", island=island)
    boat = message("boat.to", place=place_name(taken))
    if left != KEEP:
        boat = message("boat.from_to", left=place_name(left), place=place_name(taken))
    if island == STAY:
        return message("choice.boat", boat=boat)
    return message("choice.boat_walk" if is_boat_first else "choice.walk_boat", boat=boat, island=island)


@lru_cache(maxsize=CACHED)
def _short(island: int, left: int, taken: int) -> Message:
    """An island, a place, or both; 0 for neither."""
    if taken == KEEP:
        return message("short.walk", island=island)
    boat = message("short.boat", place=place_name(taken))
    if left != KEEP:
        boat = message("short.from_to", left=place_name(left), place=place_name(taken))
    return boat if island == STAY else message("short.walk_boat", island=island, boat=boat)


def _name(number: int) -> TreasureName | None:
    return None if number in (NONE, HIDDEN) else TREASURES[number - 1]


def _names(cards: int) -> list[TreasureName] | None:
    """The names of a set of cards; None if the viewer may not see it."""
    return None if cards == HIDDEN else [name for card, name in enumerate(TREASURES, 1) if cards >> card & 1]
