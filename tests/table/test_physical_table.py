"""A table with real cards: what lies face down is `??` until somebody turns it up, and the round is settled all the
same. Beside it, terms adopted between rounds and approvals."""

import pytest

from pitboss.cards.deck import UNKNOWN
from pitboss.play.table import Table
from pitboss.rulebook.submission import check_data, default_data, merge
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.flow import current, targets_due
from support import DRAGON, GAMES, LIR, TOP5, UTH, accepted, by_hand, duty_of, events, net, refused, seated, table, to

HANDS = {
    DRAGON: {"seat": "PH PH RA", "dealer": "TI MO RA"},
    TOP5: {"seat": "Ah Ad Kc Qs 2c 3c 4c", "dealer": "Kd Js 5c 6c 7c 8c 9c"},
    LIR: {"seat": "Th Td 4c", "community": "2s 7h", "box": "3s 5d 8c"},
    UTH: {"seat": "Ah Ad", "dealer": "Kc Qc", "community": "2s 7h 9d 3c 4s"},
}
WINS = {DRAGON: ("ante", 1000), TOP5: ("ante", 1000), LIR: ("bet_3", 1000), UTH: ("ante", 0)}
"""What the first seat's wager nets: UTH's dealer has no pair, so the ante comes back."""

ROYAL = {"seat1": "As Ks Qs", "seat2": "2h 7c 9d", "community": "Js Ts"}


def faces(game: str, place: str) -> tuple[str, ...]:
    return tuple(HANDS[game][place].split())


def play_unseen(game: str) -> Table:
    """Every face-down card is dealt as `??`; faces are told only when cards are turned up."""
    t = by_hand(seated(table(game), 1))
    accepted(t, "dealer", a.CloseBets())
    while (step := current(t.rules, t.state)) is not None and step.kind != "clear":
        due = targets_due(t.rules, t.state)
        if due:
            upturned = iter(faces(game, "community")[t.state.community_up :]) if game == UTH else iter(())
            cards = [next(upturned) if target.up else UNKNOWN for target, _ in due for _ in range(target.count)]
            accepted(t, "dealer", a.DealCards(tuple(cards)))
        elif step.kind == "ask":
            choice = {"decide": "play", "decide_1": "ride", "decide_2": "ride", "final": "play_1x"}.get(
                step.name, "check"
            )
            accepted(t, "dealer", a.Decide(1, choice))
        elif step.kind == "show":
            place = step.place
            start = t.state.community_up if place == "community" else 0
            told = faces(game, place)[start : step.upto or None]
            refused(t, "dealer", a.ShowCards(), code="face_unknown")
            refused(t, "dealer", a.ShowCards(told[:-1]), code="card_count" if len(told) > 1 else "face_unknown")
            refused(t, "dealer", a.ShowCards((*told[:-1], UNKNOWN)), code="face_unknown")
            accepted(t, "dealer", a.ShowCards(told))
        elif step.kind == "settle":
            refused(t, "dealer", a.SettleHand(1), code="face_unknown")
            refused(t, "dealer", a.SettleHand(1, (UNKNOWN, *faces(game, "seat")[1:])), code="face_unknown")
            accepted(t, "dealer", a.SettleHand(1, faces(game, "seat")))
        else:
            t.automate = frozenset({duty_of(t).do})
            assert t.perform()
    return t


@pytest.mark.parametrize("game", GAMES)
def test_a_round_with_unknown_cards_is_settled_when_they_are_turned_up(game: str) -> None:
    t = play_unseen(game)
    wager, expected = WINS[game]
    assert net(t, 1, wager) == expected
    dealt = [c for ev in events(t, e.CardsDealt) if not ev.up for c in ev.cards]
    assert set(dealt) == {UNKNOWN}


@pytest.mark.parametrize("game", GAMES)
def test_a_face_that_is_out_already_is_refused(game: str) -> None:
    """The same card cannot be turned up twice, and a known card cannot become another."""
    t = by_hand(seated(table(game), 1))
    accepted(t, "dealer", a.CloseBets())
    while not targets_due(t.rules, t.state):
        t.automate = frozenset({duty_of(t).do})
        assert t.perform()
    due = sum(target.count for target, _ in targets_due(t.rules, t.state))
    card = t.rules.deck.cards[0]
    too_often = (card,) * (t.rules.deck.count(card) + 1)
    refused(t, "dealer", a.DealCards((too_often + (UNKNOWN,) * due)[:due]), code="card_twice")
    refused(t, "dealer", a.DealCards(("Zz", *(UNKNOWN,) * (due - 1))), code="not_in_deck")


@pytest.mark.parametrize("game", [DRAGON, TOP5, UTH])
def test_cards_on_record_beside_unknown_ones_are_told_all_the_same(game: str) -> None:
    """The shoe has read all but one of the dealer's cards: the one must be told, and the others as they are."""
    t = by_hand(seated(table(game), 1))
    accepted(t, "dealer", a.CloseBets())
    held = iter((UNKNOWN, *faces(game, "dealer")[1:]))
    while (step := current(t.rules, t.state)) is not None and step.kind != "show":
        if targets_due(t.rules, t.state):
            upturned = iter(faces(UTH, "community")[t.state.community_up :])
            fed = [
                next(held) if target.to == "dealer" else next(upturned) if target.up else UNKNOWN
                for target, _ in targets_due(t.rules, t.state)
                for _ in range(target.count)
            ]
            accepted(t, "dealer", a.DealCards(tuple(fed)))
        elif step.kind == "ask":
            accepted(t, "dealer", a.Decide(1, "play_1x" if step.name == "final" else step.choices[0].name))
        else:
            t.automate = frozenset({duty_of(t).do})
            assert t.perform()
    refused(t, "dealer", a.ShowCards((UNKNOWN, *faces(game, "dealer")[1:])), code="face_unknown")
    refused(t, "dealer", a.ShowCards((UNKNOWN,) * len(faces(game, "dealer"))), code="face_unknown")
    accepted(t, "dealer", a.ShowCards(faces(game, "dealer")))


