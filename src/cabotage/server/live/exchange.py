"""Presence and greetings between servers: rows say who is connected where, notifications say what has changed."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from sqlalchemy import text

from cabotage.server.leases import NOW_MS, QUICK
from cabotage.tables.notifications import NOT_UNDERSTOOD

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from cabotage.tables.database import Database
    from cabotage.tables.notifications import Notifications

CHANNEL = "cabotage_live"
GATHER_SECONDS = 0.02  # what happens within this time is written together
NOTE_SECONDS = 1.0  # people without a socket are written once in this time
RETRY_SECONDS = 1.0
MOST_MESSAGES = 1000  # while the database does not answer; older ones are dropped

_WRITE = text(f"""
    INSERT INTO presence (table_id, identity, server, gone_ms)
    SELECT table_id, identity, :server, CASE WHEN is_here THEN NULL ELSE {NOW_MS} END
    FROM unnest(CAST(:tables AS text[]), CAST(:identities AS text[]), CAST(:here AS boolean[]))
        AS change (table_id, identity, is_here)
    ON CONFLICT (table_id, identity, server) DO UPDATE SET gone_ms = excluded.gone_ms
""")
_NOTIFY = text("SELECT pg_notify(:channel, payload) FROM unnest(CAST(:payloads AS text[])) AS payload")
_CONNECTED = text(f"""
    SELECT table_id, identity, server FROM presence JOIN servers ON servers.id = presence.server
    WHERE gone_ms IS NULL AND until_ms > {NOW_MS} AND server <> :server
""")
# Of somebody whose server died, the last sign is the end of its lease.
_LAST_SEEN = text(f"""
    SELECT max(coalesce(gone_ms, until_ms, 0)), {NOW_MS} FROM presence LEFT JOIN servers ON servers.id = presence.server
    WHERE table_id = :table AND identity = :identity
