"""Fair dice over HTTP: the server commits itself before it hears the opener's nonce."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from cabotage.cli import main
from tests.server.fixtures import Harbour, Visitor, harbour


def test_a_table_keeps_the_promise_that_was_made_before_the_nonce_was_told(
    anna: Visitor, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    commitment = anna.ask("POST", "/api/commitments", 201)["commitment"]
    assert not anna.client.cookies  # nobody has to be somebody for that
    table = anna.open("calypso", commitment=commitment, nonce="a pebble")["table"]
    begun = anna.view(table)
    assert begun["commitment"] == commitment
    assert (begun["revealed_seed"], begun["digest"]) == (None, None)
    over = anna.play(table)
    assert hashlib.sha256(bytes.fromhex(over["revealed_seed"])).hexdigest() == commitment
    kept = tmp_path / "record.json"
    kept.write_text(anna.client.get(f"/api/tables/{table}/record").text)
    assert main(["verify", str(kept)]) == 0
    assert over["digest"] in "".join(capsys.readouterr().out.split())


def test_a_promise_is_good_for_one_table(anna: Visitor) -> None:
    body = {"game": "calypso", "seats": ["me", "here"]}
    body |= {"commitment": anna.ask("POST", "/api/commitments", 201)["commitment"]}
    anna.ask("POST", "/api/tables", 201, body)
    assert anna.refused("POST", "/api/tables", 409, body) == "table/commitment"


def test_two_promises_differ(anna: Visitor) -> None:
    made = {anna.ask("POST", "/api/commitments", 201)["commitment"] for _ in range(3)}
    assert len(made) == 3
    assert {len(commitment) for commitment in made} == {64}


def test_another_worker_keeps_the_promise(postgres_url: str) -> None:
    with harbour(postgres_url) as one, harbour(postgres_url) as other, one.visitor() as anna, other.visitor() as ben:
        commitment = anna.ask("POST", "/api/commitments", 201)["commitment"]
        table = ben.open("calypso", commitment=commitment)["table"]
        assert anna.view(table)["commitment"] == commitment


def test_a_flood_of_promises_is_stopped(tmp_path: Path) -> None:
    with harbour(f"sqlite:///{tmp_path / 't.db'}", has_limits=True, address_units=10) as port:
        responses = commitments(port, 12)
        assert responses[:4] == [201] * 4
        assert responses.count(429) >= 4


def commitments(port: Harbour, count: int) -> list[int]:
    with port.visitor() as anna:
        return [anna.client.post("/api/commitments").status_code for _ in range(count)]
