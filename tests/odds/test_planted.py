"""Errors planted on purpose: in a line of a paytable, a row of settlement, a tie, the dealer's qualification, a term
that removes cards. Each must change a figure that other tests hold against the walker or against a published value."""

from fractions import Fraction
from functools import cache
from types import ModuleType
from typing import Any

import pytest
from msgspec.structs import replace

from odds.oracle import with_pays
from odds.planting import forgotten, planted
from odds.walker import pack_of
from pitboss.cards.deck import STANDARD
from pitboss.games import game, rules_for
from pitboss.odds import card_sets
from pitboss.odds.counting import counter
from pitboss.odds.figures import Figures, figures, in_whole_units, lines_of, settled
from pitboss.odds.kernels import board_flops, board_rivers
from pitboss.odds.kernels import card_sets as set_kernels
from pitboss.odds.kernels import shared_meter as meter_kernels
from pitboss.odds.kernels import stages as stages_kernels
from pitboss.odds.request import Request, RowAsked, asked
from pitboss.odds.shapes import board as uth
from pitboss.odds.shapes import board_solver, stages_count, stages_plan
from pitboss.odds.shapes.board_game import board_of
from pitboss.odds.shapes.board_ground import BoardGround, ground
from pitboss.odds.sides import shared_meter
from pitboss.odds.tally import Pack, Tally
from pitboss.rulebook.pays import LOSE, PUSH, Dollars, ForOne, MeterShare, Pay, Push, ToOne
from pitboss.rulebook.terms import MICRO, Line
from pitboss.table.definition import Row
from pitboss.table.rules import Rules
from pitboss.table.state import FOLDED, LIVE
from support import DRAGON, GAMES, LIR, TOP5, UTH
from support import rules as rules_of

# --- every line of every table of the book --------------------------------------------------------------------------


@cache
def book_rows(game_id: str) -> tuple[RowAsked, ...]:
    return tuple(asked(Request(game=game_id)))


ROWS = [(g, row.wager, row.paytable or "") for g in GAMES for row in book_rows(g)]


@cache
def full_pack(game_id: str, wager: str, letter: str) -> tuple[RowAsked, Tally, int]:
    """A row of the book, counted with the whole deck."""
    row = next(r for r in book_rows(game_id) if (r.wager, r.paytable or "") == (wager, letter))
    rules, stake = in_whole_units(row.rules, 100, wager)
    assert rules is row.rules, "no table of the book needs parts of a cent on a dollar"
    found = counter(rules).tally(rules, wager, players=row.players, stake=stake, meters=row.readings)
    return row, found, stake


def one_unit_more(rules: Rules, family: str, line: Line, stake: int) -> Rules:
    """The same terms where this line pays one unit of the base more."""
    pay: Pay
    match line.pay:
        case ToOne(pays, per):
            pay = ToOne(pays + per, per)
        case ForOne(pays):
            pay = ForOne(pays + 1)
        case Dollars(cents, stake_back):
            pay = Dollars(cents + stake, stake_back)
        case Push():
            pay = ToOne(1)
        case _:
            raise AssertionError(line)
    new = replace(line, pay=pay)
    wagers = tuple(
        replace(w, lines=tuple(new if x == line else x for x in w.lines)) if w.id == family else w
        for w in rules.terms.wagers
    )
    return rules_for(replace(rules.terms, wagers=wagers))


def how_often(rules: Rules, tally: Tally, family: str, line: Line, stake: int, meters: dict[str, int]) -> Fraction:
    """How many units of the base lie on this line in the average deal: its probability, times the size of a raise."""
    units = 0
    for ending, n in tally.endings.items():
        for part, (_, done) in zip(ending, settled(rules, ending, stake, meters), strict=True):
            if rules.book.wager(part.wager).family == family and done.outcome.clause == line.clause:
                units += n * part.times
    return Fraction(units, tally.total)


