"""Hand histories: every golden, every kept log and every kind of trouble there and back without a letter lost; and
whatever is wrong with a history is told with its line."""

import gzip
import json
import tomllib
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import validator_for

from pitboss.cli.main import dispatch
from pitboss.play.history import schema as schemas
from pitboss.play.history.acts import as_time, milliseconds, written_time
from pitboss.play.history.agreeing import log_of
from pitboss.play.history.reading import BadHistory
from pitboss.play.history.writing import history_of
from pitboss.play.log import BadLog, header_line, lines, read_log
from pitboss.play.scenario import play_scenario
from pitboss.play.scenario_file import parse_scenario
from pitboss.play.sources import ShuffledDecks, seeded_stream
from pitboss.play.table import Table
from pitboss.table import actions as a
from support import LIR, UTH, rules

HERE = Path(__file__).parent
GOLDENS = sorted((HERE / "goldens").iterdir())
KEPT = sorted((HERE.parent / "kept").rglob("*.log.gz"))
PLAIN = f"{UTH}-automated_shoe"
SCENARIOS = HERE.parent / "scenarios"
TROUBLE = sorted((SCENARIOS / "irregularities").rglob("*.toml"))
SCHEMA: dict[str, Any] = json.loads((Path(schemas.__file__).parent / "schema.json").read_text(encoding="utf-8"))
VALIDATOR = validator_for(SCHEMA)


def golden(name: str) -> bytes:
    return (HERE / "goldens" / f"{name}.txt").read_text(encoding="utf-8").split("# views")[0].encode()


def there_and_back(log: bytes) -> str:
    text = history_of(log)
    assert log_of(text).log == log
    assert history_of(log_of(text).log) == text
    plain = json.loads(json.dumps(tomllib.loads(text), default=datetime.isoformat))
    assert not list(VALIDATOR.iter_errors(plain))
    return text


@pytest.mark.parametrize("path", GOLDENS, ids=lambda path: path.stem)
def test_a_golden_comes_back_to_the_letter(path: Path) -> None:
    text = there_and_back(golden(path.stem))
    assert "resolved" not in text, "the submission says all there is to the terms"


def test_logs_of_earlier_versions_come_back_too() -> None:
    assert len(KEPT) >= 5
    for path in KEPT:
        log = gzip.decompress(path.read_bytes())
        text = history_of(log)
        assert " at = 20" in text and log_of(text).log == log, path


def test_rounds_in_which_something_goes_wrong_come_back() -> None:
    """One of each scenario of an irregularity: what no compact notation foresees."""
    assert len(TROUBLE) > 10
    kinds = set()
    for path in TROUBLE:
        scenario = parse_scenario(path.read_text(encoding="utf-8"), path.name, path.parent)
        table = play_scenario(scenario, path).table
        text = history_of(log := header_line(table.rules.terms) + b"".join(lines(table.log)))
        assert log_of(text).log == log, path
        kinds |= {each["kind"] for each in tomllib.loads(text)["round"][0].get("irregularities", ())}
    assert len(kinds) > 5


def test_what_people_want_to_know_stands_first() -> None:
    """Read off the golden's own events: positions 1 and 2 of the first round of Ultimate Texas Hold 'Em."""
    made = tomllib.loads(history_of(golden(PLAIN)), parse_float=Decimal)
    first = made["round"][0]
    assert (made["game"], made["history"], first["number"], first["deck"]) == (UTH, 1, 1, 1)
    assert first["seats"] == {"1": "P1", "2": "P2", "4": "P4"}
    assert first["wagers"]["2"] == {"ante": 5, "blind": 5, "trips": 1, "cover_all": 1}
    assert first["cards"]["2"] == "8s 5c" and first["cards"]["dealer"] == "7h 9h"
    assert first["cards"]["community"] == "Qs 9d 6c 7d Ts" and first["cards"]["burned"] == "As 2d"
    assert first["decisions"][0] == {"seat": 1, "step": "preflop", "choice": "play_4x"}
    # Straight: ante 5, blind 5 (1 to 1), play 10, trips 4 to 1; the whole-table wager is lost. Position 1 loses.
    assert first["net"] == {"1": -30, "2": 5 + 5 + 10 + 4 - 1, "4": -5 - 5 - 20 - 1 - 1}
    assert first["settlement"][0] == {
        "seat": 4,
        "wager": "ante",
        "net": -5,
        "result": "lose",
        "clause": "MA-UTH 10(h)(1)",
        "stake": 5,
    }


