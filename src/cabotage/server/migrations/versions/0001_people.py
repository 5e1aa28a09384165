"""Identities, invitations, listings, members."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "identities",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("id", sa.String(32), nullable=False, unique=True),
        sa.Column("name", sa.String(40)),
        sa.Column("language", sa.String(2)),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "invitations",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(64), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
    )
    op.create_index("invitations_by_table", "invitations", ["table_id", "seat"])
    op.create_table(
        "listings",
        sa.Column("table_id", sa.String(64), primary_key=True),
        sa.Column("opener", sa.String(32), nullable=False),
        sa.Column("is_public", sa.Boolean, nullable=False),
        sa.Column("opened_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("listings_by_time", "listings", ["is_public", "opened_ms"])
    op.create_table(
        "members",
        sa.Column("identity", sa.String(32), sa.ForeignKey("identities.id"), primary_key=True),
        sa.Column("table_id", sa.String(64), primary_key=True),
    )
