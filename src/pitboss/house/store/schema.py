"""The tables of the store, the same on SQLite and PostgreSQL.

`trail` is the truth: everything else that records play (postings, meter logs, rounds) is derived from its rows and can
be derived again; `pitboss audit verify` does so and compares. Amounts are integer cents, meters are millionths of a
cent, times are milliseconds since 1970."""

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

HOUSE = 0
"""The chain of the house itself: accounts, cage, approvals. A table's chain has the number of the table."""

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# --- tables and what happened at them -------------------------------------------------------------------------------

tables = Table(
    "tables",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False, unique=True),
    Column("game", Text, nullable=False),
    Column("dealer", Text, nullable=False),  # automatic or person
    Column("cards", Text, nullable=False),  # shuffle or feed
    Column("status", Text, nullable=False),  # open or closed
    Column("terms", Text, nullable=False),  # in force, as JSON
    Column("links", Text, nullable=False),  # JSON: the table's name of a shared meter -> the meter of the house
    Column("state", LargeBinary, nullable=False),  # after the last cleared round, as JSON; no seed and no card in it
    Column("state_at", BigInteger, nullable=False),  # the row of the trail after which that was the state
)

trail = Table(
    "trail",
    metadata,
    Column("chain", Integer, primary_key=True, autoincrement=False),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),  # see trail/rows.py
    Column("round", BigInteger, nullable=False),  # 0 between rounds
    Column("by", Text, nullable=False),  # role:name, `house` for what the software does by itself
    Column("person", Text, nullable=False),  # who that is in whatever role: the name, or `by` where there is none
    Column("act_id", Text),  # made by the client; NULL where nobody asked
    Column("body", LargeBinary, nullable=False),  # JSON; hidden cards only as salted digests
    Column("hash", LargeBinary, nullable=False),
    UniqueConstraint("chain", "person", "act_id", name="once"),
)

shuffles = Table(
    "shuffles",
    metadata,
    Column("chain", Integer, primary_key=True, autoincrement=False),
    Column("number", BigInteger, primary_key=True, autoincrement=False),  # counts the commitments of a table
    Column("deck", Integer, nullable=False),
    Column("commitment", Text, nullable=False),
    Column("sealed", LargeBinary, nullable=False),  # the seed of the house under the key outside the database
    Column("status", Text, nullable=False),  # open, shuffled, settled or voided
    Column("seed", Text),  # hex, once revealed
)

rounds = Table(
    "rounds",
    metadata,
    Column("chain", Integer, primary_key=True, autoincrement=False),
    Column("round", BigInteger, primary_key=True, autoincrement=False),
    Column("opened_at", BigInteger, nullable=False),
    Column("cleared_at", BigInteger),
    Column("first", BigInteger, nullable=False),  # rows of the trail
    Column("last", BigInteger),
    Column("shuffle", BigInteger),
    Column("terms", Text, nullable=False),  # digest
    Column("void", Integer, nullable=False),
    Column("wagered", BigInteger, nullable=False),
    Column("returned", BigInteger, nullable=False),
    Column("irregularities", Integer, nullable=False),
)

