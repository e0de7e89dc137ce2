"""The Rules Submission as a document: the operator's choices against those permitted, the readings adopted with their
reasons, every wager with its limits and paytable, and what changed since the version before."""

import re
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

from pitboss.games import rules_for
from pitboss.odds.api import odds
from pitboss.odds.counting import why_not
from pitboss.odds.request import Request
from pitboss.odds.result import WagerOdds
from pitboss.paper import par_rules as of
from pitboss.paper import par_words as w
from pitboss.paper.changes import HANDLE, changes, effect, of_wagers, stakes
from pitboss.paper.kept import full_table, remarks
from pitboss.paper.par_wagers import paytables, summary
from pitboss.paper.printing import Paper, PaperTrouble, heading, template
from pitboss.paper.sheets import USUAL, Sheet
from pitboss.paper.stakes import AtStakes, at_greatest, section, where_it_matters
from pitboss.paper.submission_choices import OperatorChoice, choices_in_force, readings_chosen
from pitboss.paper.words import dollars, hand_words, own_lines, pays_words
from pitboss.rulebook.book import Book, book
from pitboss.rulebook.folders import OURS, found
from pitboss.rulebook.pays import ForOne, words
from pitboss.rulebook.readings import Reading, concerns, readings_of
from pitboss.rulebook.terms import DEFINITION_FACTS, FILING_FACTS, WHOLE_GAME, Terms
from pitboss.table.rules import Rules
from pitboss.wording.filing_words import NOT_YET, filing_of, filing_words
from pitboss.wording.plainly import plainly
from pitboss.wording.submission_words import LABELS

Progress = Callable[[str, float], None]
SECTIONS = {
    "table": "The table",
    "dealing": "Cards and dealing",
    "limits": "Limits and payments",
    "wagers": "Wagers and paytables",
    "meters": "Meters",
    "readings": "Readings",
}


def submission(
    terms: Terms,
    previous: Terms | None = None,
    *,
    date: str = "",
    file: str = "",
    sheet: Sheet = USUAL,
    progress: Progress = w.silent,
) -> Paper:
    """The document of these terms, and what changed since `previous`."""
    if previous is not None:
        _check_follows(previous, terms)
    rules = rules_for(terms)
    rows = _counted(rules, progress)
    before = _counted(rules_for(previous), progress) if previous is not None else []
    return Paper(
        source=template("submission.typ"),
        data=data(rules, rows, previous, before, date, file, progress) | {"head": heading(terms, sheet)},
        title=f"Rules Submission {terms.version}: {rules.book.title}, {terms.table}",
        date=date,
    )


def _counted(rules: Rules, progress: Progress) -> list[WagerOdds]:
    """The exact odds of every wager; none of a game that no counter fits."""
    if why_not(rules):
        return []
    return odds(Request(game=rules.terms.game, terms=rules.terms), progress=progress)


def _check_follows(previous: Terms, terms: Terms) -> None:
    """A version follows another only of the same game, and under a higher number."""
    if previous.game != terms.game:
        raise PaperTrouble(f"the previous submission is for {previous.game}, this one for {terms.game}")
    if previous.version >= terms.version:
        raise PaperTrouble(
            f"this submission is version {terms.version} and the previous one version {previous.version}; the one that "
            f"follows needs a higher number: write version = {previous.version + 1}"
        )


def data(
    rules: Rules,
    rows: Sequence[WagerOdds],
    previous: Terms | None,
    before: Sequence[WagerOdds],
    date: str,
    file: str,
    progress: Progress = w.silent,
) -> dict[str, Any]:
    """Everything the template prints."""
    terms, the_book = rules.terms, rules.book
    apart = where_it_matters(terms, rows, progress)
    chosen = choices_in_force(terms)
    return {
        "date": date or "undated",
        "file": file,
        "facts": of.table_facts(rules),
        "filing": filing_facts(terms),
        "definitions": definitions(terms),
        "approvals": [[w.wager_title(the_book, name), said or "none yet"] for name, said in terms.approvals.items()],
        "sections": [
            {"title": SECTIONS[name], "rows": [_row(the_book, choice) for choice in group]}
            for name, group in groupby(sorted(chosen, key=_place), key=lambda choice: choice.section)
        ],
        "limits": of.limits(rules),
        "meters": of.meters(terms),
        "paytables": _paytables(rules),
        "advantages": summary(rows),
        "uncounted": f"{why_not(rules)}. Simulated figures stand in the dossier." if not rows else "",
        "stakes": section(terms, apart, rows) if rows else None,
        "remarks": remarks(terms, rows, full_table(terms)) if rows else [],
        "chosen_readings": chosen_readings(terms, the_book, chosen),
        "fixed_readings": fixed_readings(terms, the_book, chosen),
        "changes": _changed(previous, terms, before, rows, apart, progress),
    }


def filing_facts(terms: Terms) -> list[list[str]]:
    """What is stated of the filing; of a table that is not for practice everything else as missing, too."""
    said = dict(filing_words(terms))
    missing = {} if terms.practice else {LABELS[name]: "not stated" for name in FILING_FACTS}
    if not terms.practice:
        missing[LABELS["approved"]] = NOT_YET
    return [[name, value] for name, value in (missing | said).items()]


