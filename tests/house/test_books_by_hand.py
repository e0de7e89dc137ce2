"""The books on a few lines that were written by hand: what is posted and what an audit says of them, to the cent and on
both sides of every limit."""

import json
from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import Connection, Table, create_engine, insert, select

from pitboss.house.audit.books import check_books
from pitboss.house.audit.comparing import Stored
from pitboss.house.audit.findings import Findings
from pitboss.house.audit.held import Held, balance_at, held
from pitboss.house.audit.queries import RoundLine
from pitboss.house.live import storage
from pitboss.house.money.bank import Bank
from pitboss.house.money.books import NotEnough, balances, post
from pitboss.house.money.entries import MeterEntry, Posting
from pitboss.house.store import schema
from pitboss.house.trail.archived import Away
from pitboss.rulebook.terms import MICRO


def balance(conn: Connection, account: str) -> int:
    return balances(conn).get(account, 0)


@pytest.fixture
def conn() -> Iterator[Connection]:
    engine = create_engine("sqlite://")
    schema.metadata.create_all(engine)
    with engine.connect() as conn:
        yield conn
    engine.dispose()


def put(conn: Connection, table: Table, *lines: Sequence[Any]) -> None:
    """Lines as they stand, by the first columns of the table."""
    names = [column.name for column in table.columns]
    for line in lines:
        conn.execute(insert(table).values(dict(zip(names, line, strict=False))))


def rows(conn: Connection, *which: tuple[int, int, int]) -> None:
    """Rows of the trail: chain, number, time."""
    put(
        conn,
        schema.trail,
        *((chain, number, at, "act", 0, "house", "house", None, b"", b"") for chain, number, at in which),
    )


def found(conn: Connection) -> list[str]:
    findings = Findings()
    check_books(conn, Away(conn), findings)
    return [each.text for each in findings.found]


# --- posting --------------------------------------------------------------------------------------------------------


def posted(conn: Connection, *moves: tuple[int, str, int], backed: bool = True) -> int:
    cursor = conn.connection.cursor()
    try:
        return post(
            conn, cursor, 1, [(row, Posting(account, cents, "why")) for row, account, cents in moves], backed=backed
        )
    finally:
        cursor.close()


def test_postings_are_numbered_within_their_row_and_move_the_balances(conn: Connection) -> None:
    rows(conn, (1, 1, 10), (1, 2, 20))
    put(conn, schema.accounts, ("outside", 0), ("cage", 100), ("patron:Ann", 300))
    moves = (1, "patron:Ann", -200), (1, "layout:1", 200), (2, "layout:1", -50), (2, "patron:Ann", 50)
    assert posted(conn, *moves) == 0
    assert balances(conn) == {"outside": 0, "cage": 100, "patron:Ann": 150, "layout:1": 150}
    assert balance(conn, "patron:Ann") == 150 and balance(conn, "patron:Bob") == 0
    c = schema.postings.c
    lines = conn.execute(select(c.chain, c.number, c.line, c.account, c.cents)).all()
    assert [tuple(line) for line in lines] == [
        (1, 1, 1, "patron:Ann", -200),
        (1, 1, 2, "layout:1", 200),
        (1, 2, 1, "layout:1", -50),
        (1, 2, 2, "patron:Ann", 50),
    ]


def test_an_account_may_be_emptied_and_no_more(conn: Connection) -> None:
    rows(conn, (1, 1, 10), (1, 2, 20), (1, 3, 30))
    put(conn, schema.accounts, ("patron:Ann", 300))
    posted(conn, (1, "patron:Ann", -300), (1, "layout:1", 300))
    assert balance(conn, "patron:Ann") == 0
    with pytest.raises(NotEnough) as refused:
        posted(conn, (2, "patron:Ann", -1), (2, "layout:1", 1))
    assert (refused.value.account, refused.value.have, refused.value.cents) == ("patron:Ann", 0, -1)
    assert "has 0 cents; 1 are needed" in str(refused.value)
    with pytest.raises(NotEnough):
        posted(conn, (3, "patron:Nobody", -1), (3, "layout:1", 1))


def test_the_world_outside_may_owe(conn: Connection) -> None:
    rows(conn, (1, 1, 10), (1, 2, 20))
    posted(conn, (1, "outside", -500), (1, "cage", 500))
    posted(conn, (2, "outside", -1), (2, "patron:Ann", 1))
    assert balances(conn) == {"outside": -501, "cage": 500, "patron:Ann": 1}


