"""The PAR sheet: every figure is read back from the PDF and is that of the odds."""

import hashlib
import shlex
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from msgspec import Struct
from msgspec.structs import replace

from paper.par_cases import changed, edge, everything, expected_summary, lines_of, missing, section, squeezed, terms_of
from pitboss import __version__
from pitboss.api import exact_odds
from pitboss.cli import main
from pitboss.cli.par import par as command
from pitboss.cli.par import telling
from pitboss.cli.screen import Trouble
from pitboss.games import rules_for
from pitboss.odds.result import WagerOdds
from pitboss.paper.examples import EXAMPLES, LOSE, TIE, WIN, Example, examples, played
from pitboss.paper.par import par
from pitboss.paper.par_wagers import MOST_RESULTS
from pitboss.paper.par_words import against, table_name, wager_title
from pitboss.paper.printing import Paper, render
from pitboss.rulebook.book import GAMES, book
from pitboss.rulebook.submission import check_data, default_data, merge
from pitboss.simulation.api import simulate

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
    return f"{wager_title(row)}, {name if row.wager == 'cover_all' else f'paytable {name}'}" if name else row.title


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
        assert expected_summary(row, wager_title(row), table_name(row)) in made.lines


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
    given = sum((others * chances[x.hand] * Fraction(x.pay.cents, row.stake) for x in terms.envy), Fraction(0))  # type: ignore[union-attr]
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
    assert any("decided by your own cards and the first three community cards" in line for line in made.lines)


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
    written = squeezed("".join(made.lines))
    for held in rules.terms.wagers:
        for line in held.lines:
            assert squeezed(line.clause.removeprefix(f"{rules.book.document} ")) in written, line


def test_every_step_and_settlement_clause_is_named(made: Made) -> None:
    rules = rules_for(terms_of(made.text))
    said = " ".join(made.lines)
    for step in rules.script(rules.terms.procedure):
        guide = rules.guide(step.name, rules.terms.procedure)
        assert guide.title in said
        assert guide.clause.removeprefix(f"{rules.book.document} ") in said


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
    from pitboss.simulation.shuffle_source import Plan
    from pitboss.simulation.shuffle_tests import run

    deck = book(made.game).deck
    report = run(Plan(rules_for(terms_of(made.text)).deck.size, SHUFFLES, "pitboss"), deck)
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


def test_two_runs_give_the_same_bytes(made: Made) -> None:
    assert render(_paper(made.text), "pdf") == [made.content]
    if made.game == "dragon-poker":
        assert render(made.paper, "svg") == render(_paper(made.text), "svg")


# --- worked examples ------------------------------------------------------------------------------------------------


def test_the_examples_are_read_back_event_by_event(made: Made) -> None:
    written = squeezed("".join(section(made.lines, "Worked examples", "Proof")))
    for example in made.paper.data["examples"]:
        for what, clause in example["course"]:
            assert squeezed(what + clause) in written
        for wager, result, net, clause in example["results"]:
            assert squeezed(wager + result + net + clause) in written


@pytest.mark.parametrize("game", GAMES)
def test_each_game_shows_a_win_a_loss_and_a_tie_where_there_is_one(game: str) -> None:
    ends = {example.ends for example in EXAMPLES[game]}
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
        assert len(examples(rules_for(terms), telling())) == len(EXAMPLES[game])  # each asserts how it ends


@pytest.mark.parametrize("game", GAMES)
def test_the_examples_need_no_side_wager(game: str) -> None:
    off = {w.family: {"offered": False} for w in book(game).wagers if w.optional_offer and not w.unoffered}
    data = merge(default_data(game), {"wagers": off})
    data.pop("meters", None)
    terms = check_data(data).terms
    assert terms is not None
    assert len(examples(rules_for(terms), telling())) == len(EXAMPLES[game])


def test_an_example_that_does_not_end_as_it_says_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = rules_for(terms_of(everything("dragon-poker")))
    wrong = Example("The player wins", WIN, {"seat1": "PA MO RA", "dealer": "RD BD RA"}, ("play",))
    monkeypatch.setitem(EXAMPLES, "dragon-poker", (wrong,))
    with pytest.raises(AssertionError, match="the engine says lose"):
        examples(rules, telling())


def test_an_example_is_played_by_the_engine_with_every_wager() -> None:
    terms = terms_of(everything("ultimate-texas-holdem"))
    rules = rules_for(terms)
    done = played(terms, rules, EXAMPLES["ultimate-texas-holdem"][0])
    assert {paid.wager for paid in done.paid} == {wager.id for wager in rules.wagers}


# --- the command ----------------------------------------------------------------------------------------------------


def _file(folder: Path, text: str) -> Path:
    path = folder / "table.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_command_writes_a_dated_paper_twice_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, out = _file(tmp_path, everything("dragon-poker")), tmp_path / "par.pdf"
    for _ in range(2):
        assert command(str(file), output=out, rounds=ROUNDS, shuffles=SHUFFLES, date="2026-01-31") == 0
        first = out.read_bytes()
    assert out.read_bytes() == first
    assert "Wrote" in capsys.readouterr().out
    said = " ".join(lines_of(first))
    assert "2026-01-31" in said
    assert "pitboss par table.toml -o par.pdf --rounds 2000 --shuffles 2000 --date 2026-01-31" in said


