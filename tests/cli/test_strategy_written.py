"""`pitboss strategy --cost`, `--strategies`, `--short` and `--curve`."""

from pathlib import Path

import pytest

from cli.calls import Data, Refused, Said
from support import CARIBBEAN, LIR, THREE

COMMAND = "strategy"


def test_a_strategy_that_the_game_brings(said: Said) -> None:
    out = said(THREE, "--cost", "queen")
    assert "edge of the player     -3.4491%   exactly -70219/2035852" in out
    assert "the strategy costs     0.0761%" in out
    assert "Q-3-2 or better" in out and "All 407,170,400 deals are counted." in out
    assert "it is optimal" in said(THREE, "--cost", "q-6-4")


def test_as_json(data: Data) -> None:
    found = data(THREE, "--cost", "queen")
    assert found["game"] == THREE and found["asked"] == {"cost": "queen"}
    assert (found["exact"], found["standard_error"]) == ("-70219/2035852", 0)
    assert found["edge"] == pytest.approx(-0.0344912, abs=1e-7)
    assert found["cost"] == pytest.approx(0.0007614, abs=1e-7)
    assert {"sd", "element_of_risk", "best", "exact_cost"} <= found.keys()
    first, default = found["rules"]
    assert (first["rule"], first["do"], default["rule"], default["do"]) == (1, "play", "default", "fold")
    assert first["cost"] == pytest.approx(found["cost"]) and default["cost"] == 0
    assert len(found["hands"]) == 10 and found["hands"][0]["does"] == "play"


def test_a_file_of_ones_own(data: Data, refused: Refused, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text('strategy = "mine"\n[decision.decide]\ndefault = "play"\n', encoding="utf-8")
    assert data(THREE, "--cost", str(mine))["exact"] == "-1947749/25448150"
    mine.write_text(
        'strategy = "mine"\n[decision.decide]\ndefault = "raise"\n[decision.flop]\ndefault = "x"\n', "utf-8"
    )
    told = refused(THREE, "--cost", str(mine))
    assert "'raise' is not offered; the choices are play and fold" in told
    assert "there is no decision 'flop'" in told


def test_what_a_game_brings(said: Said, data: Data) -> None:
    out = said(CARIBBEAN, "--strategies")
    assert "a-k-j-8-3" in out and "--cost a-k-j-8-3" in out
    names = [each["name"] for each in data(LIR, "--strategies")["strategies"]]
    assert names == ["basic", "bold", "timid"]


def test_a_short_one_and_its_curve(said: Said, data: Data, tmp_path: Path) -> None:
    out = said(THREE, "--short", "1", "--curve", str(tmp_path / "curve.svg"))
    assert "every rule of one or two words was tried" in out
    assert "no strategy costs less than 0.0000%, whatever its length" in " ".join(out.split())
    assert (tmp_path / "curve.svg").read_text(encoding="utf-8").startswith("<svg")
    found = data(THREE, "--short", "1")
    assert (found["cost"], found["rules_found"], found["floor"]) == (0, 1, 0)
    assert found["text"].startswith('strategy = "')


def test_a_curve_as_a_picture(said: Said, tmp_path: Path) -> None:
    said(THREE, "--short", "2", "--curve", str(tmp_path / "curve.png"))
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")


def test_what_is_refused(refused: Refused, tmp_path: Path) -> None:
    assert "ask for different things" in refused(THREE, "--cost", "queen", "--cards", "Qh 3d 2c")
    assert "ask for different things" in refused(THREE, "--cost", "queen", "--short", "2")
    assert "give 0 to 20" in refused(THREE, "--short", "21")
    assert "saved as .svg or .png" in refused(THREE, "--curve", "curve.pdf")
    assert "there is no such file; three-card-poker brings" in refused(THREE, "--cost", "nothing")
    assert "the directory does not exist" in refused(THREE, "--curve", str(tmp_path / "no" / "curve.svg"))
