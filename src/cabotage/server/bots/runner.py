"""Runs the bots: they think in a few low-priority processes, and choose with `table.submit` like people."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import multiprocessing
import time
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, TypeVar

from cabotage.core.chance import entropy
from cabotage.core.errors import CabotageError
from cabotage.server.bots import worker
from cabotage.server.bots.worker import Question
from cabotage.server.errors import Busy
from cabotage.tables.errors import NotStarted, NotYourTurn, Stale, TableOver

if TYPE_CHECKING:
    from cabotage.bots.evaluation import Evaluation
    from cabotage.server.bots.compilation import Compilation
    from cabotage.server.metrics import Metrics
    from cabotage.server.settings import Settings
    from cabotage.tables import Table
    from cabotage.tables.opening import Opening

Result = TypeVar("Result")

WAITING_HINTS = 8  # per process; more would wait too long
STOP_SECONDS = 2.0

logger = logging.getLogger(__name__)


class BotRunner:
    """At most one task per table, so that no table can block the others."""

    def __init__(self, settings: Settings, metrics: Metrics, compilation: Compilation) -> None:
        self._settings = settings
        self._metrics = metrics
        self._compilation = compilation
        self._loading: dict[str, asyncio.Task[None]] = {}  # by game
        self._pool: ProcessPoolExecutor | None = None
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._hints = 0
        self._is_closed = False

    def look(self, table: Table) -> None:
        """If a bot is to act at this table, let it play. Call it after every change."""
        bots = [seat.bot for seat in table.state.seats if seat.bot is not None]
        if bots and not self._is_closed:
            self._expect(table, bots[0])
        if table.bot_to_act is None or table.id in self._playing or self._is_closed:
            return
        task = asyncio.create_task(self._play(table))
        self._playing[table.id] = task
        task.add_done_callback(lambda _: self._done(table))

    async def hint(self, table: Table, seat: int) -> Evaluation:
        """A hint for this seat; the same position gives the same hint."""
        if self._hints >= WAITING_HINTS * self._settings.thinkers:
            raise Busy("server.busy")
        self._hints += 1
        try:
            await self._compilation.bots_ready(table.state.opening.game)
            question = ask(table, seat, seed=table.state.move_seq)
            return await self._run(worker.hint, question, self._settings.hint_iterations)
        finally:
            self._hints -= 1

    async def close(self) -> None:
        self._is_closed = True
        tasks = [*self._playing.values(), *self._loading.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._stop(self._pool)

    def _expect(self, table: Table, rank: str) -> None:
        """Load the game in all processes in advance, so that the first move is not slow."""
        game = table.state.opening.game
        if game not in self._loading:
            self._loading[game] = asyncio.create_task(self._load(table.state.opening, rank))

    async def _load(self, opening: Opening, rank: str) -> None:
        self._tell_all(worker.wake)
        await self._compilation.bots_ready(opening.game)
        self._tell_all(worker.load, *_box(opening), rank)

    def _tell_all(self, work: Callable[..., None], *arguments: object) -> None:
        """Submit it once per process, without waiting for results."""
        with contextlib.suppress(BrokenProcessPool):  # then the first bot to move does it
            pool = self._pool or self._start()
            for _ in range(self._settings.thinkers):
                pool.submit(work, *arguments)

    async def _play(self, table: Table) -> None:
        """Until a person has to choose. Another worker or a timeout may choose first."""
        while (rank := table.bot_to_act) is not None and (seat := table.to_act) is not None:
            seq = table.seq
            began = time.perf_counter()
            choice = await self._choose(table, seat, rank)
            self._metrics.thought(table.state.opening.game, rank, time.perf_counter() - began)
            await asyncio.sleep(self._settings.pause_seconds)
            try:
                await table.submit(seat, seq, choice)
            except (Stale, NotYourTurn, NotStarted, TableOver):
                continue
            self._metrics.moved(table.state.opening.game, "bot")

    async def _choose(self, table: Table, seat: int, rank: str) -> int:
        """If the bot fails, play the rules' action for an absent seat, so that the game goes on."""
        try:
            await self._compilation.bots_ready(table.state.opening.game)
            number = await self._run(worker.choose, ask(table, seat, entropy()), rank)
            if number in table.state.position.legal or table.to_act != seat:
                return number
            logger.error("bot_not_offered", extra={"fields": {"table": table.id, "rank": rank, "choice": number}})
        except CabotageError as error:
            logger.error("bot_failed", extra={"fields": {"table": table.id, "rank": rank, "reason": str(error)}})
        state = table.state
        return int(state.box.game.rules.absent(state.box.constants, state.position.states, 0))

    async def _run(self, work: Callable[..., Result], *arguments: object) -> Result:
        """In a process; if it died, once more in a new one."""
        for attempt in (1, 2):
            pool = self._pool or self._start()
            try:
                future: Future[Result] = pool.submit(work, *arguments)
                return await asyncio.wrap_future(future)
            except BrokenProcessPool:
                logger.exception("bot_process_died", extra={"fields": {"attempt": attempt}})
                if self._pool is pool:
                    self._stop(pool)
                    self._pool = None
        raise Busy("server.busy")

    def _start(self) -> ProcessPoolExecutor:
        # Spawned and not forked: a copy of this process would hold its sockets and its secrets.
        context = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(self._settings.thinkers, context, worker.prepare)
        return self._pool

    def _stop(self, pool: ProcessPoolExecutor | None) -> None:
        if pool is None:
            return
        processes = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()  # there is nothing to clean up
        for process in processes:
            process.join(STOP_SECONDS)

    def _done(self, table: Table) -> None:
        task = self._playing.pop(table.id)
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("bot_stopped", exc_info=error, extra={"fields": {"table": table.id}})
            return
        self.look(table)  # something may have happened meanwhile


def ask(table: Table, seat: int, seed: int) -> Question:
    """What a bot at this seat receives."""
    return Question(*_box(table.state.opening), table.view(seat).tobytes(), seat, seed)


def _box(opening: Opening) -> tuple[str, int, int, str]:
    """What another process needs to build the same box."""
    return opening.game, opening.rules_version, len(opening.seats), json.dumps(opening.options, sort_keys=True)
