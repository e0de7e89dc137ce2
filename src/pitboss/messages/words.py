"""The words of the rulebooks."""

from pitboss.messages.base import AnswerBody


class WagerWords(AnswerBody):
    id: str
    title: str
    clause: str
    family: str
    """The wagers that share a paytable share this."""
    area: str
    """The area of the layout where it lies; empty where it has none."""
    compulsory: bool
    equal_to: str
    """The wager whose amount it must have; empty where it may have any."""
    together: list[str]
    """The wagers that must have the same amount and are placed together, itself among them; the leading one first.
    None where it is not offered, or is made later."""
    later: bool
    """Made by a decision after the cards are dealt."""
    offered: bool
    """Whether these terms offer it."""
    metered: bool
    """Its stakes feed the meters. Whoever makes it is paid for the hands of others."""


class AreaWords(AnswerBody):
    id: str
    title: str
    clause: str
    wager: str
    seat: bool
    """Every position has one."""


class ChoiceWords(AnswerBody):
    name: str
    label: str
    """Short, for a button."""
    says: str
    """What it does."""
    clause: str
    does: str
    """raise, withdraw, fold or pass"""
    wager: str
    """The wager that is made or taken back."""
    times: int
    """A raise: how many times `of` it is."""
    of: str


class StepWords(AnswerBody):
    name: str
    kind: str
    title: str
    clause: str
    choices: list[ChoiceWords]


class TaskWords(AnswerBody):
    title: str
    clause: str
    reminders: list[str]
    """Clauses that only people can carry out."""


class LineWords(AnswerBody):
    hand: str
    words: str
    pays: str
    clause: str


class PaytableWords(AnswerBody):
    wager: str
    """The family of wagers it pays."""
    letter: str
    column: int
    """For how many hands, the dealer's included, where that decides it."""
    lines: list[LineWords]


class PaysWords(AnswerBody):
    wager: str
    """The family of wagers, as on the signs of the layout."""
    title: str
    paytable: str
    """Its letter in the rulebook; `custom`: the house's own; empty: it has only one."""
    needs: str
    """What must hold for it to be paid, beside the hands of its table; may be empty."""


class DecidedWords(AnswerBody):
    text: str
    """Whose hand wins, and what the dealer needs, in plain words."""
    clause: str


class MishapWords(AnswerBody):
    kind: str
    title: str
    does: str
    """What follows, as the event of the report names it."""
    consequence: str
    clause: str
    during: list[str]
    by: list[str]


class GameTitle(AnswerBody):
    game: str
    title: str


class GameWords(AnswerBody):
    game: str
    title: str
    jurisdiction: str
    regulator: str
    document: str
    deck: str
    cloth: list[str]
    """The colour of its cloth in the middle and at the rail."""
    cards: dict[str, str]
    """Every card of the deck in words."""
    own_cards: dict[str, str]
    """Those that an ordinary deck does not have."""
    pictures: str
    """The address of drawings of its own cards, with their codes as ids."""
    removed: list[str]
    """Cards that leave a hand when it is shown: they do not count."""
    positions: int
    wagers: list[WagerWords]
    areas: list[AreaWords]
    steps: list[StepWords]
    """The round by the procedure in use, in order."""
    tasks: dict[str, TaskWords]
    """What the staff do, by the names of the steps and duties."""
    roles: dict[str, str]
    hands: dict[str, str]
    paytables: list[PaytableWords]
    pays: list[PaysWords]
    """The wagers offered, each with the name of its paytable in force."""
    decided: DecidedWords
    """How the main wagers are decided."""
    irregularities: list[MishapWords]


class RankedWords(AnswerBody):
    words: str
    cards: list[str]
    """Cards that make it; none where the game does not show any."""


class RankingWords(AnswerBody):
    """Which hand beats which."""

    lead: str
    """What is dealt and what counts of it."""
    order: list[str]
    """The cards from the highest, where they are not the usual 52."""
    hands: list[RankedWords]
    """From the highest."""
    text: str
    """How the main wagers are decided, in plain words."""
    clause: str


class WagerNoteWords(AnswerBody):
    title: str
    says: str


class GuidedWagerWords(AnswerBody):
    """Wagers that are made together before the deal, for somebody who makes them for the first time."""

    wagers: list[str]
    titles: list[str]
    optional: bool
    says: list[str]
    notes: list[WagerNoteWords]
    """What is told of each of them, where there is something."""


class GuidedMomentWords(AnswerBody):
    step: str
    says: str


class FirstHandWords(AnswerBody):
    """A game explained while a hand is played."""

    lead: str
    """What the game is about."""
    wagers: list[GuidedWagerWords]
    moments: list[GuidedMomentWords]
    """What is told of the steps, in the order of the round."""


class ReadingWords(AnswerBody):
    id: str
    title: str
    choice: str
    reason: str
    alternatives: list[str]


class ClauseWords(AnswerBody):
    id: str
    kind: str
    """compute, state, input, config, display or physical"""
    game: str
    title: str
    """The game's title."""
    text: str
    """What the clause asks, in our own words."""
    readings: list[ReadingWords]
    """How it is read where the text leaves a question."""
