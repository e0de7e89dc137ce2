"""Words of the papers that are filed, held against the rulebooks: whose clause, which document, how much may be staked,
and nothing about what the table does not have."""

import re
from typing import Any

import pytest
from msgspec.structs import replace

from paper import filed_tables as tables
from paper.par_cases import changed, everything, lines_of, squeezed, terms_of, words_of
from paper.reading import every_wager
from pitboss.games import rules_for
from pitboss.paper import par_rules as of
from pitboss.paper.changes import changes
from pitboss.paper.compare import assumptions, compare
from pitboss.paper.placard import out_of_order
from pitboss.paper.submission import data, submission
from pitboss.paper.submission_choices import choices
from pitboss.rulebook.clauses import clause, how_cited
from pitboss.rulebook.folders import documents
from pitboss.rulebook.passages import facts
from pitboss.rulebook.pays import Returned
from pitboss.rulebook.readings import Reading, readings_of
from pitboss.rulebook.submission import default_data, default_submission
from pitboss.rulebook.submission_options import reading_options
from pitboss.rulebook.terms import Terms
from pitboss.table.state import VOID
from support import DRAGON, GAMES, LIR, MARYLAND, TOP5, UTH, rules

FOREIGN = re.compile(r"M[AD]-[A-Z]")


def reading(game: str, name: str, **chosen: str) -> Reading:
    (found,) = (r for r in readings_of(game, chosen) if r.id == name)
    return found


def filed(terms: Terms) -> dict[str, Any]:
    return data(rules_for(terms), [], None, [], "", "")


# --- clauses --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_change_of_a_reading_cites_the_games_own_document(game: str) -> None:
    """The name of the own document is left out on paper, so any that is seen is another's."""
    before = terms_of(everything(game))
    for name, option in reading_options(game).items():
        for value in option.values[1:]:
            rows = changes(before, replace(before, readings={**before.readings, name: value}))
            assert [row[3] for row in rows if FOREIGN.search(row[3]) or not row[3]] == [], name


def test_a_stack_that_is_held_is_cited_alike_wherever_a_paper_names_it() -> None:
    shoe = changed(everything(TOP5), 'procedure = "manual_shoe"', 'procedure = "automated_shoe"')
    shoe = changed(shoe, 'shuffler = "none"', 'shuffler = "automated"')
    before, after = terms_of(shoe), terms_of(changed(shoe, 'dealer_stack = "delivered"', 'dealer_stack = "held"'))
    ((what, *said),) = changes(before, after)
    assert what.startswith("Reading: Dealer's stack") and said == ["delivered", "held", "11.B(4)"]
    (choice,) = (c for c in choices(after) if c.name == "dealer_stack")
    assert (choice.clause, choice.reading) == ("MD-TOP5 11.B(4)", "T-21")


DEVICES = [
    (DRAGON, "continuous", False, "5.I"),
    (TOP5, "continuous", False, "5.G"),
    (LIR, "continuous", False, "5.I"),
    (DRAGON, "automated", False, "5.A"),
    (DRAGON, "automated", True, "5.A, 5.C"),
    (LIR, "automated", True, "5.A, 5.C"),
    (UTH, "automated", True, "4(a)/1, 4(a)/2"),
]


@pytest.mark.parametrize(("game", "device", "loads", "clause"), DEVICES)
def test_a_shuffler_is_cited_by_what_it_does(game: str, device: str, loads: bool, clause: str) -> None:
    text = default_submission(game)
    before = terms_of(text)
    text = changed(text, 'shuffler = "none"', f'shuffler = "{device}"')
    if loads:
        text = changed(text, "shuffler_loads_shoe = false", "shuffler_loads_shoe = true")
    terms = terms_of(text)
    if device == "automated":
        assert not terms.shuffler_counts
    row = next(row for section in filed(terms)["sections"] for row in section["rows"] if row[0].startswith("Shuffling"))
    assert row[3] == clause
    assert next(row[3] for row in changes(before, terms) if row[0] == "Shuffler") == clause


@pytest.mark.parametrize(
    ("game", "said"),
    [
        (DRAGON, ("3.(c)/2: the second of 3.(c)", "13.H(2)bis: the second 13.H(2)")),
        (TOP5, ("12.Bbis: the second 12.B",)),
        (LIR, ()),
        (UTH, ("3(b)/2: the second of 3(b)", "1 Ante, 11(c) Royal flush")),
    ],
)
def test_the_marks_of_clauses_are_explained_where_there_are_any(game: str, said: tuple[str, ...]) -> None:
    (document,) = (name for name, of_game in documents().items() if of_game == game)
    assert [part in how_cited(document) for part in said] == [True] * len(said)
    assert bool(how_cited(document)) == bool(said)
    assert squeezed(how_cited(document)) in words_of(submission(terms_of(default_submission(game))))


