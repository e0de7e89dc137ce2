"""The data files of the games: every step has its guide, every citation resolves, every clause is carried somewhere."""

from collections.abc import Iterator
from typing import Any

import pytest

from pitboss.games.decks import deck
from pitboss.play.sources import ShuffledDecks, seeded_stream
from pitboss.play.table import Table
from pitboss.rulebook.book import book
from pitboss.rulebook.clauses import clauses
from pitboss.rulebook.coverage import citations, coverage
from pitboss.rulebook.roles import STAFF
from pitboss.table import actions as a
from pitboss.table.acts import ACTS
from pitboss.table.duties import _OPENING, Duty, duty
from pitboss.table.flow import current
from pitboss.table.rules import Rules
from support import DOCUMENT, GAMES, LIR, MARYLAND, PROCEDURES, UTH, accepted, rules, seated, table, to

AROUND = (
    "receive", "inspect", "verify", "spread", "look", "wash", "stack", "shuffle", "device_count", "cut", "recut",
    "idle", "deck_change", "remove_deck", "device", "procedure", "seat", "place_wager", "open_round", "close_bets",
    "ruling", "report",
)  # fmt: skip
"""What is done around the rounds, in every game."""

OWN = {
    "dragon-poker": {
        "bets", "deal", "stub", "examine", "decide", "collect", "dealer_stack", "reveal", "post", "settle", "clear",
    },
    "top-five-poker": {"bets", "deal", "stub", "examine", "decide", "dealer_stack", "reveal", "settle", "clear"},
    "let-it-ride": {
        "bets", "take_five", "take_progressive", "post", "deal", "stub", "examine", "decide_1", "show_1", "decide_2",
        "show_2", "show_box", "settle", "settle_envy", "clear",
    },
    "ultimate-texas-holdem": {
        "bets", "deal", "examine", "preflop", "flop", "postflop", "turn_river", "stub", "final", "reveal", "post",
        "settle", "settle_folded", "settle_cover_all", "clear",
    },
}  # fmt: skip
"""The steps of a round, whatever the operator offers."""

RULES_OF_RANKING = {
    "order", "suits", "four_suits", "ace_low", "ace_not_in_the_middle", "characters", "gold_dragon", "gold_dragon_wild",
    "gold_dragon_as_dragon", "gold_dragon_colour", "same_pair", "second_card", "third_card", "other_cards",
    "same_category", "tie",
}  # fmt: skip

EVERYTHING: dict[str, dict[str, Any]] = {
    "dragon-poker": {},
    "top-five-poker": {},
    "let-it-ride": {},
    "ultimate-texas-holdem": {"wagers": {"cover_all": {"offered": True}}},
}
"""What turns on every wager and step that the default submission leaves off."""

SIDE: dict[str, dict[str, int]] = {
    "dragon-poker": {"three_card_bonus": 5, "dragon": 5},
    "top-five-poker": {"top_five_bonus": 5, "poker_bonus": 5},
    "let-it-ride": {"five_card_bonus": 1, "three_card_bonus": 5, "six_card_bonus": 5, "progressive": 1},
    "ultimate-texas-holdem": {"trips": 5},
}

CASES = [(game, procedure) for game in GAMES for procedure in PROCEDURES]


def full(game: str, procedure: str, **readings: str) -> Rules:
    """The game with everything offered that this procedure allows."""
    more = EVERYTHING[game] if procedure == "automated_shoe" else {}
    return rules(game, procedure, **more, **({"readings": readings} if readings else {}))


def cited(value: object) -> Iterator[str]:
    """Every clause id in a piece of data."""
    match value:
        case str() if value.startswith(tuple(f"{d} " for d in DOCUMENT.values())):
            yield value
        case dict():
            for inner in value.values():
                yield from cited(inner)
        case list() | tuple():
            for inner in value:
                yield from cited(inner)
        case _:
            fields = getattr(value, "__struct_fields__", ())
            for field in fields:
                yield from cited(getattr(value, field))


