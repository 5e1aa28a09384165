"""The log is all there is: what a table is follows from its rows, and snapshots may be deleted."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text

import cabotage
from cabotage.tables import Clock, Kind, Log, Row, Table, Tables
from cabotage.tables.commit import Conflict
from cabotage.tables.errors import DatabaseError, NewerTable, OtherRules
from cabotage.tables.log import Summary
from cabotage.tables.opening import Opening
from cabotage.tables.schema import METADATA
from tests.tables.fixtures import Hands, any_game, play_on
from tests.toy import GAME as TOY

MOST_LOAD_MS = 50


def everything(table: Table) -> str:
    return json.dumps([table.seen_by(viewer, language) for viewer in range(-1, 3) for language in ("en", "fr")])


async def test_a_table_loaded_anew_is_the_same(tables: Tables, hands: Hands) -> None:
    table = await play_on(await tables.open("toy", ["me", "here", "here"], "anna", name="Anna"), most=3)
    again = await Tables(tables.log, hands, games=any_game).find(table.id)
    assert again is not table
    assert again.rows == table.rows
    assert everything(again) == everything(table)
    assert again.state.position == table.state.position


async def test_rows_come_back_as_they_were_written(tables: Tables) -> None:
    table = await tables.open("toy", ["me", "friend"], "anna", name="Ännä ☠")
    assert await tables.log.rows(table.id) == table.rows
    assert table.rows[1] == Row(table.id, 1, Kind.SAT, 0, {"holder": "anna", "name": "Ännä ☠"}, table.rows[0].at_ms)
    assert await tables.log.rows(table.id, after=0) == table.rows[1:]


async def test_a_table_is_the_same_with_all_snapshots_deleted(
    tables: Tables, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cabotage.tables.table.SNAPSHOT_ROWS", 4)
    table = await play_on(await tables.open("toy", ["me", "here", "here"], "anna"))
    query = text("SELECT count(*), max(seq) FROM snapshots")
    count, seq = tuple(await tables.log.database.read(lambda connection: connection.execute(query).one()))
    assert (count, seq > 10) == (1, True)
    with_snapshot = await Tables(tables.log, hands, games=any_game).find(table.id)
    await tables.log.forget_snapshots()
    without = await Tables(tables.log, hands, games=any_game).find(table.id)
    assert with_snapshot.rows == without.rows == table.rows
    assert everything(with_snapshot) == everything(without) == everything(table)


async def test_a_snapshot_that_cannot_be_written_costs_nothing(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(rows: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr("cabotage.tables.table.SNAPSHOT_ROWS", 1)
    monkeypatch.setattr(tables.log, "keep", broken)
    table = await tables.open("toy", ["me", "here"], "anna")
    move = await table.submit(0, table.seq, "peek")
    assert table.seq == move.last_seq
    assert "no snapshot of table" in caplog.text


async def test_two_rows_of_one_number_cannot_be(tables: Tables) -> None:
    table = await tables.open("toy", ["me", "here"], "anna")
    summary = Summary(table.id, "toy", "running", 0)
    with pytest.raises(Conflict):
        await tables.log.append([replace(table.rows[-1], seq=table.seq + 1), table.rows[-1]], summary)
    assert await tables.log.rows(table.id) == table.rows


async def test_a_table_of_other_rules_is_refused_with_both_versions(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await tables.open("toy", ["me", "here"], "anna")
    newer = replace(TOY, version=4)
    with pytest.raises(OtherRules, match=r"other rules of toy \(version 3\) than this program has \(version 4\)"):
        await Tables(tables.log, games=lambda name: newer).find(table.id)


async def test_a_table_goes_on_by_the_rules_it_was_begun_with_if_they_are_kept(tables: Tables) -> None:
    table = await tables.open("toy", ["me", "here"], "anna")
    newer = replace(TOY, version=4, older={3: TOY.package})
    later = Tables(tables.log, games=lambda name: newer)
    found = await play_on(await later.find(table.id))
    assert found.status == "over"
    assert found.state.box.game is TOY
    assert json.loads(found.record())["rules_version"] == 3
    fresh = await later.open("toy", ["me", "here"], "anna")
    assert fresh.state.opening.rules_version == 4
    forked = await later.fork(table.id, table.seq, ["me", "here"], "anna")
    assert forked.state.opening.rules_version == 3


async def test_a_row_that_only_a_newer_version_knows_is_refused_by_name(tables: Tables, hands: Hands) -> None:
    table = await tables.open("toy", ["me", "here"], "anna")
    row = f"INSERT INTO events VALUES ('{table.id}', {table.seq + 1}, 'applauded', 0, 'null', 0)"
    await tables.log.database.write(lambda connection: connection.execute(text(row)))
    with pytest.raises(NewerTable, match=r"continued by a newer version .* of the kind 'applauded'") as refused:
        await Tables(tables.log, hands, games=any_game).find(table.id)
    assert refused.value.code == "table/newer"
    tables.refresh_all()  # as after a notification: the rest goes on
    other = await play_on(await tables.open("toy", ["me", "here"], "anna"))
    assert other.status == "over"


async def test_tables_are_listed_by_what_they_are_doing(tables: Tables, hands: Hands) -> None:
    waiting = await tables.open("toy", ["me", "friend"], "anna")
    hands.forward(1)
    running = await tables.open("toy", ["me", "here"], "anna")
    hands.forward(1)
    over = await play_on(await tables.open("toy", ["me", "here"], "anna"))
    assert [one.id for one in await tables.log.summaries()] == [over.id, running.id, waiting.id]
    for table in (waiting, running, over):
        assert [one.id for one in await tables.log.summaries(table.status)] == [table.id]


async def test_the_database_is_brought_up_to_date_once_and_again(url: str) -> None:
    for _ in range(2):
        log = await Log.open(url)
        versions = await log.database.read(
            lambda connection: connection.execute(text("SELECT version_num FROM alembic_version")).scalars().all()
        )
        assert versions == ["0003"]
        await log.close()


async def test_the_steps_lead_to_the_tables_that_the_program_uses(url: str) -> None:
    log = await Log.open(url)
    differences = await log.database.read(
        lambda connection: compare_metadata(MigrationContext.configure(connection), METADATA)
    )
    assert differences == []
    await log.close()


async def test_a_file_of_sqlite_is_durable(sqlite_url: str) -> None:
    log = await Log.open(sqlite_url)
    for pragma, value in (("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)):
        query = text(f"PRAGMA {pragma}")
        found = await log.database.write(lambda connection, query=query: connection.execute(query).scalar_one())  # type: ignore[misc]
        assert found == value, pragma
    await log.close()


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("mysql://x/y", "not 'mysql://x/y'"),
        ("tables.db", "not 'tables.db'"),
        ("sqlite://", "must be a file"),
        ("sqlite:////nowhere/at/all/tables.db", "/nowhere/at/all: the folder for the database does not exist"),
    ],
)
async def test_an_address_that_leads_nowhere_is_refused(address: str, sentence: str) -> None:
    with pytest.raises(DatabaseError, match=sentence):
        await Log.open(address)


async def test_a_password_is_not_repeated(tmp_path: Path) -> None:
    with pytest.raises(DatabaseError) as refused:
        await Log.open("oracle://anna:geheim@host/name")
    assert "geheim" not in str(refused.value)


@pytest.mark.parametrize("has_snapshots", [True, False])
async def test_a_table_of_2000_events_is_loaded_quickly(tables: Tables, hands: Hands, has_snapshots: bool) -> None:
    table = await tables.open("treasure_boots", ["me", *["here"] * 7], "anna")
    while table.seq < 2000:
        await play_on(table, table.seq, most=20)
        if table.status == "over":  # few games are that short
            table = await tables.open("treasure_boots", ["me", *["here"] * 7], "anna")
    if not has_snapshots:
        await tables.log.forget_snapshots()
    took_ms = []  # of processor time: what else this machine does meanwhile is not the question
    for _ in range(40):
        begun = time.process_time()
        again = await Tables(tables.log, hands, games=any_game).find(table.id)
        took_ms.append((time.process_time() - begun) * 1000)
        assert again.seq == table.seq >= 2000
    assert again.state.position == table.state.position
    print("loaded in", [round(ms, 1) for ms in took_ms], "ms")
    assert min(took_ms) < MOST_LOAD_MS


def test_a_first_row_says_that_spectators_see_chances_only_if_they_do() -> None:
    box = cabotage.load("calypso", seats=2)
    usual = Opening.of(box, ["me", "here"], Clock(), "promise")
    shown = Opening.of(box, ["me", "here"], Clock(), "promise", has_chances=True)
    assert shown.written() == {**usual.written(), "chances": True}
    assert [Opening.read(each.written()).has_chances for each in (usual, shown)] == [False, True]
