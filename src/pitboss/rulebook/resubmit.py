"""The way back: the submission that terms were made from. Whoever reads terms from a file puts them through the check
again, so that a log cannot bring figures the rulebook does not have."""

from typing import Any

from msgspec.structs import asdict

from pitboss.rulebook.book import Book, Wager, book
from pitboss.rulebook.pays import Dollars, ForOne, MeterShare, Pay, ToOne
from pitboss.rulebook.terms import MICRO, Filing, Terms, WagerTerms

PERCENT = MICRO // 100


def as_submission(terms: Terms) -> dict[str, Any]:
    """The choices behind these terms, as a submission states them."""
    the_book = book(terms.game)
    data: dict[str, Any] = {
        "game": terms.game,
        "table": terms.table,
        "operator": terms.operator,
        "version": terms.version,
        "practice": terms.practice,
        "positions": terms.positions,
        "positions_per_player": terms.positions_per_player,
        "breakage": terms.breakage,
        "approvals": dict(terms.approvals),
        "readings": dict(terms.readings),
        "dealing": {
            "procedure": terms.procedure,
            "decks": terms.decks,
            "shuffler": terms.shuffler,
            "shuffler_counts_cards": terms.shuffler_counts,
            "shuffler_loads_shoe": terms.shuffler_loads_shoe,
        },
        "wagers": _wagers(the_book, terms),
        "meters": {
            m.name: {"rate": _fraction(m.rate, PERCENT, 4), "initial": _dollars(m.initial), "reset": _dollars(m.reset)}
            for m in terms.meters
        },
    }
    if terms.breakage == "up_to_chip":
        data["smallest_chip"] = _dollars(terms.smallest_chip)
    if terms.limits and not the_book.limits:
        data["limits"] = {"payout_limit": _dollars(terms.limits[0].cents)}
    if isinstance(terms.filing, Filing):
        data["filing"] = {name: said for name, said in terms.filing.facts.items() if said}
        if terms.filing.definitions:
            own = terms.filing.definitions.items()
            data["filing"]["definitions"] = {name: {k: v for k, v in asdict(d).items() if v} for name, d in own}
    return data


def _fraction(amount: int, unit: int, places: int) -> str:
    whole, rest = divmod(amount, unit)
    return f"{whole}.{rest:0{places}d}"


def _dollars(cents: int) -> str:
    return _fraction(cents, 100, 2)


def _wagers(the_book: Book, terms: Terms) -> dict[str, Any]:
    parts: dict[str, Any] = {}
    for family in dict.fromkeys(w.family for w in the_book.wagers):
        wager = next(w for w in the_book.wagers if w.family == family)
        found = terms.wager(family)
        if found is None:
            parts[family] = {"offered": False}
        elif not wager.later:
            parts[family] = _part(the_book, terms, wager, found)
    return parts


def _part(the_book: Book, terms: Terms, wager: Wager, found: WagerTerms) -> dict[str, Any]:
    part: dict[str, Any] = {}
    if found.paytable:
        part["paytable"] = found.paytable
    if wager.amounts or wager.unoffered:
        part["amount"] = _dollars(found.minimum)
    else:
        for name in ("minimum", "maximum", "increment"):
            part[name] = _dollars(getattr(found, name))
    tables = the_book.table(found.id, found.paytable)
    if found.lines != the_book.resolve(found.id, tables):
        part["lines"] = [{"hand": line.hand, **_stated(line.pay)} for line in found.lines]
    if wager.unoffered:
        part["cards"] = terms.progressive_cards
    return part


def _stated(pay: Pay) -> dict[str, Any]:
    match pay:
        case ToOne(pays, _):
            return {"pays": pays, "unit": "to"}
        case ForOne(pays):
            return {"pays": pays, "unit": "for"}
        case Dollars(cents, _):
            return {"pays": cents // 100, "unit": "dollars"}
        case MeterShare(meter, percent):
            return {"pays": percent, "unit": "meter", "meter": meter}
        case _:
            return {"pays": 0, "unit": "push"}
