"""Looking at a game again: where one stops, what is told there, and records that were brought."""

from __future__ import annotations

import json

import pytest

from cabotage.core.game import Game
from cabotage.core.record import Record
from cabotage.tables import Kind, Table, Tables
from cabotage.tables.errors import NotStarted, StillRunning, TableOver
from tests.settings import SHORT, each_registered_game
from tests.tables.fixtures import play_on

LOOKED_AT = 8  # moments of a game; each is played again from the beginning


async def played(game: Game, here: Tables) -> Table:
    """A whole game by one person for all seats."""
    seats = ["me", *["here"] * (game.default_seats - 1)]
    return await play_on(await here.open(game.id, seats, "anna", SHORT[game.id]), 2)


@each_registered_game
async def test_the_first_moment_is_the_board_set_up_and_the_last_is_the_result(game: Game, here: Tables) -> None:
    table = await played(game, here)
    first, *rest = table.moments(0)
    assert first["story"] == ["The game begins."]
    assert table.rows[first["at"] + 1].kind is Kind.CHOSEN
    assert table.seen_by(0, at=first["at"])["scene"]
    assert all(moment["story"] for moment in rest)
    assert [moment["at"] for moment in rest] == sorted({moment["at"] for moment in rest})
    assert (rest[0]["at"] > first["at"], rest[-1]["at"]) == (True, table.seq)
    assert table.seen_by(0, at=rest[-1]["at"])["result"]


async def test_each_is_told_what_these_eyes_saw_in_this_language(here: Tables) -> None:
    table = await play_on(await here.open("toy", ["me", "here"], "anna", name="Anna"), 2)
    told = [line for moment in table.moments(0, "fr")[1:] for line in moment["story"]]
    after = table.moments(0)[0]["at"]
    assert told == [line["text"] for line in table.seen_by(0, "fr")["story"] if line["seq"] > after]
    assert told != [line for moment in table.moments(1, "fr")[1:] for line in moment["story"]]


async def test_they_are_made_once_until_something_happens(here: Tables) -> None:
    table = await here.open("toy", ["me", "here"], "anna", {"memory_help": True})
    first = table.moments(0)
    assert table.moments(0) is first
    assert table.moments(1) is not first
    assert table.to_act is not None
    await table.submit(table.to_act, table.seq, table.state.position.legal[0].number)
    assert table.moments(0) is not first
    assert len(table.moments(0)) > len(first)


async def test_a_game_that_has_just_begun_has_one_moment(here: Tables) -> None:
    table = await here.open("toy", ["me", "here"], "anna", {"memory_help": True})
    assert [moment["at"] for moment in table.moments(0)] == [table.seq]


async def test_what_is_past_is_not_listed_before_the_beginning_nor_while_people_have_to_remember(here: Tables) -> None:
    with pytest.raises(NotStarted):
        (await here.open("toy", ["me", "friend"], "anna")).moments(0)
    with pytest.raises(StillRunning):
        (await here.open("toy", ["me", "here"], "anna")).moments(0)


@each_registered_game
async def test_a_record_that_is_brought_has_the_same_moments_as_the_table_it_is_of(game: Game, here: Tables) -> None:
    table = await played(game, here)
    kept = await here.keep(Record.parse(table.record()), "ben")
    assert [moment["story"] for moment in kept.moments(0)] == [moment["story"] for moment in table.moments(0)]
    some = slice(None, None, max(1, len(table.moments(0)) // LOOKED_AT))
    for mine, yours in zip(kept.moments(0)[some], table.moments(0)[some], strict=True):
        assert kept.seen_by(0, at=mine["at"])["scene"] == table.seen_by(0, at=yours["at"])["scene"]
    assert kept.seen_by(0)["result"] == table.seen_by(0)["result"]


async def test_a_record_that_is_brought_is_given_back_as_it_was(tables: Tables) -> None:
    table = await play_on(await tables.open("calypso", ["me", "here"], "anna", nonce="a pebble"), 2)
    kept = await tables.keep(Record.parse(table.record()), "ben")
    again = await Tables(tables.log).find(kept.id)
    assert again.record() == table.record()
    assert again.seen_by(-1)["revealed_seed"] is None, "dice of its own were never thrown"


async def test_a_record_that_ends_early_is_over_without_a_result_and_can_be_played_on(here: Tables) -> None:
    table = await play_on(await here.open("calypso", ["me", "here"], "anna"), 2)
    text = json.loads(table.record())
    short = Record.parse(json.dumps({**text, "events": text["events"][:30], "result": None, "dice": None}))
    kept = await here.keep(short, "ben")
    assert (kept.status, kept.seen_by(0)["result"], len(kept.state.steps)) == ("over", None, 30)
    with pytest.raises(TableOver):
        await kept.submit(0, kept.seq, 0)
    fork = await here.fork(kept.id, kept.seq, ["me", "bot:greedy"], "ben")
    assert fork.state.position.history[:30] == kept.state.position.history
    assert fork.status == "running"
