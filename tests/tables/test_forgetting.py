"""People who delete their data: their games stay, they do not."""

from __future__ import annotations

import json
import random

import pytest
from sqlalchemy import select

from cabotage.tables import Kind, Table, Tables
from cabotage.tables.errors import UnknownTable
from cabotage.tables.schema import EVENTS, SNAPSHOTS, TABLES
from tests.tables.fixtures import Hands, choose_one

ANNA = "annas-identity"


async def stored(tables: Tables) -> str:
    """Everything in the log, as text."""
    query = select(EVENTS.c.table_id, EVENTS.c.seq, EVENTS.c.kind, EVENTS.c.value).order_by(EVENTS.c.seq)
    rows = await tables.log.database.read(lambda connection: connection.execute(query).all())
    return "\n".join(" ".join(map(str, row)) for row in rows)


async def opened(tables: Tables, order: str = "listed") -> Table:
    seats = ["me", "here", "friend"]
    table = await tables.open("toy", seats, ANNA, name="Anna", nonce="annas", names={1: "Abel"}, order=order)
    await table.sit(2, "ben", "Ben", "bens")
    return table


@pytest.mark.parametrize("order", ["listed", "lot"])
async def test_identity_and_names_are_gone_from_memory_and_log(tables: Tables, order: str) -> None:
    table = await opened(tables, order)
    await choose_one(table, random.Random(1))
    await tables.log.keep(list(table.rows))
    written = await stored(tables)
    assert all(word in written for word in (ANNA, "Anna", "Abel", '"annas"'))
    await table.forget(ANNA)
    written = await stored(tables)
    assert not any(word in written for word in (ANNA, "Anna", "Abel"))
    assert all(word in written for word in ("ben", "Ben", '"annas"', '"bens"'))  # nonces are part of the dice
    assert await tables.log.database.read(lambda connection: connection.execute(select(SNAPSHOTS)).all()) == []
    for viewer in (-1, 0, 1, 2):
        shown = json.dumps([table.seen_by(viewer, "en", since_seq=-1), table.seen_by(viewer, "fr")])
        assert "Anna" not in shown
        assert "Abel" not in shown
        assert "Ben" in shown


async def test_the_log_read_again_gives_the_same_table(tables: Tables) -> None:
    table = await opened(tables)
    await choose_one(table, random.Random(2))
    head = table.state.head
    await table.forget(ANNA)
    again = Table(tables.log, await tables.log.rows(table.id), b"0" * 32, tables._games, tables._now)
    assert again.rows == table.rows
    assert again.state.seats == table.state.seats
    assert again.state.head == head
    assert again.seen_by(-1) == table.seen_by(-1)


async def test_the_others_finish_the_game_with_a_bot(tables: Tables) -> None:
    table = await opened(tables)
    await table.forget(ANNA)
    assert [seat["name"] for seat in table.seen_by(-1)["seats"]] == ["player 1", "player 2", "Ben"]
    assert [seat["is_away"] for seat in table.seen_by(-1)["seats"]] == [True, True, False]
    await table.take_over(0, "greedy")
    await choose_one(table, random.Random(3))
    assert table.status == "running"


async def test_before_the_start_the_seat_is_open_again(tables: Tables) -> None:
    table = await tables.open("toy", ["me", "friend", "friend"], "carl", name="Carl")
    await table.sit(1, ANNA, "Anna", "annas")
    await table.forget(ANNA)
    assert [seat.is_open for seat in table.state.seats] == [False, True, True]
    await table.sit(1, "dora", "Dora")
    await table.sit(2, "ben", "Ben")
    assert table.status == "running"


async def test_forgetting_somebody_who_never_sat_here_writes_nothing(tables: Tables) -> None:
    table = await opened(tables)
    seq = table.seq
    await table.forget("zoe")
    assert table.seq == seq
    assert Kind.FORGOTTEN not in {row.kind for row in table.rows}


async def test_deleted_tables_leave_nothing(tables: Tables) -> None:
    gone, kept = await opened(tables), await opened(tables)
    await tables.log.keep(list(gone.rows))
    await tables.delete([gone.id])
    with pytest.raises(UnknownTable):
        await tables.find(gone.id)
    assert gone.id not in await stored(tables)
    query = select(TABLES.c.id)
    assert await tables.log.database.read(lambda connection: list(connection.execute(query).scalars())) == [kept.id]
    assert (await tables.find(kept.id)).seq == kept.seq


async def test_old_tables_are_found_by_status_and_age(tables: Tables, hands: Hands) -> None:
    first = await opened(tables)
    hands.forward(3600)
    await opened(tables)
    assert await tables.log.old(("waiting", "running"), hands.now_ms, 10) == [first.id]
    assert await tables.log.old(("waiting", "running"), hands.now_ms + 1, 1) == [first.id]
    assert await tables.log.old(("over",), hands.now_ms + 1, 10) == []


async def test_looking_back_shows_no_name_either(here: Tables) -> None:
    table = await here.open("treasure_boots", ["me", "here"], ANNA, name="Anna")
    await choose_one(table, random.Random(4))
    assert "Anna" in json.dumps(table.seen_by(-1, at=1))
    await table.forget(ANNA)
    assert "Anna" not in json.dumps([table.seen_by(-1, at=at) for at in range(table.seq + 1)])
