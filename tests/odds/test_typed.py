"""Paytables typed in by hand: the rulebooks' own can be typed, and every mistake is named with what is allowed."""

import json

import pytest

from pitboss.odds.request import BadRequest
from pitboss.odds.typed import BadTable, Typed, lowest_meters, typed_table
from pitboss.rulebook.book import Book, Paytable, book
from pitboss.rulebook.pays import LOSE, PUSH, Dollars, ForOne, MeterShare, Push, ToOne
from pitboss.rulebook.terms import Line
from support import GAMES

DRAGON, TOP5, LIR, UTH = GAMES
TABLES = [(game, table) for game in GAMES for table in book(game).paytables]


def typed_lines(the_book: Book, family: str, text: str) -> tuple[Line, ...]:
    return typed_table(the_book, family, text).lines


def _line(hand: str, **rest: object) -> str:
    """A line as an inline table of TOML, which writes numbers, text and true as JSON does."""
    pairs = {"hand": hand, **rest}
    return "{ " + ", ".join(f"{key} = {json.dumps(value)}" for key, value in pairs.items()) + " }"


def _as_text(table: Paytable) -> str:
    lines = []
    for line in table.lines:
        match line.pay:
            case ToOne(pays, per):
                lines.append(_line(line.hand, pays=pays, per=per, unit="to"))
            case ForOne(pays):
                lines.append(_line(line.hand, pays=pays, unit="for"))
            case Dollars(cents, stake_back):
                lines.append(_line(line.hand, pays=cents // 100, unit="dollars", stake_back=stake_back))
            case MeterShare(meter, percent):
                lines.append(_line(line.hand, pays=percent, unit="meter", meter=meter))
            case Push():
                lines.append(_line(line.hand, unit="push"))
    assert len(lines) == len(table.lines)
    return "lines = [\n  " + ",\n  ".join(lines) + ",\n]\n"


@pytest.mark.parametrize(("game", "table"), TABLES, ids=[f"{g}-{t.family}-{t.letter}{t.column}" for g, t in TABLES])
def test_every_paytable_of_the_rulebooks_can_be_typed(game: str, table: Paytable) -> None:
    found = typed_lines(book(game), table.family, _as_text(table))
    assert [(line.hand, line.pay) for line in found] == [(line.hand, line.pay) for line in table.lines]


def test_a_line_for_several_hands_has_what_the_lines_above_left() -> None:
    dragons, phoenix = _line("three_dragons", pays=30, unit="to"), _line("Three Phoenix", pays=9, unit="to")
    text = f"lines = [{dragons}, {phoenix}, {_line('trips', pays=6, unit='for')}]"
    first, second, trips = typed_lines(book(DRAGON), "three_card_bonus", text)
    assert first.hands == ("three_dragons",) and second.hand == "three_phoenix"
    assert trips.hands == ("three_tigers", "three_pandas", "three_monkeys", "three_rabbits")
    assert trips.pay == ForOne(6)


def test_units() -> None:
    text = """
        [[lines]]
        hand = "royal_flush"
        pays = 100
        unit = "meter"
        meter = "Jackpot"

        [[lines]]
        hand = "straight_flush"
        pays = 2500
        unit = "dollars"
        stake_back = true

        [[lines]]
        hand = "four_of_a_kind"
        pays = 3
        per = 2
        unit = "to"

        [[lines]]
        hand = "full_house"
        unit = "lose"

        [[lines]]
        hand = "flush"
        unit = "push"
    """
    found = typed_lines(book(UTH), "trips", text)
    assert [line.pay for line in found] == [
        MeterShare("Jackpot", 100), Dollars(250_000, True), ToOne(3, 2), LOSE, PUSH,
    ]  # fmt: skip


TO = {"pays": 1, "unit": "to"}
ROYAL, STRAIGHT_FLUSH, FOUR, FULL = (
    _line(h, **TO) for h in ("royal_flush", "straight_flush", "four_of_a_kind", "full_house")
)


@pytest.mark.parametrize(
    ("lines", "faults"),
    [
        ([], ["lines: the table is empty"]),
        ([_line("flsh", **TO)], ['lines[1].hand: is no hand of this wager; given "flsh"', 'did you mean "flush"?']),
        ([ROYAL, ROYAL], ["lines[2].hand: stands here twice: lines[1] already has it"]),
        (['{ pays = 1, unit = "to" }'], ["lines[1].hand: is missing; permitted: royal_flush, straight_flush"]),
        (['{ hand = "royal_flush", unit = "to" }'], ["lines[1].pays: is missing; permitted: a whole number"]),
        (
            ['{ hand = "royal_flush", pays = 5 }'],
            ["lines[1].unit: is missing; permitted: to, for, dollars, meter, push or lose"],
        ),
        ([_line("royal_flush", pays=0, unit="to")], ["lines[1].pays: is out of range; given 0"]),
        ([_line("royal_flush", pays=-5, unit="to")], ["lines[1].pays: is out of range; given -5"]),
        ([_line("royal_flush", pays=True, unit="to")], ["lines[1].pays: must be a whole number; given true"]),
        (
            [_line("royal_flush", pays=1.5, unit="to")],
            ["lines[1].pays: must be a whole number; given 1.5", "3 to 2 is pays = 3, per = 2"],
        ),
        ([_line("royal_flush", pays=5, per=0, unit="to")], ["lines[1].per: ", "given 0"]),
        ([_line("royal_flush", pays=5, per=2, unit="for")], ['lines[1].per: means something only with unit = "to"']),
        ([_line("royal_flush", pays=5, unit="percent")], ['lines[1].unit: is no unit of payment; given "percent"']),
        (
            [_line("royal_flush", pays=101, unit="meter", meter="M")],
            ["lines[1].pays: more than the whole meter cannot be paid"],
        ),
        (
            [_line("royal_flush", pays=100, unit="meter")],
            ["lines[1].meter: is missing: a line paid from a meter names it"],
        ),
        ([_line("royal_flush", pays=100, unit="meter", meter=" ")], ["lines[1].meter: is no name"]),
        ([_line("royal_flush", pays=1, unit="push")], ["lines[1].pays: a line that says push pays nothing"]),
        (
            [_line("royal_flush", pays=1, unit="dollars", stake_back=1)],
            ["lines[1].stake_back: ", "permitted: true or false"],
        ),
        ([_line("royal_flush", pay=1, **TO)], ["lines[1].pay: there is no such key", 'did you mean "pays"?']),
        ([_line("royal_flush", unit="lose")], ["lines: no line pays anything"]),
        (["7"], ["lines[1]: is no line; given 7"]),
    ],
)
def test_what_is_wrong_is_named(lines: list[str], faults: list[str]) -> None:
    with pytest.raises(BadTable) as bad:
        typed_lines(book(UTH), "trips", f"lines = [{', '.join(lines)}]")
    assert len(bad.value.faults) == 1
    for words in faults:
        assert words in str(bad.value)


def test_all_faults_at_once_with_their_lines() -> None:
    text = f"lines = [\n{ROYAL},\n{_line('pear', pays=0, unit='tu')},\n{ROYAL},\n]\ncolour = 3\n"
    with pytest.raises(BadTable) as bad:
        typed_lines(book(UTH), "trips", text)
    found = [(fault.line, fault.key) for fault in bad.value.faults]
    assert found == [
        (3, "lines[2].hand"), (3, "lines[2].pays"), (3, "lines[2].unit"), (4, "lines[3].hand"), (6, "colour"),
    ]  # fmt: skip


def test_a_line_shadowed_by_those_above_it() -> None:
    text = f"lines = [{_line('trips', **TO)}, {_line('three_tigers', pays=15, unit='to')}]"
    with pytest.raises(BadTable, match=r"lines\[2\].hand: .*lines\[1\]"):
        typed_lines(book(DRAGON), "three_card_bonus", text)
    both = (
        f"lines = [{_line('pair_of_aces', **TO)}, {_line('pair_of_kings', **TO)}, {_line('pair_aces_or_kings', **TO)}]"
    )
    with pytest.raises(BadTable, match=r"can never be paid: lines\[1\] and lines\[2\] come before"):
        typed_lines(book(TOP5), "poker_bonus", both)


def test_a_hole_must_be_meant() -> None:
    """Nothing pays the flush and the straight between the full house and three of a kind."""
    ends = [ROYAL, STRAIGHT_FLUSH, FOUR, FULL, _line("three_of_a_kind", **TO)]
    with pytest.raises(BadTable) as bad:
        typed_lines(book(UTH), "trips", f"lines = [{', '.join(ends)}]")
    assert "flush and straight rank above three_of_a_kind, which is paid, but no line names them" in str(bad.value)
    assert '{ hand = "flush", unit = "lose" }, { hand = "straight", unit = "lose" }' in str(bad.value)
    meant = [*ends, _line("flush", unit="lose"), _line("straight", unit="lose")]
    assert len(typed_lines(book(UTH), "trips", f"lines = [{', '.join(meant)}]")) == 7
    assert len(typed_lines(book(UTH), "trips", f"lines = [{', '.join(ends[:4])}]")) == 4, "what is lower just loses"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("lines = [", "this is not valid TOML"),
        ("", "lines: is missing"),
        ("lines = 3", "lines: must be a list of lines"),
        ('cards = "seven"\nlines = [' + ROYAL + "]", "cards: there is no such key"),
    ],
)
def test_a_file_that_is_no_table(text: str, words: str) -> None:
    with pytest.raises(BadTable, match=words):
        typed_lines(book(UTH), "trips", text)


