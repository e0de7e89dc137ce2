"""Rounds replayed from the trail, exported, and read again by other programs; and the commands."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import update

from house.audit_support import Evening, rehash
from pitboss.cli import main
from pitboss.cli.audit import audit
from pitboss.cli.screen import Trouble, complain
from pitboss.house.audit.export import Log
from pitboss.house.audit.replaying import rebuild
from pitboss.house.audit.sheets import SHEETS, Sheet
from pitboss.house.audit.trouble import AuditTrouble
from pitboss.house.store import schema
from pitboss.play.history.agreeing import log_of
from pitboss.play.history.writing import history_of
from pitboss.play.log import read_log
from pitboss.play.replay import replay
from pitboss.table import events as e

PAYMENTS = (e.WagerSettled, e.EnvyPaid, e.MeterPaid, e.PayoutCut, e.WagerCollected)
ROUNDS = {1: 2, 2: 2, 3: 2, 4: 2, 5: 1, 6: 1}
"""Rounds of each table that are over."""


@pytest.mark.parametrize("chain", ROUNDS)
def test_the_exported_log_is_decided_again_to_the_same_payments(played: Evening, chain: int) -> None:
    with played.reading() as conn:
        log = Log(conn, chain)
        text = b"".join(log.lines())
        terms, records = read_log(text)
        stored = [
            [item.record.event for item in rebuild(conn, chain, round).items if isinstance(item.record.event, PAYMENTS)]
            for round in range(1, ROUNDS[chain] + 1)
        ]
    items = list(replay(terms, records))
    assert [i.record.event for i in items if isinstance(i.record.event, PAYMENTS)] == [x for y in stored for x in y]
    cleared = [i.record.event.round for i in items if isinstance(i.record.event, e.TableCleared)]
    assert cleared == list(range(1, ROUNDS[chain] + 1))
    assert (log.rounds, log.records) == (ROUNDS[chain], len(records))
    assert log.left_out == ([(6, 2)] if chain == 6 else [])
    assert log_of(history_of(text)).log == text, "a trail comes back from a hand history as well"
    assert not any("#" in card for i in items for card in getattr(i.record.event, "cards", ()))


def test_terms_adopted_on_the_way_are_in_the_log(played: Evening) -> None:
    with played.reading() as conn:
        terms, records = read_log(b"".join(Log(conn, 6).lines()))
    adopted = [record.event.terms for record in records if isinstance(record.event, e.TermsAdopted)]
    assert terms.version == 1
    assert [found.version for found in adopted] == [2]
    assert [item.rules.terms.version for item in replay(terms, records)][-1] == 2


def test_a_log_can_end_with_a_round_or_before_a_moment(played: Evening) -> None:
    with played.reading() as conn:
        one, _ = Log(conn, 1, round=1), Log(conn, 1)
        _, records = read_log(b"".join(one.lines()))
        assert isinstance(records[-1].event, e.TableCleared)
        assert one.rounds == 1
        until = Log(conn, 1, until=records[-1].at)
        _, same = read_log(b"".join(until.lines()))
        assert same == records
        assert b"".join(Log(conn, 1, until=0).lines()).count(b"\n") == 1
        with pytest.raises(AuditTrouble, match="round 2 of table 6 is not over"):
            Log(conn, 6, round=2)


def _read(sheet: Sheet) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(b"".join(sheet.lines()).decode())))


def test_the_sheets_add_up_to_the_index(played: Evening) -> None:
    with played.reading() as conn:
        hands, payments = _read(Sheet(conn, 2, "rounds")), _read(Sheet(conn, 2, "payments"))
        wagers = _read(Sheet(conn, 2, "wagers", round=1))
        left = Sheet(conn, 6)
        assert {line["round"] for line in _read(left)} == {"1"}
        assert left.left_out == [(6, 2)]
    assert [(line["round"], line["player"]) for line in hands] == [
        ("1", "Ann"),
        ("1", "Bob"),
        ("2", "Ann"),
        ("2", "Bob"),
    ]
    for hand in hands:
        mine = [x for x in payments if (x["round"], x["player"]) == (hand["round"], hand["player"])]
        got = sum(int(x["won_cents"] or 0) + int(x["back_cents"] or 0) for x in mine if x["event"] == "WagerSettled")
        got += sum(int(x["amount_cents"] or 0) for x in mine if x["event"] == "EnvyPaid")
        assert got <= int(hand["returned_cents"])
    placed = sum(int(x["amount_cents"]) for x in wagers if x["event"] == "WagerPlaced" and x["player"] == "Ann")
    assert placed == int(hands[0]["wagered_cents"])


def test_the_names_of_columns_have_their_units(played: Evening) -> None:
    """And no two of a sheet are alike."""
    with played.reading() as conn:
        heads = {what: next(iter(Sheet(conn, 2, what).lines())).decode().strip().split(",") for what in SHEETS}
    assert heads["rounds"][3:] == [
        "opened_utc", "cleared_utc", "void", "irregularities", "seat", "player", "wagered_cents", "returned_cents",
        "shuffle", "terms", "practice",
    ]  # fmt: skip
    assert {"amount_cents", "before_cents", "done_by", "time_utc"} <= set(heads["wagers"])
    assert {"stake_cents", "won_cents", "back_cents", "amount_cents"} <= set(heads["payments"])
    assert "contribution_millionths_of_a_cent" in heads["payments"]
    assert all(len(set(names)) == len(names) for names in heads.values())


def test_sheets_by_time_and_round(played: Evening) -> None:
    r = schema.rounds.c
    with played.reading() as conn:
        at = conn.execute(schema.rounds.select().where(r.chain == 1, r.round == 2)).one().opened_at
        assert {x["round"] for x in _read(Sheet(conn, 1, since=at))} == {"2"}
        assert {x["round"] for x in _read(Sheet(conn, 1, until=at))} == {"1"}
        assert _read(Sheet(conn, 1, since=at + 1)) == []
        assert {x["round"] for x in _read(Sheet(conn, 1, round=1))} == {"1"}
        with pytest.raises(AuditTrouble, match="there is no sheet 'chips'"):
            Sheet(conn, 1, "chips")


def test_no_name_becomes_a_formula(played: Evening) -> None:
    with played.changing() as conn:
        conn.execute(update(schema.hands).where(schema.hands.c.chain == 5).values(player="=1+1"))
        (line,) = _read(Sheet(conn, 5))
    assert line["player"] == "'=1+1"


# --- one round again --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("chain", "round"), [(c, r) for c, count in ROUNDS.items() for r in range(1, count + 1)])
def test_a_round_is_rebuilt_from_the_trail(played: Evening, chain: int, round: int) -> None:
    with played.reading() as conn:
        again = rebuild(conn, chain, round)
    assert again.faults == ()
    assert isinstance(again.items[0].record.event, e.RoundOpened)
    assert isinstance(again.items[-1].record.event, e.TableCleared)


def test_a_round_that_is_not_over_cannot_be_rebuilt(played: Evening) -> None:
    with played.reading() as conn, pytest.raises(AuditTrouble, match="round 2 of table 6 is not over"):
        rebuild(conn, 6, 2)


def test_a_rebuilt_round_shows_changed_postings_and_acts(played: Evening) -> None:
    p, t = schema.postings.c, schema.trail.c
    with played.changing() as conn:
        settled = conn.execute(
            schema.postings.select().where(p.chain == 1, p.why.like("WagerSettled%")).order_by(p.number)
        ).first()
        assert settled is not None
        change = update(schema.postings).where(p.chain == 1, p.number == settled.number, p.line == settled.line)
        conn.execute(change.values(cents=settled.cents + 1))
        assert rebuild(conn, 1, 1).faults == (f"the postings of row {settled.number} are not those of its events",)
    with played.changing() as conn:
        rows = conn.execute(schema.trail.select().where(t.chain == 1, t.round == 1).order_by(t.number)).all()
        row = next(row for row in rows if b'"WagerSettled"' in bytes(row.body))
        body = bytes(row.body).replace(b'"won":', b'"won":1', 1)
        conn.execute(update(schema.trail).where(t.chain == 1, t.number == row.number).values(body=body))
        rehash(conn, 1, row.number)
        with pytest.raises(AuditTrouble, match="does not follow from the rules"):
            rebuild(conn, 1, 1)


# --- the commands -----------------------------------------------------------------------------------------------------

Command = Callable[..., int]


@pytest.fixture
def command(played: Evening, plain_environ: object) -> Command:
    """`pitboss audit …` on the evening's store."""

    def run(*words: str) -> int:
        try:
            done = audit([*words, "--database", played.url], result_action="return_value", exit_on_error=False)
        except Trouble as trouble:
            complain(str(trouble))
            return trouble.status
        assert isinstance(done, int)
        return done

    return run


