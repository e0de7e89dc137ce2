"""A game's book, read once and made into frozen records. It holds what the rulebook fixes as figures and
words: wagers, paytables, meters, limits, the layout, and which clause stands behind every step."""

from copy import deepcopy
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from pitboss.rulebook.book_usual import completed
from pitboss.rulebook.folders import BOOK, data, remembered
from pitboss.rulebook.pays import PUSH, Dollars, ForOne, MeterShare, Pay, ToOne
from pitboss.rulebook.roles import FLOOR
from pitboss.rulebook.terms import Line
from pitboss.rulebook.words import ENVY


class Requires(Struct, frozen=True):
    """Further wagers that must lie on the layout where the operator chose this reading."""

    option: str
    value: str
    wagers: tuple[str, ...]
    clause: str = ""
    """The clause that a submission is refused under where these are not offered."""


class Need(Struct, frozen=True):
    """What a submission must say where the wager is offered."""

    key: str
    """As `dealing.procedure`."""
    values: tuple[str, ...]
    """The first is what is proposed."""
    message: str
    clause: str


class FoldedHands(Struct, frozen=True):
    """How far a wager on the whole table looks at the hands of players who fold."""

    option: str
    """The reading that says it."""
    all: str
    """Its value where every hand dealt counts."""
    none: str
    """Its value where no folded hand does."""
    never: str
    """Nobody who plays well folds this hand or a higher one, unless the board alone makes it."""


class Study(Struct, frozen=True):
    """A question that studies of the game ask though the rulebook answers it: what if only some of the choices of a
    step were allowed?"""

    name: str
    title: str
    step: str
    values: dict[str, tuple[str, ...]]
    """Every answer → the choices that are allowed; the first is the rulebook's own."""


class Wager(Struct, frozen=True):
    """A wager as the rulebook knows it."""

    id: str
    title: str
    clause: str
    """The clause that lets a player make it."""
    family: str = ""
    """The paytables it is settled by; its own id unless said otherwise."""
    compulsory: bool = False
    equal_to: str = ""
    requires: tuple[str, ...] = ()
    requires_if: tuple[Requires, ...] = ()
    procedure: str = ""
    """The only dealing procedure with which it can be made."""
    procedure_clause: str = ""
    later: bool = False
    """Made as a decision after the cards are dealt, never before."""
    taken: bool = False
    """Collected before the deal (a lammer or a light stands for it)."""
    folds: bool = False
    """Lost when the player folds."""
    keeps: bool = False
    """A folded hand's cards stay on the table until this wager is settled."""
    optional_offer: bool = False
    """The operator decides whether to offer it."""
    amounts: tuple[int, ...] = ()
    """The only amounts, in cents, where the rulebook fixes them."""
    amount_clause: str = ""
    unoffered: bool = False
    """Not offered unless the submission brings an approved definition."""
    metered: bool = False
    """What is wagered on it feeds the meters, and it is paid from them."""
    cards: tuple[str, ...] = ()
    """Which cards an operator's own definition of it may look at."""
    at_most: int = 1
    """Made later: the largest multiple that the script lets it be."""
    approval: str = ""
    """What the regulator must have approved where it is offered, in words; nothing where no approval is needed."""
    approval_clause: str = ""
    needs: tuple[Need, ...] = ()
    spared: bool = False
    """A void that spares wagers settles it."""
    spared_if: tuple[str, str] | None = None
    """The same, where the operator chose this value of this option."""
    folded: FoldedHands | None = None
    depends: tuple[str, ...] = ()
    """Readings on which its figures can depend, beside those that a limit on payments or its own `needs` name."""


class PaytableLine(Struct, frozen=True):
    hand: str
    pay: Pay
    clause: str


class Paytable(Struct, frozen=True):
    family: str
    lines: tuple[PaytableLine, ...]
    letter: str = ""
    clause: str = ""
    column: int = 0
    floor: bool = False
    """The operator may pay more, never less (U-17)."""
    repeats: bool = False
    """The text prints the same table a second time; it is not a choice of its own."""
    cards: str = ""
    """Which cards a metered wager looks at by this table."""


