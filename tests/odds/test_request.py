"""What can be asked for, what it means, and that every mistake is refused with what is allowed."""

from fractions import Fraction
from typing import Any

import pytest

import pitboss
from pitboss.odds.api import odds
from pitboss.odds.request import BadRequest, Request, asked, base_of, lawful_stake, wagers_of
from pitboss.odds.request_terms import limited
from pitboss.odds.typed import typed_table
from pitboss.rulebook.book import book
from pitboss.rulebook.submission import check_data, default_data, default_submission, merge
from pitboss.rulebook.terms import Terms, WagerTerms
from support import GAMES

DRAGON, TOP5, LIR, UTH = GAMES
SUBMISSION = default_submission(UTH)


def _terms(game: str, **changes: Any) -> Terms:
    checked = check_data(merge(default_data(game), changes))
    assert checked.terms is not None, checked.faults
    return checked.terms


def _rows(game: str, **options: Any) -> list[tuple[str, str | None]]:
    return [(row.wager, row.paytable) for row in asked(Request(game=game, **options))]


EVERYTHING = {
    DRAGON: [("main", "AB"), ("three_card_bonus", "AB"), ("dragon", "A")],
    TOP5: [("main", ""), ("top_five_bonus", "ABC"), ("poker_bonus", "ABC")],
    LIR: [
        ("main", "ABC"), ("five_card_bonus", "ABCDEFG"), ("three_card_bonus", "ABC"), ("six_card_bonus", "AB"),
        ("progressive", "ABCDEF"),
    ],
    UTH: [("main", ""), ("trips", "ABCD"), ("cover_all", "234567")],
}  # fmt: skip


@pytest.mark.parametrize("game", GAMES)
def test_without_a_wager_everything_is_asked_for(game: str) -> None:
    wanted = [(wager, letter) for wager, letters in EVERYTHING[game] for letter in letters or [None]]
    assert _rows(game) == wanted


def test_what_the_units_are_called() -> None:
    assert [base_of(game, "main") for game in GAMES] == ["ante", "ante", "one bet", "ante"]
    assert base_of(UTH, "trips") == "trips"
    assert wagers_of(UTH) == ("main", "trips", "cover_all", "progressive")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"game": "poker"}, "there is no game 'poker'; the games are dragon-poker"),
        ({"wager": "trip"}, "no wager 'trip'; its wagers are main, trips, cover_all, progressive; did you mean"),
        ({"wager": "blind"}, "'blind' is part of the main game; ask for the wager main"),
        ({"game": LIR, "wager": "let_it_ride"}, "part of the main game"),
        ({"wager": "trips", "paytable": "E"}, "'trips' has no paytable 'E'; its paytables are A, B, C, D"),
        ({"wager": "main", "paytable": "A"}, "it has only one, which has no letter"),
        ({"wager": "cover_all", "paytable": "8"}, "its numbers of hands are 2, 3, 4, 5, 6, 7"),
        ({"wager": "cover_all", "paytable": "4", "players": 5}, "4 hands are 3 players and the dealer"),
        ({"paytable": "A"}, "a paytable belongs to a wager: say which"),
        ({"wager": "progressive"}, "an operator defines it"),
        ({"players": 0}, "0 players cannot sit at this table; it has 1 to 6 positions"),
        ({"players": 7}, "it has 1 to 6 positions"),
        ({"stake": 0}, "a stake of $0 cannot be wagered"),
        ({"stake": -500}, "a stake of -$5 cannot be wagered"),
        ({"stake": 10**15}, "up to $1,000,000,000"),
        ({"game": LIR, "wager": "progressive", "stake": 200}, "the progressive wager is $1 or $5, not $2"),
        ({"game": LIR, "meters": {"Progressive": -1}}, "a meter is never negative"),
        (
            {"game": LIR, "meters": {"Mgea Progressive": 1}},
            "there is no meter 'Mgea Progressive'; the meters here are Progressive,",
        ),
        ({"game": LIR, "wager": "main", "meters": {"Progressive": 1}}, "no wager asked for is paid from a meter"),
        ({"game": TOP5, "readings": {"extra_cards_break_tie": "true"}}, 'did you mean "extra_cards_break_ties"?'),
        ({"game": TOP5, "readings": {"extra_cards_break_ties": "no"}}, "permitted: true or false"),
        ({"game": TOP5, "readings": {"preflop_raise": "3x"}}, "a question of Ultimate Texas Hold 'Em only"),
        ({"readings": {"preflop_raise": "2x"}}, "preflop_raise is 3x_or_4x, 3x, 4x, not '2x'"),
    ],
)
def test_refused_with_what_is_allowed(options: dict[str, Any], words: str) -> None:
    with pytest.raises(BadRequest) as refused:
        asked(Request(**{"game": UTH, **options}))
    assert words in str(refused.value)


