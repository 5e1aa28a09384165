"""Garbage collection without long pauses.

Python looks through all objects whenever a quarter of them is new. With hundreds of tables and thousands of sockets
that stopped the server for up to two seconds. Most garbage dies young, so new objects are looked through once, the
others once in a while only, and never those that are there since the start. A look at the young ones stops everybody
too: a tenth of a second for a hundred thousand of them, so they are looked through in small portions. To look at those
that stay a second time would cost a fifteenth of a move, and finds next to nothing.
"""

from __future__ import annotations

import asyncio
import gc

YOUNG = 3_000  # new objects before they are looked through
NEVER = 1_000_000_000
ALL_SECONDS = 3600.0


def settle() -> asyncio.Task[None]:
    """Call it when the server has started; keep the task."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, NEVER, NEVER)
    return asyncio.create_task(_collect_all())


async def _collect_all() -> None:
    while True:
        await asyncio.sleep(ALL_SECONDS)
        gc.collect()
