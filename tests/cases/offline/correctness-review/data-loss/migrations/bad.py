from alembic import op


def upgrade() -> None:
    op.drop_column("users", "phone")  # expect: py-migration-drops-data
