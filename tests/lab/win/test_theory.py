"""What a table wins: means by hand, bands against simulated hours, and what the command says."""

import json
from fractions import Fraction as F
from functools import cache
from math import sqrt
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from pitboss.cli.screen import FINDINGS, Trouble
from pitboss.cli.win import read_model
from pitboss.cli.win import win as command
from pitboss.lab.win.hands import hands
from pitboss.lab.win.model import Model, WagerModel
from pitboss.lab.win.spread import mean, variance
from pitboss.lab.win.theory import WinFigures, as_json, to_rows, win
from pitboss.rulebook.submission import default_submission
from pitboss.simulation.api import default_terms
from pitboss.simulation.blocks import Job, tools

TCP, LIR, UTH = "three-card-poker", "let-it-ride", "ultimate-texas-holdem"
TABLE = """
game = "three-card-poker"
seats = 1
rounds_per_hour = 50
hours_per_day = 10
days_per_year = 200
[wagers.main]
average = 10
[wagers.pair_plus]
average = 5
share = 0.4
"""


def three_card(**parts: object) -> Model:
    wagers = {"main": WagerModel(1_000), "pair_plus": WagerModel(500, F(2, 5))}
    usual = Model(terms=default_terms(TCP), seats=F(1), pace=F(50), hours=F(10), days=F(200), wagers=wagers)
    return replace(usual, **parts)


@cache
def alone() -> WinFigures:
    """One player: nothing is simulated."""
    return win(three_card())


def test_the_theoretical_win_by_hand() -> None:
    """50 antes of $10 at the known edge, 20 bets of $5 on Pair Plus at its own."""
    found = alone()
    main, side = hands(three_card()).joints[()].figures.ev, F(0)
    assert main == -F(686_689, 20_358_520)  # Q-6-4, ante bonus of 5, 4 and 1 to 1; 3.3730 percent
    by_wager = {wager.wager: wager for wager in found.wagers}
    assert by_wager["main"].win == 50 * 1000 * -main
    side = by_wager["pair_plus"].win / (20 * 500)
    assert side == F(128, 5525) and by_wager["pair_plus"].wagered == 20 * 500
    assert found.win == by_wager["main"].win + by_wager["pair_plus"].win
    hour, day, month, year = found.periods
    assert hour.win == found.win and day.win == 10 * hour.win and year.win == 2000 * hour.win
    assert month.win * 12 == year.win and (hour.rounds, day.rounds, year.rounds) == (50, 500, 100_000)


def test_one_player_has_no_correlation_and_the_deviation_of_independent_hands() -> None:
    found = alone()
    seat = hands(three_card()).average()
    assert found.correlation == 0 and mean(seat) * 50 == found.win
    assert found.periods[0].deviation == pytest.approx(sqrt(50 * variance(seat)))
    for period in found.periods:
        widths = [high - low for low, high in period.bands.values()]
        assert widths == sorted(widths) and period.total.error < 1e-3
    year = found.periods[-1]  # so many hands are as good as normal: 1.96 deviations to either side
    low, high = year.bands[0.95]
    assert (high - low) / 2 == pytest.approx(1.96 * year.deviation, rel=0.005)


def test_a_side_wager_that_some_make_is_a_mixture_of_those_who_do_and_those_who_do_not() -> None:
    counted = hands(three_card())
    made = {name: counted.made(name, house=True) for name in ((), ("pair_plus",))}
    average = counted.average()
    for x in {*made[()], *made["pair_plus",]}:
        assert average[x] == F(3, 5) * made[()].get(x, 0) + F(2, 5) * made["pair_plus",].get(x, 0)
    assert sum(average.values()) == 1


def test_win_against_drop_by_hand() -> None:
    """$240 changed by each of 2 players every 3 hours: $160 an hour."""
    found = win(three_card(seats=F(2), buy_in=24_000, stay=F(3)))
    for period in found.periods:
        assert period.drop == 16_000 * period.hours
        assert period.held(period.win) == pytest.approx(float(found.win / 16_000))


def test_the_bankroll_and_the_float_are_enough_and_one_cell_less_is_not() -> None:
    found = alone()
    assert found.needed == 2_000  # ante and play; he makes no side wager
    for risk in (0.5, 0.05, 0.01):
        bankroll = found.bankroll_for(risk)
        assert found.ruin.deeper(bankroll - 2_000) <= risk < found.ruin.deeper(bankroll - 2_000 - found.ruin.cell)
    assert found.ruin.rounds == 200 and 0 < found.risk_of_ruin < 1
    short = 0.001
    needed = found.float_needed
    deep = found.deepest_day
    assert deep.deeper(needed) <= short < deep.deeper(needed - deep.cell)


def test_who_cannot_pay_for_another_round_is_ruined() -> None:
    """Ante and play cost $20 together: who brings $20 cannot play on after his first loss, whatever it is."""
    found = win(three_card(bankroll=2_000, sitting=F(1, 50)))
    (main,) = (odds for wager, odds in found.hands.joints.items() if not wager)
    loses = sum((p for net, p in main.figures.distribution if net < 0), F(0))
    assert found.needed == 2_000 and found.risk_of_ruin == pytest.approx(float(loses))
    assert win(three_card(bankroll=1_999, sitting=F(1, 50))).risk_of_ruin == 1
    assert win(three_card(bankroll=4_000, sitting=F(1, 50))).risk_of_ruin == pytest.approx(0)


