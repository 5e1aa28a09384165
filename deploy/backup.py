#!/usr/bin/env python3
"""Back up the database of a running server, and restore it. Needs only Python; for PostgreSQL also pg_dump, pg_restore.

    backup.py save FOLDER [--keep 14]    writes FOLDER/cabotage-<time>.db or .dump, and deletes all but the newest ones
    backup.py restore FILE               stop all servers first; the database must be empty or not exist

The database is the one of the environment variable CABOTAGE_DATABASE, as for the server. Its password goes to
PostgreSQL's programs in the environment too: everybody on the machine can read command lines.
"""

from __future__ import annotations

import argparse
import os
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit

PREFIX = "cabotage-"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    save = commands.add_parser("save")
    save.add_argument("folder", type=Path)
    save.add_argument("--keep", type=int, default=14)
    restore = commands.add_parser("restore")
    restore.add_argument("file", type=Path)
    arguments = parser.parse_args()
    database = os.environ.get("CABOTAGE_DATABASE", "")
    if not database.startswith(("sqlite:///", "postgres")):
        sys.exit("set CABOTAGE_DATABASE to the address of the database: sqlite:///file or postgresql://user@host/name")
    if arguments.command == "save":
        print(saved(database, arguments.folder, max(1, arguments.keep)))
    else:
        restored(database, arguments.file)


def saved(database: str, folder: Path, keep: int) -> Path:
    """A consistent copy, made while the server runs. It gets its name only when it is complete."""
    is_file = database.startswith("sqlite")
    ending = "db" if is_file else "dump"
    folder.mkdir(parents=True, exist_ok=True)
    copy = folder / f"{PREFIX}{time.strftime('%Y%m%d-%H%M%S')}.{ending}"
    unfinished = copy.with_suffix(".part")
    os.close(os.open(unfinished, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600))  # it holds the seeds of running games
    if is_file:
        address = f"file:{file_of(database)}?mode=ro"
        with closing(sqlite3.connect(address, uri=True)) as source, closing(sqlite3.connect(unfinished)) as target:
            source.backup(target)
            [[found]] = target.execute("PRAGMA integrity_check").fetchall()
        if found != "ok":
            sys.exit(f"the copy is damaged: {found}")
    else:
        address, environment = without_password(database)
        run(["pg_dump", "--format=custom", f"--file={unfinished}", address], environment)
    unfinished.replace(copy)
    for old in sorted(folder.glob(f"{PREFIX}*.{ending}"))[:-keep]:
        old.unlink()
    return copy


def restored(database: str, copy: Path) -> None:
    """Into a file that does not exist, or an empty PostgreSQL database: nothing is overwritten."""
    if not copy.is_file():
        sys.exit(f"there is no file {copy}")
    if database.startswith("sqlite"):
        target = file_of(database)
        for former in (target, Path(f"{target}-wal"), Path(f"{target}-shm")):  # the last two belong to the first
            if former.exists():
                sys.exit(f"{former} exists; move it away first")
        with closing(sqlite3.connect(copy)) as source, closing(sqlite3.connect(target)) as made:
            source.backup(made)
        target.chmod(0o600)
    else:
        options = ["--exit-on-error", "--no-owner", "--single-transaction"]
        address, environment = without_password(database)
        run(["pg_restore", *options, f"--dbname={address}", str(copy)], environment)


def without_password(database: str) -> tuple[str, dict[str, str]]:
    """The address as PostgreSQL's programs read it, and the password as a variable of their environment."""
    parts = urlsplit(database)
    people, at, host = parts.netloc.rpartition("@")
    name, _, password = people.partition(":")
    query = dict(parse_qsl(parts.query))
    password = unquote(password) or query.pop("password", "")
    parts = parts._replace(scheme="postgresql", netloc=f"{name}{at}{host}", query=urlencode(query))
    return parts.geturl(), {"PGPASSWORD": password} if password else {}


def run(command: list[str], environment: dict[str, str]) -> None:
    try:
        subprocess.run(command, env=os.environ | environment, check=True)
    except FileNotFoundError:
        sys.exit(f"{command[0]} is missing: install PostgreSQL's client programs")
    except subprocess.CalledProcessError as error:
        sys.exit(f"{command[0]} failed with status {error.returncode}")


def file_of(database: str) -> Path:
    return Path(database.removeprefix("sqlite:///"))


if __name__ == "__main__":
    main()
