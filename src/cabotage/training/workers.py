"""Tasks in many processes of this machine, or on a cluster; results come in the order of the tasks."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from cabotage.arena import cluster
from cabotage.arena.workers import SILENT_SECONDS
from cabotage.core import compiling
from cabotage.training.errors import TrainingError

Result = TypeVar("Result")
Tasks = Iterable[tuple[int, tuple[Any, ...]]]  # the number of the first game, and the arguments

AHEAD = 2  # tasks handed out for each process


def spread(call: Callable[..., Result], tasks: Tasks, workers: int, address: str | None = None) -> Generator[Result]:
    """Call a function once for each task: here, in that many processes, or on the cluster at an address."""
    if address is not None:
        return cluster.spread(call, tasks, address)
    return _here(call, tasks) if workers == 1 else _beside(call, tasks, workers)


def _here(call: Callable[..., Result], tasks: Tasks) -> Generator[Result]:
    for _, arguments in tasks:
        yield call(*arguments)


def _beside(call: Callable[..., Result], tasks: Tasks, workers: int) -> Generator[Result]:
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, context, initializer=_begin)
    waiting: deque[tuple[int, Future[Result]]] = deque()
    ahead = iter(tasks)
    try:
        while True:
            while len(waiting) < AHEAD * workers and (task := next(ahead, None)) is not None:
                waiting.append((task[0], pool.submit(call, *task[1])))
            if not waiting:
                return
            number, result = waiting.popleft()
            try:
                yield result.result()
            except BrokenProcessPool:
                raise TrainingError("refused.worker", game=number) from None
    finally:
        _stop(pool)


def _stop(pool: ProcessPoolExecutor) -> None:
    """End all processes at once, even in the middle of a task."""
    processes = list((getattr(pool, "_processes", None) or {}).values())
    for process in processes:
        process.terminate()
    pool.shutdown(cancel_futures=True)


def _begin() -> None:
    """Prepare a process: the parent handles Ctrl-C and has compiled everything; without it, end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    compiling.NOTICE_SECONDS = SILENT_SECONDS
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A pool's processes would wait forever for a parent that was killed."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
