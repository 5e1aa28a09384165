"""Export and deletion of what the server keeps about a person."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, select, update

from cabotage.server.clubs.club_tables import forget_outcomes
from cabotage.server.clubs.clubs import leave
from cabotage.server.clubs.schema import CLUB_MEMBERS, CLUBS
from cabotage.server.notices.watches import MAIL
from cabotage.server.schema import (
    ANALYSES,
    DEVICE_LINKS,
    DEVICES,
    IDENTITIES,
    LISTINGS,
    MAIL_CONFIRMATIONS,
    MAILBOXES,
    MEMBERS,
    OUTBOX,
    PASSKEY_CHALLENGES,
    PASSKEYS,
    PRESENCE,
    PUSH_DEVICES,
    RESULTS,
    SEAT_REQUESTS,
    WATCHES,
)
from cabotage.tables.clock import timestamp
from cabotage.tables.errors import NewerTable, OtherRules
from cabotage.tables.row import EVENTS
from cabotage.tables.seat import FORGOTTEN

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from cabotage.server.services import Services
    from cabotage.tables import Table

# What belongs to one person, besides their seats and what others see of them.
OWN = (
    MEMBERS,
    PRESENCE,
    DEVICES,
    DEVICE_LINKS,
    PASSKEYS,
    PASSKEY_CHALLENGES,
    SEAT_REQUESTS,
    PUSH_DEVICES,
    MAILBOXES,
    MAIL_CONFIRMATIONS,
    WATCHES,
    OUTBOX,
)


async def export(services: Services, identity: str | None) -> dict[str, Any]:
    """The profile, and the seats at all tables with what this person did there."""
    if identity is None:
        nothing = {"name": None, "language": None, "created_at": None, "mail_address": None}
        lists = ("push_devices", "notices", "passkeys", "seat_requests", "clubs", "tables")
        return {**nothing, **{name: [] for name in lists}}
    database = services.tables.log.database
    query = select(IDENTITIES.c.name, IDENTITIES.c.language, IDENTITIES.c.created_ms)
    query = query.where(IDENTITIES.c.id == identity)
    person = await database.read(lambda connection: connection.execute(query).one())
    clubs = select(CLUBS.c.id, CLUBS.c.name, CLUBS.c.organiser, CLUB_MEMBERS.c.number, CLUB_MEMBERS.c.joined_ms)
    clubs = clubs.join(CLUB_MEMBERS, CLUB_MEMBERS.c.club == CLUBS.c.id).where(CLUB_MEMBERS.c.identity == identity)
    joined = await database.read(lambda connection: connection.execute(clubs).all())
    return {
        "name": person.name,
        "language": person.language,
        "created_at": timestamp(person.created_ms),
        **await _notices(services, identity),
        "passkeys": [each.name for each in await services.passkeys.mine(identity)],
        "clubs": [
            {
                "club": row.id,
                "name": row.name,
                "number": row.number,
                "is_organiser": row.organiser == identity,
                "joined_at": timestamp(row.joined_ms),
            }
            for row in joined
        ],
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
        connection.execute(delete(ANALYSES).where(ANALYSES.c.table_id.in_(tables)))
        forget_outcomes(connection, tables)
        mine = select(CLUB_MEMBERS.c.club).where(CLUB_MEMBERS.c.identity == identity)
        for club in connection.execute(mine).scalars().all():
            leave(connection, club, identity)
        for column in (*(table.c.identity for table in OWN), IDENTITIES.c.id):
            connection.execute(delete(column.table).where(column == identity))

    await services.tables.log.database.write(work)
    services.identities.forget(identity)


async def _notices(services: Services, identity: str) -> dict[str, Any]:
    asked = select(SEAT_REQUESTS.c.table_id).where(SEAT_REQUESTS.c.identity == identity)
    devices = select(PUSH_DEVICES.c.endpoint).where(PUSH_DEVICES.c.identity == identity)
    watches = select(WATCHES.c.table_id, WATCHES.c.target).where(WATCHES.c.identity == identity)

    def work(connection: Connection) -> dict[str, Any]:
        return {
            "seat_requests": list(connection.execute(asked).scalars()),
            "push_devices": list(connection.execute(devices).scalars()),
            "notices": [
                {"table": table, "way": MAIL if target == MAIL else "push"}
                for table, target in connection.execute(watches)
            ],
        }

    box = await services.notices.mailboxes.find(identity)
    found = await services.tables.log.database.read(work)
    return {"mail_address": None if box is None else box.address, **found}


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
