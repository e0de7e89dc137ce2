"""`pitboss exam`: an examination on paper, or sat in the terminal."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from msgspec import Struct

from pitboss.cli.help_text import helped
from pitboss.cli.numbers import WholeNumber
from pitboss.cli.screen import (
    FINDINGS,
    GOOD,
    Trouble,
    a_game,
    all_wrong,
    as_argument,
    plain,
    read_bytes,
    shown,
    to_copy,
    why_unreadable,
)
from pitboss.paper.sheets import USUAL, Sheet

if TYPE_CHECKING:
    from pitboss.school.exam import Exam
    from pitboss.table.rules import Rules

LARGEST_SEED = 2**48 - 1


@helped("exam")
def exam(
    game: str | None = None,
    *,
    exam: Path | None = None,
    new: bool = False,
    state: str | None = None,
    seed: WholeNumber = None,
    sit: bool = False,
    who: str | None = None,
    examiner: str | None = None,
    key_file: Path | None = None,
    output: Annotated[Path | None, Parameter(name=("--output", "-o"))] = None,
    date: str | None = None,
    sheet: Sheet = USUAL,
    cmi5: Path | None = None,
    address: str | None = None,
    page: str | None = None,
) -> int:
    if sum((new, sit, cmi5 is not None)) > 1:
        raise Trouble("give one of --new, --sit and --cmi5")
    if seed is not None and not 0 <= seed <= LARGEST_SEED:
        raise Trouble(f"--seed {seed}: give a whole number from 0 to {LARGEST_SEED}")
    asked = exam_asked(game, exam, state)
    if new:
        return _new(asked, output)
    if cmi5 is not None:
        return _package(asked, cmi5, address, page)
    if address is not None or page is not None:
        raise Trouble("--address and --page go with --cmi5")
    if output is None:
        raise Trouble("-o is missing: " + ("where the record goes" if sit else "where the paper goes, as exam.pdf"))
    if sit:
        from pitboss.cli.exam_sitting import sit_down

        return sit_down(asked, seed, output, who, examiner, key_file)
    if who is not None or examiner is not None or key_file is not None:
        raise Trouble("--who, --examiner and --key-file go with --sit")
    return _print(asked, game, seed or 0, output, date, sheet, exam)


class AskedExam(Struct, frozen=True):
    """The exam that was asked for, and its games."""

    exam: "Exam"
    rules: "dict[str, Rules]"
    words: tuple[object, ...]
    """How a command names it."""


def exam_asked(game: str | None, file: Path | None, state: str | None) -> AskedExam:
    """The exam of a file, or the one that covers what the game's state asks of dealers."""
    from pitboss.games import usual
    from pitboss.school.exam import BadExam
    from pitboss.school.training import default_exam

    named = a_game(game) if game is not None else None
    if file is not None:
        if state is not None:
            raise Trouble("--state chooses the exam of a game; leave it out with --exam")
        return _of_file(file, named)
    if named is None:
        raise Trouble("name a game, or an exam with --exam FILE")
    try:
        found = default_exam(usual(named), (state or "").strip().lower())
    except BadExam as bad:
        raise Trouble(str(bad)) from None
    words = (as_argument(named), *(("--state", state.strip().lower()) if state else ()))
    return AskedExam(found, {named: usual(named)}, words)


def _of_file(file: Path, named: str | None) -> AskedExam:
    from pitboss.games import usual
    from pitboss.school.exam import BadExam
    from pitboss.school.exam_file import read_exam

    try:
        text = read_bytes(file).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Trouble(f"{shown(file)}: {why_unreadable(error)}") from None
    try:
        found = read_exam(text, usual, file.parent)
    except BadExam as bad:
        raise all_wrong([f"{shown(file)}: {fault}" for fault in bad.faults], "nothing was done", FINDINGS) from None
    if named is not None and named not in found.games:
        raise Trouble(f"{shown(file)}: this exam is of {', '.join(found.games)}, not of {plain(named)}")
    return AskedExam(found, {each: usual(each) for each in found.games}, ("--exam", file))


def _brought(asked: AskedExam) -> list[object]:
    """The folder of a game that was brought: a command that reads a file of such a game needs it."""
    return [where for game in asked.exam.games if (where := as_argument(game)) != game][:1]


def _as_given(asked: AskedExam, game: str | None) -> list[object]:
    """How a command names the exam as this one did, so that a paper follows from what was typed: the folder of a game
    by the path that was given, since its id is known nowhere else."""
    folders = _brought(asked)
    if game is None or not folders:
        return list(asked.words)
    return [game, *(word for word in asked.words if word not in folders)]


def _new(asked: AskedExam, output: Path | None) -> int:
    from pitboss.cli.new import print_text, write_new
    from pitboss.school.exam_file import exam_text

    text = exam_text(asked.exam)
    if output is None:
        print_text(text)
        return GOOD
    if problem := write_new(output, text):
        raise Trouble(f"{shown(output)}: {problem}")
    then = to_copy("exam", *_brought(asked), "--exam", output, "-o", "exam.pdf")
    print(f"Wrote {shown(output)}. Change what you need, then: {then}")
    return GOOD


def _package(asked: AskedExam, output: Path, address: str | None, page: str | None) -> int:
    from pitboss.cli.school_address import home_of, web_address, write_over
    from pitboss.school.cmi5 import course_package

    home = home_of(address)
    where = f"{home}/school" if page is None else web_address(page, "--page")
    write_over(output, course_package(asked.exam, home, where))
    print(f"Wrote {shown(output)}. It opens {plain(where)}.")
    return GOOD


def _print(
    asked: AskedExam, game: str | None, seed: int, output: Path, date: str | None, sheet: Sheet, file: Path | None
) -> int:
    from pitboss.cli.paper_files import a_place, other_sheet, told_plainly, written
    from pitboss.cli.submission import a_date
    from pitboss.paper.exam_paper import exam_paper
    from pitboss.paper.writing import write
    from pitboss.wording.command_line import command_line

    dated = a_date(date)
    place = a_place(output, str(file) if file is not None else None)
    said = [*(["--date", dated] if dated else []), *other_sheet(sheet)]
    command = command_line("exam", *_as_given(asked, game), "--seed", seed, "-o", output.name, *said)
    with told_plainly():
        paper = exam_paper(asked.exam, asked.rules, seed, date=dated, sheet=sheet, command=command)
    again = to_copy(
        "exam", *(_brought(asked) if file is not None else ()), *asked.words, "--seed", seed + 1, "-o", "other.pdf"
    )
    return written(lambda: write(paper, place), f"The marking key is on its last pages. Other tasks: {again}")
