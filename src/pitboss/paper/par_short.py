"""A written strategy that somebody can follow, and check, from paper: its rules, what each of them costs, and the exact
cost of the whole against the best play. It is the cheapest of those that the game brings."""

import re
from fractions import Fraction
from typing import Any

from pitboss.lab.strategies.api import StrategyCost, cost, judged_game
from pitboss.lab.strategies.shipped import shipped, text_of
from pitboss.lab.strategies.words import FAMILIES, word_of
from pitboss.lab.strategies.written import BadStrategy
from pitboss.odds.figures import in_whole_units
from pitboss.odds.request import Request, asked
from pitboss.paper import par_words as w
from pitboss.rulebook.words import MAIN
from pitboss.table.rules import Rules
from pitboss.wording.choices import label

NOTHING = "nothing"
LEAST = Fraction(1, 10**6)
"""What is less is not printed with its digits."""
OTHERWISE = "otherwise"


def short_strategy(rules: Rules, name: str) -> dict[str, Any] | None:
    """The rules in their order with their costs, and what the words in them mean; nothing where the game brings no
    strategy that can be played under these terms."""
    found = cheapest(rules)
    if found is None:
        return None
    file, best = found
    return {
        "title": best.title,
        "source": best.source,
        "rows": [
            [
                rules.guide(rule.decision, rules.terms.procedure).title,
                str(rule.number or "–"),
                rule.when if rule.number else OTHERWISE,
                _choice(rules, rule.decision, rule.do),
                w.chance(rule.share),
                _lost(rule.cost),
            ]
            for rule in best.rules
        ],
        "edge": w.edge(-best.edge),
        "best": w.edge(-best.best),
        "cost": _lost(best.cost),
        "exactly": _fraction(best),
        "words": [[word.replace("_", " "), means.replace("_", " ")] for word, means in _meanings(best)],
        "command": f"pitboss strategy {name} --cost {file}",
    }


def cheapest(rules: Rules) -> tuple[str, StrategyCost] | None:
    """The name and the cost of the one that loses least, the first of them by name where several do."""
    row = asked(Request(game=rules.game.id, terms=rules.terms, wager=MAIN))[0]
    whole, stake = in_whole_units(row.rules, row.stake, MAIN)
    names = list(shipped(rules.game.id))
    if not names:
        return None
    game = judged_game(whole, stake, meters=row.readings)
    made: list[tuple[str, StrategyCost]] = []
    for name in names:
        try:
            made.append((name, cost(row, text_of(rules.game.id, name)[0], where=name, game=game)))
        except BadStrategy:
            continue  # written for other terms
    return min(made, key=lambda each: (each[1].cost, each[0]), default=None)


def _choice(rules: Rules, decision: str, name: str) -> str:
    """What the button of this choice says."""
    step = next(step for step in rules.script(rules.terms.procedure) if step.name == decision)
    return label(rules, next(choice for choice in step.choices if choice.name == name))


def _lost(cost: Fraction) -> str:
    return NOTHING if not cost else w.edge(cost) if cost >= LEAST else f"<{w.edge(LEAST)}"


def _fraction(best: StrategyCost) -> str:
    said = f"{best.cost.numerator}/{best.cost.denominator}"
    return said if best.cost and len(said) <= 44 else ""


def _meanings(best: StrategyCost) -> list[tuple[str, str]]:
    """The words of the rules with what they mean, in the order in which they come."""
    said = " ".join(rule.when.replace(" ", "_") for rule in best.rules)
    found: dict[str, str] = {}
    for part in re.findall(r"[a-z_]+", said):
        name = next((each for each in _beginnings(part) if word_of(each) or each in FAMILIES), "")
        word = word_of(name) or FAMILIES.get(name)
        if word is not None:
            found.setdefault(name.rstrip("_"), word.means)
    return list(found.items())


def _beginnings(part: str) -> list[str]:
    """`cards_from_`, `cards_from`, `cards_`, `cards`: the longest first."""
    bare = part.strip("_")
    cuts = [n for n, letter in enumerate(bare) if letter == "_"]
    return [bare, f"{bare}_", *(bare[: cut + more] for cut in reversed(cuts) for more in (1, 0))]
