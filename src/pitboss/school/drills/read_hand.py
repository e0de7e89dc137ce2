"""Read the hand: which hand it is, which of several is higher, whether the dealer qualifies, what a wager brings. What
there is to ask follows from the fields of the game's wagers, for every game alike."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import count

from pitboss.cards.deck import Card
from pitboss.messages.tasks import AnswerOption, AskChoice, DrillAnswer, DrillTask, Shown, TaskName, TaskVerdict, Topic
from pitboss.rulebook.words import hand_words
from pitboss.school.chance import Chance, chance_of
from pitboss.school.drill import Drill
from pitboss.school.drills.read_parts import HandQuestion, choice_of, judged, rule
from pitboss.school.drills.read_pays import pays_topics
from pitboss.school.lying import Lies, draw, hand, shown, wanted
from pitboss.table.cells import EQUAL, HIGHER, LOWER, Compared, Field, Named, Qualified, by_height, by_name
from pitboss.table.rules import Rules
from pitboss.wording import things as w

TRIES = 16
"""So many deals are looked at, and one of each kind may be asked: rare hands are asked as often as common ones."""
MOST = 5
"""Options of one question."""
HANDS = 3
POOL = 600


def topics(rules: Rules) -> tuple[Topic, ...]:
    return tuple(topic for topic, _ in _asked(rules).values())


@lru_cache(maxsize=64)
def _asked(rules: Rules) -> dict[str, tuple[Topic, Callable[[Chance], HandQuestion]]]:
    """Every topic with what makes a question of it."""
    found = [*_hands(rules), *_compared(rules), *_qualified(rules), *pays_topics(rules, TRIES)]
    return {topic.id: (topic, ask) for topic, ask in found}


Asked = Iterator[tuple[Topic, Callable[[Chance], HandQuestion]]]


def _fields(rules: Rules) -> list[tuple[str, Field]]:
    """Every field that looks at hands, once, with the first wager that has it."""
    found: dict[Field, str] = {}
    for wager in rules.wagers:
        for field in rules.fields[wager.id]:
            if isinstance(field, Named | Compared | Qualified):
                found.setdefault(field, wager.id)
    return [(wager, field) for field, wager in found.items()]


def _most_varied(chance: Chance, draw_one: Callable[[], Lies], kind: Callable[[Lies], object]) -> Lies:
    """One of several deals, every kind of which is equally likely."""
    kinds: dict[object, Lies] = {}
    for _ in range(TRIES):
        lies = draw_one()
        kinds.setdefault(kind(lies), lies)
    return chance.one(list(kinds.values()))


# --- which hand it is, and which is higher ---------------------------------------------------------------------------


def _hands(rules: Rules) -> Asked:
    for wager, field in _fields(rules):
        if isinstance(field, Named) and len(_called(rules, field)) > 1:
            family = rules.wager[wager].family
            title = rules.wager[wager].title
            order = _clause_of_order(rules, family)
            yield (
                Topic(f"hand-{family}", f"Which hand it is: {title}", (order,) if order else ()),
                _which_hand(rules, wager, field),
            )
            if sum(wanted(rules, (field.hand,)).values()) * HANDS <= rules.deck_size:
                yield (
                    Topic(f"order-{family}", f"Which hand is higher: {title}", (order,) if order else ()),
                    _which_higher(rules, wager, field),
                )


@lru_cache(maxsize=256)
def _called(rules: Rules, field: Named) -> tuple[str, ...]:
    """The names that hands of this field really have, highest first: some are for other cards than it looks at."""
    chance, places = Chance(f"pool/{rules.game.id}"), wanted(rules, (field.hand,))
    found = {field.called(hand(field.hand, draw(chance, rules, places))) for _ in range(POOL)}
    return tuple(name for name in field.values if name in found)


def _which_hand(rules: Rules, wager: str, field: Named) -> Callable[[Chance], HandQuestion]:
    title, family = rules.wager[wager].title, rules.wager[wager].family

    def ask(chance: Chance) -> HandQuestion:
        places = wanted(rules, (field.hand,))
        lies = _most_varied(chance, lambda: draw(chance, rules, places), lambda d: field.called(hand(field.hand, d)))
        right = field.called(hand(field.hand, lies))
        ordered = [name for name in field.values if name == right or name in _called(rules, field)]
        near = _around(chance, ordered, right)
        options = tuple(AnswerOption(name, _said(rules, field, family, name)) for name in near)
        return HandQuestion(
            f"Which hand is this for the {title}? The highest that the cards make counts.",
            _apart(options, right),
            right,
            f"The hand is: {_said(rules, field, family, right)}.",
            (rule(rules, _clause_of_hand(rules, family, right)),),
            shown(lies),
            {name: "read_too_high" if ordered.index(name) < ordered.index(right) else "read_too_low" for name in near},
        )

    return ask


def _said(rules: Rules, field: Named, family: str, name: str) -> str:
    """The hand as players say it; where they say the same of another, as the paytable calls it."""
    plain = w.hand(rules.book, name)
    alike = [each for each in field.values if w.hand(rules.book, each) == plain]
    return hand_words(rules.book, name, family) if len(alike) > 1 else plain


def _around(chance: Chance, ordered: list[str], right: str) -> list[str]:
    """Some that follow each other, the right one among them, at any place."""
    at = ordered.index(right)
    least, most = max(0, at - MOST + 1), min(at, max(0, len(ordered) - MOST))
    first = least + chance.below(most - least + 1)
    return ordered[first : first + MOST]


def _apart(options: tuple[AnswerOption, ...], right: str) -> tuple[AnswerOption, ...]:
    """One of each that are said alike: the right one, if it is among them."""
    said = {option.words: option.id for option in options if option.id != right}
    said |= {option.words: option.id for option in options if option.id == right}
    return tuple(option for option in options if said[option.words] == option.id)


def _which_higher(rules: Rules, wager: str, field: Named) -> Callable[[Chance], HandQuestion]:
    title, family = rules.wager[wager].title, rules.wager[wager].family

    def ask(chance: Chance) -> HandQuestion:
        found = _several(chance, rules, field)
        names = chance.mixed(list(found))
        letters = "ABC"[: len(names)]
        best = min(names, key=field.values.index)
        right = letters[names.index(best)]
        made = zip(letters, names, strict=True)
        return HandQuestion(
            f"Which of these hands stands highest in the ranking of the {title}?",
            tuple(AnswerOption(letter, f"Hand {letter}") for letter in letters),
            right,
            "; ".join(f"Hand {letter}: {_said(rules, field, family, name)}" for letter, name in made) + ".",
            (rule(rules, _clause_of_hand(rules, family, best)), rule(rules, _clause_of_order(rules, family))),
            tuple(Shown(f"Hand {letter}", found[name]) for letter, name in zip(letters, names, strict=True)),
        )

    return ask


def _several(chance: Chance, rules: Rules, field: Named) -> dict[str, tuple[Card, ...]]:
    """Different hands from one deck, by what they are called: three, or two where a third does not come soon."""
    places = wanted(rules, (field.hand,))
    found: dict[str, tuple[Card, ...]] = {}
    for tries in count(1):
        lies = draw(chance, rules, places)
        name, cards = field.called(hand(field.hand, lies)), tuple(card for some in lies.values() for card in some)
        taken = [card for some in found.values() for card in some]
        if name not in found and not rules.deck.surplus([*taken, *cards]):
            found[name] = cards
        if len(found) == HANDS or (len(found) > 1 and tries >= 2 * TRIES):
            break
        if not tries % (2 * TRIES):
            found.clear()
    return found


def _clause_of_order(rules: Rules, family: str) -> str:
    """Where the rulebook says which hand is higher."""
    named = [family, rules.wager[rules.base].family, *rules.book.ranks]
    ranks = rules.book.ranks
    return next((ranks[each]["order"] for each in named if each != "cards" and "order" in ranks.get(each, {})), "")


def _clause_of_hand(rules: Rules, family: str, name: str) -> str:
    return rules.book.ranks.get(family, {}).get(name, "") or _clause_of_order(rules, family)


# --- the player's hand beside the dealer's ---------------------------------------------------------------------------

_BESIDE = {
    HIGHER: "The player's hand is higher",
    EQUAL: "The hands are equal",
    LOWER: "The dealer's hand is higher",
}


def _compared(rules: Rules) -> Asked:
    several = [(wager, field) for wager, field in _fields(rules) if isinstance(field, Compared)]
    for number, (wager, field) in enumerate(several):
        suffix, title = (f"-{wager}", f": {rules.wager[wager].title}") if number else ("", "")
        rows = [_clause_of_field(rules, wager, field.name, value) for value in field.values]
        clauses = dict.fromkeys(clause for clause in (*rows, _clause_of_ranking(rules, field)) if clause)
        topic = Topic(f"beside{suffix}", f"The player's hand beside the dealer's{title}", tuple(clauses))
        yield topic, _beside(rules, wager, field)


def _clause_of_ranking(rules: Rules, field: Compared) -> str:
    """Where the rulebook says which of two such hands is higher, as far as a wager names them by this ranking."""
    named = (
        wager.family
        for wager in rules.wagers
        for each in rules.fields[wager.id]
        if isinstance(each, Named) and each.hand == field.own and each.called is by_name
    )
    return next((_clause_of_order(rules, family) for family in named), "")


def _beside(rules: Rules, wager: str, field: Compared) -> Callable[[Chance], HandQuestion]:
    def ask(chance: Chance) -> HandQuestion:
        places = wanted(rules, (field.own, field.other))
        plain = _by_height(rules, field)

        def kind(lies: Lies) -> tuple[str, bool]:
            own, other = hand(field.own, lies), hand(field.other, lies)
            return field.grade(own, other), own.name == other.name

        lies = _most_varied(chance, lambda: draw(chance, rules, places), kind)
        value = kind(lies)[0]
        said = _BESIDE if plain else {each: f"The player has {w.underscored(each)}" for each in field.values}
        right = by_height(hand(field.own, lies), hand(field.other, lies)) if plain else value
        clauses = (_clause_of_field(rules, wager, field.name, value), _clause_of_ranking(rules, field))
        return HandQuestion(
            "How does the player's hand stand beside the dealer's?",
            tuple(AnswerOption(each, words) for each, words in said.items()),
            right,
            f"{said[right]}.",
            tuple(rule(rules, clause) for clause in clauses),
            shown(lies),
        )

    return ask


@lru_cache(maxsize=64)
def _by_height(rules: Rules, field: Compared) -> bool:
    """Whether every result of this comparison says which hand is higher: then nothing more is asked."""
    chance, places = Chance(f"beside/{rules.game.id}"), wanted(rules, (field.own, field.other))
    found: dict[str, set[str]] = {}
    for _ in range(POOL):
        lies = draw(chance, rules, places)
        own, other = hand(field.own, lies), hand(field.other, lies)
        found.setdefault(field.grade(own, other), set()).add(by_height(own, other))
    return all(len(heights) == 1 for heights in found.values())


def _clause_of_field(rules: Rules, wager: str, field: str, value: str) -> str:
    """The clause that speaks of this value of the field: of the row by which it alone settles the wager of a live
    hand, or of the step that asks the player because of it; else of the first row of the wager for it."""
    rows = [row for row in rules.settlement.rows if wager in row.wagers and value in row.when.get(field, ())]
    alone = [row.clause for row in rows if row.when.keys() <= {"standing", field}]
    script = rules.script(rules.terms.procedure)
    asks = [step.clause for step in script if any(name == field and value in said for name, said in step.when)]
    return next(iter((*alone, *asks, *(row.clause for row in rows))), "")


# --- whether the dealer qualifies ------------------------------------------------------------------------------------


def _qualified(rules: Rules) -> Asked:
    several = [(wager, field) for wager, field in _fields(rules) if isinstance(field, Qualified)]
    for number, (wager, field) in enumerate(several):
        suffix, title = (f"-{wager}", f": {rules.wager[wager].title}") if number else ("", "")
        clause = _clause_of_field(rules, wager, field.name, field.values[1])
        topic = Topic(f"qualify{suffix}", f"Whether the dealer qualifies{title}", (clause,) if clause else ())
        yield topic, _qualifies(rules, field, clause)


def _qualifies(rules: Rules, field: Qualified, clause: str) -> Callable[[Chance], HandQuestion]:
    def ask(chance: Chance) -> HandQuestion:
        places = wanted(rules, (field.hand,))
        deals = [draw(chance, rules, places) for _ in range(2 * TRIES)]
        want = chance.one(field.values)
        fitting = [lies for lies in deals if field.says(hand(field.hand, lies)) == want] or deals
        near = sorted(fitting, key=lambda lies: _distance(hand(field.hand, lies).key, field.lowest.key))
        lies = near[chance.below(min(len(near), TRIES // 2))]
        right = "yes" if field.says(hand(field.hand, lies)) == field.values[0] else "no"
        least = field.least(field.lowest)
        return HandQuestion(
            "Does the dealer qualify?",
            (AnswerOption("yes", "Yes, he qualifies"), AnswerOption("no", "No, he does not qualify")),
            right,
            f"He needs at least {least}: he {'has it' if right == 'yes' else 'has less'}.",
            (rule(rules, clause),),
            shown(lies),
            {"yes": "qualified_too_soon", "no": "qualified_too_late"},
        )

    return ask


def _distance(key: tuple[int, ...], lowest: tuple[int, ...]) -> tuple[int, ...]:
    """How far two hands are from each other, the category before the ranks."""
    return tuple(abs(a - b) for a, b in zip(key, lowest, strict=False))


# --- the drill -------------------------------------------------------------------------------------------------------


def _question(rules: Rules, name: TaskName) -> HandQuestion:
    return _asked(rules)[name.topic][1](chance_of(name))


def make(rules: Rules, name: TaskName) -> DrillTask:
    question = _question(rules, name)
    title = _asked(rules)[name.topic][0].title
    return DrillTask(name, title, question.words, AskChoice(question.options), question.shown)


def judge(rules: Rules, name: TaskName, answer: DrillAnswer) -> TaskVerdict:
    question = _question(rules, name)
    return judged(question, choice_of(question, answer))


DRILL = Drill(
    id="read-hand",
    title="Read the hand",
    about="You see which hand the cards make, which of several is higher, whether the dealer qualifies, what is paid.",
    topics=topics,
    make=make,
    judge=judge,
)