def test_the_lettering_of_dragon_poker_is_told_truly() -> None:
    """MD-DRAGON gives the number 13.H(2) twice, and the program cites the second with a mark of its own."""
    assert "13.H(2)bis" in reading(DRAGON, "D-29").choice
    signs = out_of_order(every_wager(DRAGON, dealing={"shuffler": "automated"})).data
    assert signs["clause"] == "MD-DRAGON 13.H(2), the second of that number"
    assert out_of_order(every_wager(LIR, dealing={"shuffler": "automated"})).data["clause"] == "MD-LIR 13.H(2)"


# --- what may be staked ---------------------------------------------------------------------------------------------

THREE_SIZES = (
    "three or four times the Ante at the first decision, two times the Ante at the second, equal to the Ante at the"
)
STAKED = [
    (DRAGON, "Play", "equal to the Ante", "11.B"),
    (DRAGON, "Ante Bonus", "equal to the Ante", "7.F(1)"),
    (TOP5, "Play", "equal to the Ante", "11.B(1)(a)"),
    (UTH, "Play", f"{THREE_SIZES} third", "10(a)/3, 10(c)/2, 10(e)"),
    (UTH, "Progressive", "always $5", "14(a)"),
    (LIR, "Progressive", "always $1", "12.I"),
    (LIR, "Five Card Bonus", "always $1", "12.B"),
]


@pytest.mark.parametrize(("game", "wager", "staked", "clause"), STAKED)
def test_what_may_be_staked_has_the_clause_that_says_so(game: str, wager: str, staked: str, clause: str) -> None:
    rows = {row[0]: row[2:] for row in of.limits(rules_for(terms_of(everything(game))))}
    assert rows[wager] == [staked, clause]


def test_a_progressive_of_five_dollars_has_the_clause_of_that_amount() -> None:
    one = "amount = 1                      # 1 or 5"
    terms = terms_of(changed(everything(LIR), one, one.replace("= 1 ", "= 5 ")))
    assert {row[0]: row[2:] for row in of.limits(rules_for(terms))}["Progressive"] == ["always $5", "12.J"]
    assert next(c.clause for c in choices(terms) if c.name == "progressive_wager") == "MD-LIR 12.J"


def test_odds_that_are_stated_otherwise_are_shown_as_they_were_defined() -> None:
    (table,) = (t for t in filed(terms_of(everything(UTH)))["paytables"] if t["title"] == "Progressive")
    (said,) = (row[1] for row in table["rows"] if row[0] == "four of a kind")
    assert said.replace("\u00a0", " ") == "299 to 1 (defined as 300 for 1)"
    for game in MARYLAND:
        tables = filed(terms_of(everything(game)))["paytables"]
        assert not [row for t in tables for row in t["rows"] if "defined" in row[1]]


# --- readings -------------------------------------------------------------------------------------------------------

APPROVED = {
    "layout": "layout",
    "shoe_location": "place of the",
    "continuous_device": "reshuffles by itself",
    "automated_shoe": "automated shoe",
    "cover_all": "Cover All, definition",
    "progressive": "definition of a",
}


@pytest.mark.parametrize("game", GAMES)
def test_the_approvals_named_are_those_that_a_submission_of_the_game_has(game: str) -> None:
    said = reading(game, "X-25").choice.partition("Approvals (")[2].partition(")")[0]
    assert {name for name, words in APPROVED.items() if words in said} == set(default_data(game)["approvals"])
    assert ("submission" in reading(game, "X-25").reason.lower()) == (game != UTH), "MA-UTH knows no submission"
    assert ("meter" in reading(game, "X-25").choice) == (game == LIR)


@pytest.mark.parametrize("floor", ["none", "reset"])
def test_what_winners_of_one_meter_are_paid_holds_for_every_table_and_floor(floor: str) -> None:
    """Table A alone pays a part of a meter, and with a floor the meter does not fall by it."""
    order, falls = (reading(LIR, name, meter_floor=floor) for name in ("L-25", "L-26"))
    assert set(re.findall(r"(\d+) percent", order.choice)) == {"100"}
    assert "royal" not in f"{order.choice} {order.reason}" and "L-26" in order.choice
    assert "10 percent of the Progressive meter in table A" in falls.choice
    assert not falls.choice.startswith("A 10 percent")


