"""No paper that is filed speaks of a thing that is not there, or does not act, at its table: a wager that is not
offered, a meter, a cut, a stub, a line that the paytable has not, a device."""

import re
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import cast

import pytest
from msgspec.structs import replace

from paper import filed_tables as tables
from paper.filed_tables import SIDE, read_as, table
from pitboss.games import rules_for
from pitboss.house.server.web_words import clause_words
from pitboss.odds.api import odds
from pitboss.odds.request import Request
from pitboss.odds.result import WagerOdds
from pitboss.paper import par_rules as of
from pitboss.paper.changes import changes
from pitboss.paper.compare import assumptions, compare
from pitboss.paper.kept import AT_RESET, remarks
from pitboss.paper.par_wagers import method
from pitboss.paper.submission_choices import acts_on, choices_in_force
from pitboss.play.sources import ScriptedPlaces
from pitboss.play.table import Table
from pitboss.rulebook.book import book
from pitboss.rulebook.clauses import clause
from pitboss.rulebook.passages import facts
from pitboss.rulebook.pays import MeterShare, words
from pitboss.rulebook.readings import added, readings_of
from pitboss.rulebook.terms import Terms
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.wording.how_to_play import steps
from support import DRAGON, GAMES, LIR, MARYLAND, TOP5, UTH, accepted, finish, rules, seated, to

Has = Callable[[Terms], bool]


def offered(*wagers: str) -> Has:
    return lambda terms: any(terms.wager(wager) for wager in wagers)


WAGERS: dict[str, tuple[str, Has]] = {
    "progressive": (r"(?i)\bprogressives?\b", offered("progressive")),
    "meter": (r"\bmeters?\b", lambda terms: bool(terms.meters)),
    "envy": (r"(?i)\benv(?:y|ies)\b", lambda terms: bool(terms.envy)),
    "three card": (r"\bThree Card Bonus\b", offered("three_card_bonus")),
    "five card": (r"\bFive Card Bonus\b", offered("five_card_bonus")),
    "six card": (r"\bSix Card\b|\bbox (?:cards?\b|stack\b|\(3\))", offered("six_card_bonus")),
    "dragon": (r"\bDragon (?:wager|Bet)\b", offered("dragon")),
    "top five": (r"\bTop Five Bonus\b", offered("top_five_bonus")),
    "poker bonus": (r"\bPoker Bonus\b", offered("poker_bonus")),
    "bonus": (
        r"(?i)\bbonus wagers?\b(?<!Card Bonus Wager)(?<!Card Bonus Wagers)",
        offered("top_five_bonus", "poker_bonus", "three_card_bonus", "ante_bonus"),
    ),
    "side wager": (r"\bside wagers?\b", lambda terms: any(offered(*names)(terms) for names in SIDE.values())),
    "trips": (r"(?i)\btrips\b", offered("trips")),
    "cover all": (r"\bCover All\b", offered("cover_all")),
}
NAMED_ALL_THE_SAME = {
    ("dragon", "D-11"): "the layout shows the area of a wager that is not offered, under this name",
    ("progressive", "D-28"): "an area is drawn only if there is one",
    ("cover all", "U-29"): "how many positions there are where it is offered",
    ("trips", "X-22"): "the name of a line",
    ("trips", "U-09"): "that the Progressive is made without it",
    ("trips", "Progressive wager needs a Trips wager"): "that the Progressive is made without it",
    ("trips", "A void that spares Trips settles the Progressive too"): "the name of a choice",
    ("progressive", "U-10"): "a reason that refers to a section of the document",
}
HAND_NAMES = {("trips", DRAGON), ("trips", TOP5), ("trips", LIR)}
"""Three of a kind is called trips in the other games."""


def spoken_of(terms: Terms, texts: dict[str, str]) -> list[tuple[str, str, str]]:
    """What the texts name and the table has not."""
    missing = [
        (name, pattern)
        for name, (pattern, has) in WAGERS.items()
        if not has(terms) and (name, terms.game) not in HAND_NAMES
    ]
    return [
        (thing, at, text)
        for at, text in texts.items()
        for thing, pattern in missing
        if (thing, at) not in NAMED_ALL_THE_SAME and re.search(pattern, text)
    ]


@pytest.mark.parametrize("game", GAMES)
def test_no_reading_names_a_wager_that_is_not_offered(game: str) -> None:
    found: dict[tuple[str, str, str], str] = {}
    for name, terms in tables.tables(game):
        spared = tables.about_offers(terms)
        texts = {at: text for at, text in tables.readings(terms).items() if at not in spared}
        for said in spoken_of(terms, texts):
            found.setdefault(said, name)
    assert found == {}


