"""The placard and the rack card: every payment as the table pays it, every limit, the phrases that must be there."""

import io
import re
from typing import Any

import pytest
from pypdf import PdfReader

from paper import printed
from paper.printed import amount
from paper.reading import OPERATOR, every_wager, on_placard, on_rack_card, pages
from pitboss.felt.inscribed import inscribed
from pitboss.odds.request import Request, asked
from pitboss.paper.par_wagers import paytables
from pitboss.paper.placard import Size, placard, rack_card
from pitboss.paper.printing import Paper, render
from pitboss.rulebook.book import book
from pitboss.rulebook.clauses import clause
from pitboss.rulebook.pays import ForOne, Pay, Push, ToOne
from pitboss.rulebook.words import hand_words
from pitboss.table.cells import Qualified
from pitboss.table.layout import layout
from pitboss.table.rules import Rules
from pitboss.wording.how_to_play import of_wager, sayings, steps
from support import DRAGON, GAMES, LIR, TOP5, UTH, rules

SIZES: tuple[Size, ...] = ("a4", "letter", "sign")


def stated(game: str, pay: Pay) -> str:
    """How the sign of this game must state a payment; a sum in Massachusetts has the $5 of the wager in it."""
    said = printed.stated(game, pay, 500)
    return said[:1].upper() + said[1:]


TITLES = {
    DRAGON: {"ante": "Ante $", "ante_bonus": "Ante Bonus Equal", "play": "Play Equal", "dragon": "Dragon Bet $",
             "three_card_bonus": "Three Card Bonus $", "progressive": "Progressive Always"},
    TOP5: {"ante": "Ante $", "play": "Play Equal", "top_five_bonus": "Top Five Bonus $",
           "poker_bonus": "Poker Bonus $"},
    LIR: {"let_it_ride": "Bet Number 1, 2 and 3 $", "five_card_bonus": "Five Card Bonus Always",
          "three_card_bonus": "Three Card Bonus $", "six_card_bonus": "Six Card Bonus $",
          "progressive": "Progressive Always"},
    UTH: {"ante": "Ante $", "blind": "Blind Equal", "play": "Play One", "trips": "Trips $",
          "cover_all": "Cover All $", "progressive": "Progressive Always"},
}  # fmt: skip
"""The title of each wager with the beginning of the line below it, as the text of a page has them."""
MARKS = {"envy": "Envy Bonus Royal"}


def odds_of(bound: Rules, text: str) -> dict[str, str]:
    """wager → what its part of the page says, in the order of the page."""
    found = {w: text.index(t) for w, t in (TITLES[bound.game.id] | (MARKS if bound.terms.envy else {})).items()}
    end = min(text.index(x) for x in ("Payout limit", "Play Bet Must", "Practice,", "Cover All: Three") if x in text)
    starts = sorted([*found.values(), end])
    return {w: text[at : starts[starts.index(at) + 1]] for w, at in found.items()}


# --- payments and limits, read back ---------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_every_payment_on_the_placard_is_that_of_the_terms(game: str, size: Size) -> None:
    bound = every_wager(game)
    said = odds_of(bound, on_placard(game, size))
    assert set(said) >= {w.id for w in bound.terms.wagers}
    for terms in bound.terms.wagers:
        if terms.id == "cover_all":
            continue
        lines = [
            f"{hand_words(bound.book, x.hand, terms.id).capitalize()} {stated(game, x.pay)}".lower()
            for x in terms.lines
        ]
        text = said[terms.id].replace("\xa0", " ").lower()
        places = [text.find(line) for line in lines]
        assert -1 not in places, (lines[places.index(-1)], text)
        assert places == sorted(places)  # in the order of the paytable
        assert len(re.findall(r"\d (?:to|for) \d|win ", text)) == sum(
            isinstance(x.pay, ToOne | ForOne) or (game == UTH and not isinstance(x.pay, Push)) for x in terms.lines
        )


