"""What wagers brought, from the trail of a house: by command, over the API and in the figures."""

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import func, select

from house.audit_support import Evening
from house.server_support import Served, bot, served
from house.test_archive import Store, store
from pitboss.cli import audit as commands
from pitboss.cli.audit_hold import hold as command
from pitboss.cli.screen import Trouble
from pitboss.house.archive.joining import joined
from pitboss.house.audit import hold as reading
from pitboss.house.audit.hold import hold
from pitboss.house.audit.reading import decoded
from pitboss.house.store import schema
from pitboss.house.store.opening import snapshot
from pitboss.house.trail import bodies as b
from pitboss.house.trail.rows import Row
from pitboss.rulebook.words import MAIN
from pitboss.table import events as e

__all__ = ["store"]
FILE_ONLY = pytest.mark.parametrize("played", ["sqlite"], indirect=True)


def test_rows_add_up_to_what_the_index_of_rounds_says(played: Evening) -> None:
    """The second way: wagered less returned, as the books counted it, of the tables without void or odd rounds."""
    with snapshot(played.engine) as conn:
        r = schema.rounds.c
        asked = select(r.chain, func.sum(r.wagered - r.returned)).where(r.cleared_at.is_not(None)).group_by(r.chain)
        kept = {chain: int(cents) for chain, cents in conn.execute(asked)}
        for chain in (2, 4, 5):
            found = hold(conn, chain=chain)
            left = found.left_out
            won = sum(row.result.win for row in found.rows)
            assert won - left.from_meters - left.envy + left.cut == kept[chain]
            assert (left.void, left.irregular, left.hands, found.refused) == (0, 0, 0, [])
        whole = hold(conn)
        odd = conn.execute(select(r.void, r.irregularities).where(r.cleared_at.is_not(None))).all()
    assert whole.left_out.void == sum(each.void for each in odd) == 2
    assert whole.left_out.irregular == sum(each.irregularities > 0 and not each.void for each in odd) == 1
    assert {row.chain for row in whole.rows} == {1, 2, 3, 4, 5} and whole.alarms == 0
    ride = next(row for row in whole.rows if row.chain == 2 and row.wager == MAIN)
    assert (ride.result.rounds, ride.result.hands, ride.paytable, ride.practice) == (2, 4, "A", False)
    assert ride.result.widest and ride.result.one_sided


