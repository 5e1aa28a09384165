"""Mail addresses of people. Nothing but the confirmation is sent to an address before its owner has confirmed it."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import delete, func, insert, select, update

from cabotage.server.errors import TooMany, WrongAddress, WrongLink
from cabotage.server.notices.outbox import CONFIRMATION, waiting
from cabotage.server.notices.watches import MAIL
from cabotage.server.people import secret
from cabotage.server.schema import MAIL_CONFIRMATIONS, MAILBOXES, OUTBOX, WATCHES

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from cabotage.tables.clock import Now
    from cabotage.tables.database import Database

LONGEST = 254
LONGEST_LOCAL = 64
DAY_MS = 24 * 3600 * 1000
MOST_A_DAY = 3  # confirmations for one person, and for one address
# One mailbox and nothing else: no list, no comment, no line end, nothing that a mail program could read as an option.
PLAIN = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]{2,63}")


class Mailbox(NamedTuple):
    identity: str
    address: str
    language: str
    stop_key: str
    is_confirmed: bool


class Mailboxes:
    """Addresses and confirmations, in the database."""

    def __init__(self, database: Database, now: Now) -> None:
        self._database = database
        self._now = now

    async def find(self, identity: str) -> Mailbox | None:
        query = select(
            MAILBOXES.c.identity,
            MAILBOXES.c.address,
            MAILBOXES.c.language,
            MAILBOXES.c.stop_key,
            MAILBOXES.c.is_confirmed,
        ).where(MAILBOXES.c.identity == identity)
        found = await self._database.read(lambda connection: connection.execute(query).one_or_none())
        return None if found is None else Mailbox(*found)

    async def ask(self, identity: str, address: str, language: str) -> None:
        """Set a person's address, and queue the mail that asks to confirm it."""
        check(address)
        now_ms, owner = self._now(), _hashed(address)
        asked = MAIL_CONFIRMATIONS.c.asked_ms
        count = select(func.count()).select_from(MAIL_CONFIRMATIONS)
        box: dict[str, Any] = {"identity": identity, "address": address, "language": language}
        box |= {"stop_key": secret.new(), "is_confirmed": False}
        # The link is made when the mail is sent, so that it is in no database; this row only counts.
        counted: dict[str, Any] = {"hash": secret.hashed(secret.new()), "identity": identity, "address_hash": owner}
        counted |= {"asked_ms": now_ms, "is_used": True}

        def work(connection: Connection) -> None:
            connection.execute(delete(MAIL_CONFIRMATIONS).where(asked < now_ms - DAY_MS))
            used = MAIL_CONFIRMATIONS.c.is_used
            for mine in (MAIL_CONFIRMATIONS.c.identity == identity, MAIL_CONFIRMATIONS.c.address_hash == owner):
                if connection.execute(count.where(mine, used)).scalar_one() >= MOST_A_DAY:
                    raise TooMany("notices.asked", most=MOST_A_DAY)
            _drop(connection, identity)
            connection.execute(insert(MAILBOXES), box)
            connection.execute(insert(MAIL_CONFIRMATIONS), counted)
            connection.execute(insert(OUTBOX), waiting(CONFIRMATION, identity, MAIL, now_ms))

        await self._database.write(work)

    async def link(self, box: Mailbox) -> str:
        """The secret of a link that confirms this address, once and for a day."""
        text = secret.new()
        row: dict[str, Any] = {
            "hash": secret.hashed(text),
            "identity": box.identity,
            "address_hash": _hashed(box.address),
        }
        row |= {"asked_ms": self._now(), "is_used": False}
        await self._database.write(lambda connection: connection.execute(insert(MAIL_CONFIRMATIONS), row))
        return text

    async def confirm(self, text: str) -> None:
        """Use such a link: from now on, turns are mailed to the address it was sent to."""
        confirmations = MAIL_CONFIRMATIONS
        is_valid = (confirmations.c.hash == secret.hashed(text)) & confirmations.c.is_used.is_(False)
        is_valid &= confirmations.c.asked_ms >= self._now() - DAY_MS

        def work(connection: Connection) -> bool:
            found = connection.execute(select(confirmations).where(is_valid)).one_or_none()
            if found is None or not connection.execute(delete(confirmations).where(is_valid)).rowcount:
                return False
            mine = MAILBOXES.c.identity == found.identity
            address = connection.execute(select(MAILBOXES.c.address).where(mine)).scalar_one_or_none()
            if address is None or _hashed(address) != found.address_hash:
                return False  # it was changed since
            connection.execute(update(MAILBOXES).where(mine).values(is_confirmed=True))
            return True

        if not await self._database.write(work):
            raise WrongLink("notices.link")

    async def drop(self, identity: str) -> None:
        """Forget a person's address."""
        await self._database.write(lambda connection: _drop(connection, identity))

    async def stop(self, key: str) -> None:
        """The link in a mail: forget the address it was sent to. An unknown key may be one that was used before."""
        query = select(MAILBOXES.c.identity).where(MAILBOXES.c.stop_key == key)

        def work(connection: Connection) -> None:
            for identity in connection.execute(query).scalars().all():
                _drop(connection, identity)

        await self._database.write(work)


def check(address: str) -> None:
    """Raise for a text that is not one plain mail address."""
    local = address.partition("@")[0]
    is_short = len(address) <= LONGEST and len(local) <= LONGEST_LOCAL
    if not (is_short and PLAIN.fullmatch(address)) or local[0] in ".-" or local[-1] == "." or ".." in local:
        raise WrongAddress("notices.wrong_address")


def _drop(connection: Connection, identity: str) -> None:
    connection.execute(delete(WATCHES).where(WATCHES.c.identity == identity, WATCHES.c.target == MAIL))
    connection.execute(delete(OUTBOX).where(OUTBOX.c.identity == identity, OUTBOX.c.target == MAIL))
    connection.execute(delete(MAILBOXES).where(MAILBOXES.c.identity == identity))


def _hashed(address: str) -> str:
    return hashlib.sha256(address.lower().encode()).hexdigest()
