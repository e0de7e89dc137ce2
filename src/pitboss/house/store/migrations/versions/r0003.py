"""Practice chips have accounts of their own: what is outside the house is negative for them, too. What play money there
is in the books moves when the house starts (`live/separation.py`), by rows of the trail."""

from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

NAME = "ck_accounts_never_negative"
CHECK = "balance >= 0 OR name = 'outside' OR name = 'practice/outside'"


def upgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        _anew()
    else:
        op.drop_constraint(op.f(NAME), "accounts", type_="check")
        op.create_check_constraint(op.f(NAME), "accounts", CHECK)


def _anew() -> None:
    """SQLite changes no condition of a table: it is made anew with the same lines. Postings refer to them all along,
    which is looked at when the transaction ends."""
    op.execute("PRAGMA defer_foreign_keys = ON")
    op.execute("CREATE TABLE accounts_before AS SELECT name, balance FROM accounts")
    op.execute("DROP TABLE accounts")
    op.execute(
        "CREATE TABLE accounts (name TEXT NOT NULL, balance BIGINT NOT NULL, "
        f"CONSTRAINT pk_accounts PRIMARY KEY (name), CONSTRAINT {NAME} CHECK ({CHECK}))"
    )
    op.execute("INSERT INTO accounts SELECT name, balance FROM accounts_before")
    op.execute("DROP TABLE accounts_before")
