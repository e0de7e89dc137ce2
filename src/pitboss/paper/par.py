"""The PAR sheet, or mathematical report: the rules in force with their clauses, the exact figures of every wager, the
best play, worked examples, and the proofs behind it all."""

from collections.abc import Callable
from typing import Any

from pitboss.games import rules_for
from pitboss.odds.api import odds
from pitboss.odds.charts import chart_svg
from pitboss.odds.request import Request
from pitboss.odds.result import WagerOdds
from pitboss.paper import par_proof as proof
from pitboss.paper import par_rules as of
from pitboss.paper.examples import examples, no_tie
from pitboss.paper.kept import full_table, remarks
from pitboss.paper.par_chart import on_paper
from pitboss.paper.par_short import short_strategy
from pitboss.paper.par_strategy import strategy
from pitboss.paper.par_wagers import paytables, summary, wager_page
from pitboss.paper.par_words import ScreenWords, silent
from pitboss.paper.printing import Paper, heading, template
from pitboss.paper.sheets import USUAL, Sheet
from pitboss.paper.stakes import best_play_words, section, where_it_matters
from pitboss.rulebook.terms import Terms
from pitboss.table.rules import Rules

Progress = Callable[[str, float], None]


def par(
    terms: Terms,
    tell: ScreenWords,
    *,
    file: bytes | None = None,
    date: str = "",
    rounds: int = proof.ROUNDS,
    shuffles: int = proof.SHUFFLES,
    command: str = "",
    name: str = "--submission FILE",
    sheet: Sheet = USUAL,
    progress: Progress = silent,
) -> Paper:
    """The paper of these terms; `file` is the submission as it was filed, of which a digest is printed, and `name` how
    the commands that repeat a part name it: a file, or the game whose default submission it is."""
    rules = rules_for(terms)
    rows = odds(Request(game=terms.game, terms=terms), progress=progress)
    progress("the best play", 0.0)
    drawn = {f"strategy-{n}.svg": piece.encode() for n, piece in enumerate(on_paper(chart_svg(rules), sheet), 1)}
    return Paper(
        source=template("par.typ"),
        data=data(rules, rows, list(drawn), tell, file, date, rounds, shuffles, command, name, progress)
        | {"head": heading(terms, sheet)},
        title=f"PAR sheet: {rules.book.title}, {terms.table}",
        files=drawn,
        date=date,
    )


def data(
    rules: Rules,
    rows: list[WagerOdds],
    charts: list[str],
    tell: ScreenWords,
    file: bytes | None,
    date: str,
    rounds: int,
    shuffles: int,
    command: str,
    name: str,
    progress: Progress,
) -> dict[str, Any]:
    """Everything the template prints; no figure stands in the template."""
    terms = rules.terms
    envy = full_table(terms, progress)
    apart = where_it_matters(terms, rows, progress)
    others = {(one.least.wager, one.least.paytable): one.others for one in apart}
    return {
        "date": date or "undated",
        "facts": of.table_facts(rules),
        "summary": summary(rows),
        "stakes": section(terms, apart, rows),
        "remarks": remarks(terms, rows, envy),
        "limits": of.limits(rules),
        "meters": of.meters(terms),
        "steps": of.order_of_play(rules),
        "settlement": of.settlement(rules),
        "options": of.in_force(terms),
        "readings": of.readings_named(rules),
        "paytables": paytables(rules),
        "wagers": [
            wager_page(rules, row, envy.get(row.wager), others.get((row.wager, row.paytable), ())) for row in rows
        ],
        "strategy": strategy(rules, charts, name)
        | {
            "stakes": best_play_words(rules, rows[0], apart, name),
            "written": short_strategy(rules, name),
        },
        "examples": examples(rules, tell),
        "no_tie": no_tie(rules),
        "simulation": proof.simulation(rules, rows, rounds, name, tell, progress),
        "shuffle": proof.shuffle(rules, shuffles, tell, progress),
        "versions": proof.versions(terms, file, command),
    }
