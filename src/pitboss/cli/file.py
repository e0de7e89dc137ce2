"""`pitboss file`: everything that is filed of a table, as numbered exhibits and in one PDF."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from pitboss.cli.help_text import helped
from pitboss.cli.numbers import ManyRounds
from pitboss.cli.screen import FINDINGS, GOOD, complain, shown
from pitboss.paper.sheets import USUAL, Sheet
from pitboss.wording.command_line import command_line, quoted

NAMES = r"filing\.pdf|contents\.pdf|submission\.toml|exhibit-\d+-[a-z-]+\.pdf|logo\.(png|jpe?g|svg)"
"""The files of a filing: a folder with nothing else in it is replaced."""


@helped("file")
def file(
    submission: str,
    *,
    output: Annotated[Path, Parameter(name=("--output", "-o"))],
    date: str | None = None,
    sheet: Sheet = USUAL,
    logo: Path | None = None,
    rounds: ManyRounds = None,
) -> int:
    from pitboss.cli.paper_files import a_logo, a_submission, other_sheet, told_plainly
    from pitboss.cli.par import filed, telling
    from pitboss.cli.submission import a_date
    from pitboss.cli.waiting import Waiting
    from pitboss.paper.filing import SOURCE, FilingAsked, package
    from pitboss.paper.folder_writing import check_folder, write_folder
    from pitboss.simulation.api import check_rounds

    dated = a_date(date)
    given = Path(submission)
    with told_plainly():
        inputs = [path for path in (given, logo) if path is not None and path.is_file()]
        check_folder(output, inputs, NAMES)
        count = None if rounds is None else check_rounds(rounds)
    terms = a_submission(submission)
    more = [*(["--date", dated] if dated else []), *(["--rounds", count] if count else [])]
    picture = a_logo(logo)
    more += [*other_sheet(sheet), *(["--logo", picture.name] if picture else [])]
    asked = FilingAsked(
        source=filed(submission),
        name=quoted("--submission", SOURCE),
        date=dated,
        command=command_line("file", given.name if given.is_dir() else SOURCE, "-o", output.name, *more),
        rounds=count,
        sheet=sheet,
        logo=picture,
    )
    with told_plainly(), Waiting(terms.game) as waiting:
        made = package(terms, telling(), asked, waiting)
    with told_plainly():
        paths = write_folder(made.files, output)
    for path in paths:
        print(f"Wrote {shown(path)}.")
    print(f"All {len(made.exhibits)} exhibits are in {shown(paths[-1])}, with a table of contents before them.")
    findings = [(each.number, said) for each in made.exhibits for said in each.findings]
    for number, said in findings:
        complain(f"look at exhibit {number} before you file it, at {said}")
    return FINDINGS if findings else GOOD
