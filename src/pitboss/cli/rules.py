"""`pitboss rules`: a rulebook, one clause, the readings, the coverage."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from pitboss.cli.help_text import example_clause, helped
from pitboss.cli.screen import GOOD, Trouble, game_meant, like, plain, print_json, screen


@helped("rules")
def rules(
    *what: Annotated[str, Parameter(name="WHAT", allow_leading_hyphen=False)],
    readings: bool = False,
    coverage: bool = False,
    json: bool = False,
    dealing: str = "",
    text: Path | None = None,
) -> int:
    asked = " ".join(" ".join(what).split())
    if json and not coverage:
        raise Trouble("--json goes with --coverage")
    if text is not None and (coverage or readings or not asked):
        raise Trouble("--text goes with a clause, or with the beginning of one")
    if coverage:
        return _coverage(asked, json=json)
    if readings:
        return _readings(asked)
    if not asked:
        return _index()
    return _game_or_clause(asked, dealing, text)


def _index() -> int:
    from pitboss.rulebook.clauses import clauses
    from pitboss.rulebook.folders import documents

    console = screen()
    console.print("The rulebooks", style="bold")
    for document, game in documents().items():
        count = sum(1 for c in clauses().values() if c.document == document)
        console.print(f"  {document:<10} {count:>4} clauses   pitboss rules {game}")
    console.print()
    clause = example_clause()
    part = clause.partition(".")[0]
    console.print(f'One clause: pitboss rules "{clause}". A part: pitboss rules "{part}".')
    console.print("How texts are read: pitboss rules --readings. Coverage: pitboss rules --coverage.")
    return GOOD


def _coverage(asked: str, *, json: bool) -> int:
    from pitboss.cli.rules_clause import print_coverage
    from pitboss.rulebook.coverage import coverage

    if asked:
        raise Trouble("--coverage shows all rulebooks; leave out the game or clause")
    found = coverage()
    if json:
        print_json(found)
    else:
        print_coverage(screen(), found)
    return GOOD


def _readings(asked: str) -> int:
    from pitboss.cli.rules_clause import list_readings, print_reading
    from pitboss.rulebook.folders import games
    from pitboss.rulebook.readings import readings, readings_of

    console = screen()
    known = readings()
    if not asked:
        list_readings(console, known.values())
    elif asked.upper() in known:
        print_reading(console, known[asked.upper()], whole=True)
    elif game := game_meant(asked):
        for reading in readings_of(game):
            print_reading(console, reading, whole=False, game=game)
    else:
        names = (*known, *games())
        near = like(asked.upper(), tuple(known)) or like(asked.lower(), games())
        raise Trouble(
            f"there is no reading and no game '{plain(asked)}'; readings are {names[0]} to {[*known][-1]}{near}"
        )
    return GOOD


def _game_or_clause(asked: str, dealing: str, text: Path | None = None) -> int:
    from pitboss.cli.own_text import passages
    from pitboss.cli.rules_clause import print_clause, print_part
    from pitboss.rulebook.clauses import clauses
    from pitboss.rulebook.folders import documents

    console = screen()
    if asked.upper() in documents():
        asked = documents()[asked.upper()]
    folded = {_folded(c): c for c in clauses()}
    if game := game_meant(asked):
        from pitboss.cli.rules_game import print_game

        if text is not None:
            raise Trouble("--text goes with a clause, or with the beginning of one")

        print_game(console, game, _procedure(dealing))
    elif _folded(asked) in folded:
        only = clauses()[folded[_folded(asked)]]
        print_clause(console, only, passages(text, only.document))
    elif part := [c for key, c in folded.items() if _below(key, _folded(asked))]:
        print_part(console, asked, [clauses()[c] for c in part], passages(text, clauses()[part[0]].document))
    else:
        raise Trouble(_nothing_like_it(asked))
    return GOOD


def _procedure(dealing: str) -> str:
    from pitboss.rulebook.terms import PROCEDURES

    given = dealing.replace("-", "_").lower()
    if given and given not in PROCEDURES:
        raise Trouble(
            f"--dealing {plain(dealing)}: the procedures are {', '.join(PROCEDURES)}{like(given, PROCEDURES)}"
        )
    return given or PROCEDURES[0]


def _folded(clause: str) -> str:
    return "".join(clause.lower().split())


def _below(clause: str, part: str) -> bool:
    """Whether the clause stands below this part of the rulebook: `xy11.c(1)` below `xy11`."""
    return clause.startswith(part) and not clause[len(part)].isalnum() and any(map(str.isdigit, part))


def _nothing_like_it(asked: str) -> str:
    from pitboss.rulebook.clauses import UnknownClause, clause
    from pitboss.rulebook.folders import documents, games

    if asked.upper().startswith(tuple(documents())):
        try:
            clause(asked if asked.isupper() else asked[:9].upper() + asked[9:])
        except UnknownClause as unknown:
            said = str(unknown)
            return (
                said if "did you mean" in said else f'{said}; `pitboss rules "{asked.split(" ")[0]} 1"` lists a chapter'
            )
    near = like(asked.lower().replace(" ", "-"), games())
    return f"there is no game and no clause '{plain(asked)}'; the games are {', '.join(games())}{near}"
