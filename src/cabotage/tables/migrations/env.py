"""Where Alembic begins: on the connection that database.py hands over, inside its transaction."""

from alembic import context

from cabotage.tables.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
context.run_migrations()
