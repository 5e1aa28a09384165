"""Visitors ask for a free seat of a table whose address they have; the people there answer."""

from __future__ import annotations

import pytest

from cabotage.server.people.seat_requests import MOST_PER_PERSON, MOST_PER_TABLE
from tests.server.fixtures import Harbour, Visitor


def ask(person: Visitor, table: str, name: str = "Ben") -> None:
    shown = person.ask("POST", f"/api/tables/{table}/requests", 200, {"name": name, "nonce": "mine"})
    assert (shown["is_asked"], shown["requests"]) == (True, [])


def answer(person: Visitor, table: str, is_accepted: bool) -> None:
    [request] = person.ask("GET", f"/api/tables/{table}/requests")["requests"]
    person.ask("POST", f"/api/tables/{table}/requests/{request['id']}", 200, {"is_accepted": is_accepted})


def test_a_visitor_asks_and_gets_the_seat(anna: Visitor, ben: Visitor) -> None:
    table = anna.open("smugglers", ("me", "friend"))["table"]
    ask(ben, table, " Ben\u202e ")
    assert ben.view(table)["mine"] == []
    [request] = anna.ask("GET", f"/api/tables/{table}/requests")["requests"]
    assert (sorted(request), request["name"]) == (["id", "name"], "Ben")
    assert (
        ben.refused("POST", f"/api/tables/{table}/requests/{request['id']}", 403, {"is_accepted": True})
        == "seat/not_yours"
    )
    answer(anna, table, True)
    view = ben.view(table)
    assert (view["status"], view["mine"], view["seats"][1]["name"]) == ("running", [1], "Ben")
    assert {"seat": 1, "nonce": "mine"} in view["nonces"]
    shown = ben.ask("GET", f"/api/tables/{table}/requests")
    assert shown == {"is_seated": True, "is_asked": False, "is_declined": False, "requests": []}
    assert [card["table"] for card in ben.ask("GET", "/api/tables?mine")["tables"]] == [table]
    assert (
        anna.refused("POST", f"/api/tables/{table}/requests/{request['id']}", 404, {"is_accepted": True})
        == "seat/request"
    )


def test_a_declined_visitor_cannot_ask_again(anna: Visitor, ben: Visitor) -> None:
    table = anna.open("smugglers", ("me", "friend"))["table"]
    ask(ben, table)
    assert ben.ask("GET", "/api/me/data")["seat_requests"] == [table]
    answer(anna, table, False)
    assert ben.ask("GET", f"/api/tables/{table}/requests")["is_declined"]
    assert ben.refused("POST", f"/api/tables/{table}/requests", 403, {}) == "seat/declined"
    assert anna.ask("GET", f"/api/tables/{table}/requests")["requests"] == []


def test_a_request_can_be_withdrawn_and_strangers_see_no_requests(port: Harbour, anna: Visitor, ben: Visitor) -> None:
    table = anna.open("smugglers", ("me", "friend"))["table"]
    ask(ben, table)
    ask(ben, table, "Benno")  # again, with another name
    with port.visitor() as cleo:
        assert cleo.ask("GET", f"/api/tables/{table}/requests")["requests"] == []
    assert [each["name"] for each in anna.ask("GET", f"/api/tables/{table}/requests")["requests"]] == ["Benno"]
    assert not ben.ask("DELETE", f"/api/tables/{table}/requests")["is_asked"]
    assert anna.ask("GET", f"/api/tables/{table}/requests")["requests"] == []


def test_at_a_public_table_nobody_needs_to_be_asked(anna: Visitor, ben: Visitor) -> None:
    table = anna.open("smugglers", ("me", "friend"), is_public=True)["table"]
    assert ben.ask("POST", f"/api/tables/{table}/requests", 200, {})["is_seated"]
    assert ben.view(table)["mine"] == [1]


def test_without_a_free_seat_nobody_can_ask(anna: Visitor, ben: Visitor) -> None:
    table = anna.open()["table"]
    assert ben.refused("POST", f"/api/tables/{table}/requests", 409, {}) == "table/seat_taken"


def test_one_person_and_one_table_have_few_requests(port: Harbour, anna: Visitor, ben: Visitor) -> None:
    tables = [anna.open("smugglers", ("me", "friend"))["table"] for _ in range(MOST_PER_PERSON + 1)]
    for table in tables[:-1]:
        ask(ben, table)
    assert ben.refused("POST", f"/api/tables/{tables[-1]}/requests", 429, {}) == "seat/asked"
    for _ in range(MOST_PER_TABLE):
        with port.visitor() as visitor:
            ask(visitor, tables[-1])
    with port.visitor() as visitor:
        assert visitor.refused("POST", f"/api/tables/{tables[-1]}/requests", 429, {}) == "seat/asked"


@pytest.mark.parametrize("body", [{"name": 1}, {"seat": 0}, {"nonce": ""}])
def test_a_misshapen_request_is_refused(anna: Visitor, ben: Visitor, body: dict[str, object]) -> None:
    table = anna.open("smugglers", ("me", "friend"))["table"]
    assert ben.refused("POST", f"/api/tables/{table}/requests", 422, body) == "request/malformed"
