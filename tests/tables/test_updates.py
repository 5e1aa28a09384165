"""Updates say the same as views: applied one after the other, they lead to the view that the table would show."""

from __future__ import annotations

import json
import random

import pytest

from cabotage.tables import Batch, Kind, Tables
from cabotage.tables.difference import difference
from tests.tables.fixtures import choose_one
from tests.updates import applied, updated

SAME = ("seq", "at", "viewer", "to_act", "scene", "choices", "not_offered", "can_undo", "phase", "status", "seats")
GAMES = ("calypso", "captn_clever", "smugglers", "cape_horn", "treasure_boots")


@pytest.mark.parametrize(
    ("before", "after", "change"),
    [
        ({"a": 1, "b": [1, 2]}, {"a": 1, "b": [1, 2]}, {}),
        ({"a": 1, "b": [1, 2]}, {"a": 2, "b": [1, 3]}, {"a": [2], "b": [[1, 3]]}),
        ({"a": [[1], [2]]}, {"a": [[1], [3]]}, {"a": {1: [[3]]}}),
        ({"a": [1]}, {"a": [1, 2]}, {"a": [[1, 2]]}),
        ({"a": None}, {"a": {"x": 1}}, {"a": [{"x": 1}]}),
        ({"a": {"x": 1, "y": 2}}, {"a": {"x": 1}}, {"a": [{"x": 1}]}),
        ({}, {"a": 1}, [{"a": 1}]),
        ([{"a": 1}, {"a": 2}], [{"a": 1}, {"a": 3}], {1: {"a": [3]}}),
    ],
)
def test_a_difference_names_what_changed_and_nothing_else(before: object, after: object, change: object) -> None:
    assert difference(before, after) == change
    assert applied(before, json.loads(json.dumps(change))) == after


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("most", [20, pytest.param(100, marks=pytest.mark.quiet)])
async def test_updates_lead_to_the_same_view(here: Tables, game: str, most: int) -> None:
    seats = 3 if game == "cape_horn" else 2
    table = await here.open(game, ["me", *["here"] * (seats - 1)], "anna", names={0: "Ada", 1: "Émile"})
    viewers = [(viewer, language) for viewer in range(-1, seats) for language in ("en", "fr")]
    shown = {key: json.loads(json.dumps(table.seen_by(*key))) for key in viewers}
    rng, updates = random.Random(game), 0
    with table.subscribe() as heard:
        while table.status == "running" and updates < most:
            await choose_one(table, rng)
            batch: Batch = heard.get_nowait()
            for key in viewers:
                now = json.loads(json.dumps(table.seen_by(*key)))
                if batch.is_play:
                    made = updated(shown[key], json.loads(batch.update(*key)))
                    assert {name: made[name] for name in SAME} == {name: now[name] for name in SAME}
                    assert made["steps"] == now["steps"][-len(made["steps"]) :]
                shown[key] = now
            updates += batch.is_play
    assert updates > 10


async def test_viewers_of_the_same_seat_share_the_same_bytes(here: Tables) -> None:
    table = await here.open("smugglers", ["me", "here"], "anna")
    with table.subscribe() as heard:
        await choose_one(table, random.Random(0))
        batch: Batch = heard.get_nowait()
    assert batch.update(0, "en") is batch.update(0, "en")
    assert batch.update(0, "en") != batch.update(0, "fr")


async def test_people_who_come_or_go_need_a_new_view(here: Tables) -> None:
    table = await here.open("smugglers", ["me", "here"], "anna")
    with table.subscribe() as heard:
        await table.leave(1)
        batch: Batch = heard.get_nowait()
    assert [row.kind for row, _ in batch.rows] == [Kind.LEFT]
    assert not batch.is_play
