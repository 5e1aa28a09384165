"""A table as its log has it: fold the rows, one after the other, into a position, seats and clock."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from cabotage.core.contract import CHANCE, State
from cabotage.core.position import Event, Position
from cabotage.tables import dice
from cabotage.tables.opening import Games, Opening, fixed
from cabotage.tables.row import RANK, TURNING, Kind, Row
from cabotage.tables.seat import Seat, fresh

if TYPE_CHECKING:
    from cabotage.core.box import Box


@dataclass(frozen=True, slots=True)
class Step:
    """A choice or a draw that counts: it was not taken back."""

    seq: int
    number: int
    actor: int  # a seat or CHANCE
    at_ms: int


class TableState:
    """The sum of some rows. The same rows give the same fold, always."""

    def __init__(self, opened: Row, games: Games) -> None:
        self.table = opened.table
        self.opening = Opening.read(opened.value)
        self.box: Box = self.opening.box(games)
        self.seats: list[Seat] = [fresh(kind) for kind in self.opening.seats]
        self.nonces: list[dict[str, Any]] = []
        self.steps: list[Step] = []
        self.position = self._before(0)
        self.seq = opened.seq
        self.turn_seq = opened.seq  # the last row that changed what can be chosen
        self.move_seq = opened.seq  # the row with which the last move began
        self.started_ms: int | None = None
        self.changed_ms = opened.at_ms
        self.seed: str | None = None  # laid open at the end
        self._earlier: tuple[int, State] | None = None  # after so many steps, the states that were last told
        self._digested: tuple[int, bytes] | None = None  # after so many events, the digest that was last asked for

    @staticmethod
    def of(rows: Iterable[Row], games: Games) -> TableState:
        """The fold of these rows, the first of which opened the table."""
        remaining = iter(rows)
        state = TableState(next(remaining), games)
        for row in remaining:
            state.add(row)
        return state

    def copy(self) -> TableState:
        twin = copy(self)
        twin.seats, twin.nonces, twin.steps = list(self.seats), list(self.nonces), list(self.steps)
        twin.position = self.position.copy()
        return twin

    @property
    def status(self) -> str:
        if self.started_ms is None:
            return "waiting"
        return "over" if self.seed is not None else "running"

    @property
    def to_act(self) -> int | None:
        """The seat that has to choose, if any."""
        actor = self.position.to_act
        return actor if self.status == "running" and actor >= 0 else None

    @property
    def head(self) -> bytes:
        """The digest of the fair dice before the first event."""
        opening = self.opening
        return dice.head(
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

    @property
    def digest(self) -> bytes:
        """The digest of the fair dice after all that has happened; goes on from where it was last asked for."""
        count, digest = self._digested or (0, self.head)
        for number in self.position.history[count:]:
            digest = dice.onward(digest, number)
        if self.started_ms is not None:  # before, another nonce may come
            self._digested = len(self.position.history), digest
        return digest

    @property
    def deadline_ms(self) -> int | None:
        """When the turn of the seat to act is over; choices in a row are one turn, and so undoing gives no time."""
        seat, limit = self.to_act, self.opening.clock.turn_ms
        if seat is None or limit is None or self.seats[seat].bot is not None or self.started_ms is None:
            return None
        others = (step.at_ms for step in reversed(self.steps) if step.actor != seat)
        return max(next(others, 0), self.started_ms, self._back_ms(seat)) + limit

    def event(self, row: Row) -> Event | None:
        """A choice or a draw as the core tells of it; ask before the row is added."""
        if row.kind not in (Kind.CHOSEN, Kind.DRAWN):
            return None
        before = State(self.position.states.copy())
        self._earlier = len(self.steps), before
        return Event(self.box, before, row.value, _actor(row))

    def add(self, row: Row) -> None:
        """Let happen what this row says."""
        if row.kind in (Kind.CHOSEN, Kind.DRAWN):
            self.steps.append(Step(row.seq, row.value, _actor(row), row.at_ms))
            self.position.follow(row.value)
        elif row.kind is Kind.UNDONE:
            self.take_back()
        elif row.kind is Kind.STARTED:
            self.started_ms = row.at_ms
        elif row.kind is Kind.ENDED:
            self.seed = row.value["seed"]
        else:
            self._seat(row)
        if row.kind in TURNING:
            self.turn_seq = row.seq
        if row.kind in (Kind.STARTED, Kind.CHOSEN, Kind.UNDONE):
            self.move_seq = row.seq
        self.seq = row.seq
        self.changed_ms = row.at_ms

    def take_back(self) -> None:
        """Be as before the last choice."""
        self.position = self.before_last()
        self.steps.pop()
        self._earlier = self._digested = None

    def before_last(self) -> Position:
        """The position before the last choice or draw: from what was told of it, or by playing all again."""
        count = len(self.steps) - 1
        if self._earlier is None or self._earlier[0] != count:
            return self._before(count)
        position = self.position.copy()
        position.history.pop()
        position.states[:] = self._earlier[1]
        return position

    def _before(self, count: int) -> Position:
        """The position after that many of the steps."""
        position = self.box.first(0)  # its own dice are never rolled
        for number in self.opening.history:
            position.follow(number)
        for step in self.steps[:count]:
            position.follow(step.number)
        return position

    def _seat(self, row: Row) -> None:
        seat = self.seats[row.seat] if row.seat >= 0 else None
        if seat is None:
            return
        if row.kind is Kind.SAT:
            seat = replace(seat, holder=row.value["holder"], name=row.value.get("name"), is_present=True)
            if row.value.get("nonce") is not None and self.started_ms is None:
                self.nonces.append({"seat": row.seat, "nonce": row.value["nonce"]})
        elif row.kind is Kind.LEFT:
            seat = replace(seat, is_present=False)
        elif row.kind is Kind.RETURNED:
            seat = replace(seat, is_present=True)
        elif row.kind is Kind.TAKEN_OVER:
            seat = replace(seat, bot=row.value[RANK])
        elif row.kind is Kind.GIVEN_BACK:
            seat = replace(seat, bot=None, back_ms=row.at_ms)
        self.seats[row.seat] = seat

    def _back_ms(self, seat: int) -> int:
        return self.seats[seat].back_ms


def _actor(row: Row) -> int:
    return CHANCE if row.kind is Kind.DRAWN else row.seat
