"""One suite for all games, procedures and submissions: whatever people do, in whatever order, the table stays whole."""

import random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.cards.deck import UNKNOWN
from pitboss.games import rules_for
from pitboss.play.history.agreeing import log_of
from pitboss.play.history.writing import history_of
from pitboss.play.log import Record, header_line, lines, read_log
from pitboss.play.replay import replay
from pitboss.play.sources import ShuffledDecks, seeded_stream
from pitboss.play.table import Table
from pitboss.rulebook.book import book
from pitboss.rulebook.submission import check_data, default_data, merge
from pitboss.rulebook.submission_options import reading_options
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.counts import must_count
from pitboss.table.engine import decide, step
from pitboss.table.flow import targets_due
from pitboss.table.offers import Offer
from pitboss.table.refusals import Refusal
from pitboss.table.rules import Rules
from pitboss.table.state import ABANDONED, FORFEITED, State, cards_out
from pitboss.table.views import tell, view
from progressives import LETTERED, METER, WITH_METERS, progressive, second_books
from second_books import METERED
from support import DEALING, LIR, SHIPPED, UTH, Clock

PEOPLE = ("dealer", "floorperson", "supervisor", "player:Ann", "player:Bob", "player:Cy")


# --- random submissions ---------------------------------------------------------------------------------------------


@st.composite
def submissions(draw: st.DrawFn, game: str) -> dict[str, Any]:
    """A lawful submission: procedure, devices, paytables, offered wagers and readings all vary."""
    procedure = draw(st.sampled_from(tuple(DEALING)))
    dealing = dict(DEALING[procedure])
    if dealing["shuffler"] == "automated":
        dealing["decks"] = draw(st.sampled_from((1, 2)))
        dealing["shuffler_counts_cards"] = draw(st.booleans())
    changes: dict[str, Any] = {"dealing": dealing, "wagers": {}, "readings": {}}
    the_book = book(game)
    for family in dict.fromkeys(w.family for w in the_book.wagers):
        letters = [x for x in the_book.letters(family) if x]
        if letters and family != METERED:
            changes["wagers"][family] = {"paytable": draw(st.sampled_from(letters))}
    if game == LIR:
        changes["wagers"]["six_card_bonus"]["offered"] = draw(st.booleans())
    if game == UTH and procedure == "automated_shoe":
        changes["wagers"]["cover_all"] = {"offered": draw(st.booleans())}
    for option in reading_options(game).values():
        if option.values and option.name not in ("dealer_stack", "community_stack"):
            values = [v for v in option.values if v not in ("n", "number", "amount")]
            changes["readings"][option.name] = draw(st.sampled_from(values))
    changes["positions_per_player"] = 1 if game == UTH else draw(st.sampled_from((1, 2)))
    rates = draw(meters(game))
    if rates:
        letter = (
            draw(st.sampled_from([x for x, names in LETTERED.items() if names == tuple(rates)])) if game == LIR else ""
        )
        return merge(changes, progressive(game, rates, letter=letter))
    return merge(changes, {"wagers": {METERED: {"offered": False}}}) if game == LIR else changes


@st.composite
def meters(draw: st.DrawFn, game: str) -> dict[str, str]:
    """The meters of a progressive wager with their rates in percent; none where the table has no such wager."""
    if game not in WITH_METERS or draw(st.integers(0, 4)) == 0:
        return {}
    names = LETTERED[draw(st.sampled_from("ADE"))] if game == LIR else (METER,)
    return {name: draw(st.sampled_from(("1", "5", "7.25"))) for name in names}


def bound(game: str, changes: dict[str, Any]) -> Rules:
    checked = check_data({**merge(default_data(game), _typed(changes)), "meters": changes.get("meters", {})})
    assert checked.terms is not None, [str(f) for f in checked.faults]
    return rules_for(checked.terms)


