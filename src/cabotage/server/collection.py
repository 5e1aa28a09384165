"""Garbage collection without long pauses.

Python looks through all objects whenever a quarter of them is new. With hundreds of tables and thousands of sockets
that stopped the server for up to two seconds. Most garbage dies young, so all objects are looked through once in a
while only, and never those that are there since the start. A look at the young ones stops everybody too: a tenth of a
second for a hundred thousand of them, so they are looked through in small portions.
"""

from __future__ import annotations

import asyncio
import gc

YOUNG, MIDDLE = 1_000, 3  # new objects before the young ones are looked through; how often before the older ones are
NEVER = 1_000_000_000
ALL_SECONDS = 3600.0


def settle() -> asyncio.Task[None]:
    """Call it when the server has started; keep the task."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)
    return asyncio.create_task(_collect_all())


async def _collect_all() -> None:
    while True:
        await asyncio.sleep(ALL_SECONDS)
        gc.collect()
