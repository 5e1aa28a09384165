"""Notices to people who are away: their devices, their mail addresses, what they asked for, and what is to be sent."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "push_devices",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("identity", sa.String(32), nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("p256dh", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(50), nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("added_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("push_devices_by_identity", "push_devices", ["identity"])
    op.create_table(
        "mailboxes",
        sa.Column("identity", sa.String(32), primary_key=True),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("stop_key", sa.String(64), nullable=False, unique=True),
        sa.Column("is_confirmed", sa.Boolean, nullable=False),
    )
    op.create_table(
        "mail_confirmations",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("identity", sa.String(32), nullable=False),
        sa.Column("address_hash", sa.String(64), nullable=False),
        sa.Column("asked_ms", sa.BigInteger, nullable=False),
        sa.Column("is_used", sa.Boolean, nullable=False),
    )
    op.create_index("mail_confirmations_by_time", "mail_confirmations", ["asked_ms"])
    op.create_table(
        "watches",
        sa.Column("table_id", sa.String(64), primary_key=True),
        sa.Column("identity", sa.String(32), primary_key=True),
        sa.Column("target", sa.String(64), primary_key=True),
        sa.Column("told_seq", sa.Integer, nullable=False),
    )
    op.create_index("watches_by_identity", "watches", ["identity"])
    op.create_table(
        "outbox",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("identity", sa.String(32), nullable=False),
        sa.Column("target", sa.String(64), nullable=False),
        sa.Column("table_id", sa.String(64)),
        sa.Column("seq", sa.Integer),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("due_ms", sa.BigInteger, nullable=False),
        sa.Column("added_ms", sa.BigInteger, nullable=False),
        sa.Column("server", sa.String(32)),
    )
    op.create_index("outbox_by_time", "outbox", ["due_ms"])
    op.create_index("outbox_by_identity", "outbox", ["identity"])