hands = Table(
    "hands",
    metadata,
    Column("chain", Integer, primary_key=True, autoincrement=False),
    Column("round", BigInteger, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("player", Text, nullable=False),
    Column("wagered", BigInteger, nullable=False),
    Column("returned", BigInteger, nullable=False),
    ForeignKeyConstraint(["chain", "round"], ["rounds.chain", "rounds.round"], name="fk_hands_round"),
)
Index("ix_hands_player", hands.c.player)

checkpoints = Table(
    "checkpoints",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("body", LargeBinary, nullable=False),
    Column("signature", LargeBinary, nullable=False),
)

# --- money ----------------------------------------------------------------------------------------------------------

accounts = Table(
    "accounts",
    metadata,
    # patron:Ann, layout:1, inventory:1, pool:M, reserve:M, cage, outside; those of practice chips begin with practice/
    Column("name", Text, primary_key=True),
    Column("balance", BigInteger, nullable=False),
    CheckConstraint("balance >= 0 OR name = 'outside' OR name = 'practice/outside'", name="never_negative"),
)

postings = Table(
    "postings",
    metadata,
    Column("chain", Integer, primary_key=True, autoincrement=False),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("line", Integer, primary_key=True, autoincrement=False),
    Column("account", Text, ForeignKey("accounts.name"), nullable=False),
    Column("cents", BigInteger, nullable=False),
    Column("why", Text, nullable=False),
    ForeignKeyConstraint(["chain", "number"], ["trail.chain", "trail.number"], name="fk_postings_row"),
)
Index("ix_postings_account", postings.c.account)

meters = Table(
    "meters",
    metadata,
    Column("name", Text, primary_key=True),
    Column("reading", BigInteger, nullable=False),  # millionths of a cent
    Column("changes", BigInteger, nullable=False),  # entries in its log
    CheckConstraint("reading >= 0", name="never_negative"),
)

meter_log = Table(
    "meter_log",
    metadata,
    Column("meter", Text, ForeignKey("meters.name"), primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("chain", Integer, nullable=False),
    Column("row", BigInteger, nullable=False),
    Column("what", Text, nullable=False),  # opened, contribution, reversal, hit
    Column("amount", BigInteger, nullable=False),  # contribution or payment, in millionths of a cent
    Column("added", BigInteger, nullable=False),  # what the house put in to reset the meter
    Column("before", BigInteger, nullable=False),
    Column("after", BigInteger, nullable=False),
)

proposals = Table(
    "proposals",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("chain", Integer, nullable=False),
    Column("terms", Text, nullable=False),  # JSON
    Column("proposed_by", Text, nullable=False),
    Column("proposed_at", BigInteger, nullable=False),
    Column("approved_by", Text),
    Column("approved_at", BigInteger),
    Column("status", Text, nullable=False),  # proposed, approved (waits), adopted, withdrawn
)

holder = Table(
    "holder",
    metadata,
    Column("one", Integer, primary_key=True, autoincrement=False),
    Column("token", Text, nullable=False),  # made by the house that has the store now; see holding.py
    CheckConstraint("one = 1", name="one_line"),
)

processes = Table(
    "processes",
    metadata,
    Column("id", Text, primary_key=True),  # made anew each time a process joins the house
    Column("name", Text, nullable=False),  # which computer and which process there, for people
    Column("address", Text, nullable=False),  # where the other processes reach it
    Column("version", Text, nullable=False),
    Column("keys", Text, nullable=False),  # the public key of its key file: all processes have the same
    Column("joined_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False),  # by the clock of the database
    Column("draining", Integer, nullable=False),  # whether it gives its tables away and takes no new ones
    Column("renewed_at", BigInteger, nullable=False),
    Column("takeovers", BigInteger, nullable=False),  # chains it has taken over from others
    Column("leaves", Text, nullable=False),  # JSON: tables it cannot take up, by number, and why
)

leases = Table(
    "leases",
    metadata,
    Column("chain", Integer, primary_key=True, autoincrement=False),
    Column("process", Text),  # who has the table; NULL: nobody
    Column("epoch", BigInteger, nullable=False),  # one more each time it changes hands
    Column("since", BigInteger, nullable=False),
    Column("before", Text),  # who had it before
)

# --- people ---------------------------------------------------------------------------------------------------------

people = Table(
    "people",
    metadata,
    Column("handle", Text, primary_key=True),  # as shown at the table; unique whatever its case
    Column("folded", Text, nullable=False, unique=True),
    Column("roles", Text, nullable=False),  # space-separated: player dealer floorperson supervisor manager auditor
    Column("password", Text),  # argon2; NULL for guests
    Column("guest", Integer, nullable=False),
    Column("failures", Integer, nullable=False),
    Column("locked_until", BigInteger, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("disabled", Integer, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("token", LargeBinary, primary_key=True),  # its hash
    Column("id", Text, nullable=False, unique=True),  # by which it is listed and revoked
    Column("handle", Text, ForeignKey("people.handle"), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
    Column("confirmed_at", BigInteger, nullable=False),  # when the password was last given
    Column("agent", Text, nullable=False),
)

feeds = Table(
    "feeds",
    metadata,
    Column("chain", Integer, primary_key=True, autoincrement=False),
    Column("token", LargeBinary, nullable=False),  # its hash
)

# --- the school -----------------------------------------------------------------------------------------------------

school_answers = Table(
    "school_answers",
    metadata,
    Column("handle", Text, ForeignKey("people.handle"), primary_key=True),
    Column("act_id", Text, primary_key=True),  # made by the client: sent twice it is counted once
    Column("game", Text, nullable=False),
    Column("drill", Text, nullable=False),
    Column("topic", Text, nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("place", Integer, nullable=False),
    Column("answer", Text, nullable=False),  # JSON
    Column("correct", Integer, nullable=False),
    Column("missteps", Text, nullable=False),  # JSON: their kinds and misconceptions
    Column("took", BigInteger, nullable=False),  # milliseconds
    Column("at", BigInteger, nullable=False),
    UniqueConstraint("handle", "game", "drill", "topic", "seed", "place", name="uq_school_answers_task"),
)

exams = Table(
    "exams",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("given_by", Text, nullable=False),
    Column("given_at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),  # JSON: the exam, the games with their terms, whose it is
    Column("seed", BigInteger),  # of everybody; NULL where each trainee has tasks of his own
    Column("status", Text, nullable=False),  # open or closed
)

exam_sittings = Table(
    "exam_sittings",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("exam", Integer, ForeignKey("exams.id"), nullable=False),
    Column("handle", Text, ForeignKey("people.handle"), nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("started", BigInteger, nullable=False),
    Column("tasks", Text, nullable=False),  # JSON: their names
    Column("answers", Text, nullable=False),  # JSON
    Column("notes", Text, nullable=False),  # JSON
    Column("reached", BigInteger, nullable=False),  # milliseconds since it began: the latest moment that was seen
    Column("shift", BigInteger, nullable=False),  # how far the clock was set back in all
    Column("version", Integer, nullable=False),  # one more with each change that somebody asked for
    Column("row", BigInteger),  # of the house's chain, which has the record; NULL until the end
    UniqueConstraint("exam", "handle", name="uq_exam_sittings_once"),
)

# --- what was moved out of the store ----------------------------------------------------------------------------------

archives = Table(
    "archives",
    metadata,
    # One line for each file: the rows `first` to `last` of a table's chain are there and no longer here.
    Column("chain", Integer, primary_key=True, autoincrement=False),
    Column("last", BigInteger, primary_key=True, autoincrement=False),
    Column("first", BigInteger, nullable=False),
    Column("hash", LargeBinary, nullable=False),  # of the row `last`: what the next row follows
    Column("at", BigInteger, nullable=False),  # when that row was written
    Column("round", BigInteger, nullable=False),  # the last round in the file
    Column("row", BigInteger, nullable=False),  # of the house's chain, which records the archive
    Column("file", Text, nullable=False),
    Column("digest", Text, nullable=False),  # SHA-256 of the file
    Column("terms", Text, nullable=False),  # in force after `last`, as JSON
    Column("state", LargeBinary, nullable=False),  # of the table after `last`, as `tables.state` has it
    Column("shuffles", Text, nullable=False),  # JSON: shuffles that had not ended then
)

archived_balances = Table(
    "archived_balances",
    metadata,
    Column("chain", Integer, primary_key=True, autoincrement=False),
    Column("last", BigInteger, primary_key=True, autoincrement=False),
    Column("account", Text, ForeignKey("accounts.name"), primary_key=True),
    Column("cents", BigInteger, nullable=False),  # what the archived postings come to
    ForeignKeyConstraint(["chain", "last"], ["archives.chain", "archives.last"], name="fk_archived_balances_archive"),
)

archived_meters = Table(
    "archived_meters",
    metadata,
    Column("chain", Integer, primary_key=True, autoincrement=False),
    Column("last", BigInteger, primary_key=True, autoincrement=False),
    Column("meter", Text, ForeignKey("meters.name"), primary_key=True),
    Column("entries_from", BigInteger, nullable=False),  # the archived entries of its log
    Column("entries_to", BigInteger, nullable=False),
    Column("before", BigInteger, nullable=False),  # what the meter read before and after them
    Column("after", BigInteger, nullable=False),
    Column("reset_at", BigInteger, nullable=False),  # when a hit among them last reset it; 0: none did
    ForeignKeyConstraint(["chain", "last"], ["archives.chain", "archives.last"], name="fk_archived_meters_archive"),
)
