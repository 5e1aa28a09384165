"""Clubs: members, their tables, and tournaments."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "clubs",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("organiser", sa.String(32), nullable=False),
        sa.Column("link_hash", sa.String(64), nullable=False),
        sa.Column("made_ms", sa.BigInteger, nullable=False),
        sa.Column("next_number", sa.Integer, nullable=False),
    )
    op.create_index("clubs_by_organiser", "clubs", ["organiser"])
    op.create_table(
        "club_members",
        sa.Column("club", sa.String(32), primary_key=True),
        sa.Column("identity", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("joined_ms", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("club", "number", name="club_members_number"),
    )
    op.create_index("club_members_by_identity", "club_members", ["identity"])
    op.create_table(
        "club_tables",
        sa.Column("table_id", sa.String(64), primary_key=True),
        sa.Column("club", sa.String(32), nullable=False),
        sa.Column("opened_ms", sa.BigInteger, nullable=False),
        sa.Column("tournament", sa.String(32)),
        sa.Column("round", sa.Integer),
        sa.Column("at", sa.Integer),
        sa.Column("places", sa.Text),
        sa.Column("outcome", sa.Text),
        sa.UniqueConstraint("tournament", "round", "at", name="club_tables_place"),
    )
    op.create_index("club_tables_by_club", "club_tables", ["club", "opened_ms"])
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("club", sa.String(32), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("made_ms", sa.BigInteger, nullable=False),
        sa.Column("ended_ms", sa.BigInteger),
    )
    op.create_index("tournaments_by_club", "tournaments", ["club", "made_ms"])
    op.create_table(
        "tournament_players",
        sa.Column("tournament", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("is_absent", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_table(
        "tournament_rounds",
        sa.Column("tournament", sa.String(32), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True),
        sa.Column("pairing", sa.Text, nullable=False),
        sa.Column("opened_ms", sa.BigInteger, nullable=False),
    )