def test_letters_in_any_case_and_numbers_of_hands() -> None:
    assert _rows(UTH, wager="trips", paytable="b") == [("trips", "B")]
    assert _rows(UTH, wager="cover_all", players=3) == [("cover_all", "4")]
    (row,) = asked(Request(game=UTH, wager="cover_all", paytable="5"))
    assert row.players == 4


def test_a_stake_that_a_fixed_amount_cannot_follow() -> None:
    """Asked for everything at $25: the bets follow, the wagers of fixed amounts stay."""
    stakes = {row.wager: row.stake for row in asked(Request(game=LIR, stake=2500))}
    assert stakes == {
        "main": 2500, "five_card_bonus": 100, "three_card_bonus": 2500, "six_card_bonus": 2500, "progressive": 100,
    }  # fmt: skip
    (row,) = asked(Request(game=LIR, wager="progressive", paytable="A", stake=500))
    progressive = row.rules.terms.wager("progressive")
    assert row.stake == 500 and progressive is not None and progressive.minimum == 500


def test_meters_at_their_lowest_reset_unless_given() -> None:
    (row,) = asked(Request(game=LIR, wager="progressive", paytable="E", meters={"mega progressive": 5_000_000}))
    assert row.meters == {"Mega Progressive": 5_000_000, "Major Progressive": 100_000, "Minor Progressive": 25_000}


def test_readings_change_the_terms_of_the_rulebook_and_of_a_submission() -> None:
    for terms in (None, _terms(TOP5)):
        rows = asked(Request(game=TOP5, wager="main", readings={"extra_cards_break_ties": "false"}, terms=terms))
        assert rows[0].reading == {"extra_cards_break_ties": "false"}
        assert rows[0].rules.terms.readings["extra_cards_break_ties"] == "false"
    with pytest.raises(BadRequest, match="permitted: true or false"):
        asked(Request(game=TOP5, readings={"extra_cards_break_ties": "maybe"}, terms=_terms(TOP5)))


# --- submissions ----------------------------------------------------------------------------------------------------

COVER_ALL: dict[str, Any] = {
    "wagers": {"cover_all": {"offered": True}},
    "dealing": {"procedure": "automated_shoe", "shuffler": "automated"},
    "readings": {"cover_all_lowest": "full_house"},
}


def test_a_submission_asks_for_what_it_offers() -> None:
    changed = _terms(LIR, wagers={"let_it_ride": {"paytable": "C"}, "six_card_bonus": {"offered": False}})
    assert _rows(LIR, terms=changed) == [
        ("main", "C"), ("five_card_bonus", "A"), ("three_card_bonus", "A"), ("progressive", "A"),
    ]  # fmt: skip
    with pytest.raises(BadRequest, match="this submission does not offer 'six_card_bonus'; it offers main"):
        _rows(LIR, terms=changed, wager="six_card_bonus")


def test_a_small_table_has_fewer_hands_to_cover() -> None:
    small = _terms(UTH, positions=3, **COVER_ALL)
    assert _rows(UTH, terms=small, wager="cover_all") == [("cover_all", "2"), ("cover_all", "3"), ("cover_all", "4")]


# --- paytables typed in by hand -------------------------------------------------------------------------------------


def _typed(game: str, family: str, *lines: str, cards: str = "") -> dict[str, Any]:
    found = typed_table(book(game), family, (f'cards = "{cards}"\n' if cards else "") + f"lines = [{', '.join(lines)}]")
    return {"game": game, "lines": found.lines, "cards": found.cards, "paytable": "custom"}


def test_a_typed_copy_of_a_letter_has_its_figures() -> None:
    pays = {"three_dragons": 40, "three_phoenix": 30, "three_tigers": 20, "trips": 10}
    pays |= {"pair_of_dragons": 4, "pair_of_phoenix": 2, "pair_of_tigers": 1}
    lines = [f'{{ hand = "{hand}", pays = {n}, unit = "to" }}' for hand, n in pays.items()]
    (own,) = odds(Request(wager="three_card_bonus", **_typed(DRAGON, "three_card_bonus", *lines)))
    (letter,) = odds(Request(game=DRAGON, wager="three_card_bonus", paytable="B"))
    assert own.figures.ev == letter.figures.ev and own.figures.distribution == letter.figures.distribution
    assert own.paytable == "custom"


def test_a_progressive_that_the_rulebook_does_not_define() -> None:
    """Three dragons are 35 of the 23,426 hands: a meter of $1,000 alone gives 35,000/23,426 on a dollar."""
    line = '{ hand = "three_dragons", pays = 100, unit = "meter", meter = "Pot" }'
    (row,) = odds(Request(wager="progressive", meters={"pot": 100_000}, **_typed(DRAGON, "progressive", line)))
    assert row.ev + 1 == 1000 * row.lines[0].probability
    assert row.lines[0].probability * 23426 == 35
    assert row.break_even == {"Pot": 66932}, "23,426/35 dollars, rounded up to a cent"


