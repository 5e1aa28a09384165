"""People without registration: a person is known by a random secret."""

from __future__ import annotations

import secrets
import time
import unicodedata
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import insert, select, union_all, update

from cabotage.server.people import secret
from cabotage.server.schema import DEVICES, IDENTITIES

if TYPE_CHECKING:
    from cabotage.tables.clock import Now
    from cabotage.tables.database import Database

KEPT = 10_000  # of the most recent people, so that their ids need not be looked up
KEPT_SECONDS = 60.0  # if other servers may delete them
LONGEST_NAME = 24
ID_BYTES = 12


@dataclass(frozen=True)
class Profile:
    """What a person chose: name and language."""

    name: str | None = None
    language: str | None = None


class Identities:
    """All identities, in the database."""

    def __init__(self, database: Database, now: Now) -> None:
        self._database = database
        self._now = now
        self._ids: OrderedDict[str, tuple[str, float]] = OrderedDict()  # by hash: the id, and when it was looked up

    async def create(self) -> tuple[str, str]:
        """A new identity: its secret, which is not stored, and its id."""
        token, identity = secret.new(), secrets.token_urlsafe(ID_BYTES)
        row = {"hash": secret.hashed(token), "id": identity, "created_ms": self._now()}
        await self._database.write(lambda connection: connection.execute(insert(IDENTITIES), row))
        self._remember(row["hash"], identity)  # type: ignore[arg-type]
        return token, identity

    async def find(self, token: str) -> str | None:
        """The id that belongs to this secret, if any."""
        if not 0 < len(token) <= secret.LONGEST:
            return None
        key = secret.hashed(token)
        known, then = self._ids.get(key, (None, 0.0))
        if known is not None and not (self._database.is_shared and time.monotonic() - then > KEPT_SECONDS):
            return known
        query = union_all(
            select(IDENTITIES.c.id).where(IDENTITIES.c.hash == key),
            select(DEVICES.c.identity).where(DEVICES.c.hash == key),
        )
        found = await self._database.read(lambda connection: connection.execute(query).scalar_one_or_none())
        if found is not None:
            self._remember(key, found)
        else:
            self._ids.pop(key, None)
        return found

    async def profile(self, identity: str) -> Profile:
        query = select(IDENTITIES.c.name, IDENTITIES.c.language).where(IDENTITIES.c.id == identity)
        found = await self._database.read(lambda connection: connection.execute(query).one_or_none())
        return Profile() if found is None else Profile(found.name, found.language)

    async def change(self, identity: str, profile: Profile) -> None:
        change = update(IDENTITIES).where(IDENTITIES.c.id == identity)
        change = change.values(name=profile.name, language=profile.language)
        await self._database.write(lambda connection: connection.execute(change))

    def forget(self, identity: str) -> None:
        """It was deleted. Other servers notice when they look it up again."""
        self._ids = OrderedDict((key, known) for key, known in self._ids.items() if known[0] != identity)

    def _remember(self, key: str, identity: str) -> None:
        self._ids[key] = identity, time.monotonic()
        self._ids.move_to_end(key)
        if len(self._ids) > KEPT:
            self._ids.popitem(last=False)


def clean(name: str | None) -> str | None:
    """A name as others see it: one short line of visible characters; None if nothing is left."""
    if name is None:
        return None
    normal = unicodedata.normalize("NFC", name)
    # Z: all spaces and line ends; C: control characters, also those that reverse the direction of a line.
    spaced = "".join(" " if unicodedata.category(sign)[0] == "Z" or sign in "\t\n\r" else sign for sign in normal)
    visible = "".join(sign for sign in spaced if sign.isprintable() and unicodedata.category(sign)[0] != "C")
    return " ".join(visible.split())[:LONGEST_NAME].strip() or None
