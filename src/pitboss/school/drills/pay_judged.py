"""What is said of the moves by which a trainee settles a table: at each wager whether it was rightly taken, paid or
left, and how much, and in which chips; and over the whole table the order."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from pitboss.messages.tasks import AskMoves, ChipPile, DealerMove, Misstep, UnfitAnswer, WagerLying
from pitboss.rulebook.pays import ToOne, dollars
from pitboss.rulebook.words import ENVY, listed
from pitboss.school.chips import counted, fewest, needlessly_small, worth
from pitboss.school.drills.pay_due import PayDue, WagerKey, moves_words, would_get
from pitboss.school.drills.pay_round import PaySettled
from pitboss.school.misconceptions import MISCONCEPTIONS
from pitboss.table import events as e
from pitboss.table.definition import Step
from pitboss.table.rules import Rules
from pitboss.wording.things import many

DOES = ("take", "pay", "push")


class WagerDone:
    """What a trainee did at one wager."""

    def __init__(self, lying: WagerLying, moves: Sequence[DealerMove]) -> None:
        self.lying = lying
        self.moves = moves
        self.lies = worth(lying.chips)
        self.takes = any(move.do == "take" for move in moves)
        self.taken = sum(worth(move.chips) or self.lies for move in moves if move.do == "take")
        self.chips = tuple(pile for move in moves if move.do == "pay" for pile in move.chips)
        self.paid = worth(self.chips)
        self.left = any(move.do == "push" for move in moves)

    @property
    def gets(self) -> int:
        """What the player has of it in the end."""
        return self.lies - self.taken + self.paid


class MovesJudge:
    """Judges the moves at one table."""

    def __init__(self, rules: Rules, settled: PaySettled, ask: AskMoves, dues: Sequence[PayDue]) -> None:
        self.rules = rules
        self.settled = settled
        self.ask = ask
        self.dues = {due.key: due for due in dues}
        self.places = {(each.seat, each.wager): each for each in ask.wagers}
        self.among = tuple(pile.cents for pile in ask.tray)

    def missteps(self, moves: Sequence[DealerMove]) -> tuple[Misstep, ...]:
        """Everything that was wrong, wager by wager in the order of settlement, then what was out of order."""
        for move in moves:
            self._fit(move)
        done = {
            key: WagerDone(lying, [move for move in moves if (move.seat, move.wager) == key])
            for key, lying in self.places.items()
        }
        for each in done.values():
            if each.taken > each.lies:
                raise UnfitAnswer(f"{self._where(each.lying)}: more is taken than lies there")
        found: list[Misstep] = []
        chips = self._wrong_chips(moves, done)
        for key, each in done.items():
            wrong = list(self._at_due(self.dues[key], each) if key in self.dues else self._at_place(each))
            found += wrong or self._chips(each, chips.get(key, ""))
        order = [*self.dues, *done]
        found.sort(key=lambda misstep: order.index((misstep.seat, misstep.wager)))
        return (*found, *self._order(moves))

    # --- the form ---

    def _fit(self, move: DealerMove) -> None:
        """Refuses what no dealer could do."""
        lying = self.places.get((move.seat, move.wager))
        if lying is None:
            raise UnfitAnswer(f"there is no wager '{move.wager}' at position {move.seat}")
        where = self._where(lying)
        if move.do not in DOES:
            raise UnfitAnswer(f"{where}: there is no move '{move.do}'; the moves are {', '.join(DOES)}")
        if any(pile.count < 1 or pile.cents < 1 for pile in move.chips):
            raise UnfitAnswer(f"{where}: a pile has at least one chip, and a chip is worth at least a cent")
        if move.do == "pay" and not move.chips:
            raise UnfitAnswer(f"{where}: say in which chips it is paid")
        if move.do == "push" and move.chips:
            raise UnfitAnswer(f"{where}: a wager that is left to the player moves no chips")
        if move.do != "pay" and not lying.chips and not lying.lammer:
            raise UnfitAnswer(f"{where}: nothing lies there; it is paid or left alone")
        if move.do == "take" and counted(move.chips) - counted(lying.chips):
            raise UnfitAnswer(f"{where}: such chips do not lie there")

    def _where(self, lying: WagerLying) -> str:
        return f"Position {lying.seat}, {self._title(lying.wager)}"

    def _title(self, wager: str) -> str:
        found = self.rules.wager.get(wager)
        return found.title if found is not None else next(w.words for w in self.ask.wagers if w.wager == wager)

    def _said(self, due: PayDue, kind: str, belief: str, what: str = "") -> Misstep:
        where = self._where(self.places[due.key])
        said = f"{where}: {_inside(MISCONCEPTIONS.get(belief, what))}. Right: {moves_words(due)}."
        cuts = [event.clause for event in due.events if isinstance(event, e.PayoutCut)]
        clause = cuts[0] if cuts and belief == "limit_forgotten" else due.clause
        return Misstep(kind, said, clause, belief, due.seat, due.wager)

    # --- one wager ---

    def _at_due(self, due: PayDue, done: WagerDone) -> Iterator[Misstep]:
        wrong = self._move(due, done)
        if wrong is not None:
            yield self._said(due, *wrong)

    def _move(self, due: PayDue, done: WagerDone) -> tuple[str, str, str] | None:
        """The kind of a misstep, the belief behind it, and what is said where there is none."""
        if due.bonus and done.moves and done.gets == due.won + due.back - due.bonus:
            return ("wrong_amount" if done.paid else "wrong_move", "bonus_forgotten", "")
        if not due.gets:
            return self._lost(done)
        if due.lies and due.gets == due.lies and not due.loses_beside_bonus and due.back and not due.cut:
            return self._pushed(done)
        if due.lies and due.gets < due.lies and due.back:
            return self._halved(due, done)
        return self._won(due, done)

    def _lost(self, done: WagerDone) -> tuple[str, str, str] | None:
        if done.paid:
            return "wrong_move", "paid_on_loss", ""
        if not done.takes or done.left:
            return "wrong_move", "loss_left", ""
        if done.taken < done.lies:
            return "wrong_amount", "", "only a part of it was taken"
        return None

    def _pushed(self, done: WagerDone) -> tuple[str, str, str] | None:
        if done.paid and not done.takes:
            return "wrong_move", "push_paid", ""
        if done.takes:
            return "wrong_move", "push_taken", ""
        return None if done.left else ("wrong_move", "push_forgotten", "")

    def _halved(self, due: PayDue, done: WagerDone) -> tuple[str, str, str] | None:
        if not done.takes:
            return ("wrong_move", "paid_on_loss", "") if done.paid else ("wrong_move", "half_left", "")
        if done.gets == due.gets:
            return None
        if not done.gets:
            return "wrong_amount", "half_not_returned", ""
        return "wrong_amount", "", f"{dollars(done.gets)} of it went back"

    def _won(self, due: PayDue, done: WagerDone) -> tuple[str, str, str] | None:
        if due.lies and done.takes and not (due.may_be_taken and done.taken == done.lies):
            return "wrong_move", "winner_taken", ""
        if due.gets == due.lies and done.left and not done.paid and not done.takes:
            return None  # a bonus makes up for the loss, or no more than the wager is paid
        if not done.paid:
            return "wrong_move", self._unpaid(due, done), ""
        if done.gets == due.gets:
            return None
        belief = self._amount_belief(due, done.gets)
        return "wrong_amount", belief, f"{dollars(done.paid)} was paid"

    def _unpaid(self, due: PayDue, done: WagerDone) -> str:
        if due.wager == ENVY:
            return "envy_forgotten"
        if due.lammer and due.back and not due.won:
            return "stake_not_returned"
        if due.cut and due.gets == due.lies and not done.takes:
            return "push_forgotten"
        return "winner_taken" if done.takes else "win_left"

    # --- how a wrong amount comes about ---

    def _amount_belief(self, due: PayDue, gets: int) -> str:
        return next((belief for belief, amount in self._beliefs(due) if amount == gets), "")

    def _beliefs(self, due: PayDue) -> Iterator[tuple[str, int]]:
        """Mistaken beliefs with what the player would have by each, the likeliest first."""
        outcome = due.outcome
        if outcome is None:
            yield from self._envy_beliefs(due)
            return
        full = due.won + due.back
        if due.cut:
            yield "limit_forgotten", full
        if due.back:
            yield "stake_paid_too", due.gets + due.stake
            if due.lammer:
                yield "stake_not_returned", due.gets - due.stake
        else:
            yield "for_paid_as_to", due.gets + due.stake
        if due.reading:
            for _, reading in self.settled.state.meters:
                yield "meter_of_earlier_turn", would_get(self.rules, due, outcome.pay, due.stake, reading=reading)
        if isinstance(outcome.pay, ToOne):
            yield from self._parts(due, outcome.pay)
        for line in self.rules.settlement.lines(due.wager):
            yield "odds_of_other_line", would_get(self.rules, due, line.pay, due.stake)
        for other in self.dues.values():
            if other.seat == due.seat and other.stake not in (0, due.stake):
                yield "stake_of_other_wager", would_get(self.rules, due, outcome.pay, other.stake)

    def _parts(self, due: PayDue, pay: ToOne) -> Iterator[tuple[str, int]]:
        """Payments in which the part of a chip is rounded otherwise."""
        chip = self.rules.terms.smallest_chip if self.rules.terms.breakage == "up_to_chip" else 100
        exact = due.stake * pay.pays
        if exact % (pay.per * chip):
            for rounded in (exact // (pay.per * chip) * chip, -(-exact // (pay.per * chip)) * chip):
                yield "part_of_chip_rounded", rounded + due.back
            yield "part_of_chip_rounded", exact // pay.per + due.back

    def _envy_beliefs(self, due: PayDue) -> Iterator[tuple[str, int]]:
        paid = [event.cents for event in due.events if isinstance(event, e.EnvyPaid)]
        if len(paid) > 1:
            yield from (("envy_counted_once", cents) for cents in (*paid, due.gets - min(paid)))
        own = self._own_envy(due.seat)
        if own:
            yield "envy_for_own_hand", due.gets + own
        for line in self.rules.terms.envy:
            yield "odds_of_other_line", getattr(line.pay, "cents", 0)

    def _own_envy(self, seat: int) -> int:
        """What a position's hand wins for each of the others."""
        paid = [event for event in self.settled.events if isinstance(event, e.EnvyPaid) and event.of_seat == seat]
        return paid[0].cents if paid else 0

    # --- a place where nothing is due ---

    def _at_place(self, done: WagerDone) -> Iterator[Misstep]:
        """Only a bonus could be paid there, and none is."""
        if not done.paid:
            return
        seat, wager = done.lying.seat, done.lying.wager
        metered = self.rules.metered
        made = metered is not None and self.settled.state.seat(seat).placed[self.rules.index[metered]]
        belief = "envy_not_won" if made else "envy_without_wager"
        belief = "envy_for_own_hand" if made and self._own_envy(seat) else belief
        step = next(step for step in self._script if wager in step.wagers)
        said = f"{self._where(done.lying)}: {_inside(MISCONCEPTIONS[belief])}. Right: leave it alone."
        yield Misstep("wrong_move", said, step.clause, belief, seat, wager)

    @property
    def _script(self) -> tuple[Step, ...]:
        return self.rules.script(self.settled.state.procedure)

    # --- chips ---

    def _chips(self, done: WagerDone, belief: str) -> Iterator[Misstep]:
        """What is wrong with the chips of a payment whose amount is right."""
        if belief:
            right = listed(chips_words(pile) for pile in fewest(done.paid, self.among))
            said = f"{self._where(done.lying)}: {_inside(MISCONCEPTIONS[belief])}. Right: {right}."
            yield Misstep("wrong_chips", said, "", belief, done.lying.seat, done.lying.wager)

    def _wrong_chips(self, moves: Sequence[DealerMove], done: Mapping[WagerKey, WagerDone]) -> dict[WagerKey, str]:
        """The wagers that are paid with wrong chips, each with the belief. A wrong payment empties no tray for the
        next one."""
        found: dict[WagerKey, str] = {}
        tray = counted(self.ask.tray)
        for move in moves:
            key = (move.seat, move.wager)
            chips = counted(move.chips or self.places[key].chips)
            if move.do == "take":
                tray.update(chips)
            elif move.do == "pay" and not chips.keys() <= set(self.among):
                found[key] = "chips_not_in_tray"
            elif move.do == "pay" and self._too_small(done[key]):
                found.setdefault(key, "chips_too_small")
            elif move.do == "pay" and any(tray[cents] < count for cents, count in chips.items()):
                found.setdefault(key, "chips_not_in_tray")
            elif move.do == "pay":
                tray.subtract(chips)
        return found

    def _too_small(self, done: WagerDone) -> bool:
        """Whether chips are too small, taken together and payment by payment."""
        paid = [move.chips for move in done.moves if move.do == "pay"]
        lying = done.lying.chips
        if not counted(done.chips).keys() <= set(self.among):
            return False
        return needlessly_small(done.chips, lying, self.among) and any(
            needlessly_small(chips, lying, self.among) for chips in paid
        )

    # --- order ---

    def _order(self, moves: Sequence[DealerMove]) -> Iterator[Misstep]:
        """Every step back in the order of settlement."""
        keys = [(move.seat, move.wager) for move in moves if (move.seat, move.wager) in self.dues]
        taken = [self.dues[key] for key in keys]
        for place, (before, due) in enumerate(pairwise(taken), start=1):
            if due.rank < before.rank:
                yield self._out_of_order(before, due, [each.seat for each in taken[:place] if each.step == due.step])

    def _out_of_order(self, before: PayDue, due: PayDue, begun: Sequence[int]) -> Misstep:
        script = self._script
        early, late = script[before.step], script[due.step]
        clause = late.clause
        if early is not late:
            belief = "folded_too_early" if early.who == "folded" else "whole_table_too_early"
            clause = early.clause
        elif before.seat == due.seat:
            belief = "wagers_out_of_order"
        else:
            belief = "hand_left_unfinished" if due.seat in begun else "settles_from_wrong_side"
        was = self._where(self.places[before.key])
        said = f"{self._where(self.places[due.key])}, comes before {was}. {MISCONCEPTIONS[belief]}"
        return Misstep("wrong_order", said, clause, belief, due.seat, due.wager)


def _inside(sentence: str) -> str:
    """A sentence as it stands after a colon, without its full stop."""
    return f"{sentence[:1].lower()}{sentence[1:].removesuffix('.')}"


def chips_words(pile: ChipPile) -> str:
    """`3 chips of $5`."""
    return f"{many(pile.count, 'chip')} of {dollars(pile.cents)}"
