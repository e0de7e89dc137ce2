"""The figures of the texts as a second reader wrote them down, and cards that make every hand they name.

Nothing here is read from the game's own data: what the words mean, which cards make the hand, and what is owed for it
in cents are all worked out from the regulators' text, so that data and engine can be held against them."""

import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from pitboss.play.sources import ScriptedPlaces
from pitboss.play.table import Table
from pitboss.rulebook.pays import PUSH, Dollars, ForOne, MeterShare, Pay, ToOne
from support import DRAGON, LIR, TOP5, UTH, finish, net, rules, seated

WRITTEN: dict[str, Any] = tomllib.loads(
    (Path(__file__).parent / "second_transcription.toml").read_text(encoding="utf-8")
)
GAME = {"MD-DRAGON": DRAGON, "MD-TOP5": TOP5, "MD-LIR": LIR, "MA-UTH": UTH}
MICRO = 1_000_000

# --- the lines ------------------------------------------------------------------------------------------------------


class Line(NamedTuple):
    """One line of one table of the texts."""

    doc: str
    wager: str
    letter: str
    amount: int
    """Envy: the progressive wager in dollars for which the table is made."""
    place: int
    table: tuple[tuple[str, str], ...]

    @property
    def game(self) -> str:
        return GAME[self.doc]

    @property
    def words(self) -> str:
        return self.table[self.place][0]

    @property
    def pays(self) -> str:
        return self.table[self.place][1]

    @property
    def clause(self) -> str:
        return clause(self, self.place)


SECTION = {
    ("MD-DRAGON", "ante"): "12.A",
    ("MD-DRAGON", "play"): "12.A",
    ("MD-DRAGON", "ante_bonus"): "12.B",
    ("MD-DRAGON", "three_card_bonus"): "12.C",
    ("MD-DRAGON", "dragon"): "12.D",
    ("MD-TOP5", "ante"): "12.A",
    ("MD-TOP5", "play"): "12.A",
    ("MD-TOP5", "top_five_bonus"): "12.B",
    ("MD-TOP5", "poker_bonus"): "12.Bbis",
    ("MD-LIR", "let_it_ride"): "12.A",
    ("MD-LIR", "five_card_bonus"): "12.B",
    ("MD-LIR", "three_card_bonus"): "12.C",
    ("MD-LIR", "six_card_bonus"): "12.D",
    ("MD-LIR", "progressive"): "12.E",
    ("MA-UTH", "ante"): "11(b)",
    ("MA-UTH", "play"): "11(b)",
    ("MA-UTH", "blind"): "11(c)",
    ("MA-UTH", "trips"): "11(d)",
    ("MA-UTH", "cover_all"): "13(k)",
}
"""Where the texts print each table."""


def clause(line: Line, place: int) -> str:
    """The id of a line of this table, from where the text prints it."""
    if line.wager == "envy":
        section = {1: "12.I", 5: "12.J"}[line.amount]
    else:
        section = SECTION[line.doc, line.wager]
    if line.letter == "7 (f)":
        return f"{line.doc} 13(f) {line.table[place][0]}"
    if line.wager in ("ante", "play"):
        return f"{line.doc} {section}"
    if line.doc == "MA-UTH":
        return " ".join(filter(None, (line.doc, section, line.letter, line.table[place][0])))
    return f"{line.doc} {section}({'ABCDEFG'.index(line.letter) + 1})({'abcdefghi'[place]})"


LINES = [
    Line(t["doc"], t["wager"], t["letter"], t.get("wager_amount", 0), place, tuple((w, p) for w, p in t["lines"]))
    for t in WRITTEN["table"]
    for place in range(len(t["lines"]))
]


def table_of(doc: str, wager: str, letter: str, amount: int = 0) -> Line:
    """The table of the text with this letter, standing at its first line."""
    return next(x for x in LINES if (x.doc, x.wager, x.letter, x.amount) == (doc, wager, letter, amount))


# --- what the words mean, document by document ----------------------------------------------------------------------

