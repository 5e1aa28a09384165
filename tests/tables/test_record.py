"""Records of tables: complete at the end, what one may know before; and games that go on from them."""

from __future__ import annotations

import json

import pytest

import cabotage
from cabotage.core.box import Box
from cabotage.core.errors import OptionError, RecordError
from cabotage.core.game import Game
from cabotage.core.record import Record
from cabotage.tables import Table, Tables
from cabotage.tables.errors import NoSuchMoment, SeatsError, StillRunning
from cabotage.tables.verify import verify
from tests.settings import each_registered_game
from tests.tables.fixtures import any_game, play_on
from tests.toy import GAME as TOY

TOY_BOX = Box(TOY, 2)


async def finished(tables: Tables, game: str = "toy", seats: int = 2) -> Table:
    return await play_on(await tables.open(game, ["me", *["here"] * (seats - 1)], "anna"), 2)


@each_registered_game
async def test_the_record_of_a_finished_table_replays_to_its_last_position(game: Game, here: Tables) -> None:
    table = await finished(here, game.id, game.default_seats)
    record = Record.parse(table.record())
    assert cabotage.replay(record) == table.state.position
    assert record.result == tuple(map(str, table.state.position.score or ()))


async def test_the_same_record_for_everybody_when_it_is_over(here: Tables) -> None:
    table = await finished(here)
    assert table.record(0) == table.record(1) == table.record()


async def test_before_the_end_a_record_has_only_what_the_viewer_saw(here: Tables) -> None:
    table = await here.open("toy", ["me", "here"], "anna", {"memory_help": True})
    mine, yours, public = (json.loads(table.record(viewer)) for viewer in (0, 1, -1))
    assert mine["format"] == "cabotage-partial-record"
    dealt = [row.value for row in table.rows if row.kind.value == "drawn"]
    assert [event["drawn"] for event in mine["events"]] == [dealt[0], None, None, dealt[3]]
    assert [event["drawn"] for event in yours["events"]] == [None, dealt[1], None, None]
    assert [event["drawn"] for event in public["events"]] == [None] * 4
    assert all("digest" not in event for event in mine["events"])


async def test_a_partial_record_is_not_taken_for_a_whole_one(here: Tables) -> None:
    table = await here.open("toy", ["me", "here"], "anna")
    with pytest.raises(RecordError, match="saved during the game"):
        Record.parse(table.record(0))


async def test_a_finished_game_can_be_played_on_from_any_moment(tables: Tables) -> None:
    table = await finished(tables)
    for at in (6, 9, table.seq - 2):
        fork = await tables.fork(table.id, at, ["me", "bot:greedy"], "ben")
        then = table.state_at(at).position
        assert fork.state.position.history[: len(then.history)] == then.history
        assert fork.seen_by(0)["forked"] == {"table": table.id, "at": at}
        again = await Tables(tables.log, games=any_game).find(fork.id)
        assert again.state.position == fork.state.position
        await play_on(fork, at)
        record = Record.parse(fork.record())
        assert record.replay(TOY) == fork.state.position
        found = verify(record, TOY)
        assert found.events == len(fork.state.position.history)
        assert found.draws == sum(step.seat < 0 for step in fork.state.steps)


async def test_a_fork_rolls_dice_of_its_own(here: Tables) -> None:
    table = await finished(here, "calypso")
    forks = [await here.fork(table.id, 3, ["me", "here"], "ben") for _ in range(4)]
    assert len({tuple(fork.state.position.history) for fork in forks} | {tuple(table.state.position.history)}) == 5


async def test_a_running_game_is_not_forked(tables: Tables) -> None:
    """Whoever plays on from a real position finds out what is hidden in it."""
    table = await tables.open("toy", ["me", "here"], "anna")
    with pytest.raises(StillRunning, match="only a finished game"):
        await tables.fork(table.id, 5, ["me", "bot:greedy"], "ben")


async def test_a_fork_needs_as_many_seats_and_a_moment_that_was(tables: Tables) -> None:
    table = await finished(tables)
    with pytest.raises(SeatsError, match="this game has 2 seats, not 3"):
        await tables.fork(table.id, 5, ["me", "here", "here"], "ben")
    with pytest.raises(NoSuchMoment):
        await tables.fork(table.id, 5000, ["me", "here"], "ben")


async def test_a_record_from_a_file_can_be_played_on(tables: Tables) -> None:
    position = TOY_BOX.start(seed=3)
    record = Record.parse(position.record().text())
    fork = await tables.fork_record(record, 2, ["me", "bot:greedy"], "ben")
    assert fork.state.position.history[:2] == position.history[:2]
    whole = await tables.fork_record(record, None, ["me", "bot:greedy"], "ben")
    assert whole.state.position == position
    with pytest.raises(NoSuchMoment):
        await tables.fork_record(record, 99, ["me", "bot:greedy"], "ben")


async def test_a_record_that_does_not_replay_is_not_played_on(here: Tables) -> None:
    text = TOY_BOX.start(seed=3).record().text().replace('"drawn": ', '"drawn": 1')
    with pytest.raises(RecordError):
        await here.fork_record(Record.parse(text), None, ["me", "here"], "ben")


async def test_a_record_that_names_a_file_as_its_board_is_refused(here: Tables) -> None:
    record = cabotage.load("smugglers", seats=2).start(seed=1).record()
    text = json.loads(record.text())
    text["options"]["board"] = "/etc/passwd"
    with pytest.raises(OptionError):
        await here.fork_record(Record.parse(json.dumps(text)), None, ["me", "here"], "ben")


async def test_a_reopened_record_keeps_its_names(here: Tables) -> None:
    table = await here.open("toy", ["me", "friend", "bot:greedy"], "anna", name="Anna")
    await table.sit(1, "ben")
    await play_on(table, 2)
    text = table.record(has_names=True)
    assert "players" not in table.record()
    assert json.loads(text)["players"] == [{"name": "Anna"}, {}, {"bot": "greedy"}]
    kept = await here.keep(Record.parse(text), "cleo")
    seats = kept.seen_by(-1)["seats"]
    assert [(seat["kind"], seat["name"]) for seat in seats] == [
        ("person", "Anna"),
        ("person", "player 2"),
        ("bot", "bot 3"),
    ]
    assert kept.record() == text
    await table.forget("anna")
    assert "players" not in table.record(has_names=True)


async def test_a_record_without_names_is_as_it_was(here: Tables) -> None:
    assert "players" not in (await finished(here)).record(has_names=True)


@pytest.mark.parametrize(
    "players",
    [
        "Anna",
        [{"name": "Anna"}],
        [{"name": "Anna"}, {"name": ""}],
        [{"name": "Anna"}, {"name": "B\nen"}],
        [{"name": "Anna"}, {"holder": "ben"}],
        [{"name": "Anna"}, {"name": "x" * 61}],
        [{"name": "Anna"}, 1],
    ],
)
async def test_misshapen_names_are_refused(here: Tables, players: object) -> None:
    written = json.loads((await finished(here)).record())
    with pytest.raises(RecordError, match="players"):
        Record.parse(json.dumps({**written, "players": players}))
