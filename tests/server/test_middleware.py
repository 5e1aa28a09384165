"""What surrounds every request: headers, the page, logs without secrets, figures, starting and stopping."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from cabotage.server import page
from cabotage.server.bots.pool import Pool
from cabotage.tables.clock import wall_clock_ms
from tests.server.fixtures import Harbour, Visitor, harbour

SERVE = [sys.executable, "-c", "import sys; from cabotage.cli import main; sys.exit(main())", "serve", "--no-open"]


def test_answers_say_what_browsers_may_do_with_them(anna: Visitor) -> None:
    answer = anna.client.get("/api/games")
    assert answer.headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "same-origin"
    assert answer.headers["cache-control"] == "no-store"
    assert "server" not in answer.headers


def test_figures_count_what_was_asked_and_refused(anna: Visitor) -> None:
    anna.play(anna.open("calypso")["table"], most=1)
    anna.client.get("/api/tables/nowhere")
    figures = anna.client.get("/metrics").text
    assert re.search(r'cabotage_moves_total\{by="person",game="calypso"\} [1-9]', figures)
    assert re.search(r'cabotage_refusals_total\{code="table/unknown"\} [1-9]', figures)
    assert re.search(
        r'cabotage_requests_total\{method="GET",route="/api/tables/\{table\}",status="404"\} [1-9]', figures
    )
    assert "nowhere" not in figures


def test_the_server_says_that_it_is_well(anna: Visitor) -> None:
    assert anna.ask("GET", "/healthz")["status"] == "ok"
    assert [anna.client.head(path).status_code for path in ("/healthz", "/")] == [200, 200]


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page as the build leaves it."""
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>C</title><script>1</script><p>page")
    (folder / "assets" / "main-abc.js").write_text("export {}")
    (folder / "icon.svg").write_text("<svg/>")
    (folder / "worker.js").write_text("0")
    (tmp_path / "secret.txt").write_text("secret")
    monkeypatch.setattr(page.mount, "__defaults__", (folder,))
    return tmp_path


