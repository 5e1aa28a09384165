"""Bad input gets a stable code and a sentence, and changes nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.fixtures import Harbour, Visitor

TWO = ["me", "here"]


@pytest.fixture
def table(anna: Visitor) -> Iterator[str]:
    """A table of Anna's at row 4, seat 0 to act; must be as it was afterwards."""
    opened: str = anna.open("smugglers")["table"]
    before = anna.view(opened)
    yield opened
    assert anna.view(opened) == before


def test_the_sentence_is_in_the_readers_language(anna: Visitor) -> None:
    english = anna.client.get("/api/tables/nowhere").json()["error"]
    french = anna.client.get("/api/tables/nowhere", headers={"accept-language": "de, fr;q=0.8, en;q=0.3"}).json()
    assert english == {"code": "table/unknown", "sentence": "there is no table 'nowhere'"}
    assert french["error"]["code"] == "table/unknown"
    assert french["error"]["sentence"] != english["sentence"]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"seq": 2, "choice": "harbour h0"}, 409, "table/stale"),
        ({"seq": 99, "choice": "harbour h0"}, 409, "table/ahead"),
        ({"seq": 4, "choice": "harbour h0", "seat": 1}, 409, "table/not_your_turn"),
        ({"seq": 4, "choice": "row to the moon"}, 409, "table/not_offered"),
        ({"seq": 4, "choice": "sail o3"}, 409, "table/not_offered"),
        ({"seq": 4, "choice": 0}, 409, "table/not_offered"),
        ({"seq": 4, "choice": 2**31 - 1}, 409, "table/not_offered"),
        ({"seq": 4, "choice": "harbour h0", "seat": 5}, 403, "seat/not_yours"),
        ({"seq": 4}, 422, "request/malformed"),
        ({"seq": "3", "choice": "harbour h0"}, 422, "request/malformed"),
        ({"seq": 4, "choice": None}, 422, "request/malformed"),
        ({"seq": 4, "choice": True}, 422, "request/malformed"),
        ({"seq": 4, "choice": "x" * 300}, 422, "request/malformed"),
        ({"seq": -1, "choice": "harbour h0"}, 422, "request/malformed"),
        ({"seq": 4, "choice": "harbour h0", "viewer": 1}, 422, "request/malformed"),
        ([], 422, "request/malformed"),
    ],
)
def test_a_wrong_choice_is_refused(anna: Visitor, table: str, body: Any, status: int, code: str) -> None:
    assert anna.refused("POST", f"/api/tables/{table}/choices", status, body) == code


def test_nobody_chooses_for_others(ben: Visitor, table: str) -> None:
    body = {"seq": 4, "choice": "harbour h0"}
    assert ben.refused("POST", f"/api/tables/{table}/choices", 403, body) == "seat/not_yours"
    ben.open("calypso")  # is somebody now, but not here
    assert ben.refused("POST", f"/api/tables/{table}/choices", 403, {**body, "seat": 0}) == "seat/not_yours"
    for deed, more in (("leave", {}), ("return", {}), ("giveback", {}), ("takeover", {"rank": "greedy"})):
        assert ben.refused("POST", f"/api/tables/{table}/{deed}", 403, {"seat": 0, **more}) == "seat/not_yours"
    assert ben.refused("POST", f"/api/tables/{table}/undo", 403, {"seq": 4}) == "seat/not_yours"
    assert ben.refused("GET", f"/api/tables/{table}/hint", 403) == "seat/not_yours"
    assert ben.refused("GET", f"/api/tables/{table}/record?seat=0", 403) == "seat/not_yours"
    assert ben.refused("POST", f"/api/tables/{table}/greetings", 403, {"greeting": "hello"}) == "seat/not_yours"
    assert ben.refused("POST", f"/api/tables/{table}/invitations", 403, {"seat": 0}) == "table/not_the_opener"


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"game": "chess", "seats": ["me", "here"]}, 404, "game/unknown"),
        ({"game": "calypso", "seats": ["me"]}, 400, "game/seats"),
        ({"game": "calypso", "seats": []}, 422, "request/malformed"),
        ({"game": "calypso", "seats": ["me"] * 9}, 422, "request/malformed"),
        ({"game": "calypso", "seats": ["me", "me"]}, 400, "table/seats"),
        ({"game": "calypso", "seats": TWO, "commitment": "0" * 64}, 409, "table/commitment"),
        ({"game": "calypso", "seats": TWO, "commitment": "0" * 65}, 422, "request/malformed"),
        ({"game": "calypso", "seats": ["me", "somebody"]}, 400, "table/seats"),
        ({"game": "calypso", "seats": ["me", "bot:commodore"]}, 400, "table/seats"),
        ({"game": "calypso", "seats": ["me", "bot:program:/bin/sh"]}, 400, "table/seats"),
        ({"game": "calypso", "seats": ["me", "here"], "options": {"colour": 1}}, 400, "game/option"),
        ({"game": "calypso", "seats": ["me", "here"], "options": {"mode": "war"}}, 400, "game/option"),
        ({"game": "calypso", "seats": ["me", "here"], "options": {"board": "/etc/passwd"}}, 400, "game/option"),
        ({"game": "calypso", "seats": ["me", "here"], "options": {"board": {"name": "x"}}}, 400, "board/invalid"),
        ({"game": "calypso", "seats": TWO, "options": {"board": {"name": "x", "data": {}}}}, 400, "board/invalid"),
        ({"game": "calypso", "seats": TWO, "clock": {"kind": "turn", "seconds": 0}}, 422, "request/malformed"),
        ({"game": "calypso", "seats": ["me", "here"], "clock": {"kind": "blitz"}}, 422, "request/malformed"),
        ({"game": "calypso", "seats": ["me", "here"], "nonce": "\n"}, 400, "table/seats"),
    ],
)  # fmt: skip
def test_a_table_that_cannot_be_is_not_opened(anna: Visitor, body: Any, status: int, code: str) -> None:
    assert anna.refused("POST", "/api/tables", status, body) == code
    assert anna.ask("GET", "/api/tables?mine") == {"tables": []}


