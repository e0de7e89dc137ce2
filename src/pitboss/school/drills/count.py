"""Count and watch the clock: the cards of the stub, the hours of a deck, the chips of the tray, the pace of the game.
Cards and chips are those of a round that the engine has conducted, and so are the right figures."""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import gcd

from msgspec import Struct
from msgspec.structs import replace

from pitboss.messages.tasks import AskNumber, DrillAnswer, DrillTask, Misstep, Shown, TaskName, TaskVerdict, Topic
from pitboss.rulebook.devices import reshuffles
from pitboss.rulebook.pays import dollars
from pitboss.rulebook.terms import PROCEDURES
from pitboss.rulebook.words import listed
from pitboss.school.answering import counted, judged_number, no_place, rules_behind
from pitboss.school.chance import Chance, chance_of
from pitboss.school.drill import Drill
from pitboss.school.misconceptions import MISCONCEPTIONS
from pitboss.school.rounds import RoundMoment, by_chance, dealt_by, round_of
from pitboss.school.situations import equipment, happened, laid_out
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.automatic import Task, count_stub
from pitboss.table.betting import deck_hours
from pitboss.table.duties import HOUR, Duty, duty
from pitboss.table.rules import Rules
from pitboss.table.state import State
from pitboss.table.views import View

STUB, DECK, TRAY, PACE = "stub", "deck-hours", "tray", "pace"
MINUTE = HOUR // 60
CHIPS = (10_000, 2_500, 500, 100)
"""What the chips of the tray are worth that is counted here, in cents."""
_MONEY = (e.WagerPlaced, e.WagerTaken, e.WagerCollected, e.WagerReturned, e.WagerSettled, e.PayoutCut, e.EnvyPaid)


def topics(rules: Rules) -> tuple[Topic, ...]:
    cited = {
        STUB: (rules.cite("stub_count"),),
        DECK: (rules.cite("deck_hours_hand"), rules.cite("deck_hours_shoe")),
    }
    titles = {
        STUB: "How many cards the stub must have",
        DECK: "When a deck is to be changed",
        TRAY: "What the tray must hold after a round",
        PACE: "Rounds and hands an hour",
    }
    absent = {STUB: not _with_stub(rules), DECK: not _with_hours(rules)}
    kept = [topic for topic in titles if not absent.get(topic)]
    return tuple(Topic(t, titles[t], tuple(dict.fromkeys(filter(None, cited.get(t, ()))))) for t in kept)


class CountAsked(Struct, frozen=True):
    """What is asked, with the right number."""

    words: str
    ask: AskNumber
    right: int
    mistaken: tuple[tuple[int, str], ...] = ()
    """A wrong number and the belief that leads to it."""
    clauses: tuple[str, ...] = ()
    shown: tuple[Shown, ...] = ()
    view: View | None = None
    told: tuple[str, ...] = ()


def make(rules: Rules, name: TaskName) -> DrillTask:
    asked = _question(rules, name)
    return DrillTask(name, DRILL.title, asked.words, asked.ask, asked.shown, asked.view, asked.told)


def judge(rules: Rules, name: TaskName, answer: DrillAnswer) -> TaskVerdict:
    asked = _question(rules, name)
    clause = next(iter(asked.clauses), "")
    wrong = Misstep("wrong_amount", f"Right is {counted(asked.right, asked.ask.unit)}.", clause)
    mistaken = [
        (number, Misstep("wrong_amount", MISCONCEPTIONS[belief], clause, belief)) for number, belief in asked.mistaken
    ]
    return judged_number(asked.ask, answer, asked.right, wrong, mistaken, rules_behind(rules, asked.clauses))


@lru_cache(maxsize=64)
def _question(rules: Rules, name: TaskName) -> CountAsked:
    if name.place:
        raise no_place(name, 1)
    asks: dict[str, Callable[[Rules, Chance], CountAsked]] = {STUB: _stub, DECK: _deck, TRAY: _tray, PACE: _pace}
    return asks[name.topic](rules, chance_of(name))


