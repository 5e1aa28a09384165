"""Games looked at again over HTTP: a finished table, and a record that somebody brings."""

from __future__ import annotations

import json

import pytest
from pydantic import ConfigDict, TypeAdapter

import cabotage
from cabotage.bots import make_bot
from cabotage.core.position import Position
from cabotage.games import GAMES
from cabotage.server.api.responses import DiceVerdict, Moments, View
from tests.server.fixtures import Visitor
from tests.server.test_tables import SEATS, hot_seat
from tests.settings import SHORT

VIEWS: TypeAdapter[list[View]] = TypeAdapter(list[View], config=ConfigDict(extra="forbid"))


def finished(game: str) -> Position:
    """A game that greedy bots have played elsewhere."""
    box = cabotage.load(game, seats=SEATS[game], **SHORT[game])
    greedy = make_bot("greedy", box, seed=3)
    position = box.start(seed=3)
    while not position.is_over:
        position.play(greedy.choose(position.view(position.to_act), position.to_act))
        position.roll()
    return position


@pytest.mark.parametrize("game", GAMES)
def test_a_record_is_brought_and_seen_step_by_step_from_the_board_set_up(ben: Visitor, game: str) -> None:
    over = finished(game)
    record = over.record().text()
    brought = ben.ask("POST", "/api/records", 201, {"record": json.loads(record)})["table"]
    moments = Moments.model_validate(ben.ask("GET", f"/api/tables/{brought}/moments?seat=0")).moments
    assert len(moments) > 10
    before = moments[0].at
    for moment in (moments[0], moments[1], moments[len(moments) // 2], moments[-1]):
        [view] = VIEWS.validate_python([ben.view(brought, at=moment.at, seat=0, since=moment.at - 1)], strict=True)
        assert view["scene"]["phase"], "there is a board to draw"
        assert view["at"] == moment.at >= before
    assert view["result"] is not None
    assert view["result"]["places"] == list(over.places)
    assert ben.client.get(f"/api/tables/{brought}/record").text == record
    fork = ben.ask(
        "POST",
        f"/api/tables/{brought}/fork",
        201,
        {"at": moments[3].at, "seats": ["me", *["bot:greedy"] * (SEATS[game] - 1)]},
    )
    verdict = DiceVerdict.model_validate(ben.ask("GET", f"/api/tables/{brought}/dice"))
    assert verdict.is_fair is None, "a game that was saved in a terminal has promised nothing"
    assert ben.view(brought)["digest"] is None
    assert ben.view(fork["table"])["forked"] == {"table": brought, "at": moments[3].at}


def test_anybody_can_have_the_dice_of_a_finished_game_computed_again(anna: Visitor, ben: Visitor) -> None:
    table = hot_seat(anna, "captn_clever", options=SHORT["captn_clever"], nonce="a pebble")
    assert anna.refused("GET", f"/api/tables/{table}/dice", 409) == "table/running"
    anna.play(table)
    verdict = DiceVerdict.model_validate(ben.ask("GET", f"/api/tables/{table}/dice?language=fr"))
    assert verdict.is_fair is True
    assert verdict.sentence.endswith("sceau publié avant la partie.")
    record = anna.client.get(f"/api/tables/{table}/record").json()
    record["dice"]["nonces"][0]["nonce"] = "a stone"
    brought = ben.ask("POST", "/api/records", 201, {"record": record})["table"]
    verdict = DiceVerdict.model_validate(ben.ask("GET", f"/api/tables/{brought}/dice"))
    assert verdict.is_fair is False
    assert verdict.sentence.startswith("event 0: ")


def test_of_a_fork_it_is_said_which_events_these_dice_did_not_draw(anna: Visitor) -> None:
    table = hot_seat(anna, "calypso", options=SHORT["calypso"])
    anna.play(table)
    moments = anna.ask("GET", f"/api/tables/{table}/moments")["moments"]
    at = moments[len(moments) // 2]["at"]
    fork = anna.ask("POST", f"/api/tables/{table}/fork", 201, {"at": at, "seats": ["me", "here"]})["table"]
    anna.play(fork)
    verdict = DiceVerdict.model_validate(anna.ask("GET", f"/api/tables/{fork}/dice"))
    assert verdict.is_fair is True
    assert verdict.sentence.endswith("from the game that this one continues, not from these dice.")


def test_while_chance_acts_nobody_is_to_act_and_nothing_is_over(anna: Visitor) -> None:
    table = hot_seat(anna, "treasure_boots")
    first = anna.view(table, at=anna.ask("GET", f"/api/tables/{table}/moments")["moments"][0]["at"])
    started = next(step["seq"] for step in first["steps"] if step["kind"] == "started")
    assert anna.view(table, at=started)["to_act"] == -1
    assert first["to_act"] >= 0
