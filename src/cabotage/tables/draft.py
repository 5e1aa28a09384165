"""What is about to happen at a table: rows for the log, with their events and the state they lead to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cabotage.core.contract import CHANCE
from cabotage.tables.dice import FairDice, fair_lot
from cabotage.tables.opening import LOT
from cabotage.tables.row import AGREED, NOBODY, Kind, Row

if TYPE_CHECKING:
    from cabotage.core.event import Event
    from cabotage.core.record import Record
    from cabotage.tables.state import TableState


class Draft:
    """Discarded if another process appends rows first."""

    def __init__(self, state: TableState, seed: bytes, at_ms: int) -> None:
        self.state = state.copy()
        self.rows: list[Row] = []
        self.events: list[Event | None] = []  # for each row
        self._seed = seed
        self._at_ms = max(at_ms, state.changed_ms)  # times in the log never decrease, even if the clock is set back

    def write(self, kind: Kind, seat: int = NOBODY, value: Any = None) -> None:
        """One more row."""
        row = Row(self.state.table, self.state.seq + 1, kind, seat, value, self._at_ms)
        self.events.append(self.state.add(row))
        self.rows.append(row)

    def choose(self, seat: int, number: int) -> None:
        """An offered choice, and all draws that follow from it."""
        self.write(Kind.CHOSEN, seat, number)
        self.draw()

    def sit(self, seat: int, holder: str, name: str | None, nonce: str | None) -> None:
        value = {"holder": holder, "name": name, "nonce": nonce}
        self.write(Kind.SAT, seat, {key: text for key, text in value.items() if text is not None})

    def copy_record(self, record: Record) -> None:
        """All events of a record, and its end: nothing can be added to it."""
        self.write(Kind.STARTED)
        for entry in record.entries:
            self.write(Kind.DRAWN if entry.actor == CHANCE else Kind.CHOSEN, entry.actor, entry.number)
        agreed = {AGREED: True} if record.is_agreed else {}
        self.write(Kind.ENDED, NOBODY, {"result": list(record.result or ()), "seed": "", **agreed})

    def start_if_full(self) -> None:
        """Begin the game as soon as all seats are taken: with the lot, then the draws of the setup."""
        if self.state.status == "waiting" and not any(seat.is_open for seat in self.state.seats):
            self.write(Kind.STARTED, NOBODY, self._lot())
            self.draw()

    def _lot(self) -> dict[str, Any] | None:
        """The seats drawn by lot, if the table was opened so."""
        state = self.state
        if state.opening.order != LOT or len(state.seats) == 1:
            return None
        return {"lot": fair_lot(state.box.teams, self._seed, state.head)}

    def end_if_agreed(self) -> None:
        """End the game as soon as all people who still play want that. Nobody wins it."""
        voters = self.state.voters
        if voters and voters <= self.state.votes:
            self.write(Kind.ENDED, NOBODY, {"result": [], "seed": self._seed.hex(), AGREED: True})

    def draw(self) -> None:
        """Let chance act until a seat has to choose; at the end of the game, reveal the seed."""
        position = self.state.position
        if position.is_chance:
            dice = FairDice(self._seed, self.state.digest, len(position.history), position.history)
            while position.is_chance:
                self.write(Kind.DRAWN, NOBODY, position.drawn_by(dice))
        if position.is_over:
            self.write(Kind.ENDED, NOBODY, {"result": list(map(str, position.score or ())), "seed": self._seed.hex()})
