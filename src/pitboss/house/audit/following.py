"""A table's rows performed again from the first, each by the code that made it, and held against what stands there. A
row that does not follow is a finding; then the recorded events are believed and the audit goes on, so that one change
does not hide another."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import get_args

from msgspec.structs import replace

from pitboss.house.audit.findings import Findings
from pitboss.house.fair.scheme import is_masked
from pitboss.house.live.draft import ChangeDraft
from pitboss.house.live.now import Fixed, Now, TableChange
from pitboss.house.live.repetition import DoesNotFollow, again, plenty
from pitboss.house.live.supplies import whole
from pitboss.house.trail import bodies as b
from pitboss.house.trail.rows import Row
from pitboss.rulebook.terms import MICRO
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.evolve import evolve, rules_after
from pitboss.table.people import as_player
from pitboss.table.refusals import Refusal
from pitboss.table.state import State, cards_out

REASONS = get_args(b.HouseReason)
"""Why an act may have been the house's own; nothing where a person acted."""
PATIENCE = 25
"""After so many rows that do not follow, the rest of a chain cannot be made sense of."""
_COLUMNS = ("at", "kind", "round", "by", "act_id", "body")


class Seeds:
    """The seeds of a table: revealed in the trail, or opened with the keys of the house, or unknown."""

    def __init__(self, find: Callable[[int], bytes | None]) -> None:
        self._find = find
        self.unknown: set[int] = set()

    def __call__(self, shuffle: int) -> bytes:
        seed = self._find(shuffle)
        if seed is None:
            self.unknown.add(shuffle)
            return bytes(32)  # stands for the seed nobody has shown yet; whatever would depend on it is not performed
        return seed


class Folding(ChangeDraft):
    """Takes the recorded events for what happened, instead of deciding again."""

    recorded: tuple[e.AnyEvent, ...] = ()

    def outcome(self, by: str, action: a.AnyAction) -> tuple[tuple[e.AnyEvent, ...], State] | Refusal:
        rules, state = self.now.rules, self.now.state
        for event in self.recorded:
            state, rules = evolve(rules, state, event), rules_after(rules, event)
        return self.recorded, state

    def _without(self, card: str) -> None:
        """Which card lies where is not known here."""


