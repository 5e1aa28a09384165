"""People who are away are told by Web Push that it is their turn: if they asked for it, once, and nothing hidden."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from py_vapid import Vapid02
from sqlalchemy import text

from cabotage.server.errors import NoticesUnavailable, WrongEndpoint
from cabotage.server.notices import endpoint, keys, outbox, sender, turns
from cabotage.server.notices.ways import Ways
from cabotage.server.settings import Settings
from tests.server.fixtures import Harbour, Visitor, harbour
from tests.server.push_service import Browser, PushService, push_service

WAIT_SECONDS = 20.0


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (sender, turns):
        monkeypatch.setattr(module, "TICK_SECONDS", 0.02)
    monkeypatch.setattr(outbox, "FIRST_WAIT_MS", 100)


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as running:
        yield running


@pytest.fixture
def wishes(tmp_path: Path) -> dict[str, Any]:
    path = tmp_path / "push.pem"
    keys.create(path)
    contact = {"push_keys": str(path), "push_contact": "mailto:host@example.org"}
    return {**contact, "push_private": True, "notice_seconds": 0.1}


def until(is_so: Callable[[], object]) -> None:
    end = time.monotonic() + WAIT_SECONDS
    while not is_so():
        assert time.monotonic() < end, "it does not happen"
        time.sleep(0.02)


def two_people(anna: Visitor, ben: Visitor) -> str:
    """A game of smugglers, where Anna has the first turn."""
    opened = anna.open("smugglers", ("me", "friend"))
    ben.ask("POST", f"/api/tables/{opened['table']}/join", 200, {"invitation": opened["invitations"][0]["secret"]})
    return str(opened["table"])


def watch(person: Visitor, table: str, browser: Browser, language: str = "en") -> str:
    """Turn notices on at this browser; returns its id."""
    device = person.ask("PUT", f"/api/me/push?language={language}", 200, browser.subscription)["device"]
    wish = {"way": "push", "is_on": True, "device": device}
    assert person.ask("PUT", f"/api/tables/{table}/notices", 200, wish)["is_push_on"]
    return str(device)


@contextmanager
def sailing(database: str, **wishes: Any) -> Iterator[tuple[Harbour, Visitor, Visitor]]:
    with harbour(database, **wishes) as port, port.visitor() as anna, port.visitor() as ben:
        yield port, anna, ben


def play_on(anna: Visitor, table: str) -> None:
    """Until it is Ben's turn."""
    view = anna.view(table)
    while view["to_act"] in view["mine"]:
        view = anna.choose(table, view)


def test_a_person_who_is_away_is_told_once_in_their_language_and_nothing_else(
    tmp_path: Path, service: PushService, wishes: dict[str, Any]
) -> None:
    with sailing(f"sqlite:///{tmp_path / 't.db'}", **wishes) as (_, anna, ben):
        table = two_people(anna, ben)
        phone, laptop, other = (Browser(service, name) for name in ("phone", "laptop", "other"))
        watch(ben, table, phone, "fr")
        watch(ben, table, laptop)
        ben.ask("PUT", "/api/me/push", 200, other.subscription)  # a device for which nothing was asked
        play_on(anna, table)
        until(lambda: phone.received and laptop.received)
        time.sleep(0.3)
        told = {"path": f"/t/{table}"}
        assert phone.received == [{"title": "À vous de jouer – L’île des contrebandiers", "language": "fr", **told}]
        assert laptop.received == [{"title": "Your turn – Smugglers' Island", "language": "en", **told}]
        assert other.received == []
        _, headers, _ = service.requests[0]
        assert (headers["content-encoding"], headers["topic"], headers["ttl"]) == ("aes128gcm", table, "86400")
        signed = Vapid02.from_file(wishes["push_keys"])
        assert headers["authorization"].startswith("vapid t=")
        assert keys.public(signed) in headers["authorization"]
        assert Vapid02.verify(auth=headers["authorization"])


