"""An attack beside an innocent player: how much slower do the player's moves become? At most twice as slow.

    with server(tmp_path) as address:
        assert_unharmed(address, partial(flood, path="/api/tables/..."))

The server, the attacker and the player are three processes, so that they do not share an interpreter. The player moves
over a socket. Calm and attacked moves alternate within one run, and their medians are compared: so a slow or noisy
machine slows both.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import multiprocessing
import os
import random
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

import cabotage
from tests.server.fixtures import Visitor, Wire

SERVE = [sys.executable, "-c", "import sys; from cabotage.cli import main; sys.exit(main())", "serve", "--no-open"]
Attack = Callable[[str], Coroutine[Any, Any, None]]  # a function of a module, or a `partial` of one; runs until stopped

MOST_RATIO = 2.0
NOISE_SECONDS = 0.001  # of a median
ATTACKER_NICENESS = 15  # its own work is done elsewhere in reality, and must not slow down the server here
TRIES = 2
PHASE_SECONDS = 2.0
ROUNDS = 2
LEAST_MOVES = 10  # of each phase


class Innocent(NamedTuple):
    """The player: where they are, and how quickly they think."""

    headers: dict[str, str] = {"X-Forwarded-For": "198.51.100.7"}  # noqa: RUF012  # another address than the attacker's
    pause_seconds: float = 0.03


ELSEWHERE = Innocent()
BEHIND_THE_SAME_ROUTER = Innocent({}, 0.1)  # with a share of the address's budget, moves cannot come faster
AT_ONE_OF_TWO_WORKERS = ELSEWHERE._replace(pause_seconds=0.1)  # likewise: half of the budget is the other worker's


class Medians(NamedTuple):
    """Of the time from a choice to the view that follows, in seconds."""

    calm: float
    attacked: float

    @property
    def is_unharmed(self) -> bool:
        return self.attacked <= self.calm * MOST_RATIO + NOISE_SECONDS


@contextlib.contextmanager
def server(folder: Path, *options: str) -> Iterator[str]:
    """A server in its own process, with its usual limits; its address."""
    command = [*SERVE, "--no-warm", "--port", "0", "--language", "en", "--database", f"sqlite:///{folder / 't.db'}"]
    process = subprocess.Popen(
        [*command, *options], stdout=subprocess.PIPE, text=True, env=os.environ | {"no_proxy": "*"}
    )
    try:
        assert process.stdout is not None
        found = re.search(r"http://\S+(?=/)", process.stdout.readline())
        assert found, "the server did not start"
        yield found[0]
    finally:
        process.terminate()
        process.communicate(timeout=30)


def assert_unharmed(address: str, attack: Attack, innocent: Innocent = ELSEWHERE) -> Medians:
    """The player's median at most doubles; tried once more if the machine was busy with something else."""
    tried = []
    for _ in range(TRIES):
        tried.append(measure(address, attack, innocent))
        print(f"median {tried[-1].calm * 1000:.1f} ms, under attack {tried[-1].attacked * 1000:.1f} ms")
        if tried[-1].is_unharmed:
            return tried[-1]
    raise AssertionError(f"medians in seconds: {tried}")


def measure(address: str, attack: Attack, innocent: Innocent = ELSEWHERE) -> Medians:
    """The player's medians without and with the attack."""
    calm: list[float] = []
    attacked: list[float] = []
    with httpx.Client(base_url=address, timeout=60, trust_env=False, headers=innocent.headers) as client:
        player = Player(Visitor(address, client), innocent)
        player.play(0.5)
        for _ in range(ROUNDS):
            calm += player.play(PHASE_SECONDS)
            with attacking(address, attack):
                attacked += player.play(PHASE_SECONDS)
    return Medians(statistics.median(calm), statistics.median(attacked))


@contextlib.contextmanager
def attacking(address: str, attack: Attack) -> Iterator[None]:
    """While the attack runs in its own process."""
    context = multiprocessing.get_context("spawn")
    has_begun = context.Event()
    process = context.Process(target=_attack, args=(address, attack, has_begun), daemon=True)
    process.start()
    try:
        assert has_begun.wait(60), "the attack did not begin"
        time.sleep(0.5)
        assert process.is_alive(), "the attack ended by itself"
        yield
    finally:
        process.kill()
        process.join(10)


def _attack(address: str, attack: Attack, has_begun: Any) -> None:
    os.nice(ATTACKER_NICENESS)
    has_begun.set()
    asyncio.run(attack(address))


