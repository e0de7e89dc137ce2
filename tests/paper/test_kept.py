"""What the figures of a progressive rest upon is said wherever they stand: for one player, meters at reset; and what
the Envy Bonus does at a full table."""

from fractions import Fraction

from paper.par_cases import changed, edge, everything, squeezed, terms_of, words_of
from pitboss.api import exact_odds
from pitboss.paper.compare import assumptions, compare
from pitboss.paper.kept import AT_RESET, contributed, full_table, kept, remarks
from pitboss.paper.submission import submission

LIR = "let-it-ride"


def test_the_submission_says_for_whom_the_figures_hold_and_what_envy_adds() -> None:
    text = everything(LIR)
    terms = terms_of(text)
    (alone,) = exact_odds(submission=text, wager="progressive")
    (full,) = exact_odds(submission=text, wager="progressive", players=terms.positions)
    assert full.house_edge < alone.house_edge
    share = Fraction(5, 100)
    said = (
        f"{AT_RESET} With {terms.positions} players and the Envy Bonus the house advantage is {edge(full.house_edge)}, "
        f"of which the house keeps {edge(full.house_edge - share)}."
    )
    assert squeezed(said) in words_of(submission(terms))


def test_without_envy_nothing_is_said_of_it() -> None:
    text = everything("dragon-poker")
    terms, rows = terms_of(text), exact_odds(submission=text)
    assert full_table(terms) == {}
    (said,) = remarks(terms, rows, {})
    (row,) = (r for r in rows if r.wager == "progressive")
    assert AT_RESET in said and "Envy" not in said and edge(kept(terms, row)) in said


def test_a_comparison_says_that_envy_is_not_counted() -> None:
    for game, counted in ((LIR, True), ("dragon-poker", False)):
        terms = terms_of(everything(game))
        assert ("One player: no Envy Bonus" in assumptions(compare([("a", terms), ("b", terms)]))) is counted


def test_what_goes_to_several_meters_adds_up() -> None:
    """Table D pays from two meters; a third of another name takes nothing from this wager."""
    text = changed(everything(LIR), 'paytable = "A"                  # A to F', 'paytable = "D"  # A to F')
    start = text.index('[meters."Progressive"]')
    end = text.index("[limits]")
    rates = {"Major Progressive": ("2.5", 1000), "Minor Progressive": ("1.25", 250)}
    meters = "".join(f'[meters."{n}"]\nrate = "{r}"\ninitial = {d}\nreset = {d}\n' for n, (r, d) in rates.items())
    terms = terms_of(text[:start] + meters + text[end:])
    (row,) = exact_odds(submission=text[:start] + meters + text[end:], wager="progressive")
    assert contributed(terms, row) == Fraction(375, 10_000)
    assert kept(terms, row) == row.house_edge - Fraction(375, 10_000)
