"""`pitboss verify-shuffle`: whether a round was dealt as the published seeds say."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss.cli.help_text import helped
from pitboss.cli.screen import FINDINGS, GOOD, Trouble, print_json, read_bytes, safe, screen, shown

if TYPE_CHECKING:
    from pitboss.checker import Check, Verification

_MARKS = {True: ("ok", "green"), False: ("WRONG", "bold red"), None: ("not yet", "yellow")}
_ENDS = {
    "fair": "Fair: the cards came as the seeds say, and the house had fixed its own seed before it knew the others.",
    "wrong": "Not proved: what is marked WRONG does not fit. Show this file and these lines to the floorperson.",
    "unfinished": "Unfinished: nothing is wrong so far. Ask for the proof again when the round has been cleared.",
}


@helped("verify-shuffle")
def verify_shuffle(file: Path, *, json: bool = False) -> int:
    from pitboss.checker import BadProof, check, read

    raw = read_bytes(file)
    try:
        proof = read(raw)
        report = _with_rulebook(proof, check(proof))
    except BadProof as bad:
        raise Trouble(f"{shown(file)}: {bad}") from None
    status = GOOD if report.verdict == "fair" else FINDINGS
    if json:
        print_json(report.as_dict())
        return status
    console = screen()
    table, round, shuffle = safe(proof["table"]), proof["round"], proof["shuffle"]
    console.print(f"{table}: round {round} of {safe(proof['game'])}, shuffle {shuffle}", style="bold")
    console.print(f"Commitment {proof['commitment']}", soft_wrap=True)
    console.print()
    _print(report.checks)
    console.print()
    console.print(_ENDS[report.verdict], style=_MARKS[{"fair": True, "wrong": False}.get(report.verdict)][1])
    return status


def _with_rulebook(proof: dict[str, Any], report: "Verification") -> "Verification":
    """The checks, and one more where the rulebook of the game is at hand and has another deck: the proof itself can
    only show that the deck was fixed."""
    from pitboss.checker import Check, Verification
    from pitboss.games.decks import deck
    from pitboss.rulebook.folders import games

    if proof["game"] not in games() or tuple(proof["deck"]) == deck(proof["game"]).cards:
        return report
    return Verification((*report.checks, Check("rulebook", False, "The deck is not that of the game's rulebook.")))


def _print(checks: "tuple[Check, ...]") -> None:
    from rich.table import Table
    from rich.text import Text

    grid = Table.grid(padding=(0, 2))
    for each in checks:
        word, style = _MARKS[each.ok]
        grid.add_row(Text(word, style=style), Text(each.text))
    screen().print(grid)
