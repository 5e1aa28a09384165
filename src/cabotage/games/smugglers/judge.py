"""Quick judgement of Smugglers' Island, compiled: the advice of "What good play looks like" in RULES.md.

Values are in hundredths of a point. For goods that the seat on turn has not seen, the policy takes the average of all
that they may be. So it never acts on what a player would not know, not even in a state that a search imagines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cabotage.core.chance import below, count_ties, is_new_best
from cabotage.core.compiling import compiled, inlined
from cabotage.core.contract import RankSettings, SearchSettings
from cabotage.core.shares import share_out, share_win
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
    STACK,
    STAY_TAKE,
)
from cabotage.games.smugglers.arrival import boat_on, first_token, stack
from cabotage.games.smugglers.light import next_caught
from cabotage.games.smugglers.ranking import standings
from cabotage.games.smugglers.reach import bit, boats
from cabotage.games.smugglers.rules import SMALL_STEP, legal
from cabotage.games.smugglers.state import NONE, Phase

if TYPE_CHECKING:
    from cabotage.core.contract import Generator, Numbers, Records

SEARCH = SearchSettings(
    exploration=0.1,
    ranks=(
        RankSettings(iterations=8, horizon=6, forgets_permille=900),
        RankSettings(iterations=60, horizon=6, forgets_permille=600),
        RankSettings(iterations=180, horizon=6, forgets_permille=300),
        RankSettings(iterations=60_000, horizon=6, widening=1 / 16),
        RankSettings(iterations=100_000, horizon=0, exploration=0.03, is_learned=True),
    ),
)

POINT = 100
STEP = 30  # a field nearer to the goal: about what a good brings, shared out over its way
NEW_GOOD = 25  # a good not yet known, aboard, its whole way still to go
UNLOADED = 100  # a good aboard is better than the same good under the boat
NEAR_SECTORS, SAFE_SECTORS = 3, 4
# How often of a hundred to fear that the next roll finds a boat one or two sectors from the beam, or three, and each
# roll after it a boat anywhere. The light really comes about twice as often; but fearing it less wins more.
RISK_NEAR, RISK_FAR, RISK_LATER = 20, 9, 3
PUSHED_INTO_LIGHT, PUSHED_INTO_DANGER = 4, 3  # what part of a rival's points a push is worth
LOSS = 60  # of a hundred: what is thrown overboard is not lost for good
NOTHING, WON = -10_000, 10_000
PERCENT = 100

# Weights of the estimate, fitted to how greedy players ended from 120,000 positions, sixteen times each.
MISSING, REACHED = 52, 276
CARGO, DISTANCE, DANGER, WINNING_CARGO = 46, 13, 89, 400
EMPTY, PROSPECT, WORST_PROSPECT = 9, 25, -3 * POINT


@compiled
def estimate(box: Records, states: Records, i: int, out: Numbers) -> None:
    """By points, the good aboard, how near home and how safe it is."""
    s, b = states[i], box[0]
    if s.phase == Phase.OVER:
        share_win(out, int(b.seats), standings(box, states, i, out))
        return
    for seat in range(b.seats):
        missing = int(b.target) - int(s.score[seat])
        standing = 0
        field, token = s.boat[seat], s.cargo[seat]
        if field != NONE and token != NONE and not s.caught & bit(seat):
            points, dest = int(b.points[s.good[token]]), b.dest[s.good[token]]
            way = int(b.distance[field, dest])
            pips = int(s.pips) if seat == s.turn else 0
            if way <= pips and (way == 0 or not is_locked(b, s, dest) or b.front[dest] & bit(field)):
                missing -= points  # as good as delivered
            else:
                way = max(1, way - pips)
                standing += CARGO * points - DISTANCE * way - DANGER * points * risk(b, s, field) // PERCENT
                if points >= missing:
                    standing += WINNING_CARGO // (1 + way)
        elif field != NONE:
            standing += EMPTY + PROSPECT * max(WORST_PROSPECT, prospect(b, s, seat, field, token)) // POINT
        out[seat] = standing - MISSING * missing if missing > 0 else standing + REACHED
    share_out(out, int(b.seats))


@inlined
def is_locked(b: Any, s: Any, harbour: int) -> bool:
    """Whether all front fields of this harbour are lit (SMG-39)."""
    return bool(b.front[harbour] & ~b.lit[s.beam] == 0)


@inlined
def worth(b: Any, s: Any, token: int) -> int:
    """The points of a token, if there is one."""
    return 0 if token == NONE else int(b.points[s.good[token]]) * POINT


@inlined
def needed(b: Any, s: Any, seat: int, points: int) -> int:
    """What these points, once delivered, are worth to a seat: more than their number if they win."""
    return points * 2 if int(s.score[seat]) * POINT + points >= int(b.target) * POINT else points


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
    return found * LOSS // PERCENT


@compiled
def candidates(box: Records, states: Records, i: int, choices: Numbers, worths: Numbers) -> int:
    """All offered moves."""
    s, b = states[i], box[0]
    if s.phase == Phase.TURN:
        worths[0] = _value_of_turning(box, states, i, 1, choices)
        worths[1] = _value_of_turning(box, states, i, -1, choices)
        return legal(box, states, i, choices)
    count = legal(box, states, i, choices)
    for k in range(count):
        worths[k] = _value(b, s, choices[k])
    return count


@compiled
def policy(box: Records, states: Records, i: int, rng: Generator, choices: Numbers) -> int:
    """The offered action that is worth most; of equals any."""
    s, b = states[i], box[0]
    if s.phase == Phase.TURN:
        gain = _value_of_turning(box, states, i, 1, choices) - _value_of_turning(box, states, i, -1, choices)
        return CLOCKWISE if gain > 0 or (gain == 0 and below(rng, 2) == 0) else COUNTER_CLOCKWISE
    count = legal(box, states, i, choices)
    best, ties, found = 2 * NOTHING, 0, choices[0]
    for k in range(count):
        value = _value(b, s, choices[k])
        ties = count_ties(value, best, ties)
        if is_new_best(rng, value, best, ties):
            best, found = value, choices[k]
    return int(found)


@compiled
def _value(b: Any, s: Any, number: int) -> int:
    if number < LAY:
        return _value_of_way(b, s, number)
    if number < CLOCKWISE:
        return _value_of_laying(b, s, number - LAY)
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
    has_arrived = number < PUSH or not b.push_ends_turn
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
            return value + NEW_GOOD - POINT * risk(b, s, field) // PERCENT
    if has_arrived and field < HARBOURS and token != NONE and b.dest[s.good[token]] == field:
        has_won = int(s.score[seat]) + int(b.points[s.good[token]]) >= b.target
        return WON if has_won else value + worth(b, s, token) + NEW_GOOD
    if has_arrived and field < HARBOURS and token == NONE and stack(s, field) > 0:
        return value + NEW_GOOD
    return value + prospect(b, s, seat, field, token) - worth(b, s, token) * risk(b, s, field) // PERCENT


@inlined
def _may_be(b: Any, s: Any, token: int, good: int) -> bool:
    """Whether this token may be this good of its island, for all that the seat on turn knows."""
    if s.known_by[token] & bit(s.turn):
        return bool(s.good[token] == good)
    if s.not_dest[token] & bit(b.dest[good]):
        return False
    is_elsewhere = False
    first = first_token(int(token) // STACK)
    for other in range(first, first + STACK):
        is_elsewhere |= bool(s.known_by[other] & bit(s.turn) and s.good[other] == good)
    return not is_elsewhere


@compiled
def _value_of_push(b: Any, s: Any, field: int, to: int) -> int:
    """What the pushed rival loses."""
    other = boat_on(b, s, field)
    token = s.cargo[other]
    if token == NONE:
        return 0
    is_lit = b.lit[s.beam] & bit(to) != 0
    danger = risk(b, s, to) - risk(b, s, field)
    total, count = 0, 0
    first = first_token(int(token) // STACK)
    for good in range(first, first + STACK):
        if _may_be(b, s, token, good):
            count += 1
            dest, points = b.dest[good], int(b.points[good]) * POINT
            if to < HARBOURS:
                total -= points if dest == to else 0
            elif is_lit:
                total += points // PUSHED_INTO_LIGHT
            else:
                far = int(b.distance[to, dest]) - int(b.distance[field, dest])
                total += STEP // 2 * far + points * danger // (PUSHED_INTO_DANGER * PERCENT)
    return total // max(1, count)


@compiled
def _value_of_laying(b: Any, s: Any, field: int) -> int:
    """A rival's good best lies far from its harbour and in the light, where it stays; one's own does not."""
    loser = next_caught(b, s)
    token = s.cargo[loser]
    far, count = 0, 0
    first = first_token(int(token) // STACK)
    for good in range(first, first + STACK):
        if _may_be(b, s, token, good):
            count += 1
            far += STEP * int(b.distance[field, b.dest[good]])
    lost = far // max(1, count) + (STEP if b.lit[s.beam] & bit(field) else 0)
    return -lost if loser == s.turn else lost


@compiled
def _value_of_turning(box: Records, states: Records, i: int, way: int, room: Numbers) -> int:
    """What the light would cost the others, and the best that one could do then."""
    s, b = states[i], box[0]
    before, phase, token = s.beam, s.phase, s.cargo[s.turn]
    beam = int(before)
    ships = boats(b, s)
    for _ in range(SMALL_STEP):
        beam = (beam + way + int(b.sectors)) % int(b.sectors)
        if ships & b.lit[beam]:
            break
    s.beam, s.phase = beam, Phase.SAIL  # as if it were so; all is put back below
    if b.lit[beam] & bit(s.boat[s.turn]):
        s.cargo[s.turn] = NONE
    best = NOTHING
    for k in range(legal(box, states, i, room)):
        best = max(best, _value_of_way(b, s, room[k]))
    for seat in range(b.seats):
        if s.cargo[seat] != NONE and seat != s.turn:
            best += _loss_to_light(b, s, seat)
    s.beam, s.phase, s.cargo[s.turn] = before, phase, token
    return best


@compiled
def _loss_to_light(b: Any, s: Any, seat: int) -> int:
    """What a rival loses to the light as it stands now: the good, safety, or the way into the harbour."""
    token = s.cargo[seat]
    danger = PERCENT if b.lit[s.beam] & bit(s.boat[seat]) else risk(b, s, s.boat[seat])
    total, count = 0, 0
    first = first_token(int(token) // STACK)
    for good in range(first, first + STACK):
        if _may_be(b, s, token, good):
            count += 1
            total += int(b.points[good]) * POINT * danger // PERCENT
            total += STEP if is_locked(b, s, b.dest[good]) else 0
    return total // max(1, count)
