"""Servers that start in a moment: a process that has imported everything forks one for each line that it reads.

Only the imports are shared. Each server opens its database, and is killed, like any other.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

from cabotage.cli import main
from cabotage.core.box import Box
from cabotage.games import find
from cabotage.server.bots.compilation import compile_rules
from tests.faults.server import OPTIONS, ROOT, START_SECONDS
from tests.settings import SHORT
from tests.walks import viewers, walk

GAMES = ("calypso", "smugglers", "captn_clever")
ENDED = "ended"


class Forks:
    """The process that forks, seen from the test."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.soak.forks"]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=ROOT
        )
        self.address = ""
        self.server = 0

    def start(self, database: str) -> None:
        """A server on this database, at the address of the last one."""
        port = self.address.rpartition(":")[2] or "0"
        wishes = ["serve", *OPTIONS[:-1], port, "--language", "en", "--pause", "0", "--database", database]
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(wishes) + "\n")
        self.process.stdin.flush()
        self.server = int(self._line("server "))
        self.address = self._line("Cabotage is running at ").rstrip("/")

    def _line(self, beginning: str) -> str:
        """The rest of the next line that begins so."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            assert line != f"{ENDED}\n", f"the server ended before it said {beginning!r}"
            if line.startswith(beginning):
                return line.removeprefix(beginning).strip()
        raise AssertionError("the process that forks has ended")

    def kill(self) -> None:
        """When it returns, the server is dead, and its files are closed."""
        os.kill(self.server, signal.SIGKILL)
        until = time.monotonic() + START_SECONDS
        with contextlib.suppress(ProcessLookupError):
            while True:
                os.kill(self.server, 0)
                assert time.monotonic() < until
                time.sleep(0.002)


@contextlib.contextmanager
def forks() -> Iterator[Forks]:
    running = Forks()
    try:
        yield running
    finally:
        if running.server:
            with contextlib.suppress(ProcessLookupError):
                os.kill(running.server, signal.SIGKILL)
        running.process.kill()
        running.process.communicate()


def load(box: Box) -> None:
    """Everything that a table needs of this game."""
    compile_rules(box)
    for position in walk(box, seed=0):
        for viewer in viewers(box):
            position.view(viewer)
            position.scene(viewer)
        if position.to_act >= 0:
            position.choices(position.to_act)
            position.not_offered(position.to_act)


def fork_on() -> None:
    """Fork a server for every line, until the test is gone."""
    import cabotage.server.app
    import cabotage.server.serve  # noqa: F401

    for name in GAMES:
        load(Box(find(name), options=SHORT[name]))
    for line in sys.stdin:
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the dead
        if os.fork() == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            sys.stdin = io.StringIO()
            print("server", os.getpid(), flush=True)
            try:
                main(json.loads(line))
            finally:
                print(ENDED, flush=True)
                os._exit(1)


if __name__ == "__main__":
    fork_on()
