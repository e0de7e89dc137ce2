"""What a table tells each viewer. Everything is built from what that person may see: nothing is made by leaving out."""

import asyncio
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from pitboss.house.live.now import Now
from pitboss.house.live.reckoning import balance, betting, priced
from pitboss.house.live.words import Audience, Heard, attempted, nothing_before, spoken
from pitboss.house.people.accounts import Person
from pitboss.house.people.permits import PLAYS_OF_PATRONS, acting_as, plays_at
from pitboss.house.trail import bodies as b
from pitboss.messages.socket import Change, Clock, Coming, HandInWords, Hello, You
from pitboss.rulebook.roles import PLAYER
from pitboss.rulebook.terms import MICRO
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.naming import nameable
from pitboss.table.offers import Offer, offers
from pitboss.table.people import SPECTATOR, name, role
from pitboss.table.refusals import Refusal
from pitboss.table.rules import Rules
from pitboss.table.views import Told, View, known, open_view, owns, seen_by, tell
from pitboss.wording.hands import hands_seen
from pitboss.wording.translating import ENGLISH, catalogue

if TYPE_CHECKING:
    from pitboss.house.live.table import LiveTable

JSON = msgspec.json.Encoder()
_OF_PATRONS = tuple(PLAYS_OF_PATRONS.keys() - {a.TakeSeat})
"""What is the play of somebody who sits there."""


def told(body: b.Body, cards: str = "shuffle") -> list[Heard]:
    """What everybody may hear of a row of the trail, still without words. Where the cards come from a shoe, no seed
    says anything about their order: what the trail needs to keep faces closed is not told as a commitment."""
    match body:
        case b.Commitment() | b.OwnSeed() | b.Reveal() if cards == "feed":
            return []
        case b.ActDone():
            events = body.events if cards == "shuffle" else map(_without_commitment, body.events)
            found = [Heard(told, known(event)) for event in events if (told := tell(event, SPECTATOR)) is not None]
            if body.house == "clock":
                found.insert(0, _house("HouseDecided", reason="clock"))
            return found
        case b.Commitment():
            return [_house("CommitmentPublished", shuffle=body.shuffle, deck=body.deck, commitment=body.commitment)]
        case b.OwnSeed():
            return [_house("SeedAdded", shuffle=body.shuffle, deck=body.deck, seat=body.seat)]
        case b.Reveal():
            opened = {"shuffle": body.shuffle, "deck": body.deck, "ending": body.ending, "seed": body.seed}
            return [_house("SeedRevealed", **opened)]
        case b.Ready():
            return [_house("PlayerReady", seat=body.seat)]
        case b.Parked():
            return [_house(_PARKED.get(body.what, "TableResumed"))]
        case b.Closed():
            return [_house("TableClosed")]
        case _:
            return []


_PARKED = {"parked": "TableParked", "aside": "TableSetAside"}


def _house(name: str, **facts: Any) -> Heard:
    return Heard(Told(name, facts))


def told_again(table: "LiveTable", bodies: list[b.Body], who: str, language: str = ENGLISH) -> list[Told]:
    """What these rows told, in words for this person."""
    return spoken(_audience(table, bodies).told(_own(table, who)), language)


def _audience(
    table: "LiveTable", bodies: list[b.Body], earlier: Callable[[], list[e.AnyEvent]] = nothing_before
) -> Audience:
    acts = [told(body, table.fixed.cards) for body in bodies]
    return Audience(table.now.rules, table.now.state, acts, earlier)


def _own(table: "LiveTable", who: str) -> tuple[int, ...]:
    return tuple(seat.number for seat in table.now.state.seats if owns(who, seat))


def _without_commitment(event: e.AnyEvent) -> e.AnyEvent:
    return replace(event, commitment="") if isinstance(event, e.CardsShuffled) else event


def seen(table: "LiveTable", who: str) -> View:
    """The table as this person sees it, with the meters as they read now, also those other tables feed."""
    return seen_by(table.now.rules, table.now.state, _by_everybody(table), who)


