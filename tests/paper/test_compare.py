"""Submissions side by side: every figure on the page and on the screen is that of the odds."""

import tomllib
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from paper.par_cases import changed, edge, everything, lines_of, terms_of
from pitboss.api import exact_odds
from pitboss.cli import odds_words as ow
from pitboss.cli.compare import compare as command
from pitboss.cli.compare import groups
from pitboss.cli.screen import Trouble
from pitboss.lab.win.model import TablePlay, WagerModel
from pitboss.odds.request import Request, asked
from pitboss.odds.result import WagerOdds, root
from pitboss.paper.compare import MOST, Comparison, compare, page, sections, totals, warnings
from pitboss.paper.printing import PaperTrouble, render
from pitboss.rulebook.submission import default_submission
from support import GAMES

LETTER = {
    "dragon-poker": ('paytable = "A"                  # A or B [12.B]', 'paytable = "B"'),
    "top-five-poker": ('paytable = "A"                  # A, B or C [12.B]', 'paytable = "B"'),
    "let-it-ride": ('paytable = "A"                  # A, B or C [12.A]', 'paytable = "B"'),
    "ultimate-texas-holdem": ('paytable = "A" ', 'paytable = "B" '),
}


def one_seat(bet: int, pace: int = 40) -> TablePlay:
    """One player who puts so many dollars on every wager."""
    return TablePlay(seats=Fraction(1), pace=Fraction(pace), main=100 * bet, side=100 * bet, share=Fraction(1))


def two(game: str) -> tuple[str, str]:
    return everything(game), changed(everything(game), *LETTER[game])


def compared(game: str, **options: Any) -> Comparison:
    named = [(f"{n}.toml", terms_of(text)) for n, text in enumerate(two(game), 1)]
    return compare(named, **options)


def full_table(rows: list[WagerOdds], wager: str) -> WagerOdds:
    return [row for row in rows if row.wager == wager][-1]


def bet(text: str, wager: str, wanted: int) -> int:
    """Dollars of one bet: as the submission allows them, read from its text."""
    data = tomllib.loads(text)
    name = {"main": {"let-it-ride": "let_it_ride"}.get(data["game"], "ante")}.get(wager, wager)
    held = data["wagers"][name]
    if "amount" in held:
        return int(held["amount"])
    low, high = int(held["minimum"]), int(held["maximum"])
    return max(n for n in range(low, high + 1, int(held["increment"])) if n <= max(low, wanted))


def odds_at(text: str, wager: str, wanted: int) -> WagerOdds:
    """What `pitboss odds --submission FILE --wager WAGER --stake BET` works out, Cover All for a full table."""
    return exact_odds(submission=text, wager=wager, stake=100 * bet(text, wager, wanted))[-1]


def dollars(amount: float) -> str:
    return f"{'-' if amount < -0.005 else ''}${abs(amount):,.2f}"


@pytest.mark.parametrize("game", GAMES)
def test_every_figure_is_that_of_the_odds(game: str) -> None:
    lines = lines_of(page(compared(game, play=one_seat(400, 50))))
    for wager in dict.fromkeys(row.wager for row in asked(Request(game=game, terms=terms_of(two(game)[0])))):
        bets = [bet(text, wager, 400) for text in two(game)]
        rows = [odds_at(text, wager, 400) for text in two(game)]
        pairs = {
            "Bets of": [dollars(each) for each in bets],
            "House edge": [edge(row.house_edge) for row in rows],
            "Theoretical win": [
                dollars(50 * each * (float(row.house_edge) - 0.05 * bool(row.meters)))
                for row, each in zip(rows, bets, strict=True)
            ],
            "Plus or minus": [
                dollars(each * root(row.figures.variance) * sqrt(50)) for row, each in zip(rows, bets, strict=True)
            ],
            "Standard deviation": [f"{root(row.figures.variance):,.6f}" for row in rows],
            "Hit rate": [ow.chance(row.figures.hit_frequency) for row in rows],
        }
        for label, cells in pairs.items():
            assert f"{label} {' '.join(cells)}" in lines, (wager, label)


def test_a_planted_wrong_figure_is_noticed() -> None:
    paper = page(compared("dragon-poker"))
    data = dict(paper.data)
    first, *rest = data["sections"]
    wrong = [[label, *(cell.replace("3.1650%", "3.1651%") for cell in cells)] for label, *cells in first["rows"]]
    planted = lines_of(replace(paper, data={**data, "sections": [{**first, "rows": wrong}, *rest]}))
    assert "House edge 3.1650% 2.9250%" in lines_of(paper)
    assert "House edge 3.1650% 2.9250%" not in planted


