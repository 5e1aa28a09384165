"""The rules of Capt'n Clever, compiled. Ids like CLV-12 are those of RULES.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cabotage.core.compiling import allocating, compiled, inlined
from cabotage.core.contract import CHANCE, HIDDEN, OVER
from cabotage.games.captn_clever.actions import (
    BOAT,
    BOATS,
    CAPTAIN,
    FIND,
    GIVE,
    KEEP,
    LOOK,
    MOST_CHOICES,
    MOST_SEATS,
    STAY,
)
from cabotage.games.captn_clever.ranking import standings
from cabotage.games.captn_clever.reach import (
    ALL_ISLANDS,
    STAYING,
    blocked_places,
    first_boat,
    free_islands,
    moved_boat,
    moved_to,
    taken_place,
)
from cabotage.games.captn_clever.state import EVERYBODY, NONE, Phase
from cabotage.games.captn_clever.turns import NOTHING, list_members, list_most, offer_turns, only_turn

if TYPE_CHECKING:
    from cabotage.core.contract import Numbers, Records

__all__ = ["absent", "apply", "chance", "legal", "seen", "setup", "standings", "to_act"]

ALL_CARDS = ALL_ISLANDS  # card k is bit k, as island k is
MOST_ROUNDS = 100


@compiled
def setup(box: Records, states: Records, i: int) -> None:
    s, b = states[i], box[0]
    s.phase = Phase.CAPTAIN
    s.turn = 0  # CLV-2
    s.rounds = 0
    for seat in range(MOST_SEATS):
        s.captain[seat] = NONE
        s.target[seat] = NONE
        s.knowers[seat] = EVERYBODY
        s.held[seat] = ALL_CARDS if seat < b.seats and not b.easy else 0  # CLV-4, CLV-49
        s.treasures[seat] = 0
        s.last[seat] = NONE
        s.found[seat] = 0
        s.arrived[seat] = 0
        s.stays[seat] = 0
    for boat in range(BOATS):
        s.boat[boat] = NONE


@inlined
def to_act(box: Records, states: Records, i: int) -> int:
    s, b = states[i], box[0]
    if s.phase == Phase.TURN:
        return int(s.turn)
    if s.phase == Phase.OVER:
        return OVER
    if s.phase == Phase.ARRIVE or s.phase == Phase.FIRST_LOOK or s.phase == Phase.LOOK:
        return CHANCE
    if s.phase == Phase.GIVE:
        return keeper(b, s.turn)
    return int(s.turn)  # CLV-6, CLV-13


@inlined
def keeper(b: Any, seat: int) -> int:
    """Who keeps the cards of this seat: the player on its right (CLV-1, CLV-4)."""
    return int(seat - 1 if seat > 0 else b.seats - 1)


@inlined
def receiver(b: Any, seat: int) -> int:
    """For whom this seat keeps cards: the player on its left (CLV-1)."""
    return int(seat + 1 if seat < b.seats - 1 else 0)


@inlined
def legal(box: Records, states: Records, i: int, out: Numbers) -> int:
    s, b = states[i], box[0]
    n = 0
    if s.phase == Phase.TURN:
        # CLV-59: "stay" is offered to the camper only if there is nothing else.
        staying = 0 if b.max_stay and s.stays[s.turn] >= b.max_stay else STAYING
        for _ in range(2):
            n = offer_turns(b, s, staying, out)
            if n > 0:
                break
            staying = STAYING
    elif s.phase == Phase.CAPTAIN:
        n = list_members(b, CAPTAIN - 1, free_islands(s), 1, out, 0)  # CLV-8
    elif s.phase == Phase.BOAT:
        available = b.all_places & ~blocked_places(b, s, next_boat(b, s))  # CLV-9, CLV-10, CLV-11
        n = list_most(b, BOAT - 1, available, out, 0)
    elif s.phase == Phase.FIRST_GIVE:
        n = list_members(b, GIVE - 1, s.held[s.turn], 1, out, 0)  # CLV-12, CLV-14
    elif s.phase == Phase.GIVE:
        n = list_members(b, GIVE - 1, s.held[keeper(b, s.turn)], 1, out, 0)  # CLV-42
    return n


@inlined
def next_boat(b: Any, s: Any) -> int:
    """The boat that the seat on turn places next."""
    boat = first_boat(b, s.turn)
    return int(boat if s.boat[boat] == NONE else (boat + 1) % BOATS)


@inlined
def chance(box: Records, states: Records, i: int, outcomes: Numbers, weights: Numbers) -> int:
    s, b = states[i], box[0]
    seat = s.turn
    weights[0] = 1
    if s.phase == Phase.ARRIVE:
        outcomes[0] = FIND + (s.target[seat] if s.target[seat] == s.captain[seat] else NONE)  # CLV-36
        return 1
    if not b.easy:
        outcomes[0] = LOOK + s.target[seat] - 1  # CLV-12
        return 1
    n = list_members(b, LOOK - 1, ALL_CARDS & ~int(s.found[seat]), 1, outcomes, 0)  # CLV-49, CLV-51, CLV-52
    for k in range(n):
        weights[k] = 1
    return n


@inlined
def apply(box: Records, states: Records, i: int, number: int) -> None:
    s, b = states[i], box[0]
    if s.phase == Phase.TURN:
        if not _carry_out(b, s, number):
            _pass_on(b, s)
    elif s.phase == Phase.ARRIVE:
        if not _arrive(b, s, number - FIND):
            _pass_on(b, s)
    elif s.phase == Phase.CAPTAIN:
        s.captain[s.turn] = number - CAPTAIN + 1
        s.phase = Phase.BOAT  # CLV-7
    elif s.phase == Phase.BOAT:
        _place_boat(b, s, number - BOAT + 1)
    elif s.phase == Phase.FIRST_GIVE:
        _give_first(b, s, number - GIVE + 1)
    elif s.phase == Phase.FIRST_LOOK:
        _look_first(b, s, number - LOOK + 1)
    else:
        _give(b, s, s.turn, number - (LOOK if b.easy else GIVE) + 1)
        _pass_on(b, s)  # CLV-43


@inlined
def _place_boat(b: Any, s: Any, place: int) -> None:
    s.boat[next_boat(b, s)] = place
    if s.boat[first_boat(b, s.turn) + b.boats_each - 1] == NONE:
        return  # CLV-56
    if s.turn < b.seats - 1:
        s.turn += 1
        s.phase = Phase.CAPTAIN
    else:
        s.turn = 0
        s.phase = Phase.FIRST_LOOK if b.easy else Phase.FIRST_GIVE  # CLV-12, CLV-50


@inlined
def _give_first(b: Any, s: Any, card: int) -> None:
    seat = receiver(b, s.turn)
    s.held[s.turn] -= 1 << card
    s.target[seat] = card
    s.knowers[seat] = 1 << s.turn
    s.turn += 1
    if s.turn >= b.seats:  # CLV-13
        s.turn = 0
        s.phase = Phase.FIRST_LOOK


@inlined
def _look_first(b: Any, s: Any, card: int) -> None:
    seat = s.turn
    s.target[seat] = card
    s.knowers[seat] = 1 << seat if b.easy else s.knowers[seat] | 1 << seat
    s.turn += 1
    if s.turn >= b.seats:
        s.turn = 0
        s.phase = Phase.TURN


@inlined
def _carry_out(b: Any, s: Any, number: int) -> bool:
    """A whole turn; True if the next event says whether the captain has found the treasure."""
    place = taken_place(number)
    if place != KEEP:
        s.boat[moved_boat(b, s, number)] = place
    seat = s.turn
    island = moved_to(number)
    if island == STAY:
        s.stays[seat] = min(s.stays[seat] + 1, b.max_stay)
        return False  # CLV-37
    s.captain[seat] = island
    s.stays[seat] = 0
    if (s.found[seat] | s.arrived[seat]) >> island & 1:
        return False  # all know that it is not the target
    s.phase = Phase.ARRIVE
    return True


@inlined
def _arrive(b: Any, s: Any, card: int) -> bool:
    """True if something else than the next turn follows: the end, or a new card."""
    seat = s.turn
    if card == NONE:
        s.arrived[seat] |= 1 << s.captain[seat]
        return False
    s.found[seat] |= 1 << card  # CLV-38, CLV-39
    s.treasures[seat] += 1
    s.last[seat] = card  # CLV-40
    s.target[seat] = NONE
    s.knowers[seat] = EVERYBODY
    if s.treasures[seat] == b.treasures:  # CLV-45, CLV-58, CLV-61
        s.phase = Phase.OVER
        return True
    if seat == b.seats - 1 and s.rounds == MOST_ROUNDS - 1:
        return False  # CLV-48
    left = ALL_CARDS & ~int(s.found[seat])
    if b.set_size[left] == 1:
        _give(b, s, seat, int(b.members[left, 0]))  # CLV-44
        return False
    s.phase = Phase.LOOK if b.easy else Phase.GIVE  # CLV-41, CLV-53
    return True


@inlined
def _give(b: Any, s: Any, seat: int, card: int) -> None:
    s.target[seat] = card
    s.knowers[seat] = 1 << seat
    s.arrived[seat] = 0
    if not b.easy:
        s.held[keeper(b, seat)] -= 1 << card
        s.knowers[seat] |= 1 << keeper(b, seat)


@inlined
def _pass_on(b: Any, s: Any) -> None:
    """To the next seat; a turn that can only be played in one way is played at once."""
    _advance(b, s)
    if b.max_stay:
        _play_forced(b, s)


@inlined
def _advance(b: Any, s: Any) -> None:
    s.phase = Phase.TURN
    s.turn += 1  # CLV-15
    if s.turn >= b.seats:
        s.turn = 0
        s.rounds += 1
        if s.rounds >= MOST_ROUNDS:  # CLV-48
            s.phase = Phase.OVER


@compiled
def _play_forced(b: Any, s: Any) -> None:
    while s.phase == Phase.TURN and s.stays[s.turn] >= b.max_stay:
        number = only_turn(b, s)
        if number == NOTHING or _carry_out(b, s, number):
            return
        _advance(b, s)


@allocating
def absent(box: Records, states: Records, i: int) -> int:
    """The boat is kept if it can be, and the captain stays if possible; else the first offered action."""
    choices = np.zeros(MOST_CHOICES, np.int32)
    count = legal(box, states, i, choices)
    if states[i].phase == Phase.TURN:
        for k in range(count):
            if taken_place(choices[k]) == KEEP:
                return int(choices[k])
    return int(choices[0])


@compiled
def seen(box: Records, states: Records, i: int, number: int, viewer: int) -> int:
    """A card that is given is known to its keeper and then to its owner, a drawn one to its owner only."""
    s, b = states[i], box[0]
    if s.phase == Phase.GIVE:
        return number if viewer == s.turn or viewer == keeper(b, s.turn) else HIDDEN
    if s.phase == Phase.FIRST_GIVE:
        return number if viewer == s.turn else HIDDEN
    if s.phase == Phase.FIRST_LOOK or s.phase == Phase.LOOK:
        return number if viewer == s.turn or (not b.easy and viewer == keeper(b, s.turn)) else HIDDEN
    return number