def test_an_account_that_nothing_comes_to_is_opened(conn: Connection) -> None:
    rows(conn, (1, 1, 10))
    put(conn, schema.accounts, ("cage", 10))
    posted(conn, (1, "cage", -10), (1, "pool:M", 0), (1, "cage", 10))
    assert balances(conn) == {"cage": 10, "pool:M": 0}


@pytest.mark.parametrize(("held_there", "capital"), [(700, 0), (699, 1), (0, 700)])
def test_what_the_cage_lacks_is_paid_in_as_capital(conn: Connection, held_there: int, capital: int) -> None:
    """At the time of the row that needs it, which is row 2 of this table and of no other."""
    rows(conn, (2, 2, 99), (1, 1, 11), (1, 2, 10))
    put(conn, schema.accounts, ("patron:Ann", 9_999), ("cage", held_there))
    assert posted(conn, (2, "cage", -700), (2, "pool:M", 700)) == capital
    assert (balance(conn, "cage"), balance(conn, "pool:M")) == (held_there - 700 + capital, 700)
    assert balance(conn, "outside") == -capital
    house = conn.execute(select(schema.trail).where(schema.trail.c.chain == schema.HOUSE)).all()
    told = [(row.kind, row.at, json.loads(row.body)["cents"]) for row in house]
    assert told == ([("capital", 10, capital)] if capital else [])


def test_where_the_house_does_not_stand_behind_it_the_cage_has_to_hold_it(conn: Connection) -> None:
    rows(conn, (1, 1, 10))
    put(conn, schema.accounts, ("cage", 699))
    with pytest.raises(NotEnough):
        posted(conn, (1, "cage", -700), (1, "pool:M", 700), backed=False)


def test_the_mirror_follows_postings_and_capital() -> None:
    bank = Bank({"cage": 10, "practice/pool:P": 0}, {"M": 5}, {"M": 77})
    assert (bank.has("practice/pool:P"), bank.has("pool:M")) == (True, False), "what never moved is not there"
    bank.post([Posting("cage", -700, ""), Posting("pool:M", 700, "")], capital=690)
    assert [bank.balance(name) for name in ("cage", "pool:M", "outside", "patron:Ann")] == [0, 700, -690, 0]
    bank.post([Posting("practice/cage", -5, ""), Posting("practice/pool:P", 5, "")], capital=5)
    assert (bank.balance("practice/cage"), bank.balance("practice/outside"), bank.balance("outside")) == (0, -5, -690)
    assert (bank.is_practice("P"), bank.is_practice("M")) == (True, False)
    bank.set_reading("M", 6)
    assert (bank.reading("M"), bank.reset_at("M"), bank.reset_at("P")) == (6, 77, 0)


# --- meters ---------------------------------------------------------------------------------------------------------


def advanced(conn: Connection, *entries: MeterEntry) -> None:
    change: Any = SimpleNamespace(meters=[(3, entry) for entry in entries], rows=[SimpleNamespace(at=20)])
    cursor = conn.connection.cursor()
    try:
        storage._meters(conn, cursor, 1, change)
    finally:
        cursor.close()


def test_a_meter_moves_on_from_where_it_reads_and_from_nowhere_else(conn: Connection) -> None:
    put(conn, schema.meters, ("M", 500, 7), ("N", 900, 2))
    advanced(conn, MeterEntry("M", "contribution", 20, 0, 500, 520), MeterEntry("M", "contribution", 5, 0, 520, 525))
    assert [tuple(row) for row in conn.execute(select(schema.meters))] == [("M", 525, 9), ("N", 900, 2)]
    assert [tuple(row) for row in conn.execute(select(schema.meter_log))] == [
        ("M", 8, 20, 1, 3, "contribution", 20, 0, 500, 520),
        ("M", 9, 20, 1, 3, "contribution", 5, 0, 520, 525),
    ]
    for wrong in (524, 526, 900):
        with pytest.raises(storage.MeterMoved, match=f"the meter M does not read {wrong}"):
            advanced(conn, MeterEntry("M", "contribution", 1, 0, wrong, wrong + 1))
    assert [tuple(row) for row in conn.execute(select(schema.meters))] == [("M", 525, 9), ("N", 900, 2)]


