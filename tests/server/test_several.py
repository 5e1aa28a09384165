"""Several servers on one PostgreSQL: every request and every socket may land anywhere."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest

from cabotage.server.bots.pool import Pool
from cabotage.tables import Kind
from tests.server.fixtures import Harbour, Visitor, harbour

MOST_SECONDS = 1.0  # until all servers say the same about who is connected
PATIENCE_SECONDS = 120.0  # bots may have to be compiled first


# A server that dies in this process leaves connections behind, as a process that dies does.
pytestmark = [
    pytest.mark.filterwarnings("ignore:The garbage collector is trying to clean up:sqlalchemy.exc.SAWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture(autouse=True)
def _swept() -> Iterator[None]:
    """What is left behind is swept up here, and not during somebody else's test."""
    yield
    gc.collect()


@pytest.fixture
def quick_leases(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cabotage.server.leases.LEASE_MS", 1500)
    monkeypatch.setattr("cabotage.server.leases.BEAT_SECONDS", 0.3)


@contextlib.contextmanager
def servers(url: str, **wishes: Any) -> Iterator[tuple[Harbour, Harbour]]:
    with harbour(url, **wishes) as one, harbour(url, **wishes) as other:
        yield one, other


@contextlib.contextmanager
def elsewhere(visitor: Visitor, server: Harbour) -> Iterator[Visitor]:
    """The same person, at another server."""
    with server.visitor() as same:
        same.client.cookies.update(visitor.client.cookies)
        yield same


def two_people(anna: Visitor, ben: Visitor, game: str = "smugglers") -> str:
    """A table where Anna has seat 0 and Ben seat 1."""
    opened = anna.open(game, ("me", "friend"))
    table: str = opened["table"]
    ben.ask("POST", f"/api/tables/{table}/join", 200, {"invitation": opened["invitations"][0]["secret"]})
    return table


def here(visitor: Visitor, table: str) -> list[bool]:
    return [seat["is_here"] for seat in visitor.view(table)["seats"]]


def eventually(check: Callable[[], bool], seconds: float = PATIENCE_SECONDS) -> float:
    """How long it took until this was so."""
    began = time.monotonic()
    while not check():
        assert time.monotonic() < began + seconds
        time.sleep(0.01)
    return time.monotonic() - began


def stop_beating(server: Harbour) -> None:
    """As if the process had died: it says nothing more, not even goodbye."""
    services = server.app.state.services
    loop_tasks = [services.leases._task, services.timer._task, *services.exchange._tasks]
    asyncio.run_coroutine_threadsafe(_cancelled(loop_tasks), loop_tasks[0].get_loop()).result(30)
    services.leases._task = None
    services.exchange._tasks = []


async def _cancelled(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)  # connections go back to the pool


def test_who_is_connected_is_the_same_at_both_servers_within_a_second(postgres_url: str) -> None:
    with servers(postgres_url) as (one, other), one.visitor() as anna, other.visitor() as ben:
        table = two_people(anna, ben)
        assert here(anna, table) == here(ben, table) == [False, False]
        with anna.live(table) as wire:
            wire.hear()
            with ben.live(table) as distant:
                assert [seat["is_here"] for seat in distant.hear("view")["seats"]][1] is True
                assert wire.hear() == {"type": "presence", "seats": [True, True]}
                eventually(lambda: here(anna, table) == here(ben, table) == [True, True], MOST_SECONDS)
            assert wire.hear() == {"type": "presence", "seats": [True, False]}
            eventually(lambda: here(ben, table) == [True, False], MOST_SECONDS)
        eventually(lambda: here(anna, table) == here(ben, table) == [False, False], MOST_SECONDS)


def test_two_tabs_at_two_servers_are_one_person(postgres_url: str) -> None:
    with servers(postgres_url) as (one, other), one.visitor() as anna, one.visitor() as ben:
        table = two_people(anna, ben)
        with elsewhere(anna, other) as same, ben.live(table) as wire:
            wire.hear()
            with same.live(table) as distant:
                distant.hear()
                assert wire.hear() == {"type": "presence", "seats": [True, True]}
                with anna.live(table) as near:
                    near.hear()
                    assert wire.is_silent()  # Anna was here already
                assert wire.is_silent()  # and still is
            assert wire.hear() == {"type": "presence", "seats": [False, True]}


def test_a_server_that_starts_later_knows_who_is_connected(postgres_url: str) -> None:
    with harbour(postgres_url) as one, one.visitor() as anna, one.visitor() as ben:
        table = two_people(anna, ben)
        with ben.live(table) as wire:
            wire.hear()
            eventually(lambda: rows(postgres_url, "SELECT count(*) FROM presence WHERE gone_ms IS NULL") == [(1,)])
            with harbour(postgres_url) as late, elsewhere(anna, late) as same:
                assert here(same, table) == [False, True]


def test_greetings_and_pointing_are_heard_at_every_server_once(postgres_url: str) -> None:
    with servers(postgres_url) as (one, other), one.visitor() as anna, other.visitor() as watcher:
        talking = {"mode": "coop", "coop_talk": True}
        table = anna.open("calypso", ("me", "bot:cabin_boy"), options=talking)["table"]
        with anna.live(table) as wire, watcher.live(table) as distant:
            wire.hear()
            distant.hear()
            for greeting in ("hello", "tile_c"):
                wire.say(type="greet", greeting=greeting)
                expected = {"type": "greeting", "seat": 0, "greeting": greeting}
                assert wire.hear("greeting") == distant.hear("greeting") == expected
            anna.ask("POST", f"/api/tables/{table}/greetings", 200, {"greeting": "wow"})
            assert wire.hear("greeting")["greeting"] == distant.hear("greeting")["greeting"] == "wow"


def test_a_person_connected_to_one_server_is_not_replaced_through_the_other(postgres_url: str) -> None:
    body = {"seat": 1, "rank": "greedy"}
    with servers(postgres_url) as (one, other), one.visitor() as anna, other.visitor() as ben:
        table = two_people(anna, ben)
        with ben.live(table) as wire:
            wire.hear()
            eventually(lambda: here(anna, table)[1], MOST_SECONDS)
            assert anna.refused("POST", f"/api/tables/{table}/takeover", 409, body) == "seat/still_here"
        eventually(lambda: not here(anna, table)[1], MOST_SECONDS)
        assert anna.ask("POST", f"/api/tables/{table}/takeover", 200, body)["seats"][1]["is_taken_over"] is True


def test_a_person_who_uses_http_at_one_server_is_not_replaced_through_the_other(postgres_url: str) -> None:
    body = {"seat": 1, "rank": "greedy"}
    with servers(postgres_url, away_seconds=4.0) as (one, other), one.visitor() as anna, other.visitor() as ben:
        table = two_people(anna, ben)
        path = f"/api/tables/{table}/takeover"
        for _ in range(6):
            ben.view(table)
            time.sleep(1)
        assert anna.refused("POST", path, 409, body) == "seat/still_here"
        eventually(lambda: anna.client.post(path, json=body).status_code == 200)


@pytest.mark.usefixtures("quick_leases")
def test_a_person_whose_server_died_has_time_to_come_back(postgres_url: str) -> None:
    body = {"seat": 1, "rank": "greedy"}
    with servers(postgres_url, away_seconds=3.0) as (one, other), one.visitor() as anna, other.visitor() as ben:
        table = two_people(anna, ben)
        path = f"/api/tables/{table}/takeover"
        with ben.live(table) as wire:
            wire.hear()
            time.sleep(3.5)  # nobody can be away for longer than the server runs
            stop_beating(other)
            eventually(lambda: not here(anna, table)[1])
            assert anna.refused("POST", path, 409, body) == "seat/still_here"
            took = eventually(lambda: anna.client.post(path, json=body).status_code == 200)
            assert 2.0 < took < 6.0


def test_nobody_counts_as_away_right_after_all_servers_restarted(postgres_url: str) -> None:
    body = {"seat": 1, "rank": "greedy"}
    with harbour(postgres_url) as one, one.visitor() as anna, one.visitor() as ben:
        table = two_people(anna, ben)
    with harbour(postgres_url, away_seconds=60.0) as again, elsewhere(anna, again) as same:
        assert same.refused("POST", f"/api/tables/{table}/takeover", 409, body) == "seat/still_here"


def test_notifications_that_were_missed_are_made_up_for(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cabotage.tables.notifications.RETRY_SECONDS", 0.3)
    with servers(postgres_url) as (one, other), one.visitor() as anna, other.visitor() as ben:
        table = two_people(anna, ben)
        with anna.live(table) as wire:
            wire.hear()
            listening = "FROM pg_stat_activity WHERE query LIKE 'LISTEN %'"
            assert rows(postgres_url, f"SELECT pg_terminate_backend(pid) {listening}") == [(True,), (True,)]
            with ben.live(table) as distant:
                distant.hear()
                assert wire.hear("presence") == {"type": "presence", "seats": [True, True]}
                eventually(lambda: here(ben, table) == [True, True])
                wire.say(type="greet", greeting="hello")
                assert distant.hear("greeting")["greeting"] == "hello"


def test_what_a_newer_server_says_is_ignored_where_it_is_not_known(postgres_url: str) -> None:
    with servers(postgres_url) as (one, other), one.visitor() as anna, other.visitor() as ben:
        table = two_people(anna, ben)
        with psycopg.connect(postgres_url, autocommit=True) as newer:
            for channel, payload in (
                ("cabotage_live", '{"kind":"applause","server":"new","table":"x"}'),
                ("cabotage_live", "not JSON"),
                ("cabotage_live", "{}"),
                ("cabotage_tables", "a newer format"),
                ("cabotage_tables", ""),
            ):
                newer.execute("SELECT pg_notify(%s, %s)", (channel, payload))
        with anna.live(table) as wire, ben.live(table) as distant:
            wire.hear()
            view = distant.hear("view")
            anna.choose(table, anna.view(table))
            assert distant.hear("view")["seq"] == view["seq"] + 1
            wire.say(type="greet", greeting="hello")
            assert distant.hear("greeting")["greeting"] == "hello"


def test_a_server_can_start_while_others_talk(postgres_url: str) -> None:
    is_over = threading.Event()

    def talk() -> None:
        with psycopg.connect(postgres_url, autocommit=True) as newer:
            while not is_over.wait(0.002):
                newer.execute("SELECT pg_notify('cabotage_live', 'not JSON')")
                newer.execute("""SELECT pg_notify('cabotage_live', '{"kind":"applause","server":"new"}')""")

    with harbour(postgres_url) as one, one.visitor() as anna, one.visitor() as ben:
        table = two_people(anna, ben)
        talking = threading.Thread(target=talk)
        talking.start()
        try:
            with harbour(postgres_url) as late, elsewhere(anna, late) as same, ben.live(table) as wire:
                wire.hear()
                eventually(lambda: here(same, table) == [False, True])
        finally:
            is_over.set()
            talking.join()


def rows(url: str, query: str) -> list[tuple[Any, ...]]:
    with psycopg.connect(url, autocommit=True) as connection:
        return connection.execute(query.encode()).fetchall()


@pytest.mark.usefixtures("quick_leases")
def test_each_thought_is_computed_by_one_server(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bytes] = []
    run = Pool.run

    async def counted(self: Pool, work: Any, question: Any, *rest: Any) -> Any:
        asked.append(question.view)
        return await run(self, work, question, *rest)

    monkeypatch.setattr(Pool, "run", counted)
    with servers(postgres_url, pause_seconds=0.1) as (one, other), one.visitor() as anna:
        table = anna.open("smugglers", ("me", "bot:greedy"))["table"]
        with elsewhere(anna, other) as same:
            for number in range(10):  # Anna's moves land at both servers
                visitor = (anna, same)[number % 2]
                eventually(lambda visitor=visitor: visitor.view(table)["to_act"] == 0)  # type: ignore[misc]
                visitor.choose(table, visitor.view(table))
            eventually(lambda: anna.view(table)["to_act"] == 0)
        found = one.app.state.services.tables._live[table].rows
        moves = [row for row in found if row.kind is Kind.CHOSEN and row.seat == 1]
        assert len(asked) == len(moves) >= 10


@pytest.mark.usefixtures("quick_leases")
def test_a_bot_whose_server_died_is_taken_over_by_the_other(postgres_url: str) -> None:
    with harbour(postgres_url) as quick, harbour(postgres_url, pause_seconds=600.0) as slow, slow.visitor() as anna:
        table = anna.open("smugglers", ("bot:greedy", "bot:greedy"))["table"]
        with elsewhere(anna, quick) as near:
            seq = near.view(table)["seq"]
            time.sleep(3)  # two leases
            assert near.view(table)["seq"] == seq  # the slow server lives, so it keeps its bot
            stop_beating(slow)
            eventually(lambda: near.view(table)["seq"] > seq)


@pytest.mark.usefixtures("quick_leases")
def test_a_clock_whose_server_died_runs_out_at_the_other(postgres_url: str) -> None:
    with servers(postgres_url) as (one, other), other.visitor() as anna:
        table = anna.open("smugglers", clock={"kind": "turn", "seconds": 4})["table"]
        seq = anna.view(table)["seq"]
        stop_beating(other)
        with elsewhere(anna, one) as same:
            eventually(lambda: same.view(table)["seq"] > seq)


def test_a_round_of_a_tournament_that_two_servers_open_at_once_is_opened_once(postgres_url: str) -> None:
    with servers(postgres_url) as (one, other), one.visitor() as anna, other.visitor() as ben:
        link = anna.ask("POST", "/api/clubs", 201, {"name": "Port Royal"})
        club = f"/api/clubs/{link['club']}"
        ben.ask("POST", f"{club}/members", 200, {"link": link["path"].partition("#join=")[2]})
        plan = {"name": "Friday", "game": "calypso", "seats": 2, "rounds": 3}
        path = f"{club}/tournaments/{anna.ask('POST', f'{club}/tournaments', 201, plan)['tournament']}"
        statuses: list[int] = []
        with elsewhere(anna, other) as same:

            def open_round(visitor: Visitor) -> None:
                statuses.append(visitor.client.post(f"{path}/rounds", json={"round": 1}).status_code)

            threads = [threading.Thread(target=open_round, args=(visitor,)) for visitor in (anna, same) for _ in "12"]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        assert set(statuses) <= {200, 409}
        assert 200 in statuses
        [first] = anna.ask("GET", path)["rounds"]
        assert [len(first["tables"]), first["tables"][0]["status"]] == [1, "waiting"]
        assert ben.ask("GET", path)["rounds"][0]["tables"][0]["table"] == first["tables"][0]["table"]
