"""`cabotage serve` as a process of its own, to be visited by browsers and to be killed."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
# Bots and hints are as urgent as tests, which use all cores: with a low priority they would hardly get on.
RUN = """
import sys
from cabotage.cli import main
from cabotage.server.bots import runner
if __name__ == "__main__":
    runner.BOT_NICENESS = runner.HINT_NICENESS = 0
    sys.exit(main())
"""
STOP_SECONDS = 20


class Server:
    """Bots answer without a pause, so that games are short."""

    def __init__(self, folder: Path, port: int = 0, *more: str) -> None:
        self.folder, self.more = folder, more
        settings = ["--no-open", "--no-limits", "--port", str(port), "--pause", "0"]
        settings += ["--database", f"sqlite:///{folder / 'tables.db'}", *more]
        self.process = subprocess.Popen(
            [sys.executable, "-c", RUN, "serve", *settings],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            cwd=ROOT,
            start_new_session=True,  # its bots' processes go with it when it is killed
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+?:(\d+)(?=/?\s)", line)
        assert found, f"the server did not say where it is: {line!r}"
        self.address, self.port = found[0], int(found[1])

    def kill(self) -> None:
        """Without a warning, as a power cut does it."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(STOP_SECONDS)
        self._end(signal.SIGKILL)

    def again(self) -> Server:
        """The same tables at the same address."""
        return Server(self.folder, self.port, *self.more)

    def _end(self, sign: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError):  # all of them may have gone already
            os.killpg(self.process.pid, sign)
        self.process.wait(STOP_SECONDS)
        if self.process.stdout is not None:
            self.process.stdout.close()
