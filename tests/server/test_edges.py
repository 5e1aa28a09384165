"""Odd requests get an error code and never an internal error."""

from __future__ import annotations

import asyncio
import itertools
import json
import time
from typing import Any

import pytest

from cabotage.server.api import body
from tests.server.fixtures import Harbour, Visitor

JSON = {"content-type": "application/json"}


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "http://]", "null", "", "http://", "//", "\u00e9"])
def test_an_origin_that_is_no_address_is_another_site(anna: Visitor, origin: str) -> None:
    answer = anna.client.post("/api/identities", headers={b"origin": origin.encode("latin-1")})
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "request/origin")


@pytest.mark.parametrize("length", [255, 256, 5000])
def test_a_path_may_be_longer_than_a_file_name(anna: Visitor, length: int) -> None:
    assert anna.client.get("/" + "x" * length).status_code == 404
    assert anna.client.get("/assets/" + "x" * length).status_code == 404
    assert anna.client.get("/t/" + "x" * length).status_code == 200


@pytest.mark.parametrize("text", ["\\ud800", "\\udc00 and more", "a\\ud83d"])
def test_a_lone_surrogate_is_not_valid_json(anna: Visitor, text: str) -> None:
    for path, content in (
        ("/api/records", f'{{"record": {{"format": "cabotage-record", "game": "{text}"}}}}'),
        ("/api/records", f'{{"record": {{"{text}": 1}}}}'),
        (
            "/api/tables",
            f'{{"game": "calypso", "seats": ["me", "here"], "options": {{"board": {{"name": "{text}"}}}}}}',
        ),
        ("/api/me", f'{{"name": "{text}"}}'),
    ):
        method = "PUT" if path == "/api/me" else "POST"
        answer = anna.client.request(method, path, content=content, headers=JSON)
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, "request/malformed")
        assert answer.json()["error"]["sentence"] == "invalid request: it is not valid JSON, or it is incomplete"


@pytest.mark.parametrize("content", ["[" * 60_000, '{"a":' * 1_900, '{"record": ' + "[" * 50_000])
def test_deep_json_is_rejected(anna: Visitor, content: str) -> None:
    answer = anna.client.post("/api/tables", content=content, headers=JSON)
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "request/malformed")


def fields(count: int) -> str:
    return json.dumps({"record": {f"f{number}": 1 for number in range(count)}})


def test_a_body_with_too_many_fields_is_rejected(anna: Visitor) -> None:
    for path, content, most in (
        ("/api/tables", fields(2_500), 2_000),
        ("/api/records", fields(140_000), 30_000),
    ):
        answer = anna.client.post(path, content=content, headers=JSON)
        assert (answer.status_code, answer.json()["error"]["code"]) == (413, "request/too_large")
        assert answer.json()["error"]["sentence"] == f"request too large: at most {most} fields"


async def test_large_bodies_are_parsed_outside_the_event_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    inside = []
    monkeypatch.setattr(body, "decode", lambda text: time.sleep(0.2))

    async def tick() -> None:
        for _ in range(20):
            inside.append(time.monotonic())
            await asyncio.sleep(0.01)

    await asyncio.gather(tick(), body.parse(b" " * (body.SMALL_BYTES + 1), 10))
    assert max(later - earlier for earlier, later in itertools.pairwise(inside)) < 0.15


@pytest.mark.parametrize("value", [1, 2**80, -1.5, "é\ud83d\ude00", None, True, [], {}, {"a": [1, {"b": "c"}]}])
def test_valid_json_is_parsed_like_the_standard_library_does(value: Any) -> None:
    assert body.decode(json.dumps(value, ensure_ascii=True).encode("ascii")) == json.loads(json.dumps(value))


def test_the_largest_real_record_is_far_below_the_limit(anna: Visitor, port: Harbour) -> None:
    table = anna.open("smugglers")["table"]
    anna.play(table)
    record = anna.ask("GET", f"/api/tables/{table}/record")
    assert json.dumps(record).count(":") < body.MOST_RECORD_FIELDS / 5
    assert anna.ask("POST", "/api/records", 201, {"record": record})["table"]
