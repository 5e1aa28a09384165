"""When a table needs attention, and which server takes care of it; which programs may use this database."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("tables", sa.Column("due_ms", sa.BigInteger))
    op.add_column("tables", sa.Column("due_server", sa.String(32)))
    op.add_column("tables", sa.Column("due_as_of_ms", sa.BigInteger))
    partial("tables_by_due", "due_ms", "due_ms IS NOT NULL")
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    differs = "IS NOT" if is_sqlite else "IS DISTINCT FROM"
    partial("tables_by_unknown_due", "changed_ms", f"status = 'running' AND due_as_of_ms {differs} changed_ms")
    op.create_table(
        "compatibility",
        sa.Column("part", sa.String(16), primary_key=True),
        sa.Column("oldest", sa.String(32), nullable=False),
    )
    op.execute("INSERT INTO compatibility (part, oldest) VALUES ('tables', '0001'), ('server', '0001')")


def partial(name: str, column: str, condition: str) -> None:
    op.create_index(name, "tables", [column], postgresql_where=sa.text(condition), sqlite_where=sa.text(condition))
