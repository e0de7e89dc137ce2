"""Rules Submissions: wagers, paytables, progressives, meters and limits, on both sides of each boundary."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.rulebook.clauses import clauses
from pitboss.rulebook.pays import ForOne, MeterShare, ToOne
from pitboss.rulebook.submission import check, check_data, default_data, merge
from rulebook.submissions import (
    COVER_ALL,
    DRAGON,
    LIR,
    ODD,
    SHOE,
    TOP5,
    TRIPS_A,
    UTH,
    Data,
    accepted,
    by,
    caps,
    definition,
    examine,
    minimums,
    paths,
    pays,
    refused,
    toml,
    trips,
)
from support import CARIBBEAN, GAMES, MISSISSIPPI, THREE


@pytest.mark.parametrize(
    ("game", "family"),
    [
        (DRAGON, "three_card_bonus"),
        (DRAGON, "dragon"),
        by("MD-TOP5 7.E(2)", TOP5, "top_five_bonus"),
        by("MD-TOP5 7.E(2)", TOP5, "poker_bonus"),
        by("MD-LIR 7.E(3)", LIR, "five_card_bonus"),
        by("MD-LIR 7.E(4)", LIR, "three_card_bonus"),
        by("MD-LIR 7.E(5)", LIR, "six_card_bonus"),
        by("MD-LIR 7.E(6)", LIR, "progressive"),
        (UTH, "trips"),
        by("TCP 6.9", THREE, "pair_plus"),
        by("CSP 6.9", CARIBBEAN, "five_card_bonus"),
        by("MST 6.9", MISSISSIPPI, "three_card_bonus"),
    ],
)
def test_optional_wagers_are_offered_if_the_submission_says_so(game: str, family: str) -> None:
    assert accepted(game).wager(family) is not None
    assert accepted(game, f"wagers.{family}.offered = false").wager(family) is None


def test_a_wager_that_is_not_named() -> None:
    """Off, unless the text itself offers it: then its limits and its letter are asked for (D-12)."""
    for game, family in ((TOP5, "poker_bonus"), (LIR, "six_card_bonus"), (LIR, "progressive"), (UTH, "cover_all")):
        data = default_data(game)
        del data["wagers"][family]
        checked = check_data(data)
        assert checked.terms is not None
        assert checked.terms.wager(family) is None
    for game, family in ((DRAGON, "three_card_bonus"), (UTH, "trips")):
        data = default_data(game)
        del data["wagers"][family]
        keys = {f.key.rsplit(".", 1)[1] for f in check_data(data).faults}
        assert keys == {"minimum", "maximum", "increment", "paytable"}


@pytest.mark.clause("MD-LIR 7.E(5)")
def test_the_six_card_bonus_needs_the_other_bonuses_only_by_choice() -> None:
    without = "wagers.five_card_bonus.offered = false\nwagers.three_card_bonus.offered = false\n"
    assert accepted(LIR, without).wager("six_card_bonus") is not None
    both = "readings.six_card_requires = 'base+five+three'\n"
    accepted(LIR, both)
    refused(LIR, both + without, "wagers.six_card_bonus.offered", "MD-LIR 7.E(5)")


@pytest.mark.clause("MD-LIR 7.E(3)")
def test_the_five_card_bonus_is_one_dollar() -> None:
    wager = accepted(LIR).wager("five_card_bonus")
    assert wager is not None
    assert (wager.minimum, wager.maximum, wager.increment) == (100, 100, 100)
    for wrong in (2, 5, "'0.99'", "'1.01'"):
        refused(LIR, f"wagers.five_card_bonus.amount = {wrong}", "wagers.five_card_bonus.amount", "MD-LIR 12.B")
    refused(LIR, "wagers.five_card_bonus.maximum = 5", "wagers.five_card_bonus.maximum", "MD-LIR 12.B")


def test_the_progressive_is_one_or_five_dollars() -> None:
    for right in (1, 5):
        wager = accepted(LIR, f"wagers.progressive.amount = {right}").wager("progressive")
        assert wager is not None
        assert (wager.minimum, wager.maximum, wager.increment) == (right * 100,) * 3
    for wrong in (2, 6, "'1.50'"):
        refused(LIR, f"wagers.progressive.amount = {wrong}", "wagers.progressive.amount", "MD-LIR 7.E(6)(a)")


def test_one_of_three_bets_is_not_a_wager_of_its_own() -> None:
    fault = refused(LIR, "wagers.bet_1.minimum = 5", "wagers.bet_1")
    assert fault.suggestion == 'did you mean "let_it_ride"?'


@pytest.mark.parametrize("key", ["minimum", "maximum", "increment"])
@pytest.mark.parametrize(
    ("game", "family"), [(DRAGON, "ante"), (TOP5, "poker_bonus"), (LIR, "let_it_ride"), (UTH, "trips")]
)
def test_limits_must_be_stated(game: str, family: str, key: str) -> None:
    data = default_data(game)
    del data["wagers"][family][key]
    assert [f.key for f in check_data(data).faults] == [f"wagers.{family}.{key}"]


def test_limits_of_a_wager_that_is_off_are_not_asked_for() -> None:
    data = default_data(TOP5)
    data["wagers"]["poker_bonus"] = {"offered": False}
    assert check_data(data).faults == ()


def test_the_minimum_is_at_most_the_maximum() -> None:
    accepted(TOP5, "wagers.ante = { minimum = 500, maximum = 500, increment = 5 }")
    refused(TOP5, "wagers.ante = { minimum = 505, maximum = 500, increment = 5 }", "wagers.ante.minimum")


def test_the_maximum_is_reached_in_whole_steps() -> None:
    accepted(TOP5, "wagers.ante = { minimum = 10, maximum = 100, increment = 15 }")
    fault = refused(TOP5, "wagers.ante = { minimum = 10, maximum = 99, increment = 15 }", "wagers.ante.maximum")
    assert fault.suggestion == "maximum = 85"


def test_equal_wagers_have_equal_limits() -> None:
    same = "wagers.ante = { minimum = 10, maximum = 100, increment = 10 }\n"
    accepted(UTH, same + "wagers.blind = { minimum = 10, maximum = 100, increment = 10 }")
    refused(UTH, same + "wagers.blind.minimum = 5", "wagers.blind.minimum", "MA-UTH 1 Blind")
    refused(DRAGON, "wagers.ante_bonus.maximum = 100", "wagers.ante_bonus.maximum", "MD-DRAGON 7.F(1)")


def test_keys_that_mean_nothing_for_a_wager_are_refused() -> None:
    refused(DRAGON, "wagers.play.maximum = 100", "wagers.play.maximum", "MD-DRAGON 1.B(3)")
    refused(DRAGON, "wagers.ante.amount = 5", "wagers.ante.amount")
    refused(LIR, "wagers.progressive.cards = 'three'", "wagers.progressive.cards")
    line = "[{ hand = 'royal_flush', pays = 5000, unit = 'to' }]"
    refused(LIR, f"wagers.let_it_ride.lines = {line}", "wagers.let_it_ride.lines", "MD-LIR 12.A")


def test_three_to_two_must_come_out_in_whole_cents() -> None:
    accepted(UTH, "wagers.ante = { minimum = 5, maximum = 6, increment = '0.02' }")
    fault = refused(UTH, "wagers.ante = { minimum = 5, maximum = 6, increment = '0.01' }", "wagers.ante.increment")
    assert fault.clause == "MA-UTH 11(c) Flush"
    assert "up_to_chip" in fault.suggestion
    refused(UTH, "wagers.ante = { minimum = '5.01', maximum = '5.01', increment = 1 }", "wagers.ante.minimum")
    accepted(UTH, "wagers.ante = { minimum = '5.02', maximum = '5.02', increment = '0.01' }")
    accepted(UTH, "wagers.trips = { minimum = '0.01', maximum = 1, increment = '0.01' }")
    accepted(TOP5, "wagers.ante = { minimum = '0.01', maximum = 1, increment = '0.01' }")


def test_rounding_up_needs_the_smallest_chip() -> None:
    refused(UTH, "breakage = 'up_to_chip'", "smallest_chip", "MA-UTH 11(c) Flush")
    terms = accepted(UTH, "breakage = 'up_to_chip'\nsmallest_chip = 1")
    assert (terms.breakage, terms.smallest_chip) == ("up_to_chip", 100)
    refused(
        UTH,
        "breakage = 'up_to_chip'\nsmallest_chip = '0.50'\nwagers.ante.minimum = '5.25'\nwagers.ante.maximum = '10.25'",
        "wagers.ante.minimum",
    )
    cent = "breakage = 'up_to_chip'\nsmallest_chip = '0.01'\n"
    refused(UTH, cent + "wagers.ante.increment = '0.01'", "wagers.ante.increment")


def test_a_fixed_amount_is_a_whole_number_of_chips() -> None:
    """The Progressive's $5 in chips of $2.50, and not of $2 or $10."""
    fifty = "{ minimum = 50, maximum = 100, increment = 50 }"
    defined = f"{definition(UTH)}wagers.ante = {fifty}\nwagers.trips = {fifty}\n"
    accepted(UTH, f"{defined}breakage = 'up_to_chip'\nsmallest_chip = '2.50'")
    for chip in (2, 10):
        fault = refused(UTH, f"{defined}breakage = 'up_to_chip'\nsmallest_chip = {chip}", "smallest_chip")
        assert fault.clause == "MA-UTH 11(c) Flush" and "$5" in fault.allowed


