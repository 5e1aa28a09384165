"""Several devices of one person, finished games for their history, and tables that they have hidden."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("members", sa.Column("is_hidden", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "devices",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("identity", sa.String(32), nullable=False),
        sa.Column("added_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("devices_by_identity", "devices", ["identity"])
    op.create_table(
        "device_links",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("identity", sa.String(32), nullable=False),
        sa.Column("until_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("device_links_by_identity", "device_links", ["identity"])
    op.create_table(
        "results",
        sa.Column("identity", sa.String(32), primary_key=True),
        sa.Column("table_id", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("ended_ms", sa.BigInteger, nullable=False),
        sa.Column("outcome", sa.Text, nullable=False),
    )
    op.create_index("results_by_table", "results", ["table_id"])
