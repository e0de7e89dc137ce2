"""A dealer some of whose cards lie open; community cards that are opened one at a time; wagers of several streets."""

import random

import msgspec
import pytest

from made_up import OPEN_STUD, STREET_STUD, made_up
from pitboss.cards.deck import UNKNOWN
from pitboss.play.replay import replay
from pitboss.play.table import Table
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.faces import face_down
from pitboss.table.offers import offers
from pitboss.table.refusals import Refusal
from pitboss.table.state import plain
from pitboss.table.views import tell, view
from properties.test_random_play import check_cards, check_chips, check_hidden
from support import accepted, events, refused, to

pytestmark = pytest.mark.usefixtures("made_up_games")
EVERYBODY = ("player:Ann", "player:Bob", "player:Zed", "dealer", "floorperson", "auditor", "guest")
DEALER = "As Kh 9d 4c 2s"


def played_to(folder: str, step: str, **cards: str) -> Table:
    t = made_up(folder, **cards)
    for seat, player in ((1, "Ann"), (2, "Bob")):
        t.sit(seat, player)
        t.bet(seat, **{t.rules.base: 10})
    t.close_bets()
    while t.step_name != step:
        assert t.perform() or t.turn
        if t.turn and t.step_name != step:
            break
    return t


# --- the dealer's open card -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", EVERYBODY)
def test_everybody_sees_the_open_card_of_the_dealer_and_no_other(who: str) -> None:
    t = played_to(OPEN_STUD, "decide", dealer=DEALER)
    assert view(t.rules, t.state, who).dealer == (UNKNOWN,) * 4 + ("2s",)
    told = [found for event in events(t, e.CardsDealt) if event.to == "dealer" and (found := tell(event, who))]
    assert [found.facts["cards"] for found in told] == [(UNKNOWN,)] * 4 + [("2s",)]


def test_the_open_card_is_no_hidden_one() -> None:
    t = played_to(OPEN_STUD, "decide", dealer=DEALER)
    hidden = face_down(t.state)
    assert "2s" not in hidden and {"As", "Kh", "9d", "4c"} <= set(hidden) and len(hidden) == 4 + 2 * 5


def test_all_cards_are_seen_once_they_are_turned_up() -> None:
    t = played_to(OPEN_STUD, "decide", dealer=DEALER)
    for seat in (1, 2):
        t.apply(f"player:{t.state.seat(seat).player}", a.Decide(seat, "raise"))
    accepted(t, "dealer", a.ShowCards())
    assert view(t.rules, t.state, "guest").dealer == tuple(DEALER.split())
    assert events(t, e.CardsShown)[-1].cards == tuple(DEALER.split())


def test_the_open_card_must_be_told_where_nobody_reads_the_others() -> None:
    t = made_up(OPEN_STUD)
    t.sit(1, "Ann")
    t.bet(1, first=10)
    accepted(t, "dealer", a.CloseBets())
    refused(t, "dealer", a.DealCards((UNKNOWN,) * 10), code="face_unknown", clause="OS 3")
    accepted(t, "dealer", a.DealCards((*(UNKNOWN,) * 9, "2s")))
    assert view(t.rules, t.state, "player:Ann").dealer == (UNKNOWN,) * 4 + ("2s",)
    to(t, "decide")
    accepted(t, "player:Ann", a.Decide(1, "raise"))
    refused(t, "dealer", a.ShowCards(("As", "Kh", "9d", "4c", "3s")), code="other_cards")
    accepted(t, "dealer", a.ShowCards(tuple(DEALER.split())))


def test_a_hidden_card_of_the_dealer_can_be_exposed_early_and_an_open_one_cannot() -> None:
    t = played_to(OPEN_STUD, "decide", dealer=DEALER)
    (void,) = [x for x in accepted(t, "dealer", a.Report("dealer_card_exposed")) if isinstance(x, e.RoundVoided)]
    assert void.clause == "OS 5"
    t = played_to(OPEN_STUD, "decide", dealer=DEALER)
    t.state = msgspec.structs.replace(t.state, dealer_open=(0, 1, 2, 3, 4))
    refused(t, "dealer", a.Report("dealer_card_exposed"), code="no_cards")


def test_an_open_card_that_was_missing_is_completed_face_up() -> None:
    t = played_to(OPEN_STUD, "decide", dealer=DEALER)
    accepted(t, "dealer", a.Report("wrong_number", place="dealer", count=4))
    assert view(t.rules, t.state, "guest").dealer == (UNKNOWN,) * 4
    t.perform()
    dealt = events(t, e.CardsDealt)[-1]
    assert (dealt.to, dealt.up, dealt.extra) == ("dealer", True, True)
    assert view(t.rules, t.state, "guest").dealer == (*(UNKNOWN,) * 4, *dealt.cards)


def test_a_hidden_card_that_was_missing_is_completed_face_down_before_the_open_one_stays() -> None:
    """Nobody knows which card is missing: the record keeps its first ones."""
    t = played_to(OPEN_STUD, "decide", dealer=DEALER)
    assert list(t.state.dealer_open) == [4]
    accepted(t, "dealer", a.Report("wrong_number", place="dealer", count=3))
    assert t.state.dealer_open == () and len(t.state.dealer) == 3


