"""What people see of a house of several processes: the overview, in the API and at the command line; seats, meters and
tables that other processes have."""

import json
from pathlib import Path

import pytest

from house.server_support import PASSWORD, Served, answer, bot, said, served, until
from house.several import Still, table_of, two_servers
from pitboss.cli.main import dispatch
from pitboss.cli.serve import _ready
from pitboss.client import Player, Refused
from pitboss.house.processes.overview import overview
from pitboss.house.store import leases
from pitboss.house.store.opening import transaction
from pitboss.rulebook.submission import default_submission


def test_the_overview_has_processes_leases_epochs_takeovers_and_lag(
    postgresql_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same in the API, as JSON and as text."""
    with two_servers(postgresql_url, tmp_path) as (first, second):
        manager = second.house.set_up(first.set_up or "", "Maria", PASSWORD)
        until(lambda: manager.ask("GET", "/api/v1/processes")["processes"][1]["takeovers"] > 0)
        told = manager.ask("GET", "/api/v1/processes")
        assert told["several"] and [each["id"] for each in told["processes"]] == [
            server.running.house.process for server in (first, second)
        ]
        one, two = told["processes"]
        assert (one["desk"], two["desk"], one["tables"] + two["tables"]) == (True, False, 7)
        assert two["takeovers"] == two["tables"] and one["takeovers"] == 0
        assert all(0 <= each["renewed_ms"] < 6000 and 0 < each["left_ms"] <= 6000 for each in (one, two))
        held = {each["id"]: each for each in told["tables"]}
        moved = held[table_of(second)]
        assert (moved["process"], moved["before"]) == (two["id"], one["id"]) and moved["epoch"] >= 2
        assert moved["game"] and moved["why"] == "" and moved["since"] <= told["now"]
        assert told["desk"]["process"] == one["id"] and told["desk"]["epoch"] >= 1
        assert dispatch(["house", "--json", "--database", postgresql_url]) == 0
        printed = json.loads(capsys.readouterr().out)
        assert printed["desk"] == told["desk"] and printed["tables"] == told["tables"]
        assert [p["takeovers"] for p in printed["processes"]] == [p["takeovers"] for p in told["processes"]]
        assert dispatch(["house", "--database", postgresql_url]) == 0
        shown = " ".join(capsys.readouterr().out.split())
        assert (
            f"Process {one['id'][:8]}, the desk: {one['name']} at {one['address']}, version {one['version']}" in shown
        )
        assert f"tables {two['tables']}, takeovers {two['takeovers']}, renewed " in shown and ", lease " in shown
        for part in ("epoch", "since", "before", "(the desk)", moved["name"].split()[0], moved["process"][:8]):
            assert part in shown, part


def test_a_process_that_joins_others_says_so(
    postgresql_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It has no table yet, and that is no reason to worry."""
    with two_servers(postgresql_url, tmp_path) as (_, second):
        _ready(second.running)
    told = capsys.readouterr().out
    assert "It is one of 2 processes of the house, and gets its share of the tables." in told and "tables:" not in told


def test_a_table_that_nobody_has_is_told_with_the_reason(
    postgresql_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with served(tmp_path, database=postgresql_url, lease_seconds=600.0) as server:
        house = server.running.house
        with Still(server), house.engine.connect() as conn:
            conn.exec_driver_sql("UPDATE leases SET process = 'gone' WHERE chain IN (1, 2)")
            conn.exec_driver_sql('UPDATE processes SET leaves = \'{"1": "its game is not known here"}\'')
            found = overview(conn)
            assert dispatch(["house", "--database", postgresql_url]) == 0
        assert [(t.process, t.why) for t in found.tables[:2]] == [(None, "its game is not known here"), (None, "")]
        shown = capsys.readouterr().out
        assert "Nobody has table 1, Dragon Poker 1: its game is not known here." in shown
        assert "Nobody has table 2, Top Five Poker 1: waits for a process that has the game 'top-five-poker'." in shown


def test_a_process_is_drained_by_a_manager_and_the_last_is_not(
    postgresql_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with two_servers(postgresql_url, tmp_path) as (first, second):
        manager, auditor = first.manager, first.staff("Aud", "auditor")
        stops, stays = first.running.house.process, second.running.house.process
        for who, process, code in ((auditor, stops, "wrong_role"), (manager, "nobody", "no_process")):
            with pytest.raises(Refused) as refused:
                who.ask("POST", f"/api/v1/processes/{process}/drain")
            assert refused.value.code == code
        told = manager.ask("POST", f"/api/v1/processes/{stops}/drain")
        assert [each["draining"] for each in told["processes"] if each["id"] == stops] in ([True], [])
        until(lambda: len(second.running.house.tables) == 7)
        again = second.house.login("Maria", PASSWORD)
        with pytest.raises(Refused) as refused:
            again.ask("POST", f"/api/v1/processes/{stays}/drain")
        assert refused.value.code == "last_process"
        capsys.readouterr()
        assert dispatch(["house", "--database", postgresql_url, "--drain", stays]) == 2
        assert "no other process is there to take its tables; start another process first" in capsys.readouterr().err
        assert len(second.running.house.tables) == 7


def test_a_house_on_a_file_is_one_process(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        told = server.manager.ask("GET", "/api/v1/processes")
        assert (told["several"], told["processes"], told["tables"]) == (False, [], [])
        with pytest.raises(Refused) as refused:
            server.manager.ask("POST", "/api/v1/processes/any/drain")
        assert refused.value.code == "no_process"


def _sit(server: Served, table: int, guest: Player) -> None:
    with server.socket(table, guest) as socket:
        assert said(socket)["type"] == "hello"
        socket.send(json.dumps({"id": "sit", "do": {"do": "TakeSeat", "seat": 2, "player": guest.handle}}))
        assert answer(socket)["type"] == "done"


def test_seats_meters_and_tables_of_all_processes_are_told(postgresql_url: str, tmp_path: Path) -> None:
    with two_servers(postgresql_url, tmp_path) as (first, second):
        guest = first.guest()
        for server in (first, second):
            _sit(server, table_of(server), guest)
        seats = [(seat.table, seat.seat) for seat in guest.me().seats]
        assert seats == sorted([(table_of(first), 2), (table_of(second), 2)])
        fed = {meter["name"]: meter["tables"] for meter in second.http.get("/api/v1/meters").json()}
        everywhere = {**first.running.house.tables, **second.running.house.tables}
        for number, table in everywhere.items():
            for meter in table.now.rules.terms.meters:
                assert number in fed[table.fixed.meter(meter.name)]
        auditor = first.staff("Aud", "auditor")
        assert [each["open"] for each in auditor.ask("GET", "/api/v1/audit/tables")] == [True] * 7


def test_the_coach_counts_where_the_table_is_and_says_from_when(postgresql_url: str, tmp_path: Path) -> None:
    """Decisions at a table of another process are found under the table; after it has moved, they count from then."""
    with two_servers(postgresql_url, tmp_path) as (first, second):
        player = first.guest()
        table = table_of(second)
        bot.play(player, second.running.house.tables[table].now.rules.game.id, 2, say=False)
        told = player.ask("GET", f"/api/v1/tables/{table}/coach/session")
        assert told["decisions"] + told["waiting"] > 0 and told["since"] is None
        with transaction(second.running.house.engine) as conn:
            assert leases.drain(conn, second.running.house.process)
        until(lambda: table in first.running.house.tables)
        after = player.ask("GET", f"/api/v1/tables/{table}/coach/session")
        assert (after["decisions"], after["waiting"]) == (0, 0) and after["since"] is not None


def test_a_submission_for_a_process_that_opens_no_tables_is_not_passed_over_in_silence(
    postgresql_url: str, tmp_path: Path
) -> None:
    """The desk opens tables; a table that is there already needs nobody's word, whoever has it."""
    ours, known = tmp_path / "ours.toml", tmp_path / "known.toml"
    ours.write_text(default_submission("let-it-ride").replace('"Let It Ride 1"', '"Ours"'))
    known.write_text(default_submission("let-it-ride"))
    with (
        served(tmp_path, database=postgresql_url),
        served(tmp_path, database=postgresql_url, submissions=(ours, known)) as second,
    ):
        told = [notice for notice in second.running.notices if ".toml" in notice]
        assert told == [
            f"{ours}: table 'Ours' was not opened: another process looks after new tables; a manager opens it"
        ]
