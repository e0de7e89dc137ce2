"""What can stand in the files of a game's folder beside its book: whoever reads one of them reads it in this shape, and
the check of a folder holds the file against it."""

from typing import Any, Literal

from msgspec import Struct

# --- words.toml -----------------------------------------------------------------------------------------------------


class Saying(Struct, frozen=True):
    """What is said at one step of the round, or of one wager."""

    at: str
    clause: str
    text: str
    optional: str = ""
    """What is added where the table offers optional wagers."""
    chosen: dict[str, str] = {}
    """How the operator must have read the rules for it to be said."""
    needs: str = ""
    """What the table must be or have for it to be said (see `rulebook.passages`)."""


class DecisionWords(Struct, frozen=True, forbid_unknown_fields=True):
    """What is said of one decision. {what} is what it is about, {when} what it depends on besides the cards, {answer}
    an answer, {others} those that are worth as much."""

    at: str = ""
    """The step."""
    what: str = "{step}"
    first: str = "{what}{when}: "
    """Before the first sentence."""
    then: str = "otherwise "
    """Before the following ones. Where it is empty, no hand may be named in two of them."""
    take: str = "{answer} with:"
    same: str = "{answer} (to {others} is worth as much, with more variance) with:"
    rest: str = "{answer}."
    """With every other hand."""
    always: str = "{answer} with every hand."
    never: str = ""
    """Where no hand is worth more than the smallest answer, instead of `always`."""
    answers: dict[str, str] = {}
    """choice → how it is told."""
    after: dict[str, str] = {}
    """choice → how it is told at later decisions that depend on it."""
    tile: str = ""
    """On a chart: the hands that take another than the smallest answer."""
    chip: str = "{answer}"
    """On a chart, above the hands with which an answer is worth most; the following likewise."""
    chip_same: str = "Worth the same: {answer}, for less variance"
    chip_rest: str = "Every other hand: {answer}"
    chip_all: str = "Every hand: {answer}"
    spoken_same: str = "worth the same, {answer} for less variance:"
    """For readers who do not see the chart; the following likewise."""
    spoken_rest: str = "{answer} with every other hand."
    spoken_never: str = "always {answer}."


class StrategyWords(Struct, frozen=True, forbid_unknown_fields=True):
    """The `[strategy]` of a game's words."""

    decision: tuple[DecisionWords, ...] = ()
    chart: str = "the best play"
    """What the chart shows."""
    look: str = "Look down the list: the first line that fits your hand says what to do."
    named: str = "for which an answer is worth most"
    """Which hands the rules of a chart name."""

    def at(self, step: str) -> DecisionWords:
        return next((each for each in self.decision if each.at == step), DecisionWords(step))


class ChosenReading(Struct, frozen=True):
    """What a chart says where the operator read the rules so."""

    option: str
    value: str
    text: str


class ShownHand(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the ranking that is shown to players."""

    cards: str
    """With spaces between them."""
    says: str


class Sayings(Struct, frozen=True):
    """Everything said of one game."""

    step: tuple[Saying, ...] = ()
    wager: tuple[Saying, ...] = ()
    lobby: str = ""
    """What the game is about, for somebody who chooses a table."""
    easy: Literal[0, 1, 2] = 0
    """How easy the game is for somebody who has never played: 2 very (one decision, hands that most people know), 1
    rather. He is brought to the easiest."""
    returned: str = ""
    """When a wager is returned because the dealer does not qualify."""
    order: str = ""
    """The cards from the highest, with spaces between them, where they are not those that everybody knows."""
    ranking: tuple[ShownHand, ...] = ()
    """Which hand beats which, from the highest; made from the game's ranking where there is none."""
    strategy: StrategyWords = StrategyWords()
    reading: tuple[ChosenReading, ...] = ()


Ends = Literal["win", "lose", "tie"]

# --- examples.toml, help.toml, emblems.toml -------------------------------------------------------------------------


class WorkedExample(Struct, frozen=True, forbid_unknown_fields=True):
    """Cards by their places, and what the player does."""

    title: str
    ends: Ends
    """How the wagers of the main game together must end; the engine is asked whether they do."""
    places: dict[str, str]
    acts: tuple[str, ...]


class WorkedDecision(Struct, frozen=True):
    """A decision that a paper works out: cards with spaces between them."""

    cards: str
    board: str


class WorkedExamples(Struct, frozen=True):
    """The worked examples of a game."""

    example: tuple[WorkedExample, ...] = ()
    decision: WorkedDecision | None = None


class HelpExample(Struct, frozen=True):
    """An example in the help of a command."""

    command: str
    says: str
    place: int = 0


class HelpFile(Struct, frozen=True):
    """What the help of the commands shows of a game."""

    shown: bool = False
    clause: str = ""
    example: tuple[HelpExample, ...] = ()


class Emblem(Struct, frozen=True):
    """The sign of a card on charts."""

    style: str
    outline: str


# --- options.toml and readings.toml, as they are written ------------------------------------------------------------


class WrittenOption(Struct, frozen=True):
    """An operator's choice. One that games share needs its name alone."""

    name: str
    title: str = ""
    section: str = ""
    reading: str = ""
    clause: str = ""
    values: tuple[str, ...] = ()
    said: dict[str, str] = {}
    kind: str = ""
    required: bool = False
    minimum: int = 0
    maximum: int = 0
    needs: str = ""
    rests: str = ""


class OptionsFile(Struct, frozen=True):
    option: tuple[WrittenOption, ...] = ()


class WrittenOwn(Struct, frozen=True):
    choice: str = ""
    reason: str = ""


class WrittenWhen(Struct, frozen=True):
    value: str
    choice: str = ""
    reason: str = ""
    adds: dict[str, str] = {}


class WrittenReading(Struct, frozen=True):
    """A reading of this game's own."""

    id: str
    tag: str
    title: str
    clauses: tuple[str, ...]
    alternatives: tuple[str, ...]
    choice: str
    reason: str
    option: str = ""
    values: tuple[str, ...] = ()
    wagers: tuple[str, ...] = ()
    needs: str = ""
    own: tuple[WrittenOwn, ...] = ()
    when: tuple[WrittenWhen, ...] = ()
    adds: dict[str, str] = {}


class WrittenShared(Struct, frozen=True):
    """What the game says of a reading that games share."""

    id: str
    clauses: tuple[str, ...] = ()
    choice: str = ""
    reason: str = ""
    when: tuple[WrittenWhen, ...] = ()


class ReadingsFile(Struct, frozen=True):
    reading: tuple[WrittenReading, ...] = ()
    shared: tuple[WrittenShared, ...] = ()


SHAPES: dict[str, Any] = {
    "emblems.toml": dict[str, Emblem],
    "examples.toml": WorkedExamples,
    "help.toml": HelpFile,
    "options.toml": OptionsFile,
    "readings.toml": ReadingsFile,
    "words.toml": Sayings,
}
