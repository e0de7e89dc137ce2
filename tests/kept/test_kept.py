"""Logs, a house and proofs that an earlier version wrote (README.md here says which): they replay and verify for ever.
The figures below were read off when they were made. Where a test fails, the program is wrong and not the file."""

import asyncio
import gzip
import json
import sqlite3
from collections import Counter
from pathlib import Path

import pytest

from house.running import Means, done, staff
from kept.kept_house import HEADS, HERE, Kept
from pitboss.cli.main import dispatch
from pitboss.house.audit.export import Log
from pitboss.house.audit.verify import verify
from pitboss.house.fair.keys import Keys
from pitboss.house.house import House
from pitboss.house.store.opening import open_store, snapshot
from pitboss.play.log import Record, read_log
from pitboss.play.replay import Replayed, replay
from pitboss.rulebook.terms import Terms
from pitboss.table import actions as a
from pitboss.table import events as e

LOGS = sorted(path.name.removesuffix(".log.gz") for path in (HERE / "logs").iterdir())
PROOFS = sorted(path.stem for path in (HERE / "proofs").iterdir())


def test_every_kept_file_is_looked_at() -> None:
    games = ["dragon-poker", "let-it-ride", "top-five-poker", "ultimate-texas-holdem"]
    assert LOGS == PROOFS == games


# --- logs -----------------------------------------------------------------------------------------------------------

RECORDS = {"dragon-poker": 614, "let-it-ride": 846, "top-five-poker": 600, "ultimate-texas-holdem": 659}
NETS = {
    "dragon-poker": {2: -9_700, 4: -10_800},
    "let-it-ride": {2: 202_904, 4: 11_036_918},
    "top-five-poker": {2: 18_000, 4: -3_400},
    "ultimate-texas-holdem": {2: -10_400, 4: 1_190_870},
}
"""What those who still sit there have won, in cents."""
INVENTORY = {
    "dragon-poker": -31_645,
    "let-it-ride": -14_161_834,
    "top-five-poker": -115_100,
    "ultimate-texas-holdem": -6_137_270,
}
METERS = {
    "dragon-poker": {"Progressive": 25_075_000_000},
    "let-it-ride": {
        "Mega Progressive": 1_000_012_000_000,
        "Major Progressive": 100_027_999_300,
        "Minor Progressive": 25_006_500_000,
    },
    "top-five-poker": {},
    "ultimate-texas-holdem": {"Progressive": 900_330_000_000},
}
"""In millionths of a cent."""
PAID_BY_METERS = {
    "dragon-poker": [25_045],
    "let-it-ride": [1_000_012, 25_004, 1_000_018],
    "top-five-poker": [],
    "ultimate-texas-holdem": [100_020],
}
CUT_OFF = {
    "dragon-poker": [],
    "let-it-ride": [40_000_000, 50_000_000, 1_999_900],
    "top-five-poker": [],
    "ultimate-texas-holdem": [20_050_000, 100_000],
}
WENT_WRONG = {
    "dragon-poker": ["replace", "record", "void", "left"],
    "let-it-ride": ["void", "void", "replace"],
    "top-five-poker": ["void", "void", "replace"],
    "ultimate-texas-holdem": ["complete_later", "void_spare", "void_spare", "void_hand"],
}
DECIDED = {
    "dragon-poker": {"play": 12, "fold": 12},
    "let-it-ride": {"ride": 23, "withdraw": 22},
    "top-five-poker": {"play": 11, "fold": 10},
    "ultimate-texas-holdem": {"check": 12, "play_3x": 8, "play_4x": 8, "play_2x": 3, "play_1x": 2, "fold": 2},
}


def kept_log(game: str) -> tuple[Terms, list[Record]]:
    return read_log(gzip.decompress((HERE / "logs" / f"{game}.log.gz").read_bytes()))


def decided_again(game: str) -> list[Replayed]:
    """Every act of the log is decided again; `replay` raises at the first event that does not follow."""
    return list(replay(*kept_log(game)))


@pytest.mark.parametrize("game", LOGS)
def test_a_kept_log_comes_out_the_same(game: str) -> None:
    items = decided_again(game)
    last = items[-1]
    assert len(items) == RECORDS[game]
    assert (last.state.round, last.rules.terms.version) == (10, 2)
    assert {seat.number: seat.net for seat in last.state.seats if seat.player} == NETS[game]
    assert last.state.inventory == INVENTORY[game]
    assert dict(last.state.meters) == METERS[game]


