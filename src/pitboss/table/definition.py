"""What a game must declare: its script, its deal plans, its settlement rows, its irregularities and how cards become
cells (`cells.py`). Everything is data; the engine, the solver and the printed page all read the same declaration.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from pitboss.cards.deck import Card
from pitboss.cards.ranking import Hand
from pitboss.rulebook.pays import LOSE, Pay
from pitboss.rulebook.roles import STAFF
from pitboss.table.cells import Cell, CellSpace, Fields, holdings, live_cell, space
from pitboss.table.vocabulary import (
    Compare,
    Consequence,
    DealtTo,
    Does,
    MishapKind,
    MishapPlace,
    Place,
    ShownPlace,
    StepKind,
    Who,
)

if TYPE_CHECKING:
    from pitboss.table.rules import Rules
    from pitboss.table.state import Seat, State

# --- the script of a round ------------------------------------------------------------------------------------------


class Choice(Struct, frozen=True):
    """One answer a player may give: `raise` makes `wager`, `times` as much as another, `withdraw` takes back `wager`,
    `fold` gives up the wagers that fold, `pass` changes nothing."""

    name: str
    does: Does
    clause: str
    times: int = 0
    wager: str = ""
    of: str = ""
    """raise: the wager whose amount is multiplied; the first compulsory one where none is named."""
    label: str = ""
    """What its button says; derived where it is empty (`wording/choices.py`)."""
    told: str = ""
    """What is said of a player who has chosen it; likewise."""


class Step(Struct, frozen=True):
    """One step of the script. `clause` orders it."""

    kind: StepKind
    name: str
    clause: str
    choices: tuple[Choice, ...] = ()
    """ask: the permitted answers."""
    absent: str = ""
    """ask: what counts as the answer of a player who has left and whose hand is played out (X-10)."""
    unless: str = ""
    """ask: not asked of positions that already have this wager."""
    when: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """ask: (field, values), …: only those are asked whose cell of the base wager has these values. The cards that it
    looks at must lie open by then."""
    part: str = ""
    """deal: the part of the deal plan."""
    place: ShownPlace = ""
    """show: what is turned up."""
    upto: int = 0
    """show community: how many cards lie open afterwards."""
    wagers: tuple[str, ...] = ()
    """settle, table, take: which wagers, in the order of settlement."""
    any_order: tuple[tuple[str, ...], ...] = ()
    """settle: groups of them that the rules set in no order among themselves. The engine takes them as they are listed;
    a dealer may take them otherwise."""
    who: Who = "all"
    """settle: whose hands."""
    turn_clause: str = ""
    """settle: the clause that turns the player's cards up."""
    cards_down: bool = False
    """ask: a player who has answered does not touch or look at his cards again."""


# --- dealing --------------------------------------------------------------------------------------------------------


class Deal(Struct, frozen=True):
    """A step of a deal plan: `count` cards at a time to each seat in turn, or to one place."""

    to: DealtTo
    count: int
    clause: str
    up: bool = False
    first: str = ""
    """seats: the clause of the first position's delivery, where it has one of its own."""
    having: str = ""
    """Only to positions that have made this wager; to another place only if some position has."""


class Target(Struct, frozen=True, gc=False):
    """One delivery: where the next `count` cards go."""

    to: Place
    count: int
    clause: str
    seat: int = 0
    up: bool = False


# --- settlement -----------------------------------------------------------------------------------------------------


class ByTable(Struct, frozen=True):
    """Paid by the line of the table in force that the cell's hand matches (or by the one line named); otherwise
    `otherwise`."""

    line: str = ""
    otherwise: Pay = LOSE
    clause: str = ""
    """The clause under which a hand that matches no line is collected. With `line`: the clause under which it is paid,
    where that is not the one of the line, because the wager wins so in more than one case."""


class Row(Struct, frozen=True):
    """A settlement row: for these wagers, where the cell's fields have these values, this is paid under this clause."""

    clause: str
    wagers: tuple[str, ...]
    when: Mapping[str, tuple[str, ...]]
    pay: Pay | ByTable
    reading: str = ""
    bonus: bool = False
    """Beside it the line of the table that the cell's hand matches is paid, if there is one, on the same stake: a bonus
    for which nothing more is wagered, won even where the wager itself is lost."""


# --- when something goes wrong --------------------------------------------------------------------------------------

CONSEQUENCES: Mapping[Consequence, str] = {
    "record": "it is recorded and the round goes on",
    "replace": "the card is not used, goes to the discard rack and the next card takes its place",
    "complete_later": "the card is not used; the hand is completed from the remaining cards",
    "use_next": "the card is used as the next card",
    "void": "all hands are void, every wager goes back, the cards are reshuffled",
    "void_remove": "all hands are void, every wager goes back and the deck leaves the table",
    "void_spare": "the main hands are void and their wagers go back; the spared wagers are settled on the full board",
    "void_hand": "this position's hand is void and its wagers go back",
    "complete": "the missing cards are dealt in sequence and the round goes on",
    "forfeit": "the position forfeits all wagers of the round",
    "left": "the hand is played out, or a floorperson decides, as the game and its operator have it",
    "reshuffle": "the cards are reshuffled",
    "remove_deck": "the deck leaves the table; no hand is touched",
    "set_aside_device": "the device is out of use until it is dealt with as the game's rules ask",
    "by_place": "the place with the wrong number of cards is reported by itself, and what follows from that holds",
}


