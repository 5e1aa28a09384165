"""What the server keeps besides the log: who is who, who is invited where, which tables are listed. No secrets."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, MetaData, String, Table

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
)
