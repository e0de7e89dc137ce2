"""Wagers that leave the player nothing to decide. Who counts one is chosen by what it looks at."""

from pitboss.odds.sides import one_hand, shared_meter, table_wide
from pitboss.odds.tally import Pack, Tally
from pitboss.rulebook.words import MAIN
from pitboss.table.rules import Rules


def tally(rules: Rules, wager: str, players: int = 1, pack: Pack | None = None) -> Tally:
    """The endings of one player's wager. `players` make it, which matters only where they share a meter or where it
    looks at every hand of the table."""
    check_wager(rules, wager)
    pack = rules.deck.contents if pack is None else pack
    if table_wide.is_table_wide(rules, wager):
        return table_wide.tally(rules, wager, players, pack)
    if players != 1 and wager == rules.metered:
        return shared_meter.tally(rules, wager, players, pack)
    return one_hand.tally(rules, wager, pack)


def check_wager(rules: Rules, wager: str) -> None:
    """Refuses a wager that is not offered, or is only a part of the main game."""
    alone = [w.id for w in rules.book.wagers if not w.compulsory and not w.later]
    if wager not in alone:
        raise ValueError(f"'{wager}' is no wager of {rules.book.title}; its wagers are {', '.join((MAIN, *alone))}")
    if wager not in rules.index:
        raise ValueError(f"these terms do not offer the {wager} wager")
