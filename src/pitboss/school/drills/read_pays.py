"""What a wager brings, by the cards that lie there: one topic for each wager that has an outcome of its own."""

from collections.abc import Callable, Iterator

from pitboss.messages.tasks import AnswerOption, Shown, Topic
from pitboss.rulebook.pays import PUSH, Half, Lose, Push, Returned, ToOne
from pitboss.rulebook.terms import Line
from pitboss.rulebook.words import sentence
from pitboss.school.chance import Chance
from pitboss.school.drills.read_parts import HandQuestion, rule
from pitboss.school.lying import Lies, draw, hand, shown, wanted
from pitboss.table.cells import Cell, Compared, Fields, Named, Qualified, Standing, cell_of, holdings
from pitboss.table.layout import line_words, pays_words
from pitboss.table.rules import Rules
from pitboss.table.settlement import Outcome, together
from pitboss.table.state import FOLDED, LIVE

MOST = 5
LOSES, PUSHES, HALVED, WINS = "lose", "push", "half", "win"
_WINS = "It wins"
_KINDS = {LOSES: "It loses", PUSHES: "It pushes", HALVED: "Half of it is lost"}


def pays_topics(rules: Rules, tries: int) -> Iterator[tuple[Topic, Callable[[Chance], HandQuestion]]]:
    """A topic for each wager; wagers that are settled alike have one together."""
    known: set[object] = set()
    for wager in rules.wagers:
        fields = rules.fields[wager.id]
        if not _by_hands(fields) or not wanted(rules, holdings(fields)):
            continue
        outcomes = {cell: rules.settlement.outcome(wager.id, cell) for cell in _cells(rules, wager.id)}
        alike = (fields, tuple(outcomes.items()))
        if len(set(map(effect, outcomes.values()))) > 1 and alike not in known:
            known.add(alike)
            clauses = tuple(dict.fromkeys(outcome.clause for outcome in outcomes.values()))[:MOST]
            topic = Topic(f"pays-{wager.id}", f"What becomes of it: {wager.title}", clauses)
            yield topic, _asks(rules, wager.id, outcomes, tries)


def _by_hands(fields: Fields) -> bool:
    return all(isinstance(field, Standing | Compared | Named | Qualified) for field in fields)


def _standings(rules: Rules, wager: str) -> tuple[str, ...]:
    """How a position can stand whose wager is settled: after a fold too, where one is possible and the wager lives."""
    steps = rules.script(rules.terms.procedure)
    folding = any(choice.does == "fold" for step in steps for choice in step.choices)
    return (LIVE, FOLDED) if folding and not rules.wager[wager].folds and not rules.wager[wager].later else (LIVE,)


def _cells(rules: Rules, wager: str) -> list[Cell]:
    space, standings = rules.settlement.spaces[wager], _standings(rules, wager)
    at = space.fields.index("standing") if "standing" in space.fields else -1
    return [cell for cell in space.cells() if at < 0 or cell[at] in standings]


def effect(outcome: Outcome) -> str:
    """What becomes of the wager, as an option is called: by its lines where it is paid."""
    if outcome.bonus is not None:
        return f"{_alone(outcome, outcome.bonus)}+{outcome.bonus.hand}"
    match outcome.pay:
        case Lose():
            return LOSES
        case Push() | Returned() | ToOne(0):
            return PUSHES
        case Half():
            return HALVED
        case _:
            return outcome.line or WINS


def _alone(outcome: Outcome, bonus: Line) -> str:
    """What becomes of the wager itself, the bonus beside it left aside."""
    if outcome.line:
        return outcome.line
    return PUSHES if outcome.pay == together(PUSH, bonus.pay) else LOSES


