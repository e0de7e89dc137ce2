"""The decisions of players from the trail of a house: by command and over the API."""

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from house.audit_support import Evening
from house.server_support import bot, served
from house.test_archive import Store, store
from lab.review.planted import log_of
from pitboss.cli.review import review as command
from pitboss.cli.screen import Trouble
from pitboss.games import rules_for
from pitboss.house.archive.joining import joined
from pitboss.house.audit.export import Log
from pitboss.house.audit.review import collect
from pitboss.house.store.opening import snapshot
from pitboss.lab.review.collecting import from_log
from pitboss.lab.review.records import Review
from pitboss.play.log import header_line, lines, read_log

__all__ = ["store"]
FILE_ONLY = pytest.mark.parametrize("played", ["sqlite"], indirect=True)
RIDE = 2
"""The table of Let It Ride."""


def test_the_trail_and_its_log_say_the_same(played: Evening) -> None:
    """The second way: the log of the table, with its open faces."""
    with snapshot(played.engine) as conn:
        found, away = collect(conn, chain=RIDE)
        terms, records = read_log(b"".join(Log(conn, RIDE).lines()))
    told = found.review(sees=("community:first",))
    other = from_log(rules_for(terms), records).review(sees=("community:first",))
    assert away == 0 and told.skipped == 0 and told.game == "let-it-ride"
    assert [each.player for each in told.players] == ["Ann", "Bob"]
    for one, two in zip(told.players, other.players, strict=True):
        assert (one.hands, one.decisions, one.cost, one.kinds) == (two.hands, two.decisions, two.cost, two.kinds)
        assert (one.hands, one.decisions) == (2, 4)


@FILE_ONLY
def test_void_and_irregular_rounds_are_left_out(played: Evening) -> None:
    with snapshot(played.engine) as conn:
        found, _ = collect(conn, chain=1)
        assert found.skipped == 1
        everybody, _ = collect(conn, patron="ann")
    assert {player for player, _ in everybody._spots} == {"Ann"}


@FILE_ONLY
def test_archived_rounds_are_in_it_where_their_folder_is_named(store: Store) -> None:
    def costs(found: Review) -> list[tuple[str, int, str]]:
        return [(each.player, each.hands, each.cost) for each in found.players]

    with snapshot(store.engine) as conn:
        before = costs(collect(conn, chain=RIDE)[0].review(sees=("community:2",)))
    store.archive()
    with snapshot(store.engine) as conn:
        found, away = collect(conn, chain=RIDE)
    assert away == 1
    assert [(name, hands) for name, hands, _ in costs(found.review(sees=("community:2",)))] == [("Ann", 1), ("Bob", 1)]
    with joined(store.engine, store.folder) as (whole, _):
        found, away = collect(whole, chain=RIDE)
    assert away == 0 and costs(found.review(sees=("community:2",))) == before


def write_log(folder: Path, **how: Any) -> Path:
    rules, records = log_of("let-it-ride", 40, **how)
    made = folder / "evening.log"
    numbered = [msgspec.structs.replace(record, seq=place) for place, record in enumerate(records, start=1)]
    made.write_bytes(header_line(rules.terms) + b"".join(lines(numbered)))
    return made


def test_the_command_finds_a_peeker_in_a_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = write_log(tmp_path, kind="community:second", skill=512)
    assert command(log) == 1
    said = re.sub(r"\s+", " ", capsys.readouterr().out)
    assert "P1, let-it-ride" in said and "ALARM at hand" in said and "0.003 for all of them" in said
    assert command(log, json=True, patron="P1", sees="community:second") == 1
    told = json.loads(capsys.readouterr().out)
    (player,) = told["players"]
    assert (told["game"], told["patron"], told["exact"]) == ("let-it-ride", "P1", None)
    assert told["edge"] == player["edge"] < -0.0351 and told["standard_error"] > 0
    assert told["sd"] == pytest.approx(5.158, abs=0.001) and 0 < told["element_of_risk"] < 0.04
    assert Fraction(player["cost"]) > 0 and [each["kind"] for each in player["kinds"]] == ["community:second"]


def test_somebody_honest_is_left_in_peace(tmp_path: Path) -> None:
    assert command(write_log(tmp_path, skill=512)) == 0


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"sees": "dealer:1"}, "--sees: dealer:1 cannot be seen in Let It Ride"),
        ({"sees": "x,community:2"}, "--sees: x cannot be seen"),
        ({"false_alarm": "2"}, "'2' is not a probability"),
        ({"patron": "Zoe"}, "nobody called 'Zoe' has decided anything there"),
        ({"table": "1", "since": "2026-01-01"}, "--table, --since: for a house"),
    ],
)
def test_what_was_typed_wrongly_is_told(tmp_path: Path, how: dict[str, Any], said: str) -> None:
    with pytest.raises(Trouble, match=re.escape(said)):
        command(write_log(tmp_path), **how)


def test_what_is_no_log_is_told(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("hello\n")
    with pytest.raises(Trouble, match="this is not a Pitboss log"):
        command(tmp_path / "x")
    with pytest.raises(Trouble, match="there is no such file"):
        command(tmp_path / "y")


def test_the_auditor_asks_over_the_api_and_the_floor_may_not(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        bot.play(server.guest("Ann"), "let-it-ride", 1, say=False)
        head = {"authorization": f"Bearer {server.staff('Aud', 'auditor').token}"}
        told = server.http.get("/api/v1/audit/review", headers=head, timeout=120).json()
        assert [(each["game"], each["hands"]) for each in told["players"]] == [("let-it-ride", 1)]
        handle = told["players"][0]["player"]
        assert server.http.get(f"/api/v1/audit/review?patron={handle.lower()}", headers=head, timeout=120).json()[
            "players"
        ]
        floor = {"authorization": f"Bearer {server.staff('Flo', 'floorperson').token}"}
        assert server.http.get("/api/v1/audit/review", headers=floor).json()["code"] == "wrong_role"
