"""`cabotage serve`, and `cabotage` alone: play in a browser."""

from __future__ import annotations

import json
import sys
import threading
import webbrowser
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cabotage.cli.errors import UsageError
from cabotage.cli.language import Language, program_words

LOG_LEVELS = ("debug", "info", "warning", "error")


@dataclass(frozen=True)
class ServeOptions:
    """The options of the command line; `settings` are fields of `server.settings.Settings`."""

    host: str
    port: int | None
    database: str | None
    is_opening: bool
    proxies: str
    log_level: str
    workers: int
    settings: Mapping[str, Any]


def serve(given: ServeOptions, language: Language | None) -> None:
    """Serve until Ctrl-C. Prints the address on its own line as soon as the server answers."""
    from cabotage.server import serve as server
    from cabotage.server import workers
    from cabotage.server.addresses import ANYWHERE, addresses
    from cabotage.server.settings import Settings
    from cabotage.tables.database import address as checked

    words = program_words(language)
    if given.log_level not in LOG_LEVELS:
        known = ", ".join(LOG_LEVELS)
        raise UsageError(words.say("serve.level", known=known, level=repr(given.log_level)))
    database = given.database or server.usual_database()
    shown = checked(database).render_as_string(hide_password=True)
    settings = Settings(database, **given.settings)
    listening = server.listen(given.host, given.port)
    if given.port is None and listening.getsockname()[1] != server.USUAL_PORT:
        print(words.say("serve.other_port", port=server.USUAL_PORT), file=sys.stderr)

    def is_ready() -> None:
        first, *others = addresses(listening)
        print(words.say("serve.ready", address=first), flush=True)
        if others:
            print(words.say("serve.others", addresses=", ".join(others)), flush=True)
        elif given.host in ANYWHERE:
            print(words.say("serve.alone"), flush=True)
        print(words.say("serve.stop", database=shown), flush=True)
        if given.is_opening:
            threading.Thread(target=webbrowser.open, args=(first,), daemon=True).start()

    with listening:
        workers.serve(settings, given.workers, listening, is_ready, given.log_level, given.proxies)


def print_schema() -> None:
    """Print the OpenAPI document, for tools that generate types."""
    from cabotage.server.app import create
    from cabotage.server.settings import Settings

    print(json.dumps(create(Settings("sqlite:///")).openapi(), ensure_ascii=False, indent=1))
