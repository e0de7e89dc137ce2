"""Rows of the trail performed again. Every row is made anew from what was asked, by the same code that made it the
first time, and must come out the same to the last bit of its hash: a restart finds the very state, an audit finds every
difference."""

from collections.abc import Callable, Iterable, Mapping

from pitboss.cards.deck import Card
from pitboss.house.fair.scheme import is_masked
from pitboss.house.live.draft import ChangeDraft
from pitboss.house.live.now import Fixed, Now, TableChange
from pitboss.house.money.accounts import meter_of_reserve
from pitboss.house.trail import bodies as b
from pitboss.house.trail.rows import Row
from pitboss.table.actions import DealCards
from pitboss.table.refusals import Refusal


class DoesNotFollow(ValueError):
    """A row that the rules and the rows before it would not have produced."""

    def __init__(self, row: Row, why: str) -> None:
        super().__init__(f"row {row.number} of chain {row.chain}: {why}")
        self.row, self.why = row, why


def repeat(
    fixed: Fixed, now: Now, rows: Iterable[Row], seed: Callable[[int], bytes]
) -> Iterable[tuple[list[Row], TableChange]]:
    """Performs the rows one act after the other; yields the rows of each act with the change it makes.

    Raises `DoesNotFollow` at the first that comes out differently."""
    waiting: list[Row] = []
    change: TableChange | None = None
    matched = 0
    for row in rows:
        if change is None or matched == len(change.rows):
            if change is not None:
                yield waiting, change
                now = change.now
            change, waiting, matched = again(fixed, now, row, seed), [], 0
        _same(change.rows[matched], row)
        waiting.append(row)
        matched += 1
    if change is not None:
        if matched < len(change.rows):
            raise DoesNotFollow(waiting[-1], f"a row of kind '{change.rows[matched].kind}' is missing after it")
        yield waiting, change


def _same(made: Row, found: Row) -> None:
    if made == found:
        return
    for name in ("number", "kind", "at", "round", "by", "act_id", "body", "hash"):
        if getattr(made, name) != getattr(found, name):
            raise DoesNotFollow(found, f"its {name} is not what follows from the rows before it")
    raise DoesNotFollow(found, "it stands in another chain")


def again(fixed: Fixed, now: Now, row: Row, seed: Callable[[int], bytes]) -> TableChange:
    """What the row's act makes of the table, performed anew."""
    try:
        body = b.decode(row)
    except (KeyError, ValueError) as error:
        raise DoesNotFollow(row, f"it cannot be read: {error}") from None
    if row.at < now.at:
        raise DoesNotFollow(row, "it is earlier than the row before it")
    reserves = body.reserves if isinstance(body, b.ActDone) else {}
    upcoming = iter(range(now.shuffles + 1, now.shuffles + 100))
    draft = ChangeDraft(fixed, now, row.at, balance=plenty(reserves), new_seed=lambda: seed(next(upcoming)), float_=0)
    try:
        _perform(draft, row, body)
    except DoesNotFollow:
        raise
    except (AssertionError, LookupError, ValueError) as error:
        raise DoesNotFollow(row, f"it cannot be performed: {error}") from None
    return draft.finished()


def plenty(reserves: Mapping[str, int]) -> Callable[[str], int]:
    """What accounts hold where rows are performed again: fills stand in the trail as rows of their own, and what a
    reserve bore is written in the act."""

    def balance(account: str) -> int:
        meter = meter_of_reserve(account)
        return 1 << 60 if meter is None else reserves.get(meter, 0)

    return balance


def _perform(draft: ChangeDraft, row: Row, body: b.Body) -> None:
    match body:
        case b.ActDone():
            refusal = _act(draft, row, body)
            if refusal is not None:
                raise DoesNotFollow(row, f"the rules refuse this act: {refusal}")
        case b.OwnSeed():
            draft.add_seed(body.seat, body.player, body.deck, body.seed, row.act_id)
        case b.Ready():
            draft.say_ready(body.seat, row.by, row.act_id)
        case b.Chips():
            draft.chips(body.cents if row.kind == "fill" else -body.cents, row.by, body.reason, row.act_id)
        case b.Practice():
            draft.practise(body, row.by)
        case b.Parked():
            draft.row("parked", row.by, body, row.act_id)
        case b.Closed():
            draft.close(row.by, body.reason, row.act_id)
        case b.Opened():
            draft.open(row.by, body, row.act_id)
        case _:
            raise DoesNotFollow(row, f"nothing before it led to a row of kind '{row.kind}'")


def _act(draft: ChangeDraft, row: Row, body: b.ActDone) -> Refusal | None:
    places: tuple[int, ...] = ()
    if isinstance(body.act, DealCards):
        pack = draft.now.packs[draft.now.state.deck]
        count = len(body.act.cards)
        places = pack.top(count)[0] if pack.order else pack.fed(count)
        faces = draft.now.rules.deck.cards

        def face(text: str) -> Card:
            return pack.face(text, faces) if is_masked(text) else text

        body = b.open_faces(body, face)
        if pack.order and isinstance(body.act, DealCards) and body.act.cards != pack.top(count)[1]:
            raise DoesNotFollow(row, "these are not the cards that the shuffle gives")
    return draft.act(row.by, body.act, row.act_id, places=places, house=body.house, version=body.version)
