"""Wagers before the cards: what lies ready, what is changed, and what the rules refuse."""

from collections.abc import Sequence
from decimal import Decimal, InvalidOperation

from rich.table import Table as Grid

from pitboss.cli.refused import words
from pitboss.cli.screen import Trouble, plain
from pitboss.cli.sitting import YOU, Sitting
from pitboss.play.table import Table
from pitboss.rulebook.book import Wager
from pitboss.rulebook.pays import dollars
from pitboss.table import actions as a
from pitboss.table.engine import step
from pitboss.table.people import as_player
from pitboss.table.refusals import Refusal
from pitboss.table.rules import Rules
from pitboss.table.state import Seat, State
from pitboss.wording import things as w

PURSE = 100_000
"""Practice chips put before the player, in cents."""
USUAL = 1_000


class Wagers:
    """The wagers of the last round, repeated unless they are changed."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.choices = tuple(x for x in rules.wagers if not x.later and not x.equal_to)
        self.amounts: dict[str, int] = {}
        for wager in self.choices:
            if wager.compulsory:
                self.amounts[wager.id] = self._usual(wager)

    def _usual(self, wager: Wager) -> int:
        terms = self.rules.limits(wager.id)
        steps = max(0, (min(USUAL, terms.maximum) - terms.minimum) // terms.increment)
        return terms.minimum + steps * terms.increment

    # --- what would be placed ---

    def placed(self) -> list[tuple[Wager, int]]:
        """Every wager with its amount, those that must equal another included, in the game's order."""
        return [(x, self._amount(x)) for x in self.rules.wagers if not x.later and self._amount(x)]

    def _amount(self, wager: Wager) -> int:
        return self.amounts.get(wager.equal_to or wager.id, 0)

    @property
    def total(self) -> int:
        return sum(cents for _, cents in self.placed())

    def acts(self, seat: Seat) -> list[a.PlaceWager]:
        """What turns the wagers that lie there into these."""
        wanted = [(x, self._amount(x)) for x in self.rules.wagers if not x.later]
        lying = {x.id: seat.stakes[self.rules.index[x.id]] for x, _ in wanted}
        return [a.PlaceWager(seat.number, x.id, cents) for x, cents in wanted if cents != lying[x.id]]

    def words(self) -> str:
        return ", ".join(f"{wager.title} {dollars(cents)}" for wager, cents in self.placed()) or "nothing"

    # --- changing ---

    def change(self, sitting: Sitting, wager: Wager, cents: int) -> tuple[Refusal | None, list[Wager]]:
        """Changes one wager if the rules would accept all of them; those that stand on a wager taken off go with it."""
        before = dict(self.amounts)
        self.set(wager, cents)
        fallen = [] if cents else self._without_ground()
        refusal = self.refusal(sitting)
        if refusal is not None:
            self.amounts = before
        return refusal, fallen

    def set(self, wager: Wager, cents: int) -> None:
        if cents:
            self.amounts[wager.id] = cents
        else:
            self.amounts.pop(wager.id, None)

    def _without_ground(self) -> list[Wager]:
        """Takes off the wagers that are made only on top of others which are not there any more."""
        fallen: list[Wager] = []
        while lost := [x for x in self.choices if x.id in self.amounts and not self._stands(x)]:
            fallen += lost
            for wager in lost:
                del self.amounts[wager.id]
        return fallen

    def _stands(self, wager: Wager) -> bool:
        return all(self._amount(self.rules.wager[needed]) for needed in self.rules.requires[wager.id])

    def refusal(self, sitting: Sitting) -> Refusal | None:
        """What the rules would say to these wagers; nothing is placed."""
        return self.refusal_in(sitting.table.state, sitting.seat, sitting.me)

    def refusal_in(self, state: State, seat: int, me: str) -> Refusal | None:
        for act in self.acts(state.seat(seat)):
            outcome = step(self.rules, state, a.Act(me, act))
            if isinstance(outcome, Refusal):
                return outcome
            state = outcome[1]
        return None

    def read(self, text: str) -> tuple[Wager, int] | str:
        """`WAGER 5`, `4 5`, `25` or `WAGER 0`; otherwise what is wrong with it."""
        parts = text.lower().replace("=", " ").replace("$", " ").replace(",", "").split()
        if len(parts) == 1 and _cents(parts[0]) is not None:
            return self.choices[0], _cents(parts[0]) or 0
        if len(parts) < 2:
            example = " or ".join(x for x in self.examples() if x)
            return f"'{plain(text)}' is neither an amount nor a wager with an amount. Type for instance: {example}"
        *name, amount = parts
        cents = 0 if amount in ("off", "none", "no") else _cents(amount)
        wager = self.named(" ".join(name))
        if wager is None:
            return (
                f"there is no wager '{plain(' '.join(name))}' here; "
                f"the wagers are {w.listed(x.title for x in self.choices)}"
            )
        if cents is None:
            return f"'{plain(amount)}' is not an amount in dollars"
        return wager, cents

    def named(self, name: str) -> Wager | None:
        """A wager by its number in the list, its id or the beginning of its title."""
        if name.isdecimal():
            place = int(name) - 1
            return self.choices[place] if 0 <= place < len(self.choices) else None
        key = name.replace("_", " ").replace("-", " ")
        for wager in self.choices:
            names = (wager.id, wager.title.lower(), wager.family)
            if any(x.replace("_", " ").startswith(key) for x in names):
                return wager
        equal = next((x for x in self.rules.wagers if x.equal_to and key in (x.id, x.title.lower())), None)
        return self.rules.wager[equal.equal_to] if equal else None

    def examples(self) -> tuple[str, str]:
        """What can be typed to change the first wager, and to change another one of this game."""
        first, last = self.choices[0], self.choices[-1]
        limits, usual = self.rules.limits(first.id), self._usual(first)
        more = usual + limits.increment if usual < limits.maximum else limits.minimum
        least = self._plainly(self.rules.limits(last.id).minimum)
        return self._plainly(more), f"{last.title.lower()} {least}" if last is not first else ""

    @staticmethod
    def _plainly(cents: int) -> str:
        return dollars(cents).removeprefix("$").replace(",", "")

    # --- showing ---

    def table(self, width: int) -> Grid:
        """The wagers as a menu: number, wager and amount, and the limits and the clause where there is room."""
        rows: list[tuple[str, ...]] = []
        for number, wager in enumerate(self.choices, start=1):
            amount = self.amounts.get(wager.id, 0)
            said = dollars(amount) if amount else "-"
            rows.append((f"  {number}", wager.title, said, self._limits(wager), wager.clause))
            equal = [x for x in self.rules.wagers if x.equal_to == wager.id]
            rows += [("", x.title, said, f"equals {wager.title}", x.clause) for x in equal]
        wide = [max(len(row[column]) for row in rows) + 2 for column in range(5)]
        shown = [0, 1, 2]
        shown += [3] if sum(wide[:4]) <= width else []
        shown += [4] if sum(wide[c] for c in shown) + wide[4] <= width else []
        grid = Grid.grid(padding=(0, 2))
        for column in shown:
            style = {3: "dim", 4: "cyan"}.get(column, "none")
            grid.add_column(justify="right" if column in (0, 2) else "left", no_wrap=column != 1, style=style)
        for row in rows:
            grid.add_row(*(row[column] for column in shown))
        return grid

    def _limits(self, wager: Wager) -> str:
        terms = self.rules.limits(wager.id)
        if terms.minimum == terms.maximum:
            said = f"always {dollars(terms.minimum)}"
        else:
            said = f"{dollars(terms.minimum)} to {dollars(terms.maximum)} by {dollars(terms.increment)}"
        return f"{said}{'; compulsory' if wager.compulsory else ''}"


def _cents(text: str) -> int | None:
    try:
        exact = Decimal(text) * 100
        return int(exact) if exact.is_finite() and exact == int(exact) and exact >= 0 else None
    except InvalidOperation:
        return None


def with_stakes(wagers: Wagers, stakes: Sequence[str], seat: int) -> None:
    """The amounts given on the command line: `WAGER=25`, or `25` for the first wager. The rules must accept them."""
    for stake in stakes:
        found = wagers.read(stake)
        if isinstance(found, str):
            raise Trouble(f"--stake {plain(stake)}: {found}")
        wagers.set(*found)
    if stakes:
        trial = Table(wagers.rules).open()
        me = as_player(YOU)
        trial.do(me, a.TakeSeat(seat, YOU))
        refusal = wagers.refusal_in(trial.state, seat, me)
        if refusal is not None:
            given = " ".join(f"--stake {plain(stake)}" for stake in stakes)
            raise Trouble(f"{given}: refused: {words(wagers.rules, refusal)}")
