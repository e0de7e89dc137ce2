"""Hidden cards stay hidden. Two runs with the same visible cards and other hidden ones, everything else fixed, must be
the same to the byte in everything anybody can read, until the rules turn the cards up."""

import asyncio
import random
import re
from collections.abc import Callable, Collection
from itertools import count
from pathlib import Path

import msgspec
import pytest

import house.running as r
from house.stores import new_store
from pitboss.cards import shuffle
from pitboss.cards.deck import UNKNOWN
from pitboss.games import rules_for
from pitboss.house.fair import scheme
from pitboss.house.live import packs
from pitboss.house.live.now import TableChange
from pitboss.house.live.player_requests import ActRequest
from pitboss.house.live.sheet import Sheet, offered, seen, told_again
from pitboss.house.live.table import LiveTable
from pitboss.house.server.rooms import events_of, from_trail, of_round
from pitboss.rulebook.roles import ROLES
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table import views
from pitboss.table.flow import current, targets_due, turn
from pitboss.table.offers import offers
from pitboss.table.refusals import Refusal

VIEWERS = (
    "guest",
    "player:Ann",
    "player:Ben",
    "dealer:Dora",
    "floorperson:Flo",
    "supervisor:Sue",
    "manager:May",
    "auditor:Aud",
)
DIGEST = re.compile(rb"#(\d+):[\w-]{22}")
CHOICES = {"Ann": ("play_1x", "play", "ride"), "Ben": ("fold", "withdraw")}
"""What each does where he can; otherwise he checks. Nobody looks at his cards."""

Heard = list[tuple[str, bytes]]
"""(to whom, what), in order; `store` is what was written."""


class Run:
    """A round whose deck lies in a given order, everything said in it, and what was asked in vain on the way."""

    def __init__(self, deck: tuple[str, ...] | None = None) -> None:
        self.deck = deck
        self.heard: Heard = []
        self.shown: dict[int, int] = {}
        """Where in `heard` the card at a place of the deck was turned up for everybody."""
        self.order: tuple[str, ...] = ()
        self.hidden: dict[int, str] = {}
        """Places of the deck that were dealt face down, and where the cards went."""

    async def play(self, url: str, folder: Path, game: str, procedure: str) -> None:
        house = await r.open_house(url, folder, clock=lambda: r.START)
        shuffler = {"shuffler": "automated"} if procedure != "manual_shoe" else {}
        table = await r.at_table(house, r.terms(game, dealing={"procedure": procedure, **shuffler}), "Ann", "Ben")
        table.listeners.append(self._listen)
        for player in ("Ann", "Ben"):
            await r.bet(table, player)
        self.order = table.now.packs[1].order
        await r.done(table.act("dealer", a.CloseBets()))
        while table.now.state.step >= 0:
            await self._ask_in_vain(table)
            if await table.perform() is None:
                self._recall(table)
                await self._decide(table)
        house.close()

    def _recall(self, table: LiveTable) -> None:
        """What whoever comes back is told of the round from the trail."""
        with table.house.engine.connect() as conn:
            rows = from_trail(conn, table.fixed.chain, 0, table.now.number)
        bodies = of_round(rows, table.now.number)
        assert bodies
        sheet = Sheet(table, bodies, lambda: events_of(bodies))
        again = [(who, msgspec.json.encode(told_again(table, bodies, who))) for who in VIEWERS]
        self.heard += again + [(who, sheet.hello(who, (), None, gap=False)) for who in VIEWERS]

    def _listen(self, table: LiveTable, change: TableChange) -> None:
        begun = len(self.heard)
        sheet = Sheet(table, change.bodies)
        self.heard += [(who, sheet.change(who)) for who in VIEWERS]
        self.heard += [("store", DIGEST.sub(rb"#\1:", row.body)) for row in change.rows]
        for event in change.done.events if change.done else ():
            if isinstance(event, e.CardsDealt):
                where = f"seat{event.seat}" if event.to == "seat" else event.to
                self.hidden |= {int(c.split(":")[0][1:]): where for c in event.cards if c.startswith("#")}
            elif isinstance(event, e.CardsShown | e.HandTurned):
                for place in self._turned_up(event):
                    self.shown.setdefault(place, begun)

    def _turned_up(self, event: e.CardsShown | e.HandTurned) -> list[int]:
        where = f"seat{event.seat}" if isinstance(event, e.HandTurned) else event.place
        if where == "community":  # one after the other; no such deck has two of a card
            return [self.order.index(card) for card in event.cards]
        return [place for place, held in self.hidden.items() if held == where]

    async def _decide(self, table: LiveTable) -> None:
        """Nobody looks at his cards."""
        seat = table.now.state.seats[turn(table.now.rules, table.now.state) - 1]
        (offer,) = [o for o in offered(table, f"player:{seat.player}") if isinstance(o.example, a.Decide)]
        choice = next((c for c in CHOICES[seat.player] if c in offer.values), "check")
        await r.done(table.act(f"player:{seat.player}", a.Decide(seat.number, choice)))

    async def _ask_in_vain(self, table: LiveTable) -> None:
        """Refusals must not tell either: every role tries what it should not."""
        for role in ROLES:
            who = f"{role}:{'Ann' if role == 'player' else 'Zed'}"
            for act in (
                a.DealCards(("Ah",)), a.ShowCards(("Kd",)), a.SettleHand(1), a.Decide(2, "all in"), a.CutCards(1),
                a.Report("card_face_up", cards=("Ah",)), a.Report("wrong_number", place="the floor", count=1),
            ):  # fmt: skip
                before = table.now
                answer = await table.act(who, act)
                if table.now is before:
                    self.heard.append((who, msgspec.json.encode(answer)))


