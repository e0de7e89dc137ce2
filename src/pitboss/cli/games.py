"""`pitboss games`: what can be played here."""

from typing import TYPE_CHECKING

from pitboss.cli.help_text import helped
from pitboss.cli.screen import FINDINGS, GOOD, screen

if TYPE_CHECKING:
    from pitboss.rulebook.book import Book, Wager


@helped("games")
def games(*, ids: bool = False) -> int:
    from rich.table import Table
    from rich.text import Text

    from pitboss.rulebook.book import book
    from pitboss.rulebook.folders import OURS, broken, folders

    if ids:
        print("\n".join(folder.game for folder in folders()))
        return GOOD
    console = screen()
    for folder in folders():
        the_book = book(folder.game)
        console.print(Text(the_book.title, style="bold").append(f"   {folder.game}", style="cyan"))
        grid = Table.grid(padding=(0, 2))
        grid.add_column(width=9, style="dim")
        grid.add_column()
        for label, value in facts(the_book):
            grid.add_row("  " + label, value)
        if folder.origin != OURS:
            grid.add_row("  from", Text(folder.origin))
        console.print(grid)
        console.print()
    for bad in broken():
        console.print(Text(f"{bad.origin} brings no game", style="yellow"))
        for fault in bad.faults:
            console.print(Text(f"  {bad.path}: {fault}"))
        console.print()
    console.print("Sit down with `pitboss play GAME`; read on with `pitboss rules GAME`.")
    return FINDINGS if broken() else GOOD


def facts(the_book: "Book") -> list[tuple[str, str]]:
    """What a newcomer asks first."""
    from pitboss.wording.things import PROCEDURES, listed

    places = (the_book.regulator, the_book.jurisdiction)
    return [
        ("by", f"{', '.join(filter(None, places))}; rulebook {the_book.document}".removeprefix("; ")),
        ("seats", f"up to {the_book.positions_max} ({the_book.positions_clause})".removesuffix(" ()")),
        ("deck", deck_words(the_book)),
        ("wagers", ", ".join(_wager(w) for w in the_book.wagers)),
        ("dealing", f"dealt {listed(PROCEDURES.values(), 'or')}"),
    ]


def deck_words(the_book: "Book") -> str:
    from pitboss.cards.deck import deck_of

    deck = deck_of(the_book)
    if deck.is_standard:
        return f"{deck.size} cards, the standard deck"
    return f"{deck.size} cards: " + ", ".join(f"{count} {deck.names[card]}" for card, count in deck.contents)


def _wager(wager: "Wager") -> str:
    if wager.compulsory:
        return f"{wager.title} (compulsory)"
    if wager.later:
        return f"{wager.title} (by decision)"
    return f"{wager.title} (with an approved definition)" if wager.unoffered else wager.title