class Meter(Struct, frozen=True):
    letter: str
    name: str
    minimum: int
    clause: str


class EnvyTable(Struct, frozen=True):
    letter: str
    wager: int
    lines: tuple[PaytableLine, ...]


class Limit(Struct, frozen=True):
    """A limit on what one hand may win in a round, as the rulebook fixes it."""

    clause: str
    cents: int
    wagers: tuple[str, ...]
    option: str = ""
    off: str = ""
    """It does not hold where the operator chose this value of the option."""
    covers_minimum: bool = False
    """It is never less than what these wagers can win together at their minimum."""


class Guide(Struct, frozen=True):
    """What the book says about one step."""

    title: str
    clause: str
    """The clause that orders it."""
    also: tuple[str, ...] = ()
    """Further clauses the engine carries out in this step."""
    reminders: tuple[str, ...] = ()
    """What only people can do: shown to the dealer when the step is due."""


class Area(Struct, frozen=True):
    """A betting area, card area, box or device on the layout."""

    id: str
    title: str
    clause: str
    """What names it under every dealing procedure; empty where nothing does."""
    per_seat: bool = False
    wager: str = ""
    always: bool = False
    """Drawn even when the wager is not offered (D-12)."""
    shows: Literal["", "meters", "column", "device"] = ""
    """A display of the meters or of the odds by the number of hands; a device that accepts a wager."""
    by: dict[str, str] = {}
    """Dealing procedure → the clause of its own section that names the area more closely."""
    also: tuple[str, ...] = ()
    """Further clauses that are told beside it: where else the thing may be."""

    def cited(self, procedure: str) -> str:
        """The clause behind the area where cards are dealt in this way."""
        return self.by.get(procedure, self.clause)


class Inscription(Struct, frozen=True):
    """Words or figures the layout or a sign must bear."""

    id: str
    clause: str
    text: str = ""
    if_offered: str = ""
    on_sign: bool = True
    """A sign may carry it instead of the layout."""
    shows: Literal["", "odds", "column"] = ""
    """What stands there instead of the text: the odds, which the signs carry, or those by the number of hands dealt."""


class Felt(Struct, frozen=True):
    """How the cloth looks. All of it may be left out."""

    cloth: tuple[str, str] = ("#17694a", "#073a28")
    """Its colour in the middle and at the rail."""
    rows: tuple[tuple[str, ...], ...] = ()
    """The betting areas of a position, the row next to the player first. In a row of three the place of a wager that is
    not offered stays free; an area that is named in no row lies next to the dealer. There is room for three rows."""

    def __post_init__(self) -> None:
        if len(self.rows) > 3:
            raise ValueError(f"the felt has room for 3 rows of betting areas; {len(self.rows)} are given")


class BookCard(Struct, frozen=True):
    """A kind of card that the standard deck does not have."""

    code: str
    name: str
    count: int = 1
    aliases: tuple[str, ...] = ()
    sign: str = ""
    """What stands for it on a screen of characters."""
    ink: str = ""
    """The colour in which it is shown there."""


class Bounds(Struct, frozen=True):
    """What a wager may be where the operator has not said it yet, in dollars."""

    minimum: int
    maximum: int
    increment: int


