"""Rules Submissions: dealing, devices, positions and approvals, on both sides of each boundary."""

import pytest

from pitboss.rulebook.pays import Dollars, ToOne
from pitboss.rulebook.submission import check_data, default_data
from rulebook.submissions import (
    APPROVED,
    DRAGON,
    LIR,
    MINIMA,
    PROGRESSIVES,
    TABLES,
    TOP5,
    UTH,
    Data,
    accepted,
    by,
    examine,
    house,
    pays,
    progressive,
    refused,
)
from support import CARIBBEAN, DOCUMENT, HOUSE_RULES, MISSISSIPPI, THREE, clause_of


@pytest.mark.parametrize(
    "game",
    [
        by("MD-DRAGON 9.A", DRAGON),
        by("MD-TOP5 9.A", TOP5),
        by("MD-LIR 9.A", LIR),
        by("MA-UTH 8(a)", UTH),
        *(by(clause_of(game, "8.1"), game) for game in HOUSE_RULES),
    ],
)
def test_dealing_from_the_hand_is_permitted(game: str) -> None:
    assert accepted(game, "dealing = { procedure = 'hand', shuffler = 'automated' }").procedure == "hand"


@pytest.mark.parametrize(
    "game",
    [
        by("MD-TOP5 10.A", TOP5),
        by("MA-UTH 9(a)", UTH),
        DRAGON,
        *(by(clause_of(game, "9.1"), game) for game in HOUSE_RULES),
    ],
)
def test_an_automated_shoe_is_permitted_with_and_without_a_shuffler(game: str) -> None:
    for shuffler in ("none", "automated"):
        terms = accepted(game, f"dealing = {{ procedure = 'automated_shoe', shuffler = '{shuffler}' }}")
        assert (terms.procedure, terms.shuffler) == ("automated_shoe", shuffler)


@pytest.mark.clause("MD-LIR 10.A")
def test_let_it_ride_deals_automatically_from_a_shoe_and_shuffler() -> None:
    refused(LIR, "dealing.procedure = 'automated_shoe'", "dealing.procedure", "MD-LIR 10.A")
    for shuffler in ("automated", "continuous"):
        terms = accepted(LIR, f"dealing = {{ procedure = 'automated_shoe', shuffler = '{shuffler}' }}")
        assert terms.procedure == "automated_shoe"


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        by("MD-DRAGON 3.B", DRAGON, "MD-DRAGON 3.B"),
        by("MD-TOP5 3.B", TOP5, "MD-TOP5 3.B"),
        by("MD-LIR 3.B", LIR, "MD-LIR 3.B"),
        by("MA-UTH 2(b)", UTH, "MA-UTH 2(b)"),
        *house("2.3"),
    ],
)
def test_two_decks_need_a_shuffler(game: str, clause: str) -> None:
    refused(game, "dealing.decks = 2", "dealing.decks", clause)
    assert accepted(game, "dealing = { decks = 2, shuffler = 'automated' }").decks == 2
    assert accepted(game, "dealing = { decks = 1, shuffler = 'none' }").decks == 1


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        by("MD-DRAGON 5.C", DRAGON, "MD-DRAGON 5.C"),
        by("MD-TOP5 5.B", TOP5, "MD-TOP5 5.B"),
        by("MD-LIR 5.C", LIR, "MD-LIR 5.C"),
        by("MA-UTH 4(a)/2", UTH, "MA-UTH 4(a)/2"),
        *house("4.6"),
    ],
)
def test_a_shuffler_may_load_the_shoe(game: str, clause: str) -> None:
    assert accepted(game, "dealing = { shuffler = 'automated', shuffler_loads_shoe = true }").shuffler_loads_shoe
    refused(game, "dealing.shuffler_loads_shoe = true", "dealing.shuffler_loads_shoe", clause)
    by_hand = "dealing = { procedure = 'hand', shuffler = 'automated', shuffler_loads_shoe = true }"
    refused(game, by_hand, "dealing.shuffler_loads_shoe", clause)


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        by("MD-DRAGON 5.D(1)", DRAGON, "MD-DRAGON 5.D(1)"),
        by("MD-TOP5 5.B(1)", TOP5, "MD-TOP5 5.B(1)"),
        by("MD-LIR 5.E(1)", LIR, "MD-LIR 5.E(1)"),
        *house("4.7"),
    ],
)
def test_only_a_shuffler_can_count_the_deck(game: str, clause: str) -> None:
    assert accepted(game, "dealing = { shuffler = 'automated', shuffler_counts_cards = true }").shuffler_counts
    assert not accepted(game, "dealing.shuffler = 'automated'").shuffler_counts
    refused(game, "dealing.shuffler_counts_cards = true", "dealing.shuffler_counts_cards", clause)


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        by("MD-DRAGON 5.I", DRAGON, "MD-DRAGON 5.I"),
        by("MD-TOP5 5.G", TOP5, "MD-TOP5 5.G"),
        by("MD-LIR 5.I", LIR, "MD-LIR 5.I"),
    ],
)
def test_a_continuous_device_needs_an_approval(game: str, clause: str) -> None:
    device = "dealing.shuffler = 'continuous'\n"
    refused(game, device + APPROVED + "}", "approvals.continuous_device", clause)
    refused(game, device + APPROVED + ", continuous_device = ' '}", "approvals.continuous_device", clause)
    terms = accepted(game, device + APPROVED + ", continuous_device = 'D-9'}")
    assert terms.approvals["continuous_device"] == "D-9"
    assert terms.shuffler_counts
    accepted(game, device)  # practice


