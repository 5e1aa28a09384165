"""A real server for the tests, in a thread, and visitors who talk to it over real connections."""

from __future__ import annotations

import contextlib
import json
import random
import ssl
import threading
import time
from collections.abc import Iterator
from typing import Any

import httpx
import uvicorn
from fastapi import FastAPI
from websockets.sync.client import ClientConnection, connect

from cabotage.server.app import create
from cabotage.server.serve import configuration, listen
from cabotage.server.settings import Settings
from cabotage.tables.clock import Now, wall_clock_ms
from tests.updates import last_view

WAIT_SECONDS = 180.0  # rules may have to be compiled first
PLAIN = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # the usual one reads all certificates, for each client again


class Harbour:
    """A running server."""

    def __init__(self, address: str, app: FastAPI) -> None:
        self.address = address
        self.app = app

    @contextlib.contextmanager
    def visitor(self, token: str | None = None) -> Iterator[Visitor]:
        with httpx.Client(base_url=self.address, timeout=WAIT_SECONDS, verify=PLAIN) as client:
            if token is not None:
                client.headers["authorization"] = f"Bearer {token}"
            yield Visitor(self.address, client)


class Visitor:
    """A browser, or a program: keeps its cookie."""

    def __init__(self, address: str, client: httpx.Client) -> None:
        self.address = address
        self.client = client

    def ask(self, method: str, path: str, status: int = 200, body: Any = None, **rest: Any) -> Any:
        """The JSON of the answer, which must have this status."""
        answer = (
            self.client.request(method, path, json=body, **rest)
            if body is not None
            else self.client.request(method, path, **rest)
        )
        assert answer.status_code == status, f"{method} {path}: {answer.status_code} {answer.text[:500]}"
        return answer.json()

    def refused(self, method: str, path: str, status: int, body: Any = None, **rest: Any) -> str:
        """The code of a refusal; it has a sentence in both languages."""
        error = self.ask(method, path, status, body, **rest)["error"]
        assert error["sentence"]
        code: str = error["code"]
        return code

    def open(self, game: str = "calypso", seats: tuple[str, ...] = ("me", "here"), **wishes: Any) -> dict[str, Any]:
        """As listed, so that a test knows who sits where; tests of the lot wish for it."""
        wish = {"game": game, "seats": list(seats), "order": "listed", **wishes}
        opened: dict[str, Any] = self.ask("POST", "/api/tables", 201, wish)
        return opened

    def view(self, table: str, **query: Any) -> dict[str, Any]:
        view: dict[str, Any] = self.ask("GET", f"/api/tables/{table}", params=query)
        return view

    def choose(self, table: str, view: dict[str, Any], rng: random.Random | None = None) -> dict[str, Any]:
        """The first choice, or any."""
        choice = view["choices"][0] if rng is None else rng.choice(view["choices"])
        body = {"seq": view["seq"], "choice": choice["id"], "seat": view["viewer"]}
        chosen: dict[str, Any] = self.ask("POST", f"/api/tables/{table}/choices", 200, body)
        return chosen

    def play(self, table: str, most: int = 10_000, seed: int = 0) -> dict[str, Any]:
        """Random choices for all of one's seats, until the game is over or so many were made."""
        rng = random.Random(seed)
        view = self.view(table)
        while most and view["to_act"] >= 0:
            if view["to_act"] in view["mine"]:
                view = self.view(table, seat=view["to_act"])
                if view["choices"]:
                    view = self.choose(table, view, rng)
                    most -= 1
            else:
                time.sleep(0.005)
                view = self.view(table)
        return view

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())

    @contextlib.contextmanager
    def live(self, table: str, query: str = "", **headers: str) -> Iterator[Wire]:
        address = f"{self.address.replace('http', 'ws')}/api/tables/{table}/live{query}"
        if self.cookie:
            headers["Cookie"] = self.cookie
        with connect(address, additional_headers=headers, max_size=None, proxy=None) as socket:
            yield Wire(socket)


class Wire:
    """A socket as a page uses it."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.view: dict[str, Any] = {}

    def say(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def raw(self, seconds: float = WAIT_SECONDS) -> str:
        return str(self.socket.recv(seconds))

    def hear(self, kind: str | None = None) -> dict[str, Any]:
        """The next message; with a kind, the next of that kind. An update is applied, and so a view."""
        while True:
            message: dict[str, Any] = json.loads(self.raw())
            if message["type"] in ("view", "update"):
                message = self.view = last_view([self.view, message] if self.view else [message])
            if kind is None or message["type"] == kind:
                return message

    def is_silent(self, seconds: float = 0.2) -> bool:
        try:
            self.raw(seconds)
        except TimeoutError:
            return True
        return False


class _Thread(uvicorn.Server):
    """A server that a test starts and stops; signals are pytest's."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@contextlib.contextmanager
def harbour(database: str, now: Now = wall_clock_ms, proxies: str = "127.0.0.1", **wishes: Any) -> Iterator[Harbour]:
    """A server on this database until the end of the block."""
    usual = {
        "pause_seconds": 0.0,
        "thinkers": 1,
        "has_limits": False,
        "away_seconds": 0.0,
        "hint_iterations": 200,
        "is_warming": False,
    }
    app = create(Settings(database, **{**usual, **wishes}), now)
    listening = listen("127.0.0.1", 0)
    config = configuration(app, proxies)
    server = _Thread(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        until = time.monotonic() + WAIT_SECONDS
        while not server.started:
            assert thread.is_alive(), "the server did not start"
            assert time.monotonic() < until, "the server starts too slowly"
            time.sleep(0.01)
        yield Harbour(f"http://127.0.0.1:{listening.getsockname()[1]}", app)
    finally:
        server.should_exit = True
        thread.join(WAIT_SECONDS)
        listening.close()
        assert not thread.is_alive(), "the server does not stop"
