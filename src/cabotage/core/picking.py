"""How random play chooses and draws in a game that has no `picks.py`: from the lists of `legal` and `chance`.

This file runs once per game, as a separate module with that game's functions as globals (see
`cabotage.core.compiling.instantiate`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cabotage.core.chance import below, pick
from cabotage.core.compiling import inlined

if TYPE_CHECKING:
    from cabotage.core.contract import Generator, Numbers, Records, RulesModule

    def _rules() -> RulesModule: ...

    legal, chance = _rules().legal, _rules().chance


@inlined
def choose(box: Records, states: Records, i: int, rng: Generator, choices: Numbers) -> int:
    """A legal action at random."""
    # The type that Python passes. For another type Numba would compile all rules again.
    return int(np.int64(choices[below(rng, legal(box, states, i, choices))]))


@inlined
def draw(box: Records, states: Records, i: int, rng: Generator, outcomes: Numbers, weights: Numbers) -> int:
    """An outcome at random, by weight."""
    return int(np.int64(outcomes[pick(rng, weights, chance(box, states, i, outcomes, weights))]))
