"""A game bound to the terms of a table: the script, plans and settlement that the engine follows, worked out once."""

from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache

from msgspec.structs import replace

from pitboss.cards.deck import Deck, deck_of
from pitboss.rulebook.book import Book, Guide, Wager, book
from pitboss.rulebook.cited import STEPS, TASKS
from pitboss.rulebook.roles import ROLES, who_may
from pitboss.rulebook.terms import PROCEDURES, MeterTerms, Terms, WagerTerms
from pitboss.rulebook.words import listed
from pitboss.table.cells import Fields, HandsDealt
from pitboss.table.definition import Choice, Deal, Game, Mishap, Step, Target
from pitboss.table.faults import BadGame, no_plan, no_script, wrong_words
from pitboss.table.settlement import Settlement, tables_in_force
from pitboss.table.state import OUT, State
from pitboss.table.state import Seat as SeatState
from pitboss.table.state import TableDeck as DeckState

_REPORTERS = who_may("deal", "floor", "sit")


class Rules:
    """One game under one set of terms. Immutable; the caches only remember what follows from the two."""

    def __init__(self, game: Game, terms: Terms, cent: int = 1) -> None:
        assert game.id == terms.game
        self.game = game
        self.terms = terms
        self.cent = cent
        """How many units of money a cent has: 1 at every table (see `paying.payment`)."""
        self.book: Book = book(game.id)
        self.deck: Deck = deck_of(self.book)
        self.deck_size = self.deck.size
        self.wagers: tuple[Wager, ...] = tuple(w for w in self.book.wagers if self.offered(w.id))
        self.index: dict[str, int] = {w.id: i for i, w in enumerate(self.wagers)}
        self.wager: dict[str, Wager] = {w.id: w for w in self.wagers}
        self._limits = {w.id: found for w in self.wagers if (found := terms.wager(w.family)) is not None}
        self.requires = {w.id: self._required(w) for w in self.wagers}
        """The wagers that must lie on the layout before each, by the operator's readings."""
        self.none = (0,) * len(self.wagers)
        self._cites = {procedure: self._cited(procedure) for procedure in PROCEDURES}
        self._targets = lru_cache(maxsize=1024)(self.expand)
        self.scripts: dict[str, tuple[Step, ...]] = {p: self._script(p) for p in PROCEDURES}
        """The steps of a round by each dealing procedure."""
        self._playable()

    def _playable(self) -> None:
        """Refuses a declaration with words that the engine does not know, or with a bonus that cannot be paid."""
        all_plans = [self.game.plan(self, p, None) for p in PROCEDURES]
        self._refuse_if(dict.fromkeys(fault for plan in all_plans if (fault := no_plan(plan))))
        plans = (part for plan in all_plans for part in plan.values())
        self._refuse_if([*wrong_words(self.game, self.scripts, plans), *self._wrong_bonuses()])

    def _refuse_if(self, wrong: Iterable[str]) -> None:
        if said := list(wrong):
            raise BadGame("\n".join([f"the declaration of {self.game.id} cannot be played:", *said]))

    def _wrong_bonuses(self) -> list[str]:
        """Lines of the tables in force that pay a bonus which cannot be set off against what is lost."""
        if not any(row.bonus for row in self.game.rows(self)):
            return []
        tables = {w: self._limits[w.id].lines for w in self.wagers if w.id in self._limits}
        return [
            f"the paytable of '{wager.id}', {line.hand}: {fault}"
            for wager, lines in tables.items()
            for line in lines
            for fault in self.settlement.bonus_faults(wager.id, line)
        ]

    def _script(self, procedure: str) -> tuple[Step, ...]:
        """The steps of a round, every raise with the wager of which it is a multiple."""
        script = self.game.script(self, procedure)
        self._refuse_if(filter(None, [no_script(script)]))
        return tuple(
            replace(step, choices=tuple(self._multiple(c) for c in step.choices)) if step.choices else step
            for step in script
        )

    def _multiple(self, choice: Choice) -> Choice:
        return replace(choice, of=self.base) if choice.does == "raise" and not choice.of else choice

    def _cited(self, procedure: str) -> dict[str, str]:
        return {key: self.book.cite(key, procedure) for key in self.book.cites}

    def _required(self, wager: Wager) -> tuple[str, ...]:
        more = [w for r in wager.requires_if if self.reading(r.option) == r.value for w in r.wagers if w in self.index]
        return (*wager.requires, *more)

    def offered(self, wager: str) -> bool:
        return self.terms.wager(self.book.wager(wager).family) is not None

    @cached_property
    def base(self) -> str:
        """The first compulsory wager: what a wager made later is a multiple of unless its choice says otherwise."""
        return next((w.id for w in self.wagers if w.compulsory), "")

    @cached_property
    def metered(self) -> str | None:
        """The wager that feeds the meters and is paid from them, where it is offered."""
        return next((w.id for w in self.wagers if w.metered), None)

    @cached_property
    def by_hands_dealt(self) -> bool:
        """Whether a wager is offered whose odds depend on how many hands are dealt."""
        return any(isinstance(f, HandsDealt) for w in self.wagers for f in self.fields[w.id])

    @cached_property
    def spared(self) -> tuple[str, ...]:
        """The wagers that are settled although the round is void, where the consequence spares any."""
        chosen = self.terms.readings
        return tuple(
            w.id
            for w in self.wagers
            if w.spared or (w.spared_if is not None and chosen.get(w.spared_if[0]) == w.spared_if[1])
        )

    @cached_property
    def edition(self) -> int:
        """The version of the game's book by which this table plays."""
        return self.terms.edition if isinstance(self.terms.edition, int) else 1

    @cached_property
    def mishaps(self) -> tuple[Mishap, ...]:
        """The irregularities of the game, in the edition by which this table plays."""
        now = self.edition
        return tuple(row for row in self.game.mishaps if row.since <= now and (not row.until or now <= row.until))

    @cached_property
    def mishaps_by_kind(self) -> Mapping[str, tuple[Mishap, ...]]:
        """The same by their kind, in the same order."""
        kinds = dict.fromkeys(row.kind for row in self.mishaps)
        return {kind: tuple(row for row in self.mishaps if row.kind == kind) for kind in kinds}

    def together(self, wager: str) -> tuple[str, ...]:
        """The wagers made before the deal that must have the same amount, this one among them; first the one that the
        others equal."""
        first = self.wager[wager].equal_to or wager
        found = [w.id for w in self.wagers if not w.later and first in (w.id, w.equal_to)]
        return tuple(sorted(found, key=lambda each: each != first))

    def staked(self, wager: str, times: int, base: int) -> int:
        """What lies on a wager that is so many times the base of a round."""
        return times * base

    def limits(self, wager: str) -> WagerTerms:
        """The limits of a wager that is made before the deal."""
        return self._limits[wager]

    def cite(self, key: str, procedure: str = "") -> str:
        """The clause behind a rule that all games share, by the procedure in use where it depends on it; nothing where
        the book has none."""
        return self._cites[procedure or self.terms.procedure].get(key, "")

    def guide(self, step: str, procedure: str) -> Guide:
        """What the book says about a step; its usual title and its own clause where the book says nothing."""
        own = next((s for s in self.scripts[procedure] if s.name == step), None)
        if own is None:
            return self.book.guide(step, procedure, TASKS.get(step, ""), self.cite(step, procedure))
        return self.book.guide(step, procedure, _title(own), own.clause)

    @property
    def tasks(self) -> tuple[str, ...]:
        """What there is to do at the table, beside the steps of the round and among them."""
        kept = [task for task in TASKS if task != "order_shuffle" or task in self.book.cites]
        return tuple(dict.fromkeys((*self.book.guides, *kept)))

    def reading(self, name: str) -> str:
        return self.terms.readings[name]

    def meter(self, name: str) -> MeterTerms:
        return next(m for m in self.terms.meters if m.name == name)

    @cached_property
    def fields(self) -> Mapping[str, Fields]:
        """For every wager of the game the fields of its cells."""
        return self.game.cells(self)

    @cached_property
    def settlement(self) -> Settlement:
        families = {w.id: w.family for w in self.wagers}
        return Settlement(self.game.rows(self), self.game.spaces(self), tables_in_force(self.terms, families))

    @cached_property
    def digest(self) -> str:
        return self.terms.digest

    def reports(self, role: str) -> tuple[Mishap, ...]:
        """The irregularities this role may report."""
        return self._reports.get(role, ())

    @cached_property
    def _reports(self) -> dict[str, tuple[Mishap, ...]]:
        return {role: tuple(row for row in self.mishaps if role in row.by) for role in ROLES}

    def reporters(self, kind: str) -> tuple[str, ...]:
        """The roles that may report this irregularity; of an unknown one the engine tells whoever asks."""
        return self._reporters.get(kind, _REPORTERS)

    @cached_property
    def _reporters(self) -> dict[str, tuple[str, ...]]:
        kinds = {row.kind for row in self.mishaps}
        by = {kind: {role for row in self.mishaps if row.kind == kind for role in row.by} for kind in kinds}
        return {kind: tuple(role for role in _REPORTERS if role in by[kind]) for kind in kinds}

    @cached_property
    def places(self) -> dict[str, frozenset[str]]:
        """Where cards may come to lie, by each dealing procedure."""
        plans = {p: self.game.plan(self, p, None).values() for p in PROCEDURES}
        return {p: frozenset(deal.to for part in plan for deal in part) for p, plan in plans.items()}

    @cached_property
    def board(self) -> dict[str, int]:
        """How many community cards a whole round has, by each dealing procedure."""
        plans = {p: self.game.plan(self, p, None).values() for p in PROCEDURES}
        return {p: sum(d.count for part in plan for d in part if d.to == "community") for p, plan in plans.items()}

    def script(self, procedure: str) -> tuple[Step, ...]:
        return self.scripts[procedure]

    def targets(self, state: State, part: str, *, most: bool = False) -> tuple[Target, ...]:
        """Where the cards of this part of the deal go, one delivery after the other; `most` as if every position had
        made the wagers on which a delivery depends."""
        seats = tuple([s.number for s in state.seats if s.standing != OUT])
        plan = self.game.plan(self, state.procedure, state)[part]
        if most or not any(deal.having for deal in plan):
            return self._targets(plan, seats)
        made: tuple[Target, ...] = ()
        for deal in plan:
            place = self.index.get(deal.having, -1)
            having = tuple(n for n in seats if not deal.having or (place >= 0 and state.seats[n - 1].stakes[place]))
            made += self._targets((deal,), having) if having else ()
        return made

    @staticmethod
    def expand(plan: tuple[Deal, ...], seats: tuple[int, ...]) -> tuple[Target, ...]:
        targets: list[Target] = []
        for deal in plan:
            if deal.to == "seats":
                for seat in seats:
                    clause = deal.first if deal.first and seat == seats[0] else deal.clause
                    targets.append(Target("seat", deal.count, clause, seat, deal.up))
            else:
                targets.append(Target(deal.to, deal.count, deal.clause, 0, deal.up))
        return tuple(targets)

    def opening(self) -> State:
        """A closed table: no cards, nobody seated."""
        empty = tuple(SeatState(n, self.none, self.none) for n in range(1, self.terms.positions + 1))
        return State(
            decks=tuple(DeckState(n) for n in range(1, self.terms.decks + 1)),
            seats=empty,
            procedure=self.terms.procedure,
            shuffler="none" if self.terms.shuffler == "none" else "working",
            shoe="working" if self.terms.procedure == "automated_shoe" else "none",
            terms=self.digest,
            meters=tuple((m.name, m.initial * 1_000_000) for m in self.terms.meters),
        )

    def carry_over(self, before: Terms, state: State) -> State:
        """The same table, between rounds, under these terms: people, cards and devices stay as they are; what the new
        terms change in the equipment is taken from them."""
        fresh, terms = self.opening(), self.terms
        seats = tuple(
            replace(seat, player=old.player, net=old.net) if (old := _at(state.seats, seat.number)) else seat
            for seat in fresh.seats
        )
        decks = tuple(state.decks[d.number - 1] if d.number <= len(state.decks) else d for d in fresh.decks)
        known = dict(state.meters)
        return replace(
            state,
            seats=seats,
            decks=decks,
            deck=min(state.deck, len(decks)),
            procedure=state.procedure if terms.procedure == before.procedure else fresh.procedure,
            shuffler=state.shuffler if terms.shuffler == before.shuffler else fresh.shuffler,
            shoe=state.shoe if terms.procedure == before.procedure else fresh.shoe,
            terms=fresh.terms,
            meters=tuple((name, known.get(name, reading)) for name, reading in fresh.meters),
        )


_TURNED_UP = {"dealer": "the dealer's cards", "community": "community cards", "box": "the cards in the box"}


def _title(step: Step) -> str:
    """What the step is called where the book does not say it."""
    return STEPS[step.kind].format(
        choices=listed([choice.name.replace("_", " ") for choice in step.choices], "or"),
        cards="cards" if step.name == step.kind else step.name.replace("_", " "),
        place=_TURNED_UP.get(step.place, "the cards"),
    )


def _at(seats: tuple[SeatState, ...], number: int) -> SeatState | None:
    return seats[number - 1] if number <= len(seats) else None
