"""Games from which positions are kept, by a policy or a look ahead, compiled together with the rules of one game.

This file runs once per game, as a separate module with that game's functions as globals (see
`cabotage.core.compiling.instantiate`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cabotage.bots.network import judge
from cabotage.core.chance import below
from cabotage.core.compiling import compiled, inlined
from cabotage.core.contract import CHANCE, OVER, WIN
from cabotage.core.shares import share_win
from cabotage.core.visibility import reveal

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cabotage.core.contract import (
        Generator,
        JudgeModule,
        Numbers,
        ObserveModule,
        PicksModule,
        Records,
        ResampleModule,
        RulesModule,
    )
    from cabotage.core.vector import Room, Sight
    from cabotage.training.positions import Eye, Kept

    def _rules() -> RulesModule: ...
    def _picks() -> PicksModule: ...
    def _judge() -> JudgeModule: ...
    def _resample() -> ResampleModule: ...
    def _observe() -> ObserveModule: ...

    setup, to_act, apply, standings = _rules().setup, _rules().to_act, _rules().apply, _rules().standings
    choose, draw = _picks().choose, _picks().draw
    policy, estimate, candidates = _judge().policy, _judge().estimate, _judge().candidates
    resample, features = _resample().resample, _observe().features

PERMILLE = 1000
SAMPLES = 2  # states that a look ahead imagines: what is hidden and drawn differs


@compiled
def describe(
    box: Records, states: Records, i: int, rows: NDArray[np.float32], estimates: NDArray[np.float32], numbers: Numbers
) -> None:
    """Write the features of every seat, and every seat's share of the win as the game's estimate has it."""
    estimate(box, states, i, numbers)
    features(box, states, i, rows)
    for seat in range(int(box[0].seats)):
        estimates[seat] = numbers[seat] / WIN


@inlined
def place_of(rng: Generator, decision: int, places: int) -> int:
    """Where to keep this decision, so that all decisions of a game are kept with the same probability; else `places`.

    The first ones fill the places. Later ones take the place of another (reservoir sampling).
    """
    place = decision
    if decision >= places:
        place = min(int(np.int64(below(rng, decision + 1))), places)
    return place


@inlined
def quick(box: Records, room: Room, sight: Sight, i: int, actor: int, rng: Generator) -> int:
    """The choice of the quick policy in a state that fits the view of the seat to act."""
    k = len(room.views) - 1
    reveal(sight.plan, sight.blank, room.cells, i, actor, room.view_cells, k)
    resample(box, room.views, k, actor, rng, room.states, k)
    return int(np.int64(policy(box, room.states, k, rng, room.numbers)))


@compiled
def look_ahead(box: Records, room: Room, sight: Sight, eye: Eye, i: int, actor: int, rng: Generator) -> int:
    """The choice after which the network expects most for the seat to act, in states that fit its view."""
    k = len(room.views) - 1
    states, j = room.states, len(room.states) - 1
    reveal(sight.plan, sight.blank, room.cells, i, actor, room.view_cells, k)
    resample(box, room.views, k, actor, rng, states, k)
    count = candidates(box, states, k, eye.choices, eye.worths)
    for c in range(count):
        eye.totals[c] = 0
    for sample in range(SAMPLES if count > 1 else 0):
        if sample > 0:
            resample(box, room.views, k, actor, rng, states, k)
        word = rng[0]
        for c in range(count):
            rng[0] = word  # all choices meet the same draws, as far as they are alike
            states[j] = states[k]
            apply(box, states, j, int(np.int64(eye.choices[c])))
            expect(box, room, eye, j, rng)
            eye.totals[c] += room.numbers[actor]
    best, ties = 0, 1
    for c in range(1, count):
        if eye.totals[c] > eye.totals[best]:
            best, ties = c, 1
        elif eye.totals[c] == eye.totals[best]:
            ties += 1
            best = c if below(rng, ties) == 0 else best
    return int(np.int64(eye.choices[best]))


@inlined
def expect(box: Records, room: Room, eye: Eye, j: int, rng: Generator) -> None:
    """Draw until a seat has to choose, and write what the network expects for all seats; at the end, what they have."""
    states, numbers = room.states, room.numbers
    actor = to_act(box, states, j)
    while actor == CHANCE:
        apply(box, states, j, int(np.int64(draw(box, states, j, rng, numbers, room.weights))))
        actor = to_act(box, states, j)
    if actor == OVER:
        share_win(numbers, int(box[0].seats), standings(box, states, j, numbers))
    else:
        features(box, states, j, eye.room.rows)
        judge(eye.network, eye.room, numbers)


@compiled
def gather(
    box: Records,
    room: Room,
    sight: Sight,
    eye: Eye,
    words: Generator,
    rngs: NDArray[np.uint64],
    random_permille: Numbers,
    kept: Kept,
) -> None:
    """Play a game from each word to its end, and keep some of its positions.

    Every seat follows the quick policy, or looks ahead with a network if it is not empty; some choices are random.
    """
    i = len(room.all_states) - 1  # a literal 0 has a type of its own, for which all rules would be compiled again
    states, seats, numbers, weights = room.all_states, int(box[0].seats), room.numbers, room.weights
    rng = rngs[i]
    places = kept.rows.shape[1]
    for game in range(len(words)):
        setup(box, states, i)
        rng[0] = words[game]
        decision = 0
        while True:
            actor = to_act(box, states, i)
            if actor == OVER:
                break
            if actor == CHANCE:
                number = draw(box, states, i, rng, numbers, weights)
            else:
                place = place_of(rng, decision, places)
                if place < places:
                    describe(box, states, i, kept.rows[game, place], kept.estimates[game, place], numbers)
                decision += 1
                if below(rng, PERMILLE) < random_permille[game]:
                    number = choose(box, states, i, rng, numbers)
                elif eye.network.bias2.size == 0:
                    number = quick(box, room, sight, i, actor, rng)
                else:
                    number = look_ahead(box, room, sight, eye, i, actor, rng)
            apply(box, states, i, number)
        kept.counts[game] = min(decision, places)
        share_win(numbers, seats, standings(box, states, i, numbers))
        for seat in range(seats):
            kept.shares[game, seat] = numbers[seat] / WIN