class Fed(Run):
    """The same at a table whose cards come from a shoe that cannot read every third card; everybody who may names
    cards, among them those that lie face down."""

    def __init__(self, deck: tuple[str, ...], probes: tuple[str, ...]) -> None:
        super().__init__(deck)
        self.probes = probes
        self.spare = next(card for card in reversed(deck) if card not in probes)
        """A card that is never dealt, the same whichever of two cards lies face down."""
        self.next = 0

    async def play(self, url: str, folder: Path, game: str, procedure: str) -> None:
        house = await r.open_house(url, folder, clock=lambda: r.START)
        table = await r.at_table(house, r.terms(game), "Ann", "Ben", dealer="person", cards="feed")
        table.listeners.append(self._listen)
        for player in ("Ann", "Ben"):
            await r.bet(table, player)
        assert self.deck is not None
        self.order = self.deck
        await r.done(table.act("dealer", a.CloseBets()))
        while table.now.state.step >= 0:
            await self._ask_in_vain(table)
            answer = await table.perform()
            if isinstance(answer, Refusal):
                assert answer.code == "face_unknown"
                await r.done(table.act("dealer:shoe", self._turned(table), house="feed", feed=True))
            elif answer is None and table.due() is not None:
                await r.done(table.act("dealer:shoe", self._dealt(table), house="feed", feed=True))
            elif answer is None:
                await self._decide(table)
        house.close()

    def _dealt(self, table: LiveTable) -> a.DealCards:
        up = [t.up for t, _ in targets_due(table.now.rules, table.now.state) for _ in range(t.count)]
        places = range(self.next, self.next + len(up))
        self.next += len(up)
        return a.DealCards(
            tuple(self.order[p] if open_ or p % 3 else UNKNOWN for p, open_ in zip(places, up, strict=True))
        )

    def _turned(self, table: LiveTable) -> a.ShowCards | a.SettleHand:
        """The faces of what is turned up now: those on record, and for the others some that were never dealt."""
        state, step, due = table.now.state, current(table.now.rules, table.now.state), table.due()
        assert step is not None and due is not None
        if due.do is a.SettleHand:
            return a.SettleHand(due.seat, self._told(state.seats[due.seat - 1].cards))
        held = {"dealer": state.dealer, "box": state.box}.get(
            step.place, state.community[state.community_up : step.upto]
        )
        return a.ShowCards(self._told(held))

    def _told(self, held: tuple[str, ...]) -> tuple[str, ...]:
        left = iter(self.order[self.next :])
        self.next += held.count(UNKNOWN)
        return tuple(next(left) if card == UNKNOWN else card for card in held)

    async def _ask_in_vain(self, table: LiveTable) -> None:
        for role in ROLES:
            who = f"{role}:{'Ann' if role == 'player' else 'Zed'}"
            fitting = (self.spare,) * (len(table.now.state.seats[0].cards) - 1)
            for probe in self.probes:
                every = (probe,) * (table.now.rules.deck.count(probe) - 1)  # all copies that the deck has
                for others in ((), (UNKNOWN,), (probe,), ("Zz",), (self.spare,), fitting, every):
                    cards = (probe, *others)
                    for act in (
                        a.DealCards(cards),
                        a.ShowCards(cards),
                        a.SettleHand(1, cards),
                        a.SettleHand(2, cards),
                        a.SettleTable(faces=((2, cards), (1, cards))),
                        a.Report("card_face_up", cards=cards),
                        a.Report("wrong_number", place="community", count=len(cards) + 3, cards=cards),
                    ):
                        before = table.now
                        answer = ActRequest(who, None, act).change(table, who)
                        assert table.now is before
                        said = answer if isinstance(answer, Refusal) else "accepted"
                        self.heard.append((who, msgspec.json.encode(said)))


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Run]:
    """Plays a round with the deck in this order; seeds, commitments, ids and the clock are always the same."""
    numbers = count()
    real_order, real_cut = scheme.order, shuffle.cut

    def run(game: str, procedure: str, deck: tuple[str, ...] | None = None, *, probes: tuple[str, ...] = ()) -> Run:
        made = Run(deck) if not probes or deck is None else Fed(deck, probes)
        monkeypatch.setattr(packs, "order", real_order if deck is None else lambda *_: deck)
        monkeypatch.setattr(packs, "cut", real_cut if deck is None else lambda order, _: order)
        url = new_store(tmp_path / f"{next(numbers)}.db")
        asyncio.run(made.play(url, tmp_path, game, procedure))
        return made

    return run