# --- guides ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_guides_are_those_of_the_game(game: str) -> None:
    around = {*AROUND, "order_shuffle"} if "order_shuffle" in book(game).cites else set(AROUND)
    assert set(book(game).guides) == around | OWN[game]


def test_only_maryland_knows_an_order_to_shuffle() -> None:
    assert [g for g in GAMES if "order_shuffle" in book(g).guides] == list(MARYLAND)


@pytest.mark.parametrize(("game", "procedure"), CASES)
def test_every_step_of_the_script_has_a_guide_that_names_its_clause(game: str, procedure: str) -> None:
    scripts = [full(game, procedure)]
    if procedure == "automated_shoe" and "dealer_stack" in OWN[game]:
        scripts.append(full(game, procedure, dealer_stack="held"))
    for bound in scripts:
        for step in bound.script(procedure):
            assert step.name in OWN[game]
            guide = bound.guide(step.name, procedure)
            assert step.clause in (guide.clause, *guide.also), f"{step.name}: {step.clause}"


@pytest.mark.parametrize(("game", "procedure"), CASES)
def test_every_choice_of_a_player_stands_in_the_guide(game: str, procedure: str) -> None:
    for step in full(game, procedure).script(procedure):
        guide = book(game).guide(step.name, procedure)
        for choice in step.choices:
            assert choice.clause in (guide.clause, *guide.also), f"{step.name}: {choice.name} {choice.clause}"


@pytest.mark.parametrize(("game", "procedure"), CASES)
def test_every_delivery_of_the_deal_stands_in_the_guide(game: str, procedure: str) -> None:
    bound = full(game, procedure)
    plan = bound.game.plan(bound, procedure, None)
    for step in bound.script(procedure):
        guide = book(game).guide(step.name, procedure)
        for deal in plan.get(step.part, ()):
            assert deal.clause in (guide.clause, *guide.also), f"{step.name}: {deal.to} {deal.clause}"


@pytest.mark.parametrize("game", GAMES)
def test_every_settlement_row_stands_in_a_guide(game: str) -> None:
    bound = full(game, "automated_shoe")
    told = {c for step in book(game).guides for c in cited(book(game).guides[step])}
    assert {row.clause for row in bound.game.rows(bound)} <= told


@pytest.mark.parametrize(("game", "procedure"), CASES)
def test_every_irregularity_stands_in_the_guide_to_reports(game: str, procedure: str) -> None:
    """A row that holds under every procedure cites the manual shoe's clause where the chapters say the same."""
    guides = [book(game).guide("report", p) for p in PROCEDURES]
    told = {clause for guide in guides for clause in (guide.clause, *guide.also)}
    for row in full(game, procedure).game.mishaps:
        assert row.clause in told, f"{row.kind}: {row.clause}"


@pytest.mark.parametrize("game", GAMES)
def test_titles_are_short_and_imperative(game: str) -> None:
    for step in book(game).guides:
        title = book(game).guide(step, "hand").title
        assert 8 <= len(title) <= 60
        assert title[0].isupper() and not title.endswith(".")


def test_the_games_share_the_titles_of_shared_steps() -> None:
    for step in AROUND:
        assert len({book(game).guide(step, "hand").title for game in GAMES}) == 1, step


@pytest.mark.parametrize("game", GAMES)
def test_overrides_name_procedures_and_known_keys(game: str) -> None:
    for step, raw in book(game).guides.items():
        assert set(raw) <= {"title", "clause", "also", "reminders", *PROCEDURES}, step
        for procedure in PROCEDURES:
            assert set(raw.get(procedure, {})) <= {"clause", "also", "reminders"}, f"{step}.{procedure}"
            guide = book(game).guide(step, procedure)
            for listed in (guide.also, guide.reminders):
                assert len(set(listed)) == len(listed), f"{step}.{procedure} says something twice"
            assert guide.clause not in guide.also, f"{step}.{procedure} repeats its own clause"


