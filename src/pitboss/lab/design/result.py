"""Tables that were found, as records: for the library, for JSON and for files."""

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from pitboss.frames.arrow import arrow_table
from pitboss.frames.cells import FrameRow
from pitboss.frames.showing import html_of
from pitboss.lab.design.start import height
from pitboss.lab.design.targets import DesignTargets
from pitboss.odds.figures import Figures
from pitboss.odds.result import exactly, root
from pitboss.rulebook.pays import words
from pitboss.rulebook.terms import Line

if TYPE_CHECKING:
    import pyarrow

MEASURE = (
    "fewest lines changed; then the house edge nearest to the middle of its range; then the lower standard deviation"
)


class DesignedTable(Struct, frozen=True):
    """A table that meets the targets, with its exact figures."""

    lines: tuple[Line, ...]
    changed: tuple[str, ...]
    """The lines that pay something else than in the table the search began with, or are new or gone."""
    figures: Figures

    @property
    def house_edge(self) -> Fraction:
        return -self.figures.ev

    @property
    def top(self) -> Fraction:
        """The highest payment to 1."""
        heights = [height(line.pay) for line in self.lines]
        return max((each for each in heights if each is not None), default=Fraction(0))


class Design(Struct, frozen=True, kw_only=True):
    """What was asked for and what was found, the best first."""

    game: str
    wager: str
    title: str
    family: str
    base: str
    paytable: str | None
    """The table the search began with."""
    stake: int
    players: int
    targets: DesignTargets
    now: DesignedTable | None = None
    """That table with its figures; None where it was not worked out, since a kept line changes it."""
    tables: tuple[DesignedTable, ...]
    measure: str = MEASURE
    search: str
    """How the tables were found, and what bounds the search."""
    tried: int
    solved: int
    """How many tables were worked out in full."""

    def _repr_html_(self) -> str:
        """As a notebook shows it."""
        return html_of(self)

    def to_frame(self) -> "pyarrow.Table":
        """The tables, one row for each line, as a table of Apache Arrow."""
        return arrow_table(design_rows(self))


def design_rows(found: Design) -> list[FrameRow]:
    """One row for each line of each table."""
    rows: list[FrameRow] = []
    for place, table in enumerate(found.tables, start=1):
        figures = table.figures
        shown = _line_figures(found, table)
        for line in table.lines:
            probability, value = shown.get(line.hand, (None, None))
            rows.append(
                {
                    "table": place,
                    "game": found.game,
                    "wager": found.wager,
                    "hand": line.hand,
                    "pays": words(line.pay),
                    "to_one": None if (high := height(line.pay)) is None else float(high),
                    "changed": line.hand in table.changed,
                    "probability": None if probability is None else float(probability),
                    "probability_exact": probability,
                    "value": None if value is None else float(value),
                    "value_exact": value,
                    "house_edge": float(table.house_edge),
                    "house_edge_exact": table.house_edge,
                    "hit_rate": float(figures.hit_frequency),
                    "sd": root(figures.variance),
                    "element_of_risk": float(figures.element_of_risk),
                }
            )
    return rows


def _line_figures(found: Design, table: DesignedTable) -> dict[str, tuple[Fraction, Fraction]]:
    """Line → how often it pays and what it adds to the expected value, all wagers paid by the table together."""
    shown: dict[str, tuple[Fraction, Fraction]] = {}
    hands = {line.hand for line in table.lines}
    for part in table.figures.parts:
        for line in part.lines if hands <= {x.hand for x in part.lines} else ():
            often, value = shown.get(line.hand, (Fraction(0), Fraction(0)))
            shown[line.hand] = max(often, line.probability), value + line.value
    return shown


def design_json(found: Design) -> dict[str, Any]:
    """As `pitboss design --json` prints it: the best table's figures, and all tables."""
    tables = [_table(found, table) for table in found.tables]
    best = tables[0] if tables else dict.fromkeys(("edge", "exact", "sd", "element_of_risk", "hit_rate", "top"))
    targets = found.targets
    return {
        "game": found.game,
        "wager": found.wager,
        "paytable": found.paytable,
        "base": found.base,
        "stake": found.stake / 100 if found.stake % 100 else found.stake // 100,
        "players": found.players,
        "targets": {
            "edge": str(targets.edge),
            "hit": str(targets.hit),
            "top": str(targets.top),
            "volatility": str(targets.volatility),
            "keep": {name: None if pay is None else words(pay) for name, pay in targets.keep},
        },
        "standard_error": 0,
        **{key: value for key, value in best.items() if key not in ("lines", "changed")},
        "lines": tables[0]["lines"] if tables else [],
        "tables": tables,
        "measure": found.measure,
        "search": found.search,
        "tried": found.tried,
        "solved": found.solved,
    }


def _table(found: Design, table: DesignedTable) -> dict[str, Any]:
    figures = table.figures
    shown = _line_figures(found, table)
    return {
        "edge": float(figures.ev),
        "exact": exactly(figures.ev),
        "standard_error": 0,
        "house_edge": float(table.house_edge),
        "hit_rate": float(figures.hit_frequency),
        "hit_rate_exact": exactly(figures.hit_frequency),
        "sd": root(figures.variance),
        "element_of_risk": float(figures.element_of_risk),
        "top": float(table.top),
        "changed": list(table.changed),
        "lines": [
            {"hand": line.hand, "pays": words(line.pay)}
            | (
                {"probability": exactly(shown[line.hand][0]), "value": exactly(shown[line.hand][1])}
                if line.hand in shown
                else {}
            )
            for line in table.lines
        ],
    }
