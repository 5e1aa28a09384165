"""Ten seconds without a network, before and behind the server: moves resume, and none is made twice."""

from __future__ import annotations

import time
from urllib.parse import urlsplit

import pytest

from tests import postgres
from tests.faults.server import Killable
from tests.soak.conftest import Report
from tests.soak.crowd import Crowd
from tests.soak.proxy import Proxy
from tests.soak.scale import scaled
from tests.soak.socket_player import SocketPlayer
from tests.soak.test_postgres import own_server

LOSSES = 10
LOSS_SECONDS = 10.0
PLAYERS = 4
MOVES = 50  # between two losses

pytestmark = pytest.mark.soak


def play_and_cut(crowds: list[Crowd], proxy: Proxy, losses: int) -> float:
    """The longest time until everybody moved again, in seconds."""
    longest = 0.0
    for _ in range(losses):
        for crowd in crowds:
            crowd.await_moves(MOVES)
        proxy.cut(LOSS_SECONDS)
        began = time.monotonic()
        for crowd in crowds:
            crowd.await_moves(1)
        longest = max(longest, time.monotonic() - began)
    return longest


def test_no_network_between_server_and_postgresql(report: Report) -> None:
    losses = scaled(LOSSES)
    with own_server() as database, postgres.database(database.address, "soak") as url:
        with Proxy(str(database.folder / ".s.PGSQL.5432")).running() as proxy:
            server = Killable(f"postgresql://cabotage@127.0.0.1:{proxy.port}/soak")
            try:
                crowd = Crowd(server.address, PLAYERS)
                with crowd.playing():
                    longest = play_and_cut([crowd], proxy, losses)
            finally:
                server.kill()
        figures = crowd.audit(url)
    assert figures["moves"] >= losses * MOVES
    report(losses=losses, **figures, refusals=crowd.refusals("database/lost"), longest_seconds=round(longest, 1))


def test_no_network_between_clients_and_server(sqlite_url: str, report: Report) -> None:
    losses = scaled(LOSSES)
    server = Killable(sqlite_url)
    try:
        with Proxy(urlsplit(server.address).port or 0).running() as proxy:
            address = f"http://127.0.0.1:{proxy.port}"
            crowds = [Crowd(address, PLAYERS), Crowd(address, PLAYERS, kind=SocketPlayer)]
            with crowds[0].playing(), crowds[1].playing():
                longest = play_and_cut(crowds, proxy, losses)
    finally:
        server.kill()
    figures = [crowd.audit(sqlite_url) for crowd in crowds]
    assert crowds[1].lost_connections >= losses
    report(losses=losses, **figures[0], moves_over_sockets=figures[1]["moves"], longest_seconds=round(longest, 1))
