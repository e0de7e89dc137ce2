"""Every sentence that a card for players says is held against rounds of the engine: one that is changed, added or wrong
has no round behind it, or a round that ends otherwise."""

import re
from itertools import pairwise

import pytest
from msgspec.structs import replace

from paper.card_rounds import (
    Proof,
    all_of,
    cards_of,
    check,
    equal_bets,
    first_look,
    folded_loses,
    nets,
    opened,
    optional,
    sentences,
    signs,
    six_cards,
)
from paper.cover_all_rounds import cover_all
from paper.reading import every_wager
from pitboss.games import rules_for
from pitboss.games.dragon_poker.hands import CHARACTER
from pitboss.games.top_five_poker import game as top_five_poker
from pitboss.games.top_five_poker.hands import top_five_hand
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.wording import how_to_play
from pitboss.wording.how_to_play import condition, qualifier, sayings, steps
from support import DRAGON, GAMES, LIR, TOP5, UTH, accepted, refused, seated, to

# --- Dragon Poker ---------------------------------------------------------------------------------------------------

LOW = "RA MO PA"


def phrase(game: str, name: str) -> str:
    """What a game says by one of its own marks."""
    rules = every_wager(game)
    return rules.game.phrases(rules)[name]


def dragon_ranks() -> None:
    codes = {"Dragon": "RD", "Phoenix": "PH", "Tiger": "TI", "Panda": "PA", "Monkey": "MO", "Rabbit": "RA"}
    said = re.split(r", | and ", phrase(DRAGON, "ranks"))
    assert sorted(said) == sorted(codes)
    for high, low in pairwise(said):
        assert signs(DRAGON, "play", seat1=" ".join([codes[high]] * 3), dealer=" ".join([codes[low]] * 3))["ante"] == 1
    assert signs(DRAGON, "play", seat1="GD PH PH", dealer="TI TI TI")["ante"] == 1
    assert signs(DRAGON, "play", seat1="GD RA RA", dealer="RD BD PH")["ante"] == 1
    assert signs(DRAGON, "play", seat1="GD PH RA", dealer="TI TI PH")["ante"] == 1