def twin(order: tuple[str, ...], places: list[int]) -> tuple[str, ...]:
    """The deck with other cards at these places: ones that are never dealt."""
    other = list(order)
    spare = iter(range(len(order) - 1, 0, -1))
    for place in places:
        last = next(n for n in spare if order[n] != order[place])
        other[place], other[last] = other[last], other[place]
    return tuple(other)


def same(one: Run, two: Run, places: list[int], viewers: Collection[str]) -> int:
    """How many things were heard, all the same, until one of the places was turned up."""
    until = min([run.shown.get(p, len(run.heard)) for run in (one, two) for p in places])
    first, second = ([said for said in run.heard[:until] if said[0] in viewers] for run in (one, two))
    for left, right in zip(first, second, strict=True):
        assert left == right
    return len(first)


def others(place: str) -> list[str]:
    """Everybody but the player whose card it is; the player is shown the faces of his own seat."""
    owner = {"seat1": "player:Ann", "seat2": "player:Ben"}.get(place)
    return [who for who in (*VIEWERS, "store", *(f"{role}:Zed" for role in ROLES)) if who != owner]


@pytest.mark.parametrize("game", r.GAMES)
def test_no_hidden_card_is_told_one_by_one(game: str, play: Callable[..., Run]) -> None:
    """Each card that is dealt face down is exchanged alone, and everything anybody hears stays the same until it is
    turned up: to the end of the round for a card that never is (a burned card, a folded hand)."""
    base = play(game, "manual_shoe")
    never = 0
    for place, where in base.hidden.items():
        other = play(game, "manual_shoe", twin(base.order, [place]))
        heard = same(base, other, [place], others(where))
        assert heard > 60
        never += place not in base.shown
    assert len(base.hidden) >= 6
    assert never >= (1 if game != "let-it-ride" else 0)


@pytest.mark.parametrize("procedure", ["hand", "automated_shoe"])
@pytest.mark.parametrize("game", r.GAMES)
def test_no_hidden_cards_are_told_all_together(game: str, procedure: str, play: Callable[..., Run]) -> None:
    base = play(game, procedure)
    for keep in ("", "seat1", "seat2"):
        places = [place for place, where in base.hidden.items() if where != keep]
        viewers = set.intersection(*(set(others(base.hidden[p])) for p in places))
        assert {"seat1": "player:Ann", "seat2": "player:Ben", "": "guest"}[keep] in viewers
        other = play(game, procedure, twin(base.order, places))
        assert same(base, other, places, viewers) > 60