@pytest.mark.parametrize("text", ["", "{", "[1,", "nul", '{"seq": 1e999}', '"\\ud800"', "{" * 5000, "\x00\xff"])
def test_what_is_not_json_is_malformed(anna: Visitor, table: str, text: str) -> None:
    answer = anna.client.post(
        f"/api/tables/{table}/choices",
        content=text.encode("latin-1"),
        headers={"content-type": "application/json"},
    )
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "request/malformed")


def test_json_must_be_called_json(anna: Visitor, table: str) -> None:
    """Other pages may send plain text without asking; a form of theirs must not play."""
    body = json.dumps({"seq": 4, "choice": "harbour h0"})
    for kind in ("text/plain", "application/x-www-form-urlencoded"):
        answer = anna.client.post(f"/api/tables/{table}/choices", content=body, headers={"content-type": kind})
        assert answer.status_code == 415
        assert answer.json()["error"] == {
            "code": "request/media",
            "sentence": "send the body as JSON, with the header Content-Type: application/json",
        }


def test_too_much_is_refused_whether_its_length_is_told_or_not(anna: Visitor, table: str) -> None:
    much = json.dumps({"seq": 4, "choice": "x" * 100_000}).encode()
    path, kind = f"/api/tables/{table}/choices", {"content-type": "application/json"}
    told = anna.client.post(path, content=much, headers=kind)
    untold = anna.client.post(path, content=iter([much[:1000], much[1000:]]), headers=kind)
    assert (told.status_code, told.json()["error"]["code"]) == (413, "request/too_large")
    assert (untold.status_code, untold.json()["error"]["code"]) == (413, "request/too_large")


def test_unknown_places_have_codes_too(anna: Visitor) -> None:
    assert anna.refused("GET", "/api/nothing", 404) == "request/not_found"
    assert anna.refused("DELETE", "/api/games", 405) == "request/method"
    assert anna.refused("GET", "/api/games/chess/rules", 404) == "game/unknown"
    assert anna.refused("GET", f"/api/tables/{'x' * 65}", 422) == "request/malformed"
    assert anna.refused("GET", "/api/tables/a%00b", 404) == "table/unknown"


def test_a_secret_nobody_was_given_is_refused(port: Harbour, anna: Visitor, table: str) -> None:
    with port.visitor("no-such-token") as stranger:
        assert stranger.refused("GET", "/api/me", 401) == "identity/unknown"
    body = {"invitation": "guessed"}
    assert anna.refused("POST", f"/api/tables/{table}/join", 403, body) == "invitation/wrong"


def test_a_page_elsewhere_cannot_act_for_its_visitor(anna: Visitor, table: str) -> None:
    body = {"seq": 4, "choice": "harbour h0"}
    path = f"/api/tables/{table}/choices"
    for origin in ("https://evil.example", "null", "http://127.0.0.1:1"):
        assert anna.refused("POST", path, 403, body, headers={"origin": origin}) == "request/origin"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda record: record.update(format="diary"), "record/invalid"),
        (lambda record: record.update(seats=7), "record/invalid"),
        (lambda record: record.update(seats=-1), "record/invalid"),
        (lambda record: record.update(seats=10**9), "record/invalid"),
        (lambda record: record.update(game="chess"), "game/unknown"),
        (lambda record: record.update(rules_version=99), "record/invalid"),
        (lambda record: record.update(options={"board": "/etc/passwd"}), "game/option"),
        (lambda record: record.update(options={"board": {"name": [], "data": 7}}), "board/invalid"),
        (lambda record: record.update(origin={"phase": 3}), "record/invalid"),
        (lambda record: record["events"].pop(3), "record/invalid"),
        (lambda record: record["events"].append({"drawn": 0, "text": "?"}), "record/invalid"),
        (lambda record: record["events"].append(None), "record/invalid"),
    ],
)
def test_a_record_that_does_not_replay_is_refused(anna: Visitor, change: Any, code: str) -> None:
    table = anna.open("calypso")["table"]
    anna.play(table)
    record = anna.client.get(f"/api/tables/{table}/record").json()
    change(record)
    answer = anna.client.post("/api/records", json={"record": record})
    assert 400 <= answer.status_code < 500, answer.text
    assert answer.json()["error"]["code"] in (code, "game/seats")


def test_the_record_of_a_running_game_cannot_be_replayed_or_forked(anna: Visitor, table: str) -> None:
    record = anna.client.get(f"/api/tables/{table}/record").json()
    assert anna.refused("POST", "/api/records", 400, {"record": record}) == "record/invalid"
    body = {"at": 3, "seats": ["me", "here"]}
    assert anna.refused("POST", f"/api/tables/{table}/fork", 409, body) == "table/running"