DRAGON_SAYS: dict[str, Proof] = {
    "Make two equal wagers, Ante and Ante Bonus.": lambda: equal_bets(DRAGON, "ante", "ante_bonus"),
    "You may add any of the optional wagers.": lambda: optional(DRAGON, "play", seat1="TI TI TI", dealer=LOW),
    "You and the dealer receive three cards each.": lambda: check(
        {"seat1": 3, "dealer": 3}.items() <= cards_of(DRAGON, "play", seat1="TI TI TI", dealer=LOW).items()
    ),
    "From high to low the cards are Dragon, Phoenix, Tiger, Panda, Monkey and Rabbit; the Gold Dragon stands for "
    "whatever makes the highest hand.": dragon_ranks,
    "Look at your cards.": lambda: first_look(DRAGON, "decide"),
    "Play: make a Play wager equal to your Ante.": lambda: check(
        nets(DRAGON, "play", seat1=LOW, dealer="TI TI TI")["play"] == -500
    ),
    "Fold: give up Ante and Ante Bonus.": lambda: check(
        {"ante": -500, "ante_bonus": -500}.items() <= nets(DRAGON, "fold", seat1="TI TI TI", dealer=LOW).items(),
        "play" not in nets(DRAGON, "fold", seat1="TI TI TI", dealer=LOW),
    ),
    "Your optional wagers stay in.": lambda: check(
        signs(DRAGON, "fold", seat1="RD RD RD", dealer=LOW).items()
        >= {"three_card_bonus": 1, "dragon": 1, "progressive": 1}.items()
    ),
    "Three of one character beat a pair, a pair beats a high card.": lambda: check(
        signs(DRAGON, "play", seat1="RA RA RA", dealer="RD BD PH")["ante"] == 1,
        signs(DRAGON, "play", seat1="RA RA MO", dealer="RD PH TI")["ante"] == 1,
    ),
    "If you play and your hand beats the dealer's, Ante, Play and Ante Bonus are paid by their tables; if it loses, "
    "all are lost; if it ties, all are returned.": lambda: check(
        nets(DRAGON, "play", seat1="TI TI TI", dealer="PA PA MO").items()
        >= {"ante": 500, "play": 500, "ante_bonus": 6 * 500}.items(),
        signs(DRAGON, "play", seat1="TI TI RA", dealer="PH PH MO").items()
        >= {"ante": -1, "play": -1, "ante_bonus": -1}.items(),
        signs(DRAGON, "play", seat1="PH PH RA", dealer="PH PH RA").items()
        >= {"ante": 0, "play": 0, "ante_bonus": 0}.items(),
        folded_loses(DRAGON, "fold", "ante ante_bonus", seat1="TI TI TI", dealer="PA PA MO"),
        folded_loses(DRAGON, "fold", "ante ante_bonus", seat1="PH PH RA", dealer="PH PH RA"),
    ),
    "The dealer needs no particular hand.": lambda: check(
        signs(DRAGON, "play", seat1="PH MO RA", dealer="RA MO PA").items() >= {"ante": 1, "play": 1}.items(),
        signs(DRAGON, "play", seat1="TI MO RA", dealer="RA RA MO").items() >= {"ante": -1, "play": -1}.items(),
    ),
    "Wins if your own cards make a hand that is listed for it, whatever the dealer holds.": lambda: check(
        signs(DRAGON, "play", seat1="TI TI RA", dealer="PH PH PH")["three_card_bonus"] == 1,
        signs(DRAGON, "play", seat1="PH TI MO", dealer="RA MO PA")["three_card_bonus"] == -1,
        signs(DRAGON, "play", seat1="PH TI MO", dealer="PH PH PH")["three_card_bonus"] == -1,
    ),
    "Wins by the Dragons among your cards, whatever the dealer holds.": lambda: check(
        signs(DRAGON, "play", seat1="RD BD RA", dealer="PH PH PH")["dragon"] == 1,
        signs(DRAGON, "play", seat1="GD MO RA", dealer="TI TI TI")["dragon"] == 1,
        signs(DRAGON, "play", seat1="PH PH PH", dealer="RD BD RA")["dragon"] == -1,
        signs(DRAGON, "play", seat1="PH TI MO", dealer="RD RD RD")["dragon"] == -1,
    ),
    "Here the Gold Dragon is never Red or Blue.": lambda: check(  # D-07: 200 to 1, not 1000 to 1
        nets(DRAGON, "play", seat1="GD RD RD", dealer="PH PH PH")["dragon"]
        == nets(DRAGON, "play", seat1="GD BD BD", dealer="PH PH PH")["dragon"]
        == 200 * every_wager(DRAGON).limits("dragon").minimum,
    ),
    "Wins by the table of the progressive, whatever the dealer holds.": lambda: check(
        signs(DRAGON, "play", seat1="TI TI TI", dealer="RD BD RD")["progressive"] == 1,
        signs(DRAGON, "play", seat1="PH PH RA", dealer="RD BD RD")["progressive"] == -1,
    ),
    "It is decided by your own three cards.": lambda: check(
        signs(DRAGON, "play", seat1="PH TI MO", dealer="TI TI TI")["progressive"] == -1
    ),
    "Paid only if your hand beats the dealer's.": lambda: check(
        signs(DRAGON, "play", seat1="TI TI TI", dealer="PA PA MO")["ante_bonus"] == 1,
        signs(DRAGON, "play", seat1="TI TI TI", dealer="PH PH PH")["ante_bonus"] == -1,
    ),
}

# --- Top Five Poker -------------------------------------------------------------------------------------------------

SEVEN = {"seat1": "As Ah Ks 2s 3s 4s 5s", "dealer": "Qd Jd 2d 3d 4d 5d 6d"}


def top_five_counting() -> None:
    assert phrase(TOP5, "counting") == "aces, kings, queens, jacks and tens"
    for counted, beaten in (("Th", "9h"), ("Jh", "8h"), ("Qh", "7h"), ("Kh", "6h"), ("Ah", "5h")):
        both = signs(TOP5, "play", seat1=f"Qs Js {counted} 2s 3s 4s 5s", dealer=f"Qd Jd {beaten} 2d 3d 4d 5d")
        assert both["ante"] == 1, counted