# --- the audit of the books -----------------------------------------------------------------------------------------

LOG = (
    ("M", 1, 10, 1, 1, "opened", 300 * MICRO, 0, 0, 300 * MICRO),
    ("M", 2, 20, 1, 2, "contribution", 50 * MICRO + 1, 0, 300 * MICRO, 350 * MICRO + 1),
    ("M", 3, 30, 1, 3, "reversal", 20 * MICRO, 0, 350 * MICRO + 1, 330 * MICRO + 1),
    ("M", 4, 40, 1, 4, "hit", 330 * MICRO, 300 * MICRO, 330 * MICRO + 1, 300 * MICRO + 1),
)
"""A meter that was opened with $3, got 50 cents and a millionth, gave back 20 cents, and was won."""


def kept(
    conn: Connection, log: Sequence[Sequence[Any]] = LOG, pool: int = 300, stands: tuple[int, int] | None = None
) -> None:
    rows(conn, (1, 1, 10))
    put(conn, schema.accounts, ("outside", -pool), ("pool:M", pool))
    put(conn, schema.postings, (1, 1, 1, "outside", -pool, ""), (1, 1, 2, "pool:M", pool, ""))
    reading, changes = stands or (log[-1][-1], len(log))
    put(conn, schema.meters, ("M", reading, changes))
    put(conn, schema.meter_log, *log)


def test_books_in_good_order(conn: Connection) -> None:
    kept(conn)
    assert found(conn) == []


def test_the_meter_of_practice_tables_has_a_pool_of_practice_chips(conn: Connection) -> None:
    kept(conn)
    rows(conn, (1, 2, 20))
    put(conn, schema.accounts, ("practice/outside", -7), ("practice/pool:P", 7))
    put(conn, schema.postings, (1, 2, 1, "practice/outside", -7, ""), (1, 2, 2, "practice/pool:P", 7, ""))
    put(conn, schema.meters, ("P", 7 * MICRO, 1))
    put(conn, schema.meter_log, ("P", 1, 10, 1, 1, "opened", 7 * MICRO, 0, 0, 7 * MICRO))
    assert found(conn) == []


def test_a_balance_that_is_not_the_sum_of_its_postings(conn: Connection) -> None:
    kept(conn)
    rows(conn, (1, 2, 20))
    put(conn, schema.accounts, ("patron:Ann", 11), ("patron:Bob", 0))
    put(conn, schema.postings, (1, 2, 1, "patron:Ann", 10, ""))
    assert sorted(found(conn)) == [
        "the account patron:Ann has 11 cents; its postings come to 10",
        "the account patron:Bob has no posting",
        "the postings of row 2 of chain 1 come to 10 cents, not to nothing",
    ]


def test_a_negative_account_and_one_that_is_gone(conn: Connection) -> None:
    rows(conn, (1, 1, 10))
    conn.exec_driver_sql("PRAGMA ignore_check_constraints = ON")
    put(conn, schema.accounts, ("patron:Ann", -1), ("outside", -4))
    put(conn, schema.postings, (1, 1, 1, "patron:Ann", -1, ""), (1, 1, 2, "outside", -4, ""), (1, 1, 3, "gone", 5, ""))
    assert found(conn) == [
        "the account patron:Ann is negative",
        "the account gone has postings but is not in the store",
    ]


def changed(place: int, column: int, value: Any) -> list[tuple[Any, ...]]:
    """The log with one value changed."""
    line = list(LOG[place])
    line[column] = value
    return [*LOG[:place], tuple(line), *LOG[place + 1 :]]


ENTRY = "entry {} in the log of the meter M"