def test_meters_of_a_typed_table_start_at_nothing() -> None:
    line = '{ hand = "royal_flush", pays = 100, unit = "meter", meter = "Jackpot" }'
    (row,) = asked(Request(wager="progressive", **_typed(LIR, "progressive", line)))
    assert row.meters == {"Jackpot": 0}
    assert row.rules.terms.envy == () and row.rules.terms.progressive_cards == "five"
    (holdem,) = asked(Request(wager="progressive", **_typed(UTH, "progressive", line, cards="hole_and_flop")))
    assert holdem.stake == 500, "the only amount the rulebook permits"
    assert holdem.rules.terms.progressive_cards == "hole_and_flop"


def test_a_typed_table_serves_any_number_of_hands() -> None:
    line = '{ hand = "royal_flush", pays = 900, unit = "to" }'
    rows = asked(Request(wager="cover_all", **_typed(UTH, "cover_all", line)))
    assert [row.paytable for row in rows] == ["2", "3", "4", "5", "6", "7"]
    cover_all = rows[0].rules.terms.wager("cover_all")
    assert cover_all is not None and {x.column for x in cover_all.lines} == {2, 3, 4, 5, 6, 7}


def test_odds_that_a_dollar_cannot_be_paid_at() -> None:
    """At 8 to 7 the figures stay exact, in sevenths of a cent."""
    line = '{ hand = "three_dragons", pays = 8, per = 7, unit = "to" }'
    (row,) = odds(Request(wager="three_card_bonus", **_typed(DRAGON, "three_card_bonus", line)))
    assert row.ev * 23426 * 7 == 35 * 8 - (23426 - 35) * 7


def test_any_stake_in_cents_is_exact() -> None:
    """3 to 2 on $0.33 is no whole number of cents; without limits and dollars the figures are those of a dollar."""
    third = '{ hand = "three_dragons", pays = 10, per = 3, unit = "to" }'
    rows = [
        odds(Request(wager="three_card_bonus", stake=stake, **_typed(DRAGON, "three_card_bonus", third)))[0]
        for stake in (None, 33, 100)
    ]
    assert [row.stake for row in rows] == [100, 33, 100]
    assert len({row.ev for row in rows}) == 1 and rows[0].ev * 23426 * 3 == 35 * 10 - (23426 - 35) * 3


# --- the library ----------------------------------------------------------------------------------------------------

TRIPS = 'lines = [{ hand = "royal_flush", pays = 50, unit = "to" }]'


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"game": "poker", "wager": "main", "typed": TRIPS}, "there is no game 'poker'; the games are dragon-poker"),
        ({"game": UTH, "wager": "trip", "typed": TRIPS}, "has no wager 'trip'; its wagers are main, trips"),
        ({"game": UTH, "wager": "blind", "typed": TRIPS}, "'blind' is part of the main game"),
        ({"game": UTH, "typed": TRIPS}, "belongs to a wager; say which"),
        ({"game": TOP5, "wager": "main", "typed": TRIPS}, "has no table of hands: winners are paid 1 to 1"),
        ({"game": UTH, "wager": "trips", "paytable": "A", "typed": TRIPS}, "paytable 'A' or a table of one's own"),
        ({"submission": UTH}, f"'{UTH}' is a game and no submission: give it as the game"),
        ({"game": DRAGON, "submission": SUBMISSION}, f"this submission is for {UTH}, not for {DRAGON}"),
        ({"game": UTH, "stake": 1.5}, "stake must be a whole number of cents; 1.5 was given"),
        ({"game": UTH, "stake": True}, "stake must be a whole number of cents; True was given"),
        ({"game": UTH, "players": 1.5}, "players must be a whole number; 1.5 was given"),
        ({"game": LIR, "meters": {"Progressive": 10.5}}, "the meter 'Progressive' must be a whole number of cents"),
    ],
)
def test_the_library_refuses_in_a_sentence(options: dict[str, Any], words: str) -> None:
    with pytest.raises((ValueError, LookupError)) as refused:
        pitboss.exact_odds(**options)
    assert words in str(refused.value)


