"""What a book says of things that it does not have: a table of no wager, a line for no hand, a wager that needs one
nobody can make. Each fault with its line."""

from collections.abc import Iterator
from difflib import get_close_matches

from pitboss.rulebook.book import Book
from pitboss.rulebook.submission_lines import Lines
from pitboss.rulebook.terms import PROCEDURES
from pitboss.rulebook.words import ENVY, listed

USUAL_DECK = "standard"


def senseless(book: Book, lines: Lines) -> Iterator[str]:
    """Every such fault of a book that can be read."""
    yield from _wagers(book, lines)
    yield from _tables(book, lines)
    if book.deck != USUAL_DECK and not book.cards and not book.without and book.packs is None:
        said = f"there is no deck '{book.deck}'; leave it out, or say what is in it: [[card]], packs, without"
        yield f" line {lines(('deck',))}: {said}"
    for part, given in (("hands", book.hands), ("groups", book.groups), ("called_in", book.called_in)):
        for family in given:
            if family not in (known := _families(book)):
                yield f" line {lines((part, family))}: {_no('wager', family, known)}"
    for number, area in enumerate(book.areas):
        if area.wager and area.wager not in (known := [wager.id for wager in book.wagers]):
            yield f" line {lines(('area', number, 'wager'))}: {_no('wager', area.wager, known)}"


def _families(book: Book) -> list[str]:
    return [*dict.fromkeys(wager.family for wager in book.wagers), ENVY]


def _wagers(book: Book, lines: Lines) -> Iterator[str]:
    ids = [wager.id for wager in book.wagers]
    if not ids:
        yield ": there is no [[wager]]; a game has at least one"
    for number, wager in enumerate(book.wagers):
        if wager.id in ids[:number]:
            yield f" line {lines(('wager', number, 'id'))}: the wager '{wager.id}' stands above already"
        for key in ("equal_to", "requires"):
            named = getattr(wager, key)
            for other in (named,) if isinstance(named, str) else named:
                if other and other not in ids:
                    yield f" line {lines(('wager', number, key))}: {_no('wager', other, ids)}"
        if wager.procedure and wager.procedure not in PROCEDURES:
            said = _no("procedure", wager.procedure, list(PROCEDURES))
            yield f" line {lines(('wager', number, 'procedure'))}: {said}"


def _tables(book: Book, lines: Lines) -> Iterator[str]:
    families = _families(book)
    for number, table in enumerate(book.paytables):
        if table.family not in families:
            yield f" line {lines(('paytable', number, 'family'))}: {_no('wager', table.family, families)}"
            continue
        for row, line in enumerate(table.lines):
            if line.hand in [above.hand for above in table.lines[:row]]:
                said = f"'{line.hand}' has a line above already, which is the one that would be paid"
                yield f" line {lines(('paytable', number, 'lines', row))}: {said}"
            if not book.named(table.family, line.hand):
                known = [*book.hands[table.family], *book.groups.get(table.family, {})]
                said = _no("hand", line.hand, known)
                yield f" line {lines(('paytable', number, 'lines', row))}: the line would never be paid: {said}"


def _no(what: str, name: str, known: list[str]) -> str:
    near = get_close_matches(name, known, n=1)
    hint = f"did you mean '{near[0]}'?" if near else f"there are {listed(known)}" if known else "there are none"
    return f"there is no {what} '{name}'; {hint}"
