"""The time of a move over a socket: from sending a choice to the new view, with a durable database."""

from __future__ import annotations

import json
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cabotage.cli.errors import UsageError

if TYPE_CHECKING:
    from cabotage.core.words import Words

RUN = "import sys; from cabotage.cli import main; sys.exit(main())"
OPTIONS = ("--no-open", "--no-warm", "--no-limits", "--port", "0")
STOP_SECONDS = 10
CENTILE_95 = 18  # of the 19 cuts into twentieths


def measure_response(game: str, seats: int, moves: int, words: Words) -> dict[str, float]:
    """Milliseconds for each move, without bots, with a new server on an SQLite file."""
    with tempfile.TemporaryDirectory(prefix="cabotage-bench-") as folder:
        database = f"sqlite:///{Path(folder) / 'tables.db'}"
        command = [sys.executable, "-c", RUN, "serve", *OPTIONS, "--database", database]
        server = subprocess.Popen(
            [*command, "--language", "en"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        with server:
            try:
                assert server.stdout is not None
                found = re.search(r"http://\S+(?=/\n)", server.stdout.readline())
                if found is None:
                    raise UsageError(words.say("refused.start", game=game, reason="serve"))
                taken = sorted(_play(found[0], game, seats, moves))
            finally:
                server.terminate()
                server.wait(STOP_SECONDS)
    cuts = statistics.quantiles(taken, n=20)
    return {"move_ms": round(statistics.median(taken), 2), "move_ms_95": round(cuts[CENTILE_95], 2)}


def _play(address: str, game: str, seats: int, moves: int) -> list[float]:
    from websockets.sync.client import connect

    taken: list[float] = []
    while len(taken) < moves:
        table, token = _open(address, game, seats)
        headers = {"Authorization": f"Bearer {token}"}
        live = f"{address.replace('http', 'ws')}/api/tables/{table}/live"
        with connect(live, additional_headers=headers, max_size=None, proxy=None) as socket:
            view = json.loads(socket.recv())
            while view["to_act"] >= 0 and len(taken) < moves:
                if view["viewer"] != view["to_act"]:
                    socket.send(json.dumps({"type": "look", "seat": view["to_act"]}))
                    view = json.loads(socket.recv())
                    continue
                choice = view["choices"][len(taken) % len(view["choices"])]["id"]
                began = time.perf_counter()
                socket.send(json.dumps({"type": "choose", "seq": view["seq"], "choice": choice}))
                view = json.loads(socket.recv())
                taken.append((time.perf_counter() - began) * 1000)
    return taken


def _open(address: str, game: str, seats: int) -> tuple[str, str]:
    token = _post(f"{address}/api/identities", {}, None)["token"]
    body = {"game": game, "seats": ["me", *["here"] * (seats - 1)]}
    return _post(f"{address}/api/tables", body, token)["table"], token


def _post(address: str, body: Any, token: str | None) -> Any:
    from urllib.request import Request, urlopen

    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    with urlopen(Request(address, json.dumps(body).encode(), headers)) as answer:
        return json.load(answer)