def test_a_person_who_is_there_is_not_told_but_is_when_they_leave(
    tmp_path: Path, service: PushService, wishes: dict[str, Any]
) -> None:
    with sailing(f"sqlite:///{tmp_path / 't.db'}", **wishes) as (_, anna, ben):
        table = two_people(anna, ben)
        phone = Browser(service, "phone")
        watch(ben, table, phone)
        with ben.live(table) as wire:
            wire.hear("view")
            play_on(anna, table)
            time.sleep(0.5)
            assert phone.received == []
        until(lambda: phone.received)


def test_nobody_is_told_who_has_turned_it_off_or_moved_on(
    tmp_path: Path, service: PushService, wishes: dict[str, Any]
) -> None:
    with sailing(f"sqlite:///{tmp_path / 't.db'}", **{**wishes, "notice_seconds": 0.4}) as (_, anna, ben):
        table = two_people(anna, ben)
        phone = Browser(service, "phone")
        device = watch(ben, table, phone)
        play_on(anna, table)
        view = ben.view(table)
        while view["to_act"] in view["mine"]:  # before the notice is due
            view = ben.choose(table, view)
        off = {"way": "push", "is_on": False, "device": device}
        assert not ben.ask("PUT", f"/api/tables/{table}/notices", 200, off)["is_push_on"]
        play_on(anna, table)
        time.sleep(1.0)
        assert service.requests == []


def test_a_device_that_is_gone_is_forgotten_and_one_that_fails_is_tried_again(
    tmp_path: Path, service: PushService, wishes: dict[str, Any]
) -> None:
    with sailing(f"sqlite:///{tmp_path / 't.db'}", **wishes) as (_, anna, ben):
        table = two_people(anna, ben)
        lost, full, moved = (Browser(service, name) for name in ("lost", "full", "moved"))
        device = watch(ben, table, lost)
        watch(ben, table, full)
        watch(ben, table, moved)
        service.statuses |= {"lost": 410, "full": 503, "moved": 307}  # a redirection is not followed
        play_on(anna, table)
        until(lambda: len(service.requests) >= 4)
        service.statuses["full"] = 201
        state = ben.ask("GET", f"/api/tables/{table}/notices?device={device}")
        assert not state["is_push_on"]
        assert ben.refused(
            "PUT", f"/api/tables/{table}/notices", 404, {"way": "push", "is_on": True, "device": device}
        ) == ("notices/device")
        assert len(lost.received) == 1
        assert ben.ask("GET", "/api/me/data")["push_devices"] == [
            full.subscription["endpoint"],
            moved.subscription["endpoint"],
        ]


def test_a_browser_that_another_person_uses_now_is_not_told(
    tmp_path: Path, service: PushService, wishes: dict[str, Any]
) -> None:
    with sailing(f"sqlite:///{tmp_path / 't.db'}", **wishes) as (_, anna, ben):
        table = two_people(anna, ben)
        phone = Browser(service, "phone")
        watch(ben, table, phone)
        device = anna.ask("PUT", "/api/me/push", 200, phone.subscription)["device"]
        play_on(anna, table)
        time.sleep(0.5)
        assert service.requests == []
        assert ben.ask("GET", "/api/me/data")["push_devices"] == []
        assert not ben.ask("GET", f"/api/tables/{table}/notices?device={device}")["is_push_on"]


def test_a_push_service_that_does_not_answer_holds_up_nobody(
    tmp_path: Path, service: PushService, wishes: dict[str, Any]
) -> None:
    with sailing(f"sqlite:///{tmp_path / 't.db'}", **wishes) as (_, anna, ben):
        service.is_answering.clear()
        table = two_people(anna, ben)
        watch(ben, table, Browser(service, "phone"))
        play_on(anna, table)
        until(lambda: service.requests)
        view = ben.view(table)
        while view["to_act"] in view["mine"]:
            view = ben.choose(table, view)
        stopped = time.monotonic()
    assert time.monotonic() - stopped < 5.0  # the server stops all the same
    assert len(service.requests) == 1


