"""Learning from one's own games: whose mistakes are shown, to whom, when, and what is a right answer.

That a puzzle shows nothing which its seat did not know is a law of tests/tables/test_own_puzzles.py.
"""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Any, NamedTuple

import pytest

from cabotage.analysis import Effort
from cabotage.games import GAMES
from cabotage.server.analysis import analyses, worker
from cabotage.server.api.responses import OwnPuzzle, OwnPuzzleAnswer, OwnPuzzles
from cabotage.server.bots import runner
from tests.server.fixtures import Harbour, Visitor, harbour
from tests.server.test_analysis import lines

NOTHING: dict[str, Any] = {"games": [], "others": []}
NAMES = GAMES["calypso"].names
SHORT = {"mixing": "once"}


class Played(NamedTuple):
    """A game of two people at random, full of mistakes, and what its analysis found."""

    anna: Visitor
    ben: Visitor
    table: str
    errors: list[dict[str, Any]]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Harbour]:
    """Analyses are short, and as urgent as the tests, which use all cores."""
    database = f"sqlite:///{tmp_path_factory.mktemp('mistakes') / 'tables.db'}"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runner, "HINT_NICENESS", 0)
        patch.setattr(analyses, "QUICK", Effort(1, 2000, 96))
        with harbour(database, hinters=1, analysis_seconds=6.0) as running:
            yield running


@pytest.fixture(scope="module")
def played(server: Harbour) -> Iterator[Played]:
    with server.visitor() as anna, server.visitor() as ben:
        anna.ask("PUT", "/api/me", 200, {"name": "Anna"})
        ben.ask("PUT", "/api/me", 200, {"name": "Ben"})
        assert mistakes(anna) == NOTHING
        table = together(anna, ben)
        before = mistakes(anna)
        assert (before["games"], [each["table"] for each in before["others"]]) == ([], [table])
        yield Played(anna, ben, table, lines(anna, table)[-1]["analysis"]["errors"])


def together(anna: Visitor, ben: Visitor) -> str:
    opened = anna.open("calypso", ("me", "friend"))
    table: str = opened["table"]
    ben.ask("POST", f"/api/tables/{table}/join", 200, {"invitation": opened["invitations"][0]["secret"]})
    rng = random.Random(1)
    seats, view = (anna, ben), anna.view(table)
    while not view["is_over"]:
        visitor = seats[view["to_act"]]
        view = visitor.choose(table, visitor.view(table), rng)
    return table


def mistakes(visitor: Visitor) -> dict[str, Any]:
    found: dict[str, Any] = visitor.ask("GET", "/api/me/mistakes?language=en")
    OwnPuzzles.model_validate(found)
    return found


def path(table: str, event: int) -> str:
    return f"/api/tables/{table}/mistakes/{event}"


def test_own_mistakes_of_an_analysed_game_are_puzzles_for_oneself_only(server: Harbour, played: Played) -> None:
    anna, ben, table, errors = played
    for visitor, seat, other in ((anna, 0, "Ben"), (ben, 1, "Anna")):
        [game] = mistakes(visitor)["games"]
        assert (game["table"], game["name"], game["others"]) == (table, NAMES["en"], [other])
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


def test_the_best_choice_is_right_and_the_worst_is_not(played: Played) -> None:
    anna, _, table, errors = played
    worst = max((error for error in errors if error["seat"] == 0), key=lambda error: error["cost"] - error["noise"])
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
    assert anna.ask("GET", f"{path(table, worst['seq'])}?language=fr")["puzzle"]["name"] == NAMES["fr"]


def test_there_are_none_before_the_end_and_none_of_several_people_on_one_screen(server: Harbour) -> None:
    with server.visitor() as cleo:
        running = cleo.open("smugglers", ("me", "friend"))["table"]
        assert cleo.refused("GET", path(running, 5), 409) == "analysis/running"
        assert cleo.refused("GET", f"{path(running, 5)}/answer?choice=stay", 409) == "analysis/running"
        assert cleo.refused("GET", path("nowhere", 5), 404) == "table/unknown"
        table = cleo.open("calypso", ("me", "here"), options=SHORT)["table"]
        cleo.play(table)
        error = lines(cleo, table)[-1]["analysis"]["errors"][0]
        assert mistakes(cleo) == NOTHING
        assert cleo.refused("GET", path(table, error["seq"]), 404) == "puzzle/unknown"


def test_one_answer_at_a_time(server: Harbour, played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    """As with hints: whoever waits for one gets neither a second one nor an answer."""
    anna, _, table, _ = played
    event = mistakes(anna)["games"][0]["puzzles"][0]["event"]
    choice = anna.ask("GET", path(table, event))["view"]["choices"][0]["id"]
    asked: list[Any] = []
    monkeypatch.setattr(worker, "weigh", lambda *work: asked.append(work))
    services = server.app.state.services
    identity = services.tables._live[table].state.seats[0].holder
    services.bot_runner._hints._people.add(identity)
    try:
        assert anna.refused("GET", f"{path(table, event)}/answer", 429, params={"choice": choice}) == "hint/pending"
    finally:
        services.bot_runner._hints._people.discard(identity)
    assert asked == []


def test_a_table_of_other_rules_is_left_out(server: Harbour, played: Played) -> None:
    """Last but one, because the table cannot be read any more afterwards."""
    anna, _, table, _ = played
    event = mistakes(anna)["games"][0]["puzzles"][0]["event"]
    services = server.app.state.services
    forget(services.tables, table)
    change = "UPDATE events SET value = json_set(value, '$.rules_version', {}) WHERE kind = 'opened' AND table_id = ?"
    execute(server, "DELETE FROM snapshots WHERE table_id = ?", table)
    execute(server, change.format(999), table)
    try:
        assert mistakes(anna) == NOTHING
        assert anna.refused("GET", path(table, event), 409) == "table/other_rules"
    finally:
        execute(server, change.format(GAMES["calypso"].version), table)


def test_hidden_games_and_those_of_deleted_people_are_not_listed(played: Played) -> None:
    """The last one: the analysis goes with Ben."""
    anna, ben, table, _ = played
    for is_hidden, shown in ((True, []), (False, [table])):
        body = {"is_hidden": is_hidden}
        assert anna.client.post(f"/api/tables/{table}/hide", json=body).status_code == 204
        assert [game["table"] for game in mistakes(anna)["games"]] == shown
    assert len(mistakes(ben)["games"]) == 1
    assert ben.client.delete("/api/me").status_code == 204
    after = mistakes(anna)
    assert after["games"] == [], "it can be analysed again"
    assert [(each["table"], each["others"]) for each in after["others"]] == [(table, ["player 2"])]


def forget(tables: Any, table: str) -> None:
    """The server has to read this table from its database again."""
    tables._live.pop(table, None)
    tables._recent.pop(table, None)


def execute(server: Harbour, statement: str, table: str) -> None:
    with closing(sqlite3.connect(str(server.app.state.services.tables.log.database.path))) as database, database:
        database.execute(statement, (table,))
