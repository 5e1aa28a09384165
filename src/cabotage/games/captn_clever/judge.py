"""Quick judgement of Capt'n Clever, compiled: the advice of "What good play looks like" in RULES.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cabotage.core.chance import count_ties, is_new_best
from cabotage.core.compiling import compiled, inlined
from cabotage.core.contract import RankSettings, SearchSettings
from cabotage.core.shares import share_out
from cabotage.games.captn_clever.actions import BOAT, CAPTAIN, GIVE, KEEP, STAY
from cabotage.games.captn_clever.reach import (
    around,
    blocked_places,
    first_boat,
    joined,
    moved_boat,
    moved_to,
    taken_place,
)
from cabotage.games.captn_clever.rules import keeper, legal, receiver
from cabotage.games.captn_clever.state import NONE, Phase

if TYPE_CHECKING:
    from cabotage.core.contract import Generator, Numbers, Records

SEARCH = SearchSettings(
    exploration=0.1,
    ranks=(
        RankSettings(iterations=8, horizon=2, forgets_permille=900),
        RankSettings(iterations=60, horizon=2, forgets_permille=600),
        RankSettings(iterations=250, horizon=2, forgets_permille=300),
        RankSettings(iterations=40_000, horizon=2),
        RankSettings(iterations=60_000, horizon=0, exploration=0.03, is_learned=True),
    ),
)

LEAST = -(1 << 30)

# What a turn is worth, by hand and by matches between variants.
FIND = 1000
MOST_WAYS = 6
OPEN = MOST_WAYS + 1  # a way that needs no boat to be moved
MY_WAY, MY_FIRST_WAY, MY_STEP = 6, 30, 8
RIVAL_WAY, RIVAL_FIRST_WAY, RIVAL_CHAIN = 2, 20, 40
RIVAL_LAST = 4  # how much more it matters if only one treasure is missing

# Weights of the estimate, fitted to how 1,500 games of greedy players ended.
WON = 1000  # beyond doubt
MISSING, LAST_MISSING, LATER, DISTANCE = 107, 81, 24, 4
HAS_WAY, HAS_LAST_WAY = 43, 91

# What a card is worth to its keeper.
UNDER_MY_FEET, UNDER_OTHERS, FAR = 60, 30, 12


@compiled
def estimate(box: Records, states: Records, i: int, out: Numbers) -> None:
    """By what is missing, by ways to the target, and whose turn is near."""
    s, b = states[i], box[0]
    for seat in range(b.seats):
        missing = int(b.treasures - s.treasures[seat])
        if s.phase == Phase.ARRIVE and s.target[seat] == s.captain[seat] and seat == s.turn:
            missing -= 1
        standing = -MISSING * missing - LATER * ((seat - int(s.turn) + int(b.seats)) % int(b.seats)) // int(b.seats)
        if missing == 0:
            standing += WON
        elif missing == 1:
            standing += LAST_MISSING
        if s.target[seat] != NONE and s.captain[seat] != NONE:
            standing -= DISTANCE * int(b.distance[s.captain[seat], s.target[seat]])
            if ways(b, s, seat, s.target[seat]) > 0:
                standing += HAS_LAST_WAY if missing == 1 else HAS_WAY
        out[seat] = standing
    share_out(out, int(b.seats))


@compiled
def candidates(box: Records, states: Records, i: int, choices: Numbers, worths: Numbers) -> int:
    """All offered turns."""
    s, b = states[i], box[0]
    count = legal(box, states, i, choices)
    for k in range(count):
        worths[k] = _worth(b, s, choices[k])
    return count


@compiled
def policy(box: Records, states: Records, i: int, rng: Generator, choices: Numbers) -> int:
    """The best by one look; equals are drawn by lot."""
    s, b = states[i], box[0]
    count = legal(box, states, i, choices)
    best, ties, found = LEAST, 0, 0
    for k in range(count):
        worth = _worth(b, s, choices[k])
        ties = count_ties(worth, best, ties)
        if is_new_best(rng, worth, best, ties):
            best, found = worth, choices[k]
    return int(found)


@inlined
def _worth(b: Any, s: Any, number: int) -> int:
    if s.phase == Phase.TURN:
        worth = _turn_worth(b, s, number)
    elif s.phase == Phase.CAPTAIN:
        worth = count_of(b.touching[1 << (number - CAPTAIN + 1)])
    elif s.phase == Phase.BOAT:
        worth = b.ends[number - BOAT + 1] >> s.captain[s.turn] & 1
    elif s.phase == Phase.FIRST_GIVE:
        worth = _card_worth(b, s, receiver(b, s.turn), number - GIVE + 1)
    else:
        worth = _card_worth(b, s, s.turn, number - GIVE + 1)
    return int(worth)


@compiled
def ways(b: Any, s: Any, seat: int, target: int) -> int:
    """On how many places a boat of this seat opens a way to this island; OPEN if there is one without it."""
    for other in range(b.seats):
        if s.captain[other] == target:
            return 0
    count = 0
    for k in range(b.boats_each):
        boat = first_boat(b, seat) + k
        one, two, three = joined(b, s, boat)
        here = around(1 << s.captain[seat], one, two, three)
        there = around(1 << target, one, two, three)
        if here & there:
            return OPEN
        count += count_of(b.touching[here] & b.touching[there] & ~blocked_places(b, s, boat))
    return min(count, MOST_WAYS)


@inlined
def count_of(places: int) -> int:
    """How many places a set has."""
    count = 0
    while places:
        places &= places - 1
        count += 1
    return count


@compiled
def _turn_worth(b: Any, s: Any, number: int) -> int:
    """After this turn: a find, the seat's ways to the target, less the left neighbour's ways to theirs."""
    seat = s.turn
    boat, place, island = moved_boat(b, s, number), taken_place(number), moved_to(number)
    old_place, old_island, target = s.boat[boat], s.captain[seat], s.target[seat]
    if place != KEEP:
        s.boat[boat] = place
    if island != STAY:
        s.captain[seat] = island
    worth = 0
    if island == target:
        worth += FIND
    else:
        mine = ways(b, s, seat, target)
        worth += MY_WAY * mine + (MY_FIRST_WAY if mine else 0) - MY_STEP * b.distance[s.captain[seat], target]
    left = receiver(b, seat)
    if s.knowers[left] >> seat & 1:  # in a variant cards are dealt unseen
        theirs = ways(b, s, left, s.target[left])
        threat = RIVAL_WAY * theirs + (RIVAL_FIRST_WAY if theirs else 0) + (RIVAL_CHAIN if theirs == OPEN else 0)
        worth -= threat * RIVAL_LAST if s.treasures[left] == b.treasures - 1 else threat
    s.boat[boat] = old_place
    s.captain[seat] = old_island
    return int(worth)


@compiled
def _card_worth(b: Any, s: Any, seat: int, card: int) -> int:
    """How hard it will be for this seat to get there."""
    worth = FAR * b.distance[s.captain[seat], card] - ways(b, s, seat, card)
    for other in range(b.seats):
        if other != seat and s.captain[other] == card:
            worth += UNDER_MY_FEET if other == keeper(b, seat) else UNDER_OTHERS
    return int(worth)
