"""Why something is not offered in Capt'n Clever: who stands or lies where, and why a captain must walk."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cabotage.core.message import message, reason
from cabotage.games.captn_clever.actions import BOATS, ISLANDS, PAIRS, place_name
from cabotage.games.captn_clever.reach import reachable
from cabotage.games.captn_clever.state import Phase
from cabotage.games.captn_clever.story import way

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
        across = int(box.constants["crosses"][0, place]) if place else 0
        if not place or place_name(place) in offered or not {place, across} & boats.keys():
            continue
        lies = boats[place] if place in boats else boats[across]
        why = message("why.boat" if place in boats else "why.across", boat=_boat(box, g, lies))
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
    boat = seat * int(box.constants["boats_each"][0])
    at_once = int(reachable(box.constants, glance, 0, int(g["boat"][boat]), boat))
    if not at_once:
        return message("hint.must_move")
    island = int(g["captain"][seat])
    end = next(end for end in range(1, ISLANDS + 1) if at_once >> end & 1)
    boats = [int(place) for place in g["boat"] if place]
    first = way(boats, island, end)[:2]
    bridge = next(at for at, place in enumerate(boats) if PAIRS[place] == (min(first), max(first)))
    return message("hint.must_walk", boat=_boat(box, g, bridge), island=end)


def _boat(box: Box, g: Any, boat: int) -> Message:
    """By its owner and not by its colour: pages have colours of their own for the seats."""
    owner = _owner(box, boat)
    return message("boat.own") if owner == g["turn"] else message("boat.of", who={"seat": owner})


def _owner(box: Box, boat: int) -> int:
    return boat // int(box.constants["boats_each"][0])
