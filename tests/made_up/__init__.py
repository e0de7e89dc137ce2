"""Games that nobody plays: each shows a part of the engine that our own games do not use."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pitboss.games import rules_for
from pitboss.play.sources import ScriptedPlaces
from pitboss.play.table import Table
from pitboss.rulebook.book import book
from pitboss.rulebook.folders import bring, release
from pitboss.rulebook.terms import Line, Terms, WagerTerms
from pitboss.table.rules import Rules

HERE = Path(__file__).parent
OPEN_STUD, STREET_STUD = "open_stud", "street_stud"


@contextmanager
def brought_home(*folders: str) -> Iterator[None]:
    """The made-up games are known, and forgotten afterwards: other tests look at all games that are known."""
    ids = [bring(HERE / folder) for folder in folders]
    try:
        yield
    finally:
        for each in ids:
            release(each)


def terms_of(folder: str, positions: int = 3) -> Terms:
    """The only paytables of the made-up game, dealt from a shoe by hand."""
    the_book = book(bring(HERE / folder))
    families = dict.fromkeys(w.family for w in the_book.wagers)
    lines: dict[str, tuple[Line, ...]] = {f: the_book.resolve(f, the_book.table(f, "")) for f in families}
    return Terms(
        game=the_book.game,
        table=f"{the_book.title} 1",
        practice=True,
        positions=positions,
        wagers=tuple(WagerTerms(f, 500, 50_000, 500, "", lines[f]) for f in families),
        readings={"cut_min_from_bottom": "0"},
    )


def made_up(folder: str, **cards: str) -> Table:
    """A table of the made-up game with open bets, and these cards by place."""
    rules: Rules = rules_for(terms_of(folder))
    places = {place: rules.deck.read_all(named) for place, named in cards.items()}
    return Table(rules, source=ScriptedPlaces(rules.deck, places)).open()
