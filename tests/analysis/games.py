"""Finished games for these tests."""

from __future__ import annotations

from typing import Any

import cabotage
from cabotage.analysis import Effort
from cabotage.bots import make_bot
from cabotage.core.position import Position

QUICK = Effort(playouts=1, iterations=4, samples=2)


def finished(game: str, bot: str, seed: int, seats: int | None = None, **options: Any) -> Position:
    """A game of bots of one kind."""
    box = cabotage.load(game, seats=seats, **options)
    position = box.start(seed=seed)
    bots = [make_bot(bot, box, seed + seat) for seat in range(box.seats)]
    while not position.is_over:
        if position.is_chance:
            position.roll()
        else:
            position.play(int(bots[position.to_act].choose(position.view(position.to_act), position.to_act)))
    return position
