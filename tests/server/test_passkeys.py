"""Passkeys: the same person on another device, without an account. Challenges work once, and copies are noticed."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from cabotage.server.people.passkeys import CHALLENGE_MINUTES, MOST
from tests.server.authenticator import Authenticator
from tests.server.fixtures import Harbour, Visitor, harbour
from tests.server.test_personal_data import everything


@contextmanager
def named(port: Harbour) -> Iterator[Visitor]:
    """Visits by a name: passkeys do not belong to addresses."""
    with port.visitor() as visitor:
        visitor.client.headers["host"] = port.address.replace("http://127.0.0.1", "localhost")
        yield visitor


@pytest.fixture
def phone(port: Harbour) -> Authenticator:
    return Authenticator(port.address.replace("127.0.0.1", "localhost"), "localhost")


def with_origin(person: Visitor, phone: Authenticator) -> Visitor:
    person.client.headers["origin"] = phone.origin
    return person


def add(person: Visitor, phone: Authenticator, name: str = "Phone") -> dict[str, Any]:
    options = person.ask("POST", "/api/me/passkeys/options", 201)["options"]
    made = {"credential": phone.make(options), "name": name}
    found: dict[str, Any] = person.ask("POST", "/api/me/passkeys", 201, made)
    return found


def options_to_enter(person: Visitor) -> dict[str, Any]:
    options: dict[str, Any] = person.ask("POST", "/api/passkeys/options", 201)["options"]
    return options


def test_a_passkey_makes_another_device_the_same_person(port: Harbour, phone: Authenticator) -> None:
    with named(port) as anna, named(port) as tablet:
        with_origin(anna, phone).ask("PUT", "/api/me", 200, {"name": "Anna"})
        with_origin(tablet, phone)
        table = anna.open()["table"]
        listed = add(anna, phone)
        assert listed["is_available"]
        assert [(each["name"], each["used_at"]) for each in listed["passkeys"]] == [("Phone", None)]
        assert tablet.ask("GET", "/api/me")["name"] is None
        answer = {"credential": phone.sign(options_to_enter(tablet))}
        assert tablet.ask("POST", "/api/passkeys", 200, answer)["name"] == "Anna"
        assert tablet.view(table)["mine"] == [0, 1]
        [used] = tablet.ask("GET", "/api/me/passkeys")["passkeys"]
        assert used["used_at"] is not None
        renamed = anna.ask("PUT", f"/api/me/passkeys/{used['id']}", 200, {"name": " My\nphone "})
        assert renamed["passkeys"][0]["name"] == "My phone"
        assert anna.ask("GET", "/api/me/data")["passkeys"] == ["My phone"]
        assert anna.ask("DELETE", f"/api/me/passkeys/{used['id']}")["passkeys"] == []
        later = {"credential": phone.sign(options_to_enter(tablet))}
        assert tablet.refused("POST", "/api/passkeys", 403, later) == "passkeys/wrong"
        assert tablet.view(table)["mine"] == [0, 1]  # the device stays hers


def test_a_challenge_works_once_for_its_purpose_and_its_person(port: Harbour, phone: Authenticator) -> None:
    with named(port) as anna, named(port) as ben:
        for person in (anna, ben):
            with_origin(person, phone).ask("PUT", "/api/me", 200, {"name": "A"})
        add(anna, phone)
        options = options_to_enter(ben)
        answer = {"credential": phone.sign(options)}
        ben.ask("POST", "/api/passkeys", 200, answer)
        assert ben.refused("POST", "/api/passkeys", 403, answer) == "passkeys/wrong"
        assert ben.refused("POST", "/api/passkeys", 403, {"credential": phone.sign(options)}) == "passkeys/wrong"
        for_adding = anna.ask("POST", "/api/me/passkeys/options", 201)["options"]
        assert ben.refused("POST", "/api/passkeys", 403, {"credential": phone.sign(for_adding)}) == "passkeys/wrong"
        made_up = {"challenge": "bWFkZSB1cA"}
        assert ben.refused("POST", "/api/passkeys", 403, {"credential": phone.sign(made_up)}) == "passkeys/wrong"


def test_somebody_elses_options_and_a_known_passkey_are_refused(port: Harbour, phone: Authenticator) -> None:
    with named(port) as anna, named(port) as ben:
        for person in (anna, ben):
            with_origin(person, phone).ask("PUT", "/api/me", 200, {"name": "A"})
        add(anna, phone)
        options = anna.ask("POST", "/api/me/passkeys/options", 201)["options"]
        assert [each["type"] for each in options["excludeCredentials"]] == ["public-key"]
        other = Authenticator(phone.origin, phone.name)
        stolen = {"credential": other.make(options), "name": "x"}
        assert ben.refused("POST", "/api/me/passkeys", 403, stolen) == "passkeys/wrong"
        again = ben.ask("POST", "/api/me/passkeys/options", 201)["options"]
        assert ben.refused("POST", "/api/me/passkeys", 403, {"credential": phone.make(again), "name": "x"})
        [passkey] = anna.ask("GET", "/api/me/passkeys")["passkeys"]
        assert ben.refused("DELETE", f"/api/me/passkeys/{passkey['id']}", 404) == "passkeys/unknown"
        assert ben.refused("PUT", f"/api/me/passkeys/{passkey['id']}", 404, {"name": "x"}) == "passkeys/unknown"


def test_a_copied_passkey_another_site_and_an_unverified_person_are_refused(
    port: Harbour, phone: Authenticator
) -> None:
    with named(port) as anna:
        with_origin(anna, phone).ask("PUT", "/api/me", 200, {"name": "A"})
        add(anna, phone)
        anna.ask("POST", "/api/passkeys", 200, {"credential": phone.sign(options_to_enter(anna))})
        phone.count = 0  # a copy, which has not counted with the original
        copied = {"credential": phone.sign(options_to_enter(anna))}
        assert anna.refused("POST", "/api/passkeys", 403, copied) == "passkeys/wrong"
        phone.count = 10
        unverified = {"credential": phone.sign(options_to_enter(anna), flags=0b1)}
        assert anna.refused("POST", "/api/passkeys", 403, unverified) == "passkeys/wrong"
        phone.name = "evil.example"
        elsewhere = {"credential": phone.sign(options_to_enter(anna))}
        assert anna.refused("POST", "/api/passkeys", 403, elsewhere) == "passkeys/wrong"
        phone.name, phone.origin = "localhost", "https://evil.example"
        framed = {"credential": phone.sign(options_to_enter(anna))}
        assert anna.refused("POST", "/api/passkeys", 403, framed) == "passkeys/wrong"
        wrong: list[dict[str, Any]] = [{}, {"response": {}}, {"response": {"clientDataJSON": "x"}}, {"response": 1}]
        for nonsense in wrong:
            assert anna.refused("POST", "/api/passkeys", 403, {"credential": nonsense}) == "passkeys/wrong"


def test_passkeys_need_a_name_and_a_secure_connection(port: Harbour, anna: Visitor) -> None:
    assert anna.refused("POST", "/api/passkeys/options", 409) == "passkeys/unavailable"  # an address
    host = {"host": "game-server"}
    assert anna.refused("POST", "/api/passkeys/options", 409, headers=host) == "passkeys/unavailable"
    secure = {**host, "x-forwarded-proto": "https"}
    options = anna.ask("POST", "/api/passkeys/options", 201, headers=secure)["options"]
    assert (options["rpId"], options["userVerification"]) == ("game-server", "required")


def test_challenges_expire_and_nobody_has_more_than_twenty(tmp_path: Path) -> None:
    late_ms = 0

    def now() -> int:
        return time.time_ns() // 1_000_000 + late_ms

    path = tmp_path / "t.db"
    with harbour(f"sqlite:///{path}", now) as port, named(port) as anna:
        origin = port.address.replace("127.0.0.1", "localhost")
        phone = Authenticator(origin, "localhost")
        with_origin(anna, phone).ask("PUT", "/api/me", 200, {"name": "Annabel"})
        add(anna, phone, "Annabel’s phone")
        options = options_to_enter(anna)
        late_ms = CHALLENGE_MINUTES * 60_000 + 1000
        late = {"credential": phone.sign(options)}
        assert anna.refused("POST", "/api/passkeys", 403, late) == "passkeys/wrong"
        for _ in range(MOST - 1):
            add(anna, Authenticator(origin, "localhost"))
        last = anna.ask("POST", "/api/me/passkeys/options", 201)["options"]
        made = {"credential": Authenticator(origin, "localhost").make(last), "name": "one more"}
        assert anna.refused("POST", "/api/me/passkeys", 409, made) == "passkeys/many"
        assert "Annabel" in everything(path)
        assert anna.client.delete("/api/me").status_code == 204
        assert "Annabel" not in everything(path)
        gone = {"credential": phone.sign(options_to_enter(anna))}
        assert anna.refused("POST", "/api/passkeys", 403, gone) == "passkeys/wrong"