@pytest.mark.parametrize(("game", "clause"), house("4.17"))
def test_by_house_rules_a_continuous_device_needs_no_approval(game: str, clause: str) -> None:
    """It always counts; whoever denies it has not described such a device."""
    for practice in ("", "practice = false\noperator = 'O'\n"):
        terms = accepted(game, practice + "dealing.shuffler = 'continuous'")
        assert (terms.shuffler, terms.shuffler_counts) == ("continuous", True)
    assert not accepted(game, "dealing.shuffler = 'automated'").shuffler_counts


@pytest.mark.parametrize(("game", "clause"), house("7.1"))
def test_by_house_rules_a_manual_shoe_needs_neither_a_device_nor_an_approval(game: str, clause: str) -> None:
    for shuffler in ("none", "automated"):
        licensed = "practice = false\noperator = 'O'\n"
        terms = accepted(game, f"{licensed}dealing = {{ procedure = 'manual_shoe', shuffler = '{shuffler}' }}")
        assert (terms.procedure, terms.shuffler) == ("manual_shoe", shuffler)
    refused(game, "dealing.procedure = 'drum'", "dealing.procedure")


def test_ultimate_texas_knows_no_continuous_device() -> None:
    refused(UTH, "dealing.shuffler = 'continuous'", "dealing.shuffler", "MA-UTH 4(a)/2")


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        by("MD-DRAGON 8.A", DRAGON, "MD-DRAGON 8.A"),
        by("MD-TOP5 8.A", TOP5, "MD-TOP5 8.A"),
        by("MD-LIR 8.A", LIR, "MD-LIR 8.A"),
        by("MA-UTH 7(a)/1", UTH, "MA-UTH 7(a)/1"),
    ],
)
def test_the_place_of_a_manual_shoe_is_approved(game: str, clause: str) -> None:
    refused(game, "practice = false\noperator = 'O'\napprovals.layout = 'L'", "approvals.shoe_location", clause)
    assert accepted(game, APPROVED + "}").approvals["shoe_location"] == "S"
    by_hand = "practice = false\noperator = 'O'\napprovals.layout = 'L'\n"
    by_hand += "dealing = { procedure = 'hand', shuffler = 'automated' }"
    accepted(game, by_hand)


@pytest.mark.parametrize(("game", "clause"), [(DRAGON, "MD-DRAGON 2.B"), (TOP5, "MD-TOP5 2.B"), (LIR, "MD-LIR 2.B")])
def test_the_layout_is_approved(game: str, clause: str) -> None:
    refused(game, "practice = false\noperator = 'O'\napprovals.shoe_location = 'S'", "approvals.layout", clause)


