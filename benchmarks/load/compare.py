"""The same load on Cabotage and on boardgame.io, in turns: `python -m benchmarks.load.compare --rounds 3`.

Installs boardgame.io with npm into a temporary folder. Both servers have a core of their own, and the same kind of
client on another one. boardgame.io runs with each of its own kinds of storage: in memory, where everything is lost when
it stops, and in files, without waiting until they are on the disk. Ours commits every move durably.
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
OURS = "cabotage"
STORAGES = ("memory", "files")
GAME_MOVES = 150  # about as many as in a game of Smugglers' Island
COMPARED = ("moves_per_second", "cpu_ms_per_move", "bytes_per_move_and_viewer", "median_ms", "p99_ms")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


@contextmanager
def boardgame(folder: Path, storage: str) -> Iterator[tuple[int, str, str]]:
    """The peer's server: its process, its address and that of its lobby."""
    ports = str(free_port()), str(free_port())
    with tempfile.TemporaryDirectory() as stored:
        command = ["node", "server.js", *ports, *([stored] if storage == "files" else [])]
        with pinned(SERVER):
            process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            process.stdout.readline()  # it is ready
            yield process.pid, f"http://localhost:{ports[0]}", f"http://localhost:{ports[1]}"
        finally:
            process.terminate()
            process.wait(30)


def theirs(folder: Path, storage: str, arguments: argparse.Namespace) -> dict[str, Any]:
    """One run of the peer."""

    async def load(pid: int, address: str, lobby: str) -> dict[str, Any]:
        figures = Figures()
        pairs = [Pair(number, address, lobby, figures, 0, GAME_MOVES) for number in range(arguments.tables)]
        return await count([pair.play() for pair in pairs], figures, pid, arguments.tables, arguments.seconds)

    with boardgame(folder, storage) as started, pinned(CLIENTS):
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
            found = {storage: theirs(folder, storage, arguments) for storage in STORAGES}
            rounds.append({OURS: ours(arguments), **found})
            print(json.dumps(rounds[-1]), flush=True)
    for storage in STORAGES:
        for name in COMPARED:
            ratios = [each[OURS][name] / each[storage][name] for each in rounds]
            spread = f"{min(ratios):.2f}-{max(ratios):.2f}"
            print(f"{name}: {statistics.median(ratios):.2f} of boardgame.io in {storage} ({spread})")


def installed(folder: Path) -> Path:
    shutil.copytree(PEER, folder)
    subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--silent"], cwd=folder, check=True)
    return folder


if __name__ == "__main__":
    main()
