"""One client cannot stall the others: the median of an innocent player's moves at most doubles."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import httpx
import pytest

from tests.server.attack import (
    AT_ONE_OF_TWO_WORKERS,
    BEHIND_THE_SAME_ROUTER,
    Attack,
    assert_unharmed,
    attacking,
    finished_table,
    flood,
    flood_sockets,
    hold,
    many_fields,
    opened_table,
    server,
    token,
)
from tests.server.supervisor import supervised

pytestmark = pytest.mark.quiet

HALF = b"GET /api/games HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
PIPELINED = b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n" * 5_000


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with server(tmp_path_factory.mktemp("attacks")) as found:
        yield found


def test_requests_of_one_person(address: str) -> None:
    assert_unharmed(address, partial(flood, path="/api/games", headers=(token(address),)))


def test_requests_without_an_identity(address: str) -> None:
    assert_unharmed(address, partial(flood, path="/api/tables"))


def test_records_with_many_fields(address: str) -> None:
    body = many_fields(180_000)
    assert 1_900_000 < len(body) < 2_097_152
    assert_unharmed(address, partial(flood, path="/api/records", method="POST", body=body, headers=(token(address),)))


def test_records_with_as_many_fields_as_are_allowed(address: str) -> None:
    body = many_fields(29_000)
    assert_unharmed(address, partial(flood, path="/api/records", method="POST", body=body, headers=(token(address),)))


@pytest.mark.parametrize("what", ["?at={at}&since=-1", "/moments?language=fr", "/record"])
def test_looking_back_at_a_long_game(address: str, what: str) -> None:
    person = token(address)
    table = finished_table(address, person)
    path = f"/api/tables/{table}{what.format(at=300)}"
    assert_unharmed(address, partial(flood, path=path, headers=(person,)))


LOOK = {"type": "look", "seat": 0}


def socket_attack(address: str, message: dict[str, object], query: str = "", connections: int = 20) -> Attack:
    person = token(address)
    name, _, value = person.partition(": ")
    table = opened_table(address, person)
    headers = {name: value}
    return partial(flood_sockets, table=table, message=message, headers=headers, query=query, connections=connections)


@pytest.mark.parametrize("message", [LOOK, {"type": "choose", "seq": 0, "choice": "x"}, {"type": "undo", "seq": 4}])
def test_messages_over_sockets(address: str, message: dict[str, object]) -> None:
    assert_unharmed(address, socket_attack(address, message))


def test_four_hundred_sockets_that_want_full_views_of_bots(address: str) -> None:
    person = token(address)
    table = opened_table(address, person, ("bot:sailor", "bot:sailor"))
    ping = {"type": "ping"}
    assert_unharmed(
        address, partial(flood_sockets, table=table, message=ping, headers={}, query="?full=true", connections=400)
    )


@pytest.mark.parametrize("path", ["/api/games", "/api/tables"])
def test_somebody_behind_the_same_router(address: str, path: str) -> None:
    attack = partial(flood, path=path, headers=(token(address),))
    assert_unharmed(address, attack, BEHIND_THE_SAME_ROUTER)


def test_looks_from_behind_the_same_router(address: str) -> None:
    assert_unharmed(address, socket_attack(address, LOOK), BEHIND_THE_SAME_ROUTER)


def test_a_flood_at_two_workers(postgres_url: str, tmp_path: Path) -> None:
    with supervised(postgres_url, 2, tmp_path) as running:
        attack = partial(flood, path="/api/tables", headers=(token(running.address),))
        assert_unharmed(running.address, attack, AT_ONE_OF_TWO_WORKERS)


def test_checks_of_readiness(address: str) -> None:
    assert_unharmed(address, partial(flood, path="/readyz", connections=5))


def test_new_identities(address: str) -> None:
    assert_unharmed(address, partial(flood, path="/api/identities", method="POST", connections=5))


@pytest.mark.parametrize(
    "attack", [partial(hold, count=600, first=HALF), partial(hold, count=1100), partial(hold, count=5, first=PIPELINED)]
)
def test_connections_that_are_half_open_idle_or_full_of_requests(address: str, attack: Attack) -> None:
    assert_unharmed(address, attack)
    with attacking(address, attack):
        for _ in range(5):
            assert httpx.get(f"{address}/healthz", trust_env=False, timeout=5).status_code == 200
            time.sleep(0.05)
