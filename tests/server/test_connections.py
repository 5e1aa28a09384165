"""Connections that wait give way, slow ones are closed, and names that are not ours are rejected."""

from __future__ import annotations

import contextlib
import json
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from cabotage.server.connections import is_trusted
from cabotage.server.middleware.host import name_of
from cabotage.server.serve import most_files
from tests.server.fixtures import Harbour, Visitor, harbour

HALF = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
WHOLE = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"


@contextlib.contextmanager
def lines(port: Harbour, count: int, first: bytes = b"") -> Iterator[list[socket.socket]]:
    """So many plain connections, each of which has sent this."""
    parts = urlsplit(port.address)
    with contextlib.ExitStack() as stack:
        opened = []
        for _ in range(count):
            line = stack.enter_context(socket.create_connection((parts.hostname or "", parts.port or 0), 30))
            line.sendall(first)
            opened.append(line)
        yield opened


def is_closed(line: socket.socket, seconds: float) -> bool:
    line.settimeout(seconds)
    try:
        return line.recv(65536) == b""
    except TimeoutError:
        return False
    except OSError:
        return True


@pytest.fixture
def busy(tmp_path: Path) -> Any:
    """A server without a trusted proxy, so that addresses count."""

    @contextlib.contextmanager
    def start(**wishes: Any) -> Iterator[Harbour]:
        with harbour(f"sqlite:///{tmp_path / 't.db'}", proxies="", has_limits=True, **wishes) as port:
            yield port

    return start


@pytest.mark.parametrize("first", [b"", b"GET", HALF, b"\r\n", WHOLE + HALF])
def test_a_request_that_is_never_completed_is_closed(busy: Any, first: bytes) -> None:
    with busy(header_seconds=0.5) as port, lines(port, 1, first) as [line]:
        until = time.monotonic() + 60
        line.settimeout(0.1)
        with contextlib.suppress(OSError):
            while time.monotonic() < until:
                with contextlib.suppress(TimeoutError):
                    if line.recv(65536) == b"":
                        break
                line.sendall(b"\r\n" if first == b"\r\n" else b"a")  # slowly, without an end
        assert time.monotonic() < until


def test_a_body_that_is_never_completed_is_closed(busy: Any) -> None:
    head = b"PUT /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"
    with busy(body_seconds=0.5) as port, lines(port, 1, head) as [line]:
        assert is_closed(line, 60)


def test_an_idle_connection_is_closed(busy: Any) -> None:
    with busy(idle_seconds=1, header_seconds=60) as port, lines(port, 1, WHOLE) as [line]:
        assert line.recv(65536).startswith(b"HTTP/1.1 200 ")
        assert is_closed(line, 60)


GAMES = b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n"


def test_a_client_that_does_not_read_is_closed(busy: Any) -> None:
    with busy(body_seconds=0.5, person_units=1e9, address_units=1e9) as port, lines(port, 1) as [line]:
        connections = port.app.state.connections
        until = time.monotonic() + 60
        with contextlib.suppress(OSError):
            while connections.open:
                line.sendall(GAMES)
                time.sleep(0.005)
                assert time.monotonic() < until


def test_many_requests_in_one_packet_are_rejected_before_they_are_parsed(busy: Any) -> None:
    with busy(address_units=1e9) as port, lines(port, 1) as [line]:
        line.sendall(GAMES * 1000)
        line.settimeout(20)
        heard = b""
        with contextlib.suppress(ConnectionError):
            while more := line.recv(65536):
                heard += more
        assert b"HTTP/1.1 400 " in heard
        assert heard.count(b"HTTP/1.1 200 ") <= 5


@pytest.mark.parametrize("first", [b"", HALF, WHOLE])
def test_idle_and_half_open_connections_do_not_keep_newcomers_out(busy: Any, first: bytes) -> None:
    wishes = {"connections": 40, "connections_per_address": 30, "header_seconds": 60, "idle_seconds": 60}
    with busy(**wishes) as port, lines(port, 60, first):
        time.sleep(0.3)
        assert port.app.state.connections.open <= 30
        for _ in range(5):
            assert httpx.get(f"{port.address}/healthz", trust_env=False).status_code == 200


def test_everything_is_forgotten_afterwards(busy: Any) -> None:
    with busy() as port, port.visitor() as anna:
        table = anna.open("smugglers")["table"]
        connections = port.app.state.connections
        with anna.live(table) as wire, lines(port, 10, HALF), lines(port, 10, WHOLE):
            wire.hear()
            until = time.monotonic() + 60
            while (connections.open, connections.waiting) != (22, 21):
                assert time.monotonic() < until, (connections.open, connections.waiting)
                time.sleep(0.02)
            figures = anna.client.get("/metrics").text
            assert "cabotage_connections 22.0" in figures
            assert "cabotage_connections_waiting 20.0" in figures
        anna.client.close()
        until = time.monotonic() + 60
        while connections.open:
            assert time.monotonic() < until
            time.sleep(0.02)
        assert not any((connections._of_network, connections._waiting_of_network, connections._sockets))


def test_sockets_of_one_address_are_limited_and_the_refusal_is_clear(busy: Any) -> None:
    with busy(connections_per_address=5) as port, port.visitor() as anna, contextlib.ExitStack() as stack:
        table = anna.open("smugglers")["table"]
        anna.client.close()
        for _ in range(5):
            stack.enter_context(anna.live(table)).hear()
        host, _, number = port.address.removeprefix("http://").partition(":")
        with socket.create_connection((host, int(number)), timeout=10) as one_more:
            head, _, body = one_more.makefile("rb").read().partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 503 ")
        assert json.loads(body)["error"]["code"] == "server/busy"
        assert port.app.state.connections.refused == 1


