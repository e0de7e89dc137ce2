"""Lists, numbers and wagers as people say them, for messages, screens and papers alike."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pitboss.rulebook.book import Book

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
MAIN, ENVY = "main", "envy"
"""What is called like a wager and is none: all wagers of the main game together; what others' hands pay."""
_CALLED = {MAIN: "Main game", ENVY: "Envy Bonus"}


_HANDS = {
    "beats_dealer": "beats the dealer",
    "pair_tens_or_better": "pair of tens or better",
    "less_than_straight": "less than a straight",
}
"""Lines that paytables of several games have."""


def number(count: int) -> str:
    """`three`; figures beyond ten."""
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)


def listed(words: Iterable[str], last: str = "and", *, nothing: str = "none") -> str:
    """`a, b and c`."""
    *most, end = list(words) or [nothing]
    return f"{', '.join(most)} {last} {end}" if most else end


def sentence(text: str) -> str:
    """The words with a capital letter at the beginning, the rest as it is."""
    return text[:1].upper() + text[1:]


def hand_words(book: "Book", hand: str, wager: str = "") -> str:
    """A hand as a sign names it; with the wager, as the rulebook's paytable of that wager does."""
    own = book.called_in.get(wager, {}).get(hand) or book.called.get(hand)
    return own or _HANDS.get(hand, hand.replace("_", " "))


def bonus_words(book: "Book", hand: str, wager: str) -> str:
    """A hand as the line is named that pays a bonus for it beside the wager: as the rulebook's paytable does, or
    `bonus for straight flush`."""
    return book.called_in.get(wager, {}).get(hand) or f"bonus for {hand_words(book, hand)}"


_PLACES = {
    "dealer": "the dealer", "community": "the community area", "box": "the box", "burn": "the burned cards",
    "thrown": "the discard rack, unseen",
}  # fmt: skip


def place_words(book: "Book", place: str) -> str:
    """Where cards go or lie, as the game's book calls it."""
    return book.places.get(place) or _PLACES.get(place, place.replace("_", " "))


def meter_words(book: "Book", meter: str) -> str:
    """A meter's name in a narrow column: without the title of the wager that feeds it."""
    fed = next((wager.title for wager in book.wagers if wager.metered), "")
    return meter.removesuffix(fed).strip() or "meter"


def wager_title(book: "Book", name: str) -> str:
    """What a wager is called, by its own name or by that of its paytable; wagers that share a paytable are named
    together, what they have in common once."""
    own = [wager.title for wager in book.wagers if wager.id == name]
    named = own or [wager.title for wager in book.wagers if wager.family == name]
    return titles_together(named) if named else _CALLED.get(name) or sentence(name.replace("_", " "))


def limited_title(book: "Book", family: str) -> str:
    """What the wagers are called whose amounts the limits of a paytable bound: not those that are made later, as a
    multiple of another, unless there are no others."""
    before = [wager.title for wager in book.wagers if wager.family == family and not wager.later]
    return titles_together(before) if before else wager_title(book, family)


def titles_together(titles: Sequence[str]) -> str:
    """Several titles, what they have in common once: `Line 1, 2 and 3`."""
    stems, ends = {title.rsplit(" ", 1)[0] for title in titles}, [title.rsplit(" ", 1)[-1] for title in titles]
    return f"{stems.pop()} {listed(ends)}" if len(titles) > 1 and len(stems) == 1 else listed(titles)