def test_verify_tells_what_it_saw(command: Command, played: Evening, capsys: pytest.CaptureFixture[str]) -> None:
    kept = ("--key-file", str(played.file.with_name("keys")), "--checkpoints", str(played.file))
    assert command("verify", *kept) == 0
    assert "Nothing is wrong: seven chains" in capsys.readouterr().out
    assert command("verify", "--json", "--public-key", "00" * 32) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["clean"], told["chains"]) == (False, 7)
    assert any("bad signature" in finding["text"] for finding in told["findings"])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("verify", "--public-key", "00"), "--public-key must be 64 hexadecimal digits"),
        (("verify", "--checkpoints", "none"), "there is no such file"),
        (("verify", "--key-file", "none"), "there is no key file"),
        (("list", "--since", "yesterday"), "'yesterday' is not a time"),
        (("list", "--at-least", "1.005"), "'1.005' is not an amount"),
        (("list", "--limit", "0"), "--limit must be between 1 and 1000"),
        (("list", "--before", "x"), "is not the cursor"),
        (("list", "--table", "x"), "there is no table 'x'"),
        (("list", "--irregularity", "fire"), "there is no irregularity 'fire'; the kinds are: any, card_face_up, "),
        (("replay", "1", "3"), "table 1 has no round 3"),
        (("replay", "6", "2"), "is not over"),
        (("export", "1", "--since", "2023-01-01", "-o", "x"), "--since is for --format csv"),
        (("export", "1", "-o", "no/such/folder/x"), "cannot be written"),
        (("proof", "3", "3"), "no card was dealt"),
        (("proof", "3"), "name a round, or a shuffle with --shuffle"),
        (("proof", "3", "3", "--shuffle", "1"), "name a round, or a shuffle with --shuffle"),
        (("proof", "3", "--shuffle", "99"), "table 3 has no shuffle 99"),
    ],
)
def test_what_cannot_be_done_is_said(
    command: Command, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str
) -> None:
    assert command(*words) == 2
    assert said in " ".join(capsys.readouterr().err.split())


