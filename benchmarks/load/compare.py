"""The same load on Cabotage and on boardgame.io, in turns: `python -m benchmarks.load.compare --rounds 3`.

Installs boardgame.io with npm into a temporary folder. Its server keeps games in memory; ours commits every move.
"""

from __future__ import annotations

import argparse
import json
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.load.__main__ import cpu_seconds

PEER = Path(__file__).with_name("boardgame")
SETTLE_SECONDS = 3


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


def boardgame(folder: Path, tables: int, seconds: int) -> dict[str, Any]:
    """One run of the peer's server and client."""
    ports = [str(free_port()), str(free_port())]
    server = subprocess.Popen(["node", "server.js", *ports], cwd=folder, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        server.stdout.readline()  # it is ready
        client = subprocess.Popen(
            ["node", "client.js", *ports, str(tables), str(SETTLE_SECONDS), str(seconds)],
            cwd=folder,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert client.stdout is not None
        client.stdout.readline()  # counting begins
        began = cpu_seconds(server.pid)
        counted = json.loads(client.stdout.readline())
        cpu = cpu_seconds(server.pid) - began
        client.wait(30)
    finally:
        server.terminate()
        server.wait(30)
    return {
        "moves_per_second": counted["moves"] / seconds,
        "cpu_ms_per_move": 1000 * cpu / max(1, counted["moves"]),
        "median_ms": counted["median_ms"],
        "p99_ms": counted["p99_ms"],
    }


def cabotage(tables: int, seconds: int, game: str) -> dict[str, Any]:
    """One run of our server and our load."""
    command = [sys.executable, "-m", "benchmarks.load", "--game", game, "--tables", str(tables)]
    done = subprocess.run([*command, "--seconds", str(seconds)], capture_output=True, text=True, check=True)
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seconds", type=int, default=15)
    parser.add_argument("--game", default="smugglers")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "boardgame"
        shutil.copytree(PEER, folder)
        subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--silent"], cwd=folder, check=True)
        rounds = []
        for _ in range(arguments.rounds):
            theirs = boardgame(folder, arguments.tables, arguments.seconds)
            ours = cabotage(arguments.tables, arguments.seconds, arguments.game)
            rounds.append((ours, theirs))
            print(json.dumps({"cabotage": ours, "boardgame.io": theirs}), flush=True)
    for name in ("moves_per_second", "cpu_ms_per_move", "median_ms", "p99_ms"):
        ratios = [ours[name] / theirs[name] for ours, theirs in rounds]
        print(f"{name}: {statistics.median(ratios):.2f} of boardgame.io ({min(ratios):.2f}-{max(ratios):.2f})")


if __name__ == "__main__":
    main()
