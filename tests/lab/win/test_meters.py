"""Meters as they run: against worked examples, a chain of states reckoned in fractions, and whole simulated rounds."""

from fractions import Fraction as F
from math import sqrt

import pytest
from msgspec.structs import replace

from pitboss.cli.meters import meters as command
from pitboss.cli.screen import Trouble
from pitboss.lab.win.meters import MeterLife, as_json, meter_odds
from pitboss.lab.win.meters import played_lives as played
from pitboss.odds.request import BadRequest, Request
from pitboss.odds.request_terms import terms_for
from pitboss.simulation.api import found, prepare
from pitboss.simulation.blocks import BLOCK
from pitboss.simulation.run import Threads, run
from support import LIR


def life(**parts: object) -> MeterLife:
    """A made-up meter: $100, $1 a wager, hit once in ten."""
    usual = MeterLife(
        meter="Test",
        reset=10_000,
        rate=F(1, 5),
        growth=F(100),
        whole=F(1, 10),
        shares=(),
        floor=False,
        simulated=played(10_000, 100.0, 0.1, [], False, 10),
    )
    return replace(usual, **parts)


def test_a_meter_that_is_only_hit_whole_by_hand() -> None:
    """The hit comes at the k-th wager with chance (9/10)^(k−1)/10, the meter at $100 + $k: $110 on average, and no
    higher than $107 in half of the cases, for (9/10)^7 is below one half and (9/10)^6 is not."""
    meter = life()
    assert meter.geometric and meter.wagers == 10
    assert meter.at_hit == meter.average == 11_000
    assert meter.reading(0.5) == 10_700 and F(9, 10) ** 7 < F(1, 2) < F(9, 10) ** 6
    assert meter.reading(0.1) == 10_100


def expected_by_chain(meter: MeterLife, wagers: int) -> F:
    """The mean reading at the hit, reckoned wager by wager: what is left of all lives, and their mean reading."""
    alive, holds, paid = F(1), F(meter.reset), F(0)
    for _ in range(wagers):
        holds += alive * meter.growth
        paid += holds * meter.whole
        lost = meter.whole * holds + sum((F(n, 100) * p * holds for n, p in meter.shares), F(0))
        holds -= lost
        alive -= meter.whole * alive
    return paid


def test_shares_lower_the_meter_as_a_chain_of_states_says() -> None:
    meter = life(shares=((10, F(1, 20)), (50, F(1, 50))))
    assert meter.at_hit is not None
    assert float(expected_by_chain(meter, 400)) == pytest.approx(float(meter.at_hit), rel=1e-12)
    assert meter.at_hit < 11_000
    lives = played(10_000, 100.0, 0.1, [(0.1, 0.05), (0.5, 0.02)], False, 40_000)
    assert abs(lives.mean - float(meter.at_hit)) < 3.5 * lives.error


def test_what_goes_in_comes_out() -> None:
    """$1 a wager and $100 each time it is hit: a wager takes $11 on average, whatever shares are paid."""
    for meter in (life(), life(shares=((10, F(1, 20)),))):
        assert meter.average * meter.taken == 100 + F(1, 10) * 10_000


def test_the_house_fills_up_what_a_share_takes_below_the_reset() -> None:
    floor = played(10_000, 100.0, 0.1, [(0.5, 0.02)], True, 40_000)
    bare = played(10_000, 100.0, 0.1, [(0.5, 0.02)], False, 40_000)
    assert floor.topped > 0 == bare.topped and floor.mean > bare.mean
    meter = life(shares=((50, F(1, 50)),), floor=True, simulated=floor)
    assert float(meter.average) == pytest.approx(floor.mean, abs=4 * floor.error)


def test_let_it_ride_over_the_life_of_its_meters_by_hand() -> None:
    """Paytable B pays the whole meter for one hand in 22,100: $1,000 and 5 cents a wager are $2,105 on average. Over
    the life of the meter the players get their 5 cents back: the edge at the reset less 5 percent."""
    (odds,) = meter_odds(Request(game=LIR, wager="progressive", paytable="B"))
    (meter,) = odds.meters
    assert meter.wagers == 22_100 and meter.at_hit == 210_500
    assert odds.edge == odds.edge_at_reset + F(1, 20)
    assert odds.edge_at({"Progressive": F(210_500)}) == odds.edge
    shown = as_json(odds, F(100))
    assert shown["meters"][0]["hours_between_hits"] == 221
    assert shown["exact"] == f"{odds.edge.numerator}/{odds.edge.denominator}"


def test_a_table_counted_by_another_program() -> None:
    (odds,) = meter_odds(Request(game=LIR, wager="progressive", paytable="E"))
    assert odds.edge == F(-60873, 216580)


@pytest.mark.parametrize("letter", "ABCDEF")
def test_every_paytable_agrees_with_its_simulated_lives(letter: str) -> None:
    (odds,) = meter_odds(Request(game=LIR, wager="progressive", paytable=letter), lives=20_000)
    for meter in odds.meters:
        assert meter.at_hit is not None and meter.wagers is not None
        assert abs(meter.simulated.mean - float(meter.at_hit)) < 3.5 * meter.simulated.error
        assert meter.simulated.wagers == pytest.approx(float(meter.wagers), rel=3.5 / sqrt(20_000))
        assert meter.simulated.reading(0.5) == pytest.approx(meter.reading(0.5), rel=0.04)


def test_whole_rounds_of_the_simulator_pay_what_the_life_of_the_meter_says() -> None:
    """Seven players, half a million rounds: some 166 hits of paytable B, each with the meter as it then read."""
    asked = Request(game=LIR, wager="progressive", paytable="B")
    (meter,) = meter_odds(asked, lives=100)[0].meters
    prepared = prepare(terms_for(asked, "progressive", "B"), players=7)
    rounds = 4 * BLOCK
    row = next(row for row in found(prepared, run(prepared.job, rounds, Threads(2))) if row.wager == "progressive")
    assert row.running is not None and meter.at_hit is not None
    hits, paid = row.running.counts["Progressive"], row.running.paid["Progressive"]
    assert abs(hits - 7 * rounds / 22_100) < 3 * sqrt(7 * rounds / 22_100)
    deviation = float(meter.growth) * 22_100  # of a geometric number of wagers
    assert abs(paid / hits - float(meter.at_hit)) < 3 * deviation / sqrt(hits)
    half = sum(payment.paid <= meter.reading(0.5) for payment in row.running.payments)
    assert abs(half - hits / 2) < 3 * sqrt(hits) / 2


def test_a_game_without_a_meter_is_refused() -> None:
    with pytest.raises(BadRequest, match="is paid from a meter"):
        meter_odds(Request(game="three-card-poker"))
    with pytest.raises(Trouble, match="is paid from a meter"):
        command("three-card-poker")


def test_the_command_shows_readings_and_edges(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    assert command(LIR, paytable="B", wagers_per_hour="100") == 0
    said = capsys.readouterr().out
    for words in ("$2,105", "22,100", "221", "41.0860%", "36.0860%"):
        assert words in said
    with pytest.raises(Trouble, match="--wagers-per-hour"):
        command(LIR, wagers_per_hour="0")
