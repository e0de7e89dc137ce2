"""Whole tables: what is read off the events is what the chips did, and a planted payment is found."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from lab.hold.held_tables import rounds, terms_of
from pitboss.games import rules_for
from pitboss.lab.hold.hands import PaidWager, RoundReader
from pitboss.lab.hold.tables import TableHold
from pitboss.lab.hold.theory import NoTheory, Theories
from pitboss.rulebook.pays import MeterShare, ToOne
from pitboss.rulebook.words import MAIN
from pitboss.table import events as e

STUD, TEXAS, THREE = "mississippi-stud", "ultimate-texas-holdem", "three-card-poker"


def chips(events: list[e.AnyEvent]) -> int:
    """The second way: what the players put down and got back, wager by wager, without what limits or meters do."""
    put: dict[tuple[int, str], int] = {}
    net = 0
    for event in events:
        if isinstance(event, e.WagerPlaced):
            put[event.seat, event.wager] = event.cents
        elif isinstance(event, e.WagerReturned):
            put.pop((event.seat, event.wager))
        elif isinstance(event, e.WagerSettled):
            net += event.won + event.back
    return net - sum(put.values())


@pytest.mark.parametrize(("game", "seats"), [(THREE, 1), (STUD, 2), ("let-it-ride", 2), ("dragon-poker", 3)])
def test_what_is_read_is_what_the_chips_did(game: str, seats: int) -> None:
    reader = RoundReader(rules_for(terms_of(game)))
    for records in rounds(terms_of(game), 12, seats):
        events = [record.event for record in records]
        (held,) = [found for found in map(reader.take, ([event] for event in events)) if found is not None]
        assert (held.players, held.strange, held.left_out, held.why_not) == (seats, (), 0, "")
        assert sum(hand.net for hand in held.hands) == chips(events) - held.from_meters
        assert {hand.wager for hand in held.hands} >= {MAIN}


def test_a_table_in_order_gives_no_alarm_and_lies_in_its_bands() -> None:
    held = TableHold(rules_for(terms_of(THREE)))
    for records in rounds(terms_of(THREE), 400):
        held.take(record.event for record in records)
    main, side = held.rows()
    assert (main.wager, side.wager) == (MAIN, "pair_plus") and main.result.rounds == side.result.rounds == 400
    for row in (main, side):
        assert row.result.alarm is None and not row.result.widest and not row.result.rounded
        widest = row.result.bands[-1]
        assert widest.low <= row.result.win <= widest.high
        assert [band.level for band in row.result.bands] == [0.95, 0.99, 0.999]
    assert side.result.edge == pytest.approx(0.0231674, abs=1e-6)
    assert main.result.one_sided and not side.result.one_sided


def test_a_line_paid_a_tenth_too_high_is_found_at_its_first_payment() -> None:
    """And after how many rounds is said; by its amount, or where the amount is one of another line, by how often it
    comes."""
    held = TableHold(rules_for(terms_of(THREE)))
    first = 0
    for number, records in enumerate(rounds(terms_of(THREE), 60), start=1):
        events = [record.event for record in records]
        wrong = [_tenth_more(event, "flush") for event in events]
        if wrong != events and not first:
            first = number
        held.take(wrong)
    side = next(row for row in held.rows() if row.wager == "pair_plus")
    found = side.result.alarm
    assert found is not None and first
    assert (found.kind, found.round, found.rounds) == ("payment", first, first)
    assert "pair plus of $5 at position 1 received" in found.why
    search = next(each for each in side.result.searches if each.hand == "flush")
    assert search.first_seen == pytest.approx(float(Fraction(22100, 1096)))
    assert next(row for row in held.rows() if row.wager == MAIN).result.alarm is None, "the other wager is in order"


def test_a_payment_that_another_line_gives_is_found_by_how_often_it_comes() -> None:
    held = TableHold(rules_for(terms_of(THREE)))
    for records in rounds(terms_of(THREE), 250):
        held.take(_as_straight(record.event) for record in records)
    side = next(row for row in held.rows() if row.wager == "pair_plus")
    found = side.result.alarm
    assert found is not None
    assert (found.kind, found.why) == ("evidence", "results come more or less often than they should")
    assert 10 < found.rounds < 250
    assert side.result.ways["results"] > 3


def _tenth_more(event: e.AnyEvent, hand: str) -> e.AnyEvent:
    if isinstance(event, e.WagerSettled) and event.wager == "pair_plus" and hand in event.cell and event.won:
        return replace(event, won=event.won * 11 // 10)
    return event


def _as_straight(event: e.AnyEvent) -> e.AnyEvent:
    """A pair is paid as a straight is: 6 to 1."""
    if isinstance(event, e.WagerSettled) and event.wager == "pair_plus" and "pair" in event.cell and event.won:
        return replace(event, won=event.stake * 6)
    return event


def test_void_and_irregular_rounds_and_hands_of_the_absent_are_left_out() -> None:
    held = TableHold(rules_for(terms_of(THREE)))
    first, second, third, fourth = rounds(terms_of(THREE), 4)
    held.take(replace(x.event, void=True) if isinstance(x.event, e.TableCleared) else x.event for x in first)
    events = [x.event for x in second]
    held.take([*events[:-8], e.Irregularity("card_face_up", "record", "c"), *events[-8:]])
    events = [x.event for x in third]
    held.take([*events[:-8], e.PlayerAway(1, "losing", "c"), *events[-8:]])
    assert (held.rounds, held.left_out.void, held.left_out.irregular, held.left_out.hands) == (1, 1, 1, 1)
    assert list(held.rows()) == []
    held.take(x.event for x in fourth)
    assert held.rounds == 2 and next(held.rows()).result.rounds == 1


def test_a_wager_that_was_not_accepted_is_no_stake() -> None:
    """The device did not acknowledge it and it went back: what was played for is the other wager, of $10."""
    reader = RoundReader(rules_for(terms_of("ultimate-texas-holdem")))
    ended = reader.take([
        e.RoundOpened(1, 1, ""),
        e.WagerPlaced(1, "ante", 500, "c"),
        e.WagerPlaced(1, "blind", 1000, "c"),
        e.WagerNotAccepted(1, "ante", 500, "c"),
        e.BetsClosed((1,), "c"),
        e.WagerCollected(1, "blind", 1000, "c"),
        e.TableCleared(1, 1, False, "c"),
    ])  # fmt: skip
    assert ended is not None
    (hand,) = ended.hands
    assert (hand.wager, hand.stake, hand.at_risk, hand.net) == (MAIN, 1000, 1000, -1000)


def test_what_is_read_of_a_round() -> None:
    """Position 4 has gone. Position 3 took $10 back and played for another $5. Position 2 was paid from a meter. $1 is
    cut, $2 are envy, and no line pays $9 on a side wager of $5."""
    reader = RoundReader(rules_for(terms_of("let-it-ride")))
    before: list[e.AnyEvent] = [
        e.RoundOpened(7, 1, ""),
        *(e.WagerPlaced(seat, "bet_1", 500, "c") for seat in (1, 2, 4)),
        e.WagerPlaced(3, "bet_1", 1000, "c"),
        e.WagerReturned(3, "bet_1", 1000, "c"),
        e.BetsClosed((1, 2, 3, 4), "c"),
        e.PlayerAway(4, "forfeited", "c"),
    ]  # fmt: skip
    assert reader.take(before) is None
    ended = reader.take([
        e.WagerCollected(1, "bet_1", 500, "c"),
        e.WagerSettled(1, "three_card_bonus", 500, ToOne(1), 900, 0, "c"),
        e.WagerSettled(2, "bet_1", 500, ToOne(1), 500, 500, "c"),
        e.WagerSettled(2, "progressive", 100, MeterShare("Progressive", 100), 123_456, 0, "c"),
        e.WagerSettled(3, "bet_2", 500, ToOne(2), 1000, 500, "c"),
        e.PayoutCut(3, "bet_2", 100, "c"),
        e.WagerCollected(4, "bet_1", 500, "c"),
        e.EnvyPaid(1, 2, 200, "c"),
        e.TableCleared(7, 1, False, "c"),
    ])  # fmt: skip
    assert ended is not None
    assert (ended.number, ended.players, ended.left_out, ended.why_not) == (7, 4, 1, "")
    assert (ended.cut, ended.envy, ended.from_meters) == (100, 200, 123_456)
    assert ended.strange == (PaidWager(1, "three_card_bonus", 500, 900),)
    assert {(hand.seat, hand.wager): (hand.stake, hand.net) for hand in ended.hands} == {
        (1, MAIN): (500, -500),
        (1, "three_card_bonus"): (500, 400),
        (2, MAIN): (500, 500),
        (2, "progressive"): (100, -100),  # what a meter pays is not received
        (3, MAIN): (500, 1000),
    }
    again = reader.take([e.RoundOpened(8, 1, ""), e.BetsClosed((1,), "c"), e.TableCleared(8, 1, True, "c")])
    assert again is not None and (again.number, again.players, again.cut, again.why_not) == (8, 1, 0, "void")


def test_nobody_can_lose_more_than_the_worst() -> None:
    """Everything on the table with the largest raises."""
    worst = {game: Theories(terms_of(game)).find(MAIN, 1, 500).worst for game in (STUD, THREE)}
    assert worst == {STUD: -10, THREE: -2}


def test_what_cannot_be_counted_says_why() -> None:
    with pytest.raises(NoTheory, match="this submission takes no progressive wager of \\$5"):
        Theories(terms_of("let-it-ride")).find("progressive", 1, 500)
