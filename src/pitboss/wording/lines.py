"""A run of events as lines to read: single cards of a deal are gathered into passes around the table."""

from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise

from msgspec import Struct

from pitboss.rulebook.pays import dollars
from pitboss.rulebook.words import sentence as capital
from pitboss.table import events as e
from pitboss.table.rules import Rules
from pitboss.wording import things as w
from pitboss.wording.card_events import delivered, where
from pitboss.wording.events import sentence
from pitboss.wording.reader import READER, Reader

_TIMES = {1: "", 2: "Twice: ", 3: "Three times: "}


class NarratedLine(Struct, frozen=True):
    """One line: what happened, by which clause, and the events it stands for."""

    text: str
    clause: str
    events: tuple[e.AnyEvent, ...]

    def __str__(self) -> str:
        return f"{self.text}, {self.clause}" if self.clause else self.text


def clause_of(event: e.AnyEvent) -> str:
    return str(getattr(event, "clause", ""))


def narrate(rules: Rules, events: Iterable[e.AnyEvent], *, faces: bool, reader: Reader = READER) -> list[NarratedLine]:
    """The events in order. Without `faces` only cards that lie face up are named."""
    found: list[NarratedLine] = []
    for dealing, run in groupby(events, key=lambda event: isinstance(event, e.CardsDealt)):
        if dealing:
            found += _deal(rules, [x for x in run if isinstance(x, e.CardsDealt)], reader, faces=faces)
        else:
            found += [NarratedLine(sentence(event, rules, reader), clause_of(event), (event,)) for event in run]
    return found


def said(rules: Rules, events: Iterable[e.AnyEvent], reader: Reader) -> list[str]:
    """The words of each event; nothing for those that the line of an earlier one stands for as well: the cards of a
    deal are told together, and a decision with the wager that it lays down."""
    given = list(events)
    lines = narrate(rules, given, faces=False, reader=reader)
    texts = [text for line in lines for text in (line.text, *[""] * (len(line.events) - 1))]
    for n, (first, second) in enumerate(pairwise(given)):
        if isinstance(first, e.Decided) and isinstance(second, e.WagerPlaced) and first.seat == second.seat:
            texts[n : n + 2] = f"{texts[n]}, {dollars(second.cents)}", ""
    return texts


def _deal(rules: Rules, dealt: Sequence[e.CardsDealt], reader: Reader, *, faces: bool) -> list[NarratedLine]:
    lines: list[NarratedLine] = []
    for _, same in groupby(_passes(dealt), key=lambda p: () if faces or p[0].up else [_shape(x) for x in p]):
        passes = list(same)
        if faces or passes[0][0].up:
            lines += [NarratedLine(_with_faces(rules, p, reader), p[0].clause, tuple(p)) for p in passes]
            continue
        times = _TIMES.get(len(passes), f"{w.number(len(passes)).capitalize()} times: ")
        line = f"{times}{_plain(rules, passes[0], reader)}"
        lines.append(NarratedLine(capital(line), passes[0][0].clause, tuple(x for p in passes for x in p)))
    return lines


def _passes(dealt: Sequence[e.CardsDealt]) -> list[list[e.CardsDealt]]:
    """The deal cut into passes: deliveries of the same kind, none of them to the same place twice."""
    passes: list[list[e.CardsDealt]] = []
    for event in dealt:
        last = passes[-1] if passes else []
        alike = last and _kind(last[0]) == _kind(event) and all((x.to, x.seat) != (event.to, event.seat) for x in last)
        if alike:
            last.append(event)
        else:
            passes.append([event])
    return passes


def _kind(event: e.CardsDealt) -> tuple[object, ...]:
    return (event.clause, event.up, event.extra, len(event.cards))


def _shape(event: e.CardsDealt) -> tuple[object, ...]:
    return (*_kind(event), event.to, event.seat)


def _what(event: e.CardsDealt) -> str:
    """`one card face down`."""
    return f"{delivered(event)}{', outside the plan,' if event.extra else ''}"


def _plain(rules: Rules, deliveries: list[e.CardsDealt], reader: Reader) -> str:
    if deliveries[0].to == "burn":
        return f"{w.many(len(deliveries[0].cards), 'card')} burned"
    seats = [x.seat for x in deliveries if x.seat]
    others = [w.place(rules, x.to, 0) for x in deliveries if not x.seat]
    return f"{_what(deliveries[0])} to {', then to '.join([reader.all(seats)] * bool(seats) + others)}"


def _with_faces(rules: Rules, deliveries: list[e.CardsDealt], reader: Reader) -> str:
    if deliveries[0].to == "burn":
        return f"{_plain(rules, deliveries, reader).capitalize()}: {w.cards(rules.deck, deliveries[0].cards)}"
    to = "; ".join(f"{where(rules, x.to, x.seat, reader)}: {w.cards(rules.deck, x.cards)}" for x in deliveries)
    return f"{capital(_what(deliveries[0]))} to {to}"
