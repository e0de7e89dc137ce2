"""The second version: the store says which house has it."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "holder",
        sa.Column("one", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("token", sa.Text(), nullable=False),
        sa.CheckConstraint("one = 1", name=op.f("ck_holder_one_line")),
        sa.PrimaryKeyConstraint("one", name=op.f("pk_holder")),
    )
