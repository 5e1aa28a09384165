"""Learning from one's own games: whose mistakes are shown, to whom, when, and what is a right answer."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from cabotage.analysis import Effort
from cabotage.games import GAMES
from cabotage.server.analysis import analyses, worker
from cabotage.server.api.responses import OwnPuzzle, OwnPuzzleAnswer, OwnPuzzles
from cabotage.server.bots import runner
from tests.server.fixtures import Harbour, Visitor, harbour
from tests.server.test_analysis import lines

NOTHING: dict[str, Any] = {"games": [], "others": []}
SHORT = {"target_points": 5}
NAMES = GAMES["smugglers"].names


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Harbour]:
    """Analyses are short, and as urgent as the tests, which use all cores."""
    database = f"sqlite:///{tmp_path_factory.mktemp('mistakes') / 'tables.db'}"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runner, "HINT_NICENESS", 0)
        patch.setattr(analyses, "QUICK", Effort(1, 60, 16))
        with harbour(database, hinters=1, analysis_seconds=6.0) as running:
            yield running


@pytest.fixture
def anna(server: Harbour) -> Iterator[Visitor]:
    with server.visitor() as visitor:
        visitor.ask("PUT", "/api/me", 200, {"name": "Anna"})
        yield visitor


@pytest.fixture
def ben(server: Harbour) -> Iterator[Visitor]:
    with server.visitor() as visitor:
        visitor.ask("PUT", "/api/me", 200, {"name": "Ben"})
        yield visitor


def together(anna: Visitor, ben: Visitor) -> str:
    """A game of hidden goods between two people, at random: full of mistakes."""
    opened = anna.open("smugglers", ("me", "friend"), options=SHORT)
    table: str = opened["table"]
    ben.ask("POST", f"/api/tables/{table}/join", 200, {"invitation": opened["invitations"][0]["secret"]})
    rng = random.Random(1)
    while not anna.view(table)["is_over"]:
        for visitor in (anna, ben):
            view = visitor.view(table)
            if view["choices"]:
                visitor.choose(table, view, rng)
    return table


def mistakes(visitor: Visitor) -> dict[str, Any]:
    found: dict[str, Any] = visitor.ask("GET", "/api/me/mistakes?language=en")
    OwnPuzzles.model_validate(found)
    return found


def path(table: str, event: int) -> str:
    return f"/api/tables/{table}/mistakes/{event}"


def test_own_mistakes_of_an_analysed_game_are_puzzles_for_oneself_only(
    server: Harbour, anna: Visitor, ben: Visitor
) -> None:
    assert mistakes(anna) == NOTHING
    table = together(anna, ben)
    before = mistakes(anna)
    assert (before["games"], [each["table"] for each in before["others"]]) == ([], [table])
    errors = lines(anna, table)[-1]["analysis"]["errors"]
    for visitor, seat, other in ((anna, 0, "Ben"), (ben, 1, "Anna")):
        [game] = mistakes(visitor)["games"]
        assert (game["table"], game["name"], game["others"]) == (table, "Smugglers' Island", [other])
        own = {error["seq"]: error for error in errors if error["seat"] == seat}
        events = [puzzle["event"] for puzzle in game["puzzles"]]
        assert events == sorted(events)
        assert set(events) <= set(own)
        assert len(events) == min(5, len(own)) > 0
        first = visitor.ask("GET", path(table, events[0]))
        OwnPuzzle.model_validate(first)
        view = first["view"]
        assert view["viewer"] == view["to_act"] == seat
        assert view["mine"] == [seat]
        assert [each["name"] for each in view["seats"]] == ["Anna", "Ben"]
        assert view["story"] == view["steps"] == []
        offered = [choice["id"] for choice in view["choices"]]
        assert own[events[0]]["chosen"]["choice"]["id"] in offered
        stranger = ben if visitor is anna else anna
        for address in (path(table, events[0]), f"{path(table, events[0])}/answer?choice={offered[0]}"):
            assert stranger.refused("GET", address, 404) == "puzzle/unknown"
            with server.visitor() as nobody:
                assert nobody.refused("GET", address, 404) == "puzzle/unknown"
        assert visitor.refused("GET", path(table, events[-1] + 1), 404) == "puzzle/unknown"
        assert visitor.refused("GET", f"{path(table, events[0])}/answer?choice=dance", 400) == "move/not_offered"


def test_the_best_choice_is_right_and_the_worst_is_not(anna: Visitor, ben: Visitor) -> None:
    table = together(anna, ben)
    errors = [error for error in lines(anna, table)[-1]["analysis"]["errors"] if error["seat"] == 0]
    worst = max(errors, key=lambda error: error["cost"] - error["noise"])
    told = {}
    for which in ("best", "chosen"):
        choice = worst[which]["choice"]["id"]
        told[which] = anna.ask("GET", f"{path(table, worst['seq'])}/answer", params={"choice": choice})
        OwnPuzzleAnswer.model_validate(told[which])
        assert told[which]["played"] == worst["chosen"]["choice"]["id"]
        assert choice in [each["id"] for each in told[which]["choices"]]
        values = [each["value"] for each in told[which]["choices"]]
        assert values == sorted(values, reverse=True)
        assert [each["is_best"] for each in told[which]["choices"]] == [True] + [False] * (len(values) - 1)
        assert told[which]["reason"].endswith(".")
    assert told["best"]["verdict"] in ("best", "good")
    assert told["chosen"]["verdict"] == "poor"
    french = anna.ask("GET", f"{path(table, worst['seq'])}?language=fr")
    assert french["puzzle"]["name"] == NAMES["fr"]


def test_there_are_none_before_the_end_and_none_of_several_people_on_one_screen(anna: Visitor, ben: Visitor) -> None:
    running = anna.open("smugglers", ("me", "friend"))["table"]
    assert anna.refused("GET", path(running, 5), 409) == "analysis/running"
    assert anna.refused("GET", f"{path(running, 5)}/answer?choice=stay", 409) == "analysis/running"
    assert anna.refused("GET", path("nowhere", 5), 404) == "table/unknown"
    table = anna.open("smugglers", ("me", "here"), options=SHORT)["table"]
    anna.play(table)
    error = lines(anna, table)[-1]["analysis"]["errors"][0]
    assert mistakes(anna) == NOTHING
    assert anna.refused("GET", path(table, error["seq"]), 404) == "puzzle/unknown"


def test_hidden_and_deleted_games_and_those_of_deleted_people_are_not_listed(anna: Visitor, ben: Visitor) -> None:
    tables = [together(anna, ben) for _ in range(2)]
    for table in tables:
        lines(anna, table)
    assert [game["table"] for game in mistakes(anna)["games"]] == tables[::-1]
    assert anna.client.post(f"/api/tables/{tables[1]}/hide", json={}).status_code == 204
    assert [game["table"] for game in mistakes(anna)["games"]] == tables[:1]
    assert len(mistakes(ben)["games"]) == 2
    assert ben.client.delete("/api/me").status_code == 204
    after = mistakes(anna)
    assert after["games"] == [], "the analysis has gone with Ben; it can be made again"
    assert [(each["table"], each["others"]) for each in after["others"]] == [(tables[0], ["player 2"])]


def test_a_table_of_other_rules_does_not_keep_others_from_the_list(tmp_path: Path) -> None:
    file = tmp_path / "t.db"
    with harbour(f"sqlite:///{file}", analysis_seconds=1.0) as port, port.visitor() as anna, port.visitor() as ben:
        table = together(anna, ben)
        lines(anna, table)
        [puzzle, *_] = mistakes(anna)["games"][0]["puzzles"]
        cookie = anna.client.cookies["cabotage"]
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE events SET value = json_set(value, '$.rules_version', 999) WHERE kind = 'opened'")
    with harbour(f"sqlite:///{file}") as port, port.visitor() as anna:
        anna.client.cookies.set("cabotage", cookie)
        assert mistakes(anna) == NOTHING
        assert anna.refused("GET", path(table, puzzle["event"]), 409) == "table/other_rules"


def test_one_answer_at_a_time(anna: Visitor, ben: Visitor, server: Harbour, monkeypatch: pytest.MonkeyPatch) -> None:
    table = together(anna, ben)
    lines(anna, table)
    event = mistakes(anna)["games"][0]["puzzles"][0]["event"]
    choice = anna.ask("GET", path(table, event))["view"]["choices"][0]["id"]
    asked = []
    monkeypatch.setattr(worker, "weigh", lambda *work: asked.append(work))
    queue = server.app.state.services.bot_runner._hints
    with sqlite3.connect(str(server.app.state.services.tables.log.database.path)) as connection:
        [(identity,)] = connection.execute(
            "select holder from (select json_extract(value, '$.holder') as holder from "
            "events where table_id = ? and kind = 'sat') limit 1",
            (table,),
        ).fetchall()
    queue._people.add(identity)
    try:
        assert anna.refused("GET", f"{path(table, event)}/answer", 429, params={"choice": choice}) == "hint/pending"
    finally:
        queue._people.discard(identity)
    assert asked == []