@pytest.mark.parametrize("given", ["table of mine.toml", "dragon-poker"])
def test_every_command_in_the_paper_runs_and_gives_the_same(
    given: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    if given.endswith(".toml"):
        Path(given).write_text(everything("dragon-poker"), encoding="utf-8")
    asked = ["par", given, "-o", "par.pdf", "--rounds", str(ROUNDS), "--shuffles", str(SHUFFLES)]
    assert main.dispatch([*asked, "--date", "2026-01-31"]) == 0
    first = Path("par.pdf").read_bytes()
    lines = lines_of(first)
    commands = [line for line in lines if line.startswith("pitboss ") and " --" in line]
    assert [line.split()[1] for line in commands] == ["simulate", "shuffle-test", "par"]
    capsys.readouterr()
    for line in commands:
        assert main.dispatch(shlex.split(line)[1:]) == 0, line
    said = capsys.readouterr().out
    assert f"{ROUNDS:,} rounds" in said and f"{SHUFFLES:,} shuffles" in said
    assert Path("par.pdf").read_bytes() == first


def test_the_date_is_that_of_the_paper_and_not_of_the_submission() -> None:
    text = everything("top-five-poker")
    paper = par(terms_of(text), telling(), date="2026-01-31", rounds=ROUNDS, shuffles=SHUFFLES)
    lines = lines_of(paper)
    assert [line for line in lines if "2026-01-31" in line] == ["Date of this paper 2026-01-31"]
    assert "Submission version 1" in lines
    (pdf,) = render(paper, "pdf")
    assert b"D:20260131" in pdf
    undated = lines_of(par(terms_of(text), telling(), rounds=ROUNDS, shuffles=SHUFFLES))
    assert "Date of this paper undated" in undated and "2026" not in " ".join(undated)


def test_a_proof_that_failed_is_said_and_is_no_success(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from pitboss.simulation import engine

    monkeypatch.setattr(engine, "compare", lambda setting, first, count: ["round 1 seat 1 ante: planted"])
    out = tmp_path / "par.pdf"
    assert command("top-five-poker", output=out, rounds=ROUNDS, shuffles=SHUFFLES) == 1
    assert "DIFFER" in capsys.readouterr().err
    assert any("round 1 seat 1 ante: planted" in line for line in lines_of(out.read_bytes()))


def test_a_game_stands_for_its_default_submission(tmp_path: Path) -> None:
    assert command("top-five-poker", output=tmp_path / "par.svg", rounds=ROUNDS, shuffles=SHUFFLES) == 0
    pages = sorted(tmp_path.iterdir())
    assert len(pages) > 5
    assert all(page.read_bytes().startswith(b"<svg") for page in pages)


@pytest.mark.parametrize(
    ("output", "options", "said"),
    [
        ("par.docx", {}, "'.docx' is not known"),
        ("par", {}, "no ending"),
        ("nowhere/par.pdf", {}, "directory does not exist"),
        (".", {}, "ending"),
        ("par.pdf", {"rounds": 0}, "above 0"),
        ("par.pdf", {"shuffles": 1999}, "from 2,000"),
        ("par.pdf", {"date": "31.1.2026"}, "not a day"),
        ("par.pdf", {"date": "2026-02-30"}, "not a day"),
    ],
)
def test_bad_input_is_named_and_nothing_is_written(
    tmp_path: Path, output: str, options: dict[str, object], said: str
) -> None:
    with pytest.raises(Trouble, match=said):
        command("dragon-poker", output=tmp_path / output, **options)  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_is_no_folder_is_refused(tmp_path: Path) -> None:
    file = _file(tmp_path, "")
    with pytest.raises(Trouble, match="does not exist"):
        command("dragon-poker", output=file / "par.pdf")


def test_a_submission_with_faults_shows_them_all(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = changed(everything("let-it-ride"), "positions = 7", "positions = 9")
    text = changed(text, 'paytable = "A"                  # A or B [12.D]', 'paytable = "Z"')
    file, out = _file(tmp_path, text), tmp_path / "par.pdf"
    with pytest.raises(Trouble, match="2 faults") as trouble:
        command(str(file), output=out)
    assert trouble.value.status == 1
    said = capsys.readouterr().err
    assert "positions" in said
    assert "wagers.six_card_bonus.paytable" in said
    assert not out.exists()


def test_a_missing_wager_is_a_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = everything("top-five-poker")
    begin, end = text.index("[wagers.ante]"), text.index("[wagers.top_five_bonus]")
    file, out = _file(tmp_path, text[:begin] + text[end:]), tmp_path / "par.pdf"
    with pytest.raises(Trouble, match="fault"):
        command(str(file), output=out)
    assert "wagers.ante" in capsys.readouterr().err
    assert not out.exists()


# --- paper and screen -----------------------------------------------------------------------------------------------
