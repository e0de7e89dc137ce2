"""The PAR sheet: every figure is read back from the PDF and is that of the odds."""

import hashlib
import re
from fractions import Fraction
from functools import cache

import pytest
from msgspec import Struct
from msgspec.structs import replace

from paper.letters import emptiness, pages_of_words, too_small
from paper.par_cases import edge, everything, expected_summary, lines_of, missing, section, squeezed, terms_of
from paper.printed import own, stated
from pitboss import __version__
from pitboss.api import exact_odds
from pitboss.cli.par import telling
from pitboss.games import rules_for
from pitboss.odds.result import WagerOdds
from pitboss.paper.par import par
from pitboss.paper.par_wagers import MOST_RESULTS
from pitboss.paper.par_words import against, row_title, table_name
from pitboss.paper.printing import Paper, render
from pitboss.rulebook.book import book
from pitboss.rulebook.clauses import how_cited
from pitboss.rulebook.pays import Dollars
from pitboss.rulebook.words import hand_words
from pitboss.simulation.api import simulate
from support import GAMES

ROUNDS, SHUFFLES = 2_000, 2_000
KNOWN = {
    "dragon-poker": ("3.1650%", "5.0628%", "14.3985%"),
    "top-five-poker": ("0.4931%", "4.2651%", "3.8658%"),
    "let-it-ride": ("3.5057%", "2.3167%"),
    "ultimate-texas-holdem": ("2.1850%", "0.9018%", "10.5633%"),
}
"""House advantages as the field and our own record quote them."""


class Made(Struct, frozen=True):
    game: str
    text: str
    paper: Paper
    content: bytes
    lines: list[str]
    odds: list[WagerOdds]


def _paper(text: str) -> Paper:
    return par(
        terms_of(text), telling(), file=text.encode(), rounds=ROUNDS, shuffles=SHUFFLES, command="pitboss par x.toml"
    )


@cache
def _made(game: str) -> Made:
    text = everything(game)
    paper = _paper(text)
    (content,) = render(paper, "pdf")
    return Made(game, text, paper, content, lines_of(content), exact_odds(submission=text))


@pytest.fixture(params=GAMES)
def made(request: pytest.FixtureRequest) -> Made:
    return _made(request.param)


def _title(row: WagerOdds) -> str:
    name = table_name(row)
    return f"{row_title(row)}, {name if row.wager == 'cover_all' else f'paytable {name}'}" if name else row.title


def _of(made: Made, lines: list[str], place: int) -> list[str]:
    titles = [_title(row) for row in made.odds]
    until = titles[place + 1] if place + 1 < len(titles) else "Best play"
    return section(lines, titles[place], until)


# --- figures --------------------------------------------------------------------------------------------------------


def test_every_figure_of_every_wager_is_that_of_the_odds(made: Made) -> None:
    for place, row in enumerate(made.odds):
        assert missing(_of(made, made.lines, place), row, MOST_RESULTS) == []


def test_the_summary_is_that_of_the_odds(made: Made) -> None:
    for row in made.odds:
        assert expected_summary(row, row_title(row), table_name(row)) in made.lines


def test_known_house_advantages_are_printed(made: Made) -> None:
    shown = [line for line in made.lines if line.startswith("House advantage ")]
    for figure in KNOWN[made.game]:
        assert any(f" {figure} " in line for line in shown), figure


def test_the_envy_bonus_and_the_meters_have_figures() -> None:
    """Each of the six others holds an envy hand as often as the player himself does."""
    made = _made("let-it-ride")
    terms = terms_of(made.text)
    (row,) = (row for row in made.odds if row.wager == "progressive")
    chances = {line.hand: line.probability for line in row.lines}
    others = terms.positions - 1
    given = Fraction(0)
    for line in terms.envy:
        assert isinstance(line.pay, Dollars)
        given += others * chances[line.hand] * Fraction(line.pay.cents, row.stake)
    assert given > 0
    with_envy = f"With the Envy Bonus {edge(row.house_edge - given)} house advantage with {terms.positions} players"
    assert any(line.startswith(with_envy) for line in made.lines)
    assert any(line.startswith("To the meters 5% of the wager") for line in made.lines)
    assert any(line.startswith(f"Kept by the house {edge(row.house_edge - Fraction(5, 100))}") for line in made.lines)


def test_what_is_not_simulated_is_said() -> None:
    made = _made("ultimate-texas-holdem")
    said = "Not simulated here, exact only: Cover All, 3 hands, Cover All, 4 hands"
    assert squeezed(said) in squeezed("".join(made.lines))
    assert not any("Not simulated" in line for line in _made("dragon-poker").lines)


def test_the_cards_of_a_progressive_are_stated() -> None:
    made = _made("ultimate-texas-holdem")
    assert any("decided by the player's own cards and the first three community cards" in line for line in made.lines)


