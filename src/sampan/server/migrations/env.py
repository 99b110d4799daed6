"""Run by Alembic: the connection is the one `migrate` holds."""

from __future__ import annotations

from alembic import context

from sampan.server.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
context.run_migrations()