def _typed(changes: dict[str, Any]) -> dict[str, Any]:
    readings = {k: {"true": True, "false": False}.get(v, v) for k, v in changes["readings"].items()}
    readings = {k: int(v) if isinstance(v, str) and v.isdecimal() else v for k, v in readings.items()}
    return {**changes, "readings": readings}


# --- what must always hold ------------------------------------------------------------------------------------------


class Watched:
    """A table whose chips and meters are followed by the second way, act for act."""

    def __init__(self, table: Table, changes: dict[str, Any]) -> None:
        self.table, self.read = table, 0
        self.books = second_books({name: meter["rate"] for name, meter in changes.get("meters", {}).items()})

    def check(self) -> None:
        """The table's chips and meters are what the events alone come to."""
        acts: list[list[e.AnyEvent]] = []
        for record in self.table.log[self.read :]:
            if record.act is not None:
                acts.append([])
            acts[-1].append(record.event)
        self.read = len(self.table.log)
        for events in acts:
            self.books.follow(events)
        state = self.table.state
        assert state.inventory == self.books.inventory
        assert self.table.meters == dict(state.meters) == self.books.readings
        check_chips(state)


def check_chips(state: State) -> None:
    """Nothing is won or lost out of thin air, and nobody's stake is negative."""
    on_layout = sum(sum(s.stakes) for s in state.seats)
    assert sum(s.net for s in state.seats) + on_layout + state.inventory + state.departed == 0
    assert all(cents >= 0 for s in state.seats for cents in (*s.stakes, *s.taken))


def check_cards(rules: Rules, state: State) -> None:
    assert not rules.deck.surplus(cards_out(state))
    assert len(cards_out(state)) <= rules.deck_size


def check_hidden(rules: Rules, state: State, chance: random.Random) -> None:
    """Other hidden cards, same views: what is not shown does not change what anybody sees."""
    for who in PEOPLE:
        seen = view(rules, state, who)
        twin = _other_hidden_cards(rules, state, seen, chance)
        assert view(rules, twin, who) == seen, who


