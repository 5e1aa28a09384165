"""Games by the quick policy from which positions are kept, compiled together with the rules of one game.

This file runs once per game, as a separate module with that game's functions as globals (see
`cabotage.core.compiling.instantiate`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

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
    from cabotage.training.positions import Kept

    def _rules() -> RulesModule: ...
    def _picks() -> PicksModule: ...
    def _judge() -> JudgeModule: ...
    def _resample() -> ResampleModule: ...
    def _observe() -> ObserveModule: ...

    setup, to_act, apply, standings = _rules().setup, _rules().to_act, _rules().apply, _rules().standings
    choose, draw = _picks().choose, _picks().draw
    policy, estimate = _judge().policy, _judge().estimate
    resample, features = _resample().resample, _observe().features

PERMILLE = 1000


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


@compiled
def gather(
    box: Records,
    room: Room,
    sight: Sight,
    words: Generator,
    rngs: NDArray[np.uint64],
    random_permille: Numbers,
    kept: Kept,
) -> None:
    """Play a game from each word to its end, and keep some of its positions.

    Every seat follows the quick policy in a state that fits its view; some of its choices are random instead.
    """
    i = len(room.all_states) - 1  # a literal 0 has a type of its own, for which all rules would be compiled again
    k = len(room.views) - 1
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
                else:
                    reveal(sight.plan, sight.blank, room.cells, i, actor, room.view_cells, k)
                    resample(box, room.views, k, actor, rng, room.states, k)
                    number = int(np.int64(policy(box, room.states, k, rng, numbers)))
            apply(box, states, i, number)
        kept.counts[game] = min(decision, places)
        share_win(numbers, seats, standings(box, states, i, numbers))
        for seat in range(seats):
            kept.shares[game, seat] = numbers[seat] / WIN
