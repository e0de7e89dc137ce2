"""What is told, with the words for each reader. They are made when it is told, from what everybody may know of it, and
are kept nowhere."""

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import TypeVar
from weakref import WeakSet

from msgspec import Struct
from msgspec.structs import replace

from pitboss.house.live.faults import contained
from pitboss.rulebook import folders
from pitboss.table import events as e
from pitboss.table.results import results
from pitboss.table.rules import Rules
from pitboss.table.state import State
from pitboss.table.views import Told
from pitboss.wording.events import bare, holds, sentence
from pitboss.wording.house_events import of_house
from pitboss.wording.lines import said
from pitboss.wording.money_events import odds
from pitboss.wording.outcomes import TurnedUp, outcome, settles_main
from pitboss.wording.reader import READER, Reader
from pitboss.wording.translating import catalogue
from pitboss.wording.trouble_events import by_clock, waits

_Word = TypeVar("_Word")


class Heard(Struct, frozen=True):
    """What is told of something, and the event behind it as everybody may know it; what the house itself did is no
    event of a game."""

    told: Told
    event: e.AnyEvent | None = None


WORDS = ("said", "pays", "hand", "outcome")
"""What is words for people of something told."""

Nets = Sequence[int | None]
"""What each event brings the position that it concerns, in cents."""


def worded(
    rules: Rules, heard: Sequence[Heard], reader: Reader, nets: Nets, opened: TurnedUp | None = None
) -> list[Told]:
    """What is told, with its words for this reader: the cards of a deal are told together. `opened` lies face up by
    then."""
    found = _with(heard, reader, said(rules, _events(heard), reader), rules, nets)
    if opened is None:
        return found
    ends = attempted(rules, lambda: [_ending(each, rules, opened, reader) for each in heard])
    if not ends:
        return found
    return [replace(told, outcome=end) if end else told for told, end in zip(found, ends, strict=True)]


def _ending(each: Heard, rules: Rules, opened: TurnedUp, reader: Reader) -> str:
    return outcome(each.event, rules, opened, reader) if each.event is not None else ""


_speechless: WeakSet[Rules] = WeakSet()
"""Rules of brought games that failed when a hand was to be put into words."""


def attempted(rules: Rules, words: Callable[[], list[_Word]]) -> list[_Word]:
    """What only a game's own ranking can say of hands. Nobody needs it to play: where the code of a brought game fails
    in it, nothing is said, from then on. The round finds the fault by itself when it needs the ranking."""
    if rules in _speechless:
        return []
    try:
        return words()
    except BaseException as error:
        contained(error)  # what comes from outside goes on its way
        if folders.found(rules.game.id).origin == folders.OURS:
            raise
        _speechless.add(rules)
        return []


def worded_singly(rules: Rules | None, heard: Sequence[Heard], nets: Nets) -> list[Told]:
    """The same event by event, for somebody who was not there; without rules as far as an event itself says it."""
    texts = [sentence(event, rules) if rules is not None else bare(event) for event in _events(heard)]
    return _with(heard, READER, texts, rules, nets)


def _with(heard: Sequence[Heard], reader: Reader, texts: Iterable[str], rules: Rules | None, nets: Nets) -> list[Told]:
    told_of = iter(zip(texts, nets, strict=True))
    clocked = any(each.told.event == "HouseDecided" for each in heard)
    found = []
    for told, event in ((each.told, each.event) for each in heard):
        if event is None:
            found.append(replace(told, said=of_house(told.event, told.facts.get("seat", 0), reader)))
            continue
        text, net = next(told_of)
        text = by_clock(event, text) if clocked else text
        pays, hand = (odds(event, rules), holds(event, rules)) if rules is not None else ("", "")
        found.append(Told(told.event, told.facts, text, pays, net, hand))
    return found


def _events(heard: Iterable[Heard]) -> list[e.AnyEvent]:
    return [each.event for each in heard if each.event is not None]


def spoken(told: list[Told], language: str) -> list[Told]:
    """The same in another language; what that lacks stays English."""
    found = catalogue(language)
    if found is None:
        return told
    return [replace(each, **{name: found.said(getattr(each, name)) for name in WORDS}) for each in told]


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
        self._opened = opened_by(rules, [heard for heard, _ in self._acts], earlier)
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
                reader, opened = Reader(own, names), self._opened[number]
                made = self._made[number, own] = worded(self._rules, heard, reader, self._nets[number], opened)
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


def opened_by(
    rules: Rules, acts: Sequence[Sequence[Heard]], earlier: Callable[[], list[e.AnyEvent]]
) -> list[TurnedUp | None]:
    """What lies face up after each act that settles the main game; None after the others. `earlier` happened before
    them in the round: of that, too, only what was turned up is looked at."""
    events = [_events(heard) for heard in acts]
    settles = [any(settles_main(event, rules) for event in each) for each in events]
    if not any(settles):
        return [None] * len(acts)
    now, found = TurnedUp().turn(earlier()), []
    for each, needed in zip(events, settles, strict=True):
        now = now.turn(each)
        found.append(now if needed else None)
    return found


def _seats(heard: Iterable[Heard]) -> set[int]:
    """The positions that are spoken of; 0 where none is."""
    found: set[int] = set()
    for each in heard:
        facts = each.told.facts
        found.add(facts.get("seat", 0))
        found.add(facts.get("of_seat", 0))
        found.update(facts.get("seats", ()))
    return found
