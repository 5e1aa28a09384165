"""What people are told of Capt'n Clever: the log lines of one event, for one viewer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cabotage.core.box import per_box
from cabotage.core.contract import HIDDEN
from cabotage.core.message import message
from cabotage.games.captn_clever.actions import BOAT, CAPTAIN, ISLANDS, KEEP, Treasure, parts, place_name
from cabotage.games.captn_clever.path import boats_of, moved_boat, walk, ways
from cabotage.games.captn_clever.reach import BOAT_FIRST, orders
from cabotage.games.captn_clever.rules import receiver
from cabotage.games.captn_clever.state import EVERYBODY, Phase

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import Fields, Glance
    from cabotage.core.message import Message


def story(box: Box, before: Glance, number: int, after: Glance, viewer: int) -> list[Message]:
    """What happened, in the order in which it happened."""
    b, a = before.fields, after.fields
    phase = Phase(b["phase"])
    who = {"seat": b["turn"]}
    if phase == Phase.CAPTAIN:
        lines = [message("story.lands", who=who, island=number - CAPTAIN + 1)]
    elif phase == Phase.BOAT:
        lines = [message("story.moors", who=who, place=place_name(number - BOAT + 1))]
    elif phase == Phase.TURN:
        lines = _turn(box, before, number)
    elif phase == Phase.ARRIVE:
        lines = _find(box, b, a)
    elif phase == Phase.FIRST_LOOK and not box.plain["easy"]:
        lines = _look(a, b["turn"], viewer)
    else:
        lines = _card(box, b, a)
    if phase >= Phase.TURN:
        lines += _forced(box, b, number, a)
    return lines + _ending(box, a)


def _turn(box: Box, before: Glance, number: int) -> list[Message]:
    """Boat and captain, in the order of CLV-35."""
    b, (_, _, place) = before.fields, parts(number)
    seat = b["turn"]
    stays = {"who": {"seat": seat}, "island": b["captain"][seat]}
    is_boat_first = bool(orders(box.constants, before.records, 0, number) & BOAT_FIRST)
    path = walk(box, b, number, is_boat_first)
    if place == KEEP:
        return [_walks(seat, path) if path else message("story.rests", **stays)]
    sails = _sails(seat, b["boat"][moved_boat(box, b, number)], place)
    if not path:
        return [sails, message("story.stays", **stays)]
    return [sails, _walks(seat, path)] if is_boat_first else [_walks(seat, path), sails]


def _sails(seat: int, left: int, place: int) -> Message:
    return message("story.sails", who={"seat": seat}, left=place_name(left), place=place_name(place))


def _walks(seat: int, path: list[int]) -> Message:
    return message("story.walks", who={"seat": seat}, way=" → ".join(map(str, path)))


def _find(box: Box, b: Fields, a: Fields) -> list[Message]:
    """A treasure, if it was one; and the last of the nine cards, which is given without asking (CLV-44)."""
    seat = b["turn"]
    if a["treasures"][seat] == b["treasures"][seat]:
        return []
    goal, count = box.plain["treasures"], a["treasures"][seat]
    lines = [message("story.finds", who={"seat": seat}, treasure=treasure(a["last"][seat]), count=count, goal=goal)]
    if count < ISLANDS - 1 or a["knowers"][seat] == EVERYBODY:
        return lines
    if a["target"][seat] == HIDDEN:
        return [*lines, message("story.last_card_hidden", who={"seat": seat})]
    return [*lines, message("story.last_card", who={"seat": seat}, treasure=treasure(a["target"][seat]))]


def _look(a: Fields, seat: int, viewer: int) -> list[Message]:
    """Players look at their first card; the line is for them alone, since the keeper knows it already (CLV-13)."""
    if viewer != seat:
        return []
    return [message("story.looks", who={"seat": seat}, treasure=treasure(a["target"][seat]))]


def _card(box: Box, b: Fields, a: Fields) -> list[Message]:
    """A card changes hands; only those who may know learn what it shows."""
    giver, seat = handing(box, b) or (b["turn"], b["turn"])
    kind = "draws" if seat == giver else "gives"
    card = a["target"][seat]
    if card == HIDDEN:
        return [message(f"story.{kind}_hidden", who={"seat": seat}, keeper={"seat": giver})]
    return [message(f"story.{kind}", who={"seat": seat}, keeper={"seat": giver}, treasure=treasure(card))]


def handing(box: Box, g: Fields) -> tuple[int, int] | None:
    """The seat that is choosing a card and the seat that gets it, if that is what happens next."""
    turn = g["turn"]
    if g["phase"] == Phase.GIVE:
        return receivers(box).index(turn), turn
    return (turn, receivers(box)[turn]) if g["phase"] == Phase.FIRST_GIVE else None


@per_box
def receivers(box: Box) -> list[int]:
    """For whom each seat keeps cards."""
    return [int(receiver(box.constants[0], seat)) for seat in range(box.seats)]


def _forced(box: Box, b: Fields, number: int, a: Fields) -> list[Message]:
    """Turns that could be played in one way only and were played at once (CLV-59); each moved a boat and a captain."""
    lines: list[Message] = []
    captains, boats = list(b["captain"]), list(b["boat"])
    turn = b["turn"]
    if b["phase"] == Phase.TURN:
        boat, (island, _, taken) = moved_boat(box, b, number), parts(number)
        boats[boat] = taken or boats[boat]
        captains[turn] = island or captains[turn]
    for seat in ((turn + k) % box.seats for k in range(1, box.seats + 1)):
        if captains[seat] != a["captain"][seat]:
            boat = next(boat for boat in boats_of(box, seat) if boats[boat] != a["boat"][boat])
            left, boats[boat] = boats[boat], a["boat"][boat]
            lines += [message("story.must_move", who={"seat": seat}), _sails(seat, left, boats[boat])]
            lines.append(_walks(seat, ways(boats, captains[seat])[a["captain"][seat]]))
            captains[seat] = a["captain"][seat]
    return lines


def _ending(box: Box, a: Fields) -> list[Message]:
    if a["phase"] != Phase.OVER:
        return []
    counts = a["treasures"][: box.seats]
    winners = [seat for seat, count in enumerate(counts) if count == max(counts)]
    if max(counts) == box.plain["treasures"]:
        return [message("story.wins", who={"seat": winners[0]}, count=max(counts))]
    key = "story.leads" if len(winners) == 1 else "story.shares"
    return [message("story.stopped"), *(message(key, who={"seat": seat}, count=max(counts)) for seat in winners)]


def treasure(number: int) -> Message:
    return message(f"treasure.{Treasure(number).name.lower()}")
