"""Finds the tables that need attention: a clock has run out, or a bot has to act."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import func, literal_column, or_, select, update

from cabotage.server.leases import NOW_MS
from cabotage.server.schema import SERVERS
from cabotage.tables.schema import IS_DUE_UNKNOWN, TABLES

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Select
    from sqlalchemy.engine import Connection

    from cabotage.tables import Table
    from cabotage.tables.clock import Now
    from cabotage.tables.database import Database

OLDER_VERSION_MS = 10_000  # an older version runs its own bots; if it has not within this time, we do

_ALIVE = select(SERVERS.c.id).where(SERVERS.c.until_ms > literal_column(NOW_MS))
_IS_FREE = or_(TABLES.c.due_server.is_(None), TABLES.c.due_server.not_in(_ALIVE))


class Due:
    """One query by index: its cost depends on the tables that are due, not on those that run.

    With PostgreSQL, the server that appended the last row takes care of a table. When it dies, the first server that
    asks claims the table; its own lease then covers it.
    """

    def __init__(self, database: Database, server: str, now: Now) -> None:
        self._database = database
        self._server = server
        self._now = now

    async def claim(self, most: int, is_only_clocks: bool = False) -> list[str]:
        """At most so many tables that this server has to look at now; includes those it is at work on."""
        now_ms = self._now()
        is_due = [TABLES.c.due_ms <= now_ms]
        if is_only_clocks:
            is_due.append(TABLES.c.deadline_ms <= now_ms)
        query = select(TABLES.c.id).order_by(TABLES.c.due_ms).limit(most)
        if not self._database.is_shared:
            found = query.where(*is_due)
            return await self._database.read(lambda connection: list(connection.execute(found).scalars()))
        mine = query.where(*is_due, TABLES.c.due_server == self._server)
        free = query.where(*is_due, _IS_FREE)

        def work(connection: Connection) -> list[str]:
            return [*connection.execute(mine).scalars(), *self._take(connection, free)]

        return await self._database.write(work)

    async def claim_unknown(self, most: int) -> list[str]:
        """Tables that a version without `due_ms` has changed: before an upgrade, or beside us during one."""
        patience_ms = OLDER_VERSION_MS if self._database.is_shared else 0
        changed_ms = TABLES.c.changed_ms
        query = select(TABLES.c.id).where(
            TABLES.c.status == "running", IS_DUE_UNKNOWN, changed_ms <= self._now() - patience_ms
        )
        query = query.order_by(changed_ms).limit(most)
        return await self._database.write(lambda connection: self._take(connection, query))

    async def settle(self, table: Table) -> bool:
        """There was nothing to do: write down when there will be. False if the table has changed meanwhile."""
        state = table.state
        change = update(TABLES).where(TABLES.c.id == table.id, TABLES.c.changed_ms == state.changed_ms)
        change = change.values(due_ms=state.due_ms, due_as_of_ms=state.changed_ms)
        return await self._database.write(lambda connection: connection.execute(change).rowcount == 1)

    def _take(self, connection: Connection, query: Select[Any]) -> list[str]:
        """Two servers never get the same table: the other skips rows that one has locked."""
        names = list(connection.execute(query.with_for_update(skip_locked=True, of=TABLES)).scalars())
        if names:
            change = update(TABLES).where(TABLES.c.id.in_(names))
            due_ms: ColumnElement[Any] = func.coalesce(TABLES.c.due_ms, TABLES.c.changed_ms)
            values = {"due_server": self._server, "due_ms": due_ms, "due_as_of_ms": TABLES.c.changed_ms}
            connection.execute(change.values(values))
        return names
