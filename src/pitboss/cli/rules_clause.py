"""One clause, a part of a rulebook, the readings and the coverage, printed."""

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from pitboss.cli.screen import cited

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.cli.own_text import Passages
    from pitboss.rulebook.clauses import Clause
    from pitboss.rulebook.readings import Reading

KINDS = {
    "compute": "computed by the software",
    "state": "kept in order by the engine",
    "input": "an act the software accepts or refuses",
    "config": "an operator's choice, checked in the submission",
    "display": "something that must be shown",
    "physical": "done by people; the software reminds them or records it",
}


def print_clause(console: "Console", clause: "Clause", own: "Passages | None" = None) -> None:
    """The wording, the readings that concern it, where it is carried out and the tests that prove it."""
    from pitboss.rulebook.clauses import clauses
    from pitboss.rulebook.coverage import citations, tests
    from pitboss.rulebook.readings import about

    console.print(clause.id, style="bold cyan")
    _paragraph(console, clause.wording, "bold")
    _paragraph(console, f"{clause.kind}: {KINDS.get(clause.kind, '')}", "dim")
    _print_own(console, clause, own)
    _section(console, "Read as follows")
    for reading in about(clause.id):
        _paragraph(console, f"{reading.id} {reading.title}: {reading.choice}")
        if reading.option:
            _paragraph(console, f"option {reading.option}: {', '.join(reading.values)}", "dim")
    if not about(clause.id):
        _paragraph(console, "as it stands; no reading concerns it")
    _list(console, "Carried out in", citations().get(clause.id, ()), "not assigned yet")
    _list(console, "Proved by", tests().get(clause.id, ()), "no recorded test")
    below = [c for c in clauses().values() if c.id != clause.id and _is_below(c.id, clause.id)]
    if below:
        _section(console, "Below it")
        for other in below:
            cited(console, other.wording, other.id)


def _is_below(clause: str, part: str) -> bool:
    return clause.startswith(part) and not clause[len(part)].isalnum()


def print_part(console: "Console", asked: str, found: "list[Clause]", own: "Passages | None" = None) -> None:
    """Every clause of a part of a rulebook."""
    console.print(f"{asked.upper() if asked.islower() else asked}: {len(found)} clauses", style="bold")
    for clause in found:
        cited(console, clause.wording, clause.id)
        if own is not None:
            _print_passage(console, clause, own)


def _print_own(console: "Console", clause: "Clause", own: "Passages | None") -> None:
    """The regulator's own sentence, from the operator's file: apart from our wording and from every reading."""
    if own is not None:
        _section(console, "In the regulator's own words")
        _print_passage(console, clause, own)


def _print_passage(console: "Console", clause: "Clause", own: "Passages") -> None:
    found = own.at.get(clause.id)
    _paragraph(console, f"{own.file}, line {found.line}: {found.text}" if found else f"not found in {own.file}", "dim")


def _section(console: "Console", title: str) -> None:
    console.print()
    console.print(title, style="bold")


def _list(console: "Console", title: str, lines: Iterable[str], nothing: str) -> None:
    _section(console, title)
    for line in list(lines) or [nothing]:
        _paragraph(console, line)


def _paragraph(console: "Console", text: str, style: str = "none") -> None:
    from rich.padding import Padding
    from rich.text import Text

    console.print(Padding(Text(text, style=style), (0, 0, 0, 2)))


# --- readings -------------------------------------------------------------------------------------------------------


def list_readings(console: "Console", readings: "Iterable[Reading]") -> None:
    from rich.table import Table

    grid = Table.grid(padding=(0, 2))
    for reading in readings:
        grid.add_row(f"  {reading.id}", reading.tag, reading.title, reading.option)
    console.print("Readings: where a text is silent, defective or contradicts itself", style="bold")
    console.print(grid)
    console.print()
    console.print("One of them: pitboss rules --readings X-01. Those of a game: pitboss rules --readings GAME.")


def print_reading(console: "Console", reading: "Reading", *, whole: bool, game: str = "") -> None:
    """What is read, and what holds instead where the operator chose otherwise; of one game, or of all."""
    console.print(f"{reading.id} {reading.title}", style="bold")
    _paragraph(console, ", ".join(reading.clauses), "cyan")
    if whole:
        _section(console, "It could mean")
        for alternative in reading.alternatives:
            _paragraph(console, f"- {alternative}")
        _section(console, "It is read so")
    _paragraph(console, reading.choice)
    if whole:
        _section(console, "Because")
        _paragraph(console, reading.reason)
    if reading.option:
        games = f" ({', '.join(reading.games)})" if reading.games else ""
        for written in _written(reading):
            _paragraph(console, f"The operator may choose: {written}{games}", "yellow")
    _otherwise(console, reading, whole=whole, game=game)
    console.print()


def _otherwise(console: "Console", reading: "Reading", *, whole: bool, game: str) -> None:
    from pitboss.rulebook.readings import otherwise

    for (value, _), (games, told) in otherwise(reading, game).items():
        whose = f" ({', '.join(games)})" if len(games) < len(reading.games) and not game else ""
        _paragraph(console, f"With {reading.option} = {value}{whose}: {told.choice}")
        if whole:
            _paragraph(console, f"Because: {told.reason}", "dim")


def _written(reading: "Reading") -> list[str]:
    """The choice as a submission writes it."""
    from pitboss.cli.submission_keys import keys
    from pitboss.rulebook.submission_options import options

    found = [o for o in options() if o.name == reading.option and o.game in (reading.games or (o.game,))]
    written = dict.fromkeys(f"{key.path} = {key.values}" for option in found for key in keys(option))
    return list(written) or [f"nothing; a submission that states {reading.option} is refused"]


# --- coverage -------------------------------------------------------------------------------------------------------


def print_coverage(console: "Console", found: dict[str, Any]) -> None:
    """The totals, the rulebooks one by one, and what is missing."""
    from rich import box
    from rich.table import Table

    grid = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in ("Rulebook", "Clauses", "Carried out", "Recorded", "Tested", "Unassigned"):
        grid.add_column(column, justify="left" if column == "Rulebook" else "right")
    rows: dict[str, Counter[str]] = {}
    for row in found["clauses"]:
        count = rows.setdefault(row["id"].split(" ")[0], Counter())
        physical = row["kind"] == "physical"
        count["clauses"] += 1
        count["enforced"] += bool(row["enforced"]) and not physical
        count["recorded"] += bool(row["enforced"]) and physical
        count["tested"] += bool(row["tests"])
        count["unassigned"] += not row["enforced"]
    keys = ("clauses", "enforced", "recorded", "tested", "unassigned")
    for document, count in rows.items():
        grid.add_row(document, *(f"{count[key]:,}" for key in keys))
    grid.add_section()
    grid.add_row("All", *(f"{found['totals'][key]:,}" for key in keys), style="bold")
    console.print(grid)
    console.print("Carried out: by the software. Recorded: physical clauses that have a step, reminder or record.")
    missing = [row["id"] for row in found["clauses"] if not row["enforced"]]
    if missing:
        _list(console, "Unassigned", [", ".join(missing)], "")
    console.print()
    console.print("`pitboss rules --coverage --json` lists every clause with its places and tests.")