class Follower:
    def __init__(
        self, fixed: Fixed, now: Now, seeds: Seeds, findings: Findings, readings: Mapping[str, int] | None = None
    ) -> None:
        """`readings` are what its own meters read where the rows do not begin with the first."""
        self.fixed, self.now, self.seeds, self.findings = fixed, now, seeds, findings
        self.folded = 0
        """Rows whose cards could not be looked at: their seed is not revealed."""
        self.lost = False
        """The rest could not be made sense of."""
        self._faults = 0
        self._readings = {meter.name: meter.initial * MICRO for meter in now.rules.terms.meters} | dict(readings or {})

    def follow(self, rows: Iterable[Row]) -> Iterator[tuple[list[Row], TableChange]]:
        """Each act with the rows it wrote and the change it makes."""
        waiting: list[Row] = []
        change: TableChange | None = None
        for row in rows:
            if change is not None and len(waiting) < len(change.rows):
                if change.rows[len(waiting)].kind == row.kind:
                    self._compare(change, len(waiting), row)
                    waiting.append(row)
                    continue
                self._missing(waiting[-1], change.rows[len(waiting)].kind)
            if change is not None:
                self._go_on(change, waiting[-1])
                yield waiting, change
            change, waiting = self._act(row), [row]
            if change is not None:
                self._compare(change, 0, row)
            if self.lost:
                return
        if change is not None:
            if len(waiting) < len(change.rows):
                self._missing(waiting[-1], change.rows[len(waiting)].kind)
            self._go_on(change, waiting[-1])
            yield waiting, change

    def _go_on(self, change: TableChange, last: Row) -> None:
        self.now = replace(change.now, number=last.number, hash=last.hash)
        for _, entry in change.meters:
            own = next((name for name in self._readings if self.fixed.meter(name) == entry.meter), None)
            if own is not None:
                self._readings[own] = entry.after
        if change.adopted:
            for meter in self.now.rules.terms.meters:
                self._readings.setdefault(meter.name, meter.initial * MICRO)

    # --- one act ---

    def _act(self, row: Row) -> TableChange | None:
        self.now = now = replace(self.now, number=row.number - 1)
        try:
            body = b.decode(row)
        except (KeyError, ValueError) as error:
            self._fault(row, f"it cannot be read: {error}")
            return None
        if isinstance(body, b.ActDone):
            if self._hidden(body):
                self.folded += 1
                dealt = [card for event in body.events if isinstance(event, e.CardsDealt) for card in event.cards]
                if isinstance(body.act, a.DealCards) and dealt != list(body.act.cards):
                    self._fault(row, "the cards that were brought are not those that were dealt")
                return self._fold(row, body)
            self._brought(row, body)
        elif isinstance(body, b.Ready | b.OwnSeed):
            self._own_seat(row, body)
        try:
            return again(self.fixed, now, row, self.seeds)
        except DoesNotFollow as stray:
            self._fault(row, stray.why)
        except (StopIteration, TypeError, ArithmeticError, AttributeError) as error:
            self._fault(row, f"it cannot be performed: {error}")
        return self._fold(row, body) if isinstance(body, b.ActDone) else None

    def _hidden(self, body: b.ActDone) -> bool:
        """Whether the act cannot be decided again before the seed is known: cards lie there that nobody may see."""
        pack = self.now.packs.get(self.now.state.deck)
        if pack is None or pack.shuffle not in self.seeds.unknown or self.now.state.step < 0:
            return False
        return isinstance(body.act, a.DealCards | a.Report) or any(map(is_masked, cards_out(self.now.state)))

    def _fold(self, row: Row, body: b.ActDone) -> TableChange | None:
        upcoming = iter(range(self.now.shuffles + 1, self.now.shuffles + 100))
        draft = Folding(
            self.fixed,
            self.now,
            row.at,
            balance=plenty(body.reserves),
            new_seed=lambda: self.seeds(next(upcoming)),
            float_=0,
        )
        try:
            places, body = self._faces(body)
            draft.recorded = body.events
            draft.act(row.by, body.act, row.act_id, places=places, house=body.house, version=body.version)
        except (AssertionError, LookupError, ValueError, TypeError, ArithmeticError, AttributeError) as error:
            self._fault(row, f"its events cannot have happened there: {error}")
            return None
        return draft.finished()

    def _faces(self, body: b.ActDone) -> tuple[tuple[int, ...], b.ActDone]:
        """The places and the faces of the cards that an act deals, where the seed opens them."""
        pack = self.now.packs.get(self.now.state.deck)
        if not isinstance(body.act, a.DealCards) or pack is None or pack.shuffle in self.seeds.unknown:
            return (), body
        count, faces = len(body.act.cards), self.now.rules.deck.cards
        places = pack.top(count)[0] if pack.order else pack.fed(count)
        try:
            return places, b.open_faces(body, lambda text: pack.face(text, faces) if is_masked(text) else text)
        except ValueError:
            return (), body

    # --- holding against ---

    def _compare(self, change: TableChange, place: int, row: Row) -> None:
        made = change.rows[place]
        body = change.bodies[place]
        if isinstance(body, b.Commitment) and body.shuffle in self.seeds.unknown:
            if not self._published(change, body, row):
                self._fault(row, "it is not the commitment that was due")
            made = replace(made, body=row.body)
        for name in _COLUMNS:
            if getattr(made, name) != getattr(row, name):
                self._fault(row, self._why(name, body))
                return

    def _why(self, name: str, body: b.Body) -> str:
        if name == "body" and isinstance(body, b.Commitment):
            return f"the seed revealed for shuffle {body.shuffle} does not fit this commitment"
        return f"its {name} is not what follows from the rows before it"

    def _published(self, change: TableChange, due: b.Commitment, row: Row) -> bool:
        """Takes a commitment over whose seed is still unknown."""
        try:
            said = b.decode(row)
        except ValueError:
            return False
        if not isinstance(said, b.Commitment) or (said.shuffle, said.deck) != (due.shuffle, due.deck):
            return False
        coming = change.now.coming.get(due.deck)
        if coming is not None and coming.shuffle == due.shuffle:
            known = replace(coming, commitment=said.commitment)
            change.now = replace(change.now, coming={**change.now.coming, due.deck: known})
        change.new_shuffles = [
            replace(each, commitment=said.commitment) if each.shuffle == due.shuffle else each
            for each in change.new_shuffles
        ]
        return b.encode(said) == row.body and len(said.commitment) == 64

    def _brought(self, row: Row, body: b.ActDone) -> None:
        """What the house itself brings to an act: commitments, surplus cards, what the meters read."""
        act = body.act
        if body.house not in REASONS:
            self._fault(row, "why the house acted by itself is none of its reasons")
        given = getattr(act, "meters", ())
        for own, reading in given:
            if own in self._readings and not self.fixed.links.get(own) and self._readings[own] != reading:
                self._fault(row, f"the meter {own} read {self._readings[own]} then, not {reading}")
        bare = act
        if isinstance(act, a.ShuffleCards):
            bare = replace(act, commitment="")
        elif self.fixed.cards == "shuffle" and isinstance(act, a.Report | a.ShowCards | a.SettleHand):
            bare = replace(act, cards=())
        elif self.fixed.cards == "shuffle" and isinstance(act, a.SettleTable):
            bare = replace(act, faces=())
        if whole(self.fixed, self.now, bare, given) != act:
            self._fault(row, "what the house brought to this act is not what it had: cards or a commitment")

    def _own_seat(self, row: Row, body: b.Ready | b.OwnSeed) -> None:
        """Who is ready or adds a seed speaks for a position of his own."""
        seats = self.now.state.seats
        if not 1 <= body.seat <= len(seats) or as_player(seats[body.seat - 1].player) != row.by:
            self._fault(row, "the position is not this player's")

    def _missing(self, row: Row, kind: str) -> None:
        self._fault(row, f"a row of kind '{kind}' is missing after it")

    def _fault(self, row: Row, why: str) -> None:
        where = f"row {row.number} of chain {row.chain}"
        self.findings.add(f"{where}: {why}", row.chain, row=row.number, round=row.round, kind="follow")
        self._faults += 1
        if self._faults == PATIENCE:
            self.lost = True
            self.findings.add(
                f"chain {row.chain}: from row {row.number} on nothing could be made sense of; the rest was checked by"
                " its hashes alone",
                row.chain,
                row=row.number,
            )
