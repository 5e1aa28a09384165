"""A server killed at random moments while five tables are played: no acknowledged move is lost or doubled."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from cabotage.core.record import Record
from cabotage.games import find
from cabotage.tables import Kind, Log
from cabotage.tables.state import TableState
from cabotage.tables.verify import verify
from tests.server.fixtures import PLAIN, Visitor

TABLES = (
    ("calypso", ("me", "here")),
    ("calypso", ("me", "bot:greedy")),
    ("smugglers", ("me", "here")),
    ("captn_clever", ("me", "here")),
    ("calypso", ("me", "here", "here")),
)
ROOT = Path(__file__).parents[2]
START_SECONDS = 120
OPTIONS = ("--no-open", "--no-warm", "--no-limits", "--port", "0")


class Killable:
    """`cabotage serve` as a process of its own."""

    def __init__(self, database: str, pause: str = "0") -> None:
        run = "import sys; from cabotage.cli import main; sys.exit(main())"
        command = [sys.executable, "-c", run, "serve", *OPTIONS, "--database", database]
        self.process = subprocess.Popen(
            [*command, "--pause", pause], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=ROOT
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+?(?=/?\s)", line)
        assert found, line
        self.address = found[0]

    def kill(self) -> None:
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait(10)
        assert self.process.stdout is not None
        self.process.stdout.close()


def newcomer(server: Killable) -> str:
    """The token of a new person."""
    answer = httpx.post(f"{server.address}/api/identities", verify=PLAIN)
    return str(answer.json()["token"])


def opened(server: Killable, token: str, game: str, seats: tuple[str, ...]) -> str:
    """A table of this person."""
    headers = {"authorization": f"Bearer {token}"}
    with httpx.Client(base_url=server.address, headers=headers, timeout=180, verify=PLAIN) as client:
        return str(Visitor(server.address, client).open(game, seats)["table"])


class Player(threading.Thread):
    """Plays one table as fast as it can until the server is gone; keeps what was acknowledged."""

    def __init__(self, address: str, place: int, token: str, table: str, acknowledged: dict[int, Any]) -> None:
        super().__init__()
        self.address, self.token, self.table = address, token, table
        self.acknowledged = acknowledged
        self.rng = random.Random(f"{place} {len(acknowledged)}")
        self.is_over = False
        self.failure: BaseException | None = None

    def run(self) -> None:
        headers = {"authorization": f"Bearer {self.token}"}
        try:
            with httpx.Client(base_url=self.address, headers=headers, timeout=60, verify=PLAIN) as client:
                self.play(client)
        except httpx.TransportError:
            pass  # killed
        except BaseException as error:
            self.failure = error

    def play(self, client: httpx.Client) -> None:
        view = client.get(f"/api/tables/{self.table}").json()
        while view["to_act"] >= 0:
            if view["to_act"] not in view["mine"]:
                time.sleep(0.002)
                view = client.get(f"/api/tables/{self.table}").json()
                continue
            if view["viewer"] != view["to_act"]:
                view = client.get(f"/api/tables/{self.table}?seat={view['to_act']}").json()
                continue
            choice = self.rng.choice(view["choices"])["id"]
            body = {"seq": view["seq"], "choice": choice, "seat": view["viewer"]}
            answer = client.post(f"/api/tables/{self.table}/choices", json=body)
            assert answer.status_code == 200, answer.text
            self.acknowledged[view["seq"] + 1] = choice
            view = answer.json()
        self.is_over = True


async def check(database: str, moves: dict[str, dict[int, str]]) -> None:
    """Rows without a gap, every acknowledged choice once and where it was said to be, every table replays."""
    log = await Log.open(database)
    try:
        for table, acknowledged in moves.items():
            rows = await log.rows(table)
            assert [row.seq for row in rows] == list(range(len(rows)))
            state = TableState.of(rows, find)
            texts = state.box.texts
            for seq, choice in acknowledged.items():
                assert (rows[seq].kind, texts[rows[seq].value]) == (Kind.CHOSEN, choice)
            assert Record.of(state.position).replay(state.box.game) == state.position
            assert not state.position.is_chance
    finally:
        await log.close()


@pytest.mark.parametrize("rounds", [2, pytest.param(8, marks=pytest.mark.quiet)])
def test_a_killed_server_loses_no_acknowledged_move(url: str, rounds: int) -> None:
    rng = random.Random("kill the server")
    server = Killable(url)
    token = newcomer(server)
    tables = [opened(server, token, game, seats) for game, seats in TABLES]
    moves: dict[str, dict[int, str]] = {table: {} for table in tables}
    counts = []
    for _ in range(rounds):
        players = [Player(server.address, place, token, table, moves[table]) for place, table in enumerate(tables)]
        for player in players:
            player.start()
        await_moves(moves, 6, players)
        time.sleep(rng.uniform(0.0, 0.5))
        server.kill()
        for player in players:
            player.join()
            assert player.failure is None, player.failure
        asyncio.run(check(url, moves))
        counts.append(sum(map(len, moves.values())))
        server = Killable(url)
    try:
        finish(server, token, tables[1], moves)
    finally:
        server.process.terminate()
        assert server.process.wait(10) == 0  # and it stops when it is asked to
        with contextlib.suppress(AttributeError):
            server.process.stdout.close()  # type: ignore[union-attr]
    asyncio.run(check(url, moves))
    assert counts == sorted(set(counts)), "every round got on"
    assert counts[-1] > 5 * len(counts)


def await_moves(moves: dict[str, dict[int, str]], more: int, players: list[Player]) -> None:
    """Until so many more moves were acknowledged: a server that has just started loads the rules first."""
    before = sum(map(len, moves.values()))
    until = time.monotonic() + START_SECONDS
    while sum(map(len, moves.values())) < before + more and any(player.is_alive() for player in players):
        assert time.monotonic() < until
        time.sleep(0.01)


def finish(server: Killable, token: str, table: str, moves: dict[str, dict[int, str]]) -> None:
    """After the last restart the table with the bot is played to its end: the bot goes on by itself."""
    last = Player(server.address, 9, token, table, moves[table])
    last.start()
    last.join(START_SECONDS)
    assert last.failure is None
    assert last.is_over
    text = httpx.get(f"{server.address}/api/tables/{table}/record", verify=PLAIN).text
    verify(Record.parse(text), find("calypso"))
