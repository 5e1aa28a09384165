"""All tables of one database: open, find, fork, and expire clocks."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from cabotage.core.box import Box
from cabotage.core.errors import OptionError
from cabotage.games import find as find_game
from cabotage.tables import dice, seat, undo
from cabotage.tables.checks import is_number, is_text
from cabotage.tables.clock import Clock, wall_clock_ms
from cabotage.tables.commitments import Commitments
from cabotage.tables.draft import Draft
from cabotage.tables.errors import NoSuchMoment, StillRunning, TableError, UnknownTable
from cabotage.tables.log import Log
from cabotage.tables.notifications import CHANNEL, Appended
from cabotage.tables.opening import LISTED, Opening
from cabotage.tables.row import NOBODY, Kind, Row
from cabotage.tables.state import TableState
from cabotage.tables.table import Table, summary
from cabotage.tables.view import Source

if TYPE_CHECKING:
    from cabotage.core.record import Record
    from cabotage.tables.clock import Now
    from cabotage.tables.opening import Games

KEPT_TABLES = 500  # in memory, besides those in use
LONGEST_ID = 64
QUICK_ROWS = 100  # a longer log is replayed in a thread

logger = logging.getLogger(__name__)


class Tables:
    """The way to every table. `ranks` are the bots that may be asked for; None leaves that to the caller."""

    def __init__(
        self, log: Log, now: Now = wall_clock_ms, ranks: Sequence[str] | None = None, games: Games = find_game
    ) -> None:
        self.log = log
        self.commitments = Commitments(log.database, now)
        self._now = now
        self._ranks = ranks
        self._games = games
        self._live: WeakValueDictionary[str, Table] = WeakValueDictionary()
        self._recent: OrderedDict[str, Table] = OrderedDict()
        self._loading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._tasks: set[asyncio.Task[None]] = set()

    async def listen(self) -> None:
        """Follow what other servers append; needed only if there are several."""
        if self.log.notifications is not None:
            self.log.notifications.subscribe(CHANNEL, self._received, self.refresh_all)
            await self.log.notifications.listen()

    async def close(self) -> None:
        """Stop listening and close the log."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.log.close()

    async def open(
        self,
        game: str,
        seats: Sequence[str],
        opener: str,
        options: Mapping[str, Any] | None = None,
        clock: Clock | None = None,
        name: str | None = None,
        nonce: str | None = None,
        names: Mapping[int, str] | None = None,
        commitment: str | None = None,
        order: str = LISTED,
        has_chances: bool = False,
    ) -> Table:
        """A new table. Seats "me" and "here" are the opener's, "friend" is open, "bot:<rank>" is a bot's.

        `name` is the opener's; `names` are those of the others at the same screen, by seat. `commitment` is one made
        earlier by `commitments.make`, before the opener's nonce could be known. With `order` "lot", seats are drawn
        when the game starts; "listed" keeps them. With `has_chances`, spectators may see every seat's chances.
        """
        found = self._games(game)
        seat.check(seats, self._ranks)
        seat.check_order(order)
        _check_boards(found, options or {})
        box = await asyncio.to_thread(_warm, found, len(seats), options or {})
        return await self._open(
            box,
            seats,
            opener,
            clock,
            name,
            nonce,
            names=names,
            promised=commitment,
            order=order,
            has_chances=has_chances,
        )

    def check(self, game: str, seats: int, options: Mapping[str, Any]) -> Box:
        """Refuse what `open` would refuse of a game, a number of seats and options."""
        found = self._games(game)
        _check_boards(found, options)
        return Box(found, seats, options)

    async def find(self, table: str) -> Table:
        """The table with this id."""
        if not is_text(table, LONGEST_ID):
            raise UnknownTable("table.unknown", table=repr(table)[:LONGEST_ID])
        live = self._live.get(table)
        if live is None:
            lock = self._loading.setdefault(table, asyncio.Lock())
            async with lock:
                live = self._live.get(table) or await self._load(table)
        elif self.log.is_shared:
            await live.refresh()
        self._remember(live)
        return live

    async def fork(self, table: str, at: int, seats: Sequence[str], opener: str, name: str | None = None) -> Table:
        """A new table that continues from a moment of a finished one; forking a running one would reveal secrets."""
        source = await self.find(table)
        if source.status != "over":
            raise StillRunning("table.fork")
        state = await asyncio.to_thread(source.reader.state_at, at)
        seat.check(seats, self._ranks)
        forked: Source = {"table": source.id, "at": at}
        return await self._open(state.box, seats, opener, None, name, None, state.position.history, forked)

    async def fork_record(
        self, record: Record, at: int | None, seats: Sequence[str], opener: str, name: str | None = None
    ) -> Table:
        """A new table that continues from a moment of a record: after that many of its events, by default all."""
        game = self._games(record.game)
        seat.check(seats, self._ranks)
        if at is not None and not (is_number(at) and 0 <= at <= len(record.entries)):
            raise NoSuchMoment("table.at", last=len(record.entries), at=repr(at))
        _check_boards(game, record.options)
        position = await asyncio.to_thread(record.replay, game, at)
        return await self._open(position.box, seats, opener, None, name, None, position.history)

    async def keep(self, record: Record, opener: str) -> Table:
        """A table for replaying a record. Its game is over; to play on, fork it."""
        game = self._games(record.game)
        _check_boards(game, record.options)
        position = await asyncio.to_thread(record.replay, game)
        players = record.players or ({},) * position.box.seats
        seats = [self._kept_seat(player) for player in players]
        opening = Opening.of(position.box, seats, Clock(), "", kept=json.loads(record.text()))
        first, seed = self._first(opening), dice.new_seed()
        draft = Draft(TableState(first, self._games), seed, first.at_ms)
        for place, player in enumerate(players):
            if seats[place] == "here":
                draft.sit(place, opener, _kept_name(player), None)
        await asyncio.to_thread(draft.copy_record, record)
        return await self._create(first, draft, seed)

    def _kept_seat(self, player: Mapping[str, str]) -> str:
        """A bot that this program does not have is shown as a player without a name."""
        rank = player.get("bot")
        return "here" if rank is None or (self._ranks is not None and rank not in self._ranks) else f"{seat.BOT}{rank}"

    async def expire(self) -> list[Appended]:
        """Apply every clock that has run out; call it about once a second."""
        appended: list[Appended] = []
        for due in await self.log.due(self._now()):
            try:
                appended += await (await self.find(due.id)).expire_all()
            except TableError as error:  # one broken table must not stop the clocks of all others
                logger.warning("the clock of table %s: %s", due.id, error)
        return appended

    async def _open(
        self,
        box: Box,
        seats: Sequence[str],
        opener: str,
        clock: Clock | None,
        name: str | None,
        nonce: str | None,
        history: Sequence[int] = (),
        forked: Source | None = None,
        names: Mapping[int, str] | None = None,
        promised: str | None = None,
        order: str = LISTED,
        has_chances: bool = False,
    ) -> Table:
        for called in (name, *(names or {}).values()):
            seat.check_person(opener, called, nonce)
        seat.check_count(box, seats)
        seed = dice.new_seed() if promised is None else await self.commitments.seed(promised)
        opening = Opening.of(
            box, seats, clock or Clock(), dice.commitment(seed), history, forked, None, order, has_chances
        )
        first = self._first(opening)
        draft = Draft(TableState(first, self._games), seed, first.at_ms)
        for place, kind in enumerate(seats):
            if kind in ("me", "here"):
                is_opener = kind == "me"
                called = (names or {}).get(place, name if is_opener else None)
                draft.sit(place, opener, called, nonce if is_opener else None)
        draft.start_if_full()
        return await self._create(first, draft, seed, promised)

    def _first(self, opening: Opening) -> Row:
        return Row(secrets.token_urlsafe(12), 0, Kind.OPENED, NOBODY, opening.written(), self._now())

    async def _create(self, first: Row, draft: Draft, seed: bytes, promised: str | None = None) -> Table:
        rows = [first, *draft.rows]
        await self.log.create(seed, rows, summary(draft.state), promised)
        table = Table(self.log, rows, seed, self._games, self._now, self._ranks)
        self._live[table.id] = table
        self._remember(table)
        return table

    async def _load(self, table: str) -> Table:
        seed = await self.log.seed(table)
        rows = await self.log.rows(table)
        make = partial(Table, self.log, rows, seed, self._games, self._now, self._ranks)
        loaded = make() if len(rows) <= QUICK_ROWS else await asyncio.to_thread(make)
        self._live[table] = loaded
        return loaded

    async def delete(self, tables: Sequence[str]) -> None:
        """Delete tables. Who looks at one still sees it, but nothing can be added to it."""
        await self.log.delete(tables)
        for table in tables:
            self._recent.pop(table, None)
            self._live.pop(table, None)

    def _remember(self, table: Table) -> None:
        self._recent[table.id] = table
        self._recent.move_to_end(table.id)
        while len(self._recent) > KEPT_TABLES:
            self._recent.popitem(last=False)

    def _received(self, payload: str) -> None:
        appended = Appended.read(payload)
        table = self._live.get(appended.table)
        if table is not None and table.seq < appended.last_seq:
            self._soon(table)

    def refresh_all(self) -> None:
        """Read what other servers have appended to the tables in memory: notifications may have been missed."""
        for table in list(self._live.values()):
            self._soon(table)

    def _soon(self, table: Table) -> None:
        task = asyncio.create_task(self._refresh(table))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _refresh(self, table: Table) -> None:
        try:
            await table.refresh()
        except TableError as error:  # its next viewer receives this error
            logger.warning("table %s: %s", table.id, error)


def _kept_name(player: Mapping[str, str]) -> str | None:
    name = player.get("name")
    return name if is_text(name, seat.LONGEST_NAME) else None


def _warm(game: Any, seats: int, options: Mapping[str, Any]) -> Box:
    box = Box(game, seats, options)
    box.warm()
    undo.prepare(box)
    return box


def _check_boards(game: Any, options: Mapping[str, Any]) -> None:
    """A board by name or in full, never by path: a caller must not make the server open files."""
    for option in game.options:
        value = options.get(option.name, option.default)
        if option.takes_files and not isinstance(value, Mapping) and value not in option.values:
            known = ", ".join(map(str, option.values))
            raise OptionError("option.value", game=game.id, option=option.name, values=known, value=repr(value))
