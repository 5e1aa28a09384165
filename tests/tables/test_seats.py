"""Who may sit where: opening, joining, leaving, returning, and bots that stand in."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from cabotage.core.errors import CabotageError, OptionError, UnknownGame
from cabotage.core.errors import SeatsError as NumberOfSeats
from cabotage.tables import Kind, Log, Tables
from cabotage.tables.errors import NotStarted, SeatError, SeatsError, SeatTaken, TableOver
from tests.tables.fixtures import Hands, any_game, play_on


async def test_a_seat_for_a_friend_is_open_until_somebody_sits_down(tables: Tables) -> None:
    table = await tables.open("toy", ["me", "friend", "bot:greedy"], "anna", name="Anna")
    seats = table.seen_by(0)["seats"]
    assert [seat["kind"] for seat in seats] == ["person", "open", "bot"]
    assert [seat["name"] for seat in seats] == ["Anna", "player 2", "bot 3"]
    assert table.status == "waiting"
    move = await table.sit(1, "ben", name="Ben")
    assert [row.kind for row in table.rows[move.first_seq :]][:3] == [Kind.SAT, Kind.STARTED, Kind.DRAWN]
    assert (table.status, table.seen_by(0)["seats"][1]["name"]) == ("running", "Ben")


async def test_bots_are_called_by_their_characters_and_those_of_one_rank_by_their_seats_too(tables: Tables) -> None:
    table = await tables.open("toy", ["me", "bot:sailor", "bot:sailor"], "anna", name="Anna")
    assert [seat["name"] for seat in table.seen_by(0)["seats"]] == ["Anna", "Nolan 2", "Nolan 3"]
    table = await tables.open("toy", ["me", "bot:sailor"], "nolan", name="Nolan")
    assert [seat["name"] for seat in table.seen_by(0)["seats"]] == ["Nolan", "Nolan 2"]


async def test_an_open_seat_that_a_bot_gets_is_called_by_its_character(tables: Tables) -> None:
    table = await tables.open("toy", ["me", "friend"], "anna", name="Anna")
    await table.take_over(1, "mate")
    assert [seat["name"] for seat in table.seen_by(0)["seats"]] == ["Anna", "Maud"]


async def test_who_holds_a_seat_is_told_to_nobody(here: Tables) -> None:
    table = await here.open("toy", ["me", "friend"], "opaque-identity-1")
    await table.sit(1, "opaque-identity-2")
    await table.leave(1)
    for viewer in (-1, 0, 1):
        assert "opaque-identity" not in repr(table.seen_by(viewer)) + table.record(viewer)


async def test_a_taken_seat_is_refused_to_another_and_nothing_new_to_its_holder(tables: Tables) -> None:
    table = await tables.open("toy", ["me", "friend", "friend"], "anna")
    await table.sit(1, "ben")
    with pytest.raises(SeatTaken, match="the seat of player 2 is taken"):
        await table.sit(1, "carl")
    before = table.seq
    await table.sit(1, "ben")
    assert table.seq == before


async def test_of_two_who_sit_down_at_once_one_gets_the_seat(url: str, hands: Hands) -> None:
    stores = [Tables(await Log.open(url), hands, games=any_game) for _ in range(2)]
    table = await stores[0].open("toy", ["me", "friend", "friend"], "anna")
    other = await stores[1].find(table.id)
    done = await asyncio.gather(table.sit(1, "ben"), other.sit(1, "carl"), return_exceptions=True)
    assert sorted(type(one).__name__ for one in done) == ["Appended", "SeatTaken"]
    for store in stores:
        await store.close()


async def test_one_person_may_hold_several_seats(tables: Tables) -> None:
    table = await tables.open("toy", ["me", "here", "here"], "anna", name="Anna", names={1: "Ben"})
    assert [seat["name"] for seat in table.seen_by(1)["seats"]] == ["Anna", "Ben", "player 3"]
    assert [seat.holder for seat in table.state.seats] == ["anna"] * 3


async def test_a_bot_takes_over_for_who_left_and_gives_back_to_who_returns(tables: Tables) -> None:
    table = await tables.open("toy", ["me", "here"], "anna")
    with pytest.raises(SeatError, match="a bot cannot stand in for player 1 now"):
        await table.take_over(0, "greedy")
    await table.leave(0)
    await table.take_over(0, "greedy")
    assert table.bot_to_act == "greedy"
    with pytest.raises(SeatError):
        await table.take_over(0, "greedy")
    await table.come_back(0)
    assert table.bot_to_act is None
    assert [row.kind.value for row in table.rows[-4:]] == ["left", "taken_over", "returned", "given_back"]
    assert table.rows[-3].value == {"level": "greedy"}  # as stored logs have it
    told = [line["text"] for line in table.seen_by(1, "en", since_seq=table.seq - 4)["story"]]
    assert told == [
        "Player 1 leaves the table.",
        "A bot (greedy) stands in for player 1.",
        "Player 1 is back.",
        "Player 1 takes over from the bot.",
    ]


async def test_who_is_here_is_not_here_twice_and_who_left_not_gone_twice(tables: Tables) -> None:
    table = await tables.open("toy", ["me", "here"], "anna")
    before = table.seq
    await table.come_back(0)
    assert table.seq == before
    await table.leave(0)
    await table.leave(0)
    assert table.seq == before + 1


async def test_a_bot_can_be_sent_away_by_a_person_who_never_left(tables: Tables) -> None:
    table = await tables.open("toy", ["me", "here"], "anna")
    with pytest.raises(SeatError, match="no bot is standing in for player 1"):
        await table.give_back(0)
    await table.leave(0)
    await table.take_over(0, "greedy")
    await table.give_back(0)
    assert table.bot_to_act is None


async def test_nobody_leaves_a_bots_seat(tables: Tables) -> None:
    table = await tables.open("toy", ["me", "bot:greedy"], "anna")
    for deed in (table.leave, table.come_back, table.give_back):
        with pytest.raises(SeatError):
            await deed(1)


async def test_bots_take_over_only_while_the_game_is_on(tables: Tables) -> None:
    waiting = await tables.open("toy", ["me", "friend"], "anna")
    await waiting.leave(0)
    with pytest.raises(NotStarted):
        await waiting.take_over(0, "greedy")
    over = await play_on(await tables.open("toy", ["me", "here"], "anna"))
    await over.leave(0)
    with pytest.raises(TableOver):
        await over.take_over(0, "greedy")


@pytest.mark.parametrize(
    ("seats", "error", "sentence"),
    [
        (["me", "ghost"], SeatsError, "not 'ghost'"),
        (["me", "bot:"], SeatsError, "not 'bot:'"),
        (["me", 7], SeatsError, "not 7"),
        (["me", "bot:kraken"], SeatsError, "unknown bot 'kraken'; choose one of greedy, random"),
        (["me"], NumberOfSeats, "not 1"),
        (["me", *["here"] * 8], NumberOfSeats, "not 9"),
        (["me", "me"], SeatsError, 'other people at the same browser are "here"'),
    ],
)
async def test_seats_that_cannot_be_are_refused(
    sqlite_url: str, seats: list[Any], error: type[CabotageError], sentence: str
) -> None:
    tables = Tables(await Log.open(sqlite_url), ranks=("greedy", "random"), games=any_game)
    with pytest.raises(error, match=sentence):
        await tables.open("toy", seats, "anna")
    assert await tables.log.summaries() == []
    await tables.close()


@pytest.mark.parametrize("name", ["", "x" * 41, "a\nb", 7])
async def test_a_name_that_would_not_fit_is_refused(here: Tables, name: Any) -> None:
    with pytest.raises(SeatsError, match="name must be printable text of 1 to 40 characters"):
        await here.open("toy", ["me", "here"], "anna", name=name)


async def test_wrong_games_and_options_are_refused(here: Tables) -> None:
    with pytest.raises(UnknownGame):
        await here.open("whist", ["me", "here"], "anna")
    with pytest.raises(OptionError):
        await here.open("toy", ["me", "here"], "anna", {"rounds": 7})


async def test_a_board_is_never_opened_by_its_path(here: Tables) -> None:
    """Whoever opens a table over the network must not read files of the host."""
    with pytest.raises(OptionError) as refused:
        await here.open("smugglers", ["me", "here"], "anna", {"board": "/etc/passwd"})
    assert "must be one of" in str(refused.value)
