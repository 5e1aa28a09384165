"""What a socket, a table and a game need: `python -m benchmarks.sizes`. Starts a server of its own on this machine."""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import tempfile
from pathlib import Path
from typing import Any

import httpx
import psutil

from benchmarks.load.__main__ import server
from benchmarks.load.people import Pair
from benchmarks.load.person import Figures, Person
from cabotage.games import GAMES
from cabotage.tables import Log, Tables

KIB = 1024
SETTLE_SECONDS = 3
IDLE = 50  # tables that nobody plays at


def memory_kib(pid: int) -> float:
    return float(psutil.Process(pid).memory_info().rss) / KIB


async def of_tables(address: str, pid: int, game: str, tables: int) -> dict[str, float]:
    """Memory for a table in memory with two people, and for a socket that watches it."""
    figures = Figures()
    pairs = [Pair(number, address, game, figures, 0) for number in range(tables)]
    async with httpx.AsyncClient(base_url=address, timeout=60) as http:
        tokens = [await pair.tokens(http) for pair in pairs]
        await pairs[0].open(http, tokens[0])
        empty = memory_kib(pid)
        names = [await pair.open(http, own) for pair, own in zip(pairs, tokens, strict=True)]
        full = memory_kib(pid)
        for pair, own, name in zip(pairs, tokens, names, strict=True):
            for token in own:
                await pair.enter(name, Person(figures, 0, random.Random(0)), token)
        await asyncio.sleep(SETTLE_SECONDS)  # until all have their first view
        return {
            "kib_per_table_in_memory": round((full - empty) / tables, 1),
            "kib_per_socket": round((memory_kib(pid) - full) / (2 * tables), 1),
        }


async def of_games(folder: Path, game: str, games: int) -> dict[str, float]:
    """Space on the disk for a table, before and after its game; and how long that game is."""
    path = folder / f"{game}.db"
    rng, sizes, rows = random.Random(game), [], 0
    await (await Log.open(f"sqlite:///{path}")).close()  # an empty database
    for count, is_played in ((IDLE, False), (games, True)):
        tables = Tables(await Log.open(f"sqlite:///{path}"))
        before = path.stat().st_size
        for _ in range(count):
            table = await tables.open(game, ["me", "here"] if game != "cape_horn" else ["me", "here", "here"], "anna")
            while is_played and table.to_act is not None:
                numbers = table.state.position.legal.numbers
                await table.submit(table.to_act, table.seq, int(rng.choice(numbers)))
            rows += table.seq if is_played else 0
        await tables.close()  # empties the write-ahead log
        sizes.append((path.stat().st_size - before) / count / KIB)
    return {"kib_idle": round(sizes[0], 1), "kib_finished": round(sizes[1], 1), "rows": round(rows / games)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200, help="in memory, each with two sockets")
    parser.add_argument("--games", type=int, default=5, help="played to the end at random, of each game")
    arguments = parser.parse_args()
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        for game in GAMES:
            found[game] = asyncio.run(of_games(Path(folder), game, arguments.games))
            print(json.dumps({game: found[game]}), flush=True)
        with server(f"sqlite:///{Path(folder) / 'memory.db'}", "--no-limits", "--no-warm") as (process, address):
            start = memory_kib(process.pid)
            print(json.dumps({"mib_at_the_start": round(start / KIB, 1)}), flush=True)
            for game in ("smugglers", "treasure_boots"):
                print(json.dumps({game: asyncio.run(of_tables(address, process.pid, game, arguments.tables))}))


if __name__ == "__main__":
    main()
