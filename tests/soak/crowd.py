"""Players who go on through every failure, and know of each choice whether it was acknowledged.

After a lost connection or a 503 a player cannot know whether the last choice was saved. It either sends the same choice
again or looks first. In the end every choice in the log must be one that was sent for just that row, and every
acknowledged one must be there: so nothing was lost, and nothing was made twice.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import httpx

from cabotage.games import find
from cabotage.tables import Kind
from cabotage.tables.state import TableState
from tests.faults.soundness import sound_rows
from tests.settings import SHORT
from tests.soak.scale import SEED

GAMES = ("calypso", "smugglers", "captn_clever", "calypso", "smugglers")
RETRY_SECONDS = 0.05
WAIT_SECONDS = 120.0
DATABASE = ("database/full", "database/lost")


@dataclass
class Ledger:
    """Of one table: the choices that were sent, by the row that each would be."""

    acknowledged: dict[int, str] = field(default_factory=dict)
    unanswered: dict[int, set[str]] = field(default_factory=dict)

    @property
    def newest(self) -> int:
        return max(self.acknowledged, default=0)


class Player(threading.Thread):
    """Plays all seats of one table after the other until it is stopped."""

    def __init__(self, place: int, address: str, token: str, seats: tuple[str, ...]) -> None:
        super().__init__(daemon=True)
        self.ledgers: dict[str, Ledger] = {}
        self.lost_connections = 0
        self.refusals: dict[str, int] = {}
        self.failure: BaseException | None = None
        self.is_stopped = threading.Event()
        self._game = GAMES[place % len(GAMES)]
        self._seats = list(seats)
        self._address = address
        self._headers = {"authorization": f"Bearer {token}"}
        self._rng = random.Random(f"soak {place} {SEED}")
        self._table = ""
        self._pending: dict[str, Any] | None = None  # sent without an answer

    def run(self) -> None:
        try:
            with httpx.Client(base_url=self._address, headers=self._headers, timeout=WAIT_SECONDS) as client:
                while not self.is_stopped.is_set():
                    try:
                        self._step(client)
                    except httpx.TransportError:
                        self.lost_connections += 1
                        time.sleep(RETRY_SECONDS)
        except BaseException as error:
            self.failure = error

    @property
    def moves(self) -> int:
        return sum(len(ledger.acknowledged) for ledger in self.ledgers.values())

    def _step(self, client: httpx.Client) -> None:
        if not self._table:
            body = {"game": self._game, "seats": self._seats, "order": "listed", "options": dict(SHORT[self._game])}
            opened = self._answered(client.post("/api/tables", json=body), 201)
            if opened is not None:
                self._table = opened["table"]
                self.ledgers[self._table] = Ledger()
        elif self._pending is not None and self._rng.random() < 0.5:
            self._send(client, self._pending)
        else:
            self._move(client)

    def _move(self, client: httpx.Client) -> None:
        view = self._look(client)
        if view is None:
            return
        self._pending = None
        if view["to_act"] < 0:
            verdict = self._answered(client.get(f"/api/tables/{self._table}/dice"), 200)
            if verdict is not None:
                assert verdict["is_fair"], verdict
                self._table = ""
            return
        if view["to_act"] not in view["mine"]:
            time.sleep(0.01)  # a bot's turn
            return
        if view["viewer"] != view["to_act"]:
            view = self._look(client, seat=view["to_act"])
        if view is not None and view["choices"]:
            choice = self._rng.choice(view["choices"])["id"]
            self._send(client, {"seq": view["seq"], "choice": choice, "seat": view["viewer"]})

    def _look(self, client: httpx.Client, **query: int) -> dict[str, Any] | None:
        view = self._answered(client.get(f"/api/tables/{self._table}", params={**query, "since": 2**31 - 1}), 200)
        if view is not None:
            newest = self.ledgers[self._table].newest
            assert view["seq"] >= newest, f"row {newest} of {self._table} was acknowledged, but now there are fewer"
        return view

    def _send(self, client: httpx.Client, body: dict[str, Any]) -> None:
        ledger, row = self.ledgers[self._table], body["seq"] + 1
        was_unanswered = row in ledger.unanswered
        ledger.unanswered.setdefault(row, set()).add(body["choice"])
        self._pending = body
        answer = client.post(f"/api/tables/{self._table}/choices", json=body)
        if answer.status_code == 409 and was_unanswered:
            assert answer.json()["error"]["code"] in ("table/stale", "table/over"), answer.text  # it was saved before
            self._pending = None
        elif self._answered(answer, 200) is not None:
            ledger.acknowledged[row] = body["choice"]
            self._pending = None

    def _answered(self, answer: httpx.Response, status: int) -> dict[str, Any] | None:
        """None if the database has failed; then nothing was acknowledged."""
        content: dict[str, Any] = answer.json()
        if answer.status_code == status:
            return content
        code = content.get("error", {}).get("code", "")
        assert (answer.status_code, code) in [(503, known) for known in DATABASE], answer.text
        self.refusals[code] = self.refusals.get(code, 0) + 1
        time.sleep(RETRY_SECONDS)
        return None


class Crowd:
    """Several players of one person."""

    def __init__(
        self, address: str, count: int, seats: tuple[str, ...] = ("me", "here"), kind: type[Player] = Player
    ) -> None:
        with httpx.Client(base_url=address, timeout=WAIT_SECONDS) as client:
            token = client.post("/api/identities").json()["token"]
        self.players = [kind(place, address, token, seats) for place in range(count)]

    @property
    def moves(self) -> int:
        return sum(player.moves for player in self.players)

    @property
    def lost_connections(self) -> int:
        return sum(player.lost_connections for player in self.players)

    def refusals(self, *codes: str) -> int:
        return sum(player.refusals.get(code, 0) for player in self.players for code in codes)

    @contextlib.contextmanager
    def playing(self) -> Iterator[None]:
        for player in self.players:
            player.start()
        try:
            yield
        finally:
            for player in self.players:
                player.is_stopped.set()
            for player in self.players:
                player.join(WAIT_SECONDS)
                assert not player.is_alive()
        self.check()

    def check(self) -> None:
        """Raise what has gone wrong so far."""
        for player in self.players:
            if player.failure is not None:
                raise player.failure

    def await_moves(self, more: int) -> None:
        """Until so many more moves were acknowledged."""
        enough, until = self.moves + more, time.monotonic() + WAIT_SECONDS
        while self.moves < enough:
            self.check()
            assert time.monotonic() < until, f"no more moves after {self.moves}"
            time.sleep(0.005)

    async def _audit(self, url: str) -> tuple[int, int]:
        found, finished = await sound_rows(url, find)
        ledgers = {table: ledger for player in self.players for table, ledger in player.ledgers.items()}
        choices = 0
        for table, ledger in ledgers.items():
            rows = found[table]
            state = TableState.of(rows, find)
            bots = [seat for seat, kept in enumerate(state.seats) if kept.bot is not None]
            made = {
                row.seq: state.box.texts[row.value] for row in rows if row.kind is Kind.CHOSEN and row.seat not in bots
            }
            choices += len(made)
            for row, choice in ledger.acknowledged.items():
                assert made.get(row) == choice, f"{table}: {choice} was acknowledged as row {row}"
            for row, choice in made.items():
                assert choice in ledger.unanswered.get(row, ()), f"{table}: nobody sent {choice} for row {row}"
        return choices, finished

    def audit(self, url: str) -> dict[str, int]:
        """Compare all ledgers with the log; figures for the report."""
        choices, finished = asyncio.run(self._audit(url))
        tables = len(list(itertools.chain.from_iterable(player.ledgers for player in self.players)))
        return {"moves": self.moves, "choices_in_log": choices, "tables": tables, "verified_games": finished}