def test_list_shows_rounds_and_how_to_go_on(command: Command, capsys: pytest.CaptureFixture[str]) -> None:
    assert command("list", "--table", "Dragon Poker 1", "--patron", "Bob", "--limit", "1") == 0
    out = capsys.readouterr().out
    assert "3 Dragon Poker" in out
    assert "void" in out
    cursor = out.split("--before ")[1].strip()
    assert command("list", "--table", "3", "--patron", "Bob", "--before", cursor, "--json") == 0
    assert [line["round"] for line in json.loads(capsys.readouterr().out)] == [1]
    for kind, rounds in (("any", [(6, 1), (3, 2), (1, 2)]), ("dealer_card_exposed", [(3, 2)])):
        assert command("list", "--irregularity", kind, "--json") == 0
        assert [(each["chain"], each["round"]) for each in json.loads(capsys.readouterr().out)] == rounds
    assert command("list", "--since", "2999-01-01") == 0
    assert "No round fits" in capsys.readouterr().out


def test_replay_prints_a_round_with_its_clauses(command: Command, capsys: pytest.CaptureFixture[str]) -> None:
    assert command("replay", "Let It Ride 1", "1") == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "Position 1, Ann: wagered $17" in out
    assert "straight flush" in out
    assert "MD-LIR" in out
    assert "all agree" in out
    assert command("replay", "2", "1", "--json") == 0
    assert json.loads(capsys.readouterr().out)["records"][0]["event"]["is"] == "RoundOpened"


def test_an_exported_file_is_replayed_by_the_other_command(
    command: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "six.log"
    assert command("export", "6", "-o", str(out)) == 0
    told = capsys.readouterr()
    assert "round 2 is not over and was left out" in told.err
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith("six")] == ["six.log"]
    assert main.dispatch(["replay", str(out)]) == 0
    assert "all agree" in capsys.readouterr().out
    assert command("export", "1", "--format", "csv", "-o", "-") == 0
    assert capsys.readouterr().out.startswith("table,game,round,opened_utc,cleared_utc,void")


def test_an_export_that_fails_leaves_the_old_file(command: Command, tmp_path: Path) -> None:
    out = tmp_path / "old.log"
    out.write_bytes(b"old")
    assert command("export", "6", "--round", "2", "-o", str(out)) == 2
    assert out.read_bytes() == b"old"
    assert not out.with_name("old.log.tmp").exists()


def test_a_proof_is_checked_by_the_other_command(
    command: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from pitboss.cli.verify_shuffle import verify_shuffle

    out = tmp_path / "proof.json"
    assert command("proof", "1", "2", "--out", str(out)) == 0
    assert verify_shuffle(out) == 0
    assert "Fair" in capsys.readouterr().out
    shuffle = json.loads(out.read_text())["shuffle"]
    again = tmp_path / "again.json"
    assert command("proof", "1", "--shuffle", str(shuffle), "--out", str(again)) == 0
    assert f"the proof of shuffle {shuffle}" in capsys.readouterr().out
    assert again.read_bytes() == out.read_bytes()
