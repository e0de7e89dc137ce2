"""A folder that is corrected gets a new edition: tables play under the edition of their terms, and rounds of an earlier
one replay as they were played.

Ultimate Texas Hold 'Em, first edition: two face-up cards after the initial cards were cited under 15(b)/3, a losing
Trips wager of any void under 15(a)/2, and a misdeal reported late voided the round under every reading."""

import gzip
from pathlib import Path

import msgspec
import pytest
from msgspec import UNSET
from msgspec.structs import replace

from pitboss.games import game, rules_for
from pitboss.play.log import BadLog, Record, copied_header, header_line, lines, read_log
from pitboss.play.replay import replay
from pitboss.play.sources import ScriptedPlaces
from pitboss.play.table import Table
from pitboss.rulebook.folders import games
from pitboss.rulebook.terms import Terms
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.faults import faults
from pitboss.table.rules import Rules
from support import GAMES, UTH, accepted, events, finish, net, refused, rules, seated, to

KEPT = Path(__file__).parent.parent / "kept" / "logs"
CARDS = {"seat1": "As Kd", "dealer": "7s 6d", "community": "9h Qh 3c 3d 5s"}
"""A pair of threes: Trips loses."""


def texas(edition: int = 2, procedure: str = "manual_shoe", **readings: str) -> Table:
    terms = rules(UTH, procedure, readings=readings).terms
    bound = rules_for(replace(terms, edition=UNSET if edition == 1 else edition))
    source = ScriptedPlaces(bound.deck, {place: bound.deck.read_all(named) for place, named in CARDS.items()})
    return seated(Table(bound, source=source).open(), 1, trips=5)


def two_face_up(edition: int) -> Table:
    t = to(texas(edition), "flop")
    accepted(t, "dealer", a.Report("card_face_up", cards=("Ah", "Ac")))
    return finish(t)


def cited(t: Table) -> tuple[set[str], str]:
    """The clause under which the main wagers went back, and the one under which Trips was lost."""
    (trips,) = (ev for ev in events(t, e.WagerSettled) if ev.wager == "trips")
    assert (net(t, 1, "ante"), net(t, 1, "trips")) == (0, -500)
    return {ev.clause for ev in events(t, e.WagerReturned)}, trips.clause


# --- which clause ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("MA-UTH 15(b)/2")
def test_two_face_up_cards_void_by_the_second_sentence_and_the_third_saves_trips() -> None:
    t = two_face_up(2)
    assert cited(t) == ({"MA-UTH 15(b)/2"}, "MA-UTH 15(b)/3")
    assert {ev.clause for ev in events(t, e.Irregularity)} == {"MA-UTH 15(b)/2"}


@pytest.mark.parametrize(
    ("moment", "report", "readings", "void", "lost"),
    [
        (
            "flop",
            a.Report("card_face_up", cards=("Ah",)),
            {"one_face_up_after_deal": "void_but_trips"},
            "MA-UTH 15(b)/3",
            "MA-UTH 15(b)/3",
        ),
        ("preflop", a.Report("dealer_card_exposed"), {}, "MA-UTH 15(a)/1", "MA-UTH 15(a)/2"),
        ("preflop", a.Report("early_board"), {}, "MA-UTH 15(a)/1", "MA-UTH 15(a)/2"),
        ("postflop", a.Report("burn_omitted"), {}, "MA-UTH 10(b)/1", "MA-UTH 10(h)(4)/1"),
        ("final", a.Report("wrong_number", place="community", count=6), {}, "MA-UTH 10(b)/2", "MA-UTH 10(h)(4)/1"),
    ],
    ids=["one face up", "dealer's card", "early board", "no burn", "six on the board"],
)
@pytest.mark.clause("MA-UTH 15(a)/2")
def test_a_losing_trips_wager_is_lost_under_the_clause_that_saved_it(
    moment: str, report: a.Report, readings: dict[str, str], void: str, lost: str
) -> None:
    """Where a reading and no clause of Section 15 spares Trips, it is settled as in any round (10(h)(4))."""
    t = to(texas(2, **readings), moment)
    accepted(t, "dealer", report)
    assert cited(finish(t)) == ({void}, lost)


@pytest.mark.clause("MA-UTH 15(b)/3")
def test_a_second_void_of_the_round_saves_by_its_own_clause() -> None:
    t = to(texas(), "preflop")
    accepted(t, "dealer", a.Report("dealer_card_exposed"))
    to(t, "turn_river")
    accepted(t, "dealer", a.Report("card_face_up", cards=("Ah", "Ac")))
    assert cited(finish(t)) == ({"MA-UTH 15(a)/1"}, "MA-UTH 15(b)/3")