def test_what_was_decided_for_a_player_who_had_left_says_so() -> None:
    """Position 1 leaves after the deal: the rulebook has him check, check and fold. Position 2 does so himself."""
    path = SCENARIOS / "irregularities" / UTH / "player-leaves.toml"
    table = play_scenario(parse_scenario(path.read_text(encoding="utf-8"), path.name, path.parent), path).table
    (first,) = tomllib.loads(history_of(header_line(table.rules.terms) + b"".join(lines(table.log))))["round"]
    steps = (("preflop", "check"), ("postflop", "check"), ("final", "fold"))
    told = [
        {"seat": seat, "step": step, "choice": choice} | ({"absent": True} if seat == 1 else {})
        for step, choice in steps
        for seat in (1, 2)
    ]
    assert first["decisions"] == told


def test_a_round_that_is_open_is_told_as_far_as_it_is() -> None:
    bound = rules(UTH, "hand")
    table = Table(bound, source=ShuffledDecks(bound.deck, seeded_stream("open"))).open()
    table.sit(3, 'A "b" \\ é 😀')
    table.bet(3, ante=15, blind=15)
    table.close_bets()
    text = there_and_back(header_line(bound.terms) + b"".join(lines(table.log)))
    (first,) = tomllib.loads(text)["round"]
    assert first["seats"] == {"3": 'A "b" \\ é 😀'} and "settlement" not in first and "net" not in first
    assert first["wagers"] == {"3": {"ante": 15, "blind": 15}}


def test_new_terms_and_cents() -> None:
    """Terms that a table adopts stand once in the file; amounts have two decimals where there are cents."""
    old, new = rules(LIR, "hand"), rules(LIR, "hand", table="Other", wagers={"let_it_ride": {"minimum": 10}})
    table = Table(old, source=ShuffledDecks(old.deck, seeded_stream("terms")))
    table.apply("manager", a.AdoptTerms(new.terms))
    table.open()
    text = there_and_back(header_line(old.terms) + b"".join(lines(table.log)))
    made = tomllib.loads(text)
    assert [part["digest"] for part in made["terms"]] == [old.terms.digest, new.terms.digest]
    assert made["opening"]["acts"][0] == {"by": "manager", "do": "AdoptTerms", "terms": 2}


