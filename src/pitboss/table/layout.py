"""What lies on the table and what is written there under these terms: the layout, the signs, the meters' displays."""

from collections.abc import Iterator

from msgspec import Struct

from pitboss.rulebook.book import Area, Inscription
from pitboss.rulebook.pays import PUSH, Dollars, ForOne, MeterShare, Pay, ToOne, dollars, words
from pitboss.rulebook.terms import MICRO, LimitTerms, Line
from pitboss.rulebook.words import ENVY, bonus_words, hand_words, listed, wager_title
from pitboss.table.rules import Rules
from pitboss.table.state import State

FURNITURE = ("dealer_place", "inventory", "drop_box", "tip_box", "discard_rack")
"""What stands at the table; every other area is drawn on the cloth or is a device."""

CARD_PLACES = {"dealer_cards": "dealer", "community": "community"}
"""Areas that are drawn only where cards are dealt to them."""

NOT_OFFERED = "not offered"


class Place(Struct, frozen=True):
    """An area of the layout, or a thing that stands at the table."""

    id: str
    title: str
    clause: str
    wager: str = ""
    offered: bool = True
    note: str = ""
    """`not offered` on an area that is drawn although the operator does not offer its wager."""


class Position(Struct, frozen=True):
    """One player's place. A position that is not open is drawn but not played."""

    number: int
    open: bool
    places: tuple[Place, ...]

    def place(self, place: str) -> Place | None:
        return next((p for p in self.places if p.id == place), None)


class Words(Struct, frozen=True):
    """An inscription. `on_sign` says whether a sign at the table may carry it instead of the layout."""

    id: str
    text: str
    clause: str
    on_sign: bool = True
    shows: str = ""
    """As in the book's inscription: column for the odds by the number of hands."""


class Odds(Struct, frozen=True):
    """One line of a paytable as a player reads it."""

    hand: str
    pays: str
    clause: str
    column: int = 0
    """For how many hands, the dealer's included, where the odds depend on it."""


class WagerSign(Struct, frozen=True):
    """A wager as the sign states it: its odds or amounts and its limits in cents."""

    wager: str
    title: str
    odds: tuple[Odds, ...]
    minimum: int = 0
    maximum: int = 0
    increment: int = 0


class MeterSign(Struct, frozen=True):
    """The display of a meter, in whole cents."""

    name: str
    cents: int
    clause: str


class LaidOut(Struct, frozen=True):
    """What is drawn and written on the layout, and what stands at the table."""

    game: str
    title: str
    table: str
    positions: tuple[Position, ...]
    shared: tuple[Place, ...]
    furniture: tuple[Place, ...]
    inscriptions: tuple[Words, ...]
    odds_clause: str
    """The clause that orders the odds to be inscribed or posted."""
    meters: tuple[MeterSign, ...]


class Layout(LaidOut, frozen=True):
    """Everything a player finds before him."""

    signs: tuple[WagerSign, ...]

    def sign(self, wager: str) -> WagerSign | None:
        return next((s for s in self.signs if s.wager == wager), None)

    def inscription(self, name: str) -> Words | None:
        return next((w for w in self.inscriptions if w.id == name), None)

    def text(self) -> Iterator[str]:
        """Every line that is written at the table."""
        yield from (words.text for words in self.inscriptions)
        for sign in self.signs:
            yield sign.title
            yield from (f"{line.hand}: {line.pays}" for line in sign.odds)


def layout(rules: Rules, state: State | None = None) -> Layout:
    """The layout and the signs under these terms; with a state also what changes while the table is open."""
    shared = [_place(rules, area) for area in rules.book.areas if not area.per_seat and _drawn(rules, area)]
    return Layout(
        game=rules.game.id,
        title=rules.book.title,
        table=rules.terms.table,
        positions=_positions(rules),
        shared=tuple(p for p in shared if p.id not in FURNITURE),
        furniture=tuple(p for p in shared if p.id in FURNITURE),
        inscriptions=tuple(_inscriptions(rules, state)),
        odds_clause=next((i.clause for i in rules.book.inscriptions if i.id == "odds"), ""),
        signs=_signs(rules),
        meters=_meters(rules, state),
    )