class Book(Struct, frozen=True, kw_only=True):
    """Everything the book of one game says."""

    game: str
    document: str
    """The rulebook, as the ids of its clauses begin."""
    readings: str = ""
    """The letters before the hyphen in the ids of this game's own readings."""
    title: str
    jurisdiction: str = "house rules"
    regulator: str = ""
    rules: str = ""
    """What the document calls itself."""
    holder: str = "operator"
    """What the document calls whoever runs the table: the operator, the licensee."""
    deck: str = "standard"
    """What the deck is called."""
    positions_max: Annotated[int, Meta(ge=1)] = 6
    positions_clause: str = ""
    per_player_max: Annotated[int, Meta(ge=1)] = 1
    per_player_clause: str = ""
    per_player_must_be_stated: bool = False
    recut_by: tuple[str, ...] = FLOOR
    """Who may order a recut."""
    measures: tuple[str, ...] = ("covered", "removed", "marked")
    """What may be done with a device that cannot be used (X-13)."""
    equipment: str = ""
    """What the paper of a layout says of things that other rules ask for at every table and that are not drawn."""
    shoe_needs_shuffler: bool = False
    """The automated shoe is one device with its shuffler."""
    deck_hours: dict[str, int] = {}
    """procedure → hours after which the deck must be changed; none where the rulebook has no timer (X-08)."""
    hands: dict[str, tuple[str, ...]] = {}
    """family → every hand its cells can hold, highest first; the lines of its paytables where none are named."""
    hands_by_cards: dict[str, dict[str, tuple[str, ...]]] = {}
    """family → the same for each choice of cards that a metered wager can look at."""
    groups: dict[str, dict[str, tuple[str, ...]]] = {}
    """family → names of lines that stand for several hands."""
    wagers: tuple[Wager, ...] = ()
    paytables: tuple[Paytable, ...] = ()
    meters: tuple[Meter, ...] = ()
    envy: tuple[EnvyTable, ...] = ()
    limits: tuple[Limit, ...] = ()
    procedure_approvals: dict[str, str] = {}
    """procedure → the approval without which it may not be used."""
    cites: dict[str, Any] = {}
    """What all games share → the clause behind it (`cited.py` has the keys), by dealing procedure where it differs."""
    guides: dict[str, Any] = {}
    """Step → its title, its clause, and what else is said of it; `Rules.guide` makes up what is left out."""
    areas: tuple[Area, ...] = ()
    inscriptions: tuple[Inscription, ...] = ()
    submission: dict[str, str] = {}
    """What a Rules Submission decides, and the clause behind it (see `submission_options`)."""
    default_limits: Bounds = Bounds(5, 500, 5)
    """Of every wager in a default submission, where the folder has none."""
    defines: dict[str, str] = {}
    """word → the clause that defines it."""
    ranks: dict[str, dict[str, str]] = {}
    """family or "cards" → hand or rule of ranking → its clause."""
    contents: dict[str, str] = {}
    """card code, or "deck", → the clause that puts it into the deck."""
    places: dict[str, str] = {}
    """place of cards → what it is called, where the game has a name of its own for it."""
    called: dict[str, str] = {}
    """hand → what signs call it, where they do not write its id in words."""
    called_in: dict[str, dict[str, str]] = {}
    """family → the same, in the paytable of this family alone."""
    said: dict[str, str] = {}
    """hand → the same, in a sentence about somebody's hand."""
    plainly: dict[str, str] = {}
    """hand → the same as a player would say it, where no sign at the table names it."""
    cards: tuple[BookCard, ...] = ()
    """The deck's own cards, in their order."""
    packs: int | None = None
    """How many packs of 52 are in the deck: one where it has no cards of its own, otherwise none unless said so."""
    without: tuple[str, ...] = ()
    """Cards that are taken out of these packs."""
    order: int = 0
    """The place of the game among the others; last where it is not said."""
    version: Annotated[int, Meta(ge=1)] = 1
    """Raised by whoever changes how the game is played. Terms name it (`Terms.edition`): a table goes on under the one
    it began with. What was made with another version is refused, unless it is one of `keeps`."""
    keeps: tuple[int, ...] = ()
    """The earlier versions by which the game can still be played: their rounds replay as they were played."""
    felt: Felt = Felt()
    limited: tuple[str, ...] = ()
    """What counts against a payout limit that the operator may set."""
    odds_to_one: bool = False
    """Odds are stated as so much "to" 1, never as so much "for" 1 (X-21)."""
    studies: tuple[Study, ...] = ()
    trials: tuple[dict[str, Any], ...] = ()
    """Definitions of the metered wager as a submission writes them, each with its meters, by which its simulation is
    proved where the rulebook has no paytable for it. The first is the example of the default submission."""
    positions_fixed: bool = False
    """The layout always has the full number of positions, however many are open (T-25)."""

    def wager(self, wager_id: str) -> Wager:
        return next(w for w in self.wagers if w.id == wager_id)

    @property
    def full_title(self) -> str:
        """The game with where it is played so: `Such Poker, Maryland`; its title alone where the book does not say."""
        return ", ".join(filter(None, (self.title, self.jurisdiction)))

    def family(self, wager_id: str) -> str:
        """The paytables by which a wager is settled; its own name where it is none of the book's."""
        return next((w.family for w in self.wagers if w.id == wager_id), wager_id)

    def cite(self, key: str, procedure: str = "") -> str:
        """The clause behind a rule that all games share, by the procedure in use where it depends on it."""
        found = self.cites.get(key, "")
        return str(found.get(procedure, "") if isinstance(found, dict) else found)

    def guide(self, step: str, procedure: str, title: str = "", clause: str = "") -> Guide:
        """Title, clause and reminders of a step; these where the book says nothing else."""
        found = {"title": title, "clause": clause, **self.guides.get(step, {})}
        if procedure in found:
            found |= found[procedure]
        also, reminders = found.get("also", ()), found.get("reminders", ())
        return Guide(title=found["title"], clause=found["clause"], also=tuple(also), reminders=tuple(reminders))

    def by_hands(self, family: str) -> bool:
        """Whether its paytables are those of the numbers of hands dealt."""
        return any(t.column for t in self.paytables if t.family == family)

    def shared_meter(self, family: str) -> bool:
        """Whether it is a metered wager by the rulebook's own tables: several players share what they pay."""
        return bool(self.meters) and any(w.metered for w in self.wagers if w.family == family)

    def letters(self, family: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(t.letter for t in self.paytables if t.family == family and not t.repeats))

    def table(self, family: str, letter: str) -> tuple[Paytable, ...]:
        """The table with that letter; a wager on the whole table may have one for each number of hands."""
        return tuple(t for t in self.paytables if t.family == family and t.letter == letter and not t.repeats)

    def resolve(self, family: str, tables: tuple[Paytable, ...]) -> tuple[Line, ...]:
        """Lines with the hands that remain for each after the lines above it (X-22)."""
        resolved: list[Line] = []
        for table in tables:
            taken: set[str] = set()
            for line in table.lines:
                mine = tuple(h for h in self.named(family, line.hand) if h not in taken)
                taken.update(mine)
                resolved.append(Line(line.hand, mine, line.pay, line.clause, table.column))
        return tuple(resolved)

    def named(self, family: str, line: str) -> tuple[str, ...]:
        """The hands a line's name covers."""
        return self.groups.get(family, {}).get(line, (line,) if line in self.hands[family] else ())