def test_cover_all_has_the_odds_of_every_number_of_hands() -> None:
    bound = every_wager(UTH)
    terms = bound.terms.wager("cover_all")
    assert terms is not None
    for size in SIZES:
        text = odds_of(bound, on_placard(UTH, size))["cover_all"]
        assert "Hands dealt 2 3 4 5 6 7" in text
        for hand in ("royal_flush", "straight_flush", "four_of_a_kind", "full_house"):
            row = sorted((x.column, stated(UTH, x.pay)) for x in terms.lines if x.hand == hand)
            assert (
                f"{hand_words(bound.book, hand, 'cover_all').capitalize()} {' '.join(pays for _, pays in row)}" in text
            )


@pytest.mark.parametrize(("positions", "hands"), [(4, "2 3 4 5"), (1, "2"), (6, "2 3 4 5 6 7")])
def test_cover_all_has_no_odds_for_more_hands_than_the_table_can_deal(positions: int, hands: str) -> None:
    """The sign, the paytables of the other papers and the exact odds stop at the same number."""
    bound = every_wager(UTH, positions=positions)
    text = odds_of(bound, pages(placard(bound, "sign"))[0])["cover_all"]
    assert f"Hands dealt {hands} Royal flush" in text
    named = [table["table"].split()[0] for table in paytables(bound) if table["title"] == "Cover All"]
    rows = asked(Request(game=UTH, wager="cover_all", terms=bound.terms))
    assert named == hands.split() == [row.paytable for row in rows]


@pytest.mark.parametrize("letter", ["A", "B", "C"])
def test_another_paytable_makes_another_placard(letter: str) -> None:
    """Against the data of the rulebook, line by line."""
    (text,) = pages(placard(rules(LIR, wagers={"let_it_ride": {"paytable": letter}})))
    (table,) = book(LIR).table("let_it_ride", letter)
    top = text[text.index("Bet Number 1, 2 and 3") : text.index("Five Card Bonus")]
    for line in table.lines:
        assert f"{hand_words(book(LIR), line.hand, 'let_it_ride').capitalize()} {stated(LIR, line.pay)}" in top


@pytest.mark.parametrize("game", GAMES)
def test_the_placard_states_what_may_be_staked(game: str) -> None:
    bound = every_wager(game)
    said = odds_of(bound, on_placard(game))
    for terms in bound.terms.wagers:
        wager = next(w for w in bound.wagers if w.family == terms.id)
        if wager.later or wager.equal_to:
            assert "Ante" in said[terms.id]
        elif terms.minimum == terms.maximum:
            assert f"Always {amount(terms.minimum)}" in said[terms.id]
        else:
            limits = f"{amount(terms.minimum)} to {amount(terms.maximum)} in steps of {amount(terms.increment)}"
            assert limits in said[terms.id]


def test_limits_follow_the_submission() -> None:
    own = {"minimum": "2.50", "maximum": 75, "increment": "2.50"}
    (text,) = pages(placard(rules(TOP5, wagers={"poker_bonus": own})))
    assert "Poker Bonus $2.50 to $75 in steps of $2.50" in text
    assert "Top Five Bonus $1 to $100 in steps of $1" in text


@pytest.mark.parametrize("wager", ["five_card_bonus", "three_card_bonus", "six_card_bonus", "progressive"])
def test_a_wager_that_is_not_offered_is_not_on_the_placard(wager: str) -> None:
    (text,) = pages(placard(rules(LIR, wagers={wager: {"offered": False}})))
    title = book(LIR).wager(wager).title
    assert not re.search(rf"{title} (?:\$|Always)", text)
    assert ("Envy" in text) == (wager != "progressive")


def test_meters_and_envy_amounts_are_stated() -> None:
    text = on_placard(LIR)
    for name, low in (("Mega", 10_000), ("Major", 1_000), ("Minor", 250)):
        assert f"{name} Progressive starts at ${low + 50:,}, resets to ${low:,}" in text
    envy = odds_of(every_wager(LIR), text)["envy"]
    lines = [(hand_words(book(LIR), x.hand).capitalize(), x.pay) for x in every_wager(LIR).terms.envy]
    assert lines
    assert all(f"{hand} {stated(LIR, pay)}" in envy for hand, pay in lines)
    assert "Envy" not in on_placard(UTH)
    assert "starts at" not in on_placard(TOP5)


