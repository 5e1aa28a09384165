"""Runs the bots: they think in a few low-priority processes, and choose with `table.submit` like people."""

from __future__ import annotations

import asyncio
import json
import logging
import math
import time
from collections.abc import Callable, Set
from typing import TYPE_CHECKING, TypeVar

from cabotage.core.chance import entropy
from cabotage.core.errors import CabotageError
from cabotage.server.bots import worker
from cabotage.server.bots.pool import Pool
from cabotage.server.bots.worker import Question
from cabotage.server.errors import Busy, HintPending
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
WAITING_HINTS = 20  # per process; more would wait too long
FAILED_SECONDS = 30.0  # before a bot that failed is asked again

logger = logging.getLogger(__name__)


class BotRunner:
    """At most one task per table, so that no table can block the others.

    Hints have processes of their own with the lowest priority: a bot never waits for a hint to end.
    """

    def __init__(self, settings: Settings, metrics: Metrics, compilation: Compilation) -> None:
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
        self._hinted: set[str] = set()  # people who wait for a hint
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
        return self._pool.queued + max(0, len(self._hinted) - self._hint_pool.processes)

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

    async def hint(self, table: Table, seat: int, person: str) -> Evaluation:
        """A hint for this seat; the same position gives the same hint. Cancel it if nobody waits for it any more."""
        if person in self._hinted:
            raise HintPending("hint.pending")
        if len(self._hinted) >= WAITING_HINTS * self._settings.hinters:
            raise Busy("server.busy")
        self._hinted.add(person)
        try:
            await self._compilation.bots_ready(table.state.opening.game)
            async with self._hint_turns:
                question = ask(table, seat, seed=table.state.move_seq)
                return await self._hint_pool.run(worker.hint, question, self._settings.hint_iterations)
        finally:
            self._hinted.discard(person)

    async def beside_hints(self, game: str, work: Callable[..., Result], *arguments: object) -> Result:
        """Other work of the lowest priority; hints and this take turns, so it has to be short."""
        await self._compilation.bots_ready(game)
        async with self._hint_turns:
            return await self._hint_pool.run(work, *arguments)

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
            choice = await self._choose(table, seat, rank, seq)
            seconds = time.perf_counter() - began
            self._metrics.thought(table.state.opening.game, rank, seconds)
            await asyncio.sleep(wait_seconds(seconds, self._settings.pause_seconds))
            received = time.perf_counter()
            try:
                await table.submit(seat, seq, choice)
            except (Stale, NotYourTurn, NotStarted, TableOver):
                return
            self._metrics.moved(table.state.opening.game, "bot", time.perf_counter() - received)
        self._person_to_act(table)

    async def _choose(self, table: Table, seat: int, rank: str, seq: int) -> int:
        """If the bot fails, play the rules' action for an absent seat, so that the game goes on."""
        try:
            await self._compilation.bots_ready(table.state.opening.game)
            number = await self._pool.run(worker.choose, ask(table, seat, entropy()), rank)
            if number in table.state.position.legal or table.state.turn_seq > seq:  # then it is stale
                return number
            logger.error("bot_not_offered", extra={"fields": {"table": table.id, "rank": rank, "choice": number}})
        except CabotageError as error:
            logger.error("bot_failed", extra={"fields": {"table": table.id, "rank": rank, "reason": str(error)}})
        state = table.state
        return int(state.box.game.rules.absent(state.box.constants, state.position.states, 0))

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


def wait_seconds(thought_seconds: float, pause_seconds: float) -> float:
    """How long to wait before the move, so that people can follow.

    Moves come at multiples of the pause: how long exactly a bot thought may depend on its hidden cards.
    """
    if not pause_seconds:
        return 0.0
    return max(1, math.ceil(thought_seconds / pause_seconds)) * pause_seconds - thought_seconds


def ask(table: Table, seat: int, seed: int) -> Question:
    """What a bot at this seat receives; or who has no seat, for live chances."""
    return Question(*_box(table.state.opening), table.state.position.view(seat).tobytes(), seat, seed)


def _box(opening: Opening) -> tuple[str, int, int, str]:
    """What another process needs to build the same box."""
    return opening.game, opening.rules_version, len(opening.seats), json.dumps(opening.options, sort_keys=True)
