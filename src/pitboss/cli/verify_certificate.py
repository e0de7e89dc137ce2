"""`pitboss verify-certificate`: whether the record of an exam, or a paper that carries one, is what it says."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from pitboss.cli.help_text import helped
from pitboss.cli.screen import FINDINGS, GOOD, Trouble, print_json, safe, screen

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pitboss.cli.exam_records import ReadRecord
    from pitboss.school.exam import ExamSitting
    from pitboss.table.rules import Rules

_MARKS = {True: ("ok", "green"), False: ("WRONG", "bold red"), None: ("not checked", "yellow")}
_KEY = re.compile(r"[0-9a-f]{64}")


class ExamCheck(Struct, frozen=True):
    """One thing that was looked at."""

    name: str
    ok: bool | None
    """None where it cannot be looked at here."""
    text: str


@helped("verify-certificate")
def verify_certificate(file: Path, *, key: str | None = None, json: bool = False) -> int:
    from pitboss.cli.exam_records import ReadRecord

    wanted = None if key is None else key.strip().lower()
    if wanted is not None and not _KEY.fullmatch(wanted):
        raise Trouble("--key: a public key has 64 digits, 0 to 9 and a to f")
    read = ReadRecord(file)
    checks = list(_checks(read, wanted))
    good = all(each.ok is True for each in checks)
    sitting, score = read.said.result.sitting, read.said.result.score
    if json:
        print_json(
            {
                "record": read.record.number,
                "public": read.said.public,
                "who": sitting.who,
                "exam": sitting.exam.title,
                "right": score.right,
                "tasks": score.tasks,
                "percent": score.percent,
                "passed": score.passed,
                "checks": checks,
                "good": good,
            }
        )
        return GOOD if good else FINDINGS
    _print(read, checks, good)
    return GOOD if good else FINDINGS


def other_school(sitting: "ExamSitting") -> str:
    """Why answers cannot be judged here as they were: their tasks come from an earlier or later school. Nothing where
    they can."""
    from pitboss.school.exam import SCHOOL

    return "" if sitting.school == SCHOOL else f"they are of school {sitting.school}, and here is school {SCHOOL}"


def is_signed(read: "ReadRecord") -> bool:
    """Whether the holder of the key that the record names has signed it."""
    from pitboss.house.fair.keys import signed_by
    from pitboss.school.signed import SIGNED

    return signed_by(read.said.public, SIGNED + bytes(read.record.body), bytes.fromhex(read.record.signature))


def _checks(read: "ReadRecord", wanted: str | None) -> Iterator[ExamCheck]:
    from pitboss.house.fair.keys import fingerprint
    from pitboss.school.exam import BadExam, rules_of
    from pitboss.school.exam_replay import replayed
    from pitboss.wording.things import many

    public = read.said.public
    signed = is_signed(read)
    said = "The record is signed with the key" if signed else "The record was changed, or is not signed with the key"
    yield ExamCheck("signature", signed, f"{said} {fingerprint(public)}.")
    if wanted is not None:
        fits = public == wanted
        yield ExamCheck("key", fits, "It is the key that you named." if fits else "It is not the key that you named.")
    sitting = read.said.result.sitting
    try:
        rules = rules_of(sitting.games)
        if other := other_school(sitting):
            raise BadExam([other])
    except BadExam as bad:
        yield ExamCheck("games", None, f"The tasks cannot be made again here: {bad}.")
        return
    yield ExamCheck("games", True, "The games and the school are here as they were.")
    try:
        faults = replayed(read.said.result)
    except (ValueError, LookupError) as error:
        faults = (f"the tasks cannot be made again: {error}",)
    answers = many(len(sitting.answers), "answer")
    count = f"All {len(sitting.tasks)} tasks were made again and {answers} judged again"
    yield ExamCheck("score", not faults, f"{count}: the same score." if not faults else f"Wrong: {'; '.join(faults)}.")
    if read.paper and not faults:
        same = _says_the_same(read, rules)
        yield ExamCheck("paper", same, _PAPER[same])


_PAPER = {
    True: "The paper says what the record says.",
    False: "What is printed on the paper is not what the record says.",
    None: "It cannot be told whether the paper says what the record says: it is not the paper that is made from the "
    "record here. Do not rely on it; make it again with `pitboss certificate`.",
}


def _says_the_same(read: "ReadRecord", rules: "Mapping[str, Rules]") -> bool | None:
    """Whether the paper is the one that is made from this record. None where it has the same words, and something
    beside them is different."""
    from pitboss.paper.certificate import certificate, table_test
    from pitboss.paper.printing import PaperTrouble, render
    from pitboss.paper.read_back import draws_the_same, words_of

    printed = words_of(read.paper)
    same_words = not printed
    for make in (certificate, table_test):
        for sheet in ("letter", "a4"):
            try:
                (made,) = render(make(read.record, read.said, rules, sheet), "pdf")
            except PaperTrouble:
                continue
            if draws_the_same(made, read.paper):
                return True
            same_words = same_words or words_of(made) == printed
    return None if same_words else False


def _print(read: "ReadRecord", checks: list[ExamCheck], good: bool) -> None:
    from rich.table import Table
    from rich.text import Text

    sitting, score = read.said.result.sitting, read.said.result.score
    console = screen()
    console.print(f"{safe(sitting.who)}: {safe(sitting.exam.title)}", style="bold")
    passed = "passed" if score.passed else "not passed"
    console.print(f"{score.right} of {score.tasks} right, {score.percent}%, {passed}; record {read.record.number}")
    console.print(f"Signed with {safe(read.said.public)}", soft_wrap=True)
    console.print()
    grid = Table.grid(padding=(0, 2))
    for each in checks:
        word, style = _MARKS[each.ok]
        grid.add_row(Text(word, style=style), Text(safe(each.text)))
    console.print(grid)
    console.print()
    if good:
        console.print("Sound: nobody has changed it. Whose key it is, only the examiner or the house can tell you.")
    elif any(each.ok is False for each in checks):
        console.print("Not sound: what is marked WRONG does not fit.", style="bold red")
    elif checks[-1].name == "paper":
        console.print("The record is sound; whether the paper is, cannot be told.", style="bold red")
    else:
        console.print("Not judged again: take the version and the games of then.", style="yellow")