@pytest.mark.parametrize(("game_id", "wager", "letter"), ROWS)
def test_one_unit_more_on_a_line_is_worth_its_probability(game_id: str, wager: str, letter: str) -> None:
    """With the same decisions. No line is without effect: each pays sometimes."""
    row, tally, stake = full_pack(game_id, wager, letter)
    before = figures(row.rules, tally, stake, row.readings)
    for part in before.parts:
        family = row.rules.book.wager(part.wager).family
        for figure in part.lines:
            assert figure.probability > 0, figure.hand
            line = next(x for x in lines_of(row.rules, part.wager) if x.clause == figure.clause)
            often = how_often(row.rules, tally, family, line, stake, row.readings)
            if part.wager != "play" and not part.wager.startswith("bet"):
                assert often == figure.probability
            if isinstance(line.pay, MeterShare):
                # A meter cannot pay more of itself; so much more on it that this line's share is one unit more.
                more = {line.pay.meter: row.readings[line.pay.meter] + stake * 100 * MICRO}
                after = figures(row.rules, tally, stake, {**row.readings, **more})
                same = [x for x in part.lines if isinstance(x.pay, MeterShare) and x.pay.meter == line.pay.meter]
                units = sum((x.probability * x.pay.percent for x in same if isinstance(x.pay, MeterShare)), Fraction(0))
                assert after.ev - before.ev == units > 0
            else:
                after = figures(one_unit_more(row.rules, family, line, stake), tally, stake, row.readings)
                assert after.ev - before.ev == often > 0


# --- every row of settlement ----------------------------------------------------------------------------------------

PACKS: dict[str, Pack] = {
    DRAGON: (("RD", 2), ("BD", 1), ("GD", 1), ("PH", 2), ("TI", 2), ("PA", 1), ("MO", 2), ("RA", 2)),
    TOP5: STANDARD.contents,
    LIR: pack_of("9TJQKA", "ds"),
    UTH: pack_of("2358", "cdh"),
}


def with_row(rules: Rules, place: int, pay: Pay) -> Rules:
    """The game with another payment in one row of its settlement."""
    rows = list(rules.game.rows(rules))
    rows[place] = replace(rows[place], pay=pay)
    return Rules(replace(rules.game, rows=lambda _: tuple(rows)), rules.terms)


def all_offered(game_id: str) -> Rules:
    if game_id == UTH:
        lines = [{"hand": "full_house", "pays": 30, "unit": "for"}]
        progressive = {"amount": 5, "cards": "seven", "lines": lines}
        return rules_of(UTH, "automated_shoe", wagers={"cover_all": {"offered": True}, "progressive": progressive})
    if game_id == DRAGON:
        lines = [{"hand": "trips", "pays": 30, "unit": "for"}]
        return rules_of(DRAGON, wagers={"progressive": {"amount": 1, "cards": "three", "lines": lines}})
    return rules_of(game_id)


METERS = {"Progressive": 1_000_000 * MICRO}


def small(rules: Rules, wager: str, pack: Pack | None = None) -> Figures:
    game_id = rules.game.id
    rules, stake = in_whole_units(rules, 100, wager)
    players = 2 if (game_id, wager) == (LIR, "progressive") else 1
    pack = pack or PACKS[game_id]
    found = counter(rules).tally(rules, wager, players=players, pack=pack, stake=stake, meters=METERS)
    return figures(rules, found, stake, METERS)


def settles_hands(row: Row) -> bool:
    """Rows for hands in play; void, forfeited and abandoned hands are not what odds are about."""
    return bool({LIVE, FOLDED} & set(row.when.get("standing", ())))


@pytest.mark.parametrize(
    ("game_id", "place"),
    [(g, i) for g in GAMES for i, row in enumerate(game(g).rows(all_offered(g))) if settles_hands(row)],
)
def test_every_row_of_settlement_matters(game_id: str, place: int) -> None:
    """A row that pays what it should not changes a figure of a wager it is for."""
    rules = all_offered(game_id)
    row = rules.game.rows(rules)[place]
    pack = None
    if game_id == UTH and "below_pair" in row.when.get("dealer", ()):
        pack = pack_of("23579JQA", "cd")
    main = {w.id for w in rules.wagers if w.compulsory or w.later}
    wager = "main" if row.wagers[0] in main else "progressive" if row.wagers[0] == "envy" else row.wagers[0]
    if game_id == TOP5:  # a Play wager that pays well is made with weak hands too
        rules = with_pays(rules, "play", {"beats_dealer": ToOne(30)})
    wrong = with_row(rules, place, PUSH if row.pay == LOSE else LOSE)
    assert small(wrong, wager, pack) != small(rules, wager, pack)


