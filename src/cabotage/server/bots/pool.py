"""Processes in which bots think and hints are computed: started when first needed, replaced if one dies."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from cabotage.server.bots import worker
from cabotage.server.errors import Busy

Result = TypeVar("Result")

STOP_SECONDS = 2.0

logger = logging.getLogger(__name__)


class Pool:
    """Work waits in the order in which it comes."""

    def __init__(self, processes: int, niceness: int) -> None:
        self.processes = processes
        self._niceness = niceness
        self._executor: ProcessPoolExecutor | None = None
        self._running = 0

    @property
    def queued(self) -> int:
        """How much waits for a process."""
        return max(0, self._running - self.processes)

    async def run(self, work: Callable[..., Result], *arguments: object) -> Result:
        """In a process; if it died, once more in a new one."""
        self._running += 1
        try:
            return await self._run(work, *arguments)
        finally:
            self._running -= 1

    async def _run(self, work: Callable[..., Result], *arguments: object) -> Result:
        for attempt in (1, 2):
            executor = self._executor or self._start()
            try:
                future: Future[Result] = executor.submit(work, *arguments)
                return await asyncio.wrap_future(future)
            except BrokenProcessPool:
                logger.exception("bot_process_died", extra={"fields": {"attempt": attempt}})
                if self._executor is executor:
                    self.close()
        raise Busy("server.busy")

    def tell_all(self, work: Callable[..., None], *arguments: object) -> None:
        """Submit it once per process, without waiting for results."""
        with contextlib.suppress(BrokenProcessPool):  # then the first bot to move does it
            executor = self._executor or self._start()
            for _ in range(self.processes):
                executor.submit(work, *arguments)

    def close(self) -> None:
        executor, self._executor = self._executor, None
        if executor is None:
            return
        processes = list((executor._processes or {}).values())
        executor.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()  # there is nothing to clean up
        for process in processes:
            process.join(STOP_SECONDS)

    def _start(self) -> ProcessPoolExecutor:
        # Spawned and not forked: a copy of this process would hold its sockets and its secrets.
        context = multiprocessing.get_context("spawn")
        self._executor = ProcessPoolExecutor(self.processes, context, worker.prepare, (self._niceness,))
        return self._executor
