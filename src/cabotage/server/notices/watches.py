"""Who wants to hear of their turn at which table, and where: at a device, or by mail."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from cabotage.server.errors import TooManyDevices, UnknownDevice
from cabotage.server.notices.outbox import TURN, waiting
from cabotage.server.notices.push import PushDevice
from cabotage.server.schema import OUTBOX, PUSH_DEVICES, WATCHES
from cabotage.tables.schema import TABLES

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from cabotage.tables.clock import Now
    from cabotage.tables.database import Database

MAIL = "mail"
MOST_DEVICES = 20  # of one person
MOST_TABLES = 10_000  # read at once, after a start
NEVER = -1


def device_id(endpoint: str) -> str:
    """The page computes it too."""
    return hashlib.sha256(endpoint.encode()).hexdigest()


class Watch(NamedTuple):
    table: str
    identity: str
    target: str
    told_seq: int


class Watches:
    """Wishes and push devices, in the database."""

    def __init__(self, database: Database, now: Now) -> None:
        self._database = database
        self._now = now

    async def add_device(self, identity: str, endpoint: str, p256dh: str, auth: str, language: str) -> str:
        """Remember a browser; returns its id. If another person used it before, it is theirs no more."""
        device = device_id(endpoint)
        row: dict[str, Any] = {"id": device, "identity": identity}
        row |= {"endpoint": endpoint, "p256dh": p256dh, "auth": auth}
        row |= {"language": language, "added_ms": self._now()}

        def work(connection: Connection) -> None:
            gone = (WATCHES.c.target == device) & (WATCHES.c.identity != identity)
            connection.execute(delete(WATCHES).where(gone))
            connection.execute(delete(PUSH_DEVICES).where(PUSH_DEVICES.c.id == device))
            count = select(func.count()).select_from(PUSH_DEVICES).where(PUSH_DEVICES.c.identity == identity)
            if connection.execute(count).scalar_one() >= MOST_DEVICES:
                raise TooManyDevices("notices.devices", most=MOST_DEVICES)
            connection.execute(insert(PUSH_DEVICES), row)

        await self._database.write(work)
        return device

    async def replace_device(self, identity: str, old: str, new: str) -> None:
        """The push service gave this person's browser a new endpoint."""
        theirs = (WATCHES.c.identity == identity) & (WATCHES.c.target == old)
        known = select(WATCHES.c.table_id).where(WATCHES.c.identity == identity, WATCHES.c.target == new)

        def work(connection: Connection) -> None:
            moved = theirs & WATCHES.c.table_id.not_in(known)
            connection.execute(update(WATCHES).where(moved).values(target=new))
            connection.execute(delete(WATCHES).where(theirs))
            gone = (PUSH_DEVICES.c.identity == identity) & (PUSH_DEVICES.c.id == old)
            connection.execute(delete(PUSH_DEVICES).where(gone))

        if old != new:
            await self._database.write(work)

    async def device(self, device: str) -> PushDevice | None:
        query = select(PUSH_DEVICES).where(PUSH_DEVICES.c.id == device)
        found = await self._database.read(lambda connection: connection.execute(query).one_or_none())
        if found is None:
            return None
        return PushDevice(found.id, found.identity, found.endpoint, found.p256dh, found.auth, found.language)

    async def drop_device(self, device: str) -> None:
        """The browser can no longer be reached, or its person does not want to be."""

        def work(connection: Connection) -> None:
            connection.execute(delete(WATCHES).where(WATCHES.c.target == device))
            connection.execute(delete(OUTBOX).where(OUTBOX.c.target == device))
            connection.execute(delete(PUSH_DEVICES).where(PUSH_DEVICES.c.id == device))

        await self._database.write(work)

    async def set(self, table: str, identity: str, target: str, is_on: bool) -> None:
        """Begin or stop to tell this person of their turns at this table."""
        if is_on and target != MAIL:
            found = await self.device(target)
            if found is None or found.identity != identity:
                raise UnknownDevice("notices.device")
        this = (WATCHES.c.table_id == table) & (WATCHES.c.identity == identity) & (WATCHES.c.target == target)
        row = {"table_id": table, "identity": identity, "target": target, "told_seq": NEVER}

        def work(connection: Connection) -> None:
            if not is_on:
                connection.execute(delete(WATCHES).where(this))
            elif connection.execute(select(WATCHES.c.target).where(this)).first() is None:
                connection.execute(insert(WATCHES), row)

        with contextlib.suppress(IntegrityError):  # sent twice at once
            await self._database.write(work)

    async def targets(self, table: str, identity: str) -> list[str]:
        query = select(WATCHES.c.target).where(WATCHES.c.table_id == table, WATCHES.c.identity == identity)
        return await self._database.read(lambda connection: list(connection.execute(query).scalars()))

    async def of(self, tables: Sequence[str]) -> list[Watch]:
        """All wishes for these tables."""
        query = select(WATCHES.c.table_id, WATCHES.c.identity, WATCHES.c.target, WATCHES.c.told_seq)
        query = query.where(WATCHES.c.table_id.in_(tables))
        return await self._database.read(lambda connection: [Watch(*row) for row in connection.execute(query)])

    async def watched(self) -> list[str]:
        """Running tables that somebody wants to hear of."""
        query = select(WATCHES.c.table_id).distinct().join(TABLES, TABLES.c.id == WATCHES.c.table_id)
        query = query.where(TABLES.c.status == "running").limit(MOST_TABLES)
        return await self._database.read(lambda connection: list(connection.execute(query).scalars()))

    async def tell(self, watch: Watch, seq: int) -> bool:
        """Put a notice of the turn that began with this row into the outbox; False if that was done before."""
        this = (WATCHES.c.table_id == watch.table) & (WATCHES.c.identity == watch.identity)
        change = update(WATCHES).where(this & (WATCHES.c.target == watch.target) & (WATCHES.c.told_seq < seq))
        row = waiting(TURN, watch.identity, watch.target, self._now(), watch.table, seq)

        def work(connection: Connection) -> bool:
            if connection.execute(change.values(told_seq=seq)).rowcount != 1:
                return False
            connection.execute(insert(OUTBOX), row)
            return True

        return await self._database.write(work)