@pytest.mark.parametrize(
    ("log", "said"),
    [
        (changed(1, 6, 50 * MICRO), [f"{ENTRY.format(2)} does not add up"]),
        (changed(2, 6, 20 * MICRO + 1), [f"{ENTRY.format(3)} does not add up"]),
        (changed(3, 7, 300 * MICRO - 1), [f"{ENTRY.format(4)} does not add up"]),
        (changed(3, 6, 330 * MICRO + 1), [f"{ENTRY.format(4)} does not add up"]),
        (changed(1, 5, "opened"), [f"{ENTRY.format(2)} says 'opened' where that cannot be"]),
        (changed(0, 5, "contribution"), [f"{ENTRY.format(1)} says 'contribution' where that cannot be"]),
        (changed(2, 5, "gift"), [f"{ENTRY.format(3)} says 'gift' where that cannot be"]),
        (
            [*LOG[:2], ("M", 4, *LOG[2][2:]), ("M", 5, *LOG[3][2:])],
            [f"{ENTRY.format(4)} does not follow entry 2", "the meter M does not stand where its log ends"],
        ),
        (
            changed(1, 8, 300 * MICRO - 1),
            [
                f"{ENTRY.format(2)} begins at {300 * MICRO - 1}; the meter read {300 * MICRO}",
                f"{ENTRY.format(2)} does not add up",
            ],
        ),
    ],
)
def test_an_entry_that_cannot_be(conn: Connection, log: list[tuple[Any, ...]], said: list[str]) -> None:
    kept(conn, log)
    assert found(conn) == said


@pytest.mark.parametrize(
    ("pool", "stands", "said"),
    [
        (299, None, ["the pool of the meter M holds 299 cents; the meter reads 300 whole cents"]),
        (300, (300 * MICRO + 2, 4), ["the meter M does not stand where its log ends"]),
        (300, (300 * MICRO + 1, 5), ["the meter M does not stand where its log ends"]),
    ],
)
def test_a_meter_that_does_not_stand_where_it_should(
    conn: Connection, pool: int, stands: tuple[int, int] | None, said: list[str]
) -> None:
    kept(conn, pool=pool, stands=stands)
    assert found(conn) == said


def test_a_meter_without_a_log_and_a_log_without_a_meter(conn: Connection) -> None:
    put(conn, schema.meters, ("A", 0, 0))
    put(conn, schema.meter_log, ("B", 1, 10, 1, 1, "opened", 0, 0, 0, 0))
    assert found(conn) == ["the meter A has no log in the store", "the meter B has no line in the store"]


# --- what is archived -----------------------------------------------------------------------------------------------


def archive(
    conn: Connection, chain: int, last: int, at: int = 0, moved: dict[str, int] | None = None, *runs: tuple[Any, ...]
) -> None:
    """Rows 2 to `last` of a chain are in a file; their postings and entries came to this."""
    put(conn, schema.archives, (chain, last, 2, b"", at, 1, 1, "file", "", "", b"", "[]"))
    put(conn, schema.archived_balances, *((chain, last, name, cents) for name, cents in (moved or {}).items()))
    put(conn, schema.archived_meters, *((chain, last, *run) for run in runs))


SECOND_AND_THIRD = ("M", 2, 3, 300 * MICRO, 330 * MICRO + 1, 0)
LAST_TWO = ("M", 3, 4, 350 * MICRO + 1, 300 * MICRO + 1, 40)


@pytest.mark.parametrize(
    ("log", "run"), [((LOG[0], LOG[3]), SECOND_AND_THIRD), (LOG[:2], LAST_TWO)], ids=["between", "at the end"]
)
def test_a_log_goes_on_over_its_archive(conn: Connection, log: Sequence[Sequence[Any]], run: tuple[Any, ...]) -> None:
    kept(conn, log, stands=(300 * MICRO + 1, 4))
    archive(conn, 2, 9, 0, None, run)
    assert found(conn) == []


def test_two_archives_of_a_log_follow_each_other(conn: Connection) -> None:
    kept(conn, LOG[:1], stands=(300 * MICRO + 1, 4))
    archive(conn, 2, 9, 0, None, ("M", 2, 2, 300 * MICRO, 350 * MICRO + 1, 0))
    archive(conn, 3, 5, 0, None, LAST_TWO)
    assert found(conn) == []


def test_an_archive_that_begins_where_the_meter_did_not_read(conn: Connection) -> None:
    kept(conn, (LOG[0], LOG[3]), stands=(300 * MICRO + 1, 4))
    archive(conn, 2, 9, 0, None, (*SECOND_AND_THIRD[:3], 300 * MICRO + 1, *SECOND_AND_THIRD[4:]))
    assert found(conn) == [
        f"the archived entries of the meter M begin at {300 * MICRO + 1}; it read {300 * MICRO}",
    ]


