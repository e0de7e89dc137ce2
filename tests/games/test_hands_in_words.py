"""Hands as players say them, for every game: one's own as far as it is seen, the dealer's when it lies open, how it
ended, and which hand beats which. The words are written here by hand, from the cards."""

from pathlib import Path

import pytest

from pitboss.cards.deck import UNKNOWN
from pitboss.games import rules_for
from pitboss.house.live.words import Audience, Heard, attempted
from pitboss.rulebook.folders import bring
from pitboss.rulebook.submission import check_data, default_data
from pitboss.table import events as e
from pitboss.table.rules import Rules
from pitboss.table.views import known, tell, view
from pitboss.wording.hands import DEALER, hands_seen, in_words, sides
from pitboss.wording.outcomes import TurnedUp, outcome
from pitboss.wording.ranked import ranked
from pitboss.wording.reader import READER, Reader
from support import CARIBBEAN, DRAGON, LIR, MISSISSIPPI, SHIPPED, THREE, TOP5, UTH, finish, rules, seated, table, to

WHOLE = {
    THREE: {
        "9s 9h Ac": "pair of nines, ace high",
        "As Kd 4c": "ace-king high",
        "6d 6s 6h": "three of a kind, sixes",
        "Ah 2h 3h": "straight flush, three high",
        "Ah 2s 3h": "straight, three high",
        "Kd 9d 4d": "flush, king high",
    },
    LIR: {
        "Jh Jd 2c 5s 2d": "two pair, jacks and twos",
        "As Ks Qs Js Ts": "royal flush",
        "8s 8h 8d 4c 4h": "full house, eights over fours",
        "8s 8h 8d 8c 4h": "four of a kind, eights",
    },
    UTH: {
        "Ah Ad 9s 5h 3d 9c 5c": "two pair, aces and nines",
        "Ac Kd 9s 5h 3d 8s 4c": "ace-king high",
        "2h 9h 6h Kh 3h Ks Kd": "flush, king high",
        "2c 3d 4s 5h 9d 9c 6c": "straight, six high",
    },
    CARIBBEAN: {"6s 6h 6d Kc 2s": "three of a kind, sixes"},
    MISSISSIPPI: {"9s 9h 4c 3d 2s": "pair of nines, four high"},
    DRAGON: {
        "TI TI RA": "pair of tigers, Rabbit high",
        "GD TI RA": "pair of tigers, Rabbit high, with the Gold Dragon",
        "RD BD RD": "three dragons",
        "RD PA MO": "Dragon high, then Panda",
    },
    TOP5: {
        "Kh As Ts Jd 9c Jh 4h": "five cards, pair of jacks, ace high",
        "2d 3d 4d 5d 6d 7d 8d": "no card that counts",
        "Qd 3d 4d 5d 6d 7d 8d": "one card, queen high",
        "As Ks Qs Js Ts 4c 3d": "five cards, royal flush",
        "Qs Qh Qd Jc Js 7c 2h": "five cards, full house, queens over jacks",
        "Qs Qh Kd Kc 8s 7c 2h": "four cards, two pair, kings and queens",
    },
}
SO_FAR = [
    (LIR, "9s 9h Ac", "pair of nines, ace high"),
    (LIR, "9s Kd 4c", "king-nine high"),
    (LIR, "As Ks Qs", "ace-king high; three to a royal flush"),
    (LIR, "9s 8s 7s", "nine-eight high; three to a straight flush"),
    (LIR, "Ks 9s 4s", "king-nine high; three to a flush"),
    (LIR, "Ks 9s 4s 2s", "king-nine high; four to a flush"),
    (LIR, "Th 9s 8d 7c", "ten-nine high; four to a straight"),
    (LIR, "Ah 2s 3d 5c", "ace-five high; four to a straight"),
    (LIR, "Kh 9s 8d 7c", "king-nine high"),
    (LIR, "9s 9h 4c 4d", "two pair, nines and fours"),
    (UTH, "Ah Kd", "ace-king high"),
    (UTH, "6h 6d", "pair of sixes"),
    (UTH, "9h 8h 7h 6h 2c", "nine-eight high; four to a straight flush"),
    (UTH, "9h 4h Kh 6h Kc", "pair of kings, nine high; four to a flush"),
    (UTH, "9h 8h Kh 6h 7c 2s", "king-nine high; four to a flush and a straight"),
    (UTH, "9h 8h Kh 6h 5h", "flush, king high"),
    (UTH, "9h 8d 7h 6h 5h", "straight, nine high"),
]


