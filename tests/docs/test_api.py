"""docs/reference/api.md describes what the server does."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from cabotage.server import lobby
from cabotage.server.analysis import analyses
from cabotage.server.api import body, requests
from cabotage.server.bots import hints
from cabotage.server.clubs import club_tables, clubs, tournament, tournaments
from cabotage.server.live import socket
from cabotage.server.middleware import http, limits
from cabotage.server.middleware.costs import BODY_UNIT_BYTES, COSTS, MESSAGE, Cost, message_cost
from cabotage.server.people import identities
from cabotage.server.serve import MOST_SOCKET_BYTES
from cabotage.server.settings import Settings
from cabotage.tables import projection, seat
from tests.docs import shell
from tests.server.fixtures import harbour

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "reference" / "api.md").read_text()
LINES = "\n".join(re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL))
USUAL_HOST = "HOST=http://127.0.0.1:8765\n"


@pytest.mark.parametrize("programs", [(), shell.NAMES], ids=["of this machine", "stand-ins"])
def test_the_game_that_is_shown_can_be_played_line_by_line(tmp_path: Path, programs: tuple[str, ...]) -> None:
    assert USUAL_HOST in LINES
    shell.install(tmp_path, *programs)
    with harbour(f"sqlite:///{tmp_path / 'tables.db'}") as port:
        lines = LINES.replace(USUAL_HOST, f"HOST={port.address}\n")
        environment = os.environ | {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}", "no_proxy": "*"}
        done = subprocess.run(
            ["bash", "-eu", "-c", lines], capture_output=True, text=True, check=False, env=environment, timeout=300
        )
        with port.visitor() as anna:
            [table] = list(port.app.state.services.tables._live)
            shown = anna.view(table)
    assert done.returncode == 0, done.stderr
    *told, refused, kept = done.stdout.splitlines()
    assert len(told) == 3
    assert all(line[0].isupper() and line.endswith((".", "!")) for line in told), told
    assert (refused, kept) == ("table/stale", "cabotage-partial-record")
    assert "prints `table/stale`" in PAGE
    assert "prints `cabotage-partial-record`" in PAGE
    assert shown["nonces"] == [{"seat": 0, "nonce": "a pebble from the beach"}]


def test_every_limit_is_the_documented_one() -> None:
    usual = Settings("")
    told = {
        "body of a request": [http.MOST_BYTES, http.MOST_RECORD_BYTES, 413, http.MOST_DRAINED_BYTES // 2**20],
        "message over a socket": [socket.MOST_BYTES, MOST_SOCKET_BYTES // 2**20],
        "fields of a body": [body.MOST_FIELDS, body.MOST_RECORD_FIELDS, 413],
        "requests and messages": [int(usual.person_units), int(usual.address_units), int(limits.BURST_SECONDS)],
        "new identities": [int(usual.newcomers_per_minute)],
        "connections": [usual.connections_per_address, usual.connections, 503, 429],
        "time": [int(usual.header_seconds), int(usual.body_seconds), int(usual.idle_seconds)],
        "greetings": [int(usual.greetings_per_minute), int(usual.greetings_per_minute / 2)],
        "hints": [429, hints.WAITING_HINTS, 503],
        "analyses": [429, analyses.MOST_GAMES, 503, analyses.MOST_EVENTS],
        "`steps`, `story` of a view": [projection.MOST_STEPS, projection.MOST_STORY_ROWS],
        "lists of tables": [lobby.SHOWN],
        "names, nonces, notations": [identities.LONGEST_NAME, seat.LONGEST_NONCE, requests.LONGEST_TEXT],
        "options of a table": [30],
        "clubs": [clubs.MOST_CLUBS, clubs.MOST_MEMBERS, tournaments.MOST_TOURNAMENTS, identities.LONGEST_NAME],
        "tournaments": [tournaments.MOST_PLAYERS, tournament.MOST_ROUNDS, club_tables.MOST_RATED],
        "unread messages": [socket.MOST_WAITING, socket.TRY_LATER, socket.MOST_REFUSED + 1, socket.POLICY],
    }
    section = PAGE.partition("## Limits\n")[2].partition("\n## ")[0]
    rows = dict(re.findall(r"^\| (.+?) \| (.+) \|$", section, re.MULTILINE))
    del rows["what"]
    assert {name: [int(number) for number in re.findall(r"\d+", text)] for name, text in rows.items()} == told


def test_every_cost_is_the_documented_one() -> None:
    rows = re.findall(r"^\| `(GET|POST|PUT|DELETE) (\S+?)(?:\?(\w+))?` \| (\d+) \|$", PAGE, re.MULTILINE)
    told = [Cost(method, path, int(units), parameter) for method, path, parameter, units in rows]
    told += [Cost(MESSAGE, kind, int(units)) for kind, units in re.findall(r"\| message `(\w+)` \| (\d+) \|", PAGE)]
    live = Cost("GET", "/api/tables/{table}/live", 5)
    assert {*told, live} == set(COSTS)
    assert f"| a view, with `?full=true` | {message_cost('look')} |" in PAGE
    assert f"| opening the socket | {live.units} |" in PAGE
    assert f"1 for every {BODY_UNIT_BYTES} bytes" in PAGE


def test_every_path_that_is_named_is_in_the_document() -> None:
    from cabotage.server.app import create

    paths = create(Settings("sqlite:///")).openapi()["paths"]
    named = set(re.findall(r"`(GET|POST|PUT) (/[^`?\s]*)", PAGE))
    assert ("POST", "/api/commitments") in named
    for method, path in named:
        assert method.lower() in paths[path], (method, path)
