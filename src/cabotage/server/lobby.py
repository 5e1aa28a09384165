"""Lists of tables: the public ones, and those where a person sits."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from cabotage.server.schema import LISTINGS, MEMBERS
from cabotage.tables.schema import TABLES

if TYPE_CHECKING:
    from sqlalchemy import Select

    from cabotage.tables.clock import Now
    from cabotage.tables.database import Database

SHOWN = 50


@dataclass(frozen=True)
class Listed:
    """A table in a list."""

    table: str
    opener: str
    opened_ms: int
    changed_ms: int


class Lobby:
    """Lists of tables, in the database."""

    def __init__(self, database: Database, now: Now) -> None:
        self._database = database
        self._now = now

    async def add(self, table: str, opener: str, is_public: bool) -> None:
        row = {"table_id": table, "opener": opener, "is_public": is_public, "opened_ms": self._now()}
        member = {"identity": opener, "table_id": table}

        def work(connection: Any) -> None:
            connection.execute(insert(LISTINGS), row)
            connection.execute(insert(MEMBERS), member)

        await self._database.write(work)

    async def join(self, table: str, identity: str) -> None:
        """List a table for a person who sits there."""
        row = {"identity": identity, "table_id": table}
        query = select(MEMBERS.c.table_id).where(MEMBERS.c.identity == identity, MEMBERS.c.table_id == table)

        def work(connection: Any) -> None:
            if connection.execute(query).first() is None:
                connection.execute(insert(MEMBERS), row)

        with contextlib.suppress(IntegrityError):  # the same person joined twice at once
            await self._database.write(work)

    async def opener(self, table: str) -> str | None:
        found = await self._one(select(LISTINGS.c.opener).where(LISTINGS.c.table_id == table))
        return None if found is None else str(found)

    async def is_public(self, table: str) -> bool:
        return bool(await self._one(select(LISTINGS.c.is_public).where(LISTINGS.c.table_id == table)))

    async def public(self) -> list[Listed]:
        """Public tables that are not over, the newest first."""
        query = _LISTED.where(LISTINGS.c.is_public, TABLES.c.status != "over").order_by(LISTINGS.c.opened_ms.desc())
        return await self._list(query)

    async def mine(self, identity: str) -> list[Listed]:
        """Tables where this person sits or sat, the last changed first, without those they have hidden."""
        query = _LISTED.join(MEMBERS, MEMBERS.c.table_id == LISTINGS.c.table_id)
        query = query.where(MEMBERS.c.identity == identity, MEMBERS.c.is_hidden.is_(False))
        return await self._list(query.order_by(TABLES.c.changed_ms.desc()))

    async def listed(self, tables: Sequence[str]) -> list[Listed]:
        """These tables, the last changed first."""
        query = _LISTED.where(LISTINGS.c.table_id.in_(tables)).order_by(TABLES.c.changed_ms.desc())
        return await self._list(query)

    async def hide(self, table: str, identity: str, is_hidden: bool = True) -> None:
        """Take a table out of this person's list, or put it back."""
        change = update(MEMBERS).where(MEMBERS.c.identity == identity, MEMBERS.c.table_id == table)
        await self._database.write(lambda connection: connection.execute(change.values(is_hidden=is_hidden)))

    async def _one(self, query: Any) -> Any:
        return await self._database.read(lambda connection: connection.execute(query).scalar_one_or_none())

    async def _list(self, query: Select[Any]) -> list[Listed]:
        limited = query.limit(SHOWN)
        return await self._database.read(
            lambda connection: [
                Listed(row.table_id, row.opener, row.opened_ms, row.changed_ms) for row in connection.execute(limited)
            ]
        )


_LISTED = select(LISTINGS.c.table_id, LISTINGS.c.opener, LISTINGS.c.opened_ms, TABLES.c.changed_ms).join(
    TABLES, TABLES.c.id == LISTINGS.c.table_id
)
