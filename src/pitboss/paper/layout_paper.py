"""The layout as a paper for its approval: the felt to scale, then every area and inscription with its clause."""

from pathlib import Path
from typing import Any

from pitboss.felt import places as at
from pitboss.felt.drawing import TALL, WIDE, alt, felt
from pitboss.felt.ink import CARD
from pitboss.felt.inscribed import inscribed
from pitboss.felt.measures import AreaSize, said, sizes
from pitboss.paper import writing
from pitboss.paper.logo import Logo
from pitboss.paper.outlines import outlined
from pitboss.paper.printing import Paper, heading, render, template, typographic_drawing
from pitboss.paper.sheets import USUAL, Sheet
from pitboss.paper.words import sentence
from pitboss.rulebook.submission_options import cites
from pitboss.table.layout import Layout, Place, layout
from pitboss.table.rules import Rules

EACH, ONLY, DEALER, CLOTH = "each position", "the only position", "the dealer's side", "the layout"
UNNAMED = "customary, by no clause"


def write_layout(
    rules: Rules,
    place: writing.PaperPlace,
    date: str = "",
    sheet: Sheet = USUAL,
    *,
    logo: Logo | None = None,
    real_text: bool = False,
) -> list[Path]:
    """A PDF is the whole paper; an SVG is the drawing alone, as the browser shows it, its letters as outlines,
    or as text that can be searched and changed."""
    if place.ending == "pdf":
        return writing.write(layout_paper(rules, date, sheet, logo), place)
    render(layout_paper(rules), "pdf")  # what cannot be a PDF/A is refused as SVG too
    drawing = typographic_drawing(felt(rules))
    return writing.write_pages([(drawing if real_text else outlined(drawing)).encode()], place)


def layout_paper(rules: Rules, date: str = "", sheet: Sheet = USUAL, logo: Logo | None = None) -> Paper:
    """The layout of a table under these rules, as drawn on a day, the operator's logo above its title."""
    made = layout(rules)
    data: dict[str, Any] = {
        "head": heading(rules.terms, sheet),
        "scale": at.SCALE,
        "drawing": {"width": WIDE, "height": TALL, "alt": alt(made)},
        "facts": _facts(rules, made, date),
        "logo": {"file": f"/{logo.name}", "alt": f"The logo of {rules.terms.operator or 'the operator'}"}
        if logo
        else None,
        "positions": len(made.positions),
        "equipment": rules.book.equipment,
        "areas": _areas(rules, made),
        "inscriptions": _inscriptions(rules, made),
    }
    return Paper(
        source=template("layout.typ"),
        data=data,
        title=f"{made.title}, {made.table}: table layout",
        files={"felt.svg": felt(rules).encode()},
        pictures={logo.name: logo.content} if logo else {},
        date=date,
    )


def _facts(rules: Rules, made: Layout, date: str) -> list[list[str]]:
    terms = rules.terms
    opened = sum(p.open for p in made.positions)
    cloth = said(AreaSize(2 * at.RADIUS, at.CENTRE + at.RADIUS))
    rows = [
        ["Positions", at.with_clause(f"{len(made.positions)} drawn, {opened} open", rules.book.positions_clause)],
        ["Dealing", terms.procedure.replace("_", " ")],
        ["Cloth", cloth],
        ["Cards", said(AreaSize(*CARD))],
        ["Revision", f"{terms.version}, {date or 'undated'}"],
    ]
    clause = cites(terms.game).get("layout")
    if clause:
        rows.append(["Approval", f"{terms.approvals.get('layout') or 'not stated'} ({clause})"])
    return rows


def _areas(rules: Rules, made: Layout) -> list[list[str]]:
    """What it is, where, by which clause, how large."""
    count = len(made.positions)
    where = f"{EACH}, 1 to {count}" if count > 1 else ONLY
    measured = {name: said(size) for name, size in sizes(rules, made).items()}
    rows = [[*_area(rules, place, where), measured.get(place.id, "")] for place in made.positions[0].places]
    drawn = {box.id: box for box in at.dealer_side(rules, made)}
    listed = (*made.shared, *made.furniture)
    rows += [[*_area(rules, place, DEALER), measured.get(place.id, "")] for place in listed]
    known = {place.id for place in listed}
    others = [box for box in drawn.values() if box.id not in known]
    return [*rows, *([sentence(box.title), DEALER, box.clause or UNNAMED, measured[box.id]] for box in others)]


def _area(rules: Rules, place: Place, where: str) -> list[str]:
    note = f" ({place.note})" if place.note else ""
    return [f"{place.title}{note}", where, at.cited(rules, place) or UNNAMED]


def _inscriptions(rules: Rules, made: Layout) -> list[list[str]]:
    rows = [[words, "layout or sign" if w.on_sign else CLOTH, clause] for w, words, clause in inscribed(rules, made)]
    odds = ["Odds and amounts of every wager offered", "the placard, a sign at the table", made.odds_clause]
    return [*rows, odds]