def test_an_exact_table_does_not_round() -> None:
    checked = examine(UTH, "smallest_chip = 1")
    assert checked.terms is not None
    assert checked.terms.smallest_chip == 1
    assert [n.key for n in checked.notices] == ["smallest_chip"]
    for game, clause in ((DRAGON, "MD-DRAGON 12.A"), (TOP5, "MD-TOP5 12.A"), (LIR, "MD-LIR 12.E(1)(b)")):
        refused(game, "breakage = 'up_to_chip'\nsmallest_chip = 1", "breakage", clause)


@pytest.mark.clause("MA-UTH 13(d)")
def test_cover_all_needs_the_automated_shoe_and_shuffler() -> None:
    assert accepted(UTH, SHOE + COVER_ALL).wager("cover_all") is not None
    by_hand = "dealing = { procedure = 'hand', shuffler = 'automated' }\n"
    alone = "dealing = { procedure = 'automated_shoe', shuffler = 'none' }\n"
    for elsewhere in ("", by_hand, alone):
        refused(UTH, elsewhere + COVER_ALL, "wagers.cover_all.offered", "MA-UTH 13(d)")


def test_cover_all_states_its_lowest_hand_and_its_approval() -> None:
    data = merge(default_data(UTH), toml(SHOE + COVER_ALL))
    del data["readings"]["cover_all_lowest"]
    assert [(f.key, f.clause) for f in check_data(data).faults] == [("readings.cover_all_lowest", "MA-UTH 13(b)")]
    lower = SHOE + COVER_ALL + "readings.cover_all_lowest = 'three_of_a_kind'"
    refused(UTH, lower, "readings.cover_all_lowest", "MA-UTH 13(b)")
    real = SHOE + COVER_ALL + "practice = false\noperator = 'O'\n"
    real += "approvals = { shoe_location = 'S', automated_shoe = 'A'"
    refused(UTH, real + "}", "approvals.cover_all", "MA-UTH 13(b)")
    accepted(UTH, real + ", cover_all = 'C' }")


