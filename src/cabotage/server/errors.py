"""Errors of the server, besides those of tables and games. Codes are stable; sentences are in words/.

ServerError
├── Malformed          request/malformed     422  not the JSON that is expected here
├── TooLarge           request/too_large     413  too many bytes or fields
├── WrongMedia         request/media         415  a body that is not called JSON
├── TooMany            request/too_many      429  over a limit
├── WrongOrigin        request/origin        403  sent by a page of another site
├── WrongHost          request/host          421  under a name that is not the server's
├── NoSuchPath         request/not_found     404
├── WrongMethod        request/method        405
├── UnknownIdentity    identity/unknown      401  a bearer token that the server did not give out
├── WrongLink          identity/link         403  a link for another device that expired or was used
├── WrongInvitation    invitation/wrong      403  no invitation, or one for another table
├── NotYourSeat        seat/not_yours        403  a seat of another person, or of nobody
├── StillHere          seat/still_here       409  a bot plays only for people who are away
├── NoSeatFree         table/seat_taken      409
├── NotTheOpener       table/not_the_opener  403
├── StillPlaying       table/running         409  a table that is not over cannot be hidden
├── TableShared        table/shared          409  other people sit there, so it cannot be deleted
├── NotAtThisMachine   network/not_here      403  only for the person at the server's machine
├── NetworkUnavailable network/unavailable   409  it cannot be opened, or need not
├── UnknownGreeting    greeting/unknown      400
├── ClientGone         request/gone          499  the client did not wait for the answer
├── HintPending        hint/pending          429  one hint per person at a time
├── Busy               server/busy           503  too many requests are waiting already
├── PortTaken          server/port                another program listens there, or it needs other rights
├── NoSuchHost         server/host                not an address of this machine
├── OneWorkerOnly      server/workers             several workers need PostgreSQL
├── DatabaseTaken      server/database            another server uses this SQLite file
└── Bug                server/error          500  a mistake in the server
"""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from cabotage.core.errors import CabotageError


class ServerError(CabotageError):
    code = "server/error"
    status: ClassVar[int] = 500
    folder: ClassVar[Path] = Path(__file__).with_name("words")


class Malformed(ServerError):
    code, status = "request/malformed", 422


class TooLarge(ServerError):
    code, status = "request/too_large", 413


class WrongMedia(ServerError):
    code, status = "request/media", 415


class TooMany(ServerError):
    code, status = "request/too_many", 429


class WrongOrigin(ServerError):
    code, status = "request/origin", 403


class WrongHost(ServerError):
    code, status = "request/host", 421


class NoSuchPath(ServerError):
    code, status = "request/not_found", 404


class WrongMethod(ServerError):
    code, status = "request/method", 405


class UnknownIdentity(ServerError):
    code, status = "identity/unknown", 401


class WrongLink(ServerError):
    code, status = "identity/link", 403


class WrongInvitation(ServerError):
    code, status = "invitation/wrong", 403


class NotYourSeat(ServerError):
    code, status = "seat/not_yours", 403


class StillHere(ServerError):
    code, status = "seat/still_here", 409


class NoSeatFree(ServerError):
    code, status = "table/seat_taken", 409


class NotTheOpener(ServerError):
    code, status = "table/not_the_opener", 403


class StillPlaying(ServerError):
    code, status = "table/running", 409


class TableShared(ServerError):
    code, status = "table/shared", 409


class NotAtThisMachine(ServerError):
    code, status = "network/not_here", 403


class NetworkUnavailable(ServerError):
    code, status = "network/unavailable", 409


class UnknownGreeting(ServerError):
    code, status = "greeting/unknown", 400


class ClientGone(ServerError):
    code, status = "request/gone", 499


class HintPending(TooMany):
    code = "hint/pending"


class Busy(ServerError):
    code, status = "server/busy", 503


class PortTaken(ServerError):
    code = "server/port"


class NoSuchHost(ServerError):
    code = "server/host"


class OneWorkerOnly(ServerError):
    code = "server/workers"


class DatabaseTaken(ServerError):
    code = "server/database"


class Bug(ServerError):
    code, status = "server/error", 500


# Errors of the layers below are 400, except these.
STATUS = {
    "table/unknown": 404,
    "table/at": 404,
    "table/seat": 404,
    "game/unknown": 404,
    "table/stale": 409,
    "table/ahead": 409,
    "table/commitment": 409,
    "table/not_your_turn": 409,
    "table/not_offered": 409,
    "table/not_started": 409,
    "table/over": 409,
    "table/running": 409,
    "table/seat_taken": 409,
    "table/seat_use": 409,
    "table/cannot_undo": 409,
    "table/other_rules": 409,
    "table/newer": 409,
    "database/full": 503,
    "database/lost": 503,
}
USUAL_STATUS = 400


def status(error: CabotageError) -> int:
    """The HTTP status for this error."""
    return error.status if isinstance(error, ServerError) else STATUS.get(error.code, USUAL_STATUS)
