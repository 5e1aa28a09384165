"""What is about to happen at a table: rows for the log, with a fold that already has them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cabotage.core.contract import CHANCE
from cabotage.tables.dice import FairDice
from cabotage.tables.row import NOBODY, Kind, Row

if TYPE_CHECKING:
    from cabotage.core.position import Event
    from cabotage.core.record import Record
    from cabotage.tables.state import TableState


class Draft:
    """Thrown away if somebody else was quicker."""

    def __init__(self, state: TableState, seed: bytes, at_ms: int) -> None:
        self.state = state.copy()
        self.rows: list[Row] = []
        self.events: list[Event | None] = []
        self._seed = seed
        self._at_ms = max(at_ms, state.changed_ms)  # a clock that was set back must not turn the log round

    def write(self, kind: Kind, seat: int = NOBODY, value: Any = None) -> None:
        """One more row."""
        row = Row(self.state.table, self.state.seq + 1, kind, seat, value, self._at_ms)
        self.events.append(self.state.event(row))
        self.state.add(row)
        self.rows.append(row)

    def choose(self, seat: int, number: int) -> None:
        """An offered choice, and all draws that follow from it."""
        self.write(Kind.CHOSEN, seat, number)
        self.draw()

    def sit(self, seat: int, holder: str, name: str | None, nonce: str | None) -> None:
        value = {"holder": holder, "name": name, "nonce": nonce}
        self.write(Kind.SAT, seat, {key: text for key, text in value.items() if text is not None})

    def tell(self, record: Record) -> None:
        """Everything that a record has, from the beginning to where it ends; nothing can be added to it."""
        self.write(Kind.STARTED)
        for entry in record.entries:
            is_drawn = entry.actor == CHANCE
            self.write(Kind.DRAWN if is_drawn else Kind.CHOSEN, NOBODY if is_drawn else entry.actor, entry.number)
        self.write(Kind.ENDED, NOBODY, {"result": list(record.result or ()), "seed": ""})

    def start_if_full(self) -> None:
        """Begin the game as soon as nobody is missing; setting up is draws too."""
        if self.state.status == "waiting" and not any(seat.is_open for seat in self.state.seats):
            self.write(Kind.STARTED)
            self.draw()

    def draw(self) -> None:
        """Let chance act until a seat has to choose; at the end, lay the seed open."""
        position = self.state.position.copy()
        position.dice = FairDice(self._seed, self.state.digest, len(position.history), position.history)
        for event in position.roll():
            self.write(Kind.DRAWN, NOBODY, event.number)
        if position.is_over:
            self.write(Kind.ENDED, NOBODY, {"result": list(map(str, position.score or ())), "seed": self._seed.hex()})