@pytest.mark.parametrize("game", SHIPPED)
def test_a_whole_hand_is_said_as_players_say_it(game: str) -> None:
    bound = rules(game)
    own, count = sides(bound)[:2]
    assert own is not None
    for cards, words in WHOLE[game].items():
        held = tuple(cards.split())
        said = in_words(bound, own, held, count)
        assert said is not None and said.whole == words, cards


@pytest.mark.parametrize(("game", "cards", "words"), SO_FAR)
def test_an_unfinished_hand_is_said_with_what_may_come(game: str, cards: str, words: str) -> None:
    bound = rules(game)
    own, count = sides(bound)[:2]
    assert own is not None
    said = in_words(bound, own, tuple(cards.split()), count)
    assert said is not None and said.whole == words


def test_with_too_many_or_no_cards_nothing_is_said() -> None:
    bound = rules(THREE)
    own, count = sides(bound)[:2]
    assert own is not None
    assert in_words(bound, own, (), count) is None
    assert in_words(bound, own, ("9s", "9h", "9d", "9c"), count) is None


# --- who sees what --------------------------------------------------------------------------------------------------

HANDS = {
    THREE: {"seat1": "9s 9h Ac", "seat3": "Kd Qd 2c", "dealer": "7h 5c 2s"},
    UTH: {"seat1": "Ah Kd", "seat3": "7c 2d", "dealer": "9c 9d", "community": "9s 5h 3d 8s 4c"},
    LIR: {"seat1": "Jh Jd 2c", "seat3": "Kd 7d 4h", "community": "5s 9d"},
    DRAGON: {"seat1": "TI TI RA", "seat3": "RA MO PA", "dealer": "PH RD TI"},
}


@pytest.mark.parametrize("game", HANDS)
def test_each_sees_his_own_hand_and_nobody_anothers(game: str) -> None:
    t = seated(table(game, cards=HANDS[game]), 1, 3)
    asked = next(step.name for step in t.rules.script("manual_shoe") if step.kind == "ask")
    to(t, asked)
    first, third, guest = (
        dict(hands_seen(t.rules, view(t.rules, t.state, who))) for who in ("player:P1", "player:P3", "guest")
    )
    assert set(first) == {1} and set(third) == {3} and guest == {}
    assert first[1] != third[3]
    finish(t)
    assert DEALER in dict(hands_seen(t.rules, view(t.rules, t.state, "guest"))) or game == LIR


def test_words_depend_on_nothing_that_is_hidden() -> None:
    """Two tables that differ in the dealer's cards and the community cards alone say the same until these are open."""
    said = []
    for dealer, board in (("9c 9d", "9s 5h 3d 8s 4c"), ("Qc 2h", "As Ks 7h 6c 5d")):
        t = seated(table(UTH, cards={"seat1": "Ah Kd", "dealer": dealer, "community": board}), 1)
        to(t, "preflop")
        shown = view(t.rules, t.state, "player:P1")
        assert UNKNOWN in shown.dealer
        said.append(dict(hands_seen(t.rules, shown)))
    assert said == [{1: "ace-king high"}] * 2


# --- how it ended ---------------------------------------------------------------------------------------------------