_CHARACTERS = ("dragons", "phoenix", "tigers", "pandas", "monkeys", "rabbits")
_TRIPS = tuple(f"three_{c}" for c in _CHARACTERS)
_PAIRS = tuple(f"pair_of_{c}" for c in _CHARACTERS)
_BEATS = {f"winning {w} wager": ("beats_dealer",) for w in ("ante", "play")}
_POKER = {
    "royal flush": ("royal_flush",), "straight flush": ("straight_flush",), "four-of-a-kind": ("four_of_a_kind",),
    "full house": ("full_house",), "flush": ("flush",), "straight": ("straight",),
    "three-of-a-kind": ("three_of_a_kind",), "two pair": ("two_pair",),
}  # fmt: skip

MEANS: dict[str, dict[str, tuple[str, ...]]] = {
    "MD-DRAGON": {
        **_BEATS,
        "three dragons": ("three_dragons", "three_dragons_mixed"),
        "three phoenix": ("three_phoenix",),
        "three tigers": ("three_tigers",),
        "trips": _TRIPS,
        "pair of dragons": ("pair_of_dragons",),
        "pair of phoenix": ("pair_of_phoenix",),
        "pair of tigers": ("pair_of_tigers",),
        "pair of pandas or better": _PAIRS[:4],
        "winning hand": (*_TRIPS, *_PAIRS, "high_card"),
        "three red dragons": ("three_red_dragons",),
        "three blue dragons": ("three_blue_dragons",),
        "three dragons with gold dragon": ("three_dragons_with_gold_dragon",),
        "gold dragon": ("gold_dragon",),
    },
    "MD-TOP5": {
        **_BEATS,
        "seven cards": ("cards_7",),
        "six cards": ("cards_6",),
        "five cards": ("cards_5",),
        "four cards": ("cards_4",),
        **_POKER,
        "five card royal flush": ("royal_flush",),
        "five card straight": ("straight",),
        "pair of aces or kings": ("pair_of_aces", "pair_of_kings"),
    },
    "MD-LIR": {
        **_POKER,
        "pair of tens, jack, queens, kings or aces": ("pair_tens_or_better",),
        "pair of two tens, jacks, queens, kings or aces": ("pair_tens_or_better",),
        "pair": ("pair",),
        "super royal of diamonds": ("super_royal_diamonds",),
        "super royal of hearts, spades or clubs": ("super_royal_other_suit",),
        "5-card royal flush": ("royal_flush",),
        "5- card straight flush": ("straight_flush",),
        "ace, king, queen": ("akq_spades",),  # no suit is printed; spades, as in the tables beside it (L-01)
        "ace, king, queen of spades": ("akq_spades",),
        "ace, king, queen of hearts, diamonds, or clubs": ("akq_suited_not_spades",),
        "ace, king, queen of diamonds, hearts or clubs": ("akq_suited_not_spades",),
    },
    "MA-UTH": {
        **_BEATS,
        **_POKER,
        "quads": ("four_of_a_kind",),
        "less than a straight": ("three_of_a_kind", "two_pair", "pair", "high_card"),
    },
}
"""document → words of a line → the names our data has for the hands they cover."""


def covered(line: Line, place: int) -> tuple[str, ...]:
    """The hands a line covers when every line above has taken its own (X-22)."""
    above = {hand for words, _ in line.table[:place] for hand in MEANS[line.doc][words.casefold()]}
    here = MEANS[line.doc][line.table[place][0].casefold()]
    ladder = {hand for hand, _ in LADDER[line.game, ladder_of(line)]}
    return tuple(hand for hand in here if hand in ladder and hand not in above)


def place_of(line: Line, hand: str) -> int | None:
    """The line of this table that pays the hand, or None where the wager loses."""
    return next((n for n in range(len(line.table)) if hand in covered(line, n)), None)


# --- what is owed ---------------------------------------------------------------------------------------------------