def test_a_wager_that_is_not_there_is_noticed() -> None:
    bare = table(LIR, "manual shoe", ())
    planted = {"X-99": "A share of the meter is rounded down, and the Six Card Bonus box stays empty."}
    assert [thing for thing, *_ in spoken_of(bare, planted)] == ["meter", "six card"]
    assert spoken_of(table(LIR, "manual shoe", SIDE[LIR]), planted) == []


@pytest.mark.parametrize("game", GAMES)
def test_no_choice_is_in_force_about_a_wager_that_is_not_offered(game: str) -> None:
    for name, terms in tables.tables(game):
        rows = [row for row in of.in_force(terms) if row[1] != "off" and not row[0].startswith("References")]
        assert spoken_of(terms, {row[0]: row[0] for row in rows}) == [], name


@pytest.mark.parametrize("game", GAMES)
def test_no_step_names_a_wager_that_is_not_offered_or_a_stub_that_stays_in_the_device(game: str) -> None:
    """Neither of the PAR sheet nor of the card for players."""
    for name, terms in tables.tables(game):
        bound = rules_for(terms)
        texts = [row[1] for row in (*of.order_of_play(bound), *of.table_facts(bound))] + list(steps(bound))
        assert spoken_of(terms, {text: text for text in texts}) == [], name
        assert terms.shuffler != "continuous" or not [text for text in texts if STUB.search(text)], name


@pytest.mark.parametrize("game", GAMES)
def test_no_clause_is_cited_of_a_wager_that_is_not_offered(game: str) -> None:
    """Neither in the order of play, with the limits nor in what settles each wager; and what is said of a clause
    there is said of this table."""
    document = book(game).document
    found: dict[tuple[str, ...], str] = {}
    for name, terms in tables.tables(game):
        bound, known = rules_for(terms), facts(terms)
        rows = of.order_of_play(bound)
        named = ", ".join([*(f"{row[2]}, {row[3]}" for row in rows), *(row[3] for row in of.limits(bound))])
        texts = {cited: clause(f"{document} {cited}").at(known) for cited in filter(None, named.split(", "))}
        for cited, text in texts.items():
            if not text:
                found.setdefault(("not of this table", cited), name)
        settles = {row[0]: row[2] for row in of.settlement(bound)}
        assert all(clause(f"{document} {cited}").at(known) for cited in settles), name
        for said in (*spoken_of(terms, texts), *spoken_of(terms, settles)):
            found.setdefault(said, name)
    assert found == {}


@pytest.mark.parametrize("game", GAMES)
def test_what_settles_is_explained_by_readings_that_are_filed(game: str) -> None:
    for name, terms in tables.tables(game):
        named = {one for row in of.settlement(rules_for(terms)) for one in row[3].split(", ") if one}
        assert named <= set(tables.readings(terms)), name


def cited_in_play(terms: Terms) -> set[str]:
    return {one for row in of.order_of_play(rules_for(terms)) for one in (row[2], *row[3].split(", "))}


@pytest.mark.parametrize("offered", [(), ("trips",), SIDE[UTH]])
@pytest.mark.parametrize("mode", ["both", "75000_only", "50000_only"])
def test_the_payout_limits_that_are_cited_are_those_that_are_applied(mode: str, offered: tuple[str, ...]) -> None:
    readings = {"readings": {"payout_cap_mode": mode}}
    for terms in (table(UTH, "automated shoe", offered), rules(UTH, "manual_shoe", **readings).terms):
        set_so = read_as(terms, payout_cap_mode=mode)
        applied = {"11(e)": mode != "75000_only", "14(d)": mode != "50000_only"}
        assert {name: name in cited_in_play(set_so) for name in applied} == applied
    limits = {limit.clause.removeprefix("MA-UTH ") for limit in terms.limits}
    assert limits == {name for name, acts in applied.items() if acts}


