"""A rolling upgrade: servers of an older version and of this one on one PostgreSQL, and players who use them all."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
from pathlib import Path

import httpx
import pytest

from tests.faults.server import ROOT, Killable
from tests.soak.conftest import Report
from tests.soak.crowd import GAMES, RETRY_SECONDS, WAIT_SECONDS, Crowd, Player
from tests.soak.scale import scaled

FORMER = "18d4fcc"  # before clubs, notices and analyses: its database has five migrations less
MOVES = 500  # with each mixture of versions
PLAYERS = 4
STEPS = 5  # at one server, then the next one
COMPILE = """
from cabotage.core.box import Box
from cabotage.games import find
from cabotage.server.bots.compilation import compile_rules
for name in {names}:
    compile_rules(Box(find(name)))
"""

pytestmark = pytest.mark.soak


class Wanderer(Player):
    """Plays at one server after the other, as behind a proxy without sticky sessions."""

    addresses: list[str]  # of the servers that are up; the same list for all

    def run(self) -> None:
        try:
            while not self.is_stopped.is_set():
                address = self._rng.choice(self.addresses)
                with httpx.Client(base_url=address, headers=self._headers, timeout=WAIT_SECONDS) as client:
                    self._visit(client)
        except BaseException as error:
            self.failure = error

    def _visit(self, client: httpx.Client) -> None:
        try:
            for _ in range(STEPS):
                self._step(client)
        except httpx.TransportError:
            self.lost_connections += 1
            self.is_stopped.wait(RETRY_SECONDS)


@pytest.fixture
def former(tmp_path: Path) -> Path:
    """The modules of the older version."""
    archive = tmp_path / "former.tar"
    made = subprocess.run(["git", "archive", "-o", archive, FORMER, "src"], cwd=ROOT, capture_output=True, check=False)
    if made.returncode:
        pytest.skip("this copy has no git history")
    with tarfile.open(archive) as packed:
        packed.extractall(tmp_path, filter="data")
    source = tmp_path / "src"
    compile_all = [sys.executable, "-c", COMPILE.format(names=sorted(set(GAMES)))]
    subprocess.run(compile_all, check=True, env=os.environ | {"PYTHONPATH": str(source)})
    return source


def test_an_older_and_this_version_side_by_side(postgres_url: str, former: Path, report: Report) -> None:
    old = [Killable(postgres_url, source=former) for _ in range(2)]
    new: list[Killable] = []
    Wanderer.addresses = [server.address for server in old]
    people = Crowd(old[0].address, PLAYERS, kind=Wanderer)
    bots = Crowd(old[0].address, PLAYERS, ("me", "bot:cabin_boy"), kind=Wanderer)
    people.players += bots.players

    def arrive() -> None:
        new.append(Killable(postgres_url))
        Wanderer.addresses.append(new[-1].address)

    try:
        with people.playing():
            people.await_moves(scaled(MOVES))
            for server in old:
                arrive()
                people.await_moves(scaled(MOVES))
                Wanderer.addresses.remove(server.address)
                server.kill()
            people.await_moves(scaled(MOVES))
    finally:
        for server in [*old, *new]:
            if server.process.poll() is None:
                server.kill()
    report(**people.audit(postgres_url), lost_connections=people.lost_connections)
