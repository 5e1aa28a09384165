"""Invitations: each is a secret for one seat of one table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sqlalchemy import delete, insert, select

from cabotage.server.errors import WrongInvitation
from cabotage.server.people import secret
from cabotage.server.schema import INVITATIONS

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from cabotage.tables.database import Database


class Invitations:
    """Created when a table is opened, and again when its opener wants a new one; the old one becomes void."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def make(self, table: str, seats: Sequence[int]) -> dict[int, str]:
        """A secret for each of these seats."""
        made = {seat: secret.new() for seat in seats}
        rows = [{"hash": secret.hashed(text), "table_id": table, "seat": seat} for seat, text in made.items()]

        def work(connection: Connection) -> None:
            old = INVITATIONS.c.table_id == table, INVITATIONS.c.seat.in_(list(made))
            connection.execute(delete(INVITATIONS).where(*old))
            connection.execute(insert(INVITATIONS), rows)

        if made:
            await self._database.write(work)
        return made

    async def seat(self, table: str, text: str) -> int:
        """The seat of this table that the secret is for."""
        query = select(INVITATIONS.c.seat).where(
            INVITATIONS.c.hash == secret.hashed(text), INVITATIONS.c.table_id == table
        )
        found = await self._database.read(lambda connection: connection.execute(query).scalar_one_or_none())
        if found is None:
            raise WrongInvitation("invitation.wrong")
        return int(found)