def top_five_qualifies() -> None:
    """One more and one less than the hand named, and the hand itself."""
    assert qualifier(every_wager(TOP5)) == "queen and jack"
    against = "As Ks Qs Js 2s 3s 4s"
    for dealer, ante in (("Qd Jd", 1), ("Kd Td", 1), ("Qd Td", 0), ("Jd Td", 0)):
        both = signs(TOP5, "play", seat1=against, dealer=f"{dealer} 2d 3d 4d 5d 6d")
        assert (both["ante"], both["play"]) == (ante, 1), dealer
    worse = signs(TOP5, "play", seat1="Ts 2s 3s 4s 5s 6s 7s", dealer="Ad 2d 3d 4d 5d 6d 7d")
    assert (worse["ante"], worse["play"]) == (0, -1)


TOP_FIVE_SAYS: dict[str, Proof] = {
    "Make an Ante.": lambda: equal_bets(TOP5, "ante"),
    "You may add any of the optional wagers.": lambda: optional(TOP5, "play", **SEVEN),
    "You and the dealer receive seven cards each.": lambda: check(
        {"seat1": 7, "dealer": 7}.items() <= cards_of(TOP5, "play", **SEVEN).items()
    ),
    "Only aces, kings, queens, jacks and tens count; all others are taken away.": top_five_counting,
    "Look at your cards.": lambda: first_look(TOP5, "decide"),
    "Play: make a Play wager equal to your Ante.": lambda: check(nets(TOP5, "play", **SEVEN)["play"] == 500),
    "Fold: give up the Ante.": lambda: check(nets(TOP5, "fold", **SEVEN)["ante"] == -500),
    "Your optional wagers stay in.": lambda: check(
        signs(TOP5, "fold", seat1="As Ah Ks Kh 2s 3s 4s", dealer=SEVEN["dealer"]).items()
        >= {"top_five_bonus": 1, "poker_bonus": 1}.items()
    ),
    "More counting cards beat fewer; with the same number the higher poker hand wins, and equal hands push.": lambda: (
        check(
            signs(TOP5, "play", seat1="Ks Qs Ts 2s 3s 4s 5s", dealer="Ad Ah 2d 3d 4d 5d 6d")["ante"] == 1,
            signs(TOP5, "play", seat1="Ts Th 2s 3s 4s 5s 6s", dealer="Ad Kd 2d 3d 4d 5d 6d")["ante"] == 1,
            signs(TOP5, "play", seat1="As Ks 2s 3s 4s 5s 6s", dealer="Ad Kd 2d 3d 4d 5d 6d").items()
            >= {"ante": 0, "play": 0}.items(),
        )
    ),
    "The dealer needs queen and jack or better: otherwise, unless you fold, the Ante is returned and only Play is "
    "compared.": all_of(
        top_five_qualifies,
        lambda: check(folded_loses(TOP5, "fold", "ante", seat1="As Kd Qh 2c 3c 4c 5c", dealer="Td 2s 3s 4s 5s 6s 7s")),
    ),
    "Wins by how many cards from ace to ten you hold.": lambda: check(
        signs(TOP5, "play", seat1="As Ks Qs Ts 2s 3s 4s", dealer=SEVEN["dealer"])["top_five_bonus"] == 1,
        signs(TOP5, "play", seat1="As Ks Qs 9s 2s 3s 4s", dealer="Ad Ah Kd Kh Qd Qh Jd")["top_five_bonus"] == -1,
    ),
    "Wins if your cards from ace to ten make a hand that is listed for it.": lambda: check(
        signs(TOP5, "play", seat1="As Ah 2s 3s 4s 5s 6s", dealer="Ad Kd Kh Qd Qh Jd Jh")["poker_bonus"] == 1,
        signs(TOP5, "play", seat1="As Ks 2s 2h 4s 4h 6s", dealer="Td 2d 3d 4d 5d 6d 7d")["poker_bonus"] == -1,
    ),
    "Returned if the dealer holds less than queen and jack, unless you fold.": all_of(
        top_five_qualifies,
        lambda: check(folded_loses(TOP5, "fold", "ante", seat1="As Kd Qh 2c 3c 4c 5c", dealer="Td 2s 3s 4s 5s 6s 7s")),
    ),
}

