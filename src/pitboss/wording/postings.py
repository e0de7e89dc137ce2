"""Why chips or a meter moved, in words: the books name the event, the position and the wager, or what was done at the
cage; the log of a meter what moved it."""

from pitboss.wording.things import underscored

POSTED = {
    "WagerPlaced": "wager placed or changed: {wager} (position {seat})",
    "WagerReturned": "wager went back: {wager} (position {seat})",
    "WagerTaken": "wager collected before the deal: {wager} (position {seat})",
    "WagerCollected": "wager collected: {wager} (position {seat})",
    "WagerSettled": "wager settled: {wager} (position {seat})",
    "PayoutCut": "payout limit: {wager} (position {seat})",
    "EnvyPaid": "Envy Bonus (position {seat})",
    "buy_in": "bought in",
    "cash_out": "cashed out",
    "parted": "play money left the real books",
}
"""By what the books say first: an event, or what was done at the cage."""


def posted(why: str) -> str:
    """Why a sum was posted.

    >>> posted("WagerPlaced 3 big_bet"), posted("buy_in"), posted("some_other 3")
    ('wager placed or changed: big bet (position 3)', 'bought in', 'some other 3')
    """
    event, seat, wager = (*why.split(" ", 2), "", "")[:3]
    known = POSTED.get(event)
    return known.format(seat=seat, wager=underscored(wager)) if known else underscored(why)


METERED = {
    "opened": "opened",
    "contribution": "contribution",
    "reversal": "contribution taken back",
    "hit": "meter hit",
}
"""By what the log of a meter says."""


def metered(what: str) -> str:
    """What moved a meter.

    >>> metered("reversal")
    'contribution taken back'
    """
    return METERED.get(what, underscored(what))