@pytest.mark.clause("MA-UTH 9(a)")
def test_the_automated_shoe_its_place_and_its_use_are_approved() -> None:
    shoe = "practice = false\noperator = 'O'\ndealing.procedure = 'automated_shoe'\n"
    faults = examine(UTH, shoe).faults
    assert {f.key for f in faults} == {"approvals.automated_shoe", "approvals.shoe_location"}
    assert {f.clause for f in faults} == {"MA-UTH 9(a)"}
    refused(UTH, shoe + "approvals.shoe_location = 'S'", "approvals.automated_shoe", "MA-UTH 9(a)")
    accepted(UTH, shoe + "approvals = { shoe_location = 'S', automated_shoe = 'A' }")


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        by("MD-DRAGON 10.B(4)", DRAGON, "MD-DRAGON 10.B(4)"),
        (TOP5, "MD-TOP5 11.B(4)"),
    ],
)
def test_the_dealers_stack_waits_only_in_an_automated_shoe(game: str, clause: str) -> None:
    held = "readings.dealer_stack = 'held'\n"
    refused(game, held, "readings.dealer_stack", clause)
    refused(game, held + "dealing = { procedure = 'hand', shuffler = 'automated' }", "readings.dealer_stack", clause)
    terms = accepted(game, held + "dealing = { procedure = 'automated_shoe', shuffler = 'automated' }")
    assert terms.reading("dealer_stack") == "held"


@pytest.mark.clause("MD-LIR 10.H")
def test_three_community_cards_only_from_a_self_reshuffling_shoe() -> None:
    three, key = "readings.community_stack = 'three_discard_one'\n", "readings.community_stack"
    refused(LIR, three, key, "MD-LIR 10.H")
    refused(LIR, three + "dealing.shuffler = 'continuous'", key, "MD-LIR 10.H")
    refused(LIR, three + "dealing = { procedure = 'automated_shoe', shuffler = 'automated' }", key, "MD-LIR 10.H")
    terms = accepted(LIR, three + "dealing = { procedure = 'automated_shoe', shuffler = 'continuous' }")
    assert terms.reading("community_stack") == "three_discard_one"


@pytest.mark.parametrize(("hours", "reading"), [("'none'", "none"), ("1", "1"), ("'12'", "12")])
def test_hours_of_a_deck_are_none_or_a_whole_number(hours: str, reading: str) -> None:
    assert accepted(UTH, f"readings.deck_change_hours = {hours}").reading("deck_change_hours") == reading


@pytest.mark.parametrize("hours", ["0", "-4", "'number'", "'4.5'", "true", "''"])
def test_other_hours_are_refused(hours: str) -> None:
    refused(UTH, f"readings.deck_change_hours = {hours}", "readings.deck_change_hours", "MA-UTH 3(a)")
    refused(LIR, "readings.deck_change_hours = 4", "readings.deck_change_hours")


def test_readings_become_text() -> None:
    terms = accepted(UTH, "readings = { void_settles_progressive = true, cut_min_from_bottom = 10 }")
    assert (terms.reading("void_settles_progressive"), terms.reading("cut_min_from_bottom")) == ("true", "10")


@pytest.mark.parametrize(
    ("game", "family", "letter", "telling"),
    [
        by(clause, game, family, letter, telling)
        for clause, game, family, each in TABLES
        for letter, telling in each.items()
    ],
)
def test_each_letter_brings_its_table(game: str, family: str, letter: str, telling: Data) -> None:
    terms = accepted(game, f"wagers.{family}.paytable = '{letter}'")
    wager = terms.wager(family)
    assert wager is not None
    assert wager.paytable == letter
    found = pays(terms, family)
    assert {hand: found.get(hand) for hand in telling} == telling


