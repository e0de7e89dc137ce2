"""The layout: every area the rulebook asks for, at every position, in the drawing and on the paper for its approval."""

import re
from itertools import combinations
from math import hypot
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from paper.reading import EVERYTHING, OPERATOR, areas, drawing, every_wager, on_layout_paper, on_placard, words
from pitboss.felt import places as at
from pitboss.felt.drawing import LEFT, TALL, TOP, WIDE, felt
from pitboss.felt.ink import CARD, polar, width, wrapped
from pitboss.paper.layout_paper import UNNAMED
from pitboss.rulebook.clauses import clauses
from pitboss.table.layout import layout
from support import DRAGON, GAMES, LIR, TOP5, UTH, rules, seated, table, to

SVG = "{http://www.w3.org/2000/svg}"


def case(clause: str, *values: object) -> Any:
    return pytest.param(*values, id=f"{clause} {values[-1]}"[:60], marks=pytest.mark.clause(clause))


def seats(svg: ElementTree.Element) -> list[int]:
    return [int(g.attrib["data-seat"]) for g in svg.iter(f"{SVG}g") if g.get("class", "").split()[:1] == ["seat"]]


# --- what the clauses ask for ---------------------------------------------------------------------------------------

AT_EVERY_POSITION = [
    case("MD-DRAGON 2.B(2)", DRAGON, ("ante", "ante_bonus", "play", "dragon", "three_card_bonus")),
    case("MD-TOP5 2.B(2)", TOP5, ("ante", "play")),
    case("MD-TOP5 2.B(3)", TOP5, ("top_five_bonus", "poker_bonus")),
    case("MD-TOP5 2.B(3)(a)", TOP5, ("top_five_bonus",)),
    case("MD-TOP5 2.B(3)(b)", TOP5, ("poker_bonus",)),
    case("MD-LIR 2.B(2)", LIR, ("bet_1", "bet_2", "bet_3")),
    case("MD-LIR 2.B(3)", LIR, ("cards",)),
    case("MD-LIR 2.B(5)", LIR, ("five_card_bonus",)),
    case("MD-LIR 2.B(6)", LIR, ("three_card_bonus",)),
    case("MD-LIR 2.B(7)", LIR, ("six_card_bonus",)),
    case("MD-LIR 2.B(8)", LIR, ("progressive",)),
]


@pytest.mark.parametrize(("game", "wanted"), AT_EVERY_POSITION)
def test_every_position_has_the_area(game: str, wanted: tuple[str, ...]) -> None:
    svg = drawing(game)
    titles = {p.id: p.title for p in layout(every_wager(game)).positions[0].places}
    assert seats(svg) == list(range(1, {LIR: 7}.get(game, 6) + 1))
    for seat in seats(svg):
        for name in wanted:
            area = areas(svg, seat)[name]
            written = " ".join(words(area)).upper().split()
            assert written == titles[name].upper().split()
            assert area.find(f"{SVG}circle") is not None or area.find(f"{SVG}rect") is not None
    listed = on_layout_paper(game)[1]
    assert all(f"{titles[name]} each position" in listed for name in wanted)


@pytest.mark.parametrize(
    "game", [case("MD-DRAGON 2.B(1)", DRAGON), case("MD-TOP5 2.B(1)", TOP5), case("MD-LIR 2.B(1)", LIR)]
)
def test_the_layout_bears_the_operators_name(game: str) -> None:
    svg = drawing(game)
    (group,) = [g for g in svg.iter(f"{SVG}g") if g.get("data-inscription") == "operator"]
    assert words(group) == [OPERATOR]
    assert on_layout_paper(game)[0].count(OPERATOR) == 2  # in the head and on the drawing


@pytest.mark.clause("MD-DRAGON 2.B(3)")
def test_the_phrase_of_dragon_poker_is_on_the_layout_and_on_the_sign() -> None:
    assert "Play Bet Must Equal Ante Bet" in words(drawing(DRAGON))
    assert "Play Bet Must Equal Ante Bet" in on_placard(DRAGON)


@pytest.mark.clause("MD-LIR 2.B(4)")
def test_the_community_cards_lie_before_the_inventory_container() -> None:
    boxes = {box.id: box for box in at.dealer_side(every_wager(LIR), layout(every_wager(LIR)))}
    community, tray = boxes["community"], boxes["inventory"]
    assert community.x == tray.x
    gap = community.y - community.height / 2 - (tray.y + tray.height / 2)
    assert 0 < gap < CARD[1]  # before it, and nothing fits between
    assert len(areas(drawing(LIR))["community"].findall(f"{SVG}rect[@class='card']")) == 2


