"""How a game is played, in brief and in plain words, for the card that players take from the rack. The sentences stand
in the `words.toml` of the game's folder, each with its step or wager and its clause; the figures in them come from the
rules ({seat_cards}, {times}, {qualifier}, …). Nothing is said of a wager that the table does not offer. Every sentence
is held against rounds of the engine (tests/paper/test_rack_card_sentences.py)."""

from collections.abc import Iterable

import msgspec

from pitboss.felt.places import cards_dealt
from pitboss.rulebook.folder_shapes import Saying, Sayings
from pitboss.rulebook.folders import data, remembered
from pitboss.rulebook.passages import facts, holds
from pitboss.rulebook.pays import Push
from pitboss.rulebook.words import listed, number
from pitboss.table.cells import Holding, Named, Qualified
from pitboss.table.definition import ByTable, Choice, Step
from pitboss.table.rules import Rules
from pitboss.wording.derived import derived_brief, derived_moments

RETURNED = "Returned if the dealer has less than {qualifier}, unless you fold."
YOURS, THE_PLAYERS = "your", "the player's"
"""Whose cards they are: on a card for players, and on a paper that is filed."""


def cards_of_metered(rules: Rules, whose: str = YOURS) -> str:
    """By which cards the metered wager is decided; nothing where it is not offered."""
    named = [f for f in rules.fields.get(rules.metered or "", ()) if isinstance(f, Named)]
    return cards_of(rules, named[0].hand, whose) if named else ""


def cards_of(rules: Rules, holding: Holding, whose: str = YOURS) -> str:
    """The cards that are looked at, in words."""
    own = cards_dealt(rules, "seats")
    shared = [seen for seen in holding.sees if seen.place == "community"]
    if not shared:
        return f"{whose} own {number(own)} cards"
    lying = cards_dealt(rules, "community")
    first = shared[0].first or lying
    if first < lying:
        return f"{whose} own cards and the first {number(first)} community cards"
    return f"{whose} five-card hand" if own + first == 5 else f"the best five of {whose} own and all community cards"


def qualifier(rules: Rules) -> str:
    """The least the dealer must hold for the base wager to play, as the engine compares hands; nothing without a
    rule."""
    fields = (field for wager in rules.wagers if wager.compulsory for field in rules.fields[wager.id])
    return next((field.least(field.lowest) for field in fields if isinstance(field, Qualified)), "")


@remembered
def sayings(game: str) -> Sayings:
    """The sentences of a game, as they are written."""
    return msgspec.convert(data(game, "words.toml"), Sayings)


def in_brief(rules: Rules) -> str:
    """What the game is about, in one sentence; where its folder has none, by its cards and its decisions."""
    return sayings(rules.game.id).lobby or derived_brief(rules, qualifier(rules))


def steps(rules: Rules) -> list[str]:
    """How a round goes at this table."""
    return [text for _, text in moments(rules)]


def moments(rules: Rules) -> list[tuple[str, str]]:
    """The same, each with the step at which it is said."""
    written = sayings(rules.game.id).step
    return [(said.at, _filled(rules, said)) for said in written] or derived_moments(rules, qualifier(rules))


def of_wager(rules: Rules, wager: str) -> str:
    """What wins a wager; nothing where the steps of the round have said it."""
    said = next((s for s in sayings(rules.game.id).wager if s.at == wager and _concerns(rules, s)), None)
    cards = f" It is decided by {cards_of_metered(rules)}." if wager == rules.metered else ""
    return _filled(rules, said) + cards + _needs(rules, wager) if said else ""


def _concerns(rules: Rules, said: Saying) -> bool:
    met = not said.needs or holds(said.needs, facts(rules.terms))
    return bool(met) and said.chosen.items() <= rules.terms.readings.items()


def condition(rules: Rules, wager: str) -> str:
    """What must hold for the odds of a wager against the dealer to be paid, from the rows that settle it."""
    first = next((w.id for w in rules.wagers if w.family == wager), wager)
    rows = [row for row in rules.settlement.rows if first in row.wagers]
    by_table = [(row.when, row.pay) for row in rows if isinstance(row.pay, ByTable)]
    said = []
    if by_table and all("result" in when and not pay.line for when, pay in by_table):
        said.append("Paid only if your hand beats the dealer's.")
    if any(isinstance(row.pay, Push) and "dealer" in row.when and "result" not in row.when for row in rows):
        returned = sayings(rules.game.id).returned or RETURNED
        said.append(returned.format(qualifier=qualifier(rules)))
    return " ".join(said)


def _needs(rules: Rules, wager: str) -> str:
    """Which optional wagers must be made before it, by the operator's reading; the compulsory ones always must."""
    needed = rules.requires.get(wager, ())
    titles = [rules.wager[w].title for w in needed if not rules.wager[w].compulsory]
    return f" You may make it only together with {listed(titles)}." if titles else ""


def _filled(rules: Rules, said: Saying) -> str:
    places = {"seat_cards": "seats", "community": "community", "box": "box"}
    figures = {name: number(cards_dealt(rules, place)) for name, place in places.items()}
    bets = number(sum(w.compulsory for w in rules.wagers))
    asked = [s for s in rules.script(rules.terms.procedure) if s.name == said.at]
    times = _times({c.times for step in asked for c in step.choices if c.does == "raise"})
    own = rules.game.phrases(rules)
    text = said.text.format(**figures, **own, qualifier=qualifier(rules), bets=bets, times=times)
    optional = any(not w.compulsory and not w.later for w in rules.wagers)
    return f"{text} {said.optional}" if said.optional and optional else text


def multiple(rules: Rules, wager: str) -> str:
    """How large a wager that is made by decision is: `equal to`, or `two times`, `three or four times` the base."""
    return _times({c.times for step in rules.script(rules.terms.procedure) for c in raises(step, wager)})


def sized(rules: Rules, wager: str) -> str:
    """The same with the title of the base wager."""
    return f"{multiple(rules, wager)} the {rules.wager[rules.base].title}"


def made_later(rules: Rules, family: str) -> list[str]:
    """Of a paytable's wagers those that are made by decision, with how large they are, where others are made before the
    deal: the limits hold for these alone. Wagers of one size together."""
    wagers = [wager for wager in rules.wagers if wager.family == family]
    sizes: dict[str, list[str]] = {}
    for wager in wagers if not all(w.later for w in wagers) else ():
        if wager.later:
            sizes.setdefault(sized(rules, wager.id), []).append(wager.title)
    return [f"{listed(titles)}: {'each ' * (len(titles) > 1)}{size}" for size, titles in sizes.items()]


def raises(step: Step, wager: str) -> tuple[Choice, ...]:
    """The answers in this step that make the wager."""
    return tuple(c for c in step.choices if c.does == "raise" and c.wager == wager)


def _times(times: Iterable[int]) -> str:
    ordered = sorted(times)
    if ordered == [1]:
        return "equal to"
    return f"{listed([number(n) for n in ordered], 'or')} times" if ordered else ""


def multiples(rules: Rules, wager: str) -> str:
    """The same step by step, such as three or four times the base at the first decision, two times at the second;
    without the steps where there is only one."""
    asked = [step for step in rules.script(rules.terms.procedure) if raises(step, wager)]
    sizes = [
        f"{_times({c.times for c in raises(s, wager)})} the {rules.wager[raises(s, wager)[0].of].title}" for s in asked
    ]
    if len(sizes) == 1:
        return sizes[0]
    first, *others = (f"{said} at the {nth}" for said, nth in zip(sizes, _ORDER, strict=False))
    return ", ".join([f"{first} decision", *others])


_ORDER = ("first", "second", "third")