# --- Let It Ride ----------------------------------------------------------------------------------------------------

KINGS = {"seat1": "Ks Kd 4c", "community": "Kh 7c", "box": "Qs 9d 4d"}
"""Three kings: 3 to 1."""


def shown_before(step: str) -> int:
    """How many community cards lie open when the player is asked; with "clear", at the end."""
    t = to(seated(opened(LIR, seat1=KINGS["seat1"], community=KINGS["community"]), 1), step)
    shown = [record.event for record in t.log if isinstance(record.event, e.CardsShown)]
    return sum(event.place == "community" for event in shown)


LET_IT_RIDE_SAYS: dict[str, Proof] = {
    "Make three equal bets.": lambda: equal_bets(LIR, "bet_1", "bet_2", "bet_3"),
    "You may add any of the optional wagers.": lambda: optional(LIR, "ride ride", **KINGS),
    "You receive three cards; two community cards lie face down for everybody.": lambda: check(
        {"seat1": 3, "community": 2}.items() <= cards_of(LIR, "ride ride", **KINGS).items(),
        shown_before("decide_1") == 0,
    ),
    "Your hand is all of them together.": lambda: check(
        nets(LIR, "ride ride", **KINGS)["bet_3"] == 3 * 500,
        nets(LIR, "ride ride", seat1="2s 3s 5s", community="Ac Ad", box="Qs 9d 4d")["bet_3"] == 500,
    ),
    "You play against the table, not against the dealer.": lambda: check(
        "dealer" not in cards_of(LIR, "ride ride", **KINGS)
    ),
    "Look at your cards.": lambda: first_look(LIR, "decide_1"),
    "Take back Bet 1, or let it ride.": lambda: check(
        nets(LIR, "withdraw ride", **KINGS)["bet_1"] == 0, nets(LIR, "ride ride", **KINGS)["bet_1"] == 3 * 500
    ),
    "One community card is turned up.": lambda: check(shown_before("decide_2") == 1),
    "Take back Bet 2, or let it ride.": lambda: check(
        nets(LIR, "ride withdraw", **KINGS)["bet_2"] == 0, nets(LIR, "ride ride", **KINGS)["bet_2"] == 3 * 500
    ),
    "Bet 3 always stays.": lambda: check(nets(LIR, "withdraw withdraw", **KINGS)["bet_3"] == 3 * 500),
    "The other community card is turned up.": lambda: check(shown_before("clear") == 2),
    "Every bet still on the table is paid by your five-card hand, or lost.": lambda: check(
        nets(LIR, "ride withdraw", **KINGS).items() >= {"bet_1": 1500, "bet_2": 0, "bet_3": 1500}.items(),
        nets(LIR, "withdraw ride", seat1="9s 4c 2d", community="Jh Qd", box="Ks 8h 3c").items()
        >= {"bet_1": 0, "bet_2": -500, "bet_3": -500}.items(),
    ),
    "Wins if your five-card hand is listed for it.": lambda: check(
        signs(LIR, "ride ride", **KINGS)["five_card_bonus"] == 1,
        signs(LIR, "ride ride", seat1="9s 9c 2d", community="Jh Qd", box="9d 9h 3c")["five_card_bonus"] == -1,
    ),
    "Wins if your own three cards make a hand that is listed for it.": lambda: check(
        signs(LIR, "ride ride", **KINGS)["three_card_bonus"] == 1,
        signs(LIR, "ride ride", seat1="9s 4c 2d", community="9h 9d", box="Ks 8h 3c")["three_card_bonus"] == -1,
    ),
    "Wins if your three cards and the three cards in the Six Card Bonus box before the dealer make a hand that is "
    "listed for it.": lambda: check(
        signs(LIR, "ride ride", seat1="9s 4c 2d", community="Jh Qd", box="9h 9d 3c")["six_card_bonus"] == 1,
        signs(LIR, "ride ride", seat1="9s 4c 2d", community="9h 9d", box="Ks 8h 3c")["six_card_bonus"] == -1,
    ),
    "A super royal is ace, king, queen, jack, ten and nine of one suit.": lambda: check(
        six_cards("As Qs 9s", "Ks Js Ts") == "super_royal_other_suit",
        six_cards("Ad Qd 9d", "Kd Jd Td") == "super_royal_diamonds",
        six_cards("As Qs 8s", "Ks Js Ts") == "royal_flush",
        six_cards("As Qs 9h", "Ks Js Ts") == "royal_flush",
    ),
    "Wins by the table of the progressive.": lambda: check(
        signs(LIR, "ride ride", **KINGS)["progressive"] == 1,
        signs(LIR, "ride ride", seat1="Ks Kd 4c", community="Jh 4d", box="Qs 9d 2d")["progressive"] == -1,
    ),
    "It is decided by your five-card hand.": lambda: check(
        signs(LIR, "ride ride", seat1="9s 4c 2d", community="9h 9d", box="Ks 8h 3c")["progressive"] == 1,
        signs(LIR, "ride ride", seat1="9s 4c 2d", community="Jh Qd", box="9h 9d 3c")["progressive"] == -1,
    ),
    "Paid on your Progressive wager for each hand that is listed for it and that another player holds.": lambda: envy(),
}


