"""The worked examples of the PAR sheet: the engine plays them, and they end as people worked them out by hand."""

import pytest

from paper.par_cases import everything, terms_of
from pitboss.cli.par import telling
from pitboss.games import rules_for
from pitboss.paper.example_search import LOSE, TIE, WIN, found_examples
from pitboss.paper.examples import examples, examples_of, no_tie, played
from pitboss.rulebook import folders
from pitboss.rulebook.book import book
from pitboss.rulebook.folder_shapes import WorkedExample
from pitboss.rulebook.submission import check_data, default_data, merge
from support import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_each_game_shows_a_win_a_loss_and_a_tie_where_there_is_one(game: str) -> None:
    ends = {example.ends for example in examples_of(rules_for(terms_of(everything(game))))}
    assert ends == ({WIN, LOSE} if game == "let-it-ride" else {WIN, LOSE, TIE})


HAND_WORKED = {
    ("dragon-poker", "The player wins"): ("+$40", "+$61"),  # 5 + 6 x 5 + 5; then 15 - 1 + (8 - 1)
    ("dragon-poker", "The player loses"): ("-$15", "-$16"),
    ("dragon-poker", "The hands tie"): ("$0", "-$3"),
    ("top-five-poker", "The player wins"): ("+$10", "+$55"),  # 5 + 5; then 5 + 40
    ("let-it-ride", "The player lets both bets ride and wins"): ("+$45", "+$56"),  # 3 x 15; then 3 + 1 - 1 + 8
    ("let-it-ride", "The player takes both bets back and wins the third"): ("+$5", "+$3"),
    ("ultimate-texas-holdem", "The player wins"): ("+$32.50", "+$33.50"),  # 5 + 7.50 + 20; then 7 - 5 - 1
    ("ultimate-texas-holdem", "The dealer has less than a pair"): ("+$10", "+$3"),
    ("ultimate-texas-holdem", "The player folds"): ("-$10", "-$17"),
}


@pytest.mark.parametrize("game", GAMES)
def test_hand_worked_results(game: str) -> None:
    found = {
        (game, x["title"]): (x["main"], x["total"]) for x in examples(rules_for(terms_of(everything(game))), telling())
    }
    for key, paid in HAND_WORKED.items():
        if key[0] == game:
            assert found[key] == paid, key


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("procedure", ["manual_shoe", "hand", "automated_shoe"])
def test_the_examples_end_the_same_under_every_procedure_and_paytable(game: str, procedure: str) -> None:
    the_book = book(game)
    families = dict.fromkeys(table.family for table in the_book.paytables)
    letters = {family: [x for x in the_book.letters(family) if x] for family in families}
    for n in range(max(len(found) for found in letters.values())):
        chosen = {family: found[n % len(found)] for family, found in letters.items() if found}
        changes = {
            "dealing": {"procedure": procedure, "shuffler": "none" if procedure == "manual_shoe" else "automated"},
            "wagers": {family: {"paytable": letter} for family, letter in chosen.items()},
        }
        meters = {m.name: m.minimum // 100 for m in the_book.meters if m.letter == chosen.get("progressive")}
        if meters:
            changes["meters"] = {name: {"rate": "5", "initial": a, "reset": a} for name, a in meters.items()}
        terms = check_data(merge(default_data(game), changes)).terms
        assert terms is not None
        rules = rules_for(terms)
        assert len(examples(rules, telling())) == len(examples_of(rules)) > 2  # each asserts how it ends


@pytest.mark.parametrize("game", GAMES)
def test_the_examples_need_no_side_wager(game: str) -> None:
    off = {w.family: {"offered": False} for w in book(game).wagers if w.optional_offer and not w.unoffered}
    data = merge(default_data(game), {"wagers": off})
    data.pop("meters", None)
    terms = check_data(data).terms
    assert terms is not None
    assert len(examples(rules_for(terms), telling())) == len(folders.data(game, "examples.toml")["example"])


def test_an_example_that_does_not_end_as_it_says_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = rules_for(terms_of(everything("dragon-poker")))
    wrong = WorkedExample("The player wins", WIN, {"seat1": "PA MO RA", "dealer": "RD BD RA"}, ("play",))
    monkeypatch.setattr("pitboss.paper.examples.examples_of", lambda _: (wrong,))
    with pytest.raises(AssertionError, match="the engine says lose"):
        examples(rules, telling())


def test_an_example_is_played_by_the_engine_with_every_wager() -> None:
    terms = terms_of(everything("ultimate-texas-holdem"))
    rules = rules_for(terms)
    done = played(terms, rules, examples_of(rules)[0])
    assert {paid.wager for paid in done.paid} == {wager.id for wager in rules.wagers}


@pytest.mark.parametrize(
    ("game", "endings"),
    [
        ("dragon-poker", ["The player wins", "The player loses", "The hands tie", "The player folds"]),
        (
            "top-five-poker",
            ["The player wins", "The player loses", "The hands tie", "The dealer does not qualify", "The player folds"],
        ),
        ("let-it-ride", ["The player wins", "The player loses"]),
    ],
)
def test_a_game_without_examples_is_played_until_there_is_one_of_each_ending(game: str, endings: list[str]) -> None:
    """The engine, asked again with the cards laid out, says the same end."""
    rules = rules_for(terms_of(everything(game)))
    found = found_examples(rules)
    assert [example.title for example in found] == endings
    for example in found:
        main = [w.id for w in rules.wagers if w.compulsory or w.later]
        net = sum(paid.net for paid in played(rules.terms, rules, example).paid if paid.wager in main)
        assert example.ends == (WIN if net > 0 else LOSE if net < 0 else TIE), example.title
    assert bool(no_tie(rules)) == (game == "let-it-ride")
