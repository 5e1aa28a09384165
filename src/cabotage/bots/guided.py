"""Tree search that asks a network, compiled for one game: each iteration ends at a decision it has not met before.

This file is executed once for each game, as a module of its own, with the functions of that game's rules, picks,
resample, judge and observe as its globals (see `cabotage.core.compiling.instantiate`).

As in tree.py, an iteration samples a state that fits the root's view, and the key of a decision is a hash of what the
searching seat saw on the way there. But it is hardly played on: the network says what the state is worth to every seat.
And what a decision offers is worked out once, where it is sure to be the same in every state with the same key: where
the searching seat decides, and everywhere in games without secrets.
"""

from __future__ import annotations

from math import log, sqrt
from typing import TYPE_CHECKING

import numpy as np

from cabotage.bots.guidance import ROOT
from cabotage.bots.network import judge
from cabotage.core.chance import below
from cabotage.core.compiling import compiled, inlined
from cabotage.core.contract import CHANCE, HIDDEN, OVER, WIN
from cabotage.core.shares import share_win

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from cabotage.bots.guidance import Desk, Fans, Insight
    from cabotage.core.contract import (
        Generator,
        JudgeModule,
        ObserveModule,
        PicksModule,
        Records,
        ResampleModule,
        RulesModule,
    )

    def _rules() -> RulesModule: ...
    def _picks() -> PicksModule: ...
    def _judge() -> JudgeModule: ...
    def _resample() -> ResampleModule: ...
    def _observe() -> ObserveModule: ...
    def _step_key() -> Callable[[np.uint64, int], np.uint64]: ...
    def _find() -> Callable[[NDArray[np.uint64], np.uint64], int]: ...

    to_act, apply, standings, seen = _rules().to_act, _rules().apply, _rules().standings, _rules().seen
    draw, candidates, policy = _picks().draw, _judge().candidates, _judge().policy
    resample, features, step_key, find = _resample().resample, _observe().features, _step_key(), _find()

_ROOT = np.uint64(ROOT)
_EMPTY = np.uint64(0)
NONE = -1
MOST_FILLED = 0.75  # of the hash table; then no decisions are added, but visits still count


@compiled
def search(
    box: Records, views: Records, viewer: int, rng: Generator, fans: Fans, desk: Desk, insight: Insight, iterations: int
) -> None:
    """Add that many iterations to the tree."""
    states, numbers = desk.states, desk.numbers
    i = len(states) - 1  # a literal 0 has a type of its own, for which all rules would be compiled again
    for _ in range(iterations):
        resample(box, views, i, viewer, rng, states, i)
        key = _ROOT
        depth = 0
        while True:
            actor = to_act(box, states, i)
            if actor == OVER:
                share_win(numbers, int(box[0].seats), standings(box, states, i, numbers))
                break
            if actor == CHANCE:
                number = draw(box, states, i, rng, numbers, desk.weights)
            else:
                fan = meet(fans, key)
                if fan == NONE or depth == len(desk.path):
                    evaluate(box, desk, insight, i, rng)
                    break
                place = choose(box, states, i, viewer, rng, fans, desk, insight, actor, fan)
                if place == NONE:  # hidden from the searching seat
                    number = int(np.int64(policy(box, states, i, rng, numbers)))
                else:
                    number = int(np.int64(fans.numbers[fan, place]))
                    desk.path[depth], desk.places[depth], desk.actors[depth] = fan, place, actor
                    depth += 1
            key = step_key(key, seen(box, states, i, number, viewer))
            apply(box, states, i, number)
        back_up(fans, desk, depth)


@inlined
def evaluate(box: Records, desk: Desk, insight: Insight, i: int, rng: Generator) -> None:
    """Play on by the policy, as far as the horizon. Leaves every seat's expected share of the win in `numbers`."""
    states, numbers = desk.states, desk.numbers
    decisions = 0
    while True:
        actor = to_act(box, states, i)
        if actor == OVER:
            share_win(numbers, int(box[0].seats), standings(box, states, i, numbers))
            return
        if actor == CHANCE:
            number = draw(box, states, i, rng, numbers, desk.weights)
        elif decisions == insight.horizon:
            features(box, states, i, desk.room.rows)
            judge(insight.network, desk.room, numbers)
            return
        else:
            number = int(np.int64(policy(box, states, i, rng, numbers)))
            decisions += 1
        apply(box, states, i, number)


@inlined
def meet(fans: Fans, key: np.uint64) -> int:
    """The fan of choices of the decision with this key; NONE if it was not met before, or there is no room."""
    place = find(fans.keys, key)
    fan = NONE
    if fans.keys[place] == _EMPTY:
        if fans.filled[0] < MOST_FILLED * len(fans.keys):
            fans.keys[place] = key
            fans.of_key[place] = NONE
            fans.filled[0] += 1
    else:
        fan = int(fans.of_key[place])
        if fan == NONE and fans.filled[1] < len(fans.visits):
            fan = int(fans.filled[1])
            fans.filled[1] += 1
            fans.of_key[place] = fan
            if key == _ROOT:
                fans.filled[2] = fan
    return fan


