"""A process that plays at tables as fast as it can and says what was acknowledged; to be killed at any moment."""

from __future__ import annotations

import asyncio
import random
import sys

from cabotage.tables import Log, Tables
from tests.tables.fixtures import any_game

GAMES = (("toy", 3), ("toy", 2), ("captn_clever", 2), ("calypso", 2), ("toy", 3))


async def play(url: str, seed: int, ids: list[str]) -> None:
    rng = random.Random(seed)
    tables = Tables(await Log.open(url), games=any_game)
    await asyncio.gather(*(sit(tables, rng, place, ids[place] if ids else None) for place in range(len(GAMES))))


async def sit(tables: Tables, rng: random.Random, place: int, known: str | None) -> None:
    """Play one table, then open another, for ever."""
    while True:
        game, seats = GAMES[place]
        table = await (tables.find(known) if known else tables.open(game, ["me", *["here"] * (seats - 1)], "anna"))
        known = None
        print("opened", place, table.id, flush=True)
        while table.status == "running":
            seat = table.to_act
            assert seat is not None
            number = int(rng.choice(table.state.position.legal.numbers))
            move = await table.submit(seat, table.seq, number)
            print("moved", table.id, move.first_seq, move.last_seq, number, flush=True)
            await asyncio.sleep(0)


if __name__ == "__main__":
    asyncio.run(play(sys.argv[1], int(sys.argv[2]), sys.argv[3:]))
