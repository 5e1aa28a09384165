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
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil

from benchmarks.load.people import Figures, Pair

MOST_TABLES, MOST_SECONDS = 2000, 600
START_SECONDS = 120
WARM_UP_MOVES = 3  # at each table, before counting


@contextmanager
def server(database: str, *more: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server on a free port; yields the process and its address."""
    command = [sys.executable, "-m", "cabotage", "serve", "--no-open", "--port", "0", "--database", database, *more]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        address = next(word for word in line.split() if word.startswith("http")).rstrip("/")
        yield process, address
    finally:
        process.terminate()
        process.wait(30)


def cpu_seconds(pid: int) -> float:
    """Of the server itself; the processes of bots are not counted."""
    times = psutil.Process(pid).cpu_times()
    return float(times.user + times.system)


async def started(figures: Figures, moves: int) -> None:
    """Returns when all tables are open and so many moves were made."""
    end = time.monotonic() + START_SECONDS
    while figures.moves < moves and time.monotonic() < end:
        await asyncio.sleep(0.1)


async def run(address: str, pid: int, arguments: argparse.Namespace) -> dict[str, Any]:
    figures = Figures()
    game, think, watchers = arguments.game, arguments.think, arguments.watchers
    pairs = [Pair(number, address, game, figures, think, watchers) for number in range(arguments.tables)]
    tasks = [asyncio.create_task(pair.play()) for pair in pairs]
    await started(figures, arguments.tables * WARM_UP_MOVES)
    figures.clear()
    began, cpu_began = time.monotonic(), cpu_seconds(pid)
    await asyncio.wait(tasks, timeout=arguments.seconds)
    seconds, cpu = time.monotonic() - began, cpu_seconds(pid) - cpu_began
    moves, latencies = figures.moves, sorted(figures.latencies)
    result = {
        "game": arguments.game,
        "tables": arguments.tables,
        "sockets": arguments.tables * (2 + arguments.watchers),
        "seconds": round(seconds, 1),
        "moves_per_second": round(moves / seconds, 1),
        "cpu_ms_per_move": round(1000 * cpu / max(1, moves), 3),
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
    arguments = parser.parse_args()
    if not 0 < arguments.tables <= MOST_TABLES or not 0 < arguments.seconds <= MOST_SECONDS:
        parser.error(f"at most {MOST_TABLES} tables and {MOST_SECONDS} seconds")
    if arguments.server:
        print(json.dumps(asyncio.run(run(arguments.server, arguments.pid, arguments))))
        return
    with tempfile.TemporaryDirectory() as folder:
        database = arguments.database or f"sqlite:///{Path(folder) / 'load.db'}"
        with server(database, "--no-limits", "--no-warm") as (process, address):
            print(json.dumps(asyncio.run(run(address, process.pid, arguments))))


if __name__ == "__main__":
    main()
