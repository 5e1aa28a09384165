"""Everything one server process has, put together: log, tables, people, bots, clocks, sockets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cabotage.bots import BOTS
from cabotage.server.crew import Crew
from cabotage.server.hall import Hall
from cabotage.server.identities import Identities
from cabotage.server.invitations import Invitations
from cabotage.server.limits import Limits
from cabotage.server.listing import Listing
from cabotage.server.lock import Lock
from cabotage.server.metrics import Metrics
from cabotage.server.timer import Timer
from cabotage.server.upkeep import upgrade
from cabotage.server.warming import Warming
from cabotage.tables import Log, Tables
from cabotage.tables.clock import Now, wall_clock_ms
from cabotage.tables.database import SQLite

if TYPE_CHECKING:
    from cabotage.server.settings import Settings


@dataclass(frozen=True)
class House:
    """Open it once a process; routes find it in `app.state.house`."""

    settings: Settings
    tables: Tables
    identities: Identities
    invitations: Invitations
    listing: Listing
    limits: Limits
    hall: Hall
    crew: Crew
    timer: Timer
    warming: Warming
    metrics: Metrics
    now: Now
    lock: Lock | None  # of an SQLite file

    @staticmethod
    async def open(settings: Settings, metrics: Metrics, limits: Limits, now: Now = wall_clock_ms) -> House:
        log = await Log.open(settings.database)
        lock: Lock | None = None
        try:
            if isinstance(log.database, SQLite):
                lock = Lock(log.database.path)
            await log.database.write(upgrade)
        except BaseException:
            if lock is not None:
                lock.release()
            await log.close()
            raise
        tables = Tables(log, now, levels=BOTS)
        await tables.listen()
        listing = Listing(log.database, now)
        warming = Warming()
        if settings.is_warming:
            warming.start()
        crew = Crew(settings, metrics, warming)
        hall = Hall()
        metrics.count_sockets(lambda: hall.sockets)
        timer = Timer(tables, listing, crew)
        timer.start()
        identities, invitations = Identities(log.database, now), Invitations(log.database)
        return House(
            settings, tables, identities, invitations, listing, limits, hall, crew, timer, warming, metrics, now, lock
        )

    async def close(self) -> None:
        await self.timer.close()
        await self.crew.close()
        await self.warming.close()
        await self.tables.close()
        if self.lock is not None:
            self.lock.release()
