"""Run it: `python -m benchmarks.load --game smugglers --tables 20 --seconds 20`. It starts a server of its own.

Prints one line of JSON. Traffic stays on this machine; tables, seconds and sockets are bounded.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvloop

from benchmarks.load.cores import CLIENTS, SERVER, cpu_seconds, pinned
from benchmarks.load.people import Pair
from benchmarks.load.person import Figures

MOST_TABLES, MOST_SECONDS = 2000, 600
START_SECONDS = 120
WARM_UP_MOVES = 3  # at each table, before counting
SETTLE_SECONDS = 4  # then, so that Node.js has compiled what is called often


@contextmanager
def server(database: str, *more: str, core: int | None = None) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server on a free port, and on this core; yields the process and its address."""
    command = [sys.executable, "-m", "cabotage", "serve", "--no-open", "--port", "0", "--database", database, *more]
    with pinned(core):
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        address = next(word for word in line.split() if word.startswith("http")).rstrip("/")
        yield process, address
    finally:
        process.terminate()
        process.wait(30)


async def started(figures: Figures, moves: int) -> None:
    """Returns when all tables are open and so many moves were made."""
    end = time.monotonic() + START_SECONDS
    while figures.moves < moves and time.monotonic() < end:
        await asyncio.sleep(0.1)


async def run(address: str, pid: int, arguments: argparse.Namespace) -> dict[str, Any]:
    """Load on Cabotage at this address, and what it did."""
    figures = Figures()
    game, think, watchers = arguments.game, arguments.think, arguments.watchers
    pairs = [Pair(number, address, game, figures, think, watchers) for number in range(arguments.tables)]
    counted = await count([pair.play() for pair in pairs], figures, pid, arguments.tables, arguments.seconds)
    return {"game": game, "sockets": arguments.tables * (2 + watchers), **counted}


async def count(
    plays: Sequence[Coroutine[Any, Any, None]], figures: Figures, pid: int, tables: int, seconds: float
) -> dict[str, Any]:
    """Let these people play, and count for so many seconds once all tables are open."""
    tasks = list(map(asyncio.create_task, plays))
    await started(figures, tables * WARM_UP_MOVES)
    await asyncio.sleep(SETTLE_SECONDS)
    figures.clear()
    began, cpu_began, own_began = time.monotonic(), cpu_seconds(pid), time.process_time()
    await asyncio.wait(tasks, timeout=seconds)
    passed, cpu, own = time.monotonic() - began, cpu_seconds(pid) - cpu_began, time.process_time() - own_began
    moves, latencies = figures.moves, sorted(figures.latencies)
    result: dict[str, Any] = {
        "tables": tables,
        "seconds": round(passed, 1),
        "moves_per_second": round(moves / passed, 1),
        "cpu_ms_per_move": round(1000 * cpu / max(1, moves), 3),
        "server_busy": round(cpu / passed, 2),  # of one core
        "clients_busy": round(own / passed, 2),
        "bytes_per_move_and_viewer": round(figures.bytes / max(1, figures.messages)),
        "median_ms": round(1000 * statistics.median(latencies), 2) if latencies else None,
        "p99_ms": round(1000 * latencies[int(len(latencies) * 0.99)], 2) if latencies else None,
        "games": figures.games,
        "refusals": figures.refusals,
    }
    figures.is_over = True
    for task in tasks:
        task.cancel()
    for done in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(done, Exception):
            result.setdefault("failures", []).append(repr(done)[:200])
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="smugglers")
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--think", type=float, default=0, help="mean seconds before a choice")
    parser.add_argument("--watchers", type=int, default=0, help="spectators at each table")
    parser.add_argument("--database", help="by default an SQLite file in a temporary folder")
    parser.add_argument("--server", help="the address of a server that runs already; then also --pid")
    parser.add_argument("--pid", type=int)
    parser.add_argument("--free", action="store_true", help="do not give the server and its clients a core each")
    arguments = parser.parse_args()
    if not 0 < arguments.tables <= MOST_TABLES or not 0 < arguments.seconds <= MOST_SECONDS:
        parser.error(f"at most {MOST_TABLES} tables and {MOST_SECONDS} seconds")
    if arguments.server:
        print(json.dumps(uvloop.run(run(arguments.server, arguments.pid, arguments))))
        return
    with tempfile.TemporaryDirectory() as folder:
        database = arguments.database or f"sqlite:///{Path(folder) / 'load.db'}"
        with (
            server(database, "--no-limits", "--no-warm", core=None if arguments.free else SERVER) as (process, address),
            pinned(None if arguments.free else CLIENTS),
        ):
            print(json.dumps(uvloop.run(run(address, process.pid, arguments))))


if __name__ == "__main__":
    main()
