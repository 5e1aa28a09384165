"""`cabotage serve --workers N`: several server processes on one port, restarted when they die, stopped together."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import shutil
import signal
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cabotage.core.errors import CabotageError
from cabotage.server import logs
from cabotage.server import serve as one
from cabotage.server.errors import OneWorkerOnly
from cabotage.server.migration import upgrade
from cabotage.tables import Log
from cabotage.tables.database import address

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess

    from cabotage.server.settings import Settings

RESTART_SECONDS = 1.0  # doubled with every death in a row
MOST_RESTART_SECONDS = 30.0
LONG_SECONDS = 60.0  # a worker that has lived so long starts with the short wait again
STOP_SECONDS = one.GRACE_SECONDS + 2.0  # then they are killed
SIGNALS = (signal.SIGINT, signal.SIGTERM)

logger = logging.getLogger(__name__)


def serve(
    settings: Settings,
    count: int,
    listening: socket.socket,
    is_ready: Callable[[], None],
    log_level: str,
    proxies: str,
) -> None:
    """Serve with so many processes until a signal comes. `is_ready` is called once, when all of them answer."""
    if count == 1:
        one.serve(settings, listening, is_ready, log_level, proxies)
        return
    if address(settings.database).get_backend_name() == "sqlite":
        raise OneWorkerOnly("server.workers", count=count)
    logs.begin(log_level)
    asyncio.run(_migrate(settings.database))  # what keeps the workers from starting is raised here
    with tempfile.TemporaryDirectory(prefix="cabotage-") as shared:
        Workers((settings.shared_by(count), listening, log_level, proxies, Path(shared)), count, is_ready).run()


async def _migrate(database: str) -> None:
    log = await Log.open(database)
    try:
        await log.database.write(upgrade)
    finally:
        await log.close()


@dataclass
class Worker:
    """One place among the workers: the process that has it now, and when the next one may start."""

    process: SpawnProcess | None = None
    ready: Connection | None = None  # says that the process answers
    started: float = 0.0
    restart: float = 0.0
    deaths: int = 0  # in a row


class Workers:
    """The supervisor. It holds the listening socket, so connections wait while a worker is replaced."""

    def __init__(self, arguments: tuple[Any, ...], count: int, is_ready: Callable[[], None]) -> None:
        self._arguments = arguments
        self._workers = [Worker() for _ in range(count)]
        self._starting = count  # until the first time that all answer
        self._is_ready = is_ready
        self._is_stopping = False

    def run(self) -> None:
        """Until SIGINT or SIGTERM."""
        with self._signals() as signalled:
            try:
                while not self._is_stopping:
                    self._start_due()
                    self._wait(signalled)
                    self._hear_ready()
                    self._bury()
            finally:
                self._stop()
        if self._starting:
            sys.exit(1)

    @contextlib.contextmanager
    def _signals(self) -> Iterator[socket.socket]:
        """A socket that becomes readable when a signal has come; without it, `wait` would sleep on."""

        def stop(number: int, frame: object) -> None:
            self._is_stopping = True

        reading, writing = socket.socketpair()
        with reading, writing:
            for end in (reading, writing):
                end.setblocking(False)
            former_fd = signal.set_wakeup_fd(writing.fileno())
            former = {number: signal.signal(number, stop) for number in SIGNALS}
            try:
                yield reading
            finally:
                for number, handler in former.items():
                    signal.signal(number, handler)
                signal.set_wakeup_fd(former_fd)

    def _start_due(self) -> None:
        # Spawned and not forked: a fresh interpreter has no threads and no open database of ours.
        context = multiprocessing.get_context("spawn")
        for worker in self._workers:
            if worker.process is None and time.monotonic() >= worker.restart:
                worker.ready, ready = context.Pipe(duplex=False)
                worker.process = context.Process(target=_work, args=(*self._arguments, ready))
                worker.process.start()
                worker.started = time.monotonic()
                ready.close()

    def _wait(self, signalled: socket.socket) -> None:
        """Until something happens, or a worker may be started again."""
        events: list[Any] = [signalled]
        events += [worker.process.sentinel for worker in self._workers if worker.process is not None]
        events += [worker.ready for worker in self._workers if worker.ready is not None]
        restarts = [worker.restart for worker in self._workers if worker.process is None]
        wait(events, max(0.0, min(restarts) - time.monotonic()) if restarts else None)

    def _hear_ready(self) -> None:
        for worker in self._workers:
            if worker.ready is None or not worker.ready.poll():
                continue
            with contextlib.suppress(EOFError):  # it died first
                worker.ready.recv()
                if self._starting:
                    self._starting -= 1
                    if not self._starting:
                        self._is_ready()
            worker.ready.close()
            worker.ready = None

    def _bury(self) -> None:
        """Note who has died, and when to start the next one. A start that fails ends everything."""
        for worker in self._workers:
            if worker.process is None or worker.process.is_alive():
                continue
            lived = time.monotonic() - worker.started
            worker.deaths = 1 if lived > LONG_SECONDS else worker.deaths + 1
            pause = min(RESTART_SECONDS * 2 ** (worker.deaths - 1), MOST_RESTART_SECONDS)
            worker.restart = time.monotonic() + pause
            fields = {"pid": worker.process.pid, "exit": worker.process.exitcode, "restart_seconds": pause}
            logger.error("worker_died", extra={"fields": fields})
            worker.process.close()
            worker.process = None
            self._is_stopping = self._is_stopping or self._starting > 0

    def _stop(self) -> None:
        processes = [worker.process for worker in self._workers if worker.process is not None]
        for process in processes:
            process.terminate()
        until = time.monotonic() + STOP_SECONDS
        for process in processes:
            process.join(max(0.0, until - time.monotonic()))
            if process.is_alive():
                logger.error("worker_killed", extra={"fields": {"pid": process.pid}})
                process.kill()
                process.join()


def _work(
    settings: Settings, listening: socket.socket, log_level: str, proxies: str, shared: Path, ready: Connection
) -> None:
    """The main function of a worker."""
    threading.Thread(target=_end_with_supervisor, args=(shared,), daemon=True).start()

    def is_ready() -> None:
        ready.send(True)
        ready.close()

    try:
        one.serve(settings, listening, is_ready, log_level, proxies, shared)
    except CabotageError as error:
        logger.error("worker_failed", extra={"fields": {"code": error.code, "reason": str(error)}})
        sys.exit(1)


def _end_with_supervisor(shared: Path) -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        shutil.rmtree(shared, ignore_errors=True)  # if it was killed, nobody else does
        os.kill(os.getpid(), signal.SIGTERM)
