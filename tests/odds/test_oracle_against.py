"""Games declared for tests, the player's hand against the dealer's: every figure and every decision equals the plain
walker over the engine, exactly, on small packs. The games differ in what a counter must not take for granted: how many
cards each side has, how many of the dealer's lie open, what the choices are, whether suits are alike."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from cards.declared import best
from odds import declared_games
from odds.oracle import same, some
from odds.walker import pack_of
from odds.walker_against import Walked
from pitboss.cards.deck import RANK, SUIT
from pitboss.cards.fast import three_cards
from pitboss.cards.ranking import THREE_CARDS, Hand
from pitboss.odds.counting import counter
from pitboss.odds.figures import figures
from pitboss.odds.tally import Pack
from pitboss.table.cells import DEALER, OWN, Compared, Holding, Qualified, Ranking, Standing
from pitboss.table.definition import Choice, Deal, Step
from pitboss.table.rules import Rules
from support import DRAGON
from support import rules as rules_of

THREE, FIVE = "three_against_three", "five_against_five"
C = "TEST 1"


def dealt(own: int, dealer: int, shown: int) -> Callable[..., dict[str, tuple[Deal, ...]]]:
    deals = (Deal("seats", own, C), Deal("dealer", dealer - shown, C), Deal("dealer", shown, C, up=True))
    return lambda rules, procedure, state: {"deal": deals}


def changed(rules: Rules, *, choices: tuple[Choice, ...] | None = None, **parts: Any) -> Rules:
    """The same game with other parts; `choices` are those of its decision, none for no decision."""
    if choices is not None:
        script = rules.game.script

        def other(rules: Rules, procedure: str) -> tuple[Step, ...]:
            steps = (replace(s, choices=choices) if s.kind == "ask" else s for s in script(rules, procedure))
            return tuple(step for step in steps if step.kind != "ask" or choices)

        parts["script"] = other
    return Rules(replace(rules.game, **parts), rules.terms)


def three(shown: int = 0, dealer: int = 3, **parts: Any) -> Rules:
    return changed(declared_games.rules(THREE), plan=dealt(3, dealer, shown), **parts)


def five(shown: int) -> Rules:
    return changed(declared_games.rules(FIVE), plan=dealt(5, 5, shown))


SEVERAL = (
    Choice("raise_3x", "raise", C, times=3, wager="play"),
    Choice("fold", "fold", C),
    Choice("raise_1x", "raise", C, times=1, wager="play"),
)
OR_PASS = (Choice("pass", "pass", C), Choice("raise_2x", "raise", C, times=2, wager="play"))


def by_suits() -> Rules:
    """Three cards each; of equal hands the one with the higher suit of its highest card is higher."""
    rules = declared_games.rules(THREE)

    def with_suit(cards: tuple[str, ...]) -> Hand:
        hand = three_cards(cards)
        return Hand(hand.name, (*hand.key, max((RANK[card], SUIT[card]) for card in cards)[1]))

    ranking = Ranking("by_suits", with_suit, suits_alike=False)
    own, his = Holding((OWN,), ranking), Holding((DEALER,), ranking)
    lowest = with_suit(("Qc", "3h", "2d"))
    main = (Standing(), Qualified(his, lowest), Compared(own, his))
    fields = {**rules.fields, "ante": (*main, replace(rules.fields["ante"][-1], hand=own)), "play": main}
    return changed(rules, cells=lambda _: fields)


def four_of_his() -> Rules:
    """The best three cards of the dealer's four, one of which lies open."""
    rules = three(shown=1, dealer=4)
    his = Holding((DEALER,), Ranking("best_three", lambda cards: best(cards, THREE_CARDS, 3)))

    def seen(field: Any) -> Any:
        if isinstance(field, Qualified):
            return replace(field, hand=his)
        return replace(field, other=his) if isinstance(field, Compared) else field

    fields = {wager: tuple(map(seen, each)) for wager, each in rules.fields.items()}
    return changed(rules, cells=lambda _: fields)


def dragon(shown: int) -> Rules:
    return changed(rules_of(DRAGON), plan=dealt(3, 3, shown))


CHARACTERS: Pack = (("RD", 2), ("BD", 1), ("GD", 1), ("PH", 2), ("PA", 2), ("RA", 3))
CASES: dict[str, tuple[Callable[[], Rules], tuple[int, int, int], Pack]] = {
    "three, none open": (three, (3, 3, 0), pack_of("2379QKA", "cd")),
    "three, none open, four suits": (three, (3, 3, 0), pack_of("3QA", "cdhs")),
    "three, one open": (lambda: three(1), (3, 3, 1), pack_of("2JQA", "cds")),
    "three, two open": (lambda: three(2), (3, 3, 2), pack_of("23QA", "cds")),
    "three, all open": (lambda: three(3), (3, 3, 3), pack_of("23QA", "cds")),
    "three, several raises": (lambda: three(choices=SEVERAL), (3, 3, 0), pack_of("237QKA", "cd")),
    "three, several raises, one open": (lambda: three(1, choices=SEVERAL), (3, 3, 1), pack_of("23QA", "cds")),
    "three, raise or pass": (lambda: three(choices=OR_PASS), (3, 3, 0), pack_of("239QKA", "cd")),
    "three, suits not alike": (by_suits, (3, 3, 0), pack_of("23QA", "cdh")),
    "three, four of the dealer's": (four_of_his, (3, 4, 1), pack_of("2QA", "cds")),
    "three, nothing to decide": (lambda: three(choices=()), (3, 3, 0), pack_of("239QKA", "cd")),
    "five, one open": (lambda: five(1), (5, 5, 1), pack_of("234KA", "cd")),
    "five, one open, three suits": (lambda: five(1), (5, 5, 1), pack_of("2JKA", "cdh")),
    "five, two open": (lambda: five(2), (5, 5, 2), pack_of("2JKA", "cdh")),
    "characters, one open": (lambda: dragon(1), (3, 3, 1), CHARACTERS),
    "characters, two open": (lambda: dragon(2), (3, 3, 2), (("RD", 2), ("GD", 1), ("PH", 2), ("RA", 3))),
}


@pytest.mark.parametrize("case", CASES)
def test_every_figure_and_every_decision(case: str) -> None:
    made, (own, dealer, shown), pack = CASES[case]
    rules = made()
    walked = Walked(rules, pack, own, dealer, shown)
    counted = counter(rules).tally(rules, "main", pack=pack)
    same(walked.results, figures(rules, counted, 100, {}))
    if case == "three, nothing to decide":
        with pytest.raises(ValueError, match="a player of Three against Three has nothing to decide"):
            counter(rules).advise(rules, next(iter(walked.spots))[0], pack=pack)
        return
    for cards, lie_open in some(walked.spots, 400):
        advice = counter(rules).advise(rules, cards, dealer=lie_open, pack=pack)
        spot = cards, lie_open
        assert {a.choice: a.value for a in advice.alternatives} == walked.spots[spot]
        assert {a.choice: (a.variance or 0) + a.value**2 for a in advice.alternatives} == walked.squares[spot]
        assert advice.best.choice == walked.taken[spot]
        assert (advice.cards, advice.dealer) == spot