def test_known_win_of_an_hour() -> None:
    """581289/18365984 of 40 bets of $250 is $316.50; paytable B keeps $24.00 less."""
    rows = dict(sections(compared("dragon-poker", play=one_seat(250)))[0][1])
    assert rows["theoretical win"] == ["$316.50", "$292.50"]
    assert rows["  against No. 1"] == ["–", "-$24.00"]


def test_seats_pace_and_shares_make_the_bets_of_an_hour_and_all_wagers_a_total() -> None:
    """By hand: 4 players, 35 rounds: 140 antes of $10 at 581289/18365984; a quarter of the players, 35 bets of $2, on
    each side wager."""
    sides = {name: WagerModel(200, Fraction(1, 4)) for name in ("three_card_bonus", "dragon")}
    play = TablePlay(seats=Fraction(4), pace=Fraction(35), wagers={"main": WagerModel(1_000), **sides})
    terms = terms_of(default_submission("dragon-poker"))
    found = compare([("a", terms), ("b", terms)], play=play)
    shown = {title: dict(rows) for title, rows in sections(found)}
    assert shown["Main game"]["bets an hour"] == ["140"] * 2 and shown["Dragon Bet"]["bets an hour"] == ["35"] * 2
    main = 1400 * Fraction(581289, 18365984)
    assert shown["Main game"]["theoretical win"][0] == dollars(float(main)) == "$44.31"
    text = default_submission("dragon-poker")
    both = main + 70 * sum((exact_odds(submission=text, wager=wager)[0].house_edge for wager in sides), Fraction(0))
    assert totals(found)[0] == ("theoretical win", [dollars(float(both))] * 2)
    assert totals(found)[1] == ("  against No. 1", ["–", "$0.00"])
    won = dollars(float(both))
    said = " ".join(lines_of(page(found)))
    assert f"Theoretical win of all wagers an hour: No. 1 {won}; No. 2 {won}." in said


def test_top_awards_and_meters_stand_side_by_side() -> None:
    found = compared("let-it-ride")
    rows = dict(sections(found)[-1][1])
    assert rows["top award"] == ["royal flush: 100 percent of the Progressive meter"] * 2
    assert rows["  how often"] == ["1 in 649,740"] * 2
    assert rows["Progressive meter"] == ["$1,000, 5%"] * 2
    six = {title: dict(rows) for title, rows in sections(found)}["Six Card Bonus"]
    assert six["top award"][0].endswith("$1,000,000")


def test_a_wager_that_one_does_not_offer_is_said_to_be_missing() -> None:
    text = everything("dragon-poker")
    without = changed(text, '[wagers.dragon]\noffered = true\npaytable = "A"', "[wagers.dragon]\noffered = false")
    found = compare([("a", terms_of(text)), ("b", terms_of(without))])
    rows = dict(dict(sections(found))["Dragon Bet"])
    assert rows["paytable"] == ["A", "not offered"]
    assert rows["house edge"] == ["14.3985%", "–"]
    assert render(page(found), "pdf")


@pytest.mark.usefixtures("set_anew")
def test_two_runs_give_the_same_bytes_with_as_many_columns_as_fit() -> None:
    named = [(f"{n}.toml", terms_of(everything("top-five-poker"))) for n in range(MOST)]
    assert render(page(compare(named)), "pdf") == render(page(compare(named)), "pdf")
    with pytest.raises(PaperTrouble, match=f"{MOST} are the most"):
        compare([*named, named[0]])


# --- meters, stakes, warnings ---------------------------------------------------------------------------------------


def test_what_goes_to_the_meter_is_not_hold() -> None:
    """The rate of the meter rises from 5 to 30 percent: the advantage stays, the win falls by 25; here of 40 bets of
    $1."""
    low = everything("let-it-ride")
    high = changed(low, 'rate = "5"', 'rate = "30"')
    found = compare([("a", terms_of(low)), ("b", terms_of(high))], play=one_seat(1))
    rows = dict(dict(sections(found))["Progressive"])
    assert rows["house edge"][0] == rows["house edge"][1]
    assert rows["to the meters"] == ["5%", "30%"]
    assert rows["  against No. 1"] == ["–", "-$10.00"]


def test_a_wager_of_a_fixed_stake_swings_by_so_many_bets() -> None:
    """Who wants to put $250 on a wager of $1 makes 40 bets of $1."""
    rows = dict(dict(sections(compared("let-it-ride", play=one_seat(250))))["Five Card Bonus"])
    assert rows["bets of"] == ["$1.00", "$1.00"]
    (row,) = (r for r in exact_odds(submission=two("let-it-ride")[0]) if r.wager == "five_card_bonus")
    assert rows["plus or minus"][0] == dollars(sqrt(40) * root(row.figures.variance))


