"""What the running house knows of its accounts and meters: a mirror of the last commit, never the truth."""

from collections.abc import Iterable, Mapping

from pitboss.house.money.accounts import PRACTICE, kind_of
from pitboss.house.money.entries import Posting


class Bank:
    def __init__(
        self, balances: Mapping[str, int], readings: Mapping[str, int], resets: Mapping[str, int] | None = None
    ) -> None:
        self._balances = dict(balances)
        self._readings = dict(readings)
        self._resets = dict(resets or {})

    def refresh(self, balances: Mapping[str, int], readings: Mapping[str, int]) -> None:
        """What the store says of these accounts and meters."""
        self._balances.update(balances)
        self._readings.update(readings)

    def balance(self, account: str) -> int:
        return self._balances.get(account, 0)

    def has(self, account: str) -> bool:
        """Whether anything was ever moved there."""
        return account in self._balances

    def move(self, account: str, cents: int) -> None:
        self._balances[account] = self._balances.get(account, 0) + cents

    def post(self, postings: Iterable[Posting], capital: int = 0) -> None:
        """Postings that were committed, all of one kind of chips, and the capital that the cage needed for them."""
        account = ""
        for posting in postings:
            account = posting.account
            self.move(account, posting.cents)
        if capital:
            self.move(kind_of(account).outside, -capital)
            self.move(kind_of(account).cage, capital)

    def reading(self, meter: str) -> int:
        """Millionths of a cent."""
        return self._readings[meter]

    def set_reading(self, meter: str, reading: int, *, reset_at: int = 0) -> None:
        """What the meter reads since the last commit, and when that reset it, if it did."""
        self._readings[meter] = reading
        self.was_reset(meter, reset_at)

    def was_reset(self, meter: str, at: int) -> None:
        """By a hit, here or at a table of another process."""
        if at > self.reset_at(meter):
            self._resets[meter] = at

    def reset_at(self, meter: str) -> int:
        """When the meter was last reset by a hit; 0: never."""
        return self._resets.get(meter, 0)

    def is_practice(self, meter: str) -> bool:
        """Whether practice tables feed this meter: then its pool is one of practice chips."""
        return PRACTICE.pool(meter) in self._balances

    @property
    def meters(self) -> Mapping[str, int]:
        return self._readings
