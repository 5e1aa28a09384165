"""Measures how late the event loop is: the sign that something runs on it for too long."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cabotage.server.metrics import Metrics

TICK_SECONDS = 0.25


async def watch(metrics: Metrics) -> None:
    """Until it is cancelled."""
    while True:
        due = time.perf_counter() + TICK_SECONDS
        await asyncio.sleep(TICK_SECONDS)
        metrics.lagged(max(0.0, time.perf_counter() - due))