@pytest.mark.clause("MD-LIR 2.B(7)")
def test_the_card_box_is_drawn_where_the_six_card_bonus_is_offered() -> None:
    assert len(areas(drawing(LIR))["box"].findall(f"{SVG}rect[@class='card']")) == 3
    without = ElementTree.fromstring(felt(rules(LIR, wagers={"six_card_bonus": {"offered": False}})))
    assert "box" not in areas(without)
    assert "six_card_bonus" not in areas(without, 1)


@pytest.mark.clause("MA-UTH 13(e)")
def test_the_screen_shows_the_odds_of_cover_all_once_the_hands_are_dealt() -> None:
    assert "cover_all_screen" in areas(drawing(UTH))
    assert "cover_all_screen" not in areas(ElementTree.fromstring(felt(rules(UTH))))
    t = seated(table(UTH, "automated_shoe", wagers={"cover_all": {"offered": True}}), 1, 2, 5)
    before, dealt = (areas(ElementTree.fromstring(felt(t.rules, s))) for s in (t.state, to(t, "preflop").state))
    assert words(before["cover_all_screen"]) == ["COVER ALL", "odds by number of hands"]
    assert words(dealt["cover_all_screen"]) == [
        "COVER ALL, 4 HANDS",
        "royal flush 125 to 1",
        "straight flush 70 to 1",
        "quads 40 to 1",
        "full house 6 to 1",
    ]


@pytest.mark.parametrize(
    "game", [case("MD-DRAGON 13.H(2)bis", DRAGON), case("MD-TOP5 13.E(2)", TOP5), case("MD-LIR 13.H(2)", LIR)]
)
def test_a_marked_device_is_out_of_order_on_the_felt(game: str) -> None:
    game_table = table(game)
    marked = replace(game_table.state, shoe="marked")
    assert "Dealing shoe: out of order" in words(ElementTree.fromstring(felt(game_table.rules, marked)))
    assert "out of order" not in felt(game_table.rules, game_table.state)


def test_every_display_clause_is_proved_here_or_with_the_placard() -> None:
    """No clause that asks for something to be seen is left out."""
    asked = {c.id for c in clauses().values() if c.kind == "display" and c.game in GAMES}
    proved = {p.marks[0].args[0] for p in AT_EVERY_POSITION}
    proved |= {"MD-DRAGON 2.B(1)", "MD-TOP5 2.B(1)", "MD-LIR 2.B(1)", "MD-LIR 2.B(4)", "MA-UTH 13(e)"}
    proved |= {"MD-DRAGON 13.H(2)bis", "MD-TOP5 13.E(2)", "MD-LIR 13.H(2)"}
    on_sign = {"MA-UTH 11(a)", "MD-DRAGON 2.B(3)", "MD-TOP5 2.B(4)", "MD-LIR 2.B(9)", "MD-LIR 2.B(10)"}
    assert asked == proved | on_sign


# --- areas and words under other terms ------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_area_and_inscription_of_the_layout_is_drawn_and_listed(game: str) -> None:
    bound, svg, paper = every_wager(game), drawing(game), on_layout_paper(game)
    made = layout(bound)
    for position in made.positions:
        assert set(areas(svg, position.number)) == {place.id for place in position.places}
    dealer = areas(svg)
    assert {place.id for place in (*made.shared, *made.furniture)} <= set(dealer)
    for place in (*made.positions[0].places, *made.shared, *made.furniture):
        assert place.title in paper[1]
        (area,) = (area for area in bound.book.areas if area.id == place.id)
        assert (area.by.get(bound.terms.procedure) or area.clause or UNNAMED) in paper[1]
    for said in made.inscriptions:
        if said.id == "payout_limit" and game == UTH:
            said = replace(said, text=said.text.partition(" (")[0])  # the wagers are named in words of their own
        assert said.text in " ".join(words(svg))  # in one line or in two
        assert said.text in paper[1]
        assert (
            said.clause in paper[1] if said.id != "practice" else f"{said.text} layout or sign reading X-25" in paper[1]
        )
    assert "Page 2 of 2" in paper[1]


def test_an_area_that_is_drawn_though_its_wager_is_not_offered_is_marked() -> None:
    svg = ElementTree.fromstring(felt(rules(DRAGON, wagers={"dragon": {"offered": False}})))
    for seat in range(1, 7):
        assert areas(svg, seat)["dragon"].attrib["class"] == "area not-offered"
        assert words(areas(svg, seat)["dragon"])[-1] == "not offered"
        assert areas(svg, seat)["three_card_bonus"].attrib["class"] == "area"


