"""What requests and messages over a socket cost, in units of about a millisecond of work: the one table of costs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple

USUAL = 1
BODY_UNIT_BYTES = 16 * 1024  # of a request's body, for one more unit
MESSAGE = "message"  # in place of a method: of a client, over a socket


class Cost(NamedTuple):
    """Of requests to a path; with a parameter, only of those that have it in their query."""

    method: str
    path: str
    units: int
    parameter: str = ""


COSTS = (
    Cost("GET", "/api/tables", 5),
    Cost("POST", "/api/tables", 50),
    Cost("GET", "/api/tables/{table}", 2, "since"),
    Cost("GET", "/api/tables/{table}", 5, "at"),
    Cost("GET", "/api/tables/{table}/live", 5),
    Cost(MESSAGE, "choose", 2),
    Cost(MESSAGE, "undo", 2),
    Cost(MESSAGE, "look", 2),
    Cost("POST", "/api/tables/{table}/choices", 2),
    Cost("POST", "/api/tables/{table}/undo", 2),
    Cost("GET", "/api/tables/{table}/hint", 50),
    Cost("GET", "/api/tables/{table}/analysis", 50),
    Cost("GET", "/api/tables/{table}/mistakes/{event}", 20),
    Cost("GET", "/api/tables/{table}/mistakes/{event}/answer", 50),
    Cost("GET", "/api/tables/{table}/moments", 100),
    Cost("GET", "/api/tables/{table}/record", 20),
    Cost("GET", "/api/tables/{table}/dice", 40),
    Cost("POST", "/api/tables/{table}/fork", 50),
    Cost("POST", "/api/records", 50),
    Cost("POST", "/api/identities", 10),
    Cost("GET", "/api/me/history", 50),
    Cost("GET", "/api/me/mistakes", 50),
    Cost("GET", "/api/me/data", 200),
    Cost("DELETE", "/api/me", 200),
    Cost("POST", "/api/me/passkeys/options", 10),
    Cost("POST", "/api/me/passkeys", 10),
    Cost("POST", "/api/passkeys/options", 10),
    Cost("POST", "/api/passkeys", 20),
    Cost("PUT", "/api/me/push", 10),
    Cost("PUT", "/api/me/mail", 50),
    Cost("POST", "/api/mail/confirm", 10),
    Cost("POST", "/api/mail/stop", 10),
    Cost("POST", "/api/commitments", 10),
    Cost("POST", "/api/clubs", 20),
    Cost("GET", "/api/clubs/{club}", 10),
    Cost("GET", "/api/clubs/{club}/ladder", 50),
    Cost("POST", "/api/clubs/{club}/tournaments", 50),
    Cost("GET", "/api/clubs/{club}/tournaments/{tournament}", 20),
    Cost("GET", "/api/clubs/{club}/tournaments/{tournament}/export", 20),
    Cost("POST", "/api/clubs/{club}/tournaments/{tournament}/rounds", 200),
)
_BY_ROUTE: defaultdict[tuple[str, str], list[Cost]] = defaultdict(list)
for _cost in COSTS:
    _BY_ROUTE[_cost.method, _cost.path].append(_cost)
_FOLDERS = {"tables": {3: "{table}", 5: "{event}"}, "clubs": {3: "{club}", 5: "{tournament}"}}  # by place in the path


def cost(method: str, path: str, query: Mapping[str, str], body_bytes: int = 0) -> int:
    """The units of one request: of its route, and of its body."""
    known = _BY_ROUTE.get((method, _route(path)), ())
    units = max((cost.units for cost in known if not cost.parameter or cost.parameter in query), default=USUAL)
    return units + body_bytes // BODY_UNIT_BYTES


def message_cost(kind: str) -> int:
    """The units of one message over a socket."""
    return max((cost.units for cost in _BY_ROUTE.get((MESSAGE, kind), ())), default=USUAL)


def _route(path: str) -> str:
    parts = path.split("/", 7)
    if len(parts) > 3 and parts[1] == "api":
        for place, name in _FOLDERS.get(parts[2], {}).items():
            if len(parts) > place and parts[place]:
                parts[place] = name
    return "/".join(parts)