def test_the_main_game_is_not_paid_from_a_meter() -> None:
    with pytest.raises(BadTable, match="the main game is not paid from a meter"):
        typed_lines(book(UTH), "blind", f"lines = [{_line('royal_flush', pays=100, unit='meter', meter='M')}]")


def _progressive(game: str, text: str) -> Typed:
    return typed_table(book(game), "progressive", text)


def test_which_cards_decide_a_progressive() -> None:
    """Said in the file, or by the hands: ace, king and queen of spades is a hand of three cards."""
    three = f"lines = [{_line('akq_spades', **TO)}, {_line('akq_suited_not_spades', **TO)}]"
    assert _progressive(LIR, three).cards == "three"
    assert _progressive(LIR, f"lines = [{ROYAL}]").cards == "five"
    assert _progressive(DRAGON, f"lines = [{_line('three_dragons', **TO)}]").cards == "three"
    assert _progressive(UTH, f"lines = [{ROYAL}]").cards == "seven"
    assert _progressive(UTH, f'cards = "hole_and_flop"\nlines = [{ROYAL}]').cards == "hole_and_flop"
    with pytest.raises(BadTable, match="permitted: hole_and_flop or seven"):
        _progressive(UTH, f'cards = "five"\nlines = [{ROYAL}]')
    with pytest.raises(BadTable, match="cannot be held with three cards"):
        _progressive(LIR, f'cards = "three"\nlines = [{ROYAL}]')


