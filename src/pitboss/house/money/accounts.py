"""The accounts of the books. Real chips and practice chips have accounts of their own, down to the cage and the world
outside: what a name begins with tells which they are. No row of the trail moves both."""

from msgspec import Struct

from pitboss.house.people.names import WALK_IN

FUNDS = "funds"
"""How it is refused where an account holds too little."""


class Accounts(Struct, frozen=True):
    """The accounts of one kind of chips."""

    practice: bool
    prefix: str

    @property
    def cage(self) -> str:
        """The house's own."""
        return f"{self.prefix}cage"

    @property
    def outside(self) -> str:
        """Everything beyond the doors of the house: the one account of its kind that may be negative."""
        return f"{self.prefix}outside"

    def patron(self, player: str) -> str:
        """A player's chips; those of people without an account are their own business."""
        return self.outside if player.startswith(WALK_IN) else f"{self.prefix}patron:{player}"

    def layout(self, chain: int) -> str:
        return f"{self.prefix}layout:{chain}"

    def inventory(self, chain: int) -> str:
        return f"{self.prefix}inventory:{chain}"

    def pool(self, meter: str) -> str:
        return f"{self.prefix}pool:{meter}"

    def reserve(self, meter: str) -> str:
        return f"{self.prefix}reserve:{meter}"


REAL = Accounts(False, "")
PRACTICE = Accounts(True, "practice/")


def accounts_of(practice: bool) -> Accounts:
    return PRACTICE if practice else REAL


def kind_of(account: str) -> Accounts:
    """Of which kind the chips of an account are."""
    return accounts_of(account.startswith(PRACTICE.prefix))


def is_outside(account: str) -> bool:
    return account == kind_of(account).outside


def is_patron(account: str) -> bool:
    return account.startswith(kind_of(account).patron(""))


def meter_of_reserve(account: str) -> str | None:
    """The meter whose reserve an account is; None where it is something else."""
    start = kind_of(account).reserve("")
    return account.removeprefix(start) if account.startswith(start) else None
