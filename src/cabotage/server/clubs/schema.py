"""The tables of the database for clubs. Members are known by a number of their club, so that no identity is shown."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, String, Table, Text, UniqueConstraint, false

from cabotage.server.schema import METADATA

# `link_hash` is the SHA-256 of the secret in the link to join; `next_number` is that of the next member.
CLUBS = Table(
    "clubs",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("name", String(60), nullable=False),
    Column("organiser", String(32), nullable=False),
    Column("link_hash", String(64), nullable=False),
    Column("made_ms", BigInteger, nullable=False),
    Column("next_number", Integer, nullable=False),
    Index("clubs_by_organiser", "organiser"),
)

CLUB_MEMBERS = Table(
    "club_members",
    METADATA,
    Column("club", String(32), primary_key=True),
    Column("identity", String(32), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("joined_ms", BigInteger, nullable=False),
    UniqueConstraint("club", "number", name="club_members_number"),
    Index("club_members_by_identity", "identity"),
)

# Tables opened for a club. Of a tournament: its round, which table of it, and the member at each seat (`places`, JSON).
# `outcome` (JSON) is a cache: it can always be read again from the table's log.
CLUB_TABLES = Table(
    "club_tables",
    METADATA,
    Column("table_id", String(64), primary_key=True),
    Column("club", String(32), nullable=False),
    Column("opened_ms", BigInteger, nullable=False),
    Column("tournament", String(32)),
    Column("round", Integer),
    Column("at", Integer),
    Column("places", Text),
    Column("outcome", Text),
    UniqueConstraint("tournament", "round", "at", name="club_tables_place"),
    Index("club_tables_by_club", "club", "opened_ms"),
)

TOURNAMENTS = Table(
    "tournaments",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("club", String(32), nullable=False),
    Column("name", String(60), nullable=False),
    Column("settings", Text, nullable=False),
    Column("made_ms", BigInteger, nullable=False),
    Column("ended_ms", BigInteger),
    Index("tournaments_by_club", "club", "made_ms"),
)

TOURNAMENT_PLAYERS = Table(
    "tournament_players",
    METADATA,
    Column("tournament", String(32), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("is_absent", Boolean, nullable=False, server_default=false()),
)

# The primary key lets one of two servers open a round.
TOURNAMENT_ROUNDS = Table(
    "tournament_rounds",
    METADATA,
    Column("tournament", String(32), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("pairing", Text, nullable=False),
    Column("opened_ms", BigInteger, nullable=False),
)
