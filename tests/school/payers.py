"""Who settles tables wrongly: each by one mistaken belief, and rightly in everything else."""

import re
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from pitboss.messages.tasks import AskMoves, ChipPile, DealerMove, DrillTask, Misstep, MovesAnswer, WagerLying
from pitboss.rulebook.pays import ToOne
from pitboss.rulebook.words import ENVY
from pitboss.school.chips import fewest, worth
from pitboss.school.solving import solution_of
from pitboss.table.rules import Rules
from pitboss.table.state import FOLDED

Moves = tuple[DealerMove, ...]


class Table(Struct, frozen=True):
    """A task with its solution, as a payer sees it."""

    rules: Rules
    task: DrillTask
    right: Moves
    why: tuple[Misstep, ...]
    """What becomes of each wager, in words."""

    def said(self, move: DealerMove, words: str) -> re.Match[str] | None:
        """What is said of the wager of this move, where it fits these words."""
        about = (rule.words for rule in self.why if (rule.seat, rule.wager) == (move.seat, move.wager))
        return next((found for each in about if (found := re.search(words, each))), None)

    @property
    def ask(self) -> AskMoves:
        assert isinstance(self.task.ask, AskMoves)
        return self.task.ask

    def lying(self, move: DealerMove) -> WagerLying:
        return next(each for each in self.ask.wagers if (each.seat, each.wager) == (move.seat, move.wager))

    def alone(self, move: DealerMove) -> bool:
        """Whether the wager is settled by this move alone."""
        return [(each.seat, each.wager) for each in self.right].count((move.seat, move.wager)) == 1

    def pay(self, move: DealerMove, amount: int) -> DealerMove:
        return replace(move, do="pay", chips=fewest(amount, [pile.cents for pile in self.ask.tray]))

    def folded(self, seat: int) -> bool:
        assert self.task.view is not None
        return self.task.view.seats[seat - 1].standing == FOLDED


def table(rules: Rules, task: DrillTask) -> Table:
    verdict = solution_of(rules, task)
    assert isinstance(verdict.solution, MovesAnswer)
    return Table(rules, task, verdict.solution.moves, verdict.why)


def cents(amount: str) -> int:
    """Of an amount as sentences have it."""
    return int(Decimal(amount.replace(",", "").rstrip(".")) * 100)


def _each(change: Callable[[Table, DealerMove], DealerMove | None]) -> Callable[[Table], Moves]:
    """Somebody who does one thing otherwise wherever it comes up; nothing at all where that is None."""
    return lambda at: tuple(new for move in at.right if (new := change(at, move)) is not None)


def _takes_push(at: Table, move: DealerMove) -> DealerMove:
    return replace(move, do="take") if move.do == "push" else move


def _pays_push(at: Table, move: DealerMove) -> DealerMove:
    return replace(move, do="pay", chips=at.lying(move).chips) if move.do == "push" else move


def _skips_push(at: Table, move: DealerMove) -> DealerMove | None:
    return None if move.do == "push" else move


def _pays_loss(at: Table, move: DealerMove) -> DealerMove:
    """Even money on every wager that loses."""
    if move.do != "take" or move.chips or not at.alone(move):
        return move
    return replace(move, do="pay", chips=at.lying(move).chips or (ChipPile(100, 1),))


def _leaves_loss(at: Table, move: DealerMove) -> DealerMove | None:
    return None if move.do == "take" and not move.chips and at.alone(move) else move


def _takes_win(at: Table, move: DealerMove) -> DealerMove:
    lying = at.lying(move)
    wins = move.do == "pay" and at.alone(move) and (lying.chips or lying.lammer)
    return replace(move, do="take", chips=()) if wins else move


def _leaves_win(at: Table, move: DealerMove) -> DealerMove | None:
    return None if move.do == "pay" and at.alone(move) and move.wager != ENVY else move


def _skips_envy(at: Table, move: DealerMove) -> DealerMove | None:
    return None if move.wager == ENVY else move


