"""Cards leave the shoe, the hand or the device in the order of the plan; the stub is put away or counted."""

from typing import assert_never

from pitboss.cards.deck import Card
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.counts import count_due
from pitboss.table.definition import Step
from pitboss.table.draft import Draft
from pitboss.table.faces import check_faces, must_be_told, turned_up
from pitboss.table.flow import answer, asked, collect_folded, owed_now, progress, targets_due, to_collect, turn
from pitboss.table.refusals import refuse
from pitboss.table.rules import Rules
from pitboss.table.state import State, cards_out


def _may_deal(d: Draft) -> Step:
    """Refuses cards before "no more bets", and cards of a deck that must first be cut anew."""
    step, stage = d.step, d.state.decks[d.state.deck - 1].stage
    if step is None or step.kind == "bets":
        given = "between rounds" if step is None else "bets"
        message = "no round is open" if step is None else "the bets are still open"
        code = "no_round" if step is None else "bets_open"
        raise refuse(code, message, d.cite("no_more_bets"), given=given, allowed="after no more bets")
    if stage == "shuffled":
        raise refuse("recut", "the cards must be cut anew first", d.cite("recut"), given=stage, allowed="cut")
    return step


def deal_cards(d: Draft, act: a.DealCards) -> None:
    step = _may_deal(d)
    due = targets_due(d.rules, d.state)
    if not due:
        raise refuse("no_cards_due", "no card is to be dealt now", step.clause, given=step.name)
    first = due[0][0]
    d.permitted(first.clause)
    if d.state.matters:
        raise refuse(
            "pending", "a matter waits for a ruling", first.clause, given=d.state.matters[0][0], allowed="a ruling"
        )
    check_faces(d, act.cards, first.clause)
    left = act.cards
    for target, extra in due:
        cards, left = left[: target.count], left[target.count :]
        if len(cards) < target.count:
            raise refuse(
                "card_count", "a delivery is incomplete", target.clause, given=len(cards), allowed=target.count
            )
        if target.up:
            must_be_told(cards, target.clause)
        d.add(e.CardsDealt(target.to, cards, target.clause, target.seat, target.up, extra))
        if not left:
            break
    if left:
        raise refuse(
            "card_count",
            "more cards than are due",
            step.clause,
            given=len(act.cards),
            allowed=len(act.cards) - len(left),
        )
    progress(d)


# --- the stub -------------------------------------------------------------------------------------------------------


def remove_stub(d: Draft, act: a.RemoveStub) -> None:
    clause = d.cite("stub_to_rack")
    d.permitted(clause)
    d.expect("stub")
    if count_due(d.rules, d.state):
        raise refuse(
            "count_due",
            "the stub must be counted in this round",
            d.cite("stub_count"),
            given=f"{d.state.rounds_uncounted} rounds since the last count",
            allowed="count the stub",
        )
    d.add(e.StubRemoved(clause))
    progress(d)


def expected_stub(d: Draft) -> int:
    """What is left of the deck after the cards that were delivered, burned and set aside (X-06)."""
    return d.rules.deck_size - len(cards_out(d.state))


def recorded_places(state: State) -> dict[str, int]:
    """How many cards the record has at each place."""
    places = {f"seat{s.number}": len(s.cards) for s in state.playing}
    places |= {"dealer": len(state.dealer), "community": len(state.community), "box": len(state.box)}
    places["discards"] = len(state.burned) + len(state.aside) + len(state.thrown)
    return {place: count for place, count in places.items() if count}


def count_stub(d: Draft, act: a.CountStub) -> None:
    from pitboss.table.mishaps import void_round

    clause = d.cite("stub_count")
    d.permitted(clause)
    in_rack = [x.number for x in d.state.decks if x.stage == "used"]
    between = d.state.step < 0 and d.state.rounds_uncounted > 0 and bool(in_rack)
    if not between:
        d.expect("stub")
    size, expected = d.rules.deck_size, expected_stub(d)
    deck = in_rack[0] if between else d.state.deck
    if act.stub < 0:
        raise refuse("count", "not a possible count", clause, given=act.stub, allowed="0 or more")
    if act.stub == expected:
        d.add(e.StubCounted(act.stub, expected, deck, "right", d.cite("count_right")))
        progress(d)
        return
    if between:
        d.add(e.StubCounted(act.stub, expected, deck, "not misdealt", d.cite("count_not_misdealt")))
        d.add(e.DeckRemoved(deck, f"{act.stub} cards counted", d.cite("count_not_misdealt")))
        return
    places, counted = recorded_places(d.state), dict(act.places)
    if set(counted) != set(places) or min(counted.values()) < 0:
        raise refuse(
            "counts_by_place",
            "the count is wrong: count the cards at every place",
            d.cite("count_wrong"),
            given=", ".join(f"{p}: {n}" for p, n in act.places) or "no counts",
            allowed=list(places),
        )
    misdealt = act.stub + sum(counted.values()) == size
    key = "count_misdealt" if misdealt else "count_not_misdealt"
    d.add(e.StubCounted(act.stub, expected, d.state.deck, "misdealt" if misdealt else "not misdealt", d.cite(key)))
    if misdealt and _judged_by_place(d.rules) and _only_seats_wrong(d, act, places, counted):
        return
    void_round(d, d.cite(key), remove_deck=not misdealt, readings=act.meters)
    progress(d)


