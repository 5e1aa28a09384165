"""Group commit: what many tables append at the same time shares one durable transaction."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple

MOST_IN_A_GROUP = 200
MOST_ROWS = 1000  # in one statement; databases limit the number of values


class Conflict(Exception):
    """A row with the same key exists already."""


class Statement(NamedTuple):
    """SQL with a part in braces, repeated for each row, and a ? for each value of it."""

    sql: str
    rows: Sequence[tuple[Any, ...]]

    def prepared(self) -> Iterator[tuple[str, list[Any]]]:
        """SQL and its values, to execute: once for many rows, because each call is a wait for the other threads."""
        for first in range(0, len(self.rows), MOST_ROWS):
            rows = self.rows[first : first + MOST_ROWS]
            yield repeated(self.sql, len(rows)), list(chain.from_iterable(rows))


class Waiting(NamedTuple):
    """Statements of one table, and who waits for them."""

    table: str
    statements: Sequence[Statement]
    is_durable: asyncio.Future[None]


class GroupCommit:
    """While one transaction is being written, the next group gathers. Nobody waits for a timer."""

    def __init__(self, write: Callable[[Sequence[Statement]], Awaitable[None]]) -> None:
        self._write = write  # all or nothing, durable when it returns; raises Conflict
        self._waiting: list[Waiting] = []
        self._task: asyncio.Task[None] | None = None
        self.observe: Callable[[int, float], None] = lambda size, seconds: None  # for metrics

    async def append(self, table: str, statements: Sequence[Statement]) -> None:
        """Returns when the statements are durable."""
        waiting = Waiting(table, statements, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        if self._task is None:
            self._task = asyncio.create_task(self._run())
        await waiting.is_durable

    async def close(self) -> None:
        """Wait for what is being written."""
        if self._task is not None:
            await self._task

    async def _run(self) -> None:
        try:
            while self._waiting:
                group, self._waiting = self._waiting[:MOST_IN_A_GROUP], self._waiting[MOST_IN_A_GROUP:]
                await self._commit(group)
        finally:
            self._task = None

    async def _commit(self, group: Sequence[Waiting]) -> None:
        """If the group fails, each member is written alone, so that only the culprit fails."""
        began = time.perf_counter()
        try:
            await self._write(merged(group))
        except Exception as error:
            if len(group) > 1:
                for waiting in group:
                    await self._commit([waiting])
            elif not group[0].is_durable.done():
                group[0].is_durable.set_exception(error)
            return
        self.observe(len(group), time.perf_counter() - began)
        for waiting in group:
            if not waiting.is_durable.done():
                waiting.is_durable.set_result(None)


def merged(group: Iterable[Waiting]) -> list[Statement]:
    """The same SQL once for all members, by table: two processes then lock the same rows in the same order."""
    rows: dict[str, list[tuple[Any, ...]]] = {}
    for waiting in sorted(group, key=lambda one: one.table):
        for statement in waiting.statements:
            rows.setdefault(statement.sql, []).extend(statement.rows)
    return list(map(Statement, rows, rows.values()))


@lru_cache(1024)
def repeated(sql: str, count: int) -> str:
    """The statement with its part in braces so many times."""
    head, _, rest = sql.partition("{")
    row, _, tail = rest.partition("}")
    return head + ", ".join([row] * count) + tail
