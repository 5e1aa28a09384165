"""A tournament with spies, in a process that the test may run as another user: store, seed, then the bots."""

from __future__ import annotations

import sys
from pathlib import Path

import cabotage
from cabotage.arena import Tournament
from cabotage.bots import confinement

if __name__ == "__main__":
    store, flag, seed, *bots = sys.argv[1:]
    if flag == "--without-landlock":
        confinement.landlock_version = lambda: 0  # type: ignore[assignment]
    box = cabotage.load("calypso", seats=2, capture_limit=4)
    results = Tournament(box, bots, games=2, seed=int(seed)).play(Path(store))
    assert not results.figures["failures"], results.figures["failures"]
