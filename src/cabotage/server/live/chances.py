"""Live chances: spectators of a table that was opened so see every seat's chances, from what is public only.

What is computed, and when it is sent, follows from a spectator's view alone: it tells nothing that they cannot know.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cabotage.core.contract import SPECTATOR
from cabotage.core.errors import CabotageError
from cabotage.server.bots import worker
from cabotage.server.bots.runner import ask

if TYPE_CHECKING:
    from cabotage.server.bots.runner import BotRunner
    from cabotage.server.live.presence import Listener
    from cabotage.tables import Batch, Table

ITERATIONS = 400  # the same position gives the same chances
GRID_SECONDS = 0.5  # they come at multiples of it
MOST_TABLES = 20  # with live chances at the same time; hints have to wait for them

logger = logging.getLogger(__name__)


@dataclass(eq=False)
class Watched:
    """A table with spectators."""

    table: Table
    listeners: set[Listener] = field(default_factory=set)
    last: dict[str, Any] | None = None  # what was sent last
    task: asyncio.Task[None] | None = None

    def put_nowait(self, _batch: Batch, /) -> None:
        """Something was appended."""
        self.changed.set()

    changed: asyncio.Event = field(default_factory=asyncio.Event)


class Chances:
    """One task per table; while it computes, only the newest row waits."""

    def __init__(self, bot_runner: BotRunner) -> None:
        self._bot_runner = bot_runner
        self._watched: dict[str, Watched] = {}

    def enter(self, table: Table, listener: Listener) -> None:
        """A spectator has come; they get what was found last, and everything new."""
        if not table.state.opening.has_chances:
            return
        watched = self._watched.get(table.id)
        if watched is None:
            if len(self._watched) >= MOST_TABLES:
                return
            watched = self._watched[table.id] = Watched(table)
            watched.task = asyncio.create_task(self._run(watched))
        watched.listeners.add(listener)
        if watched.last is not None:
            listener.hear(watched.last)

    def leave(self, table: Table, listener: Listener) -> None:
        """A socket has closed. When nobody watches, nothing is computed."""
        watched = self._watched.get(table.id)
        if watched is None:
            return
        watched.listeners.discard(listener)
        if not watched.listeners:
            del self._watched[table.id]
            if watched.task is not None:
                watched.task.cancel()

    async def close(self) -> None:
        tasks = [watched.task for watched in self._watched.values() if watched.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self, watched: Watched) -> None:
        table = watched.table
        with table.subscribe(watched):
            while table.status != "over":
                watched.changed.clear()
                if table.status == "running":
                    try:
                        await self._tell(watched)
                    except CabotageError as error:
                        fields = {"table": table.id, "reason": str(error)}
                        logger.warning("chances_failed", extra={"fields": fields})
                await watched.changed.wait()

    async def _tell(self, watched: Watched) -> None:
        """Compute the chances of this moment, and send them at the next point of the grid."""
        loop, table = asyncio.get_running_loop(), watched.table
        began, seq = loop.time(), table.seq
        question = ask(table, SPECTATOR, seed=table.state.move_seq)
        values = await self._bot_runner.beside_hints(table.state.opening.game, worker.chances, question, ITERATIONS)
        await asyncio.sleep((began - loop.time()) % GRID_SECONDS)
        if table.status == "running":
            watched.last = {"type": "chances", "seq": seq, "values": values}
            for listener in watched.listeners:
                listener.hear(watched.last)
