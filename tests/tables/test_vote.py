"""After somebody has resigned, the people who still play can end the game together."""

from __future__ import annotations

import json

import pytest

import cabotage
from cabotage.core.errors import RecordError
from cabotage.core.record import Record
from cabotage.tables import Kind, Table, Tables
from cabotage.tables.errors import CutOff, NoVote, SeatError, TableOver
from cabotage.tables.verify import verify
from tests.tables.fixtures import any_game, play_on


async def three(tables: Tables) -> Table:
    table = await tables.open("toy", ["me", "friend", "friend"], "anna", name="Anna")
    await table.sit(1, "ben", "Ben")
    await table.sit(2, "cleo", "Cléo")
    return table


async def test_the_game_ends_when_all_who_still_play_agree(tables: Tables) -> None:
    table = await three(tables)
    assert table.seen_by(0)["vote"] is None
    await table.resign(2, "greedy")
    assert table.seen_by(0)["vote"] == {"voters": [0, 1], "agreed": []}
    await table.vote(0, True)
    assert table.seen_by(1)["vote"] == {"voters": [0, 1], "agreed": [0]}
    assert table.status == "running"
    ended = await table.vote(1, True)
    assert [row.kind for row in table.rows[ended.first_seq :]] == [Kind.VOTED, Kind.ENDED]
    view = table.seen_by(0)
    assert (view["status"], view["vote"], view["to_act"], view["choices"]) == ("over", None, -2, [])
    assert view["result"] == {
        "places": [],
        "score": [],
        "winners": [],
        "text": ["The players agree to end the game. Nobody wins."],
        "is_agreed": True,
    }
    told = [line["text"] for line in table.seen_by(0, "fr", since_seq=ended.first_seq - 4)["story"]]
    assert told == [
        "Cléo abandonne.",
        "Un robot (glouton) remplace Cléo.",
        "Anna vote pour arrêter la partie.",
        "Ben vote pour arrêter la partie.",
        "Les joueurs décident ensemble d’arrêter la partie. Personne ne gagne.",
    ]
    with pytest.raises(TableOver):
        await table.vote(0, True)
    again = await Tables(tables.log, games=any_game).find(table.id)
    assert (again.status, again.state.is_agreed, again.deadline_ms) == ("over", True, None)
    assert again.record() == table.record()


async def test_nobody_can_end_a_game_that_nobody_has_resigned(here: Tables) -> None:
    table = await three(here)
    with pytest.raises(NoVote):
        await table.vote(0, True)
    await table.leave(1)  # only away: a bot stands in
    await table.take_over(1, "greedy")
    with pytest.raises(NoVote):
        await table.vote(0, True)
    await table.resign(1, "greedy")  # now for good
    with pytest.raises(NoVote):
        await table.vote(1, True)
    await table.vote(0, True)
    assert table.status == "running"


async def test_a_vote_can_be_withdrawn_and_ends_when_somebody_is_back(here: Tables) -> None:
    table = await three(here)
    await table.resign(2, "greedy")
    await table.vote(0, True)
    await table.vote(0, True)  # sent twice
    assert [row.kind for row in table.rows].count(Kind.VOTED) == 1
    await table.vote(0, False)
    assert table.state.votes == frozenset()
    await table.vote(0, True)
    await table.come_back(2)
    assert (table.state.votes, table.state.voters) == (frozenset(), frozenset())
    with pytest.raises(NoVote):
        await table.vote(1, True)


async def test_the_last_who_did_not_agree_may_resign_too(here: Tables) -> None:
    table = await three(here)
    await table.resign(2, "greedy")
    await table.vote(0, True)
    await table.resign(1, "greedy")
    assert (table.status, table.state.is_agreed) == ("over", True)
    other = await three(here)
    for seat in range(3):
        await other.resign(seat, "greedy")
    assert other.status == "running"  # nobody has voted: the bots play to the end
    with pytest.raises(SeatError, match="has not been taken"):
        await (await here.open("toy", ["me", "bot:greedy"], "anna")).resign(1, "greedy")


async def test_a_person_who_deletes_their_data_counts_as_resigned(here: Tables) -> None:
    table = await three(here)
    await table.forget("cleo")
    assert table.state.voters == {0, 1}
    await table.vote(0, True)
    await table.forget("ben")
    assert table.state.is_agreed


async def test_the_record_says_how_it_ended_and_its_dice_can_be_verified(here: Tables) -> None:
    table = await here.open("captn_clever", ["me", "friend"], "anna", name="Anna")
    await table.sit(1, "ben")
    await play_on(table, most=6)
    await table.resign(1, "greedy")
    await table.vote(0, True)
    text = table.record()
    record = Record.parse(text)
    assert (record.is_agreed, record.result) == (True, None)
    assert record.text() == text
    assert '"ended": "agreement"' in text
    assert cabotage.replay(record) == table.state.position
    assert verify(record, any_game("captn_clever")).events == len(record.entries)
    kept = await here.keep(record, "cleo")
    assert kept.state.is_agreed
    assert kept.seen_by(-1)["result"] is not None
    assert kept.record() == text
    without = json.loads(text)
    del without["ended"]
    with pytest.raises(CutOff):
        verify(Record.parse(json.dumps(without)), any_game("captn_clever"))
    for wrong in ({"ended": "storm"}, {"ended": "agreement", "result": ["1", "0"]}):
        with pytest.raises(RecordError, match="ended"):
            Record.parse(json.dumps({**without, **wrong}))
    forked = await here.fork(table.id, table.seq - 3, ["me", "bot:greedy"], "anna")
    assert forked.status == "running"
