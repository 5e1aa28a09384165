"""Tables over HTTP: opened, seen, played, kept, played on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import ConfigDict, TypeAdapter

from cabotage.cli import main
from cabotage.games import GAMES
from cabotage.server.api.responses import Games, Hint, Lesson, Opened, Rules, TableCards, View
from tests.server.fixtures import Harbour, Visitor

VIEWS: TypeAdapter[list[View]] = TypeAdapter(list[View], config=ConfigDict(extra="forbid"))

SEATS = {"calypso": 2, "captn_clever": 2, "smugglers": 2, "cape_horn": 3, "treasure_boots": 2}
each_game = pytest.mark.parametrize("game", GAMES)


def hot_seat(visitor: Visitor, game: str, **wishes: Any) -> str:
    """A table where one person holds all seats."""
    table: str = visitor.open(game, ("me", *["here"] * (SEATS[game] - 1)), **wishes)["table"]
    return table


def test_all_games_are_listed_in_both_languages(anna: Visitor) -> None:
    english = Games.model_validate(anna.ask("GET", "/api/games"))
    french = Games.model_validate(anna.ask("GET", "/api/games?language=fr"))
    assert [game.id for game in english.games] == list(GAMES)
    assert {game.name for game in french.games} >= {"L’île des contrebandiers", "Cap Horn"}
    assert english.games[2].publisher == "HABA"
    assert [option.kind for option in english.games[0].options][:2] == ["choice", "flag"]
    coop = english.games[0].options[0].values[1]
    assert coop.for_seats is not None
    assert (coop.for_seats.least, coop.for_seats.most) == (1, 6)


def test_options_say_whether_they_come_from_the_rulebook(anna: Visitor) -> None:
    cards = {card.id: card for card in Games.model_validate(anna.ask("GET", "/api/games")).games}
    options = {option.name: option for option in cards["treasure_boots"].options}
    assert (options["gold_value"].origin, options["gold_value"].book_value) == ("house", 1)
    assert (options["decline_gains"].origin, options["decline_gains"].book_value) == ("book", True)
    assert [(value.value, value.origin) for value in options["start_ports"].values] == [
        ("open", "book"),
        ("secret", "book"),
        ("random", "house"),
    ]


@each_game
def test_rules_are_at_hand(anna: Visitor, game: str) -> None:
    english = Rules.model_validate(anna.ask("GET", f"/api/games/{game}/rules"))
    french = Rules.model_validate(anna.ask("GET", f"/api/games/{game}/rules", headers={"accept-language": "fr-CH"}))
    assert english.goal != french.goal
    assert len(english.sections[0].text) > 200


@each_game
def test_a_lesson_is_as_the_document_says_and_shows_what_one_seat_sees(anna: Visitor, game: str) -> None:
    english = Lesson.model_validate(anna.ask("GET", f"/api/games/{game}/lesson"))
    french = Lesson.model_validate(anna.ask("GET", f"/api/games/{game}/lesson?language=fr"))
    assert english.end != french.end
    assert [step.choice for step in english.steps] == [step.choice for step in french.steps]
    for step in english.steps:
        assert step.view is None or (step.view["viewer"], step.view["mine"]) == (0, [0])
        assert step.after["viewer"] == 0


def test_a_lesson_of_an_unknown_game_is_refused(anna: Visitor) -> None:
    assert anna.refused("GET", "/api/games/chess/lesson", 404) == "game/unknown"


@each_game
def test_every_view_is_as_the_document_says(anna: Visitor, game: str) -> None:
    table = hot_seat(anna, game)
    for _ in range(15):
        if anna.view(table)["result"] is not None:  # a game of Calypso may be over after nine choices
            table = hot_seat(anna, game)
        view = anna.view(table, seat=anna.view(table)["to_act"])
        [checked] = VIEWS.validate_python([view], strict=True)
        assert checked["to_act"] == checked["viewer"]
        assert len(checked["choices"]) > 1
        assert checked["mine"] == list(range(SEATS[game]))
        assert checked["steps"][-1]["scene"] == checked["scene"]
        assert checked["phase"] == checked["scene"]["phase"]
        VIEWS.validate_python([anna.choose(table, view)], strict=True)


def test_a_choice_is_answered_by_the_new_view(anna: Visitor) -> None:
    table = hot_seat(anna, "smugglers")
    before = anna.view(table)
    assert before["choices"][0]["id"] == "harbour h0"
    after = anna.choose(table, before)
    assert after["seq"] == before["seq"] + 1
    assert [step["choice"] for step in after["steps"]] == ["harbour h0"]
    assert after["steps"][0]["story"] == ["Player 1 sets out from harbour H0."] or after["steps"][0]["story"]
    assert (before["to_act"], after["to_act"]) == (0, 1)


def test_a_choice_may_be_named_by_its_number(anna: Visitor) -> None:
    table = hot_seat(anna, "smugglers")
    seq = anna.view(table)["seq"]
    after = anna.ask("POST", f"/api/tables/{table}/choices", 200, {"seq": seq, "choice": 1245})
    assert after["steps"][0]["choice"] == "harbour h0"


def test_the_last_choice_can_be_taken_back(anna: Visitor) -> None:
    table = hot_seat(anna, "smugglers")
    before = anna.view(table)
    after = anna.choose(table, before)
    assert after["can_undo"] is True
    undone = anna.ask("POST", f"/api/tables/{table}/undo", 200, {"seq": after["seq"]})
    assert undone["to_act"] == 0
    assert undone["choices"] == before["choices"]
    assert undone["steps"][-1]["kind"] == "undone"
    assert anna.refused("POST", f"/api/tables/{table}/undo", 409, {"seq": undone["seq"]}) == "table/cannot_undo"


def test_a_finished_game_is_told_kept_verified_and_played_on(
    anna: Visitor, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = hot_seat(anna, "calypso", nonce="a pebble")
    commitment = anna.view(table)["commitment"]
    [over] = VIEWS.validate_python([anna.play(table)], strict=True)
    assert over["result"] is not None
    assert over["to_act"] == -2
    assert over["result"]["places"][over["result"]["winners"][0]] == 1
    assert over["result"]["text"]
    assert over["revealed_seed"] is not None
    assert over["commitment"] == commitment
    assert over["nonces"] == [{"seat": 0, "nonce": "a pebble"}]
    kept = tmp_path / "record.json"
    answer = anna.client.get(f"/api/tables/{table}/record")
    assert answer.headers["content-disposition"] == f'attachment; filename="calypso-{table}.json"'
    kept.write_text(answer.text)
    assert main(["verify", str(kept)]) == 0
    assert "match the commitment" in capsys.readouterr().out
    replay = anna.ask("POST", "/api/records", 201, {"record": json.loads(answer.text)})["table"]
    assert anna.view(replay)["scene"]["fish"] == over["scene"]["fish"]
    forked = Opened.model_validate(
        anna.ask("POST", f"/api/tables/{table}/fork", 201, {"at": 40, "seats": ["me", "bot:greedy"]})
    )
    assert anna.view(forked.table)["forked"] == {"table": table, "at": 40}
    assert anna.play(forked.table)["to_act"] == -2


def test_a_finished_game_can_be_looked_at_in_any_moment_through_any_eyes(anna: Visitor, ben: Visitor) -> None:
    table = hot_seat(anna, "calypso")
    assert ben.refused("GET", f"/api/tables/{table}?seat=1", 403) == "seat/not_yours"
    assert anna.refused("GET", f"/api/tables/{table}?at=15", 409) == "table/running"  # memory is played
    last = anna.play(table)["seq"]
    early = ben.view(table, at=20, seat=1)
    assert (early["at"], early["seq"], early["viewer"], early["mine"]) == (20, last, 1, [])
    assert early["result"] is None
    assert ben.refused("GET", f"/api/tables/{table}?at={last + 1}", 404) == "table/at"


def test_a_table_of_mine_is_found_again(anna: Visitor, ben: Visitor) -> None:
    table = hot_seat(anna, "smugglers")
    [card] = TableCards.model_validate(anna.ask("GET", "/api/tables?mine")).tables
    assert (card.table, card.name, card.is_mine_to_act, card.is_over) == (table, "Smugglers' Island", True, False)
    assert ben.ask("GET", "/api/tables?mine=true") == {"tables": []}
    assert table not in [card["table"] for card in ben.ask("GET", "/api/tables?public")["tables"]]


def test_a_hint_values_the_offered_choices_for_the_seat_that_asks(anna: Visitor) -> None:
    table = hot_seat(anna, "smugglers")
    view = anna.view(table)
    hint = Hint.model_validate(anna.ask("GET", f"/api/tables/{table}/hint?seat=0"))
    assert {choice.id for choice in hint.choices} <= {choice["id"] for choice in view["choices"]}
    assert sum(hint.values) == pytest.approx(1)
    assert hint.choices[0].visits == max(choice.visits for choice in hint.choices)
    assert [choice.reason is not None for choice in hint.choices[:4]] == [True, True, True, False]
    assert "The light is" in (hint.choices[0].reason or "")
    told = anna.ask("GET", f"/api/tables/{table}/hint?seat=0&language=fr")["choices"]
    assert "La lumière est" in told[0]["reason"]
    other = Hint.model_validate(anna.ask("GET", f"/api/tables/{table}/hint?seat=1"))
    assert other.choices == []
    assert anna.ask("GET", f"/api/tables/{table}/hint?seat=0") == hint.model_dump()


@pytest.mark.parametrize("game", ["calypso", "captn_clever"])
def test_there_are_hints_in_games_of_memory_too(anna: Visitor, game: str) -> None:
    table = hot_seat(anna, game)
    offered = {choice["id"] for choice in anna.view(table)["choices"]}
    told = [choice["id"] for choice in anna.ask("GET", f"/api/tables/{table}/hint")["choices"]]
    assert told
    assert set(told) <= offered


def test_an_own_board_may_be_played_on(anna: Visitor) -> None:
    table = hot_seat(anna, "calypso")
    board = anna.client.get(f"/api/tables/{table}/record").json()["options"]["board"]
    own = {"name": "ours", "data": board["data"]}
    opened = hot_seat(anna, "calypso", options={"board": own})
    assert anna.view(opened)["options"]["board"] == "ours"


def test_a_spectator_sees_the_public_view_and_no_choices(anna: Visitor, port: Harbour) -> None:
    table = hot_seat(anna, "smugglers")
    anna.play(table, most=4)
    with port.visitor() as nobody:
        view = nobody.view(table)
        assert (view["viewer"], view["mine"], view["choices"], view["can_undo"]) == (-1, [], [], False)
        assert not nobody.client.cookies