@pytest.mark.parametrize(
    ("mine", "his", "net"),
    [
        ("Qs Qh 5d 6c 8s", "As Kh 9d 4c 2s", 1000 + 2000),  # he plays with ace and king, a pair pays even money
        ("Ks Kd 5d 5c 8s", "As Kh 9d 4c 2s", 1000 + 4000),
        ("Qs Jh 5d 6c 8s", "As Kh 9d 4c 2s", -1000 - 2000),
        ("Qs Jh 5d 6c 8s", "As Qh 9d 4c 2s", 1000),  # below ace and king he does not play
        ("Ad Kc 9s 4d 2c", "As Kh 9d 4c 2s", 0),
    ],
)
def test_a_round_is_settled(mine: str, his: str, net: int) -> None:
    t = made_up(OPEN_STUD, seat1=mine, dealer=his)
    t.sit(1, "Ann")
    t.bet(1, first=10)
    t.close_bets()
    t.decide(1, "raise")
    assert t.state.seat(1).net == net


# --- community cards one at a time ----------------------------------------------------------------------------------

BOARD = "9s 9h 2d"


def test_three_community_cards_are_opened_one_after_the_other() -> None:
    t = played_to(STREET_STUD, "third", seat1="Js Jh", seat2="3s 4h", community=BOARD)
    seen = []
    for street in ("third", "fourth", "fifth"):
        seen.append(view(t.rules, t.state, "player:Ann").community)
        t.decide(1, f"{street}_3x")
        t.decide(2, f"{street}_1x")
    assert seen == [(UNKNOWN,) * 3, ("9s", UNKNOWN, UNKNOWN), ("9s", "9h", UNKNOWN)]
    assert [x.cards for x in events(t, e.CardsShown)] == [("9s",), ("9h",), ("2d",)]
    assert t.state.seat(1).net == 2 * (1000 + 3 * 3000), "two pair pay 2 to 1 on everything"
    assert t.state.seat(2).net == 0, "nines are returned"


@pytest.mark.parametrize("folds_at", [0, 1, 2])
def test_a_player_may_fold_at_every_street(folds_at: int) -> None:
    t = played_to(STREET_STUD, "third", seat1="Js Jh", seat2="3s 4h", community=BOARD)
    lost = 1000
    for number, street in enumerate(("third", "fourth", "fifth")):
        t.decide(1, f"{street}_1x")
        if number < folds_at:
            t.decide(2, f"{street}_{number + 1}x")
            lost += 1000 * (number + 1)
        elif number == folds_at:
            t.decide(2, "fold")
            (last,) = [x for x in events(t, e.Decided) if x.folds]
            assert (last.seat, last.step) == (2, street) and events(t, e.HandDiscarded)[-1].seat == 2
    assert t.state.seat(2).net == -lost and t.state.seat(1).net == 2 * 4000


def test_each_street_offers_three_sizes_of_its_own_wager() -> None:
    t = played_to(STREET_STUD, "third", community=BOARD)
    (offer,) = [x for x in offers(t.rules, t.state, "player:Ann") if x.do == "Decide"]
    assert offer.values == ("third_1x", "third_2x", "third_3x", "fold")
    refused(t, "player:Ann", a.Decide(1, "fourth_1x"), code="no_such_choice", clause="ST 4")
    t.decide(1, "third_2x")
    assert events(t, e.WagerPlaced)[-1] == e.WagerPlaced(1, "third", 2000, "ST 4")


def test_whoever_has_left_folds_by_himself() -> None:
    t = played_to(STREET_STUD, "third", community=BOARD)
    accepted(t, "floorperson", a.Report("player_left", seat=2, ruling="played_out"))
    t.decide(1, "third_1x")
    assert events(t, e.Decided)[-1] == e.Decided(2, "third", "fold", "ST 4", for_absent=True, folds=True)


# --- whatever anybody does ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("folder", [OPEN_STUD, STREET_STUD])
@pytest.mark.parametrize("seed", range(12))
def test_random_rounds_stay_whole_and_hidden_cards_hidden(folder: str, seed: int) -> None:
    chance = random.Random(seed)
    t = made_up(folder)
    for seat, player in ((1, "Ann"), (2, "Bob"), (3, "Cy")):
        t.sit(seat, player)
    for _ in range(120):
        people = ("dealer", "floorperson", "player:Ann", "player:Bob", "player:Cy")
        made = [(who, offer) for who in people for offer in t.offers(who) if offer.do != "LeaveSeat"]
        who, offer = chance.choice(made)
        value = chance.choice(offer.values) if offer.values else None
        outcome = t.apply(who, offer.act(value) if value else offer.example)
        assert not isinstance(outcome, Refusal)
        check_chips(t.state)
        check_cards(t.rules, t.state)
        check_hidden(t.rules, t.state, chance)
    *_, last = replay(t.rules.terms, t.log)
    assert last.state == t.state


# --- fingerprints ---------------------------------------------------------------------------------------------------


def test_a_state_without_open_cards_is_written_as_before_there_were_any() -> None:
    """Fingerprints in old trails are those of such states."""
    t = played_to(STREET_STUD, "third")
    written = plain(t.state)
    assert "dealer_open" not in written and all("open" not in seat for seat in written["seats"])
    opened = played_to(OPEN_STUD, "decide")
    assert plain(opened.state)["dealer_open"] == (4,)
