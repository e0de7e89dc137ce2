"""A default submission for a game whose folder has none: every wager of the book offered, by the first of its paytables
and within the limits that the book gives."""

from pitboss.rulebook.book import Book, Wager


def derived(the_book: Book) -> str:
    """The submission as a file."""
    lines = [
        f"# Rules Submission: {the_book.title} ({the_book.document}), made from the game's book.",
        "#",
        "# Everything an operator chooses for one table. `pitboss check FILE` holds it against the rulebook, reports",
        "# every fault with its line and its clause, and shows the resulting terms. Amounts are dollars.",
        "",
        f'game = "{the_book.game}"',
        f'table = "{the_book.title} 1"',
        'operator = ""',
        "version = 1",
        "practice = true",
        f"positions = {the_book.positions_max}",
        "positions_per_player = 1",
    ]
    for family in dict.fromkeys(wager.family for wager in the_book.wagers):
        wager = next(wager for wager in the_book.wagers if wager.family == family)
        if not wager.unoffered:
            lines += _wager(the_book, wager)
    return "\n".join(lines) + "\n"


def _wager(the_book: Book, wager: Wager) -> list[str]:
    letters = [letter for letter in the_book.letters(wager.family) if letter]
    said = [f'paytable = "{letters[0]}"'] if letters else []
    if wager.amounts:
        said.append(f"amount = {_dollars(wager.amounts[0])}")
    elif not wager.later and not wager.equal_to:
        bounds = the_book.default_limits
        said += [f"minimum = {bounds.minimum}", f"maximum = {bounds.maximum}", f"increment = {bounds.increment}"]
    if not said and not wager.optional_offer:
        return []
    return ["", f"[wagers.{wager.family}]", *(["offered = true"] if wager.optional_offer else []), *said]


def _dollars(cents: int) -> str:
    return str(cents // 100) if cents % 100 == 0 else f'"{cents // 100}.{cents % 100:02d}"'