def _round(rules: Rules, chance: Chance) -> tuple[RoundMoment, ...]:
    """Any round."""
    return round_of(rules, f"count/{rules.game.id}/{chance.below(1 << 32)}")


# --- the stub -------------------------------------------------------------------------------------------------------


def _stub(rules: Rules, chance: Chance) -> CountAsked:
    dealt = dealt_by(rules, chance.one(_with_stub(rules)))
    moments = _round(dealt, chance)
    begun = next(n for n, moment in enumerate(moments) if isinstance(moment.act, a.DealCards))
    gone = next(n for n, moment in enumerate(moments) if isinstance(moment.act, a.RemoveStub | a.CountStub))
    at = gone if chance.below(2) else begun + 1 + chance.below(gone - begun)
    state = moments[at].state
    due = Duty(a.CountStub, STUB, dealt.cite("stub_count"))
    counted = count_stub(Task(dealt, state, due, lambda _deck, _due: (), ()))
    assert isinstance(counted, a.CountStub)
    events = [event for moment in moments[:at] for event in moment.events]
    lying = [event for event in events if isinstance(event, e.BetsClosed | e.CardsDealt)]
    return CountAsked(
        "How many cards must the stub have now?",
        AskNumber("cards", 0, dealt.deck_size),
        counted.stub,
        tuple(_miscounts(dealt, state, counted.stub)),
        (dealt.cite("stub_count"),),
        equipment(dealt, state)[:1],
        laid_out(dealt, state),
        tuple(happened(dealt, lying)),
    )


def _with_stub(rules: Rules) -> list[str]:
    """The dealing procedures under which a stub is left that is put away or counted."""
    left = [p for p, script in rules.scripts.items() if any(step.kind == "stub" for step in script)]
    return [] if reshuffles(rules.terms) else left


def _miscounts(rules: Rules, state: State, right: int) -> Iterable[tuple[int, str]]:
    """What comes out if cards are forgotten. Two beliefs with one result tell nothing."""
    burned = len(state.burned) + len(state.thrown)
    forgotten = {
        "discards_not_counted": burned,
        "dealer_not_counted": len(state.dealer),
        "board_not_counted": len(state.community) + len(state.box),
        "deck_taken_for_stub": rules.deck_size - right,
    }
    counts = [count for count in forgotten.values() if count]
    return [(right + count, belief) for belief, count in forgotten.items() if count and counts.count(count) == 1]


# --- the hours of a deck ----------------------------------------------------------------------------------------------


def _with_hours(rules: Rules) -> list[str]:
    """The dealing procedures under which a deck has its hours."""
    bound = [dealt_by(rules, procedure) for procedure in PROCEDURES]
    return [each.terms.procedure for each in bound if deck_hours(each, each.opening(), 1) is not None]


def _deck(rules: Rules, chance: Chance) -> CountAsked:
    dealt = dealt_by(rules, chance.one(_with_hours(rules)))
    moment = next(m for m in _round(dealt, chance) if isinstance(m.act, a.OpenRound))
    hours = deck_hours(dealt, moment.state, moment.state.deck)
    assert hours is not None
    since = 8 * 60 + chance.below(8 * 12) * 5
    passed = chance.below(hours * 12 + 6) * 5
    decks = tuple(
        replace(deck, in_play_at=since * MINUTE) if deck.number == moment.state.deck else deck
        for deck in moment.state.decks
    )
    state = replace(moment.state, decks=decks)
    right = _minutes_left(dealt, state, since + passed)
    others = {deck_hours(each, each.opening(), 1) for each in (dealt_by(rules, p) for p in PROCEDURES)} - {hours, None}
    mistaken = [(left, "hours_of_other_procedure") for h in others if h and (left := max(0, h * 60 - passed)) != right]
    by_hand = dealt.terms.procedure == "hand"
    times = (
        f"Deck {state.deck} came into play at {_clock(since)}; it is {_clock(since + passed)}, and no round is open."
    )
    return CountAsked(
        f"{times} In how many minutes at the latest must the deck be changed? Answer 0 if it is due now.",
        AskNumber("minutes", 0, 48 * 60),
        right,
        tuple(mistaken),
        (dealt.cite("deck_hours_hand" if by_hand else "deck_hours_shoe"), dealt.cite("deck_change")),
        equipment(dealt, state)[:1],
    )