def _by_everybody(table: "LiveTable") -> View:
    found = open_view(table.now.rules, table.now.state)
    if not found.meters:
        return found
    bank, fixed = table.house.bank, table.fixed
    return replace(found, meters={own: bank.reading(fixed.meter(own)) // MICRO for own in found.meters})


def offered(table: "LiveTable", who: str) -> list[Offer]:
    """What this person may do now. An offer never names a card: which cards are left in a deck nobody may know."""
    if role(who) == SPECTATOR:
        return []
    now = table.now
    found = offers(now.rules, now.state, who, table.house.clock())
    # Staff of one role are offered the same, whoever they are: no handle is the name of a role.
    person = Person(name(who) if role(who) == PLAYER else role(who), (role(who),))
    if role(who) == PLAYER:
        if plays_at(person, now.state):
            return [priced(table, who, offer) for offer in found]
        return [offer for offer in found if _permitted(person, offer, now)]
    plain: dict[bytes, Offer] = {}
    for offer in found:
        example = offer.example
        if isinstance(example, a.DealCards):
            by_hand = table.fixed.cards == "feed"
            if by_hand and not nameable(now.state):
                continue
            example, offer = a.DealCards(()), offer if by_hand else replace(offer, cards=())
        elif isinstance(example, a.Report):
            example = replace(example, cards=())
        elif isinstance(example, a.CallFloor) and isinstance(example.about, a.Report):
            example = a.CallFloor(replace(example.about, cards=()))
        elif isinstance(example, _OF_PATRONS) and not _permitted(person, offer, now):
            continue
        plain.setdefault(JSON.encode(example), replace(offer, example=example))
    return list(plain.values())


def _permitted(person: Person, offer: Offer, now: Now) -> bool:
    """Whether the house lets this person do what the rules allow: staff play for walk-ins alone, and whoever does not
    sit here only takes a seat. The other offers are never refused by it, and need not be looked at each time."""
    return not isinstance(acting_as(person, offer.example, role(offer.by), now.rules, now.state), Refusal)


def fairness(table: "LiveTable") -> list[Coming]:
    """The commitments whose shuffles are still to come, and who has added a seed; none for cards from a shoe."""
    if table.fixed.cards == "feed":
        return []
    return [
        Coming(deck, coming.shuffle, coming.commitment, [seat for seat, _, _ in coming.seeds])
        for deck, coming in sorted(table.now.coming.items())
    ]


def _fairness(table: "LiveTable") -> Any:
    """The same until a commitment or a seed comes: made once."""
    made = table.fairness
    if made is None or made[0] is not table.now.coming:
        made = table.fairness = (table.now.coming, _written(fairness(table)))
    return made[1]


def clock(table: "LiveTable") -> Clock | None:
    """What runs out, for which position, in how many milliseconds."""
    dealer = table.dealer
    running = dealer.clock if dealer is not None else None
    if running is None:
        return None
    left = max(0.0, running.until - asyncio.get_running_loop().time())
    return Clock(running.what, running.seat, int(left * 1000))


class Sheet:
    """The parts of the messages about one moment, each written once however many people look, in each of their
    languages. `earlier` are the events of the round before it."""

    def __init__(
        self, table: "LiveTable", bodies: list[b.Body], earlier: Callable[[], list[e.AnyEvent]] = nothing_before
    ) -> None:
        self._table = table
        self._audience = _audience(table, bodies, earlier)
        self._told: dict[tuple[tuple[int, ...], str], Any] = {}
        self._views: dict[tuple[str, ...], dict[str, Any]] = {}
        self._common = {
            "seq": table.now.number,
            "fair": _fairness(table),
            "ready": sorted(table.now.ready),
            "clock": clock(table),
        }

    def change(self, who: str, also: tuple[str, ...] = (), language: str = ENGLISH) -> bytes:
        """The message for one person; spectators share theirs. `also` are the person's further roles: staff with
        several of them are offered the acts of each."""
        return JSON.encode(Change(**self._common | self._seen(who, also) | self._worded(who, also, language)))

    def hello(self, who: str, also: tuple[str, ...], handle: str | None, gap: bool, language: str = ENGLISH) -> bytes:
        """The first message for somebody who comes."""
        parts = self._common | self._seen(who, also) | self._worded(who, also, language)
        return JSON.encode(Hello(**parts, gap=gap, you=You(handle, role(who))))

    def _worded(self, who: str, also: tuple[str, ...], language: str) -> dict[str, Any]:
        """What is in words: it differs by the reader's language."""
        made = {"told": self._said(who, language), "waits": self._waiting(who, language) or UNSET}
        found, hands = catalogue(language), self._seen(who, also)["hands"]
        if found is not None and hands is not UNSET:
            made["hands"] = [HandInWords(each.seat, found.said(each.words)) for each in hands]
        return made

    def _seen(self, who: str, also: tuple[str, ...]) -> dict[str, Any]:
        key = (who if role(who) == PLAYER else role(who), *also)
        made = self._views.get(key)
        if made is None:
            table = self._table
            view = seen_by(table.now.rules, table.now.state, self._open_view, who)
            made = self._views[key] = {
                "view": _written(view),
                "hands": _hands(table.now.rules, view) or UNSET,
                "offers": _written([offer for each in (who, *also) for offer in offered(table, each)]),
                "balance": balance(table, who),
                "betting": betting(table, who) or UNSET,
            }
        return made

    @cached_property
    def _open_view(self) -> View:
        return _by_everybody(self._table)

    def _said(self, who: str, language: str) -> Any:
        """What is told, in the words for this person; whose position is not spoken of hears the same as others."""
        mine = self._audience.spoken_of(_own(self._table, who))
        made = self._told.get((mine, language))
        if made is None:
            made = self._told[mine, language] = _written(spoken(self._audience.told(mine), language))
        return made

    def _waiting(self, who: str, language: str) -> list[str]:
        """What waits for a ruling, in words."""
        matters, found = self._table.now.state.matters, catalogue(language)
        said = self._audience.waiting(matters, _own(self._table, who)) if matters else []
        return [found.said(each) for each in said] if found is not None else said


def _hands(rules: Rules, view: View) -> list[HandInWords]:
    return attempted(rules, lambda: [HandInWords(seat, words) for seat, words in hands_seen(rules, view)])


def _written(part: Any) -> Any:
    """A part of a message that is put into several: written here, and copied from then on."""
    return msgspec.Raw(JSON.encode(part))
