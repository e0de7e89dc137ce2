"""The dossier of a game: what its inventor hands to a laboratory or a commission, in one document. It has the parts of
the PAR sheet and, for somebody who has never seen the game, the rules clause by clause, the ranking of hands, the felt
and what happens when something goes wrong. A game that no counter fits has a simulation by the engine instead of exact
figures, and says so."""

from collections.abc import Iterator, Mapping
from typing import Any

from pitboss.felt.drawing import TALL, WIDE, alt, felt
from pitboss.games import rules_for
from pitboss.odds.api import odds
from pitboss.odds.charts import chart_svg
from pitboss.odds.counting import why_not
from pitboss.odds.request import Request
from pitboss.paper import par_proof as proof
from pitboss.paper import par_rules as of
from pitboss.paper.examples import examples, no_tie
from pitboss.paper.kept import full_table
from pitboss.paper.par import Progress
from pitboss.paper.par_chart import on_paper
from pitboss.paper.par_short import short_strategy
from pitboss.paper.par_strategy import strategy
from pitboss.paper.par_wagers import paytables, summary, wager_page
from pitboss.paper.par_words import ScreenWords, own_clause, signed, silent
from pitboss.paper.printing import Paper, heading, template
from pitboss.paper.sheets import USUAL, Sheet
from pitboss.paper.stakes import best_play_words, section, where_it_matters
from pitboss.paper.submission import definitions, filing_facts
from pitboss.paper.submission_choices import readings_chosen
from pitboss.paper.words import hand_words, listed, sentence, wager_title
from pitboss.play.proof_hands import size
from pitboss.rulebook.clauses import clauses
from pitboss.rulebook.own_words import OwnWords
from pitboss.rulebook.readings import added
from pitboss.rulebook.terms import Terms
from pitboss.table.cells import Holding, holdings
from pitboss.table.definition import CONSEQUENCES
from pitboss.table.layout import layout
from pitboss.table.mishaps import rows_in_force
from pitboss.table.rules import Rules
from pitboss.wording.how_to_play import in_brief, of_wager, steps
from pitboss.wording.ranked import highest_of_each

ROUNDS = proof.ROUNDS
BY_ENGINE = 2_000
"""So many rounds where only the engine can play them."""


def dossier(
    terms: Terms,
    tell: ScreenWords,
    *,
    date: str = "",
    rounds: int | None = None,
    command: str = "",
    name: str = "",
    sheet: Sheet = USUAL,
    own: Mapping[str, OwnWords] | None = None,
    progress: Progress = silent,
) -> Paper:
    """The document of a game under these terms; `own` are a regulator's sentences to stand beside ours, by clause."""
    rules = rules_for(terms)
    files = {"felt.svg": felt(rules).encode()}
    data = _common(rules, tell, date, command) | {"head": heading(terms, sheet), "own": _beside(rules, own)}
    why = why_not(rules)
    if why:
        data |= {"counted": False, "why": f"{why}.", "simulation": _by_engine(rules, rounds or BY_ENGINE, progress)}
    else:
        progress("the best play", 0.0)
        files |= {f"strategy-{n}.svg": piece.encode() for n, piece in enumerate(on_paper(chart_svg(rules), sheet), 1)}
        charts = [file for file in files if file.startswith("strategy")]
        data |= _counted(rules, tell, charts, rounds or ROUNDS, name, progress)
    title = f"Dossier: {rules.book.title}"
    return Paper(source=template("dossier.typ"), data=data, title=title, files=files, date=date)


