"""`cabotage serve` says where it is, and what keeps it from starting, in one line."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from cabotage.server import addresses as finding
from cabotage.server.addresses import addresses
from cabotage.server.errors import DatabaseTaken, NoSuchHost
from cabotage.server.lock import Lock
from cabotage.server.serve import listen
from tests.server.fixtures import harbour

SERVE = [sys.executable, "-c", "import sys; from cabotage.cli import main; sys.exit(main())", "serve", "--no-open"]


def serve(*wishes: str) -> subprocess.CompletedProcess[str]:
    """A server that does not start."""
    return subprocess.run([*SERVE, "--no-warm", *wishes], capture_output=True, text=True, check=False, timeout=60)


def start(*wishes: str) -> subprocess.Popen[str]:
    return subprocess.Popen([*SERVE, "--no-warm", "--port", "0", *wishes], stdout=subprocess.PIPE, text=True)


def test_a_database_that_cannot_be_is_one_line_in_the_language_asked_for(tmp_path: Path) -> None:
    done = serve("--port", "0", "--language", "fr", "--database", f"sqlite:///{tmp_path / 'a' / 't.db'}")
    folder = tmp_path / "a"
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == (
        f"cabotage: {folder} : dossier introuvable pour la base de données ; créez-le d’abord "
        "ou indiquez-en un autre [table/database]\n"
    )


def test_a_postgresql_that_does_not_answer_is_one_line_too() -> None:
    done = serve("--port", "0", "--language", "en", "--database", "postgresql://anna:secret@127.0.0.1:1/games")
    assert done.returncode == 2
    assert done.stderr.startswith(
        "cabotage: postgresql://anna:***@127.0.0.1:1/games: this PostgreSQL database cannot be used"
    )
    assert done.stderr.endswith("[table/database]\n")
    assert done.stderr.count("\n") == 1


def test_an_address_of_another_machine_is_refused() -> None:
    with pytest.raises(
        NoSuchHost, match=r"^192\.0\.2\.77 is not an address of this machine; use 127\.0\.0\.1 for this machine"
    ):
        listen("192.0.2.77", 0)
    with pytest.raises(NoSuchHost, match=r"^no\.such\.host\.invalid is not an address of this machine"):
        listen("no.such.host.invalid", 0)


def test_the_address_for_others_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finding, "outward", lambda family: ["192.168.1.20", "10.0.0.3"])
    with listen("0.0.0.0", 0) as everywhere, listen("127.0.0.1", 0) as here:
        port = everywhere.getsockname()[1]
        assert addresses(everywhere) == [
            f"http://192.168.1.20:{port}/",
            f"http://10.0.0.3:{port}/",
            f"http://127.0.0.1:{port}/",
        ]
        assert addresses(here) == [f"http://127.0.0.1:{here.getsockname()[1]}/"]


def test_what_is_printed_for_everybody_can_be_opened_and_is_not_only_for_this_machine(tmp_path: Path) -> None:
    known = finding.outward(socket.AF_INET)
    process = start("--host", "0.0.0.0", "--language", "en", "--database", f"sqlite:///{tmp_path / 't.db'}")
    with process:
        try:
            assert process.stdout is not None
            first, second = process.stdout.readline(), process.stdout.readline()
            found = re.fullmatch(r"Cabotage is running at http://(\S+):(\d+)/\n", first)
            assert found, first
            assert found[1] == (known[0] if known else "127.0.0.1")
            assert f"http://127.0.0.1:{found[2]}/" in second or not known
            assert httpx.get(f"http://{found[1]}:{found[2]}/healthz", trust_env=False).json()["status"] == "ok"
        finally:
            process.terminate()


def test_a_second_server_on_one_file_is_refused_until_the_first_is_gone(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 't.db'}"
    first = start("--language", "en", "--database", url)
    with first:
        try:
            assert first.stdout is not None
            assert first.stdout.readline().startswith("Cabotage is running at ")
            done = serve("--port", "0", "--language", "en", "--database", url)
            assert done.returncode == 2
            assert done.stderr == (
                f"cabotage: {tmp_path / 't.db'} is already in use by another server: open its page or stop it; "
                "to run several servers for the same games, use PostgreSQL [server/database]\n"
            )
        finally:
            os.kill(first.pid, signal.SIGKILL)  # nothing is left behind that would have to be tidied up
    with harbour(url) as port, port.visitor() as anna:
        assert anna.ask("GET", "/healthz")["status"] == "ok"


def test_a_lock_is_released(tmp_path: Path) -> None:
    (tmp_path / "t.db").touch()
    (tmp_path / "link.db").symlink_to(tmp_path / "t.db")
    held = Lock(tmp_path / "t.db")
    for name in ("t.db", "link.db"):
        with pytest.raises(DatabaseTaken):
            Lock(tmp_path / name)
    held.release()
    Lock(tmp_path / "t.db").release()


def test_options_come_from_the_environment_also_without_a_command(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "import sys; from cabotage.cli import main; sys.exit(main())"]
    variables = {
        "CABOTAGE_DATABASE": f"sqlite:///{tmp_path / 'mine.db'}",
        "CABOTAGE_PORT": "0",
        "CABOTAGE_NO_OPEN": "1",
        "CABOTAGE_NO_WARM": "1",
        "CABOTAGE_LANGUAGE": "fr",
    }
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | variables) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline().startswith("Cabotage est prêt\u00a0: http://127.0.0.1:")
            assert str(tmp_path / "mine.db") in process.stdout.readline()
        finally:
            process.terminate()


def test_the_help_groups_its_options() -> None:
    done = serve("--help", "--language", "en")
    titles = re.findall(r"^(\w[\w ]+):$", done.stdout, re.MULTILINE)
    assert titles == ["Network", "Database", "Bots", "Notifications", "Limits", "Other options"]
