"""Over HTTP: people resign, and the others vote to end the game."""

from __future__ import annotations

from tests.server.fixtures import Visitor
from tests.server.test_push import two_people


def test_after_a_resignation_the_other_can_end_the_game(anna: Visitor, ben: Visitor) -> None:
    table = two_people(anna, ben)
    assert anna.refused("POST", f"/api/tables/{table}/vote", 409, {}) == "table/no_vote"
    with ben.live(table) as wire:
        wire.hear("view")
        assert anna.client.post(f"/api/tables/{table}/resign").status_code == 204
        assert wire.hear("view")["vote"] == {"voters": [1], "agreed": []}
        assert anna.refused("POST", f"/api/tables/{table}/vote", 409, {}) == "table/no_vote"
        view = ben.ask("POST", f"/api/tables/{table}/vote", 200, {"is_for_end": True})
        assert (view["status"], view["result"]["is_agreed"]) == ("over", True)
        heard = wire.hear("view")
        while heard["status"] != "over":
            heard = wire.hear("view")
        assert heard["result"]["winners"] == []
    [card] = [card for card in ben.ask("GET", "/api/tables?mine")["tables"] if card["table"] == table]
    assert (card["is_agreed"], card["winners"]) == (True, [])
    assert ben.ask("GET", "/api/me/history")["recent"] == []  # it does not count
    assert ben.ask("GET", f"/api/tables/{table}/dice")["is_fair"]
    record = ben.ask("GET", f"/api/tables/{table}/record")
    opened = anna.ask("POST", "/api/records", 201, {"record": record})
    assert anna.view(opened["table"])["result"]["is_agreed"]


def test_a_stranger_has_no_vote(anna: Visitor, ben: Visitor) -> None:
    table = anna.open()["table"]
    assert ben.refused("POST", f"/api/tables/{table}/vote", 403, {}) == "seat/not_yours"
