"""Servers and presence: which servers run, and who is connected to which table through which of them."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "servers",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("until_ms", sa.BigInteger, nullable=False),
        sa.Column("version", sa.String(32), nullable=False),
    )
    op.create_table(
        "presence",
        sa.Column("table_id", sa.String(64), primary_key=True),
        sa.Column("identity", sa.String(32), primary_key=True),
        sa.Column("server", sa.String(32), primary_key=True),
        sa.Column("gone_ms", sa.BigInteger),
    )
    op.create_index("presence_by_server", "presence", ["server"])
    op.create_index("presence_by_time", "presence", ["gone_ms"])
