"""`-o` on the commands: what is written is read back and held against what the same command prints as JSON."""

import json
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import pitboss
from lab.frames.reading import read, sheets
from pitboss.cli.main import dispatch
from pitboss.paper.compare import compare
from support import LIR, THREE, UTH

ENDINGS = (".csv", ".parquet", ".xlsx", ".json")
PAIR_PLUS = ("odds", THREE, "--wager", "pair_plus")


class Run:
    """Runs a command that prints JSON."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: str, status: int = 0) -> Any:
        assert dispatch([*arguments, "--json"]) == status
        said = self._capsys.readouterr()
        return json.loads(said.out) if said.out else said.err


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return Run(capsys)


def number(text: str) -> float:
    return float(Fraction(text))


def same(file: Path, expected: Sequence[dict[str, Any]]) -> None:
    """Every cell of the first table is what it should be; a spreadsheet keeps sixteen digits of a number."""
    head, *rows = read(file)
    assert len(rows) == len(expected) > 0
    for row, known in zip(rows, expected, strict=True):
        for name, value in known.items():
            cell = row[head.index(name)]
            if file.suffix == ".csv" and value is not None:
                value = str(value).lower() if isinstance(value, bool) else str(value)
            assert cell == (pytest.approx(value, rel=1e-15) if isinstance(value, float) else value), name


@pytest.mark.parametrize("ending", ENDINGS)
def test_the_figures_of_every_wager(run: Run, tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"odds{ending}"
    rows = run("odds", THREE, "-o", str(file))
    assert len(rows) == 3
    same(
        file,
        [
            {
                "game": THREE,
                "wager": row["wager"],
                "paytable": row["paytable"],
                "players": 1,
                "stake": float(row["stake"]),
                "house_edge": row["house_edge"],
                "house_edge_exact": row["exact"]["house_edge"],
                "element_of_risk": row["element_of_risk"],
                "average_at_risk_exact": row["average_at_risk"],
                "standard_deviation": row["standard_deviation"],
                "variance_exact": row["variance"],
                "win": row["hit_frequency"],
                "win_exact": row["exact"]["hit_frequency"],
                "deals": row["deals"],
                "method": "exact",
            }
            for row in rows
        ],
    )


@pytest.mark.parametrize("ending", ENDINGS)
def test_lines_distribution_and_bands(run: Run, tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"odds{ending}"
    (row,) = run(*PAIR_PLUS, "--paytable", "A", "-o", str(file), "--table", "lines")
    keys = ("hand", "pays", "clause")
    lines = [
        {k: line[k] for k in keys} | {"probability_exact": line["probability"], "value": number(line["value"])}
        for line in row["lines"]
    ]
    same(file, lines)
    (row,) = run(*PAIR_PLUS, "--paytable", "A", "-o", str(file), "--distribution")
    total = Fraction(0)
    points = []
    for point in row["distribution"]:
        total += Fraction(point["probability"])
        won = Fraction(point["net"]) > 0
        points.append(
            {
                "net": number(point["net"]),
                "net_exact": point["net"],
                "result": "win" if won else "lose",
                "probability_exact": point["probability"],
                "at_most": float(total),
            }
        )
    assert total == 1 and row["outcomes"] == {"win": "283/1105", "push": "0/1", "lose": "822/1105"}
    same(file, points)
    (row,) = run(*PAIR_PLUS, "--paytable", "A", "-o", str(file), "--rounds", "30,1k")
    bands = [
        {"rounds": many["rounds"], **level, "mean": many["mean"], "ahead": many["ahead"], "method": "transform"}
        for many in row["bands"]
        for level in many["levels"]
    ]
    assert [band["rounds"] for band in bands] == [30] * 3 + [1000] * 3
    same(file, bands)


def test_a_workbook_has_every_table(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "odds.xlsx"
    run(*PAIR_PLUS, "--rounds", "100", "-o", str(file))
    found = sheets(file)
    assert list(found) == ["bands", "figures", "lines", "distribution"]
    assert [len(rows) - 1 for rows in found.values()] == [6, 2, 10, 12]


def test_the_json_without_the_options_is_as_it_was(run: Run) -> None:
    (row,) = run(*PAIR_PLUS, "--paytable", "A")
    assert "outcomes" not in row and "bands" not in row


@pytest.mark.parametrize("ending", ENDINGS)
def test_the_choices_at_a_decision(run: Run, tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"spot{ending}"
    found = run("strategy", LIR, "--cards", "Th Jh Qh", "-o", str(file))
    same(
        file,
        [
            {
                "game": LIR,
                "step": found["step"],
                "cards": "Th Jh Qh",
                "choice": each["choice"],
                "best": each["choice"] == found["best"],
                "value": each["decimal"],
                "value_exact": each["value"],
                "cost_exact": each["cost"],
            }
            for each in found["alternatives"]
        ],
    )


def test_a_whole_strategy(run: Run, tmp_path: Path) -> None:
    grid, words = tmp_path / "grid.parquet", tmp_path / "words.csv"
    hands = run("strategy", UTH, "-o", str(grid))["hands"]
    assert len(hands) == 169
    same(
        grid,
        [
            {
                "game": UTH,
                "hand": each["hand"],
                "combinations": each["combinations"],
                "play": each["play"],
                "gain": each["decimal"],
                "gain_exact": each["gain"],
            }
            for each in hands
        ],
    )
    rules = run("strategy", LIR, "-o", str(words))["strategy"]
    same(words, [{"game": LIR, "place": n, "rule": rule} for n, rule in enumerate(rules, start=1)])


@pytest.mark.parametrize("ending", ENDINGS)
def test_what_was_simulated(run: Run, tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"played{ending}"
    rows = run("simulate", THREE, "--rounds", "20000", "-o", str(file))
    same(
        file,
        [
            {
                "wager": row["wager"],
                "paytable": row["paytable"],
                "rounds": 20_000,
                "mean": row["mean"],
                "standard_error": row["standard_error"],
                "exact_fraction": row["exact_fraction"],
                "z": row["z"],
                "p_value": row["chi_square"]["p_value"],
            }
            for row in rows
        ],
    )
    if ending == ".xlsx":
        lines = sheets(file)["lines"]
        counted = [(line["hand"], float(line["count"])) for row in rows for line in row["lines"]]
        assert [(row[2], row[3]) for row in lines[1:]] == counted
        results = [(point["net"], float(point["count"])) for row in rows for point in row["distribution"]]
        assert [(row[2], row[4]) for row in sheets(file)["distribution"][1:]] == results


@pytest.mark.parametrize("ending", ENDINGS)
def test_submissions_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str], ending: str) -> None:
    file = tmp_path / f"both{ending}"
    assert dispatch(["compare", THREE, THREE, "-o", str(file)]) == 0
    capsys.readouterr()
    main, pairs = (
        pitboss.exact_odds(THREE, wager=wager, paytable=letter)[0]
        for wager, letter in (("main", None), ("pair_plus", "A"))
    )
    expected = [
        {
            "number": number,
            "submission": THREE,
            "wager": row.wager,
            "paytable": row.paytable,
            "house_edge": float(row.house_edge),
            "house_edge_exact": f"{row.house_edge.numerator}/{row.house_edge.denominator}",
            "win": float(row.figures.hit_frequency),
        }
        for number in (1, 2)
        for row in (main, pairs)
    ]
    same(file, expected)
    head, *rows = read(file)
    held = [float(row[head.index("theoretical_win_per_hour")]) / float(row[head.index("house_edge")]) for row in rows]
    assert all(each > 0 for each in held) and held[:2] == pytest.approx(held[2:])


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_written_strategy(run: Run, tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"queen{ending}"
    told = run("strategy", THREE, "--cost", "queen", "-o", str(file))
    keys = ("decision", "when", "do", "share", "cost")
    rules = [
        {key: rule[key] for key in keys}
        | {"rule": 0 if rule["rule"] == "default" else rule["rule"], "cost_exact": rule["exact_cost"]}
        for rule in told["rules"]
    ]
    assert [rule["rule"] for rule in rules] == [1, 0] and told["cost"] == rules[0]["cost"] > 0
    same(file, rules)
    if ending == ".xlsx":
        head, *hands = sheets(file)["hands"]
        assert [row[head.index("cards")] for row in hands] == [" ".join(hand["cards"]) for hand in told["hands"]]


def test_short_strategies_and_those_that_a_game_brings(run: Run, tmp_path: Path) -> None:
    file, curve = tmp_path / "short.csv", tmp_path / "short.svg"
    told = run("strategy", THREE, "--short", "1", "--curve", str(curve), "-o", str(file))
    assert [each["most"] for each in told["curve"]] == [0, 1] and curve.is_file()
    same(file, told["curve"])
    told = run("strategy", THREE, "--short", "1", "-o", str(file))
    same(file, [{"decision": "decide", "do": rule["do"], "share": rule["share"]} for rule in told["rules"]])
    told = run("strategy", THREE, "--strategies", "-o", str(file))
    same(file, [{"name": each["name"]} for each in told["strategies"]])


@pytest.mark.parametrize("ending", ENDINGS)
def test_several_stakes(run: Run, tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"stakes{ending}"
    told = run("odds", THREE, "--stakes", "5,1000", "--limit", "20,000", "-o", str(file))
    assert len(told) == 2 and all("together" in point for point in told)
    rows: list[dict[str, Any]] = []
    for point in told:
        rows += [
            {"stake": point["stake"], "wager": row["wager"], "bet": row["stake"], "house_edge_exact": row["exact"]}
            for row in point["wagers"]
        ]
        both = point["together"]
        rows.append(
            {
                "stake": point["stake"],
                "wager": "together",
                "bet": None,
                "house_edge": both["house_edge"],
                "cut_exact": both["exact_cut"],
                "taken_by_the_limit": both["taken_by_the_limit"],
            }
        )
    assert rows[-1]["taken_by_the_limit"] > 0
    same(file, rows)


@pytest.mark.parametrize("more", [["--distribution"], ["--rounds", "30"], ["--table", "lines", "-o", "t.csv"]])
def test_what_is_for_one_stake_is_not_left_out_in_silence(run: Run, more: list[str]) -> None:
    assert f"{more[0]} is for one stake" in run("odds", THREE, "--stakes", "5,25", *more, status=2)


def test_frames_of_the_lab(tmp_path: Path) -> None:
    """Every answer of the lab is a frame as well, with the same figures."""
    costed = pitboss.strategy_cost(THREE, "queen")
    assert costed.to_frame().to_pydict()["cost"] == [float(rule.cost) for rule in costed.rules]
    assert costed.to_frame("hands").to_pydict()["cards"] == [" ".join(hand.cards) for hand in costed.hands]
    seen = pitboss.protect(THREE, sees="dealer:1", dead="Ah", stake=500, pace=40)
    assert seen.an_hour == seen.found.ev * 500 * 40 and seen.dead == ("Ah",)
    shares = seen.to_frame().to_pydict()
    assert shares["choice"] == ["play", "fold"] and sum(shares["share"]) == sum(shares["share_without"]) == 1
    file = tmp_path / "table.toml"
    file.write_text(f'game = "{THREE}"\nseats = 1\n', encoding="utf-8")
    table = pitboss.win(file)
    assert table.to_frame().to_pydict()["span"] == ["hour", "day", "month", "year"]
    assert pitboss.win(file.read_text(encoding="utf-8")).win == table.win
    sides = compare([(THREE, table.model.terms), (THREE, table.model.terms)])
    assert sides.to_frame().to_pydict()["number"] == [1, 1, 2, 2]


def test_frames_of_the_library() -> None:
    (row,) = pitboss.exact_odds(THREE, wager="pair_plus", paytable="A")
    assert row.to_frame().to_pydict()["hand"] == [line.hand for line in row.lines]
    assert row.to_frame("distribution").to_pydict()["net_exact"] == ["-1/1", "1/1", "4/1", "6/1", "30/1", "40/1"]
    assert row.to_frame("figures").to_pydict()["house_edge"] == [float(row.house_edge)]
    spot = pitboss.best_play(LIR, "9h Th Jh").to_frame()
    assert spot.to_pydict()["choice"] == ["ride", "withdraw"] and spot.to_pydict()["best"] == [True, False]
    played = pitboss.simulate(THREE, rounds=1000)
    frame = played[0].to_frame("distribution").to_pydict()
    assert sum(frame["count"]) == 1000


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--table", "lines"], "--table goes with -o"),
        (["--table", "nothing", "-o", "t.csv"], "the tables are figures, lines, distribution, bands"),
        (["--table", "bands", "-o", "t.csv"], "say for how many rounds with --rounds"),
        (["--rounds", "0"], "give a number above 0"),
        (["--rounds", "x"], "is not a number"),
        (["--rounds", "1e9"], "each up to 100,000,000"),
        (["-o", "t.txt"], "the ending '.txt' is not known"),
        (["-o", "nowhere/t.csv"], "the directory does not exist"),
    ],
)
def test_what_cannot_be_written(run: Run, more: list[str], said: str) -> None:
    assert said in run(*PAIR_PLUS, *more, status=2)
