"""Tells other workers that a table has new rows, with PostgreSQL's LISTEN and NOTIFY."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Self

CHANNEL = "cabotage_tables"
RETRY_SECONDS = 1.0

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Appended:
    """Rows that were appended in one transaction; sent to subscribers and other workers. May be empty."""

    table: str
    first_seq: int
    last_seq: int

    def __str__(self) -> str:
        return f"{self.table} {self.first_seq} {self.last_seq}"

    @classmethod
    def read(cls, text: str) -> Self:
        table, first, last = text.split()
        return cls(table, int(first), int(last))


class Notifications:
    """One connection that listens. It reconnects if it breaks, and reports that notifications may have been missed."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._task: asyncio.Task[None] | None = None
        self._ready = asyncio.Event()

    async def listen(self, received: Callable[[Appended], Any], missed: Callable[[], Any]) -> None:
        """Begin; returns as soon as nothing can be missed."""
        self._task = asyncio.create_task(self._run(received, missed))
        await self._ready.wait()

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _run(self, received: Callable[[Appended], Any], missed: Callable[[], Any]) -> None:
        import psycopg

        while True:
            try:
                connection = await psycopg.AsyncConnection.connect(self._address, autocommit=True)
                async with connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    if self._ready.is_set():
                        missed()
                    self._ready.set()
                    async for notice in connection.notifies():
                        received(Appended.read(notice.payload))
            except psycopg.Error as error:
                logger.warning("listening to the database failed, trying again: %s", error)
            await asyncio.sleep(RETRY_SECONDS)
