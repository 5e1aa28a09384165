"""The analysis of a finished game: bounded, given up when nobody waits, kept, and refused while a game is running."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
import pytest

import cabotage
from cabotage.analysis import Effort
from cabotage.server.analysis import analyses, worker
from cabotage.server.bots import runner
from cabotage.server.bots.pool import Pool
from tests.server.fixtures import Harbour, Visitor, harbour

PATIENCE_SECONDS = 120.0


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Harbour]:
    """Analyses are short, and as urgent as the tests, which use all cores."""
    database = f"sqlite:///{tmp_path_factory.mktemp('analysis') / 'tables.db'}"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runner, "HINT_NICENESS", 0)
        patch.setattr(analyses, "QUICK", Effort(1, 4, 2))
        with harbour(database, hinters=1, analysis_seconds=1.5) as running:
            yield running


@pytest.fixture
def anna(server: Harbour) -> Iterator[Visitor]:
    with server.visitor() as visitor:
        yield visitor


@pytest.fixture
def ben(server: Harbour) -> Iterator[Visitor]:
    with server.visitor() as visitor:
        yield visitor


def path(table: str) -> str:
    return f"/api/tables/{table}/analysis"


def finished(visitor: Visitor, seed: int = 0, **wishes: Any) -> str:
    table: str = visitor.open("calypso", options={"mixing": "once"}, **wishes)["table"]
    visitor.play(table, seed=seed)
    return table


def lines(visitor: Visitor, table: str) -> list[dict[str, Any]]:
    """All that is sent, line by line."""
    with visitor.client.stream("GET", path(table)) as answer:
        assert answer.status_code == 200, answer.read()
        return [json.loads(line) for line in answer.iter_lines()]


def kept(server: Harbour) -> set[str]:
    """The tables whose analysis is in the database."""
    path = str(server.app.state.services.tables.log.database.path)
    with contextlib.closing(sqlite3.connect(path)) as connection:
        return {table for (table,) in connection.execute("select table_id from analyses")}


def test_a_quick_analysis_comes_first_then_a_better_one_that_is_kept(anna: Visitor, ben: Visitor) -> None:
    table = finished(anna)
    told = lines(anna, table)
    shown = [line for line in told if line["analysis"]]
    assert [line["is_final"] for line in shown] == [False, True]
    assert [line["done"] for line in told] == sorted(line["done"] for line in told)
    assert {line["all"] for line in told} == {told[-1]["done"]}
    events = len(anna.ask("GET", f"/api/tables/{table}/record")["events"])
    final = shown[-1]["analysis"]
    assert [moment["seq"] for moment in final["moments"]] == list(range(events + 1))
    for seat in final["seats"]:
        assert seat["start"] + seat["luck"] + seat["skill"] + seat["gifts"] == pytest.approx(seat["result"])
    again = ben.ask("GET", path(table))
    assert again["is_final"]
    assert again["analysis"] == final


def test_rows_and_choices_are_those_of_the_table_though_some_were_undone(anna: Visitor) -> None:
    table = anna.open("captn_clever", ("me", "here"), options={"treasures": 5})["table"]
    undone = 0
    while undone < 3:
        view = anna.view(table)
        seat = view["to_act"]
        view = anna.choose(table, anna.view(table, seat=seat), random.Random(view["seq"]))
        view = anna.view(table, seat=seat)
        if view["can_undo"]:
            anna.ask("POST", f"/api/tables/{table}/undo", 200, {"seq": view["seq"], "seat": seat})
            undone += 1
    anna.play(table)
    final = lines(anna, table)[-1]["analysis"]
    record = anna.ask("GET", f"/api/tables/{table}/record")["events"]
    assert final["errors"], "random choices are bad"
    assert all(moment["story"] for moment in final["moments"][1:])
    for error in final["errors"]:
        before = anna.view(table, at=error["at"], seat=error["seat"])
        assert before["to_act"] == error["seat"]
        assert error["chosen"]["choice"]["id"] == record[error["seq"]]["text"] != error["best"]["choice"]["id"]
        assert error["chosen"]["reason"]
        assert error["cost"] > error["noise"]
    for moment in final["moments"][1:]:
        assert moment["at"] > moment["seq"]
    french = anna.ask("GET", f"{path(table)}?language=fr")["analysis"]
    assert french["errors"][0]["best"]["reason"] != final["errors"][0]["best"]["reason"]


def test_an_analysis_of_a_running_game_is_refused_to_everybody(anna: Visitor, ben: Visitor, server: Harbour) -> None:
    table = anna.open("smugglers", ("me", "friend"))
    anna.play(table["table"], most=3)
    for visitor in (anna, ben):
        assert visitor.refused("GET", path(table["table"]), 409) == "analysis/running"
        assert visitor.refused("GET", f"{path(table['table'])}?language=fr", 409) == "analysis/running"
    assert ben.refused("GET", path("nowhere"), 404) == "table/unknown"
    assert server.app.state.services.analyses.waiting == 0


def test_an_uploaded_record_is_analysed_and_one_without_a_result_refused(anna: Visitor) -> None:
    position = cabotage.load("calypso", seats=2).start(seed=5)
    rng = random.Random(5)
    while not position.is_over:
        position.play(int(rng.choice(position.legal.numbers)))
        position.roll()
    record = json.loads(position.record().text())
    table = anna.ask("POST", "/api/records", 201, {"record": record})["table"]
    assert len(lines(anna, table)[-1]["analysis"]["moments"]) == len(record["events"]) + 1
    unfinished = {**record, "events": record["events"][:-3], "result": None}
    table = anna.ask("POST", "/api/records", 201, {"record": unfinished})["table"]
    assert anna.refused("GET", path(table), 409) == "analysis/no_result"


def test_a_fork_is_analysed_from_its_first_event(anna: Visitor) -> None:
    source = finished(anna, seed=2)
    table = anna.ask("POST", f"/api/tables/{source}/fork", 201, {"at": 30, "seats": ["me", "here"]})["table"]
    anna.play(table)
    moments = lines(anna, table)[-1]["analysis"]["moments"]
    rows = [moment["at"] for moment in moments]
    assert rows == sorted(rows)
    assert len(moments) == len(anna.ask("GET", f"/api/tables/{table}/record")["events"]) + 1
    assert rows.count(rows[0]) > 10, "what the fork began with is shown by the row that started it"


def test_a_game_with_too_many_events_is_refused(anna: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    table = finished(anna, seed=3)
    monkeypatch.setattr(analyses, "MOST_EVENTS", 10)
    assert anna.refused("GET", path(table), 409) == "analysis/too_long"


def test_a_game_that_takes_too_long_is_given_up_for_ever(anna: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    table = finished(anna, seed=4)
    monkeypatch.setattr(analyses, "MOST_SECONDS", 0.0)
    monkeypatch.setattr(analyses, "PART_SECONDS", 0.0)
    assert lines(anna, table)[-1]["error"]["code"] == "analysis/too_long"
    assert anna.refused("GET", path(table), 409) == "analysis/too_long"


class Parts:
    def __init__(self) -> None:
        self.begun, self.may_end = threading.Event(), threading.Event()
        self.tables: list[str] = []


@contextmanager
def slow_parts(monkeypatch: pytest.MonkeyPatch) -> Iterator[Parts]:
    """Parts that end when the test lets them."""
    parts, run = Parts(), Pool.run

    async def slow(self: Pool, work: Any, *arguments: Any) -> Any:
        if work is worker.judge:
            parts.tables.append(arguments[0])
            parts.begun.set()
            while not parts.may_end.is_set():
                await asyncio.sleep(0.01)
        return await run(self, work, *arguments)

    monkeypatch.setattr(Pool, "run", slow)
    try:
        yield parts
    finally:
        parts.may_end.set()


def wait_until(holds: Any) -> None:
    until = time.monotonic() + PATIENCE_SECONDS
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.01)


def test_nobody_waits_for_two_and_the_queue_is_bounded(
    server: Harbour, anna: Visitor, ben: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [finished(anna, seed=seed) for seed in (10, 11, 12)]
    monkeypatch.setattr(analyses, "MOST_GAMES", 1)
    found = server.app.state.services.analyses
    with slow_parts(monkeypatch) as parts:
        told: list[Any] = []
        first = threading.Thread(target=lambda: told.append(lines(anna, tables[0])))
        first.start()
        parts.begun.wait(PATIENCE_SECONDS)
        assert anna.refused("GET", path(tables[1]), 429) == "analysis/pending"
        assert ben.refused("GET", path(tables[1]), 503) == "server/busy"
        second = threading.Thread(target=lambda: told.append(lines(ben, tables[0])))  # the same game: one job
        second.start()
        wait_until(lambda: len(found._people) == 2)
        assert found.waiting == 1
        parts.may_end.set()
        first.join(PATIENCE_SECONDS)
        second.join(PATIENCE_SECONDS)
    assert told[0][-1] == told[1][-1]
    assert found.waiting == 0
    assert lines(anna, tables[2])[-1]["is_final"], "now she may ask again"


def test_a_game_that_nobody_watches_any_more_is_given_up(
    server: Harbour, anna: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = finished(anna, seed=20)
    found = server.app.state.services.analyses
    with slow_parts(monkeypatch) as parts:
        with pytest.raises(httpx.ReadTimeout), anna.client.stream("GET", path(table), timeout=0.3) as answer:
            list(answer.iter_lines())  # then she closes the connection
        wait_until(lambda: not found._people)
        asked = len(parts.tables)
        parts.may_end.set()
        wait_until(lambda: found.waiting == 0)
        assert len(parts.tables) == asked, "no further part was judged"
    assert table not in kept(server)


def test_people_take_turns(server: Harbour, anna: Visitor, ben: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = [finished(visitor, seed=30 + at) for at, visitor in enumerate((anna, ben))]
    with slow_parts(monkeypatch) as parts:
        monkeypatch.setattr(analyses, "PART_SECONDS", 0.0)
        asking = [
            threading.Thread(target=lines, args=(visitor, table))
            for visitor, table in zip((anna, ben), tables, strict=True)
        ]
        for thread in asking:
            thread.start()
        wait_until(lambda: server.app.state.services.analyses.waiting == 2)
        parts.may_end.set()
        for thread in asking:
            thread.join(PATIENCE_SECONDS)
    early = parts.tables[1:21]
    assert all(one != other for one, other in pairwise(early)), "a part each"


def test_an_analysis_goes_with_its_table_and_with_its_people(server: Harbour, anna: Visitor, ben: Visitor) -> None:
    tables = [finished(anna, seed=40), finished(ben, seed=41)]
    for visitor, table in zip((anna, ben), tables, strict=True):
        lines(visitor, table)
    assert set(tables) <= kept(server)
    assert anna.client.delete(f"/api/tables/{tables[0]}").status_code == 204
    assert ben.client.delete("/api/me").status_code == 204
    assert not set(tables) & kept(server)


def test_leaving_stops_the_work_on_a_server_that_closes(tmp_path: Path) -> None:
    with harbour(f"sqlite:///{tmp_path / 'tables.db'}", hinters=1) as running, running.visitor() as anna:
        table = finished(anna)
        with anna.client.stream("GET", path(table)) as answer:
            next(answer.iter_lines())
    assert running.app.state.services.analyses.waiting <= 1