def test_cover_all_has_a_column_for_every_number_of_hands() -> None:
    wager = accepted(UTH, SHOE + COVER_ALL).wager("cover_all")
    assert wager is not None
    full_house = {line.column: line.pay for line in wager.lines if line.hand == "full_house"}
    assert full_house == {7: ToOne(4), 6: ToOne(4), 5: ToOne(5), 4: ToOne(6), 3: ToOne(8), 2: ToOne(12)}


@pytest.mark.clause("MA-UTH 11(d)")
@pytest.mark.parametrize("hand", TRIPS_A)
def test_trips_may_pay_more_than_the_letter_never_less(hand: str) -> None:
    assert pays(accepted(UTH, trips()), "trips")[hand] == ToOne(TRIPS_A[hand])
    assert pays(accepted(UTH, trips(**{hand: TRIPS_A[hand] + 1})), "trips")[hand] == ToOne(TRIPS_A[hand] + 1)
    place = list(TRIPS_A).index(hand) + 1
    refused(UTH, trips(**{hand: TRIPS_A[hand] - 1}), f"wagers.trips.lines[{place}].pays", "MA-UTH 11(d)")


def test_a_custom_trips_table_is_complete_and_at_odds() -> None:
    terms = accepted(UTH, trips(full_house=10))
    wager = terms.wager("trips")
    assert wager is not None
    assert [x.hand for x in wager.lines] == list(TRIPS_A)
    assert wager.lines[3].clause == "MA-UTH 11(d) A Full house"
    refused(UTH, trips(two_pair=1), "wagers.trips.lines[8].hand")
    short = "wagers.trips.lines = [{ hand = 'royal_flush', pays = 50, unit = 'to' }]"
    refused(UTH, short, "wagers.trips.lines", "MA-UTH 11(d)")
    refused(UTH, trips().replace("'to' }]", "'for' }]"), "wagers.trips.lines[7].unit", "MA-UTH 11(d)")
    twice = trips().replace("]", ", { hand = 'flush', pays = 8, unit = 'to' }]")
    refused(UTH, twice, "wagers.trips.lines[8].hand")