def _common(rules: Rules, tell: ScreenWords, date: str, command: str) -> dict[str, Any]:
    """What every game has."""
    terms, drawn, chosen = rules.terms, layout(rules), readings_chosen(rules.terms)
    return {
        "date": date or "undated",
        "facts": of.table_facts(rules),
        "filing": filing_facts(terms),
        "definitions": definitions(terms),
        "brief": in_brief(rules),
        "how": steps(rules),
        "sides": [[w.title, of_wager(rules, w.id)] for w in rules.wagers if of_wager(rules, w.id)],
        "clauses": [
            [own_clause(rules.book, c.id), added(c, chosen)[0]] for c in clauses().values() if c.game == rules.game.id
        ],
        "steps": of.order_of_play(rules),
        "settlement": of.settlement(rules),
        "limits": of.limits(rules),
        "meters": of.meters(terms),
        "options": of.in_force(terms),
        "readings": of.readings_named(rules),
        "rankings": list(_rankings(rules, tell)),
        "felt": {"alt": alt(drawn), "ratio": WIDE / TALL},
        "paytables": paytables(rules),
        "examples": examples(rules, tell),
        "no_tie": no_tie(rules),
        "irregularities": [
            [sentence(row.title), sentence(CONSEQUENCES[row.consequence]), own_clause(rules.book, row.clause)]
            for row in rows_in_force(rules)
        ],
        "versions": proof.versions(terms, None, command),
    }


def _beside(rules: Rules, own: Mapping[str, OwnWords] | None) -> list[str]:
    """What the regulator's file says at each clause, in the order of the clauses; a passage in which several of them
    stand is told once."""
    if own is None:
        return []
    told: set[int] = set()
    made = []
    for name in (c.id for c in clauses().values() if c.game == rules.game.id):
        found = own.get(name)
        again = found is not None and found.line in told
        said = "not found" if found is None else f"line {found.line}" + (", as above" if again else f": {found.text}")
        made.append(said)
        told |= {found.line} if found else set()
    return made


def _counted(
    rules: Rules, tell: ScreenWords, charts: list[str], rounds: int, name: str, progress: Progress
) -> dict[str, Any]:
    """Exact figures, the best play, and a simulation beside them."""
    terms = rules.terms
    rows = odds(Request(game=terms.game, terms=terms), progress=progress)
    envy, apart = full_table(terms, progress), where_it_matters(terms, rows, progress)
    others = {(one.least.wager, one.least.paytable): one.others for one in apart}
    pages = [wager_page(rules, row, envy.get(row.wager), others.get((row.wager, row.paytable), ())) for row in rows]
    return {
        "counted": True,
        "summary": summary(rows),
        "stakes": section(terms, apart, rows),
        "wagers": pages,
        "strategy": strategy(rules, charts, name)
        | {
            "stakes": best_play_words(rules, rows[0], apart, name),
            "written": short_strategy(rules, name),
        },
        "simulation": proof.simulation(rules, rows, rounds, name, tell, progress),
    }


def _by_engine(rules: Rules, rounds: int, progress: Progress) -> dict[str, Any]:
    """Means and standard errors of rounds that the engine conducted."""
    from pitboss.simulation import api

    prepared = api.with_exact(api.prepare(rules.terms, seed=api.SEED))
    found = api.by_engine(prepared, rounds, lambda done: progress("simulation", done / rounds))
    return {
        "rounds": f"{rounds:,}",
        "seed": api.SEED,
        "rows": [
            [proof.title_of(rules, r.wager, r.paytable), signed(r.mean), f"{r.standard_error:.6f}"] for r in found
        ],
        "said": list(prepared.notes),
        "agrees": True,
        "conclusion": "",
    }


# --- the ranking of hands -------------------------------------------------------------------------------------------


def _rankings(rules: Rules, tell: ScreenWords) -> Iterator[dict[str, Any]]:
    """For each way in which hands are ranked: who uses it, and its hands from the highest with the best of each."""
    used: dict[tuple[str, int], tuple[Holding, dict[str, None]]] = {}
    for wager in rules.index:
        for holding in holdings(rules.fields[wager]):
            key = (holding.ranking.id, size(rules, holding))
            used.setdefault(key, (holding, {}))[1][wager_title(rules.book, wager)] = None
    for holding, wagers in used.values():
        best = highest_of_each(rules, holding)
        if len(best) > 1:
            rows = [[sentence(hand_words(rules.book, hand)), tell.cards(rules, cards)] for hand, cards in best]
            yield {"wagers": listed(wagers), "cards": size(rules, holding), "rows": rows}
