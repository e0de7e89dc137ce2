"""One row for every act: what it does, who may do it, when it is offered, how the house does it by itself.

The engine, the offers, the permits of accounts and the automatic staff read this table; nobody keeps a list of his own.
The rows stand in the order in which acts are offered."""

from collections.abc import Callable, Sequence
from types import MappingProxyType
from typing import Any, get_args

from msgspec import Struct

from pitboss.rulebook.roles import FLOOR, FLOORPERSON, MANAGERS, ROLES, STAFF, who_may
from pitboss.table import actions as a
from pitboss.table import automatic as house
from pitboss.table import betting, calls, dealing, life, mishaps, settling
from pitboss.table import examples as offer
from pitboss.table.draft import Draft
from pitboss.table.examples import ActExample, Examples, Scope, Standpoint
from pitboss.table.rules import Rules

Offered = Callable[[Standpoint], Examples]
Who = tuple[str, ...] | Callable[[Rules, Any], tuple[str, ...]]


class ActRow(Struct, frozen=True, gc=False):
    """An act of the table."""

    act: type[a.Action]
    does: Callable[[Draft, Any], None]
    """Puts what follows into the draft, or refuses the act."""
    who: Who
    """The roles that may do it, the one that acts by default first; or how the game says who."""
    offered: Offered | None
    """Examples of it that could be lawful now; None: it is never offered."""
    automatic: Callable[[house.Task], a.AnyAction] | None = None
    """How the automatic staff do it when it is due; None: the house leaves it to people."""
    per: Scope = "table"
    """What it is offered for."""
    checked_first: bool = False
    """All its checks come before its first event: to try it, the state it leads to is not needed."""
    while_called: bool = False
    """May be done while the floorperson is called: everything else waits for the ruling."""
    flows: bool = False
    """When it is due it needs nobody's judgement: a dealer may do it together with what came before it."""
    duty_of: str = ""
    """Whose duty it is when it is due, where that is not the first of the roles."""

    @property
    def roles(self) -> tuple[str, ...]:
        """The roles that may do it in some game or other."""
        return self.who if isinstance(self.who, tuple) else ROLES

    @property
    def usual(self) -> str:
        """Whose duty it is when it is due."""
        return self.duty_of or self.roles[0]

    def admits(self, rules: Rules, action: a.AnyAction) -> tuple[str, ...]:
        """The roles that may do it in this game, whatever the moment."""
        return self.who if isinstance(self.who, tuple) else self.who(rules, action)


def _bare(act: Callable[[], a.AnyAction]) -> Offered:
    """The act as it stands."""
    example = ActExample(act())

    def examples(at: Standpoint) -> Examples:
        yield example

    return examples


def _recut(rules: Rules, act: a.OrderRecut) -> tuple[str, ...]:
    return rules.book.recut_by


def _reporters(rules: Rules, act: a.Report) -> tuple[str, ...]:
    return rules.reporters(act.kind)


_DEALS = who_may("deal")
_AT_A_SEAT = who_may("sit", "deal")
_FREES_A_SEAT = who_may("sit", "deal", "floor")