def test_the_page_is_served_for_every_address_of_its_own(built: Path) -> None:
    with harbour(f"sqlite:///{built / 't.db'}") as port, port.visitor() as anna:
        lost = ["/nowhere", "/new", "/t/abc/def"]
        for path in ("/", "/t/abc?sit", "/new/calypso", "/about", "/index.html", *lost):
            answer = anna.client.get(path)
            assert (answer.status_code, answer.text[-4:]) == (404 if path in lost else 200, "page")
            policy = answer.headers["content-security-policy"]
            assert "script-src 'self' 'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='" in policy
            assert "default-src 'self'" in policy
            assert "http" not in policy
        asset = anna.client.get("/assets/main-abc.js")
        assert (asset.status_code, asset.headers["cache-control"]) == (200, "public, max-age=31536000, immutable")
        assert anna.client.get("/icon.svg").headers["content-type"] == "image/svg+xml"
        worker = anna.client.get("/worker.js").headers
        assert (worker["cache-control"], worker["content-security-policy"]) == (
            "no-cache",
            "default-src 'none'; connect-src 'self'",
        )
        for path in ("/assets/gone.js", "/favicon.ico", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/assets/%00"):
            answer = anna.client.get(path)
            assert answer.status_code == 404 or answer.text.endswith("page"), path
            assert "secret" not in answer.text


def test_a_client_that_can_unpack_gets_less_to_load(built: Path) -> None:
    (built / "page" / "assets" / "game-abc.js").write_text("export const sea = 'salt water'\n" * 100)
    with harbour(f"sqlite:///{built / 't.db'}") as port, port.visitor() as anna:
        for path in ("/assets/game-abc.js", "/api/games"):
            plain = anna.client.get(path, headers={"accept-encoding": "identity"})
            packed = anna.client.get(path)
            assert (plain.headers.get("content-encoding"), packed.headers["content-encoding"]) == (None, "gzip")
            assert packed.content == plain.content
            assert packed.num_bytes_downloaded < plain.num_bytes_downloaded / 2
            assert "Accept-Encoding" in packed.headers["vary"]


def test_a_copy_that_was_made_before_is_sent_to_who_can_unpack_it(built: Path) -> None:
    assets = built / "page" / "assets"
    (assets / "sea-abc.js").write_text("export const sea = 'salt water'")
    (assets / "sea-abc.js.br").write_bytes(b"packed")
    with harbour(f"sqlite:///{built / 't.db'}") as port, port.visitor() as anna:
        for wish, content in (
            ("gzip, deflate, br, zstd", "br"),
            ("br;q=0.5", "br"),
            ("gzip, br;q=0", None),
            ("identity", None),
        ):
            with anna.client.stream("GET", "/assets/sea-abc.js", headers={"accept-encoding": wish}) as answer:
                sent = b"".join(answer.iter_raw())
            assert (answer.headers.get("content-encoding"), answer.headers["vary"]) == (content, "Accept-Encoding")
            assert (sent == b"packed") == (content == "br"), wish
            assert answer.headers["content-type"].startswith("text/javascript")
            assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"


def test_without_a_page_a_sentence_says_how_to_build_it(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page.mount, "__defaults__", (built / "nothing",))
    with harbour(f"sqlite:///{built / 't.db'}") as port, port.visitor() as anna:
        assert "pip install" in anna.client.get("/").text
        assert "n’a pas encore été générée" in anna.client.get("/?language=fr").text


def start(tmp_path: Path, *more: str, **environment: str) -> tuple[subprocess.Popen[str], str]:
    """A server of its own, and its address."""
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    process = subprocess.Popen(
        [*SERVE, "--database", database, *more],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **environment},
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    found = re.fullmatch(r"Cabotage is running at (http://\S+)/\n", line)
    assert found, line + process.communicate()[1]
    return process, found[1]


def test_a_server_stops_within_five_seconds_and_tells_its_sockets(tmp_path: Path) -> None:
    process, address = start(tmp_path, "--port", "0", "--log-level", "info", "--pause", "5")
    assert address.startswith("http://127.0.0.1:")
    with httpx.Client(base_url=address, timeout=180) as client:
        visitor = Visitor(address, client)
        opened = visitor.open("calypso", ("me", "bot:greedy", "friend"))
        secret, token = opened["invitations"][0]["secret"], client.cookies["cabotage"]
        client.get(f"/t/{opened['table']}?invitation={secret}")
        client.post(f"/api/tables/{opened['table']}/join", json={"invitation": secret})
        with visitor.live(opened["table"], f"?invitation={secret}") as wire:
            wire.hear()
            began = time.monotonic()
            process.send_signal(signal.SIGTERM)
            with contextlib.suppress(ConnectionClosed):
                while True:
                    wire.raw(5)
            assert wire.socket.close_code in (1001, 1012)
            assert process.wait(5) == 0
            assert time.monotonic() - began < 5
    _, log = process.communicate()
    events = [json.loads(line) for line in log.splitlines() if line.startswith("{")]
    requests = [event for event in events if event["event"] == "request"]
    assert {"POST", "GET"} <= {event["method"] for event in requests}
    assert all({"time", "level", "path", "status", "ms"} <= event.keys() for event in requests)
    assert secret not in log
    assert token not in log


def test_a_port_that_is_taken_is_said_clearly(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = subprocess.run(
            [*SERVE, "--port", port, "--database", f"sqlite:///{tmp_path / 't.db'}", "--language", "fr"],
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert f"le port {port} de 127.0.0.1 est pris" in done.stderr
    assert "[server/port]" in done.stderr


def test_a_turn_that_lasts_too_long_is_ended_by_the_server(tmp_path: Path) -> None:
    ahead_ms = 0

    def now() -> int:
        return wall_clock_ms() + ahead_ms

    with harbour(f"sqlite:///{tmp_path / 't.db'}", now) as port, port.visitor() as anna:
        table = anna.open("smugglers", clock={"kind": "turn", "seconds": 60})["table"]
        with anna.live(table) as wire:
            first = wire.hear()
            assert 50 < first["clock"]["seconds_left"] <= 60
            assert first["clock"]["deadline_at"].endswith("Z")
            ahead_ms = 61_000
            view = wire.hear()
        assert [step["kind"] for step in view["steps"]][:2] == ["timed_out", "chosen"]
        assert view["to_act"] == 1


def test_bots_go_on_after_a_restart(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 't.db'}"
    with harbour(url, pause_seconds=60.0) as port, port.visitor() as anna:  # the bot is interrupted in its pause
        table = anna.open("calypso", ("bot:greedy", "bot:greedy"))["table"]
        seq = anna.view(table)["seq"]
    with harbour(url) as port, port.visitor() as anna:
        until = time.monotonic() + 120
        while anna.view(table)["seq"] == seq:
            assert time.monotonic() < until
            time.sleep(0.02)


def test_a_bot_is_asked_with_a_view_and_nothing_else(
    anna: Visitor, port: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []

    async def choose(self: Pool, work: Any, question: Any, rank: str) -> tuple[int, float]:
        asked.append(question)
        raise AssertionError("enough")

    monkeypatch.setattr(Pool, "run", choose)
    table = anna.open("smugglers", ("me", "bot:greedy"))["table"]
    anna.choose(table, anna.view(table))
    until = time.monotonic() + 60
    while not asked:
        assert time.monotonic() < until
        time.sleep(0.01)
    services = port.app.state.services
    found = services.tables._live[table]
    assert set(vars(asked[0])) == {"game", "rules_version", "seats", "options", "view", "seat", "seed"}
    assert asked[0].view == found.view(1).tobytes()
    assert asked[0].view != found.state.position.states.tobytes()


def test_two_workers_on_one_postgresql_show_each_other_everything(postgres_url: str) -> None:
    with harbour(postgres_url) as one, harbour(postgres_url) as other, one.visitor() as anna, other.visitor() as same:
        table = anna.open("smugglers")["table"]
        same.client.cookies.set("cabotage", anna.client.cookies["cabotage"])
        with same.live(table) as wire:
            first = wire.hear()
            assert first["mine"] == [0, 1]
            after = anna.choose(table, anna.view(table))
            assert wire.hear("view")["seq"] == after["seq"] == first["seq"] + 1
            wire.say(type="choose", seq=after["seq"], seat=1, choice="harbour h1")
            there = wire.hear("view")
            assert there["seq"] > after["seq"]
        assert anna.view(table)["seq"] == there["seq"]
        stale = {"seq": first["seq"], "choice": "harbour h0"}
        assert same.refused("POST", f"/api/tables/{table}/choices", 409, stale) == "table/stale"
