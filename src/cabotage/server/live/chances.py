"""Live chances: spectators of a table that was opened so see every seat's chances, from what is public only.

What is computed, and when it is sent, follows from a spectator's view alone: it tells nothing that they cannot know.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cabotage.core.contract import SPECTATOR
from cabotage.core.errors import CabotageError
from cabotage.server.bots import worker
from cabotage.server.bots.runner import ask
from cabotage.server.middleware.network import network

if TYPE_CHECKING:
    from cabotage.server.bots.runner import BotRunner
    from cabotage.server.live.presence import Listener
    from cabotage.server.people.caller import Caller
    from cabotage.tables import Batch, Table

ITERATIONS = 400  # the same position gives the same chances
GRID_SECONDS = 0.5  # they come at multiples of it
MOST_OF_A_PERSON = 3  # tables that one person follows at the same time
MOST_OF_A_NETWORK = 20  # tables that all people behind one router follow

logger = logging.getLogger(__name__)


@dataclass(eq=False)
class Watched:
    """A table with spectators."""

    table: Table
    listeners: dict[Listener, Caller] = field(default_factory=dict)
    networks: Counter[str] = field(default_factory=Counter)  # of the listeners
    last: dict[str, Any] | None = None  # what was sent last
    task: asyncio.Task[None] | None = None
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    def put_nowait(self, _batch: Batch, /) -> None:
        """Something was appended."""
        self.changed.set()


class Chances:
    """One task per table; one table at a time is computed, so that hints do not wait for more. Networks take turns.

    While a table waits, only its newest row counts. When nobody watches any more, it leaves the queue.
    """

    def __init__(self, bot_runner: BotRunner) -> None:
        self._bot_runner = bot_runner
        self._watched: dict[str, Watched] = {}
        self._followed: defaultdict[str, Counter[str]] = defaultdict(Counter)  # by person or network: sockets by table
        self._waiting: dict[Watched, asyncio.Future[None]] = {}
        self._served: dict[str, int] = {}  # by network, the number of its last turn
        self._turns = 0
        self._is_busy = False  # it is somebody's turn
        self._thought: asyncio.Future[list[float]] | None = None  # the one that is computed

    def enter(self, table: Table, listener: Listener, caller: Caller) -> None:
        """A spectator has come; they get what was found last, and everything new."""
        if not table.state.opening.has_chances or not self._may_follow(table, caller):
            return
        watched = self._watched.get(table.id)
        if watched is None:
            watched = self._watched[table.id] = Watched(table)
            watched.task = asyncio.create_task(self._run(watched))
        watched.listeners[listener] = caller
        watched.networks[network(caller.address)] += 1
        self._served.setdefault(network(caller.address), self._turns)  # no advantage for those who have just come
        for key, _ in _limits(caller):
            self._followed[key][table.id] += 1
        if watched.last is not None:
            listener.hear(watched.last)

    def leave(self, table: Table, listener: Listener) -> None:
        """A socket has closed. When nobody watches, nothing is computed."""
        watched = self._watched.get(table.id)
        if watched is None or (caller := watched.listeners.pop(listener, None)) is None:
            return
        home = network(caller.address)
        _take_away(watched.networks, home)
        for key, _ in _limits(caller):
            _take_away(self._followed[key], table.id)
            if not self._followed[key]:
                del self._followed[key]
        if home not in self._followed:
            del self._served[home]
        if not watched.listeners:
            del self._watched[table.id]
            self._waiting.pop(watched, None)
            if watched.task is not None:
                watched.task.cancel()

    async def close(self) -> None:
        tasks: list[asyncio.Future[Any]] = [each.task for each in self._watched.values() if each.task is not None]
        if self._thought is not None:
            tasks.append(self._thought)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _may_follow(self, table: Table, caller: Caller) -> bool:
        """Whether this is one of the tables they follow already, or they may follow one more."""
        followed = ((self._followed.get(key, Counter()), most) for key, most in _limits(caller))
        return all(table.id in tables or len(tables) < most for tables, most in followed)

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
        began = loop.time()
        await self._turn(watched)
        watched.changed.clear()
        seq = table.seq
        # A process does not stop in the middle: even if nobody watches any more, the turn lasts until it is done.
        self._thought = asyncio.ensure_future(self._think(table))
        self._thought.add_done_callback(lambda done: done.cancelled() or done.exception())
        values = await asyncio.shield(self._thought)
        await asyncio.sleep((began - loop.time()) % GRID_SECONDS)
        if table.status == "running":
            watched.last = {"type": "chances", "seq": seq, "values": values}
            for listener in watched.listeners:
                listener.hear(watched.last)

    async def _think(self, table: Table) -> list[float]:
        try:
            question = ask(table, SPECTATOR, seed=table.state.move_seq)
            return await self._bot_runner.beside_hints(table.state.opening.game, worker.chances, question, ITERATIONS)
        finally:
            self._thought = None
            self._end_turn()

    async def _turn(self, watched: Watched) -> None:
        turn = self._waiting[watched] = asyncio.get_running_loop().create_future()
        self._next()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._end_turn()
            raise

    def _end_turn(self) -> None:
        self._is_busy = False
        self._next()

    def _next(self) -> None:
        """The turn of the network whose last turn is longest ago; its table that waits longest."""
        if self._is_busy or not self._waiting:
            return
        self._is_busy = True
        watched = min(self._waiting, key=lambda each: min(self._served[home] for home in each.networks))
        self._turns += 1
        self._served.update(dict.fromkeys(watched.networks, self._turns))
        self._waiting.pop(watched).set_result(None)


def _limits(caller: Caller) -> Iterator[tuple[str, int]]:
    """Who counts the tables that this spectator follows, and how many may be."""
    yield network(caller.address), MOST_OF_A_NETWORK
    if caller.identity is not None:
        yield f"person {caller.identity}", MOST_OF_A_PERSON


def _take_away(counter: Counter[str], key: str) -> None:
    counter[key] -= 1
    if not counter[key]:
        del counter[key]