@pytest.mark.parametrize("game", LOGS)
def test_a_kept_log_has_everything_in_it(game: str) -> None:
    items = decided_again(game)
    events = [item.record.event for item in items]
    assert [ev.cents for ev in events if isinstance(ev, e.MeterPaid)] == PAID_BY_METERS[game]
    assert [ev.cents for ev in events if isinstance(ev, e.PayoutCut)] == CUT_OFF[game]
    assert [ev.consequence for ev in events if isinstance(ev, e.Irregularity)] == WENT_WRONG[game]
    assert Counter(ev.choice for ev in events if isinstance(ev, e.Decided)) == DECIDED[game]
    assert sum(isinstance(ev, e.DeckRemoved) for ev in events) == 1
    settled = {ev.wager for ev in events if isinstance(ev, e.WagerSettled)}
    assert settled == {wager.id for wager in items[-1].rules.wagers}


@pytest.mark.parametrize("game", LOGS)
def test_the_command_replays_a_kept_log(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "evening.log"
    path.write_bytes(gzip.decompress((HERE / "logs" / f"{game}.log.gz").read_bytes()))
    assert dispatch(["replay", str(path)]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    assert "Round 9 is over" in said.out


# --- a log of a later version of a game -----------------------------------------------------------------------------


def test_a_log_of_the_second_version_of_texas_comes_out_the_same() -> None:
    text = gzip.decompress((HERE / "later" / "ultimate-texas-holdem-2.log.gz").read_bytes())
    items = list(replay(*read_log(text)))
    last, events = items[-1], [item.record.event for item in items]
    assert (len(items), last.state.round, last.rules.edition, last.state.inventory) == (383, 7, 2, -10_500)
    assert {seat.number: seat.net for seat in last.state.seats if seat.player} == {1: 4_000, 2: -1_500, 4: 8_000}
    assert [(ev.consequence, ev.clause) for ev in events if isinstance(ev, e.Irregularity)] == [
        ("void_spare", "MA-UTH 15(b)/2"),
        ("void_spare", "MA-UTH 15(a)/1"),
        ("void_spare", "MA-UTH 10(b)/1"),
        ("void_hand", "MA-UTH 15(d)/1"),
    ]
    lost = [ev.clause for ev in events if isinstance(ev, e.WagerSettled) and "spared" in ev.cell and not ev.won]
    assert lost == ["MA-UTH 15(b)/3"] * 2 + ["MA-UTH 15(a)/2"] * 2 + ["MA-UTH 10(h)(4)/1"] * 2


# --- proofs ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", PROOFS)
def test_a_kept_proof_is_fair(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["verify-shuffle", str(HERE / "proofs" / f"{game}.json"), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["verdict"] == "fair"
    assert said["checks"] and all(check["ok"] for check in said["checks"])


# --- the house ------------------------------------------------------------------------------------------------------

READINGS = {
    "2/Progressive": 90_019_000_000,
    "Grand": 100_015_000_000,
    "7/Mega Progressive": 1_000_060_000_000,
    "7/Major Progressive": 100_039_999_000,
    "7/Minor Progressive": 25_015_000_000,
    "8/Progressive": 1_000_200_000_000,
    "9/Progressive": 25_040_000_000,
}
BALANCES = {
    "cage": 79_616_100,
    "outside": -100_790_500,
    "patron:Ann": 919_601,
    "patron:Bob": 344_050,
    "reserve:2/Progressive": 5_000,
    "layout:6": 1_000,
}
ROUNDS = {1: 2, 2: 2, 3: 2, 4: 2, 5: 1, 6: 1, 7: 3, 8: 4, 9: 4, 10: 4}
"""Rounds of each table that are over; table 3 is closed, at table 6 one more is open."""


@pytest.fixture
def kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Kept:
    """The house as it was kept, brought up to date by the command that operators use."""
    found = Kept(tmp_path)
    assert dispatch(["db", "upgrade", "--database", str(found.database)]) == 0
    capsys.readouterr()
    return found


def test_the_kept_house_verifies(kept: Kept, capsys: pytest.CaptureFixture[str]) -> None:
    """Every row performed again, every posting, meter and shuffle derived again, by the command."""
    asked = ["--database", str(kept.database), "--key-file", str(kept.key_file)]
    assert dispatch(["audit", "verify", *asked, "--checkpoints", str(kept.checkpoints), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["findings"], found["total"]) == ([], 0)
    assert (found["chains"], found["rows"], found["rounds"]) == (11, 861, 25)


def test_the_kept_house_is_the_one_that_was_kept(kept: Kept) -> None:
    with sqlite3.connect(kept.database) as db:
        asked = "SELECT chain, max(number), lower(hex(hash)) FROM trail GROUP BY chain"
        heads = {chain: (number, hash) for chain, number, hash in db.execute(asked)}
        readings = dict(db.execute("SELECT name, reading FROM meters"))
        balances = dict(db.execute("SELECT name, balance FROM accounts"))
        closed = [name for (name,) in db.execute("SELECT name FROM tables WHERE status = 'closed'")]
    db.close()
    assert heads == HEADS
    assert readings == READINGS
    assert {name: balances[name] for name in BALANCES} == BALANCES
    assert closed == ["Dragon Poker 1"]


@pytest.mark.parametrize("chain", ROUNDS)
def test_an_exported_table_is_decided_again(kept: Kept, chain: int) -> None:
    engine = open_store(str(kept.database), make=False, read_only=True)
    with snapshot(engine) as conn:
        items = list(replay(*read_log(b"".join(Log(conn, chain).lines()))))
    engine.dispose()
    cleared = [item.record.event.round for item in items if isinstance(item.record.event, e.TableCleared)]
    assert cleared == list(range(1, ROUNDS[chain] + 1))


@pytest.mark.parametrize("chain", ROUNDS)
def test_every_shuffle_of_the_kept_house_is_fair(
    kept: Kept, chain: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in range(1, ROUNDS[chain] + 1):
        file = tmp_path / f"{number}.json"
        asked = ["--database", str(kept.database), "--table", str(chain), "--round", str(number), "-o", str(file)]
        assert dispatch(["audit", "proof", *asked]) == 0
        capsys.readouterr()
        assert dispatch(["verify-shuffle", str(file), "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["verdict"] == "fair"


@pytest.mark.parametrize("game", PROOFS)
def test_the_proofs_are_written_as_they_were(
    kept: Kept, game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """To the byte: what the house of today hands out of the old trail is the file that the house of then handed out."""
    then = (HERE / "proofs" / f"{game}.json").read_bytes()
    said = json.loads(then)
    asked = ["--table", str(said["chain"]), "--round", str(said["round"]), "-o", str(tmp_path / "now.json")]
    assert dispatch(["audit", "proof", "--database", str(kept.database), *asked]) == 0
    capsys.readouterr()
    assert (tmp_path / "now.json").read_bytes() == then


def test_the_kept_house_opens_again_and_goes_on(kept: Kept) -> None:
    """Its tables are taken up, the open round is finished with its own cards, and the whole trail verifies."""
    keys = Keys.load(kept.key_file, make=False)
    at = 1_900_000_000_000

    def clock() -> int:
        nonlocal at
        at += 1000
        return at

    async def scene() -> None:
        house = House(open_store(str(kept.database)), keys, Means(), clock=clock, new_seed=lambda: bytes(32))
        await house.start()
        assert sorted(house.tables) == [1, 2, 4, 5, 6, 7, 8, 9, 10]
        table = house.tables[6]
        assert (table.now.state.round, table.step_name) == (2, "decide")
        for number, player in ((1, "Ann"), (2, "walk-in Wim")):
            await done(table.act(f"player:{player}", a.Decide(number, "play"), f"decide {number}"))
        await staff(table)
        assert (table.now.state.round, table.step_name) == (3, "bets")
        nets = {seat.player: seat.net for seat in table.now.state.seats if seat.player}
        assert nets == {"Ann": 1_000, "walk-in Wim": 1_000}
        house.close()

    asyncio.run(scene())
    engine = open_store(str(kept.database), make=False, read_only=True)
    with snapshot(engine) as conn:
        found = verify(conn, keys=keys, checkpoints_file=kept.checkpoints)
    engine.dispose()
    assert (found.found, found.rounds) == ([], 26)
