"""A server to be killed, and players who keep what it acknowledged."""

from __future__ import annotations

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

from cabotage.games import find
from cabotage.tables import Kind
from cabotage.tables.state import TableState
from tests.faults.soundness import sound_rows
from tests.server.fixtures import PLAIN, Visitor

ROOT = Path(__file__).parents[2]
START_SECONDS = 120
OPTIONS = ("--no-open", "--no-warm", "--no-limits", "--port", "0")


class Killable:
    """`cabotage serve` as a process of its own."""

    def __init__(self, database: str, pause: str = "0", source: Path | None = None) -> None:
        """`source` is the folder with the modules of another version."""
        run = "import sys; from cabotage.cli import main; sys.exit(main())"
        command = [sys.executable, "-c", run, "serve", *OPTIONS, "--database", database]
        self.process = subprocess.Popen(
            [*command, "--pause", pause],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            cwd=ROOT,
            env=None if source is None else os.environ | {"PYTHONPATH": str(source)},
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


async def check(url: str, moves: dict[str, dict[int, str]]) -> None:
    """Every acknowledged choice is in the log, once and where it was said to be, and the log is sound."""
    found, _ = await sound_rows(url, find)
    for table, acknowledged in moves.items():
        rows = found[table]
        texts = TableState.of(rows[:1], find).box.texts
        for seq, choice in acknowledged.items():
            assert (rows[seq].kind, texts[rows[seq].value]) == (Kind.CHOSEN, choice)


def await_moves(moves: dict[str, dict[int, str]], more: int, players: list[Player]) -> None:
    """Until so many more moves were acknowledged: a server that has just started loads the rules first."""
    before = sum(map(len, moves.values()))
    until = time.monotonic() + START_SECONDS
    while sum(map(len, moves.values())) < before + more and any(player.is_alive() for player in players):
        assert time.monotonic() < until
        time.sleep(0.01)
