import sqlalchemy as sa
from alembic import op


def upgrade() -> None:
    op.add_column("users", sa.Column("phone", sa.Text(), nullable=True))


def downgrade() -> None:
    op.drop_column("users", "phone")
