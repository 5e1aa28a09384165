"""Run it: `python -m benchmarks.servers`. Measures workers on one PostgreSQL, and how soon news reaches another server.

Prints one line of JSON per measurement. It starts a PostgreSQL of its own; traffic stays on this machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import time
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.load.__main__ import run, server
from tests import postgres

WORKERS = (1, 2, 4)
MOVES = 300
PAUSE_SECONDS = 0.02  # between two moves, so that each is measured alone


async def moves_per_second(address: str, pid: int, arguments: argparse.Namespace) -> dict[str, Any]:
    result = await run(address, pid, arguments)
    del result["cpu_ms_per_move"]  # of the supervisor, which does nothing
    return result


async def news(addresses: list[str]) -> dict[str, Any]:
    """One person has a socket at each of two servers and chooses at the first: how much later the second shows it."""
    async with httpx.AsyncClient(base_url=addresses[0], timeout=60) as http:
        token = (await http.post("/api/identities")).json()["token"]
        headers = {"Authorization": f"Bearer {token}"}
        later: list[float] = []
        while len(later) < MOVES:
            wish = {"game": "smugglers", "seats": ["me", "here"], "order": "listed"}
            table = (await http.post("/api/tables", json=wish, headers=headers)).json()["table"]
            paths = [f"{address.replace('http', 'ws', 1)}/api/tables/{table}/live" for address in addresses]
            async with (
                connect(paths[0], additional_headers=headers) as near,
                connect(paths[1], additional_headers=headers) as far,
            ):
                later += await _game(near, far)
    later.sort()
    return {
        "moves": len(later),
        "median_ms": round(1000 * statistics.median(later), 2),
        "p99_ms": round(1000 * later[int(len(later) * 0.99)], 2),
    }


async def _game(near: ClientConnection, far: ClientConnection) -> list[float]:
    """Seconds from the news at the near server to the news at the far one, for each move of a game."""
    later: list[float] = []
    view = msgspec.json.decode(await near.recv())
    await far.recv()
    while view["to_act"] >= 0 and len(later) < MOVES:
        if not view.get("choices"):  # the other seat at this browser
            await near.send(json.dumps({"type": "look", "seat": view["to_act"]}))
            view = await _shown(near)
            continue
        choice = view["choices"][0]["id"]
        await near.send(json.dumps({"type": "choose", "seq": view["seq"], "choice": choice}))
        (view, here), (_, there) = await asyncio.gather(_timed(near), _timed(far))
        later.append(there - here)
        await asyncio.sleep(PAUSE_SECONDS)
    return later


async def _timed(line: ClientConnection) -> tuple[dict[str, Any], float]:
    shown = await _shown(line)
    return shown, time.perf_counter()


async def _shown(line: ClientConnection) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = msgspec.json.decode(await line.recv())
        if message["type"] == "error":
            raise RuntimeError(message["sentence"])
        if message["type"] in ("view", "update"):
            return message


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="smugglers")
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--warm-up", type=float, default=5, help="seconds before counting")
    parser.add_argument("--watchers", type=int, default=0, help="spectators at each table")
    parser.add_argument("--think", type=float, default=0, help="mean seconds before a choice")
    arguments = parser.parse_args()
    with postgres.cluster(is_durable=True) as cluster:
        for workers in WORKERS:
            with (
                postgres.database(cluster, f"workers_{workers}") as database,
                server(database, "--no-warm", "--workers", str(workers)) as (process, address),
            ):
                result = asyncio.run(moves_per_second(address, process.pid, arguments))
                print(json.dumps({"workers": workers, "cores": os.cpu_count(), **result}), flush=True)
        with (
            postgres.database(cluster, "news") as database,
            server(database, "--no-warm") as (_, near),
            server(database, "--no-warm") as (_, far),
        ):
            print(json.dumps({"news_at_another_server": asyncio.run(news([near, far]))}))


if __name__ == "__main__":
    main()
