"""Run by Alembic, on the connection that `house/store/migrate.py` brings inside its own transaction."""

from alembic import context

from pitboss.house.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