def definitions(terms: Terms) -> list[dict[str, Any]]:
    """Of the game that an operator brings, and of every wager by lines of his own: why, where else, whose rights."""
    stated = filing_of(terms).definitions or {}
    own = [w.id for w in terms.wagers if own_lines(terms, w.id)]
    names = [*([WHOLE_GAME] if found(terms.game).origin != OURS else []), *own]
    the_book = book(terms.game)
    return [
        {
            "title": the_book.title if name == WHOLE_GAME else w.wager_title(the_book, name),
            "rows": [[LABELS[key], getattr(stated.get(name), key, "") or "not stated"] for key in DEFINITION_FACTS],
        }
        for name in names
        if name in stated or not terms.practice
    ]


def _paytables(rules: Rules) -> list[dict[str, Any]]:
    """The paytables; beside odds stated otherwise than in the operator's definition stand those of the definition."""
    made = paytables(rules)
    metered = rules.metered or ""
    held = rules.terms.wager(metered)
    lines = held.lines if held else ()
    own = {
        hand_words(rules.book, line.hand, metered): f"(defined as {words(line.pay)})".replace(" ", "\u00a0")
        for line in lines
        if isinstance(line.pay, ForOne) and words(line.pay) != pays_words(rules, line.pay)
    }
    for table in made:
        if own and held and table["title"] == w.wager_title(rules.book, held.id):
            table["rows"] = [
                [hand, f"{pays} {own[hand]}" if hand in own else pays, clause] for hand, pays, clause in table["rows"]
            ]
    return made


def _place(choice: OperatorChoice) -> int:
    return list(SECTIONS).index(choice.section)


def _row(the_book: Book, choice: OperatorChoice) -> list[str]:
    marked = choice.chosen if choice.usual else f"*{choice.chosen}"
    return [choice.title, choice.permitted, marked, w.own_clause(the_book, choice.clause), choice.reading]


# --- readings -------------------------------------------------------------------------------------------------------


def chosen_readings(terms: Terms, the_book: Book, chosen: Sequence[OperatorChoice]) -> list[dict[str, Any]]:
    """The readings that leave the operator a choice: what was chosen, what therefore holds, and why."""
    by_reading = {choice.reading: choice for choice in chosen if choice.section == "readings"}
    return [
        {
            **_reading(the_book, reading),
            "option": by_reading[reading.id].title,
            "chosen": by_reading[reading.id].chosen,
            "permitted": by_reading[reading.id].permitted,
        }
        for reading in readings_of(terms.game, readings_chosen(terms))
        if reading.id in by_reading
    ]


def fixed_readings(terms: Terms, the_book: Book, chosen: Sequence[OperatorChoice]) -> list[dict[str, Any]]:
    """The readings of silent or defective text that leave no choice. Of a wager that is not offered only those are
    told that something else refers to."""
    names = {choice.reading for choice in chosen if choice.section == "readings"}
    here = readings_chosen(terms)
    known = {reading.id: reading for reading in readings_of(terms.game, here)}
    told = {choice.reading for choice in chosen} | {name for name, r in known.items() if concerns(r, here)}
    while more := {name for said in told & set(known) for name in _named(known[said])} & set(known) - told:
        told |= more
    return [_reading(the_book, reading) for name, reading in known.items() if name in told - names]


def _named(reading: Reading) -> list[str]:
    """The readings that this one refers to."""
    return re.findall(r"\b[A-Z]-\d\d\b", f"{reading.choice} {reading.reason}")


def _reading(the_book: Book, reading: Reading) -> dict[str, Any]:
    own = [clause for clause in reading.clauses if clause.startswith(f"{the_book.document} ")]
    return {
        "id": reading.id,
        "title": plainly(reading.title),
        "clauses": w.listed(w.own_clause(the_book, clause) for clause in own),
        "choice": plainly(reading.choice),
        "reason": plainly(reading.reason),
    }


# --- the version before ---------------------------------------------------------------------------------------------


def _changed(
    previous: Terms | None,
    terms: Terms,
    before: Sequence[WagerOdds],
    rows: Sequence[WagerOdds],
    apart: Sequence[AtStakes],
    progress: Progress,
) -> dict[str, Any] | None:
    if previous is None:
        return None
    once = where_it_matters(previous, before, progress)
    # a wager whose figures depend on the stake in one version is shown at the greatest stake of both
    named = {one.least.wager for one in (*once, *apart)}
    old = of_wagers(at_greatest(previous, before, once), named)
    new = of_wagers(at_greatest(terms, rows, apart), named)
    return {
        "version": previous.version,
        "digest": previous.digest,
        "rows": changes(previous, terms),
        "effect": effect(previous, before, terms, rows),
        "meters": bool(previous.meters or terms.meters),
        "of": dollars(HANDLE),
        "stakes": stakes(before, rows),
        "greatest": {"stakes": stakes(old, new), "effect": effect(previous, old, terms, new)},
    }