ENDINGS = [
    (THREE, {"seat1": "9s 9h Ac", "dealer": "Qh 5c 2s"}, "Your pair of nines beats the dealer's queen high"),
    (THREE, {"seat1": "9s 9h Ac", "dealer": "9c 9d Kd"},
     "Your pair of nines, ace high, beats the dealer's pair of nines, king high"),
    (THREE, {"seat1": "As Kd 4c", "dealer": "Ah Kc 5d"},
     "Your ace high loses to the dealer's ace high on the other cards"),
    (THREE, {"seat1": "As Kd 4c", "dealer": "Ah Kc 4d"}, "Your ace high ties with the dealer's ace high"),
    (THREE, {"seat1": "As Kd 4c", "dealer": "Jh 5c 2s"}, "The dealer's jack high does not qualify"),
    (CARIBBEAN, {"seat1": "8s 8h 8d Kc 2s", "dealer": "9s 9h 4c 4d As"},
     "Your three of a kind beats the dealer's two pair"),
    (UTH, {"seat1": "Ah Kd", "dealer": "Qc Jd", "community": "9s 5h 3d 8s 4c"},
     "Your ace high beats the dealer's queen high, which does not qualify"),
    (UTH, {"seat1": "Ah Kh", "dealer": "9c 9d", "community": "9h 5h 3h 8s 4c"},
     "Your flush beats the dealer's three of a kind"),
    (DRAGON, {"seat1": "TI TI TI", "dealer": "PH PH RA"}, "Your three tigers beat the dealer's pair of phoenix"),
    (DRAGON, {"seat1": "RA MO PA", "dealer": "PH RD TI"}, "Your Panda high loses to the dealer's Dragon high"),
    (TOP5, {"seat1": "As Ks Qs Js 2c 3c 4c", "dealer": "2h 3h 4h Kh 6h 7h Th"},
     "Your four cards beat the dealer's two cards"),
    (LIR, {"seat1": "Jh Jd 2c", "community": "5s 9d"}, "Your pair of jacks wins"),
    (LIR, {"seat1": "7h 7d 2c", "community": "5s 9d"}, "Your pair of sevens loses"),
    (MISSISSIPPI, {"seat1": "8h 8d", "community": "5s 9d 2c"}, "Your pair of eights pushes"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "cards", "words"), ENDINGS)
def test_how_a_hand_ended_is_said_in_one_sentence(game: str, cards: dict[str, str], words: str) -> None:
    """From the events alone, and the same where they come in one run or one after the other."""
    t = finish(seated(table(game, cards=cards), 1))
    happened = [record.event for record in t.log]
    opened = TurnedUp().turn(happened)
    said = {outcome(event, t.rules, opened, Reader((1,))) for event in happened} - {""}
    assert said == {words}
    heard = [[Heard(told, known(event))] for event in happened if (told := tell(event, "guest")) is not None]
    audience = Audience(t.rules, t.state, heard)
    assert {told.outcome for told in audience.told((1,))} - {""} == {words}
    last = next(n for n, (each,) in enumerate(heard) if isinstance(each.event, e.HandTurned))
    later = Audience(t.rules, t.state, heard[last:], lambda: happened)
    assert {told.outcome for told in later.told((1,))} - {""} == {words}


def test_of_others_it_is_said_by_their_names_and_of_a_fold_not_at_all() -> None:
    t = seated(table(THREE, cards={**HANDS[THREE], "dealer": "Qh 5c 2s"}), 1, 3)
    finish(t, {3: {"decide": "fold"}})
    happened = [record.event for record in t.log]
    opened = TurnedUp().turn(happened)
    said = {outcome(event, t.rules, opened, Reader((), {1: "Ann"})) for event in happened} - {""}
    assert said == {"Ann's pair of nines beats the dealer's queen high"}
    assert outcome(e.RoundOpened(2, 1, ""), t.rules, opened, READER) == ""


def test_a_card_that_was_never_turned_up_decides_no_sentence() -> None:
    """Without what the round has opened nothing is said of hands."""
    t = finish(seated(table(THREE, cards={**HANDS[THREE], "dealer": "Qh 5c 2s"}), 1))
    settled = next(record.event for record in t.log if isinstance(record.event, e.WagerSettled))
    assert outcome(settled, t.rules, TurnedUp(), READER) == ""
    dealt = [record.event for record in t.log if isinstance(record.event, e.CardsDealt)]
    assert TurnedUp().turn(dealt) == TurnedUp()


