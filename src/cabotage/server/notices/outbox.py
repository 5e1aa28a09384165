"""What is to be sent, in the database: it survives a restart, and of several servers one sends it.

A notice is sent at most once. A server writes its name to it first. If that server dies before it knows whether the
notice was sent, the notice is deleted: one too few is better than two.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import delete, insert, literal_column, select, update

from cabotage.server.leases import NOW_MS
from cabotage.server.schema import OUTBOX, SERVERS

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from cabotage.tables.clock import Now
    from cabotage.tables.database import Database

TURN, CONFIRMATION = "turn", "confirm"
MOST_TRIES = 8
FIRST_WAIT_MS = 60_000  # then two minutes, four, ...
STALE_MS = 6 * 3600 * 1000  # by then it helps nobody
AT_ONCE = 20

_ALIVE = select(SERVERS.c.id).where(SERVERS.c.until_ms > literal_column(NOW_MS))


class Notice(NamedTuple):
    id: str
    kind: str
    identity: str
    target: str
    table: str | None
    seq: int | None
    tries: int
    added_ms: int


def waiting(
    kind: str, identity: str, target: str, now_ms: int, table: str | None = None, seq: int | None = None
) -> dict[str, Any]:
    """The row of a new notice."""
    row = {"id": secrets.token_hex(16), "kind": kind, "identity": identity, "target": target}
    return {**row, "table_id": table, "seq": seq, "tries": 0, "due_ms": now_ms, "added_ms": now_ms, "server": None}


class Outbox:
    """Each server takes from it what is due."""

    def __init__(self, database: Database, server: str, now: Now) -> None:
        self._database = database
        self._server = server
        self._now = now

    async def add(self, kind: str, identity: str, target: str) -> None:
        row = waiting(kind, identity, target, self._now())
        await self._database.write(lambda connection: connection.execute(insert(OUTBOX), row))

    async def forget_unknown(self) -> None:
        """Delete what a server was sending when it died."""
        taken = OUTBOX.c.server.is_not(None) & (OUTBOX.c.server != self._server)
        if self._database.is_shared:
            taken &= OUTBOX.c.server.not_in(_ALIVE)
        await self._database.write(lambda connection: connection.execute(delete(OUTBOX).where(taken)))

    async def take(self) -> list[Notice]:
        """Notices that are due, now taken by this server."""
        now_ms = self._now()
        query = select(
            OUTBOX.c.id,
            OUTBOX.c.kind,
            OUTBOX.c.identity,
            OUTBOX.c.target,
            OUTBOX.c.table_id,
            OUTBOX.c.seq,
            OUTBOX.c.tries,
            OUTBOX.c.added_ms,
        )
        is_due = OUTBOX.c.server.is_(None) & (OUTBOX.c.due_ms <= now_ms)
        any_due = select(OUTBOX.c.id).where(is_due).limit(1)
        if await self._database.read(lambda connection: connection.execute(any_due).first()) is None:
            return []  # almost always: moves need not wait for a transaction that writes nothing
        query = query.where(is_due).order_by(OUTBOX.c.due_ms).limit(AT_ONCE).with_for_update(skip_locked=True)

        def work(connection: Connection) -> list[Notice]:
            found = [Notice(*row) for row in connection.execute(query)]
            if found:
                these = OUTBOX.c.id.in_([notice.id for notice in found])
                connection.execute(update(OUTBOX).where(these).values(server=self._server))
            return found

        return await self._database.write(work)

    async def done(self, notice: Notice) -> None:
        """It was sent, or never will be."""
        change = delete(OUTBOX).where(OUTBOX.c.id == notice.id)
        await self._database.write(lambda connection: connection.execute(change))

    async def failed(self, notice: Notice) -> None:
        """It was not accepted: try again later, each time twice as late."""
        now_ms, tries = self._now(), notice.tries + 1
        if tries >= MOST_TRIES or now_ms - notice.added_ms > STALE_MS:
            await self.done(notice)
            return
        due_ms = now_ms + FIRST_WAIT_MS * 2 ** (tries - 1)
        change = update(OUTBOX).where(OUTBOX.c.id == notice.id).values(server=None, tries=tries, due_ms=due_ms)
        await self._database.write(lambda connection: connection.execute(change))
