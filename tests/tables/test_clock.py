"""Clocks: a timeout is a row of its own, and then what was agreed happens. Nobody sleeps here."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from cabotage.tables import Clock, Kind, Log, Table, Tables
from cabotage.tables.errors import ClockError, Stale
from tests.tables.fixtures import Hands, any_game, choose_one, play_on
from tests.toy import GAME as TOY

MINUTE = Clock("seconds", 60)


async def opened(tables: Tables, clock: Clock = MINUTE) -> Table:
    return await tables.open("toy", ["me", "here", "bot:greedy"], "anna", clock=clock)


async def test_without_a_clock_nobody_is_late(tables: Tables, hands: Hands) -> None:
    table = await opened(tables, Clock())
    hands.forward(10_000_000)
    assert (table.deadline_ms, await tables.expire(), await table.expire()) == (None, [], None)


async def test_a_turn_has_its_time(tables: Tables, hands: Hands) -> None:
    table = await opened(tables)
    begun_ms = hands.now_ms
    assert table.deadline_ms == begun_ms + 60_000
    for seconds_left in (60.0, 59.0):  # a view is kept and shared, but not its clock
        clock = {"kind": "turn", "deadline_at": "2001-09-09T01:47:40.000Z", "seconds_left": seconds_left}
        assert table.seen_by(1)["clock"] == clock
        hands.forward(1)
    hands.forward(57.9)
    assert await tables.expire() == []
    hands.forward(0.1)
    [move] = await tables.expire()
    rows = table.rows[move.first_seq : move.last_seq + 1]
    assert [row.kind for row in rows[:3]] == [Kind.TIMED_OUT, Kind.CHOSEN, Kind.DRAWN]
    assert [row.seat for row in rows[:2]] == [0, 0]
    position = table.state_at(move.first_seq).position
    assert rows[1].value == position.box.game.rules.absent(position.box.constants, position.states, 0)
    assert table.to_act == 1
    assert table.deadline_ms == hands.now_ms + 60_000


async def test_days_are_days(tables: Tables, hands: Hands) -> None:
    table = await opened(tables, Clock("days", 3))
    assert table.deadline_ms == hands.now_ms + 3 * 24 * 3600 * 1000


async def test_a_bot_is_never_late(tables: Tables, hands: Hands) -> None:
    table = await opened(tables)
    await play_on(table, 1, most=1)
    while table.to_act != 2:
        await choose_one(table, random.Random(1))
    assert (table.bot_to_act, table.deadline_ms) == ("greedy", None)
    hands.forward(1000)
    assert await tables.expire() == []


async def test_a_bot_may_be_called_when_time_is_up(tables: Tables, hands: Hands) -> None:
    table = await opened(tables, Clock("seconds", 60, "bot:greedy"))
    hands.forward(60)
    [move] = await tables.expire()
    assert [row.kind for row in table.rows[move.first_seq :]] == [Kind.TIMED_OUT, Kind.TAKEN_OVER]
    assert [seat.bot for seat in table.state.seats] == ["greedy", None, "greedy"]
    hands.forward(10)
    await table.come_back(0)
    assert [seat.bot for seat in table.state.seats] == [None, None, "greedy"]
    assert table.deadline_ms == hands.now_ms + 60_000


async def test_time_runs_on_while_a_turn_goes_on_and_anew_after_a_draw(tables: Tables, hands: Hands) -> None:
    table = await opened(tables)
    hands.forward(30)
    await table.submit(0, table.seq, "peek")  # chance answers, so it is a new turn of the clock
    assert table.deadline_ms == hands.now_ms + 60_000


async def test_choices_in_a_row_are_one_turn_of_the_clock(here: Tables, hands: Hands) -> None:
    table = await here.open("captn_clever", ["me", "here"], "anna", clock=MINUTE)
    deadline_ms = table.deadline_ms
    hands.forward(20)
    await table.submit(0, table.seq, "place captain=1")
    assert (table.to_act, table.rows[-1].kind) == (0, Kind.CHOSEN)
    assert table.deadline_ms == deadline_ms
    while table.to_act == 0:
        await choose_one(table, random.Random(0))
    assert table.deadline_ms == hands.now_ms + 60_000


async def test_taking_back_gives_no_time(here: Tables, hands: Hands) -> None:
    table = await here.open("captn_clever", ["me", "here"], "anna", clock=MINUTE)
    seat = table.to_act
    assert seat is not None
    deadline_ms = table.deadline_ms
    hands.forward(20)
    await choose_one(table, random.Random(0))
    assert table.can_undo(seat)
    hands.forward(20)
    await table.undo(seat, table.seq)
    assert (table.to_act, table.deadline_ms) == (seat, deadline_ms)


async def test_who_answers_as_time_runs_out_is_either_in_time_or_stale(tables: Tables, hands: Hands) -> None:
    table = await opened(tables)
    seq = table.seq
    hands.forward(61)
    await tables.expire()
    with pytest.raises(Stale):
        await table.submit(0, seq, "peek")


async def test_a_whole_game_is_played_by_timeouts(tables: Tables, hands: Hands) -> None:
    table = await tables.open("toy", ["me", "here"], "anna", clock=MINUTE)
    while table.status != "over":
        hands.forward(60)
        assert len(await tables.expire()) == 1
    assert await tables.log.due(hands.now_ms + 10**9) == []


async def test_a_table_that_nobody_has_loaded_is_not_forgotten(url: str, hands: Hands) -> None:
    first = Tables(await Log.open(url), hands, games=any_game)
    table = await opened(first)
    await first.close()
    second = Tables(await Log.open(url), hands, games=any_game)
    hands.forward(61)
    assert [move.table for move in await second.expire()] == [table.id]
    await second.close()


async def test_a_table_that_cannot_go_on_does_not_stop_the_clocks_of_others(tables: Tables, hands: Hands) -> None:
    await tables.open("toy", ["me", "here"], "anna", clock=Clock("seconds", 30))
    other = await tables.open("captn_clever", ["me", "here"], "anna", clock=MINUTE)
    hands.forward(61)
    newer = replace(TOY, version=4)
    later = Tables(tables.log, hands, games=lambda name: newer if name == TOY.id else any_game(name))
    moves = await later.expire()
    assert {move.table for move in moves} == {other.id}


async def test_a_clock_that_was_set_back_does_not_turn_the_log_round(tables: Tables, hands: Hands) -> None:
    table = await opened(tables)
    hands.forward(-3600)
    await choose_one(table, random.Random(0))
    times = [row.at_ms for row in table.rows]
    assert times == sorted(times)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("hours", 1), "unknown clock unit 'hours'; choose one of none, seconds, days"),
        (("seconds", 0), "a clock must be 1 to 86400 seconds, not 0"),
        (("seconds", "60"), "not '60'"),
        (("days", 61), "a clock must be 1 to 60 days, not 61"),
        (("none", 1), "a clock without a limit has the amount 0, not 1"),
        (("days", 1, "flee"), "not 'flee'"),
    ],
)
def test_a_clock_that_cannot_be_is_refused(arguments: tuple[Any, ...], sentence: str) -> None:
    with pytest.raises(ClockError, match=sentence):
        Clock(*arguments)