@pytest.mark.parametrize(
    ("game", "where"),
    [("dragon-poker", "figure"), ("dragon-poker", "line"), ("dragon-poker", "bar"), ("top-five-poker", "line")],
)
def test_a_planted_wrong_figure_is_noticed(game: str, where: str) -> None:
    """The reader is worth something only if it fails where a figure is wrong by its last digit."""
    made = _made(game)
    data = dict(made.paper.data)
    wager = dict(data["wagers"][1])
    if where == "figure":
        wager["figures"] = [[row[0], _off(row[1]), row[2]] for row in wager["figures"]]
    elif where == "line":
        first, *rest = wager["parts"][0]["rows"]
        wager["parts"] = [{**wager["parts"][0], "rows": [[*first[:5], _off(first[5]), first[6]], *rest]}]
    else:
        bars = [{**bar, "chance": _off(bar["chance"])} for bar in wager["chart"]["bars"]]
        wager["chart"] = {**wager["chart"], "bars": bars}
    data["wagers"] = [data["wagers"][0], wager, *data["wagers"][2:]]
    lines = lines_of(replace(made.paper, data=data))
    assert missing(_of(made, lines, 1), made.odds[1], MOST_RESULTS) != []
    assert missing(_of(made, lines, 0), made.odds[0], MOST_RESULTS) == []


def _off(figure: str) -> str:
    """The figure with its last digit one higher."""
    at = max(n for n, char in enumerate(figure) if char.isdigit())
    return f"{figure[:at]}{(int(figure[at]) + 1) % 10}{figure[at + 1 :]}"


def test_true_odds_pay_a_fair_bet() -> None:
    assert against(Fraction(1, 4)) == "3.00 to 1"
    assert against(Fraction(3, 4)) == "1 to 3.00"
    assert against(Fraction(1, 649_740)) == "649,739 to 1"
    assert against(Fraction(0)) == "never"
    assert against(Fraction(1)) == "always"


# --- rules, proofs, versions ----------------------------------------------------------------------------------------


def test_every_paytable_line_stands_with_its_payment_and_clause(made: Made) -> None:
    rules = rules_for(terms_of(made.text))
    written = squeezed("".join(section(made.lines, "Paytables", "Exact figures")))
    held = [(w.id, w.minimum, line) for w in rules.terms.wagers for line in w.lines]
    for wager, stake, line in [*held, *(("envy", 0, line) for line in rules.terms.envy)]:
        cells = (
            hand_words(book(made.game), line.hand, wager),
            stated(made.game, line.pay, stake),
            own(made.game, line.clause),
        )
        assert squeezed("".join(cells)) in written, cells


def test_every_step_and_settlement_clause_is_named(made: Made) -> None:
    rules = rules_for(terms_of(made.text))
    said = " ".join(made.lines)
    for step in rules.script(rules.terms.procedure):
        guide = rules.guide(step.name, rules.terms.procedure)
        assert guide.title in said
        assert guide.clause.removeprefix(f"{rules.book.document} ") in said


def _clauses(made: Made) -> dict[str, set[str]]:
    """The clauses of the rules in force, by the section that states them."""
    data = made.paper.data
    return {
        "limits": {row[-1] for row in data["limits"]},
        "steps": {cited for row in data["steps"] for cited in (row[2], *row[3].split(", "))},
        "settlement": {row[0] for row in data["settlement"]},
        "paytables": {row[2] for table in data["paytables"] for row in table["rows"]},
        "meters": {row[-1] for row in data["meters"]},
        "options": {row[2] for row in data["options"]},
    }


def test_every_clause_that_an_example_cites_is_in_the_rules(made: Made) -> None:
    rules = _clauses(made)
    known = {cited for some in rules.values() for cell in some for cited in (cell, *cell.split(", "))}
    for example in made.paper.data["examples"]:
        cited = {clause for _, clause in example["course"]} | {row[3] for row in example["results"]}
        assert cited <= known, example["title"]


def test_the_settlement_names_every_clause_that_decides_a_wager(made: Made) -> None:
    """What is won or lost at the end stands there, or in the paytable to which it leads. A bet that was taken back or a
    fold is a decision, which the order of play names."""
    rules = _clauses(made)
    for example in made.paper.data["examples"]:
        for wager, result, _, clause in example["results"]:
            if result in ("collected", "returned (withdrawn)"):
                assert clause in rules["steps"] | rules["settlement"], (wager, clause)
            else:
                assert clause in rules["settlement"] | rules["paytables"], (wager, clause)


def test_a_folded_hand_has_no_play_wager(made: Made) -> None:
    folds = {"dragon-poker": "1.B(6)", "top-five-poker": "11.B(2)(a)", "ultimate-texas-holdem": "10(e)(2)"}
    rows = [row for row in made.paper.data["settlement"] if row[0] == folds.get(made.game)]
    assert bool(rows) == (made.game in folds)
    assert not [row for row in rows if "Play" in row[1]]


def test_wagers_are_closed_before_a_card_is_dealt(made: Made) -> None:
    titles = [row[1] for row in made.paper.data["steps"]]
    assert titles[:2] == ["Take the wagers", 'Call "no more bets"']
    assert [row[0] for row in made.paper.data["steps"]] == [str(n) for n in range(1, len(titles) + 1)]


