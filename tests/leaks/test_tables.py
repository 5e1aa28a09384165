"""Two tables that differ only in what a viewer cannot know give that viewer the same, in every game.

World A is a table played at random, with choices taken back. World B has the same rows, but wherever the viewer does
not see a number, any other that looks the same to the viewer. As long as B can follow, the viewer must get the same
JSON, the same record, and the same refusals.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, cast

import pytest

from cabotage.core.contract import CHANCE, SPECTATOR
from cabotage.core.game import Game
from cabotage.games import find
from cabotage.tables import Clock, Kind, Row, Table
from cabotage.tables.errors import TableError
from cabotage.tables.opening import Opening
from cabotage.tables.state import TableState
from cabotage.tables.undo import may_undo
from tests.leaks.worlds import has_secrets, seen
from tests.settings import each_game, few_settings
from tests.tables.fixtures import NOON_MS, any_game
from tests.toy import GAME as TOY
from tests.toy.rules import _end_turn as toy_end_turn
from tests.toy.state import Phase

CHOICES = 40
WORLDS = 3
MOMENTS = 5
UNDOES = 0.5
ENOUGH = {"treasure_boots": 0, "calypso": 10}


@dataclass
class World:
    """A table's rows, and their fold."""

    rows: list[Row]
    state: TableState = field(init=False)

    def __post_init__(self) -> None:
        self.state = TableState.of(self.rows, any_game)

    def add(self, kind: Kind, seat: int, value: Any) -> None:
        row = Row("t", len(self.rows), kind, seat, value, NOON_MS + 1000 * len(self.rows))
        self.state.add(row)
        self.rows.append(row)

    def table(self, count: int) -> Table:
        log = cast("Any", SimpleNamespace(is_shared=False))  # nothing is ever appended here
        return Table(log, self.rows[:count], b"", any_game, lambda: NOON_MS)


def beginning(box: Any) -> list[Row]:
    opening = Opening.of(box, ["me", *["here"] * (box.seats - 1)], Clock("seconds", 60), "promise")
    rows = [Row("t", 0, Kind.OPENED, -1, opening.written(), NOON_MS)]
    rows += [Row("t", 1 + seat, Kind.SAT, seat, {"holder": "anna"}, NOON_MS) for seat in range(box.seats)]
    return [*rows, Row("t", len(rows), Kind.STARTED, -1, None, NOON_MS)]


def play(world: World, rng: random.Random) -> None:
    """Random choices, some of them taken back."""
    chosen = 0
    while chosen < CHOICES and not world.state.position.is_over:
        position = world.state.position
        if position.is_chance:
            weights = [float(outcome.probability) for outcome in position.chances]
            world.add(Kind.DRAWN, -1, rng.choices(position.chances, weights)[0].number)
            continue
        seat = position.to_act
        world.add(Kind.CHOSEN, seat, int(rng.choice(position.legal.numbers)))
        chosen += 1
        if may_undo(world.state, seat) and rng.random() < UNDOES:
            world.add(Kind.UNDONE, seat, {"choice": world.rows[-1].seq})


def follow(real: World, viewer: int, rng: random.Random) -> tuple[World, list[str]]:
    """World B as far as it goes, and what is wrong already: taking back must be allowed in both or in neither."""
    start = next(at for at, row in enumerate(real.rows) if row.kind is Kind.STARTED)
    other, step = World(real.rows[: start + 1]), World(real.rows[: start + 1])
    wrong: list[str] = []
    for row in real.rows[start + 1 :]:
        value = row.value
        if row.kind in (Kind.CHOSEN, Kind.DRAWN):
            told = seen(step.state.position, value, viewer)
            position = other.state.position
            if position.to_act != step.state.position.to_act:
                wrong.append(f"to act is {step.state.position.to_act} or {position.to_act}")
                break
            possible = (
                [outcome.number for outcome in position.chances]
                if position.to_act == CHANCE
                else [int(number) for number in position.legal.numbers]
            )
            alike = [number for number in possible if seen(position, number, viewer) == told]
            if not alike:
                break
            value = value if told == value and value in alike else rng.choice(alike)
        step.add(row.kind, row.seat, row.value)
        other.add(row.kind, row.seat, value)
        if row.kind is Kind.CHOSEN and may_undo(step.state, row.seat) != may_undo(other.state, row.seat):
            wrong.append(f"row {row.seq}: seat {row.seat} may take it back in one world only")
    return other, wrong


def given(table: Table, viewer: int) -> dict[str, Any]:
    """All that a viewer can get out of a table."""
    return {
        **table.seen_by(viewer, "en"),
        "french": table.seen_by(viewer, "fr", since_seq=table.seq - 5),
        "moments": looked_back(table, viewer),
        "record": table.record(viewer),
        "refusals": list(refusals(table, viewer)),
    }


