"""How long a new process takes to list the first choices: compiling, and from the cache."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from time import perf_counter
from typing import TYPE_CHECKING

from cabotage.cli.errors import UsageError

if TYPE_CHECKING:
    from cabotage.core.words import Words

CACHED_RUNS = 3

CHILD = """
from time import perf_counter
began = perf_counter()
import sys
import cabotage
box = cabotage.load(sys.argv[1])
position = box.start(seed=1)
seat = position.to_act
position.scene(seat)
position.choices(seat)
listed = perf_counter() - began
from cabotage.bots import make_bot
make_bot("greedy", box, seed=1).choose(position.view(seat), seat)
answered = perf_counter() - began
import json
print(json.dumps([listed, answered]))
"""


def measure_start(game: str, words: Words) -> dict[str, float]:
    """Seconds of the first process with an empty cache, and of the fastest of some later ones."""
    with tempfile.TemporaryDirectory(prefix="cabotage-bench-") as folder:
        first = _run(game, folder, words)
        later = [_run(game, folder, words) for _ in range(CACHED_RUNS)]
    cached = [min(figures) for figures in zip(*later, strict=True)]
    names = ("{}_seconds", "{}_bot_seconds", "{}_process_seconds")
    report = {name.format("first_compile"): round(value, 3) for name, value in zip(names, first, strict=True)}
    report |= {name.format("cached"): round(value, 3) for name, value in zip(names, cached, strict=True)}
    return report


def _run(game: str, folder: str, words: Words) -> tuple[float, float, float]:
    """Seconds to the list of choices, to the bot's choice, and for the whole process."""
    began = perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", CHILD, game],
        env={**os.environ, "CABOTAGE_CACHE": folder},
        capture_output=True,
        text=True,
        check=False,
    )
    whole = perf_counter() - began
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or ["?"])[-1]
        raise UsageError(words.say("refused.start", game=game, reason=reason))
    listed, answered = json.loads(done.stdout)
    return listed, answered, whole