def test_a_meter_that_begins_with_what_it_is_reset_to_is_stated_too() -> None:
    """As on the default table of Let It Ride; a rack card says it as the placard does."""
    said = "Progressive starts at $1,000, resets to $1,000"
    bound = rules(LIR)
    assert [(m.initial, m.reset) for m in bound.terms.meters] == [(100_000, 100_000)]
    for paper in (placard(bound), rack_card(bound)):
        assert sum(said in " ".join(page.split()) for page in pages(paper)) == 1


# --- "to", "win" and "for" ------------------------------------------------------------------------------------------


@pytest.mark.clause("MA-UTH 11(a)")
def test_odds_in_massachusetts_are_never_stated_with_for() -> None:
    for text in (*(on_placard(UTH, size) for size in SIZES), *on_rack_card(UTH)):
        assert re.search(r"\d\s+for\s+\d", text) is None
    text = on_placard(UTH)
    assert "Four of a kind 299 to 1" in text  # the submission says 300 for 1
    assert "Full house Win $245" in text
    assert "Royal flush Win 100 percent of the Progressive meter" in text.replace("\xa0", " ")


def test_for_stands_only_where_a_paytable_of_maryland_says_so() -> None:
    for game in (DRAGON, TOP5, LIR):
        bound = every_wager(game)
        says = {w.id for w in bound.terms.wagers if any(isinstance(x.pay, ForOne) for x in w.lines)}
        for wager, text in odds_of(bound, on_placard(game)).items():
            assert bool(re.search(r"\d for \d", text)) == (wager in says), wager


def test_what_becomes_of_the_stake_is_said() -> None:
    said = {w: text.replace("\xa0", " ") for w, text in odds_of(every_wager(LIR), on_placard(LIR)).items()}
    assert "A sum in dollars includes the wager." in said["five_card_bonus"]
    assert "the wager is returned with it" in said["six_card_bonus"]
    assert "A payment for 1 includes the wager. The wager is not returned with a share" in said["progressive"]
    assert "wager is" not in said["three_card_bonus"]
    assert "for 1 includes" not in on_placard(UTH)


# --- phrases --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "clause_id"),
    [
        pytest.param(game, clause_id, marks=pytest.mark.clause(clause_id), id=clause_id)
        for game, clause_id in (
            (DRAGON, "MD-DRAGON 2.B(3)"),
            (TOP5, "MD-TOP5 2.B(4)"),
            (LIR, "MD-LIR 2.B(9)"),
            (LIR, "MD-LIR 2.B(10)"),
        )
    ],
)
def test_the_sign_carries_what_the_clause_asks_for(game: str, clause_id: str) -> None:
    assert clause(clause_id).kind == "display"
    texts = [on_placard(game, size) for size in SIZES] + [on_rack_card(game)[1]]
    for text in texts:
        if clause_id.endswith("2.B(10)"):
            limit = "Payout limit per hand: $1,000,000 on all wagers together, Progressive and Envy Bonus not counted"
            assert limit in text.replace("\xa0", " ")
            continue
        if game == DRAGON:
            assert "Play Bet Must Equal Ante Bet" in text
        for wager in every_wager(game).terms.wagers:
            assert TITLES[game][wager.id] in text


def test_a_table_without_a_payout_limit_states_none() -> None:
    (text,) = pages(placard(rules(LIR)))
    assert "limit per hand" not in text


@pytest.mark.parametrize("game", GAMES)
def test_every_paper_names_operator_table_version_and_terms(game: str) -> None:
    bound = every_wager(game)
    for text in (on_placard(game), on_rack_card(game)[0]):
        assert OPERATOR in text
        assert bound.terms.table in text
        assert bound.terms.digest in text
        assert "version 1" in text
    assert "Practice, not approved for gaming" in on_placard(game)


