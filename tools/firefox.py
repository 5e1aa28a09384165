"""The system's Firefox, for tests of layout. It is driven over WebDriver BiDi, which every Firefox understands."""

from __future__ import annotations

import base64
import itertools
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tools import system

NAMES = ("firefox-esr", "firefox")
PACKAGE = "firefox-esr"
ANSWER_SECONDS = 60
STOP_SECONDS = 10
MOST_BYTES = 50_000_000  # of a screenshot

# Everything but this machine goes to a proxy that does not exist: Firefox itself asks for settings and updates.
PREFERENCES: dict[str, object] = {
    "network.proxy.type": 1,
    "network.proxy.http": "127.0.0.1",
    "network.proxy.http_port": 9,
    "network.proxy.ssl": "127.0.0.1",
    "network.proxy.ssl_port": 9,
    "app.update.disabledForTesting": True,
    "datareporting.policy.dataSubmissionEnabled": False,
    "intl.accept_languages": "en-GB",
    "ui.prefersReducedMotion": 1,
}


def is_available() -> bool:
    """It is there, or can be installed."""
    return system.known(NAMES) is not None or system.can_install()


def find() -> str:
    return system.find(NAMES, PACKAGE) or sys.exit(
        "Cabotage: no Firefox was found; install it first (on Debian and Ubuntu: apt install firefox-esr)"
    )


class Firefox:
    """One window: navigate, evaluate, take a screenshot."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.numbers = itertools.count(1)
        self.call("session.new", capabilities={})
        self.window = self.call("browsingContext.getTree")["contexts"][0]["context"]

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.socket.recv(ANSWER_SECONDS))
            if answer.get("id") != number:
                continue
            if answer["type"] == "error":
                raise RuntimeError(f"Firefox, {method}: {answer['message']}")
            result: dict[str, Any] = answer["result"]
            return result

    def resize(self, width: int, height: int) -> None:
        size = {"width": width, "height": height}
        self.call("browsingContext.setViewport", context=self.window, viewport=size)

    def go(self, address: str) -> None:
        try:
            self._navigate(address)
        except RuntimeError as error:
            if "NS_BINDING_ABORTED" not in str(error):  # the page before it was still at work
                raise
            self._navigate(address)

    def _navigate(self, address: str) -> None:
        self.call("browsingContext.navigate", context=self.window, url=address, wait="complete")

    def evaluate(self, function: str) -> Any:
        """The result of a function in JavaScript, which may be asynchronous; anything that JSON can say."""
        target = {"context": self.window}
        code = f"Promise.resolve(({function})()).then((found) => JSON.stringify(found ?? null))"
        answer = self.call("script.evaluate", expression=code, target=target, awaitPromise=True)
        if answer["type"] == "exception":
            raise RuntimeError(f"Firefox: {answer['exceptionDetails']['text']}")
        return json.loads(answer["result"]["value"])

    def screenshot(self) -> bytes:
        return base64.b64decode(self.call("browsingContext.captureScreenshot", context=self.window)["data"])


@contextmanager
def launch() -> Iterator[Firefox]:
    path = find()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items()]
        (Path(profile) / "user.js").write_text("".join(lines), "utf-8")
        options = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"]
        process = subprocess.Popen([path, *options], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        try:
            assert process.stderr is not None
            found = next(filter(None, (re.search(r"ws://\S+", line) for line in process.stderr)))
            with connect(f"{found[0]}/session", max_size=MOST_BYTES, proxy=None) as socket:
                yield Firefox(socket)
        finally:
            process.terminate()
            process.wait(STOP_SECONDS)
            if process.stderr is not None:
                process.stderr.close()
