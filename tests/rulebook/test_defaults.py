"""A reading that the submission does not state takes the recommended value. The values here are the recommendations of
the readings themselves (X-01 … U-47), written down apart from the data."""

import pytest

from pitboss.rulebook.submission import check_data, default_data
from support import DRAGON, LIR, TOP5, UTH

RECOMMENDED = [
    # option, clause, game → recommended value
    ("void_returns_folded", "MD-TOP5 13.A", (TOP5, UTH), "true"),
    ("meter_posting", "MD-LIR 12.F(1)", (LIR,), "at_settlement"),
    ("face_up_in_stack", "MD-DRAGON 13.A", (DRAGON, TOP5, LIR), "void"),
    ("deck_change_hours", "MA-UTH 3(a)", (UTH,), "none"),
    ("player_left_default", "MD-DRAGON 7.C(2)", (DRAGON, TOP5, LIR), "played_out"),
    ("multi_position_look", "MD-DRAGON 7.G", (DRAGON, TOP5, LIR), "both"),
    ("cut_min_from_bottom", "MD-DRAGON 5.F", (DRAGON, TOP5, LIR, UTH), "0"),
    ("dealer_stack", "MD-DRAGON 10.B(4)", (DRAGON, TOP5), "delivered"),
    ("extra_cards_break_ties", "MD-TOP5 11.C(4)(e)", (TOP5,), "true"),
    ("single_face_up", "MD-TOP5 13.A", (TOP5,), "void"),
    ("dealer_card_exposed", "MD-TOP5 13.C", (TOP5,), "void"),
    ("six_card_box", "MD-LIR 8.D(2)", (LIR,), "if_offered"),
    ("six_card_requires", "MD-LIR 7.E(5)", (LIR,), "base"),
    ("meter_floor", "MD-LIR 12.E(1)(b)", (LIR,), "none"),
    ("community_stack", "MD-LIR 10.H", (LIR,), "two"),
    ("box_card_exposed", "MD-LIR 13.E", (LIR,), "void"),
    ("cover_all_hands", "MA-UTH 13(b)", (UTH,), "exposed"),
    ("progressive_requires_trips", "MA-UTH 14(b)/1", (UTH,), "true"),
    ("payout_cap_mode", "MA-UTH 14(d)", (UTH,), "both"),
    ("stub_misdeal", "MA-UTH 7(f)(2)/2", (UTH,), "all_void"),
    ("one_face_up_after_deal", "MA-UTH 15(b)/3", (UTH,), "play_on"),
    ("early_board", "MA-UTH 10(b)/1", (UTH,), "void_but_trips"),
    ("void_settles_progressive", "MA-UTH 15(a)/2", (UTH,), "false"),
]


@pytest.mark.parametrize(
    ("option", "games", "value"),
    [pytest.param(o, games, v, id=o, marks=pytest.mark.clause(clause)) for o, clause, games, v in RECOMMENDED],
)
def test_an_unstated_reading_takes_the_recommended_value(option: str, games: tuple[str, ...], value: str) -> None:
    for game in (DRAGON, TOP5, LIR, UTH):
        data = default_data(game)
        data["readings"] = {}
        terms = check_data(data).terms
        assert terms is not None
        assert terms.readings.get(option) == (value if game in games else None)