def test_one_payout_limit_for_one_set_of_wagers() -> None:
    """The lower prevails where both cover the same wagers (U-10), and the sign says which wagers each covers."""

    def limits(**terms: Any) -> list[str]:
        bound = rules(UTH, "automated_shoe", **terms)
        return [said for words, said, _ in inscribed(bound, layout(bound)) if words.id == "payout_limit"]

    assert limits() == ["Payout limit per hand: $50,000 on all wagers together"]
    assert limits(wagers={"ante": {"minimum": 150}}) == ["Payout limit per hand: $75,000 on all wagers together"]
    assert limits(wagers={"cover_all": {"offered": True}}) == [
        "Payout limit per hand: $50,000 on Ante, Blind, Play and Trips together",
        "Payout limit per hand: $75,000 on all wagers together",
    ]
    assert limits(wagers={"cover_all": {"offered": True}, "ante": {"minimum": 150}}) == [
        "Payout limit per hand: $75,000 on all wagers together"
    ]
    text = on_placard(UTH)
    assert "$50,000 on Ante, Blind, Play and Trips together" in text
    assert "$75,000 on all wagers together, Progressive not counted" in text


def test_the_sign_states_what_makes_a_payout_true() -> None:
    beats = "Paid only if your hand beats the dealer's."
    known: list[tuple[str, set[str], str]] = [
        (DRAGON, {"ante_bonus"}, ""),
        (UTH, {"blind"}, "Returned if the dealer has less than a pair, unless you fold."),
        (TOP5, set(), "Returned if the dealer holds less than queen and jack, unless you fold."),
        (LIR, set(), ""),
    ]
    for game, paid, returned in known:
        bound = every_wager(game)
        for text in (on_placard(game), on_rack_card(game)[1]):
            said = {w: part.replace("\xa0", " ").replace("’", "'") for w, part in odds_of(bound, text).items()}
            assert {w for w, part in said.items() if beats in part} == paid
            assert {w for w, part in said.items() if "Returned if" in part} == ({"ante"} if returned else set())
            assert not returned or returned in said["ante"]
        sign = odds_of(bound, on_placard(game))
        for wager in bound.terms.wagers:
            assert of_wager(bound, wager.id) in sign[wager.id].replace("\xa0", " ").replace("’", "'")


def test_when_the_ante_is_returned_is_what_the_engine_holds() -> None:
    from pitboss.cards.fast import best_five
    from pitboss.games.top_five_poker.game import QUEEN_AND_JACK
    from pitboss.games.top_five_poker.hands import top_five_hand

    pair = rules(UTH).fields["ante"][1]
    assert isinstance(pair, Qualified)
    assert pair.says(best_five(("2c", "2d", "4h", "6s", "8c"))) == "pair_or_better"
    assert pair.says(best_five(("Ac", "Kd", "Qh", "Js", "9c"))) == "below_pair"
    assert QUEEN_AND_JACK.key == top_five_hand(("Qd", "Jc"), True).key > top_five_hand(("Qd", "Tc"), True).key
    assert top_five_hand(("Ad",), True).key < QUEEN_AND_JACK.key


@pytest.mark.parametrize(
    ("letter", "cards"), [("A", "five-card hand"), ("B", "own three cards"), ("C", "own three cards")]
)
def test_the_cards_of_a_progressive_are_on_sign_and_card(letter: str, cards: str) -> None:
    bound = rules(LIR, wagers={"progressive": {"paytable": letter}})
    for text in (pages(placard(bound))[0], pages(rack_card(bound))[0]):
        assert f"It is decided by your {cards}." in text.replace("\xa0", " ")


@pytest.mark.parametrize("game", GAMES)
def test_without_optional_wagers_nothing_is_said_of_them(game: str) -> None:
    optional = {w.family for w in book(game).wagers if not w.compulsory and not w.later}
    default = {w.id for w in rules(game).terms.wagers}
    bare = rules(game, wagers={w: {"offered": False} for w in optional & default})
    assert "optional" in " ".join(steps(rules(game)))
    assert "optional" not in " ".join(steps(bare))