def _minutes_left(rules: Rules, state: State, now: int) -> int:
    """Until the engine has the change of the deck as its next duty."""
    low, high = 0, 48 * 60
    while low < high:
        middle = (low + high) // 2
        due = duty(rules, state, (now + middle) * MINUTE)
        low, high = (low, middle) if due is not None and due.do is a.RemoveDeck else (middle + 1, high)
    return low


def _clock(minutes: int) -> str:
    days, minutes = divmod(minutes, 24 * 60)
    return f"{minutes // 60}:{minutes % 60:02d}" + (" the next day" if days else "")


# --- the tray ---------------------------------------------------------------------------------------------------------


def _tray(rules: Rules, chance: Chance) -> CountAsked:
    dealt = by_chance(rules, chance)
    moments = _round(dealt, chance)
    last = moments[-1]
    opened = next(n for n, moment in enumerate(moments) if isinstance(moment.act, a.CloseBets))
    gained = _after(moments, last).inventory - moments[opened].state.inventory
    events = [event for moment in moments for event in moment.events if isinstance(event, _MONEY)]
    piles = [(cents, 10 + chance.below(41)) for cents in CHIPS]
    least = sum(event.won for event in events if isinstance(event, e.WagerSettled))
    piles[0] = (CHIPS[0], piles[0][1] + least // CHIPS[0])
    before = sum(cents * count for cents, count in piles)
    said = listed(f"{count} chips of {dollars(cents)}" for cents, count in piles)
    return CountAsked(
        "What must the chips in the tray be worth after this round?",
        AskNumber("cents"),
        before + gained,
        tuple(_mistaken_sums(events, before, gained)),
        (),
        (Shown(f"In the tray before the round: {said}."),),
        None,
        tuple(happened(dealt, events)),
    )


def _after(moments: Sequence[RoundMoment], moment: RoundMoment) -> State:
    """The table after a moment; after the last one nothing changes in the tray that clearing it has not changed."""
    return next((later.state for earlier, later in pairwise(moments) if earlier is moment), moment.state)


def _mistaken_sums(events: Sequence[e.AnyEvent], before: int, gained: int) -> Iterable[tuple[int, str]]:
    settled = [event for event in events if isinstance(event, e.WagerSettled)]
    stakes = sum(event.back for event in settled)
    losses = sum(event.stake for event in settled if not event.won and not event.back)
    losses += sum(event.cents for event in events if isinstance(event, e.WagerCollected))
    found = [(stakes, "stake_counted_as_paid"), (losses, "losses_not_counted"), (gained, "round_not_counted")]
    return [(before + gained - off, belief) for off, belief in found if off and [o for o, _ in found].count(off) == 1]


# --- the pace ---------------------------------------------------------------------------------------------------------


def _pace(rules: Rules, chance: Chance) -> CountAsked:
    minutes, seats = chance.one((12, 15, 20, 30, 40)), 2 + chance.below(max(1, rules.terms.positions - 1))
    step = 60 // gcd(60, minutes)
    an_hour = step * (-(-30 // step) + chance.below(40 // step))
    rounds = an_hour * minutes // 60
    by_hands = chance.below(2)
    hands = an_hour * seats
    return CountAsked(
        f"In {minutes} minutes {rounds} rounds were dealt, with {seats} players in each. How many "
        f"{'hands of players' if by_hands else 'rounds'} is that in an hour?",
        AskNumber("hands" if by_hands else "rounds"),
        hands if by_hands else an_hour,
        ((an_hour, "players_not_counted"),) if by_hands else ((hands, "hands_for_rounds"),),
    )


DRILL = Drill(
    id="count",
    title="Counting and clock",
    about="What the stub and the tray must hold, when a deck has had its hours, how quickly the game goes.",
    topics=topics,
    make=make,
    judge=judge,
)
