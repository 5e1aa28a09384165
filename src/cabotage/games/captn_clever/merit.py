"""What speaks for a choice in Capt'n Clever: finds, ways to one's own treasure, and ways that close to a neighbour."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cabotage.core.comparison import compare
from cabotage.core.contract import HIDDEN
from cabotage.core.message import message
from cabotage.games.captn_clever.actions import BOAT, CAPTAIN, GIVE, KEEP, PAIRS, STAY, TURN, parts
from cabotage.games.captn_clever.path import boats_of, moved_boat, ways
from cabotage.games.captn_clever.state import NONE
from cabotage.games.captn_clever.story import handing, receivers, treasure

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import Fields, Glance
    from cabotage.core.message import Message


def merit(box: Box, glance: Glance, action: int, others: Sequence[int]) -> Message:
    """By the kind of action: where ways lead, how far a card is, what a turn finds, opens or closes."""
    g = glance.fields
    if action < BOAT:
        return _landing(box, action - CAPTAIN + 1, [other - CAPTAIN + 1 for other in others])
    if action < GIVE:
        return _mooring(box, g, action - BOAT + 1, [other - BOAT + 1 for other in others])
    if action < TURN:
        return _giving(box, g, action - GIVE + 1, [other - GIVE + 1 for other in others])
    return _turn(box, g, action)


def _landing(box: Box, island: int, others: Sequence[int]) -> Message:
    """How many places for boats touch each island."""
    count, *rest = (sum(end in PAIRS[place] for place in _places(box)) for end in (island, *others))
    return message(f"merit.landing_{compare(count, rest)}", island=island, count=count)


def _places(box: Box) -> list[int]:
    """All places for boats on this board."""
    return [place for place in box.plain["places"] if place]


def _mooring(box: Box, g: Fields, place: int, others: Sequence[int]) -> Message:
    """To how many islands the boat lets its captain walk."""
    start, boats = g["captain"][g["turn"]], [boat for boat in g["boat"] if boat]
    taken = {g["captain"][seat] for seat in range(box.seats)}
    count, *rest = (len(ways([*boats, each], start).keys() - taken) for each in (place, *others))
    if not count:
        return message("merit.mooring_apart")
    return message(f"merit.mooring_{compare(count, rest)}", count=count)


def _giving(box: Box, g: Fields, card: int, others: Sequence[int]) -> Message:
    """Who stands on the island, or how far it is for who gets the card."""
    giver, getter = handing(box, g) or (g["turn"], g["turn"])
    who = {"seat": getter}
    if g["captain"][giver] == card:
        return message("merit.give_mine", who=who, island=card)
    here = g["captain"][getter]
    if here == card:
        return message("merit.give_here", who=who)
    guard = next((seat for seat in range(box.seats) if g["captain"][seat] == card), None)
    if guard is not None:
        return message("merit.give_guarded", who={"seat": guard}, island=card)
    far = box.plain["distance"][here]
    if _ways_to(box, g["boat"], g["captain"], getter, card):
        is_joined = card in ways([boat for boat in g["boat"] if boat], here)
        return message("merit.give_near" if is_joined else "merit.give_boat", who=who, island=card)
    return message(f"merit.give_{compare(far[card], (far[other] for other in others))}", who=who, boats=far[card])


def _turn(box: Box, g: Fields, action: int) -> Message:
    """A find, a rival's way that closes, an own way that opens, or a shorter distance."""
    seat = g["turn"]
    target, start = g["target"][seat], g["captain"][seat]
    island, _, taken = parts(action)
    if island == target:
        is_last = g["treasures"][seat] + 1 == box.plain["treasures"]
        return message("merit.find_last" if is_last else "merit.find", treasure=treasure(target))
    boats, captains = list(g["boat"]), list(g["captain"])
    if taken != KEEP:
        boats[moved_boat(box, g, action)] = taken
    if island != STAY:
        captains[seat] = island
    closed = _closed(box, g, boats, captains)
    if closed["key"] == "merit.closed" or target in (NONE, HIDDEN):
        return closed
    if start == target and island != STAY:
        return message("merit.leave", treasure=treasure(target))
    if _ways_to(box, boats, captains, seat, target):
        return message("merit.way", treasure=treasure(target))
    before, after = (box.plain["distance"][place][target] for place in (start, captains[seat]))
    if after < before:
        return message("merit.nearer", treasure=treasure(target), boats=after)
    return closed


def _closed(box: Box, g: Fields, boats: Sequence[int], captains: Sequence[int]) -> Message:
    """What the turn means to the neighbour whose treasure one knows: a way there is closed, or there was none."""
    left = receivers(box)[g["turn"]]
    wanted = g["target"][left]
    if left == g["turn"] or wanted in (NONE, HIDDEN):
        return message("merit.later")
    if _ways_to(box, boats, captains, left, wanted):
        return message("merit.later")
    could = _ways_to(box, g["boat"], g["captain"], left, wanted)
    return message("merit.closed" if could else "merit.still_closed", who={"seat": left}, treasure=treasure(wanted))


def _ways_to(box: Box, boats: Sequence[int], captains: Sequence[int], seat: int, island: int) -> bool:
    """Whether this seat could walk to this island in one turn, moving one of its boats if need be."""
    start = captains[seat]
    if island in captains:
        return False
    if island in ways(boats, start):
        return True
    for boat in boats_of(box, seat):
        rest = [place for other, place in enumerate(boats) if other != boat and place]
        blocked = 0
        for place in rest:
            blocked |= box.plain["blocks"][place]
        if any(not blocked >> place & 1 and island in ways([*rest, place], start) for place in _places(box)):
            return True
    return False
