"""Two people at one table of Cabotage, over real sockets, who choose at random."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import httpx
import msgspec

from benchmarks.load.line import connect
from benchmarks.load.person import Figures, Person


class Offered(msgspec.Struct):
    """A choice; the rest of it is not read."""

    id: str


class Message(msgspec.Struct):
    """What a player needs of a message."""

    type: str
    seq: int = 0
    status: str = ""
    choices: list[Offered] = []


MESSAGE = msgspec.json.Decoder(Message)


class Player(Person):
    """Answers every offer until the game is over."""

    def hear(self, text: bytes) -> None:
        super().hear(text)
        message = MESSAGE.decode(text)
        if message.type == "error":
            self._figures.refusals += 1
        if message.type not in ("view", "update"):
            return
        self.shown()
        if message.status == "over" or self._figures.is_over:
            self.stop()
        elif message.choices:
            self.answer(lambda: self._choice(message))

    def _choice(self, message: Message) -> bytes:
        choice = self._dice.choice(message.choices).id
        return f'{{"type":"choose","seq":{message.seq},"choice":"{choice}"}}'.encode()


class Pair:
    """One table with two people. When the game is over they open the next one."""

    def __init__(
        self, number: int, address: str, game: str, figures: Figures, think_seconds: float, watchers: int = 0
    ) -> None:
        self._address = address
        self._game = game
        self._figures = figures
        self._think_seconds = think_seconds
        self._watchers = watchers
        self._dice = random.Random(number)
        # A proxy on this machine is trusted, so each pair counts as a household of its own.
        self._house = {"X-Forwarded-For": f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"}

    async def play(self) -> None:
        async with httpx.AsyncClient(base_url=self._address, timeout=60, headers=self._house) as http:
            tokens = await self.tokens(http)
            while not self._figures.is_over:
                table = await self.open(http, tokens)
                people: list[Person] = []
                try:
                    for _ in range(self._watchers):
                        people.append(await self.enter(table, Person(self._figures, 0, self._dice)))
                    for token in tokens:
                        player = Player(self._figures, self._think_seconds, self._dice)
                        people.append(await self.enter(table, player, token))
                    await asyncio.wait([person.is_over for person in people], return_when=asyncio.FIRST_COMPLETED)
                finally:
                    for person in people:
                        person.stop()
                        if person.line is not None:
                            person.line.close()
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

    async def enter(self, table: str, person: Person, token: str | None = None) -> Person:
        """Connect this person; without a token, a spectator."""
        headers = self._house | ({} if token is None else {"Authorization": f"Bearer {token}"})
        address = f"{self._address.replace('http', 'ws', 1)}/api/tables/{table}/live"
        person.line = await connect(address, headers, person.hear, person.stop)
        return person


async def _ok(response: Any) -> Any:
    answer = await response
    answer.raise_for_status()
    return answer.json()
