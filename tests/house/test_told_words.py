"""What is told comes with its words: for each reader, made once for all who hear the same, and with nothing in them
that is not told."""

import pytest

from pitboss.house.audit.irregular import kinds
from pitboss.house.live.sheet import told
from pitboss.house.live.words import Audience, Heard, worded_singly
from pitboss.house.live.words import worded as worded_with
from pitboss.house.server.speaking import in_language
from pitboss.house.trail import bodies as b
from pitboss.messages.afterwards import DecisionMarked, RoundDecisions
from pitboss.messages.odds import OddsLine, Worth
from pitboss.messages.rounds import ResultLaid, SeatLaid, TableLaid
from pitboss.play.table import Table
from pitboss.rulebook.pays import LOSE, ToOne
from pitboss.table import events as e
from pitboss.table.results import results
from pitboss.table.rules import Rules
from pitboss.table.views import Told, known, tell
from pitboss.wording import things
from pitboss.wording.mishaps import kind_words
from pitboss.wording.postings import posted
from pitboss.wording.reader import READER, Reader
from support import DRAGON, GAMES, finish, rules, seated, table


def heard(*events: e.AnyEvent) -> list[Heard]:
    return [Heard(told, known(event)) for event in events if (told := tell(event, "guest")) is not None]


def worded(rules: Rules, heard: list[Heard], reader: Reader) -> list[Told]:
    """With what these events bring by themselves."""
    return worded_with(rules, heard, reader, results(each.event for each in heard if each.event is not None))


def played(game: str) -> Table:
    return finish(seated(table(game), 1, 3))


@pytest.mark.parametrize("game", GAMES)
def test_no_face_is_said_that_is_not_told(game: str) -> None:
    done = played(game)
    all_told = worded(done.rules, heard(*(record.event for record in done.log)), READER)
    assert len(all_told) > 20
    shown: set[str] = set()
    for each in all_told:
        shown |= set(each.facts.get("cards", ())) | {each.facts.get("card", "")}
        closed = {things.card(done.rules.deck, card) for card in done.rules.deck.cards if card not in shown}
        assert not [card for card in closed if card in each.said.split()], each


def test_a_report_is_said_without_what_was_written() -> None:
    (each,) = worded(
        rules(DRAGON), heard(e.Irregularity("violation", "record", "", 3, detail="Ann held the Red Dragon")), READER
    )
    assert "Red Dragon" not in each.said and "detail" not in each.facts


def test_each_is_told_in_his_own_words_and_others_share_theirs() -> None:
    done = table(DRAGON)
    seated(done, 1, 3)
    names = {seat.number: seat.player for seat in done.state.seats if seat.player}
    acts = [heard(e.WagerPlaced(1, "ante", 500, "")), heard(e.WagerPlaced(3, "ante", 700, ""))]
    audience = Audience(done.rules, done.state, acts)
    assert [each.said for each in audience.told()] == [f"{names[1]}: Ante $5", f"{names[3]}: Ante $7"]
    assert [each.said for each in audience.told((3,))] == [f"{names[1]}: Ante $5", "You: Ante $7"]
    assert audience.told((3,))[0] is audience.told()[0], "made once"
    assert audience.spoken_of((5,)) == () and audience.spoken_of((3,)) == (3,)


def test_who_sat_there_before_goes_by_the_number() -> None:
    done = table(DRAGON)
    seated(done, 1, 3)
    now = done.state.seats[2].player
    acts = [heard(e.WagerPlaced(3, "ante", 500, "")), heard(e.SeatLeft(3, "Old")), heard(e.SeatTaken(3, now, ""))]
    said = [each.said for each in Audience(done.rules, done.state, acts).told((3,))]
    assert said == ["Position 3: Ante $5", "Position 3 is left by Old", "You take position 3"]


def test_what_an_event_brings() -> None:
    events: list[e.AnyEvent] = [
        e.WagerPlaced(1, "ante", 500, ""), e.WagerSettled(1, "ante", 500, ToOne(2), 1000, 500, ""),
        e.WagerSettled(1, "play", 500, LOSE, 0, 0, ""), e.PayoutCut(1, "ante", 100, ""), e.EnvyPaid(2, 1, 300, ""),
        e.WagerCollected(3, "ante", 700, ""), e.WagerReturned(3, "ante", 700, ""), e.WagerReturned(4, "ante", 700, ""),
    ]  # fmt: skip
    assert results(events) == [None, 1000, -500, -100, 300, -700, 700, 0]


def test_what_was_collected_in_an_earlier_act_and_comes_back_brings_what_it_had_cost() -> None:
    """Position 3 folded and lost $7; then the hand is void. Position 4 had not folded: nothing was lost."""
    done = table(DRAGON)
    back = [heard(e.WagerReturned(3, "ante", 700, "")), heard(e.WagerReturned(4, "ante", 900, ""))]
    collected = e.WagerCollected(3, "ante", 700, "")
    later = Audience(done.rules, done.state, back, lambda: [collected])
    assert [each.net for each in later.told()] == [700, 0]
    whole = Audience(done.rules, done.state, [heard(collected), *back])
    assert [each.net for each in whole.told()] == [-700, 700, 0]
    anew = e.RoundOpened(2, 1, "")
    assert results([collected, anew, e.WagerReturned(3, "ante", 700, "")]) == [-700, None, 0]


