"""Wagers before the cards: what lies ready, what is changed, and what the rules refuse."""

from decimal import Decimal, InvalidOperation

from rich.table import Table as Grid

from pitboss.cli import wording as w
from pitboss.cli.screen import Trouble
from pitboss.cli.sitting import Sitting
from pitboss.rulebook.book import Wager
from pitboss.rulebook.pays import dollars
from pitboss.table import actions as a
from pitboss.table.engine import step
from pitboss.table.refusals import Refusal
from pitboss.table.rules import Rules
from pitboss.table.state import Seat

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

    def change(self, sitting: Sitting, wager: Wager, cents: int) -> Refusal | None:
        """Changes one wager if the rules would accept all of them."""
        before = dict(self.amounts)
        if cents:
            self.amounts[wager.id] = cents
        else:
            self.amounts.pop(wager.id, None)
        refusal = self.refusal(sitting)
        if refusal is not None:
            self.amounts = before
        return refusal

    def refusal(self, sitting: Sitting) -> Refusal | None:
        """What the rules would say to these wagers; nothing is placed."""
        state = sitting.table.state
        for act in self.acts(state.seat(sitting.seat)):
            outcome = step(self.rules, state, a.Act(sitting.me, act))
            if isinstance(outcome, Refusal):
                return outcome
            state = outcome[1]
        return None

    def read(self, text: str) -> tuple[Wager, int] | str:
        """`dragon 5`, `4 5`, `25` or `dragon 0`; otherwise what is wrong with it."""
        parts = text.lower().replace("=", " ").replace("$", " ").replace(",", "").split()
        if len(parts) == 1 and _cents(parts[0]) is not None:
            return self.choices[0], _cents(parts[0]) or 0
        if len(parts) < 2:
            return f"'{text}' is neither an amount nor a wager with an amount. Type for instance: {self._example()}"
        *name, amount = parts
        cents = 0 if amount in ("off", "none", "no") else _cents(amount)
        wager = self.named(" ".join(name))
        if wager is None:
            return (
                f"there is no wager '{' '.join(name)}' here; the wagers are {w.listed(x.title for x in self.choices)}"
            )
        if cents is None:
            return f"'{amount}' is not an amount in dollars"
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

    def _example(self) -> str:
        last = self.choices[-1]
        return f"25, or {last.title.lower()} {self.rules.limits(last.id).minimum // 100 or 1}"

    # --- showing ---

    def table(self) -> Grid:
        """The wagers with their limits, as a menu."""
        grid = Grid.grid(padding=(0, 2))
        grid.add_column(justify="right")
        grid.add_column(no_wrap=True)
        grid.add_column(justify="right")
        grid.add_column(no_wrap=True, style="dim")
        grid.add_column(no_wrap=True, style="cyan")
        for number, wager in enumerate(self.choices, start=1):
            amount = self.amounts.get(wager.id, 0)
            grid.add_row(
                f"  {number}", wager.title, dollars(amount) if amount else "-", self._limits(wager), wager.clause
            )
            for other in self.rules.wagers:
                if other.equal_to == wager.id:
                    grid.add_row(
                        "", other.title, dollars(amount) if amount else "-", f"equals {wager.title}", other.clause
                    )
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


def with_stakes(wagers: Wagers, stakes: list[str]) -> None:
    """The amounts given on the command line: `ante=25`, or `25` for the first wager."""
    for stake in stakes:
        found = wagers.read(stake)
        if isinstance(found, str):
            raise Trouble(f"--stake {stake}: {found}")
        wager, cents = found
        if cents:
            wagers.amounts[wager.id] = cents
        else:
            wagers.amounts.pop(wager.id, None)