def test_spectators_give_way_to_players_when_the_server_is_full(tmp_path: Path) -> None:
    """The oldest of the address with the most of them; neither players nor the few spectators of another address."""
    url = f"sqlite:///{tmp_path / 't.db'}"
    with harbour(url, connections=8) as port, port.visitor() as anna, contextlib.ExitStack() as stack:
        table = anna.open("smugglers")["table"]
        player = stack.enter_context(anna.live(table, **{"X-Forwarded-For": "203.0.113.1"}))
        player.hear()
        anna.client.close()
        nobody = Visitor(port.address, httpx.Client())
        guest = stack.enter_context(nobody.live(table, **{"X-Forwarded-For": "203.0.113.2"}))
        guest.hear()
        crowd = [stack.enter_context(nobody.live(table, **{"X-Forwarded-For": "203.0.113.3"})) for _ in range(6)]
        for wire in crowd:
            wire.hear()
        assert port.app.state.connections.open == 8
        with port.visitor(), anna.live(table) as again:
            assert again.hear()["mine"] == [0, 1]
            with pytest.raises(ConnectionClosed) as closed:
                crowd[0].raw()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1013
            for wire in (player, guest, *crowd[1:]):
                wire.say(type="ping")
                assert wire.hear("pong")


def test_sockets_through_a_proxy_count_by_the_clients_address(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 't.db'}"
    wishes: dict[str, Any] = {"has_limits": True, "connections_per_address": 3}
    with harbour(url, **wishes) as port, port.visitor() as anna, contextlib.ExitStack() as stack:
        table = anna.open("smugglers")["table"]
        here: dict[str, str] = {"X-Forwarded-For": "203.0.113.7"}
        for _ in range(3):
            stack.enter_context(anna.live(table, **here)).hear()
        with pytest.raises(InvalidStatus) as refused:
            stack.enter_context(anna.live(table, **here))
        assert refused.value.response.status_code == 429
        assert json.loads(refused.value.response.body)["error"] == {
            "code": "request/too_many",
            "sentence": "too many open connections from your address: at most 3",
        }
        elsewhere: dict[str, str] = {"X-Forwarded-For": "203.0.113.8"}
        stack.enter_context(anna.live(table, **elsewhere)).hear()


@pytest.mark.parametrize(
    ("host", "proxies", "is_one"),
    [
        ("127.0.0.1", "127.0.0.1,::1", True),
        ("::1", "127.0.0.1, ::1", True),
        ("10.1.2.3", "10.0.0.0/8", True),
        ("10.1.2.3", "*", True),
        ("10.1.2.3", "127.0.0.1", False),
        ("10.1.2.3", "", False),
        ("", "127.0.0.1", False),
        ("10.1.2.3", "proxy.local", False),
    ],
)
def test_proxies_are_addresses_and_networks(host: str, proxies: str, is_one: bool) -> None:
    assert is_trusted(host, proxies) is is_one


def test_a_server_may_open_as_many_files_as_the_system_allows() -> None:
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 512), hard))
        assert most_files() == hard
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (hard, hard)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8765", "127.0.0.1.evil.example", "localhost.evil.example"]
)
def test_a_name_that_is_not_the_servers_is_rejected(anna: Visitor, host: str) -> None:
    answer = anna.client.get("/api/games", headers={"host": host})
    assert (answer.status_code, answer.json()["error"]["code"]) == (421, "request/host")
    name = host.partition(":")[0]
    assert answer.json()["error"]["sentence"] == (
        f"this server is not known as {name}; open it by its own address, or start it with --host-name {name}"
    )
    assert anna.client.get("/", headers={"host": host}).status_code == 421
    table = anna.open("smugglers")["table"]
    with pytest.raises(InvalidStatus) as refused, anna.live(table, Host=host):
        pass
    assert refused.value.response.status_code == 421


@pytest.mark.parametrize(
    "host", ["localhost", "localhost:1", "127.0.0.1", "[::1]:8765", "192.168.1.20", "games", "games:8765", ""]
)
def test_addresses_and_local_names_are_accepted(anna: Visitor, host: str) -> None:
    assert anna.client.get("/api/games", headers={"host": host}).status_code == 200


def test_names_of_the_settings_are_accepted(tmp_path: Path) -> None:
    wishes: dict[str, Any] = {"host_names": ("games.example.org",), "origins": ("https://club.example:8443",)}
    with harbour(f"sqlite:///{tmp_path / 't.db'}", **wishes) as port, port.visitor() as anna:
        for host, status in (("games.example.org", 200), ("GAMES.example.org.:80", 200), ("club.example", 200)):
            assert anna.client.get("/api/games", headers={"host": host}).status_code == status
        assert anna.client.get("/api/games", headers={"host": "example.org"}).status_code == 421
    with harbour(f"sqlite:///{tmp_path / 't.db'}", host_names=("*",)) as port, port.visitor() as anna:
        assert anna.client.get("/api/games", headers={"host": "anything.example"}).status_code == 200


@pytest.mark.parametrize(
    ("host", "name"),
    [("A.b:80", "a.b"), ("[::1]:80", "::1"), ("[::1]", "::1"), ("", ""), ("[", ""), ("a.b.", "a.b"), (":", "")],
)
def test_the_name_of_a_host_header(host: str, name: str) -> None:
    assert name_of(host) == name
