"""Random play in Captain Treasure Boots, compiled: a choice or outcome by its place in the list, which is not written.

Rare questions are answered from their list.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cabotage.core.chance import below, pick
from cabotage.core.compiling import inlined
from cabotage.games.treasure_boots.actions import ATTACK, DEFENCE, DICE, DICE_PAIRS, FACES, GO, TOKEN, TOKENS
from cabotage.games.treasure_boots.reach import pick_end
from cabotage.games.treasure_boots.rules import chance, legal
from cabotage.games.treasure_boots.state import NOWHERE, Phase

if TYPE_CHECKING:
    from cabotage.core.contract import Generator, Numbers, Records

# Which pair each roll of two dice is, in the order of pairs: two different faces are rolled in two ways.
PAIR_OF_ROLL = np.array([pair for pair, (low, high) in enumerate(DICE_PAIRS) for _ in range(1 + (low != high))])
ROLLS = FACES * FACES


@inlined
def choose(box: Records, states: Records, i: int, rng: Generator, choices: Numbers) -> int:
    s, b = states[i], box[0]
    if s.phase == Phase.GO:
        square = pick_end(b, s, np.int64(s.acting), rng, choices)
        if square != NOWHERE:
            return GO + square
    return int(np.int64(choices[below(rng, legal(box, states, i, choices))]))


@inlined
def draw(box: Records, states: Records, i: int, rng: Generator, outcomes: Numbers, weights: Numbers) -> int:
    s = states[i]
    if s.phase == Phase.DICE:
        return DICE + int(PAIR_OF_ROLL[below(rng, ROLLS)])
    if s.phase == Phase.TOKEN:
        left = 0
        for token in range(TOKENS):
            left += int(s.supply[token])
        drawn = below(rng, left)
        found, passed = 0, 0
        for token in range(TOKENS):
            passed += int(s.supply[token])
            found += 1 if passed <= drawn else 0
        return TOKEN + found
    if s.phase == Phase.ATTACK_DIE:
        return ATTACK + below(rng, FACES)
    if s.phase == Phase.DEFENCE_DIE:
        return DEFENCE + below(rng, FACES)
    return int(np.int64(outcomes[pick(rng, weights, chance(box, states, i, outcomes, weights))]))