def _other_hidden_cards(rules: Rules, state: State, seen: Any, chance: random.Random) -> State:
    def other(held: tuple[str, ...], shown: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(
            chance.choice(rules.deck.cards) if face == UNKNOWN else card for card, face in zip(held, shown, strict=True)
        )

    seats = tuple(
        msgspec.structs.replace(s, cards=other(s.cards, v.cards)) for s, v in zip(state.seats, seen.seats, strict=True)
    )
    return msgspec.structs.replace(
        state,
        seats=seats,
        dealer=other(state.dealer, seen.dealer),
        community=other(state.community, seen.community),
        box=other(state.box, seen.box),
        burned=tuple(chance.choice(rules.deck.cards) for _ in state.burned),
        thrown=tuple(chance.choice(rules.deck.cards) for _ in state.thrown),
    )


def check_told(event: e.AnyEvent) -> None:
    """A face-down card is never told to anybody."""
    if isinstance(event, e.CardsDealt) and not event.up:
        for who in PEOPLE:
            told = tell(event, who)
            assert told is not None and set(told.facts["cards"]) <= {UNKNOWN}


def check_void(table: Table, before: State, events: tuple[e.AnyEvent, ...]) -> None:
    """A round that is void for all gives back every wager that was not lost for good."""
    for event in events:
        if isinstance(event, e.RoundVoided) and not event.spared:
            keeps_folded = table.rules.terms.readings.get("void_returns_folded") == "false"
            for was, now in zip(before.seats, table.state.seats, strict=True):
                if was.standing in (FORFEITED, ABANDONED) or (keeps_folded and was.standing == "folded"):
                    continue
                assert not any(now.stakes) and not any(now.taken)


# --- random people --------------------------------------------------------------------------------------------------


def seats(rules: Rules) -> dict[int, str]:
    """Position → player: Bob has two where one may have more than one."""
    return {1: "Ann", 3: "Bob", 4: "Bob" if rules.terms.positions_per_player > 1 else "Cy"}


def with_other_values(table: Table, offer: Offer, chance: random.Random) -> a.AnyAction:
    """Some act that the offer permits, not only its example."""
    example = offer.example
    if isinstance(example, a.Decide):
        return a.Decide(example.seat, chance.choice(offer.values))
    if isinstance(example, a.PlaceWager) and offer.maximum:
        steps = (offer.maximum - offer.minimum) // offer.step
        return a.PlaceWager(example.seat, example.wager, offer.minimum + offer.step * chance.randint(0, steps))
    if isinstance(example, a.CutCards):
        return a.CutCards(chance.randint(offer.minimum, offer.maximum), example.deck)
    if isinstance(example, a.DealCards):
        some = chance.randint(1, len(offer.cards))
        targets = [target for target, _ in targets_due(table.rules, table.state)][:some]
        return a.DealCards(table._source.draw(table.state.deck, targets))
    return example


def nonsense(rules: Rules, chance: random.Random) -> a.AnyAction:
    """An act that is mostly out of place."""
    seat, deck = chance.randint(-1, 9), chance.randint(0, 3)
    wager = chance.choice([*(w.id for w in rules.wagers), "insurance"])
    acts: list[a.AnyAction] = [
        a.PlaceWager(seat, wager, chance.choice((-500, 0, 1, 500, 10**9))),
        a.Decide(seat, chance.choice(("play", "fold", "check", "ride", "withdraw", "play_4x", "dance"))),
        a.DealCards(tuple(chance.choices([*rules.deck.cards, "Zz", UNKNOWN], k=chance.randint(0, 9)))),
        a.CutCards(chance.randint(-1, 60), deck),
        a.ShuffleCards(deck, device=chance.random() < 0.5),
        a.SettleHand(seat),
        a.CountStub(chance.randint(-1, 60), (("seat1", chance.randint(0, 9)),)),
        a.Report(chance.choice(("wrong_number", "card_face_up", "player_left", "storm")), seat, "seat", 4),
        a.Rule("player_left", "losing", seat),
        a.Rule("count", chance.choice(("confirmed", "corrected")), 0, chance.choice((None, a.CountStub(40)))),
        a.CallFloor(a.CountStub(chance.randint(-1, 60))),
        a.TakeSeat(seat, chance.choice(("Ann", "", "Bob"))),
        a.ClearTable(),
        a.OpenRound(),
        a.CloseBets(),
        a.RemoveStub(),
        a.SetDeviceAside(chance.choice(("shuffler", "shoe", "lamp")), chance.choice(("covered", "removed", "kicked"))),
    ]
    return chance.choice(acts)


def act_at_random(table: Table, chance: random.Random) -> None:
    who = chance.choice(PEOPLE)
    if chance.random() < 0.25:
        action: a.AnyAction = nonsense(table.rules, chance)
        lawful = False
    else:
        found = [
            o
            for o in table.offers(who)
            if not isinstance(o.example, a.RemoveDeck | a.LeaveSeat) or chance.random() < 0.1
        ]
        found = [
            o for o in found if not isinstance(o.example, a.Report | a.CallFloor | a.GoIdle) or chance.random() < 0.15
        ]
        if not found:
            return
        offer = chance.choice(found)
        action, lawful = with_other_values(table, offer, chance), True
    before = table.state
    asked = a.Act(who, action, table._clock())
    whole, tried = step(table.rules, before, asked), decide(table.rules, before, asked)
    assert tried == (whole if isinstance(whole, Refusal) else whole[0]), "an act that is only tried is judged the same"
    outcome = table.apply(who, action)
    if isinstance(outcome, Refusal):
        harmless = lawful and isinstance(action, a.PlaceWager) and outcome.code == "no_change"
        assert not lawful or harmless, f"{who} was offered {action} and refused: {outcome}"
        assert table.state is before
        assert outcome.message and outcome.code
        return
    check_void(table, before, outcome)
    for event in outcome:
        check_told(event)


@pytest.mark.parametrize("game", SHIPPED)
@settings(max_examples=120)
@given(data=st.data())
def test_whatever_happens_the_table_stays_whole(game: str, data: st.DataObject) -> None:
    changes = data.draw(submissions(game))
    rules = bound(game, changes)
    chance = random.Random(data.draw(st.integers(0, 2**32)))
    clock = Clock(1)
    table = Table(rules, source=ShuffledDecks(rules.deck, seeded_stream(str(chance.random()))), clock=clock)
    watched = Watched(table, changes)
    patient = chance.random() < 0.7
    if patient:
        table.open()
        for seat, player in seats(rules).items():
            table.sit(seat, player)
            if chance.random() < 0.8:
                for wager in rules.wagers:
                    if not wager.later and (wager.compulsory or chance.random() < 0.6):
                        table.apply(f"player:{player}", a.PlaceWager(seat, wager.id, rules.limits(wager.id).minimum))
    for _ in range(60):
        clock.at += chance.choice((0, 1, 1000, 60_000, 3 * 3_600_000))
        act_at_random(table, chance)
        if patient and chance.random() < 0.4:
            table.perform()
        watched.check()
        check_cards(table.rules, table.state)
    check_hidden(table.rules, table.state, chance)
    _replays(table, rules)


def _replays(table: Table, rules: Rules) -> None:
    """The log alone rebuilds the table, also after a trip through a file."""
    text = header_line(rules.terms) + b"".join(lines(table.log))
    terms, records = read_log(text)
    assert records == table.log and terms == rules.terms
    assert log_of(history_of(text)).log == text, "and through a hand history"
    state = rules.opening()
    for done in replay(terms, records):
        state = done.state
    assert state == table.state


@pytest.mark.parametrize("game", SHIPPED)
@settings(max_examples=60)
@given(data=st.data())
def test_whole_rounds_by_the_book(game: str, data: st.DataObject) -> None:
    """Rounds without mishaps always come to their end; every wager is settled exactly once."""
    changes = data.draw(submissions(game))
    rules = bound(game, changes)
    chance = random.Random(data.draw(st.integers(0, 2**32)))
    clock = Clock(1)
    table = Table(rules, source=ShuffledDecks(rules.deck, seeded_stream(str(chance.random()))), clock=clock).open()
    watched = Watched(table, changes)
    for seat, player in seats(rules).items():
        table.sit(seat, player)
    for _ in range(7):
        start = len(table.log)
        _play_round(table, chance)
        clock.at += chance.choice((1, 60_000))
        _settled_once(table.log[start:])
        watched.check()
        assert table.state.rounds_uncounted <= 5 or not must_count(rules, table.state)


def _play_round(table: Table, chance: random.Random) -> None:
    rules = table.rules
    for seat in seats(rules):
        player = f"player:{table.state.seat(seat).player}"
        for wager in rules.wagers:
            if not wager.later and (wager.compulsory or chance.random() < 0.7):
                table.apply(player, a.PlaceWager(seat, wager.id, rules.limits(wager.id).minimum))
    number = table.state.round
    table.close_bets()
    while table.state.round == number:
        seat = table.turn
        offer = next(
            o for o in table.offers(f"player:{table.state.seat(seat).player}") if isinstance(o.example, a.Decide)
        )
        table.decide(seat, chance.choice(offer.values))
        check_hidden(table.rules, table.state, chance)


def _settled_once(records: list[Record]) -> None:
    settled = [(r.event.seat, r.event.wager) for r in records if isinstance(r.event, e.WagerSettled)]
    assert len(settled) == len(set(settled))
    placed = {(r.event.seat, r.event.wager) for r in records if isinstance(r.event, e.WagerPlaced)}
    gone = {(r.event.seat, r.event.wager) for r in records if isinstance(r.event, e.WagerCollected | e.WagerReturned)}
    assert placed == {*settled, *gone}