@pytest.mark.parametrize("game", GAMES)
def test_a_guide_speaks_only_of_its_own_dealing_procedure(game: str) -> None:
    """The chapters on dealing are read one at a time; shared count rules of the manual shoe are the exception."""
    chapters = {"MA-UTH": ("7(", "8(", "9("), "": ("8.", "9.", "10.")}
    marks = dict(zip(PROCEDURES, chapters["MA-UTH"] if game == UTH else chapters[""], strict=True))
    shared = ("MA-UTH 7(f)", "MD-TOP5 8.E", "MD-TOP5 8.F(1)")
    for step in ("cut", "open_round", "close_bets", "deal", "stub", "take_five", "take_progressive"):
        if step not in book(game).guides:
            continue
        for procedure in PROCEDURES:
            guide = book(game).guide(step, procedure)
            for clause in (guide.clause, *guide.also, *guide.reminders):
                number = clause.split(" ", 1)[1]
                others = tuple(m for p, m in marks.items() if p != procedure)
                if not clause.startswith(shared) and not (procedure == "hand" and step == "cut"):
                    assert not number.startswith(others), f"{step}.{procedure}: {clause}"


# --- duties ---------------------------------------------------------------------------------------------------------


def guided(t: Table, due: Duty) -> None:
    guide = t.rules.guide(due.guide, t.state.procedure)
    assert not due.clause or due.clause in (guide.clause, *guide.also), f"{due.guide}: {due.clause}"


@pytest.mark.parametrize(("game", "procedure"), CASES)
def test_every_duty_of_a_round_has_a_guide_that_names_its_clause(game: str, procedure: str) -> None:
    """From the box to the cleared table, with every wager laid, and again until a stub count is due."""
    bound = full(game, procedure)
    t = Table(bound, source=ShuffledDecks(bound.deck, seeded_stream("guides")))
    side = dict(SIDE[game])
    if "cover_all" in t.rules.index:
        side["cover_all"] = 5
    done: set[str] = set()
    for _ in range(6):
        while (due := duty(t.rules, t.state)) is not None and not due.waits:
            guided(t, due)
            done.add(due.guide)
            assert t.perform()
        seated(t, 1, 2, **side)
        due = duty(t.rules, t.state)
        assert due is not None and due.waits
        guided(t, due)
        accepted(t, "dealer", a.CloseBets())
        while t.step_name:
            due = duty(t.rules, t.state)
            if due is None:
                now = current(t.rules, t.state)
                assert now is not None
                choice = now.choices[0 if t.turn == 1 else -1].name
                accepted(t, f"player:P{t.turn}", a.Decide(t.turn, choice))
                continue
            guided(t, due)
            done.add(due.guide)
            assert t.perform()
    expected = {step.name for step in t.rules.script(procedure) if step.kind not in ("bets", "ask", "examine")}
    if game == LIR:
        expected -= {"settle_envy"}  # due only where somebody holds a qualifying hand
    assert expected <= done | {"settle_folded"}
    assert {"receive", "inspect", "verify", "spread", "look", "wash", "stack", "shuffle", "open_round"} <= done


@pytest.mark.parametrize("game", GAMES)
def test_the_opening_goes_by_guides(game: str) -> None:
    assert {guide for _, guide in _OPENING.values()} <= set(book(game).guides)


