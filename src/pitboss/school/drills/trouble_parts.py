"""What may follow when something goes wrong, as answers that are offered; what each of them leaves behind in the
record; and what is believed by whoever chooses it wrongly."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from pitboss.messages.tasks import DrillTask, Misstep, Shown, TaskName
from pitboss.rulebook.words import listed
from pitboss.rulebook.words import sentence as capital
from pitboss.school.answering import Choosing, rules_behind
from pitboss.school.rounds import RoundMoment
from pitboss.school.situations import equipment, laid_out, so_far
from pitboss.table import events as e
from pitboss.table.draft import stake
from pitboss.table.rules import Rules
from pitboss.table.state import FOLDED, LIVE, State
from pitboss.table.vocabulary import Consequence
from pitboss.wording.consequences import follows
from pitboss.wording.things import wager as wager_words

KIND = "wrong_choice"


class TroubleQuestion(Struct, frozen=True):
    """What is asked about a moment of a round, with its solution."""

    rules: Rules
    words: str
    choosing: Choosing
    cited: tuple[str, ...]
    """The clauses behind the answer."""
    shown: tuple[Shown, ...] = ()
    chosen: tuple[Misstep, ...] = ()
    """What this operator has chosen, where the answer depends on it."""

    @property
    def why(self) -> tuple[Misstep, ...]:
        return (*rules_behind(self.rules, self.cited), *self.chosen)


def task_at(name: TaskName, title: str, asked: TroubleQuestion, moments: Sequence[RoundMoment], at: int) -> DrillTask:
    """The question, asked before this moment of the round."""
    rules, state = asked.rules, moments[at].state
    return DrillTask(
        name,
        title,
        asked.words,
        asked.choosing.ask,
        shown=(*equipment(rules, state), *asked.shown),
        view=laid_out(rules, state),
        told=so_far(rules, moments[:at]),
    )


# --- what follows ----------------------------------------------------------------------------------------------------

_MORE: dict[Consequence, str] = {
    "replace": "; the round goes on",
    "complete_later": "; the round goes on",
    "use_next": "; the round goes on",
    "reshuffle": "; a round that is being dealt goes on",
    "set_aside_device": "; no hand is touched",
}


def becomes(rules: Rules, consequence: Consequence) -> str:
    """What follows, as an answer that is offered."""
    if consequence == "record":
        return f"Nothing more: {follows(rules, consequence)}"
    return capital(follows(rules, consequence) + _MORE.get(consequence, ""))


_SIGNS: dict[type[e.Event], str] = {
    e.HandVoided: "hand", e.WagersForfeited: "forfeit", e.PlayerAway: "away", e.MatterRaised: "waits",
    e.ShuffleOrdered: "shuffle", e.DeckRemoved: "deck", e.DeviceFailed: "device", e.CardSetAside: "aside",
    e.Owed: "owed",
}  # fmt: skip
Marks = frozenset[str]
_LEAVES: dict[Consequence, tuple[Marks, ...]] = {
    "record": (frozenset(),),
    "use_next": (frozenset(),),
    "replace": (frozenset({"aside"}),),
    "complete_later": (frozenset({"aside", "owed"}),),
    "void": (frozenset({"void"}),),
    "void_remove": (frozenset({"void", "deck"}),),
    "void_spare": (frozenset({"spared"}),),
    "void_hand": (frozenset({"hand"}),),
    "complete": (frozenset({"owed"}),),
    "forfeit": (frozenset({"forfeit"}),),
    "left": (frozenset({"away"}), frozenset({"waits"})),
    "reshuffle": (frozenset({"shuffle"}),),
    "remove_deck": (frozenset({"deck"}),),
    "set_aside_device": (frozenset({"device"}),),
    "by_place": (),
}
"""What each consequence leaves in the record, beside the report."""


def marks(events: Iterable[e.AnyEvent]) -> Marks:
    """What these events have done to the round, its hands, cards and devices."""
    found = set()
    for event in events:
        if isinstance(event, e.RoundVoided):
            found.add("spared" if event.spared else "void")
        elif type(event) in _SIGNS:
            found.add(_SIGNS[type(event)])
    return frozenset(found - {"aside", "owed"} if found & {"spared", "void"} else found)


def is_so(consequence: Consequence, found: Marks) -> bool:
    """Whether this is what has happened."""
    return found in _LEAVES[consequence]


def means_something(rules: Rules, state: State, consequence: Consequence) -> bool:
    """Whether it differs here from something else that is offered: a hand is void beside others that are not, and
    wagers are spared that lie there."""
    if consequence == "void_hand":
        return sum(seat.standing == LIVE for seat in state.seats) > 1
    if consequence == "void_spare":
        seats = [seat for seat in state.seats if seat.standing in (LIVE, FOLDED)]
        return any(stake(rules, seat, wager) for seat in seats for wager in rules.spared)
    return True


_BELIEFS: dict[Consequence, str] = {
    "record": "mishap_passed_over",
    "use_next": "card_used",
    "replace": "card_simply_burned",
    "complete_later": "hand_completed",
    "void": "everything_void",
    "void_remove": "everything_void",
    "void_spare": "spared_wrongly",
    "void_hand": "only_the_hand_void",
    "complete": "hand_completed",
    "forfeit": "wagers_confiscated",
    "reshuffle": "reshuffled_wrongly",
    "remove_deck": "deck_removed_wrongly",
}


def belief(chosen: Consequence, found: Marks) -> str:
    """What is believed by whoever says that this follows."""
    if chosen == "void_remove" and "void" in found:
        return "deck_removed_wrongly"
    if chosen in ("void", "void_spare") and "deck" in found and "void" in found:
        return "deck_kept"
    return _BELIEFS.get(chosen, "")


# --- what becomes of wagers ------------------------------------------------------------------------------------------


class WagerFates(Struct, frozen=True):
    """What becomes of the wagers of one position."""

    back: tuple[str, ...] = ()
    counts: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()

    def words(self, rules: Rules) -> str:
        """`These two go back; that one still counts`, with what the wagers are called."""
        parts = (
            (self.back, "goes back", "go back"),
            (self.counts, "still counts", "still count"),
            (self.lost, "is lost", "are lost"),
        )
        said = [
            f"{listed(wager_words(rules, each) for each in wagers)} {one if len(wagers) == 1 else many}"
            for wagers, one, many in parts
            if wagers
        ]
        return "; ".join(said)


def other_fates(rules: Rules, right: WagerFates) -> list[tuple[WagerFates, str]]:
    """What somebody could believe instead, with the belief behind it."""
    all_of = tuple(w.id for w in rules.wagers if w.id in (*right.back, *right.counts, *right.lost))
    main = tuple(each for each in all_of if rules.wager[each].compulsory or rules.wager[each].later)
    side = tuple(each for each in all_of if each not in main)
    found = [
        (WagerFates(back=all_of), "everything_void"),
        (WagerFates(counts=all_of), "mishap_passed_over"),
        (WagerFates(lost=all_of), "wagers_confiscated"),
    ]
    if main and side:
        found.append((WagerFates(back=main, counts=side), "spared_wrongly"))
        found.append((WagerFates(back=side, counts=main), "side_wagers_given_back"))
        found.append((WagerFates(lost=main, counts=side), "spared_wrongly"))
    return [(fates, said) for fates, said in found if fates != right]
