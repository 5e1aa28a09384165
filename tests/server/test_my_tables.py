"""My tables: what the list says, and how to get rid of a table."""

from __future__ import annotations

from typing import Any

from tests.server.fixtures import Visitor


def mine(visitor: Visitor) -> list[dict[str, Any]]:
    return list(visitor.ask("GET", "/api/tables?mine=true")["tables"])


def together(anna: Visitor, ben: Visitor, game: str = "smugglers") -> str:
    """A running table of both; Anna opened it and is first."""
    opened = anna.open(game, ("me", "friend"), order="listed")
    ben.ask("POST", f"/api/tables/{opened['table']}/join", 200, {"invitation": opened["invitations"][0]["secret"]})
    return str(opened["table"])


def test_a_card_has_the_round_the_last_change_and_who_has_won(anna: Visitor) -> None:
    table = anna.open("smugglers", ("me", "here"))["table"]
    [card] = mine(anna)
    assert (card["round"], card["winners"], card["is_mine_to_act"], card["can"]) == (1, [], True, ["delete"])
    view = anna.play(table)
    [card] = mine(anna)
    assert card["winners"] == view["result"]["winners"]
    assert card["round"] > 1
    assert card["changed_at"] > card["started_at"]


def test_a_table_that_waits_has_no_round(anna: Visitor) -> None:
    anna.open("smugglers", ("me", "friend"))
    [card] = mine(anna)
    assert (card["status"], card["round"]) == ("waiting", None)


def test_a_table_without_others_can_be_deleted(anna: Visitor, ben: Visitor) -> None:
    table = anna.open("calypso", ("me", "bot:sailor"))["table"]
    assert ben.refused("DELETE", f"/api/tables/{table}", 403) == "table/not_the_opener"
    assert anna.client.delete(f"/api/tables/{table}").status_code == 204
    assert anna.refused("GET", f"/api/tables/{table}", 404) == "table/unknown"
    assert mine(anna) == []


def test_a_table_with_others_cannot_be_deleted_or_hidden_while_i_play(anna: Visitor, ben: Visitor) -> None:
    table = together(anna, ben)
    assert anna.refused("DELETE", f"/api/tables/{table}", 409) == "table/shared"
    assert anna.refused("POST", f"/api/tables/{table}/hide", 409, {}) == "table/running"
    assert [card["can"] for card in mine(anna)] == [["resign"]]


def test_after_resigning_a_bot_plays_on(anna: Visitor, ben: Visitor) -> None:
    table = together(anna, ben)
    assert anna.client.post(f"/api/tables/{table}/resign").status_code == 204
    assert mine(anna) == []
    [card] = mine(ben)
    assert [(seat["kind"], seat["is_taken_over"]) for seat in card["seats"]] == [("person", True), ("person", False)]
    with ben.live(table) as wire:
        while wire.hear().get("to_act", wire.view["to_act"]) != 1:
            pass  # until the bot has chosen
    assert anna.client.post(f"/api/tables/{table}/hide", json={"is_hidden": False}).status_code == 204
    assert [card["can"] for card in mine(anna)] == [["hide"]]


def test_who_does_not_sit_there_cannot_resign_or_hide(anna: Visitor, ben: Visitor) -> None:
    table = anna.open("calypso", ("me", "bot:sailor"))["table"]
    assert ben.refused("POST", f"/api/tables/{table}/hide", 403, {}) == "seat/not_yours"
    assert ben.refused("POST", f"/api/tables/{table}/resign", 403) == "seat/not_yours"
