"""`pitboss protect` as a library call: what a player wins who has seen cards, or whose partners show him theirs."""

import time
from collections import Counter
from collections.abc import Callable
from fractions import Fraction

from pitboss.cards.deck import Card
from pitboss.lab.protect import against, board, stages
from pitboss.lab.protect.result import Advantage, Protection
from pitboss.lab.protect.seen import SeenCards, Unseeable, places_of, sight_of
from pitboss.odds.counting import NoShape, counter, shape_of
from pitboss.odds.figures import in_whole_units
from pitboss.odds.holdings import dealt
from pitboss.odds.request import MAIN, RowAsked, base_of
from pitboss.odds.tally import Pack
from pitboss.table.rules import Rules

Progress = Callable[[str, float], None]
PACE = 30
"""Rounds an hour, unless said: about a full table of a game with three decisions."""


def _silent(what: str, done: float) -> None:
    pass


def protect(
    row: RowAsked,
    *,
    sees: str = "",
    dead: tuple[Card, ...] = (),
    partners: int = 0,
    pace: Fraction = Fraction(PACE),
    rounds: int = 0,
    progress: Progress = _silent,
) -> Protection:
    """The player's edge with what he knows. `row` is the main game as `pitboss odds` is asked for it; `sees` as
    `--sees` takes it; `dead` are cards that he knows to be out of play; `partners` so many other players who show him
    their cards. `rounds` is for what can only be simulated; 0 for the usual number."""
    rules, stake = in_whole_units(row.rules, row.stake)
    counter(rules).fits(rules)
    sight = sight_of(places_of(rules), sees) if sees.strip() else SeenCards()
    pack = without(rules, dead)
    enough(rules, pack, partners)
    begun = time.perf_counter()
    honest = solve(rules, SeenCards(), pack, stake, lambda part: progress("without seeing anything", part / 4))
    if honest is None:
        raise NoShape(f"{rules.book.title} with these cards dead cannot be counted")
    if sight or partners:
        found = _known(rules, sight, pack, stake, partners, rounds, honest, progress)
    else:
        found = honest
    return Protection(
        game=rules.game.id,
        title=rules.book.title,
        paytable=row.paytable,
        base=base_of(rules.game.id, MAIN),
        sees=sees.strip(),
        dead=dead,
        partners=partners,
        stake=row.stake,
        pace=pace,
        honest=honest,
        found=found,
        seconds=time.perf_counter() - begun,
    )


def _known(
    rules: Rules,
    sight: SeenCards,
    pack: Pack,
    stake: int,
    partners: int,
    rounds: int,
    honest: Advantage,
    progress: Progress,
) -> Advantage:
    found = None
    if not partners:
        found = solve(rules, sight, pack, stake, lambda part: progress("every deal", 0.25 + 0.75 * part))
    if found is None:
        from pitboss.lab.protect.sampled import Sample, sampled

        found = sampled(Sample(rules, sight, pack, stake, partners, rounds, honest), progress)
    return found


def solve(
    rules: Rules, sight: SeenCards, pack: Pack, stake: int, progress: Callable[[float], None] = lambda _: None
) -> Advantage | None:
    """Exactly; None where that is too much."""
    match shape_of(rules):
        case "stages":
            return stages.solve(rules, sight, pack, stake)
        case "against":
            try:
                return against.solve(rules, sight, pack, stake, progress)
            except NoShape:
                return None
        case "board":
            return board.solve(rules, sight, pack, stake, progress)


def enough(rules: Rules, pack: Pack, partners: int) -> None:
    """Refuses a pack from which a round cannot be dealt."""
    cards = dealt(rules)
    needed = cards["own"] * (1 + partners) + cards["dealer"] + cards["community"] + cards["box"]
    left = sum(n for _, n in pack)
    if needed > left:
        who = "a player, his partners and everybody else need" if partners else "a round needs"
        raise Unseeable(f"{who} {needed} cards; {left} are left")


def without(rules: Rules, dead: tuple[Card, ...]) -> Pack:
    """The pack without the dead cards; every fault is told at once."""
    held = {card: n for card, n in rules.deck.contents if n}
    gone = Counter(dead)
    faults = [f"'{card}' is not in the pack" for card in gone if card not in held]
    faults += [
        f"'{card}' is dead {n} times and the pack holds {held[card]}"
        for card, n in gone.items()
        if n > held.get(card, n)
    ]
    if faults:
        raise Unseeable(f"{'; '.join(faults)}. The cards of {rules.book.title} are {' '.join(held)}")
    return tuple((card, n - gone[card]) for card, n in rules.deck.contents if n > gone[card])