def test_three_cards_rank_a_straight_above_a_flush() -> None:
    """So a progressive on three cards may pay the straight alone, and one on five may not."""
    high = [
        _line(h, **TO) for h in ("akq_spades", "akq_suited_not_spades", "straight_flush", "three_of_a_kind", "straight")
    ]
    assert len(_progressive(LIR, f"lines = [{', '.join(high)}]").lines) == 5
    with pytest.raises(BadTable, match="straight ranks above flush"):
        _progressive(LIR, f"lines = [{', '.join([*high[:4], _line('flush', **TO)])}]")
    with pytest.raises(BadTable, match="flush ranks above straight"):
        _progressive(LIR, f"lines = [{', '.join([ROYAL, STRAIGHT_FLUSH, FOUR, FULL, _line('straight', **TO)])}]")


# --- wagers that win with the hand ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "family", "lines", "missing", "push"),
    [
        (
            UTH, "blind", ["royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight"],
            "three_of_a_kind, two_pair, pair and high_card", '{ hand = "less_than_straight", unit = "push" }',
        ),
        (
            UTH, "blind", ["royal_flush", "straight_flush", "four_of_a_kind", "full_house", "less_than_straight"],
            "flush and straight", '{ hand = "flush", unit = "push" }, { hand = "straight", unit = "push" }',
        ),
        (
            DRAGON, "ante_bonus", ["trips", "pair_of_pandas_or_better"],
            "pair_of_monkeys, pair_of_rabbits and high_card", '{ hand = "winning_hand", unit = "push" }',
        ),
        (
            DRAGON, "ante_bonus", ["trips", "pair_of_pandas_or_better", "pair_of_monkeys", "pair_of_rabbits"],
            "high_card", '{ hand = "high_card", unit = "push" }',
        ),
    ],
)  # fmt: skip
def test_every_winner_needs_a_line(game: str, family: str, lines: list[str], missing: str, push: str) -> None:
    """Blind and Ante Bonus win whenever the hand does: a hand without a line would be neither paid nor given back."""
    text = [_line(hand, **TO) for hand in lines]
    with pytest.raises(BadTable) as bad:
        typed_lines(book(game), family, f"lines = [{', '.join(text)}]")
    (fault,) = bad.value.faults
    assert f"no line says what a winning hand gets with {missing};" in str(fault)
    assert f'{push}, or the same with unit = "lose"' in str(fault)
    for unit in ("push", "lose"):
        whole = f"lines = [{', '.join(text)}, {push.replace('push', unit)}]"
        assert {hand for line in typed_lines(book(game), family, whole) for hand in line.hands} == set(
            book(game).hands[family]
        )


