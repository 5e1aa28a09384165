"""A server on this machine is opened to the local network by the person at this machine, and by nobody else."""

from __future__ import annotations

import asyncio
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from starlette.requests import Request

from cabotage.server import local_network
from cabotage.server.errors import NetworkUnavailable, NotAtThisMachine
from cabotage.server.local_network import LocalNetwork, check_here
from cabotage.server.serve import listen
from cabotage.server.settings import Settings

# On Linux, all of 127.0.0.0/8 is this machine: one address is as good as a network.
RUN = """
import sys
from cabotage.cli import main
from cabotage.server import local_network
if __name__ == "__main__":
    local_network.outward = lambda family: ["127.0.0.2"]
    sys.exit(main())
"""
CLOSED, OFFERED = {"can_open": False, "address": None}, {"can_open": True, "address": None}


def start(tmp_path: Path, *wishes: str) -> tuple[subprocess.Popen[str], str]:
    settings = ["--no-open", "--no-warm", "--port", "0", "--database", f"sqlite:///{tmp_path / 't.db'}", *wishes]
    process = subprocess.Popen([sys.executable, "-c", RUN, "serve", *settings], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    found = re.search(r"http://\S+:\d+", process.stdout.readline())
    assert found
    return process, found[0]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    process, address = start(tmp_path)
    yield address
    process.terminate()
    process.communicate(timeout=20)


def pretend(monkeypatch: pytest.MonkeyPatch, *hosts: str) -> None:
    """That this machine has these addresses in its network."""
    monkeypatch.setattr(local_network, "outward", lambda family: list(hosts) if family == socket.AF_INET else [])


def test_one_request_opens_it_and_the_new_address_answers(server: str) -> None:
    there = server.replace("127.0.0.1", "127.0.0.2")
    with httpx.Client(trust_env=False, timeout=30) as client:
        with pytest.raises(httpx.ConnectError):
            client.get(f"{there}/healthz")
        assert client.get(f"{server}/api/local-network").json() == OFFERED
        opened = {"can_open": False, "address": f"{there}/"}
        assert client.post(f"{server}/api/local-network").json() == opened
        assert client.post(f"{server}/api/local-network").json() == opened
        assert client.get(f"{there}/healthz").json()["status"] == "ok"
        assert client.get(f"{there}/api/games").status_code == 200


def test_pages_of_other_sites_and_callers_behind_a_proxy_are_refused(server: str) -> None:
    with httpx.Client(trust_env=False, timeout=30, base_url=server) as client:
        for headers, code in (
            ({"Origin": "http://evil.example"}, "request/origin"),
            ({"X-Forwarded-For": "203.0.113.9"}, "network/not_here"),
            ({"X-Forwarded-For": "127.0.0.1"}, "network/not_here"),
            ({"Via": "1.1 proxy"}, "network/not_here"),
            ({"Host": "192.168.1.7"}, "network/not_here"),
            ({"Host": "rebound"}, "network/not_here"),
        ):
            refused = client.post("/api/local-network", headers=headers)
            assert (refused.status_code, refused.json()["error"]["code"]) == (403, code)
        assert client.get("/api/local-network", headers={"Via": "1.1 proxy"}).json() == CLOSED
        assert client.get("/api/local-network").json() == OFFERED


def test_a_host_can_forbid_it(tmp_path: Path) -> None:
    process, address = start(tmp_path, "--no-lan")
    try:
        assert httpx.get(f"{address}/api/local-network", trust_env=False).json() == CLOSED
        refused = httpx.post(f"{address}/api/local-network", trust_env=False)
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "network/unavailable")
    finally:
        process.terminate()
        process.communicate(timeout=20)


def test_only_a_private_server_in_a_private_network_can_be_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    def offer(host: str = "127.0.0.1", found: str | None = "192.168.1.7", **wishes: object) -> bool:
        pretend(monkeypatch, *filter(None, [found]))
        with listen(host, 0) as listening:
            return LocalNetwork(Settings("", **wishes), listening, _nothing).can_open()  # type: ignore[arg-type]

    assert offer()
    assert not offer(host="0.0.0.0")
    assert not offer(found="8.8.8.8")  # anyone could connect
    assert not offer(found=None)
    assert not offer(host_names=("games.example.org",))
    assert not offer(origins=("https://games.example.org",))
    assert not offer(can_open_network=False)


def test_an_address_that_has_gone_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(monkeypatch, "192.168.255.254")
    with listen("127.0.0.1", 0) as listening:
        network = LocalNetwork(Settings(""), listening, _nothing)
        with pytest.raises(NetworkUnavailable):
            asyncio.run(network.open())


@pytest.mark.parametrize(
    ("client", "host", "is_here"),
    [
        ("127.0.0.1", "127.0.0.1:8765", True),
        ("127.0.0.1", "localhost:8765", True),
        ("::1", "[::1]:8765", True),
        ("192.168.1.9", "127.0.0.1:8765", False),
        ("192.168.1.7", "192.168.1.7:8765", False),
        ("127.0.0.1", "localhost.evil.example", False),
    ],
)
def test_here_is_a_loopback_address_under_a_loopback_name(client: str, host: str, is_here: bool) -> None:
    request = Request({"type": "http", "client": (client, 1), "headers": [(b"host", host.encode())]})
    if is_here:
        check_here(request)
    else:
        with pytest.raises(NotAtThisMachine):
            check_here(request)


async def _nothing(listening: socket.socket) -> None:
    listening.close()