@pytest.mark.parametrize(
    ("at", "written"),
    [
        (1, "1970-01-01T00:00:00.001Z"),
        (1_795_075_200_250, "2026-11-19T08:00:00.250Z"),
        (-1, "1969-12-31T23:59:59.999Z"),
        (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
        (253_402_300_800_000, "253402300800000"),
    ],
)
def test_a_time_is_one_of_the_calendar_as_long_as_there_is_one(at: int, written: str) -> None:
    assert written_time(at) == written
    assert milliseconds(tomllib.loads(f"at = {written}")["at"]) == at
    assert milliseconds(as_time(at)) == at


def test_a_time_in_another_zone_is_the_same_moment() -> None:
    assert milliseconds(tomllib.loads("at = 2026-11-19T09:00:00.25+01:00")["at"]) == 1_795_075_200_250
    assert datetime.fromtimestamp(1_795_075_200.25, UTC).isoformat() == "2026-11-19T08:00:00.250000+00:00"


@pytest.mark.parametrize("decimals", ["250001", "2505", "250999", "2500001"])
def test_no_part_of_a_time_is_left_out(decimals: str) -> None:
    """A log counts milliseconds: what is finer is refused, with its line."""
    act = 'by = "dealer", do = "CloseBets"'
    text, line = changed(act, f"at = 2026-11-19T09:00:00.{decimals}Z, {act}")
    (fault,) = faults(text)
    assert fault.startswith(f"line {line}: ") and "decimals of a second" in fault
    assert milliseconds(tomllib.loads("at = 2026-11-19T09:00:00.250000Z")["at"]) % 1000 == 250


# --- what is wrong --------------------------------------------------------------------------------------------------


def faults(text: str) -> list[str]:
    with pytest.raises(BadHistory) as told:
        log_of(text)
    return [str(fault) for fault in told.value.faults]


def changed(old: str, new: str) -> tuple[str, int]:
    """A history with its first such passage changed, and the line of it."""
    text = history_of(golden(PLAIN))
    assert old in text
    return text.replace(old, new, 1), text[: text.index(old)].count("\n") + 1


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('seats.1 = "P1"', 'seats.1 = "Ann"', "round[1].seats.1: the acts give P1; given Ann"),
        ("net.1 = -30", "net.1 = -30.01", "round[1].net.1: the acts give -30; given -30.01"),
        ('cards.1 = "', 'cards.1 = "?? ', "round[1].cards.1: the acts give"),
        ("deck = 1", "deck = 2", "round[1].deck: the acts give 1; given 2"),
        ("deck = 1", "decks = 1", "round[1].decks: unknown key"),
        ("number = 1\n", "number = 2\n", "the acts of round 2 must begin by opening it, and no other"),
        ('do = "CloseBets"', 'do = "CloseBet"', "'CloseBet' is no act; did you mean 'CloseBets'?"),
        ('by = "player:P1", do = "Decide", ', 'by = "player:P1", do = "Decide", wish = 1, ', "wish: unknown key"),
        ("cents = 500", "cents = 501", "the rules refuse this act"),
        ("cents = 500", 'cents = "500"', "Expected `int`, got `str`"),
        ('by = "dealer", do = "CloseBets"', 'do = "CloseBets"', "by: must say who did it"),
        ('by = "dealer", do = "CloseBets"', 'at = 2026-01-01, by = "dealer", do = "CloseBets"', "no time of a history"),
        ('by = "dealer", do = "CloseBets"', 'at = -5, by = "dealer", do = "CloseBets"', "earlier than the one before"),
        ('digest = "', 'digest = "0', "these terms have the digest"),
        ('paytable = "A"', 'paytable = "Z"', "paytable"),
        ("history = 1", "history = 2", "format 2 is not known; this version reads format 1"),
        (f'game = "{UTH}"', 'game = "ultimate-texas"', "no game 'ultimate-texas' is known here"),
        ("table = ", "tabel = ", "unknown key"),
        ("[opening]", "[[opening]]", "must be a table with acts"),
        ("acts = [", "acts = 1 [", "this is not valid TOML"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(old: str, new: str, said: str) -> None:
    text, line = changed(old, new)
    assert any(fault.startswith(f"line {line}: ") and said in fault for fault in faults(text)), faults(text)


def test_all_faults_are_told_at_once() -> None:
    text, _ = changed('do = "CloseBets"', 'do = "Close"')
    found = faults(text.replace("cents = 500", "cents = 500.5").replace("void", "viod"))
    assert len(found) > 8
    assert [int(fault.split(":")[0].removeprefix("line ")) for fault in found] == sorted(
        int(fault.split(":")[0].removeprefix("line ")) for fault in found
    )


def test_a_fact_that_is_not_there_is_told_and_one_left_out_is_not() -> None:
    text, line = changed("decisions = [\n", 'decisions = [\n  { seat = 1, step = "x", choice = "y" },\n')
    assert f"line {line + 1}" in faults(text)[0] and "step preflop" in faults(text)[0]
    short, _ = changed("net.1 = -30\n", "")
    assert faults(short) == [fault for fault in faults(short) if "round[1].net.1: the acts give -30" in fault]
    whole = history_of(golden(PLAIN))
    without = "\n".join(line for line in whole.split("\n") if not line.startswith("net."))
    assert log_of(without).log == golden(PLAIN)


def test_a_history_is_read_and_never_carried_out() -> None:
    for text in ("", "\x00", "history = ", "[" * 50, "a" * 200 + " = 1", 'history = 1\ngame = "x"\ntable = "y"\n'):
        assert faults(text)[0].startswith("line ")
    text, _ = changed('game = "', "game = \"__import__('os').")
    assert "no game" in faults(text)[0]


def test_a_log_that_does_not_follow_makes_no_history() -> None:
    wager = b'"do":"PlaceWager","seat":1,"wager":"ante","cents":500'
    log = golden(PLAIN).replace(wager, wager.replace(b"500", b"505"), 1)
    with pytest.raises(BadLog, match="record"):
        history_of(log)


def test_the_schema_is_that_of_the_reader() -> None:
    """`python -m pitboss.play.history.schema > src/pitboss/play/history/schema.json` writes it anew."""
    assert schemas.schema() == SCHEMA
    wrong = tomllib.loads(history_of(golden(PLAIN)))
    for change in ({"histroy": 1}, {"round": [{**wrong["round"][0], "acts": [{"by": "dealer", "do": "Clear"}]}]}):
        assert list(VALIDATOR.iter_errors({**wrong, **change}))


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log, text, again = tmp_path / "a.log", tmp_path / "a.toml", tmp_path / "b.log"
    log.write_bytes(golden(PLAIN))
    assert dispatch(["history", str(log), "-o", str(text)]) == 0
    assert dispatch(["history", str(text), "--to-log", "-o", str(again)]) == 0
    assert again.read_bytes() == log.read_bytes()
    assert dispatch(["history", str(text)]) == 0
    assert "three rounds, 65 acts. Every act was decided again: all agree." in " ".join(capsys.readouterr().out.split())
    text.write_text(text.read_text(encoding="utf-8").replace("net.1 = -30", "net.1 = 7"), encoding="utf-8")
    assert dispatch(["history", str(text)]) == 1
    assert "the acts give -30; given 7" in capsys.readouterr().err
    for wrong, said in (
        ((str(log), "--to-log"), "this is a log already"),
        ((str(log), "-o", str(log)), "this is the file that is read"),
        ((), "FILE is missing"),
        ((str(text), "--schema"), "leave FILE and --to-log out"),
        ((str(tmp_path / "none"),), "there is no such file"),
    ):
        assert dispatch(["history", *wrong]) == 2
        assert said in capsys.readouterr().err


def test_no_file_is_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither a log nor a history, nor anything else; the same text once more is no harm."""
    log, text, other = tmp_path / "a.log", tmp_path / "a.toml", tmp_path / "other"
    log.write_bytes(golden(PLAIN))
    assert dispatch(["history", str(log), "-o", str(text)]) == 0
    for kept in (b"", golden(GOLDENS[0].stem), b"a diary"):
        other.write_bytes(kept)
        for ask in ([str(log)], [str(text), "--to-log"], ["--schema"]):
            capsys.readouterr()
            assert dispatch(["history", *ask, "-o", str(other)]) == 2
            assert "there is already such a file" in capsys.readouterr().err
            assert other.read_bytes() == kept
    other.write_bytes(log.read_bytes())
    for same, ask in ((text, [str(log)]), (other, [str(text), "--to-log"])):
        before = same.read_bytes()
        assert dispatch(["history", *ask, "-o", str(same)]) == 0
        assert "left as it is" in " ".join(capsys.readouterr().out.split()) and same.read_bytes() == before
    assert dispatch(["history", str(log), "-o", str(tmp_path)]) == 2
    assert "this is a directory" in capsys.readouterr().err


def test_a_log_with_other_blanks_keeps_its_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "a.log"
    log.write_bytes(golden(PLAIN).replace(b',"game"', b', "game"', 1))
    assert dispatch(["history", str(log)]) == 0
    out, err = capsys.readouterr()
    assert "not written as Pitboss writes logs" in err
    assert read_log(log_of(out).log)[1] == read_log(log.read_bytes())[1]
