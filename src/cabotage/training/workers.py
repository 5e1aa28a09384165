"""Tasks in many processes of this machine, or on a cluster; results come in the order of the tasks."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar

from cabotage.arena import cluster
from cabotage.arena.workers import SILENT_SECONDS
from cabotage.core import compiling
from cabotage.training.errors import TrainingError

Result = TypeVar("Result")
Task = tuple[int, tuple[Any, ...]]  # the number of its first game, and the arguments

AHEAD = 4  # tasks for each process that may be done before an earlier one


def spread(
    call: Callable[..., Result], tasks: Iterable[Task], workers: int, address: str | None = None
) -> Generator[Result]:
    """Call a function once for each task: here, in that many processes, or on the cluster at an address."""
    if address is not None:
        return cluster.spread(call, tasks, address)
    return _here(call, tasks) if workers == 1 else _beside(call, tasks, workers)


def _here(call: Callable[..., Result], tasks: Iterable[Task]) -> Generator[Result]:
    for _, arguments in tasks:
        yield call(*arguments)


def _beside(call: Callable[..., Result], tasks: Iterable[Task], workers: int) -> Generator[Result]:
    pool = [_Worker(call) for _ in range(workers)]
    done: dict[int, Result] = {}
    ahead = enumerate(tasks)
    given = told = 0
    try:
        while True:
            for worker in pool:
                is_room = worker.place is None and given < told + AHEAD * workers
                if is_room and (following := next(ahead, None)) is not None:
                    worker.begin(*following)
                    given += 1
            if told == given:
                return
            for worker in _finished(pool):
                done[worker.place], worker.place = worker.result(), None  # type: ignore[index]  # it is at work
            while told in done:
                yield done.pop(told)
                told += 1
    finally:
        for worker in pool:
            worker.stop()


class _Worker:
    """A process with a pipe of its own, so that it can be ended even in the middle of a message."""

    def __init__(self, call: Callable[..., Any]) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, other = context.Pipe()
        self.process = context.Process(target=_work, args=(other, call), daemon=True)
        self.process.start()
        other.close()
        self.place: int | None = None  # of its task; None: it has none
        self._game = 0

    def begin(self, place: int, task: Task) -> None:
        """Send it a task."""
        self.place, self._game = place, task[0]
        with suppress(OSError):  # `result` notices a dead process
            self.pipe.send(task[1])

    def result(self) -> Any:
        """What its task came to; raises what that raised."""
        try:
            result, error = self.pipe.recv()
        except (EOFError, OSError):
            raise TrainingError("refused.worker", game=self._game) from None
        if error is not None:
            raise error
        return result

    def stop(self) -> None:
        """End it, whatever it does."""
        self.process.terminate()
        self.process.join()
        self.pipe.close()


def _finished(pool: list[_Worker]) -> list[_Worker]:
    """The workers with a result, and those that have died."""
    ready = wait([worker.pipe for worker in pool if worker.place is not None])
    return [worker for worker in pool if worker.pipe in ready]


def _work(pipe: Connection, call: Callable[..., Any]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl-C
    compiling.NOTICE_SECONDS = SILENT_SECONDS  # and has compiled everything
    with suppress(EOFError, OSError):  # the parent is gone
        while True:
            arguments = pipe.recv()
            answer: tuple[Any, Exception | None]
            try:
                answer = call(*arguments), None
            except Exception as error:
                answer = None, error
            pipe.send(answer)