METERS = {
    "meter": "Progressive",
    "Progressive": "Progressive",
    "Mega": "Mega Progressive",
    "Major": "Major Progressive",
    "Minor": "Minor Progressive",
}
READS = {"Progressive": 1234567, "Mega Progressive": 2345678, "Major Progressive": 1234567, "Minor Progressive": 123456}
"""What the meters read before the round, in cents."""
RATES = {"Progressive": 5, "Mega Progressive": 4, "Major Progressive": 2, "Minor Progressive": 1}
"""Percent of the wager."""


def _number(text: str) -> int:
    return int(text.strip("$").replace(",", ""))


def as_pay(line: Line) -> Pay:
    """The figure as the data should hold it. The Six Card Bonus returns the stake beside dollars (L-12, L-06)."""
    match line.pays.split():
        case ["push"]:
            return PUSH
        case [pays, "to", per]:
            return ToOne(_number(pays), _number(per))
        case [pays, "for", "1"]:
            return ForOne(_number(pays))
        case [percent, "percent", "of", meter]:
            return MeterShare(METERS[meter], _number(percent))
        case [sum_]:
            return Dollars(_number(sum_) * 100, line.wager == "six_card_bonus")
        case other:
            raise AssertionError(other)


def owed(line: Line, hand: str, stake: int, readings: dict[str, Fraction] | None = None) -> int:
    """What the wager brings by the text, in cents beside the stake it had cost: negative where it is lost."""
    place = place_of(line, hand)
    if place is None:
        return 0 if line.wager == "envy" or hand == "equal" else -stake
    match line.table[place][1].split():
        case ["push"]:
            return 0
        case [pays, "to", per]:
            exact = Fraction(stake * _number(pays), _number(per))
            assert exact.denominator == 1
            return int(exact)
        case [pays, "for", "1"]:
            return stake * _number(pays) - stake
        case [percent, "percent", "of", meter]:
            assert readings is not None
            return int(readings[METERS[meter]] * _number(percent) / 100) - stake  # rounded down
        case [sum_]:
            cost = {"five_card_bonus": stake}.get(line.wager, 0)  # gone before the deal (L-06)
            return _number(sum_) * 100 - cost
        case other:
            raise AssertionError(other)


# --- cards for every hand, highest first ----------------------------------------------------------------------------

Deal = dict[str, str]
Ladder = list[tuple[str, Deal]]


def _ladder(places: str, text: str, more: Deal | None = None) -> Ladder:
    """Lines of `hand: cards | cards, cards | cards`: several ways to make the hand, cards by place."""
    names = places.split()
    found: Ladder = []
    for row in text.strip().splitlines():
        hand, ways = row.strip().split(":")
        for way in ways.split(","):
            found.append((hand, {**(more or {}), **dict(zip(names, way.split("|"), strict=True))}))
    return found


_DRAGON_HANDS = _ladder(
    "seat1",
    """three_dragons: RD RD RD, RD BD BD, GD RD BD
    three_phoenix: PH PH PH, GD PH PH
    three_tigers: TI TI TI, GD TI TI
    three_pandas: PA PA PA
    three_monkeys: MO MO MO, GD MO MO
    three_rabbits: RA RA RA, GD RA RA
    pair_of_dragons: RD BD RA, GD RD PH
    pair_of_phoenix: PH PH RD, GD PH RA
    pair_of_tigers: TI TI RD, GD TI RA
    pair_of_pandas: PA PA RD, GD PA RA
    pair_of_monkeys: MO MO RD, GD MO RA
    pair_of_rabbits: RA RA RD
    high_card: RD PH TI, TI PA MO""",
    {"dealer": "PA MO RA"},
)
_LIR_FIVE = """royal_flush: As Ks Qs | Js Ts, Ah Th Jh | Qh Kh
    straight_flush: Ks Qs Js | Ts 9s, As 2s 3s | 4s 5s
    four_of_a_kind: 2h 2d 2c | 2s Ah
    full_house: 2h 2d 2c | 3s 3h
    flush: As Ks Qs | Js 9s
    straight: Ah Ks Qs | Js Ts, Ah 2s 3s | 4s 5s
    three_of_a_kind: 2h 2d 2c | Ks Ah, 2h 2d Kc | 2s Ah
    two_pair: 2h 2d 3c | 3s Ah
    """
