"""Measure us and the peers, one after the other on one core, and write benchmarks/peers.md.

python -m benchmarks.peers                    all
python -m benchmarks.peers ours pgx           some of them; the figures of the others are kept
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from benchmarks.peers.page import page
from cabotage.cli.bench.machine import describe_machine

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PEERS_PYTHON = ROOT / ".venv-peers-speed" / "bin" / "python"
KEPT = ROOT / ".make" / "peers.json"
PAGE = HERE.parent / "peers.md"
LONGEST = 600  # seconds for one peer
COMMANDS: dict[str, list[str]] = {
    "ours": [sys.executable, "-m", "benchmarks.peers.ours"],
    "openspiel": [str(PEERS_PYTHON), str(HERE / "openspiel.py")],
    "pgx": [str(PEERS_PYTHON), str(HERE / "pgx_batch.py")],
    "pettingzoo": [str(PEERS_PYTHON), str(HERE / "environments.py"), "pettingzoo"],
    "rlcard": [str(PEERS_PYTHON), str(HERE / "environments.py"), "rlcard"],
}


def measure(peer: str, seconds: float) -> dict[str, Any]:
    """The figures of one peer, from a process of its own."""
    print(f"{peer} ...", file=sys.stderr, flush=True)
    command = [*COMMANDS[peer], str(seconds)]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True, timeout=LONGEST)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    machine = describe_machine()
    return found | {"machine": {name: machine[name] for name in ("cpu", "cores", "python", "commit")}}


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="benchmarks.peers", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("peers", nargs="*", metavar="peer", help=f"one of {', '.join(COMMANDS)}")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each figure")
    chosen = parser.parse_args()
    if unknown := set(chosen.peers) - set(COMMANDS):
        parser.error(f"unknown peer {', '.join(sorted(unknown))}; expected some of {', '.join(COMMANDS)}")
    found = json.loads(KEPT.read_text("utf-8")) if KEPT.is_file() and chosen.peers else {}
    KEPT.parent.mkdir(exist_ok=True)
    for peer in chosen.peers or COMMANDS:
        found[peer] = measure(peer, chosen.seconds)
        KEPT.write_text(json.dumps(found, indent=1), "utf-8")
    PAGE.write_text(page({peer: found[peer] for peer in COMMANDS if peer in found}), "utf-8")
    print(f"written: {PAGE.relative_to(ROOT)}", file=sys.stderr)


if __name__ == "__main__":
    main()
