"""The process in which `pitboss check FOLDER` runs a folder's code: its own limits, one file with what was found."""

import faulthandler
import resource
import sys
from pathlib import Path

import msgspec
from msgspec import Struct

FILES = 16 << 20
"""So much may be written."""


class CheckedFolder(Struct):
    """What was found, as it is handed to the process that asked."""

    title: str
    findings: list[tuple[str, str, bool]]
    """Where, what, whether it is a fault."""
    facts: list[str] = []

    @property
    def sound(self) -> bool:
        return not any(fault for *_, fault in self.findings)


def main(place: str, work: str, seconds: str, memory: str) -> None:
    _limit(int(seconds), int(memory))
    from pitboss.games import rules_for
    from pitboss.play.proof import prove

    proof = prove(Path(place))
    checked = CheckedFolder(proof.title, [(each.where, each.said, each.fault) for each in proof.findings])
    if proof.terms is not None:
        checked.facts = _facts(rules_for(proof.terms))
    faulthandler.cancel_dump_traceback_later()
    done = Path(work) / "report.json"
    part = done.with_suffix(".part")
    part.write_bytes(msgspec.json.encode(checked))
    part.replace(done)


def _limit(seconds: int, memory: int) -> None:
    """Time, memory and files; where it stood when the time was over goes to the error stream."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_FSIZE, (FILES, FILES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    faulthandler.register(24, file=sys.stderr, chain=True)  # SIGXCPU, when the time is over
    faulthandler.dump_traceback_later(2 * seconds, exit=True, file=sys.stderr)


def _facts(rules: object) -> list[str]:
    """What else there is to say of a game that stands."""
    from pitboss.odds.counting import why_not
    from pitboss.rulebook.clauses import clauses
    from pitboss.rulebook.words import listed
    from pitboss.table.rules import Rules

    assert isinstance(rules, Rules)
    document = rules.book.document
    cells = sum(len(space.cells()) for space in rules.game.spaces(rules).values())
    stated = sum(clause.document == document for clause in clauses().values())
    wagers = listed(wager.title for wager in rules.wagers)
    return [
        f"Wagers: {wagers}. Every one of their {cells:,} cells is settled by exactly one row.",
        f"Clauses: {stated:,}, every one carried out, and every citation resolves.",
        why_not(rules) or "Exact odds: the declaration has a shape that is counted.",
    ]


if __name__ == "__main__":
    main(*sys.argv[1:])
