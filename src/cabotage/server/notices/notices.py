"""Everything about notices that one server has: opened and closed together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cabotage.server.notices.mailboxes import Mailboxes
from cabotage.server.notices.outbox import Outbox
from cabotage.server.notices.sender import Sender
from cabotage.server.notices.turns import Turns
from cabotage.server.notices.watches import Watches

if TYPE_CHECKING:
    from cabotage.server.live.presence import Presence
    from cabotage.server.metrics import Metrics
    from cabotage.server.notices.ways import Ways
    from cabotage.server.settings import Settings
    from cabotage.tables import Table, Tables
    from cabotage.tables.clock import Now


class Notices:
    """Without keys and SMTP server nothing runs, and nothing is offered."""

    def __init__(
        self, ways: Ways, settings: Settings, tables: Tables, presence: Presence, metrics: Metrics, now: Now
    ) -> None:
        database, server = tables.log.database, tables.log.server
        self.push, self.mail = ways.push, ways.mail
        self.watches, self.mailboxes = Watches(database, now), Mailboxes(database, now)
        self._turns = Turns(tables, self.watches, presence, settings.notice_seconds)
        outbox = Outbox(database, server, now)
        self._sender = Sender(outbox, self.watches, self.mailboxes, tables, presence, metrics, ways)
        self._is_on = ways.push is not None or ways.mail is not None

    def start(self) -> None:
        if self._is_on:
            self._turns.start()
            self._sender.start()

    def look(self, table: Table) -> None:
        """A person has to act at this table. Call it when this server has changed the table."""
        if self._is_on:
            self._turns.look(table)

    def look_at_all(self) -> None:
        """Another server has died: look at the tables it may have taken care of."""
        self._turns.look_at_all()

    async def close(self) -> None:
        await self._turns.close()
        await self._sender.close()
        if self.push is not None:
            await self.push.close()
