"""The library as somebody meets it in a REPL: helpful errors, nothing half done, offers that can be applied."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

import pitboss
from pitboss.play.log import header_line, lines
from pitboss.table.actions import Decide
from support import LIR, UTH


def opened(game: str = UTH) -> pitboss.Table:
    table = pitboss.open_table(game, shuffle_seed="library")
    table.sit(1, "Ann")
    return table


def test_everything_promised_is_there() -> None:
    assert all(getattr(pitboss, name) is not None for name in pitboss.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        pitboss.nothing
    assert repr(opened()) == '<Table "Ultimate Texas Hold \'Em 1": ultimate-texas-holdem, round 1, bets>'


@pytest.mark.parametrize("wrong", ["uth", "ultimate-texas-holdm", "nowhere.toml"])
def test_an_unknown_game_is_answered_with_the_games(wrong: str) -> None:
    with pytest.raises(LookupError, match="dragon-poker"):
        pitboss.open_table(wrong)


def test_wagers_are_placed_all_or_none() -> None:
    table = opened()
    for wrong in ({"antee": 10}, {"ante": 10, "blind": 7}, {"ante": 10, "play": 40}):
        with pytest.raises(pitboss.NotAccepted):
            table.bet(1, **wrong)
        assert not any(table.state.seat(1).stakes)
    table.bet(1, ante=10, blind="10")
    table.bet(1, ante=10, blind=15)
    assert table.state.seat(1).stakes[:2] == (1000, 1500)
    seats: tuple[Any, ...] = (0, 7, "1")
    for seat in seats:
        with pytest.raises(pitboss.NotAccepted, match="no such position"):
            table.bet(seat, ante=5)
    for amount in ("ten", "1.001"):
        with pytest.raises(ValueError, match=amount):
            table.bet(1, ante=amount)


def test_a_table_name_stands_for_its_three_bets() -> None:
    table = opened(LIR)
    table.bet(1, let_it_ride=10)
    assert table.state.seat(1).stakes[:3] == (1000, 1000, 1000)


def test_refusals_speak_of_dollars() -> None:
    with pytest.raises(pitboss.NotAccepted, match=r"given: \$7; allowed: \$5 to \$500 in steps of \$5"):
        opened().bet(1, ante=7)


def test_an_offer_can_be_applied() -> None:
    table = opened()
    table.bet(1, ante=10, blind=10)
    table.close_bets()
    (offer,) = [o for o in table.offers("player:Ann") if isinstance(o.example, Decide)]
    assert offer.act("play_4x") == Decide(1, "play_4x")
    table.do("player:Ann", offer)
    assert table.step_name == "postflop", "the example was to check"


def test_a_view_is_for_somebody() -> None:
    with pytest.raises(ValueError, match="nobody at a table"):
        opened().view("god")


def test_names_are_for_the_record() -> None:
    for name in ("A\x1b[31m", "x" * 41, ""):
        with pytest.raises(pitboss.NotAccepted):
            pitboss.open_table(UTH).sit(1, name)


def test_a_submission_is_checked_as_text_or_file(tmp_path: Path) -> None:
    path = Path(__file__).parent.parent.parent / "examples" / "dragon-poker.toml"
    by_text, by_path, by_name = (pitboss.check_submission(x) for x in (path.read_text(), path, str(path)))
    assert by_text.terms == by_path.terms == by_name.terms is not None


# --- logs that were tampered with -------------------------------------------------------------------------------------


def log_of(table: pitboss.Table) -> bytes:
    return header_line(table.rules.terms) + b"".join(lines(table.log))


@pytest.fixture
def played(tmp_path: Path) -> Path:
    table = opened()
    table.bet(1, ante=10, blind=10)
    table.close_bets()
    table.decide(1, "play_4x")
    path = tmp_path / "a.log"
    path.write_bytes(log_of(table))
    assert list(pitboss.replay_log(str(path)))[-1].state == table.state
    return path


FORGERIES = {
    "odds": (b'"hand":"beats_dealer","hands":["beats_dealer"],"pay":{"type":"to","pays":1', b'"pays":1', b'"pays":50'),
    "reading": (b'"early_board":"void_but_trips"', b"void_but_trips", b"banana"),
    "positions": (b'"positions":6', b"6", b"60"),
    "game": (b'"game":"ultimate-texas-holdem"', b"ultimate-texas-holdem", b"let-it-ride"),
    "unknown field": (b'"pitboss":1', b'"pitboss":1', b'"pitboss":1,"note":"x"'),
    "time": (b'{"seq":9,"at":0', b'"at":0', b'"at":-1'),
    "torn": (b"}\n", b"}\n", b"}"),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_log_is_refused(played: Path, name: str) -> None:
    """Terms must be those the rulebook gives, even when the forger makes the digest agree."""
    text = played.read_bytes()
    where, old, new = FORGERIES[name]
    assert where in text
    head, _, tail = text.rpartition(where) if name == "torn" else text.partition(where)
    forged = head + where.replace(old, new) + tail
    if name in ("odds", "reading", "positions"):
        header = msgspec.json.decode(forged.split(b"\n", 1)[0])
        terms = msgspec.convert(header["terms"], type(pitboss.open_table(UTH).rules.terms))
        original = pitboss.open_table(UTH).rules.terms.digest
        forged = forged.replace(original.encode(), terms.digest.encode())
    played.write_bytes(forged)
    with pytest.raises(pitboss.BadLog):
        list(pitboss.replay_log(played))


@pytest.mark.parametrize("line", [b'{"seq":1,"at":0,"by":"x","event":' + b'{"a":' * 100_000, b'{"a":' * 100_000])
def test_a_log_nested_without_end_is_refused(line: bytes) -> None:
    from pitboss.play.log import header_line, read_log

    header = header_line(pitboss.open_table(UTH).rules.terms)
    for text in (line + b"\n", header + line + b"\n"):
        with pytest.raises(pitboss.BadLog):
            read_log(text)