def test_a_table_without_trips_is_told_what_voids_all() -> None:
    """15(b)/2 and 15(a)/1 spare trips; without it nothing is spared, and the Progressive only where that was chosen."""
    bare = table(UTH, "manual shoe", ())
    rows = {row[0]: row[2] for row in of.settlement(rules_for(bare))}
    assert "15(b)/3" not in rows
    assert rows["15(b)/2"].endswith("void all hands; wagers go back and the cards are reshuffled.")
    assert rows["15(a)/1"].endswith("voids all hands; wagers go back.")
    assert "everything void" in tables.readings(bare)["U-34"]
    alone = table(UTH, "manual shoe", ("progressive",))
    rows = {row[0]: row[2] for row in of.settlement(rules_for(read_as(alone, void_settles_progressive="true")))}
    assert rows["15(a)/1"].endswith("voids all hands; wagers other than the Progressive go back.")
    assert rows["15(b)/3"].endswith("the Progressive still settled; all other wagers are returned.")
    assert rows["14(c)"].endswith("directly after ante, blind and play.")


@pytest.mark.parametrize(
    ("offered", "spares_progressive", "go_back"),
    [
        (("trips", "cover_all", "progressive"), "false", "Ante, Blind, Play, Cover All and Progressive"),
        (("trips", "cover_all", "progressive"), "true", "Ante, Blind, Play and Cover All"),
        (("progressive",), "true", "Ante, Blind and Play"),
        (("progressive",), "false", "all wagers"),
        ((), "false", "all wagers"),
    ],
)
def test_every_wager_that_is_not_spared_goes_back(
    offered: tuple[str, ...], spares_progressive: str, go_back: str
) -> None:
    shoe = read_as(table(UTH, "automated shoe", offered), void_settles_progressive=spares_progressive)
    assert [row[1] for row in of.settlement(rules_for(shoe)) if row[0] == "15(a)/1"] == [go_back]


@pytest.mark.parametrize("stack", ["delivered", "held"])
def test_the_deal_is_cited_by_where_the_dealer_has_his_stack(stack: str) -> None:
    shoe = read_as(table(DRAGON, "automated shoe", ()), dealer_stack=stack)
    assert {"10.B(3)", "10.B(4)"} & cited_in_play(shoe) == {"10.B(3)" if stack == "delivered" else "10.B(4)"}


# --- what a device does ----------------------------------------------------------------------------------------------

CUT = re.compile(r"(?<!payments are )(?<!excess is )\b[Cc]uts?\b(?! in settlement| recorded)")
NOT_CUT = re.compile(r"not (?:then )?cut|nothing is cut|no cards are cut|out of use|do not apply|cut by|each cut")
STUB = re.compile(r"\bstub\b")
NO_STUB = re.compile(r"[Nn]o stub|out of use|keeps the stub|exempts")


def at_continuous_devices(game: str) -> Iterator[tuple[str, Terms]]:
    return ((name, terms) for name, terms in tables.tables(game) if terms.shuffler == "continuous")


@pytest.mark.parametrize("game", MARYLAND)
def test_a_reading_of_cut_and_stub_says_that_a_continuous_device_knows_neither(game: str) -> None:
    """Unless it only says which section of the text is meant (text) or whose work it is."""
    texts = {r.id for r in readings_of(game) if r.tag == "text"} | {"X-07", "L-30"}
    for name, terms in at_continuous_devices(game):
        said = {at: text for at, text in tables.readings(terms).items() if at not in texts}
        assert [at for at, text in said.items() if CUT.search(text) and not NOT_CUT.search(text)] == [], name
        assert [at for at, text in said.items() if STUB.search(text) and not NO_STUB.search(text)] == [], name


@pytest.mark.parametrize("game", GAMES)
def test_a_round_has_a_stub_and_its_cards_a_cut_where_the_paper_says_so(game: str) -> None:
    """Held against rounds of the engine with its own staff."""
    for dealing in tables.equipment(game):
        terms = table(game, dealing, ())
        bound = rules_for(terms)
        t = Table(bound, source=ScriptedPlaces(bound.deck, {})).open()
        cut = any(isinstance(entry.event, e.CardsCut) for entry in t.log)
        finish(seated(t, 1))
        away = t.state.stub_gone
        said = of.order_of_play(bound)
        assert any("stub" in row[1] for row in said) == away, dealing
        known = facts(terms)
        assert (known["stub"] == "on") == away, dealing
        assert known["cut"] == "on" or not cut, dealing
        fewest = [row[1] for row in of.in_force(terms) if row[0].startswith("Fewest cards")]
        assert fewest == (["0"] if known["cut"] == "on" else []), dealing


