"""What a viewer is given: texts in their language, choices with ids, a story, and never more than they may know."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from cabotage.core.contract import SPECTATOR
from cabotage.core.game import Game
from cabotage.tables import Kind, Table, Tables
from cabotage.tables.errors import NoSuchMoment, StillRunning, UnknownSeat
from cabotage.tables.view import TableView
from tests.settings import each_registered_game
from tests.tables.fixtures import any_game, choose_one, play_on

KEYS = set(TableView.__annotations__)


async def toy(tables: Tables) -> Table:
    return await tables.open("toy", ["me", "here", "here"], "anna", {"memory_help": True}, name="Anna")


def messages(value: Any) -> list[Any]:
    """Whatever still waits to be told."""
    if isinstance(value, dict):
        return ([value] if "key" in value else []) + [one for part in value.values() for one in messages(part)]
    return [one for part in value for one in messages(part)] if isinstance(value, (list, tuple)) else []


def with_lists(value: Any) -> Any:
    """The same with lists for tuples, as JSON has them."""
    if isinstance(value, dict):
        return {key: with_lists(part) for key, part in value.items()}
    return [with_lists(part) for part in value] if isinstance(value, (list, tuple)) else value


@each_registered_game
@pytest.mark.parametrize("language", ["en", "fr"])
async def test_all_is_json_with_every_text_told(game: Game, language: str, here: Tables) -> None:
    table = await here.open(game.id, ["me", *["here"] * (game.default_seats - 1)], "anna")
    rng = random.Random(f"seen {game.id}")
    for _ in range(25):
        for viewer in range(SPECTATOR, game.default_seats):
            given = table.seen_by(viewer, language, since_seq=table.seq - 4)
            assert set(given) == KEYS
            assert json.loads(json.dumps(given)) == with_lists(given)
            assert messages(given) == []
            assert bool(given["choices"]) == (viewer == table.to_act)
            assert all(choice["text"] and choice["id"] in table.state.position.legal for choice in given["choices"])
        if table.status == "over":  # Calypso may be
            break
        await choose_one(table, rng)


async def test_the_story_is_told_to_each_as_they_may_know_it(here: Tables) -> None:
    table = await toy(here)
    mine = [line["text"] for line in table.seen_by(0)["story"]]
    yours = [line["text"] for line in table.seen_by(1)["story"]]
    assert mine[:4] == ["Anna sits down.", "Player 2 sits down.", "Player 3 sits down.", "The game begins."]
    assert len(mine) == len(yours)
    assert mine != yours


async def test_the_story_goes_on_from_the_row_last_seen(here: Tables) -> None:
    table = await play_on(await toy(here), most=4)
    whole = table.seen_by(0)["story"]
    for since in (0, 3, table.seq - 1, table.seq):
        assert table.seen_by(0, since_seq=since)["story"] == [line for line in whole if line["seq"] > since]


async def test_a_table_loaded_anew_tells_the_same_story(here: Tables, hands: Any) -> None:
    table = await play_on(await toy(here), most=4)
    before = table.seen_by(0, "fr")["story"]
    again = await Tables(here.log, hands, games=any_game).find(table.id)
    assert again is not table
    assert again.seen_by(0, "fr")["story"] == before


async def test_a_moment_of_the_past_is_shown_as_it_was(here: Tables) -> None:
    table = await toy(here)
    moments = {}
    rng = random.Random(0)
    while table.status == "running":
        moments[table.seq] = table.seen_by(1)
        await choose_one(table, rng)
    for seq, then in moments.items():
        now = table.seen_by(1, at=seq)
        assert now["choices"] == []
        for name in ("scene", "story", "to_act", "at", "status"):
            assert now[name] == then[name]


@pytest.mark.parametrize("at", [-1, 10_000, True, "3", 2.5])
async def test_a_moment_that_never_was_is_refused(here: Tables, at: Any) -> None:
    table = await toy(here)
    with pytest.raises(NoSuchMoment, match="rows are 0 to 9"):
        table.seen_by(0, at=at)


async def test_one_looks_back_in_a_game_of_memory_only_when_it_is_over(here: Tables) -> None:
    table = await here.open("calypso", ["me", "here"], "anna")
    move = await choose_one(table, random.Random(0))
    await choose_one(table, random.Random(0))
    with pytest.raises(StillRunning, match="memory game"):
        table.seen_by(0, at=move.last_seq)
    await play_on(table)
    assert table.seen_by(0, at=move.last_seq)["at"] == move.last_seq


async def test_what_is_said_only_at_the_moment_is_not_said_again(here: Tables) -> None:
    table = await here.open("calypso", ["me", "here"], "anna")
    rng = random.Random(4)
    said: dict[int, str] = {}
    while table.status == "running":
        lines = [line for line in table.seen_by(0)["story"] if "now" in line]
        assert all(line["seq"] >= table.state.move_seq for line in lines)
        said |= {line["seq"]: line["now"] for line in lines}
        await choose_one(table, rng)
    assert len(said) > 10
    later = table.seen_by(0)["story"]
    assert {line["seq"] for line in later if "now" in line} <= set(range(table.state.move_seq, table.seq + 1))
    assert len({line["seq"] for line in later} & set(said)) > 10  # they are told, but not in those words


async def test_a_browser_never_gets_the_back_of_a_tile_while_the_game_runs(here: Tables) -> None:
    """Not even those that have been seen: in Calypso people remember them, or do not."""
    table = await here.open("calypso", ["me", "here"], "anna")
    while table.status == "running" and table.seq < 60:
        for viewer in (0, 1, SPECTATOR):
            given = table.seen_by(viewer)
            tiles = [tile for tile in given["scene"]["hollows"] if tile]
            assert all(tile == {"colour": tile["colour"], "corner": None, "number": None} for tile in tiles)
            assert "back " not in table.record(viewer)
        await choose_one(table, random.Random(table.seq))
    assert any(row.kind is Kind.DRAWN and "back" in table.state.box.texts[row.value] for row in table.rows)


async def test_when_the_game_is_over_a_replay_shows_the_backs_that_had_been_seen_by_then(here: Tables) -> None:
    table = await play_on(await here.open("calypso", ["me", "here"], "anna", {"replacing": False}))
    names = ["red", "blue", "yellow", "green"]
    shown = set()
    for moment in table.moments(SPECTATOR):
        state = table.state_at(moment["at"]).position
        backs = {slot: names[back] for slot, back in zip(state["slot"], state["back"], strict=True) if back >= 0}
        replayed = table.seen_by(SPECTATOR, at=moment["at"])
        assert replayed["steps"][-1]["scene"] == replayed["scene"]
        for viewer in (0, 1, SPECTATOR):
            hollows = table.seen_by(viewer, at=moment["at"])["scene"]["hollows"]
            assert {slot: tile["corner"] for slot, tile in enumerate(hollows) if tile and tile["corner"]} == backs
        shown |= set(backs.values())
    assert shown == set(names)


@pytest.mark.parametrize("viewer", [-2, 3, True, "0", None])
async def test_a_viewer_who_sits_nowhere_is_refused(here: Tables, viewer: Any) -> None:
    table = await toy(here)
    for look in (table.seen_by, table.record, table.view):
        with pytest.raises(UnknownSeat):
            look(viewer)
