"""Rounds as Parquet files: every total read back is that of the books, archived or not."""

import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, text

from house.audit_support import Evening, copy_of
from pitboss.cli.main import dispatch
from pitboss.house.archive.making import LEAST_AGE, archive
from pitboss.house.audit import parquet
from pitboss.house.audit.parquet import MISSING, columns
from pitboss.house.audit.sheets import COLUMNS, SHEETS, Sheet, titled
from pitboss.house.store.opening import open_store
from pitboss.wording.things import many

CHAINS = (1, 2, 3, 4, 5, 6)
LATER = 1_800_000_000_000
CLEARED = (
    "FROM postings p JOIN trail t ON t.chain = p.chain AND t.number = p.number "
    "JOIN rounds r ON r.chain = t.chain AND r.round = t.round WHERE r.cleared_at IS NOT NULL "
)
"""The books of rounds that are over."""


def arrow() -> Any:
    """The library that reads the files a second way; it takes 27 MB, which nobody else needs."""
    import pyarrow.parquet as found

    return found


def read(path: Path) -> list[dict[str, Any]]:
    """What an analyst's own program sees."""
    found: list[dict[str, Any]] = arrow().read_table(path).to_pylist()
    return found


def written(conn: Connection, folder: Path, what: str, **how: Any) -> list[dict[str, Any]]:
    path = folder / f"{what}.parquet"
    path.write_bytes(b"".join(parquet.parquet(Sheet(conn, CHAINS, what, **how))))
    return read(path)


def booked(conn: Connection, words: str) -> dict[tuple[Any, ...], int]:
    return {tuple(line[:-1]): int(line[-1]) for line in conn.execute(text(words)) if line[-1]}


def added(lines: list[dict[str, Any]], by: tuple[str, ...], *amounts: str) -> dict[tuple[Any, ...], int]:
    """Sums by these columns, those that come to nothing left out."""
    found: Counter[tuple[Any, ...]] = Counter()
    for line in lines:
        found[tuple(line[name] for name in by)] += sum(line[name] or 0 for name in amounts)
    return {key: cents for key, cents in found.items() if cents}


# --- the totals -------------------------------------------------------------------------------------------------------


def test_what_players_won_and_lost_is_what_the_books_moved(played: Evening, tmp_path: Path) -> None:
    with played.reading() as conn:
        lines = written(conn, tmp_path, "rounds")
        hands = "SELECT h.chain, h.round, h.seat, {} FROM hands h JOIN rounds r ON r.chain = h.chain AND "
        hands += "r.round = h.round WHERE r.cleared_at IS NOT NULL"
        for name in ("wagered", "returned"):
            assert added(lines, ("table_id", "round", "seat"), name) == booked(conn, hands.format(f"h.{name}"))
        people = f"SELECT p.chain, t.round, p.account, sum(p.cents) {CLEARED} AND p.account LIKE 'patron:%' "
        due = booked(conn, people + "GROUP BY p.chain, t.round, p.account")
        known = [line for line in lines if not line["player"].startswith("walk-in")]
        found = added(known, ("table_id", "round", "player"), "net")
        assert found == {(chain, round, account[7:]): cents for (chain, round, account), cents in due.items()}
        strangers = f"SELECT p.chain, sum(p.cents) {CLEARED} AND p.account = 'outside' GROUP BY p.chain"
        assert added([x for x in lines if x not in known], ("table_id",), "net") == booked(conn, strangers)
        every = "SELECT count(*) FROM hands h JOIN rounds r ON r.chain = h.chain AND r.round = h.round "
        assert len(lines) == conn.execute(text(every + "WHERE r.cleared_at IS NOT NULL")).scalar_one() > 0


def test_wagers_and_payments_are_those_of_the_books(played: Evening, tmp_path: Path) -> None:
    with played.reading() as conn:
        wagers, payments = (written(conn, tmp_path, what) for what in ("wagers", "payments"))

        def moved(why: str, account: str) -> dict[tuple[Any, ...], int]:
            asked = f"SELECT p.chain, t.round, sum(p.cents) {CLEARED} AND p.why LIKE '{why}%' AND p.cents > 0 "
            return booked(conn, f"{asked} AND {account} GROUP BY p.chain, t.round")

        for event, amounts, account in (
            ("WagerPlaced", ("cents",), "p.account LIKE 'layout:%'"),
            ("WagerReturned", ("cents",), "(p.account LIKE 'patron:%' OR p.account = 'outside')"),
            ("WagerCollected", ("cents",), "p.account LIKE 'inventory:%'"),
            ("WagerSettled", ("won", "back"), "(p.account LIKE 'patron:%' OR p.account = 'outside')"),
            ("EnvyPaid", ("cents",), "p.account LIKE 'patron:%'"),
            ("MeterPaid", ("cents",), "p.account LIKE 'inventory:%'"),
        ):
            lines = [line for line in (*wagers, *payments) if line["event"] == event]
            assert lines and added(lines, ("table_id", "round"), *amounts) == moved(event, account), event
        meters = "SELECT m.chain, sum(m.amount) FROM meter_log m WHERE m.what = 'contribution' GROUP BY m.chain"
        given = [line for line in payments if line["event"] == "ContributionPosted"]
        assert added(given, ("table_id",), "amount") == booked(conn, meters)