def test_positions_that_are_not_open_are_drawn_where_the_rulebook_wants_all_of_them() -> None:
    svg = ElementTree.fromstring(felt(rules(TOP5, positions=4)))
    assert seats(svg) == [1, 2, 3, 4, 5, 6]
    assert words(svg).count("not open") == 2
    for said in svg.iterfind(f".//{SVG}g[@class='not-open']"):
        x, y = (float(part) for part in re.findall(r"-?[\d.]+", said.attrib["transform"])[:2])
        far = hypot(x, y - at.CENTRE)  # before the player, on the cloth and not beyond the rail
        assert far < at.RADIUS - 60
    assert seats(ElementTree.fromstring(felt(rules(DRAGON, positions=4)))) == [1, 2, 3, 4]


def test_equal_wagers_have_an_equals_sign_between_them() -> None:
    assert [words(drawing(game)).count("=") for game in GAMES] == [6, 0, 14, 6]


def test_a_felt_follows_the_procedure() -> None:
    assert "shoe" in areas(drawing(DRAGON))
    by_hand = areas(ElementTree.fromstring(felt(rules(DRAGON, "hand"))))
    assert "shoe" not in by_hand
    assert "shuffler" in by_hand


def test_meters_show_what_the_state_says() -> None:
    assert words(areas(drawing(LIR))["progressive_system"]) == [
        "PROGRESSIVE",
        "Mega $10,050",
        "Major $1,050",
        "Minor $300",
    ]


@pytest.mark.parametrize(
    ("name", "cut"),
    [
        ("Chesapeake-and-Potomac-Consolidated-Entertainment-and-Hospitality-Partners-LLLP", "-"),
        ("Grand Chesapeake Hotel, Conference Centre and Casino of the Lower Eastern Shore.", " "),
        ("The Consolidated-Entertainment-and-Hospitality-Partners of Maryland-on-the-Shore", "- "),
        ("W" * 80, ""),
    ],
)
def test_a_long_name_is_parted_between_words_and_after_hyphens_first(name: str, cut: str) -> None:
    """Between letters only where it has neither."""
    assert len(name) >= 78
    svg = ElementTree.fromstring(felt(rules(UTH, "automated_shoe", operator=name, **EVERYTHING[UTH])))
    lines = [line for g in svg.iter(f"{SVG}g") if g.get("data-inscription") == "operator" for line in words(g)]
    lines = [line for line in lines if line in name]
    assert "".join(lines).replace(" ", "") == name.replace(" ", "")
    assert len(lines) > 1 or cut == " "
    at_ends = [name[name.index(line) + len(line) - 1 :][:2] for line in lines[:-1]]
    assert not cut or all(set(end) & set(cut) for end in at_ends), lines


def test_a_long_inscription_stands_in_two_lines_within_the_gold_arc() -> None:
    """Cut at its comma; a short one stays in one line."""
    svg = drawing(LIR)
    lines = {
        name: [w for g in svg.iter(f"{SVG}g") if g.get("data-inscription") == name for w in words(g)]
        for name in ("payout_limit", "practice")
    }
    assert [line for line in lines["payout_limit"] if line.endswith(",")] == [
        "Payout limit per hand: $1,000,000 on all wagers together,"
    ]
    assert "Progressive and Envy Bonus not counted" in lines["payout_limit"]
    assert "Practice, not approved for gaming" in lines["practice"]


def test_a_name_of_nothing_but_spaces_is_drawn_too() -> None:
    svg = ElementTree.fromstring(felt(rules(DRAGON, operator="  ")))
    assert [g for g in svg.iter(f"{SVG}g") if g.get("data-inscription") == "operator"]


def test_a_long_name_of_a_meter_is_cut_after_a_hyphen() -> None:
    assert wrapped("Chesapeake-and-Potomac $5", 150.0, 18.0) == ["Chesapeake-and-", "Potomac $5"]
    assert wrapped("Bay Side-by-side", 100.0, 18.0) == ["Bay Side-", "by-side"]
    assert "".join(wrapped("W" * 20, 100.0, 18.0)) == "W" * 20


def test_names_are_text_and_never_markup() -> None:
    name = "Ace & <King> \"Queen\" 'Jack' #x $y"
    svg = ElementTree.fromstring(felt(rules(DRAGON, operator=name)))
    assert name in words(svg)


