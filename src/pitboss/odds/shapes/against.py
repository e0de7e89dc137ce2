"""The player's hand against the dealer's, part of which may lie open: one decision, or none. The declaration says all
that is counted (`against_game`); how spots and the dealer's hands are counted depends on the pack and the rankings:

* `against_ranks`: long hands of which only some ranks count;
* `against_kinds`: decks of few kinds of card, copies of which cannot be told apart;
* `against_sets`: packs that hold no card twice, short hands."""

from collections.abc import Mapping
from typing import Any, Protocol, cast

from pitboss.cards.deck import RANK, RANKS, Card
from pitboss.odds.advice import Advice, check_cards
from pitboss.odds.counting import NoShape, Progress, silent
from pitboss.odds.figures import in_whole_units
from pitboss.odds.shapes import against_kinds, against_ranks, against_words
from pitboss.odds.shapes.against_best import AgainstSpot, Deals, Solved, worth
from pitboss.odds.shapes.against_game import AgainstSight, contest
from pitboss.odds.tables import Array
from pitboss.odds.tally import Pack, Tally
from pitboss.rulebook.words import MAIN
from pitboss.table.rules import Rules


class Way(Protocol):
    """How the deals of a pack are counted."""

    def count(self, pack: Pack, sight: AgainstSight, progress: Progress = silent) -> Deals:
        """For every spot: how many of the dealer's hands lead to each outcome."""

    def spot(self, pack: Pack, sight: AgainstSight, cards: tuple[Card, ...], dealer: tuple[Card, ...]) -> AgainstSpot:
        """One spot: these cards against a dealer who shows those."""

    def cards_at(self, pack: Pack, sight: AgainstSight, hand: int) -> tuple[Card, ...]:
        """An example of the cards of a hand of the player, those that count."""

    def pictured(self, pack: Pack, sight: AgainstSight, hand: int) -> tuple[Card, ...]:
        """The cards of such a hand as they are drawn; those that do not count are blank."""

    def but_for_suits(self, pack: Pack, sight: AgainstSight) -> Array:
        """[hand]: a number; hands that differ by their suits alone have the same."""

    def holds(self, pack: Pack, sight: AgainstSight, card: Card) -> Array:
        """[hand]: whether it holds a card like this; asked only where one of the dealer's lies open."""

    def shown_sets(self, pack: Pack, sight: AgainstSight) -> list[tuple[Card, ...]]:
        """What the dealer can show, as spots are numbered."""


def way(pack: Pack, sight: AgainstSight, title: str) -> Way:
    """How this is counted."""
    if sight.his.only and against_ranks.fits(sight):
        return cast(Way, against_ranks)
    if all(card in RANK and n <= 1 for card, n in pack):
        from pitboss.odds.shapes import against_sets  # loads the compiler, which the others do without

        if why := against_sets.too_large(pack, sight):
            raise NoShape(f"{title} can be played and simulated; it has no exact odds: {why}")
        return cast(Way, against_sets)
    if against_kinds.pairs(pack, sight) > against_kinds.MOST:
        raise NoShape(f"{title} can be played and simulated; it has no exact odds: its deck has too many hands")
    return cast(Way, against_kinds)


def fits(rules: Rules) -> None:
    """Refuses what is not counted."""
    game = contest(rules)
    way(rules.deck.contents, game.sight, game.title)


def tiny(rules: Rules) -> Pack:
    """Two suits of a few ranks where sets of cards are counted, which kernels do."""
    game, pack = contest(rules), rules.deck.contents
    if way(pack, game.sight, game.title) in (against_kinds, against_ranks):
        return ()
    ranks = sorted({card[0] for card, _ in pack}, key=RANKS.index)[: (game.sight.own + game.sight.dealer) // 2 + 1]
    suits = sorted({card[1] for card, _ in pack})[:2]
    return tuple((card, n) for card, n in pack if card[0] in ranks and card[1] in suits)


def tally(
    rules: Rules,
    wager: str,
    *,
    players: int = 1,
    pack: Pack | None = None,
    stake: int = 100,
    meters: Mapping[str, int] | None = None,
    progress: Progress = silent,
    **how: Any,
) -> Tally:
    """The endings of a wager, or of the main game under the best play."""
    pack = pack or rules.deck.contents
    if wager == MAIN:
        return solve(rules, pack, stake, meters, progress).best()
    from pitboss.odds import sides

    return sides.tally(rules, wager, players, pack)


def solve(
    rules: Rules,
    pack: Pack,
    stake: int,
    meters: Mapping[str, int] | None = None,
    progress: Progress = silent,
) -> Solved:
    """The main game with all its decisions."""
    game = contest(rules)
    _check_pack(pack, game.sight.own + game.sight.dealer)
    deals = way(pack, game.sight, game.title).count(pack, game.sight, progress)
    return Solved(rules, game, deals, stake, meters or {})


def _check_pack(pack: Pack, needed: int) -> None:
    size = sum(n for _, n in pack)
    if size < needed:
        raise ValueError(f"a pack of {size} cards is too small; player and dealer need {needed}")


def advise(
    rules: Rules,
    cards: tuple[Card, ...],
    board: tuple[Card, ...] = (),
    *,
    dealer: tuple[Card, ...] = (),
    pack: Pack | None = None,
    stake: int = 100,
    **how: Any,
) -> Advice:
    """What every choice is worth with these cards, where the dealer shows those."""
    pack, game = pack or rules.deck.contents, contest(rules)
    if game.step is None:
        raise ValueError(f"a player of {game.title} has nothing to decide")
    check_cards(rules, pack, cards, game.sight.own, board, dealer=dealer, shown=game.sight.shown)
    _check_pack(pack, game.sight.own + game.sight.dealer)
    spot = way(pack, game.sight, game.title).spot(pack, game.sight, cards, dealer)
    return worth(rules, game, spot, stake, cards, dealer)


def rules_in_words(rules: Rules, *, pack: Pack | None = None, stake: int | None = None) -> list[str]:
    """The best play in sentences."""
    if stake is None:
        rules, stake = in_whole_units(rules)
    pack = pack or rules.deck.contents
    solved = solve(rules, pack, stake)
    return against_words.in_words(way(pack, solved.game.sight, solved.game.title), pack, solved)


def prepare(rules: Rules, stake: int) -> None:
    """Counts once, so that a coach answers at once."""
    game, left = contest(rules), [card for card, n in rules.deck.contents for _ in range(n)]
    if game.step is not None:
        cards, dealer = left[: game.sight.own], left[game.sight.own : game.sight.own + game.sight.shown]
        advise(rules, tuple(cards), dealer=tuple(dealer), stake=stake)
