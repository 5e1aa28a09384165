"""What people are told of Capt'n Clever: the log lines of one event, for one viewer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cabotage.core.contract import HIDDEN
from cabotage.core.message import message
from cabotage.games.captn_clever.actions import BOAT, CAPTAIN, ISLANDS, KEEP, PAIRS, STAY, Treasure, parts, place_name
from cabotage.games.captn_clever.reach import BOAT_FIRST, orders
from cabotage.games.captn_clever.rules import keeper, receiver
from cabotage.games.captn_clever.state import EVERYBODY, Phase

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import Glance
    from cabotage.core.message import Message


def story(box: Box, before: Glance, number: int, after: Glance, viewer: int) -> list[Message]:
    """What happened, in the order in which it happened."""
    b, a = before[0], after[0]
    phase = Phase(int(b["phase"]))
    who = {"seat": int(b["turn"])}
    if phase == Phase.CAPTAIN:
        lines = [message("story.lands", who=who, island=number - CAPTAIN + 1)]
    elif phase == Phase.BOAT:
        lines = [message("story.moors", who=who, place=place_name(number - BOAT + 1))]
    elif phase == Phase.TURN:
        lines = _turn(box, before, number)
    elif phase == Phase.ARRIVE:
        lines = _find(box, b, a)
    elif phase == Phase.FIRST_LOOK and not box.constants["easy"][0]:
        lines = _look(a, int(b["turn"]), viewer)
    else:
        lines = _card(box, b, a)
    if phase >= Phase.TURN:
        lines += _forced(box, b, number, a)
    return lines + _ending(box, a)


def _turn(box: Box, before: Glance, number: int) -> list[Message]:
    """Boat and captain, in the order of CLV-35."""
    b = before[0]
    seat = int(b["turn"])
    who = {"seat": seat}
    island, left, taken = parts(number)
    boats = [int(place) for place in b["boat"] if place]
    boat = boats.index(left) if left else seat
    if taken == KEEP and island == STAY:
        return [message("story.rests", who=who, island=int(b["captain"][seat]))]
    sails = [message("story.sails", who=who, left=place_name(boats[boat]), place=place_name(taken))] if taken else []
    is_boat_first = orders(box.constants, before, 0, number) & BOAT_FIRST
    if is_boat_first and taken != KEEP:
        boats[boat] = taken
    if island == STAY:
        return [*sails, message("story.stays", who=who, island=int(b["captain"][seat]))]
    path = way(boats, int(b["captain"][seat]), island)
    walks = [message("story.walks", who=who, way=" → ".join(map(str, path)))]
    return sails + walks if is_boat_first else walks + sails


def _find(box: Box, b: Any, a: Any) -> list[Message]:
    """A treasure, if it was one; and the last of the nine cards, which is given without asking (CLV-44)."""
    seat = int(b["turn"])
    if a["treasures"][seat] == b["treasures"][seat]:
        return []
    goal = int(box.constants["treasures"][0])
    count = int(a["treasures"][seat])
    lines = [message("story.finds", who={"seat": seat}, treasure=_treasure(a["last"][seat]), count=count, goal=goal)]
    if count < ISLANDS - 1 or a["knowers"][seat] == EVERYBODY:
        return lines
    if a["target"][seat] == HIDDEN:
        return [*lines, message("story.last_card_hidden", who={"seat": seat})]
    return [*lines, message("story.last_card", who={"seat": seat}, treasure=_treasure(a["target"][seat]))]


def _look(a: Any, seat: int, viewer: int) -> list[Message]:
    """Players look at their first card; the line is for them alone, since the keeper knows it already (CLV-13)."""
    if viewer != seat:
        return []
    return [message("story.looks", who={"seat": seat}, treasure=_treasure(a["target"][seat]))]


def _card(box: Box, b: Any, a: Any) -> list[Message]:
    """A card changes hands; only those who may know learn what it shows."""
    turn = int(b["turn"])
    if b["phase"] in (Phase.LOOK, Phase.FIRST_LOOK):
        seat = giver = turn
    elif b["phase"] == Phase.GIVE:
        seat, giver = turn, int(keeper(box.constants[0], turn))
    else:
        seat, giver = int(receiver(box.constants[0], turn)), turn
    kind = "draws" if seat == giver else "gives"
    card = int(a["target"][seat])
    if card == HIDDEN:
        return [message(f"story.{kind}_hidden", who={"seat": seat}, keeper={"seat": giver})]
    return [message(f"story.{kind}", who={"seat": seat}, keeper={"seat": giver}, treasure=_treasure(card))]


def _forced(box: Box, b: Any, number: int, a: Any) -> list[Message]:
    """Turns that could be played in one way only and were played at once (CLV-59); each moved a boat and a captain."""
    lines: list[Message] = []
    captains, boats = list(b["captain"]), list(b["boat"])
    turn = int(b["turn"])
    each = int(box.constants["boats_each"][0])
    if b["phase"] == Phase.TURN:
        island, left, taken = parts(number)
        captains[turn] = island or captains[turn]
        boat = boats.index(left) if left else turn * each
        boats[boat] = taken or boats[boat]
    for k in range(1, box.seats + 1):
        seat = (turn + k) % box.seats
        if captains[seat] == a["captain"][seat]:
            continue
        who = {"seat": seat}
        boat = next(boat for boat in range(seat * each, seat * each + each) if boats[boat] != a["boat"][boat])
        left, boats[boat] = int(boats[boat]), int(a["boat"][boat])
        path = way([int(place) for place in boats if place], int(captains[seat]), int(a["captain"][seat]))
        captains[seat] = a["captain"][seat]
        lines.append(message("story.must_move", who=who))
        lines.append(message("story.sails", who=who, left=place_name(left), place=place_name(boats[boat])))
        lines.append(message("story.walks", who=who, way=" → ".join(map(str, path))))
    return lines


def _ending(box: Box, a: Any) -> list[Message]:
    if a["phase"] != Phase.OVER:
        return []
    counts = [int(count) for count in a["treasures"][: box.seats]]
    winners = [seat for seat, count in enumerate(counts) if count == max(counts)]
    if max(counts) == box.constants["treasures"][0]:
        return [message("story.wins", who={"seat": winners[0]}, count=max(counts))]
    key = "story.leads" if len(winners) == 1 else "story.shares"
    return [message("story.stopped"), *(message(key, who={"seat": seat}, count=max(counts)) for seat in winners)]


def way(boats: list[int], start: int, end: int) -> list[int]:
    """The shortest way over these boats, from island to island."""
    ways = [[start]]
    for path in ways:
        if path[-1] == end:
            return path
        for boat in boats:
            one, other = PAIRS[boat]
            if path[-1] in (one, other):
                beyond = other if path[-1] == one else one
                if all(beyond not in known for known in ways):
                    ways.append([*path, beyond])
    return []


def _treasure(number: int) -> Message:
    return message(f"treasure.{Treasure(int(number)).name.lower()}")
