"""Fair dice: every draw follows from a seed that was promised before, from what people added, and from the game so far.

The seed is 32 random bytes; its SHA-256 is shown from the start. A digest goes through the game: it begins with all
that was fixed before the first draw (with the promise and the nonces of those who sat down) and takes up every choice
and every draw. A draw is HMAC-SHA256 of the seed over that digest, mapped to the weights without bias.
docs/explanation/fair-dice.md says what this proves and what it does not.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from cabotage.core.chance import Dice
from cabotage.core.contract import Numbers

SCHEME = "cabotage-dice-1"
SEED_BYTES = 32
SHOWN_DIGITS = 16  # of a digest, in records: enough to find the first event that was altered
_WORD = 1 << 256


def new_seed() -> bytes:
    return secrets.token_bytes(SEED_BYTES)


def commitment(seed: bytes) -> str:
    """The promise: shown before anything is drawn, and it gives nothing away."""
    return hashlib.sha256(seed).hexdigest()


def head(fixed: Mapping[str, Any]) -> bytes:
    """The digest before the first event, over all that is fixed then."""
    text = json.dumps({"scheme": SCHEME, **fixed}, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).digest()


def onward(digest: bytes, number: int) -> bytes:
    """The digest after one more choice or draw."""
    return hashlib.sha256(digest + number.to_bytes(4, "big")).digest()


def draw(seed: bytes, digest: bytes, step: int, weights: Sequence[int]) -> int:
    """The index drawn after so many events: each as likely as its weight, exactly."""
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


class FairDice(Dice):
    """Dice for a position, promised beforehand.

    `history` is the position's own list of what has happened, `digest` is the one after its first `step` events.
    """

    def __init__(self, seed: bytes, digest: bytes, step: int, history: Sequence[int]) -> None:
        self._seed = seed
        self._digest = digest
        self._step = step
        self._history = history

    def pick(self, weights: Numbers) -> int:
        for number in self._history[self._step :]:
            self._digest = onward(self._digest, number)
        self._step = len(self._history)
        return draw(self._seed, self._digest, self._step, [int(weight) for weight in weights])

    def fork(self) -> Dice:
        """A copy of a position is somebody's "what if": it gets dice that have nothing to do with these."""
        return Dice()

    def __repr__(self) -> str:
        return "<fair dice>"  # never the seed, not even in a traceback
