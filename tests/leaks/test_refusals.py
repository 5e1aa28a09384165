"""Refusals do the same work whatever is secret: neither time nor bytes tell whether a guess was nearly right."""

from __future__ import annotations

import secrets
import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.server.fixtures import Harbour, Visitor, harbour

ROUNDS = 60
MOST_RATIO = 1.5
TRIES = 4


@pytest.fixture(scope="module")
def quay(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Harbour]:
    folder: Path = tmp_path_factory.mktemp("refusals")
    with harbour(f"sqlite:///{folder / 't.db'}") as running:
        yield running


@pytest.fixture
def stranger(quay: Harbour) -> Iterator[Visitor]:
    with quay.visitor() as visitor:
        yield visitor


def opened(quay: Harbour) -> tuple[str, str]:
    """A private table with an open seat, and its invitation."""
    with quay.visitor() as anna:
        found = anna.open("smugglers", ("me", "friend"))
        return found["table"], found["invitations"][0]["secret"]


def nearly(secret: str) -> str:
    """All but the last letter is right."""
    return secret[:-1] + ("A" if secret[-1] != "A" else "B")


def attempts(quay: Harbour) -> dict[str, tuple[str, str]]:
    """Tables and invitations that do not fit."""
    table, secret = opened(quay)
    _, foreign = opened(quay)
    return {
        "nearly right": (table, nearly(secret)),
        "far off": (table, secrets.token_urlsafe(32)),
        "of another table": (table, foreign),
    }


def join(visitor: Visitor, table: str, secret: str) -> Any:
    return visitor.client.post(f"/api/tables/{table}/join", json={"invitation": secret})


def test_a_wrong_invitation_is_refused_in_the_same_words(quay: Harbour, stranger: Visitor) -> None:
    answers = {name: join(stranger, *tried) for name, tried in attempts(quay).items()}
    assert {answer.status_code for answer in answers.values()} == {403}
    assert len({answer.content for answer in answers.values()}) == 1
    assert (
        len({str(sorted((n, t) for n, t in answer.headers.items() if n != "date")) for answer in answers.values()}) == 1
    )


def test_a_wrong_invitation_makes_the_same_work(quay: Harbour, stranger: Visitor, monkeypatch: Any) -> None:
    """Counted in questions to the database, which a busy machine does not change."""
    database = quay.app.state.services.tables.log.database
    reads: list[str] = []
    read = type(database).read

    async def counted(self: Any, work: Any) -> Any:
        reads.append("read")
        return await read(self, work)

    monkeypatch.setattr(type(database), "read", counted)
    work = {}
    for name, tried in attempts(quay).items():
        join(stranger, *tried)
        reads.clear()
        join(stranger, *tried)
        work[name] = len(reads)
    assert set(work.values()) == {1}


def medians(visitor: Visitor, asks: dict[str, Callable[[], Any]]) -> dict[str, float]:
    """Of each, in turn, so that a busy machine slows all of them."""
    times: dict[str, list[float]] = {name: [] for name in asks}
    for _ in range(ROUNDS):
        for name, ask in asks.items():
            began = time.perf_counter()
            ask()
            times[name].append(time.perf_counter() - began)
    return {name: statistics.median(found) for name, found in times.items()}


def assert_alike(visitor: Visitor, asks: dict[str, Callable[[], Any]]) -> None:
    tried = []
    for _ in range(TRIES):
        tried.append(medians(visitor, asks))
        if max(tried[-1].values()) <= min(tried[-1].values()) * MOST_RATIO:
            return
    raise AssertionError(f"medians in seconds: {tried}")


def test_a_wrong_invitation_takes_the_same_time(quay: Harbour, stranger: Visitor) -> None:
    tried = attempts(quay)
    assert_alike(stranger, {name: partial(join, stranger, *one) for name, one in tried.items()})


def test_an_unknown_token_takes_the_same_time_however_near_it_is(quay: Harbour, stranger: Visitor) -> None:
    token = stranger.ask("POST", "/api/identities", 201)["token"]

    def me(text: str) -> Any:
        return stranger.client.get("/api/me", headers={"authorization": f"Bearer {text}"})

    far = secrets.token_urlsafe(32)
    assert (me(token).status_code, me(nearly(token)).status_code, me(far).status_code) == (200, 401, 401)
    assert me(nearly(token)).content == me(far).content
    assert_alike(stranger, {"near": lambda: me(nearly(token)), "far": lambda: me(far)})


def test_a_strangers_choice_takes_the_same_time_whether_it_would_be_legal(quay: Harbour, stranger: Visitor) -> None:
    with quay.visitor() as anna:
        table = anna.open("smugglers")["table"]
        legal = anna.view(table)["choices"][0]["id"]

    def choose(choice: str) -> Any:
        return stranger.client.post(f"/api/tables/{table}/choices", json={"seq": 4, "choice": choice})

    assert choose(legal).content == choose("sail o9").content
    assert_alike(stranger, {"legal": lambda: choose(legal), "illegal": lambda: choose("sail o9")})
