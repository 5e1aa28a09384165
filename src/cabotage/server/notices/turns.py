"""Finds people whose turn it is and who are away, and puts notices for them into the outbox."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict, defaultdict
from typing import TYPE_CHECKING

from cabotage.core.errors import CabotageError

if TYPE_CHECKING:
    from cabotage.server.live.presence import Presence
    from cabotage.server.notices.watches import Watch, Watches
    from cabotage.tables import Table, Tables

TICK_SECONDS = 1.0
MOST_WAITING = 10_000  # tables; beyond that, the oldest are dropped
AT_ONCE = 200  # tables per tick

logger = logging.getLogger(__name__)


class Turns:
    """One task per server. `look` only notes the table, so no move waits.

    A table is looked at when nothing has happened there for a while: in a quick game, never. The server that made the
    last move looks; after it died, all others do, and `Watches.tell` lets one of them win.
    """

    def __init__(self, tables: Tables, watches: Watches, presence: Presence, away_seconds: float) -> None:
        self._tables = tables
        self._watches = watches
        self._presence = presence
        self._away_seconds = away_seconds
        self._waiting: OrderedDict[str, float] = OrderedDict()  # by table: when to look
        self._is_stale = True  # read from the database which tables are watched
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def look(self, table: Table) -> None:
        """A person has to act at this table."""
        if table.to_act is not None:
            self._note(table.id, self._away_seconds)

    def look_at_all(self) -> None:
        """At every table that is watched: this server has just started, or another has died."""
        self._is_stale = True

    def _note(self, table: str, seconds: float) -> None:
        self._waiting[table] = time.monotonic() + seconds
        self._waiting.move_to_end(table)
        if len(self._waiting) > MOST_WAITING:
            self._waiting.popitem(last=False)

    async def _run(self) -> None:
        while True:
            try:
                await self._tick()
            except Exception:  # the next one may succeed
                logger.exception("turns_failed")
            await asyncio.sleep(TICK_SECONDS)

    async def _tick(self) -> None:
        if self._is_stale:
            self._is_stale = False
            for table in await self._watches.watched():
                if table not in self._waiting:
                    self._note(table, self._away_seconds)
        now = time.monotonic()
        due = [table for table, at in self._waiting.items() if at <= now][:AT_ONCE]
        for table in due:
            del self._waiting[table]
        if not due:
            return
        watches: defaultdict[str, list[Watch]] = defaultdict(list)
        for watch in await self._watches.of(due):
            watches[watch.table].append(watch)
        for table, wishes in watches.items():
            await self._attend(table, wishes)

    async def _attend(self, name: str, wishes: list[Watch]) -> None:
        try:
            table = await self._tables.find(name)
        except CabotageError as error:
            logger.warning("table_unreadable", extra={"fields": {"table": name, "reason": str(error)}})
            return
        turn = waiting_person(table)
        if turn is None:
            return
        person, seq = turn
        untold = [watch for watch in wishes if watch.identity == person and watch.told_seq < seq]
        if not untold:
            return
        away_seconds = await self._presence.away_seconds(table, person)
        if away_seconds < self._away_seconds:  # here, or just gone
            self._note(name, self._away_seconds - max(0.0, away_seconds))
            return
        for watch in untold:
            await self._watches.tell(watch, seq)


def waiting_person(table: Table) -> tuple[str, int] | None:
    """The person who has to act, and the row with which their turn began."""
    state, seat = table.state, table.to_act
    if seat is None or state.seats[seat].bot is not None:
        return None
    holder = state.seats[seat].holder
    if holder is None:
        return None
    return holder, next((step.seq for step in reversed(state.steps) if step.seat != seat), 0)
