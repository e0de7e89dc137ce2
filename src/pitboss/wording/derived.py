"""How a game is played, from its declaration alone, for a game that brings no sentences of its own."""

from collections.abc import Iterator

from pitboss.felt.places import cards_dealt
from pitboss.rulebook.words import listed, number
from pitboss.table.cells import EQUAL, HIGHER, LOWER, Compared, Qualified
from pitboss.table.definition import Deal, Step
from pitboss.table.rules import Rules

Said = tuple[str, str]
"""A step of the round by its name, and a sentence or two about it."""


def derived_moments(rules: Rules, qualifier: str) -> list[Said]:
    """One sentence or two for each step at which something happens that a player sees."""
    return [*_begin(rules), *_decisions(rules), *_end(rules, qualifier)]


def _named(rules: Rules, *kinds: str) -> str:
    """The first step of one of these kinds."""
    return next((step.name for step in rules.script(rules.terms.procedure) if step.kind in kinds), "")


def derived_brief(rules: Rules, qualifier: str) -> str:
    """What the game is about, for somebody who chooses a table: `Your three cards against the dealer's three, who needs
    a pair to play: call or fold.`"""
    own, dealer, shared = (cards_dealt(rules, place, always=True) for place in ("seats", "dealer", "community"))
    yours = f"your {number(own)} card{'s' * (own > 1)}" if own else ""
    board = f"{number(shared)} community card{'s' * (shared > 1)}" if shared else ""
    mine = " and ".join(filter(None, (yours, board)))
    against = f" against the dealer's {number(dealer)}" if dealer else ", paid by a table" if mine else ""
    needs = f", who needs {qualifier} to play" if dealer and qualifier else ""
    asked = [step for step in rules.script(rules.terms.procedure) if step.kind == "ask"]
    names = dict.fromkeys(choice.name.replace("_", " ") for step in asked for choice in step.choices)
    how = f": {listed(names, 'or')}" if len(asked) == 1 else ""
    said = f"{mine}{against}{needs}{how}."
    return said[:1].upper() + said[1:]


def _begin(rules: Rules) -> Iterator[Said]:
    first = [w.title for w in rules.wagers if w.compulsory]
    equal = ", equal to each other" if len(first) > 1 else ""
    optional = any(not w.compulsory and not w.later for w in rules.wagers)
    more = " You may add any of the optional wagers." if optional else ""
    yield _named(rules, "bets"), f"Make the {listed(first)} wager{'s' if len(first) > 1 else ''}{equal}.{more}"
    own, dealer, shared = (cards_dealt(rules, place, always=True) for place in ("seats", "dealer", "community"))
    opened = sum(deal.count for deal in _plan(rules) if deal.to == "dealer" and deal.up and not deal.having)
    face_up = ", face up" if opened == dealer else f", {number(opened)} of them face up" if opened else ""
    others = [f"the dealer receives {number(dealer)}{face_up}"] if dealer else []
    others += [f"{number(shared)} community card{'s are' if shared > 1 else ' is'} for everybody"] if shared else []
    dealt = f"You receive {number(own)} card{'s' if own > 1 else ''}"
    yield _named(rules, "deal"), f"{listed([dealt, *others])}."


def _plan(rules: Rules) -> list[Deal]:
    return [deal for part in rules.game.plan(rules, rules.terms.procedure, None).values() for deal in part]


def _decisions(rules: Rules) -> Iterator[Said]:
    opened = 0
    for step in rules.script(rules.terms.procedure):
        if step.kind == "ask":
            yield step.name, _asked(rules, step)
        elif step.kind == "show" and step.place == "community":
            more, opened = step.upto - opened, step.upto
            yield step.name, f"{number(more).capitalize()} community card{'s are' if more > 1 else ' is'} turned up."
        elif step.kind == "deal":
            yield from ((step.name, said) for said in _dealt_later(rules, step))


def _dealt_later(rules: Rules, step: Step) -> Iterator[str]:
    """The cards that only those receive who have made a further wager, and what the dealer receives then."""
    deals = rules.game.plan(rules, rules.terms.procedure, None)[step.part]
    for wager in dict.fromkeys(deal.having for deal in deals if deal.having):
        to = {place: sum(d.count for d in deals if (d.to, d.having) == (place, wager)) for place in ("seats", "dealer")}
        own = f"you receive {number(to['seats'])} more card{'s' * (to['seats'] > 1)}" if to["seats"] else ""
        his = f"the dealer receives {number(to['dealer'])} more" if to["dealer"] else ""
        if own or his:
            yield f"After the {rules.book.wager(wager).title} wager {listed(filter(None, (own, his)))}."


def _asked(rules: Rules, step: Step) -> str:
    """All answers in one sentence; several sizes of one wager together."""
    sizes: dict[tuple[str, str], list[int]] = {}
    for choice in step.choices:
        if choice.does == "raise":
            sizes.setdefault((choice.wager, choice.of), []).append(choice.times)
    ways = [_raise(rules, wager, of, times) for (wager, of), times in sizes.items()]
    ways += [f"take back {rules.book.wager(c.wager).title}" for c in step.choices if c.does == "withdraw"]
    ways += [choice.label.lower() or choice.name.replace("_", " ") for choice in step.choices if choice.does == "pass"]
    if any(choice.does == "fold" for choice in step.choices):
        ways.append("fold and give up what you have wagered on the main game")
    when = f"if {listed(_when(*each) for each in step.when)}, " if step.when else ""
    once = f"if you have not made the {rules.book.wager(step.unless).title} wager, " if step.unless else ""
    said = f"{when}{once}{', or '.join(ways)}."
    return said[:1].upper() + said[1:]


_RESULTS = {
    HIGHER: "your hand is higher than the dealer's",
    EQUAL: "the hands tie",
    LOWER: "the dealer's hand is higher",
}


def _when(field: str, values: tuple[str, ...]) -> str:
    """A condition on a field of the cells, in words."""
    known = [_RESULTS[value] for value in values if value in _RESULTS]
    return listed(known, "or") if known else f"{field.replace('_', ' ')} is {listed(values, 'or')}".replace("_", " ")


def _raise(rules: Rules, wager: str, of: str, times: list[int]) -> str:
    size = "equal to" if times == [1] else f"{listed([number(n) for n in sorted(times)], 'or')} times"
    return f"make the {rules.book.wager(wager).title} wager, {size} the {rules.book.wager(of).title}"


def _end(rules: Rules, qualifier: str) -> Iterator[Said]:
    settled = _named(rules, "settle", "table")
    main = [field for w in rules.wagers if w.compulsory for field in rules.fields[w.id]]
    if any(isinstance(field, Compared) for field in main):
        needs = f" He needs {qualifier} or better." if any(isinstance(field, Qualified) for field in main) else ""
        yield settled, f"Your hand is compared with the dealer's.{needs} What each wager pays stands in its table."
    else:
        yield settled, "Your hand is paid by the table of each wager."
