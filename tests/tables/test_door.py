"""The one door: fresh, this seat, offered; then in the log, and only then told to anybody."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest
from sqlalchemy import text

from cabotage.tables import Kind, Log, Table, Tables
from cabotage.tables.errors import (
    Ahead,
    NotOffered,
    NotStarted,
    NotYourTurn,
    Stale,
    TableOver,
    UnknownSeat,
    UnknownTable,
)
from tests.tables.fixtures import Hands, any_game, choose_one, play_on

PEOPLE = ["me", "here", "here"]


async def opened(tables: Tables) -> Table:
    return await tables.open("toy", PEOPLE, "anna")


def kinds(table: Table) -> list[str]:
    return [row.kind.value for row in table.rows]


async def test_a_table_with_all_its_people_begins_and_draws_until_a_seat_has_to_choose(tables: Tables) -> None:
    table = await opened(tables)
    assert kinds(table) == ["opened", *["sat"] * 3, "started", *["drawn"] * 5]
    assert (table.status, table.to_act, table.seq) == ("running", 0, 9)


async def test_a_choice_and_the_draws_after_it_are_one_move(tables: Tables) -> None:
    table = await opened(tables)
    move = await table.submit(0, 9, "peek")
    assert (move.first_seq, move.last_seq) == (10, 11)
    assert [(row.kind, row.seat) for row in table.rows[10:]] == [(Kind.CHOSEN, 0), (Kind.DRAWN, -1)]


async def test_a_choice_is_given_by_its_notation_or_its_number(tables: Tables) -> None:
    table = await opened(tables)
    offered = table.seen_by(0)["choices"]
    number = table.state.position.legal[0].number
    assert offered[0]["id"] == table.state.position.legal[0].text
    await table.submit(0, 9, number)
    assert table.rows[10].value == number


@pytest.mark.parametrize("choice", ["fly", "peek " * 1000, "", -1, 10**9, True, None, 1.5, ["peek"], "hide 5\n"])
async def test_what_is_not_offered_is_refused_and_changes_nothing(here: Tables, choice: Any) -> None:
    table = await opened(here)
    if choice == "hide 5\n":
        choice = next(f"hide {c}\n" for c in range(1, 13) if f"hide {c}" not in table.state.position.legal)
    with pytest.raises(NotOffered) as refused:
        await table.submit(0, 9, choice)
    assert refused.value.code == "table/not_offered"
    assert table.seq == 9


async def test_who_is_not_on_turn_is_told_so_and_not_what_is_offered(tables: Tables) -> None:
    table = await opened(tables)
    with pytest.raises(NotYourTurn) as refused:
        await table.submit(1, 9, "peek")
    assert str(refused.value) == "it is player 1's turn, not player 2's"


@pytest.mark.parametrize("seat", [-1, 3, True, None, "0"])
async def test_a_seat_that_is_not_there_is_refused(here: Tables, seat: Any) -> None:
    table = await opened(here)
    with pytest.raises(UnknownSeat, match="this table has 3 seats, numbered from 0"):
        await table.submit(seat, 9, "peek")


async def test_an_answer_to_a_row_that_is_yet_to_come_is_told_so(here: Tables) -> None:
    table = await opened(here)
    with pytest.raises(Ahead) as refused:
        await table.submit(0, 10, "peek")
    assert str(refused.value) == "row 10 does not exist yet; the table is at row 9"
    assert refused.value.code == "table/ahead"


@pytest.mark.parametrize("seq", [8, -1, None, "9", True])
async def test_an_answer_to_another_row_than_the_last_is_stale(here: Tables, seq: Any) -> None:
    table = await opened(here)
    with pytest.raises(Stale, match="the table is now at row 9"):
        await table.submit(0, seq, "peek")


async def test_people_coming_and_going_do_not_make_a_choice_stale(tables: Tables) -> None:
    table = await opened(tables)
    await table.leave(2)
    await table.submit(0, 9, "peek")
    assert [row.kind for row in table.rows[10:12]] == [Kind.LEFT, Kind.CHOSEN]


async def test_nothing_is_chosen_before_all_have_sat_down(tables: Tables) -> None:
    table = await tables.open("toy", ["me", "friend"], "anna")
    with pytest.raises(NotStarted):
        await table.submit(0, table.seq, "peek")
    given = table.seen_by(0)
    assert (given["status"], given["to_act"], given["scene"], given["choices"]) == ("waiting", -1, {}, [])


async def test_nothing_is_chosen_when_the_game_is_over(tables: Tables) -> None:
    table = await play_on(await opened(tables))
    assert table.rows[-1].kind is Kind.ENDED
    with pytest.raises(TableOver):
        await table.submit(0, table.seq, "peek")


@pytest.mark.parametrize("name", ["nowhere", "", "x" * 1000, "a\x00b", None, 7])
async def test_a_table_that_is_not_there_is_unknown(here: Tables, name: Any) -> None:
    with pytest.raises(UnknownTable):
        await here.find(name)


async def test_of_two_choices_at_once_one_is_stale(tables: Tables) -> None:
    table = await opened(tables)
    done = await asyncio.gather(*(table.submit(0, 9, "peek") for _ in range(5)), return_exceptions=True)
    assert sorted(type(one).__name__ for one in done) == ["Appended", *["Stale"] * 4]
    assert kinds(table).count("chosen") == 1


async def test_of_two_choices_through_two_stores_one_is_stale(url: str, hands: Hands) -> None:
    """As two workers do: each has its own idea of the table, and the database decides."""
    stores = [Tables(await Log.open(url), hands, games=any_game) for _ in range(2)]
    first = await opened(stores[0])
    rng = random.Random(5)
    while first.status != "over":
        halls = [await store.find(first.id) for store in stores]
        await halls[1].refresh()
        seat, seq = first.to_act, first.seq
        assert seat is not None
        choice = int(rng.choice(first.state.position.legal.numbers))
        done = await asyncio.gather(*(hall.submit(seat, seq, choice) for hall in halls), return_exceptions=True)
        assert sorted(type(one).__name__ for one in done) == ["Appended", "Stale"]
        await first.refresh()
    assert [row.seq for row in await stores[0].log.rows(first.id)] == list(range(first.seq + 1))
    for store in stores:
        await store.close()


async def test_nobody_hears_of_a_move_before_the_log_has_it(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await opened(tables)
    append = tables.log.append
    order: list[str] = []

    async def slow(*arguments: Any) -> None:
        assert heard.empty()
        await append(*arguments)
        order.append("appended")
        assert heard.empty()

    monkeypatch.setattr(tables.log, "append", slow)
    with table.subscribe() as heard:
        move = await table.submit(0, 9, "peek")
        assert order == ["appended"]
        batch = heard.get_nowait()
        assert (batch.first_seq, batch.last_seq) == (move.first_seq, move.last_seq)
        assert heard.empty()


async def test_a_move_that_cannot_be_written_did_not_happen(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await opened(tables)

    async def broken(*arguments: Any) -> None:
        raise OSError("disk full")

    with monkeypatch.context() as patch, table.subscribe() as heard:
        patch.setattr(tables.log, "append", broken)
        with pytest.raises(OSError, match="disk full"):
            await table.submit(0, 9, "peek")
        assert heard.empty()
    assert (table.seq, table.to_act) == (9, 0)
    await table.submit(0, 9, "peek")


async def test_a_caller_who_hangs_up_does_not_tear_a_move_apart(tables: Tables) -> None:
    table = await opened(tables)
    task = asyncio.create_task(table.submit(0, 9, "peek"))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await table.refresh()  # waits for its turn
    assert [row.seq for row in await tables.log.rows(table.id)] == list(range(12))
    assert table.seq == 11
    await choose_one(table, random.Random(0))


async def test_other_workers_hear_of_a_move(postgres_url: str, hands: Hands) -> None:
    stores = [Tables(await Log.open(postgres_url), hands, games=any_game) for _ in range(2)]
    for store in stores:
        await store.listen()
    mine = await opened(stores[0])
    theirs = await stores[1].find(mine.id)
    assert theirs is not mine
    with theirs.subscribe() as heard:
        move = await mine.submit(0, 9, "peek")
        assert (await asyncio.wait_for(heard.get(), 10)).last_seq == move.last_seq
        assert theirs.seq == mine.seq == 11
    for store in stores:
        await store.close()


async def test_a_worker_whose_line_is_cut_hears_of_what_it_missed(
    postgres_url: str, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cabotage.tables.notifications.RETRY_SECONDS", 0.05)
    stores = [Tables(await Log.open(postgres_url), hands, games=any_game) for _ in range(2)]
    mine = await opened(stores[0])
    theirs = await stores[1].find(mine.id)
    await stores[1].listen()
    cut = text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN %'")
    with theirs.subscribe() as heard:
        cuts = await stores[0].log.database.write(lambda connection: connection.execute(cut).scalars().all())
        assert cuts == [True]
        move = await mine.submit(0, 9, "peek")
        assert (await asyncio.wait_for(heard.get(), 10)).last_seq == move.last_seq
    for store in stores:
        await store.close()
