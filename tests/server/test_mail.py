"""People who are away are told by e-mail that it is their turn: at an address they have confirmed, once per turn."""

from __future__ import annotations

import re
import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from cabotage.server.errors import NoticesUnavailable, WrongAddress
from cabotage.server.notices import mailboxes, outbox, sender, turns
from cabotage.server.notices.delivery import Delivery
from cabotage.server.notices.letter import confirmation
from cabotage.server.notices.mail import Mail
from cabotage.server.settings import Settings
from tests.server.fixtures import Visitor, harbour
from tests.server.test_personal_data import everything
from tests.server.test_push import play_on, two_people, until

SERVER = "https://games.example.org"


class Post:
    """What an SMTP server does with mails: keeps them, or refuses them."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.reply = "250 kept"
        self.recipient_reply = "250 known"

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:  # noqa: N802
        if self.recipient_reply.startswith("250"):
            envelope.rcpt_tos.append(address)
        return self.recipient_reply

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        if self.reply.startswith("250"):
            found = message_from_bytes(envelope.content, policy=policy.default)
            assert isinstance(found, EmailMessage)
            self.mails.append(found)
        return self.reply


@contextmanager
def smtp(post: Post, port: int = 0, **wishes: Any) -> Iterator[int]:
    """A real SMTP server; gives its port."""
    controller = Controller(post, hostname="127.0.0.1", port=port or free_port(), **wishes)
    controller.start()
    try:
        yield int(controller.port)
    finally:
        controller.stop()


def free_port() -> int:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


def settings_of(port: int, **wishes: Any) -> dict[str, Any]:
    where = {"smtp_host": "127.0.0.1", "smtp_port": port, "smtp_security": "none"}
    return {**where, "mail_from": "Cabotage <games@example.org>", "public_address": SERVER, **wishes}


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (sender, turns):
        monkeypatch.setattr(module, "TICK_SECONDS", 0.02)
    monkeypatch.setattr(outbox, "FIRST_WAIT_MS", 100)


def plain(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    assert body is not None
    return str(body.get_content()).replace("\r\n", "\n")


def key_in(mail: EmailMessage, name: str) -> str:
    [found] = re.findall(rf"{SERVER}/mail#{name}=(\S+)", plain(mail))
    return str(found)


def confirm(person: Visitor, post: Post, address: str, language: str = "en") -> None:
    """Set an address and use the link in the mail."""
    count = len(post.mails)
    person.client.put(f"/api/me/mail?language={language}", json={"address": address}).raise_for_status()
    until(lambda: len(post.mails) > count)
    answer = person.client.post("/api/mail/confirm", json={"key": key_in(post.mails[-1], "confirm")})
    assert answer.status_code == 204


def watch(person: Visitor, table: str) -> None:
    state = person.ask("PUT", f"/api/tables/{table}/notices", 200, {"way": "mail", "is_on": True})
    assert state["is_mail_on"]


def test_a_person_who_is_away_gets_one_mail_per_turn_and_can_stop_them_by_one_click(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    with (
        smtp(post := Post()) as port,
        harbour(f"sqlite:///{path}", **settings_of(port), notice_seconds=0.1) as running,
        running.visitor() as anna,
        running.visitor() as ben,
        running.visitor() as stranger,
    ):
        table = two_people(anna, ben)
        no_address = {"way": "mail", "is_on": True}
        assert ben.refused("PUT", f"/api/tables/{table}/notices", 409, no_address) == "notices/unavailable"
        confirm(ben, post, "Ben@example.org", "fr")
        first = post.mails.pop()
        assert first["Subject"] == "Confirmez votre adresse e-mail"
        assert first["List-Unsubscribe"] is None
        key = key_in(first, "confirm")
        assert stranger.refused("POST", "/api/mail/confirm", 403, {"key": key}) == "identity/link"  # used
        watch(ben, table)
        play_on(anna, table)
        until(lambda: post.mails)
        time.sleep(0.3)
        [mail] = post.mails
        assert (mail["To"], mail["From"]) == ("Ben@example.org", "Cabotage <games@example.org>")
        assert mail["Subject"] == "À vous de jouer – L’île des contrebandiers"
        assert f"{SERVER}/t/{table}\n" in plain(mail)
        html = mail.get_body(("html",))
        assert html is not None
        assert '<html lang="fr">' in html.get_content()
        assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        stop = re.fullmatch(rf"<{SERVER}(/api/mail/stop\?key=\S+)>", mail["List-Unsubscribe"])
        assert stop
        assert ben.ask("GET", "/api/me/data")["mail_address"] == "Ben@example.org"
        shown = stranger.client.get(stop[1])  # a person, or a program that looks at links: nothing happens
        assert (shown.status_code, shown.headers["location"]) == (303, f"/mail#stop={key_in(mail, 'stop')}")
        assert ben.ask("GET", f"/api/tables/{table}/notices")["is_mail_on"]
        clicked = stranger.client.post(stop[1], data={"List-Unsubscribe": "One-Click"})
        assert clicked.status_code == 204
        state = ben.ask("GET", f"/api/tables/{table}/notices")
        assert (state["is_mail_on"], state["address"]) == (False, None)
        assert "Ben@example.org" not in everything(path)


def test_an_address_that_is_not_confirmed_gets_nothing_else_and_three_mails_a_day_at_most(tmp_path: Path) -> None:
    with (
        smtp(post := Post()) as port,
        harbour(f"sqlite:///{tmp_path / 't.db'}", **settings_of(port), notice_seconds=0.1) as running,
        running.visitor() as anna,
        running.visitor() as ben,
    ):
        table = two_people(anna, ben)
        for _ in range(3):
            assert ben.client.put("/api/me/mail", json={"address": "victim@example.org"}).status_code == 204
        fourth = {"address": "victim@example.org"}
        assert ben.refused("PUT", "/api/me/mail", 429, fourth) == "request/too_many"
        assert ben.refused("PUT", "/api/me/mail", 429, {"address": "another@example.org"}) == "request/too_many"
        assert anna.refused("PUT", "/api/me/mail", 429, {"address": "Victim@Example.org"}) == "request/too_many"
        watch(ben, table)
        play_on(anna, table)
        until(lambda: post.mails)
        time.sleep(0.5)
        assert len(post.mails) <= 3
        assert {mail["Subject"] for mail in post.mails} == {"Confirm your e-mail address"}


def test_a_link_confirms_only_the_address_it_was_sent_to(tmp_path: Path) -> None:
    with (
        smtp(post := Post()) as port,
        harbour(f"sqlite:///{tmp_path / 't.db'}", **settings_of(port)) as running,
        running.visitor() as ben,
    ):
        ben.client.put("/api/me/mail", json={"address": "mine@example.org"})
        until(lambda: post.mails)
        ben.client.put("/api/me/mail", json={"address": "stranger@example.org"})
        old = {"key": key_in(post.mails[0], "confirm")}
        assert ben.refused("POST", "/api/mail/confirm", 403, old) == "identity/link"
        assert ben.client.delete("/api/me/mail").status_code == 204
        assert ben.ask("GET", "/api/me/data")["mail_address"] is None


def test_mails_wait_while_the_smtp_server_is_down_also_over_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database, post, port = f"sqlite:///{tmp_path / 't.db'}", Post(), free_port()
    wishes = {**settings_of(port), "notice_seconds": 0.1}
    with harbour(database, **wishes) as running, running.visitor() as anna, running.visitor() as ben:
        with smtp(post, port):
            table = two_people(anna, ben)
            confirm(ben, post, "ben@example.org")
            watch(ben, table)
        play_on(anna, table)
        metrics = running.app.state.services.metrics
        until(lambda: b'cabotage_notices_total{result="failed",way="mail"}' in metrics.text())
        assert len(post.mails) == 1
    with smtp(post, port), harbour(database, **wishes):
        until(lambda: len(post.mails) == 2)
        time.sleep(0.2)
    assert post.mails[1]["Subject"] == "Your turn – Smugglers' Island"
    assert len(post.mails) == 2


def test_a_mailbox_that_does_not_exist_is_forgotten(tmp_path: Path) -> None:
    with (
        smtp(post := Post()) as port,
        harbour(f"sqlite:///{tmp_path / 't.db'}", **settings_of(port)) as running,
        running.visitor() as ben,
    ):
        post.recipient_reply = "550 no such mailbox"
        ben.client.put("/api/me/mail", json={"address": "nobody@example.org"})
        until(lambda: ben.ask("GET", "/api/me/data")["mail_address"] is None)


def test_a_failing_mail_is_given_up_after_eight_tries() -> None:
    waits = [outbox.FIRST_WAIT_MS * 2**tries / outbox.FIRST_WAIT_MS for tries in range(outbox.MOST_TRIES - 1)]
    assert waits == [1, 2, 4, 8, 16, 32, 64]  # minutes


def certificate(folder: Path) -> tuple[ssl.SSLContext, Path]:
    """Of 127.0.0.1, signed by itself."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    signed = x509.CertificateBuilder(name, name, key.public_key(), 1, now, now + timedelta(days=1))
    names = x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))])
    signed = signed.add_extension(names, critical=False)
    signed = signed.add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
    path = folder / "certificate.pem"
    encoding = serialization.Encoding.PEM
    private = key.private_bytes(encoding, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    path.write_bytes(private + signed.sign(key, hashes.SHA256()).public_bytes(encoding))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(path)
    return context, path


async def test_passwords_are_sent_over_tls_to_the_right_server_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    context, path = certificate(tmp_path)
    shown: list[bytes] = []

    def authenticate(server: Any, session: Any, envelope: Any, mechanism: str, given: Any) -> AuthResult:
        shown.append(given.password)
        return AuthResult(success=given.password == b"right", handled=False)

    (tmp_path / "right").write_text("right\n")
    (tmp_path / "wrong").write_text("wrong\n")
    letter = confirmation("ben@example.org", "en", SERVER, "key")

    async def send(port: int, password: str, **wishes: Any) -> Delivery:
        login = {"smtp_user": "host", "smtp_password_file": str(tmp_path / password), "smtp_security": "starttls"}
        return await Mail(Settings("", **settings_of(port, **login, **wishes))).send(letter)

    wishes: dict[str, Any] = {"tls_context": context, "auth_required": True, "authenticator": authenticate}
    with smtp(post := Post(), **wishes) as port, smtp(Post()) as plain_port:
        assert await send(port, "right") is Delivery.FAILED  # nobody vouches for its certificate
        assert shown == []
        monkeypatch.setenv("SSL_CERT_FILE", str(path))
        assert await send(plain_port, "right") is Delivery.FAILED  # it offers no encryption
        assert await send(port, "wrong") is Delivery.FAILED
        assert await send(port, "right") is Delivery.SENT
    assert shown == [b"wrong", b"wrong", b"right"]  # by each of the two mechanisms that it offers
    assert [mail["To"] for mail in post.mails] == ["ben@example.org"]
    assert await send(port, "right") is Delivery.FAILED  # it is down


@pytest.mark.parametrize(
    "address",
    [
        "ben",
        "@example.org",
        "ben@",
        "ben@localhost",
        "ben@example.org, anna@example.org",
        "ben@example.org\nBcc: anna@example.org",
        "Ben <ben@example.org>",
        '"ben smith"@example.org',
        "-oQ/tmp@example.org",
        ".ben@example.org",
        "b..en@example.org",
        "ben@exa mple.org",
        "ben@[127.0.0.1]",
        "b" * 65 + "@example.org",
        "ben@" + "e" * 250 + ".org",
        "bén@example.org",
    ],
)
def test_what_is_not_one_plain_address_is_refused(address: str) -> None:
    with pytest.raises(WrongAddress):
        mailboxes.check(address)


def test_usual_addresses_are_accepted() -> None:
    usual = ("ben@example.org", "b.e-n+games@mail.example.co.uk", "x@y.io")
    assert [mailboxes.check(address) for address in usual] == [None] * 3  # type: ignore[func-returns-value]


@pytest.mark.parametrize(
    "wrong",
    [
        {"public_address": ""},
        {"public_address": "games.example.org"},
        {"public_address": "https://games.example.org/path"},
        {"mail_from": ""},
        {"smtp_security": "ssl"},
        {"smtp_password_file": "/missing"},
    ],
)
def test_settings_that_cannot_work_are_refused_at_the_start(wrong: dict[str, str]) -> None:
    with pytest.raises(NoticesUnavailable):
        Mail(Settings("", **settings_of(25, **wrong)))


def test_deleting_my_data_deletes_address_devices_and_wishes(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    with (
        smtp(post := Post()) as port,
        harbour(f"sqlite:///{path}", **settings_of(port), notice_seconds=0.1) as running,
        running.visitor() as anna,
        running.visitor() as ben,
    ):
        table = two_people(anna, ben)
        confirm(ben, post, "benedict@example.org")
        watch(ben, table)
        data = ben.ask("GET", "/api/me/data")
        assert (data["mail_address"], data["notices"]) == ("benedict@example.org", [{"table": table, "way": "mail"}])
        assert "benedict@example.org" in everything(path)
        assert ben.client.delete("/api/me").status_code == 204
        assert "benedict@example.org" not in everything(path)
        play_on(anna, table)
        time.sleep(0.4)
        assert len(post.mails) == 1