# --- areas ----------------------------------------------------------------------------------------------------------


def _positions(rules: Rules) -> tuple[Position, ...]:
    places = tuple(_place(rules, area) for area in rules.book.areas if area.per_seat and _drawn(rules, area))
    opened = rules.terms.positions
    drawn = rules.book.positions_max if rules.book.positions_fixed else opened
    return tuple(Position(number, number <= opened, places) for number in range(1, drawn + 1))


def _drawn(rules: Rules, area: Area) -> bool:
    if area.id in CARD_PLACES:
        return CARD_PLACES[area.id] in rules.places[rules.terms.procedure]
    return area.always or not area.wager or rules.offered(area.wager)


def _place(rules: Rules, area: Area) -> Place:
    offered = not area.wager or rules.offered(area.wager)
    return Place(area.id, area.title, area.clause, area.wager, offered, "" if offered else NOT_OFFERED)


# --- inscriptions ---------------------------------------------------------------------------------------------------


def _inscriptions(rules: Rules, state: State | None) -> Iterator[Words]:
    for inscription in rules.book.inscriptions:
        if not inscription.if_offered or rules.offered(inscription.if_offered):
            for text in _texts(rules, state, inscription):
                yield Words(inscription.id, text, inscription.clause, inscription.on_sign, inscription.shows)
    if not any(i.id == "payout_limit" for i in rules.book.inscriptions):
        for limit in binding_limits(rules):
            yield Words("payout_limit", _limit(rules, limit), limit.clause)


def _texts(rules: Rules, state: State | None, inscription: Inscription) -> Iterator[str]:
    """The words of one inscription; none where it has nothing to say under these terms or at this moment."""
    if inscription.shows == "odds":
        return  # the signs carry them
    if inscription.shows == "column":
        yield from _column(rules, state, inscription.if_offered)
        return
    match inscription.id:
        case "operator":
            yield rules.terms.operator or "Name or logo of the facility operator"
        case "odds":
            return
        case "payout_limit":
            yield from (_limit(rules, limit) for limit in binding_limits(rules))
        case "practice":
            if rules.terms.practice:
                yield inscription.text
        case "out_of_order":
            yield from (f"{device}: {inscription.text.lower()}" for device in _marked(state))
        case _:
            yield inscription.text


def _limit(rules: Rules, limit: LimitTerms) -> str:
    return f"Payout limit per hand: {dollars(limit.cents)} on {_on(rules, limit)}"


def binding_limits(rules: Rules) -> tuple[LimitTerms, ...]:
    """The payout limits that can bind at this table. A limit on some wagers that is no lower than one on these and
    others never binds: the lower prevails."""
    limits = rules.terms.limits
    return tuple(
        limit
        for n, limit in enumerate(limits)
        if not any(_idle(rules, limit, other, n > m) for m, other in enumerate(limits) if m != n)
    )


def _covered(rules: Rules, limit: LimitTerms) -> set[str]:
    return {wager.id for wager in rules.wagers if wager.id in limit.wagers}


def _idle(rules: Rules, limit: LimitTerms, other: LimitTerms, later: bool) -> bool:
    """Whether the other limit is reached first, or at once by an earlier one."""
    mine, theirs = _covered(rules, limit), _covered(rules, other)
    if mine == theirs and limit.cents == other.cents:
        return later
    return mine <= theirs and other.cents <= limit.cents


def _on(rules: Rules, limit: LimitTerms) -> str:
    """The wagers by name; all that any limit covers are all wagers, but for those that none covers."""
    covered = _covered(rules, limit)
    limited = set().union(*(_covered(rules, other) for other in rules.terms.limits))
    if covered != limited:
        return listed(wager.title for wager in rules.wagers if wager.id in covered) + " together"
    free = [wager.title for wager in rules.wagers if wager.id not in limited]
    free += [wager_title(rules.book, ENVY)] * bool(rules.terms.envy)  # paid for others' hands, by no wager of this one
    return f"all wagers together, {listed(free)} not counted" if free else "all wagers together"


