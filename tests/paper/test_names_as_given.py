"""Names that people gave stand on every paper as they were given, large enough to read; and a table of one thing is
not told as of many."""

from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from paper.letters import too_small
from paper.par_cases import everything, terms_of
from paper.reading import pages
from pitboss.felt.dealer_side import LEAST
from pitboss.felt.drawing import felt
from pitboss.felt.ink import width
from pitboss.felt.small import FAINT, STRUCK, small_felt
from pitboss.games import rules_for
from pitboss.paper.changes import changes
from pitboss.paper.layout_paper import layout_paper
from pitboss.paper.par_rules import table_facts
from pitboss.paper.placard import rack_card
from pitboss.rulebook.submission import default_submission
from pitboss.table.rules import Rules
from support import DRAGON, LIR, TOP5, UTH, rules

SVG = "{http://www.w3.org/2000/svg}"


def test_names_and_references_stand_in_the_table_of_changes_as_given() -> None:
    before = terms_of(default_submission(LIR))
    given = {"table": "UTH_07 4x", "operator": "Bay_State", "approvals": before.approvals | {"layout": "MGC_3x/true_7"}}
    told = {row[0]: row[1:3] for row in changes(before, replace(before, version=2, **given))}
    assert told == {
        "Table": ["Let It Ride 1", "UTH_07 4x"],
        "Operator": ["empty", "Bay_State"],
        "Approval: layout": ["–", "MGC_3x/true_7"],
    }
    for name in ("true", "custom", "base"):  # words that a choice would be told by others
        (row,) = changes(before, replace(before, operator=name))
        assert row[2] == name


def test_a_meter_stands_in_the_table_of_changes_by_its_name() -> None:
    before = terms_of(everything(DRAGON))
    (meter,) = before.meters
    moved = replace(before, meters=(replace(meter, name="Hot_4x pot"),))
    assert {row[0] for row in changes(before, moved)} >= {"Hot_4x pot meter"}


@pytest.mark.parametrize(
    ("decks", "said"), [(1, "one deck of 52 cards"), (2, "two decks of 52 cards, one in play at a time")]
)
def test_one_deck_is_not_said_to_be_one_of_several(decks: int, said: str) -> None:
    terms = replace(terms_of(default_submission(LIR)), decks=decks)
    assert ["Cards", said] in table_facts(rules_for(terms))


@pytest.mark.parametrize(("positions", "said"), [(1, "the only position"), (2, "each position, 1 to 2")])
def test_the_areas_of_the_only_position_are_not_those_of_many(positions: int, said: str) -> None:
    made = layout_paper(rules(DRAGON, positions=positions))
    where = {row[1] for row in made.data["areas"]}
    assert where == {said, "the dealer's side"}
    assert any("Positions are counted" in page for page in pages(made)) == (positions > 1)


# --- the display of the meters on the layout ------------------------------------------------------------------------

LONG = "Super Grand Mega Jackpot of Massachusetts"
LONGEST = "The Greater Chesapeake Bay and Harbor Waterfront Super Grand Mega Jackpot Meters"
HANDS = ("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight", "three_of_a_kind")


def with_meters(*names: str) -> Rules:
    """A table with a meter for each of the best hands."""
    lines = [{"hand": hand, "pays": 100, "unit": "meter", "meter": n} for hand, n in zip(HANDS, names, strict=False)]
    held = {name: {"rate": "1", "initial": "1234567.89", "reset": 1000} for name in names}
    return rules(UTH, wagers={"progressive": {"amount": 5, "cards": "seven", "lines": lines}}, meters=held)


def display(bound: Rules) -> tuple[list[str], list[str], list[float]]:
    """What the display says, what of it are readings, the sizes of its letters; all of it lies in its frame."""
    (group,) = (
        g for g in ElementTree.fromstring(felt(bound)).iter(f"{SVG}g") if g.get("id") == "area-progressive_system"
    )
    frame = next(group.iter(f"{SVG}rect"))
    texts = list(group.iter(f"{SVG}text"))[1:]
    wide, tall = float(frame.attrib["width"]), float(frame.attrib["height"])
    for text in texts:
        assert width(text.text or "", float(text.attrib["font-size"])) <= wide
        assert -tall / 2 + 25 < float(text.attrib["y"]) - 0.7 * float(text.attrib["font-size"])
        assert float(text.attrib["y"]) < tall / 2
    return (
        [text.text or "" for text in texts],
        [text.text or "" for text in texts if text.get("class") == "reading"],
        [float(text.attrib["font-size"]) for text in texts],
    )


@pytest.mark.parametrize(
    "names", [("Progressive",), (LONG, "Major Progressive"), (LONGEST,), ("W" * 80,), (LONG, LONGEST)]
)
def test_the_display_on_the_layout_says_every_name_in_letters_that_can_be_read(names: tuple[str, ...]) -> None:
    bound = with_meters(*names)
    said, readings, sizes = display(bound)
    together = "".join(said).replace(" ", "")
    for name in names:
        assert f"{name.removesuffix('Progressive')}$1,234,567.89".replace(" ", "") in together
    assert len(readings) == len(names) and all(line.endswith("$1,234,567.89") for line in readings)
    assert min(sizes) >= LEAST
    assert too_small(layout_paper(bound)) == []


def test_names_that_are_too_long_together_are_cut_and_every_amount_stays() -> None:
    names = [f"{n} {LONGEST}"[:80] for n in range(7)]
    said, readings, sizes = display(with_meters(*names))
    assert len(said) == len(readings) == 7 and set(sizes) == {LEAST}
    for n, line in enumerate(readings):
        assert line.startswith(f"{n} The Greater") and line.endswith("… $1,234,567.89")


# --- the small drawing of a card ------------------------------------------------------------------------------------


def test_a_position_that_is_not_open_is_told_from_an_open_one_on_the_card() -> None:
    bound = rules(TOP5, positions=2)
    root = ElementTree.fromstring(small_felt(bound))
    for number in range(1, 7):
        (seat,) = (g for g in root.iter(f"{SVG}g") if g.get("id") == f"seat-{number}")
        words = [text.text for text in seat.iter(f"{SVG}text")]
        faint = [g.attrib["opacity"] for g in seat.iter(f"{SVG}g") if "opacity" in g.attrib]
        struck = [line for line in seat.iter(f"{SVG}line") if line.get("x1") == STRUCK["x1"]]
        if number <= 2:
            assert words == ["A", "B", "C", "D", str(number)] and not faint and not struck
        else:
            assert words == [str(number)] and faint == [FAINT] and len(struck) == 1
    card = pages(rack_card(bound))[0]
    assert "counted from the dealer's left. Positions 3, 4, 5 and 6 are not open." in card
    assert "Position 6 is not open." in pages(rack_card(rules(TOP5, positions=5)))[0]
    assert "not open" not in pages(rack_card(rules(TOP5, positions=6)))[0]
    assert "It has one position." in pages(rack_card(rules(DRAGON, positions=1)))[0]
