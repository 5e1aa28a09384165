"""Who sits at the tables of these tests: a clock, chance for choices, and the toy among the games."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from cabotage.games import find
from tests.toy import GAME as TOY

if TYPE_CHECKING:
    from cabotage.core.game import Game
    from cabotage.tables import Appended, Table

NOON_MS = 1_000_000_000_000


def any_game(name: str) -> Game:
    """A game of the registry, or the toy."""
    return TOY if name == TOY.id else find(name)


class Hands:
    """The hands of a clock: stand still until they are moved."""

    def __init__(self) -> None:
        self.now_ms = NOON_MS

    def __call__(self) -> int:
        return self.now_ms

    def forward(self, seconds: float) -> None:
        self.now_ms += int(seconds * 1000)


async def choose_one(table: Table, rng: random.Random) -> Appended:
    """Any offered choice for the seat to act."""
    seat = table.to_act
    assert seat is not None
    return await table.submit(seat, table.seq, int(rng.choice(table.state.position.legal.numbers)))


async def play_on(table: Table, seed: int = 0, most: int = 100_000) -> Table:
    """Random choices to the end, or that many."""
    rng = random.Random(seed)
    for _ in range(most):
        if table.status == "over":
            break
        await choose_one(table, rng)
    return table