def _words(rules: Rules, wager: str, outcome: Outcome) -> str:
    family, named = rules.wager[wager].family, effect(outcome)
    if outcome.bonus is not None:
        bonus = line_words(rules, outcome.bonus.hand, family)
        return f"{_KINDS.get(named.split('+')[0], _WINS)}; {bonus}: {pays_words(rules, outcome.bonus.pay)}"
    said = _KINDS.get(named) or f"{_line(rules, wager, outcome.line)}: {pays_words(rules, outcome.pay)}"
    return f"{said}, no bonus" if rules.settlement.bonus_hands(wager) else said


def _line(rules: Rules, wager: str, line: str) -> str:
    """A line by its hand; one that names no hand of the player's says only that the wager wins."""
    hands = {hand for each in rules.settlement.lines(wager) if each.hand == line for hand in each.hands}
    fields = [field for field in rules.fields[wager] if isinstance(field, Named)]
    by_hand = any(hands & set(field.values) for field in fields)
    return sentence(line_words(rules, line, rules.wager[wager].family)) if by_hand else _WINS


def _asks(rules: Rules, wager: str, outcomes: dict[Cell, Outcome], tries: int) -> Callable[[Chance], HandQuestion]:
    fields, title = rules.fields[wager], rules.wager[wager].title
    said = {outcome: _words(rules, wager, outcome) for outcome in outcomes.values()}
    named = {words: effect(outcome) for outcome, words in reversed(said.items())}  # what is said alike is one answer
    words = {name: words for words, name in named.items()}
    ordered = _ordered(rules, wager, list(words))

    def ask(chance: Chance) -> HandQuestion:
        places = wanted(rules, holdings(fields))
        standing = FOLDED if FOLDED in _standings(rules, wager) and not chance.below(5) else LIVE

        def outcome_of(lies: Lies) -> Outcome:
            return outcomes[cell_of(fields, standing, lambda holding: hand(holding, lies))]

        found: dict[str, Lies] = {}
        for _ in range(tries):
            lies = draw(chance, rules, places)
            found.setdefault(named[said[outcome_of(lies)]], lies)
        right = chance.one(list(found))
        outcome = outcome_of(found[right])
        folded = (Shown("The player has folded."),) if standing == FOLDED else ()
        near = _near(ordered, right)
        return HandQuestion(
            f"What becomes of the {title}?",
            tuple(AnswerOption(each, words[each]) for each in near),
            right,
            f"{words[right]}.",
            (rule(rules, outcome.clause),),
            (*shown(found[right]), *folded),
            {each: _belief(right, each) for each in near if each != right},
        )

    return ask


def _ordered(rules: Rules, wager: str, named: list[str]) -> list[str]:
    """What is paid in the order of the paytable, then a push, then a loss."""
    lines = [line.hand for line in rules.settlement.lines(wager)]
    paid = [each for each in named if each not in _KINDS]
    paid.sort(key=lambda each: [lines.index(hand) if hand in lines else len(lines) for hand in each.split("+")])
    return [*paid, *(each for each in (PUSHES, HALVED, LOSES) if each in named)]


def _near(ordered: list[str], right: str) -> list[str]:
    """The right one, a push and a loss, and the lines next to it."""
    at = ordered.index(right)
    kept = {right, *(each for each in ordered if each in _KINDS)}
    others = sorted((each for each in ordered if each not in kept), key=lambda each: abs(ordered.index(each) - at))
    kept |= set(others[: max(0, MOST - len(kept))])
    return [each for each in ordered if each in kept]


def _belief(right: str, chosen: str) -> str:
    """The mistaken belief of whoever chooses this."""
    between = {(LOSES, PUSHES): "loss_left", (PUSHES, LOSES): "push_taken"}
    if (right, chosen) in between:
        return between[right, chosen]
    if "+" in right and "+" not in chosen:
        return "bonus_forgotten"
    if chosen in _KINDS:
        return {LOSES: "winner_taken", PUSHES: "win_left"}.get(chosen, "")
    return {LOSES: "paid_on_loss", PUSHES: "push_paid"}.get(right, "odds_of_other_line")