def test_only_so_many_tables_wait_to_be_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "MOST_WAITING", 3)
    waiting = turns.Turns(None, None, None, 60.0)  # type: ignore[arg-type]
    for number in (1, 2, 1, 3, 4):
        waiting._note(f"table {number}", 60.0)
    assert list(waiting._waiting) == ["table 1", "table 3", "table 4"]


def test_a_restarted_server_sends_what_was_left_and_what_it_has_missed(
    tmp_path: Path, service: PushService, wishes: dict[str, Any]
) -> None:
    database = f"sqlite:///{tmp_path / 't.db'}"
    with ExitStack() as stack:
        with sailing(database, **{**wishes, "notice_seconds": 60.0}) as (_, anna, ben):
            table = two_people(anna, ben)
            phone = Browser(service, "phone")
            watch(ben, table, phone)
            play_on(anna, table)
        assert service.requests == []
        stack.enter_context(harbour(database, **wishes))
        until(lambda: phone.received)
        time.sleep(0.2)
        assert len(phone.received) == 1


def test_of_several_servers_one_tells(postgres_url: str, service: PushService, wishes: dict[str, Any]) -> None:
    with sailing(postgres_url, **wishes) as (_, anna, ben), harbour(postgres_url, **wishes) as second:
        table = two_people(anna, ben)
        phone = Browser(service, "phone")
        watch(ben, table, phone)
        other = second.app.state.services
        with ben.live(table) as wire:  # through the first server; the second looks and must not tell
            wire.hear("view")
            play_on(anna, table)
            for _ in range(10):
                other.notices.look_at_all()
                time.sleep(0.05)
            assert phone.received == []
        for _ in range(10):
            other.notices.look_at_all()
            time.sleep(0.05)
        until(lambda: phone.received)
        time.sleep(0.3)
        assert len(phone.received) == 1


async def test_what_a_dead_server_was_sending_is_not_sent_again(tmp_path: Path) -> None:
    with harbour(f"sqlite:///{tmp_path / 't.db'}") as port:
        database = port.app.state.services.tables.log.database
        box = outbox.Outbox(database, "now", lambda: 1000)

        async def count() -> int:
            query = text("SELECT count(*) FROM outbox")
            return int(await database.read(lambda connection: connection.execute(query).scalar_one()))

        await box.add("turn", "ben", "phone")
        [taken] = await outbox.Outbox(database, "dead", lambda: 1000).take()
        assert (taken.identity, await box.take(), await count()) == ("ben", [], 1)
        await box.forget_unknown()
        assert await count() == 0


@pytest.mark.parametrize(
    "address",
    [
        "http://push.example.org/1",
        "https://127.0.0.1/1",
        "https://[::1]/1",
        "https://localhost/1",
        "https://push.example.org:8765/1",
        "https://user@push.example.org/1",
        "https://2130706433/1",
        "https://0x7f.1/1",
        "https://a.0x7f000001/",
        "https://10.0.0.1./",
        "https://[fe80::1%25eth0]/",
        "ftp://push.example.org/",
        "https:///1",
        "https://[",
        "push",
    ],
)
def test_an_endpoint_that_is_not_a_public_push_service_is_refused(address: str) -> None:
    with pytest.raises(WrongEndpoint):
        endpoint.check(address, is_private_allowed=False)


def test_public_push_services_are_accepted() -> None:
    known = (
        "https://fcm.googleapis.com/fcm/send/abc:def",
        "https://updates.push.services.mozilla.com/wpush/v2/abc",
        "https://web.push.apple.com/abc",
        "https://wns2-par02p.notify.windows.com/w/?token=abc%3d",
    )
    assert [endpoint.check(each, False) for each in known] == [None] * 4  # type: ignore[func-returns-value]


