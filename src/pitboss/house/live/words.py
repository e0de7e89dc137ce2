"""What is told, with the words for each reader. They are made when it is told, from what everybody may know of it, and
are kept nowhere."""

from collections.abc import Callable, Iterable, Sequence
from itertools import islice

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


Nets = Sequence[int | None]
"""What each event brings the position that it concerns, in cents."""


def worded(rules: Rules, heard: Sequence[Heard], reader: Reader, nets: Nets) -> list[Told]:
    """What is told, with its words for this reader: the cards of a deal are told together."""
    return _with(heard, reader, lambda events: said(rules, events, reader), lambda event: odds(event, rules), nets)


def worded_singly(rules: Rules | None, heard: Sequence[Heard], nets: Nets) -> list[Told]:
    """The same event by event, for somebody who was not there; without rules as far as an event itself says it."""
    if rules is None:
        return _with(heard, READER, lambda events: [bare(event) for event in events], lambda event: "", nets)
    bound = rules
    return _with(
        heard,
        READER,
        lambda events: [sentence(event, bound) for event in events],
        lambda event: odds(event, bound),
        nets,
    )


def _with(
    heard: Sequence[Heard],
    reader: Reader,
    say: Callable[[list[e.AnyEvent]], list[str]],
    pays: Callable[[e.AnyEvent], str],
    nets: Nets,
) -> list[Told]:
    told_of = iter(zip(say(_events(heard)), nets, strict=True))
    found = []
    for told, event in ((each.told, each.event) for each in heard):
        if event is None:
            found.append(replace(told, said=of_house(told.event, told.facts.get("seat", 0), reader)))
            continue
        text, net = next(told_of)
        found.append(Told(told.event, told.facts, text, pays(event), net))
    return found


def _events(heard: Iterable[Heard]) -> list[e.AnyEvent]:
    return [each.event for each in heard if each.event is not None]


def nothing_before() -> list[e.AnyEvent]:
    """These acts are the first of their round."""
    return []


class Audience:
    """The readers of some acts, one after the other as they happened: what each is told is made once for all to whom
    it sounds the same. `earlier` are the events of the round before them: a wager that comes back brings what it had
    cost if it had been collected."""

    def __init__(
        self,
        rules: Rules,
        state: State,
        acts: Iterable[Sequence[Heard]],
        earlier: Callable[[], list[e.AnyEvent]] = nothing_before,
    ) -> None:
        self._rules = rules
        self._acts = [(heard, _seats(heard)) for heard in acts if heard]
        self._nets = brought_by([heard for heard, _ in self._acts], earlier)
        self._names = {seat.number: seat.player for seat in state.seats if seat.player}
        self._made: dict[tuple[int, tuple[int, ...]], list[Told]] = {}

    def spoken_of(self, mine: tuple[int, ...]) -> tuple[int, ...]:
        """These positions if anything is told of them, else none."""
        return mine if any(not seats.isdisjoint(mine) for _, seats in self._acts) else ()

    def waiting(self, matters: Iterable[tuple[str, int]], mine: tuple[int, ...]) -> list[str]:
        """What waits for a floorperson's ruling, in words for whom these positions belong to."""
        return [waits(self._rules, matter, seat, Reader(mine, self._names)) for matter, seat in matters]

    def told(self, mine: tuple[int, ...] = ()) -> list[Told]:
        """Everything in order, for whom these positions belong to. Somebody who sat at a position before its
        present player is called by the position's number."""
        found: list[list[Told]] = []
        later: set[int] = set()
        for number, (heard, seats) in reversed(list(enumerate(self._acts))):
            own = tuple(seat for seat in mine if seat not in later) if not seats.isdisjoint(mine) else ()
            made = self._made.get((number, own))
            if made is None:
                names = {seat: name for seat, name in self._names.items() if seat not in later}
                made = self._made[number, own] = worded(self._rules, heard, Reader(own, names), self._nets[number])
            found.append(made)
            later |= {each.event.seat for each in heard if isinstance(each.event, e.SeatTaken)}
        return [told for made in reversed(found) for told in made]


def brought_by(acts: Sequence[Sequence[Heard]], earlier: Callable[[], list[e.AnyEvent]] = nothing_before) -> list[Nets]:
    """What each event of each act brings, one after the other; `earlier` happened before them in the round."""
    events = [_events(heard) for heard in acts]
    comes_back = any(isinstance(event, e.WagerReturned) for each in events for event in each)
    before = earlier() if comes_back else []
    brought = iter(results([*before, *(event for each in events for event in each)])[len(before) :])
    return [list(islice(brought, len(each))) for each in events]


def _seats(heard: Iterable[Heard]) -> set[int]:
    """The positions that are spoken of; 0 where none is."""
    found: set[int] = set()
    for each in heard:
        facts = each.told.facts
        found.add(facts.get("seat", 0))
        found.add(facts.get("of_seat", 0))
        found.update(facts.get("seats", ()))
    return found
