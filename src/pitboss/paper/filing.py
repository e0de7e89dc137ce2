"""What is filed of a table, whole: every paper as a numbered exhibit, a table of contents before them, and all
of it once more in one PDF. The same submission gives the same bytes."""

import hashlib
import io
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pitboss.felt.places import dealer_side
from pitboss.games import rules_for
from pitboss.odds.counting import why_not
from pitboss.paper import par_proof as proof
from pitboss.paper.dossier import dossier
from pitboss.paper.layout_paper import layout_paper
from pitboss.paper.logo import Logo
from pitboss.paper.par import Progress, par
from pitboss.paper.par_words import ScreenWords, silent
from pitboss.paper.placard import failing, out_of_order, placard, rack_card
from pitboss.paper.printing import Paper, heading, render, template
from pitboss.paper.sheets import USUAL, Sheet
from pitboss.paper.submission import filing_facts, submission
from pitboss.paper.words import sentence
from pitboss.rulebook.folders import OURS, digest, found
from pitboss.rulebook.terms import Terms
from pitboss.table.layout import layout
from pitboss.table.rules import Rules

WHOLE, CONTENTS, SOURCE = "filing.pdf", "contents.pdf", "submission.toml"


class Exhibit(Struct, frozen=True):
    """One paper of the filing. `findings` are what whoever files it should look at first."""

    number: int
    title: str
    file: str
    pdf: bytes
    findings: tuple[str, ...] = ()


class FilingAsked(Struct, frozen=True):
    """What a filing is made from, beside its terms: the submission's own text, how commands that repeat a part name it,
    the day of the papers, the command that makes it all again."""

    source: bytes
    name: str
    date: str = ""
    command: str = ""
    sheet: Sheet = USUAL
    logo: Logo | None = None
    rounds: int | None = None
    shuffles: int = proof.SHUFFLES


class FiledPackage(Struct, frozen=True):
    """The files of a filing by their names, the whole of it last."""

    files: dict[str, bytes]
    exhibits: tuple[Exhibit, ...]


def package(terms: Terms, tell: ScreenWords, asked: FilingAsked, progress: Progress = silent) -> FiledPackage:
    """Everything that is filed of the table with these terms."""
    made: list[Exhibit] = []
    for number, (title, stem, paper) in enumerate(_papers(terms, tell, asked, progress), 1):
        progress(title, 0.0)
        own = replace(paper, data=paper.data | {"head": paper.data["head"] | {"exhibit": number}}, date=asked.date)
        (pdf,) = render(own, "pdf")
        made.append(Exhibit(number, title, f"exhibit-{number}-{stem}.pdf", pdf, tuple(_findings(paper))))
    progress("the whole", 0.0)
    contents = _contents(terms, made, asked)
    files = {CONTENTS: contents, **{each.file: each.pdf for each in made}, SOURCE: asked.source}
    files |= {asked.logo.name: asked.logo.content} if asked.logo else {}
    title = f"Filing: {rules_for(terms).book.title}, {terms.table}"
    whole = joined(title, [("Contents", contents), *((_named(each), each.pdf) for each in made)])
    return FiledPackage({**files, WHOLE: whole}, tuple(made))


def _papers(
    terms: Terms, tell: ScreenWords, asked: FilingAsked, progress: Progress
) -> Iterator[tuple[str, str, Paper]]:
    """Title, name of the file and paper of each exhibit."""
    rules = rules_for(terms)
    yield (
        "Rules Submission",
        "submission",
        submission(terms, date=asked.date, file=SOURCE, sheet=asked.sheet, progress=progress),
    )
    yield "Table layout", "layout", layout_paper(rules, asked.date, asked.sheet, asked.logo)
    yield "Sign with odds and limits", "sign", placard(rules, asked.sheet)
    if bears_signs(rules):
        yield "Signs for devices that are out of order", "out-of-order", out_of_order(rules)
    yield "Card for players", "rack-card", rack_card(rules)
    if needs_dossier(rules):
        paper = dossier(
            terms,
            tell,
            date=asked.date,
            rounds=asked.rounds,
            command=asked.command,
            name=asked.name,
            sheet=asked.sheet,
            progress=progress,
        )
        yield "Dossier of the game", "dossier", paper
    else:
        paper = par(
            terms,
            tell,
            file=asked.source,
            date=asked.date,
            rounds=asked.rounds or proof.ROUNDS,
            shuffles=asked.shuffles,
            command=asked.command,
            name=asked.name,
            sheet=asked.sheet,
            progress=progress,
        )
        yield "PAR sheet and mathematical report", "par-sheet", paper


