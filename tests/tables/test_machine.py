"""Whatever people, bots and clocks do in whatever order: a table is the fold of its log, and replays."""

from __future__ import annotations

import asyncio
import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from cabotage.core.record import Record
from cabotage.tables import Clock, Kind, Log, Tables
from cabotage.tables import table as table_module
from cabotage.tables.errors import CannotUndo, NotOffered, NotYourTurn, SeatError, Stale, TableError
from tests.tables.fixtures import Hands, any_game

PEOPLE = st.integers(0, 1)


class Evening(RuleBasedStateMachine):
    """The model: what counts of choices and draws, and who is away or replaced. Table and log must agree with it."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.folder = tempfile.TemporaryDirectory()
        self.hands = Hands()
        self.patch = pytest.MonkeyPatch()
        self.patch.setattr(table_module, "SNAPSHOT_ROWS", 5)

    @initialize(
        game=st.sampled_from(["toy", "captn_clever"]),
        then=st.sampled_from(["absent", "bot:greedy"]),
        order=st.sampled_from(["listed", "lot"]),
    )
    def open(self, game: str, then: str, order: str) -> None:
        url = f"sqlite:///{Path(self.folder.name) / 'tables.db'}"
        self.log = self.runner.run(Log.open(url))
        self.tables = self.new_tables()
        clock = Clock("seconds", 60, then)
        self.table = self.runner.run(self.tables.open(game, ["me", "friend"], "anna", clock=clock, order=order))
        self.runner.run(self.table.sit(1, "ben"))
        self.history = list(self.table.state.position.history)
        self.is_here = [True, True]
        self.bots: list[str | None] = [None, None]

    def new_tables(self) -> Tables:
        return Tables(self.log, self.hands, games=any_game)

    def teardown(self) -> None:
        self.patch.undo()
        if hasattr(self, "tables"):
            self.runner.run(self.tables.close())
        self.runner.close()
        self.folder.cleanup()

    def is_on(self) -> bool:
        return self.table.status == "running"

    def refused(self, deed: object, *errors: type[TableError]) -> None:
        before = list(self.table.rows)
        with pytest.raises(errors):
            self.runner.run(deed)  # type: ignore[arg-type]
        assert self.table.rows == before

    def note(self, first: int) -> None:
        """Take into the model what a move has brought."""
        self.history += [row.value for row in self.table.rows[first:] if row.kind in (Kind.CHOSEN, Kind.DRAWN)]

    @precondition(is_on)
    @rule(data=st.data(), answers=st.integers(0, 3))
    def choose(self, data: st.DataObject, answers: int) -> None:
        numbers = [int(number) for number in self.table.state.position.legal.numbers]
        seat, first = self.table.to_act, self.table.seq + 1
        seq = max(self.table.seq - answers, self.table.state.turn_seq)  # a row since which only people came or went
        assert seat is not None
        self.runner.run(self.table.submit(seat, seq, data.draw(st.sampled_from(numbers))))
        self.note(first)

    @precondition(is_on)
    @rule(number=st.integers(-5, 100), text=st.text(max_size=5))
    def choose_nonsense(self, number: int, text: str) -> None:
        seat, seq = self.table.to_act, self.table.seq
        assert seat is not None
        self.refused(self.table.submit(1 - seat, seq, number), NotYourTurn)
        self.refused(self.table.submit(seat, self.table.state.turn_seq - 1, number), Stale)
        self.refused(self.table.submit(seat, seq + 1, number), Stale)
        if number not in self.table.state.position.legal:
            self.refused(self.table.submit(seat, seq, number), NotOffered)
        if text not in self.table.state.position.legal:
            self.refused(self.table.submit(seat, seq, text), NotOffered)

    @precondition(is_on)
    @rule(seat=PEOPLE)
    def take_back(self, seat: int) -> None:
        if self.table.can_undo(seat):
            self.runner.run(self.table.undo(seat, self.table.seq))
            self.history.pop()
        else:
            self.refused(self.table.undo(seat, self.table.seq), CannotUndo)

    @rule(seat=PEOPLE)
    def leave(self, seat: int) -> None:
        self.runner.run(self.table.leave(seat))
        self.is_here[seat] = False

    @rule(seat=PEOPLE)
    def come_back(self, seat: int) -> None:
        self.runner.run(self.table.come_back(seat))
        self.is_here[seat], self.bots[seat] = True, None

    @precondition(is_on)
    @rule(seat=PEOPLE)
    def take_over(self, seat: int) -> None:
        if self.is_here[seat] or self.bots[seat]:
            self.refused(self.table.take_over(seat, "greedy"), SeatError)
        else:
            self.runner.run(self.table.take_over(seat, "greedy"))
            self.bots[seat] = "greedy"

    @rule(seconds=st.sampled_from([10, 59, 60, 100]))
    def wait(self, seconds: int) -> None:
        self.hands.forward(seconds)
        first, seat, deadline_ms = self.table.seq + 1, self.table.to_act, self.table.deadline_ms
        is_late = deadline_ms is not None and deadline_ms <= self.hands.now_ms
        moves = self.runner.run(self.tables.expire())
        assert bool(moves) == is_late
        if is_late and self.table.state.opening.clock.then != "absent":
            assert seat is not None
            self.bots[seat] = "greedy"
        self.note(first)

    @rule()
    def forget_snapshots(self) -> None:
        self.runner.run(self.log.forget_snapshots())

    @rule()
    def start_anew(self) -> None:
        self.tables = self.new_tables()
        self.table = self.runner.run(self.tables.find(self.table.id))

    @invariant()
    def agrees_with_the_model(self) -> None:
        if hasattr(self, "table"):
            state = self.table.state
            assert state.position.history == self.history
            assert [seat.is_present for seat in state.seats] == self.is_here
            assert [seat.bot for seat in state.seats] == self.bots
            assert not state.position.is_chance
            assert (state.status == "over") == state.position.is_over

    @invariant()
    def is_the_fold_of_its_log(self) -> None:
        if hasattr(self, "table"):
            again = self.runner.run(self.new_tables().find(self.table.id))
            assert again.rows == self.table.rows
            assert [row.seq for row in again.rows] == list(range(len(again.rows)))
            for viewer in (-1, 0, 1):
                assert json.dumps(again.seen_by(viewer)) == json.dumps(self.table.seen_by(viewer))
            position = again.state.position
            assert (
                Record.of(position).replay(position.box.game) == position
            )  # every choice offered, every draw possible


class LongEvening(Evening):
    """The same for make soak."""


USUAL = settings(
    max_examples=10, stateful_step_count=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
TestEvening = Evening.TestCase
TestEvening.settings = USUAL
TestLongEvening = pytest.mark.quiet(LongEvening.TestCase)
TestLongEvening.settings = settings(USUAL, max_examples=50)