STAYS = {
    TOP5: "An Ante lost by folding before stays lost.",
    UTH: "Ante and Blind lost by folding before stay lost.",
}


@pytest.mark.parametrize("game", STAYS)
@pytest.mark.parametrize("folded", ["true", "false"])
def test_what_becomes_of_a_folded_wager_is_told_at_every_clause_that_voids(game: str, folded: str) -> None:
    """The engine returns wagers alike under all of them."""
    told: set[str] = set()
    for dealing in tables.equipment(game):
        bound = rules_for(tables.read_as(tables.table(game, dealing, ()), void_returns_folded=folded))
        returned = [row for row in bound.settlement.rows if isinstance(row.pay, Returned)]
        void = {row.clause for row in returned if VOID in row.when["standing"]} | {name for name, _ in of.voids(bound)}
        short = {name.partition(" ")[2] for name in void}
        told |= short
        said = {row[0]: row[2] for row in of.settlement(bound) if row[0] in short}
        assert set(said) == short
        assert {name for name, text in said.items() if STAYS[game] in text} == (short if folded == "false" else set())
    some = {"13.A", "13.C", "13.D", "8.F(4)", "9.D(5)", "10.C(3)", "10.C(4)"}
    assert told >= (some if game == TOP5 else {"7(f)(2)/3", "15(b)/2", "15(d)/1", "15(d)/2", "15(f)"})


@pytest.mark.parametrize("game", GAMES)
def test_no_sentence_begins_after_a_colon(game: str) -> None:
    """Wherever a passage for some tables only stands before it; a paytable has its letter, A too."""
    begins = re.compile(r"[:,;] (?:An?|The|One|It|If|When|While|With|No|Every|Each) (?!pays\b)[a-z]")
    told = {(at, text) for _, terms in tables.tables(game) for at, text in tables.readings(terms).items()}
    assert {at for at, text in told if begins.search(text)} == set()
    assert {at for at, text in told if re.search(r"\. [a-z]|  ", text)} == set()


@pytest.mark.parametrize("game", GAMES)
def test_whoever_runs_the_table_is_called_as_in_the_document(game: str) -> None:
    words = words_of(submission(terms_of(everything(game)))).lower()
    own, other = ("licensee", "operator") if game == UTH else ("operator", "licensee")
    assert own in words
    assert other not in words
    for name, option in reading_options(game).items():
        for value in option.values[1:]:
            told = [f"{r.choice} {r.reason}" for r in readings_of(game, {name: value})]
            assert not [text for text in told if other in text], (name, value)


# --- what the table has and has not ---------------------------------------------------------------------------------

TITLES = {
    DRAGON: "Standard Rules - Dragon Poker, Maryland; cited as MD-DRAGON",
    TOP5: "Standard Rules – Top Five Poker, Maryland; cited as MD-TOP5",
    LIR: "Standard Rules - Let It Ride Poker, Maryland; cited as MD-LIR",
    UTH: "Rules of the Game of Ultimate Texas Hold 'Em, Massachusetts; cited as MA-UTH",
}


@pytest.mark.parametrize("game", GAMES)
def test_the_rulebook_is_named_as_it_names_itself(game: str) -> None:
    facts = dict(of.table_facts(rules_for(terms_of(everything(game))))[:2])
    assert facts["Rulebook"] == TITLES[game]
    agency = "Maryland State Lottery and Gaming Control Agency"
    assert facts["Regulator"] == (agency if game != UTH else "Massachusetts Gaming Commission")


@pytest.mark.parametrize("game", GAMES)
def test_meters_are_spoken_of_where_there_are_any(game: str) -> None:
    text = everything(game)
    paper = submission(terms_of(changed(text, "version = 1 ", "version = 2 ")), terms_of(text))
    has = game != TOP5
    assert (squeezed("After the meters: what the house keeps") in words_of(paper)) == has
    said = assumptions(compare([("a", terms_of(text)), ("b", terms_of(text))]))
    assert ("meter" in said.lower()) == has


def test_a_meter_of_an_own_definition_is_cited_and_the_licensee_called_so() -> None:
    for game, holder, clause_ in ((UTH, "Licensee", "14(a)"), (DRAGON, "Operator", "7.F(4)")):
        before = terms_of(everything(game))
        (meter,) = before.meters
        after = replace(before, operator="Harbor", meters=(replace(meter, reset=meter.reset + 100),))
        made = {row[0]: row[1:] for row in changes(before, after)}
        assert set(made) == {holder, "Progressive meter"} and made[holder][1] == "Harbor"
        assert made["Progressive meter"][2] == clause_
        gone = changes(before, replace(before, meters=(replace(meter, name="Other"),)))
        assert [row[3] for row in gone] == [clause_] * 2