def test_an_archive_that_follows_no_entry(conn: Connection) -> None:
    kept(conn, LOG)
    archive(conn, 2, 9, 0, None, ("M", 7, 8, 300 * MICRO + 1, 300 * MICRO + 1, 0))
    assert found(conn) == ["the meter M has no entry 6, which its archive follows"]


def test_archived_postings_belong_to_the_balance(conn: Connection) -> None:
    kept(conn)
    rows(conn, (1, 2, 20))
    put(conn, schema.accounts, ("patron:Ann", 30), ("patron:Bob", 7), ("patron:Cay", 8), ("outside:x", 0))
    put(conn, schema.postings, (1, 2, 1, "patron:Ann", 10, ""), (1, 2, 2, "outside:x", -10, ""))
    archive(conn, 2, 9, 0, {"patron:Ann": 20, "patron:Bob": 7, "patron:Cay": 7, "outside:x": 10})
    assert found(conn) == ["the account patron:Cay has 8 cents; its postings come to 7"]


@pytest.mark.parametrize(("chain", "at", "known"), [(2, 199, True), (2, 200, True), (2, 201, False), (1, 201, True)])
def test_what_was_held_is_known_unless_rows_of_another_chain_are_archived_that_came_after(
    conn: Connection, chain: int, at: int, known: bool
) -> None:
    """Ann's first stake of the round was at 200. $5 of hers are in the file."""
    told = played(conn)
    archive(conn, chain, 4 if chain == 1 else 7, at, {"patron:Ann": 500})
    assert held(conn, told, "Ann") == (Held(1_600, 1_500, -400) if known else None)
    assert balance_at(conn, "patron:Ann", 1, 3, 299) == 1_400


# --- lines held against the trail -----------------------------------------------------------------------------------


def compared(
    conn: Connection, stored: Sequence[tuple[int, str]], due: Sequence[tuple[int, str]]
) -> list[tuple[str, int]]:
    put(conn, schema.accounts, *((f"{name} {n}", n) for n, name in stored))
    asked = select(schema.accounts.c.balance, schema.accounts.c.name).order_by(schema.accounts.c.balance)
    findings = Findings()
    lines = Stored(conn, asked, ("row", "name"), 1, "a line", findings, 3)
    for n, name in due:
        lines.expect((n, f"{name} {n}"))
    lines.finish()
    return [(each.text.removeprefix("a line of chain 3 "), each.row) for each in findings.found]


def test_lines_that_all_follow(conn: Connection) -> None:
    assert compared(conn, [(1, "a"), (2, "b"), (4, "c")], [(1, "a"), (2, "b"), (4, "c")]) == []


def test_a_line_too_many_before_between_and_behind(conn: Connection) -> None:
    extra = "is in the store but does not follow from the trail"
    assert compared(conn, [(1, "a"), (2, "b"), (3, "c"), (4, "d"), (5, "e")], [(2, "b"), (4, "d")]) == [
        (f"(row {n}) {extra}", n) for n in (1, 3, 5)
    ]


def test_a_line_too_few_before_between_and_behind(conn: Connection) -> None:
    missing = "follows from the trail but is not in the store"
    assert compared(conn, [(2, "b"), (4, "d")], [(1, "a"), (2, "b"), (3, "c"), (4, "d"), (5, "e")]) == [
        (f"(row {n}) {missing}", n) for n in (1, 3, 5)
    ]


def test_a_line_that_says_something_else(conn: Connection) -> None:
    said = "(row 2) is not what follows from the trail: name x 2 instead of b 2"
    assert compared(conn, [(1, "a"), (2, "x"), (3, "c")], [(1, "a"), (2, "b"), (3, "c")]) == [(said, 2)]


@pytest.mark.parametrize(
    ("column", "key", "row", "round"),
    [("row", 7, 7, 0), ("round", 7, 0, 7), ("number", 7, 0, 0), ("row", "x", 0, 0), ("round", "x", 0, 0)],
)
def test_a_finding_names_the_row_or_the_round_that_it_is_about(
    conn: Connection, column: str, key: int | str, row: int, round: int
) -> None:
    findings = Findings()
    asked = select(schema.accounts.c.name, schema.accounts.c.balance)
    Stored(conn, asked, (column, "cents"), 1, "a line", findings, 3).expect((key, 0))
    (found_there,) = findings.found
    assert (found_there.chain, found_there.row, found_there.round) == (3, row, round)


