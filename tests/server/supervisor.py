"""`cabotage serve --workers N` as a process of its own."""

from __future__ import annotations

import contextlib
import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

PROGRAM = "import sys; from cabotage.cli import main; sys.exit(main())"
SERVE = [sys.executable, "-c", PROGRAM, "serve", "--no-open"]
PATIENCE_SECONDS = 60.0


class Supervisor:
    """A running `cabotage serve --workers N`."""

    def __init__(self, url: str, count: int, log: Path, *options: str, before: str = "") -> None:
        command = [part if part != PROGRAM else f"{before}\n{PROGRAM}" for part in SERVE]
        command += ["--no-warm", "--port", "0", "--language", "en", "--pause", "0", *options]
        self._log = log
        with log.open("w") as errors:
            self.process = subprocess.Popen(
                [*command, "--workers", str(count), "--database", url], stdout=subprocess.PIPE, stderr=errors, text=True
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.fullmatch(r"Cabotage is running at (http://\S+)/\n", line)
        assert found, line + log.read_text()
        self.address = found[1]

    @property
    def workers(self) -> set[int]:
        """The processes that it has started to serve; those of multiprocessing's own are not among them."""
        path = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        children = map(int, path.read_text().split())
        return {child for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()}

    def events(self) -> list[str]:
        return [json.loads(line)["event"] for line in self._log.read_text().splitlines() if line.startswith("{")]


@contextlib.contextmanager
def supervised(url: str, count: int, folder: Path, *options: str, before: str = "") -> Iterator[Supervisor]:
    """`before` is Python that runs first in the process of the supervisor."""
    running = Supervisor(url, count, folder / "log", *options, before=before)
    try:
        yield running
    finally:
        if running.process.poll() is None:
            running.process.kill()
        running.process.wait()
        assert running.process.stdout is not None
        running.process.stdout.close()


def is_running(pid: int) -> bool:
    with contextlib.suppress(FileNotFoundError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def until(what: str, check: object, seconds: float = PATIENCE_SECONDS) -> None:
    assert callable(check)
    end = time.monotonic() + seconds
    while not check():
        assert time.monotonic() < end, what
        time.sleep(0.05)