_LIR_PAIRS = """pair_tens_or_better: Th Td 2c|3s 4h, Jh 3c 2c|Jd 4h, Qh 4c 2c|3s Qd, 5h 2d 3c|Ks Kh, Ah Ad 2c|3s 4h
    pair_below_tens: 9h 9d Ac | Ks Qh
    high_card: Ah Kd Qc | Js 9h"""

LADDER: dict[tuple[str, str], Ladder] = {
    (DRAGON, "ante_bonus"): _DRAGON_HANDS,
    (DRAGON, "three_card_bonus"): _DRAGON_HANDS,
    (DRAGON, "dragon"): _ladder(
        "seat1",
        """three_red_dragons: RD RD RD
        three_blue_dragons: BD BD BD
        three_dragons_with_gold_dragon: GD RD RD, GD BD BD, RD GD BD
        three_dragons_mixed: RD RD BD, RD BD BD
        pair_of_dragons: RD RD RA, BD BD PH, RD BD TI, GD RD RA, PH BD GD
        gold_dragon: GD PH PH, GD RA MO
        none: RD PH PH, BD RA RA, PH PH PH""",
    ),
    (TOP5, "top_five_bonus"): _ladder(
        "seat1",
        """cards_7: Ah As Kd Qc Jh Ts Td
        cards_6: Ah As Kd Qc Jh Ts 9d
        cards_5: Ah Kh Qh Jh Th 9h 2c, Th Td Tc Ts Ah 9h 9c
        cards_4: Th Td Jc Js 9h 8d 2c
        cards_3: Ah Ad Ac 9h 9d 9c 8s
        cards_0: 9h 8d 7c 6s 5h 4d 2c""",
    ),
    (TOP5, "poker_bonus"): _ladder(
        "seat1",
        """royal_flush: Ah Kh Qh Jh Th 2c 3d, As Ks Qs Js Ts Ah Ad
        four_of_a_kind: Th Td Tc Ts 2c 3d 4h, Ah Ad Ac As Kh Kd Kc
        full_house: Ah Ad Ac Th Td 2c 3d, Th Td Tc Jh Jd Jc 2d
        straight: Ah Kd Qc Js Th 9h 8d, Ah Kh Qh Jh Ts Tc 2d
        three_of_a_kind: Th Td Tc 2h 3d 4c 5s, Ah Ad Ac Kh Qd 9c 9s
        two_pair: Jh Jd Th Td 2c 2d 3h, Ah Ad Kh Kd Qh Qd 2s
        pair_of_aces: Ah Ad 9h 9d 9c 8s 8h
        pair_of_kings: Kh Kd Ah Qs 9d 9c 2s
        pair_below_kings: Qh Qd Ah Ks 9d 9c 2s, Th Td 2c 3d 4h 5s 7c
        high_card: Ah Kd Qc Js 9h 9d 9c""",
    ),
    (LIR, "let_it_ride"): _ladder("seat1 community", _LIR_FIVE + _LIR_PAIRS),
    (LIR, "five_card_bonus"): _ladder("seat1 community", _LIR_FIVE + _LIR_PAIRS),
    (LIR, "three_card_bonus"): _ladder(
        "seat1",
        """straight_flush: Ah Kh Qh, Ah 2h 3h, 5s 3s 4s
        three_of_a_kind: 2h 2d 2c
        straight: Ah Kd Qc, Ah 2d 3c
        flush: Kh Ah 2h, 9d 7d 2d
        pair: 2h 2d Ac, Ah Ad Kc
        high_card: Kh Ad 2c""",
        {"community": "9c 4d"},
    ),
    (LIR, "six_card_bonus"): _ladder(
        "seat1 box",
        """super_royal_diamonds: Ad Kd Qd | Jd Td 9d, 9d Td Jd | Qd Kd Ad
        super_royal_other_suit: Ah Kh Qh | Jh Th 9h, As Ks Qs | Js Ts 9s, Ac Kc Qc | Jc Tc 9c
        royal_flush: Ad Kd Qd | Jd Td 9h, Ad Kd Qd | Jd Td 8d
        straight_flush: Kd Qd Jd | Td 9d 8d, Ad 2d 3d | 4d 5d Ah
        four_of_a_kind: 2h 2d 2c | 2s Ah Ad
        full_house: 2h 2d 2c | 3s 3h 4d, 2h 2d 2c | 3s 3h 3d
        flush: Ad Kd Qd | Jd 9d 9h, Ad Kd Qd | 9h 3d 2d
        straight: Ad Kd Qd | Js Th Ac, Ad 2d 3d | 4d 5h 7s
        three_of_a_kind: 2h 2d 2c | Ks Ah Jd, 2h Kd Jc | 2d 2s 3h
        two_pair: Ah Ad Kc | Ks Qh Qd
        pair: Ah Ad Kc | Qs Jh 9d
        high_card: Ah Kd Qc | Js 9h 8d""",
    ),
    (LIR, "five"): _ladder("seat1 community", _LIR_FIVE + "pair: Ah Ad Kc | Qs Jh\n high_card: Ah Kd Qc | Js 9h"),
    (LIR, "three"): _ladder(
        "seat1",
        """akq_spades: As Ks Qs, Qs As Ks
        akq_suited_not_spades: Ah Kh Qh, Ad Kd Qd, Ac Kc Qc
        straight_flush: Ks Qs Js, As 2s 3s
        three_of_a_kind: 2h 2d 2c
        straight: Ah Ks Qs, As 2h 3s
        flush: Ks As 2s
        pair: Ah Ad Kc
        high_card: Kh Ad 2c""",
        {"community": "9c 4d"},
    ),
    (UTH, "seven"): _ladder(
        "seat1 community",
        """royal_flush: As Ks | Qs Js Ts 7h 5d
        straight_flush: Ks 9s | Qs Js Ts 7h 5d, As 2s | 5s 4s 3s Kh Jd
        four_of_a_kind: Qc Qs | Qh Qd 9c 7s 5h
        full_house: Qc 9d | Qh Qd 9c 7s 5h
        flush: As 6s | Qs Js 9s 7h 5d
        straight: Ah Kd | Qs Js Ts 7h 5d, Ah 2c | 5s 4h 3s Kh Jd
        three_of_a_kind: Qc Qs | Qh Kd 9c 7s 5h
        two_pair: Qc 9d | Qh Kd 9c 7s 5h
        pair: Ac Kh | Kd Qh 9c 7s 5h
        high_card: Ac Jh | Kd Qh 9c 7s 5h""",
        {"dealer": "3c 2d"},
    ),
    **{
        (DRAGON, w): _ladder(
            "seat1 dealer",
            "beats_dealer: MO MO RA | RD PH TI\n equal: PH TI RA | TI PH RA\n lower: PH TI RA | RD MO RA",
        )
        for w in ("ante", "play")
    },
    **{
        (TOP5, w): _ladder("seat1 dealer", "beats_dealer: Kh Jd | Qs Jh\n equal: Qh Jd | Qs Jh\n lower: Qh Jd | Ks Th")
        for w in ("ante", "play")
    },
    **{
        (UTH, w): _ladder(
            "seat1 community dealer",
            """beats_dealer: Ah Kd | As Qc 9h 7d 5c | Ac Jd
            equal: Ah Kd | As Qc 9h 7d 5c | Ac Kh
            lower: Ah Jd | As Qc 9h 7d 5c | Ac Kh""",
        )
        for w in ("ante", "play")
    },
}


