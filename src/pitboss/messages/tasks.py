"""What a school puts before a trainee, what he may answer, and what is said of his answer.

A task is known by its name alone (`TaskName`): made again from it, years later and anywhere, it is the same task. It
never holds its own solution, so it can be sent to who is to solve it."""

from typing import Literal

from msgspec import Struct

from pitboss.messages.odds import Worth
from pitboss.table.views import View

Audience = Literal["dealers", "players"]
"""For whom an exercise is."""

# --- what is asked ---


class TaskName(Struct, frozen=True):
    """Which task it is. The same name makes the same task, under the same edition of the game and the same terms."""

    game: str
    drill: str
    """Which kind of exercise: a name of `drills.DRILLS`."""
    topic: str
    """What of it is practised: one of the drill's topics for this game. Memory and marks are kept by topic."""
    seed: int
    place: int = 0
    """Which task of a series, where one seed makes several that follow each other; 0 is the first."""


class Topic(Struct, frozen=True):
    """One thing to be learnt, within one drill and one game."""

    id: str
    title: str
    clauses: tuple[str, ...] = ()
    """Where the rulebook has it."""


class ChipPile(Struct, frozen=True):
    """Chips of one denomination."""

    cents: int
    """What one chip is worth."""
    count: int


class AnswerOption(Struct, frozen=True):
    id: str
    words: str


class AskChoice(Struct, frozen=True, tag="choice"):
    """One of several answers, or all that apply."""

    options: tuple[AnswerOption, ...]
    several: bool = False
    among_told: bool = False
    """The first options are the sentences of `told`, one for each, in their order: which of them is meant."""


class AskNumber(Struct, frozen=True, tag="number"):
    """A whole number."""

    unit: str
    """What is counted: `cents`, `cards`, `hours`, `minutes`."""
    least: int = 0
    most: int = 1_000_000_000


class AskMoves(Struct, frozen=True, tag="moves"):
    """What the dealer does with the wagers that lie there, one move after the other, with chips of his tray."""

    tray: tuple[ChipPile, ...]
    """What lies in the tray, highest first."""
    wagers: tuple["WagerLying", ...]
    """What lies on the table, from the dealer's left; at each position as the game lists its wagers, which is not
    always the order of settlement."""
    whole_table: bool = True
    """Whether a table is settled, as in a round; not where it is one hand alone."""


class WagerLying(Struct, frozen=True):
    """A wager on its area, as chips. Without chips and lammer it is a place at which something may have to be paid,
    such as an envy bonus; it is left alone where nothing is."""

    seat: int
    wager: str
    words: str
    chips: tuple[ChipPile, ...] = ()
    lammer: bool = False
    """The chips were taken before the deal and are in the tray (`words` tell how much); a lammer stands for the wager.
    A stake that goes back is then paid together with what is won."""


Ask = AskChoice | AskNumber | AskMoves


class Shown(Struct, frozen=True):
    """A part of what is looked at besides the table: cards with a caption, or a line of text."""

    words: str
    cards: tuple[str, ...] = ()


class TablePicture(Struct, frozen=True):
    """The table at an earlier moment, to be compared with how it lies now."""

    words: str
    """When it was."""
    view: View
    told: int = 0
    """How many of the sentences of `told` had happened by then."""


class DrillTask(Struct, frozen=True):
    """One task, as a trainee sees it."""

    name: TaskName
    title: str
    question: str
    ask: Ask
    shown: tuple[Shown, ...] = ()
    view: View | None = None
    """The table as it lies before him, where he sits at one."""
    told: tuple[str, ...] = ()
    """What has happened, sentence by sentence, where he watches or conducts a round."""
    earlier: tuple[TablePicture, ...] = ()
    """How the table lay before, where something is to be found by comparing; the earliest first."""
    follows: bool = False
    """Whether another task of the same series comes after it."""


# --- what is answered ---


class ChoiceAnswer(Struct, frozen=True, tag="choice"):
    ids: tuple[str, ...]


class NumberAnswer(Struct, frozen=True, tag="number"):
    value: int


class DealerMove(Struct, frozen=True):
    """One movement of chips at one wager."""

    seat: int
    wager: str
    do: str
    """`take` (into the tray; of a wager with a lammer, the lammer), `pay` (beside the wager), `push` (it stays the
    player's)."""
    chips: tuple[ChipPile, ...] = ()
    """What is paid. Of a `take`: what is taken where it is not the whole wager. Nothing for a `push`."""


class MovesAnswer(Struct, frozen=True, tag="moves"):
    moves: tuple[DealerMove, ...]


DrillAnswer = ChoiceAnswer | NumberAnswer | MovesAnswer


# --- what is said of it ---


class Misstep(Struct, frozen=True):
    """One thing that was wrong, told apart by its kind."""

    kind: str
    """`wrong_order`, `wrong_amount`, `wrong_chips`, `wrong_move` (taken, paid and left mixed up), `wrong_choice`, …:
    what a trainer counts."""
    words: str
    clause: str = ""
    misconception: str = ""
    """The mistaken belief that explains it, where there is one: `push_taken`, `paid_on_loss`, …"""
    seat: int = 0
    """Where on the table it is, if it is about one wager."""
    wager: str = ""


class DecisionWorth(Struct, frozen=True):
    """What the choices of a player's decision are worth, and what his own gave away."""

    unit: str
    """What the values are parts of, in words."""
    stake: int
    """What lies on it, in cents."""
    choices: tuple[Worth, ...]
    """In the order of the script; as an option has the id of its choice, bars can stand beside the options."""
    cost: str
    """What the answer gave away against the best choice, in units of the base, exactly; 0 where it is worth as much."""
    cost_percent: float
    """The same in percent of the base."""
    cost_cents: float


class TaskVerdict(Struct, frozen=True):
    right: bool
    missteps: tuple[Misstep, ...]
    solution: DrillAnswer
    words: str
    """The right answer, in words."""
    why: tuple[Misstep, ...] = ()
    """The rules behind it: `words` with their `clause`; `kind` is `rule`."""
    worth: DecisionWorth | None = None
    """Of a player's decision."""


class UnfitAnswer(ValueError):
    """The answer has not the form that was asked for; it is not judged, and nothing is counted."""


class UnknownTask(ValueError):
    """There is no such drill, topic or place for this game; the message says which there are."""
