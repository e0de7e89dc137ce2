"""Written strategies in simulations: the decisions that kernels look up, and the exact figures that results are held
against."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from pitboss.lab.strategies.api import cost, judged_game
from pitboss.lab.strategies.fitted import fit
from pitboss.lab.strategies.shipped import text_of
from pitboss.lab.strategies.written import parse
from pitboss.odds.counting import counter
from pitboss.odds.request import MAIN, Request, asked, base_of
from pitboss.odds.result import WagerOdds
from pitboss.rulebook.folders import bring
from pitboss.rulebook.words import sentence
from pitboss.simulation import written
from pitboss.simulation.api import SEED, Prepared, conduct, default_terms, found, prepare, workers_for
from pitboss.simulation.report import SimulatedWager
from pitboss.simulation.setting import Setting


def _read(setting: Setting) -> Any:
    """The decisions that the text of a setting makes, as the kernels want them."""
    rules, stake = setting.decided()
    game = judged_game(rules, stake)
    ruled = fit(parse(setting.strategy), game.decisions, rules.game.id)
    return game.lookup(ruled)


def strategy_text(game: str, given: str | Path) -> str:
    """The text of a written strategy, given as text, path or name, ready to be simulated."""
    written.learn(_read)
    text = text_of(game, given)[0]
    return text if written.is_written(text) else f"{text}\n"  # a file of one line is a text, and no name


def with_written(prepared: Prepared, progress: Callable[[float], None] = lambda _: None) -> Prepared:
    """The exact figures of the written strategy, to hold the simulated ones against. Raises `BadStrategy` and
    `NoShape`."""
    job = prepared.job
    row = asked(Request(game=job.terms.game, terms=job.terms, wager=MAIN))[0]
    counter(row.rules).fits(row.rules)
    costed = cost(row, job.strategy, progress=progress)
    exact = WagerOdds(
        game=job.terms.game,
        wager=MAIN,
        title=sentence(costed.title),
        paytable=row.paytable,
        base=base_of(job.terms.game, MAIN),
        stake=row.stake,
        players=1,
        meters={},
        figures=costed.figures,
        deals=costed.deals,
        reading=row.reading,
        seconds=0.0,
    )
    note = f"The exact figures of the main game are those of the strategy '{costed.title}'; it costs "
    note += f"{float(costed.cost):.4%} against the best play."
    return replace(prepared, exact={MAIN: exact}, notes=(note,))


def simulate_strategy(
    game: str | Path, strategy: str | Path, *, rounds: int, players: int = 1, random_seed: str = SEED
) -> list[SimulatedWager]:
    """Plays a written strategy (its text, path or name) and sets the main game beside its exact figures."""
    name = bring(str(game))
    text = strategy_text(name, strategy)
    prepared = with_written(prepare(default_terms(name), players=players, strategy=text, seed=random_seed))
    return found(prepared, conduct(prepared, rounds, workers_for(None, None)))