def ladder_of(line: Line) -> str:
    if line.wager in ("progressive", "envy"):
        return "three" if line.letter in ("B", "C") else "five"
    return "seven" if line.wager in ("blind", "trips", "cover_all") else line.wager


def near(line: Line) -> Ladder:
    """Every way we know to make the line's hands, and the next hand below; below the last line, all of them."""
    ladder, mine = LADDER[line.game, ladder_of(line)], covered(line, line.place)
    last = max(n for n, (hand, _) in enumerate(ladder) if hand in mine)
    below = ladder[last + 1 :]
    if line.place < len(line.table) - 1:
        below = [way for way in below if way[0] == below[0][0]]
    return [way for way in ladder if way[0] in mine] + below


# --- rounds ---------------------------------------------------------------------------------------------------------

BETS = {"let_it_ride": ("bet_1", "bet_2", "bet_3")}
"""A family whose table settles several wagers."""


def open_table(game: str, deal: Deal, procedure: str = "manual_shoe", **overrides: Any) -> Table:
    """Open bets, the cards by place; meters, where there are any, read what `READS` says."""
    bound = rules(game, procedure, **overrides)
    readings = {m.name: READS[m.name] * MICRO for m in bound.terms.meters}
    source = ScriptedPlaces(bound.deck, {place: bound.deck.read_all(cards) for place, cards in deal.items()})
    return Table(bound, source=source, meters=readings).open()


