"""What is told, with the words for each reader. They are made when it is told, from what everybody may know of it, and
are kept nowhere."""

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from pitboss.table import events as e
from pitboss.table.results import results
from pitboss.table.rules import Rules
from pitboss.table.state import State
from pitboss.table.views import Told
from pitboss.wording.events import bare, sentence
from pitboss.wording.house_events import of_house
from pitboss.wording.lines import said
from pitboss.wording.money_events import odds
from pitboss.wording.reader import READER, Reader
from pitboss.wording.trouble_events import waits


class Heard(Struct, frozen=True):
    """What is told of something, and the event behind it as everybody may know it; what the house itself did is no
    event of a game."""

    told: Told
    event: e.AnyEvent | None = None


def worded(rules: Rules, heard: Sequence[Heard], reader: Reader) -> list[Told]:
    """What is told, with its words for this reader: the cards of a deal are told together."""
    return _with(heard, reader, lambda events: said(rules, events, reader), lambda event: odds(event, rules))


def worded_singly(rules: Rules | None, heard: Sequence[Heard]) -> list[Told]:
    """The same event by event, for somebody who was not there; without rules as far as an event itself says it."""
    if rules is None:
        return _with(heard, READER, lambda events: [bare(event) for event in events], lambda event: "")
    bound = rules
    return _with(
        heard, READER, lambda events: [sentence(event, bound) for event in events], lambda event: odds(event, bound)
    )


def _with(
    heard: Sequence[Heard],
    reader: Reader,
    say: Callable[[list[e.AnyEvent]], list[str]],
    pays: Callable[[e.AnyEvent], str],
) -> list[Told]:
    events = [each.event for each in heard if each.event is not None]
    texts = say(events)
    told_of = iter(zip(texts, results(events), strict=True))
    found = []
    for told, event in ((each.told, each.event) for each in heard):
        if event is None:
            found.append(replace(told, said=of_house(told.event, told.facts.get("seat", 0), reader)))
            continue
        text, net = next(told_of)
        found.append(Told(told.event, told.facts, text, pays(event), net))
    return found


class Audience:
    """The readers of some acts, one after the other as they happened: what each is told is made once for all to whom
    it sounds the same."""

    def __init__(self, rules: Rules, state: State, acts: Iterable[Sequence[Heard]]) -> None:
        self._rules = rules
        self._acts = [(heard, _seats(heard)) for heard in acts if heard]
        self._names = {seat.number: seat.player for seat in state.seats if seat.player}
        self._made: dict[tuple[int, tuple[int, ...]], list[Told]] = {}

    def spoken_of(self, mine: tuple[int, ...]) -> tuple[int, ...]:
        """These positions if anything is told of them, else none."""
        return mine if any(not seats.isdisjoint(mine) for _, seats in self._acts) else ()

    def waiting(self, matters: Iterable[tuple[str, int]], mine: tuple[int, ...]) -> list[str]:
        """What waits for a floorperson's ruling, in words for whom these positions belong to."""
        return [waits(self._rules, matter, seat, Reader(mine, self._names)) for matter, seat in matters]

    def told(self, mine: tuple[int, ...] = ()) -> list[Told]:
        """Everything in order, for whom these positions belong to. Who sat at one before it was taken was somebody
        else, and goes by its number."""
        found: list[list[Told]] = []
        later: set[int] = set()
        for number, (heard, seats) in reversed(list(enumerate(self._acts))):
            own = tuple(seat for seat in mine if seat not in later) if not seats.isdisjoint(mine) else ()
            made = self._made.get((number, own))
            if made is None:
                names = {seat: name for seat, name in self._names.items() if seat not in later}
                made = self._made[number, own] = worded(self._rules, heard, Reader(own, names))
            found.append(made)
            later |= {each.event.seat for each in heard if isinstance(each.event, e.SeatTaken)}
        return [told for made in reversed(found) for told in made]


def _seats(heard: Iterable[Heard]) -> set[int]:
    """The positions that are spoken of; 0 where none is."""
    found: set[int] = set()
    for each in heard:
        facts = each.told.facts
        found.add(facts.get("seat", 0))
        found.add(facts.get("of_seat", 0))
        found.update(facts.get("seats", ()))
    return found
