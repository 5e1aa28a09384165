"""Many clients choose for the same row at once, over HTTP and sockets: exactly one of them wins."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections.abc import AsyncIterator, Coroutine
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect

from cabotage.games import find
from cabotage.tables import Kind
from tests.faults.server import Killable, check
from tests.faults.soundness import sound_rows
from tests.server.supervisor import supervised
from tests.settings import SHORT
from tests.soak.conftest import Report
from tests.soak.scale import SEED, scaled

RACES = 5_000  # on each database
BROWSERS = 4  # over HTTP, and as many over sockets
# A message over a socket is quicker than a request; at the same moment it would always win.
HTTP_SPREAD_SECONDS = 0.002
SOCKET_SPREAD_SECONDS = 0.04
GAMES = ("calypso", "smugglers", "captn_clever")

pytestmark = pytest.mark.soak

Winners = dict[str, dict[int, str]]  # of each table: row -> choice


class Racers:
    """One person with several browsers, so that each of them may choose."""

    def __init__(self, address: str, token: str, stack: contextlib.AsyncExitStack) -> None:
        self._address = address
        self._headers = {"authorization": f"Bearer {token}"}
        self._stack = stack
        self._rng = random.Random(f"race {SEED}")
        self.winners: Winners = {}
        self.socket_wins = 0

    async def race(self, count: int) -> None:
        """So many races, at one table after the other."""
        clients = [
            await self._stack.enter_async_context(
                httpx.AsyncClient(base_url=self._address, headers=self._headers, timeout=60, trust_env=False)
            )
            for _ in range(BROWSERS)
        ]
        done = 0
        while done < count:
            game = GAMES[len(self.winners) % len(GAMES)]
            wish = {"game": game, "seats": ["me", "here"], "order": "listed", "options": dict(SHORT[game])}
            answer = await clients[0].post("/api/tables", json=wish)
            assert answer.status_code == 201, answer.text
            table = answer.json()["table"]
            self.winners[table] = {}
            async with self._sockets(table) as sockets:
                done += await self._races(table, clients, sockets, count - done)

    @contextlib.asynccontextmanager
    async def _sockets(self, table: str) -> AsyncIterator[list[ClientConnection]]:
        address = f"{self._address.replace('http', 'ws', 1)}/api/tables/{table}/live"
        async with contextlib.AsyncExitStack() as stack:
            yield [
                await stack.enter_async_context(
                    connect(address, additional_headers=self._headers, max_size=None, proxy=None)
                )
                for _ in range(BROWSERS)
            ]

    async def _races(
        self, table: str, clients: list[httpx.AsyncClient], sockets: list[ClientConnection], most: int
    ) -> int:
        for done in range(most):
            view = (await clients[done % BROWSERS].get(f"/api/tables/{table}")).json()
            if view["to_act"] < 0:
                return done
            runs = [self._over_http(client, table, self._body(view)) for client in clients]
            runs += [self._over_socket(socket, self._body(view)) for socket in sockets]
            spreads = [HTTP_SPREAD_SECONDS] * BROWSERS + [SOCKET_SPREAD_SECONDS] * BROWSERS
            won = await asyncio.gather(*map(self._soon, runs, spreads))
            [winner] = [choice for choice in won if choice is not None]
            self.socket_wins += any(won[BROWSERS:])
            self.winners[table][view["seq"] + 1] = winner
        return most

    async def _soon(self, run: Coroutine[Any, Any, str | None], spread_seconds: float) -> str | None:
        await asyncio.sleep(self._rng.uniform(0.0, spread_seconds))
        return await run

    def _body(self, view: dict[str, Any]) -> dict[str, Any]:
        return {"seq": view["seq"], "choice": self._rng.choice(view["choices"])["id"], "seat": view["viewer"]}

    async def _over_http(self, client: httpx.AsyncClient, table: str, body: dict[str, Any]) -> str | None:
        """The choice, if it won."""
        answer = await client.post(f"/api/tables/{table}/choices", json=body)
        if answer.status_code == 200:
            return str(body["choice"])
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "table/stale"), answer.text
        return None

    async def _over_socket(self, socket: ClientConnection, body: dict[str, Any]) -> str | None:
        """The answer to a ping comes after the answer to the choice: without an error before it, the choice won."""
        await socket.send(json.dumps({"type": "choose", **body}))
        await socket.send('{"type":"ping"}')
        won: str | None = str(body["choice"])
        while (message := json.loads(await socket.recv()))["type"] != "pong":
            if message["type"] == "error":
                assert message["code"] == "table/stale", message
                won = None
        return won


async def race(address: str, count: int) -> Racers:
    async with contextlib.AsyncExitStack() as stack:
        client = await stack.enter_async_context(httpx.AsyncClient(base_url=address, timeout=60, trust_env=False))
        racers = Racers(address, (await client.post("/api/identities")).json()["token"], stack)
        await racers.race(count)
    return racers


async def audit(url: str, winners: Winners) -> int:
    """Every winner is in the log, and nothing else was chosen; the number of finished games, whose dice are right."""
    await check(url, winners)
    found, finished = await sound_rows(url, find)
    for table, rows in found.items():
        assert [row.seq for row in rows if row.kind is Kind.CHOSEN] == list(winners[table])
    return finished


def test_one_of_many_wins_on_sqlite(sqlite_url: str, report: Report) -> None:
    races, server = scaled(RACES), Killable(sqlite_url)
    try:
        racers = asyncio.run(race(server.address, races))
    finally:
        server.kill()
    finished = asyncio.run(audit(sqlite_url, racers.winners))
    report(races=races, messages=2 * BROWSERS * races, won_by_sockets=racers.socket_wins, verified_games=finished)


def test_one_of_many_wins_at_two_workers(postgres_url: str, tmp_path: Path, report: Report) -> None:
    races = scaled(RACES)
    with supervised(postgres_url, 2, tmp_path, "--no-limits") as running:
        racers = asyncio.run(race(running.address, races))
    finished = asyncio.run(audit(postgres_url, racers.winners))
    report(races=races, messages=2 * BROWSERS * races, won_by_sockets=racers.socket_wins, verified_games=finished)