@pytest.mark.parametrize("game", GAMES)
def test_an_idle_table_cuts_its_cards_only_after_a_shuffle_by_hand(game: str) -> None:
    """As the engine does when it opens; a device that is out of use leaves the shuffle to the dealer."""
    for dealing in tables.equipment(game):
        terms = table(game, dealing, ())
        bound = rules_for(terms)
        log = Table(bound, source=ScriptedPlaces(bound.deck, {})).open().log
        cut = any(isinstance(entry.event, e.CardsCut) for entry in log)
        assert cut == (terms.shuffler == "none"), dealing
        said = tables.readings(terms)["X-18"]
        if terms.shuffler == "automated":
            assert "shuffle and, after a shuffle by hand, cut." in said, dealing
        elif game != UTH:
            assert "shuffle, cut." in said and ("out of use" in said) == (not cut), dealing


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("dealing", list(tables.EQUIPMENT))
def test_the_depth_of_a_cut_is_chosen_for_the_time_without_the_device(game: str, dealing: str) -> None:
    if dealing not in tables.equipment(game):
        return
    before = table(game, dealing, ())
    after = read_as(before, cut_min_from_bottom="10")
    rests = "hand" in dealing or "continuous" in dealing
    (row,) = changes(before, after)
    said = ", only while the device is out of use" * rests
    assert row[1:3] == [f"0{said}", f"10{said}"]
    (choice,) = (c for c in choices_in_force(after) if c.name == "cut_min_from_bottom")
    assert choice.chosen == f"10{said}"
    assert ("While it is out of use, a cut from 10" in tables.readings(after)["X-16"]) == rests


# --- one card found face up ------------------------------------------------------------------------------------------


def found_face_up(terms: Terms) -> bool:
    """Whether a round of the engine is void after one card was found face up in the deal."""
    bound = rules_for(terms)
    t = Table(bound, source=ScriptedPlaces(bound.deck, {})).open()
    to(seated(t, 1), "deal")
    accepted(t, "dealer", a.Report("card_face_up", cards=bound.deck.cards[:1]))
    return t.state.void


FACE_UP = [
    (game, dealing, single, stack)
    for game in MARYLAND
    for dealing in ("manual shoe", "hand", "automated shoe", "automated shoe, continuous")
    for single in (("void", "set_aside") if game == TOP5 else ("",))
    for stack in ("void", "complete_from_stub")
]


@pytest.mark.parametrize(("game", "dealing", "single", "stack"), FACE_UP)
def test_the_papers_say_what_one_card_found_face_up_does(game: str, dealing: str, single: str, stack: str) -> None:
    terms = read_as(table(game, dealing, ()), single_face_up=single, face_up_in_stack=stack)
    voids = found_face_up(terms)
    by_shoe = terms.procedure == "automated_shoe"
    assert voids == ((game == TOP5 and single == "void") or (by_shoe and stack == "void"))
    rows = {row[0]: row[2] for row in of.settlement(rules_for(terms))}
    said = tables.readings(terms)
    if voids:
        assert "void" in rows["13.A"] and "instead" not in rows["13.A"]
    elif "13.A" in rows:
        assert game == TOP5 and rows["13.A"].startswith("Two or more cards found face up during the deal void")
        assert rows["13.A"].endswith("A single card is only set aside.")
    if game == TOP5:
        in_stack = "One card found face up in a stack of the automated shoe voids the round (X-07). While that shoe"
        begins = "One card found face up is not used and is set aside" if not voids else in_stack
        assert said["T-26"].startswith("One card found face up voids the round" if single == "void" else begins)
        wording = clause_words(clause("MD-TOP5 13.A"), "", facts(terms)).text
        voided = wording.startswith("One card found face up in a stack of the automated shoe voids all hands, and so")
        assert voided == (voids and single == "set_aside")
        assert wording.startswith("One card found face up during the deal voids") == (single == "void")
    acts = [choice.name for choice in choices_in_force(terms) if not choice.rests]
    assert ("face_up_in_stack" in acts) == (by_shoe and single != "void")
    assert ("single_face_up" in acts) == (game == TOP5 and not (single == "set_aside" and voids))


@pytest.mark.parametrize("game", [DRAGON, LIR])
def test_a_stack_that_is_completed_does_not_void_in_the_words_of_the_clause(game: str) -> None:
    cited = clause("MD-DRAGON 13.A" if game == DRAGON else "MD-LIR 13.A")
    for dealing, source in (
        ("automated shoe", "the stub"),
        ("automated shoe, continuous", "the cards left in the device"),
    ):
        shoe = table(game, dealing, ())
        said = added(cited, facts(read_as(shoe, face_up_in_stack="complete_from_stub")))[0]
        assert said.endswith(f"; a stack from an automated shoe is then completed from {source}. [X-07]")
        assert "void" not in said and added(cited, facts(shoe))[0].endswith("it voids the round. [X-07]")


