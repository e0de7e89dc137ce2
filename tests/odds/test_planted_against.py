"""Errors planted on purpose in what counts games that set the player's hand against the dealer's: in the dealer's
qualification, in terms that remove cards. Each must change a figure that other tests hold against the walker."""

from types import ModuleType

import pytest

from odds import declared_games
from odds.planting import forgotten, planted
from odds.walker import pack_of
from pitboss.cards.deck import STANDARD
from pitboss.games.top_five_poker import game as top_five_game
from pitboss.games.top_five_poker.hands import top_five_hand
from pitboss.odds.counting import counter
from pitboss.odds.figures import Figures, figures
from pitboss.odds.kernels import against
from pitboss.odds.kernels.suit_kinds import following
from pitboss.odds.shapes import against_kinds, against_ranks, against_sets
from pitboss.odds.shapes.against_best import Solved
from pitboss.odds.shapes.against_game import contest
from pitboss.odds.tally import Pack
from pitboss.table.rules import Rules
from support import DRAGON, TOP5
from support import rules as rules_of


@pytest.mark.parametrize("lowest", ["Qs Th", "Ks Th", ""])
def test_another_lowest_hand_of_the_dealer(monkeypatch: pytest.MonkeyPatch, lowest: str) -> None:
    """Top Five: the figure of the whole deck is held against a second count in another test."""
    rules = rules_of(TOP5)
    before = figures(rules, counter(rules).tally(rules, "main"), 100, {})
    lowest_hand = top_five_hand(tuple(lowest.split()), True)
    monkeypatch.setattr(top_five_game, "QUEEN_AND_JACK", lowest_hand)
    other = Rules(rules.game, rules.terms)
    after = figures(other, counter(other).tally(other, "main"), 100, {})
    assert after.ev != before.ev


PACKS: dict[str, Pack] = {
    DRAGON: (("RD", 2), ("BD", 1), ("GD", 1), ("PH", 2), ("TI", 2), ("PA", 1), ("MO", 2), ("RA", 2)),
    TOP5: STANDARD.contents,
}

ONE_DECISION = [
    (against_kinds, DRAGON, "n - cards.count(card)", "n"),
    (against_ranks, TOP5, "choose[many - mine[:, i]][:, his[:, i]]", "choose[many][his[:, i]][None, :]"),
    (against_ranks, TOP5, "[comb(max(pack.low - n, 0), k) for k", "[comb(pack.low, k) for k"),
]


def true(rules: Rules, pack: Pack) -> Figures:
    return figures(rules, counter(rules).tally(rules, "main", pack=pack), 100, {})


def counted_by(rules: Rules, pack: Pack, module: ModuleType) -> Figures:
    """The figures of the main game where this module counts the deals."""
    game = contest(rules)
    solved = Solved(rules, game, module.count(pack, game.sight), 100, {})
    return figures(rules, solved.best(), 100, {})


@pytest.mark.parametrize(("module", "game_id", "old", "new"), ONE_DECISION)
def test_errors_in_games_with_one_decision(module: ModuleType, game_id: str, old: str, new: str) -> None:
    """The player's cards are not the dealer's."""
    rules, pack = rules_of(game_id), PACKS[game_id]
    assert counted_by(rules, pack, module) == true(rules, pack)
    assert counted_by(rules, pack, planted(module, old, new)) != true(rules, pack)


def test_royal_flushes_only_where_a_suit_is_untouched() -> None:
    """Top Five: the dealer's royal flush needs a suit of which the player holds no counting card."""
    rules, pack = rules_of(TOP5), pack_of("TJQKA", "cdh")
    wrong = planted(against_ranks, "+ spot.untouched * dealer", "+ 0 * dealer")
    assert counted_by(rules, pack, wrong) != true(rules, pack)


SETS = {
    "cards of the player among the dealer's": ("1 - 2 * ((held - max(shown - 1, 0)) & 1)", "1 - (held > shown - 1)"),
    "a hand left out": ("_enter(entered, lower, dealer", "_enter(entered + 1, lower, dealer"),
    "the last open card alone": ("base[at] if at < size else", "base[at] if at < size - 1 else"),
    "cards of the player among the open ones": (
        "if not own >> U64(card) & U64(1):",
        "if not own >> U64(card) & U64(0):",
    ),
}


@pytest.mark.parametrize("what", SETS)
def test_errors_in_the_count_of_sets(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Five cards against five of which one lies open."""
    rules, pack = declared_games.rules("five_against_five"), pack_of("2JKA", "cdh")
    right = counted_by(rules, pack, against_sets)
    wrong = planted(against, *SETS[what])
    vars(wrong).update(following=following)
    with forgotten(against_sets._count):
        monkeypatch.setattr(against_sets, "k", wrong)
        try:
            found = counted_by(rules, pack, against_sets)
        except IndexError:
            return
    assert found != right