# --- the rack card --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_card_says_how_every_wager_wins_and_what_it_pays(game: str) -> None:
    bound = every_wager(game)
    front, back = on_rack_card(game)
    for sentence in steps(bound):
        assert sentence in front
    for wager in bound.terms.wagers:
        assert of_wager(bound, wager.id) in front
    assert odds_of(bound, back).keys() == odds_of(bound, on_placard(game)).keys()


@pytest.mark.parametrize("game", GAMES)
def test_the_card_speaks_of_every_decision_and_only_of_steps_there_are(game: str) -> None:
    bound = every_wager(game)
    script = {step.name: step for step in bound.script(bound.terms.procedure)}
    said = [saying.at for saying in sayings(game).step]
    assert set(said) <= set(script)
    assert {step.name for step in script.values() if step.kind == "ask"} <= set(said)
    order = list(script)
    assert [order.index(name) for name in said] == sorted(order.index(name) for name in said)
    optional = {w.family for w in bound.wagers if not w.compulsory and not w.later}
    assert {saying.at for saying in sayings(game).wager} - {"envy"} == optional


@pytest.mark.parametrize("game", GAMES)
def test_sentences_stand_on_clauses_of_their_game(game: str) -> None:
    for saying in (*sayings(game).step, *sayings(game).wager):
        assert clause(saying.clause).game == game


def test_figures_of_the_card_come_from_the_rules() -> None:
    assert "three or four times your Ante" in " ".join(steps(every_wager(UTH)))
    assert "two times your Ante" in " ".join(steps(every_wager(UTH)))
    assert "receive seven cards each" in " ".join(steps(every_wager(TOP5)))
    assert "You receive three cards; two community cards" in " ".join(steps(every_wager(LIR)))
    assert "Play wager equal to your Ante" in " ".join(steps(every_wager(DRAGON)))


def test_a_card_does_not_speak_of_wagers_that_are_not_offered() -> None:
    bound = rules(UTH)
    assert "cover_all" not in {w.id for w in bound.terms.wagers}
    assert "Cover All" not in " ".join(steps(bound))


def test_what_a_wager_needs_follows_the_reading() -> None:
    assert of_wager(every_wager(UTH), "progressive").endswith(" You may make it only together with Trips.")
    free = every_wager(UTH, readings={"progressive_requires_trips": False})
    assert "together with" not in of_wager(free, "progressive")
    assert "together with" not in of_wager(rules(LIR), "six_card_bonus")
    strict = rules(LIR, readings={"six_card_requires": "base+five+three"})
    needed = " You may make it only together with Five Card Bonus and Three Card Bonus."
    assert of_wager(strict, "six_card_bonus").endswith(needed)


# --- setting --------------------------------------------------------------------------------------------------------


def test_tables_share_columns_by_their_height_and_keep_their_order_down_a_column() -> None:
    def shared(heights: list[int], count: int) -> list[int]:
        source = '#import "/fitting.typ": shared-out\n#let data = json("/data.json")\n'
        source += "#set document(keywords: shared-out(data.heights, data.count).map(str))\n#page[x]"
        (pdf,) = render(Paper(source=source, data={"heights": heights, "count": count}, title="x"), "pdf")
        said = PdfReader(io.BytesIO(pdf)).metadata
        assert said is not None
        return [int(part) for part in str(said["/Keywords"]).split(",")]

    assert shared([9, 9, 5, 9, 7, 5], 2) == [0, 0, 0, 1, 1, 1]  # 23 and 21: nothing moves for so little
    assert shared([30, 1, 1], 2) == [0, 1, 1]
    assert shared([4, 4, 4], 3) == [0, 1, 2]
    assert shared([5, 1, 1, 1, 1, 1, 5, 1, 1, 1], 2) == [0, 1, 1, 1, 1, 1, 0, 1, 1, 1]
    halves = shared([3, 8, 3, 9, 7, 6], 2)
    sums = [sum(h for h, at in zip([3, 8, 3, 9, 7, 6], halves, strict=True) if at == n) for n in (0, 1)]
    assert abs(sums[0] - sums[1]) <= 2