def test_bets_never_go_beyond_the_maximum() -> None:
    rows = dict(dict(sections(compared("top-five-poker", play=one_seat(25_000))))["Top Five Bonus"])
    assert rows["bets of"] == ["$100.00", "$100.00"]
    low = dict(dict(sections(compared("top-five-poker", play=one_seat(1))))["Main game"])
    assert low["bets of"] == ["$5.00", "$5.00"]


Changes = tuple[tuple[str, str], ...]
SIX = "[wagers.six_card_bonus]\noffered = "
LIMITED = (('payout_limit = "none"', "payout_limit = 50000"), (f"{SIX}true", f"{SIX}false"))
ROUNDED = (('breakage = "exact" ', 'smallest_chip = 1\nbreakage = "up_to_chip" '),)
"""3 to 2 on $5 is $8 then, on $250 nothing is rounded."""
STAKES: dict[str, tuple[str, Changes, bool]] = {
    "the limit of the default Blind bites": ("ultimate-texas-holdem", (), True),
    "a limit of the operator's own bites": ("let-it-ride", LIMITED, True),
    "payments are rounded up": ("ultimate-texas-holdem", ROUNDED, True),
    "no stake matters": ("top-five-poker", (), False),
}


@pytest.mark.parametrize("case", STAKES)
def test_edge_and_spread_are_those_of_the_bets_by_which_the_hold_is_worked_out(
    case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the screen, on the page and in `pitboss odds --stake` alike; at another stake they are others where a limit or
    rounding bites, and only there."""
    monkeypatch.setenv("COLUMNS", "200")
    game, edits, matters = STAKES[case]
    text = default_submission(game)
    for edit in edits:
        text = changed(text, *edit)
    place, out = tmp_path / "mine.toml", tmp_path / "page.pdf"
    place.write_text(text, encoding="utf-8")
    assert command(str(place), game, bet="251.25", seats="1", rounds_per_hour="40", output=out) == 0
    shown, lines = capsys.readouterr().out, lines_of(out.read_bytes())
    screen = next(part for part in shown.split("Main game")[1:])
    at, least = odds_at(text, "main", 251), exact_odds(submission=text, wager="main")[0]
    assert (at.stake, least.stake) == (25_000, 500)  # $251.25 a round is no step of $5
    assert (at.figures.ev != least.figures.ev and at.figures.variance != least.figures.variance) == matters
    figures = {
        "bets of": "$250.00",
        "house edge": edge(at.house_edge),
        "theoretical win": dollars(10_000 * float(at.house_edge)),
        "plus or minus": dollars(250 * root(at.figures.variance) * sqrt(40)),
        "standard deviation": f"{root(at.figures.variance):,.6f}",
    }
    for label, figure in figures.items():
        assert next(line for line in screen.splitlines() if line.split(figure)[0].strip() == label)
        assert any(line.startswith(f"{label.capitalize()} {figure} ") for line in lines), label


def test_known_win_at_the_limit() -> None:
    """3.1220 percent and 4.218435 hold at $250; at $5, where no limit bites, 2.1850 and 4.938760 do."""
    terms = terms_of(default_submission("ultimate-texas-holdem"))
    high, low = (
        dict(sections(compare([("a", terms)] * 2, play=one_seat(bet, pace)))[0][1])
        for bet, pace in ((250, 40), (5, 2000))
    )
    assert (high["house edge"][0], high["theoretical win"][0], high["plus or minus"][0]) == (
        "3.1220%",
        "$312.20",
        "$6,669.93",
    )
    assert (low["bets of"][0], low["house edge"][0], low["theoretical win"][0]) == ("$5.00", "2.1850%", "$218.50")


def test_a_wager_that_favours_the_player_is_warned_of_and_practice_is_marked() -> None:
    good = everything("dragon-poker")
    bad = changed(good, "\nreset = 250", "\nreset = 25000").replace("\ninitial = 250", "\ninitial = 25000")
    found = compare([("a", terms_of(good)), ("b", terms_of(bad))])
    assert [said[:42] for said in warnings(found)] == ["No. 2. Warning: Progressive favours the pl"]
    lines = lines_of(page(found))
    assert any("favours the player" in line for line in lines)
    assert any("PRACTICE, NOT APPROVED FOR GAMING" in line for line in lines)
    assert dict(dict(sections(found))["Progressive"])["  breaks even at"][0] != "always"


# --- the command ----------------------------------------------------------------------------------------------------


def files(folder: Path, game: str) -> list[str]:
    paths = [folder / f"{n}.toml" for n in (1, 2)]
    for path, text in zip(paths, two(game), strict=True):
        path.write_text(text, encoding="utf-8")
    return [str(path) for path in paths]


def test_the_screen_and_the_page_say_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "choice.pdf"
    some = files(tmp_path, "top-five-poker")
    assert command(*some, bet="$400", side_bet="400", share="100%", seats="1", rounds_per_hour="50", output=out) == 0
    said = " ".join(capsys.readouterr().out.split())
    lines = lines_of(out.read_bytes())
    kept = [full_table(exact_odds(submission=text), "top_five_bonus").house_edge for text in two("top-five-poker")]
    hold = " ".join(dollars(float(5_000 * share)) for share in kept)
    for cells in ("4.2651% 4.2187%", hold, "24.70% 24.70%"):
        assert cells in said
        assert any(cells in line for line in lines)
    assert "Wrote" in said


@pytest.mark.parametrize("width", [60, 80, 120])
def test_no_figure_is_torn_on_a_narrow_screen(
    width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Six columns do not fit: those that do stand side by side, the others below them."""
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("NO_COLOR", "1")
    assert command(*["dragon-poker"] * MOST, bet="500", seats="6", rounds_per_hour="100000") == 0
    said = capsys.readouterr().out
    terms = terms_of(default_submission("dragon-poker"))
    found = compare([("x", terms)] * MOST, play=TablePlay(seats=Fraction(6), pace=Fraction(100_000), main=50_000))
    rows = [row for _, part in sections(found) for row in part if row[0] != "top award"]
    figures = [cell for _, cells in rows for cell in cells]
    assert max(len(cell) for cell in figures) > 10
    words = said.split()
    for figure in {word for cell in figures for word in cell.split()}:
        assert words.count(figure) >= sum(cell.split().count(figure) for cell in figures), figure
    assert max(len(line) for line in said.splitlines()) <= width
    assert said.count("No. 6") - 1 == len(sections(found)) + 1  # and the total
    assert (said.count("Dragon Bet") > 1) == (width < 120)


def test_columns_stand_side_by_side_as_long_as_they_fit() -> None:
    rows = [("hold per hour", ["$190,004.45"] * 4), ("top award", ["royal flush: 50 to 1"] * 4)]
    one = len("$190,004.45") + 3
    assert groups(rows, len("hold per hour") + 5 + 4 * one) == [[0, 1, 2, 3]]
    assert groups(rows, len("hold per hour") + 5 + 4 * one - 1) == [[0, 1, 2], [3]]
    assert groups(rows, 10) == [[0], [1], [2], [3]]


def test_a_game_stands_for_its_default_submission(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, _ = files(tmp_path, "top-five-poker")
    assert command("top-five-poker", one) == 0
    assert "No. 1 top-five-poker" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("given", "options", "said"),
    [
        (["dragon-poker", "let-it-ride"], {}, "dragon-poker is for dragon-poker; let-it-ride is for let-it-ride"),
        (["dragon-poker"], {}, "at least two"),
        ([], {}, "at least two"),
        (["dragon-poker", "dragon-poker"], {"bet": "0"}, "above \\$0"),
        (["dragon-poker", "dragon-poker"], {"bet": "much"}, "--bet"),
        (["dragon-poker", "dragon-poker"], {"side_bet": "-1"}, "--side-bet"),
        (["dragon-poker", "dragon-poker"], {"share": "101"}, "--share"),
        (["dragon-poker", "dragon-poker"], {"seats": "many"}, "--seats"),
        (["dragon-poker", "dragon-poker"], {"rounds_per_hour": "0"}, "--rounds-per-hour"),
        (["dragon-poker", "dragon-poker"], {"rounds_per_hour": "fast"}, "--rounds-per-hour"),
        (["dragon-poker", "gone.toml"], {}, "no such file"),
        (["dragon-poker", "dragon-poker"], {"output": "page.png"}, "not known"),
        (["dragon-poker", "dragon-poker"], {"output": "away/page.pdf"}, "does not exist"),
    ],
)
def test_bad_input_is_named_and_nothing_is_written(
    tmp_path: Path, given: list[str], options: dict[str, str], said: str
) -> None:
    kept: dict[str, Any] = {name: value for name, value in options.items() if name != "output"}
    out = tmp_path / options.get("output", "page.pdf")
    with pytest.raises(Trouble, match=said):
        command(*given, output=out, **kept)
    assert list(tmp_path.iterdir()) == []


def test_no_more_players_than_the_smallest_table_has_positions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = "three-card-poker"
    place = tmp_path / "small.toml"
    place.write_text(changed(default_submission(game), "positions = 6", "positions = 4"), encoding="utf-8")
    assert command(str(place), game) == 0
    assert "Theoretical win an hour: 4 players" in " ".join(capsys.readouterr().out.split())
    for seats in ("5", "0"):
        with pytest.raises(Trouble, match=r"the smallest has 4 positions|is not a number from 1 to 20"):
            command(str(place), game, seats=seats)
