"""The fast kernel of games that are decided in stages: card for card the engine's rounds, and the exact frequencies."""

from functools import cache
from math import comb
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from odds.declared import bound
from pitboss.cards.deck import RANKS, Card
from pitboss.cards.fast import best_five
from pitboss.games.let_it_ride.game import THREE_SUITED
from pitboss.odds.card_sets import colex, set_of
from pitboss.odds.evaluator import CARDS
from pitboss.odds.kernels.sim_stages import Decisions, Names
from pitboss.odds.shapes.stages_plan import StagesPlan, plan
from pitboss.odds.shapes.stages_tree import StagesState
from pitboss.odds.tables import Array, tables
from pitboss.simulation.engine import compare as beside_the_engine
from pitboss.simulation.setting import STRATEGIES, Setting, fast
from pitboss.simulation.shapes import looks, numbered, stages
from pitboss.table.cells import COMMUNITY, OWN, Fields, Holding, Named, Ranking, Standing
from pitboss.table.rules import Rules
from simulation.conduct import Choices, compare, deviations, far_off, in_pieces, small
from support import LIR
from support import rules as rules_of

SIDES = {"five_card_bonus": 1, "three_card_bonus": 5, "six_card_bonus": 5, "progressive": 1}
THREE_COMMUNITY = {"dealing": {"shuffler": "continuous"}, "readings": {"community_stack": "three_discard_one"}}
"""The shoe dispenses three community cards, of which one is thrown away."""
ROUNDS = 2_000_000


def rules(procedure: str = "automated_shoe", progressive: str = "A", **more: Any) -> Rules:
    """The progressive is decided by five cards (A) or by three (B)."""
    return rules_of(LIR, procedure, wagers={"progressive": {"paytable": progressive}}, **more)


def row(found: StagesPlan, size: int, cards: tuple[Card, ...]) -> int:
    return int(np.searchsorted(found.count.layers.layer(size).codes, set_of(cards)))


def chooses(setting: Setting) -> Choices:
    found = plan(setting.rules)

    def choices(cards: tuple[Card, ...], board: tuple[Card, ...]) -> dict[str, str]:
        told = {"bold": 0, "timid": 1}.get(setting.strategy)
        first = int(found.chosen[0, StagesState((1, 1, 1))][row(found, 3, cards)]) if told is None else told
        state = StagesState((1 - first, 1, 1))
        second = int(found.chosen[1, state][row(found, 4, (*cards, board[0]))]) if told is None else told
        return {"decide_1": ("ride", "withdraw")[first], "decide_2": ("ride", "withdraw")[second]}

    return choices


