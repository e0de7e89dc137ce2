"""The first version of the store: all tables, and the guards that keep the trail as it was written."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

GUARDED = ("trail", "postings", "meter_log", "checkpoints")
REFUSED = "what was written here is never changed or removed"


def upgrade() -> None:
    _tables()
    if op.get_bind().dialect.name == "sqlite":
        _guard_sqlite()
    else:
        _guard_postgresql()


def _guard_sqlite() -> None:
    for table in GUARDED:
        for act in ("update", "delete"):
            op.execute(
                f"CREATE TRIGGER {table}_no_{act} BEFORE {act.upper()} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{table}: {REFUSED}'); END"
            )


def _guard_postgresql() -> None:
    op.execute(
        "CREATE FUNCTION pitboss_keep() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"RAISE EXCEPTION '%: {REFUSED}', TG_TABLE_NAME USING ERRCODE = 'restrict_violation'; END $$"
    )
    for table in GUARDED:
        for act in ("update", "delete", "truncate"):
            each = "STATEMENT" if act == "truncate" else "ROW"
            op.execute(
                f"CREATE TRIGGER {table}_no_{act} BEFORE {act.upper()} ON {table} "
                f"FOR EACH {each} EXECUTE FUNCTION pitboss_keep()"
            )


def _tables() -> None:
    op.create_table(
        "accounts",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("balance", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("balance >= 0 OR name = 'outside'", name=op.f("ck_accounts_never_negative")),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_accounts")),
    )
    op.create_table(
        "checkpoints",
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("signature", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_checkpoints")),
    )
    op.create_table(
        "feeds",
        sa.Column("chain", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("token", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("chain", name=op.f("pk_feeds")),
    )
    op.create_table(
        "meters",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("reading", sa.BigInteger(), nullable=False),
        sa.Column("changes", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("reading >= 0", name=op.f("ck_meters_never_negative")),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_meters")),
    )
    op.create_table(
        "people",
        sa.Column("handle", sa.Text(), nullable=False),
        sa.Column("folded", sa.Text(), nullable=False),
        sa.Column("roles", sa.Text(), nullable=False),
        sa.Column("password", sa.Text(), nullable=True),
        sa.Column("guest", sa.Integer(), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("locked_until", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("disabled", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("handle", name=op.f("pk_people")),
        sa.UniqueConstraint("folded", name=op.f("uq_people_folded")),
    )
    op.create_table(
        "proposals",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("chain", sa.Integer(), nullable=False),
        sa.Column("terms", sa.Text(), nullable=False),
        sa.Column("proposed_by", sa.Text(), nullable=False),
        sa.Column("proposed_at", sa.BigInteger(), nullable=False),
        sa.Column("approved_by", sa.Text(), nullable=True),
        sa.Column("approved_at", sa.BigInteger(), nullable=True),
        sa.Column("status", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_proposals")),
    )
    op.create_table(
        "rounds",
        sa.Column("chain", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("round", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("opened_at", sa.BigInteger(), nullable=False),
        sa.Column("cleared_at", sa.BigInteger(), nullable=True),
        sa.Column("first", sa.BigInteger(), nullable=False),
        sa.Column("last", sa.BigInteger(), nullable=True),
        sa.Column("shuffle", sa.BigInteger(), nullable=True),
        sa.Column("terms", sa.Text(), nullable=False),
        sa.Column("void", sa.Integer(), nullable=False),
        sa.Column("wagered", sa.BigInteger(), nullable=False),
        sa.Column("returned", sa.BigInteger(), nullable=False),
        sa.Column("irregularities", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("chain", "round", name=op.f("pk_rounds")),
    )
    op.create_table(
        "shuffles",
        sa.Column("chain", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("deck", sa.Integer(), nullable=False),
        sa.Column("commitment", sa.Text(), nullable=False),
        sa.Column("sealed", sa.LargeBinary(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("seed", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("chain", "number", name=op.f("pk_shuffles")),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("dealer", sa.Text(), nullable=False),
        sa.Column("cards", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("terms", sa.Text(), nullable=False),
        sa.Column("links", sa.Text(), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.Column("state_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")),
        sa.UniqueConstraint("name", name=op.f("uq_tables_name")),
    )
    op.create_table(
        "trail",
        sa.Column("chain", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("round", sa.BigInteger(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("act_id", sa.Text(), nullable=True),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("chain", "number", name=op.f("pk_trail")),
        sa.UniqueConstraint("chain", "person", "act_id", name="once"),
    )
    op.create_table(
        "hands",
        sa.Column("chain", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("round", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("wagered", sa.BigInteger(), nullable=False),
        sa.Column("returned", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["chain", "round"], ["rounds.chain", "rounds.round"], name="fk_hands_round"),
        sa.PrimaryKeyConstraint("chain", "round", "seat", name=op.f("pk_hands")),
    )
    op.create_index("ix_hands_player", "hands", ["player"], unique=False)
    op.create_table(
        "meter_log",
        sa.Column("meter", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("chain", sa.Integer(), nullable=False),
        sa.Column("row", sa.BigInteger(), nullable=False),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("added", sa.BigInteger(), nullable=False),
        sa.Column("before", sa.BigInteger(), nullable=False),
        sa.Column("after", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["meter"], ["meters.name"], name=op.f("fk_meter_log_meter")),
        sa.PrimaryKeyConstraint("meter", "number", name=op.f("pk_meter_log")),
    )
    op.create_table(
        "postings",
        sa.Column("chain", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("line", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.name"], name=op.f("fk_postings_account")),
        sa.ForeignKeyConstraint(["chain", "number"], ["trail.chain", "trail.number"], name="fk_postings_row"),
        sa.PrimaryKeyConstraint("chain", "number", "line", name=op.f("pk_postings")),
    )
    op.create_index("ix_postings_account", "postings", ["account"], unique=False)
    op.create_table(
        "sessions",
        sa.Column("token", sa.LargeBinary(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("handle", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.Column("confirmed_at", sa.BigInteger(), nullable=False),
        sa.Column("agent", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["handle"], ["people.handle"], name=op.f("fk_sessions_handle")),
        sa.PrimaryKeyConstraint("token", name=op.f("pk_sessions")),
        sa.UniqueConstraint("id", name=op.f("uq_sessions_id")),
    )
