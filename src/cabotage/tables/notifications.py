"""Notifications between the servers on one database, with PostgreSQL's LISTEN and NOTIFY."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Self

CHANNEL = "cabotage_tables"
RETRY_SECONDS = 1.0
NOT_UNDERSTOOD = (ValueError, KeyError, TypeError)  # what a payload of a newer version may raise

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Appended:
    """Rows that were appended in one transaction; sent to subscribers and other servers. May be empty."""

    table: str
    first_seq: int
    last_seq: int

    def __str__(self) -> str:
        return f"{self.table} {self.first_seq} {self.last_seq}"

    @classmethod
    def read(cls, text: str) -> Self:
        """A newer version may add words at the end."""
        table, first, last, *_ = text.split()
        return cls(table, int(first), int(last))


@dataclass(frozen=True)
class Subscription:
    """What to call for the notifications of one channel, and when some may have been missed."""

    channel: str
    received: Callable[[str], Any]
    missed: Callable[[], Any]


class Notifications:
    """One connection that listens. It reconnects if it breaks, and reports that notifications may have been missed."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._subscriptions: list[Subscription] = []
        self._task: asyncio.Task[None] | None = None
        self._ready = asyncio.Event()

    def subscribe(self, channel: str, received: Callable[[str], Any], missed: Callable[[], Any]) -> None:
        """Call it before `listen`."""
        self._subscriptions.append(Subscription(channel, received, missed))

    async def listen(self) -> None:
        """Begin; returns as soon as nothing can be missed."""
        self._task = asyncio.create_task(self._run())
        await self._ready.wait()

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        import psycopg

        while True:
            try:
                connection = await psycopg.AsyncConnection.connect(self._address, autocommit=True)
                async with connection:
                    for subscription in self._subscriptions:
                        await connection.execute(f"LISTEN {subscription.channel}".encode())
                    if self._ready.is_set():
                        self._report_missed()
                    self._ready.set()
                    async for notice in connection.notifies():
                        self._receive(notice.channel, notice.payload)
            except psycopg.Error as error:
                logger.warning("listening to the database failed, trying again: %s", error)
            except Exception:  # without notifications this server would fall behind for good
                logger.exception("listening to the database failed, trying again")
            await asyncio.sleep(RETRY_SECONDS)

    def _receive(self, channel: str, payload: str) -> None:
        for subscription in self._subscriptions:
            if subscription.channel == channel:
                try:
                    subscription.received(payload)
                except NOT_UNDERSTOOD:
                    logger.warning("a notification on %s was not understood: %.200s", channel, payload)

    def _report_missed(self) -> None:
        for subscription in self._subscriptions:
            subscription.missed()
