"""The same person on another device, by a link that works once."""

from __future__ import annotations

from tests.server.fixtures import Harbour, Visitor

MINUTE_MS = 60_000


def link(visitor: Visitor) -> str:
    path: str = visitor.ask("POST", "/api/me/links", 201)["path"]
    assert path.startswith("/device#link=")
    return path.removeprefix("/device#link=")


def test_another_device_is_the_same_person(anna: Visitor, ben: Visitor) -> None:
    anna.ask("PUT", "/api/me", 200, {"name": "Anna"})
    table = anna.open("calypso", ("me", "here"))["table"]
    assert ben.ask("POST", "/api/me/devices", 200, {"link": link(anna)}) == {"name": "Anna", "language": None}
    assert ben.client.cookies["cabotage"] != anna.client.cookies["cabotage"]
    assert ben.view(table)["mine"] == [0, 1]
    assert anna.view(table)["mine"] == [0, 1]


def test_a_link_works_once(anna: Visitor, ben: Visitor) -> None:
    secret = link(anna)
    ben.ask("POST", "/api/me/devices", 200, {"link": secret})
    assert ben.refused("POST", "/api/me/devices", 403, {"link": secret}) == "identity/link"


def test_a_new_link_makes_the_old_one_void(anna: Visitor, ben: Visitor) -> None:
    old, _ = link(anna), link(anna)
    assert ben.refused("POST", "/api/me/devices", 403, {"link": old}) == "identity/link"
    assert not ben.client.cookies


def test_a_link_expires_after_ten_minutes(port: Harbour, anna: Visitor, ben: Visitor) -> None:
    devices = port.app.state.services.devices
    now = devices._now
    secret = link(anna)
    try:
        devices._now = lambda: now() + 10 * MINUTE_MS + 1000
        assert ben.refused("POST", "/api/me/devices", 403, {"link": secret}) == "identity/link"
    finally:
        devices._now = now


def test_deleting_a_person_signs_out_all_devices(anna: Visitor, ben: Visitor) -> None:
    anna.ask("PUT", "/api/me", 200, {"name": "Anna"})
    ben.ask("POST", "/api/me/devices", 200, {"link": link(anna)})
    assert anna.client.delete("/api/me").status_code == 204
    assert ben.ask("GET", "/api/me") == {"name": None, "language": None}
