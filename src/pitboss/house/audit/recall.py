"""A round recalled: when and where, under which terms, who had how much before and after, every wager, decision, card,
contribution and payment. An open round is told as a spectator sees it."""

from collections.abc import Iterable

from msgspec import Struct
from sqlalchemy import Connection, select

from pitboss.house.audit.held import held
from pitboss.house.audit.queries import RoundLine, RowSeen, round_line, rows_of, still_open
from pitboss.house.audit.terms import terms_of
from pitboss.house.store import schema
from pitboss.house.trail import bodies as b
from pitboss.rulebook.terms import Terms
from pitboss.table import actions as a
from pitboss.table import events as e


class Happened(Struct, frozen=True):
    """An event with its place in the trail."""

    row: int
    seq: int
    at: int
    by: str
    event: e.AnyEvent
    act: a.AnyAction | None = None
    """On the first event of an act: what was asked."""
    house: str = ""
    """Why the house acted by itself: automatic, clock, feed, …"""


class PatronRecall(Struct, frozen=True):
    """A position that was dealt in. Balances are of all chips of its player, at all tables: the same at each of his
    positions. What he had after is what he had before, less what he wagered and with what he got at all of them, and
    with what moved elsewhere meanwhile."""

    seat: int
    player: str
    wagered: int
    returned: int
    before: int | None
    """Cents before his first wager of the round; None for players without an account."""
    after: int | None
    elsewhere: int | None
    """What came or went meanwhile without this round: bought in, cashed out, played at another table."""


class PaytableUsed(Struct, frozen=True):
    wager: str
    paytable: str


class Recall(Struct, frozen=True, kw_only=True):
    chain: int
    table: str
    game: str
    round: int
    status: str
    """open, settled, void, or given up (before any wager)."""
    opened_at: int
    cleared_at: int | None
    rows: tuple[int, int]
    """First and last row of the trail."""
    terms: str
    """The digest of the terms."""
    terms_version: int
    operator: str
    practice: bool
    """Played at a practice table: its amounts are no money."""
    pitboss: str
    """The version of the program that opened the round."""
    paytables: tuple[PaytableUsed, ...]
    shuffle: int | None
    commitment: str
    seed: str
    """Hex, once revealed."""
    players: tuple[PatronRecall, ...]
    wagers: tuple[Happened, ...]
    decisions: tuple[Happened, ...]
    cards: tuple[Happened, ...]
    contributions: tuple[Happened, ...]
    payments: tuple[Happened, ...]
    irregularities: tuple[Happened, ...]
    events: tuple[Happened, ...]
    """Everything in order, the above included."""


_WAGERS = (e.WagerPlaced, e.WagerNotAccepted, e.WagerReturned, e.WagerTaken)
_CARDS = (e.CardsDealt, e.CardSetAside, e.CardsShown, e.HandTurned)
_CONTRIBUTIONS = (e.ContributionPosted, e.ContributionReversed)
_PAYMENTS = (e.WagerCollected, e.WagerSettled, e.PayoutCut, e.EnvyPaid, e.MeterPaid)
_TROUBLES = (e.Irregularity, e.RoundVoided, e.HandVoided, e.MatterRaised, e.MatterSettled, e.PlayerAway)


def _version(seen: list[RowSeen]) -> str:
    return next((each.body.version for each in seen if isinstance(each.body, b.ActDone) and each.body.version), "")


def recall(conn: Connection, chain: int, round: int) -> Recall:
    """Everything about one round."""
    line = round_line(conn, chain, round)
    seen = rows_of(conn, chain, round)
    terms = terms_of(conn, chain, round)
    events = tuple(happened(seen))
    status = "void" if line.void else "settled"
    if not any(isinstance(each.event, e.TableCleared) for each in events):
        status = "open" if still_open(conn, line) else "given up"
    commitment, seed = _shuffle(conn, line)

    def only(*kinds: type) -> tuple[Happened, ...]:
        return tuple(h for h in events if isinstance(h.event, kinds))

    return Recall(
        chain=chain,
        table=line.table,
        game=line.game,
        round=round,
        status=status,
        opened_at=line.opened_at,
        cleared_at=line.cleared_at,
        rows=(seen[0].row.number, seen[-1].row.number),
        terms=line.terms,
        terms_version=terms.version,
        operator=terms.operator,
        practice=terms.practice,
        pitboss=_version(seen),
        paytables=_paytables(terms),
        shuffle=line.shuffle,
        commitment=commitment,
        seed=seed,
        players=tuple(_players(conn, line)),
        wagers=only(*_WAGERS),
        decisions=only(e.Decided),
        cards=only(*_CARDS),
        contributions=only(*_CONTRIBUTIONS),
        payments=only(*_PAYMENTS),
        irregularities=only(*_TROUBLES),
        events=events,
    )


def happened(seen: Iterable[RowSeen]) -> Iterable[Happened]:
    """The events of rows, in order."""
    for each in seen:
        if isinstance(each.body, b.ActDone):
            for place, event in enumerate(each.body.events):
                row, body = each.row, each.body
                yield Happened(
                    row.number, body.seq + place, row.at, row.by, event, body.act if place == 0 else None, body.house
                )


def _paytables(terms: Terms) -> tuple[PaytableUsed, ...]:
    return tuple(PaytableUsed(wager.id, wager.paytable) for wager in terms.wagers)


def _shuffle(conn: Connection, line: RoundLine) -> tuple[str, str]:
    s = schema.shuffles.c
    asked = select(s.commitment, s.seed).where(s.chain == line.chain, s.number == line.shuffle)
    found = conn.execute(asked).first() if line.shuffle is not None else None
    return (found.commitment, found.seed or "") if found else ("", "")


def _players(conn: Connection, line: RoundLine) -> Iterable[PatronRecall]:
    """Those who were dealt in, once the round is over: a spectator of an open round does not see what anybody has."""
    found = {hand.player: held(conn, line, hand.player) for hand in line.hands}
    for hand in line.hands:
        had = found[hand.player]
        before, after, elsewhere = (had.before, had.after, had.elsewhere) if had is not None else (None, None, None)
        yield PatronRecall(hand.seat, hand.player, hand.wagered, hand.returned, before, after, elsewhere)
