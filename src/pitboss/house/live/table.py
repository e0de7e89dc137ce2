"""A running table: its state in memory, always that of the last commit."""

from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from pitboss.house.live import restoring
from pitboss.house.live.bringing import bring, drawer, whole
from pitboss.house.live.lane import Job, Lane, Look, Reply, Work
from pitboss.house.live.now import Change, Fixed, Now
from pitboss.house.live.preparing import Preparing
from pitboss.house.live.recalling import recalled
from pitboss.house.live.saving import save
from pitboss.house.money.entries import LARGEST
from pitboss.house.trail import bodies as b
from pitboss.house.trail.asked import reused
from pitboss.house.trail.rows import head, person_of
from pitboss.messages.base import LONGEST_ID, Done
from pitboss.play.staff import STAFF_ACTS, fulfil
from pitboss.rulebook.pays import dollars
from pitboss.table import actions as a
from pitboss.table.betting import missing
from pitboss.table.duties import Duty, duty
from pitboss.table.refusals import Refusal

if TYPE_CHECKING:
    import asyncio

    from pitboss.house.house import House
    from pitboss.house.live.dealer import Dealer

REMEMBERED = 5000
"""How many acts a table remembers by the ids their clients gave them; older ones are in the trail."""

Answer = Done | Refusal


def odd_id(act_id: str) -> Refusal | None:
    """Why this is no id, or None."""
    if 1 <= len(act_id) <= LONGEST_ID and act_id.isprintable():
        return None
    allowed = f"1 to {LONGEST_ID} printable characters"
    return Refusal("act_id", "an act needs an id of its own", given=act_id[:LONGEST_ID], allowed=allowed)