def test_what_is_long_is_cut_short(conn: Connection) -> None:
    for letters, shown in ((40, "x" * 40), (41, "x" * 37 + "...")):
        findings = Findings()
        asked = select(schema.accounts.c.name)
        Stored(conn, asked, ("name",), 1, "a line", findings, 3).expect(("x" * letters,))
        assert f"(name {shown}) follows" in findings.found[0].text


# --- what a player held ---------------------------------------------------------------------------------------------


def played(conn: Connection, prefix: str = "") -> RoundLine:
    """Table 1 opens its round at 100 with row 2 and clears it at 500 with row 5. Ann buys in for $10 at 50 and for $1
    at 150, stakes $2 at 200 with row 3, cashes out $1 at 300, gets $5 back at 500 with row 5; at table 2 she stakes $3
    at 400."""
    rows(conn, (1, 2, 100), (1, 3, 200), (1, 5, 500), (1, 6, 600), (0, 1, 50), (0, 2, 300), (0, 3, 501), (2, 1, 400))
    rows(conn, (0, 9, 150))
    ann, *others = f"{prefix}patron:Ann", f"{prefix}layout:1", f"{prefix}outside", f"{prefix}layout:2"
    conn.exec_driver_sql("PRAGMA ignore_check_constraints = ON")
    put(conn, schema.accounts, (ann, 0), *((name, 0) for name in others))
    moves = (0, 1, 1_000), (0, 9, 100), (1, 3, -200), (0, 2, -100), (2, 1, -300), (1, 5, 500), (0, 3, 50), (1, 6, -70)
    put(conn, schema.postings, *((chain, number, 1, ann, cents, "") for chain, number, cents in moves))
    put(conn, schema.postings, *((chain, number, 2, others[0], -cents, "") for chain, number, cents in moves))
    return line(cleared=500)


def line(cleared: int | None) -> RoundLine:
    return RoundLine(
        chain=1,
        table="one",
        game="game",
        round=1,
        opened_at=100,
        cleared_at=cleared,
        first=2,
        last=5,
        shuffle=None,
        void=False,
        wagered=0,
        returned=0,
        irregularities=0,
        terms="",
        hands=(),
        cursor="",
    )


@pytest.mark.parametrize("prefix", ["", "practice/"])
def test_what_a_player_held_before_and_after_a_round(conn: Connection, prefix: str) -> None:
    """$11 before the stake; $10 after: $3 won here, $4 gone elsewhere. Her stake may be the first row of the round."""
    told = played(conn, prefix)
    assert held(conn, told, "Ann") == held(conn, replace(told, first=3), "Ann") == Held(1_100, 1_000, -400)


def test_a_meter_was_last_reset_at_the_latest_moment_that_was_told() -> None:
    """Another process may tell of a reset after a later one has happened here."""
    bank = Bank({}, {"M": 5}, {"M": 77})
    moments = []
    for at in (0, 76, 77, 78, 70):
        bank.was_reset("M", at)
        moments.append(bank.reset_at("M"))
    assert moments == [77, 77, 77, 78, 78]


def test_who_did_not_play_holds_what_he_held(conn: Connection) -> None:
    told = played(conn)
    rows(conn, (0, 4, 99), (0, 5, 100), (0, 6, 101))
    put(conn, schema.accounts, ("patron:Bob", 0))
    put(conn, schema.postings, *((0, 3 + n, 1, "patron:Bob", 10**n, "") for n in (1, 2, 3)))
    assert held(conn, told, "Bob") == Held(110, 1_110, 1_000)


def test_no_round_that_is_not_over_and_nobody_without_an_account(conn: Connection) -> None:
    told = played(conn)
    assert held(conn, line(cleared=None), "Ann") is None
    assert held(conn, told, "walk-in Ann") is None


def test_a_balance_after_a_row_and_at_a_time(conn: Connection) -> None:
    played(conn)
    at = [(3, 299), (3, 300), (3, 399), (3, 400), (5, 500), (5, 501), (6, 600)]
    assert [balance_at(conn, "patron:Ann", 1, number, when) for number, when in at] == [
        900, 800, 800, 500, 1_000, 1_050, 980,
    ]  # fmt: skip
