"""Finding rounds, recalling one, and what an open one shows."""

from itertools import pairwise
from typing import Any

import msgspec
import pytest
from sqlalchemy import select, update

from house.audit_support import Evening
from pitboss import checker
from pitboss.cards.deck import UNKNOWN
from pitboss.house.audit import proofs, queries, recall
from pitboss.house.audit.irregular import kinds
from pitboss.house.audit.trouble import AuditTrouble
from pitboss.house.store import schema
from pitboss.table import events as e

ALL = [(6, 2), (6, 1), (4, 2), (5, 1), (4, 1), (3, 3), (3, 2), (3, 1), (2, 2), (2, 1), (1, 2), (1, 1)]
"""(table, round), the newest first."""


def _found(played: Evening, **wanted: Any) -> list[tuple[int, int]]:
    with played.reading() as conn:
        return [(line.chain, line.round) for line in queries.rounds(conn, **wanted)]


def test_all_rounds_the_newest_first(played: Evening) -> None:
    assert _found(played) == ALL


def test_by_table(played: Evening) -> None:
    assert _found(played, table=4) == [(4, 2), (4, 1)]
    assert _found(played, table=9) == []


def test_by_time_with_both_boundaries(played: Evening) -> None:
    """At the moment itself is since, not until."""
    with played.reading() as conn:
        at = {(line.chain, line.round): line.opened_at for line in queries.rounds(conn)}
    moment = at[3, 1]
    assert _found(played, since=moment) == ALL[: ALL.index((3, 1)) + 1]
    assert _found(played, since=moment + 1) == ALL[: ALL.index((3, 1))]
    assert _found(played, until=moment) == ALL[ALL.index((3, 1)) + 1 :]
    assert _found(played, until=moment + 1) == ALL[ALL.index((3, 1)) :]
    assert _found(played, since=moment, until=moment + 1) == [(3, 1)]


def test_by_patron(played: Evening) -> None:
    assert _found(played, patron="Bob") == [(5, 1), (3, 2), (3, 1), (2, 2), (2, 1), (1, 2), (1, 1)]
    assert _found(played, patron="walk-in Wim") == [(6, 1)]
    assert _found(played, patron="bob") == []


def test_by_amount_with_its_boundary(played: Evening) -> None:
    """Of the whole round, or of the one patron; wagered or returned."""
    with played.reading() as conn:
        lines = queries.rounds(conn)
    large = max(lines, key=lambda line: max(line.wagered, line.returned))
    assert (large.chain, large.round) == (2, 1)
    assert large.returned > 400_000  # the meter was hit
    assert _found(played, at_least=large.returned) == [(2, 1)]
    assert _found(played, at_least=large.returned + 1) == []
    bob = next(hand for hand in large.hands if hand.player == "Bob")
    most = max(bob.wagered, bob.returned)
    assert (2, 1) in _found(played, patron="Bob", at_least=most)
    assert (2, 1) not in _found(played, patron="Bob", at_least=most + 1)


def test_by_irregularity_and_void(played: Evening) -> None:
    assert _found(played, irregularity="any") == [(6, 1), (3, 2), (1, 2)]
    assert _found(played, void=True) == [(6, 1), (3, 2)]
    assert _found(played, void=True, patron="Bob") == [(3, 2)]


def test_by_the_kind_of_irregularity(played: Evening) -> None:
    """A card was found face up at tables 1 and 6, a card of the dealer was exposed at table 3; nobody left."""
    assert _found(played, irregularity="card_face_up") == [(6, 1), (1, 2)]
    assert _found(played, irregularity="dealer_card_exposed") == [(3, 2)]
    assert _found(played, irregularity="player_left") == []
    assert _found(played, irregularity="card_face_up", void=True) == [(6, 1)]
    assert _found(played, irregularity="card_face_up", patron="Bob") == [(1, 2)]
    assert _found(played, irregularity="card_face_up", limit=1) == [(6, 1)]