# --- other spellings ------------------------------------------------------------------------------------------------


def test_tables_written_down_in_other_words() -> None:
    """With the words of the source beside each line, and longer names of the units."""
    text = """
    lines = [
      { hand = "royal_flush", label = "Royal", pays = 100, unit = "percent_of_meter", meter = "Pot", clause = "9(a)" },
      { hand = "straight_flush", label = "SF", pays = 500, unit = "dollars", stake_returned = true, clause = "9(b)" },
      { hand = "four_of_a_kind", pays = 3, per = 2, unit = "to1", odds = "3 to 2", clause = "9(c)" },
      { hand = "full_house", pays = 8, unit = "for1" },
      { hand = "flush", pays = 0, unit = "push" },
    ]"""
    assert [line.pay for line in typed_lines(book(UTH), "trips", text)] == [
        MeterShare("Pot", 100), Dollars(50_000, True), ToOne(3, 2), ForOne(8), PUSH,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('{ hand = "royal_flush", pays = false, unit = "push" }', "a line that says push pays nothing; given false"),
        ('{ hand = "royal_flush", pays = 5, per = 2, unit = "for1" }', 'means something only with unit = "to"'),
        ('{ hand = "royal_flush", pays = 101, unit = "percent_of_meter", meter = "M" }', "more than the whole meter"),
        ('{ hand = "royal_flush", pays = 5, unit = "to2" }', 'is no unit of payment; given "to2"'),
        ('{ hand = "royal_flush", pays = 5, unit = ["to1"] }', "is no unit of payment"),
    ],
)
def test_other_words_are_read_as_strictly(line: str, says: str) -> None:
    with pytest.raises(BadTable) as bad:
        typed_lines(book(UTH), "trips", f"lines = [{line}]")
    assert says in str(bad.value)


def test_meters_with_a_name_of_the_book_are_at_their_lowest_reset() -> None:
    """Maryland: Mega at least $10,000, Major $1,000, Minor $250."""
    pays = [("royal_flush", "Mega Progressive"), ("straight_flush", "Minor Progressive"), ("four_of_a_kind", "Pot")]
    found = _progressive(LIR, f"lines = [{', '.join(_line(h, pays=9, unit='meter', meter=m) for h, m in pays)}]")
    least = {"Mega Progressive": 1_000_000, "Minor Progressive": 25_000}
    assert lowest_meters(book(LIR), found.lines, ()) == least
    assert lowest_meters(book(LIR), found.lines, ["mega progressive"]) == {"Minor Progressive": 25_000}
    assert lowest_meters(book(UTH), found.lines, ()) == {}


def test_a_game_without_a_table_of_hands() -> None:
    with pytest.raises(BadRequest, match="the main game of Top Five Poker has no table of hands"):
        typed_table(book(TOP5), "", f"lines = [{ROYAL}]")