def test_faces_are_told_only_of_hands_that_count() -> None:
    """Where wagers on the whole table are settled, an empty seat has no cards to turn up; nor do envy bonuses look at
    a hand that was not turned up in its turn."""
    t = seated(table(LIR, cards=ROYAL, wagers={"progressive": {"paytable": "A"}}), 1, 2, progressive=1)
    to(t, "settle_envy")
    for faces_told in (((3, ()),), ((2, ()),), ((1, (UNKNOWN,) * 3),)):
        refused(t, "dealer", a.SettleTable(faces=faces_told), code="not_in_play")
    accepted(t, "dealer", a.SettleTable())


# --- terms ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_new_terms_wait_for_the_end_of_the_round(game: str) -> None:
    """Terms never change under a running round; adopted between rounds they rule the next one, and the log replays."""
    from pitboss.play.replay import replay

    t = seated(table(game), 1)
    changed = check_data(merge(default_data(game), {"version": 2, "table": "The other table"})).terms
    assert changed is not None
    before = t.rules.terms
    for step in ("bets", "deal"):
        if step == "deal":
            accepted(t, "dealer", a.CloseBets())
        refused(t, "manager", a.AdoptTerms(changed), code="round_open")
    while t.state.step >= 0:
        seat = t.turn
        now = current(t.rules, t.state)
        if now is not None and now.kind == "ask":
            accepted(t, "dealer", a.Decide(seat, now.choices[-1].name))
        else:
            assert t.perform()
    refused(t, "dealer", a.AdoptTerms(changed), code="wrong_role")
    accepted(t, "manager", a.AdoptTerms(changed))
    assert t.rules.terms == changed and t.state.seat(1).player == "P1"
    t.run(until="bets")
    assert events(t, e.RoundOpened)[-1].terms == changed.digest != before.digest
    assert [r.state for r in replay(before, t.log)][-1] == t.state


# --- what the screen shows, what the rules allow --------------------------------------------------------------------


@pytest.mark.clause("MA-UTH 13(e)")
@pytest.mark.parametrize(("seats", "column"), [((1,), 2), ((1, 2, 5), 4), ((1, 2, 3, 4, 5, 6), 7)])
def test_the_cover_all_column_is_shown_when_the_hands_are_counted(seats: tuple[int, ...], column: int) -> None:
    t = by_hand(seated(table(UTH, "automated_shoe", wagers={"cover_all": {"offered": True}}), *seats))
    accepted(t, "dealer", a.CloseBets())
    assert t.view("player:P1").column == 0
    t.automate = frozenset({a.DealCards})
    assert t.perform()
    assert t.view("player:P1").column == t.view("dealer").column == column


def test_only_the_progressive_can_be_left_unaccepted() -> None:
    t = seated(table(LIR), 1)
    refused(t, "player:P1", a.PlaceWager(1, "three_card_bonus", 100, accepted=False), code="no_device")
    (event,) = accepted(t, "player:P1", a.PlaceWager(1, "progressive", 100, accepted=False))
    assert isinstance(event, e.WagerNotAccepted) and net(t, 1, "progressive") == 0


APPROVED = {"layout": "L-1", "shoe_location": "", "automated_shoe": "A-1", "progressive": "P-1"}


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        pytest.param(DRAGON, "MD-DRAGON 8.A", marks=pytest.mark.clause("MD-DRAGON 8.A")),
        pytest.param(TOP5, "MD-TOP5 8.A", marks=pytest.mark.clause("MD-TOP5 8.A")),
        pytest.param(LIR, "MD-LIR 8.A", marks=pytest.mark.clause("MD-LIR 8.A")),
        pytest.param(UTH, "MA-UTH 7(a)/1", marks=pytest.mark.clause("MA-UTH 7(a)/1")),
    ],
)
def test_a_shoe_is_used_only_where_its_place_is_approved(game: str, clause: str) -> None:
    """A hand-dealt table may go over to the manual shoe only if the shoe's location was approved."""
    keys = default_data(game)["approvals"]
    approvals = {k: v for k, v in APPROVED.items() if k in keys}
    unapproved = table(game, "hand", practice=False, operator="House", approvals=approvals, open_bets=False)
    refused(unapproved, "floorperson", a.ChangeProcedure("manual_shoe"), clause=clause, code="approval")
    approvals = {**approvals, "shoe_location": "S-1"}
    approved = table(game, "hand", practice=False, operator="House", approvals=approvals, open_bets=False)
    if game == UTH:
        accepted(approved, "floorperson", a.SetDeviceAside("shuffler", "removed"))
    accepted(approved, "floorperson", a.ChangeProcedure("manual_shoe"))