def test_every_kind_of_the_trail_is_one_that_can_be_asked_for(played: Evening) -> None:
    """Against the rounds themselves, read event by event."""
    reported: dict[str, set[tuple[int, int]]] = {}
    with played.reading() as conn:
        for where in ALL:
            for each in recall.recall(conn, *where).irregularities:
                if isinstance(each.event, e.Irregularity):
                    reported.setdefault(each.event.kind, set()).add(where)
    assert reported and {kind: set(_found(played, irregularity=kind)) for kind in reported} == reported
    assert set(reported) <= set(kinds())


def test_what_somebody_wrote_about_an_irregularity_is_not_another(played: Evening) -> None:
    """The words of a report may look like one."""
    t = schema.trail.c
    fake = '"is":"Irregularity","kind":"player_left"'
    with played.changing() as conn:
        found = conn.execute(select(t.number, t.body).where(t.chain == 3, t.round == 2)).all()
        ((number, body),) = [(row.number, bytes(row.body)) for row in found if b"it fell" in bytes(row.body)]
        typed = body.replace(b"it fell", msgspec.json.encode(fake)[1:-1])
        conn.execute(update(schema.trail).where(t.chain == 3, t.number == number).values(body=typed))
        assert queries.rounds(conn, irregularity="player_left") == []
        assert [line.chain for line in queries.rounds(conn, irregularity="dealer_card_exposed")] == [3]


@pytest.mark.parametrize("kind", ["", "Any", "irregular", "card_face_up ", "%", "x" * 500])
def test_an_unknown_kind_is_refused_with_those_there_are(played: Evening, kind: str) -> None:
    with pytest.raises(AuditTrouble, match=f"the kinds are: any, {', '.join(kinds())}$"):
        _found(played, irregularity=kind)


def test_page_by_page(played: Evening) -> None:
    seen: list[tuple[int, int]] = []
    before = ""
    with played.reading() as conn:
        while page := queries.rounds(conn, limit=5, before=before):
            seen += [(line.chain, line.round) for line in page]
            before = page[-1].cursor
    assert seen == ALL
    for wrong in ("x", "1.2", "1.2.3.4", "-1.2.3", "1.2.99999999999999999999"):
        with pytest.raises(AuditTrouble, match="is not the cursor"):
            _found(played, before=wrong)


def test_in_the_order_of_their_ends_page_by_page(played: Evening) -> None:
    """A round that was opened first and waited for its dealer ends last: by its end it is the newest. One that is not
    over stands where it was opened. Cursors go by the same order, and none is shown twice or left out."""
    r = schema.rounds.c
    with played.changing() as conn:
        lines = {(line.chain, line.round): line for line in queries.rounds(conn)}
        newest = max(max(line.opened_at, line.cleared_at or 0) for line in lines.values())
        slow = update(schema.rounds).where(r.chain == 1, r.round == 1)
        conn.execute(slow.values(cleared_at=newest + 1000))
        ends = {key: line.cleared_at or line.opened_at for key, line in lines.items()} | {(1, 1): newest + 1000}
        expected = sorted(ends, key=lambda key: (ends[key], key), reverse=True)
        assert expected[0] == (1, 1) and expected != ALL
        assert [(line.chain, line.round) for line in queries.rounds(conn, ended=True)] == expected
        seen: list[tuple[int, int]] = []
        before = ""
        while page := queries.rounds(conn, limit=2, before=before, ended=True):
            seen += [(line.chain, line.round) for line in page]
            before = page[-1].cursor
        assert seen == expected
        assert [(line.chain, line.round) for line in queries.rounds(conn)] == ALL, "the record goes by their beginnings"


def test_a_table_by_name_or_number(played: Evening) -> None:
    with played.reading() as conn:
        assert (
            queries.table(conn, "Ride 2").chain == queries.table(conn, 5).chain == queries.table(conn, "5").chain == 5
        )
        assert queries.table(conn, "Dragon Poker 1").status == "closed"
        with pytest.raises(AuditTrouble, match="there is no table 'Ride 3'"):
            queries.table(conn, "Ride 3")


