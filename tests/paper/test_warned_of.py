"""When a paper warns that a wager is to the player's advantage: from the first cent on, at each stake by its own
figures; and what it says of wagers that share a payout limit."""

from fractions import Fraction

import pytest

from paper.par_cases import changed, everything, terms_of
from paper.printed import says
from pitboss.api import exact_odds
from pitboss.paper import stakes
from pitboss.paper.kept import warning
from pitboss.paper.stakes_together import together_words
from pitboss.rulebook.submission import default_submission

DRAGON, UTH, LIR = "dragon-poker", "ultimate-texas-holdem", "let-it-ride"


def _metered(reset: int) -> str:
    """The progressive of Dragon Poker with its meter at so many cents."""
    said = f'"{reset // 100}.{reset % 100:02d}"'
    return changed(everything(DRAGON), "\ninitial = 250\nreset = 250", f"\ninitial = 250\nreset = {said}")


def _warned(reset: int) -> tuple[Fraction, list[str]]:
    text = _metered(reset)
    (row,) = exact_odds(submission=text, wager="progressive")
    return -row.ev, warning(terms_of(text), row)


def test_the_first_reading_that_favours_the_player_is_warned_of() -> None:
    """Below it the house has the advantage but gives 5 percent to the meter, which is another sentence; and where it
    keeps something nothing is said."""
    (row,) = exact_odds(submission=everything(DRAGON), wager="progressive")
    level = row.break_even["Progressive"]
    assert level is not None
    for above in (1, 100, 5_000):
        edge, (said,) = _warned(level + above)
        assert Fraction(-10, 100) < edge < 0
        by = said.removeprefix("Warning: Progressive favours the player by ").removesuffix("%; the house loses by it.")
        assert says(by, -100 * edge), said
    edge, (said,) = _warned(level - 100)
    assert 0 < edge < Fraction(5, 100)
    by = said.removeprefix("Warning: Progressive costs the house ").removesuffix(
        "% once the meters have had their part."
    )
    assert says(by, 100 * (Fraction(5, 100) - edge)), said
    edge, none = _warned(25_000)
    assert edge > Fraction(5, 100) and none == []


# --- other stakes ---------------------------------------------------------------------------------------------------


def _generous(most: int) -> str:
    """Trips that pay 50,000 to 1 for a royal flush, for $1 up to so many dollars."""
    pays = {
        "royal_flush": 50_000,
        "straight_flush": 40,
        "four_of_a_kind": 30,
        "full_house": 9,
        "flush": 7,
        "straight": 4,
        "three_of_a_kind": 3,
    }
    lines = ", ".join(f'{{ hand = "{hand}", pays = {n}, unit = "to" }}' for hand, n in pays.items())
    before, rest = default_submission(UTH).split("[wagers.trips]")
    trips, after = rest.split("[wagers.cover_all]")
    mine = changed(changed(trips, 'paytable = "A" ', f'lines = [{lines}]\npaytable = "A" '), "= 100\n", f"= {most}\n")
    return f"{before}[wagers.trips]{mine}[wagers.cover_all]{after}"


def _section(most: int) -> tuple[dict[int, Fraction], list[str]]:
    text = _generous(most)
    rows = exact_odds(submission=text, wager="trips")
    terms = terms_of(text)
    made = stakes.section(terms, stakes.where_it_matters(terms, rows), rows)
    edges = {n: -exact_odds(submission=text, wager="trips", stake=100 * n)[0].ev for n in (1, most)}
    return edges, made["warnings"]


def test_a_stake_at_which_a_limit_takes_the_favour_away_is_not_warned_of() -> None:
    edges, said = _section(1_000)
    assert edges[1] < 0 < edges[1_000]
    assert said == []


def test_a_higher_stake_is_warned_of_by_its_own_figure() -> None:
    edges, (said,) = _section(4)
    assert edges[1] < edges[4] < 0
    by = said.removeprefix("Warning: Trips at $4 favours the player by ").removesuffix("%; the house loses by it.")
    assert says(by, -100 * edges[4]), said


# --- counted together -----------------------------------------------------------------------------------------------

TOGETHER = "What all wagers of a hand win counts together towards a payout limit."
NO_TRIPS = ("[wagers.trips]\noffered = true", "[wagers.trips]\noffered = false")


@pytest.mark.parametrize(
    ("game", "edits", "together"),
    [
        (UTH, (), True),  # Ante, Blind and Play share $50,000 with Trips
        (UTH, (NO_TRIPS,), False),
        (DRAGON, (), False),
        (LIR, (), False),
        (LIR, (('payout_limit = "none" ', "payout_limit = 1000000 "),), True),
    ],
)
def test_where_a_limit_covers_several_wagers_they_are_counted_together(
    game: str, edits: tuple[tuple[str, str], ...], together: bool
) -> None:
    text = default_submission(game)
    rows = exact_odds(submission=text)  # at the least stakes no limit makes them others
    for edit in edits:
        text = changed(text, *edit)
    terms = terms_of(text)
    offered = [row for row in rows if row.wager == "main" or terms.wager(row.wager)]
    said = stakes.section(terms, [], offered)["said"]
    assert said.startswith("These figures hold at every stake that this submission permits.")
    assert (TOGETHER in said) == together
    assert "Each wager is counted alone" not in said


def test_what_a_limit_cuts_of_all_wagers_together_by_hand() -> None:
    """Let It Ride at $500 a bet under $1,000,000: a royal flush, 1 hand in 649,740, brings three bets of $500 at 1,000
    to 1 and $20,000 on a Five Card Bonus of $1. Of the ten sets of three of its cards three are straight flushes, 40 to
    1 on a Three Card Bonus of $100, the others flushes, 4 to 1. That is $521,480 above the limit on average."""
    text = changed(default_submission(LIR), 'payout_limit = "none" ', "payout_limit = 1000000 ")
    said = together_words(terms_of(text), exact_odds(submission=text))
    taken = Fraction(521_480, 500 * 649_740)
    assert "cuts one hand in 649,740" in said
    assert says(said.partition(" and takes ")[2].partition("%")[0], 100 * taken), said
    assert "Six Card Bonus, which cannot be counted so, is left out." in said