@pytest.mark.parametrize("game", MARYLAND)
@pytest.mark.parametrize("value", ["void", "complete_from_stub"])
def test_without_an_automated_shoe_nothing_is_read_of_one(game: str, value: str) -> None:
    """Whatever the file states: neither that stacks void the round nor that they are completed."""
    said = tables.readings(read_as(table(game, "hand", ()), face_up_in_stack=value))["X-07"]
    assert "utomated" not in said and "reshuffle" not in said and "completed" not in said and "  " not in said
    shoe = tables.readings(
        read_as(table(game, "automated shoe", ()), single_face_up="set_aside" if game == TOP5 else "")
    )
    assert "utomated shoe: void" in shoe["X-07"]


def test_a_choice_that_only_rests_no_longer_is_no_change() -> None:
    """Its remark goes with the device; what was chosen is the same, and acts as it did."""
    shoe, by_hand = table(DRAGON, "automated shoe", ()), table(DRAGON, "hand", ())
    told = {row[0] for row in changes(by_hand, table(DRAGON, "manual shoe", ()))}
    assert not [title for title in told if title.startswith("Reading: ") and "cut" in title.lower()]
    assert "Reading: One face-up card in a stack of the automated shoe" in {row[0] for row in changes(by_hand, shoe)}


def test_the_change_of_a_choice_that_does_nothing_says_so() -> None:
    shoe = table(TOP5, "automated shoe", ())
    rows = {row[0]: row[1:3] for row in changes(shoe, read_as(shoe, single_face_up="set_aside"))}
    assert rows.pop("Reading: One card found face up") == ["void", "set aside, only while the device is out of use"]
    assert list(rows.values()) == [["void, without effect here", "void"]], "what the other choice begins to act upon"
    by_hand = table(TOP5, "hand", ())
    (row,) = changes(by_hand, read_as(by_hand, face_up_in_stack="complete_from_stub"))
    assert row[1:3] == ["void, without effect here", "complete from stub, without effect here"]


# --- what a paytable pays --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("letter", "ABC")
def test_what_the_poker_bonus_pays_of_few_cards_is_in_its_table(letter: str) -> None:
    terms = table(TOP5, "manual shoe", SIDE[TOP5], (("poker_bonus", letter),))
    held = terms.wager("poker_bonus")
    assert held is not None
    paid = {line.hand for line in held.lines}
    said = tables.readings(terms)
    assert ("a bare pair of aces pays" in said["T-11"]) == ("pair_aces_or_kings" in paid)
    assert ("three bare aces pay" in said["T-11"]) == ("pair_aces_or_kings" not in paid) and "three_of_a_kind" in paid
    assert ("no single pair is paid" in said["T-13"]) == ("pair_aces_or_kings" not in paid)


@pytest.mark.parametrize("letter", "AB")
def test_a_pair_of_pandas_is_spoken_of_where_a_line_pays_it(letter: str) -> None:
    terms = table(DRAGON, "manual shoe", (), (("ante_bonus", letter),))
    held = terms.wager("ante_bonus")
    assert held is not None
    paid = {line.hand: words(line.pay) for line in held.lines}
    said = tables.readings(terms)
    assert ("D-18" in said) == ("pair_of_pandas_or_better" in paid) == (letter == "B")
    if letter == "B":
        assert f"Phoenix or Dragons pays {paid['pair_of_pandas_or_better']};" in said["D-18"]
    assert f"{letter} pays trips {paid['trips']}" in said["D-20"] and "Three Card" not in said["D-20"]
    (row,) = (row for row in of.in_force(terms) if row[0] == "Ante Bonus paytable")
    assert row[1:] == [letter, "12.B", "D-20"]


@pytest.mark.parametrize("letter", "ABC")
def test_what_straight_and_flush_pay_is_in_the_table_in_force(letter: str) -> None:
    terms = table(LIR, "manual shoe", SIDE[LIR], (("three_card_bonus", letter),))
    held = terms.wager("three_card_bonus")
    assert held is not None
    paid = {line.hand: words(line.pay) for line in held.lines}
    said = f"table {letter} pays the straight {paid['straight']} and the flush {paid['flush']}."
    assert tables.readings(terms)["L-16"].endswith(said)


