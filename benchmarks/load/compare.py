"""The same load on Cabotage and on boardgame.io, in turns: `python -m benchmarks.load.compare --rounds 3`.

Installs boardgame.io with npm into a temporary folder. Each server has a core of its own, and the same kind of client
on another one. boardgame.io keeps its games in memory, where they are lost when it stops; ours commits every move
durably. Its storage in files is not compared: with several matches at a time, most of them came to a halt.
"""

from __future__ import annotations

import argparse
import json
import shutil
import socket
import statistics
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvloop

from benchmarks.load.__main__ import count, run, server
from benchmarks.load.cores import CLIENTS, SERVER, pinned
from benchmarks.load.peer import Pair
from benchmarks.load.person import Figures

PEER = Path(__file__).with_name("boardgame")
OURS, THEIRS = "cabotage", "boardgame.io"
GAME_MOVES = 150  # about as many as in a game of Smugglers' Island
COMPARED = ("moves_per_second", "cpu_ms_per_move", "bytes_per_move_and_viewer", "median_ms", "p99_ms")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


@contextmanager
def boardgame(folder: Path) -> Iterator[tuple[int, str, str]]:
    """The peer's server: its process, its address and that of its lobby."""
    ports = str(free_port()), str(free_port())
    with pinned(SERVER):
        process = subprocess.Popen(["node", "server.js", *ports], cwd=folder, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        process.stdout.readline()  # it is ready
        yield process.pid, f"http://localhost:{ports[0]}", f"http://localhost:{ports[1]}"
    finally:
        process.terminate()
        process.wait(30)


def theirs(folder: Path, arguments: argparse.Namespace) -> dict[str, Any]:
    """One run of the peer."""

    async def load(pid: int, address: str, lobby: str) -> dict[str, Any]:
        figures = Figures()
        pairs = [Pair(number, address, lobby, figures, 0, GAME_MOVES) for number in range(arguments.tables)]
        return await count([pair.play() for pair in pairs], figures, pid, arguments.tables, arguments.seconds)

    with boardgame(folder) as started, pinned(CLIENTS):
        return uvloop.run(load(*started))


def ours(arguments: argparse.Namespace) -> dict[str, Any]:
    """One run of Cabotage."""
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'load.db'}"
        with (
            server(database, "--no-limits", "--no-warm", core=SERVER) as (process, address),
            pinned(CLIENTS),
        ):
            return uvloop.run(run(address, process.pid, arguments))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seconds", type=int, default=15)
    parser.add_argument("--game", default="smugglers")
    parser.add_argument("--folder", type=Path, help="where boardgame.io is installed already, beside its server.js")
    arguments = parser.parse_args()
    arguments.think, arguments.watchers = 0, 0
    rounds: list[dict[str, dict[str, Any]]] = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.folder or installed(Path(temporary) / "boardgame")
        for _ in range(arguments.rounds):
            rounds.append({THEIRS: theirs(folder, arguments), OURS: ours(arguments)})
            print(json.dumps(rounds[-1]), flush=True)
    for name in COMPARED:
        ratios = [each[OURS][name] / each[THEIRS][name] for each in rounds]
        print(f"{name}: {statistics.median(ratios):.2f} of boardgame.io ({min(ratios):.2f}-{max(ratios):.2f})")


def installed(folder: Path) -> Path:
    shutil.copytree(PEER, folder)
    subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--silent"], cwd=folder, check=True)
    return folder


if __name__ == "__main__":
    main()
