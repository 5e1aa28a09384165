"""One person on several devices: a link that works once and for a short time adds another device."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, insert, select

from cabotage.server.errors import WrongLink
from cabotage.server.people import secret
from cabotage.server.schema import DEVICE_LINKS, DEVICES

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from cabotage.tables.clock import Now
    from cabotage.tables.database import Database

LINK_MINUTES = 10


class Devices:
    """Links and devices, in the database; secrets only as hashes."""

    def __init__(self, database: Database, now: Now) -> None:
        self._database = database
        self._now = now

    async def link(self, identity: str) -> tuple[str, int]:
        """The secret of a new link, and when it expires. Earlier links of this person become void."""
        text, until_ms = secret.new(), self._now() + LINK_MINUTES * 60_000
        row = {"hash": secret.hashed(text), "identity": identity, "until_ms": until_ms}

        def work(connection: Connection) -> None:
            is_old = (DEVICE_LINKS.c.identity == identity) | (DEVICE_LINKS.c.until_ms < self._now())
            connection.execute(delete(DEVICE_LINKS).where(is_old))
            connection.execute(insert(DEVICE_LINKS), row)

        await self._database.write(work)
        return text, until_ms

    async def add(self, link: str) -> tuple[str, str]:
        """Use a link: the secret for this device, and the identity it belongs to."""
        token = secret.new()

        def work(connection: Connection) -> str | None:
            is_valid = (DEVICE_LINKS.c.hash == secret.hashed(link)) & (DEVICE_LINKS.c.until_ms >= self._now())
            found = connection.execute(select(DEVICE_LINKS.c.identity).where(is_valid)).scalar_one_or_none()
            used = connection.execute(delete(DEVICE_LINKS).where(is_valid)).rowcount  # of two at once, one deletes it
            if found is None or not used:
                return None
            row = {"hash": secret.hashed(token), "identity": found, "added_ms": self._now()}
            connection.execute(insert(DEVICES), row)
            return str(found)

        identity = await self._database.write(work)
        if identity is None:
            raise WrongLink("identity.link")
        return token, identity
