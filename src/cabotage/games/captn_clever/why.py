"""Why something is not offered in Capt'n Clever: who stands or lies where, and why a captain must walk."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cabotage.core.message import message, reason
from cabotage.games.captn_clever.actions import BOATS, ISLANDS, place_name, place_number
from cabotage.games.captn_clever.path import boats_of, owner, ways
from cabotage.games.captn_clever.reach import reachable
from cabotage.games.captn_clever.state import Phase

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import Glance, Scene
    from cabotage.core.message import Message, Reason


def reasons(box: Box, glance: Glance, choices: Sequence[Scene]) -> list[Reason]:
    phase = Phase(int(glance[0]["phase"]))
    if phase is Phase.CAPTAIN:
        return _islands(box, glance[0], "island", choices)
    if phase is Phase.BOAT:
        return _places(box, glance[0], "place", choices)
    if phase is not Phase.TURN:
        return []
    return [
        *_staying(box, glance, choices),
        *_islands(box, glance[0], "captain", choices),
        *_places(box, glance[0], "boat", choices),
    ]


def _islands(box: Box, g: Any, field: str, choices: Sequence[Scene]) -> list[Reason]:
    offered = {choice[field] for choice in choices}
    captains = {int(g["captain"][seat]): seat for seat in range(box.seats)}
    found = []
    for island in range(1, ISLANDS + 1):
        if island in offered or captains.get(island) == int(g["turn"]):
            continue
        stands = captains.get(island)
        why = message("why.no_way") if stands is None else message("why.captain", who={"seat": stands})  # CLV-28
        found.append(reason(f"{field} {island}", message("thing.island", island=island), why))
    return found


def _places(box: Box, g: Any, field: str, choices: Sequence[Scene]) -> list[Reason]:
    """Places that are taken, or crossed by a boat (CLV-10)."""
    offered = {choice[field] for choice in choices}
    boats = {int(g["boat"][boat]): boat for boat in range(BOATS) if g["boat"][boat]}
    found = []
    for place in map(int, box.constants["places"][0]):
        blocking = [boat for lies, boat in boats.items() if box.constants["blocks"][0, lies] >> place & 1]
        if place and place_name(place) not in offered and blocking:
            boat = boats.get(place, blocking[0])
            why = message("why.boat" if place in boats else "why.across", boat=_boat(box, g, boat))
            found.append(reason(f"{field} {place_name(place)}", message("thing.place", place=place_name(place)), why))
    return found


def _staying(box: Box, glance: Glance, choices: Sequence[Scene]) -> list[Reason]:
    if any(choice["captain"] is None for choice in choices):
        return []
    return [reason("captain -", message("thing.staying"), must_walk(box, glance))]


def must_walk(box: Box, glance: Glance) -> Message:
    """Why the captain on turn cannot stay (CLV-17, CLV-59)."""
    g = glance[0]
    seat = int(g["turn"])
    at_once = walkable(box, glance)
    if not at_once:
        return message("hint.must_move")
    end = min(at_once)
    boats = [int(place) for place in g["boat"]]
    first = ways(boats, int(g["captain"][seat]))[end][:2]
    bridge = boats.index(place_number(*first))
    return message("hint.must_walk", boat=_boat(box, g, bridge), island=end)


def walkable(box: Box, glance: Glance) -> list[int]:
    """The free islands that the captain on turn can walk to with the boats as they lie."""
    g = glance[0]
    boat = boats_of(box, int(g["turn"]))[0]
    reached = int(reachable(box.constants, glance, 0, int(g["boat"][boat]), boat))
    return [island for island in range(1, ISLANDS + 1) if reached >> island & 1]


def _boat(box: Box, g: Any, boat: int) -> Message:
    """By its owner and not by its colour: pages have colours of their own for the seats."""
    seat = owner(box, boat)
    return message("boat.own") if seat == g["turn"] else message("boat.of", who={"seat": seat})