# --- which hand beats which -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", SHIPPED)
def test_the_ranking_goes_down_and_its_cards_make_it(game: str) -> None:
    """By the ranking that settles the main wager; the cards are of the deck."""
    bound = rules(game)
    own = sides(bound).own
    found = ranked(bound)
    assert own is not None and len(found.hands) >= 5
    hands = [own.ranking.of(each.cards) for each in found.hands]
    assert [hand.key for hand in hands] == sorted((hand.key for hand in hands), reverse=True)
    assert len({hand.key for hand in hands}) == len(hands)
    assert all(bound.deck.count(card) for each in found.hands for card in each.cards)


def test_dragon_poker_shows_its_animals_and_what_the_gold_dragon_does() -> None:
    found = ranked(rules(DRAGON))
    assert found.order == ("RD", "BD", "PH", "TI", "PA", "MO", "RA", "GD")
    own = sides(rules(DRAGON)).own
    assert own is not None
    names = ["three_dragons", "three_tigers", "pair_of_phoenix", "pair_of_tigers", "high_card"]
    assert [own.ranking.of(each.cards).name for each in found.hands] == names
    assert "Gold Dragon" in found.lead


# --- folders that are brought ---------------------------------------------------------------------------------------

ROOT = Path(__file__).parents[2]


def brought(*parts: str) -> Rules:
    terms = check_data(default_data(bring(ROOT.joinpath(*parts)))).terms
    assert terms is not None
    return rules_for(terms)


def test_a_brought_folder_is_said_without_words_of_its_own() -> None:
    """A hand of one card is that card; a ranking that nobody else knows is said by the names of its hands."""
    war, run = brought("examples", "casino-war"), brought("tests", "made_up", "suit_run")
    one, longest = sides(war).own, sides(run).own
    assert one is not None and longest is not None
    assert in_words(war, one, ("Th",), 1) == ("ten of hearts", "ten of hearts", False)
    assert len(ranked(war).order) == 13 and [card[0] for card in ranked(war).order[:2]] == ["A", "K"]
    assert ranked(war).hands == ()
    said = in_words(run, longest, ("2h", "9h", "Kh", "4c", "5d"), 5)
    assert said is not None and said.whole == "three suited"
    assert in_words(run, longest, ("2h", "9h", "Kh"), 5) is None, "only the game knows what is unfinished"
    assert [each.words for each in ranked(run).hands][:2] == ["Five suited", "Four suited"]


def test_a_card_against_a_card_is_one() -> None:
    t = table(bring(ROOT / "examples" / "casino-war"), cards={"seat1": "Th", "dealer": "8c"})
    t.sit(1, "P1")
    t.bet(1, **{wager.id: 10 for wager in t.rules.wagers if wager.compulsory})
    happened = [record.event for record in finish(t).log]
    opened = TurnedUp().turn(happened)
    said = {outcome(event, t.rules, opened, Reader((1,))) for event in happened} - {""}
    assert said == {"Your ten of hearts beats the dealer's eight of clubs"}


def test_what_is_dealt_face_up_lies_open() -> None:
    up = TurnedUp().turn([e.CardsDealt("dealer", ("Ks",), "", up=True), e.CardsDealt("seat", ("Th",), "", 1, up=True)])
    assert (up.dealer, up.seats) == (("Ks",), {1: ("Th",)})
    assert up.turn([e.CardsDealt("dealer", ("2s",), "")]) == up
    assert up.turn([e.CardsShown("dealer", ("Ks", "2s"), "")]).dealer == ("Ks", "2s")


def test_a_brought_ranking_that_fails_costs_only_the_words() -> None:
    """Whatever it raises; it is not asked again. A fault of a built-in game is told."""
    known_good = brought("examples", "casino-war")
    fresh = Rules(known_good.game, known_good.terms)
    asked: list[str] = []

    def fails() -> list[str]:
        asked.append("once")
        raise SystemExit(3)

    assert attempted(fresh, lambda: ["words"]) == ["words"]
    assert attempted(fresh, fails) == [] == attempted(fresh, fails)
    assert asked == ["once"]
    with pytest.raises(ZeroDivisionError):
        attempted(rules(THREE), lambda: [1 // 0])