def _judged_by_place(rules: Rules) -> bool:
    """Whether the operator chose that a misdeal found by counting has the consequence of the place that is wrong."""
    chosen = rules.game.misdeal_by_place
    return chosen is not None and rules.terms.readings.get(chosen[0]) == chosen[1]


def _only_seats_wrong(d: Draft, act: a.CountStub, places: dict[str, int], counted: dict[str, int]) -> bool:
    """Only the hands with a wrong number of cards are void; a wrong board or a missing burn spares what it spares when
    it is noticed earlier, a wrong hand of the dealer's nothing."""
    from pitboss.table.mishaps import void_hand, void_round

    wrong = [p for p in counted if counted[p] != places[p]]
    if "dealer" in wrong:
        return False
    if "community" in wrong or wrong == ["discards"]:
        void_round(d, d.cite("count_misdealt"), spares=d.rules.spared, readings=act.meters)
        progress(d)
        return True
    for place in wrong:
        if place == "discards":
            continue
        number = int(place.removeprefix("seat"))
        d.add(e.HandCorrected("seat", counted[place], d.cite("wrong_hand"), number))
        keeps = next(r.keeps for r in d.rules.mishaps if r.consequence == "void_hand")
        void_hand(d, d.state.seats[number - 1], d.cite("wrong_hand"), keeps=keeps, readings=act.meters)
    progress(d)
    return True


# --- decisions ------------------------------------------------------------------------------------------------------


def decide_hand(d: Draft, act: a.Decide) -> None:
    step = d.expect("ask")
    seat = d.own_seat(act.seat, step.clause)
    nobody_owes_cards(d)
    due = turn(d.rules, d.state)
    if act.seat != due:
        raise refuse(
            "out_of_turn",
            "the players decide in turn, from the dealer's left",
            step.clause,
            given=f"position {act.seat}",
            allowed=f"position {due}",
        )
    choice = next((c for c in step.choices if c.name == act.choice), None)
    if choice is None:
        raise refuse(
            "no_such_choice",
            "not a possible decision here",
            step.clause,
            given=act.choice,
            allowed=[c.name for c in step.choices],
        )
    assert asked(d.rules, d.state, step, seat)
    answer(d, step, seat, choice)
    progress(d)


def nobody_owes_cards(d: Draft) -> None:
    debt = owed_now(d.state, d.step)
    if debt is not None:
        raise refuse(
            "cards_owed",
            "cards must be dealt first",
            debt.clause,
            given=d.step.name if d.step else "",
            allowed=f"{debt.count} to {debt.to}",
        )


def collect(d: Draft, act: a.CollectFolded) -> None:
    step = d.expect("collect")
    d.permitted(step.clause)
    for seat in d.state.seats:
        if to_collect(d.state, d.rules, seat):
            collect_folded(d, seat)
    progress(d)


def show_cards(d: Draft, act: a.ShowCards) -> None:
    step = d.expect("show")
    d.permitted(step.clause)
    nobody_owes_cards(d)
    cards = turned_up(d, to_turn_up(d.state, step), act.cards, step.clause)
    hand = d.rules.game.describe(d.rules, d.state, cards) if step.place == "dealer" else ""
    d.add(e.CardsShown(step.place, cards, step.clause, hand))
    progress(d)


def to_turn_up(state: State, step: Step) -> tuple[Card, ...]:
    """The cards that a step turns up, as they are on record."""
    match step.place:
        case "dealer":
            return state.dealer
        case "box":
            return state.box
        case "community":
            return state.community[state.community_up : step.upto]
        case "":
            raise ValueError(f"the step '{step.name}' turns nothing up")
        case _:
            assert_never(step.place)
