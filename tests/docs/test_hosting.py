"""docs/how-to/host.md documents exactly what the program offers."""

from __future__ import annotations

import re
from pathlib import Path

import typer.main
from sqlalchemy.pool import QueuePool

from cabotage.cli.app import app
from cabotage.server import due, leases, timer, workers
from cabotage.server.serve import PING_SECONDS, USUAL_PORT
from cabotage.tables.database import PostgreSQL, address

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "how-to" / "host.md").read_text()
SHOWN = {  # with its default value
    "--host": "127.0.0.1",
    "--port": str(USUAL_PORT),
    "--pause": "0.7",
    "--log-level": "warning",
    "--workers": "1",
}


def options() -> dict[str, object]:
    serve = typer.main.get_command(app).commands["serve"]  # type: ignore[attr-defined]
    return {
        option: parameter.default for parameter in serve.params for option in parameter.opts if option.startswith("--")
    }


def test_every_option_of_serve_is_documented_and_no_other() -> None:
    documented = dict(re.findall(r"^\| `(--[a-z-]+)(?: ([^`]+))?` \|", PAGE, re.MULTILINE))
    assert set(documented) == set(options()) - {"--help"}
    for option, value in SHOWN.items():
        assert documented[option] == value
    assert str(options()["--pause"]) == SHOWN["--pause"]
    assert options()["--host"] == SHOWN["--host"]
    assert options()["--log-level"] == SHOWN["--log-level"]
    assert f"default `{options()['--proxy']}`" in PAGE


def test_every_command_line_that_is_shown_can_be_read() -> None:
    serve = typer.main.get_command(app).commands["serve"]  # type: ignore[attr-defined]
    lines = re.findall(r"^(?:ExecStart=\S*/)?cabotage serve(.*)$", PAGE, re.MULTILINE)
    assert len(lines) == 4
    for line in lines:
        serve.make_context("serve", line.split(), resilient_parsing=False)


def test_the_proxies_of_the_samples_pass_on_what_the_server_needs() -> None:
    nginx = re.findall(r"```nginx\n(.*?)```", PAGE, re.DOTALL)
    assert len(nginx) == 2
    for header in ("Host", "X-Forwarded-For", "X-Forwarded-Proto", "Upgrade", "Connection"):
        assert f"proxy_set_header {header} " in nginx[0]
    assert f"proxy_pass http://127.0.0.1:{USUAL_PORT};" in nginx[0]
    assert f"the server pings every {PING_SECONDS} seconds" in PAGE
    silent = re.search(r"proxy_read_timeout (\d+)s", nginx[0])
    assert silent
    assert int(silent[1]) > PING_SECONDS


def test_what_is_said_of_several_servers_is_so() -> None:
    assert f"has a lease of {leases.LEASE_MS // 1000} seconds in the database" in PAGE
    assert leases.BEAT_SECONDS == 1  # "which it extends every second"
    waits = [workers.RESTART_SECONDS * 2**deaths for deaths in range(3)]
    assert (waits, workers.MOST_RESTART_SECONDS) == ([1, 2, 4], 30)
    assert "(after 1 second, then 2, 4, up to 30)" in PAGE
    left_behind_seconds = due.OLDER_VERSION_MS / 1000 + timer.UNKNOWN_TICKS * timer.TICK_SECONDS
    assert left_behind_seconds < 20
    assert "within 20 seconds" in PAGE


def test_the_number_of_connections_of_a_worker_is_as_said(postgres_url: str) -> None:
    database = PostgreSQL(address(postgres_url))
    pool = database._engine.pool
    assert isinstance(pool, QueuePool)
    most = pool.size() + pool._max_overflow + 2  # one appends, one listens
    assert f"A worker uses up to {most} connections to PostgreSQL" in PAGE
