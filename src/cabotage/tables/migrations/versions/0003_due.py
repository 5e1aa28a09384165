"""When a table needs attention, and which server takes care of it; which programs may use this database."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("tables", sa.Column("due_ms", sa.BigInteger))
    op.add_column("tables", sa.Column("due_server", sa.String(32)))
    op.add_column("tables", sa.Column("due_as_of_ms", sa.BigInteger))
    partial("tables_by_due", ["due_ms"], "due_ms IS NOT NULL")
    differs = "IS NOT" if op.get_bind().dialect.name == "sqlite" else "IS DISTINCT FROM"
    partial("tables_by_unknown_due", ["status", "changed_ms"], f"due_as_of_ms {differs} changed_ms")
    op.create_table(
        "compatibility",
        sa.Column("part", sa.String(16), primary_key=True),
        sa.Column("oldest", sa.String(32), nullable=False),
    )
    op.execute("INSERT INTO compatibility (part, oldest) VALUES ('tables', '0001'), ('server', '0001')")


def partial(name: str, columns: list[str], condition: str) -> None:
    where = sa.text(condition)
    op.create_index(name, "tables", columns, postgresql_where=where, sqlite_where=where)
