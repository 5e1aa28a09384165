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
├── PasskeysUnavailable passkeys/unavailable 409  not installed, not over https, or under an address without a name
├── TooManyPasskeys    passkeys/many         409  more than one person may have
├── UnknownPasskey     passkeys/unknown      404  not one of the caller's
├── WrongPasskey       passkeys/wrong        403  not the answer that was asked for, or too late
├── UnknownDevice      notices/device        404  a device that has not been registered for push
├── TooManyDevices     notices/devices       409  more devices than one person may register
├── WrongEndpoint      notices/endpoint      400  not the address of a public push service
├── WrongAddress       notices/address       400  not a mail address
├── NoSuchWay          notices/unavailable   409  the host has not set up push, or mail
├── NoticesUnavailable server/notices             keys or an SMTP server that cannot be used
├── WrongInvitation    invitation/wrong      403  no invitation, or one for another table
├── NotYourSeat        seat/not_yours        403  a seat of another person, or of nobody
├── StillHere          seat/still_here       409  a bot plays only for people who are away
├── RequestDeclined    seat/declined         403  asked for a seat before, and was declined
├── TooManyRequests    seat/asked            429  too many requests for seats wait for an answer
├── UnknownRequest     seat/request          404  no such request, or it was answered already
├── NoSeatFree         table/seat_taken      409
├── NotTheOpener       table/not_the_opener  403
├── StillPlaying       table/running         409  a table that is not over cannot be hidden
├── TableShared        table/shared          409  other people sit there, so it cannot be deleted
├── NotAMember         club/not_a_member     403  no such club, or not for this person
├── NotTheOrganiser    club/not_the_organiser 403
├── WrongClubLink      club/link             403  a link to join that was renewed, or never existed
├── ClubFull           club/full             409  as many members as a club can have
├── TooManyClubs       club/too_many         409  as many clubs as one person can organise
├── TooManyTournaments club/tournaments      409  as many tournaments as a club can have
├── UnknownTournament  club/no_tournament    404
├── WrongTournament    club/invalid          400  a game or players that a tournament cannot have
├── TooFewPlayers      club/too_few          409  not enough players for one table
├── RoundRunning       club/round_running    409  a table of the last round is not over
├── TournamentOver     club/over             409  no more rounds
├── TournamentStale    club/stale            409  somebody else has just opened this round
├── NotAtThisMachine   network/not_here      403  only for the person at the server's machine
├── NetworkUnavailable network/unavailable   409  it cannot be opened, or need not
├── UnknownGreeting    greeting/unknown      400
├── ClientGone         request/gone          499  the client did not wait for the answer
├── HintPending        hint/pending          429  one hint per person at a time
├── GameRunning        analysis/running      409  an analysis would reveal what is hidden
├── AnalysisPending    analysis/pending      429  one analysis per person at a time
├── TooLong            analysis/too_long     409  a game that takes too long to analyse
├── NoResult           analysis/no_result    409  a game that was not played to its end
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


class PasskeysUnavailable(ServerError):
    code, status = "passkeys/unavailable", 409


class TooManyPasskeys(ServerError):
    code, status = "passkeys/many", 409


class UnknownPasskey(ServerError):
    code, status = "passkeys/unknown", 404


class WrongPasskey(ServerError):
    code, status = "passkeys/wrong", 403


class UnknownDevice(ServerError):
    code, status = "notices/device", 404


class TooManyDevices(ServerError):
    code, status = "notices/devices", 409


class WrongEndpoint(ServerError):
    code, status = "notices/endpoint", 400


class WrongAddress(ServerError):
    code, status = "notices/address", 400


class NoSuchWay(ServerError):
    code, status = "notices/unavailable", 409


class NoticesUnavailable(ServerError):
    code = "server/notices"


class WrongInvitation(ServerError):
    code, status = "invitation/wrong", 403


class NotYourSeat(ServerError):
    code, status = "seat/not_yours", 403


class StillHere(ServerError):
    code, status = "seat/still_here", 409


class RequestDeclined(ServerError):
    code, status = "seat/declined", 403


class TooManyRequests(ServerError):
    code, status = "seat/asked", 429


class UnknownRequest(ServerError):
    code, status = "seat/request", 404


class NoSeatFree(ServerError):
    code, status = "table/seat_taken", 409


class NotTheOpener(ServerError):
    code, status = "table/not_the_opener", 403


class StillPlaying(ServerError):
    code, status = "table/running", 409


class TableShared(ServerError):
    code, status = "table/shared", 409


class NotAMember(ServerError):
    code, status = "club/not_a_member", 403


class NotTheOrganiser(ServerError):
    code, status = "club/not_the_organiser", 403


class WrongClubLink(ServerError):
    code, status = "club/link", 403


class ClubFull(ServerError):
    code, status = "club/full", 409


class TooManyClubs(ServerError):
    code, status = "club/too_many", 409


class TooManyTournaments(ServerError):
    code, status = "club/tournaments", 409


class UnknownTournament(ServerError):
    code, status = "club/no_tournament", 404


class WrongTournament(ServerError):
    code, status = "club/invalid", 400


class TooFewPlayers(ServerError):
    code, status = "club/too_few", 409


class RoundRunning(ServerError):
    code, status = "club/round_running", 409


class TournamentOver(ServerError):
    code, status = "club/over", 409


class TournamentStale(ServerError):
    code, status = "club/stale", 409


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


class GameRunning(ServerError):
    code, status = "analysis/running", 409


class AnalysisPending(TooMany):
    code = "analysis/pending"


class TooLong(ServerError):
    code, status = "analysis/too_long", 409


class NoResult(ServerError):
    code, status = "analysis/no_result", 409


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
    "puzzle/unknown": 404,
    "table/stale": 409,
    "table/ahead": 409,
    "table/commitment": 409,
    "table/not_your_turn": 409,
    "table/not_offered": 409,
    "table/not_started": 409,
    "table/over": 409,
    "table/no_vote": 409,
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