_ROWS: tuple[ActRow, ...] = (
    ActRow(a.TakeSeat, betting.take_seat, _AT_A_SEAT, offer.take_seat, checked_first=True, while_called=True),
    # from the box to the shoe
    ActRow(a.ReceiveCards, life.receive, _DEALS, offer.receive, house.plain, per="deck"),
    ActRow(a.InspectCards, life.inspect, _DEALS, offer.inspect, house.plain, per="deck"),
    ActRow(a.VerifyCards, life.opening_step, FLOOR, offer.verify, house.plain, per="deck"),
    ActRow(a.SpreadCards, life.opening_step, _DEALS, offer.spread, house.plain, per="deck"),
    ActRow(a.LookAtCards, life.opening_step, who_may("deal", "sit"), offer.look, house.plain, per="deck"),
    ActRow(a.WashCards, life.opening_step, _DEALS, offer.wash, house.plain, per="deck"),
    ActRow(a.StackCards, life.opening_step, _DEALS, offer.stack, house.plain, per="deck"),
    ActRow(a.ShuffleCards, life.shuffle, _DEALS, offer.shuffle, house.shuffle, per="deck"),
    ActRow(a.DeviceCountsCards, life.device_count, STAFF, offer.device_count, house.device_count, per="deck"),
    ActRow(a.RemoveDeck, life.remove_deck, STAFF, offer.remove_deck, house.plain, per="deck"),
    ActRow(a.CutCards, life.cut, _DEALS, offer.cut, house.cut, per="deck"),
    # the table and its rounds
    ActRow(a.OrderRecut, life.order_recut, _recut, offer.order_recut),
    ActRow(a.OrderShuffle, life.order_shuffle, FLOOR, _bare(a.OrderShuffle)),
    ActRow(a.GoIdle, life.go_idle, _DEALS, offer.go_idle),
    ActRow(a.OpenRound, betting.open_round, _DEALS, _bare(a.OpenRound), house.plain, flows=True),
    ActRow(a.CloseBets, betting.close_bets, _DEALS, _bare(a.CloseBets)),
    ActRow(a.RemoveStub, dealing.remove_stub, _DEALS, _bare(a.RemoveStub), house.plain, flows=True),
    ActRow(a.CollectFolded, dealing.collect, _DEALS, _bare(a.CollectFolded), house.plain, flows=True),
    ActRow(a.ShowCards, dealing.show_cards, _DEALS, _bare(a.ShowCards), house.plain, flows=True),
    ActRow(
        a.PostContributions,
        betting.post_contributions,
        STAFF,
        _bare(a.PostContributions),
        house.with_meters,
        flows=True,
    ),
    ActRow(a.SettleTable, settling.settle_table, _DEALS, _bare(a.SettleTable), house.with_meters, flows=True),
    ActRow(a.ClearTable, settling.clear_table, _DEALS, _bare(a.ClearTable), house.plain),
    ActRow(a.SettleHand, settling.settle_hand, _DEALS, offer.settle_hand, house.settle_hand, flows=True),
    ActRow(a.CountStub, dealing.count_stub, _DEALS, offer.count_stub, house.count_stub),
    ActRow(a.SetDeviceAside, life.set_device_aside, STAFF, offer.set_device_aside, per="device", duty_of=FLOORPERSON),
    ActRow(a.RestoreDevice, life.restore_device, FLOOR, offer.restore_device, per="device"),
    ActRow(a.ChangeProcedure, life.change_procedure, STAFF, offer.change_procedure, duty_of=FLOORPERSON),
    ActRow(a.AdoptTerms, life.adopt_terms, MANAGERS, None),
    ActRow(a.TakeWagers, betting.take_wagers, _DEALS, offer.take_wagers, house.take_wagers),
    ActRow(a.DealCards, dealing.deal_cards, _DEALS, offer.deal, house.deal, flows=True),
    ActRow(a.Rule, betting.rule, FLOOR, offer.rule, while_called=True),
    # players
    ActRow(
        a.LeaveSeat,
        betting.leave_seat,
        _FREES_A_SEAT,
        offer.leave_seat,
        per="seat",
        checked_first=True,
        while_called=True,
    ),
    ActRow(
        a.ComeBack, mishaps.come_back, _AT_A_SEAT, offer.come_back, per="seat", checked_first=True, while_called=True
    ),
    ActRow(a.PlaceWager, betting.place_wager, _AT_A_SEAT, offer.place_wager, per="seat", checked_first=True),
    ActRow(a.Decide, dealing.decide_hand, _AT_A_SEAT, offer.decide_hand, per="seat"),
    # when something goes wrong
    ActRow(a.Report, mishaps.report, _reporters, offer.report),
    ActRow(a.CallFloor, calls.call_floor, _DEALS, offer.call_floor),
)


def table_of(rows: Sequence[ActRow]) -> MappingProxyType[type[a.Action], ActRow]:
    """The rows by their acts. Every act that there is has exactly one; anything else is a mistake of this module."""
    made = {row.act: row for row in rows}
    twice = len(rows) - len(made)
    strange = made.keys() ^ set(get_args(a.AnyAction))
    if twice or strange:
        names = ", ".join(sorted(act.__name__ for act in strange))
        raise TypeError(f"every act has one row: {twice} too many; acts without a row, or rows without an act: {names}")
    return MappingProxyType(made)


ACTS = table_of(_ROWS)
