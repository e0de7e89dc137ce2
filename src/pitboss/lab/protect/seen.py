"""Which cards of a game can be seen before their time, and what `--sees` says of them. The places come from the deal
plan and the script: a number says how many cards of a place are seen, an ordinal which one."""

from collections import Counter
from functools import lru_cache
from typing import Literal, NamedTuple

from msgspec import Struct

from pitboss.odds.holdings import place_of
from pitboss.rulebook.words import listed
from pitboss.table.cells import holdings
from pitboss.table.rules import Rules

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
FLOP = 3
"""Community cards that are called the flop where there are five."""
BOARD = 5
Where = Literal["dealer", "community", "box"]


class Unseeable(ValueError):
    """Cards that cannot be seen, or not so."""


class Lying(NamedTuple):
    """One card of the deal plan that is not the player's own."""

    where: Where
    number: int
    """Its place among the cards there, from 0."""


class SeenCards(Struct, frozen=True):
    """What is seen before the first decision, beside what is open anyway."""

    dealer: int = 0
    """How many of the dealer's hidden cards. Which ones makes no difference."""
    community: tuple[int, ...] = ()
    """Which community cards, by their places from 0."""
    box: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.dealer or self.community or self.box)


class SeenPlaces(Struct, frozen=True):
    """Where cards lie that a player may see too early."""

    title: str
    opened: dict[Lying, int]
    """Every card → how many decisions have been made when it lies open; 99 where it never does before the last."""
    named: dict[str, tuple[Lying, ...]]
    """The words of `--sees` → the cards that they are for."""

    def hidden(self, name: str) -> tuple[Lying, ...]:
        """Those that do not lie open anyway at the first decision."""
        return tuple(card for card in self.named[name] if self.opened[card] > 0)

    def kinds(self) -> tuple[str, ...]:
        """What can be asked for, one place at a time."""
        found: list[str] = []
        for name in self.named:
            cards = self.hidden(name)
            alike = len({self.opened[card] for card in cards}) == 1
            if alike:
                found += [f"{name}:{n}" for n in range(1, len(cards) + 1)]
            else:
                found += [f"{name}:{ORDINALS[self.named[name].index(card)]}" for card in cards]
                found += [f"{name}:{len(cards)}"] if cards else []
        return tuple(found)


LATER = 99


@lru_cache(maxsize=32)
def places_of(rules: Rules) -> SeenPlaces:
    """The places of a game that its main wagers look at."""
    looked = {
        seen.place
        for w in rules.wagers
        if w.compulsory or w.later
        for holding in holdings(rules.fields[w.id])
        for seen in holding.sees
    }
    procedure = rules.terms.procedure
    plan = rules.game.plan(rules, procedure, None)
    dealt: Counter[str] = Counter()
    opened: dict[Lying, int] = {}
    named: dict[str, list[Lying]] = {}
    asked = 0
    for step in rules.script(procedure):
        if step.kind == "deal":
            for deal in plan[step.part]:
                where = place_of(deal)
                if where is None or where == "own" or where not in looked:
                    continue
                cards = [Lying(where, dealt[where] + n) for n in range(deal.count)]
                dealt[where] += deal.count
                opened |= dict.fromkeys(cards, asked if deal.up else LATER)
                named.setdefault(where, []).extend(cards)
                if where == "community":
                    named.setdefault(step.name, []).extend(cards)
        elif step.kind == "show":
            for card, when in opened.items():
                if card.where == step.place and (not step.upto or card.number < step.upto):
                    opened[card] = min(when, asked)
        elif step.kind == "ask":
            asked += 1
    whole = {name: tuple(cards) for name, cards in named.items()}
    board = whole.get("community", ())
    if len(board) == BOARD:
        whole |= {"flop": board[:FLOP], "river": board[FLOP:]}
    kept = {name: cards for name, cards in whole.items() if name == cards[0].where or cards != board}
    return SeenPlaces(rules.book.title, opened, kept)


def sight_of(places: SeenPlaces, text: str) -> SeenCards:
    """What `--sees` says; every fault is told at once."""
    wanted = [part.strip().lower() for part in text.split("+")]
    faults: list[str] = []
    taken: set[Lying] = set()
    by_number: list[tuple[str, str, int]] = []
    for part in wanted:
        name, colon, which = part.partition(":")
        if name not in places.named or not colon:
            faults.append(f"'{part}' names no place of {places.title}")
        elif which in ORDINALS:
            faults += _one(places, part, name, ORDINALS.index(which), taken)
        elif which.isdecimal() and which.isascii() and int(which) > 0:
            by_number.append((part, name, int(which)))
        else:
            faults.append(f"'{part}': after the colon stands how many cards, such as 1, or which, such as first")
    names = [name for _, name, _ in by_number]
    faults += [f"'{name}' is given {n} times; say once how many" for name, n in Counter(names).items() if n > 1]
    for part, name, number in sorted(by_number, key=lambda each: len(places.named[each[1]])):
        faults += _so_many(places, part, name, number, taken)
    if faults:
        able = listed(places.kinds(), "or") or "none"
        raise Unseeable(f"{'; '.join(faults)}. What can be seen in {places.title}: {able}; join several with +")
    return SeenCards(
        dealer=sum(card.where == "dealer" for card in taken),
        community=tuple(sorted(card.number for card in taken if card.where == "community")),
        box=tuple(sorted(card.number for card in taken if card.where == "box")),
    )


def _one(places: SeenPlaces, part: str, name: str, place: int, taken: set[Lying]) -> list[str]:
    cards = places.named[name]
    if place >= len(cards):
        return [f"'{part}': there {'is' if len(cards) == 1 else 'are'} only {len(cards)}"]
    card = cards[place]
    if places.opened[card] == 0:
        return [f"'{part}' lies open anyway at the first decision"]
    if card in taken:
        return [f"'{part}' is named twice"]
    taken.add(card)
    return []


def _so_many(places: SeenPlaces, part: str, name: str, number: int, taken: set[Lying]) -> list[str]:
    hidden = places.hidden(name)
    left = [card for card in hidden if card not in taken]
    if number > len(left):
        besides = " besides those named" if len(left) < len(hidden) else ""
        return [f"'{part}': only {len(left)} can be seen{besides}"]
    if number < len(left) and len({places.opened[card] for card in left}) > 1:
        return [f"'{part}' does not say which: they are opened one after the other"]
    taken.update(left[:number])
    return []