@FILE_ONLY
def test_a_planted_payment_is_found_and_its_round_is_told(played: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the house had paid a tenth too much on every line of one wager: the hit of the first round shows it."""

    def wrong(row: Row) -> b.Body:
        body = decoded(row)
        if isinstance(body, b.ActDone):
            return replace(body, events=tuple(_too_much(event) for event in body.events))
        return body

    monkeypatch.setattr(reading, "decoded", wrong)
    with snapshot(played.engine) as conn:
        found = hold(conn, chain=2)
    alarms = {row.wager: row.result.alarm for row in found.rows if row.result.alarm}
    assert list(alarms) == ["five_card_bonus"] and found.alarms == 1
    alarm = alarms["five_card_bonus"]
    assert alarm is not None and (alarm.kind, alarm.round, alarm.rounds) == ("payment", 1, 1)


def _too_much(event: e.AnyEvent) -> e.AnyEvent:
    if isinstance(event, e.WagerSettled) and event.wager == "five_card_bonus" and event.won:
        return replace(event, won=event.won * 11 // 10)
    return event


@FILE_ONLY
def test_the_command(played: Evening, capsys: pytest.CaptureFixture[str]) -> None:
    assert command(database=played.url) == 0
    said = capsys.readouterr().out
    assert "No alarm." in said and "at most 0.001 for each row" in said
    assert "Left out: two void rounds, one irregular round." in said
    assert command(database=played.url, table="2", lines=True) == 0
    said = re.sub(r"\s+", " ", capsys.readouterr().out)
    assert "Five Card Bonus, paytable A" in said and "Not in it:" in said
    assert "a tenth too high: found at its first payment, after 694 rounds on average" in said
    assert command(database=played.url, table="2", json=True) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["false_alarm"] == 0.001 and {row["chain"] for row in told["rows"]} == {2}
    assert commands.audit["hold"] is not None


@FILE_ONLY
@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"false_alarm": "0"}, "'0' is not a probability; write 0.001, 0.1% or 1/1000"),
        ({"false_alarm": "1"}, "'1' is not a probability"),
        ({"false_alarm": "1/0"}, "'1/0' is not a probability"),
        ({"false_alarm": "often"}, "'often' is not a probability"),
        ({"since": "soon"}, "'soon' is not a time"),
        ({"table": "nowhere"}, "there is no table 'nowhere'"),
        ({"archive": Path("/nowhere")}, "there is no such folder"),
    ],
)
def test_what_was_typed_wrongly_is_told(played: Evening, how: dict[str, Any], said: str) -> None:
    with pytest.raises(Trouble, match=re.escape(said)):
        command(database=played.url, **how)


@FILE_ONLY
def test_only_rounds_of_the_time_asked_for(played: Evening) -> None:
    with snapshot(played.engine) as conn:
        r = schema.rounds.c
        times = conn.execute(select(r.opened_at).where(r.chain == 2).order_by(r.round)).scalars().all()
        first, second = times[:2]
        assert hold(conn, chain=2, since=second).rounds == 1
        assert hold(conn, chain=2, until=second).rounds == 1
        assert hold(conn, chain=2, since=first, until=second + 1).rounds == 2
        assert hold(conn, chain=2, until=first).rounds == 0


@FILE_ONLY
def test_archived_rounds_are_in_it_where_their_folder_is_named(
    store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    with snapshot(store.engine) as conn:
        before = hold(conn)
    store.archive()
    with snapshot(store.engine) as conn:
        without = hold(conn)
    assert without.archived > 0 and without.rounds < before.rounds
    with joined(store.engine, store.folder) as (whole, faults):
        assert faults == []
        assert hold(whole) == before
    assert command(database=store.url, archive=store.folder) == 0
    assert "are archived" not in capsys.readouterr().err
    assert command(database=store.url) == 0
    assert "are archived and not in this: --archive" in re.sub(r"\s+", " ", capsys.readouterr().err)


# --- over the API -----------------------------------------------------------------------------------------------------


def asked(server: Served, token: str, again: bool = False) -> Any:
    """The report, asked for until it is there."""
    head = {"authorization": f"Bearer {token}"}
    until = time.monotonic() + 120
    while time.monotonic() < until:
        found = server.http.get(f"/api/v1/audit/hold{'?again=true' * again}", headers=head)
        if found.status_code == 200:
            return found.json()
        assert (found.status_code, found.json()["state"]) == (202, "working"), found.text
        time.sleep(0.3)
    raise AssertionError("no report came")


def test_floor_and_auditor_see_it_and_the_figures_have_it(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        player = server.guest("Ann")
        bot.play(player, "three-card-poker", 2, say=False)
        assert "pitboss_hold" not in server.http.get("/metrics").text, "nobody has looked yet"
        told = asked(server, server.staff("Flo", "floorperson").token)
        rows = {row["wager"]: row for row in told["report"]["rows"]}
        assert rows[MAIN]["result"]["rounds"] == 2 and rows[MAIN]["practice"] and not told["working"]
        assert asked(server, server.staff("Aud", "auditor").token)["at"] == told["at"], "the same look"
        text = server.http.get("/metrics").text
        labels = r'chain="\d+",distribution="1",paytable="",players="",table="[^"]+",wager="main"'
        assert re.search(rf"pitboss_hold_alarm\{{{labels}\}} 0\.0", text)
        assert "pitboss_hold_evidence{" in text and "pitboss_hold_seconds" in text
        refused = server.http.get("/api/v1/audit/hold", headers={"authorization": f"Bearer {player.token}"})
        assert (refused.status_code, refused.json()["code"]) == (403, "wrong_role")