def read_pay(raw: dict[str, Any]) -> Pay:
    """A payment as the data files write it."""
    match raw["unit"]:
        case "to":
            return ToOne(raw["pays"], raw.get("per", 1))
        case "for":
            return ForOne(raw["pays"])
        case "dollars":
            return Dollars(raw["pays"] * 100, raw.get("stake_back", False))
        case "meter":
            return MeterShare(raw["meter"], raw["pays"])
        case "push":
            return PUSH
        case other:
            raise ValueError(f"unknown unit of payment: {other}")


def _line(raw: dict[str, Any]) -> PaytableLine:
    return PaytableLine(hand=raw["hand"], pay=read_pay(raw), clause=raw["clause"])


@remembered
def book(game: str) -> Book:
    """What the book of one game says."""
    return read_book(data(game, BOOK))


SINGULAR = {
    "wager": "wagers", "paytable": "paytables", "meter": "meters", "limit": "limits", "area": "areas",
    "inscription": "inscriptions", "card": "cards", "study": "studies",
    "trial": "trials",
}  # fmt: skip
"""The tables of a book that stand once for each thing, and what they are together."""


def read_book(written: dict[str, Any]) -> Book:
    """The records that a book as it is written makes."""
    return msgspec.convert(whole(written), Book)


def whole(written: dict[str, Any]) -> dict[str, Any]:
    """The book with what it leaves out, before its values are looked at."""
    raw = deepcopy(written)
    raw.pop("clause", None)
    for singular, plural in SINGULAR.items():
        raw[plural] = raw.pop(singular, [])
    raw = completed(raw)
    for part in ("paytables", ENVY):
        raw[part] = [{**table, "lines": [_line(line) for line in table["lines"]]} for table in raw[part]]
    return raw