@pytest.mark.parametrize(
    ("arguments", "options", "words"),
    [
        (("poker", "Ah Kd"), {}, "there is no game 'poker'"),
        (("poker", "Ah Kd"), {"overrides": {"positions": 3}}, "there is no game 'poker'"),
        ((LIR, ("Th", "Jh", "Qh")), {}, "cards must be text such as 'Th Jh Qh'; ('Th', 'Jh', 'Qh') was given"),
        ((LIR, "Th Jh Qh", ["2c"]), {}, "board must be text"),
        ((LIR, "Th Jh Qh"), {"stake": 1.5}, "stake must be a whole number of cents"),
        ((LIR, "Th Jh Qh"), {"paytable": "Z"}, "its paytables are A, B, C"),
        ((LIR, "Th Jh Qh"), {"preflop": "3x"}, "a question of Ultimate Texas Hold 'Em only"),
        ((UTH, "Th Jh"), {"preflop": "2x"}, "preflop_raise is 3x_or_4x, 3x, 4x"),
        ((TOP5, "Th"), {"readings": {"extra_cards_break_ties": "no"}}, "permitted: true or false"),
        ((TOP5, "Th"), {"typed": TRIPS}, "has no table of hands"),
        ((LIR, "Th Jh Qh"), {"overrides": {"positions": 99}}, "positions"),
    ],
)
def test_best_play_refuses_in_a_sentence(arguments: tuple[Any, ...], options: dict[str, Any], words: str) -> None:
    with pytest.raises((ValueError, LookupError)) as refused:
        pitboss.best_play(*arguments, **options)
    assert words in str(refused.value)


def test_best_play_by_another_table_and_stake() -> None:
    """Bets 2 and 3, which are still open, win $1,000 each with the one card of 48 that makes the royal flush."""
    own = 'lines = [{ hand = "royal_flush", pays = 1000, unit = "dollars" }]'
    for stake in (100, 500):
        found = pitboss.best_play(LIR, "Th Jh Qh", "Kh", typed=own, stake=stake)
        assert found.best.choice == "ride" and found.best.value == 2 * (Fraction(100_000, 48 * stake) - 1)
    by_letter = [pitboss.best_play(DRAGON, "PA PA RA", paytable=letter).best.value for letter in "AB"]
    overridden = pitboss.best_play(DRAGON, "PA PA RA", overrides={"wagers": {"ante_bonus": {"paytable": "B"}}})
    assert by_letter[0] < by_letter[1] == overridden.best.value


def test_meters_of_a_typed_table_that_the_book_names() -> None:
    """Also from the library; the Major meter is never below $1,000."""
    line = '{ hand = "royal_flush", pays = 100, unit = "meter", meter = "Major Progressive" }'
    (row,) = pitboss.exact_odds(LIR, wager="progressive", typed=f"lines = [{line}]")
    assert row.meters == {"Major Progressive": 100_000}
    (row,) = pitboss.exact_odds(LIR, wager="progressive", typed=f"lines = [{line}]", meters={"major progressive": 5})
    assert row.meters == {"Major Progressive": 5}


@pytest.mark.parametrize(
    ("wanted", "stake"),
    [
        (0, 500), (499, 500), (500, 500), (1_499, 500), (1_500, 1_500), (Fraction(49_999, 20), 1_500), (2_500, 2_500),
        (9_499, 8_500), (9_500, 9_500), (10**9, 9_500),
    ],
)  # fmt: skip
def test_the_stake_nearest_to_what_is_wanted_is_one_a_player_may_make(wanted: int | Fraction, stake: int) -> None:
    """$5 to $95 in steps of $10: never beyond what is wanted, never below the minimum."""
    assert lawful_stake(WagerTerms("ante", 500, 9_500, 1_000), wanted) == stake


def test_a_wager_of_one_amount_has_one_stake() -> None:
    assert {lawful_stake(WagerTerms("progressive", 100, 100, 100), n) for n in (1, 100, 25_000)} == {100}


@pytest.mark.parametrize(("asked_for", "players"), [(None, 1), (1, 1), (2, 2), (6, 6)])
def test_a_progressive_is_counted_for_one_player_where_nobody_says_for_how_many(
    asked_for: int | None, players: int
) -> None:
    (row,) = asked(Request(game=LIR, wager="progressive", paytable="A", players=asked_for))
    assert row.players == players


def test_a_limit_that_is_tried_covers_what_a_limit_covers_and_no_meter() -> None:
    """Of Let It Ride, which has no limit of its own here: every wager that is offered but the one that meters pay."""
    meter = {"Progressive": {"rate": "5", "initial": 20_000, "reset": 10_000}}
    with_meter = {"wagers": {"progressive": {"paytable": "A"}}, "meters": meter}
    checked = check_data(merge(default_data("let-it-ride"), with_meter))
    assert checked.terms is not None and checked.terms.limits == ()
    bets = ("bet_1", "bet_2", "bet_3")
    (tried,) = limited(checked.terms, 5_000).limits
    assert (tried.cents, set(tried.wagers)) == (5_000, {*bets, "five_card_bonus", "three_card_bonus", "six_card_bonus"})
    again = limited(limited(checked.terms, 5_000), 7_000).limits
    assert [(each.cents, each.wagers) for each in again] == [(7_000, tried.wagers)]
    assert limited(checked.terms, None) == checked.terms
