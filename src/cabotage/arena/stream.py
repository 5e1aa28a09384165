"""Draws that are the same in every game of a round, as far as the games are.

A single generator would give equal luck only until the first different choice: after it, every draw would serve
another purpose. Here the random number of a draw depends on its purpose: the seed, the round, the state's `phase` and
`turn`, and how many such draws there were before. So the third roll of seat 2 is the same in all rotations, whatever
the others did. Each number is used once a game and is independent of all others, so each game has the exact odds of
the rules.

A bot that is not ours could remember the draws of one rotation and use them in the next. Where such a bot takes part,
every game has draws of its own, and the seed is a secret unless somebody chooses it.
"""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b
from typing import TYPE_CHECKING

from cabotage.core import chance
from cabotage.core.chance import Dice

if TYPE_CHECKING:
    from cabotage.core.contract import Numbers
    from cabotage.core.position import Position

WORD_BITS = 64


def number_of(*parts: int | str) -> int:
    """A random number 0..2**64-1 that depends on all parts, unpredictably."""
    digest = blake2b(":".join(map(str, parts)).encode(), digest_size=WORD_BITS // 8)
    return int.from_bytes(digest.digest(), "big")


def bot_seed(seed: int, round_: int, rotation: int, seat: int) -> int:
    """The seed of a bot's dice: different in each game and at each seat, and never that of the game's draws."""
    return number_of("bot", seed, round_, rotation, seat) >> 1


def new_seed() -> int:
    """A seed that nobody can guess."""
    return chance.entropy() << chance.ENTROPY_BITS | chance.entropy()


class Stream(Dice):
    """The dice of one position: in one round, or in one game only, named by a text."""

    def __init__(self, position: Position, seed: int, round_: int | str) -> None:
        super().__init__(0)
        self.position = position
        self.root = ("draw", seed, round_)
        self.drawn: Counter[tuple[int, int]] = Counter()

    def pick(self, weights: Numbers) -> int:
        """An index by weight."""
        purpose = (self.position["phase"], self.position["turn"])
        number = number_of(*self.root, *purpose, self.drawn[purpose])
        self.drawn[purpose] += 1
        left = number * int(weights.sum()) >> WORD_BITS
        for index, weight in enumerate(weights):
            left -= int(weight)
            if left < 0:
                return index
        raise AssertionError("weights are positive")
