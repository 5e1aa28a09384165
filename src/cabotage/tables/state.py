"""A table as its log defines it: adding the rows one by one gives position, seats and clock."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from cabotage.tables import dice
from cabotage.tables.opening import Games, Opening, fixed
from cabotage.tables.row import AGREED, EVENTS, FOR_GOOD, RANK, TURNING, Kind, Row
from cabotage.tables.seat import FORGOTTEN, Seat, fresh

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.event import Event
    from cabotage.core.position import Position
    from cabotage.core.words import Words
    from cabotage.tables.view import Status


NO_DICE = dice.NoDice()


class TableState:
    """The sum of some rows. The same rows always give the same state."""

    def __init__(self, opened: Row, games: Games) -> None:
        self.table = opened.table
        self.opening = Opening.read(opened.value)
        self.box: Box = self.opening.box(games)
        self.seats: Sequence[Seat] = [fresh(kind) for kind in self.opening.seats]  # replaced, never changed
        self.words: dict[str, tuple[Sequence[Seat], Words]] = {}  # by language, for these seats; shared by copies
        self.nonces: list[dict[str, Any]] = []  # by listed seat
        self.lot: tuple[int, ...] | None = None  # the listed seat at each place, once it is drawn
        self._lot_seq = 0  # the row that drew it
        self.steps: list[Row] = []  # choices and draws that were not undone
        self.position = self._replayed(0)
        self.seq = opened.seq
        self.turn_seq = opened.seq  # the last row that changed what can be chosen
        self.move_seq = opened.seq  # the row with which the last move began
        self.started_ms: int | None = None
        self.changed_ms = opened.at_ms
        self.seed: str | None = None  # revealed at the end
        self.votes: frozenset[int] = frozenset()  # seats that want to end the game
        self.is_agreed = False  # it was ended by their votes
        self._last_event: Event | None = None  # of the last step
        self._digested: tuple[int, bytes] | None = None  # the digest after that many events, as last computed

    @staticmethod
    def of(rows: Iterable[Row], games: Games) -> TableState:
        """The state after these rows, the first of which opened the table."""
        opened, *later = rows
        state = TableState(opened, games)
        for row, after in zip_longest(later, later[1:]):
            if row.kind in EVENTS and after is not None and after.kind is not Kind.UNDONE:
                state.position.advance(row.value)  # much faster, and nobody needs this event
                state.steps.append(row)
                state._note(row)
            else:
                state.add(row)
        return state

    def copy(self) -> TableState:
        twin = object.__new__(TableState)
        twin.__dict__.update(self.__dict__)
        twin.nonces, twin.steps = list(self.nonces), list(self.steps)
        twin.position = self.position.copy()
        return twin

    @property
    def status(self) -> Status:
        if self.started_ms is None:
            return "waiting"
        return "over" if self.seed is not None else "running"

    @property
    def to_act(self) -> int | None:
        """The seat that has to choose, if any."""
        if self.status != "running":
            return None
        actor = self.position.to_act
        return actor if actor >= 0 else None

    @property
    def voters(self) -> frozenset[int]:
        """The seats that can end the game by agreement: all that people play, once somebody has resigned."""
        if self.status != "running" or not any(seat.has_resigned for seat in self.seats):
            return frozenset()
        return frozenset(place for place, seat in enumerate(self.seats) if seat.is_played_by_a_person)

    @property
    def head(self) -> bytes:
        """The digest of the fair dice before the first event, after the lot."""
        opening = self.opening
        digest = dice.head(
            fixed(
                opening.game,
                opening.rules_version,
                len(opening.seats),
                opening.options,
                opening.commitment,
                self.nonces,
                len(opening.history),
            )
        )
        return dice.onward_all(digest, self.lot or ())

    @property
    def digest(self) -> bytes:
        """The digest of the fair dice after all events; continues from where it was last computed."""
        count, digest = self._digested or (0, self.head)
        digest = dice.onward_all(digest, self.position.history[count:])
        if self.started_ms is not None:  # until then, nonces may be added
            self._digested = len(self.position.history), digest
        return digest

    @property
    def deadline_ms(self) -> int | None:
        """When the turn of the seat to act ends. Choices in a row are one turn, so undo gives no extra time."""
        seat, limit = self.to_act, self.opening.clock.turn_ms
        if seat is None or limit is None or self.seats[seat].bot is not None or self.started_ms is None:
            return None
        others = (step.at_ms for step in reversed(self.steps) if step.seat != seat)
        return max(next(others, 0), self.started_ms, self.seats[seat].back_ms) + limit

    @property
    def due_ms(self) -> int | None:
        """When a server has to act: for a bot at once, for a clock when it runs out."""
        seat = self.to_act
        return self.changed_ms if seat is not None and self.seats[seat].bot is not None else self.deadline_ms

    @property
    def last_event(self) -> Event:
        """The event of the last step; after an undo, found by replaying the game."""
        if self._last_event is None:
            self._last_event = self._replayed(len(self.steps) - 1).follow(self.steps[-1].value)
        return self._last_event

    def seat_now(self, seat: int, seq: int) -> int:
        """The number of the seat that had this number after row `seq`: the lot may have changed it since."""
        return seat if self.lot is None or seat < 0 or seq >= self._lot_seq else self.lot.index(seat)

    def seated_like(self, later: TableState) -> TableState:
        """This state, with the seats numbered as they are in a later one."""
        if later.lot is None or self.lot is not None:
            return self
        twin = self.copy()
        twin._take_seats(later.lot, later._lot_seq)
        return twin

    def add(self, row: Row) -> Event | None:
        """Apply this row; returns the event, if the row is a choice or a draw."""
        event: Event | None = None
        if row.kind in EVENTS:
            event = self._last_event = self.position.follow(row.value)
            self.steps.append(row)
        elif row.kind is Kind.UNDONE:
            self._undo()
        elif row.kind is Kind.STARTED:
            self.started_ms = row.at_ms
            if row.value is not None:
                self._take_seats(tuple(row.value["lot"]), row.seq)
        elif row.kind is Kind.ENDED:
            self.seed = row.value["seed"]
            self.is_agreed = bool(row.value.get(AGREED))
        elif row.kind is Kind.VOTED:
            self.votes = self.votes | {row.seat} if row.value["end"] else self.votes - {row.seat}
        elif row.seat >= 0:
            seats = list(self.seats)  # those of a copy stay as they are
            seats[row.seat] = self._seated(row)
            self.seats = seats
        self._note(row)
        return event

    def _note(self, row: Row) -> None:
        if row.kind in TURNING:
            self.turn_seq = row.seq
        if row.kind in (Kind.STARTED, Kind.CHOSEN, Kind.UNDONE):
            self.move_seq = row.seq
        self.seq = row.seq
        self.changed_ms = row.at_ms

    def _take_seats(self, lot: tuple[int, ...], seq: int) -> None:
        self.seats = [self.seats[listed] for listed in lot]
        self.lot, self._lot_seq = lot, seq

    def _undo(self) -> None:
        self.position.states = self.last_event.before
        self.position.history.pop()
        self.steps.pop()
        self._last_event = self._digested = None

    def _replayed(self, count: int) -> Position:
        """The position after that many of the steps."""
        position = self.box.first(0)
        position.dice = NO_DICE
        for number in self.opening.history:
            position.advance(number)
        for step in self.steps[:count]:
            position.advance(step.value)
        return position

    def _seated(self, row: Row) -> Seat:
        """The seat of this row as the row leaves it."""
        seat = self.seats[row.seat]
        if row.kind is Kind.SAT:
            if row.value.get("nonce") is not None and self.started_ms is None:
                self.nonces.append({"seat": row.seat, "nonce": row.value["nonce"]})
            return replace(seat, holder=row.value["holder"], name=row.value.get("name"), is_present=True)
        if row.kind is Kind.LEFT:
            return replace(seat, is_present=False, has_resigned=bool(row.value and row.value.get(FOR_GOOD)))
        if row.kind is Kind.RETURNED:
            return replace(seat, is_present=True, has_resigned=False)
        if row.kind is Kind.TAKEN_OVER:
            self.votes -= {row.seat}
            return replace(seat, bot=row.value[RANK])
        if row.kind is Kind.GIVEN_BACK:
            self.votes = frozenset()  # somebody is back, who was not asked
            return replace(seat, bot=None, back_ms=row.at_ms, has_resigned=False)
        if row.kind is Kind.FORGOTTEN:
            self.votes -= {row.seat}
            is_running = self.started_ms is not None
            holder = FORGOTTEN if is_running else None  # before the start, the seat is open again
            return replace(seat, holder=holder, name=None, is_present=False, has_resigned=is_running)
        return seat