class LiveTable:
    """One table. `act` is the door for people, `perform` for the automatic staff."""

    def __init__(self, house: "House", fixed: Fixed, now: Now, lane: Lane) -> None:
        self.house = house
        self.fixed = fixed
        self.now = now
        self.lane = lane
        self.open = True
        self.dealer: Dealer | None = None
        """The automatic staff, once it is at work here."""
        self.fairness: tuple[object, Any] | None = None
        """What is told of the coming shuffles, and the commitments it was made of."""
        self.listeners: set[Callable[[LiveTable, Change], None]] = set()
        """Called after every change, in order."""
        self.known: OrderedDict[tuple[str, str], tuple[int, Any]] = OrderedDict()
        """Who, by which id -> the row, and what was asked."""
        self.forgotten = now.number > restoring.REMEMBERED
        """Whether there may be ids that only the trail remembers."""

    # --- what people do ---

    def act(
        self, by: str, action: a.AnyAction, act_id: str | None = None, *, house: str = "", feed: bool = False
    ) -> "asyncio.Future[Answer]":
        """Performs an act, once however often it is sent with the same id; acknowledged after its commit."""
        return self._ask(self._acting(by, action, act_id, house, feed))

    def act_if(
        self, still: Callable[[Now], bool], by: str, action: a.AnyAction, house: str
    ) -> "asyncio.Future[Answer | None]":
        """An act of the house that is due for a reason; None where the reason has gone when its turn comes: what people
        had asked for before it counts."""
        job = self._acting(by, action, None, house)
        return self._ask(lambda: job() if still(self.now) else None)

    def _acting(self, by: str, action: a.AnyAction, act_id: str | None, house: str = "", feed: bool = False) -> Job:
        return self._once(by, act_id, action, lambda: self.acted(by, action, act_id, house, feed))

    def add_seed(self, player: str, seed: str, deck: int, act_id: str | None = None) -> "asyncio.Future[Answer]":
        """A player's own part of the seed of the coming shuffle of a deck."""
        decide = partial(self.seeded, player, seed, deck, act_id)
        return self._ask(self._once(f"player:{player}", act_id, (deck, seed), decide))

    def say_ready(self, player: str, seat: int, act_id: str | None = None) -> "asyncio.Future[Answer]":
        """The player has no more wagers to place: the dealer need not wait for this position."""
        decide = partial(self.readied, player, seat, act_id)
        return self._ask(self._once(f"player:{player}", act_id, ("ready", seat), decide))

    def hear(self, reply: Reply, handle: str, act_id: str, asked: Any, decide: Callable[[], "Work | Refusal"]) -> None:
        """Somebody asks for something under an id of his. Whatever he may do now, what was done before under this id
        is answered as it was then; otherwise `decide` says, when its turn comes (`acted`, `seeded`, `readied`, or why
        he may not). `reply` hears of it together with the change itself."""
        self.lane.answer(self._sure(self._once(f"player:{handle}", act_id, asked, decide)), reply)

    # --- what is decided when its turn comes ---

    def acted(
        self, by: str, action: a.AnyAction, act_id: str | None, house: str = "", feed: bool = False
    ) -> Work | Refusal:
        if self.now.undivided and isinstance(action, a.TakeSeat | a.PlaceWager):
            message = "this practice table shares a meter with tables of real chips: nobody wagers here any more"
            return Refusal("practice", message, given=self.fixed.name, allowed="another table; this one can be closed")
        brought = bring(self.fixed, self.now, action, self.readings(), feed=feed, approved=house == "terms")
        if isinstance(brought, Refusal):
            return brought
        work = self.begin()
        refusal = work.act(by, brought[0], act_id, places=brought[1], house=house)
        return refusal if refusal is not None else self._work(work, by, act_id, action)

    def seeded(self, player: str, seed: str, deck: int, act_id: str | None) -> Work | Refusal:
        if self.fixed.cards == "feed":
            message = "the cards of this table come from its shoe: no seed changes their order"
            return Refusal("no_shuffle", message, given="a seed", allowed="at tables whose cards the house shuffles")
        seat = next((s.number for s in self.now.state.seats if s.player == player), 0)
        if not seat:
            return Refusal("not_seated", "only a seated player can add a seed", given=player, allowed="a seat first")
        if deck not in self.now.coming:
            decks = ", ".join(map(str, self.now.coming))
            return Refusal("no_deck", "no shuffle of this deck is coming", given=str(deck), allowed=decks)
        if not 1 <= len(seed) <= 64 or not seed.isprintable():
            given = f"{len(seed)} characters"
            return Refusal("seed", "not a seed", given=given, allowed="1 to 64 printable characters")
        work = self.begin()
        work.add_seed(seat, player, deck, seed, act_id)
        return self._work(work, f"player:{player}", act_id, (deck, seed))

    def readied(self, player: str, seat: int, act_id: str | None) -> Work | Refusal:
        seats = self.now.state.seats
        if not 1 <= seat <= len(seats) or seats[seat - 1].player != player:
            return Refusal("not_your_seat", "this position is not yours", given=str(seat))
        due = self.due()
        if due is None or due.do is not a.CloseBets:
            return Refusal("wrong_step", "no wagers are awaited now", given=self.step_name, allowed="bets")
        rules, lacking = self.now.rules, missing(self.now.rules, seats[seat - 1])
        if lacking and any(seats[seat - 1].stakes):
            clause = rules.cite("compulsory", self.now.state.procedure)
            return Refusal("incomplete", f"no hand can be dealt yet: {lacking}", clause, f"position {seat}")
        work = self.begin()
        by = f"player:{player}"
        work.say_ready(seat, by, act_id)
        return self._work(work, by, act_id, ("ready", seat))

    # --- what the floor does ---

    def chips(self, cents: int, by: str, reason: str, act_id: str | None = None) -> "asyncio.Future[Answer]":
        """A fill of the inventory, or a credit where negative."""

        def decide() -> Work | Refusal:
            if cents == 0 or abs(cents) > LARGEST:
                return Refusal("amount", "not an amount", given=str(cents), allowed=f"1 to {LARGEST} cents")
            have = self.inventory
            if have + cents < 0:
                return Refusal(
                    "funds", "the inventory does not hold this", given=dollars(-cents), allowed=f"up to {dollars(have)}"
                )
            work = self.begin()
            work.chips(cents, by, reason, act_id)
            return self._work(work, by, act_id, (cents, reason))

        return self._ask(self._once(by, act_id, (cents, reason), decide))

    def note(self, body: b.Parked) -> "asyncio.Future[Answer]":
        """The house parks the table, or takes it up again."""

        def job() -> Work:
            work = self.begin()
            work.row("parked", "house", body)
            return self._work(work, "house", None, None)

        return self._ask(job)

    def close(self, by: str, reason: str, act_id: str | None = None) -> "asyncio.Future[Answer]":
        """Closes the table between rounds, when nothing lies on it."""

        def decide() -> Work | Refusal:
            state = self.now.state
            wagers = any(any(seat.stakes) for seat in state.seats)
            if wagers or (state.step > 0 and self.step_name != "bets"):
                return Refusal("in_round", "a round is being played", given=self.step_name, allowed="between rounds")
            work = self.begin()
            if self.inventory:
                work.chips(-self.inventory, by, "the table closes")
            work.close(by, reason, act_id)
            made = self._work(work, by, act_id, reason)
            write, then = made.write, made.then

            def written(conn: Any) -> Any:
                capital = write(conn)
                self.house.approvals.close(conn, work.at)
                return capital

            def shut(capital: int) -> None:
                self.open = False
                self.house.tables.pop(self.fixed.chain, None)
                then(capital)
                self.house.approvals.closed(self.fixed.chain)

            made.write, made.then = written, shut
            return made

        return self._ask(self._once(by, act_id, reason, decide))

    # --- the automatic staff ---

    def due(self) -> Duty | None:
        return duty(self.now.rules, self.now.state, self.house.clock())

    def perform(self, *, run: bool = False) -> "asyncio.Future[Answer | None]":
        """Performs the next duty of the automatic staff; None where there is none for it now. As a `run` what is due
        after it follows in the same transaction, each act with rows of its own, until a round is opened or ended or
        somebody else is waited for."""

        def job() -> Work | Answer | None:
            work = self.begin()
            by = ""
            while self.open and (not by or (run and work.goes_on)):
                due = duty(work.now.rules, work.now.state, work.at)
                if due is None or not self._by_staff(due):
                    break
                refusal = self._fulfil(work, due)
                if refusal is not None and not by:
                    return refusal
                if refusal is not None:
                    break
                by = due.by
            return self._work(work, by, None, None) if by else None

        return self._ask(job)

    def _by_staff(self, due: Duty) -> bool:
        """Whether the automatic staff can do this now."""
        by_shoe = due.do is a.DealCards and self.fixed.cards == "feed"
        return not due.waits and due.do in STAFF_ACTS and not by_shoe

    def _fulfil(self, work: Preparing, due: Duty) -> Refusal | None:
        now, readings = work.now, self.readings(work)
        action = fulfil(now.rules, now.state, due, drawer(now), readings)
        places: tuple[int, ...] = ()
        if isinstance(action, a.DealCards):
            places = now.packs[now.state.deck].top(len(action.cards))[0]
        else:
            action = whole(self.fixed, now, action, readings)
        return work.act(due.by, action, None, places=places, house="automatic")

    # --- how it works ---

    def readings(self, work: Preparing | None = None) -> a.Readings:
        """What the table's meters read, by the table's own names for them; after what this work has done so far."""
        moved = {entry.meter: entry.after for _, entry in work.change.meters} if work is not None else {}
        names = [(m.name, self.fixed.meter(m.name)) for m in self.now.rules.terms.meters]
        return tuple((own, moved[meter] if meter in moved else self.house.bank.reading(meter)) for own, meter in names)

    @property
    def inventory(self) -> int:
        """The chips in its tray; cents."""
        return self.house.bank.balance(self.now.accounts.inventory(self.fixed.chain))

    @property
    def step_name(self) -> str:
        now = self.now
        return now.rules.script(now.state.procedure)[now.state.step].name if now.state.step >= 0 else "between rounds"

    def begin(self) -> Preparing:
        house = self.house
        return Preparing(
            self.fixed, self.now, house.clock(), balance=house.bank.balance, new_seed=house.new_seed,
            float_=house.settings.table_float,
        )  # fmt: skip

    def _once(self, by: str, act_id: str | None, asked: Any, decide: Callable[[], Work | Refusal]) -> Job:
        """What is asked for under this id is decided once; then it is answered as before. Where the trail alone
        remembers, it is asked before anything is refused; what is accepted it refuses itself (`_work`)."""

        def job() -> Work | Look | Answer:
            early = self._known(by, act_id, asked)
            if early is not None:
                return early
            decided = decide()
            if act_id is not None and self.forgotten and isinstance(decided, Refusal):
                return self._recall(by, act_id, asked, lambda: decided)
            return decided

        return job

    def _known(self, by: str, act_id: str | None, asked: Any) -> Answer | Look | None:
        if not self.open:
            return Refusal("table_closed", "this table is closed", given=self.fixed.name)
        if act_id is None:
            return None
        odd = odd_id(act_id)
        if odd is not None:
            return odd
        found = self.known.get((person_of(by), act_id))
        if found is None:
            return None
        number, before = found
        if before is None:  # known from the trail alone
            return self._recall(by, act_id, asked, lambda: reused(act_id))
        return Done(number, again=True) if before == asked else reused(act_id)

    def _recall(self, by: str, act_id: str, asked: Any, otherwise: Callable[[], Answer]) -> Look:
        """What the trail says of this id; `otherwise` where it says nothing."""
        fixed, now = self.fixed, self.now

        def then(found: tuple[int, bool] | None) -> Answer:
            if found is None:
                return otherwise()
            number, same = found
            return Done(number, again=True) if same else reused(act_id)

        return Look(lambda conn: recalled(conn, fixed, now, by, act_id, asked), then)

    def _work(self, work: Preparing, by: str, act_id: str | None, asked: Any) -> Work:
        change = work.finished()
        seq = next((row.number for row in change.rows if row.act_id is not None), change.rows[-1].number)

        def write(conn: Any) -> int:
            return save(conn, self.fixed, change, self.house.keys.seal)

        def then(capital: int) -> None:
            if act_id is not None:
                self.remember(by, act_id, seq, asked)
            self.adopt(change, capital)

        def conflict(error: BaseException) -> Look:
            """The store has this id already, from long ago."""

            def otherwise() -> Answer:
                raise error

            if act_id is None:
                raise error
            return self._recall(by, act_id, asked, otherwise)

        made = Work(write, then, Done(seq), lambda: self._doubt(change, made.then), conflict)
        return made

    def _ask(self, job: Job) -> "asyncio.Future[Any]":
        return self.lane.ask(self._sure(job))

    def _sure(self, job: Job) -> Job:
        return lambda: job() if self.lane.doubtful is None else self._look_again(job)

    def _doubt(self, change: Change, then: Callable[[Any], None]) -> None:
        self.lane.doubtful = (self.fixed.chain, change, then)
        if self.dealer is not None:
            self.dealer.begin_anew()

    def _look_again(self, job: Job) -> Look:
        """After trouble the store says what is true: a commit whose answer was lost may have been kept."""
        chain, change, then = self.lane.doubtful

        def settled(found: bytes) -> Any:
            self.lane.doubtful = None
            now = change.now
            if found == now.hash:  # it was: now it is true, and everybody hears of it
                then(0)
                if any(posting.account == now.accounts.cage and posting.cents < 0 for _, posting in change.postings):
                    self.house.look_again()  # the cage may have needed capital
            return job()

        return Look(lambda conn: head(conn, chain)[1], settled)

    def remember(self, by: str, act_id: str, seq: int, asked: Any) -> None:
        self.known[person_of(by), act_id] = (seq, asked)
        if len(self.known) > REMEMBERED:
            self.known.popitem(last=False)
            self.forgotten = True

    def adopt(self, change: Change, capital: int = 0) -> None:
        """The change is committed: now it is true, and everybody may know."""
        self.now = change.now
        bank = self.house.bank
        bank.post((posting for _, posting in change.postings), capital)
        for _, entry in change.meters:
            bank.read(entry.meter, entry.after, reset_at=change.now.at if entry.added else 0)
        if self.dealer is not None:
            self.dealer.look(change)
        for listener in tuple(self.listeners):
            listener(self, change)
        if change.meters:
            self.house.meters_moved(self, {entry.meter for _, entry in change.meters})