@pytest.mark.parametrize(
    ("game", "clause"), [by("MD-DRAGON 7.F(4)", DRAGON, "MD-DRAGON 7.F(4)"), by("MA-UTH 14(a)", UTH, "MA-UTH 14(a)")]
)
def test_a_progressive_without_a_table_needs_a_complete_approved_definition(game: str, clause: str) -> None:
    assert accepted(game).wager("progressive") is None
    terms = accepted(game, definition(game))
    wager = terms.wager("progressive")
    assert wager is not None
    assert (wager.minimum, wager.maximum, wager.increment, wager.paytable) == (500, 500, 500, "")
    assert [(m.name, m.rate, m.initial, m.reset) for m in terms.meters] == [("Jackpot", 100_000, 50_000, 40_000)]
    assert (terms.progressive_cards, terms.envy) == ("three" if game == DRAGON else "seven", ())
    assert [x.pay for x in wager.lines] == [MeterShare("Jackpot", 100), ForOne(2)]
    real = definition(game) + "practice = false\noperator = 'O'\napprovals = { layout = 'L', shoe_location = 'S'"
    refused(game, real + "}", "approvals.progressive", clause)
    accepted(game, real + ", progressive = 'P' }")
    empty = examine(game, "wagers.progressive.offered = true")
    assert {f.key.rsplit(".", 1)[1] for f in empty.faults} == {"amount", "cards", "lines"}
    assert {f.clause for f in empty.faults} == {clause}
    refused(game, definition(game, cards="nine"), "wagers.progressive.cards", clause)


def test_the_ultimate_texas_progressive_may_look_at_the_flop_only() -> None:
    assert accepted(UTH, definition(UTH, cards="hole_and_flop")).progressive_cards == "hole_and_flop"


@pytest.mark.clause("MA-UTH 14(a)")
@pytest.mark.parametrize("amount", ["4", "6", "'4.99'", "'5.01'"])
def test_the_ultimate_texas_progressive_is_five_dollars(amount: str) -> None:
    refused(UTH, definition(UTH, amount), "wagers.progressive.amount", "MA-UTH 14(a)")


def test_the_ultimate_texas_progressive_needs_trips() -> None:
    off = definition(UTH) + "wagers.trips.offered = false\n"
    refused(UTH, off, "wagers.progressive.offered", "MA-UTH 14(b)/1")
    accepted(UTH, off + "readings.progressive_requires_trips = false")


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ('hand = "trips"', 'hand = "tripps"', "wagers.progressive.lines[1].hand"),
        ('hand = "high_card"', 'hand = "three_dragons"', "wagers.progressive.lines[2].hand"),
        ("pays = 100", "pays = 101", "wagers.progressive.lines[1].pays"),
        (', meter = "Jackpot"', "", "wagers.progressive.lines[1].meter"),
        ('unit = "for"', 'unit = "for", meter = "Jackpot"', "wagers.progressive.lines[2].meter"),
        ("meters.Jackpot", "meters.Jackpott", "meters.Jackpott"),
        ('rate = "10", ', "", "meters.Jackpot.rate"),
        (", reset = 400", "", "meters.Jackpot.reset"),
    ],
)
def test_a_definition_is_checked_line_by_line(old: str, new: str, key: str) -> None:
    text = definition(DRAGON)
    assert old in text
    assert key in [f.key for f in examine(DRAGON, text.replace(old, new)).faults]


def test_let_it_ride_payout_limit() -> None:
    assert accepted(LIR, "limits.payout_limit = 'none'").limits == ()
    key = "limits.payout_limit"
    refused(LIR, "limits.payout_limit = '999999.99'", key, "MD-LIR 2.B(10)")
    (limit,) = accepted(LIR, "limits.payout_limit = 1000000").limits
    assert (limit.clause, limit.cents) == ("MD-LIR 2.B(10)", 100_000_000)
    assert limit.wagers == ("bet_1", "bet_2", "bet_3", "five_card_bonus", "three_card_bonus", "six_card_bonus")
    b = "wagers.six_card_bonus.paytable = 'B'\n"
    refused(LIR, b + "limits.payout_limit = 99999", key, "MD-LIR 2.B(10)")
    accepted(LIR, b + "limits.payout_limit = 100000")
    off = "wagers.six_card_bonus.offered = false\n"
    refused(LIR, off + "limits.payout_limit = 19999", key, "MD-LIR 2.B(10)")
    accepted(LIR, off + "limits.payout_limit = 20000")
    refused(LIR, "limits.payout_limit = 0", key)


