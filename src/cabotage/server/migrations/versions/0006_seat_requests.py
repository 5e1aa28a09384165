"""Visitors who ask for a free seat."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "seat_requests",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("table_id", sa.String(64), nullable=False),
        sa.Column("identity", sa.String(32), nullable=False),
        sa.Column("name", sa.String(40)),
        sa.Column("nonce", sa.String(128)),
        sa.Column("asked_ms", sa.BigInteger, nullable=False),
        sa.Column("is_declined", sa.Boolean, nullable=False),
    )
    op.create_index("seat_requests_by_table", "seat_requests", ["table_id"])
    op.create_index("seat_requests_by_identity", "seat_requests", ["identity"])
    op.create_index("seat_requests_by_time", "seat_requests", ["asked_ms"])
