"""Everything one server process needs, in one object: log, tables, people, bots, clocks, sockets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cabotage.bots import BOTS
from cabotage.server.analysis.analyses import Analyses
from cabotage.server.bots.compilation import Compilation
from cabotage.server.bots.hints import Locks
from cabotage.server.bots.runner import BotRunner
from cabotage.server.clubs.clubs import Clubs
from cabotage.server.due import Due
from cabotage.server.leases import Leases
from cabotage.server.live.chances import Chances
from cabotage.server.live.exchange import Exchange
from cabotage.server.live.presence import Presence
from cabotage.server.lobby import Lobby
from cabotage.server.lock import Lock
from cabotage.server.metrics import Metrics
from cabotage.server.middleware.limits import Limits
from cabotage.server.migration import upgrade
from cabotage.server.notices.notices import Notices
from cabotage.server.notices.ways import Ways
from cabotage.server.people.devices import Devices
from cabotage.server.people.identities import Identities
from cabotage.server.people.invitations import Invitations
from cabotage.server.people.passkeys import Passkeys
from cabotage.server.people.seat_requests import SeatRequests
from cabotage.server.readings import Readings
from cabotage.server.retention import Retention
from cabotage.server.timer import Timer
from cabotage.tables import Log, Tables
from cabotage.tables.clock import Now, wall_clock_ms
from cabotage.tables.database import PostgreSQL, SQLite

if TYPE_CHECKING:
    from cabotage.server.settings import Settings


@dataclass(frozen=True)
class Services:
    """Open it once per process; routes find it in `app.state.services`."""

    settings: Settings
    tables: Tables
    identities: Identities
    devices: Devices
    passkeys: Passkeys
    invitations: Invitations
    seat_requests: SeatRequests
    clubs: Clubs
    lobby: Lobby
    notices: Notices
    limits: Limits
    presence: Presence
    bot_runner: BotRunner
    analyses: Analyses
    chances: Chances
    timer: Timer
    retention: Retention
    readings: Readings
    compilation: Compilation
    metrics: Metrics
    now: Now
    lock: Lock | None  # of an SQLite file
    leases: Leases | None  # with PostgreSQL
    exchange: Exchange | None  # with PostgreSQL

    @staticmethod
    async def open(settings: Settings, metrics: Metrics, limits: Limits, now: Now = wall_clock_ms) -> Services:
        ways = Ways.of(settings)
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
        tables = Tables(log, now, ranks=BOTS)
        leases, exchange = None, None
        if log.notifications is not None:
            leases = Leases(log.database, log.server)
            await leases.start()
            exchange = Exchange(log.database, log.notifications, log.server)
        presence = Presence(exchange)
        await tables.listen()
        lobby = Lobby(log.database, now)
        compilation = Compilation()
        if settings.is_warming:
            compilation.start()
        locks = Locks(log.database.address) if isinstance(log.database, PostgreSQL) else None
        bot_runner = BotRunner(settings, metrics, compilation, locks)
        if leases is not None and exchange is not None:
            await exchange.start(presence)
            leases.on_change(lambda come, gone: exchange.refresh())
            leases.on_lapse(bot_runner.stop)
        notices = Notices(ways, settings, tables, presence, metrics, now)
        notices.start()
        bot_runner.on_person(notices.look)
        if leases is not None:
            leases.on_change(lambda come, gone: notices.look_at_all() if gone else None)
        metrics.count_sockets(lambda: presence.sockets)
        metrics.count_thoughts(lambda: bot_runner.queued)
        log.database.commits.observe = metrics.committed
        if isinstance(log.database, PostgreSQL):
            log.database.waited = metrics.pool_waited
        timer = Timer(tables, Due(log.database, log.server, now), bot_runner)
        timer.start()
        retention = Retention(tables, settings, now)
        retention.start()
        identities, invitations = Identities(log.database, now), Invitations(log.database)
        return Services(
            settings,
            tables,
            identities,
            Devices(log.database, now),
            Passkeys(log.database, now),
            invitations,
            SeatRequests(log.database, now),
            Clubs(log.database, now),
            lobby,
            notices,
            limits,
            presence,
            bot_runner,
            Analyses(log.database, bot_runner, settings, now),
            Chances(bot_runner),
            timer,
            retention,
            Readings(),
            compilation,
            metrics,
            now,
            lock,
            leases,
            exchange,
        )

    async def close(self) -> None:
        await self.timer.close()
        await self.retention.close()
        await self.notices.close()
        await self.analyses.close()
        await self.chances.close()
        await self.bot_runner.close()
        await self.readings.close()
        await self.compilation.close()
        if self.exchange is not None:
            await self.exchange.close()
        if self.leases is not None:  # only now may others take over our tables
            await self.leases.close()
        await self.tables.close()
        if self.lock is not None:
            self.lock.release()