# --- a misdeal found after its step ---------------------------------------------------------------------------------

LATE = a.Report("wrong_count", ruling="misdealt")


@pytest.mark.clause("MA-UTH 15(d)/1")
def test_where_15d_always_holds_a_late_misdeal_is_reported_by_its_place() -> None:
    t = to(texas(stub_misdeal="as_15d"), "final")
    said = refused(t, "floorperson", LATE, clause="MA-UTH 7(f)(2)/2", code="by_place")
    assert "report the place with the wrong number of cards" in said.message and "wrong_number" in said.allowed
    assert LATE not in [offer.example for offer in t.offers("floorperson")]
    accepted(t, "floorperson", a.Report("wrong_number", seat=1, place="seat", count=3))
    assert not t.state.void and {ev.clause for ev in events(t, e.WagerReturned)} == {"MA-UTH 15(d)/1"}


@pytest.mark.clause("MA-UTH 7(f)(2)/2")
def test_otherwise_it_voids_the_round_and_after_the_first_payment_it_is_recorded() -> None:
    t = to(texas(), "final")
    accepted(t, "floorperson", LATE)
    assert t.state.void
    t = to(texas(stub_misdeal="as_15d"), "clear")
    (told,) = (ev for ev in accepted(t, "floorperson", LATE) if isinstance(ev, e.Irregularity))
    assert (told.consequence, told.reading) == ("record", "X-05")


# --- the edition before ---------------------------------------------------------------------------------------------


def test_tables_of_the_first_edition_cite_as_they_did() -> None:
    assert cited(two_face_up(1)) == ({"MA-UTH 15(b)/3"}, "MA-UTH 15(a)/2")
    t = to(texas(1, stub_misdeal="as_15d"), "final")
    accepted(t, "floorperson", LATE)
    assert t.state.void


@pytest.mark.parametrize("edition", [1, 2])
def test_a_round_of_either_edition_replays(edition: int) -> None:
    t = two_face_up(edition)
    terms, records = read_log(header_line(t.rules.terms) + b"".join(lines(t.log)))
    assert terms == t.rules.terms
    assert list(replay(terms, records))[-1].state == t.state


def test_a_round_is_not_taken_for_one_of_another_edition() -> None:
    t = two_face_up(2)
    with pytest.raises(BadLog, match=r"RoundOpened.* is logged where the rules give"):
        list(replay(replace(t.rules.terms, edition=UNSET), t.log))


def kept(name: str) -> tuple[bytes, Terms, list[Record]]:
    text = gzip.decompress((KEPT / f"{name}.log.gz").read_bytes())
    return (text.splitlines(keepends=True)[0], *read_log(text))


@pytest.mark.parametrize("name", GAMES)
def test_terms_of_the_first_edition_are_written_as_they_were(name: str) -> None:
    """To the byte: their fingerprints stand in trails and approvals."""
    header, terms, _ = kept(name)
    assert terms.edition is UNSET and rules_for(terms).edition == 1
    assert copied_header(terms, None) == header


def test_the_kept_log_has_the_clauses_of_its_edition() -> None:
    _, _, records = kept(UTH)
    lost = {r.event.clause for r in records if isinstance(r.event, e.WagerSettled) and "spared" in r.event.cell}
    assert "MA-UTH 15(a)/2" in lost and "MA-UTH 15(b)/3" not in lost


# --- which editions there are ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", [0, 1, 3])
def test_terms_of_an_edition_that_is_not_known_are_refused(edition: int) -> None:
    terms = replace(rules(UTH).terms, edition=edition)
    with pytest.raises(BadLog, match=f"edition {edition} of the game is not known"):
        read_log(header_line(terms))


def test_new_terms_are_of_the_latest_edition() -> None:
    found = {name: rules(name).edition for name in GAMES}
    assert found == {**dict.fromkeys(GAMES, 1), UTH: 2}
    assert "edition" not in msgspec.to_builtins(rules("let-it-ride").terms)


@pytest.mark.parametrize("name", games())
def test_the_rows_of_every_edition_are_in_order(name: str) -> None:
    assert not [fault for fault in faults(rules(name)) if "edition" in fault]


@pytest.mark.parametrize(("since", "until"), [(3, 0), (0, 0), (2, 1), (1, 3)])
def test_an_edition_that_cannot_be_is_a_fault_of_the_folder(since: int, until: int) -> None:
    declared = game(UTH)
    rows = (*declared.mishaps, replace(declared.mishaps[0], since=since, until=until))
    (said,) = (f for f in faults(Rules(replace(declared, mishaps=rows), rules(UTH).terms)) if "edition" in f)
    assert said.startswith("irregularity 'card_face_up': editions ") and said.endswith("the book's is 2")
