"""The rulebooks, clause by clause, in our own words: what each asks, how it is read, where it is carried out and which
tests prove it. The regulators' own sentences stand nowhere here."""

import re
from collections import Counter, defaultdict

from docs_site.markdown import anchor, code, page, plain, table
from pitboss.cli.odds_words import default_rules
from pitboss.cli.rules_clause import KINDS
from pitboss.rulebook.book import book
from pitboss.rulebook.clauses import Clause, clauses, how_cited
from pitboss.rulebook.coverage import citations, tests
from pitboss.rulebook.folders import games
from pitboss.rulebook.pays import dollars
from pitboss.rulebook.readings import Reading, about, otherwise, readings, readings_of
from pitboss.wording.things import PROCEDURES

READ = (
    "How the rulebooks are read where their text is silent, defective or contradicts itself, and what an operator may "
    "choose instead. `pitboss rules --readings` lists them."
)
SHOWN = 5
"""So many tests are named; how many more there are is told."""


def pages() -> dict[str, str]:
    """Path → page."""
    found = {"rulebooks/index.md": _index(), "rulebooks/readings.md": _readings()}
    for game in games():
        found[f"rulebooks/{game}.md"] = _game(game)
        found[f"rulebooks/{game}-clauses.md"] = _clauses(game)
    return found


def of_game(game: str) -> list[Clause]:
    """The clauses of a game's rulebook, in their order."""
    return [each for each in clauses().values() if each.game == game]


def place(clause: str) -> str:
    """A clause as a place on its page; sign by sign, since `3.B` and `3.(b)` are two."""
    return re.sub(r"[^a-z0-9]", "-", clause.lower())


def _index() -> str:
    rows = []
    for game in games():
        its, count = book(game), Counter(_state(each) for each in of_game(game))
        rows.append(
            (
                f"[{plain(its.title)}]({game}.md)",
                ", ".join(filter(None, (its.regulator, its.jurisdiction))) or "house rules",
                f"[{its.document}]({game}-clauses.md)",
                str(len(of_game(game))),
                str(count["carried out"]),
                str(count["recorded"]),
                str(sum(bool(tests().get(each.id)) for each in of_game(game))),
            )
        )
    return page(
        "# Rulebooks",
        "Every clause in our own words, with its readings, the code that carries it out and the tests that prove it. "
        "*Carried out* is what the software does; *recorded* is what people do, and the software reminds them of or "
        "writes down. `pitboss rules --coverage` prints the same.",
        table(("Game", "Rules of", "Rulebook", "Clauses", "Carried out", "Recorded", "Tested"), rows),
        "Where a text is silent, contradicts itself or has a slip, it has to be [read somehow](readings.md).",
    )


def _state(clause: Clause) -> str:
    if not citations().get(clause.id):
        return "unassigned"
    return "recorded" if clause.kind == "physical" else "carried out"


# --- one game ---------------------------------------------------------------------------------------------------------


def _game(game: str) -> str:
    rules = default_rules(game)
    its = rules.book
    parts = [
        f"# {plain(its.full_title)}",
        f"[All {len(of_game(game))} clauses]({game}-clauses.md) · [Exact odds](../odds.md) · `pitboss play {game}`",
        "## The round",
    ]
    for procedure in rules.scripts:
        rows = []
        for number, step in enumerate(rules.script(procedure), start=1):
            rows.append((str(number), plain(rules.guide(step.name, procedure).title), _link(game, step.clause)))
        parts += [f"### Dealt {PROCEDURES[procedure]}", table(("", "Step", "Clause"), rows)]
    wagers = [
        (
            plain(each.title),
            "compulsory" if each.compulsory else "by decision" if each.later else "",
            _link(game, each.clause),
        )
        for each in its.wagers
    ]
    limits = [f"{each.title}: only {', '.join(map(dollars, each.amounts))}." for each in its.wagers if each.amounts]
    parts += ["## Wagers", table(("Wager", "", "Clause"), wagers), plain(" ".join(limits)), "## Readings"]
    parts.append(
        table(("Reading", "What it is about"), [(_reading(each), plain(each.title)) for each in readings_of(game)])
    )
    return page(*parts)


def _link(game: str, clause: str) -> str:
    """A clause as a link to its place; its id alone where it is of another document."""
    known = clauses().get(clause)
    if known is None:
        return code(clause) if clause else ""
    return f"[{plain(clause)}]({known.game}-clauses.md#{place(clause)})"


def _reading(reading: Reading) -> str:
    return f"[{reading.id}](readings.md#{anchor(reading.id)})"


# --- its clauses ------------------------------------------------------------------------------------------------------


def _clauses(game: str) -> str:
    its = book(game)
    parts = [f"# {plain(its.title)}: clauses", plain(how_cited(its.document)), f"[The game]({game}.md)"]
    below: dict[str, list[Clause]] = defaultdict(list)
    for each in of_game(game):
        below[_section(each.id)].append(each)
    for section, found in below.items():
        parts.append(f"## {plain(section)} {{#part-{anchor(section)}}}")
        parts += [_clause(game, each) for each in found]
    return page(*parts)


def _section(clause: str) -> str:
    """`MD-LIR 11` of `MD-LIR 11.C(1)(b)`."""
    document, _, rest = clause.partition(" ")
    number = rest[: next((place for place, sign in enumerate(rest) if not sign.isalnum()), len(rest))]
    return f"{document} {number}"


def _clause(game: str, clause: Clause) -> str:
    read = about(clause.id)
    places, proofs = citations().get(clause.id, ()), tests().get(clause.id, [])
    more = f" and {len(proofs) - SHOWN} more" if len(proofs) > SHOWN else ""
    facts = [
        f"*{clause.kind}*: {KINDS.get(clause.kind, '')}",
        "Read as follows: " + "; ".join(f"{_reading(each)} {plain(each.title)}" for each in read) if read else "",
        "Carried out in " + ", ".join(map(code, places)) if places else "",
        f"Proved by {', '.join(map(code, proofs[:SHOWN]))}{more}" if proofs else "",
    ]
    listed = "\n".join(f"* {each}" for each in facts if each)
    return page(f"### {plain(clause.id)} {{#{place(clause.id)}}}", plain(clause.wording), listed)


# --- readings ---------------------------------------------------------------------------------------------------------


def _readings() -> str:
    parts = [
        "# Readings",
        READ,
    ]
    for reading in readings().values():
        cited = ", ".join(_link("", each) for each in reading.clauses)
        could = "\n".join(f"* {plain(each)}" for each in reading.alternatives)
        parts += [
            f"## {reading.id} {plain(reading.title)} {{#{anchor(reading.id)}}}",
            cited,
            f"It could mean:\n\n{could}" if could else "",
            f"It is read so: {plain(reading.choice)}",
            f"Because: {plain(reading.reason)}",
            *_chosen(reading),
        ]
    return page(*parts)


def _chosen(reading: Reading) -> list[str]:
    found = []
    for (value, _), (of_games, told) in otherwise(reading).items():
        whose = f" ({', '.join(of_games)})" if len(of_games) < len(reading.games) else ""
        found.append(f"With {code(f'{reading.option} = {value}')}{whose}: {plain(told.choice)}")
    return found
