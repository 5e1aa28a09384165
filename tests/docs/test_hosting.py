"""docs/how-to/host.md documents exactly what the program offers."""

from __future__ import annotations

import re
from pathlib import Path

import typer.main

from cabotage.cli.app import app
from cabotage.server.serve import PING_SECONDS, USUAL_PORT

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "how-to" / "host.md").read_text()
SHOWN = {  # with its default value
    "--host": "127.0.0.1",
    "--port": str(USUAL_PORT),
    "--pause": "0.7",
    "--log-level": "warning",
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
    assert len(lines) == 3
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


def test_requests_for_one_table_go_to_one_server() -> None:
    pattern = re.search(r"~(\^\S+)\s+\$table;", PAGE)
    assert pattern
    found = re.compile(pattern[1].replace("?<table>", "?P<table>"))
    for path in ("/api/tables/abc", "/api/tables/abc/live", "/t/abc", "/api/tables/abc/choices"):
        match = found.match(path)
        assert match, path
        assert match["table"] == "abc"
    assert found.match("/api/games") is None
