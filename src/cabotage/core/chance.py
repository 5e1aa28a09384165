"""Random numbers: a small compiled generator for simulations, and the dice of a position.

The generator (xorshift64) is fast and repeatable, but not secret, so a server draws in another way. It is never part of
a state.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from random import Random

import numpy as np
from numpy.typing import NDArray

from cabotage.core.compiling import inlined, is_interpreted
from cabotage.core.contract import Generator, Numbers

_LEFT, _RIGHT, _LEFT_AGAIN, _HALF = (np.uint64(shift) for shift in (13, 7, 17, 32))
_WORD = (1 << 64) - 1
ENTROPY_BITS = 63
_repeated: ContextVar[Random | None] = ContextVar("repeated", default=None)
# The constants of splitmix64.
_ONE, _GOLDEN, _FACTOR, _FACTOR_AGAIN = (
    np.uint64(number) for number in (1, 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB)
)
_SHIFT, _SHIFT_AGAIN, _LAST_SHIFT = (np.uint64(shift) for shift in (30, 27, 31))


def generator(seed: int) -> Generator:
    """A generator whose stream depends on every bit of the seed (splitmix64 spreads seeds that are close together)."""
    return np.array([_spread(seed) or 1], np.uint64)


def generators(seed: int, games: NDArray[np.int64]) -> Generator:
    """The first word of a generator for each of these games: far apart for games and seeds that are close together."""
    return _first_words(base(seed)[0], games)


def base(seed: int) -> Generator:
    """What the generators of all games with this seed have in common, for `first_word`."""
    return np.array([_spread(seed)], np.uint64)


def _first_words(common: np.uint64, games: NDArray[np.int64]) -> Generator:
    words = common + (games.astype(np.uint64) + _ONE) * _GOLDEN
    words = (words ^ (words >> _SHIFT)) * _FACTOR
    words = (words ^ (words >> _SHIFT_AGAIN)) * _FACTOR_AGAIN
    return np.maximum(words ^ (words >> _LAST_SHIFT), _ONE)


if is_interpreted():

    def first_word(common: Generator, game: int) -> np.uint64:
        """The first word of the generator of one game, as in `generators`. Products of arrays overflow silently."""
        return np.uint64(_first_words(common[0], np.array([game]))[0])

else:

    @inlined
    def first_word(common: Generator, game: int) -> np.uint64:
        """The first word of the generator of one game, as in `generators`."""
        word = common[0] + np.uint64(game + 1) * _GOLDEN
        word = (word ^ (word >> _SHIFT)) * _FACTOR
        word = (word ^ (word >> _SHIFT_AGAIN)) * _FACTOR_AGAIN
        return max(word ^ (word >> _LAST_SHIFT), _ONE)


def _spread(seed: int) -> int:
    word = (seed + 0x9E3779B97F4A7C15) & _WORD
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 & _WORD
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB & _WORD
    return word ^ (word >> 31)


@inlined
def below(rng: Generator, limit: int) -> int:
    """A random integer 0..limit-1; limit is below 2**31."""
    word = rng[0]
    word ^= word << _LEFT
    word ^= word >> _RIGHT
    word ^= word << _LEFT_AGAIN
    rng[0] = word
    return int(((word >> _HALF) * np.uint64(limit)) >> _HALF)


@inlined
def pick(rng: Generator, weights: Numbers, count: int) -> int:
    """A random index 0..count-1, by weight."""
    total = 0
    for k in range(count):
        total += weights[k]
    drawn = below(rng, total)
    index = 0
    passed = 0
    for k in range(count):  # no early exit: an unpredictable branch costs more than the whole loop
        passed += weights[k]
        index += 1 if passed <= drawn else 0
    return index


@inlined
def count_ties(value: int, best: int, ties: int) -> int:
    """How many values equal the best one, this value included; 1 if it is better than all before."""
    return 1 if value > best else ties + (1 if value == best else 0)


@inlined
def is_new_best(rng: Generator, value: int, best: int, ties: int) -> bool:
    """Whether this value replaces the best one; among equals each is kept with the same probability."""
    return value > best or (value == best and below(rng, ties) == 0)


def entropy() -> int:
    """A seed that cannot be guessed."""
    known = _repeated.get()
    return secrets.randbits(ENTROPY_BITS) if known is None else known.getrandbits(ENTROPY_BITS)


@contextmanager
def repeatable(seed: int | str) -> Iterator[None]:
    """Inside, seeds that nobody chose follow from this one: for boards that are made at random, in training."""
    token = _repeated.set(Random(seed))
    try:
        yield
    finally:
        _repeated.reset(token)


class Dice:
    """Draws the outcomes for one position."""

    def __init__(self, seed: int | None = None) -> None:
        self.seed = entropy() if seed is None else seed
        self.rng = generator(self.seed)

    def pick(self, weights: Numbers) -> int:
        return int(pick(self.rng, weights, len(weights)))

    def fork(self) -> Dice:
        """New dice for a copy. They are repeatable, but do not reveal what these dice draw next."""
        return Dice(int(self.rng[0]) ^ 0x5EA5)
