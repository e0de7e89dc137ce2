"""`pitboss certificate`: the papers of an exam that was sat, from its record."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from pitboss.cli.help_text import helped
from pitboss.cli.screen import FINDINGS, Trouble, shown, to_copy
from pitboss.paper.sheets import USUAL, Sheet

if TYPE_CHECKING:
    from pitboss.school.signed import SignedExam
    from pitboss.table.rules import Rules


@helped("certificate")
def certificate(
    record: Path,
    *,
    output: Annotated[Path, Parameter(name=("--output", "-o"))],
    table_test: bool = False,
    sheet: Sheet = USUAL,
) -> int:
    from pitboss.cli.exam_records import ReadRecord
    from pitboss.cli.paper_files import a_place, told_plainly, written
    from pitboss.cli.verify_certificate import is_signed
    from pitboss.paper import certificate as papers
    from pitboss.paper.writing import write

    if output.suffix.lower() != ".pdf":
        raise Trouble(f"{shown(output)}: it carries the record with it; name a file that ends in .pdf")
    place = a_place(output, str(record))
    read = ReadRecord(record)
    if not is_signed(read):
        raise Trouble(f"{shown(record)}: the signature does not fit; nothing is printed from it", FINDINGS)
    make = papers.table_test if table_test else papers.certificate
    with told_plainly():
        paper = make(read.record, read.said, rules_then(record, read.said), sheet)
    return written(lambda: write(paper, place), f"Check it: {to_copy('verify-certificate', output)}")


def rules_then(path: Path, said: "SignedExam") -> "dict[str, Rules]":
    """The games of the record as they were. Raises `Trouble` where they are not here."""
    from pitboss.school.exam import BadExam, rules_of

    try:
        return rules_of(said.result.sitting.games)
    except BadExam as bad:
        raise Trouble(f"{shown(path)}: {bad}", FINDINGS) from None
