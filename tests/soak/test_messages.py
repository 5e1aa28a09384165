"""Random messages that pass validation, over HTTP and sockets: no server error, no closed connection, sound tables."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect

from cabotage.bots import BOTS
from cabotage.games import GAMES, find
from cabotage.server.app import create
from cabotage.server.live.messages import CLIENT_MESSAGE
from cabotage.server.settings import Settings
from tests.faults.server import Killable
from tests.faults.soundness import sound_rows
from tests.settings import SHORT
from tests.soak.conftest import Report
from tests.soak.scale import SEED, scaled
from tests.soak.wish import Wishes

REQUESTS = 50_000
MESSAGES = 50_000
AT_ONE_TABLE = 400  # messages, before the next table is opened
ERROR = 500
SERVED = ("calypso", "smugglers", "captn_clever")
SELDOM = {"GET /api/tables/{table}/hint": 0.02, "POST /api/tables": 0.1, "GET /api/tables/{table}/moments": 0.2}
NEVER = "DELETE /api/me"  # would leave nobody to send the rest; it has its own tests

pytestmark = pytest.mark.soak


class Fuzzer:
    """One person at one table, and what they know of it."""

    def __init__(self, client: httpx.Client, seed: str) -> None:
        self.rng = random.Random(seed)
        self.client = client
        self.table = ""
        self.view: dict[str, Any] = {}
        self.statuses: Counter[int] = Counter()
        document = create(Settings("sqlite:///")).openapi()
        self._operations = [
            (f"{method.upper()} {path}", operation)
            for path, methods in document["paths"].items()
            for method, operation in methods.items()
        ]
        self._message = CLIENT_MESSAGE.json_schema(ref_template="#/components/schemas/{model}")
        schemas = {**document["components"]["schemas"], **self._message["$defs"]}
        rng = self.rng
        known = {
            "seq": lambda: max(0, self.view.get("seq", 0) - rng.choice((0, 0, 0, 1, 5))),
            "choice": lambda: rng.choice(self.view.get("choices") or [{"id": "pass"}])["id"],
            "seat": lambda: rng.choice((0, 1, max(0, self.view.get("to_act", 0)))),
            "table": lambda: self.table,
            "game": lambda: rng.choice(list(GAMES)),
            "rank": lambda: rng.choice(BOTS),
            "seats": lambda: rng.choices(["me", "here", "friend", f"bot:{BOTS[0]}"], k=rng.randint(1, 4)),
            "options": lambda: dict(SHORT[rng.choice(list(GAMES))]),
            "at": lambda: rng.randint(0, self.view.get("seq", 0) + 1),
        }
        self._wishes = Wishes(rng, schemas, known)

    def sit(self) -> None:
        """Open a table that is played."""
        game = self.rng.choice(SERVED)
        wish = {"game": game, "seats": ["me", "here"], "order": "listed", "options": dict(SHORT[game])}
        answer = self.client.post("/api/tables", json=wish)
        assert answer.status_code == 201, answer.text
        self.table = answer.json()["table"]
        self.look()

    def look(self) -> None:
        """From the seat to act, so that there are choices."""
        self.view = self.client.get(f"/api/tables/{self.table}", params={"since": 2**31 - 1}).json()

    def request(self) -> None:
        """One random request."""
        label, operation = self.rng.choice(self._operations)
        if label == NEVER or self.rng.random() > SELDOM.get(label, 1.0):
            return self.request()
        method, path = label.split()
        query: dict[str, Any] = {}
        for parameter in operation.get("parameters", ()):
            value = self._wishes.of(parameter["schema"], parameter["name"])
            if parameter["in"] == "path":
                path = path.replace(f"{{{parameter['name']}}}", _escaped(value))
            elif value is not None:
                query[parameter["name"]] = value
        body = None
        if "requestBody" in operation:
            [content] = operation["requestBody"]["content"].values()
            body = self._wishes.of(content["schema"])
        answer = self.client.request(method, path, params=query, json=body)
        self.statuses[answer.status_code] += 1
        assert answer.status_code < ERROR, f"{method} {path} {query} {body}: {answer.status_code} {answer.text[:300]}"
        return None

    def message(self, socket: ClientConnection) -> str:
        """One random message over the socket; the type of the first answer that is one to it."""
        message = self._wishes.of(self._message)
        CLIENT_MESSAGE.validate_python(message)
        socket.send(json.dumps(message))
        socket.send('{"type":"ping"}')
        heard = []
        while True:
            answer = json.loads(socket.recv(60))
            if answer["type"] == "pong":
                break
            heard.append(answer["type"])
            if answer["type"] == "error":
                heard[-1] = answer["code"]
                assert not answer["code"].startswith("server/"), (message, answer)
        if message["type"] == "ping":
            assert json.loads(socket.recv(60))["type"] == "pong"
        return str(heard[0] if heard else message["type"])


def _escaped(text: Any) -> str:
    """A part of a path; the parts `.` and `..` would be removed before they are sent."""
    escaped = quote(str(text), safe="")
    return escaped.replace(".", "%2E") or "-"


def fuzz(address: str, requests: int, messages: int) -> tuple[Counter[int], Counter[str]]:
    heard: Counter[str] = Counter()
    with httpx.Client(base_url=address, timeout=120, trust_env=False) as client:
        token = client.post("/api/identities").json()["token"]
        client.headers["authorization"] = f"Bearer {token}"
        fuzzer = Fuzzer(client, f"messages {SEED}")
        live = f"{address.replace('http', 'ws', 1)}/api/tables"
        while requests > 0 or messages > 0:
            fuzzer.sit()
            for _ in range(min(AT_ONE_TABLE, requests)):
                fuzzer.request()
                if fuzzer.rng.random() < 0.3:
                    fuzzer.look()
            requests -= AT_ONE_TABLE
            fuzzer.sit()
            with connect(
                f"{live}/{fuzzer.table}/live",
                additional_headers={"authorization": f"Bearer {token}"},
                max_size=None,
                proxy=None,
            ) as socket:
                for _ in range(min(AT_ONE_TABLE, messages)):
                    heard[fuzzer.message(socket)] += 1
                    if fuzzer.rng.random() < 0.3:
                        fuzzer.look()
            messages -= AT_ONE_TABLE
    return fuzzer.statuses, heard


def test_valid_messages_with_any_content(sqlite_url: str, report: Report) -> None:
    server = Killable(sqlite_url)
    try:
        statuses, heard = fuzz(server.address, scaled(REQUESTS), scaled(MESSAGES))
    finally:
        server.kill()
    found, finished = asyncio.run(sound_rows(sqlite_url, find))
    assert statuses[200] > 0
    assert heard["view"] + heard["update"] > 0
    report(
        requests=sum(statuses.values()),
        statuses=dict(sorted(statuses.items())),
        messages=sum(heard.values()),
        answers=len(heard),
        tables=len(found),
        verified_games=finished,
    )
