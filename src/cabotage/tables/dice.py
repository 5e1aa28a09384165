"""Fair dice: every draw is computed from a seed committed to in advance, the players' nonces, and the game so far.

The seed is 32 random bytes; its SHA-256, the commitment, is shown from the start. A chain of digests starts with all
that is fixed before the first draw (commitment and nonces included) and continues with every choice and every draw. A
draw is HMAC-SHA256 of the seed over the current digest, mapped to the weights without bias.
docs/explanation/fair-dice.md says what this proves and what it does not.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cabotage.core.chance import Dice
from cabotage.core.contract import Numbers
from cabotage.core.lot import draw_lot

SCHEME = "cabotage-dice-1"
SEED_BYTES = 32
SHOWN_DIGITS = 16  # of a digest, in records: enough to find the first event that was altered
_WORD = 1 << 256


def new_seed() -> bytes:
    return secrets.token_bytes(SEED_BYTES)


def commitment(seed: bytes) -> str:
    """Shown before anything is drawn; it reveals nothing about the seed."""
    return hashlib.sha256(seed).hexdigest()


def head(fixed: Mapping[str, Any]) -> bytes:
    """The digest before the first event, over everything that is fixed then."""
    text = json.dumps({"scheme": SCHEME, **fixed}, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).digest()


def onward(digest: bytes, number: int) -> bytes:
    """The digest after one more choice or draw."""
    return hashlib.sha256(digest + number.to_bytes(4, "big")).digest()


def onward_all(digest: bytes, numbers: Iterable[int]) -> bytes:
    """The digest after all these choices and draws."""
    for number in numbers:
        digest = onward(digest, number)
    return digest


def draw(seed: bytes, digest: bytes, step: int, weights: Sequence[int]) -> int:
    """The index drawn after that many events; the probabilities are exactly the weights."""
    total = sum(weights)
    limit = _WORD - _WORD % total
    attempt = 0
    while True:
        message = step.to_bytes(8, "big") + attempt.to_bytes(4, "big") + digest
        word = int.from_bytes(hmac.digest(seed, message, "sha256"), "big")
        if word < limit:
            break
        attempt += 1
    rest = word % total
    index = 0
    while rest >= weights[index]:
        rest -= weights[index]
        index += 1
    return index


def fair_lot(teams: Sequence[int], seed: bytes, digest: bytes) -> list[int]:
    """The listed seat of each place, drawn before the first event."""
    lot: list[int] = []
    return draw_lot(teams, FairDice(seed, digest, 0, lot), lot)


class NoDice(Dice):
    """Those of a table's own position, which only takes up what fair dice have drawn."""

    def __init__(self) -> None:
        """Without a seed, which takes time to make for every copy."""

    def pick(self, weights: Numbers) -> int:
        raise NotImplementedError("tables draw with FairDice")

    def fork(self) -> Dice:
        return self

    def __repr__(self) -> str:
        return "<no dice>"


class FairDice(Dice):
    """Dice of a table.

    `history` is the position's own list of events, `digest` is the one after its first `step` events.
    """

    def __init__(self, seed: bytes, digest: bytes, step: int, history: Sequence[int]) -> None:
        self._seed = seed
        self._digest = digest
        self._step = step
        self._history = history

    def pick(self, weights: Numbers) -> int:
        self._digest = onward_all(self._digest, self._history[self._step :])
        self._step = len(self._history)
        return draw(self._seed, self._digest, self._step, [int(weight) for weight in weights])

    def fork(self) -> Dice:
        """A copy of a position gets unrelated dice, so that it cannot be used to look ahead."""
        return Dice()

    def __repr__(self) -> str:
        return "<fair dice>"  # never the seed, not even in a traceback