def envy() -> None:
    """A royal flush at position 2 pays the others who made the wager, not its own player and nobody without it."""
    t = seated(opened(LIR, seat1="2c 7d 9h", seat2="As Ks Qs", seat3="3c 8d 9c", community="Js Ts"), 1, 2, 3)
    for seat in (1, 2):
        accepted(t, f"player:P{seat}", a.PlaceWager(seat, "progressive", 500))
    to(t, "clear")
    assert [record.event.seat for record in t.log if isinstance(record.event, e.EnvyPaid)] == [1]


# --- Ultimate Texas Hold 'Em ----------------------------------------------------------------------------------------

BOARD = "Jd 7d 2d 9s 4h"
FLUSH = {"seat1": "Ad Kd", "dealer": "Qs Qc", "community": BOARD}
NOTHING = {"seat1": "3c 5s", "dealer": "Qs Qc", "community": "Jd 7d 2d 9s Kh"}


def holdem_qualifies() -> None:
    assert qualifier(every_wager(UTH)) == "a pair"
    for dealer, ante in (("2c 2h", 1), ("Qh 8s", 0)):
        both = signs(UTH, "play_4x", seat1="Kc Kh", dealer=dealer, community="As 6s 4h 3c 9s")
        assert (both["ante"], both["play"]) == (ante, 1)
    lower = signs(UTH, "play_4x", seat1="2c 5h", dealer="Qh 8s", community="As 6s Kh 3c 9h")
    assert (lower["ante"], lower["play"]) == (0, -1)


def holdem_folds() -> None:
    """Whoever folds gives up Ante and Blind, whether the dealer has a pair or less."""
    for dealer in ("Qh 8s", "Qh 6c"):
        cards = {"seat1": "Kc 9d", "dealer": dealer, "community": "Ad 6s 4h 3c 2s"}
        check(folded_loses(UTH, "check check fold", "ante blind", **cards))


def asked_after(step: str) -> int:
    """How many community cards are dealt when the player is asked."""
    t = to(seated(opened(UTH, seat1="3c 5s", dealer="Qs Qc", community=BOARD), 1), step)
    return len(t.state.community)


def play(acts: str) -> int:
    return nets(UTH, acts, **FLUSH)["play"]


