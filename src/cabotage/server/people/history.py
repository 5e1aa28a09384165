"""A person's finished games: results per game and per opponent, and streaks."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from cabotage.games import GAMES
from cabotage.server.schema import MEMBERS, RESULTS
from cabotage.tables.clock import timestamp
from cabotage.tables.errors import NewerTable, OtherRules
from cabotage.tables.projection import rank_name
from cabotage.tables.schema import TABLES

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from cabotage.server.services import Services
    from cabotage.tables import Table

MOST_READ = 100  # tables that one request reads; the next request reads more
MOST_GAMES = 1000
RECENT = 20


class Played(NamedTuple):
    """A finished game of one person."""

    table: str
    game: str
    ended_ms: int
    place: int
    is_won: bool
    others: list[dict[str, Any]]  # name, or rank of a bot


async def history(services: Services, identity: str | None, language: str) -> dict[str, Any]:
    """Games where this person held exactly one seat until the end, newest first, and what they add up to."""
    games = [] if identity is None else await _played(services, identity)
    return {
        "games": [
            {"game": game, "name": GAMES[game].names[language], **_sums(found)}
            for game, found in _grouped((one.game, one) for one in games)
        ],
        "opponents": [
            {"name": name, "is_bot": is_bot, **_sums(found)}
            for (name, is_bot), found in _grouped(
                (key, one) for one in games for key in {_key(other, language) for other in one.others}
            )
        ],
        "streak": _streak(games),
        "best_streak": _best_streak(games),
        "recent": [
            {
                "table": one.table,
                "game": one.game,
                "name": GAMES[one.game].names[language],
                "ended_at": timestamp(one.ended_ms),
                "place": one.place,
                "is_won": one.is_won,
                "others": [_key(other, language)[0] for other in one.others],
            }
            for one in games[:RECENT]
        ],
    }


async def _played(services: Services, identity: str) -> list[Played]:
    """From the cache. Tables that ended since are read first, and added to it."""
    database = services.tables.log.database
    known = select(RESULTS.c.table_id).where(RESULTS.c.identity == identity)
    new = (
        select(MEMBERS.c.table_id)
        .join(TABLES, TABLES.c.id == MEMBERS.c.table_id)
        .where(MEMBERS.c.identity == identity, TABLES.c.status == "over", MEMBERS.c.table_id.not_in(known))
        .limit(MOST_READ)
    )
    for table in await database.read(lambda connection: list(connection.execute(new).scalars())):
        await _add(services, table, identity)
    query = select(RESULTS).where(RESULTS.c.identity == identity).order_by(RESULTS.c.ended_ms.desc()).limit(MOST_GAMES)
    rows = await database.read(lambda connection: connection.execute(query).all())
    outcomes = [(row, json.loads(row.outcome)) for row in rows]
    return [
        Played(row.table_id, row.game, row.ended_ms, **outcome)
        for row, outcome in outcomes
        if outcome is not None and row.game in GAMES
    ]


async def _add(services: Services, name: str, identity: str) -> None:
    try:
        table = await services.tables.find(name)
    except (OtherRules, NewerTable):
        return
    row = {
        "identity": identity,
        "table_id": name,
        "game": table.state.opening.game,
        "ended_ms": table.rows[-1].at_ms,
        "outcome": json.dumps(_outcome(table, identity)),
    }

    def work(connection: Connection) -> None:
        connection.execute(insert(RESULTS), row)

    with contextlib.suppress(IntegrityError):  # another request has added it
        await services.tables.log.database.write(work)


def _outcome(table: Table, identity: str) -> dict[str, Any] | None:
    """None if it does not count: a replayed record, several seats on one screen, or a bot played to the end."""
    state = table.state
    held = [place for place, seat in enumerate(state.seats) if seat.holder == identity]
    score = state.position.score
    if len(held) != 1 or state.opening.kept is not None or score is None or state.seats[held[0]].bot is not None:
        return None
    [mine] = held
    others = [
        {"rank": seat.bot} if seat.holder is None else {"name": seat.name}
        for place, seat in enumerate(state.seats)
        if place != mine
    ]
    return {"place": state.position.places[mine], "is_won": score[mine] > 0, "others": others}


def _key(other: dict[str, Any], language: str) -> tuple[str | None, bool]:
    """What an opponent is called, and whether it is a bot. People without a name are counted together."""
    rank = other.get("rank")
    return (other.get("name"), False) if rank is None else (rank_name(rank, language), True)


def _grouped(pairs: Iterable[tuple[Any, Played]]) -> list[tuple[Any, list[Played]]]:
    """By key, the most played first."""
    found: dict[Any, list[Played]] = {}
    for key, one in pairs:
        found.setdefault(key, []).append(one)
    return sorted(found.items(), key=lambda item: -len(item[1]))


def _sums(games: Sequence[Played]) -> dict[str, Any]:
    won = sum(one.is_won for one in games)
    return {"played": len(games), "won": won, "streak": _streak(games), "best_streak": _best_streak(games)}


def _streak(games: Sequence[Played]) -> int:
    """Wins in a row up to the last game."""
    return next((count for count, one in enumerate(games) if not one.is_won), len(games))


def _best_streak(games: Sequence[Played]) -> int:
    best = run = 0
    for one in games:
        run = run + 1 if one.is_won else 0
        best = max(best, run)
    return best
