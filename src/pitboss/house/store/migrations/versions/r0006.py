"""The school keeps what everybody has answered."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "school_answers",
        sa.Column("handle", sa.Text(), nullable=False),
        sa.Column("act_id", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("drill", sa.Text(), nullable=False),
        sa.Column("topic", sa.Text(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("correct", sa.Integer(), nullable=False),
        sa.Column("missteps", sa.Text(), nullable=False),
        sa.Column("took", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["handle"], ["people.handle"], name=op.f("fk_school_answers_handle")),
        sa.PrimaryKeyConstraint("handle", "act_id", name=op.f("pk_school_answers")),
        sa.UniqueConstraint("handle", "game", "drill", "topic", "seed", "place", name="uq_school_answers_task"),
    )
