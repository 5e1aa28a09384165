"""The server's own tables of the database: people, invitations, lists of tables, results, presence. No secrets."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, MetaData, String, Table, Text, false

METADATA = MetaData()

# `hash` is the SHA-256 of the secret in the cookie; `id` is what a table's log calls this person.
IDENTITIES = Table(
    "identities",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("id", String(32), nullable=False, unique=True),
    Column("name", String(40)),
    Column("language", String(2)),
    Column("created_ms", BigInteger, nullable=False),
)

# Further secrets of the same person, one for each device that was added by a link.
DEVICES = Table(
    "devices",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("identity", String(32), nullable=False),
    Column("added_ms", BigInteger, nullable=False),
    Index("devices_by_identity", "identity"),
)

DEVICE_LINKS = Table(
    "device_links",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("identity", String(32), nullable=False),
    Column("until_ms", BigInteger, nullable=False),
    Index("device_links_by_identity", "identity"),
)

INVITATIONS = Table(
    "invitations",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("table_id", String(64), nullable=False),
    Column("seat", Integer, nullable=False),
    Index("invitations_by_table", "table_id", "seat"),
)

LISTINGS = Table(
    "listings",
    METADATA,
    Column("table_id", String(64), primary_key=True),
    Column("opener", String(32), nullable=False),
    Column("is_public", Boolean, nullable=False),
    Column("opened_ms", BigInteger, nullable=False),
    Index("listings_by_time", "is_public", "opened_ms"),
)

MEMBERS = Table(
    "members",
    METADATA,
    Column("identity", String(32), ForeignKey("identities.id"), primary_key=True),
    Column("table_id", String(64), primary_key=True),
    Column("is_hidden", Boolean, nullable=False, server_default=false()),
)

# A cache for the history of a person: how their finished games ended. `outcome` is JSON; see people/history.py.
RESULTS = Table(
    "results",
    METADATA,
    Column("identity", String(32), primary_key=True),
    Column("table_id", String(64), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("ended_ms", BigInteger, nullable=False),
    Column("outcome", Text, nullable=False),
    Index("results_by_table", "table_id"),
)

# The servers on this database. Each extends its lease every second; one whose lease has run out counts as dead. Times
# here and in `presence` are those of the database, so that the clocks of the servers need not agree.
SERVERS = Table(
    "servers",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("until_ms", BigInteger, nullable=False),
    Column("version", String(32), nullable=False),
)

# Who is connected to a table through which server. `gone_ms` is null while they are, then the time they were last seen.
PRESENCE = Table(
    "presence",
    METADATA,
    Column("table_id", String(64), primary_key=True),
    Column("identity", String(32), primary_key=True),
    Column("server", String(32), primary_key=True),
    Column("gone_ms", BigInteger),
    Index("presence_by_server", "server"),
    Index("presence_by_time", "gone_ms"),
)
