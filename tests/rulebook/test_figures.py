"""Every figure of the texts, line by line: our data says what the second transcription says, and the engine pays it
to the cent for cards that make exactly that hand, and not for the next hand below."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from pitboss.play.table import Table
from pitboss.rulebook.book import book
from pitboss.rulebook.pays import dollars
from pitboss.rulebook.submission import check_data, default_data, merge
from pitboss.table import events as e
from rulebook import figures as f
from support import LIR, UTH, events, finish, net, rules, seated

Choices = dict[int, dict[str, str]]
"""Position → step → choice."""


def lines(*wagers: str, doc: str = "") -> list[object]:
    """The lines of these wagers (or of all that the other tests leave), one case each."""
    apart = ("progressive", "envy", "cover_all")
    chosen = [x for x in f.LINES if (x.wager in wagers if wagers else x.wager not in apart) and doc in x.doc]
    return [pytest.param(x, id=f"{x.clause}: {x.words}", marks=pytest.mark.clause(x.clause)) for x in chosen]


def cases(rows: Sequence[tuple[Any, ...]]) -> list[object]:
    """Rows that begin with the clause they prove."""
    return [pytest.param(*row, marks=pytest.mark.clause(row[0])) for row in rows]


def as_in_our_data(line: f.Line) -> None:
    """The same figure, hands and clause stand in the same place of our table."""
    data, letter = book(line.game), line.letter
    if line.wager == "envy":
        (envy,) = [t for t in data.envy if (t.letter, t.wager) == (letter, line.amount * 100)]
        ours, family = envy.lines, "progressive"
    elif line.wager == "cover_all":
        again = letter == "7 (f)"
        (table,) = [
            t for t in data.paytables if (t.family, t.column, t.repeats) == ("cover_all", int(letter[0]), again)
        ]
        ours, family = table.lines, line.wager
    else:
        (table,) = [t for t in data.paytables if (t.family, t.letter) == (line.wager, letter)]
        ours, family = table.lines, line.wager
    assert len(ours) == len(line.table)
    here = ours[line.place]
    taken = {hand for above in ours[: line.place] for hand in data.named(family, above.hand)}
    named = [hand for hand in data.named(family, here.hand) if hand not in taken]
    assert (here.clause, here.pay, sorted(named)) == (line.clause, f.as_pay(line), sorted(f.covered(line, line.place)))


def paid_by(line: f.Line, hand: str) -> str | None:
    """The clause under which the text pays the hand; None where it does not."""
    place = f.place_of(line, hand)
    return None if place is None else f.clause(line, place)


@pytest.mark.parametrize("line", lines())
def test_each_line_is_paid_as_the_text_states_it(line: f.Line) -> None:
    as_in_our_data(line)
    for hand, deal in f.near(line):
        t = f.play_one(line, deal)
        assert set(f.brings(t, 1, line)) == {f.owed(line, hand, f.stake(line) * 100)}, (hand, deal)
        under = {x.clause for x in events(t, e.WagerSettled) if x.wager in f.BETS.get(line.wager, (line.wager,))}
        assert f.place_of(line, hand) is None or under == {paid_by(line, hand)}, (hand, deal)


@pytest.mark.parametrize("line", lines("progressive"))
@pytest.mark.parametrize("amount", [1, 5])
def test_each_progressive_line_is_paid_from_its_meter_or_by_the_house(line: f.Line, amount: int) -> None:
    as_in_our_data(line)
    for hand, deal in f.near(line):
        t = f.play_progressive(line.letter, amount, deal)
        reads = f.at_turn(t, amount)
        assert f.brings(t, 1, line) == [f.owed(line, hand, amount * 100, reads)], (hand, deal)
        (settled,) = [x for x in events(t, e.WagerSettled) if x.wager == "progressive"]
        place = f.place_of(line, hand)
        assert place is None or settled.clause == f.clause(line, place), (hand, deal)
        paid = line.table[place][1] if place is not None else ""
        for meter in t.rules.terms.meters:
            share, _, name = paid.partition(" percent of ")
            left: int | Fraction = reads[meter.name]
            if name and f.METERS[name] == meter.name:  # a full hit resets it, a share leaves the rest (L-26)
                left = meter.reset if share == "100" else left - (settled.won + settled.back)
            assert t.meters[meter.name] == left * f.MICRO, (hand, meter.name)


@pytest.mark.parametrize("line", lines("envy"))
def test_each_envy_line_is_paid_to_another_player_with_a_progressive_wager(line: f.Line) -> None:
    as_in_our_data(line)
    for hand, deal in f.near(line):
        t = f.play_envy(line.letter, line.amount, deal)
        assert (net(t, 2, "envy"), net(t, 1, "envy")) == (f.owed(line, hand, line.amount * 100), 0), (hand, deal)
        under = [(x.seat, x.of_seat, x.clause) for x in events(t, e.EnvyPaid)]
        assert under == ([(2, 1, paid_by(line, hand))] if f.place_of(line, hand) is not None else []), (hand, deal)


@pytest.mark.parametrize("line", lines("cover_all"))
def test_each_cover_all_line_is_paid_for_the_hands_dealt_whoever_holds_the_highest(line: f.Line) -> None:
    as_in_our_data(line)
    players = int(line.letter[0]) - 1  # the dealer's hand is counted in (U-02)
    ways = dict(reversed(f.near(line)))  # one way to make each hand
    for hand, deal in ways.items():
        for holder in ("seat1", f"seat{players}", "dealer"):
            t = f.play_cover_all(players, deal, holder)
            assert f.brings(t, 1, line) == [f.owed(line, hand, 1000)], (hand, holder)
            (settled,) = [x for x in events(t, e.WagerSettled) if x.wager == "cover_all"]
            if hand in f.covered(line, line.place):
                assert settled.clause == line.clause.replace("13(f)", "13(k) 7")


# --- meters and limits ----------------------------------------------------------------------------------------------

_FIRST_OF_LETTER = {x["letter"]: n for n, x in reversed(list(enumerate(f.WRITTEN["meter"])))}


def meter_clause(place: int) -> str:
    """A, B and C have one meter; D, E and F number theirs."""
    letter = f.WRITTEN["meter"][place]["letter"]
    number = "" if letter in "ABC" else f"({('i', 'ii', 'iii')[place - _FIRST_OF_LETTER[letter]]})"
    return f"MD-LIR 12.F(2)({letter.lower()}){number}"


@pytest.mark.parametrize(
    ("place", "meter"),
    [
        pytest.param(n, x, id=f"{x['letter']} {x['name']}", marks=pytest.mark.clause(meter_clause(n)))
        for n, x in enumerate(f.WRITTEN["meter"])
    ],
)
def test_each_meter_starts_and_resets_at_no_less_than_its_figure(place: int, meter: dict[str, str]) -> None:
    letter, name, cents = (
        meter["letter"],
        f.METERS[meter["name"]],
        int(meter["minimum"].strip("$").replace(",", "")) * 100,
    )
    ours = {(m.letter, m.name): (m.minimum, m.clause) for m in book(LIR).meters}
    assert ours[letter, name] == (cents, meter_clause(place))
    terms = f.progressive_terms(letter, 1)
    assert check_data(merge(default_data(LIR), terms)).faults == ()
    for key in ("initial", "reset"):
        low = {**terms["meters"], name: {**terms["meters"][name], key: f"{cents // 100 - 1}.99"}}
        faults = check_data(merge(default_data(LIR), {**terms, "meters": low})).faults
        assert [x.clause for x in faults] == [meter_clause(place)]
    assert dict(rules(LIR, **terms).opening().meters)[name] == cents * f.MICRO
    table = f.table_of("MD-LIR", "progressive", letter)
    hit = next(n for n, (_, pays) in enumerate(table.table) if pays == f"100 percent of {_meter_word(meter)}")
    deal = dict(f.near(table._replace(place=hit)))[f.covered(table, hit)[0]]
    assert f.play_progressive(letter, 1, deal).meters[name] == cents * f.MICRO


def _meter_word(meter: dict[str, str]) -> str:
    return "meter" if meter["name"] == "Progressive" else meter["name"]


ROYAL = {"seat1": "As Ks", "community": "Qs Js Ts 7h 5d", "dealer": "3c 3d"}
"""Ante 1 to 1, Blind 500 to 1, Play 1 to 1 on four antes, Trips (A) 50 to 1, Cover All with one player 200 to 1."""
FOUR_TIMES = {1: {"preflop": "play_4x"}}
JACKPOT = {
    "amount": 5,
    "cards": "seven",
    "lines": [{"hand": "royal_flush", "pays": 100, "unit": "meter", "meter": "Progressive"}],
}
JACKPOT_METER = {"Progressive": {"rate": "5", "initial": 10000, "reset": 10000}}


def cuts(t: Table) -> list[tuple[str, str]]:
    return [(x.clause, dollars(x.cents)) for x in events(t, e.PayoutCut)]


LIMITS = [  # ante, trips, cover all, minimum ante → what is cut off, by which limit
    ("MA-UTH 11(e)", (90, 91, 0, 5), []),  # 90 x 505 + 91 x 50 = 50,000
    ("MA-UTH 11(e)", (90, 92, 0, 5), ["$50"]),
    ("MA-UTH 11(e)", (100, 0, 0, 5), ["$100", "$400"]),  # the Blind's last 100, and the whole Play
    ("MA-UTH 11(e)", (100, 1, 0, 100), []),  # at a minimum of 100 and 1 one patron could win 50,550
    ("MA-UTH 11(e)", (100, 2, 0, 100), ["$50"]),
    ("MA-UTH 14(d)", (90, 91, 125, 5), []),  # 50,000 + 125 x 200 = 75,000
    ("MA-UTH 14(d)", (90, 91, 126, 5), ["$200"]),
]


@pytest.mark.parametrize(("clause", "placed", "cut"), cases(LIMITS))
def test_each_payout_limit_cuts_what_exceeds_its_figure(clause: str, placed: tuple[int, ...], cut: list[str]) -> None:
    (limit,) = [x for x in f.WRITTEN["limit"] if f"{x['doc']} {x['section']}" == clause]
    (ours,) = [x for x in book(UTH).limits if x.clause == clause]
    named = [w for w in ("ante", "play", "blind", "trips") if w in limit["words"]]
    every_bet = [w.id for w in book(UTH).wagers if w.id != "progressive"]
    assert (dollars(ours.cents), sorted(ours.wagers)) == (limit["amount"], sorted(named or every_bet))
    ante, trips, cover_all, least = placed
    offered = {"ante": {"minimum": least}, "cover_all": {"offered": True, "maximum": 500}}
    t = f.open_table(UTH, ROYAL, "automated_shoe", wagers=offered)
    more = {w: n for w, n in (("trips", trips), ("cover_all", cover_all)) if n}
    finish(seated(t, 1, ante=ante, blind=ante, **more), FOUR_TIMES)
    assert cuts(t) == [(clause, x) for x in cut]
    won = {w: net(t, 1, w) for w in ("ante", "blind", "play", "trips", "cover_all")}
    odds = {"ante": ante, "blind": ante * 500, "play": ante * 4, "trips": trips * 50, "cover_all": cover_all * 200}
    assert won == {w: n * 100 for w, n in odds.items()}, "each wager shows its odds, the cut is a line of its own"


@pytest.mark.clause("MA-UTH 14(d)")
def test_the_progressive_is_not_counted_in_the_limit_of_all_bets() -> None:
    offered = {"progressive": JACKPOT, "cover_all": {"offered": True, "maximum": 500}}
    t = f.open_table(UTH, ROYAL, "automated_shoe", wagers=offered, meters=JACKPOT_METER)
    finish(seated(t, 1, ante=90, blind=90, trips=91, cover_all=125, progressive=5), FOUR_TIMES)
    (jackpot,) = [x for x in events(t, e.WagerSettled) if x.wager == "progressive"]
    assert jackpot.won >= f.READS["Progressive"] and cuts(t) == []


# --- the sentences above the tables ---------------------------------------------------------------------------------

SELECTED = [  # the operator's choice: wager, its letters, hands that tell the letters apart
    ("MD-DRAGON 12.B", "ante_bonus", "AB", ("three_phoenix",)),
    ("MD-DRAGON 12.C", "three_card_bonus", "AB", ("three_tigers",)),
    ("MD-DRAGON 12.D", "dragon", "A", ("three_red_dragons",)),
    ("MD-TOP5 12.B", "top_five_bonus", "ABC", ("cards_7", "cards_6")),
    ("MD-TOP5 12.Bbis", "poker_bonus", "ABC", ("three_of_a_kind",)),
    ("MD-LIR 12.A", "let_it_ride", "ABC", ("royal_flush",)),
    ("MD-LIR 12.B", "five_card_bonus", "ABCDEFG", ("royal_flush", "four_of_a_kind", "three_of_a_kind")),
    ("MD-LIR 12.C", "three_card_bonus", "ABC", ("straight", "flush")),
    ("MD-LIR 12.D", "six_card_bonus", "AB", ("super_royal_diamonds",)),
    ("MA-UTH 11(d)", "trips", "ABCD", ("full_house", "flush")),
]


@pytest.mark.parametrize(("clause", "wager", "letters", "hands"), cases(SELECTED))
def test_the_table_in_force_is_the_one_selected(clause: str, wager: str, letters: str, hands: tuple[str, ...]) -> None:
    seen = set()
    for letter in letters:
        table = f.table_of(clause.split()[0], wager, letter)
        ways = dict(reversed(f.LADDER[table.game, f.ladder_of(table)]))
        brought = tuple(f.brings(f.play_one(table, ways[hand]), 1, table)[0] for hand in hands)
        assert brought == tuple(f.owed(table, hand, f.stake(table) * 100) for hand in hands)
        seen.add(brought)
    assert len(seen) == len(letters), "the letters pay differently"
    beyond = {"wagers": {wager: {"paytable": chr(ord(letters[-1]) + 1)}}}
    assert [x.clause for x in check_data(merge(default_data(table.game), beyond)).faults] == [clause]


@pytest.mark.clause("MA-UTH 11(d)")
def test_trips_may_pay_more_than_the_selected_table_but_not_less() -> None:
    hands = ("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight", "three_of_a_kind")
    least = dict(zip(hands, (50, 40, 30, 9, 7, 4, 3), strict=True))
    for flush, accepted in ((8, True), (7, True), (6, False)):
        own = [{"hand": h, "pays": n, "unit": "to"} for h, n in {**least, "flush": flush}.items()]
        chosen: dict[str, Any] = {"wagers": {"trips": {"paytable": "A", "lines": own}}}
        faults = check_data(merge(default_data(UTH), chosen)).faults
        assert [x.clause.startswith("MA-UTH 11(d)") for x in faults] == ([] if accepted else [True])
        if accepted:
            deal = dict(f.LADDER[UTH, "seven"])["flush"]
            t = finish(seated(f.open_table(UTH, deal, **chosen), 1, trips=10))
            assert net(t, 1, "trips") == flush * 1000


def round_of(
    clause: str,
    deal: f.Deal,
    brings: dict[str, int],
    *,
    choices: Choices | None = None,
    terms: dict[str, Any] | None = None,
    **wagers: int,
) -> object:
    """clause → the cards and wagers of position 1 → what each wager brings, in cents."""
    return pytest.param(deal, brings, choices, terms or {}, wagers, clause.split()[0], marks=pytest.mark.clause(clause))


def progressive_round(clause: str, letter: str, deal: f.Deal, cents: int) -> object:
    return round_of(clause, deal, {"progressive": cents}, progressive=1, terms=f.progressive_terms(letter, 1))


FIVE_CARD_ROYAL = {"seat1": "As Ks Ts", "community": "Qs Js"}
THREE_CARD_ROYAL = {"seat1": "As Ks Qs", "community": "9c 4d"}
METER = 1234572 - 100  # the meter, a nickel from this wager in it, less the dollar it cost
BOARD = "Qs Js Ts 9h 8d"  # a straight for everybody
BEATEN = {"seat1": "TI TI TI", "dealer": "PH PH PH"}
PAYS_A_DOLLAR = {"wagers": {"five_card_bonus": {"paytable": "B"}}}
ROUNDS = [
    round_of("MD-DRAGON 12.B", BEATEN, {"ante_bonus": -1000}),  # only a winning wager is paid
    round_of("MD-DRAGON 12.B", {"seat1": "PH PH PH", "dealer": "GD PH PH"}, {"ante_bonus": 0}),
    round_of("MD-DRAGON 12.C", BEATEN, {"three_card_bonus": 15000, "ante": -1000}, three_card_bonus=10),
    round_of("MD-DRAGON 12.D", {"seat1": "GD RA MO"}, {"dragon": 5000}, dragon=10, choices={1: {"decide": "fold"}}),
    round_of("MD-LIR 12.B", {"seat1": "Th Td 2c", "community": "3s 4h"}, {"five_card_bonus": 0}, five_card_bonus=1,
             terms=PAYS_A_DOLLAR),
    progressive_round("MD-LIR 12.E", "A", FIVE_CARD_ROYAL, METER),
    progressive_round("MD-LIR 12.E", "A", THREE_CARD_ROYAL, -100),
    progressive_round("MD-LIR 12.E(2)", "B", FIVE_CARD_ROYAL, -100),
    progressive_round("MD-LIR 12.E(2)", "B", THREE_CARD_ROYAL, METER),
    progressive_round("MD-LIR 12.E(3)", "C", FIVE_CARD_ROYAL, -100),
    progressive_round("MD-LIR 12.E(3)", "C", THREE_CARD_ROYAL, METER),
    round_of("MA-UTH 11(c)", {"seat1": "2h 3d", "community": BOARD, "dealer": "4c 4h"}, {"blind": 0}),  # a tie
    round_of("MA-UTH 11(c)", {"seat1": "2h 3d", "community": BOARD, "dealer": "Kc 4h"}, {"blind": -1000}),
    round_of("MA-UTH 11(c)", {"seat1": "Kh 3d", "community": BOARD, "dealer": "4c 4h"}, {"blind": 1000}),
    round_of("MA-UTH 11(c)", {"seat1": "4s 3s", "community": BOARD, "dealer": "Kc 4h"}, {"blind": 2250},
             ante=15, blind=15),
]  # fmt: skip


@pytest.mark.parametrize(("deal", "brings", "choices", "terms", "wagers", "doc"), ROUNDS)
def test_what_the_sentence_above_the_table_decides(
    deal: f.Deal,
    brings: dict[str, int],
    choices: Choices | None,
    terms: dict[str, Any],
    wagers: dict[str, int],
    doc: str,
) -> None:
    t = finish(seated(f.open_table(f.GAME[doc], deal, **terms), 1, **wagers), choices)
    assert {w: net(t, 1, w) for w in brings} == brings


@pytest.mark.clause("MD-LIR 12.F(1)")
def test_the_meter_grows_by_its_rate_of_every_progressive_wager_exactly() -> None:
    meters = {"Progressive": {"rate": "2.5", "initial": 1000, "reset": 1000}}
    t = f.open_table(LIR, {}, meters=meters)
    finish(seated(seated(t, 1), 2, 3, 4, progressive=1))
    assert t.meters["Progressive"] == 1234567 * f.MICRO + 3 * 2_500_000  # two and a half cents from each of three


@pytest.mark.clause("MD-LIR 12.F(2)")
def test_initial_and_reset_amounts_are_two_figures_of_the_submission() -> None:
    meters = {"Progressive": {"rate": "5", "initial": 2000, "reset": 1500}}
    assert dict(rules(LIR, meters=meters).opening().meters) == {"Progressive": 200_000 * f.MICRO}
    t = f.open_table(LIR, dict(f.LADDER[LIR, "five"])["royal_flush"], meters=meters)
    assert finish(seated(t, 1, progressive=1)).meters == {"Progressive": 150_000 * f.MICRO}


TURNS = [  # position 2 is paid before position 1: the meter reads 12,345.67 and two nickels
    ("two straight flushes", "9s Ts Js", "4s 5s 6s", "7s 8s", (123457, 111112)),  # 10 % of 12,345.77, then of 11,111.20
    ("royal flush first", "As Ks Qs", "9s 8s 7s", "Js Ts", (1234577, 10000)),  # all of it, then 10 % of the reset 1,000
    ("straight flush first", "9s 8s 7s", "As Ks Qs", "Js Ts", (123457, 1111120)),
]


@pytest.mark.parametrize(
    ("second", "first", "community", "paid"),
    [pytest.param(*x[1:], id=x[0], marks=pytest.mark.clause("MD-LIR 12.G")) for x in TURNS],
)
def test_each_hand_is_paid_what_the_meter_reads_at_its_turn(
    second: str, first: str, community: str, paid: tuple[int, int]
) -> None:
    deal = {"seat1": first, "seat2": second, "community": community}
    t = finish(seated(f.open_table(LIR, deal, **f.progressive_terms("A", 1)), 1, 2, progressive=1))
    assert (net(t, 2, "progressive") + 100, net(t, 1, "progressive") + 100) == paid


SPADES = {"seat1": "As Ks Qs", "community": "Js Ts"}
"""Ace, king and queen of spades in three cards, a royal flush in five."""
ENVY = [  # clause, amount of the receiver's wager → what it brings him under A, B, C, D, E, F
    ("MD-LIR 12.H(2)", 1, (1000, 100, 100, 1000, 1000, 1000)),
    ("MD-LIR 12.I", 1, (1000, 100, 100, 1000, 1000, 1000)),
    ("MD-LIR 12.J", 5, (5000, 500, 500, 5000, 5000, 5000)),
]


@pytest.mark.parametrize(("clause", "amount", "sums"), cases(ENVY))
def test_envy_follows_the_letter_of_the_progressive_and_its_amount(
    clause: str, amount: int, sums: tuple[int, ...]
) -> None:
    for letter, dollars_ in zip("ABCDEF", sums, strict=True):
        t = f.play_envy(letter, amount, SPADES)
        assert net(t, 2, "envy") == dollars_ * 100, letter


@pytest.mark.clause("MD-LIR 12.H")
def test_envy_goes_to_everyone_else_with_a_progressive_wager_and_to_nobody_without() -> None:
    t = f.open_table(LIR, SPADES, **f.progressive_terms("A", 1))
    finish(seated(seated(t, 1, 2, 5, progressive=1), 3))
    assert [net(t, seat, "envy") for seat in (1, 2, 3, 5)] == [0, 100_000, 0, 100_000]
    assert t.meters["Progressive"] == 100_000 * f.MICRO, "the house pays it, the meter shows its reset amount"


@pytest.mark.clause("MD-LIR 12.H(1)")
@pytest.mark.parametrize(("holder", "receiver", "sum_"), [(0, 1, 300), (1, 1, 300), (0, 5, 1500), (5, 5, 1500)])
def test_the_receivers_wager_sets_the_envy_bonus_not_the_holders(holder: int, receiver: int, sum_: int) -> None:
    deal = {"seat1": "Ks Qs 9s", "community": "Js Ts"}
    t = f.open_table(LIR, deal, **f.progressive_terms("A", receiver))
    finish(seated(seated(t, 1, **({"progressive": holder} if holder else {})), 2, progressive=receiver))
    assert (net(t, 1, "envy"), net(t, 2, "envy")) == (0, sum_ * 100)


COLUMNS = [  # what a hand pays to one, with one to six players beside the dealer
    ("MA-UTH 13(c)", "royal_flush", (200, 150, 125, 100, 80, 70)),
    ("MA-UTH 13(k)", "full_house", (12, 8, 6, 5, 4, 4)),
    ("MA-UTH 13(k)", "straight_flush", (100, 80, 70, 40, 40, 30)),
]


@pytest.mark.parametrize(("clause", "hand", "odds"), cases(COLUMNS))
def test_cover_all_pays_by_the_number_of_players_in_the_round(clause: str, hand: str, odds: tuple[int, ...]) -> None:
    deal = dict(reversed(f.LADDER[UTH, "seven"]))[hand]
    brought = [net(f.play_cover_all(players, deal), 1, "cover_all") for players in range(1, 7)]
    assert brought == [n * 1000 for n in odds]


@pytest.mark.clause("MA-UTH 13(c)")
def test_a_fold_does_not_change_the_number_of_players_in_the_round() -> None:
    deal = dict(f.LADDER[UTH, "seven"])["royal_flush"]
    t = f.open_table(UTH, deal, "automated_shoe", wagers={"cover_all": {"offered": True}})
    finish(seated(seated(t, 2, 3), 1, cover_all=10), {2: {"final": "fold"}, 3: {"final": "fold"}})
    assert net(t, 1, "cover_all") == 125 * 1000


@pytest.mark.clause("MA-UTH 13(f)")
def test_seven_hands_are_six_players_and_the_dealer() -> None:
    for hand, odds in (("royal_flush", 70), ("straight_flush", 30), ("four_of_a_kind", 20), ("full_house", 4)):
        deal = dict(reversed(f.LADDER[UTH, "seven"]))[hand]
        assert net(f.play_cover_all(6, deal, "dealer"), 1, "cover_all") == odds * 1000
    seven = check_data(merge(default_data(UTH), {"positions": 7})).faults
    assert [x.clause for x in seven] == ["MA-UTH 13(k)"]


HIGHEST = [  # the board is 9s 8s 7s Qh Qd; the cards of two players and the dealer → what three hands pay
    ("MA-UTH 13(g)/1", "Qs 9d", "Qc 8d", "6s 5s", 80),  # two full houses and the dealer's straight flush: one payment
    ("MA-UTH 13(g)/1", "Qs 9d", "Qc 8d", "2c 3d", 8),
    ("MA-UTH 13(g)/2", "2c 3d", "6s 5s", "Qc 2h", 80),  # the text's own example
    ("MA-UTH 13(b)", "2c 3d", "2h 4d", "Qs 9d", 8),  # the dealer's
    ("MA-UTH 13(b)", "2c 3d", "Qs 9d", "2h 4d", 8),  # another player's
    ("MA-UTH 13(b)", "2c 3d", "As 2s", "2h 4d", -1),  # a flush is on no line (U-01)
]


@pytest.mark.parametrize(("clause", "bettor", "other", "dealer", "odds"), cases(HIGHEST))
def test_cover_all_pays_once_for_the_highest_hand_at_the_table(
    clause: str, bettor: str, other: str, dealer: str, odds: int
) -> None:
    deal = {"seat1": bettor, "seat2": other, "dealer": dealer, "community": "9s 8s 7s Qh Qd"}
    t = f.open_table(UTH, deal, "automated_shoe", wagers={"cover_all": {"offered": True}})
    finish(seated(t, 1, 2, cover_all=10))
    assert [net(t, seat, "cover_all") for seat in (1, 2)] == [odds * 1000] * 2
    assert len([x for x in events(t, e.WagerSettled) if x.wager == "cover_all"]) == 2


def test_neither_transcription_has_a_table_the_other_lacks() -> None:
    texts = {(x.doc, x.wager, x.letter, x.amount) for x in f.LINES}
    ours = set()
    for doc, game in f.GAME.items():
        for t in book(game).paytables:
            letter = f"{t.column}{' (f)' if t.repeats else ''}" if t.family == "cover_all" else t.letter
            ours.add((doc, t.family, letter, 0))
        ours |= {(doc, "envy", t.letter, t.wager // 100) for t in book(game).envy}
    assert ours == texts
    assert len(book(LIR).meters) == len(f.WRITTEN["meter"]) and len(book(UTH).limits) == len(f.WRITTEN["limit"])
