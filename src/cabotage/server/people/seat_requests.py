"""Visitors who ask for a free seat of a table whose address they know; the people there accept or decline."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import delete, func, insert, select, update

from cabotage.server.errors import RequestDeclined, TooManyRequests, UnknownRequest
from cabotage.server.schema import SEAT_REQUESTS

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from cabotage.tables.clock import Now
    from cabotage.tables.database import Database

MOST_PER_PERSON = 5  # that wait for an answer
MOST_PER_TABLE = 10
DAY_MS = 24 * 3600 * 1000  # then a request is forgotten

_PENDING = SEAT_REQUESTS.c.is_declined.is_(False)


class SeatRequest(NamedTuple):
    id: str
    table: str
    identity: str
    name: str | None
    nonce: str | None
    is_declined: bool


class SeatRequests:
    """Requests, in the database. A person who was declined cannot ask at this table again."""

    def __init__(self, database: Database, now: Now) -> None:
        self._database = database
        self._now = now

    async def ask(self, table: str, identity: str, name: str | None, nonce: str | None) -> None:
        """Ask for a seat; asking again changes the name."""
        now_ms = self._now()
        row: dict[str, Any] = {"id": secrets.token_hex(16), "table_id": table, "identity": identity}
        row |= {"name": name, "nonce": nonce, "asked_ms": now_ms, "is_declined": False}
        mine = (SEAT_REQUESTS.c.table_id == table) & (SEAT_REQUESTS.c.identity == identity)
        count = select(func.count()).select_from(SEAT_REQUESTS).where(_PENDING)

        def work(connection: Connection) -> None:
            connection.execute(delete(SEAT_REQUESTS).where(SEAT_REQUESTS.c.asked_ms < now_ms - DAY_MS))
            if connection.execute(select(SEAT_REQUESTS.c.id).where(mine, ~_PENDING)).first() is not None:
                raise RequestDeclined("request.declined")
            connection.execute(delete(SEAT_REQUESTS).where(mine))
            for column, value, most in (
                (SEAT_REQUESTS.c.identity, identity, MOST_PER_PERSON),
                (SEAT_REQUESTS.c.table_id, table, MOST_PER_TABLE),
            ):
                if connection.execute(count.where(column == value)).scalar_one() >= most:
                    raise TooManyRequests("request.waiting", most=most)
            connection.execute(insert(SEAT_REQUESTS), row)

        await self._database.write(work)

    async def withdraw(self, table: str, identity: str) -> None:
        mine = (SEAT_REQUESTS.c.table_id == table) & (SEAT_REQUESTS.c.identity == identity)
        change = delete(SEAT_REQUESTS).where(mine, _PENDING)
        await self._database.write(lambda connection: connection.execute(change))

    async def at(self, table: str) -> list[SeatRequest]:
        """All requests at this table, the oldest first."""
        query = select(
            SEAT_REQUESTS.c.id,
            SEAT_REQUESTS.c.table_id,
            SEAT_REQUESTS.c.identity,
            SEAT_REQUESTS.c.name,
            SEAT_REQUESTS.c.nonce,
            SEAT_REQUESTS.c.is_declined,
        ).where(SEAT_REQUESTS.c.table_id == table, SEAT_REQUESTS.c.asked_ms >= self._now() - DAY_MS)
        query = query.order_by(SEAT_REQUESTS.c.asked_ms, SEAT_REQUESTS.c.id)
        return await self._database.read(lambda connection: [SeatRequest(*row) for row in connection.execute(query)])

    async def find(self, table: str, request: str) -> SeatRequest:
        """A request that waits for an answer."""
        for found in await self.at(table):
            if found.id == request and not found.is_declined:
                return found
        raise UnknownRequest("request.unknown")

    async def decline(self, request: SeatRequest) -> None:
        change = update(SEAT_REQUESTS).where(SEAT_REQUESTS.c.id == request.id).values(is_declined=True)
        await self._database.write(lambda connection: connection.execute(change))

    async def done(self, request: SeatRequest) -> None:
        """They have sat down."""
        change = delete(SEAT_REQUESTS).where(SEAT_REQUESTS.c.id == request.id)
        await self._database.write(lambda connection: connection.execute(change))
