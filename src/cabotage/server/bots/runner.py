"""Runs the bots: they think in a few low-priority processes, and choose with `table.submit` like people."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable, Set
from typing import TYPE_CHECKING, TypeVar

from cabotage.core.chance import entropy
from cabotage.core.errors import CabotageError
from cabotage.server.bots import worker
from cabotage.server.bots.hints import HintQueue, Locks
from cabotage.server.bots.pace import Pace
from cabotage.server.bots.pool import Pool
from cabotage.server.bots.worker import Question
from cabotage.tables.errors import DatabaseFailure, NotStarted, NotYourTurn, Stale, TableOver

if TYPE_CHECKING:
    from cabotage.bots.evaluation import Evaluation
    from cabotage.server.bots.compilation import Compilation
    from cabotage.server.metrics import Metrics
    from cabotage.server.settings import Settings
    from cabotage.tables import Table
    from cabotage.tables.opening import Opening

Result = TypeVar("Result")

BOT_NICENESS = 10  # people's moves go first
HINT_NICENESS = 19  # then bots, then hints
FAILED_SECONDS = 30.0  # before a bot that failed is asked again

logger = logging.getLogger(__name__)


class BotRunner:
    """At most one task per table, so that no table can block the others.

    Hints have processes of their own with the lowest priority: a bot never waits for a hint to end.
    """

    def __init__(
        self, settings: Settings, metrics: Metrics, compilation: Compilation, locks: Locks | None = None
    ) -> None:
        self._settings = settings
        self._metrics = metrics
        self._compilation = compilation
        self._loading: dict[str, asyncio.Task[None]] = {}  # by game
        self._pool = Pool(settings.thinkers, BOT_NICENESS)
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()  # tables that changed while a bot was thinking
        self._failed: dict[str, float] = {}  # until when
        self._hint_pool = Pool(settings.hinters, HINT_NICENESS)
        self._hint_turns = asyncio.Semaphore(settings.hinters)
        self._hints = HintQueue(settings.hinters, locks)
        self._locks = locks
        self._pace = Pace(settings.pause_seconds)
        self._is_closed = False
        self._person_to_act: Callable[[Table], None] = lambda table: None

    @property
    def busy(self) -> Set[str]:
        """Tables where a bot is thinking, or where one has just failed."""
        now = time.monotonic()
        self._failed = {table: until for table, until in self._failed.items() if until > now}
        return self._playing.keys() | self._failed.keys()

    @property
    def queued(self) -> int:
        """How many bots and hints wait for a process."""
        return self._pool.queued + self._hints.queued

    def on_person(self, told: Callable[[Table], None]) -> None:
        """Call this when this server has changed a table, and now a person has to act."""
        self._person_to_act = told

    def look(self, table: Table) -> None:
        """If a bot is to act at this table, let it play. Call it when this server has changed or claimed the table."""
        bots = [seat.bot for seat in table.state.seats if seat.bot is not None]
        if self._is_closed:
            return
        if bots:
            self._expect(table, bots[0])
        if table.id in self._playing:
            self._again.add(table.id)
        elif table.bot_to_act is not None:
            task = asyncio.create_task(self._play(table))
            self._playing[table.id] = task
            task.add_done_callback(lambda _: self._done(table))
        else:
            self._person_to_act(table)

    async def hint(self, table: Table, seat: int, person: str, address: str) -> Evaluation:
        """A hint for this seat; the same position gives the same hint. Cancel it if nobody waits for it any more."""
        async with self._hints.turn(person, address):
            await self._compilation.bots_ready(table.state.opening.game)
            async with self._hint_turns:
                question = ask(table, seat, seed=table.state.move_seq)
                return await self._hint_pool.run(worker.hint, question, self._settings.hint_iterations)

    async def beside_hints(self, game: str, work: Callable[..., Result], *arguments: object) -> Result:
        """Other work of the lowest priority; hints and this take turns, so it has to be short."""
        await self._compilation.bots_ready(game)
        async with self._hint_turns:
            return await self._hint_pool.run(work, *arguments)

    async def like_a_hint(
        self, game: str, person: str, address: str, work: Callable[..., Result], *arguments: object
    ) -> Result:
        """Work for one person that waits for its turn as their hints do, and takes as long as one."""
        async with self._hints.turn(person, address):
            return await self.beside_hints(game, work, *arguments)

    def stop(self) -> None:
        """Give up all thoughts; others have taken over the tables."""
        for task in self._playing.values():
            task.cancel()

    def forget(self, table: Table) -> None:
        """The table is about to be deleted."""
        if (task := self._playing.get(table.id)) is not None:
            task.cancel()

    async def close(self) -> None:
        self._is_closed = True
        tasks = [*self._playing.values(), *self._loading.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._pool.close()
        self._hint_pool.close()
        if self._locks is not None:
            await self._locks.close()

    def _expect(self, table: Table, rank: str) -> None:
        """Load the game in all processes in advance, so that the first move is not slow."""
        game = table.state.opening.game
        if game not in self._loading:
            self._loading[game] = asyncio.create_task(self._load(table.state.opening, rank))

    async def _load(self, opening: Opening, rank: str) -> None:
        self._pool.tell_all(worker.wake)
        await self._compilation.bots_ready(opening.game)
        self._pool.tell_all(worker.load, *_box(opening), rank)

    async def _play(self, table: Table) -> None:
        """Until a person has to choose, or somebody else has changed the table: they look after it from then on."""
        while (rank := table.bot_to_act) is not None and (seat := table.to_act) is not None:
            seq = table.seq
            began = time.perf_counter()
            choice, thought_seconds = await self._choose(table, seat, rank, seq)
            seconds = time.perf_counter() - began
            self._metrics.thought(table.state.opening.game, rank, seconds)
            await asyncio.sleep(self._pace.wait_seconds(table.state.box, rank, seconds, thought_seconds))
            received = time.perf_counter()
            try:
                await table.submit(seat, seq, choice)
            except (Stale, NotYourTurn, NotStarted, TableOver):
                return
            self._metrics.moved(table.state.opening.game, "bot", time.perf_counter() - received)
        self._person_to_act(table)

    async def _choose(self, table: Table, seat: int, rank: str, seq: int) -> tuple[int, float]:
        """The choice, and the processor time that it took.

        If the bot fails, play the rules' action for an absent seat, so that the game goes on.
        """
        try:
            await self._compilation.bots_ready(table.state.opening.game)
            number, seconds = await self._pool.run(worker.choose, ask(table, seat, entropy()), rank)
            if number in table.state.position.legal or table.state.turn_seq > seq:  # then it is stale
                return number, seconds
            logger.error("bot_not_offered", extra={"fields": {"table": table.id, "rank": rank, "choice": number}})
        except CabotageError as error:
            logger.error("bot_failed", extra={"fields": {"table": table.id, "rank": rank, "reason": str(error)}})
        state = table.state
        return int(state.box.game.rules.absent(state.box.constants, state.position.states, 0)), 0.0

    def _done(self, table: Table) -> None:
        task = self._playing.pop(table.id)
        has_changed = table.id in self._again
        self._again.discard(table.id)
        if task.cancelled():
            return
        if (error := task.exception()) is not None:
            logger.error("bot_stopped", exc_info=error, extra={"fields": {"table": table.id}})
            if not isinstance(error, DatabaseFailure):  # the timer finds the table when the database is back
                self._failed[table.id] = time.monotonic() + FAILED_SECONDS
        elif has_changed:
            self.look(table)


def ask(table: Table, seat: int, seed: int) -> Question:
    """What a bot at this seat receives; or who has no seat, for live chances."""
    return Question(*_box(table.state.opening), table.state.position.view(seat).tobytes(), seat, seed)


def _box(opening: Opening) -> tuple[str, int, int, str]:
    """What another process needs to build the same box."""
    return opening.game, opening.rules_version, len(opening.seats), json.dumps(opening.options, sort_keys=True)
