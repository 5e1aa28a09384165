"""One table. `submit` validates every choice of people, bots and timeouts; subscribers hear of rows in the log only."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

from cabotage.core.contract import SPECTATOR, View
from cabotage.core.errors import MoveError
from cabotage.tables import projection
from cabotage.tables.batch import Batch
from cabotage.tables.checks import is_number, is_text
from cabotage.tables.commit import Conflict
from cabotage.tables.draft import Draft
from cabotage.tables.errors import (
    Ahead,
    CannotUndo,
    NotOffered,
    NotStarted,
    NotYourTurn,
    NoVote,
    SeatError,
    SeatTaken,
    Stale,
    TableOver,
    UnknownSeat,
)
from cabotage.tables.log import Summary
from cabotage.tables.notifications import Appended
from cabotage.tables.reader import Reader
from cabotage.tables.row import FOR_GOOD, RANK, Kind, Row
from cabotage.tables.seat import BOT, check_person, check_rank, without_person
from cabotage.tables.state import TableState
from cabotage.tables.undo import may_undo
from cabotage.tables.update import Scenes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cabotage.core.event import Event
    from cabotage.tables.clock import Now
    from cabotage.tables.log import Log
    from cabotage.tables.opening import Games
    from cabotage.tables.view import TableView

TRIES = 100  # lost races in a row before giving up; each means that another process appended rows
KEPT_EVENTS = 256  # for the last rows, the events are kept in memory
SNAPSHOT_ROWS = 250  # a snapshot after so many new rows
LONGEST_CHOICE = 200

logger = logging.getLogger(__name__)


class Subscriber(Protocol):
    """Like a queue of batches; it must neither wait nor raise."""

    def put_nowait(self, batch: Batch, /) -> None: ...


class Table:
    """Find or open it with `Tables`. Methods that change it are coroutines; methods that read it are not."""

    def __init__(self, log: Log, rows: Sequence[Row], seed: bytes, games: Games, now: Now, ranks: Any = None) -> None:
        self._log = log
        self._seed = seed
        self._games = games
        self._now = now
        self._ranks = ranks
        self._lock = asyncio.Lock()
        self._subscribers: set[Subscriber] = set()
        self._events: deque[tuple[Row, Event | None]] = deque(maxlen=KEPT_EVENTS)
        self._scenes: Scenes = {}
        self._reader: Reader | None = None  # of the current state
        self._snapshot_seq = 0  # the newest row in a snapshot
        kept = max(1, len(rows) - KEPT_EVENTS)
        self.rows: list[Row] = list(rows[:kept])
        self.state = TableState.of(self.rows, games)
        self._take_up(rows[kept:], [self.state.add(row) for row in rows[kept:]])

    # Reading

    @property
    def id(self) -> str:
        """The id in the address of the table."""
        return self.state.table

    @property
    def seq(self) -> int:
        """The number of the newest row. A choice names it, to show which state it answers."""
        return self.state.seq

    @property
    def status(self) -> str:
        """One of "waiting" for people, "running" or "over"."""
        return self.state.status

    @property
    def to_act(self) -> int | None:
        """The seat that has to choose, if any."""
        return self.state.to_act

    @property
    def bot_to_act(self) -> str | None:
        """The rank of the bot that has to choose, if a bot is to act."""
        return None if self.to_act is None else self.state.seats[self.to_act].bot

    @property
    def deadline_ms(self) -> int | None:
        """When the seat to act runs out of time."""
        return self.state.deadline_ms

    def view(self, seat: int) -> View:
        """Everything this seat can know: for its bot."""
        return self.state.position.view(self._seat(seat))

    def can_undo(self, seat: int) -> bool:
        """Whether this seat may undo its last choice now."""
        return seat >= 0 and may_undo(self.state, self._seat(seat))

    def seen_by(
        self, viewer: int, language: str = "en", since_seq: int | None = None, at: int | None = None
    ) -> TableView:
        """The table as this seat, or a spectator, may see it, as JSON in this language.

        `since_seq` leaves out the story up to that row. `at` shows the table as it was after that row; in memory games,
        earlier rows are not shown until the game is over.
        """
        view = self.reader.view(viewer, language, since_seq, at)
        return {**view, "clock": projection.clock(self.state, view["at"] == self.seq, self._now())}

    def moments(self, viewer: int, language: str = "en") -> list[dict[str, Any]]:
        """Where a replay stops, and what this viewer learns there."""
        return self.reader.moments(viewer, language)

    def record(self, viewer: int = SPECTATOR, has_names: bool = False) -> str:
        """The game as a record: complete when it is over; until then, only what this viewer may know.

        With names, a complete record says who played; the rules and the dice do not depend on it.
        """
        return self.reader.record(viewer, has_names)

    def state_at(self, seq: int) -> TableState:
        """The table as it was after that row; seats are numbered as they are now."""
        return self.reader.state_at(seq)

    @property
    def reader(self) -> Reader:
        """All that can be read of the table now, also in a thread while the game goes on."""
        if self._reader is None:
            self._reader = Reader(self.rows, list(self._events), self.state, self._games, self._now())
        return self._reader

    @contextlib.contextmanager
    def subscribe(self, subscriber: Subscriber | None = None) -> Iterator[Any]:
        """Gives every batch that is appended from now on to this subscriber, or to a queue.

        Its rows are in the log already.
        """
        subscriber = asyncio.Queue() if subscriber is None else subscriber
        self._subscribers.add(subscriber)
        try:
            yield subscriber
        finally:
            self._subscribers.discard(subscriber)

    # Changing

    async def submit(self, seat: int, seq: int, choice: str | int) -> Appended:
        """Validate and make a choice that was offered at row `seq`; then chance draws until a seat has to choose."""
        now = self._following(seat)

        def plan(draft: Draft) -> None:
            place = now(draft.state)
            self._check_turn(draft.state, place, seq)
            draft.choose(place, _offered(draft.state, choice))

        return await self._do(plan, seq)

    async def undo(self, seat: int, seq: int) -> Appended:
        """Undo this seat's last choice, if nobody has learnt anything from it."""
        now = self._following(seat)

        def plan(draft: Draft) -> None:
            place = now(draft.state)
            self._check_fresh(draft.state, seq)
            self._check_running(draft.state)
            if not may_undo(draft.state, place):
                raise CannotUndo("undo.refused")
            draft.write(Kind.UNDONE, place, {"choice": draft.state.steps[-1].seq})

        return await self._do(plan, seq)

    async def sit(self, seat: int, holder: str, name: str | None = None, nonce: str | None = None) -> Appended:
        """Sit down at an open seat, numbered as listed; when the last one is taken, the game begins.

        The nonce becomes part of the dice.
        """
        self._seat(seat)
        check_person(holder, name, nonce)

        def plan(draft: Draft) -> None:
            place = draft.state.seat_now(seat, self.rows[0].seq)
            if draft.state.seats[place].holder == holder:
                return
            if not draft.state.seats[place].is_open:
                raise SeatTaken("seat.taken", who={"seat": place})
            draft.sit(seat, holder, name, nonce)
            draft.start_if_full()

        return await self._do(plan)

    async def leave(self, seat: int) -> Appended:
        """The person at this seat leaves; the seat stays theirs."""
        return await self._come_or_go(seat, is_coming=False)

    async def resign(self, seat: int, rank: str) -> Appended:
        """The person at this seat leaves for good: a bot plays on, and the others may vote to end the game."""
        now = self._following(seat)
        check_rank(rank, self._ranks)

        def plan(draft: Draft) -> None:
            place = now(draft.state)
            self._check_running(draft.state)
            held = draft.state.seats[place]
            if held.holder is None:
                raise SeatError("seat.nobody", who={"seat": place})
            if not held.has_resigned:
                draft.write(Kind.LEFT, place, {FOR_GOOD: True})
            if held.bot is None:
                draft.write(Kind.TAKEN_OVER, place, {RANK: rank})
            draft.end_if_agreed()

        return await self._do(plan)

    async def vote(self, seat: int, is_for_end: bool) -> Appended:
        """Vote to end the game, or no longer. It ends when all people who still play want that."""
        now = self._following(seat)

        def plan(draft: Draft) -> None:
            place = now(draft.state)
            self._check_running(draft.state)
            if place not in draft.state.voters:
                raise NoVote("table.no_vote")
            if (place in draft.state.votes) != is_for_end:
                draft.write(Kind.VOTED, place, {"end": is_for_end})
            draft.end_if_agreed()

        return await self._do(plan)

    async def come_back(self, seat: int) -> Appended:
        """The person returns; a bot that played meanwhile gives the seat back."""
        return await self._come_or_go(seat, is_coming=True)

    async def take_over(self, seat: int, rank: str) -> Appended:
        """Let a bot play for a person who is away, or take an open seat before the game starts."""
        now = self._following(seat)
        check_rank(rank, self._ranks)

        def plan(draft: Draft) -> None:
            place = now(draft.state)
            taken = draft.state.seats[place]
            if draft.state.status == "waiting" and taken.is_open:
                draft.write(Kind.TAKEN_OVER, place, {RANK: rank})
                draft.start_if_full()
                return
            self._check_running(draft.state)
            if taken.holder is None or taken.is_present or taken.bot is not None:
                raise SeatError("seat.not_away", who={"seat": place})
            draft.write(Kind.TAKEN_OVER, place, {RANK: rank})
            draft.end_if_agreed()

        return await self._do(plan)

    async def give_back(self, seat: int) -> Appended:
        """Stop the bot that plays for a person; for example one that a timeout had started."""
        now = self._following(seat)

        def plan(draft: Draft) -> None:
            place = now(draft.state)
            given = draft.state.seats[place]
            if given.holder is None or given.bot is None:
                raise SeatError("seat.no_bot", who={"seat": place})
            draft.write(Kind.GIVEN_BACK, place)

        return await self._do(plan)

    async def forget(self, holder: str) -> Appended:
        """Remove a person who deletes their data: from their seats, and from the rows that say who sat down there."""

        def plan(draft: Draft) -> None:
            for place, seat in enumerate(draft.state.seats):
                if seat.holder == holder:
                    draft.write(Kind.FORGOTTEN, place)
            draft.end_if_agreed()

        appended = await self._do(plan)
        await self._log.forget(self.id, holder)
        return appended

    async def expire(self) -> Appended | None:
        """If the seat to act has run out of time, do what the clock says. One step: call it until it returns None."""

        def plan(draft: Draft) -> None:
            state, seat = draft.state, draft.state.to_act
            deadline_ms = state.deadline_ms
            if seat is None or deadline_ms is None or self._now() < deadline_ms:
                return
            draft.write(Kind.TIMED_OUT, seat)
            if state.opening.clock.then.startswith(BOT):
                draft.write(Kind.TAKEN_OVER, seat, {RANK: state.opening.clock.then.removeprefix(BOT)})
            else:
                draft.choose(seat, _absent(state))

        appended = await self._do(plan)
        return appended if appended.last_seq >= appended.first_seq else None

    async def expire_all(self) -> list[Appended]:
        """Do what the clock says for every turn that has run out of time since."""
        appended: list[Appended] = []
        while (rows := await self.expire()) is not None:
            appended.append(rows)
        return appended

    async def refresh(self) -> None:
        """Read rows that other processes have appended."""
        async with self._lock:
            await self._catch_up()

    # Internal

    async def _do(self, plan: Callable[[Draft], None], seq: int = 0) -> Appended:
        """Draft the rows, append them, then update the state and publish. Not cancelled once begun.

        `seq` is the last row that the caller knows; if another process has appended it, it is read first.
        """
        task = asyncio.ensure_future(self._append(plan, seq))
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(task)

    async def _append(self, plan: Callable[[Draft], None], seq: int) -> Appended:
        async with self._lock:
            if self._log.is_shared and is_number(seq) and seq > self.seq:
                await self._catch_up()
            for _ in range(TRIES):
                draft = Draft(self.state, self._seed, self._now())
                plan(draft)
                appended = Appended(self.id, self.seq + 1, self.seq + len(draft.rows))
                if not draft.rows:
                    return appended
                try:
                    await self._log.append(draft.rows, summary(draft.state))
                except Conflict:
                    await self._catch_up()
                    continue
                self.state = draft.state
                self._take_up(draft.rows, draft.events)
                self._publish(draft.rows, draft.events)
                await self._write_snapshot()
                return appended
        raise Stale("table.busy")

    async def _catch_up(self) -> None:
        rows = await self._log.rows(self.id, self.seq)
        if not rows:
            return
        self.state = self.state.copy()
        events = list(map(self.state.add, rows))
        self._take_up(rows, events)
        self._publish(rows, events)

    def _take_up(self, rows: Sequence[Row], events: Sequence[Event | None]) -> None:
        self.rows += rows
        self._events.extend(zip(rows, events, strict=True))
        self._reader = None
        for row in rows:
            if row.kind is Kind.FORGOTTEN:
                self._scrub(row.seat)

    def _scrub(self, seat: int) -> None:
        """Forget who sat down at this seat, as the log does."""

        def scrubbed(row: Row) -> Row:
            is_theirs = row.kind is Kind.SAT and self.state.seat_now(row.seat, row.seq) == seat
            return replace(row, value=without_person(row.value)) if is_theirs else row

        self.rows = list(map(scrubbed, self.rows))
        self._events = deque(((scrubbed(row), event) for row, event in self._events), KEPT_EVENTS)

    def _publish(self, rows: Sequence[Row], events: Sequence[Event | None]) -> None:
        if self._subscribers:
            batch = Batch(rows, events, self.state, self._scenes, self._now())
            for subscriber in list(self._subscribers):
                subscriber.put_nowait(batch)

    async def _write_snapshot(self) -> None:
        if self.seq - self._snapshot_seq >= SNAPSHOT_ROWS:
            self._snapshot_seq = self.seq
            try:
                await self._log.keep(list(self.rows))
            except Exception as error:  # the move is in the log, and must not seem to have failed
                logger.warning("no snapshot of table %s: %s", self.id, error)

    async def _come_or_go(self, seat: int, is_coming: bool) -> Appended:
        now = self._following(seat)

        def plan(draft: Draft) -> None:
            place = now(draft.state)
            held = draft.state.seats[place]
            if held.holder is None:
                raise SeatError("seat.nobody", who={"seat": place})
            if held.is_present != is_coming:
                draft.write(Kind.RETURNED if is_coming else Kind.LEFT, place)
            if is_coming and held.bot is not None:
                draft.write(Kind.GIVEN_BACK, place)

        return await self._do(plan)

    def _seat(self, seat: int) -> int:
        if not is_number(seat) or not 0 <= seat < len(self.state.seats):
            raise UnknownSeat("seat.unknown", count=len(self.state.seats), seat=repr(seat))
        return seat

    def _following(self, seat: int) -> Callable[[TableState], int]:
        """Finds the seat that has this number now: before the request is its turn, the lot may be drawn."""
        seq = self.seq
        self._seat(seat)
        return lambda state: state.seat_now(seat, seq)

    def _check_turn(self, state: TableState, seat: int, seq: int) -> None:
        self._check_fresh(state, seq)
        self._check_running(state)
        if state.to_act is None:
            raise NotYourTurn("turn.chance")
        if state.to_act != seat:
            raise NotYourTurn("turn.other", who={"seat": seat}, actor={"seat": state.to_act})

    @staticmethod
    def _check_running(state: TableState) -> None:
        if state.status == "waiting":
            raise NotStarted("table.waiting")
        if state.status == "over":
            raise TableOver("table.over")

    @staticmethod
    def _check_fresh(state: TableState, seq: int) -> None:
        if is_number(seq) and seq > state.seq:
            raise Ahead("table.ahead", seq=seq, now=state.seq)
        if not is_number(seq) or seq < state.turn_seq:
            raise Stale("table.stale", seq=repr(seq), now=state.seq)


def summary(state: TableState) -> Summary:
    """The table's row in the list of tables."""
    return Summary(state.table, state.opening.game, state.status, state.changed_ms, state.deadline_ms, state.due_ms)


def _offered(state: TableState, choice: str | int) -> int:
    """The number of this choice, if it is offered."""
    if not is_number(choice) and not is_text(choice, LONGEST_CHOICE):
        raise NotOffered("turn.unreadable")
    try:
        return state.position.check(choice)
    except MoveError as error:
        raise NotOffered("turn.not_offered", reason=error) from None


def _absent(state: TableState) -> int:
    position = state.position
    return int(state.box.game.rules.absent(state.box.constants, position.states, 0))
