"""One table: the one door for people, bots and timeouts. What happens is in the log before anybody hears of it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cabotage.core.contract import SPECTATOR, View
from cabotage.core.errors import MoveError
from cabotage.tables import projection, record
from cabotage.tables.checks import is_number, is_text
from cabotage.tables.draft import Draft
from cabotage.tables.errors import (
    Ahead,
    CannotUndo,
    NoSuchMoment,
    NotOffered,
    NotStarted,
    NotYourTurn,
    SeatError,
    SeatTaken,
    Stale,
    StillRunning,
    TableOver,
    UnknownSeat,
)
from cabotage.tables.log import SeqTaken, Summary
from cabotage.tables.moments import moments
from cabotage.tables.row import RANK, Kind, Row
from cabotage.tables.seat import BOT, check_person, check_rank
from cabotage.tables.state import TableState
from cabotage.tables.undo import may_undo

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cabotage.core.position import Event
    from cabotage.tables.clock import Now
    from cabotage.tables.log import Log
    from cabotage.tables.opening import Games

TRIES = 100  # lost races in a row before giving up; each means that somebody else got on
KEPT_EVENTS = 256  # of the last rows, the events are kept for telling
SNAPSHOT_ROWS = 250  # a snapshot after so many new rows
LONGEST_CHOICE = 200

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Appended:
    """Rows that were appended in one transaction; what subscribers are sent. Empty if nothing had to be done."""

    table: str
    first_seq: int
    last_seq: int


class Table:
    """Find or open it with `Tables`. All that changes it is a coroutine; all that looks at it is not."""

    def __init__(self, log: Log, rows: Sequence[Row], seed: bytes, games: Games, now: Now, ranks: Any = None) -> None:
        self._log = log
        self._seed = seed
        self._games = games
        self._now = now
        self._ranks = ranks
        self._lock = asyncio.Lock()
        self._subscribers: set[asyncio.Queue[Appended]] = set()
        self._told: deque[tuple[Row, Event | None]] = deque(maxlen=KEPT_EVENTS)
        self._kept_seq = 0  # the newest row that a snapshot has
        self.rows = list(rows)
        self.state = TableState.of(rows, games)

    # Looking

    @property
    def id(self) -> str:
        """The id in the address of the table."""
        return self.state.table

    @property
    def seq(self) -> int:
        """The number of the newest row: what a choice has to name, to show what it answers."""
        return self.state.seq

    @property
    def status(self) -> str:
        """Whether it is "waiting" for people, "running" or "over"."""
        return self.state.status

    @property
    def to_act(self) -> int | None:
        """The seat that has to choose, if any."""
        return self.state.to_act

    @property
    def bot_to_act(self) -> str | None:
        """The rank of the bot that has to choose, if it is one's turn."""
        return None if self.to_act is None else self.state.seats[self.to_act].bot

    @property
    def deadline_ms(self) -> int | None:
        """When the seat to act will have thought too long."""
        return self.state.deadline_ms

    def view(self, seat: int) -> View:
        """All that this seat can know: for its bot."""
        return self.state.position.view(self._seat(seat))

    def can_undo(self, seat: int) -> bool:
        """Whether this seat may undo its last choice now."""
        return seat >= 0 and may_undo(self.state, self._seat(seat))

    def seen_by(
        self, viewer: int, language: str = "en", since_seq: int | None = None, at: int | Appended | None = None
    ) -> dict[str, Any]:
        """The table as this seat, or a spectator, may see it, as JSON in this language.

        `since_seq` leaves out the story up to that row. `at` shows it as it was after that row; a move that was just
        published may always be shown, what is longer ago not while a game of memory is on.
        """
        if viewer != SPECTATOR:
            self._seat(viewer)
        last = self.seq if at is None else at.last_seq if isinstance(at, Appended) else at
        self._check_moment(last)
        if isinstance(at, int) and last < self.seq:
            self._check_memory()
        state = self.state if last == self.seq else self.state_at(last)
        given = projection.table(state, viewer, language, is_now=last == self.seq)
        given["can_undo"] = last == self.seq and self.can_undo(viewer)
        first = 0 if since_seq is None else since_seq + 1
        given["story"] = projection.story(self.events(first, last), state, viewer, language)
        return given

    def moments(self, viewer: int, language: str = "en") -> list[dict[str, Any]]:
        """Where to stop when looking at the game again, and what this viewer is told there."""
        if viewer != SPECTATOR:
            self._seat(viewer)
        if self.status == "waiting":
            raise NotStarted("table.waiting")
        self._check_memory()
        return moments(self.rows, projection.story(self.events(0, self.seq), self.state, viewer, language))

    def record(self, viewer: int = SPECTATOR) -> str:
        """The game as JSON to keep: complete when it is over, before only what this viewer may know."""
        if viewer != SPECTATOR:
            self._seat(viewer)
        if self.status == "over":
            return record.complete(self.state).text()
        return record.partial(self.state, viewer)

    def state_at(self, seq: int) -> TableState:
        """The table as it was after that row."""
        self._check_moment(seq)
        return TableState.of(self.rows[: seq + 1], self._games)

    @contextlib.contextmanager
    def subscribe(self) -> Iterator[asyncio.Queue[Appended]]:
        """A queue of all that happens from now on; every move is in the log already."""
        queue: asyncio.Queue[Appended] = asyncio.Queue()
        self._subscribers.add(queue)
        try:
            yield queue
        finally:
            self._subscribers.discard(queue)

    # Acting

    async def submit(self, seat: int, seq: int, choice: str | int) -> Appended:
        """Choose, for this seat, what was offered at that row; chance then draws until a seat has to choose again."""
        self._seat(seat)

        def plan(draft: Draft) -> None:
            self._check_turn(draft.state, seat, seq)
            draft.choose(seat, _offered(draft.state, choice))

        return await self._do(plan)

    async def undo(self, seat: int, seq: int) -> Appended:
        """Take this seat's last choice back, if nobody has learnt anything by it."""
        self._seat(seat)

        def plan(draft: Draft) -> None:
            self._check_fresh(draft.state, seq)
            self._check_running(draft.state)
            if not may_undo(draft.state, seat):
                raise CannotUndo("undo.refused")
            draft.write(Kind.UNDONE, seat, {"choice": draft.state.steps[-1].seq})

        return await self._do(plan)

    async def sit(self, seat: int, holder: str, name: str | None = None, nonce: str | None = None) -> Appended:
        """Sit down at an open seat; when the last one is taken, the game begins. The nonce goes into the dice."""
        self._seat(seat)
        check_person(holder, name, nonce)

        def plan(draft: Draft) -> None:
            place = draft.state.seats[seat]
            if place.holder == holder:
                return
            if not place.is_open:
                raise SeatTaken("seat.taken", who={"seat": seat})
            draft.sit(seat, holder, name, nonce)
            draft.start_if_full()

        return await self._do(plan)

    async def leave(self, seat: int) -> Appended:
        """The person at this seat goes away; the seat stays theirs."""
        return await self._come_or_go(seat, is_coming=False)

    async def come_back(self, seat: int) -> Appended:
        """The person is here again; a bot that played meanwhile gives the seat back."""
        return await self._come_or_go(seat, is_coming=True)

    async def take_over(self, seat: int, rank: str) -> Appended:
        """Let a bot play for a person who is away, or before the game instead of somebody who has not come."""
        self._seat(seat)
        check_rank(rank, self._ranks)

        def plan(draft: Draft) -> None:
            place = draft.state.seats[seat]
            if draft.state.status == "waiting" and place.is_open:
                draft.write(Kind.TAKEN_OVER, seat, {RANK: rank})
                draft.start_if_full()
                return
            self._check_running(draft.state)
            if place.holder is None or place.is_present or place.bot is not None:
                raise SeatError("seat.not_away", who={"seat": seat})
            draft.write(Kind.TAKEN_OVER, seat, {RANK: rank})

        return await self._do(plan)

    async def give_back(self, seat: int) -> Appended:
        """The bot that plays for a person stops; used when a timeout had called it for somebody who is here."""
        self._seat(seat)

        def plan(draft: Draft) -> None:
            place = draft.state.seats[seat]
            if place.holder is None or place.bot is None:
                raise SeatError("seat.no_bot", who={"seat": seat})
            draft.write(Kind.GIVEN_BACK, seat)

        return await self._do(plan)

    async def expire(self) -> Appended | None:
        """If the seat to act has thought too long, do what was agreed; once, so call it until it returns None."""

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

        move = await self._do(plan)
        return move if move.last_seq >= move.first_seq else None

    async def refresh(self) -> None:
        """Take up rows that others have written."""
        async with self._lock:
            await self._catch_up()

    # Within

    async def _do(self, plan: Callable[[Draft], None]) -> Appended:
        """Sketch what should happen, append it, then take it up and publish it. Goes to its end once begun."""
        task = asyncio.ensure_future(self._append(plan))
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(task)

    async def _append(self, plan: Callable[[Draft], None]) -> Appended:
        async with self._lock:
            for _ in range(TRIES):
                draft = Draft(self.state, self._seed, self._now())
                plan(draft)
                move = Appended(self.id, self.seq + 1, self.seq + len(draft.rows))
                if not draft.rows:
                    return move
                try:
                    await self._log.append(draft.rows, summary(draft.state))
                except SeqTaken:
                    await self._catch_up()
                    continue
                self._take_up(draft.rows, draft.events)
                self.state = draft.state
                self._publish(move)
                await self._keep_snapshot()
                return move
        raise Stale("table.busy")

    async def _catch_up(self) -> None:
        rows = await self._log.rows(self.id, self.seq)
        if not rows:
            return
        for row in rows:
            event = self.state.event(row)
            self.state.add(row)
            self._take_up([row], [event])
        self._publish(Appended(self.id, rows[0].seq, rows[-1].seq))

    def _take_up(self, rows: Sequence[Row], events: Sequence[Event | None]) -> None:
        self.rows += rows
        self._told.extend(zip(rows, events, strict=True))

    def _publish(self, move: Appended) -> None:
        for queue in self._subscribers:
            queue.put_nowait(move)

    async def _keep_snapshot(self) -> None:
        if self.seq - self._kept_seq >= SNAPSHOT_ROWS:
            self._kept_seq = self.seq
            try:
                await self._log.keep(self.rows)
            except Exception as error:  # the move is in the log, and must not seem to have failed
                logger.warning("no snapshot of table %s: %s", self.id, error)

    async def _come_or_go(self, seat: int, is_coming: bool) -> Appended:
        self._seat(seat)

        def plan(draft: Draft) -> None:
            place = draft.state.seats[seat]
            if place.holder is None:
                raise SeatError("seat.nobody", who={"seat": seat})
            if place.is_present != is_coming:
                draft.write(Kind.RETURNED if is_coming else Kind.LEFT, seat)
            if is_coming and place.bot is not None:
                draft.write(Kind.GIVEN_BACK, seat)

        return await self._do(plan)

    def events(self, first: int, last: int) -> list[tuple[Row, Event | None]]:
        """Rows with the events they were, from the last ones kept or by folding the log again."""
        if not self._told or self._told[0][0].seq > first:
            return self._all_events(first, last)
        return [(row, event) for row, event in self._told if first <= row.seq <= last]

    def _all_events(self, first: int, last: int) -> list[tuple[Row, Event | None]]:
        state = TableState(self.rows[0], self._games)
        told: list[tuple[Row, Event | None]] = [(self.rows[0], None)] if first == 0 else []
        for row in self.rows[1 : last + 1]:
            if row.seq >= first:
                told.append((row, state.event(row)))
            state.add(row)
        return told

    def _seat(self, seat: int) -> int:
        if not is_number(seat) or not 0 <= seat < len(self.state.seats):
            raise UnknownSeat("seat.unknown", count=len(self.state.seats), seat=repr(seat))
        return seat

    def _check_moment(self, seq: int) -> None:
        if not is_number(seq) or not 0 <= seq <= self.seq:
            raise NoSuchMoment("table.at", last=self.seq, at=repr(seq))

    def _check_memory(self) -> None:
        """What is past is not shown while people have to remember it."""
        if self.status == "running" and projection.has_memory(self.state.box):
            raise StillRunning("table.memory")

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
    """What the list of tables holds of it."""
    return Summary(state.table, state.opening.game, state.status, state.changed_ms, state.deadline_ms)


def _offered(state: TableState, choice: str | int) -> int:
    """The number of this choice, if it is offered."""
    if not is_number(choice) and not is_text(choice, LONGEST_CHOICE):
        raise NotOffered("turn.unreadable")
    try:
        return state.position.copy().play(choice).number
    except MoveError as error:
        raise NotOffered("turn.not_offered", reason=error) from None


def _absent(state: TableState) -> int:
    position = state.position
    return int(state.box.game.rules.absent(state.box.constants, position.states, 0))
