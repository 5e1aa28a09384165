"""A table at one moment, for reading: views, looking back, moments, records. It may be used in a thread."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from cabotage.core.contract import SPECTATOR
from cabotage.tables import projection, record
from cabotage.tables.checks import is_number
from cabotage.tables.errors import NoSuchMoment, NotStarted, StillRunning, UnknownSeat
from cabotage.tables.moments import moments
from cabotage.tables.projection import Moment
from cabotage.tables.row import Kind
from cabotage.tables.state import TableState
from cabotage.tables.undo import may_undo

if TYPE_CHECKING:
    from cabotage.core.event import Event
    from cabotage.tables.opening import Games
    from cabotage.tables.row import Row
    from cabotage.tables.view import TableView

KEPT_VIEWS = 16
KEPT_MOMENTS = 32  # of all tables together: those of a long game are large


class Reader:
    """The rows up to now and the state after them. Nothing in it changes, whatever happens at the table meanwhile."""

    def __init__(
        self,
        rows: Sequence[Row],
        recent: Sequence[tuple[Row, Event | None]],
        state: TableState,
        games: Games,
        now_ms: int,
    ) -> None:
        self._rows = rows  # the table appends to them, so read only up to the state's own row
        self._recent = recent  # the last rows, with their events
        self._state = state
        self._games = games
        self._now_ms = now_ms
        self._views: dict[tuple[Any, ...], TableView] = {}  # shared by all who ask for the same

    def view(self, viewer: int, language: str = "en", since_seq: int | None = None, at: int | None = None) -> TableView:
        """The table as this seat, or a spectator, may see it; see `Table.seen_by`."""
        self._check_viewer(viewer)
        key = (viewer, language, since_seq, at)
        if key not in self._views:
            if len(self._views) >= KEPT_VIEWS:
                self._views.clear()
            self._views[key] = self._view(viewer, language, since_seq, self._state.seq if at is None else at)
        return self._views[key]

    @property
    def state(self) -> TableState:
        """The state after all rows."""
        return self._state

    def event_rows(self) -> list[int]:
        """For any number of events of the game, the row that shows the position after them.

        Choices that were undone are no events; those that a fork began with are shown by the row that started it.
        """
        state = self._state
        started = next((row.seq for row in self._rows[: state.seq + 1] if row.kind is Kind.STARTED), 0)
        return [started] * (len(state.opening.history) + 1) + [row.seq for row in state.steps]

    def chosen_by(self, holder: str) -> frozenset[int]:
        """The numbers of the events that this person chose themselves: not a bot in their place, nor the clock."""
        state, seen = self._state, TableState(self._rows[0], self._games)
        rows, is_late = set(), False
        for row in self._rows[1 : state.seq + 1]:
            if row.kind is Kind.CHOSEN:
                seat = seen.seats[row.seat]
                if seat.holder == holder and seat.bot is None and not is_late:
                    rows.add(row.seq)
            elif row.kind not in (Kind.DRAWN, Kind.UNDONE):  # who sits where
                seen.add(row)
            is_late = row.kind is Kind.TIMED_OUT
        first = len(state.opening.history)
        return frozenset(first + at for at, row in enumerate(state.steps) if row.seq in rows)

    def count(self, since_seq: int | None) -> int:
        """How many rows a view since that row tells: what it costs."""
        return min(projection.MOST_STORY_ROWS, self._state.seq - (since_seq or 0))

    def _view(self, viewer: int, language: str, since_seq: int | None, last: int) -> TableView:
        state, then = self._state, self.state_at(last)
        if last < state.seq:
            self._check_memory()
        first = max(0 if since_seq is None else since_seq, last - projection.MOST_STORY_ROWS, -1) + 1
        is_memory = projection.has_memory(state.box) and state.status != "over"
        moment = Moment(self.events(first, last), then, state, state.move_seq if is_memory else 0)
        can_undo = moment.is_now and viewer >= 0 and may_undo(state, viewer)
        found = projection.view(moment, viewer, language, self._now_ms, can_undo)
        found["seq"] = state.seq
        return found

    def moments(self, viewer: int, language: str = "en") -> list[dict[str, Any]]:
        """Where a replay stops, and what this viewer learns there. Nobody may change the list: it is kept."""
        self._check_viewer(viewer)
        if self._state.status == "waiting":
            raise NotStarted("table.waiting")
        self._check_memory()
        return _moments(self, viewer, language)

    @property
    def rows(self) -> Sequence[Row]:
        """All rows up to now."""
        return self._rows[: self._state.seq + 1]

    def record(self, viewer: int = SPECTATOR, has_names: bool = False) -> str:
        """The game as a record: complete when it is over; until then, only what this viewer may know."""
        self._check_viewer(viewer)
        if self._state.status == "over":
            return record.complete(self._state, has_names).text()
        return record.partial(self._state, viewer)

    def state_at(self, seq: int) -> TableState:
        """The table as it was after that row; seats are numbered as they are now."""
        if not is_number(seq) or not 0 <= seq <= self._state.seq:
            raise NoSuchMoment("table.at", last=self._state.seq, at=repr(seq))
        if seq == self._state.seq:
            return self._state
        return TableState.of(self._rows[: seq + 1], self._games).seated_like(self._state)

    def events(self, first: int, last: int) -> list[tuple[Row, Event | None]]:
        """Rows with their events: kept, or for older rows by replaying the log."""
        oldest = self._recent[0][0].seq
        if oldest <= first:
            return list(self._recent[first - oldest : last + 1 - oldest])
        state = TableState(self._rows[0], self._games)
        found = [(self._rows[0], None), *((row, state.add(row)) for row in self._rows[1 : last + 1])]
        return found[first:]

    def _check_viewer(self, viewer: int) -> None:
        if viewer != SPECTATOR and (not is_number(viewer) or not 0 <= viewer < len(self._state.seats)):
            raise UnknownSeat("seat.unknown", count=len(self._state.seats), seat=repr(viewer))

    def _check_memory(self) -> None:
        """Earlier rows are not shown while people have to remember them."""
        if self._state.status == "running" and projection.has_memory(self._state.box):
            raise StillRunning("table.memory")


@lru_cache(KEPT_MOMENTS)
def _moments(reader: Reader, viewer: int, language: str) -> list[dict[str, Any]]:
    """Of thousands of rows they take a fifth of a second, and replays ask for the same ones again and again."""
    state = reader.state
    words = projection.game_words(state, language)
    is_over = state.status == "over"
    story = projection.story_lines(reader.events(0, state.seq), state, viewer, language, words, is_over)
    return moments(reader.rows, story)