def _pays_stake_too(at: Table, move: DealerMove) -> DealerMove:
    """What is won, and the wager once more beside it."""
    lies = worth(at.lying(move).chips)
    if move.do != "pay" or not lies or not at.alone(move):
        return move
    return at.pay(move, worth(move.chips) + lies)


def _pays_in_dollars(at: Table, move: DealerMove) -> DealerMove:
    paid, lying = worth(move.chips), at.lying(move).chips
    if move.do != "pay" or paid < 500 or paid % 100 or any(pile.cents == 100 for pile in lying):
        return move
    return replace(move, chips=(ChipPile(100, paid // 100),))


def _pays_in_no_chips(at: Table, move: DealerMove) -> DealerMove:
    """With chips of two dollars and a half, which no tray holds."""
    paid = worth(move.chips)
    return replace(move, chips=(ChipPile(250, paid // 250),)) if move.do == "pay" and paid % 250 == 0 else move


def _rounds(at: Table, move: DealerMove) -> DealerMove:
    """Down to the dollar."""
    paid, lies = worth(move.chips), worth(at.lying(move).chips)
    if move.do != "pay" or not at.alone(move) or not at.said(move, " at 3 to 2") or lies * 3 % 200 == 0:
        return move
    return at.pay(move, lies * 3 // 200 * 100 if paid > 100 else paid)


# --- limits, bonuses and lines ----------------------------------------------------------------------------------------


def _forgets_limit(at: Table, move: DealerMove) -> DealerMove:
    off = at.said(move, r"takes off \$([\d,.]+)")
    return at.pay(move, worth(move.chips) + cents(off[1])) if off and move.do in ("pay", "push") else move


BONUSES = {"TCP 11.7": 5, "TCP 11.8": 4, "TCP 11.9": 1}
"""Three Card Poker: so much to one is paid on the Ante beside what it brings."""


def _forgets_bonus(at: Table, move: DealerMove) -> DealerMove | None:
    clause = next(rule.clause for rule in at.why if (rule.seat, rule.wager) == (move.seat, move.wager))
    if clause not in BONUSES or move.do == "take":
        return move
    if not at.alone(move):
        return None
    left = worth(move.chips) - BONUSES[clause] * worth(at.lying(move).chips)
    return at.pay(move, left) if left else replace(move, do="push", chips=())


def _reads_other_line(at: Table, move: DealerMove) -> DealerMove:
    """Pays by another line of the same paytable, two units away or more: one unit would be the wager once more."""
    lies, odds = worth(at.lying(move).chips), at.said(move, r"at ([\d,]+) to 1 \(")
    if move.do != "pay" or not lies or odds is None or not at.alone(move) or at.said(move, "payout limit"):
        return move
    right = cents(odds[1]) // 100
    if any(rule.clause in BONUSES for rule in at.why if (rule.seat, rule.wager) == (move.seat, move.wager)):
        return move  # what is paid beside the wager has no line of its own
    lines = at.rules.settlement.lines(move.wager)
    others = [line.pay.pays for line in lines if isinstance(line.pay, ToOne) and line.pay.per == 1]
    other = next((pays for pays in others if abs(pays - right) > 1 and pays), None)
    return at.pay(move, other * lies) if other else move


def _pays_as_first_wager(at: Table, move: DealerMove) -> DealerMove:
    """Even money for what was wagered later, by the amount of the first wager."""
    first = next((each for each in at.ask.wagers if (each.seat, each.wager) == (move.seat, at.rules.base)), None)
    even = at.said(move, "at 1 to 1 ") and not at.said(move, "payout limit")
    if move.do != "pay" or first is None or not even or not at.rules.wager[move.wager].later:
        return move
    return at.pay(move, worth(first.chips))


def _pays_for_as_to(at: Table, move: DealerMove) -> DealerMove:
    """Of a wager with a lammer: the wager beside a payment that has it in it."""
    paid = at.said(move, r"\$([\d,.]+) is paid \$")
    lammer = move.do == "pay" and at.lying(move).lammer and not at.said(move, "and comes back")
    return at.pay(move, worth(move.chips) + cents(paid[1])) if lammer and paid else move


def _pays_first_reading(at: Table, move: DealerMove) -> DealerMove:
    """Every share of three percent by what the meter read at the first of them."""
    shares = [rule for rule in at.why if " is paid $" in rule.words and ", 3 percent of the" in rule.words]
    first = next((found[1] for each in shares[:1] if (found := re.search(r"is paid \$([\d,.]+),", each.words))), None)
    later = [(each.seat, each.wager) for each in shares[1:]]
    if first is None or (move.seat, move.wager) not in later or move.do != "pay":
        return move
    lies = worth(at.lying(move).chips)
    return at.pay(move, cents(first) - (lies if at.alone(move) else 0))


def _pays_own_envy(at: Table) -> Moves:
    """The holder of a hand that others are paid for is paid as well; not where he is paid for another's hand."""
    paid = [(rule, found) for rule in at.why if (found := re.search(r" \$([\d,]+) for position (\d)'s", rule.words))]
    receivers = {rule.seat for rule, _ in paid}
    made = {each.seat for each in at.ask.wagers if each.wager == at.rules.metered}
    extra = {int(found[2]): cents(found[1]) for _, found in paid if int(found[2]) not in receivers}
    return (*at.right, *_envy_moves(at, {seat: sum_ for seat, sum_ in extra.items() if seat in made}))


def _pays_envy_to_all(at: Table) -> Moves:
    """Also to those who have not made the wager."""
    made = {each.seat for each in at.ask.wagers if each.wager == at.rules.metered}
    return (*at.right, *_envy_moves(at, {w.seat: 30_000 for w in at.ask.wagers if w.seat not in made}))


def _envy_moves(at: Table, sums: Mapping[int, int]) -> Moves:
    return tuple(at.pay(DealerMove(seat, ENVY, "pay"), amount) for seat, amount in sums.items())


def _takes_all(at: Table, move: DealerMove) -> DealerMove | None:
    """All of a wager of which half is lost."""
    if move.do == "take" and move.chips:
        return replace(move, chips=())
    if not at.said(move, "loses half"):
        return move
    takes = any(each.do == "take" and (each.seat, each.wager) == (move.seat, move.wager) for each in at.right)
    return None if takes and move.do == "pay" else move


def _leaves_half(at: Table, move: DealerMove) -> DealerMove | None:
    if move.do == "take" and move.chips:
        return replace(move, do="push", chips=())
    if at.alone(move) or not at.said(move, "loses half"):
        return move
    return replace(move, do="push", chips=()) if move.do == "take" else None


# --- the order --------------------------------------------------------------------------------------------------------


def _steps(at: Table) -> list[list[Moves]]:
    """The moves by the step that settles them, and there hand by hand."""
    script = at.rules.script(at.rules.terms.procedure)
    settling = [step for step in script if step.kind in ("settle", "table")]

    def step_of(move: DealerMove) -> int:
        who = "folded" if at.folded(move.seat) else "played"
        fitting = (n for n, s in enumerate(settling) if move.wager in s.wagers and s.who in ("all", who))
        return next(fitting)

    found = []
    for number in range(len(settling)):
        moves = [move for move in at.right if step_of(move) == number]
        found.append([tuple(hand) for _, hand in groupby(moves, key=lambda move: move.seat)])
    return found


def _joined(steps: Sequence[Sequence[Moves]]) -> Moves:
    return tuple(move for step in steps for hand in step for move in hand)


def _from_left(at: Table) -> Moves:
    return _joined([step[::-1] for step in _steps(at)])


def _wagers_backwards(at: Table) -> Moves:
    def backwards(hand: Moves) -> Moves:
        wagers = [tuple(moves) for _, moves in groupby(hand, key=lambda move: move.wager)]
        return tuple(move for moves in wagers[::-1] for move in moves)

    return _joined([[backwards(hand) for hand in step] for step in _steps(at)])


def _steps_backwards(at: Table) -> Moves:
    return _joined(_steps(at)[::-1])


def _takes_first(at: Table) -> Moves:
    """At the hands that are settled one by one: everything that is lost, then everything else."""
    if any(not at.alone(move) for move in at.right):
        return at.right
    first, *later = _steps(at)
    moves = _joined([first])
    taken = tuple(move for move in moves if move.do == "take")
    return (*taken, *(move for move in moves if move.do != "take"), *_joined(later))


class Payer(Struct, frozen=True):
    """Somebody with one mistaken belief, and what he must be told."""

    settles: Callable[[Table], Moves]
    kind: str
    """Nothing where it is either a wrong move or a wrong amount."""
    told: tuple[str, ...]
    """What a trainer may call it; one of these, and nothing else."""
    topics: tuple[str, ...] = ("side", "table")
    """Where it comes up."""


PAYERS: dict[str, Payer] = {
    "takes what pushes": Payer(_each(_takes_push), "wrong_move", ("push_taken",), ("push",)),
    "pays what pushes": Payer(_each(_pays_push), "wrong_move", ("push_paid",), ("push",)),
    "forgets the push": Payer(_each(_skips_push), "wrong_move", ("push_forgotten",), ("push",)),
    "pays on a loss": Payer(_each(_pays_loss), "wrong_move", ("paid_on_loss",)),
    "leaves what loses": Payer(_each(_leaves_loss), "wrong_move", ("loss_left",)),
    "takes what wins": Payer(_each(_takes_win), "wrong_move", ("winner_taken",)),
    "leaves what wins": Payer(_each(_leaves_win), "wrong_move", ("win_left",)),
    "pays the stake too": Payer(_each(_pays_stake_too), "wrong_amount", ("stake_paid_too",)),
    "pays in dollar chips": Payer(_each(_pays_in_dollars), "wrong_chips", ("chips_too_small",)),
    "pays in chips that are not there": Payer(_each(_pays_in_no_chips), "wrong_chips", ("chips_not_in_tray",)),
    "rounds down": Payer(_each(_rounds), "wrong_amount", ("part_of_chip_rounded",), ("parts",)),
    "takes all where half is lost": Payer(_each(_takes_all), "wrong_amount", ("half_not_returned",), ("parts",)),
    "leaves where half is lost": Payer(_each(_leaves_half), "wrong_move", ("half_left",), ("parts",)),
    "forgets the payout limit": Payer(_each(_forgets_limit), "wrong_amount", ("limit_forgotten",), ("limit",)),
    "forgets the bonus": Payer(_each(_forgets_bonus), "", ("bonus_forgotten",)),
    "reads another line": Payer(_each(_reads_other_line), "wrong_amount", ("odds_of_other_line",)),
    "pays by another wager": Payer(_each(_pays_as_first_wager), "wrong_amount", ("stake_of_other_wager",)),
    "pays for as to": Payer(_each(_pays_for_as_to), "wrong_amount", ("for_paid_as_to",)),
    "pays by the first reading": Payer(
        _each(_pays_first_reading), "wrong_amount", ("meter_of_earlier_turn",), ("meter", "table")
    ),
    "pays envy for one's own hand": Payer(_pays_own_envy, "wrong_move", ("envy_for_own_hand",), ("envy",)),
    "pays envy without the wager": Payer(_pays_envy_to_all, "wrong_move", ("envy_without_wager",), ("envy",)),
    "forgets envy": Payer(_each(_skips_envy), "wrong_move", ("envy_forgotten",), ("envy",)),
    "settles from the left": Payer(_from_left, "wrong_order", ("settles_from_wrong_side",)),
    "settles the wagers of a hand backwards": Payer(_wagers_backwards, "wrong_order", ("wagers_out_of_order",)),
    "settles the last step first": Payer(
        _steps_backwards, "wrong_order", ("folded_too_early", "whole_table_too_early"), ("folded", "envy")
    ),
    "takes first and pays then": Payer(
        _takes_first, "wrong_order", ("hand_left_unfinished", "settles_from_wrong_side", "wagers_out_of_order")
    ),
}