def test_a_choice_that_begins_or_ceases_to_have_an_effect_is_told_though_nobody_touched_it() -> None:
    """How Cover All seeks its hands means nothing where it is not offered."""
    without = rules(UTH, "automated_shoe").terms
    offered = rules(UTH, "automated_shoe", wagers={"cover_all": {"offered": True}}).terms
    assert without.readings == offered.readings
    name = "Reading: Lowest winning Cover All hand"
    rests, acts = "full house, without effect here", "full house"
    assert [row[1:3] for row in changes(without, offered) if row[0] == name] == [[rests, acts]]
    assert [row[1:3] for row in changes(offered, without) if row[0] == name] == [[acts, rests]]


@pytest.mark.parametrize("game", [LIR, UTH])
def test_payments_that_are_not_whole_chips_are_told_without_a_meter_where_there_is_none(game: str) -> None:
    terms = terms_of(everything(game))
    said = {True: reading(game, "X-19", **facts(terms))}
    without = replace(terms, wagers=tuple(w for w in terms.wagers if w.id != "progressive"), meters=(), envy=())
    said[False] = reading(game, "X-19", **facts(without))
    for has, told in said.items():
        assert ("meter" in f"{told.choice} {told.reason}") == has
        assert told.choice.startswith("Money is held in cents")
        assert told.choice.count("down is never permitted") == (game == UTH)


@pytest.mark.parametrize(("chip", "paid"), [(1, "paid to the cent"), (50, "paid up to the smallest chip")])
def test_only_odds_are_rounded_up(chip: int, paid: str) -> None:
    """A table is told how it pays 3 to 2, and nothing of tables that pay otherwise; Let It Ride rounds nothing."""
    terms = terms_of(everything(UTH))
    if chip > 1:
        terms = replace(terms, breakage="up_to_chip", smallest_chip=chip)
    told = reading(UTH, "X-19", **facts(terms)).choice
    assert [said for said in ("paid to the cent", "paid up to the smallest chip") if said in told] == [paid]
    said = dict(of.table_facts(rules_for(terms)))["Payments"]
    assert said == ("paid exactly" if chip == 1 else "odds that give part of a chip are rounded up to $0.50")
    assert "breakage" not in {choice.name for choice in choices(terms_of(everything(LIR)))}


def test_an_approval_is_called_by_its_wager() -> None:
    terms = terms_of(everything(UTH))
    made = changes(terms, replace(terms, approvals={"cover_all": "A-1", "shoe_location": "A-2"}))
    assert [row[0] for row in made] == ["Approval: Cover All", "Approval: shoe location"]
    (row,) = (c for c in choices(replace(terms, approvals={"cover_all": "A-1"})) if c.name == "approvals")
    assert row.chosen == "Cover All: A-1"


def test_a_change_of_the_limits_cites_those_of_both_versions() -> None:
    before, after = (
        rules(UTH, "automated_shoe", readings={"payout_cap_mode": mode}).terms for mode in ("75000_only", "50000_only")
    )
    said = {row[0]: row[3] for row in changes(before, after)}
    assert {said[name] for name in said if "payout limits apply" in name} == {"14(d), 11(e)"}


def test_the_base_bets_are_called_so() -> None:
    (row,) = (c for c in choices(terms_of(everything(LIR))) if c.name == "six_card_requires")
    assert row.permitted == "base bets or base bets, Five Card Bonus and Three Card Bonus"


def test_a_filed_paper_speaks_of_the_player() -> None:
    lines = lines_of(submission(terms_of(everything(LIR))))
    assert "Progressive decided by the player's five-card hand" in lines
    terms = terms_of(everything(UTH))
    ((what, before, after, _),) = changes(terms, replace(terms, progressive_cards="seven"))
    assert (what, before) == ("Progressive: cards", "the player's own cards and the first three community cards")
    assert after == "the best five of the player's own and all community cards"


def test_our_wording_of_a_clause_needs_no_other() -> None:
    """It stands alone in a table of the paper, and holds whatever paytable was chosen."""
    assert "the limits of 11.A" in clause("MD-TOP5 11.A(5)").wording
    assert "tens" not in clause("MD-LIR 11.E(1)").wording, "table G begins at three of a kind"
    assert "million" not in reading(LIR, "L-30").reason, "only table A of the Six Card Bonus pays it"
