"""Old rows can be moved into files: the store says which, and what they came to."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "archives",
        sa.Column("chain", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("last", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("first", sa.BigInteger(), nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("round", sa.BigInteger(), nullable=False),
        sa.Column("row", sa.BigInteger(), nullable=False),
        sa.Column("file", sa.Text(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("terms", sa.Text(), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.Column("shuffles", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("chain", "last", name=op.f("pk_archives")),
    )
    op.create_table(
        "archived_balances",
        sa.Column("chain", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("last", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.name"], name=op.f("fk_archived_balances_account")),
        sa.ForeignKeyConstraint(
            ["chain", "last"], ["archives.chain", "archives.last"], name="fk_archived_balances_archive"
        ),
        sa.PrimaryKeyConstraint("chain", "last", "account", name=op.f("pk_archived_balances")),
    )
    op.create_table(
        "archived_meters",
        sa.Column("chain", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("last", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("meter", sa.Text(), nullable=False),
        sa.Column("entries_from", sa.BigInteger(), nullable=False),
        sa.Column("entries_to", sa.BigInteger(), nullable=False),
        sa.Column("before", sa.BigInteger(), nullable=False),
        sa.Column("after", sa.BigInteger(), nullable=False),
        sa.Column("reset_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["meter"], ["meters.name"], name=op.f("fk_archived_meters_meter")),
        sa.ForeignKeyConstraint(
            ["chain", "last"], ["archives.chain", "archives.last"], name="fk_archived_meters_archive"
        ),
        sa.PrimaryKeyConstraint("chain", "last", "meter", name=op.f("pk_archived_meters")),
    )