def test_the_columns_have_their_kinds(played: Evening, tmp_path: Path) -> None:
    with played.reading() as conn:
        for what in SHEETS:
            lines = written(conn, tmp_path, what)
            found = arrow().read_schema(tmp_path / f"{what}.parquet")
            assert found.names == [column.name for column in columns(what)]
            kinds = {column.name: str(found.field(column.name).type) for column in columns(what)}
            assert {kinds[x.name] for x in columns(what) if x.kind in ("number", "cents", "micro")} == {"int64"}
            assert {kinds[x.name] for x in columns(what) if x.kind == "time"} == {"timestamp[ms, tz=UTC]"}
            assert kinds["practice"] == "bool" and "string" in kinds["game"]
            assert found.field("opened").metadata == {b"unit": b"UTC"} and not found.field("round").nullable
            plain = list(Sheet(conn, CHAINS, what).lines())
            assert len(plain) == len(lines) + 1, "as many lines as the comma-separated values have"
            r = "SELECT opened_at FROM rounds WHERE chain = :chain AND round = :round"
            for line in lines:
                at = conn.execute(text(r), {"chain": line["table_id"], "round": line["round"]}).scalar_one()
                assert round(line["opened"].timestamp() * 1000) == at


def test_many_lines_make_several_groups(played: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with played.reading() as conn:
        whole = written(conn, tmp_path, "payments")
        monkeypatch.setattr(parquet, "AT_ONCE", 7)
        assert written(conn, tmp_path, "payments") == whole
    groups = arrow().ParquetFile(tmp_path / "payments.parquet").num_row_groups
    assert groups == -(-len(whole) // 7) > 1


# --- the command ------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("plain_environ")
def test_archived_rounds_are_in_the_file(
    played: Evening, tmp_path: Path, request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]
) -> None:
    url, folder = copy_of(played, tmp_path, request), tmp_path / "archive"

    def exported(*words: str) -> tuple[list[dict[str, Any]], str]:
        assert dispatch(["audit", "export", "-o", str(tmp_path / "x.parquet"), "--database", url, *words]) == 0
        return read(tmp_path / "x.parquet"), capsys.readouterr().err

    before = {what: exported("--sheet", what)[0] for what in SHEETS}
    engine = open_store(url)
    made = archive(engine, played.keys, folder, before=LATER - LEAST_AGE, now=LATER)
    engine.dispose()
    for what in SHEETS:
        some, said = exported("--sheet", what)
        assert f"old rounds of {many(len(made), 'table')} are archived and not in this file" in said
        assert 0 < len(some) < len(before[what])
        again, said = exported("--sheet", what, "--archive", str(folder))
        assert again == before[what] and "archived" not in said


@pytest.mark.parametrize("played", ["sqlite"], indirect=True)
@pytest.mark.usefixtures("plain_environ")
def test_what_is_asked_for(played: Evening, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = ["--database", played.url]

    def said(*words: str, status: int = 0) -> str:
        assert dispatch(["audit", "export", *words, *where]) == status
        return capsys.readouterr().err

    path = tmp_path / "x.parquet"
    assert said("-o", str(path)) == "pitboss: round 2 of table 6 is not over and was left out\n"
    assert {line["table_id"] for line in read(path)} == set(CHAINS)
    assert said("6", "-o", str(path)) == "pitboss: round 2 is not over and was left out\n"
    assert {line["table_id"] for line in read(path)} == {6}
    said("1", "-o", str(path), "--round", "2")
    assert {line["round"] for line in read(path)} == {2}
    said("1", "-o", str(tmp_path / "x"), "--format", "parquet")
    assert read(tmp_path / "x")
    said("-o", str(tmp_path / "x.csv"), "--format", "csv")
    assert (tmp_path / "x.csv").read_text().splitlines()[0] == ",".join(titled(x) for x in COLUMNS["rounds"])
    held = path.read_bytes()
    assert "a log is of one table" in said("-o", str(tmp_path / "log"), status=2)
    assert "--round is of one table" in said("-o", str(path), "--round", "1", status=2)
    assert "there is no table '99'" in said("99", "-o", str(path), status=2)
    assert path.read_bytes() == held and not (tmp_path / "log").exists()


@pytest.mark.parametrize("what", SHEETS)
@pytest.mark.usefixtures("plain_environ")
def test_nothing_to_export_is_a_file_with_columns(store_url: str, tmp_path: Path, what: str) -> None:
    path = tmp_path / "x.parquet"
    assert dispatch(["audit", "export", "-o", str(path), "--sheet", what, "--database", store_url]) == 0
    assert read(path) == []
    assert arrow().read_schema(path).names == [column.name for column in columns(what)]


@pytest.mark.usefixtures("plain_environ")
def test_without_the_library_a_sentence_says_what_to_install(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(parquet, "find_spec", lambda name: None)
    path = tmp_path / "x.parquet"
    assert dispatch(["audit", "export", "-o", str(path), "--database", sqlite_url]) == 2
    assert MISSING in capsys.readouterr().err and "pip install 'pitboss[tables]'" in MISSING
    assert not path.exists()


def test_nobody_else_loads_the_library() -> None:
    words = "import sys, pitboss.cli.audit, pitboss.house.audit.parquet, pitboss.house.server.app; "
    done = subprocess.run([sys.executable, "-c", f"{words}print('pyarrow' in sys.modules)"], capture_output=True)
    assert done.stdout == b"False\n", done.stderr