@pytest.mark.parametrize(
    ("address", "is_public"),
    [
        ("1.1.1.1", True),
        ("2606:4700::1111", True),
        ("10.0.0.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("224.0.0.1", False),
        ("::ffff:127.0.0.1", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("0.0.0.0", False),
    ],
)
def test_only_addresses_of_the_internet_are_public(address: str, is_public: bool) -> None:
    assert endpoint.is_public(address) is is_public


async def test_a_name_that_points_into_our_network_is_not_connected_to(
    service: PushService, wishes: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    push = Ways.of(Settings("", **{**wishes, "push_private": False})).push
    assert push is not None
    resolver = endpoint.resolver()
    with pytest.raises(OSError, match="localhost has no public address"):
        await resolver.resolve("localhost", 443)
    await asyncio.gather(resolver.close(), push.close())


def test_keys_are_private_and_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "push.pem"
    keys.create(path)
    assert path.stat().st_mode & 0o777 == 0o600
    with pytest.raises(FileExistsError):
        keys.create(path)


def test_settings_that_cannot_work_are_refused_at_the_start(tmp_path: Path, wishes: dict[str, Any]) -> None:
    nonsense = tmp_path / "nonsense.pem"
    nonsense.write_text("nonsense")
    for wrong in (
        {"push_contact": "host@example.org"},
        {"push_keys": str(nonsense)},
        {"push_keys": str(tmp_path / "missing.pem")},
    ):
        with pytest.raises(NoticesUnavailable):
            Ways.of(Settings("", **{**wishes, **wrong}))


def test_without_keys_push_is_not_offered(anna: Visitor) -> None:
    table = anna.open()["table"]
    state = anna.ask("GET", f"/api/tables/{table}/notices")
    assert state == {
        "push_key": None,
        "is_push_on": False,
        "can_mail": False,
        "address": None,
        "is_address_confirmed": False,
        "is_mail_on": False,
    }
    subscription = {"endpoint": "https://push.example.org/1", "keys": {"p256dh": "A" * 87, "auth": "A" * 22}}
    assert anna.refused("PUT", "/api/me/push", 409, subscription) == "notices/unavailable"


def test_a_browser_with_a_new_endpoint_is_told_of_the_same_tables(
    tmp_path: Path, service: PushService, wishes: dict[str, Any]
) -> None:
    with sailing(f"sqlite:///{tmp_path / 't.db'}", **wishes) as (_, anna, ben):
        table = two_people(anna, ben)
        old, new, other = (Browser(service, name) for name in ("old", "new", "other"))
        watch(ben, table, old)
        watch(anna, table, other)
        replaces = {"replaces": old.subscription["endpoint"]}
        anna.ask("PUT", "/api/me/push", 200, {**other.subscription, **replaces})  # of somebody else: nothing happens
        ben.ask("PUT", "/api/me/push", 200, {**new.subscription, **replaces})
        play_on(anna, table)
        until(lambda: new.received)
        assert old.received == []
        assert ben.ask("GET", "/api/me/data")["push_devices"] == [new.subscription["endpoint"]]


def test_only_people_at_the_table_are_told_of_it(tmp_path: Path, service: PushService, wishes: dict[str, Any]) -> None:
    with sailing(f"sqlite:///{tmp_path / 't.db'}", **wishes) as (_, anna, ben):
        table = anna.open()["table"]
        phone = Browser(service, "phone")
        device = ben.ask("PUT", "/api/me/push", 200, phone.subscription)["device"]
        wish = {"way": "push", "is_on": True, "device": device}
        assert ben.refused("PUT", f"/api/tables/{table}/notices", 403, wish) == "seat/not_yours"
        assert anna.refused("PUT", f"/api/tables/{table}/notices", 404, wish) == "notices/device"
        assert anna.refused("PUT", "/api/me/push", 422, {**phone.subscription, "keys": {"p256dh": "x"}})