@inlined
def choose(
    box: Records,
    states: Records,
    i: int,
    viewer: int,
    rng: Generator,
    fans: Fans,
    desk: Desk,
    insight: Insight,
    actor: int,
    fan: int,
) -> int:
    """The place in the fan of the choice to try; NONE if it is hidden from the searching seat: the policy makes it."""
    if insight.is_open or (actor == viewer and insight.is_sure):
        if fans.counts[fan] == 0:
            count = candidates(box, states, i, desk.numbers, desk.worths)
            if seen(box, states, i, int(np.int64(desk.numbers[0])), viewer) == HIDDEN:
                return NONE
            fill(fans, desk, fan, count)
        return choose_known(fans, rng, insight, fan)
    count = candidates(box, states, i, desk.numbers, desk.worths)
    if seen(box, states, i, int(np.int64(desk.numbers[0])), viewer) == HIDDEN:
        return NONE
    return choose_offered(fans, desk, rng, insight, fan, count)


@compiled
def fill(fans: Fans, desk: Desk, fan: int, count: int) -> None:
    """Write what is offered into a fan; if there is no room for all, the best."""
    width = fans.numbers.shape[1]
    kept = min(count, width)
    for k in range(kept):
        if count > width:
            best = k
            for other in range(k + 1, count):
                if desk.worths[other] > desk.worths[best]:
                    best = other
            desk.numbers[k], desk.numbers[best] = desk.numbers[best], desk.numbers[k]
            desk.worths[k], desk.worths[best] = desk.worths[best], desk.worths[k]
        fans.numbers[fan, k] = desk.numbers[k]
        fans.worths[fan, k] = desk.worths[k]
    fans.counts[fan] = kept


@compiled
def choose_known(fans: Fans, rng: Generator, insight: Insight, fan: int) -> int:
    """The best upper confidence bound, or the most promising new choice; those that were tried come first.

    The square of the number of tried choices may be `widening` times the visits. With a prior, the bonus is for the
    first ones: for those that looked best before anything was tried.
    """
    tried, visits = int(fans.tried[fan]), int(fans.visits[fan])
    if tried < fans.counts[fan] and tried * tried <= insight.widening * visits:
        fresh, ties = tried, 0
        for k in range(tried, fans.counts[fan]):
            if fans.worths[fan, k] > fans.worths[fan, fresh]:
                fresh, ties = k, 1
            elif fans.worths[fan, k] == fans.worths[fan, fresh]:
                ties += 1
                fresh = k if below(rng, ties) == 0 else fresh
        for row in (fans.numbers[fan], fans.worths[fan]):
            row[tried], row[fresh] = row[fresh], row[tried]
        fans.tried[fan] = tried + 1
        return tried
    bonus = insight.exploration * log(visits + 1.0)
    bonus_by_rank = insight.prior * sqrt(visits + 1.0)
    best, best_bound = 0, -1.0
    for k in range(tried):
        n = fans.child_visits[fan, k]
        extra = bonus_by_rank / (1.0 + k) / (1.0 + n) if insight.prior > 0.0 else sqrt(bonus / n)
        bound = fans.child_values[fan, k] / n + extra
        if bound > best_bound:
            best, best_bound = k, bound
    return best


@compiled
def choose_offered(fans: Fans, desk: Desk, rng: Generator, insight: Insight, fan: int, count: int) -> int:
    """The same where states with the same key may offer different choices, of which the fan has those that were tried.

    Only those count that are offered in this state.
    """
    tried, available, visits = int(fans.tried[fan]), 0, 0
    for k in range(count):
        desk.marks[desk.numbers[k]] = 1 + k
    for t in range(tried):
        number = fans.numbers[fan, t]
        desk.weights[t] = 1 if desk.marks[number] else 0
        if desk.marks[number]:
            desk.marks[number] = 0
            available += 1
            visits += fans.child_visits[fan, t]
    fresh, ties = NONE, 0
    for k in range(count):
        if desk.marks[desk.numbers[k]]:
            desk.marks[desk.numbers[k]] = 0
            if fresh == NONE or desk.worths[k] > desk.worths[fresh]:
                fresh, ties = k, 1
            elif desk.worths[k] == desk.worths[fresh]:
                ties += 1
                fresh = k if below(rng, ties) == 0 else fresh
    is_room = tried < fans.numbers.shape[1]
    if is_room and fresh != NONE and available * available <= insight.widening * visits:
        fans.numbers[fan, tried] = desk.numbers[fresh]
        fans.tried[fan] = tried + 1
        return tried
    bonus = insight.exploration * log(visits + 1.0)
    best, best_bound = NONE, -1.0
    for t in range(tried):
        if desk.weights[t]:
            n = fans.child_visits[fan, t]
            bound = fans.child_values[fan, t] / n + sqrt(bonus / n)
            if bound > best_bound:
                best, best_bound = t, bound
    return best


@inlined
def back_up(fans: Fans, desk: Desk, depth: int) -> None:
    """Add the shares of the win in `numbers` to every choice of the path."""
    for seat in range(fans.totals.size):
        fans.totals[seat] += desk.numbers[seat] / WIN
    for step in range(depth):
        fan, place = desk.path[step], desk.places[step]
        fans.visits[fan] += 1
        fans.child_visits[fan, place] += 1
        fans.child_values[fan, place] += desk.numbers[desk.actors[step]] / WIN
    if depth > 0 and desk.path[0] == fans.filled[2]:
        for seat in range(fans.totals.size):
            fans.root_values[desk.places[0], seat] += desk.numbers[seat] / WIN