HOLDEM_SAYS: dict[str, Proof] = {
    "Make two equal wagers, Ante and Blind.": lambda: equal_bets(UTH, "ante", "blind"),
    "You may add any of the optional wagers.": lambda: optional(UTH, "play_4x", **FLUSH),
    "You and the dealer receive two cards each.": lambda: check(
        {"seat1": 2, "dealer": 2, "community": 5}.items() <= cards_of(UTH, "play_4x", **FLUSH).items()
    ),
    "Bet three or four times your Ante on Play, or check.": lambda: check(
        (play("play_3x"), play("play_4x")) == (1500, 2000), asked_after("preflop") == 0
    ),
    "Three community cards are dealt.": lambda: check(asked_after("postflop") == 3),
    "If you have not bet on Play, bet two times your Ante, or check.": lambda: check(play("check play_2x") == 1000),
    "The last two community cards are dealt.": lambda: check(asked_after("final") == 5),
    "If you have not bet on Play, make a Play wager equal to your Ante, or fold and give up Ante and Blind.": lambda: (
        check(
            play("check check play_1x") == 500,
            nets(UTH, "check check fold", **FLUSH).items() >= {"ante": -500, "blind": -500}.items(),
        )
    ),
    "Your best five of your cards and the five community cards play against the dealer's.": lambda: check(
        signs(UTH, "play_4x", seat1="3c 5s", dealer="4c 6s", community="As Ks Qs Js Ts").items()
        >= {"ante": 0, "play": 0}.items(),
        signs(UTH, "play_4x", seat1="Ad 3c", dealer="Qs Qc", community="Jd 7d 2d 9d Qh")["play"] == 1,
    ),
    "If you win, Ante and Play are paid, and Blind by its table; if you lose, they are lost; equal hands push.": (
        lambda: check(
            nets(UTH, "play_4x", **FLUSH).items() >= {"ante": 500, "play": 2000, "blind": 750}.items(),
            nets(UTH, "play_4x", seat1="Kc Kd", dealer="Qs Qc", community="Jd 7h 2d 9s 4h")["blind"] == 0,
            signs(UTH, "play_4x", **NOTHING).items() >= {"ante": -1, "play": -1, "blind": -1}.items(),
            signs(UTH, "play_4x", seat1="Ac 3d", dealer="Ah 2s", community="Kd Ks Qh Qc 7s").items()
            >= {"ante": 0, "play": 0, "blind": 0}.items(),
        )
    ),
    "If the dealer has less than a pair, the Ante is returned whoever wins, unless you fold.": all_of(
        holdem_qualifies, holdem_folds
    ),
    "Returned if the dealer has less than a pair, unless you fold.": all_of(holdem_qualifies, holdem_folds),
    "Wins if your best hand is listed for it, whatever the dealer holds, even if you fold.": lambda: check(
        signs(UTH, "play_4x", seat1="7c 7h", dealer="Js Jh", community="Jd 7d 2d 9s 4h")["trips"] == 1,
        signs(UTH, "check check fold", **FLUSH)["trips"] == 1,
        signs(UTH, "play_4x", seat1="Kc Kd", dealer="Qs Qc", community="Jd 7h 2d 9s 4h")["trips"] == -1,
    ),
    "Your optional wagers stay in.": lambda: check(
        signs(UTH, "check check fold", seat1="7c 7h", dealer="3s 5h", community="7d 7s Jd 2c 4h").items()
        >= {"trips": 1, "cover_all": 1, "progressive": 1}.items()
    ),
    "Wins by the best hand at the table, the dealer's included, even if you fold.": lambda: check(
        signs(UTH, "check check fold", seat1="3c 5s", dealer="Js Jh", community="Jd Jc 2d 9s 4h")["cover_all"] == 1,
        signs(UTH, "play_4x", seat1="3c 5s", dealer="Js Jh", community="Jd Jc 2d 9s 4h")["cover_all"] == 1,
        signs(UTH, "play_4x", seat1="Js Jh", dealer="3c 5s", community="Jd Jc 2d 9s 4h")["cover_all"] == 1,
        signs(UTH, "play_4x", **NOTHING)["cover_all"] == -1,
    ),
    "The odds depend on how many hands are dealt.": lambda: check(
        len({x.column for w in every_wager(UTH).terms.wagers if w.id == "cover_all" for x in w.lines}) == 6
    ),
    "A folded hand counts only if its cards stay on the table for another wager; in the discard rack it does not "
    "count, however good.": lambda: check(
        every_wager(UTH).terms.readings["cover_all_hands"] == "exposed",
        cover_all("exposed", kept=True) == 1,
        cover_all("exposed", kept=False) == -1,
    ),
    "Wins by the table of the progressive, whatever the dealer holds, even if you fold.": lambda: check(
        signs(UTH, "check check fold", seat1="7c 7h", dealer="Js Jh", community="7d 7s Jd Jc 4h")["progressive"] == 1,
        signs(UTH, "play_4x", seat1="7c 7h", dealer="Js Jh", community="Jd Jc 2d 7d 7s")["progressive"] == -1,
        signs(UTH, "play_4x", seat1="7c 7h", dealer="Js Jh", community="7d 7s Jd Jc 4h")["progressive"] == 1,
    ),
    "It is decided by your own cards and the first three community cards.": lambda: check(
        signs(UTH, "play_4x", seat1="7c 7h", dealer="3s 5h", community="7d 7s Jd 2c 4h")["progressive"] == 1,
        signs(UTH, "play_4x", seat1="7c 7h", dealer="3s 5h", community="7d 2c Jd 7s 4h")["progressive"] == -1,
    ),
    "You may make it only together with Trips.": lambda: needs_trips(),
    "Paid only if your hand beats the dealer's.": lambda: check(
        signs(UTH, "play_4x", **FLUSH)["blind"] == 1,
        signs(UTH, "play_4x", seat1="Ad Kd", dealer="7s 7c", community="Jd 7d 2d Js 4h")["blind"] == -1,
    ),
}