def _marked(state: State | None) -> Iterator[str]:
    if state is not None and state.shuffler == "marked":
        yield "Shuffler"
    if state is not None and state.shoe == "marked":
        yield "Dealing shoe"


def _column(rules: Rules, state: State | None, wager: str) -> Iterator[str]:
    """Once the hands are dealt, the device shows the wager's odds for their number."""
    if state is None or not state.hands_dealt:
        return
    hands = state.hands_dealt + 1
    terms = rules.terms.wager(wager)
    found = [_odds(rules, line, wager) for line in (terms.lines if terms else ()) if line.column == hands]
    lines = [f"{line.hand} {line.pays}" for line in found]
    yield f"{wager_title(rules.book, wager)}, {hands} hands: {', '.join(lines)}"


# --- odds, limits and meters ----------------------------------------------------------------------------------------


def pays_words(rules: Rules, pay: Pay) -> str:
    """The payment in the unit of the paytable, or always as so much "to" 1 where the rulebook wants it so (X-21)."""
    if rules.book.odds_to_one:
        match pay:
            case ForOne(pays):
                return words(ToOne(pays - 1))
            case Dollars(cents, False):
                return _won(rules, cents)
            case Dollars() | MeterShare():
                return f"win {words(pay)}"
    return words(pay)


def _won(rules: Rules, cents: int) -> str:
    """What is won by a sum that has the wager in it. Only the metered wager pays such sums, and it is one amount; where
    it is not offered nobody knows the amount."""
    held = rules.terms.wager(rules.wager[rules.metered].family) if rules.metered else None
    if held is None:
        return f"{dollars(cents)} with the wager"
    won = cents - held.minimum
    return f"win {dollars(won)}" if won > 0 else words(PUSH) if won == 0 else f"lose {dollars(-won)}"


def _signs(rules: Rules) -> tuple[WagerSign, ...]:
    signs = []
    for terms in rules.terms.wagers:
        title = wager_title(rules.book, terms.id)
        # only the columns for as many hands as this table can deal
        lines = (line for line in terms.lines if line.column <= rules.terms.most_hands)
        odds = tuple(_odds(rules, line, terms.id) for line in lines)
        signs.append(WagerSign(terms.id, title, odds, terms.minimum, terms.maximum, terms.increment))
    if rules.terms.envy:
        odds = tuple(_odds(rules, line, ENVY) for line in rules.terms.envy)
        signs.append(WagerSign(ENVY, wager_title(rules.book, ENVY), odds))
    return tuple(signs)


def _odds(rules: Rules, line: Line, wager: str) -> Odds:
    return Odds(line_words(rules, line.hand, wager), pays_words(rules, line.pay), line.clause, line.column)


def line_words(rules: Rules, hand: str, family: str, *, sign: bool = True) -> str:
    """A line of a paytable, as the sign of that paytable names it or as hands are named everywhere; one that pays a
    bonus beside the wager says so."""
    if pays_bonus(rules, hand, family):
        return bonus_words(rules.book, hand, family)
    return hand_words(rules.book, hand, family if sign else "")


def pays_bonus(rules: Rules, hand: str, family: str) -> bool:
    """Whether this line of a paytable pays a bonus beside the wager."""
    return any(hand in rules.settlement.bonus_hands(w.id) for w in rules.wagers if w.family == family)


def _meters(rules: Rules, state: State | None) -> tuple[MeterSign, ...]:
    shown = dict(state.meters) if state is not None else {}
    return tuple(MeterSign(m.name, shown.get(m.name, m.initial * MICRO) // MICRO, m.clause) for m in rules.terms.meters)


def inscription(rules: Rules, said: Words) -> str:
    """The words of an inscription; one that belongs to a single wager names it."""
    wager = next((i.if_offered for i in rules.book.inscriptions if i.id == said.id), "")
    known = wager and rules.book.wager(wager).title
    return f"{known}: {said.text}" if known and known not in said.text else said.text