@pytest.mark.parametrize(
    ("game", "family", "clause", "beyond"),
    [by(clause, game, family, clause, chr(ord(max(each)) + 1)) for clause, game, family, each in TABLES],
)
def test_other_letters_and_no_letter_are_refused(game: str, family: str, clause: str, beyond: str) -> None:
    key = f"wagers.{family}.paytable"
    for letter in (beyond, "", "AB"):
        fault = refused(game, f"{key} = '{letter}'", key, clause)
        assert fault.given == f'"{letter}"'
    data = default_data(game)
    del data["wagers"][family]["paytable"]
    assert [(f.key, f.clause) for f in check_data(data).faults] == [(key, clause)]


def test_a_letter_for_a_wager_without_letters_is_refused() -> None:
    refused(UTH, "wagers.ante.paytable = 'A'", "wagers.ante.paytable")
    refused(UTH, "wagers.cover_all.paytable = 'A'", "wagers.cover_all.paytable")
    data = default_data(DRAGON)
    del data["wagers"]["dragon"]["paytable"]  # 12.D has one table, so nothing is chosen
    checked = check_data(data)
    assert checked.terms is not None
    assert pays(checked.terms, "dragon")["three_red_dragons"] == ToOne(1000)


@pytest.mark.clause("MD-LIR 12.E")
@pytest.mark.parametrize("letter", PROGRESSIVES)
def test_each_progressive_letter_brings_its_table(letter: str) -> None:
    terms = check_data(progressive(letter)).terms
    assert terms is not None
    meters, telling, cards = PROGRESSIVES[letter]
    assert {hand: pays(terms, "progressive")[hand] for hand in telling} == telling
    assert {m.name: (m.rate, m.initial, m.reset) for m in terms.meters} == {
        name: (20_000, low * 100, low * 100) for name, low in meters.items()
    }
    assert terms.progressive_cards == cards


@pytest.mark.clause("MD-LIR 12.E")
def test_there_is_no_other_progressive_letter() -> None:
    data = default_data(LIR)
    data["wagers"]["progressive"]["paytable"] = "G"
    assert [(f.key, f.clause) for f in check_data(data).faults] == [("wagers.progressive.paytable", "MD-LIR 12.E")]
    del data["wagers"]["progressive"]["paytable"]
    assert [(f.key, f.clause) for f in check_data(data).faults] == [("wagers.progressive.paytable", "MD-LIR 12.E")]


@pytest.mark.parametrize("key", ["initial", "reset"])
@pytest.mark.parametrize(("clause", "letter", "name", "least"), [by(row[0], *row) for row in MINIMA])
def test_meters_start_and_reset_at_their_minimum_or_more(
    clause: str, letter: str, name: str, least: int, key: str
) -> None:
    for fine in (str(least), f"{least}.01"):
        assert check_data(progressive(letter, meters={name: {key: fine}})).faults == ()
    data = progressive(letter, meters={name: {key: f"{least - 1}.99"}})
    fault = check_data(data).faults
    assert [(f.key.endswith(f".{key}"), f.clause) for f in fault] == [(True, clause)]
    del data["meters"][name][key]
    assert [f.clause for f in check_data(data).faults] == [clause]


@pytest.mark.clause("MD-LIR 12.F(2)")
def test_every_meter_states_initial_and_reset() -> None:
    for letter, (meters, _, _) in PROGRESSIVES.items():
        for name in meters:
            data = progressive(letter)
            del data["meters"][name]["initial"], data["meters"][name]["reset"]
            keys = [f.key for f in check_data(data).faults]
            assert [k.rsplit(".", 1)[1] for k in keys] == ["initial", "reset"]


@pytest.mark.clause("MD-LIR 12.F(1)")
def test_every_meter_states_its_rate() -> None:
    for letter, (meters, _, _) in PROGRESSIVES.items():
        for name in meters:
            data = progressive(letter)
            del data["meters"][name]["rate"]
            assert [f.clause for f in check_data(data).faults] == ["MD-LIR 12.F(1)"]