def test_a_meter_has_its_part_before_the_house_wins() -> None:
    """A progressive of $1 that puts 5 cents into its meter: the house wins the edge at the reset less 5 percent."""
    model = Model(
        terms=default_terms(LIR), wagers={"main": WagerModel(500), "progressive": WagerModel(100, F(1))}, seats=F(1)
    )
    counted = hands(model)
    one = counted.alone["progressive"]
    assert one.given == F(1, 20) and one.kept == one.odds.house_edge - F(1, 20)
    assert mean(one.spread(house=True)) == 100 * one.kept
    assert mean(one.spread(house=False)) == -100 * one.odds.house_edge
    assert counted.won("progressive") == (100 * one.kept, F(100))


def test_the_bands_of_an_hour_are_those_of_simulated_hours() -> None:
    """Six players, 30 rounds: 8,000 hours of whole rounds by the simulator, which knows how seats go together. The
    bands take that from its covariance alone. A quantile of the sample errs by 3 percent of the deviation."""
    model = Model(terms=default_terms(UTH), wagers={"main": WagerModel(1_000)}, seats=F(6))
    found = win(model)
    (hour, *_) = found.periods
    assert any("That is an approximation" in said for said in as_json(found)["how"])
    job = Job(model.terms, 6, "optimal", "other rounds", {"main": 1_000, "trips": 100, "cover_all": 100})
    kit, rounds = tools(job), 30 * 4_000
    won = []
    for part in range(2):
        cells = np.zeros((rounds, 6, len(kit.fast.columns)), dtype=np.uint16)
        kit.fast.run(part * rounds, cells)
        won.append(-kit.nets[0][cells[:, :, 0]].sum(axis=1).reshape(-1, 30).sum(axis=1))
    hours = np.concatenate(won)
    assert float(hours.std()) == pytest.approx(hour.deviation, rel=0.05)
    for level in (0.025, 0.25, 0.5, 0.75, 0.975):
        assert hour.total.below(level) == pytest.approx(float(np.quantile(hours, level)), abs=0.12 * hour.deviation)


# --- the command ----------------------------------------------------------------------------------------------------


def test_the_json_has_what_was_asked_and_the_exact_edge(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "table.toml"
    place.write_text(TABLE, encoding="utf-8")
    assert command(place, json=True) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["game"] == TCP and shown["standard_error"] == 0
    assert F(shown["exact"]) == -alone().win / 50_000 and shown["edge"] == pytest.approx(float(F(shown["exact"])))
    assert shown["theoretical_win"]["hour"] == pytest.approx(float(alone().win) / 100, abs=0.005)
    assert shown["asked"]["wagers"]["pair_plus"] == {"average": 5.0, "share": 0.4}
    for key in ("periods", "player", "house"):
        assert key in shown
    risk = sum(wager["wagered_an_hour"] for wager in shown["wagers"]) / 50 / 10
    assert shown["element_of_risk"] == pytest.approx(-shown["edge"] / risk, rel=1e-4) and shown["edge"] < 0
    assert shown["sd"] == pytest.approx(sqrt(variance(alone().table.seat)) / 1_000)
    assert as_json(alone()) == shown
    assert any("convolved" in said for said in shown["how"]) and not any("approx" in said for said in shown["how"])


def test_the_screen_says_theoretical_win_and_how_it_was_obtained(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    place, out = tmp_path / "table.toml", tmp_path / "win.csv"
    place.write_text(TABLE, encoding="utf-8")
    assert command(place, output=out) == 0
    said = capsys.readouterr().out
    for words in ("Theoretical win an hour", "$19.18", "Win against drop (COMAR 36.05.03.25)", "exact", "float"):
        assert words in said
    assert "correlation" not in said
    assert out.read_text().splitlines()[0].startswith("span,hours,rounds,theoretical_win")
    assert len(out.read_text().splitlines()) == 1 + len(to_rows(alone())) == 5


def test_a_file_to_begin_with_is_written_once_and_works(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "new.toml"
    assert command(new=TCP, output=place) == 0
    assert "pitboss win" in capsys.readouterr().out
    with pytest.raises(Trouble, match="already such a file"):
        command(new=TCP, output=place)
    assert command(place, json=True) == 0


def test_the_file_names_a_folder_as_seen_from_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Written elsewhere, it still finds the submission."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "far").mkdir()
    (tmp_path / "mine.toml").write_text(default_submission(TCP), encoding="utf-8")
    assert command(new="mine.toml", output=Path("far") / "table.toml") == 0
    assert "submission = '../mine.toml'" in (tmp_path / "far" / "table.toml").read_text(encoding="utf-8")
    assert read_model(Path("far") / "table.toml").terms.game == TCP


def test_faults_and_wrong_usage_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "bad.toml"
    place.write_text('game = "three-card-poker"\nseats = 0\nrounds = 3\n', encoding="utf-8")
    with pytest.raises(Trouble, match="2 faults") as caught:
        command(place)
    assert caught.value.status == FINDINGS
    said = capsys.readouterr().err
    assert "seats: '0'" in said and "rounds: this is not known" in said
    with pytest.raises(Trouble, match="name a file"):
        command()
    with pytest.raises(Trouble, match="leave FILE"):
        command(place, new=TCP)
    with pytest.raises(Trouble, match="is not known"):
        command(place, output=tmp_path / "win.doc")
    with pytest.raises(Trouble, match=r"gone\.toml"):
        command(tmp_path / "gone.toml")
