"""What the house reckons of a player's chips and wagers. It is told with every message, so that whoever shows it works
out nothing."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from pitboss.messages.socket import Betting
from pitboss.rulebook.roles import PLAYER
from pitboss.table import actions as a
from pitboss.table.betting import missing
from pitboss.table.flow import current
from pitboss.table.offers import Offer
from pitboss.table.people import name, role
from pitboss.table.views import owns
from pitboss.wording.choices import later

if TYPE_CHECKING:
    from pitboss.house.live.table import LiveTable


def balance(table: "LiveTable", who: str) -> int | None:
    """The chips in a player's hands, in cents; None for those who do not play."""
    if role(who) != PLAYER:
        return None
    return table.house.bank.balance(table.now.accounts.patron(name(who)))


def priced(table: "LiveTable", who: str, offer: Offer) -> Offer:
    """A wager with what the chips of its player reach for; a decision with what they lack for each choice."""
    example = offer.example
    if isinstance(example, a.PlaceWager) and offer.maximum:
        return _reaching(table, offer, example, balance(table, who) or 0)
    if isinstance(example, a.Decide):
        return replace(offer, missing=_lacking(table, offer, balance(table, who) or 0))
    return offer


def _reaching(table: "LiveTable", offer: Offer, act: a.PlaceWager, left: int) -> Offer:
    now = table.now
    unit, stakes = now.rules.together(act.wager), now.state.seats[act.seat - 1].stakes
    reach = (left + sum(stakes[now.rules.index[w]] for w in unit)) // len(unit)
    over = min(reach, offer.maximum) - offer.minimum
    whole = over - over % offer.step if offer.step else 0
    return replace(offer, reach=reach, most=offer.minimum + whole if over >= 0 else 0)


def _lacking(table: "LiveTable", offer: Offer, left: int) -> tuple[int, ...]:
    step = current(table.now.rules, table.now.state)
    raises = {choice.name for choice in step.choices if choice.does == "raise"} if step is not None else set()
    assert isinstance(offer.cents, tuple)
    pairs = zip(offer.values, offer.cents, strict=True)
    return tuple(max(0, cents - left) if name in raises else 0 for name, cents in pairs)


def betting(table: "LiveTable", who: str) -> Betting | None:
    """While wagers are made: how it stands with those of a player who sits here."""
    rules, state, left = table.now.rules, table.now.state, balance(table, who)
    step = current(rules, state)
    seats = [seat for seat in state.seats if owns(who, seat)]
    if left is None or step is None or step.kind != "bets" or not seats:
        return None
    staked = [seat for seat in seats if any(seat.stakes)]
    lacks = next((said for seat in staked if (said := missing(rules, seat))), "")
    least = sum(rules.limits(wager.id).minimum for wager in rules.wagers if wager.compulsory)
    return Betting(
        chips=left + sum(sum(seat.stakes) for seat in staked),
        short=not staked and left < least,
        complete=bool(staked) and not lacks,
        lacks=lacks,
        later=later(rules, seats, state.procedure, left),
    )
