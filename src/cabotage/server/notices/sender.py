"""Sends what is in the outbox."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from cabotage.core.errors import CabotageError
from cabotage.games import GAMES
from cabotage.server.language import server_words
from cabotage.server.notices import letter
from cabotage.server.notices.delivery import Delivery
from cabotage.server.notices.outbox import CONFIRMATION
from cabotage.server.notices.turns import waiting_person
from cabotage.server.notices.watches import MAIL

if TYPE_CHECKING:
    from cabotage.server.live.presence import Presence
    from cabotage.server.metrics import Metrics
    from cabotage.server.notices.mailboxes import Mailboxes
    from cabotage.server.notices.outbox import Notice, Outbox
    from cabotage.server.notices.watches import Watches
    from cabotage.server.notices.ways import Ways
    from cabotage.tables import Tables

TICK_SECONDS = 1.0
GRACE_SECONDS = 2.0  # for what is being sent when the server stops
FORGET_TICKS = 60  # between two searches for notices of servers that died

logger = logging.getLogger(__name__)


class Sender:
    """One task per server; a few notices at a time."""

    def __init__(
        self,
        outbox: Outbox,
        watches: Watches,
        mailboxes: Mailboxes,
        tables: Tables,
        presence: Presence,
        metrics: Metrics,
        ways: Ways,
    ) -> None:
        self._outbox = outbox
        self._watches = watches
        self._mailboxes = mailboxes
        self._tables = tables
        self._metrics = metrics
        self._presence = presence
        self._push, self._mail = ways.push, ways.mail
        self._task: asyncio.Task[None] | None = None
        self._is_closing = False

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Wait a moment for what is being sent. If it takes longer, nobody knows whether it was sent: it is dropped."""
        self._is_closing = True
        if self._task is not None:
            await asyncio.wait([self._task], timeout=GRACE_SECONDS)
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        tick = 0
        while not self._is_closing:
            try:
                if tick % FORGET_TICKS == 0:
                    await self._outbox.forget_unknown()
                found = await self._outbox.take()
                await asyncio.gather(*map(self._handle, found))
            except Exception:  # the database may be back at the next tick
                logger.exception("sender_failed")
            tick += 1
            await asyncio.sleep(TICK_SECONDS)

    async def _handle(self, notice: Notice) -> None:
        delivery = await self._send(notice)
        way = MAIL if notice.target == MAIL else "push"
        self._metrics.noticed(way, delivery.value)
        if delivery is Delivery.FAILED:
            await self._outbox.failed(notice)
            return
        if delivery is Delivery.GONE:
            if way == MAIL:
                await self._mailboxes.drop(notice.identity)
            else:
                await self._watches.drop_device(notice.target)
        await self._outbox.done(notice)

    async def _send(self, notice: Notice) -> Delivery:
        if notice.kind == CONFIRMATION:
            return await self._send_confirmation(notice)
        game = await self._game(notice)
        if game is None:
            return Delivery.SENT  # nothing is left to be told
        if notice.target == MAIL:
            return await self._mail_turn(notice, game)
        return await self._push_turn(notice, game)

    async def _game(self, notice: Notice) -> str | None:
        """The game at the table, if it is still this person's turn and they are not there."""
        try:
            table = await self._tables.find(str(notice.table))
        except CabotageError:
            return None
        is_waiting = waiting_person(table) == (notice.identity, notice.seq)
        if not is_waiting or await self._presence.away_seconds(table, notice.identity) < 0:
            return None
        return table.state.opening.game

    async def _push_turn(self, notice: Notice, game: str) -> Delivery:
        device = await self._watches.device(notice.target)
        if self._push is None or device is None or device.identity != notice.identity:  # it changed hands
            return Delivery.SENT
        title = server_words(device.language).say("notice.turn", game=GAMES[game].names[device.language])
        message = {"title": title, "path": f"/t/{notice.table}", "language": device.language}
        return await self._push.send(device, message, str(notice.table))

    async def _mail_turn(self, notice: Notice, game: str) -> Delivery:
        box = await self._mailboxes.find(notice.identity)
        if self._mail is None or box is None or not box.is_confirmed:
            return Delivery.SENT
        name = GAMES[game].names[box.language]
        made = letter.turn(box.address, box.language, name, self._mail.address, str(notice.table), box.stop_key)
        return await self._mail.send(made)

    async def _send_confirmation(self, notice: Notice) -> Delivery:
        box = await self._mailboxes.find(notice.identity)
        if self._mail is None or box is None or box.is_confirmed:
            return Delivery.SENT
        key = await self._mailboxes.link(box)
        return await self._mail.send(letter.confirmation(box.address, box.language, self._mail.address, key))