def test_the_simulation_is_that_of_the_simulator(made: Made) -> None:
    found = simulate(submission=made.text, rounds=ROUNDS, workers=1)
    proof = section(made.lines, "Simulation beside exact odds", "Tests of the shuffle")
    for row in found:
        assert row.exact is not None
        cells = f"{float(row.mean):+.6f} {row.standard_error:.6f} {float(row.exact):+.6f} {row.z:+.2f}"
        assert any(cells in line for line in proof), (row.wager, cells)
    assert any("every wager is the same" in line for line in proof)


def test_the_tests_of_the_shuffle_are_those_of_the_command(made: Made) -> None:
    from pitboss.cli.shuffle_report import rows, verdict
    from pitboss.simulation.shuffle_source import ShufflePlan
    from pitboss.simulation.shuffle_tests import run

    deck = book(made.game).deck
    report = run(ShufflePlan(rules_for(terms_of(made.text)).deck.size, SHUFFLES, "pitboss"), deck)
    proof = section(made.lines, "Tests of the shuffle", "Versions and digests")
    for row in rows(report):
        assert " ".join(" ".join(row).split()) in proof
    assert verdict(report) in proof
    said = f"pitboss shuffle-test --deck {deck} --shuffles {SHUFFLES} --random-seed pitboss"
    assert said in proof


def test_versions_and_digests_are_those_of_the_files(made: Made) -> None:
    from pitboss.odds.cache import code_digest

    said = squeezed("".join(section(made.lines, "Versions and digests", "")))
    assert f"pitboss{__version__}" in said
    assert code_digest() in said
    assert terms_of(made.text).digest in said
    assert hashlib.sha256(made.text.encode()).hexdigest() in said
    assert squeezed("pitboss par x.toml") in said


def test_how_clauses_are_cited_is_explained(made: Made) -> None:
    assert squeezed(how_cited(book(made.game).document)) in squeezed("".join(made.lines))


def test_no_letter_is_below_six_points(made: Made) -> None:
    assert too_small(made.content) == []


def test_no_page_but_the_last_is_half_empty(made: Made) -> None:
    for number, page in enumerate(pages_of_words(made.content)[:-1], 1):
        assert emptiness(page) < 0.4, f"page {number}"


def test_the_chart_follows_its_heading_on_the_page_that_is_named(made: Made) -> None:
    """No reader meets the chart before he is told what it is."""
    titles = {"let-it-ride": "when to let it ride", "ultimate-texas-holdem": "before the flop"}
    pages = [squeezed("".join(word.text for word in page)) for page in pages_of_words(made.content)]
    (heading,) = [n for n, text in enumerate(pages, 1) if squeezed("The exact solution of the main game") in text]
    title = squeezed(f"{book(made.game).title}: {titles.get(made.game, 'play or fold')}")
    (chart,) = [n for n, text in enumerate(pages, 1) if title in text]
    said = re.search(squeezed("In the chart on") + "(.+?)" + squeezed("dark is played"), pages[heading - 1])
    assert said is not None
    named = [int(n) for n in re.findall(r"\d+", said[1])] or [heading]
    assert chart in named
    assert set(named) <= {heading, heading + 1}
    assert (said[1] == squeezed("this page")) == (named == [heading])


def _at(made: Made, words: str) -> tuple[int, float]:
    """The page of these words and how far down it they stand; of a drawing every letter is set by itself."""
    found = []
    for number, page in enumerate(pages_of_words(made.content)):
        letters = [(letter, word.high) for word in page for letter in squeezed(word.text)]
        place = "".join(letter for letter, _ in letters).find(squeezed(words))
        found += [(number, -letters[place][1])] if place >= 0 else []
    (only,) = found
    return only


def test_all_of_the_chart_stands_between_its_heading_and_the_next_section(made: Made) -> None:
    """It does not drift among the worked examples."""
    heading, after = (_at(made, words) for words in ("The exact solution of the main game", "Rounds with chosen cards"))
    for words in (book(made.game).title + ": ", *_CHARTED[made.game], "Exact, not simulated"):
        assert heading < _at(made, words) < after, words


_CHARTED = {
    "dragon-poker": ("What playing is worth more",),
    "top-five-poker": ("What playing is worth more",),
    "let-it-ride": ("Let bet 1 ride with:", "You see your three cards and the first"),
    "ultimate-texas-holdem": ("Before the flop raise 4× with 33+, A2s+, A2o+, K2s+", "On the flop: raise"),
}


@pytest.mark.usefixtures("set_anew")
def test_two_runs_give_the_same_bytes(made: Made) -> None:
    again = _paper(made.text)
    assert render(again, "pdf") == [made.content]
    if made.game == "dragon-poker":
        assert render(made.paper, "svg") == render(again, "svg")


def test_the_examples_are_read_back_event_by_event(made: Made) -> None:
    written = squeezed("".join(section(made.lines, "Worked examples", "Proof")))
    for example in made.paper.data["examples"]:
        for what, clause in example["course"]:
            assert squeezed(what + clause) in written
        for wager, result, net, clause in example["results"]:
            assert squeezed(wager + result + net + clause) in written
