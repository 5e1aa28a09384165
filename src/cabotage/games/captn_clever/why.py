"""Why something is not offered in Capt'n Clever: who stands or lies where, and why a captain must walk."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cabotage.core.message import message, reason
from cabotage.games.captn_clever.actions import ISLANDS, place_name, place_number
from cabotage.games.captn_clever.path import boats_of, owner, ways
from cabotage.games.captn_clever.reach import reachable
from cabotage.games.captn_clever.state import Phase

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import Fields, Glance, Scene
    from cabotage.core.message import Message, Reason


def reasons(box: Box, glance: Glance, choices: Sequence[Scene]) -> list[Reason]:
    g = glance.fields
    phase = Phase(g["phase"])
    if phase is Phase.CAPTAIN:
        return _islands(box, g, "island", choices)
    if phase is Phase.BOAT:
        return _places(box, g, "place", choices)
    if phase is not Phase.TURN:
        return []
    return [
        *_staying(box, glance, choices),
        *_islands(box, g, "captain", choices),
        *_places(box, g, "boat", choices),
    ]


def _islands(box: Box, g: Fields, field: str, choices: Sequence[Scene]) -> list[Reason]:
    offered = {choice[field] for choice in choices}
    captains = {g["captain"][seat]: seat for seat in range(box.seats)}
    found = []
    for island in range(1, ISLANDS + 1):
        if island in offered or captains.get(island) == g["turn"]:
            continue
        stands = captains.get(island)
        why = message("why.no_way") if stands is None else message("why.captain", who={"seat": stands})  # CLV-28
        found.append(reason(f"{field} {island}", message("thing.island", island=island), why))
    return found


def _places(box: Box, g: Fields, field: str, choices: Sequence[Scene]) -> list[Reason]:
    """Places that are taken, or crossed by a boat (CLV-10)."""
    offered = {choice[field] for choice in choices}
    boats = {place: boat for boat, place in enumerate(g["boat"]) if place}
    found = []
    for place in box.plain["places"]:
        blocking = [boat for lies, boat in boats.items() if box.plain["blocks"][lies] >> place & 1]
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
    g = glance.fields
    at_once = walkable(box, glance)
    if not at_once:
        return message("hint.must_move")
    end = min(at_once)
    one, other = ways(g["boat"], g["captain"][g["turn"]])[end][:2]
    bridge = g["boat"].index(place_number(one, other))
    return message("hint.must_walk", boat=_boat(box, g, bridge), island=end)


def walkable(box: Box, glance: Glance) -> list[int]:
    """The free islands that the captain on turn can walk to with the boats as they lie."""
    g = glance.fields
    boat = boats_of(box, g["turn"])[0]
    reached = int(reachable(box.constants, glance.records, 0, g["boat"][boat], boat))
    return [island for island in range(1, ISLANDS + 1) if reached >> island & 1]


def _boat(box: Box, g: Fields, boat: int) -> Message:
    """By its owner and not by its colour: pages have colours of their own for the seats."""
    seat = owner(box, boat)
    return message("boat.own") if seat == g["turn"] else message("boat.of", who={"seat": seat})