# --- qualification --------------------------------------------------------------------------------------------------


def test_a_dealer_who_always_qualifies(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pack is one of the oracle's; the walker classifies with the engine's rule, which is left alone."""
    pack, rules = pack_of("23579JQA", "cd"), rules_of(UTH)
    before = small(rules, "main", pack)
    monkeypatch.setattr(uth, "board_of", lambda rules: replace(board_of(rules), low=0))
    uth._SOLVED.clear()
    assert small(rules, "main", pack) != before
    uth._SOLVED.clear()


# --- what endings bring ---------------------------------------------------------------------------------------------


def test_every_entry_of_the_results_matters(monkeypatch: pytest.MonkeyPatch) -> None:
    """One unit more for one choice, category and result that the pack can show changes the value of the game, or, where
    the choice is not taken anyway, nothing. Over all entries every choice is felt."""
    rules, pack = rules_of(UTH), PACKS[UTH]
    board = board_of(rules)
    true, unit = board_solver.nets(rules, board, 100)
    known = board_solver.solve(rules, board, pack, 100)
    taken = board_solver.count(known)
    for choice, kind, result in zip(*taken.nonzero(), strict=True):
        if choice == 0:  # a fold loses the same whatever is held
            continue
        planted = true.copy()
        planted[choice, kind, result] += 1
        monkeypatch.setattr(board_solver, "nets", lambda *_, planted=planted: (planted, unit))
        assert board_solver.solve(rules, board, pack, 100).value >= known.value + int(taken[choice, kind, result])


# --- terms that remove cards ----------------------------------------------------------------------------------------


def held_against_the_walker(rules: Rules, pack: Pack) -> tuple[Any, ...]:
    """The figures of the main game, and what waiting and raising are worth with every starting hand."""
    uth._SOLVED.clear()
    try:
        found = small(rules, "main", pack)
        solved = uth.solution(rules, pack, 100)
        return found, solved.waiting.tolist(), solved.early.tolist()
    finally:
        uth._SOLVED.clear()


@cache
def wide(pack: Pack) -> BoardGround:
    """Numbers wide enough for kernels of the river that are not compiled: the compiler widens them itself."""
    found = ground(pack)
    return replace(found, places=found.places.astype(int), suited=found.suited.astype(int))


def found_out(monkeypatch: pytest.MonkeyPatch, module: ModuleType, old: str, new: str) -> bool:
    """Whether the error changes what is held against the walker, or a sum does not come out."""
    name, wrong = module.__name__.rpartition(".")[2], planted(module, old, new)
    for pack in HOLDEM_PACKS:
        true = held_against_the_walker(rules_of(UTH), pack)
        known = wide(pack) if module is board_rivers else ground(pack)
        with monkeypatch.context() as patch:
            patch.setattr(board_solver, "ground", lambda _, known=known: known)
            patch.setattr(board_solver, name, wrong)
            try:
                if held_against_the_walker(rules_of(UTH), pack) != true:
                    return True
            except (AssertionError, IndexError):
                return True
    return False


RIVERS = {
    "cards on the board": ("held[r] = (suits - counts[r]) * shape[1 + r]", "held[r] = suits * shape[1 + r]"),
    "flush cards on the board": ("held[13 + r] = (1 - of_suit) * shape[1 + r]", "held[13 + r] = shape[1 + r]"),
    "own first card": ("beaten = lower - lower_with[x] - lower_with[y]", "beaten = lower - lower_with[y]"),
    "own second card": ("beaten = lower - lower_with[x] - lower_with[y]", "beaten = lower - lower_with[x]"),
    "own cards among equals": ("tied = equal - equal_with[x] - equal_with[y] + 1", "tied = equal"),
    "own hand among equals": ("- equal_with[y] + 1", "- equal_with[y]"),
    "pairs of one class": ("return held[x] * (held[x] - 1) // 2", "return held[x] * held[x] // 2"),
    "second card of a class": ("with_card[x] += held[x] - 1", "with_card[x] += held[x]"),
    "the player's four cards": ("all_hands = (cards - 2) * (cards - 3) // 2", "all_hands = cards * (cards - 1) // 2"),
    "ties vanish": ("results[t, 3] = tied\n", "results[t, 3] = 0\n"),
    "suited starting hands": ("alike = met", "alike = same"),
    "never folds": (
        "most = max(most, _sum(results, t, nets, choice, kind))", "most = _sum(results, t, nets, choice, kind)",
    ),
}  # fmt: skip
FLOPS = {
    "first card on turn or river": (
        "row[y] = plain[tri13[r, y]] - plain_with[a, y]",
        "row[y] = plain[tri13[r, y]]",
    ),
    "second card on turn or river": ("total = row[b >> 2] - plain_with[b, r]", "total = row[b >> 2]"),
    "second card on turn or river with a flush": (
        "total += rows[k, classes[k, j]] - flushed_with[b, suits[k], classes[k, i]]",
        "total += rows[k, classes[k, j]]",
    ),
    "both cards on turn and river": ("found[i, j] = sums[own[i, j]]", "found[i, j] = 0"),
    "cards of the flop": (
        "if card != flop[0] and card != flop[1] and card != flop[2]:",
        "if n < kept.shape[0]:",
    ),
}
HOLDEM_PACKS = pack_of("2QA", "cdhs"), pack_of("29KA", "cdh"), pack_of("79TJA", "cd")
"""Few enough cards for kernels that are not compiled; two suits alone leave most terms without work."""


@pytest.mark.parametrize("error", RIVERS)
def test_errors_on_the_river(monkeypatch: pytest.MonkeyPatch, error: str) -> None:
    assert found_out(monkeypatch, board_rivers, *RIVERS[error])


@pytest.mark.parametrize("error", FLOPS)
def test_errors_on_the_flop(monkeypatch: pytest.MonkeyPatch, error: str) -> None:
    assert found_out(monkeypatch, board_flops, *FLOPS[error])


@pytest.mark.parametrize(("module", "line"), [(board_rivers, "cards = 0\n"), (board_flops, "wholes = 0\n")])
def test_uncompiled_kernels_without_an_error_agree(
    monkeypatch: pytest.MonkeyPatch, module: ModuleType, line: str
) -> None:
    """So that the tests above see the error and not the copy."""
    assert not found_out(monkeypatch, module, line, line)


RIDE = {
    "cards already in the set": (
        set_kernels, card_sets, "extend",
        "if sets[row] >> (BITS * suit + rank) & 1:\n                    continue", "pass",
    ),
    "cards already held": (
        stages_kernels, stages_count, "last_cards",
        "left += 1 - (sets[row] >> (BITS * suit + rank) & 1)", "left += 1",
    ),
    "the card that makes the flush": (
        stages_kernels, stages_count, "last_cards", "                left -= 1\n", "",
    ),
    "others' cards": (meter_kernels, shared_meter, "without", " and not hands[column] & gone", ""),
    "cards on the board": (
        shared_meter, shared_meter, "_rows", "np.flatnonzero((hands & taken[row]) == 0)", "np.arange(len(hands))",
    ),
}  # fmt: skip
"""Error → where it is planted, who uses it, the function, what stands there, what is put there."""


@pytest.mark.parametrize("error", RIDE)
def test_errors_in_stages_and_shared_meters(monkeypatch: pytest.MonkeyPatch, error: str) -> None:
    """The three bets, and the progressive of two players."""
    rules, pack = rules_of(LIR), pack_of("9TJQK", "hs")
    kernels, user, name, old, new = RIDE[error]
    rows = shared_meter._rows
    kept = (card_sets.sets, stages_count._count, stages_plan._planned, shared_meter._exactly, rows)

    def all_figures() -> list[Figures]:
        alone = small(rules, "main", pack)
        shared = counter(rules).tally(rules, "progressive", players=2, pack=pack)
        return [alone, figures(rules, shared, 100, {"Progressive": 100_000 * MICRO})]

    true = all_figures()
    with forgotten(*kept):
        monkeypatch.setattr(user, name, getattr(planted(kernels, old, new), name))
        try:
            found = all_figures()
        except (AssertionError, IndexError):
            return
    assert found != true
