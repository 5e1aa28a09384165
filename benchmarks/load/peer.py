"""Two people at one match of boardgame.io, with the same kind of client: Engine.IO 4 and Socket.IO 4 on a WebSocket."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import httpx
import msgspec

from benchmarks.load.line import connect
from benchmarks.load.person import Figures, Person

GAME = "smugglers"
OPEN, PING, PONG = b"0", b"2", b"3"
ENTER = f"40/{GAME},".encode()  # also the answer to it, followed by an id
EVENT = f"42/{GAME},".encode()
LOBBY = f"/games/{GAME}"


class Context(msgspec.Struct):
    currentPlayer: str  # noqa: N815  # their name


class State(msgspec.Struct):
    """What a player needs of a state; the rest of it is not read."""

    ctx: Context
    _stateID: int  # noqa: N815


class Synced(msgspec.Struct):
    state: State


UPDATE = msgspec.json.Decoder(tuple[str, str, State, msgspec.Raw])
SYNC = msgspec.json.Decoder(tuple[str, str, Synced])


class Player(Person):
    """Moves whenever it is their turn."""

    def __init__(self, seat: int, match: str, credentials: str, moves: int, *more: Any) -> None:
        super().__init__(*more)
        self._seat = str(seat)
        self._match = match
        self._credentials = credentials
        self._last = moves  # the state with which the match ends

    def hear(self, text: bytes) -> None:
        super().hear(text)
        assert self.line is not None
        if text.startswith(EVENT):
            self._take(text[len(EVENT) :])
        elif text.startswith(OPEN):
            self.line.send(ENTER)
        elif text.startswith(ENTER):
            self.line.send(self._event("sync", self._match, self._seat, self._credentials, 2))
        elif text == PING:
            self.line.send(PONG)

    def _take(self, event: bytes) -> None:
        if event.startswith(b'["update"'):
            self.shown()
            state = UPDATE.decode(event)[2]
        elif event.startswith(b'["sync"'):
            state = SYNC.decode(event)[2].state
        else:
            return  # who is connected
        if state._stateID >= self._last or self._figures.is_over:
            self.stop()
        elif state.ctx.currentPlayer == self._seat:
            self.answer(lambda: self._move(state._stateID))

    def _move(self, state: int) -> bytes:
        made = {
            "type": "row",
            "args": [self._dice.randrange(1, 5)],
            "playerID": self._seat,
            "credentials": self._credentials,
        }
        return self._event("update", {"type": "MAKE_MOVE", "payload": made}, state, self._match, self._seat)

    @staticmethod
    def _event(*values: Any) -> bytes:
        return EVENT + json.dumps(values, separators=(",", ":")).encode()


class Pair:
    """One match with two people. After so many moves they open the next one, as people of Cabotage do."""

    def __init__(
        self, number: int, address: str, lobby: str, figures: Figures, think_seconds: float, moves: int
    ) -> None:
        self._address = address
        self._lobby = lobby
        self._figures = figures
        self._think_seconds = think_seconds
        self._moves = moves
        self._dice = random.Random(number)

    async def play(self) -> None:
        async with httpx.AsyncClient(base_url=self._lobby, timeout=60) as http:
            while not self._figures.is_over:
                match = (await _ok(http.post(f"{LOBBY}/create", json={"numPlayers": 2})))["matchID"]
                people = [await self._enter(http, match, seat) for seat in range(2)]
                try:
                    await asyncio.wait([person.is_over for person in people], return_when=asyncio.FIRST_COMPLETED)
                finally:
                    for person in people:
                        person.stop()
                        if person.line is not None:
                            person.line.close()
                self._figures.games += 1

    async def _enter(self, http: httpx.AsyncClient, match: str, seat: int) -> Player:
        wish = {"playerID": str(seat), "playerName": f"player {seat}"}
        credentials = (await _ok(http.post(f"{LOBBY}/{match}/join", json=wish)))["playerCredentials"]
        player = Player(seat, match, credentials, self._moves, self._figures, self._think_seconds, self._dice)
        address = f"{self._address.replace('http', 'ws', 1)}/socket.io/?EIO=4&transport=websocket"
        player.line = await connect(address, {}, player.hear, player.stop)
        return player


async def _ok(response: Any) -> Any:
    answer = await response
    answer.raise_for_status()
    return answer.json()
