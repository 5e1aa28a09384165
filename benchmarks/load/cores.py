"""A core for the server and another for its clients, so that each measures only itself. Linux only."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import psutil

CAN_PIN = hasattr(os, "sched_setaffinity") and (os.cpu_count() or 1) > 1
SERVER, CLIENTS = 0, 1


@contextmanager
def pinned(core: int | None) -> Iterator[None]:
    """This process, and those that it starts meanwhile, run on this core; on any, if it is None."""
    if core is None or not CAN_PIN:
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def cpu_seconds(pid: int) -> float:
    """Of this process with all its threads, not of those that it started."""
    times = psutil.Process(pid).cpu_times()
    return float(times.user + times.system)
