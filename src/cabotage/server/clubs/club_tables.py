"""Tables that were opened for a club: who sits where, and how they ended."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from cabotage.server.clubs.outcome import Outcome, outcome
from cabotage.server.clubs.schema import CLUB_TABLES
from cabotage.server.errors import NoSeatFree, NotYourSeat
from cabotage.tables.errors import NewerTable, OtherRules, UnknownTable

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from cabotage.server.clubs.clubs import Club
    from cabotage.server.services import Services
    from cabotage.tables import Table

MOST_READ = 100  # tables that one request reads; the next request reads more
MOST_RATED = 2000  # of the newest games
SHOWN = 30


async def add_table(
    services: Services,
    club: str,
    table: str,
    tournament: str | None = None,
    index: int | None = None,
    at: int | None = None,
    places: Sequence[int | None] | None = None,
) -> bool:
    """Note that a table belongs to a club; False if the tournament has this table already."""
    row = {
        "table_id": table,
        "club": club,
        "opened_ms": services.now(),
        "tournament": tournament,
        "round": index,
        "at": at,
        "places": None if places is None else json.dumps(places),
    }
    try:
        await services.tables.log.database.write(lambda connection: connection.execute(insert(CLUB_TABLES), row))
    except IntegrityError:
        return False
    return True


async def recent(services: Services, club: Club) -> list[str]:
    """The newest tables of the club that belong to no tournament."""
    query = select(CLUB_TABLES.c.table_id).where(CLUB_TABLES.c.club == club.id, CLUB_TABLES.c.tournament.is_(None))
    query = query.order_by(CLUB_TABLES.c.opened_ms.desc()).limit(SHOWN)
    return await services.tables.log.database.read(lambda connection: list(connection.execute(query).scalars()))


async def find_table(services: Services, club: Club, table: str) -> tuple[Table, list[int | None] | None]:
    """A table of this club, and for a tournament's the member at each seat."""
    query = select(CLUB_TABLES.c.places).where(CLUB_TABLES.c.table_id == table, CLUB_TABLES.c.club == club.id)
    row = await services.tables.log.database.read(lambda connection: connection.execute(query).one_or_none())
    if row is None:
        raise UnknownTable("table.unknown", table=repr(table))
    return await services.tables.find(table), None if row.places is None else json.loads(row.places)


async def sit(services: Services, club: Club, table: str, nonce: str | None) -> Table:
    """Take one's own seat of a tournament, or any free one. The nonce becomes part of the dice."""
    found, places = await find_table(services, club, table)
    me = club.me
    if all(seat.holder != me.identity for seat in found.state.seats):
        await found.sit(_seat(found, places, me.number), me.identity, me.name, nonce)
        await services.lobby.join(found.id, me.identity)
        services.bot_runner.look(found)
    await services.lobby.hide(found.id, me.identity, is_hidden=False)
    return found


def _seat(table: Table, places: list[int | None] | None, number: int) -> int:
    if places is not None:
        if number not in places:
            raise NotYourSeat("seat.not_yours")
        return places.index(number)
    free = [place for place, seat in enumerate(table.state.seats) if seat.is_open]
    if not free:
        raise NoSeatFree("seat.none_free")
    return free[0]


async def fill(services: Services, club: Club, table: str, rank: str) -> None:
    """Give all seats that nobody has taken to bots, so that the game begins."""
    found, _ = await find_table(services, club, table)
    for place, seat in enumerate(found.state.seats):
        if seat.is_open:
            await found.take_over(place, rank)
    services.bot_runner.look(found)


async def outcomes_of(services: Services, club: Club, tables: Sequence[str]) -> dict[str, Outcome | None]:
    """How these tables of the club ended; None for those that are not over."""
    query = select(CLUB_TABLES.c.table_id, CLUB_TABLES.c.outcome).where(CLUB_TABLES.c.table_id.in_(tables))
    rows = await services.tables.log.database.read(lambda connection: connection.execute(query).all())
    return await _read(services, club, [(row.table_id, row.outcome) for row in rows])


async def all_outcomes(services: Services, club: Club) -> list[Outcome]:
    """Those of all finished tables of the club, the newest of them."""
    query = select(CLUB_TABLES.c.table_id, CLUB_TABLES.c.outcome).where(CLUB_TABLES.c.club == club.id)
    query = query.order_by(CLUB_TABLES.c.opened_ms.desc()).limit(MOST_RATED)
    rows = await services.tables.log.database.read(lambda connection: connection.execute(query).all())
    found = await _read(services, club, [(row.table_id, row.outcome) for row in rows])
    return [one for one in found.values() if one is not None]


async def _read(services: Services, club: Club, rows: list[tuple[str, Any]]) -> dict[str, Outcome | None]:
    found: dict[str, Outcome | None] = {}
    numbers, unread = club.numbers(), MOST_READ
    for table, kept in rows:
        if kept is not None:
            found[table] = json.loads(kept)
        elif unread > 0:
            unread -= 1
            found[table] = await _read_one(services, table, numbers)
        else:
            found[table] = None
    return found


async def _read_one(services: Services, name: str, numbers: dict[str, int]) -> Outcome | None:
    database = services.tables.log.database
    mine = CLUB_TABLES.c.table_id == name
    try:
        ended = outcome(await services.tables.find(name), numbers)
    except (OtherRules, NewerTable):
        return None
    except UnknownTable:  # deleted before its end was read
        await database.write(lambda connection: connection.execute(delete(CLUB_TABLES).where(mine)))
        return None
    if ended is not None:
        kept = update(CLUB_TABLES).where(mine).values(outcome=json.dumps(ended))
        await database.write(lambda connection: connection.execute(kept))
    return ended


def forget_outcomes(connection: Connection, tables: Sequence[str]) -> None:
    """They are read again from the logs, which no longer name a person who was deleted."""
    connection.execute(update(CLUB_TABLES).where(CLUB_TABLES.c.table_id.in_(tables)).values(outcome=None))