def needs_trips() -> None:
    t = seated(opened(UTH), 1)
    refused(t, "player:P1", a.PlaceWager(1, "progressive", 500))
    accepted(t, "player:P1", a.PlaceWager(1, "trips", 100))
    accepted(t, "player:P1", a.PlaceWager(1, "progressive", 500))


SAYS = {DRAGON: DRAGON_SAYS, TOP5: TOP_FIVE_SAYS, LIR: LET_IT_RIDE_SAYS, UTH: HOLDEM_SAYS}


@pytest.mark.parametrize("game", GAMES)
def test_every_sentence_of_the_card_has_its_rounds(game: str) -> None:
    assert sentences(game) and set(sentences(game)) == set(SAYS[game])


@pytest.mark.parametrize(("game", "sentence"), [(game, said) for game in GAMES for said in SAYS[game]])
def test_the_engine_holds_what_the_card_says(game: str, sentence: str) -> None:
    SAYS[game][sentence]()


@pytest.mark.parametrize(
    ("game", "right", "wrong"),
    [
        (TOP5, "{qualifier} or better", "ace and king or better"),
        (DRAGON, "Wins by the Dragons among your cards", "Wins if the dealer holds Dragons"),
        (UTH, "is returned whoever wins, unless you fold", "is returned"),
        (TOP5, "otherwise, unless you fold, the Ante", "otherwise the Ante"),
        (DRAGON, "If you play and your hand beats", "If your hand beats"),
    ],
)
def test_a_planted_false_rule_is_noticed(game: str, right: str, wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    real = sayings(game)
    changed = replace(
        real,
        step=tuple(replace(said, text=said.text.replace(right, wrong)) for said in real.step),
        wager=tuple(replace(said, text=said.text.replace(right, wrong)) for said in real.wager),
    )
    assert changed != real
    monkeypatch.setattr(how_to_play, "sayings", lambda _: changed)
    assert any(wrong in said for said in sentences(game)) and set(sentences(game)) != set(SAYS[game])


def test_another_qualifier_of_the_engine_makes_another_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(top_five_poker, "QUEEN_AND_JACK", top_five_hand(("Ad", "Kc"), True))
    fresh = rules_for(every_wager(TOP5).terms)  # what was bound before remembers its cells
    assert "The dealer needs ace and king or better" in " ".join(steps(fresh))
    assert "less than ace and king" in condition(fresh, "ante")
    monkeypatch.setitem(CHARACTER, "RA", 7)
    assert phrase(DRAGON, "ranks").startswith("Rabbit, Dragon, Phoenix")
