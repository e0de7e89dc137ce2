"""Amounts of a scenario: dollars as people write them, exactly."""

from decimal import Decimal, InvalidOperation
from typing import Any

from pitboss.rulebook.terms import MICRO

DOLLARS_MAX = 1_000_000_000_000
"""No amount and no meter of a scenario is higher."""


class Amounts:
    """Reads amounts and collects what is wrong with them."""

    def __init__(self) -> None:
        self.faults: list[str] = []

    def cents(self, amount: Any) -> int:
        exact = self.decimal(amount) * 100
        if exact != int(exact):
            self.faults.append(f"'{amount}' is no whole number of cents")
        return int(exact)

    def micro(self, amount: Any) -> int:
        exact = self.decimal(amount) * 100 * MICRO
        if exact < 0:
            self.faults.append(f"'{amount}' is below zero, which no meter reads")
        if exact != int(exact):
            self.faults.append(f"'{amount}' has more than eight decimals")
        return int(exact)

    def decimal(self, amount: Any) -> Decimal:
        shown = str(amount)[:40]
        try:
            value = Decimal(str(amount).replace(",", "").replace("$", ""))
        except InvalidOperation:
            value = Decimal("nan")
        if not value.is_finite() or (value and value.adjusted() < -20):
            self.faults.append(f"'{shown}' is not an amount")
        elif value.adjusted() > 20 or abs(value) > DOLLARS_MAX:
            self.faults.append(f"'{shown}' is above ${DOLLARS_MAX:,}, more than any table or meter holds")
        else:
            return value
        return Decimal(0)