@pytest.mark.parametrize("game", GAMES)
def test_a_counting_shuffler_a_late_deck_and_a_ruling_have_their_guides(game: str) -> None:
    shuffler = {"procedure": "manual_shoe", "shuffler": "automated", "shuffler_counts_cards": True}
    hours = {"deck_change_hours": 8} if game == UTH else {}
    t = table(game, "manual_shoe", open_bets=False, dealing=shuffler, readings=hours)
    seen = set()
    while (due := duty(t.rules, t.state)) is not None and due.guide != "open_round":
        guided(t, due)
        seen.add(due.guide)
        assert t.perform()
    assert "device_count" in seen
    late = duty(t.rules, t.state, at=9 * 3_600_000)
    assert late is not None and late.guide == "deck_change"
    guided(t, late)
    if game in MARYLAND:
        t = to(seated(table(game, readings={"player_left_default": "ask"}), 1), "stub")
        accepted(t, "dealer", a.Report("player_left", seat=1))
        due = duty(t.rules, t.state)
        assert due is not None and due.guide == "ruling"
        assert ACTS[due.do].usual in STAFF


@pytest.mark.parametrize("game", GAMES)
def test_an_idle_table_opens_again_by_guides(game: str) -> None:
    t = table(game)
    accepted(t, "dealer", a.GoIdle())
    accepted(t, "player:P1", a.TakeSeat(1, "P1"))
    seen = []
    while (due := duty(t.rules, t.state)) is not None and due.guide != "open_round":
        guided(t, due)
        seen.append(due.guide)
        assert t.perform()
    assert seen == ["spread", "look", "wash", "stack", "shuffle", "cut"]


@pytest.mark.parametrize("game", GAMES)
def test_a_failed_device_and_a_change_of_procedure_have_their_guides(game: str) -> None:
    t = table(game, "hand", open_bets=False)
    accepted(t, "dealer", a.Report("device_fails", place="shuffler"))
    due = duty(t.rules, t.state)
    assert due is not None and due.guide == "device"
    guided(t, due)
    accepted(t, "floorperson", a.SetDeviceAside("shuffler", t.rules.book.measures[-1]))
    due = duty(t.rules, t.state)
    assert due is not None and due.guide == "procedure"
    guided(t, due)


@pytest.mark.parametrize(("game", "procedure"), CASES)
def test_the_guides_name_the_clauses_that_the_engine_cites_for_the_same_step(game: str, procedure: str) -> None:
    bound = full(game, procedure)
    same = {
        "receive": ("receive", "preshuffled"),
        "inspect": ("inspect",),
        "verify": ("verify",),
        "spread": ("spread", "turn_up"),
        "look": ("look",),
        "wash": ("wash",),
        "stack": ("stack",),
        "shuffle": ("shuffle", "deal_after_device", "two_decks"),
        "device_count": ("device_count", "device_count_wrong", "deal_after_device"),
        "recut": ("recut",),
        "idle": ("idle",),
        "deck_change": ("deck_change", "deck_hours_hand", "deck_hours_shoe"),
        "device": ("device_failed", "measure_covered", "measure_removed", "measure_marked"),
        "procedure": ("other_method", f"choose_{procedure}", "two_decks"),
        "seat": ("seated", "per_player", "remain_seated"),
        "place_wager": ("place", "seated", "late_wager", "verbal", "acceptance", "cover_all_device"),
        "open_round": ("no_more_bets", "one_rack", "stub_count"),
        "close_bets": ("no_more_bets", "compulsory"),
        "stub": ("stub_to_rack", "stub_count", "count_right", "count_wrong", "count_misdealt", "count_not_misdealt"),
    }
    if procedure != "hand":  # from the hand nothing is ever cut
        same["cut"] = ("cut", "after_cut")
    for step, keys in same.items():
        guide = bound.guide(step, procedure)
        for key in keys:
            if key in bound.book.cites:
                clause = bound.cite(key, procedure)
                assert clause in (guide.clause, *guide.also), f"{step}: {key} = {clause}"


# --- words, ranks, cards --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_definitions_are_those_of_the_first_chapter(game: str) -> None:
    first = "MA-UTH 1 " if game == UTH else f"{DOCUMENT[game]} 1.B("
    defining = {c for c in clauses() if c.startswith(first)}
    assert set(book(game).defines.values()) == defining
    assert all(word == word.lower() for word in book(game).defines)