def stake(line: Line) -> int:
    """What we bet, in dollars: the Five Card Bonus is always one (L-06)."""
    return 1 if line.wager == "five_card_bonus" else 10


def play_one(line: Line, deal: Deal) -> Table:
    """One player with this wager beside the compulsory ones, everything under the table of this letter."""
    chosen = {line.wager: {"paytable": line.letter}} if line.letter else {}
    t = open_table(line.game, deal, wagers=chosen)
    placed_apart = line.wager not in ("ante", "play", "let_it_ride")
    return finish(seated(t, 1, **({line.wager: stake(line)} if placed_apart else {})))


def progressive_terms(letter: str, amount: int, **more: Any) -> dict[str, Any]:
    """Let It Ride with this progressive; its meters start and reset at the least the text allows."""
    least = {METERS[m["name"]]: m["minimum"] for m in WRITTEN["meter"] if m["letter"] == letter}
    meters = {
        name: {"rate": str(RATES[name]), "initial": _number(low), "reset": _number(low)} for name, low in least.items()
    }
    return {"wagers": {"progressive": {"paytable": letter, "amount": amount}}, "meters": meters, **more}


def play_progressive(letter: str, amount: int, deal: Deal) -> Table:
    """One player with a progressive wager of one or five dollars."""
    return finish(seated(open_table(LIR, deal, **progressive_terms(letter, amount)), 1, progressive=amount))


def at_turn(t: Table, amount: int) -> dict[str, Fraction]:
    """What each meter reads, in cents, when this one wager of `amount` dollars has entered it (L-27)."""
    return {m.name: READS[m.name] + Fraction(amount * 100 * RATES[m.name], 100) for m in t.rules.terms.meters}


def play_envy(letter: str, amount: int, deal: Deal) -> Table:
    """Position 1 holds the hand and has no progressive wager; position 2 has one (L-19, L-21)."""
    t = open_table(LIR, deal, **progressive_terms(letter, amount))
    return finish(seated(seated(t, 1), 2, progressive=amount))


def play_cover_all(players: int, deal: Deal, holder: str = "seat1") -> Table:
    """So many players, the first with Cover All, and the hand with the bettor, another player or the dealer."""
    dealt = {"community": deal["community"], "dealer": deal["dealer"], holder: deal["seat1"]}
    t = open_table(UTH, dealt, "automated_shoe", wagers={"cover_all": {"offered": True}})
    return finish(seated(seated(t, *range(2, players + 1)), 1, cover_all=10))


def brings(t: Table, seat: int, line: Line) -> list[int]:
    """What each wager of the line's family brought the position, in cents."""
    return [net(t, seat, wager) for wager in BETS.get(line.wager, (line.wager,))]