@pytest.mark.parametrize("seats", [1, 7])
@pytest.mark.parametrize(
    ("procedure", "progressive", "more"),
    [
        ("manual_shoe", "A", {}),
        ("hand", "B", {}),
        ("automated_shoe", "A", {}),
        ("automated_shoe", "B", THREE_COMMUNITY),
    ],
)
def test_rounds_are_the_engines(procedure: str, progressive: str, more: dict[str, Any], seats: int) -> None:
    setting = Setting(rules(procedure, progressive, **more), seats, seed="engine")
    seen = compare(setting, chooses(setting), SIDES, 300)
    kept = {tuple(part.wager for part in end) for end in seen if end[-1].wager == "bet_3"}
    assert kept >= {("bet_3",), ("bet_2", "bet_3"), ("bet_1", "bet_2", "bet_3")}


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("progressive", "AB")
def test_rare_hands(progressive: str, strategy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Packs of few cards: straight and royal flushes of five cards, ace to nine of one suit among six."""
    seen = set()
    for pack in (
        "9d Td Jd Qd Kd Ad As 2c",
        "9s Ts Js Qs Ks As Ad 2c",
        "Tc Jc Qc Kc Ac 9h 8c Th Jh",
        "2h 3h 4h 5h 6h 7h 8h Ah 6s",
        "9c 9d 9h 9s 8c 8d 8h 7s 6s",
    ):
        small(monkeypatch, numbered, rules(), pack.split())
        setting = Setting(rules("hand", progressive), 1, strategy, "rare")
        seen |= {end[-1][::2] for end in compare(setting, chooses(setting), SIDES, 150)}
    for wager, hands in {
        "bet_3": "royal_flush straight_flush four_of_a_kind full_house flush straight pair_below_tens",
        "six_card_bonus": "super_royal_diamonds super_royal_other_suit royal_flush straight_flush four_of_a_kind flush",
        "three_card_bonus": "straight_flush three_of_a_kind flush",
        "progressive": "royal_flush pair" if progressive == "A" else "akq_spades akq_suited_not_spades straight_flush",
    }.items():
        assert {cell[1] for w, cell in seen if w == wager} >= set(hands.split())


@pytest.mark.parametrize("left_out", ["six_card_bonus", "progressive", "three_card_bonus"])
def test_wagers_that_are_not_offered(left_out: str) -> None:
    """Without the Six Card Bonus no box is dealt."""
    bound = rules_of(LIR, "manual_shoe", wagers={left_out: {"offered": False}})
    setting = Setting(bound, 3, seed="fewer")
    compare(setting, chooses(setting), {w: n for w, n in SIDES.items() if w != left_out}, 50)


def laid_out(setting: Setting) -> tuple[Decisions, Names]:
    """The decisions and the names as the kernel has them."""
    kept: list[Any] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stages, "play_stages", lambda *given: kept.extend(given))
        fast(setting).run(0, np.zeros((1, 1, 5), dtype=np.uint16))
    decisions = next(each for each in kept if isinstance(each, Decisions))
    return decisions, next(each for each in kept if isinstance(each, Names))


def test_every_set_of_cards_has_its_row() -> None:
    """Numbers of sets are those of multisets of one kind less a step each; every set of three has its own name and
    decision, every thirteenth set of four its own."""
    table = rules(progressive="B")
    found = plan(table)
    decisions, names = laid_out(Setting(table, 1))
    assert decisions.groups.tolist() == [1, 1], "without a limit bet 2 does not depend on bet 1"
    answers = np.split(decisions.answers, decisions.start[1:].astype(np.int64))
    assert [len(each) for each in answers] == [22_100, 270_725]
    wager = [w.id for w in table.wagers if not w.compulsory].index("progressive") + 1
    called = names.cells[names.start[wager] :][:22_100]
    hands = table.settlement.spaces["progressive"].values[1]
    for size, state in ((3, StagesState((1, 1, 1))), (4, StagesState((0, 1, 1)))):
        rows = colex(size)
        for number in range(0, len(rows), 1 if size == 3 else 13):
            cards = tuple(CARDS[card] for card in rows[number].tolist())
            assert sum(comb(card, i) for i, card in enumerate(rows[number].tolist(), start=1)) == number
            assert answers[size - 3][number] == found.chosen[size - 3, state][row(found, size, cards)]
            if size == 3:
                assert hands[called[number]] == THREE_SUITED.of(cards).name


def full(seat: int = 0, seats: int = 1, progressive: str = "A") -> dict[str, float]:
    """With the whole deck."""
    return deviations(Setting(rules(progressive=progressive), seats, seed="counts"), ROUNDS // seats, seat)


@pytest.mark.parametrize(("seat", "seats", "progressive"), [(0, 1, "A"), (6, 7, "B")])
def test_frequencies(seat: int, seats: int, progressive: str) -> None:
    found = full(seat, seats, progressive)
    assert list(found) == ["main", *SIDES]
    assert all(-4 < z < 4 for z in found.values()), found


WRONG = {
    "pair of nines": ("five_card_bonus", "pair_tens_or_better"),
    "a flush of three": ("three_card_bonus", "straight"),
    "six": ("six_card_bonus", "full_house"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_name_is_noticed(wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two nines with an ace taken for a pair of tens or better; three clubs to an ace for a straight; six cards with a
    flush in clubs, of five of them or all, for a full house."""
    right, (wager, other) = looks.named, WRONG[wrong]

    def named(deck: numbered.NumberedDeck, sights: list[looks.Sight], some: list[looks.HoldingLook]) -> Names:
        found = right(deck, sights, some)
        column = [each.cells[0] for each in sights].index(_first(wager))
        cells = found.cells[found.start[column] :]
        cell = next(n for n, (each,) in enumerate(sights[column].cells) if each[1] == other)
        flush = next(n for n, (each,) in enumerate(sights[column].cells) if each[1] == "flush")
        if wrong == "pair of nines":
            for place, hand in enumerate(tables().hands):
                if hand.name == "pair" and hand.key[1:3] == (9, 14):
                    cells[place] = cell
        elif wrong == "a flush of three":
            for number, cards in enumerate(colex(3)):
                if cells[number] == flush and cards[2] == 4 * 12 and cards[0] % 4 == 0:
                    cells[number] = cell
        else:
            clubs = found.suited[column, 0]
            with_ace = np.arange(len(clubs)) >> RANKS.index("A") & 1 == 1
            clubs[with_ace & (clubs == flush)] = cell
        return found

    monkeypatch.setattr(stages, "named", named)
    assert far_off(full()) == {wager}


def _first(wager: str) -> tuple[Any, ...]:
    return (next(cell for cell in rules().settlement.spaces[wager].cells() if cell[0] == "live"),)


@pytest.mark.parametrize("bet", [1, 2])
def test_a_wrong_decision_is_noticed(bet: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bet 1 withdrawn with two kings and a lower card; bet 2 withdrawn with two fives and two sevens."""
    right = stages._answers

    def wrong(solved: StagesPlan, deck: numbered.NumberedDeck, number: int, strategy: str, group: Array) -> Array:
        answers = right(solved, deck, number, strategy, group)
        if number == bet - 1:
            for place, cards in enumerate(colex(2 + bet).tolist()):
                ranks = "".join(CARDS[card][0] for card in cards)
                if ranks == "5577" or (bet == 1 and ranks[1:] == "KK" != ranks[:2]):
                    assert (answers[place] == 0).all()
                    answers[place] = 1
        return answers

    monkeypatch.setattr(stages, "_answers", wrong)
    assert far_off(full()) == {"main"}


@pytest.mark.parametrize("seats", [1, 7])
def test_blocks(seats: int) -> None:
    in_pieces(Setting(rules("hand"), seats))


# --- games without any kernel of their own --------------------------------------------------------------------------


def declared_rules(game: str) -> Rules:
    """Gate Stud without a name for one royal flush: else all 2.6 million sets of five cards would be told apart."""
    return _with_plain_names(bound(game)) if game == "gate_stud" else bound(game)


@cache
def _with_plain_names(found: Rules) -> Rules:
    five = Ranking("five_cards", best_five)
    fields: dict[str, Fields] = {}
    for wager, (_, name) in found.fields.items():
        assert isinstance(name, Named)
        fields[wager] = (Standing(), Named(Holding((OWN, COMMUNITY), five), name.values, name.called))
    return Rules(replace(found.game, cells=lambda _: fields), found.terms)


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("seats", [1, 4])
@pytest.mark.parametrize("game", ["street_stud", "gate_stud", "kind_stud"])
def test_declared_games_are_played_as_the_engine_plays_them(game: str, seats: int, strategy: str) -> None:
    """Decisions by what lies on the table, raises that spare a decision, cards of few kinds, hands by a function."""
    setting = Setting(declared_rules(game), seats, strategy, "declared")
    assert beside_the_engine(setting, 100, 60) == []


@pytest.mark.parametrize("game", ["street_stud", "gate_stud", "kind_stud"])
def test_declared_games_come_out_as_counted(game: str) -> None:
    found = deviations(Setting(declared_rules(game), 1, seed="counted"), 400_000)
    assert list(found) == ["main"]
    assert all(-4 < z < 4 for z in found.values()), found


def test_a_limit_makes_groups_of_states() -> None:
    """What all wagers win together is cut: later answers depend on earlier ones, and the kernel knows it."""
    cut = bound("street_stud", limit=3_000)
    setting = Setting(cut, 2, seed="cut", stake=500)
    assert beside_the_engine(setting, 0, 60) == []
