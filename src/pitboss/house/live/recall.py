"""What was asked for by an id that a table does not remember, or remembers only from its trail. An id that comes again
for the same act is answered as before; for another act it is refused, and that needs the act itself."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection, select

from pitboss.house.fair.scheme import Masks, is_masked
from pitboss.house.live.now import Fixed, Now
from pitboss.house.live.request import Subject, TableRequest
from pitboss.house.store.schema import trail
from pitboss.house.trail import bodies as b
from pitboss.house.trail.asked import earlier
from pitboss.house.trail.rows import Row, as_row
from pitboss.table import actions as a
from pitboss.table.refusals import Refusal

REVEALS = 6
"""A deck is revealed when its round is over, and no more others can be before it than a table has."""


class IdRecall(Struct, frozen=True):
    """The trail has to be asked about an id. `otherwise` is what counts where it does not know it."""

    otherwise: Refusal | BaseException


def recalled(fixed: Fixed, now: Now, request: TableRequest, conn: Connection) -> tuple[int, bool] | None:
    """The row that this person made under this id, and whether it was for the same as is asked now."""
    row = earlier(conn, request.asker, request.act_id, fixed.chain)
    return None if row is None else (row.number, _same(conn, fixed, now, row, request.subject))


def _same(conn: Connection, fixed: Fixed, now: Now, row: Row, asked: Subject) -> bool:
    match b.decode(row):
        case b.ActDone(act=act):
            if not isinstance(asked, a.Action):
                return False
            done, wanted = _without(act, "meters", "commitment"), _without(asked, "commitment")
            if fixed.cards == "shuffle":  # nobody names the cards of a shuffle: the house brought them
                done = _without(done, "cards")
            elif isinstance(done, a.DealCards) and isinstance(wanted, a.DealCards):
                return _same_cards(conn, now, row, done, wanted)
            return done == wanted
        case b.OwnSeed(deck=deck, seed=seed):
            return asked == ("seed", deck, seed)
        case b.Ready(seat=seat):
            return asked == ("ready", seat)
        case b.Chips(cents=cents, reason=reason):
            return asked == ("chips", cents if row.kind == "fill" else -cents, reason)
        case b.Closed(reason=reason):
            return asked == ("close", reason)
        case _:
            return False


_EMPTY: dict[str, object] = {"commitment": "", "meters": (), "cards": ()}


def _without(act: a.Action, *fields: str) -> a.Action:
    """The act without what the house brings to it."""
    for field in fields:
        if getattr(act, field, _EMPTY[field]) != _EMPTY[field]:
            act = replace(act, **{field: _EMPTY[field]})
    return act


def _same_cards(conn: Connection, now: Now, row: Row, done: a.DealCards, asked: a.DealCards) -> bool:
    """Cards that were dealt face down stand in the trail as digests: the same cards under the same seed give them."""
    if len(done.cards) != len(asked.cards):
        return False
    masks = (*(pack.masks for pack in now.packs.values()), *_revealed_after(conn, row))
    for kept, card in zip(done.cards, asked.cards, strict=True):
        if not is_masked(kept):
            if kept != card:
                return False
        elif not any(each.mask(int(kept[1:].partition(":")[0]), card) == kept for each in masks):
            return False
    return True


def _revealed_after(conn: Connection, row: Row) -> Iterator[Masks]:
    c = trail.c
    reveals = select(trail).where(c.chain == row.chain, c.number > row.number, c.kind == "reveal").order_by(c.number)
    for found in conn.execute(reveals.limit(REVEALS)):
        body = b.decode(as_row(found))
        assert isinstance(body, b.Reveal)
        yield Masks(bytes.fromhex(body.seed))