# --- recall -----------------------------------------------------------------------------------------------------------


def test_a_round_is_recalled_with_everything(played: Evening) -> None:
    with played.reading() as conn:
        told = recall.recall(conn, 2, 1)
    assert (told.table, told.game, told.round, told.status) == ("Let It Ride 1", "let-it-ride", 1, "settled")
    assert {used.wager: used.paytable for used in told.paytables}["progressive"] == "A"
    assert len(told.terms) == 16
    ann, bob = told.players
    assert (ann.player, bob.player) == ("Ann", "Bob")
    for each in (ann, bob):
        assert each.before is not None
        assert each.after == each.before - each.wagered + each.returned  # nobody played elsewhere meanwhile
    placed = [each.event for each in told.wagers if isinstance(each.event, e.WagerPlaced)]
    assert sum(event.cents for event in placed) == 2 * 1700
    dealt = [card for each in told.cards if isinstance(each.event, e.CardsDealt) for card in each.event.cards]
    assert len(dealt) == 11
    assert UNKNOWN not in dealt
    assert {"5h", "6h", "7h", "8h", "9h"} <= set(dealt)
    posted = [each.event for each in told.contributions]
    assert [type(event) for event in posted] == [e.ContributionPosted]
    assert any(isinstance(each.event, e.MeterPaid) for each in told.payments)
    decided = [each for each in told.decisions if isinstance(each.event, e.Decided)]
    assert {each.by for each in decided} == {"player:Ann", "player:Bob"}
    assert [each.seq for each in told.events] == list(range(told.events[0].seq, told.events[-1].seq + 1))
    assert msgspec.json.decode(msgspec.json.encode(told))["payments"]


def test_what_the_house_did_by_itself_is_told(played: Evening) -> None:
    with played.reading() as conn:
        told = recall.recall(conn, 3, 2)
    assert told.status == "void"
    assert {each.house for each in told.events} == {"automatic", ""}
    (trouble,) = [each for each in told.irregularities if isinstance(each.event, e.Irregularity)]
    assert (trouble.by, trouble.house) == ("floorperson:Flo", "")


def test_balances_follow_each_other_from_round_to_round(played: Evening) -> None:
    """Bob wins and loses only in these rounds: what he had after one he has before the next."""
    rounds = _found(played, patron="Bob")[::-1]
    with played.reading() as conn:
        held = [next(each for each in recall.recall(conn, *where).players if each.player == "Bob") for where in rounds]
    assert held[0].before == 300_000
    assert all(first.after == second.before for first, second in pairwise(held))


def test_a_player_without_an_account_has_no_balance(played: Evening) -> None:
    with played.reading() as conn:
        told = recall.recall(conn, 6, 1)
    wim = next(each for each in told.players if each.player == "walk-in Wim")
    assert (wim.before, wim.after) == (None, None)


def test_the_terms_are_those_of_the_round(played: Evening) -> None:
    """New terms were adopted between the two rounds of table 6."""
    with played.reading() as conn:
        first, second = recall.recall(conn, 6, 1), recall.recall(conn, 6, 2)
    assert (first.terms_version, second.terms_version) == (1, 2)
    assert first.terms != second.terms


def test_an_open_round_is_seen_as_a_spectator_sees_it(played: Evening) -> None:
    with played.reading() as conn:
        told = recall.recall(conn, 6, 2)
        seen = queries.rows_of(conn, 6, 2)
        proof = proofs.proof(conn, 6, 2)
    assert (told.status, told.players, told.seed) == ("open", (), "")
    dealt = [each.event for each in told.cards if isinstance(each.event, e.CardsDealt)]
    hidden = [event for event in dealt if not event.up]
    assert hidden
    assert all(set(event.cards) == {UNKNOWN} for event in hidden)
    for text in (msgspec.json.encode(told), msgspec.json.encode([each.body for each in seen])):
        assert b"#" not in text
    assert (proof.seed, proof.cards, proof.ending) == ("", (), "")
    assert checker.check(checker.read(proof.encode())).verdict == "unfinished"


