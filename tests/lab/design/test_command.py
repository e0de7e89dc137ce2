"""`pitboss design` as somebody calls it: what it prints, what it writes, what it refuses."""

import json
import math
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import pitboss
from lab.frames.reading import read
from pitboss.cli.main import dispatch
from support import THREE, UTH

PAIR_PLUS = ("design", THREE, "--wager", "pair plus", "--edge", "3..4")


class Call:
    """Runs a command; what it printed, and what it said on the error stream."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, arguments: Sequence[str], status: int = 0) -> tuple[str, str]:
        assert dispatch([*arguments]) == status
        said = self._capsys.readouterr()
        return said.out, said.err


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    return Call(capsys)


def test_the_json_has_what_is_promised(call: Call) -> None:
    found = json.loads(call([*PAIR_PLUS, "--json"])[0])
    assert (found["game"], found["wager"], found["paytable"]) == (THREE, "pair_plus", "A")
    assert found["standard_error"] == 0 and found["targets"]["edge"] == "3..4"
    first = found["tables"][0]
    for key in ("edge", "exact", "sd", "element_of_risk", "hit_rate", "lines"):
        assert found[key] == first[key]
    numbers = {"straight_flush": 48, "three_of_a_kind": 52, "straight": 720, "flush": 1096, "pair": 3744}
    edges = []
    for table in found["tables"]:
        pays = {line["hand"]: int(line["pays"].removesuffix(" to 1")) for line in table["lines"]}
        ev = Fraction(sum(numbers[hand] * (n + 1) for hand, n in pays.items()), 22_100) - 1
        square = Fraction(sum(numbers[hand] * (n * n - 1) for hand, n in pays.items()), 22_100) + 1
        assert Fraction(table["exact"]) == ev and table["edge"] == float(ev) and -0.04 <= ev <= -0.03
        assert table["hit_rate"] == sum(numbers[hand] for hand in pays) / 22_100
        assert math.isclose(table["sd"], math.sqrt(square - ev * ev))
        assert table["element_of_risk"] == float(-ev)
        edges.append(ev)
    assert (
        len(edges) == 5 and "Every table with up to" in found["search"] and "fewest lines changed" in found["measure"]
    )


@pytest.mark.parametrize("ending", [".csv", ".parquet", ".xlsx", ".json"])
def test_the_file_has_every_line_of_every_table(call: Call, tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"tables{ending}"
    found = json.loads(call([*PAIR_PLUS, "--json", "-o", str(file)])[0])
    head, *rows = read(file)
    cells = [dict(zip(head, row, strict=True)) for row in rows]
    expected: list[dict[str, Any]] = []
    for place, table in enumerate(found["tables"], start=1):
        for line in table["lines"]:
            expected.append(
                {
                    "table": place,
                    "game": THREE,
                    "wager": "pair_plus",
                    "hand": line["hand"],
                    "pays": line["pays"],
                    "to_one": float(line["pays"].removesuffix(" to 1")),
                    "changed": line["hand"] in table["changed"],
                    "probability": float(Fraction(line["probability"])),
                    "probability_exact": line["probability"],
                    "value": float(Fraction(line["value"])),
                    "value_exact": line["value"],
                    "house_edge": table["house_edge"],
                    "house_edge_exact": table["exact"].removeprefix("-"),
                    "hit_rate": table["hit_rate"],
                    "sd": table["sd"],
                    "element_of_risk": table["element_of_risk"],
                }
            )
    if ending == ".csv":
        expected = [{k: str(v).lower() if isinstance(v, bool) else str(v) for k, v in row.items()} for row in expected]
    assert len(cells) == len(expected) > 20
    for cell, known in zip(cells, expected, strict=True):
        assert cell == {k: pytest.approx(v, rel=1e-15) if isinstance(v, float) else v for k, v in known.items()}


def test_the_frame_of_the_library_is_the_same() -> None:
    found = pitboss.design(THREE, wager="pair_plus", edge="3..4", tables=2)
    frame = found.to_frame().to_pydict()
    assert frame["hand"] == [line.hand for table in found.tables for line in table.lines]
    assert frame["house_edge"] == [float(table.house_edge) for table in found.tables for _ in table.lines]


def test_the_screen_shows_the_tables_beside_the_one_that_is_there(call: Call) -> None:
    out, _ = call([*PAIR_PLUS, "--tables", "2", "--keep", "flush=3"])
    assert "now A" in out and "No. 2" in out and "house edge 3..4 percent; kept: flush" in out
    assert "Best first: fewest lines changed" in " ".join(out.split())
    for line in ("straight flush", "three of a kind", "lines changed"):
        assert line in out


def test_everything_that_is_wrong_is_told_at_once(call: Call) -> None:
    wrong = [
        *("design", UTH, "--wager", "trips", "--edge", "4..3", "--hit", "x", "--top", "..0", "--volatility", "5"),
        *("--keep", "flsh=3", "--keep", "flush=z"),
    ]
    out, err = call(wrong, 2)
    assert out == ""
    for said in (
        "--edge 4..3: the range ends below where it begins; did you mean 3..4?",
        "--hit x: give a range",
        "--top ..0: nothing can be so low",
        "--volatility 5: give a range",
        "--keep flush=z: 'z' are no odds",
        "--keep flsh: there is no such line",
        "6 faults; no table was looked for",
    ):
        assert said in err


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["design", UTH, "--wager", "trip", "--edge", "3..4"], "did you mean 'trips'?"),
        (["design", UTH, "--wager", "trips"], "--edge is missing"),
        (["design", "top-five-poker", "--edge", "3..4"], "choose another wager, top_five_bonus, poker_bonus"),
        ([*PAIR_PLUS, "--hit", "101.."], "between 0 and 100 percent"),
        ([*PAIR_PLUS, "--form", "book", "--save", "mine.csv"], "a paytable is saved as .toml"),
        ([*PAIR_PLUS, "--form", "other"], "the forms are paytable, submission, book"),
        ([*PAIR_PLUS, "--tables", "0"], "1 to 100 can"),
        ([*PAIR_PLUS, "-o", "mine.toml"], "a table is written as .csv, .parquet, .xlsx or .json"),
        ([*PAIR_PLUS, "--save", "nowhere/mine.toml"], "the directory does not exist"),
        (["design", "nothing", "--edge", "3..4"], "there is no game 'nothing'"),
    ],
)
def test_what_cannot_be(call: Call, more: list[str], said: str) -> None:
    out, err = call(more, 2)
    assert out == "" and said in err and "Traceback" not in err


def test_no_table_is_a_finding(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    narrow = ["--keep", "straight_flush", "--keep", "three of a kind", "--keep", "straight", "--keep", "flush"]
    _, err = call(["design", THREE, "--wager", "pair_plus", "--edge", "3..3.01", *narrow, "--save", str(file)], 1)
    assert "no table meets this; nothing was written" in err and not file.exists()


def test_a_file_that_was_given_is_never_replaced(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "mine.csv"
    file.write_text("lines = []", encoding="utf-8")
    _, err = call([*PAIR_PLUS, "--paytable", str(file), "-o", str(file)], 2)
    assert "this is a file the command was given" in err and file.read_text(encoding="utf-8") == "lines = []"


def test_the_winner_is_saved_and_read_by_the_odds(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    found = json.loads(call([*PAIR_PLUS, "--json", "--save", str(file)])[0])
    (known,) = json.loads(call(["odds", THREE, "--wager", "pair_plus", "--paytable", str(file), "--json"])[0])
    assert known["ev"] == found["exact"]
    again = json.loads(call([*PAIR_PLUS, "--paytable", str(file), "--json", "--tables", "1"])[0])
    assert again["exact"] == found["exact"] and again["tables"][0]["changed"] == []