# --- the drawing ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("procedure", ["manual_shoe", "hand", "automated_shoe"])
def test_nothing_lies_upon_anything_else(game: str, procedure: str) -> None:
    """Betting areas as discs, things on the dealer's side as boxes, at their measures on the table."""
    bound = every_wager(game) if procedure == "manual_shoe" and game != UTH else rules(game, procedure, operator="X")
    if game == UTH and procedure == "automated_shoe":
        bound = every_wager(game)
    made = layout(bound)
    discs: list[tuple[str, float, float, float]] = []
    for position, degrees in zip(made.positions, at.angles(len(made.positions)), strict=True):
        for spot in at.spots(bound, position.places):
            x, y = polar(spot.at, degrees, at.CENTRE)
            dx, dy = polar(spot.across, degrees + 90, 0.0)
            name = f"{spot.place.id} {position.number}"
            discs.append((name, x + dx, y + dy, spot.half if spot.kind != "progressive" else at.LOW))
    for (one, x, y, r), (other, x2, y2, r2) in combinations(discs, 2):
        assert hypot(x - x2, y - y2) >= r + r2 + 4, (one, other)
    boxes = list(at.dealer_side(bound, made))
    for left, right in combinations(boxes, 2):
        apart_x = abs(left.x - right.x) - (left.width + right.width) / 2
        apart_y = abs(left.y - right.y) - (left.height + right.height) / 2
        assert max(apart_x, apart_y) >= 3, (left.id, right.id)
    for box in boxes:
        for name, x, y, r in discs:
            outside = hypot(max(abs(x - box.x) - box.width / 2, 0), max(abs(y - box.y) - box.height / 2, 0))
            assert outside >= r, (box.id, name)


@pytest.mark.parametrize("game", GAMES)
def test_positions_count_from_the_dealers_left(game: str) -> None:
    """The dealer looks down the page, so his left is the reader's right."""
    places = [
        polar(at.RADIUS, degrees, at.CENTRE)[0] for degrees in at.angles(len(layout(every_wager(game)).positions))
    ]
    assert places == sorted(places, reverse=True)
    assert places[0] == pytest.approx(-places[-1])


def test_where_an_inscription_may_stand_is_said() -> None:
    """The odds and the phrase may stand on a sign instead; the operator's name is on the cloth."""
    text = on_layout_paper(DRAGON)[1]
    assert "Play Bet Must Equal Ante Bet layout or sign MD-DRAGON 2.B(3)" in text
    assert f"{OPERATOR} the layout MD-DRAGON 2.B" in text
    assert on_layout_paper(DRAGON)[0].count("1 : 5") == 1


def test_six_is_underlined_so_that_nobody_reads_nine() -> None:
    svg = drawing(DRAGON)
    lined = [
        "".join(g.itertext())
        for g in svg.iter("{http://www.w3.org/2000/svg}g")
        if g.get("class") == "seat-number" and g.find("{http://www.w3.org/2000/svg}line") is not None
    ]
    assert lined == ["6"]


def test_the_drawing_is_to_scale() -> None:
    svg = drawing(LIR)
    assert svg.attrib["viewBox"] == "-1000 -90 2000 1240"
    assert (svg.attrib["width"], svg.attrib["height"]) == ("400mm", "248mm")  # one to five
    card = areas(svg, 1)["cards"].find(f"{SVG}rect[@class='card']")
    assert card is not None and (card.attrib["width"], card.attrib["height"]) == ("63", "88")
    assert LEFT + WIDE / 2 == 0 and TOP + TALL > at.CENTRE + at.RADIUS + at.RAIL


@pytest.mark.parametrize("game", GAMES)
def test_ids_are_unique_and_the_same_every_time(game: str) -> None:
    ids = [e.attrib["id"] for e in drawing(game).iter() if "id" in e.attrib]
    assert len(ids) == len(set(ids))
    assert felt(every_wager(game)) == felt(every_wager(game))


@pytest.mark.parametrize("game", GAMES)
def test_the_name_of_a_side_wager_stays_inside_its_inner_ring(game: str) -> None:
    """The lower corners of each line: the last one lies where the ring is narrowest."""
    svg = ElementTree.fromstring(felt(every_wager(game)))
    seen = 0
    for area in svg.iter(f"{SVG}g"):
        rings = [float(circle.attrib["r"]) for circle in area.findall(f"{SVG}circle")]
        if len(rings) != 2 or rings[1] != rings[0] - 5:
            continue
        for text in area.findall(f"{SVG}text"):
            if float(text.attrib["y"]) < rings[1]:  # a note stands below the circle
                wide = width(text.text or "", float(text.attrib["font-size"]))
                assert hypot(wide / 2, float(text.attrib["y"])) < rings[1] - 1, text.text
                seen += 1
    assert seen
