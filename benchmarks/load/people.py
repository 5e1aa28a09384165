"""Two people at one table, over real sockets, who choose at random as fast as they can or after thinking a while."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from dataclasses import dataclass, field
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

JSON = msgspec.json.Decoder()


@dataclass
class Figures:
    """What all people of a run have counted."""

    moves: int = 0
    messages: int = 0
    bytes: int = 0  # of text received, before compression
    games: int = 0
    refusals: int = 0
    latencies: list[float] = field(default_factory=list)  # seconds from a choice to its news
    is_over: bool = False  # all stop

    def clear(self) -> None:
        self.moves = self.messages = self.bytes = self.games = self.refusals = 0
        self.latencies.clear()


class Pair:
    """One table with two people. When the game is over they open the next one."""

    def __init__(
        self, number: int, address: str, game: str, figures: Figures, think_seconds: float, watchers: int = 0
    ) -> None:
        self._number = number
        self._address = address
        self._game = game
        self._figures = figures
        self._think_seconds = think_seconds
        self._watchers = watchers
        self._random = random.Random(number)
        # A proxy on this machine is trusted, so each pair counts as a household of its own.
        self._house = {"X-Forwarded-For": f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"}

    async def play(self) -> None:
        async with httpx.AsyncClient(base_url=self._address, timeout=60, headers=self._house) as http:
            tokens = await self.tokens(http)
            while not self._figures.is_over:
                table = await self.open(http, tokens)
                async with contextlib.AsyncExitStack() as sockets:
                    lines = [await sockets.enter_async_context(self.connect(table, token)) for token in tokens]
                    for _ in range(self._watchers):
                        watching = await sockets.enter_async_context(self.connect(table))
                        sockets.callback(asyncio.create_task(self._watch(watching)).cancel)
                    await self._game_of(lines)
                self._figures.games += 1

    async def tokens(self, http: httpx.AsyncClient) -> list[str]:
        """Two new people."""
        return [(await _ok(http.post("/api/identities", headers=self._house)))["token"] for _ in range(2)]

    async def open(self, http: httpx.AsyncClient, tokens: list[str]) -> str:
        """A table where both sit."""
        heads = [{"Authorization": f"Bearer {token}"} for token in tokens]
        wish = {"game": self._game, "seats": ["me", "friend"], "order": "listed"}
        opened = await _ok(http.post("/api/tables", json=wish, headers=heads[0]))
        secret = opened["invitations"][0]["secret"]
        await _ok(http.post(f"/api/tables/{opened['table']}/join", json={"invitation": secret}, headers=heads[1]))
        return str(opened["table"])

    def connect(self, table: str, token: str | None = None) -> connect:
        """A socket at this table; of a spectator, without a token."""
        headers = self._house | ({} if token is None else {"Authorization": f"Bearer {token}"})
        address = self._address.replace("http", "ws", 1)
        return connect(f"{address}/api/tables/{table}/live", additional_headers=headers, max_size=None)

    async def _game_of(self, lines: list[ClientConnection]) -> None:
        players = [asyncio.create_task(self._sit(line)) for line in lines]
        try:
            await asyncio.wait(players, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for player in players:
                player.cancel()
            for done in await asyncio.gather(*players, return_exceptions=True):
                if isinstance(done, Exception) and not isinstance(done, ConnectionClosed):
                    raise done

    async def _watch(self, line: ClientConnection) -> None:
        async for text in line:
            self._figures.messages += 1
            self._figures.bytes += len(text)

    async def _sit(self, line: ClientConnection) -> None:
        """Answer every offer until the game is over."""
        figures, sent = self._figures, None
        async for text in line:
            figures.messages += 1
            figures.bytes += len(text)
            message: dict[str, Any] = JSON.decode(text)
            if message["type"] == "error":
                figures.refusals += 1
            if message["type"] not in ("view", "update"):
                continue
            if sent is not None:
                figures.latencies.append(time.perf_counter() - sent)
                figures.moves += 1
                sent = None
            if message.get("status") == "over" or figures.is_over:
                return
            if choices := message.get("choices"):
                if self._think_seconds:
                    await asyncio.sleep(self._random.expovariate(1 / self._think_seconds))
                choice = self._random.choice(choices)["id"]
                sent = time.perf_counter()
                await line.send(f'{{"type":"choose","seq":{message["seq"]},"choice":"{choice}"}}')


async def _ok(response: Any) -> Any:
    answer = await response
    answer.raise_for_status()
    return answer.json()