@pytest.mark.clause("MD-LIR 12.F")
def test_a_progressive_without_its_meters_is_refused() -> None:
    data = progressive("D")
    data["meters"] = {}
    keys = [f.key for f in check_data(data).faults]
    assert keys == [
        'meters."Major Progressive".initial', 'meters."Major Progressive".rate', 'meters."Major Progressive".reset',
        'meters."Minor Progressive".initial', 'meters."Minor Progressive".rate', 'meters."Minor Progressive".reset',
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("rate", "millionths"), [("5", 50_000), ("2.5", 25_000), ("0.0001", 1), ("100", 1_000_000), ("12.3456", 123_456)]
)
def test_rates_are_exact(rate: str, millionths: int) -> None:
    terms = check_data(progressive("A", meters={"Progressive": {"rate": rate}})).terms
    assert terms is not None
    assert terms.meters[0].rate == millionths


@pytest.mark.parametrize("rate", ["0", "-1", "100.0001", "0.00001", "five", ""])
def test_other_rates_are_refused(rate: str) -> None:
    faults = check_data(progressive("A", meters={"Progressive": {"rate": rate}})).faults
    assert [(f.key, f.clause) for f in faults] == [("meters.Progressive.rate", "MD-LIR 12.F(1)")]


def test_rates_together_are_at_most_the_wager() -> None:
    whole = {"Major Progressive": {"rate": "60"}, "Minor Progressive": {"rate": "40"}}
    assert check_data(progressive("D", meters=whole)).faults == ()
    whole["Minor Progressive"] = {"rate": "40.0001"}
    assert [(f.key, f.given) for f in check_data(progressive("D", meters=whole)).faults] == [
        ("meters", "100.0001 percent")
    ]


def test_unknown_meters_are_refused_and_unused_ones_noticed() -> None:
    data = progressive("A")
    data["meters"]["Progresive"] = {"rate": "1", "initial": 1000, "reset": 1000}
    fault = check_data(data).faults[0]
    assert (fault.key, fault.suggestion) == ("meters.Progresive", 'did you mean "Progressive"?')
    off = examine(LIR, "wagers.progressive.offered = false")
    assert off.terms is not None
    assert (off.terms.meters, off.terms.envy, off.terms.progressive_cards) == ((), (), "")
    assert [n.key for n in off.notices] == ["meters.Progressive"]


@pytest.mark.clause("MD-LIR 12.H(2)")
@pytest.mark.parametrize("amount", [1, 5])
@pytest.mark.parametrize("letter", PROGRESSIVES)
def test_the_envy_table_follows_the_progressive(letter: str, amount: int) -> None:
    terms = check_data(progressive(letter, amount)).terms
    assert terms is not None
    sums = (
        {"akq_spades": 100, "akq_suited_not_spades": 25}
        if letter in "BC"
        else {"royal_flush": 1000, "straight_flush": 300}
    )
    assert {x.hand: x.pay for x in terms.envy} == {h: Dollars(s * 100 * amount, False) for h, s in sums.items()}
    chapter = "I" if amount == 1 else "J"
    assert all(x.clause.startswith(f"MD-LIR 12.{chapter}({'ABCDEF'.index(letter) + 1})") for x in terms.envy)


@pytest.mark.clause("MD-LIR 12.H(2)")
@pytest.mark.parametrize("key", ["envy", "wagers.envy", "wagers.progressive.envy"])
def test_the_envy_table_cannot_be_chosen(key: str) -> None:
    refused(LIR, f"{key} = 'B'", key, "MD-LIR 12.H(2)")


@pytest.mark.parametrize(
    ("game", "family"),
    [
        (DRAGON, "ante"),
        (DRAGON, "ante_bonus"),
        (DRAGON, "play"),
        (TOP5, "ante"),
        (TOP5, "play"),
        (LIR, "let_it_ride"),
        (UTH, "ante"),
        (UTH, "blind"),
        (UTH, "play"),
        (THREE, "ante"),
        (THREE, "play"),
        (CARIBBEAN, "ante"),
        (CARIBBEAN, "call"),
        (MISSISSIPPI, "mississippi_stud"),
    ],
)
def test_compulsory_wagers_cannot_be_switched_off(game: str, family: str) -> None:
    fault = refused(game, f"wagers.{family}.offered = false", f"wagers.{family}.offered")
    assert fault.clause.startswith(DOCUMENT[game])
    accepted(game, f"wagers.{family}.offered = true")
