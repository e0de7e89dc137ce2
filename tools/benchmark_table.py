"""The table of docs/benchmark.md: what the policies to compare with give away in every game. Writes it between its two
marks.

    python tools/benchmark_table.py [GAME …]      # prints the rows of some games
    python tools/benchmark_table.py --write       # all games, into the page (about ten minutes)
"""

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from pitboss.cli.benchmark_policies import called
from pitboss.lab.benchmark.references import references
from pitboss.lab.benchmark.scores import score
from pitboss.lab.regret.rounds import usual_rules
from pitboss.rulebook.book import book
from pitboss.rulebook.folders import games

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "benchmark.md"
BEGIN, END = "<!-- table -->\n", "<!-- end of the table -->"
HEAD = "| game | policy | regret | ± |\n|---|---|--:|--:|\n"
SPOTS = 2000


def exact_rows(game: str) -> list[str]:
    """What is known over all deals, the best first."""
    title = book(game).title
    return [f"| {title} | {row.name} | {float(row.regret):.6f} | exact |" for row in references(usual_rules(game))]


def learnt_row(game: str) -> str:
    """The learner of the examples."""
    sys.path.insert(0, str(ROOT / "examples"))
    found = score(usual_rules(game), called(import_module("learner").agent), spots=SPOTS)
    assert found.standard_error is not None  # there are many rounds
    return f"| {book(game).title} | learner | {float(found.regret):.4f} | {found.standard_error:.4f} |"


def rows(names: tuple[str, ...]) -> Iterator[str]:
    for game in names:
        yield from exact_rows(game)
        yield learnt_row(game)


def main() -> None:
    given = tuple(sys.argv[1:])
    if given != ("--write",):
        print("\n".join(rows(given or games())))
        return
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    PAGE.write_text(before + BEGIN + HEAD + "\n".join(rows(games())) + "\n" + END + after, encoding="utf-8")


if __name__ == "__main__":
    main()