def test_a_round_given_up_is_neither_open_nor_over(played: Evening) -> None:
    with played.reading() as conn:
        assert recall.recall(conn, 3, 3).status == "given up"


@pytest.mark.parametrize(("chain", "round"), [(1, 0), (1, 3), (9, 1), (1, -1), (0, 1)])
def test_there_is_no_such_round(played: Evening, chain: int, round: int) -> None:
    with played.reading() as conn:
        for ask in (recall.recall, proofs.proof, queries.rows_of):
            with pytest.raises(AuditTrouble, match="has no round"):
                ask(conn, chain, round)


# --- proofs -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("chain", "round"), [where for where in ALL if where not in ((6, 2), (3, 3))])
def test_the_checker_accepts_the_proof_of_every_round(played: Evening, chain: int, round: int) -> None:
    with played.reading() as conn:
        made = proofs.proof(conn, chain, round)
        told = recall.recall(conn, chain, round)
    report = checker.check(checker.read(made.encode()))
    assert (report.verdict, report.findings) == ("fair", [])
    assert (made.round, made.chain, made.table) == (round, chain, told.table)
    assert made.ending == ("voided" if told.status == "void" else "settled")
    dealt = [card for each in told.cards if isinstance(each.event, e.CardsDealt) for card in each.event.cards]
    assert [card.card for card in made.cards if card.to != "aside"] == dealt


def test_seeds_of_seats_and_cards_set_aside_are_in_the_proof(played: Evening) -> None:
    with played.reading() as conn:
        first, second = proofs.proof(conn, 1, 1), proofs.proof(conn, 1, 2)
    assert [(each.seat, each.player, each.seed) for each in first.seeds] == [
        (1, "Ann", "my better seed"),
        (2, "Bob", "früher"),
    ]
    assert [(card.index, card.aside) for card in second.cards if card.to == "aside"] == [(0, True)]


def test_every_commitment_has_a_proof(played: Evening) -> None:
    """Also those that ended void before a card was dealt, and those still to come."""
    with played.reading() as conn:
        shuffles = conn.execute(schema.shuffles.select().order_by(schema.shuffles.c.chain)).all()
        for shuffle in shuffles:
            made = proofs.proof_of_shuffle(conn, shuffle.chain, shuffle.number)
            verdict = checker.check(checker.read(made.encode())).verdict
            assert verdict == ("fair" if shuffle.seed else "unfinished"), shuffle
            assert made.ending == (shuffle.status if shuffle.seed else "")
            if shuffle.seed:
                assert proofs.proof_of_ended(conn, shuffle.chain, shuffle.number) == made
            else:
                with pytest.raises(AuditTrouble, match="has not ended"):
                    proofs.proof_of_ended(conn, shuffle.chain, shuffle.number)
        with pytest.raises(AuditTrouble, match="has no shuffle 99"):
            proofs.proof_of_shuffle(conn, 1, 99)
    assert {shuffle.status for shuffle in shuffles} == {"open", "shuffled", "settled", "voided"}


def test_a_round_has_all_its_rows_and_no_others(played: Evening) -> None:
    """Against the plain question to the whole chain."""
    t, r = schema.trail.c, schema.rounds.c
    with played.reading() as conn:
        rounds = conn.execute(select(r.chain, r.round)).all()
        assert len(rounds) > 10
        for chain, number in rounds:
            asked = select(t.number).where(t.chain == chain, t.round == number).order_by(t.number)
            whole = list(conn.execute(asked).scalars())
            assert [seen.row.number for seen in queries.rows_of(conn, chain, number)] == whole