@pytest.mark.parametrize("game", GAMES)
def test_every_hand_has_the_clause_that_ranks_it(game: str) -> None:
    the_book = book(game)
    families = {family for family, hands in the_book.hands.items() if hands != ("beats_dealer",)}
    assert set(the_book.ranks) == families | {"cards"}
    for family, ranks in the_book.ranks.items():
        hands = the_book.hands.get(family, ())
        assert set(hands) <= set(ranks), family
        assert set(ranks) - set(hands) <= RULES_OF_RANKING, family
        assert "order" in ranks


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_of_the_chapter_on_ranks_is_named(game: str) -> None:
    chapter = "MA-UTH 5(" if game == UTH else f"{DOCUMENT[game]} 6."
    assert {c for c in clauses() if c.startswith(chapter)} <= set(cited(book(game).ranks))


@pytest.mark.parametrize("game", GAMES)
def test_the_contents_are_those_of_the_deck(game: str) -> None:
    contents = book(game).contents
    codes = {code for code, _ in deck(game).contents}
    assert "deck" in contents
    assert set(contents) - {"deck"} in (set(), codes)


# --- the layout -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_wager_has_an_area_of_its_own(game: str) -> None:
    the_book = book(game)
    wagers = [w.id for w in the_book.wagers]
    assert [x.id for x in the_book.areas if x.id in wagers] != []
    assert {x.id for x in the_book.areas if x.id == x.wager and x.per_seat} == set(wagers)
    for area in the_book.areas:
        assert not area.wager or area.wager in wagers
        assert area.title
    assert len({x.id for x in the_book.areas}) == len(the_book.areas)


def test_dragon_poker_always_draws_its_five_areas() -> None:
    always = {x.id for x in book("dragon-poker").areas if x.always}
    assert always == {"ante", "ante_bonus", "play", "dragon", "three_card_bonus"}


@pytest.mark.parametrize("game", GAMES)
def test_furniture(game: str) -> None:
    areas = {x.id for x in book(game).areas}
    assert {"cards", "inventory", "discard_rack"} <= areas
    if game in MARYLAND:
        assert {"dealer_place", "drop_box", "tip_box"} <= areas
    assert ("community" in areas) == (game in (LIR, UTH))
    assert ("dealer_cards" in areas) == (game != LIR)


@pytest.mark.parametrize("game", GAMES)
def test_inscriptions(game: str) -> None:
    the_book = book(game)
    found = {x.id: x for x in the_book.inscriptions}
    assert len(found) == len(the_book.inscriptions)
    assert {"odds", "practice"} <= set(found)
    assert ("out_of_order" in found) == ("marked" in the_book.measures)
    for inscription in found.values():
        assert not inscription.if_offered or inscription.if_offered in {w.id for w in the_book.wagers}
    if game in MARYLAND:
        assert not found["operator"].on_sign


def test_the_words_that_the_rulebooks_prescribe() -> None:
    texts = {(game, x.id): x.text for game in GAMES for x in book(game).inscriptions if x.text}
    assert texts["dragon-poker", "play_equals_ante"] == "Play Bet Must Equal Ante Bet"
    assert texts["ultimate-texas-holdem", "cover_all_lowest"] == "Three-of-a-kind, straight and flush lose"


# --- all clauses ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_book_cites_its_own_document_only(game: str) -> None:
    found = set(cited(book(game)))
    assert found <= set(clauses()), sorted(found - set(clauses()))
    assert {clauses()[c].game for c in found} == {game}


def test_every_citation_of_the_package_resolves() -> None:
    assert set(citations()) <= set(clauses()), sorted(set(citations()) - set(clauses()))


def test_every_clause_is_carried_out_or_recorded() -> None:
    unassigned = [row["id"] for row in coverage()["clauses"] if not row["enforced"]]
    assert not unassigned
    assert sum(clause.game in GAMES for clause in clauses().values()) == 1095