""")
_END = text(f"UPDATE presence SET gone_ms = {NOW_MS} WHERE server = :server AND gone_ms IS NULL")

logger = logging.getLogger(__name__)


class Connected(NamedTuple):
    """A person is connected to a table through a server."""

    table: str
    identity: str
    server: str


class Audience(Protocol):
    """What other servers report is passed on to this."""

    def connected(self) -> Iterable[tuple[str, str]]:
        """The tables and people connected through this server."""

    def replace_elsewhere(self, connected: Iterable[Connected]) -> None: ...

    def change_elsewhere(self, connected: Connected, is_here: bool) -> None: ...

    def tell(self, table: str, message: dict[str, Any]) -> None: ...


class Exchange:
    """For PostgreSQL only. Nothing here makes a caller wait; `away_seconds` asks the database."""

    def __init__(self, database: Database, notifications: Notifications, server: str) -> None:
        self._database = database
        self._server = server
        self._changes: dict[tuple[str, str], bool] = {}  # (table, identity): whether they are connected here
        self._messages: list[str] = []
        self._notes: set[tuple[str, str]] = set()
        self._is_waiting = asyncio.Event()  # something is to be written
        self._is_stale = asyncio.Event()  # what we know of the others may be incomplete
        self._early: list[str] | None = []  # notifications that came before or while we read the rows
        self._audience: Audience | None = None
        self._tasks: list[asyncio.Task[None]] = []
        notifications.subscribe(CHANNEL, self._received, self._missed)

    async def start(self, audience: Audience) -> None:
        """Call it after `notifications.listen`; returns when it is known who is connected elsewhere."""
        self._audience = audience
        await self._read(audience)
        runs = (self._write_on(), self._read_on(audience), self._note_on())
        self._tasks = [asyncio.create_task(run) for run in runs]

    async def close(self) -> None:
        if not self._tasks:
            return
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        try:
            await self._write()
            await self._database.write(lambda connection: connection.execute(_END, {"server": self._server}))
        except Exception as error:  # our lease runs out
            logger.warning("presence_not_written", extra={"fields": {"reason": str(error)}})

    def change(self, table: str, identity: str, is_here: bool) -> None:
        """Somebody has connected here, or disconnected."""
        self._changes[table, identity] = is_here
        self._notes.discard((table, identity))
        self._send("presence", table=table, identity=identity, is_here=is_here)

    def note(self, table: str, identity: str) -> None:
        """Somebody without a connection has sent a request."""
        self._notes.add((table, identity))

    def greet(self, table: str, seat: int, greeting: str) -> None:
        self._send("greeting", table=table, seat=seat, greeting=greeting)

    async def away_seconds(self, table: str, identity: str) -> float:
        """How long ago somebody was last seen by any server; negative if connected now, infinite if not known."""
        values = {"table": table, "identity": identity}
        seen_ms, now_ms = await self._database.read(
            lambda connection: tuple(connection.execute(_LAST_SEEN, values).one())
        )
        return math.inf if seen_ms is None else (now_ms - seen_ms) / 1000

    def refresh(self) -> None:
        """Read again who is connected elsewhere: a server has come or gone."""
        self._is_stale.set()

    def _send(self, kind: str, **content: object) -> None:
        self._messages.append(json.dumps({"kind": kind, "server": self._server, **content}, separators=(",", ":")))
        del self._messages[:-MOST_MESSAGES]
        self._is_waiting.set()

    def _missed(self) -> None:
        self.refresh()
        if self._audience is not None:
            self._changes |= dict.fromkeys(self._audience.connected(), True)  # the database may have lost it too
            self._is_waiting.set()

    def _received(self, payload: str) -> None:
        if self._early is not None:
            self._early.append(payload)
            return
        assert self._audience is not None  # the first rows have been read
        message = json.loads(payload)
        if message["server"] == self._server:
            return
        if message["kind"] == "presence":
            who = Connected(message["table"], message["identity"], message["server"])
            self._audience.change_elsewhere(who, message["is_here"])
        elif message["kind"] == "greeting":
            greeting = {"type": "greeting", "seat": message["seat"], "greeting": message["greeting"]}
            self._audience.tell(message["table"], greeting)

    async def _write_on(self) -> None:
        while True:
            await self._is_waiting.wait()
            await asyncio.sleep(GATHER_SECONDS)
            self._is_waiting.clear()
            try:
                await self._write()
            except Exception as error:
                logger.warning("presence_not_written", extra={"fields": {"reason": str(error)}})
                self._is_waiting.set()
                await asyncio.sleep(RETRY_SECONDS)

    async def _note_on(self) -> None:
        while True:
            await asyncio.sleep(NOTE_SECONDS)
            for key in self._notes:
                self._changes.setdefault(key, False)
            if self._notes:
                self._is_waiting.set()
            self._notes.clear()

    async def _write(self) -> None:
        changes, messages = self._changes, self._messages
        self._changes, self._messages = {}, []
        rows = {
            "server": self._server,
            "tables": [table for table, _ in changes],
            "identities": [identity for _, identity in changes],
            "here": list(changes.values()),
        }

        def work(connection: Connection) -> None:
            connection.execute(QUICK)
            if changes:
                connection.execute(_WRITE, rows)
            if messages:
                connection.execute(_NOTIFY, {"channel": CHANNEL, "payloads": messages})

        try:
            await self._database.write(work)
        except BaseException:
            self._changes = {**changes, **self._changes}
            self._messages = messages + self._messages
            raise

    async def _read_on(self, audience: Audience) -> None:
        while True:
            await self._is_stale.wait()
            self._is_stale.clear()
            try:
                await self._read(audience)
            except Exception as error:
                logger.warning("presence_not_read", extra={"fields": {"reason": str(error)}})
                self._is_stale.set()
                await asyncio.sleep(RETRY_SECONDS)

    async def _read(self, audience: Audience) -> None:
        """Notifications that come meanwhile may be older or newer than the rows; they are applied afterwards."""
        self._early = self._early or []
        try:
            rows = await self._database.read(
                lambda connection: [Connected(*row) for row in connection.execute(_CONNECTED, {"server": self._server})]
            )
            audience.replace_elsewhere(rows)
        finally:
            early, self._early = self._early or [], None
            for payload in early:
                with contextlib.suppress(*NOT_UNDERSTOOD):
                    self._received(payload)
