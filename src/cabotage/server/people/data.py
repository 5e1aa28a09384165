"""Export and deletion of what the server keeps about a person."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, select, update

from cabotage.server.schema import DEVICE_LINKS, DEVICES, IDENTITIES, LISTINGS, MEMBERS, PRESENCE, RESULTS
from cabotage.tables.clock import timestamp
from cabotage.tables.errors import NewerTable, OtherRules
from cabotage.tables.row import EVENTS
from cabotage.tables.seat import FORGOTTEN

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from cabotage.server.services import Services
    from cabotage.tables import Table


async def export(services: Services, identity: str | None) -> dict[str, Any]:
    """The profile, and the seats at all tables with what this person did there."""
    if identity is None:
        return {"name": None, "language": None, "created_at": None, "tables": []}
    database = services.tables.log.database
    query = select(IDENTITIES.c.name, IDENTITIES.c.language, IDENTITIES.c.created_ms)
    query = query.where(IDENTITIES.c.id == identity)
    person = await database.read(lambda connection: connection.execute(query).one())
    return {
        "name": person.name,
        "language": person.language,
        "created_at": timestamp(person.created_ms),
        "tables": [await _part(services, table, identity) for table in await _tables(services, identity)],
    }


async def erase(services: Services, identity: str) -> None:
    """Delete a person. Games stay, with a nameless player; running ones can be finished by a bot.

    The identity goes last, so that it can be tried again if the server stops in between.
    """
    tables = await _tables(services, identity)
    for table in tables:
        try:
            await (await services.tables.find(table)).forget(identity)
        except (OtherRules, NewerTable):  # this program cannot open the table, but its log is there
            await services.tables.log.forget(table, identity)

    def work(connection: Connection) -> None:
        connection.execute(update(LISTINGS).where(LISTINGS.c.opener == identity).values(opener=FORGOTTEN))
        connection.execute(delete(RESULTS).where(RESULTS.c.table_id.in_(tables)))  # others' too: they have names
        own = (MEMBERS, PRESENCE, DEVICES, DEVICE_LINKS)
        for column in (*(table.c.identity for table in own), IDENTITIES.c.id):
            connection.execute(delete(column.table).where(column == identity))

    await services.tables.log.database.write(work)
    services.identities.forget(identity)


async def _tables(services: Services, identity: str) -> list[str]:
    query = select(MEMBERS.c.table_id).where(MEMBERS.c.identity == identity).order_by(MEMBERS.c.table_id)
    return await services.tables.log.database.read(lambda connection: list(connection.execute(query).scalars()))


async def _part(services: Services, table: str, identity: str) -> dict[str, Any]:
    """What this person did at a table; if it cannot be read any more, only its name."""
    try:
        return _part_in(await services.tables.find(table), identity)
    except (OtherRules, NewerTable):
        return {"table": table, "game": None, "status": None, "opened_at": None, "seats": [], "rows": []}


def _part_in(table: Table, identity: str) -> dict[str, Any]:
    state, rows = table.state, table.rows
    mine = {place for place, seat in enumerate(state.seats) if seat.holder == identity}
    return {
        "table": state.table,
        "game": state.opening.game,
        "status": state.status,
        "opened_at": timestamp(rows[0].at_ms),
        "seats": [{"seat": place, "name": state.seats[place].name} for place in sorted(mine)],
        "rows": [
            {
                "seq": row.seq,
                "at": timestamp(row.at_ms),
                "seat": state.seat_now(row.seat, row.seq),
                "kind": row.kind.value,
                "value": state.box.texts[row.value] if row.kind in EVENTS else row.value,
            }
            for row in rows
            if state.seat_now(row.seat, row.seq) in mine
        ],
    }
