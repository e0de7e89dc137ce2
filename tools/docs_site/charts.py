"""The charts of the best play on one page."""

from pathlib import Path

from docs_site.markdown import page, plain
from pitboss.rulebook.book import book
from pitboss.rulebook.folders import games

FOLDER = Path(__file__).parents[2] / "docs" / "charts"


def pages() -> dict[str, str]:
    """Path → page."""
    parts = [
        "# Charts of the best play",
        "Each is drawn from the exact values of every hand; `pitboss strategy GAME --save chart.svg` draws it.",
    ]
    for game in games():
        title = plain(book(game).full_title)
        if (FOLDER / f"{game}.svg").is_file():
            parts += [f"## {title}", f"![The best play of {title}](charts/{game}.svg)"]
    return {"charts.md": page(*parts)}