def looked_back(table: Table, viewer: int) -> list[dict[str, Any]] | str:
    """The moments of the game so far, or why they are not shown."""
    try:
        return table.moments(viewer, "fr")
    except TableError as error:
        return error.code


def refusals(table: Table, viewer: int) -> Iterator[str]:
    if viewer == SPECTATOR:
        return
    for deed in (
        table.submit(viewer, table.seq, "nothing of the kind"),
        table.submit(viewer, table.seq - 1, 0),
        *([] if table.to_act == viewer else [table.submit(viewer, table.seq, 0)]),
        *([] if table.can_undo(viewer) else [table.undo(viewer, table.seq)]),
        table.take_over(viewer, "greedy"),
    ):
        try:
            asyncio.run(deed)
        except TableError as error:
            yield f"{error.code} {error.sentence('fr')}"
        else:
            raise AssertionError("not refused")


def moments(rows: list[Row], rng: random.Random) -> list[int]:
    """Some lengths at which a seat has to choose: just before a choice."""
    ends = [row.seq for row in rows if row.kind in (Kind.CHOSEN, Kind.UNDONE) and row.seq > 0]
    return sorted(rng.sample(ends, min(MOMENTS, len(ends))))


@dataclass
class Finding:
    """What came out of comparing tables."""

    differences: list[str] = field(default_factory=list)
    compared: int = 0
    apart: int = 0  # of these, the ones in which B was really another world
    undone: int = 0


def compare(game: Game) -> Finding:
    """The law, for a few settings and all viewers."""
    found = Finding()
    for setting in few_settings(game)[:3]:
        box = setting.box()
        rng = random.Random(f"tables {setting}")
        real = World(beginning(box))
        play(real, rng)
        found.undone += sum(row.kind is Kind.UNDONE for row in real.rows)
        for viewer in range(SPECTATOR, box.seats):
            for _ in range(WORLDS):
                other, wrong = follow(real, viewer, rng)
                found.differences += [f"{setting}, viewer {viewer}: {one}" for one in wrong]
                for count in moments(other.rows, rng):
                    compare_moment(real.table(count), other.table(count), viewer, found)
    return found


def compare_moment(one: Table, two: Table, viewer: int, found: Finding) -> None:
    if one.state.position.is_over:
        return
    mine, theirs = given(one, viewer), given(two, viewer)
    where = f"{one.state.position!r}, viewer {viewer}, row {one.seq}"
    found.differences += [f"{where}: {name}" for name, value in mine.items() if value != theirs[name]]
    found.compared += 1
    found.apart += one.state.position.states.tobytes() != two.state.position.states.tobytes()


@each_game
def test_what_a_viewer_cannot_know_makes_no_difference_at_a_table(game: Game) -> None:
    found = compare(game)
    assert found.differences == []
    assert found.compared > 60
    if game.id not in ("toy", "calypso"):  # after every choice of these something is drawn, or shown
        assert found.undone > 0
    if has_secrets(few_settings(game)[0].box()):
        assert found.apart > ENOUGH.get(game.id, 30), f"{found}: B was hardly ever another world"


def differences(found: Finding) -> set[str]:
    return {difference.rpartition(": ")[2] for difference in found.differences}


def test_a_digest_shown_while_the_game_is_on_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """From one digest to the next, a hidden number could be found by trying."""
    monkeypatch.setattr("cabotage.tables.projection.digest", lambda state: state.digest.hex())
    assert differences(compare(TOY)) == {"digest", "french"}


def test_a_record_with_hidden_numbers_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "cabotage.tables.record.partial", lambda state, viewer: str([step.value for step in state.steps])
    )
    assert differences(compare(TOY)) == {"record"}


def test_a_moment_for_every_row_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows of which nothing is told may be hidden ones."""
    monkeypatch.setattr("cabotage.tables.reader.moments", lambda rows, story: [row.value for row in rows])
    assert differences(compare(find("cape_horn"))) == {"moments"}  # in games of memory nothing past is shown


def test_an_undo_that_looks_at_hidden_cards_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def nosy(state: TableState, seat: int) -> bool:
        hands = state.position["hand"]
        return state.steps[-1].seat == seat and int(hands[(seat + 1) % state.box.seats]) % 2 == 0

    monkeypatch.setattr("tests.leaks.test_tables.may_undo", nosy)
    monkeypatch.setattr("tests.toy.rules._end_turn", _turn_without_draw)
    assert any("may take it back in one world only" in one for one in compare(TOY).differences)


def _turn_without_draw(b: Any, s: Any) -> None:
    """The next seat does not draw, so that a choice is the last thing that happened."""
    toy_end_turn(b, s)
    s["phase"] = Phase.CHOOSE if s["phase"] == Phase.DRAW and s["hand"][s["turn"]] else s["phase"]
