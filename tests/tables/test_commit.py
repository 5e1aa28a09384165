"""Group commit: many tables share a transaction, nothing is published early, and a conflict affects only its table."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import psycopg
import pytest

from cabotage.tables import Log, Tables
from cabotage.tables.commit import MOST_ROWS, Conflict, GroupCommit, Statement
from cabotage.tables.errors import DatabaseLost
from cabotage.tables.table import summary
from tests.tables.fixtures import Hands, any_game, choose_one


class Disk:
    """Writes slowly, and fails for one value."""

    def __init__(self) -> None:
        self.groups: list[list[str]] = []
        self.is_free = asyncio.Event()

    async def write(self, statements: Sequence[Statement]) -> None:
        await self.is_free.wait()
        values = [value for _, rows in statements for (value,) in rows]
        self.groups.append(values)
        if "bad" in values:
            raise Conflict


def insert(value: str) -> list[Statement]:
    return [Statement("INSERT", [(value,)])]


def test_a_statement_is_executed_once_for_many_rows() -> None:
    many = Statement("INSERT INTO t (a, b) VALUES {(?, ?)}", [(number, str(number)) for number in range(MOST_ROWS + 2)])
    first, second = many.prepared()
    assert first == (
        "INSERT INTO t (a, b) VALUES " + ", ".join(["(?, ?)"] * MOST_ROWS),
        [value for number in range(MOST_ROWS) for value in (number, str(number))],
    )
    assert second == ("INSERT INTO t (a, b) VALUES (?, ?), (?, ?)", [1000, "1000", 1001, "1001"])


async def test_what_arrives_while_a_transaction_is_written_shares_the_next_one() -> None:
    disk = Disk()
    commits = GroupCommit(disk.write)
    sizes: list[int] = []
    commits.observe = lambda size, seconds: sizes.append(size)
    first = asyncio.create_task(commits.append("t1", insert("a")))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    later = [asyncio.create_task(commits.append(table, insert(table))) for table in ("t3", "t2", "t4")]
    await asyncio.sleep(0.01)
    assert not any(task.done() for task in (first, *later))  # nothing is durable yet
    disk.is_free.set()
    await asyncio.gather(first, *later)
    assert disk.groups == [["a"], ["t2", "t3", "t4"]]  # always in the order of the tables
    assert sizes == [1, 3]


async def test_a_conflict_fails_alone() -> None:
    disk = Disk()
    commits = GroupCommit(disk.write)
    tasks = [asyncio.create_task(commits.append(value, insert(value))) for value in ("a", "bad", "c")]
    await asyncio.sleep(0)
    disk.is_free.set()
    done = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(one).__name__ for one in done] == ["NoneType", "Conflict", "NoneType"]
    assert disk.groups[-3:] == [["a"], ["bad"], ["c"]]


async def test_of_many_tables_that_append_at_once_only_the_stale_one_fails(tables: Tables, hands: Hands) -> None:
    opened = [await tables.open("toy", ["me", "here", "here"], "anna") for _ in range(6)]
    stale = opened[2]
    rows = [replace(stale.rows[-1], at_ms=hands())]  # a row that exists already
    done = await asyncio.gather(
        *(table.submit(0, 9, "peek") for table in opened if table is not stale),
        tables.log.append(rows, summary(stale.state)),
        return_exceptions=True,
    )
    assert [type(one).__name__ for one in done] == ["Appended"] * 5 + ["Conflict"]
    again = Tables(tables.log, hands, games=any_game)
    for table in opened:
        assert (await again.find(table.id)).rows == table.rows


@pytest.mark.parametrize("count", [1, 25])
async def test_every_acknowledged_move_is_in_the_log(tables: Tables, count: int) -> None:
    opened = [await tables.open("toy", ["me", "here", "here"], "anna") for _ in range(count)]
    moves = await asyncio.gather(*(table.submit(0, 9, "peek") for table in opened))
    for table, move in zip(opened, moves, strict=True):
        assert (await tables.log.rows(table.id))[-1].seq == move.last_seq


async def test_a_connection_that_has_failed_is_not_used_again(postgres_url: str) -> None:
    tables = Tables(await Log.open(postgres_url), games=any_game)
    table = await tables.open("toy", ["me", "here"], "anna")
    await choose_one(table, random.Random(0))
    database: Any = tables.log.database
    database._connection.pgconn.enter_pipeline_mode()  # as a server that is killed in the middle of a move leaves it
    seq = table.seq
    with pytest.raises(DatabaseLost):
        await choose_one(table, random.Random(0))
    assert table.seq == seq
    await choose_one(table, random.Random(0))
    assert table.seq > seq
    await tables.close()


async def test_a_database_that_does_not_answer_is_lost_after_a_while(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cabotage.tables.database.ANSWER_SECONDS", 0.3)
    tables = Tables(await Log.open(postgres_url), games=any_game)
    table = await tables.open("toy", ["me", "here"], "anna")
    seq = table.seq
    async with await psycopg.AsyncConnection.connect(postgres_url) as other:
        await other.execute("LOCK TABLE events")
        with pytest.raises(DatabaseLost, match="the database server cannot be reached"):
            await choose_one(table, random.Random(0))
        assert table.seq == seq
    monkeypatch.undo()
    await choose_one(table, random.Random(0))
    assert table.seq > seq
    await tables.close()