@pytest.mark.parametrize(("game", "clause"), [(DRAGON, ""), (TOP5, ""), (UTH, "MA-UTH 11(e)")])
def test_no_other_game_lets_the_operator_limit_payouts(game: str, clause: str) -> None:
    """Only one of these books has limits of its own; the others say nothing, and no clause is cited for that."""
    fault = refused(game, "limits.payout_limit = 1000000", "limits.payout_limit")
    assert (fault.clause, fault.reading) == (clause, "")


def test_ultimate_texas_payout_limits() -> None:
    assert caps("") == [("MA-UTH 11(e)", 50_000), ("MA-UTH 14(d)", 75_000)]
    assert caps("readings.payout_cap_mode = '50000_only'") == [("MA-UTH 11(e)", 50_000)]
    assert caps("readings.payout_cap_mode = '75000_only'") == [("MA-UTH 14(d)", 75_000)]
    first, second = accepted(UTH).limits
    assert first.wagers == ("ante", "play", "blind", "trips")
    assert second.wagers == ("ante", "play", "blind", "trips", "cover_all")


@pytest.mark.parametrize(
    ("ante", "side", "limit"),
    [(90, 90, 50_000), (91, 91, 50_505), (99, 1, 50_045), (100, 1, 50_550), (135, 135, 74_925), (136, 136, 75_480)],
)
def test_the_limit_of_11e_follows_the_minimum_wagers(ante: int, side: int, limit: int) -> None:
    """Ante × (1 + 4 + 500) + Trips × 50, once that is above $50,000."""
    checked = examine(UTH, minimums(ante, side))
    assert checked.terms is not None
    assert checked.terms.limits[0].cents == limit * 100
    assert [n.clause for n in checked.notices] == (["MA-UTH 14(d)"] if limit > 75_000 else [])


def test_the_limit_of_11e_without_trips_and_with_richer_trips() -> None:
    off = "wagers.ante = { minimum = 100, maximum = 100, increment = 1 }\nwagers.trips.offered = false\n"
    assert caps(off)[0] == ("MA-UTH 11(e)", 50_500)
    assert caps(minimums(100, 1) + trips(royal_flush=1000))[0] == ("MA-UTH 11(e)", 51_500)


def test_match_play_is_refused_with_its_reading() -> None:
    fault = refused(UTH, "match_play = { offered = true }", "match_play", "MA-UTH 6(a)/1")
    assert fault.reading == "U-28"
    refused(LIR, "match_play = { offered = true }", "match_play")


@settings(deadline=None, max_examples=200)
@given(st.data())
def test_any_change_gives_terms_or_faults(draw: st.DataObject) -> None:
    data = default_data(draw.draw(st.sampled_from(GAMES)))
    for _ in range(draw.draw(st.integers(1, 3))):
        *way, last = draw.draw(st.sampled_from(paths(data)))
        change: Data = {last: draw.draw(ODD)}
        for key in reversed(way):
            change = {key: change}
        data = merge(data, change)
    checked = check_data(data)
    assert (checked.terms is None) == bool(checked.faults)
    assert all(f.clause in clauses() for f in (*checked.faults, *checked.notices) if f.clause)


@settings(deadline=None, max_examples=200)
@given(st.text(alphabet="ab=[]{}.,#'\"\\\n 1-", max_size=40))
def test_any_text_gives_terms_or_faults(text: str) -> None:
    assert check(text).faults


@pytest.mark.parametrize("game", [DRAGON, TOP5])
def test_a_held_dealer_stack_leaves_no_stub_to_complete_from(game: str) -> None:
    """X-07 completes after all stacks, the dealer's included; a held stack comes out after the decisions (D-23)."""
    dealing = {"procedure": "automated_shoe", "shuffler": "automated"}
    for stack, way, faults in (
        ("held", "complete_from_stub", 1),
        ("held", "void", 0),
        ("delivered", "complete_from_stub", 0),
    ):
        readings = {"dealer_stack": stack, "face_up_in_stack": way}
        checked = check_data(merge(default_data(game), {"dealing": dealing, "readings": readings}))
        assert [f.key for f in checked.faults] == ["readings.face_up_in_stack"] * faults
