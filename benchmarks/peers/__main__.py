"""Measure us and the peers, one after the other on one core, and write benchmarks/peers.md.

python -m benchmarks.peers                    all, then the page
python -m benchmarks.peers --minutes 5        begin nothing new after five minutes; call it again to go on

The page has figures of one commit and one machine only. What is measured is kept until the page is written.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from time import monotonic
from typing import Any

from benchmarks.peers.ours import IN_C, SEATS
from benchmarks.peers.page import page
from cabotage.cli.bench.machine import describe_machine

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PEERS_PYTHON = str(ROOT / ".venv-peers-speed" / "bin" / "python")
KEPT = ROOT / ".make" / "peers.json"
PAGE = HERE.parent / "peers.md"
MEASURED = ("src", "benchmarks/peers", "benchmarks/c")
LONGEST = 600  # seconds for one part
PARTS: dict[str, list[str]] = {  # the name of a peer, and what of it
    **{f"ours {part}": [sys.executable, "-m", "benchmarks.peers.ours", part] for part in (*SEATS, IN_C)},
    "openspiel": [PEERS_PYTHON, str(HERE / "openspiel.py")],
    "pgx": [PEERS_PYTHON, str(HERE / "pgx_batch.py")],
    "pettingzoo": [PEERS_PYTHON, str(HERE / "environments.py"), "pettingzoo"],
    "rlcard": [PEERS_PYTHON, str(HERE / "environments.py"), "rlcard"],
}


def measure(part: str, seconds: float) -> dict[str, Any]:
    """The figures of one part, from a process of its own."""
    print(f"{part} ...", file=sys.stderr, flush=True)
    command = [*PARTS[part], str(seconds)]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True, timeout=LONGEST)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def has_changes() -> bool:
    """Whether what is measured differs from the commit."""
    command = ["git", "status", "--porcelain", "--", *MEASURED]
    return bool(subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout)


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="benchmarks.peers", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=1.0, help="for each figure")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="after which no part is begun")
    chosen = parser.parse_args()
    if has_changes():
        parser.error("there are changes that are not committed, so the page could not name what was measured")
    measured_with = {**describe_machine(), "seconds": chosen.seconds}
    kept = json.loads(KEPT.read_text("utf-8")) if KEPT.is_file() else {}
    found = kept["found"] if kept.get("with") == measured_with else {}
    KEPT.parent.mkdir(exist_ok=True)
    began = monotonic()
    for part in PARTS:
        if part in found:
            continue
        if monotonic() - began > chosen.minutes * 60:
            print(f"{len(found)} of {len(PARTS)} parts are measured; call again to go on", file=sys.stderr)
            return 1
        found[part] = measure(part, chosen.seconds)
        KEPT.write_text(json.dumps({"with": measured_with, "found": found}, indent=1), "utf-8")
    PAGE.write_text(page({part: found[part] for part in PARTS}, measured_with), "utf-8")
    KEPT.unlink()
    print(f"written: {PAGE.relative_to(ROOT)}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