def bears_signs(rules: Rules) -> bool:
    """Whether the rulebook knows a sign for a failed device, and the table has one that can bear it."""
    known = any(words.id == "out_of_order" for words in rules.book.inscriptions)
    return known and any(box.id in failing(rules) for box in dealer_side(rules, layout(rules)))


def needs_dossier(rules: Rules) -> bool:
    """Of a game that an operator brings the rules themselves are filed; what no counter fits has no PAR sheet."""
    return found(rules.terms.game).origin != OURS or bool(why_not(rules))


def _findings(paper: Paper) -> Iterator[str]:
    for part, good, said in (("simulation", "agrees", "conclusion"), ("shuffle", "accepted", "verdict")):
        if part in paper.data and not paper.data[part][good]:
            yield f"the {part}: {paper.data[part][said]}"


def _named(exhibit: Exhibit) -> str:
    return f"Exhibit {exhibit.number}: {exhibit.title}"


# --- the table of contents, and the whole -----------------------------------------------------------------------------


def _contents(terms: Terms, made: Sequence[Exhibit], asked: FilingAsked) -> bytes:
    """The first pages. They say at which page of the whole each exhibit begins, and so must know how many they are."""
    before = 1
    while True:
        (pdf,) = render(_contents_paper(terms, made, asked, before), "pdf")
        if page_count(pdf) == before:
            return pdf
        before = page_count(pdf)


def _contents_paper(terms: Terms, made: Sequence[Exhibit], asked: FilingAsked, before: int) -> Paper:
    the_book, rows, first = rules_for(terms).book, [], before + 1
    for each in made:
        pages = page_count(each.pdf)
        rows.append([str(each.number), each.title, each.file, str(pages), str(first), _digest(each.pdf)])
        first += pages
    data: dict[str, Any] = {
        "head": heading(terms, asked.sheet),
        "date": asked.date or "undated",
        "facts": [
            *([["Regulator", the_book.regulator]] if the_book.regulator else []),
            [sentence(the_book.holder), terms.operator or "not stated"],
            ["Table", terms.table],
            ["Version", str(terms.version)],
            *filing_facts(terms),
        ],
        "rows": rows,
        "pages": str(first - 1),
        "source": [SOURCE, _digest(asked.source)],
        "whole": WHOLE,
        "command": asked.command,
        "folder": digest(terms.game) if found(terms.game).origin != OURS else "",
    }
    title = f"Filing: {the_book.title}, {terms.table}"
    return Paper(source=template("filing.typ"), data=data, title=title, date=asked.date)


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def page_count(pdf: bytes) -> int:
    from pypdf import PdfReader

    return len(PdfReader(io.BytesIO(pdf)).pages)


def joined(title: str, papers: Sequence[tuple[str, bytes]]) -> bytes:
    """One PDF of them all, with a bookmark for each. The same bytes every time: no clock is read."""
    from pypdf import PdfReader, PdfWriter
    from pypdf.generic import NameObject, TextStringObject

    writer = PdfWriter()
    for name, pdf in papers:
        writer.append(PdfReader(io.BytesIO(pdf)), outline_item=name)
    writer.add_metadata({"/Title": title, "/Producer": "pitboss"})
    writer.root_object[NameObject("/Lang")] = TextStringObject("en-US")
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()
