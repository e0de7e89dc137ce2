"""What a trainee is shown of a moment of a round: the equipment, the table as the dealer sees it, what has happened."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from pitboss.messages.tasks import Shown
from pitboss.rulebook.roles import DEALER
from pitboss.rulebook.words import sentence as capital
from pitboss.school.rounds import RoundMoment
from pitboss.table import events as e
from pitboss.table.rules import Rules
from pitboss.table.state import State
from pitboss.table.views import View, known, view
from pitboss.wording.events import sentence
from pitboss.wording.things import PROCEDURES

LAST = 8
"""How many sentences of what has happened a trainee is told."""
_STATES = {
    "working": "a shuffler is in use", "failed": "the shuffler cannot be used any more",
    "covered": "the shuffler is covered", "removed": "the shuffler is off the table",
    "marked": 'the shuffler is marked "out of order"', "none": "there is no shuffler",
}  # fmt: skip


def equipment(rules: Rules, state: State) -> tuple[Shown, ...]:
    """How the cards are dealt here, and by which devices."""
    said = [f"the cards are dealt {PROCEDURES[state.procedure]}", _STATES[state.shuffler]]
    if state.shuffler == "working" and rules.terms.shuffler_counts:
        said.append("it counts the cards")
    if len(state.decks) > 1:
        said.append(f"the table has {len(state.decks)} decks")
    rounds, this_one = state.rounds_uncounted, ", this one included" if state.step > 0 else ""
    since = f"Rounds dealt since the stub was last counted{this_one}: {rounds}."
    return (Shown(f"{capital('; '.join(said))}."), Shown(since))


def laid_out(rules: Rules, state: State) -> View:
    """The table as the dealer sees it, without what says where the round is."""
    return replace(view(rules, state, DEALER), step="", clause="", turn=0)


def happened(rules: Rules, events: Iterable[e.AnyEvent]) -> list[str]:
    """What has happened, sentence by sentence, without the faces of cards that lie face down and without what the
    record alone says: which step is open."""
    return [sentence(known(event), rules) for event in events if not isinstance(event, e.StepOpened)]


def so_far(rules: Rules, moments: Sequence[RoundMoment]) -> tuple[str, ...]:
    """The last that has happened."""
    return tuple(happened(rules, [event for moment in moments[-LAST:] for event in moment.events])[-LAST:])
