"""How a game is played, in brief and in plain words, for the card that players take from the rack. The sentences stand
in the `words.toml` of the game's folder, each with its step or wager and its clause; the figures in them come from the
rules ({seat_cards}, {times}, {qualifier}, …). Nothing is said of a wager that the table does not offer. Every sentence
is held against rounds of the engine (tests/paper/test_rack_card_sentences.py)."""

from collections.abc import Iterable
from itertools import combinations

import msgspec
from msgspec import Struct

from pitboss.cards.deck import RANK, RANK_NAMES, Card
from pitboss.cards.fast import best_five
from pitboss.felt.places import cards_dealt
from pitboss.games.dragon_poker.hands import CHARACTER
from pitboss.games.top_five_poker import game as top_five
from pitboss.games.top_five_poker.hands import remaining, top_five_hand
from pitboss.games.ultimate_texas_holdem import game as texas
from pitboss.rulebook.folders import data, games, remembered
from pitboss.rulebook.passages import facts, holds
from pitboss.rulebook.pays import Push
from pitboss.rulebook.words import listed, number
from pitboss.table.definition import ByTable, Choice, Step
from pitboss.table.rules import Rules


class Saying(Struct, frozen=True):
    """What is said at one step of the round, or of one wager."""

    at: str
    clause: str
    text: str
    optional: str = ""
    """What is added where the table offers optional wagers."""
    chosen: dict[str, str] = {}
    """How the operator must have read the rules for it to be said."""
    needs: str = ""
    """What the table must be or have for it to be said (see `rulebook.passages`)."""


class Sayings(Struct, frozen=True):
    """Everything said of one game."""

    step: tuple[Saying, ...] = ()
    wager: tuple[Saying, ...] = ()
    returned: str = ""
    """When the Ante is returned because the dealer does not qualify."""


CARDS = {
    "three": "{whose} own three cards",
    "five": "{whose} five-card hand",
    "hole_and_flop": "{whose} own cards and the first three community cards",
    "seven": "the best five of {whose} own and all community cards",
}
YOURS, THE_PLAYERS = "your", "the player's"
"""Whose cards they are: on a card for players, and on a paper that is filed."""


def cards_of_progressive(rules: Rules, whose: str = YOURS) -> str:
    """By which cards the Progressive is decided; nothing where it is not offered."""
    return CARDS[rules.terms.progressive_cards].format(whose=whose) if rules.terms.progressive_cards else ""


def qualifier(rules: Rules) -> str:
    """The least the dealer must hold for the Ante to play, as the engine compares hands; nothing without a rule."""
    match rules.game.id:
        case "top-five-poker":
            keys = {top_five_hand(two, True).key: two for two in combinations(_counting(), 2)}
            least = keys[min(key for key in keys if key >= top_five.QUEEN_AND_JACK.key)]
            return listed(RANK_NAMES[RANK[card]] for card in least)
        case "ultimate-texas-holdem":
            least_first = {"any hand": "2c 4d 6h 8s Tc", "a pair": "2c 2d 6h 8s Tc", "two pair": "2c 2d 6h 6s Tc"}
            hands = {said: best_five(tuple(cards.split())) for said, cards in least_first.items()}
            return next(said for said, hand in hands.items() if texas.qualifies(hand) == texas.PAIR_OR_BETTER)
    return ""


def ranks(rules: Rules) -> str:
    """The characters from high to low, as the engine ranks them; nothing where the cards are ordinary."""
    if rules.book.deck != "dragon":
        return ""
    names = {rank: rules.deck.names[card].split()[-1] for card, rank in CHARACTER.items()}
    return listed(names[rank] for rank in sorted(names, reverse=True))


def counting(rules: Rules) -> str:
    """The cards that count where not all do: `aces, kings and queens`."""
    return listed(f"{RANK_NAMES[RANK[card]]}s" for card in _counting()) if rules.game.id == "top-five-poker" else ""


def _counting() -> tuple[Card, ...]:
    """Of one suit of Top Five Poker, highest first."""
    return remaining(card for card in RANK if card.endswith("s"))


@remembered
def sayings() -> dict[str, Sayings]:
    """The sentences of every game, as they are written."""
    return {game: msgspec.convert(data(game, "words.toml"), Sayings) for game in games()}


def steps(rules: Rules) -> list[str]:
    """How a round goes at this table."""
    return [_filled(rules, said) for said in sayings()[rules.game.id].step]


def of_wager(rules: Rules, wager: str) -> str:
    """What wins a wager; nothing where the steps of the round have said it."""
    said = next((s for s in sayings()[rules.game.id].wager if s.at == wager and _concerns(rules, s)), None)
    cards = f" It is decided by {cards_of_progressive(rules)}." if wager == "progressive" else ""
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
        said.append(sayings()[rules.game.id].returned.format(qualifier=qualifier(rules)))
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
    ranked = {"ranks": ranks(rules), "counting": counting(rules), "qualifier": qualifier(rules)}
    text = said.text.format(**figures, **ranked, bets=bets, times=multiple(rules, "play", said.at))
    optional = any(not w.compulsory and not w.later for w in rules.wagers)
    return f"{text} {said.optional}" if said.optional and optional else text


def multiple(rules: Rules, wager: str, step: str = "") -> str:
    """How large a wager that is made by decision is: `equal to`, or `two times`, `three or four times` the Ante."""
    steps = [s for s in rules.script(rules.terms.procedure) if not step or s.name == step]
    return _times({c.times for s in steps for c in raises(s, wager)})


def raises(step: Step, wager: str) -> tuple[Choice, ...]:
    """The answers in this step that make the wager."""
    return tuple(c for c in step.choices if c.does == "raise" and c.wager == wager)


def _times(times: Iterable[int]) -> str:
    ordered = sorted(times)
    if ordered == [1]:
        return "equal to"
    return f"{listed([number(n) for n in ordered], 'or')} times" if ordered else ""


def multiples(rules: Rules, wager: str) -> str:
    """The same step by step: `three or four times the Ante at the first decision, two times the Ante at the second,
    equal to the Ante at the third`; without the steps where there is only one."""
    asked = [step for step in rules.script(rules.terms.procedure) if raises(step, wager)]
    sizes = [
        f"{_times({c.times for c in raises(s, wager)})} the {rules.wager[raises(s, wager)[0].of].title}" for s in asked
    ]
    if len(sizes) == 1:
        return sizes[0]
    first, *others = (f"{said} at the {nth}" for said, nth in zip(sizes, _ORDER, strict=False))
    return ", ".join([f"{first} decision", *others])


_ORDER = ("first", "second", "third")