def test_a_settled_wager_is_told_with_its_odds_and_what_it_brings() -> None:
    (each,) = worded(rules(DRAGON), heard(e.WagerSettled(1, "ante", 500, ToOne(2), 1000, 500, "")), Reader((1,)))
    assert (each.said, each.pays, each.net) == ("You: Ante $5 wins $10 at 2 to 1", "2 to 1", 1000)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b.Parked("parked"), "The house pauses this table"),
        (b.Parked("resumed"), "The table goes on"),
        (b.Ready(3), "You are ready for the deal"),
    ],
)
def test_what_the_house_does_has_words(body: b.Body, words: str) -> None:
    assert [each.said for each in worded(rules(DRAGON), told(body), Reader((3,)))] == [words]


def test_every_kind_of_irregularity_has_a_title() -> None:
    assert kinds()
    for kind in kinds():
        assert "_" not in kind_words(kind) and kind_words(kind).split()[0] in ("a", "the", "community"), kind


def test_a_round_whose_game_is_gone_is_told_as_far_as_its_events_go() -> None:
    (each,) = worded_singly(None, heard(e.WagerSettled(1, "ante", 500, ToOne(2), 1000, 500, "")), [1000])
    assert (each.said, each.pays, each.net) == ("Wager settled", "", 1000)


def test_what_nobody_ruled_is_not_said_to_be_ruled() -> None:
    """The same event, once by a floorperson and once because the clock ran out."""
    bound = rules(DRAGON)
    (ruled,) = heard(e.MatterSettled("violation", "dismissed", "C", 3))
    by_floor = worded(bound, [ruled], READER)
    assert [one.said for one in by_floor] == ["The floorperson has dismissed the report: the round goes on"]
    by_clock = worded(bound, [Heard(Told("HouseDecided", {"reason": "clock"})), ruled], READER)
    assert [one.said for one in by_clock] == [
        "The time ran out: the house acts",
        "No floorperson came in time: the table goes on in the players' favour",
    ]


def test_what_a_position_has_come_to_is_told_in_short() -> None:
    bound = rules(DRAGON)
    fold = e.Decided(3, "decide", "fold", "C", folds=True)
    events = (fold, e.WagersForfeited(3, "C"), e.HandTurned(3, ("RD", "RD", "RD"), "C", ""), e.HandDiscarded(3, "C"))
    assert [one.hand for one in worded(bound, heard(*events), READER)] == ["folded", "wagers forfeited", "", ""]
    shown = heard(e.HandTurned(3, ("RD", "RD", "RD"), "C", "three of a kind"))
    (told_of,) = worded(bound, shown, READER)
    assert told_of.hand and told_of.said.endswith(told_of.hand)
    assert [one.hand for one in worded_singly(None, heard(fold), [None])] == [""]


def test_why_chips_moved_is_said_in_words_or_as_the_books_have_it() -> None:
    assert posted("WagerPlaced 3 big_bet") == "wager placed or changed: big bet (position 3)"
    assert posted("EnvyPaid 2") == "Envy Bonus (position 2)"
    assert (posted("buy_in"), posted("some_other 3 x")) == ("bought in", "some other 3 x")


def test_what_a_line_of_odds_pays_is_told_in_the_words_of_a_sign_and_in_the_readers_language() -> None:
    line = OddsLine("royal_flush", "Royal Flush", "100 percent of the Grand meter", "MD-LIR 12.E", "1", 1.0, "1", 1.0)
    told = in_language(line, "es")
    assert told.pays == "100 por ciento del contador Grand" and told.words == line.words
    assert in_language(line, "en") == line


def test_the_table_of_a_replay_is_told_in_the_readers_language() -> None:
    """What lies there keeps its names; what is not told of a step stays untold."""
    result = ResultLaid("ante", "Ante", "loses", "lost", -500)
    table = TableLaid(seats=(SeatLaid(number=3, player="Ann", hand="two pair", results=(result,)),), dealer_hand="pair")
    told = in_language(table, "es")
    (seat,) = told.seats
    assert (told.dealer_hand, seat.hand, seat.player) == ("pareja", "doble pareja", "Ann")
    assert seat.results == (ResultLaid("ante", "Ante", "pierde", "lost", -500),)
    assert in_language(TableLaid(seats=(SeatLaid(number=3),)), "es") == TableLaid(seats=(SeatLaid(number=3),))


def test_what_a_decision_was_worth_is_told_in_the_readers_language() -> None:
    """The words of the choices and of the unit; the names by which programs know them stay."""
    fold = Worth("fold", "Fold", "-1", -1.0, -500, "1/2", 50.0, 250.0, best=False)
    made = DecisionMarked(
        *(7, 1, "decide", "fold", "Fold", False, [], [], "ready", "the Ante", 500, "costly"),
        *("Play", "1/2", 50.0, 250.0, [fold]),
    )
    told = in_language(RoundDecisions(on=True, waiting=0, decisions=[made]), "es").decisions[0]
    assert (told.label, told.unit, told.best, told.choice) == ("Retirarse", "la apuesta Ante", "Jugar", "fold")
    assert (told.choices[0].label, told.choices[0].choice) == ("Retirarse", "fold")
