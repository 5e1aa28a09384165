"""Commitments to dice, made before the table is opened: the server commits first, and receives nonces afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, insert, select

from cabotage.tables import dice
from cabotage.tables.checks import is_text
from cabotage.tables.errors import UnknownCommitment
from cabotage.tables.schema import PROMISES

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from cabotage.tables.clock import Now
    from cabotage.tables.database import Database

KEPT_MINUTES = 60
LONGEST = 64


class Commitments:
    """Stored in the database, so that any worker can use a commitment that another has made."""

    def __init__(self, database: Database, now: Now) -> None:
        self._database = database
        self._now = now

    async def make(self) -> str:
        """A commitment to the dice of one future table. Deletes expired ones."""
        seed = dice.new_seed()
        row = {"commitment": dice.commitment(seed), "seed": seed, "made_ms": self._now()}
        expired = delete(PROMISES).where(PROMISES.c.made_ms < self._oldest_ms)

        def work(connection: Connection) -> None:
            connection.execute(expired)
            connection.execute(insert(PROMISES), row)

        await self._database.write(work)
        return str(row["commitment"])

    async def seed(self, commitment: str) -> bytes:
        """The seed of this commitment; for the dice only."""
        if not is_text(commitment, LONGEST):
            raise UnknownCommitment("promise.unknown", minutes=KEPT_MINUTES)
        query = select(PROMISES.c.seed).where(PROMISES.c.commitment == commitment)
        query = query.where(PROMISES.c.made_ms >= self._oldest_ms)
        found = await self._database.read(lambda connection: connection.execute(query).scalar_one_or_none())
        if found is None:
            raise UnknownCommitment("promise.unknown", minutes=KEPT_MINUTES)
        return bytes(found)

    @property
    def _oldest_ms(self) -> int:
        return self._now() - KEPT_MINUTES * 60_000


def spend(connection: Connection, commitment: str) -> None:
    """Use it up, in the transaction that opens its table: a second table with the same dice fails."""
    done = connection.execute(delete(PROMISES).where(PROMISES.c.commitment == commitment))
    if done.rowcount != 1:
        raise UnknownCommitment("promise.unknown", minutes=KEPT_MINUTES)
