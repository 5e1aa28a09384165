"""A player over a socket who does not wait long: it hangs up, connects again, and may repeat its last choice."""

from __future__ import annotations

import json
from typing import Any

import httpx
from websockets.exceptions import InvalidHandshake, WebSocketException
from websockets.sync.client import ClientConnection, connect

from tests.soak.crowd import Player

PATIENCE_SECONDS = 3.0  # less than the network is cut


class SocketPlayer(Player):
    """Opens tables over HTTP and plays them over sockets."""

    def _step(self, client: httpx.Client) -> None:
        if not self._table:
            super()._step(client)
            return
        address = f"{str(client.base_url).rstrip('/').replace('http', 'ws', 1)}/api/tables/{self._table}/live?full=true"
        try:
            with connect(
                address,
                additional_headers=self._headers,
                max_size=None,
                proxy=None,
                open_timeout=PATIENCE_SECONDS,
                close_timeout=0.1,
            ) as socket:
                if self._pending is not None and self._rng.random() < 0.5:
                    self._say(socket, self._pending)
                self._play(socket, client)
        except (OSError, WebSocketException, InvalidHandshake) as error:  # TimeoutError is an OSError
            raise httpx.NetworkError(str(error)) from error

    def _play(self, socket: ClientConnection, client: httpx.Client) -> None:
        while not self.is_stopped.is_set():
            message = json.loads(socket.recv(PATIENCE_SECONDS))
            if message["type"] == "error":
                assert message["code"] == "table/stale", message  # of a repeated choice
                continue
            if message["type"] != "view":
                continue
            self._note(message)
            if message["to_act"] < 0:
                self._move(client)  # verifies the dice, and leaves the table
                return
            if message["viewer"] != message["to_act"]:
                socket.send(json.dumps({"type": "look", "seat": message["to_act"]}))
            elif message["choices"]:
                choice = self._rng.choice(message["choices"])["id"]
                self._say(socket, {"seq": message["seq"], "choice": choice, "seat": message["viewer"]})

    def _say(self, socket: ClientConnection, body: dict[str, Any]) -> None:
        self.ledgers[self._table].unanswered.setdefault(body["seq"] + 1, set()).add(body["choice"])
        self._pending = body
        socket.send(json.dumps({"type": "choose", **body}))

    def _note(self, view: dict[str, Any]) -> None:
        """A view that follows a choice acknowledges it, if only one choice was sent for this row."""
        ledger = self.ledgers[self._table]
        assert view["seq"] >= ledger.newest, f"row {ledger.newest} of {self._table} was seen, but now there are fewer"
        if self._pending is not None and view["seq"] > self._pending["seq"]:
            row = self._pending["seq"] + 1
            sent = ledger.unanswered[row]
            if len(sent) == 1:
                ledger.acknowledged[row] = next(iter(sent))
        self._pending = None
