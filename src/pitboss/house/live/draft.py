"""From an act to everything it changes: the engine decides; around it the cards move, the books are written,
commitments are published and revealed. Pure: what is returned has not happened until the store has committed it."""

from collections.abc import Callable, Mapping
from functools import reduce

from msgspec.structs import replace

from pitboss.cards.deck import Card
from pitboss.house.fair.scheme import commitment, context_of
from pitboss.house.live.now import Fixed, Now, RoundEnd, TableChange
from pitboss.house.live.packs import ComingShuffle, Pack
from pitboss.house.live.snapshot import fingerprint
from pitboss.house.live.tally import opened_round, tallied
from pitboss.house.money.accounts import FUNDS, is_patron
from pitboss.house.money.entries import Booked, Posting, book
from pitboss.house.trail import bodies as b
from pitboss.house.trail.rows import chained
from pitboss.rulebook.pays import dollars
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.engine import step
from pitboss.table.evolve import rules_after
from pitboss.table.people import as_player
from pitboss.table.refusals import Refusal
from pitboss.table.state import State
from pitboss.version import VERSION

NewSeed = Callable[[], bytes]


class ChangeDraft:
    """One change of a table in the making. `balance(account)` and `new_seed()` are what it needs from outside."""

    def __init__(
        self, fixed: Fixed, now: Now, at: int, *, balance: Callable[[str], int], new_seed: NewSeed, float_: int
    ) -> None:
        self.fixed = fixed
        self.now = now
        self.at = max(at, now.at)
        self.balance = balance
        self.new_seed = new_seed
        self.float = float_
        self._number, self._hash = now.number, now.hash
        self.change = TableChange(now, [], [], [], [], [], [], [])

    # --- rows ---

    def row(self, kind: str, by: str, body: b.Body, act_id: str | None = None, round: int = 0) -> int:
        now, fixed = self.now, self.fixed
        round = round or (now.state.round if now.state.step >= 0 else 0)
        self._number += 1
        written = chained(self._hash, fixed.chain, self._number, self.at, kind, round, by, act_id, b.encode(body))
        self._hash = written.hash
        self.change.rows.append(written)
        self.change.bodies.append(body)
        if act_id is not None:
            self.change.seq = self._number
        return self._number

    @property
    def goes_on(self) -> bool:
        """Whether another act may follow in the same change: it is not one that opens or ends a round or brings other
        terms, after which the table is written down anew."""
        return not (self.change.opened or self.change.ended or self.change.adopted)

    def finished(self) -> TableChange:
        self.change.now = replace(self.now, number=self._number, hash=self._hash, at=self.at)
        self.change.seq = self.change.seq or self._number
        return self.change

    # --- an act ---

    def act(
        self,
        by: str,
        action: a.AnyAction,
        act_id: str | None,
        *,
        places: tuple[int, ...] = (),
        house: b.HouseReason = "",
        version: str = VERSION,
    ) -> Refusal | None:
        """Decides the act and writes it down; `places` are the places in the deck of the cards it brings."""
        now, fixed = self.now, self.fixed
        before = now.state
        outcome = self.outcome(by, action)
        if isinstance(outcome, Refusal):
            return outcome
        events, after = outcome
        booked = book(now.rules, before, events, fixed.chain, now.accounts, fixed.meter, self._from_reserve, after)
        short = self._short(booked)
        if short is not None:
            return short
        self._keep_float(booked)
        rules = reduce(rules_after, events, now.rules)
        shown, told = self._faces_closed(action, events, places)
        cleared = any(type(event) in (e.TableCleared, e.TableIdle) for event in events)
        opened = any(type(event) is e.RoundOpened for event in events)
        state = fingerprint(after) if cleared else ""
        body = b.ActDone(now.seq + 1, shown, told, house, booked.reserves, state, version if opened else "")
        if opened:  # the round's first row is the one that opens it
            self.now = replace(self.now, state=after)
        number = self.row("act", by, body, act_id)
        self.change.postings += [(number, posting) for posting in booked.postings]
        self.change.meters += [(number, entry) for entry in booked.meters]
        self.change.adopted |= rules is not now.rules
        tally = tallied(self.now.tally, events, booked, after)
        self.now = replace(
            self.now,
            rules=rules,
            state=after,
            seq=now.seq + len(events),
            tally=tally,
            ready=self._ready(action, events),
        )
        if opened:
            self._round_opened(number)
        self._follow(action, events, number)
        return None

    def outcome(self, by: str, action: a.AnyAction) -> tuple[tuple[e.AnyEvent, ...], State] | Refusal:
        """What follows from the act by the rules."""
        return step(self.now.rules, self.now.state, a.Act(by, action, self.at))

    def _faces_closed(
        self, action: a.AnyAction, events: tuple[e.AnyEvent, ...], places: tuple[int, ...]
    ) -> tuple[a.AnyAction, tuple[e.AnyEvent, ...]]:
        """The act and its events as the trail keeps them: cards that lie face down as digests. They leave the pack."""
        if not places:
            return action, events
        deck = self.now.state.deck
        pack = self.now.packs[deck]
        self._pack(deck, pack.drawn(places))
        return b.close_faces(action, events, places, pack.masks.mask)

    def _ready(self, action: a.AnyAction, events: tuple[e.AnyEvent, ...]) -> frozenset[int]:
        """A player who changes his wagers is not ready any more; a new round finds nobody ready."""
        if any(type(event) in (e.RoundOpened, e.BetsClosed) for event in events):
            return frozenset()
        if isinstance(action, a.PlaceWager | a.TakeSeat | a.LeaveSeat):
            return self.now.ready - {action.seat}
        return self.now.ready

    # --- money ---

    def _from_reserve(self, meter: str, cents: int) -> int:
        return max(0, min(cents, self._have(self.now.accounts.reserve(meter))))

    def _have(self, account: str) -> int:
        """After what this change has moved so far."""
        return self.balance(account) + sum(moved.cents for _, moved in self.change.postings if moved.account == account)

    def _short(self, booked: Booked) -> Refusal | None:
        """Nobody wagers what he does not have."""
        owed: dict[str, int] = {}
        for posting in booked.postings:
            if is_patron(posting.account):
                owed[posting.account] = owed.get(posting.account, 0) + posting.cents
        for account, cents in owed.items():
            have = self._have(account)
            if cents < 0 and have + cents < 0:
                message = "not enough chips for this wager"
                return Refusal(FUNDS, message, given=dollars(-cents), allowed=f"up to {dollars(have)}")
        return None

    def _keep_float(self, booked: Booked) -> None:
        """A payment never waits for chips: an inventory that would run dry is filled from the cage first."""
        account = self.now.accounts.inventory(self.fixed.chain)
        lowest = running = self._have(account)
        for posting in booked.postings:
            if posting.account == account:
                running += posting.cents
                lowest = min(lowest, running)
        if lowest < 0:
            self.chips(max(self.float, -lowest), "house", "the inventory would have run dry")

    def chips(self, cents: int, by: str, reason: str, act_id: str | None = None) -> None:
        """A fill from the cage; negative: a credit to it."""
        kind = "fill" if cents > 0 else "credit"
        number = self.row(kind, by, b.Chips(abs(cents), reason), act_id)
        account = self.now.accounts.inventory(self.fixed.chain)
        moves = (Posting(self.now.accounts.cage, -cents, kind), Posting(account, cents, kind))
        self.change.postings += [(number, moved) for moved in moves]

    # --- cards ---

    def _pack(self, deck: int, pack: Pack | None) -> None:
        packs = {number: kept for number, kept in self.now.packs.items() if number != deck}
        if pack is not None:
            packs[deck] = pack
        self.now = replace(self.now, packs=packs)

    def _follow(self, action: a.AnyAction, events: tuple[e.AnyEvent, ...], number: int) -> None:
        """Keeps the cards in step with what happened, as far as the engine cannot: it never knows an undealt card."""
        for event in events:
            match event:
                case e.CardsReceived(deck=deck, preshuffled=True) | e.CardsShuffled(deck=deck):
                    self._shuffled(deck)
                case e.CardsCut(deck=deck, depth=depth):
                    pack = self.now.packs.get(deck)
                    if pack is not None:
                        self._pack(deck, pack.cut(depth))
                case e.CardSetAside(card=card):
                    self._without(card)
                case e.CardsDealt(cards=cards) if isinstance(action, a.Report | a.Rule):
                    for card in cards:
                        self._without(card)
                case e.DeckRemoved(deck=deck):
                    self._ended(deck, "voided")
                case e.TableCleared(deck=deck, void=void, round=round):
                    self._cleared(void, number, self.now.packs.get(deck))
                    self._ended(deck, "voided" if void else "settled", round)
                case e.TableIdle() if self.now.tally is not None:  # opened, and nobody played
                    self._cleared(False, number, None)
                case e.TermsAdopted():
                    self.commit_decks()
                case _:
                    pass

    def _without(self, card: Card) -> None:
        deck = self.now.state.deck
        pack = self.now.packs.get(deck)
        if pack is not None:
            self._pack(deck, pack.without(card))

    def _shuffled(self, deck: int) -> None:
        """The commitment's hour has come; what was shuffled before and never dealt ends void. Then the next commitment
        is published, so that seats can add their seeds all through the round."""
        self._ended(deck, "voided")
        coming = self.now.coming[deck]
        cards = self.now.rules.deck.cards if self.fixed.cards == "shuffle" else ()
        self._pack(deck, coming.shuffled(cards, context_of(self.fixed.name, self.fixed.chain, coming.shuffle)))
        self.change.shuffled.append(coming.shuffle)
        self._publish(deck)

    def _ended(self, deck: int, ending: str, round: int = 0) -> None:
        pack = self.now.packs.get(deck)
        if pack is None:
            return
        self._reveal(pack.shuffle, deck, ending, pack.seed, round)
        self._pack(deck, None)

    def _reveal(self, shuffle: int, deck: int, ending: str, seed: bytes, round: int = 0) -> None:
        self.row("reveal", "house", b.Reveal(shuffle, deck, ending, seed.hex()), round=round)
        self.change.revealed.append((shuffle, ending, seed.hex()))

    def _publish(self, deck: int) -> None:
        seed = self.new_seed()
        promise = commitment(seed, self.fixed.scheme, self.now.rules.deck.cards)
        coming = ComingShuffle(self.now.shuffles + 1, deck, promise, seed)
        self.row("commitment", "house", b.Commitment(coming.shuffle, deck, coming.commitment))
        self.now = replace(self.now, shuffles=coming.shuffle, coming={**self.now.coming, deck: coming})
        self.change.new_shuffles.append(coming)

    def commit_decks(self) -> None:
        """Every deck of the table has a commitment for its next shuffle."""
        for deck in range(1, self.now.rules.terms.decks + 1):
            if deck not in self.now.coming:
                self._publish(deck)

    def add_seed(self, seat: int, player: str, deck: int, seed: str, act_id: str | None) -> None:
        coming = self.now.coming[deck]
        self.row("seed", as_player(player), b.OwnSeed(coming.shuffle, deck, seat, player, seed), act_id)
        changed = {**self.now.coming, deck: coming.with_seed(seat, player, seed)}
        self.now = replace(self.now, coming=changed)

    # --- the table itself ---

    def open(self, by: str, body: b.Opened, act_id: str | None = None) -> None:
        """The table's first rows: its terms, and a commitment for every deck."""
        self.row("opened", by, body, act_id)
        self.now = replace(self.now, practice=body.practice)
        self.commit_decks()

    def practise(self, body: b.Practice, by: str) -> None:
        """The table uses the accounts of practice chips from here on."""
        number, chain = self.row("practice", by, body), self.fixed.chain
        self.now = replace(self.now, practice=True)
        own, cents = self.now.accounts, body.inventory + body.layout
        moves = ((own.outside, -cents), (own.inventory(chain), body.inventory), (own.layout(chain), body.layout))
        self.change.postings += [(number, Posting(account, moved, "practice")) for account, moved in moves if moved]

    def say_ready(self, seat: int, by: str, act_id: str | None) -> None:
        self.row("ready", by, b.Ready(seat), act_id)
        self.now = replace(self.now, ready=self.now.ready | {seat})

    def close(self, by: str, reason: str, act_id: str | None = None) -> None:
        """The table closes: every commitment ends."""
        self.row("closed", by, b.Closed(reason), act_id)
        self.change.closed = True
        for deck in tuple(self.now.packs):
            self._ended(deck, "voided")
        coming: Mapping[int, ComingShuffle] = self.now.coming
        for deck, last in coming.items():
            self._reveal(last.shuffle, deck, "voided", last.seed)
        self.now = replace(self.now, coming={})

    # --- the index of rounds ---

    def _round_opened(self, number: int) -> None:
        tally = opened_round(self.now.state, self.at, number)
        self.now = replace(self.now, tally=tally)
        self.change.opened = tally

    def _cleared(self, void: bool, number: int, pack: Pack | None) -> None:
        assert self.now.tally is not None
        self.change.ended = RoundEnd(self.now.tally, self.at, number, void, pack.shuffle if pack else 0)
        self.now = replace(self.now, tally=None)
