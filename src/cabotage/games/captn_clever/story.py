"""What people are told of Capt'n Clever: the log lines of one event, for one viewer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cabotage.core.contract import HIDDEN
from cabotage.core.message import message
from cabotage.games.captn_clever.actions import BOAT, CAPTAIN, ISLANDS, KEEP, Treasure, place_name
from cabotage.games.captn_clever.path import boats_of, walk, ways
from cabotage.games.captn_clever.reach import BOAT_FIRST, moved_boat, moved_to, orders, taken_place
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
    b, place = before[0], taken_place(number)
    seat = int(b["turn"])
    stays = {"who": {"seat": seat}, "island": int(b["captain"][seat])}
    path = walk(box, before, number)
    if place == KEEP:
        return [_walks(seat, path) if path else message("story.rests", **stays)]
    sails = _sails(seat, b["boat"][moved_boat(box.constants[0], b, number)], place)
    if not path:
        return [sails, message("story.stays", **stays)]
    is_boat_first = orders(box.constants, before, 0, number) & BOAT_FIRST
    return [sails, _walks(seat, path)] if is_boat_first else [_walks(seat, path), sails]


def _sails(seat: int, left: int, place: int) -> Message:
    return message("story.sails", who={"seat": seat}, left=place_name(int(left)), place=place_name(int(place)))


def _walks(seat: int, path: list[int]) -> Message:
    return message("story.walks", who={"seat": seat}, way=" → ".join(map(str, path)))


def _find(box: Box, b: Any, a: Any) -> list[Message]:
    """A treasure, if it was one; and the last of the nine cards, which is given without asking (CLV-44)."""
    seat = int(b["turn"])
    if a["treasures"][seat] == b["treasures"][seat]:
        return []
    goal = int(box.constants["treasures"][0])
    count = int(a["treasures"][seat])
    lines = [message("story.finds", who={"seat": seat}, treasure=treasure(a["last"][seat]), count=count, goal=goal)]
    if count < ISLANDS - 1 or a["knowers"][seat] == EVERYBODY:
        return lines
    if a["target"][seat] == HIDDEN:
        return [*lines, message("story.last_card_hidden", who={"seat": seat})]
    return [*lines, message("story.last_card", who={"seat": seat}, treasure=treasure(a["target"][seat]))]


def _look(a: Any, seat: int, viewer: int) -> list[Message]:
    """Players look at their first card; the line is for them alone, since the keeper knows it already (CLV-13)."""
    if viewer != seat:
        return []
    return [message("story.looks", who={"seat": seat}, treasure=treasure(a["target"][seat]))]


def _card(box: Box, b: Any, a: Any) -> list[Message]:
    """A card changes hands; only those who may know learn what it shows."""
    giver, seat = handing(box, b) or (int(b["turn"]), int(b["turn"]))
    kind = "draws" if seat == giver else "gives"
    card = int(a["target"][seat])
    if card == HIDDEN:
        return [message(f"story.{kind}_hidden", who={"seat": seat}, keeper={"seat": giver})]
    return [message(f"story.{kind}", who={"seat": seat}, keeper={"seat": giver}, treasure=treasure(card))]


def handing(box: Box, g: Any) -> tuple[int, int] | None:
    """The seat that is choosing a card and the seat that gets it, if that is what happens next."""
    turn = int(g["turn"])
    if g["phase"] == Phase.GIVE:
        return int(keeper(box.constants[0], turn)), turn
    return (turn, int(receiver(box.constants[0], turn))) if g["phase"] == Phase.FIRST_GIVE else None


def _forced(box: Box, b: Any, number: int, a: Any) -> list[Message]:
    """Turns that could be played in one way only and were played at once (CLV-59); each moved a boat and a captain."""
    lines: list[Message] = []
    captains, boats = b["captain"].tolist(), b["boat"].tolist()
    turn = int(b["turn"])
    if b["phase"] == Phase.TURN:
        boat = moved_boat(box.constants[0], b, number)
        boats[boat] = taken_place(number) or boats[boat]
        captains[turn] = moved_to(number) or captains[turn]
    for seat in ((turn + k) % box.seats for k in range(1, box.seats + 1)):
        if captains[seat] != a["captain"][seat]:
            boat = next(boat for boat in boats_of(box, seat) if boats[boat] != a["boat"][boat])
            left, boats[boat] = boats[boat], int(a["boat"][boat])
            lines += [message("story.must_move", who={"seat": seat}), _sails(seat, left, boats[boat])]
            lines.append(_walks(seat, ways(boats, captains[seat])[int(a["captain"][seat])]))
            captains[seat] = a["captain"][seat]
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


def treasure(number: int) -> Message:
    return message(f"treasure.{Treasure(int(number)).name.lower()}")
