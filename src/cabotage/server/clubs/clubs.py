"""Clubs and their members. People join by a link; the organiser can renew it, and remove people."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import delete, func, insert, select, update

from cabotage.server.clubs.schema import (
    CLUB_MEMBERS,
    CLUB_TABLES,
    CLUBS,
    TOURNAMENT_PLAYERS,
    TOURNAMENT_ROUNDS,
    TOURNAMENTS,
)
from cabotage.server.errors import ClubFull, NotAMember, NotTheOrganiser, TooManyClubs, WrongClubLink
from cabotage.server.people import secret
from cabotage.server.schema import IDENTITIES

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from cabotage.tables.clock import Now
    from cabotage.tables.database import Database

MOST_CLUBS = 10  # that one person organises
MOST_MEMBERS = 200
ID_BYTES = 12


@dataclass(frozen=True)
class Member:
    """A member; the number is the same as long as they stay."""

    number: int
    identity: str
    name: str | None


@dataclass(frozen=True)
class Club:
    """A club as one of its members finds it."""

    id: str
    name: str
    organiser: str
    members: tuple[Member, ...]
    me: Member

    @property
    def is_mine(self) -> bool:
        return self.organiser == self.me.identity

    def numbers(self) -> dict[str, int]:
        """The number of each member, by identity."""
        return {member.identity: member.number for member in self.members}

    def names(self) -> dict[int, str | None]:
        return {member.number: member.name for member in self.members}


class Clubs:
    """All clubs, in the database."""

    def __init__(self, database: Database, now: Now) -> None:
        self._database = database
        self._now = now

    async def found(self, name: str, identity: str) -> tuple[str, str]:
        """A new club: its id, and the secret of the link to join."""
        club, text, now_ms = secrets.token_urlsafe(ID_BYTES), secret.new(), self._now()
        row = {"id": club, "name": name, "organiser": identity, "link_hash": secret.hashed(text)}
        first = {"club": club, "identity": identity, "number": 1, "joined_ms": now_ms}
        count = select(func.count()).select_from(CLUBS).where(CLUBS.c.organiser == identity)

        def work(connection: Connection) -> None:
            if connection.execute(count).scalar_one() >= MOST_CLUBS:
                raise TooManyClubs("club.too_many", most=MOST_CLUBS)
            connection.execute(insert(CLUBS), {**row, "made_ms": now_ms, "next_number": 2})
            connection.execute(insert(CLUB_MEMBERS), first)

        await self._database.write(work)
        return club, text

    async def of(self, identity: str) -> list[tuple[str, str]]:
        """Id and name of the clubs where this person is a member, the newest first."""
        query = select(CLUBS.c.id, CLUBS.c.name).join(CLUB_MEMBERS, CLUB_MEMBERS.c.club == CLUBS.c.id)
        query = query.where(CLUB_MEMBERS.c.identity == identity).order_by(CLUB_MEMBERS.c.joined_ms.desc())
        return await self._database.read(lambda connection: [(row.id, row.name) for row in connection.execute(query)])

    async def find(self, club: str, identity: str | None) -> Club:
        """The club, for a member; for others it does not exist."""
        query = select(CLUBS.c.name, CLUBS.c.organiser).where(CLUBS.c.id == club)
        people = (
            select(CLUB_MEMBERS.c.number, CLUB_MEMBERS.c.identity, IDENTITIES.c.name)
            .join(IDENTITIES, IDENTITIES.c.id == CLUB_MEMBERS.c.identity)
            .where(CLUB_MEMBERS.c.club == club)
            .order_by(CLUB_MEMBERS.c.number)
        )

        def work(connection: Connection) -> Club | None:
            row = connection.execute(query).one_or_none()
            members = tuple(Member(*each) for each in connection.execute(people))
            me = next((member for member in members if member.identity == identity), None)
            return None if row is None or me is None else Club(club, row.name, row.organiser, members, me)

        found = await self._database.read(work)
        if found is None:
            raise NotAMember("club.not_a_member")
        return found

    async def organised(self, club: str, identity: str | None) -> Club:
        """The club, for its organiser."""
        found = await self.find(club, identity)
        if not found.is_mine:
            raise NotTheOrganiser("club.not_the_organiser")
        return found

    async def join(self, club: str, text: str, identity: str) -> None:
        """Become a member by the secret of the link; nothing happens if one is already."""
        query = select(CLUBS.c.next_number).where(CLUBS.c.id == club, CLUBS.c.link_hash == secret.hashed(text))
        mine = select(CLUB_MEMBERS.c.number).where(CLUB_MEMBERS.c.club == club, CLUB_MEMBERS.c.identity == identity)
        count = select(func.count()).select_from(CLUB_MEMBERS).where(CLUB_MEMBERS.c.club == club)
        now_ms = self._now()

        def work(connection: Connection) -> None:
            # The row is locked by the update, so that two who join at once get different numbers.
            counted = update(CLUBS).where(CLUBS.c.id == club).values(next_number=CLUBS.c.next_number + 1)
            is_known = connection.execute(counted).rowcount == 1
            number = connection.execute(query).scalar_one_or_none()
            if not is_known or number is None:
                raise WrongClubLink("club.link")
            if connection.execute(mine).first() is not None:
                return
            if connection.execute(count).scalar_one() >= MOST_MEMBERS:
                raise ClubFull("club.full", most=MOST_MEMBERS)
            row = {"club": club, "identity": identity, "number": number - 1, "joined_ms": now_ms}
            connection.execute(insert(CLUB_MEMBERS), row)

        await self._database.write(work)

    async def rename(self, club: str, name: str) -> None:
        await self._change(club, name=name)

    async def new_link(self, club: str) -> str:
        """A new secret; the old link becomes void."""
        text = secret.new()
        await self._change(club, link_hash=secret.hashed(text))
        return text

    async def leave(self, club: str, identity: str) -> None:
        """Remove a member. The one who has been there longest follows an organiser; an empty club is deleted."""
        await self._database.write(lambda connection: leave(connection, club, identity))

    async def dissolve(self, club: str) -> None:
        """Delete the club. Its games stay with those who played them."""
        await self._database.write(lambda connection: dissolve(connection, club))

    async def _change(self, club: str, **values: str) -> None:
        change = update(CLUBS).where(CLUBS.c.id == club).values(**values)
        await self._database.write(lambda connection: connection.execute(change))


def leave(connection: Connection, club: str, identity: str) -> None:
    """As `Clubs.leave`, in a transaction of the caller."""
    mine = CLUB_MEMBERS.c.club == club, CLUB_MEMBERS.c.identity == identity
    connection.execute(delete(CLUB_MEMBERS).where(*mine))
    rest = select(CLUB_MEMBERS.c.identity).where(CLUB_MEMBERS.c.club == club).order_by(CLUB_MEMBERS.c.number)
    eldest = connection.execute(rest.limit(1)).scalar_one_or_none()
    if eldest is None:
        dissolve(connection, club)
    else:
        change = update(CLUBS).where(CLUBS.c.id == club, CLUBS.c.organiser == identity)
        connection.execute(change.values(organiser=eldest))


def dissolve(connection: Connection, club: str) -> None:
    tournaments = select(TOURNAMENTS.c.id).where(TOURNAMENTS.c.club == club)
    for table in (TOURNAMENT_PLAYERS, TOURNAMENT_ROUNDS):
        connection.execute(delete(table).where(table.c.tournament.in_(tournaments)))
    for table in (TOURNAMENTS, CLUB_TABLES, CLUB_MEMBERS):
        connection.execute(delete(table).where(table.c.club == club))
    connection.execute(delete(CLUBS).where(CLUBS.c.id == club))