@pytest.mark.parametrize("letter", "ABCDEF")
def test_a_part_of_a_meter_is_spoken_of_where_a_line_pays_one(letter: str) -> None:
    terms = table(LIR, "manual shoe", SIDE[LIR], (("progressive", letter),))
    held = terms.wager("progressive")
    assert held is not None
    part = any(isinstance(line.pay, MeterShare) and line.pay.percent < 100 for line in held.lines)
    said = tables.readings(read_as(terms, meter_floor="reset"))
    assert ("part of a meter" in said["L-26"]) == part == (letter == "A")
    assert ("L-01" in said) == (letter == "B") and ("L-04" in said) == (letter in "BC")
    assert any(choice.name == "meter_floor" for choice in choices_in_force(terms)) == part
    assert acts_on(LIR, "progressive", letter, "meter_floor") == part


@pytest.mark.parametrize("letter", "ABCDEF")
def test_how_a_part_of_a_meter_is_counted_is_told_where_a_line_pays_one(letter: str) -> None:
    terms = table(LIR, "manual shoe", SIDE[LIR], (("progressive", letter),))
    rows = odds(Request(game=LIR, terms=terms, wager="progressive"))
    (said,) = (text for text in remarks(terms, rows, {}) if "goes to the meters" in text)
    assert ("below 100 percent" in said) == (letter == "A")
    assert said.endswith("as if the house paid it). " + AT_RESET if letter == "A" else "%. " + AT_RESET)
    found = compare([("a", terms), ("b", terms)])
    assert ("below 100 percent" in assumptions(found)) == (letter == "A")
    assert "What goes to a meter is no win" in assumptions(found)


@pytest.mark.parametrize("game", [DRAGON, UTH])
@pytest.mark.parametrize("decks", [1, 2])
def test_another_deck_is_spoken_of_where_there_is_one(game: str, decks: int) -> None:
    said = tables.readings(replace(table(game, "hand", ()), decks=decks))["X-27"]
    assert [bool(re.search(word, said)) for word in ("other deck", "second deck", "Each deck")] == [decks == 2] * 3
    assert re.search(r"\b[Aa]fter a removal or a change by the clock a deck goes through the whole opening", said)
    assert ("5.A(3)" in said) == (game == DRAGON)


RETURNED = {
    (): "",
    ("progressive",): "Ante, Blind, Play and Progressive are returned. The clause does not name the Progressive, and",
    ("progressive", "cover_all"): "Ante, Blind, Play, Progressive and Cover All are returned. The clause names neither",
    ("trips",): "Ante, Blind and Play are returned; Trips is settled on the completed board. The board",
    ("trips", "progressive"): "Ante, Blind and Play are returned; Trips is settled on the completed board; the Progr",
}


@pytest.mark.parametrize("offered", RETURNED)
def test_what_a_void_that_spares_trips_returns_is_one_sentence_without_it(offered: tuple[str, ...]) -> None:
    said = tables.readings(table(UTH, "automated shoe", offered))
    assert said.get("U-33", "").startswith(RETURNED[offered])
    assert ("U-33" in said) == bool(offered)
    assert ("U-17" in said) == ("trips" in offered)


@pytest.mark.parametrize("letter", "ABCDEF")
def test_the_figures_of_a_wager_rest_upon_a_choice_only_where_it_acts(letter: str) -> None:
    meters, reading = {"Progressive": 1_000_000}, {"meter_floor": "reset"}
    row = SimpleNamespace(
        game=LIR,
        wager="progressive",
        paytable=letter,
        base="progressive",
        deals=2_598_960,
        stake=100,
        players=1,
        meters=meters,
        reading=reading,
    )
    said = method(cast(WagerOdds, row))
    assert ("Floor of a meter after a percentage payment: reset" in said) == (letter == "A")
    assert said.endswith("; the Progressive meter reads $10,000.")


def test_the_stack_of_the_community_area_has_the_cards_that_were_chosen() -> None:
    shoe = table(LIR, "automated shoe, continuous", ())
    assert "the two-card one" in tables.readings(shoe)["L-38"]
    assert "third card" not in tables.readings(shoe)["X-06"]
    three = tables.readings(read_as(shoe, community_stack="three_discard_one"))
    assert "the third card of 10.H" in three["X-06"]
    assert "two" not in three["L-38"] and "three cards are dispensed" in three["L-35"]