class Player:
    """Plays both seats of Smugglers' Island, one table after the other."""

    def __init__(self, visitor: Visitor, innocent: Innocent) -> None:
        self._visitor = visitor
        self._innocent = innocent
        self._rng = random.Random(1)
        self._stack = contextlib.ExitStack()
        self._wire: Wire | None = None
        self._view: dict[str, Any] = {}

    def play(self, seconds: float) -> list[float]:
        """For so long; the time that each move took."""
        took: list[float] = []
        until = time.monotonic() + seconds
        while time.monotonic() < until or len(took) < LEAST_MOVES:
            if self._wire is None or self._view["to_act"] < 0:
                self._sit()
            took.append(self._move())
            time.sleep(self._innocent.pause_seconds)
        return took

    def _sit(self) -> None:
        self._stack.close()
        table = self._visitor.open("smugglers")["table"]
        self._wire = self._stack.enter_context(self._visitor.live(table, **self._innocent.headers))
        self._view = self._wire.hear("view")

    def _move(self) -> float:
        assert self._wire is not None
        if self._view["viewer"] != self._view["to_act"]:
            self._wire.say(type="look", seat=self._view["to_act"])
            self._view = self._wire.hear("view")
        choice = self._rng.choice(self._view["choices"])["id"]
        began = time.perf_counter()
        self._wire.say(type="choose", seq=self._view["seq"], seat=self._view["to_act"], choice=choice)
        message = self._wire.hear()
        took = time.perf_counter() - began
        assert message["type"] == "view", message
        self._view = message
        return took


async def flood(
    address: str,
    path: str,
    connections: int = 20,
    method: str = "GET",
    body: bytes = b"",
    headers: Sequence[str] = (),
) -> None:
    """The same request over and over, on so many connections at once."""
    host = urlsplit(address).netloc
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host}", f"Content-Length: {len(body)}", *headers]
    if body:
        lines.append("Content-Type: application/json")
    request = ("\r\n".join(lines) + "\r\n\r\n").encode() + body
    await asyncio.gather(*(_repeat(address, request) for _ in range(connections)))


async def _repeat(address: str, request: bytes) -> None:
    parts = urlsplit(address)
    while True:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
            while True:
                writer.write(request)
                await writer.drain()
                head = await reader.readuntil(b"\r\n\r\n")
                length = re.search(rb"(?i)content-length: (\d+)", head)
                await reader.readexactly(int(length[1]) if length else 0)
                if b" 429 " in head[:20]:
                    await asyncio.sleep(0.01)  # the attacker need not use a whole core for that
        await asyncio.sleep(0.05)


async def hold(address: str, count: int, first: bytes = b"") -> None:
    """So many connections that stay open, each of which has sent this; closed ones are opened again."""
    parts = urlsplit(address)

    async def one() -> None:
        while True:
            with contextlib.suppress(OSError):
                reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
                writer.write(first)
                while await reader.read(65536):
                    pass
            await asyncio.sleep(0.5)

    await asyncio.gather(*(one() for _ in range(count)))


async def flood_sockets(
    address: str, table: str, message: dict[str, Any], headers: dict[str, str], query: str = "", connections: int = 20
) -> None:
    """The same message over and over, on so many sockets at once; closed ones are opened again."""
    url = f"{address.replace('http', 'ws', 1)}/api/tables/{table}/live{query}"
    text = json.dumps(message)

    async def listen(socket: Any) -> None:
        async for _ in socket:
            pass

    async def one() -> None:
        while True:
            with contextlib.suppress(OSError, WebSocketException):
                async with connect(url, additional_headers=headers, proxy=None, max_size=None) as socket:
                    listening = asyncio.create_task(listen(socket))
                    try:
                        while not listening.done():
                            await socket.send(text)
                            await asyncio.sleep(0.001)
                    finally:
                        listening.cancel()
                        await asyncio.gather(listening, return_exceptions=True)
            await asyncio.sleep(0.2)

    await asyncio.gather(*(one() for _ in range(connections)))


def opened_table(address: str, authorization: str, seats: Sequence[str] = ("me", "here")) -> str:
    """A running table of this person."""
    name, _, value = authorization.partition(": ")
    with httpx.Client(base_url=address, trust_env=False, timeout=60, headers={name: value}) as client:
        answer = client.post("/api/tables", json={"game": "smugglers", "seats": list(seats), "order": "listed"})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["table"])


def token(address: str) -> str:
    """Of a new person, for the headers of a flood."""
    with httpx.Client(base_url=address, trust_env=False) as client:
        return f"Authorization: Bearer {client.post('/api/identities').json()['token']}"


def finished_table(address: str, authorization: str) -> str:
    """A long game that is over, at a table of this person."""
    rng = random.Random(1)
    position = cabotage.load("treasure_boots", seats=4).start(seed=1)
    while not position.is_over:
        position.play(position.legal[rng.randrange(len(position.legal))])
        position.roll()
    name, _, value = authorization.partition(": ")
    with httpx.Client(base_url=address, trust_env=False, timeout=180, headers={name: value}) as client:
        answer = client.post("/api/records", json={"record": json.loads(position.record().text())})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["table"])


def many_fields(count: int) -> bytes:
    """A record with so many fields."""
    return json.dumps({"record": {f"f{number}": 1 for number in range(count)}}, separators=(",", ":")).encode()
