"""docs/how-to/host.md documents exactly what the program offers."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path
from typing import Any

import pytest
import typer.main
from sqlalchemy.pool import QueuePool

from cabotage.cli.app import app
from cabotage.server import due, leases, timer, workers
from cabotage.server.serve import PING_SECONDS, USUAL_PORT
from cabotage.server.settings import Settings
from cabotage.tables.database import PostgreSQL, address

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "how-to" / "host.md").read_text()
UNIT = (Path(__file__).resolve().parents[2] / "deploy" / "systemd" / "cabotage.service").read_text()
# Values that are shown, but are examples or found out at the start.
NOT_DEFAULTS = (
    "--port",
    "--host-name",
    "--origin",
    "--proxy",
    "--database",
    "--bot-processes",
    "--hint-processes",
    "--language",
    "--push-keys",
    "--push-contact",
    "--smtp-host",
    "--smtp-user",
    "--smtp-password-file",
    "--mail-from",
    "--public-address",
)


def serve_command() -> Any:
    return typer.main.get_command(app).commands["serve"]  # type: ignore[attr-defined]


def options() -> dict[str, Any]:
    return {
        option: parameter
        for parameter in serve_command().params
        for option in parameter.opts
        if option.startswith("--")
    }


def documented() -> list[tuple[str, str, str]]:
    """Option, the value that is shown, and variable."""
    return re.findall(r"^\| `(--[a-z-]+)(?: ([^`]+))?` \| `([A-Z_]+)` \|", PAGE, re.MULTILINE)


def test_every_option_of_serve_is_documented_and_no_other() -> None:
    known = options()
    assert {option for option, _, _ in documented()} == set(known) - {"--help"}
    for option, value, _ in documented():
        if option not in NOT_DEFAULTS and value:
            assert str(known[option].default).removesuffix(".0") == value
    assert f"default `{known['--proxy'].default}`" in PAGE
    assert ("--port", str(USUAL_PORT), "CABOTAGE_PORT") in documented()


def test_every_option_is_an_environment_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    given: dict[str, str] = {}
    known = options()
    for option, _, variable in documented():
        parameter = known[option]
        assert variable == f"CABOTAGE_{parameter.name.upper()}"
        given[parameter.name] = "en" if parameter.name == "language" else "1"
        monkeypatch.setenv(variable, given[parameter.name])
    context = serve_command().make_context("serve", [], auto_envvar_prefix="CABOTAGE")
    for name, text in given.items():
        read = context.params[name]
        assert str(read[0] if isinstance(read, list | tuple) else read) in (text, f"{text}.0", "True"), name


def test_a_repeated_option_is_a_variable_with_spaces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CABOTAGE_HOST_NAME", "one.example two.example")
    context = serve_command().make_context("serve", [], auto_envvar_prefix="CABOTAGE")
    assert list(context.params["host_name"]) == ["one.example", "two.example"]


def test_every_setting_can_be_chosen() -> None:
    """A setting that no option sets could not be changed by a host."""
    chosen: list[Any] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cabotage.cli.serve.serve", lambda given, language: chosen.append(given))
        given = ["--bot-processes", "2", "--hint-processes", "3", "--database", "sqlite:///x"]
        serve_command().main(given, standalone_mode=False)
    [options] = chosen
    assert {"database", *options.settings} == {field.name for field in dataclasses.fields(Settings)}
    assert Settings("sqlite:///x", **options.settings) == Settings("sqlite:///x", thinkers=2, hinters=3)


def test_every_command_line_that_is_shown_can_be_read() -> None:
    lines = re.findall(r"^(?:ExecStart=\S*/)?cabotage serve(.*)$", PAGE + UNIT, re.MULTILINE)
    assert len(lines) == 4
    for line in lines:
        serve_command().make_context("serve", line.split(), resilient_parsing=False)


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
    most = pool.size() + pool._max_overflow + 3  # one appends, one listens, one locks hints
    assert f"A worker uses up to {most} connections to PostgreSQL" in PAGE