def fed_twice(game: str, play: Callable[..., Run], wanted: Collection[str]) -> int:
    """A shoe deals twice, with another card face down at one of these places; how much was heard, all the same."""
    cards = list(rules_for(r.terms(game)).deck.cards)
    random.Random(game).shuffle(cards)
    deck = tuple(cards)
    first = play(game, "manual_shoe", deck, probes=(deck[-1],))
    place = next(p for p, where in first.hidden.items() if where in wanted)
    other = twin(deck, [place])
    probes = (deck[place], other[place])
    one, two = (play(game, "manual_shoe", each, probes=probes) for each in (deck, other))
    return same(one, two, [place], others(first.hidden[place]))


@pytest.mark.parametrize("wanted", [("seat2",), ("dealer", "community")])
@pytest.mark.parametrize("game", r.GAMES)
def test_no_refusal_tells_what_a_shoe_has_read(game: str, wanted: tuple[str, ...], play: Callable[..., Run]) -> None:
    """Whoever names a card that lies face down hears the same as whoever names one that was never dealt."""
    assert fed_twice(game, play, wanted) > 1000


@pytest.mark.parametrize("game", r.GAMES)
def test_a_refusal_that_tells_is_noticed(game: str, play: Callable[..., Run], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.house.live.supplies.nameable", lambda state: True)
    with pytest.raises(AssertionError):
        fed_twice(game, play, ("seat2",))


@pytest.mark.parametrize("game", r.GAMES)
def test_a_planted_leak_is_noticed(game: str, play: Callable[..., Run], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "_backs", lambda cards: cards)
    base = play(game, "manual_shoe")
    place = next(p for p, where in base.hidden.items() if where in ("dealer", "community"))
    other = play(game, "manual_shoe", twin(base.order, [place]))
    with pytest.raises(AssertionError):
        same(base, other, [place], others("dealer"))


def test_a_planted_leak_in_the_store_is_noticed(play: Callable[..., Run], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.house.trail.bodies.close_faces", lambda act, events, places, mask: (act, events))
    base = play("ultimate-texas-holdem", "manual_shoe")
    faces = [card for _, said in base.heard for card in re.findall(rb'"DealCards","cards":\[([^]]*)', said)]
    assert any(b"#" not in found for found in faces)


# --- what is offered --------------------------------------------------------------------------------------------------


def named(found: object, faces: Collection[str]) -> set[str]:
    """The faces that stand anywhere in something."""
    if isinstance(found, dict):
        return set().union(*(named(each, faces) for each in found.values()))
    if isinstance(found, list | tuple):
        return set().union(*(named(each, faces) for each in found))
    return {found} & set(faces) if isinstance(found, str) else set()


async def offers_name_only_what_is_seen(url: str, folder: Path, game: str) -> int:
    """Plays a round; at each moment every role is offered only acts that name no card, or cards it sees lie open.
    How many offers were looked at."""
    house = await r.open_house(url, folder)
    table = await r.opened(house, game)
    faces, looked = set(table.now.rules.deck.cards), 0
    await r.staff(table)
    await r.seat(table, "Ann", "Ben")
    for player in ("Ann", "Ben"):
        await r.bet(table, player)
    await r.done(table.act("dealer", a.CloseBets()))
    while table.now.state.step >= 0:
        for who in VIEWERS:
            offers = msgspec.to_builtins(offered(table, who))
            open_to = named(msgspec.to_builtins(seen(table, who)), faces)
            assert named(offers, faces) <= open_to, f"{who} at {table.step_name}"
            looked += len(offers)
        if await table.perform() is None:
            act = r.next_decision(table)
            assert act is not None
            await r.done(table.act(*act))
    house.close()
    return looked


@pytest.mark.parametrize("game", r.GAMES)
def test_nobody_is_offered_a_card_that_nobody_may_know(game: str, sqlite_url: str, tmp_path: Path) -> None:
    assert asyncio.run(offers_name_only_what_is_seen(sqlite_url, tmp_path, game)) > 100


def test_offers_as_the_engine_makes_them_would_tell(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The engine puts lawful acts to itself, with cards that are still in the deck: whoever saw them would know what
    nobody holds."""
    monkeypatch.setitem(
        globals(), "offered", lambda table, who: offers(table.now.rules, table.now.state, who, table.house.clock())
    )
    with pytest.raises(AssertionError, match="dealer:Dora at"):
        asyncio.run(offers_name_only_what_is_seen(sqlite_url, tmp_path, "let-it-ride"))
