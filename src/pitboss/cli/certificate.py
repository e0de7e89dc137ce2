"""`pitboss certificate`: the papers of an exam that was sat, from its record."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from pitboss.cli.help_text import helped
from pitboss.cli.screen import FINDINGS, GOOD, Trouble, shown, to_copy
from pitboss.paper.sheets import USUAL, Sheet

if TYPE_CHECKING:
    from pitboss.cli.exam_records import ReadRecord
    from pitboss.school.signed import SignedExam
    from pitboss.table.rules import Rules


@helped("certificate")
def certificate(
    record: Path,
    *,
    output: Annotated[Path | None, Parameter(name=("--output", "-o"))] = None,
    table_test: bool = False,
    sheet: Sheet = USUAL,
    xapi: Path | None = None,
    address: str | None = None,
) -> int:
    from pitboss.cli.exam_records import ReadRecord
    from pitboss.cli.verify_certificate import is_signed

    if output is None and xapi is None:
        raise Trouble("say with -o where the paper goes, or with --xapi where the statements go")
    if output is not None and output.suffix.lower() != ".pdf":
        raise Trouble(f"{shown(output)}: it carries the record with it; name a file that ends in .pdf")
    if address is not None and xapi is None:
        raise Trouble("--address goes with --xapi")
    read = ReadRecord(record)
    if not is_signed(read):
        raise Trouble(f"{shown(record)}: the signature does not fit; nothing is made from it", FINDINGS)
    if xapi is not None:
        _tell_system(record, read, xapi, address)
    return GOOD if output is None else _print(record, read, output, table_test, sheet)


def _tell_system(path: Path, read: "ReadRecord", output: Path, address: str | None) -> None:
    """The statements for a school's own system."""
    import msgspec

    from pitboss.cli.school_address import home_of, write_over
    from pitboss.school.xapi import statements

    home = home_of(address)
    if output.exists() and output.samefile(path):
        raise Trouble(f"{shown(output)}: this is the record; name another file")
    made = statements(read.record, read.said, rules_then(path, read.said), home)
    write_over(output, msgspec.json.format(msgspec.json.encode(made)) + b"\n")
    print(f"Wrote {shown(output)}: {len(made)} statements.")


def _print(record: Path, read: "ReadRecord", output: Path, table_test: bool, sheet: Sheet) -> int:
    from pitboss.cli.paper_files import a_place, told_plainly, written
    from pitboss.paper import certificate as papers
    from pitboss.paper.writing import write

    place = a_place(output, str(record))
    make = papers.table_test if table_test else papers.certificate
    with told_plainly():
        paper = make(read.record, read.said, rules_then(record, read.said), sheet)
    return written(lambda: write(paper, place), f"Check it: {to_copy('verify-certificate', output)}")


def rules_then(path: Path, said: "SignedExam") -> "dict[str, Rules]":
    """The games of the record as they were. Raises `Trouble` where its answers cannot be judged here as they were."""
    from pitboss.cli.verify_certificate import other_school
    from pitboss.school.exam import BadExam, rules_of

    try:
        found = rules_of(said.result.sitting.games)
    except BadExam as bad:
        raise Trouble(f"{shown(path)}: {bad}", FINDINGS) from None
    if other := other_school(said.result.sitting):
        raise Trouble(f"{shown(path)}: its tasks cannot be made again here: {other}", FINDINGS)
    return found
