"""A player's choices in words: on a button, as what they do, and as what somebody has done. A game may word a choice
better than the sentences derived here (`Choice.label`, `Choice.told`)."""

from collections.abc import Sequence

from pitboss.rulebook.pays import dollars
from pitboss.rulebook.words import listed
from pitboss.table.definition import Choice
from pitboss.table.flow import moved
from pitboss.table.rules import Rules
from pitboss.table.state import Seat

_TIMES = ("no", "one", "two", "three", "four", "five")


def label(rules: Rules, choice: Choice) -> str:
    """As a button names it."""
    if choice.label:
        return choice.label
    match choice.does:
        case "raise":
            title = _title(rules, choice.wager)
            return title if choice.name == choice.wager else f"{title} {choice.times}×"
        case "withdraw":
            return f"Take back {_title(rules, choice.wager)}"
        case _:
            return choice.name.replace("_", " ").capitalize()


def label_at(rules: Rules, step: str, name: str) -> str:
    """A choice of this decision, both as the script names them, in the words of its button."""
    asked = next(each for each in rules.script(rules.terms.procedure) if each.name == step)
    return label(rules, next(choice for choice in asked.choices if choice.name == name))


def says(rules: Rules, choice: Choice) -> str:
    """What it does."""
    match choice.does:
        case "raise":
            size = "equal to" if choice.times == 1 else f"{_times(choice.times)} times"
            return f"Make the {_title(rules, choice.wager)} wager, {size} the {_title(rules, choice.of)}."
        case "withdraw":
            return f"Take {_title(rules, choice.wager)} off the table."
        case "fold":
            return f"Give up the {' and the '.join(w.title for w in rules.wagers if w.folds)}."
        case _:
            return "Leave the bet where it is." if _may_withdraw(rules, choice) else "Wager nothing more now."


def costs(rules: Rules, seat: Seat, choice: Choice) -> str:
    """What it costs or brings at this position."""
    match choice.does:
        case "raise":
            return f"make the {_title(rules, choice.wager)} wager of {dollars(moved(rules, seat, choice))}"
        case "withdraw":
            return f"take back {_title(rules, choice.wager)}, {dollars(moved(rules, seat, choice))}"
        case "fold":
            stakes = zip(rules.wagers, seat.stakes, strict=True)
            lost = [f"{wager.title} {dollars(cents)}" for wager, cents in stakes if wager.folds and cents]
            return f"give up {listed(lost)}"
        case _:
            return "let it stay where it is" if _may_withdraw(rules, choice) else "wager nothing more now"


def later(rules: Rules, seats: Sequence[Seat], procedure: str, left: int) -> str:
    """What the cheapest wager after the deal costs whoever has wagered at these positions, where the cents that are
    left to him do not reach for it; nothing where they do."""
    raises = [choice for step in rules.script(procedure) for choice in step.choices if choice.does == "raise"]
    cents = sum(min(moved(rules, seat, choice) for choice in raises) for seat in seats) if raises else 0
    if cents <= left:
        return ""
    return f"{_title(rules, raises[0].wager)} will cost at least {dollars(cents)}; you have {dollars(left)} left."


def told(rules: Rules, step: str, name: str) -> str:
    """What somebody has done who chose this at this step."""
    steps = (each for script in rules.scripts.values() for each in script if each.name == step)
    choice = next((each for asked in steps for each in asked.choices if each.name == name), None)
    if choice is None:  # of terms that are not in force any more
        return f"decides: {name.replace('_', ' ')}"
    if choice.told:
        return choice.told
    match choice.does:
        case "raise":
            base = _title(rules, choice.of)
            return f"plays as much as the {base}" if choice.times == 1 else f"plays {choice.times} times the {base}"
        case "withdraw":
            return f"takes {_title(rules, choice.wager)} back"
        case _:
            return f"{choice.name.replace('_', ' ')}s"


def _may_withdraw(rules: Rules, choice: Choice) -> bool:
    """Whether a wager could be taken back instead."""
    steps = (step for script in rules.scripts.values() for step in script)
    return any(other.does == "withdraw" for step in steps if choice in step.choices for other in step.choices)


def _times(count: int) -> str:
    return _TIMES[count] if count < len(_TIMES) else str(count)


def _title(rules: Rules, wager: str) -> str:
    return rules.book.wager(wager).title
