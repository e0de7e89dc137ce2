"""Tables settled by hand from the rulebooks' own words and paytables: cards, stakes and cents are written here as they
were worked out on paper."""

import pytest
from msgspec import Struct

from pitboss.messages.tasks import TaskName
from pitboss.school.chips import worth
from pitboss.school.drills import make_task
from school.pay_tables import DRILL, bound
from school.payers import table
from school.school_support import CASINO_WAR
from support import CARIBBEAN, DRAGON, LIR, MISSISSIPPI, THREE, TOP5, UTH


class ByHand(Struct, frozen=True):
    game: str
    topic: str
    seed: int
    cards: dict[str, str]
    """What lies there, by place."""
    moves: str
    """Position, wager, what is done and how many cents are paid, in their order."""


BY_HAND: tuple[ByHand, ...] = (
    # Three tigers beat a tiger high. Table A: Three Card Bonus three tigers 15 to 1 on $20, Ante Bonus trips 6 to 1 on
    # $5, Ante and Play $5 even money; no dragon, so the Dragon Bet loses. Three Card Bonus and Dragon Bet come first.
    ByHand(
        DRAGON,
        "side",
        1,
        {"dealer": "TI PA MO", "1": "TI TI TI"},
        "1 three_card_bonus pay 30000, 1 dragon take, 1 ante pay 500, 1 ante_bonus pay 3000, 1 play pay 500",
    ),
    # Seven remaining cards each; jacks full of queens beat tens full of aces. $25 even money twice; seven cards 100 to
    # 1 on $2; full house 40 to 1 on $7.
    ByHand(
        TOP5,
        "side",
        3,
        {"dealer": "Qh Ah Kc Tc Th Ad Td", "2": "Js Qc Ks Qd Ts Jc Jh"},
        "2 ante pay 2500, 2 play pay 2500, 2 top_five_bonus pay 20000, 2 poker_bonus pay 28000",
    ),
    # Position 5 has tens, 3 queens, 2 a pair of nines, 1 the straight flush from seven to jack in hearts: 200 to 1 on
    # $15, $2,000 for the Five Card Bonus, Three Card Bonus flush 4 to 1 on $3, and a tenth of $9,501.15: $950.11, the
    # rest of the cent stays on the meter. The Six Card Bonus (J 8 10, J Q 7) is a pair of jacks. Then $300 Envy Bonus
    # for each of the others with a progressive: 5 and 3; position 2 has none.
    ByHand(
        LIR,
        "envy",
        0,
        {"community": "9h 7h", "box": "Js Qh 7s", "1": "Jh 8h Th", "2": "9s 2s 8s", "3": "Qd Qs 4h", "5": "Td As Ts"},
        "5 bet_3 pay 1500, 5 progressive take, "
        "3 bet_1 pay 5000, 3 bet_3 pay 5000, 3 five_card_bonus pay 200, 3 progressive take, "
        "2 bet_3 take, 2 five_card_bonus take, 2 three_card_bonus pay 1200, "
        "1 bet_2 pay 300000, 1 bet_3 pay 300000, 1 five_card_bonus pay 200000, 1 three_card_bonus pay 1200, "
        "1 six_card_bonus take, 1 progressive pay 95011, 5 envy pay 30000, 3 envy pay 30000",
    ),
    # The board is a ten-high flush in spades, the dealer's nine makes it 10 9 8 6 5. Position 6 plays the board and
    # loses, so does 5, whose Trips (a flush, 7 to 1 on $4) is paid all the same. Position 4 has a queen-high flush:
    # Ante $95, Blind 3 to 2: $142.50, Play $380, Trips 7 to 1 on $3. Position 3 has 8 7 6 5 4 in spades: Blind 50 to 1
    # on $80, Trips 40 to 1 on $8.
    ByHand(
        UTH,
        "parts",
        0,
        {"dealer": "3s 9s", "community": "8s Ts 4s 6s 5s", "3": "7s Js", "4": "Qs 2s", "5": "Ad Jd", "6": "Td Jh"},
        "6 ante take, 6 blind take, 6 play take, 5 ante take, 5 blind take, 5 play take, 5 trips pay 2800, "
        "4 ante pay 9500, 4 blind pay 14250, 4 play pay 38000, 4 trips pay 2100, "
        "3 ante pay 8000, 3 blind pay 400000, 3 play pay 16000, 3 trips pay 32000",
    ),
    # The dealer has nine high and does not play: the Ante wins $25 and the bonus of 5 to 1 for a straight flush, $125;
    # Play goes back. Pair Plus 40 to 1 on $50.
    ByHand(
        THREE,
        "side",
        4,
        {"dealer": "7c 9d 4h", "2": "4d 5d 6d"},
        "2 ante pay 15000, 2 play push, 2 pair_plus pay 200000",
    ),
    # The dealer plays with queens; aces beat them. Ante $25 even money, Call for a pair even money on $50; the bonus
    # asks for two pairs.
    ByHand(
        CARIBBEAN,
        "side",
        1,
        {"dealer": "Ks Js Td Qc Qh", "3": "As Kh Th Jd Ah"},
        "3 ante pay 2500, 3 call pay 5000, 3 five_card_bonus take",
    ),
    # A flush, 6 to 1 on $25, $50, $50 and $75; the board is a flush too, 4 to 1 on $40.
    ByHand(
        MISSISSIPPI,
        "side",
        1,
        {"community": "3s 2s 6s", "1": "4s 7s"},
        "1 ante pay 15000, 1 third_street pay 30000, 1 fourth_street pay 30000, 1 fifth_street pay 45000, "
        "1 three_card_bonus pay 16000",
    ),
    # King against king, then ten against nine: the Bet pushes, the War wins $25, the Tie 10 to 1 on $55.
    ByHand(
        CASINO_WAR.name, "side", 0, {"dealer": "Kc 9c", "1": "Ks Tc"}, "1 bet push, 1 war pay 2500, 1 tie pay 55000"
    ),
    # The dealer's king-high straight flush beats ten high: Ante and Play are lost. The Ante Bonus is paid all the
    # same, 5 to 1 on $25, and Pair Plus 40 to 1 on $15.
    ByHand(
        THREE,
        "side",
        23,
        {"dealer": "Kc Qc Jc", "3": "8c Tc 9c"},
        "3 ante take, 3 ante pay 12500, 3 play take, 3 pair_plus pay 60000",
    ),
    # A royal flush, and 11(e) stops the winnings of the hand at $50,000: Ante $500, and of the Blind's $250,000 only
    # $49,500; nothing is left for Play and Trips. Position 4 has the board's pair of tens against the dealer's two
    # pairs.
    ByHand(
        UTH,
        "limit",
        0,
        {"dealer": "Qc 9s", "community": "Ac Js Tc Ts Qs", "4": "7h 3h", "6": "Ks As"},
        "6 ante pay 50000, 6 blind pay 4950000, 6 play push, 6 trips push, "
        "4 ante take, 4 blind take, 4 play take, 4 trips take",
    ),
)


@pytest.mark.parametrize("by_hand", BY_HAND, ids=lambda each: f"{each.game}-{each.topic}")
def test_a_table_settled_by_hand(by_hand: ByHand) -> None:
    rules = bound(by_hand.game)
    task = make_task(rules, TaskName(rules.game.id, DRILL, by_hand.topic, by_hand.seed))
    assert task.view is not None
    lying = {str(seat.number): seat.cards for seat in task.view.seats if seat.player}
    lying |= {"dealer": task.view.dealer, "community": task.view.community, "box": task.view.box}
    assert {place: " ".join(cards) for place, cards in lying.items() if cards} == by_hand.cards
    done = [
        " ".join([str(move.seat), move.wager, move.do, *([str(worth(move.chips))] if move.do == "pay" else [])])
        for move in table(rules, task).right
    ]
    assert ", ".join(done) == by_hand.moves
