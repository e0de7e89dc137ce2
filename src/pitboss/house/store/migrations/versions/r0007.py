"""The school examines: which exams were given, and how far everybody has come who sits one."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "exams",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("given_by", sa.Text(), nullable=False),
        sa.Column("given_at", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=True),
        sa.Column("status", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exams")),
    )
    op.create_table(
        "exam_sittings",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("exam", sa.Integer(), nullable=False),
        sa.Column("handle", sa.Text(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("started", sa.BigInteger(), nullable=False),
        sa.Column("tasks", sa.Text(), nullable=False),
        sa.Column("answers", sa.Text(), nullable=False),
        sa.Column("notes", sa.Text(), nullable=False),
        sa.Column("reached", sa.BigInteger(), nullable=False),
        sa.Column("shift", sa.BigInteger(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("row", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["exam"], ["exams.id"], name=op.f("fk_exam_sittings_exam")),
        sa.ForeignKeyConstraint(["handle"], ["people.handle"], name=op.f("fk_exam_sittings_handle")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exam_sittings")),
        sa.UniqueConstraint("exam", "handle", name="uq_exam_sittings_once"),
    )
