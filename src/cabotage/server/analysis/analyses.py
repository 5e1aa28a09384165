"""Analyses of finished games: computed a part at a time while somebody watches, then kept."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import delete, insert, select

from cabotage.analysis import Effort
from cabotage.analysis.stored import VERSION
from cabotage.core.errors import CabotageError
from cabotage.server.analysis import worker
from cabotage.server.errors import AnalysisPending, Bug, Busy, TooLong
from cabotage.server.schema import ANALYSES
from cabotage.tables.schema import TABLES

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from cabotage.analysis import Judged
    from cabotage.server.bots.runner import BotRunner
    from cabotage.server.settings import Settings
    from cabotage.tables import Table
    from cabotage.tables.clock import Now
    from cabotage.tables.database import Database

Result = TypeVar("Result")

MOST_GAMES = 20  # that are analysed or wait for it
MOST_EVENTS = 3000  # a long game has 2,000
QUICK = Effort()  # the first pass
LEAST = Effort(2, 2, 2)  # when its time is over: something exact for every event, however rough
MOST_SECONDS = 60.0  # of the processor; then a game is given up
PART_SECONDS = 0.4  # a hint may have to wait that long
LONGEST_SECONDS = 1.0  # for one event of the second pass
LEAST_FACTOR = 2.0  # a second pass that is less thorough tells nothing new

logger = logging.getLogger(__name__)


@dataclass(eq=False)
class Job:
    """One game that is being analysed: first all events quickly, then some thoroughly, the most needed first."""

    table: Table
    text: str  # its record
    events: int
    todo: list[int]
    effort: Effort = field(default_factory=lambda: QUICK)
    judged: dict[int, Judged] = field(default_factory=dict)  # by event, the last time
    looks: int = 0  # how often an event was judged
    seconds: float = 0.0  # of the processor
    longest_seconds: float = 0.0  # for one event
    quick: dict[str, Any] | None = None
    final: dict[str, Any] | None = None
    error: CabotageError | None = None
    watchers: int = 0
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def is_over(self) -> bool:
        return self.final is not None or self.error is not None

    def tell(self) -> None:
        """Wake all who watch."""
        self.changed.set()
        self.changed = asyncio.Event()


class Analyses:
    """Games take turns, a part each. One game per person; a game that nobody watches any more is given up."""

    def __init__(self, database: Database, bot_runner: BotRunner, settings: Settings, now: Now) -> None:
        self._database = database
        self._bot_runner = bot_runner
        self._most_seconds = settings.analysis_seconds
        self._now = now
        self._jobs: dict[str, Job] = {}  # by table, the next one first
        self._people: set[str] = set()  # who watch
        self._task: asyncio.Task[None] | None = None

    @property
    def waiting(self) -> int:
        """How many games are being analysed or wait for it."""
        return len(self._jobs)

    async def kept(self, table: str) -> dict[str, Any] | None:
        """The analysis of this game, if there is one. Raises TooLong if it was given up."""
        query = select(ANALYSES.c.version, ANALYSES.c.content).where(ANALYSES.c.table_id == table)
        row = await self._database.read(lambda connection: connection.execute(query).first())
        if row is None or row.version != VERSION:
            return None
        content: dict[str, Any] | None = json.loads(row.content)
        if content is None:
            raise TooLong("analysis.too_long")
        return content

    @asynccontextmanager
    async def watch(self, table: Table, text: str, events: int, person: str) -> AsyncIterator[Job]:
        """The job of this game, which goes on as long as somebody is in here."""
        if events > MOST_EVENTS:
            raise TooLong("analysis.too_long")
        if person in self._people:
            raise AnalysisPending("analysis.pending")
        job = self._jobs.get(table.id)
        if job is None:
            if len(self._jobs) >= MOST_GAMES:
                raise Busy("server.busy")
            job = self._jobs[table.id] = Job(table, text, events, list(range(events)))
        self._people.add(person)
        job.watchers += 1
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())
        try:
            yield job
        finally:
            self._people.discard(person)
            job.watchers -= 1

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while self._jobs:
            table, job = next(iter(self._jobs.items()))
            del self._jobs[table]
            if not job.watchers:
                continue
            self._jobs[table] = job  # now the last
            try:
                await self._go_on(job)
            except CabotageError as error:
                job.error = error
            except Exception:
                logger.exception("analysis_failed", extra={"fields": {"table": table}})
                job.error = Bug("server.error")
            if job.is_over:
                del self._jobs[table]
            job.tell()

    async def _go_on(self, job: Job) -> None:
        """Judge one more part; after the last of a pass, add up."""
        part: worker.Part = await self._beside_hints(job, worker.judge, job.effort, job.todo, PART_SECONDS)
        job.judged |= {each.at: each for each in part.judged}
        job.todo = job.todo[len(part.judged) :]
        job.looks += len(part.judged)
        job.seconds += part.seconds
        job.longest_seconds = max(job.longest_seconds, part.longest_seconds)
        is_late = job.seconds >= self._most_seconds
        if job.quick is None:
            await self._end_quick(job, is_late)
        elif is_late or not job.todo:
            job.final = await self._added_up(job)
            await self._keep(job.table.id, job.final)

    async def _end_quick(self, job: Job, is_late: bool) -> None:
        """The first pass has to be complete: if it takes too long, it goes on as fast as it can."""
        if job.todo:
            if job.seconds >= MOST_SECONDS:
                job.error = TooLong("analysis.too_long")
                await self._keep(job.table.id, None)
            elif is_late:
                job.effort = LEAST
            return
        job.quick = await self._added_up(job)
        factor = self._factor(job)
        if factor < LEAST_FACTOR:
            job.final = job.quick
            await self._keep(job.table.id, job.final)
            return
        job.todo = await self._beside_hints(job, worker.refinement, _in_order(job))
        job.effort = QUICK.times(factor)

    def _factor(self, job: Job) -> float:
        """How much more thorough the second pass may be: neither it nor one event of it may take too long."""
        left = self._most_seconds - job.seconds
        return min(left / max(job.seconds, 0.01), LONGEST_SECONDS / max(job.longest_seconds, 0.001))

    async def _added_up(self, job: Job) -> dict[str, Any]:
        return await self._beside_hints(job, worker.add_up, job.effort, _in_order(job))

    async def _beside_hints(self, job: Job, work: Callable[..., Result], *arguments: object) -> Result:
        return await self._bot_runner.beside_hints(job.table.state.opening.game, work, job.text, *arguments)

    async def _keep(self, table: str, content: dict[str, Any] | None) -> None:
        row = {"table_id": table, "version": VERSION, "made_ms": self._now(), "content": json.dumps(content)}

        def work(connection: Connection) -> None:
            if connection.execute(select(TABLES.c.id).where(TABLES.c.id == table)).first() is not None:
                connection.execute(delete(ANALYSES).where(ANALYSES.c.table_id == table))
                connection.execute(insert(ANALYSES), row)

        await self._database.write(work)


def _in_order(job: Job) -> list[Judged]:
    return [job.judged[at] for at in range(job.events)]
