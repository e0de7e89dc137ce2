"""The proof of a game's folder: everything that is wrong with its declaration, at once, each with file and line and a
sentence that says what to do. A folder is code, so whoever does not know it should run this in a process of its own
(`pitboss check FOLDER` does)."""

import traceback
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from pitboss.games import game, rules_for
from pitboss.play.proof_hands import hand_faults
from pitboss.play.proof_places import Declared
from pitboss.play.proof_rounds import conduct
from pitboss.play.table import NotAccepted
from pitboss.rulebook.book import book
from pitboss.rulebook.cited import TASKS
from pitboss.rulebook.clauses import clauses
from pitboss.rulebook.coverage import citations
from pitboss.rulebook.folder_code import CODE
from pitboss.rulebook.folders import BOOK, BadFolder, bring, folder
from pitboss.rulebook.submission import check, check_data, default_data, default_submission, merge
from pitboss.rulebook.terms import PROCEDURES, Terms
from pitboss.table.faults import BadGame, faults
from pitboss.table.rules import Rules


class FolderFinding(Struct, frozen=True):
    """Something about a folder."""

    where: str
    """`game.py line 12`, or the file alone."""
    said: str
    fault: bool = True
    """Otherwise it is only worth knowing."""


class FolderProof(Struct, frozen=True):
    """What was found."""

    title: str
    findings: tuple[FolderFinding, ...]
    game: str = ""
    """Its id, where it could be loaded."""
    terms: Terms | None = None
    """The terms of its default submission, where the declaration stands."""

    @property
    def sound(self) -> bool:
        return not any(finding.fault for finding in self.findings)


def prove(place: Path) -> FolderProof:
    """Loads the folder and holds it against everything that a game must be."""
    try:
        name = bring(place)
    except BadFolder as bad:
        return FolderProof(place.name, tuple(_split(fault) for fault in bad.faults))
    home, declared = folder(name), Declared(folder(name), game(name))
    terms, found = _terms(name)
    rules = None
    if terms is not None:
        rules, more = _bound(terms, home)
        found += more
    if rules is not None:
        found += _guarded(home, _declaration(rules, declared))
    found += _clauses(name, declared)
    sound = not any(each.fault for each in found)
    if rules is not None and sound:
        found += _guarded(home, _hands(rules, declared))
    if sound and not any(each.fault for each in found):
        found += [fault for each in _dealings(name) for fault in _played(each, home)]
    whole = not any(each.fault for each in found)
    return FolderProof(book(name).title, tuple(dict.fromkeys(found)), name, terms if whole else None)


def _split(fault: str) -> FolderFinding:
    where, _, said = fault.partition(": ")
    known = where.partition(" line ")[0].endswith((".py", ".toml", ".csv"))
    return FolderFinding(where, said) if known else FolderFinding("", fault)


# --- the parts of the proof -----------------------------------------------------------------------------------------


def _terms(name: str) -> tuple[Terms | None, list[FolderFinding]]:
    checked = check(default_submission(name))
    own = (folder(name) / "submission.toml").is_file()
    where = "submission.toml" if own else BOOK
    lead = "" if own else "the submission that is made from the book: "
    return checked.terms, [
        FolderFinding(f"{where} line {fault.line}" if own else where, f"{lead}{fault.key}: {fault.message}")
        for fault in checked.faults
    ]


def _bound(terms: Terms, home: Path) -> tuple[Rules | None, list[FolderFinding]]:
    try:
        return rules_for(terms), []
    except BadGame as bad:
        declared = Declared(home, game(terms.game))
        return None, [FolderFinding(declared.of_fault(line), line) for line in str(bad).splitlines()[1:]]
    except (Exception, SystemExit) as error:
        return None, [raised(error, home)]


def _declaration(rules: Rules, declared: Declared) -> Iterator[FolderFinding]:
    for fault in faults(rules):
        yield FolderFinding(declared.of_fault(fault), fault)
    steps = {step.name for script in rules.scripts.values() for step in script}
    for name in rules.book.guides:
        if name not in steps and name not in TASKS:
            line = declared.book_lines(("guides", name))
            said = f"[guides.{name}]: under the default submission the script has no step '{name}'"
            yield FolderFinding(f"{BOOK} line {line}", said, fault=False)


def _clauses(name: str, declared: Declared) -> Iterator[FolderFinding]:
    """Citations that resolve to nothing, and clauses that nothing carries out."""
    known, cited, document = clauses(), citations(), book(name).document
    code = {text: f"{file} line {line}" for text, file, line in reversed([*declared.clauses(f"{document} ")])}
    for clause in sorted(cited.keys() - known.keys()):
        if clause.startswith(f"{document} "):
            where = code.get(clause) or declared.line_with(clause)
            yield FolderFinding(
                where, f"'{clause}' is cited, but the rules have no such clause; state it or cite another"
            )
    for clause, stated in known.items():
        if stated.document == document and clause not in cited:
            yield FolderFinding(
                declared.line_of_clause(clause),
                f"nothing carries out the clause '{clause}': name it where it happens (a step, a choice, a row, a line "
                "of a paytable, an irregularity), or as a reminder of people in [guides.STEP]",
            )


def _hands(rules: Rules, declared: Declared) -> Iterator[FolderFinding]:
    for fault, certain in hand_faults(rules):
        yield FolderFinding(declared.of_fault(fault), fault, fault=certain)


def _dealings(name: str) -> Iterator[Terms]:
    """The default submission under every dealing procedure that it can have."""
    for procedure in PROCEDURES:
        shuffler = "none" if procedure == "manual_shoe" else "automated"
        dealing = {"procedure": procedure, "shuffler": shuffler, "decks": 1}
        terms = check_data(merge(default_data(name), {"practice": True, "dealing": dealing})).terms
        if terms is not None:
            yield terms


def _played(terms: Terms, home: Path) -> Iterator[FolderFinding]:
    try:
        conduct(rules_for(terms))
    except NotAccepted as error:
        yield FolderFinding(CODE, f"a round cannot be conducted ({terms.procedure.replace('_', ' ')}): {error}")
    except (Exception, SystemExit) as error:
        found = raised(error, home)
        yield FolderFinding(found.where, f"a round breaks: {found.said}")


def _guarded(home: Path, findings: Iterator[FolderFinding]) -> list[FolderFinding]:
    """The findings, and what the game's own code raised meanwhile."""
    found: list[FolderFinding] = []
    try:
        found.extend(findings)
    except (Exception, SystemExit) as error:
        found.append(raised(error, home))
    return found


def raised(error: BaseException, home: Path) -> FolderFinding:
    """An exception as a finding, at the last line of the folder's own code on the way to it."""
    steps = [step for step in traceback.extract_tb(error.__traceback__) if Path(step.filename).parent == home]
    where = f"{Path(steps[-1].filename).name} line {steps[-1].lineno}" if steps else CODE
    inside = f", in {steps[-1].name}" if steps else ""
    if isinstance(error, MemoryError):
        return FolderFinding(where, f"it needs more memory than a check may use{inside}")
    return FolderFinding(where, f"{type(error).__name__}: {error}{inside}")