class Mishap(Struct, frozen=True):
    """A row of the irregularity table: what is reported, at which moment, and what follows by which clause."""

    kind: MishapKind
    title: str
    consequence: Consequence
    clause: str
    during: tuple[str, ...]
    """Names of steps, or `shuffle` (before the cards are ready), `between` (no round open)."""
    procedures: tuple[str, ...] = ()
    option: tuple[str, str] | None = None
    """Applies only where the operator chose this reading."""
    place: tuple[MishapPlace, ...] = ()
    """Where the cards lie, or which device fails."""
    repeated: bool | None = None
    """Whether an earlier card was found face up in the same round."""
    compare: Compare = ""
    """Fewer or more cards than the plan gives."""
    keeps: tuple[str, ...] = ()
    """void_hand: wagers of the position that stay alive."""
    by: tuple[str, ...] = STAFF
    """The roles that may report it."""
    reading: str = ""
    undecided: bool | None = None
    """Whether a player has still to fold or to make the wager of the last decision."""
    ruling: str = ""
    """Applies only with this ruling (the dealer completes his hand, a floorperson confirms)."""
    saves: str = ""
    """void_spare: the clause by which the spared wagers are settled all the same."""
    since: int = 1
    """The first version of the book (edition) in which the row applies."""
    until: int = 0
    """The last one; 0 where it still does. A row that was corrected stays for the tables of its time."""


# --- words for hands ------------------------------------------------------------------------------------------------


class Band(Struct, frozen=True):
    """Hands that a chart names together."""

    names: tuple[str, ...] = ()
    """What they are called, and shorter ones for where there is little room."""
    wider: str = ""
    """A larger part of the order to which they belong, where there is one."""
    card: Card = ""
    """The card whose sign stands beside the name."""
    style: str = ""
    """Of that sign, where it is not that of the card."""


class HandWords(Struct, frozen=True):
    """A game's own words for hands. Where it has none, they are made from the names of hands and cards."""

    and_up: Callable[[Hand, Sequence[Hand]], str] | None = None
    """This hand and all higher ones, as in `Play with …`. All hands that a player can hold are given, the lowest
    first."""
    cards: Callable[[tuple[Card, ...], bool], str] | None = None
    """These cards of a player, those that count; with or without what must be said of their suits."""
    band: Callable[[Hand], Band] | None = None
    held: Callable[[tuple[Card, ...]], str] | None = None
    """The hand that somebody holds, all its cards given: `pair of nines, ace high`. What stands before the first comma
    is enough to compare it with another."""


def described(rules: "Rules", state: "State", cards: tuple[Card, ...]) -> str:
    """The hand by the name that the ranking of the base wager gives it; the cards where it looks at none."""
    held = next(iter(holdings(rules.fields[rules.base])), None)
    if held is None:
        return " ".join(cards)
    shared = next((seen for seen in held.sees if seen.place == "community"), None)
    board = state.community[: shared.first or None] if shared else ()
    return held.ranking.of((*cards, *board)).name.replace("_", " ")


# --- the game -------------------------------------------------------------------------------------------------------


class Game(Struct, frozen=True):
    """A game, once. `book` names its data file."""

    id: str
    script: Callable[["Rules", str], tuple[Step, ...]]
    """The steps of a round under these terms and this dealing procedure."""
    plan: Callable[["Rules", str, "State | None"], dict[str, tuple[Deal, ...]]]
    """The parts of the deal; the state is given where the plan depends on the wagers made."""
    cells: Callable[["Rules"], Mapping[str, Fields]]
    """For every wager the fields of its cells."""
    rows: Callable[["Rules"], tuple[Row, ...]]
    describe: Callable[["Rules", "State", tuple[Card, ...]], str] = described
    """The hand these cards make, in words, as the dealer announces it."""
    mishaps: tuple[Mishap, ...] = ()
    phrases: Callable[["Rules"], Mapping[str, str]] = lambda rules: {}
    """Words that the sentences of the game's `words.toml` may name in braces, beside those that every game has."""
    house_player: Callable[[tuple[Card, ...], tuple[Card, ...]], str] | None = None
    """How a house player decides, by his own cards and the open community cards: simply, as a person would."""
    hand_words: HandWords | None = None
    remaining: Callable[[Sequence[Card]], Sequence[Card]] | None = None
    """What is left of a hand when it is shown, where that is not all of it."""
    looked_at: Callable[["Rules", "State"], tuple[int, ...]] = lambda rules, state: ()
    """Positions whose cards the wagers on the whole table look at."""
    misdeal_by_place: tuple[str, str] | None = None
    """The reading (option, value) by which a misdeal found by counting the stub has the consequence that the rows give
    to the place with the wrong number; otherwise it voids the round."""
    left_exposed: Callable[["Rules", "State"], int] | None = None
    """The position whose settled hand stays on the table for a wager on the whole table; 0 where none does."""

    def classify(self, rules: "Rules", state: "State", seat: "Seat", wager: str) -> Cell:
        """The cell of one wager of one position."""
        return live_cell(rules, rules.fields[wager], state, seat, wager)

    def spaces(self, rules: "Rules") -> dict[str, CellSpace]:
        """For every wager the space of its cells."""
        return {wager: space(fields) for wager, fields in rules.fields.items()}
