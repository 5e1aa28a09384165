"""Quick judgement of Smugglers' Island, compiled: the advice of "What good play looks like" in RULES.md.

All is weighed in hundredths of a point. It sees one imagined world: what its seat cannot know was resampled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cabotage.core.chance import below
from cabotage.core.compiling import compiled, inlined
from cabotage.core.contract import Pace, Thought
from cabotage.core.shares import share_out
from cabotage.games.smugglers.actions import (
    CLOCKWISE,
    COUNTER_CLOCKWISE,
    GO,
    GOODS,
    HARBOUR,
    HARBOURS,
    LAY,
    LOAD,
    MOST_NEIGHBOURS,
    PUSH,
    STAY_TAKE,
)
from cabotage.games.smugglers.arrival import boat_on, stack
from cabotage.games.smugglers.light import next_caught
from cabotage.games.smugglers.reach import bit, boats
from cabotage.games.smugglers.rules import SMALL_STEP, legal, score
from cabotage.games.smugglers.state import NONE, Phase

if TYPE_CHECKING:
    from cabotage.core.contract import Generator, Numbers, Records

PACE = Pace(0.1, (Thought(8, 6, 900), Thought(60, 6, 600), Thought(180, 6, 300), Thought(180_000, 6)))

POINT = 100
STEP = 30  # a field nearer to the goal: about what a good brings, shared out over its way
NEW_GOOD = 25  # a good not yet known, aboard, its whole way still to go
UNLOADED = 100  # a good aboard is better than the same good under the boat
NEAR_SECTORS, SAFE_SECTORS = 3, 4
# How often of a hundred to fear that the next roll finds a boat one or two sectors from the beam, or three, and each
# roll after it a boat anywhere. The light really comes about twice as often; but who fears it less wins more.
RISK_NEAR, RISK_FAR, RISK_LATER = 20, 9, 3
LOSS = 60  # of a hundred: what is thrown overboard is not lost for good
NOTHING = -10_000


@compiled
def estimate(box: Records, states: Records, i: int, out: Numbers) -> None:
    """By points, the good aboard and how safely it will get home, and whose turn is near; fitted to how 2,000 games of
    greedy players ended."""
    s, b = states[i], box[0]
    if s.phase == Phase.OVER:
        score(box, states, i, out)
        return
    for seat in range(b.seats):
        missing = int(b.target) - int(s.score[seat])
        standing = -52 * missing - 44 * ((seat - int(s.turn) + int(b.seats)) % int(b.seats)) // int(b.seats)
        field, token = s.boat[seat], s.cargo[seat]
        if field != NONE:
            standing += 7 * max(-2 * POINT, prospect(b, s, seat, field, token)) // POINT
            if token != NONE:
                points, way = int(b.points[s.good[token]]), int(b.distance[field, b.dest[s.good[token]]])
                standing += 35 * points - 12 * way - 65 * points * risk(b, s, field) // 100
                if points >= missing:
                    standing += 300 // (1 + way)
        out[seat] = standing
    share_out(out, int(b.seats))


@inlined
def worth(b: Any, s: Any, token: int) -> int:
    """The points of a token, if there is one."""
    return 0 if token == NONE else int(b.points[s.good[token]]) * POINT


@inlined
def needed(b: Any, s: Any, seat: int, points: int) -> int:
    """What these points are worth to a seat: all there is, if they win."""
    return points * 4 if int(s.score[seat]) * POINT + points >= int(b.target) * POINT else points


@compiled
def prospect(b: Any, s: Any, seat: int, field: int, token: int) -> int:
    """How good it is for a seat to be on this field with this token, or empty, when its turn is over."""
    if token != NONE:
        good = s.good[token]
        value = needed(b, s, seat, int(b.points[good]) * POINT) - STEP * int(b.distance[field, b.dest[good]])
    else:
        value = NOTHING
        for island in range(HARBOURS):
            if stack(s, island) > 0:
                value = max(value, NEW_GOOD - STEP * int(b.distance[field, island]))
        for other in range(GOODS):
            if s.at[other] != NONE:
                value = max(value, _call(b, s, seat, other) - STEP * int(b.distance[field, s.at[other]]) - UNLOADED)
    return value


@inlined
def _call(b: Any, s: Any, seat: int, token: int) -> int:
    """How much a floating token attracts a seat: one that it has seen by its way, any other like one of a stack."""
    if not s.known_by[token] & bit(seat):
        return NEW_GOOD
    good = s.good[token]
    way = int(b.distance[s.at[token], b.dest[good]])
    return needed(b, s, seat, int(b.points[good]) * POINT) - STEP * way


@compiled
def risk(b: Any, s: Any, field: int) -> int:
    """How much of a hundred a boat here will lose to the light before it moves again."""
    if field < HARBOURS and not b.lit_harbours:
        return 0
    apart = abs(int(b.sector[field]) - int(s.beam))
    apart = min(apart, int(b.sectors) - apart)
    found = RISK_LATER * (int(b.seats) - 1)
    if 0 < apart < NEAR_SECTORS:
        found += RISK_NEAR
    elif 0 < apart < SAFE_SECTORS:
        found += RISK_FAR
    return found * LOSS // 100


@compiled
def candidates(box: Records, states: Records, i: int, choices: Numbers, worths: Numbers) -> int:
    """Every way is worth a thought."""
    s, b = states[i], box[0]
    count = legal(box, states, i, choices)
    for k in range(count):
        worths[k] = _value(b, s, choices[k])
    return count


@compiled
def policy(box: Records, states: Records, i: int, rng: Generator, choices: Numbers) -> int:
    """The offered action that is worth most; of equals any."""
    s, b = states[i], box[0]
    count = legal(box, states, i, choices)
    best, ties, found = 2 * NOTHING, 0, choices[0]
    for k in range(count):
        value = _value(b, s, choices[k])
        ties = 1 if value > best else ties + (1 if value == best else 0)
        if value > best or (value == best and below(rng, ties) == 0):
            best, found = value, choices[k]
    return int(found)


@compiled
def _value(b: Any, s: Any, number: int) -> int:
    if number < LAY:
        return _value_of_way(b, s, number)
    if number < CLOCKWISE:
        return _value_of_laying(b, s, number - LAY)
    if number <= COUNTER_CLOCKWISE:
        return _value_of_turning(b, s, 1 if number == CLOCKWISE else -1)
    if number >= HARBOUR:
        return -risk(b, s, b.near[number - HARBOUR, 0])
    return 0


@compiled
def _value_of_way(b: Any, s: Any, number: int) -> int:
    """Where the boat and its good would be, less what the light may take; and what a push does to another."""
    seat = s.turn
    field, token = s.boat[seat], s.cargo[seat]
    value = 0
    has_taken = number == STAY_TAKE
    if number == LOAD:
        return NEW_GOOD
    if number >= PUSH:
        way = (number - PUSH) // 2
        field = way // MOST_NEIGHBOURS
        has_taken = (number - PUSH) % 2 == 1
        value += _value_of_push(b, s, field, b.near[field, way % MOST_NEIGHBOURS])
    elif number >= GO:
        field = (number - GO) // 2
        has_taken = (number - GO) % 2 == 1
    if has_taken:
        for other in range(GOODS):
            if s.at[other] == field:
                token = other
        if not s.known_by[token] & bit(seat):  # it is taken blindly
            return value + NEW_GOOD - POINT * risk(b, s, field) // 100
    if field < HARBOURS and token != NONE and b.dest[s.good[token]] == field:
        return value + needed(b, s, seat, worth(b, s, token)) + NEW_GOOD
    if field < HARBOURS and token == NONE and stack(s, field) > 0:
        return value + NEW_GOOD
    return value + prospect(b, s, seat, field, token) - worth(b, s, token) * risk(b, s, field) // 100


@compiled
def _value_of_push(b: Any, s: Any, field: int, target: int) -> int:
    """What the pushed rival loses."""
    other = boat_on(b, s, field)
    token = s.cargo[other]
    if token == NONE:
        return 0
    points = needed(b, s, other, worth(b, s, token))
    if target < HARBOURS:
        return -points if b.dest[s.good[token]] == target else 0
    if b.lit[s.beam] & bit(target):
        return points // 2
    far = int(b.distance[target, b.dest[s.good[token]]]) - int(b.distance[field, b.dest[s.good[token]]])
    return STEP // 2 * far + worth(b, s, token) * (risk(b, s, target) - risk(b, s, field)) // 300


@compiled
def _value_of_laying(b: Any, s: Any, field: int) -> int:
    """Near oneself, far from the others and, if it is another's, from where he wants to bring it."""
    loser = next_caught(b, s)
    good = s.good[s.cargo[loser]]
    value = -2 * int(b.distance[s.boat[s.turn], field])
    for seat in range(b.seats):
        if seat != s.turn:
            value += int(b.distance[s.boat[seat], field])
    return value - int(b.distance[field, b.dest[good]]) if loser == s.turn else value


@compiled
def _value_of_turning(b: Any, s: Any, way: int) -> int:
    """Who would be caught on this way; and whose harbour the light would lock."""
    beam = int(s.beam)
    ships = boats(b, s)
    value = 0
    for _ in range(SMALL_STEP):
        beam = (beam + way + int(b.sectors)) % int(b.sectors)
        if ships & b.lit[beam]:
            for seat in range(b.seats):
                if b.lit[beam] & bit(s.boat[seat]):
                    loss = needed(b, s, seat, worth(b, s, s.cargo[seat]))
                    value += -loss if seat == s.turn else loss
            break
    for seat in range(b.seats):
        if s.cargo[seat] != NONE and b.sector[b.dest[s.good[s.cargo[seat]]]] == beam:
            value += -STEP if seat == s.turn else STEP
    return value
