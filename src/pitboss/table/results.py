"""What each event of a round brings the position it concerns, in cents. A stake counts when it is lost, not when it is
laid down: what comes back without winnings brings nothing."""

from collections.abc import Iterable

from pitboss.table import events as e


def results(events: Iterable[e.AnyEvent]) -> list[int | None]:
    """One figure for each event; None where it brings and costs nothing. A wager that was collected and goes back after
    all brings what it had cost."""
    collected: set[tuple[int, str]] = set()
    found: list[int | None] = []
    for event in events:
        match event:
            case e.RoundOpened():
                collected.clear()
                found.append(None)
            case e.WagerSettled():
                found.append(event.won + event.back - event.stake)
            case e.EnvyPaid():
                found.append(event.cents)
            case e.PayoutCut():
                found.append(-event.cents)
            case e.WagerCollected():
                collected.add((event.seat, event.wager))
                found.append(-event.cents)
            case e.WagerReturned():
                found.append(event.cents if (event.seat, event.wager) in collected else 0)
            case _:
                found.append(None)
    return found
