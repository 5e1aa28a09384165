"""Budgets: what requests cost, and how people behind one address share what they have."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from cabotage.server.app import create
from cabotage.server.errors import TooMany
from cabotage.server.live.messages import CLIENT_MESSAGE
from cabotage.server.middleware.costs import COSTS, MESSAGE, USUAL, cost
from cabotage.server.middleware.limits import BURST_SECONDS, MOST_KNOWN, Limits
from cabotage.server.middleware.network import network
from cabotage.server.settings import Settings
from tests.server.fixtures import harbour

HOME = "192.0.2.1"


class Time:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


def limits(**wishes: Any) -> tuple[Limits, Time]:
    clock = Time()
    return Limits(Settings("", **wishes), clock), clock


def count(of: Limits, key: str | None, address: str = HOME, cost: float = 1, most: int = 10_000) -> int:
    """How many requests pass before the first that does not."""
    for number in range(most):
        try:
            of.request(key, address, cost)
        except TooMany:
            return number
    return most


def person(of: Limits, name: str) -> str:
    of.vouch(name)
    return name


def test_dear_requests_use_up_a_budget_sooner() -> None:
    for units, passed in ((1, 200), (2, 100), (50, 4), (60, 4)):
        of, _ = limits(person_units=50, address_units=400)
        assert count(of, person(of, "anna"), cost=units) == passed


def test_a_budget_fills_again() -> None:
    of, clock = limits(person_units=50)
    anna = person(of, "anna")
    assert count(of, anna) == 200
    clock.seconds += 1
    assert count(of, anna) == 50
    assert count(of, anna, cost=50) == 0
    clock.seconds += 0.1
    assert count(of, anna, cost=50) == 1  # and then 45 units are owed
    clock.seconds += 0.8
    assert count(of, anna) == 0
    clock.seconds += 0.3
    assert count(of, anna) > 0


def test_people_at_other_addresses_do_not_notice() -> None:
    of, _ = limits(person_units=50, address_units=400)
    count(of, None)
    assert count(of, None, "192.0.2.2") == 1600
    assert count(of, person(of, "ben"), "192.0.2.3") == 200


def test_one_person_cannot_use_up_what_others_behind_the_same_router_need() -> None:
    of, clock = limits(person_units=50, address_units=100)
    people = [person(of, f"person{number}") for number in range(5)]
    for one in people:
        of.request(one, HOME)
    for _ in range(100):  # a flood from five identities, for ten seconds
        clock.seconds += 0.1
        for one in people:
            count(of, one)
        count(of, None)
    innocent = person(of, "innocent")
    passed = 0
    for _ in range(100):
        clock.seconds += 0.1
        for one in people:
            count(of, one)
        count(of, None)
        passed += count(of, innocent, most=1)
    assert passed >= 70  # a seventh of 50 units per second, for ten seconds


def test_an_address_has_one_budget_however_many_identities_it_makes() -> None:
    of, clock = limits(person_units=50, address_units=100)
    for number in range(500):
        count(of, person(of, f"person{number}"))
    passed = 0
    for _ in range(20):
        clock.seconds += 1
        passed += sum(count(of, f"person{number}") for number in range(500))
    assert passed <= 20 * 100 + 500 + 10


def test_a_cookie_that_somebody_made_up_is_worth_no_more_than_none() -> None:
    of, _ = limits(person_units=50, address_units=100)
    assert sum(count(of, f"made up {number}", most=50) for number in range(100)) == 400


def test_established_people_are_not_locked_out_by_new_identities(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 't.db'}"
    with harbour(url, has_limits=True) as port, port.visitor() as anna, port.visitor() as crowd:
        anna.open("smugglers")
        answers = [crowd.client.post("/api/identities").status_code for _ in range(400)]
        assert 429 in answers
        assert anna.open("smugglers")["table"]
        assert anna.ask("GET", "/api/me")


def test_new_identities_are_limited_by_address() -> None:
    of, clock = limits(newcomers_per_minute=120)

    def newcomers(address: str) -> int:
        for number in range(1000):
            try:
                of.newcomer(address)
            except TooMany:
                return number
        return 1000

    assert newcomers(HOME) == 120
    assert newcomers("192.0.2.2") == 120
    clock.seconds += 30
    assert newcomers(HOME) == 60


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("somewhere", "somewhere"),
    ],
)
def test_ipv6_addresses_count_by_their_network(address: str, key: str) -> None:
    assert network(address) == key


def test_memory_is_bounded() -> None:
    of, _ = limits()
    for number in range(MOST_KNOWN + 5):
        of.vouch(str(number))
    assert len(of._known) == MOST_KNOWN


@pytest.mark.parametrize(
    ("method", "path", "query", "body_bytes", "units"),
    [
        ("GET", "/", "", 0, 1),
        ("GET", "/assets/main.js", "", 0, 1),
        ("GET", "/api/me", "", 0, 1),
        ("GET", "/api/tables", "", 0, 5),
        ("GET", "/api/tables/abc", "", 0, 1),
        ("GET", "/api/tables/abc", "since", 0, 2),
        ("GET", "/api/tables/abc", "at since", 0, 5),
        ("GET", "/api/tables/at/moments", "", 0, 100),
        ("POST", "/api/tables/abc/choices", "", 100, 2),
        ("POST", "/api/tables", "", 0, 50),
        ("POST", "/api/records", "", 2 * 1024 * 1024, 178),
        ("GET", "/api/tables/abc/hint", "", 0, 50),
        ("HEAD", "/api/tables/abc/hint", "", 0, 1),
    ],
)
def test_a_request_costs_what_its_route_and_its_body_cost(
    method: str, path: str, query: str, body_bytes: int, units: int
) -> None:
    assert cost(method, path, dict.fromkeys(query.split(), ""), body_bytes) == units


def test_every_route_with_a_cost_exists() -> None:
    paths = create(Settings("sqlite:///")).openapi()["paths"]
    for known in COSTS:
        assert known.units > USUAL
        if known.path.endswith("/live"):
            continue  # a socket
        if known.method == MESSAGE:
            assert known.path in CLIENT_MESSAGE.json_schema()["discriminator"]["mapping"]
            continue
        operation = paths[known.path][known.method.lower()]
        if known.parameter:
            assert known.parameter in {parameter["name"] for parameter in operation["parameters"]}


def test_a_flood_is_stopped_and_others_are_not(tmp_path: Path) -> None:
    per_second = 2.0
    wishes: dict[str, Any] = {"has_limits": True, "person_units": per_second}
    with harbour(f"sqlite:///{tmp_path / 't.db'}", **wishes) as port, port.visitor() as anna, port.visitor() as ben:
        anna.ask("PUT", "/api/me", 200, {"name": "Anna"})
        ben.ask("PUT", "/api/me", 200, {"name": "Ben"})
        began = time.monotonic()
        responses = [anna.client.get("/api/me") for _ in range(40)]
        seconds = time.monotonic() - began
        passed = [answer for answer in responses if answer.status_code == 200]
        refused = [answer for answer in responses if answer.status_code == 429]
        assert passed
        assert refused
        assert len(passed) + len(refused) == len(responses)
        assert len(passed) <= per_second * (BURST_SECONDS + seconds) + 1
        assert {answer.json()["error"]["code"] for answer in refused} == {"request/too_many"}
        assert {answer.headers["retry-after"] for answer in refused} == {"1"}
        assert ben.client.get("/api/me").status_code == 200
        assert [anna.client.get(path).status_code for path in ("/healthz", "/readyz", "/metrics")] == [200, 200, 200]


def test_a_flood_of_tables_is_stopped(tmp_path: Path) -> None:
    per_second, units = 25.0, cost("POST", "/api/tables", {})
    with harbour(f"sqlite:///{tmp_path / 't.db'}", has_limits=True, person_units=per_second) as port:
        with port.visitor() as anna:
            anna.ask("PUT", "/api/me", 200, {"name": "Anna"})
            body = {"game": "calypso", "seats": ["me", "here"]}
            began = time.monotonic()
            responses = [anna.client.post("/api/tables", json=body).status_code for _ in range(12)]
            seconds = time.monotonic() - began
        assert responses[:2] == [201, 201]
        assert set(responses) == {201, 429}
        assert responses.count(201) <= per_second * (BURST_SECONDS + seconds) / units + 1
