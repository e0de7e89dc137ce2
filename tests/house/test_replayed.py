"""A round told again lies at every event as the table lay: what everybody sees is what a spectator saw then, and who
knows all cards knows which of them lie face down."""

import pytest
from msgspec import UNSET
from msgspec.structs import asdict

from pitboss.house.audit.queries import HandLine
from pitboss.house.server.replayed import Replay
from pitboss.messages.rounds import CardsLaid, ResultLaid, SeatLaid, TableLaid
from pitboss.play.table import Table
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.evolve import evolve
from pitboss.table.people import SPECTATOR
from pitboss.table.results import results
from pitboss.table.state import State
from pitboss.table.views import known, view
from support import LIR, SHIPPED, UTH, accepted, finish, rules, seated, table, to

HANDS = (HandLine(1, "P1", 0, 0), HandLine(3, "P3", 0, 0))


class Drawn:
    """What a page makes of it: what is told is laid over what lay before, and nothing else is done."""

    def __init__(self) -> None:
        self.seats: dict[int, dict[str, object]] = {}
        self.places: dict[str, CardsLaid] = {}

    def draw(self, laid: TableLaid) -> None:
        for seat in laid.seats:
            self.seats[seat.number] = self.seats.get(seat.number, {}) | _named(seat)
        for number in laid.gone:
            del self.seats[number]
        self.places |= {name: cards for name, cards in _named(laid).items() if isinstance(cards, CardsLaid)}

    def net(self, seat: int) -> object:
        return self.seats[seat]["net"]

    def cards(self, place: str) -> tuple[str, ...]:
        return self.places.get(place, CardsLaid()).cards


def _named(told: SeatLaid | TableLaid) -> dict[str, object]:
    """What is told, without what is not named."""
    given = asdict(told)
    return {name: given[name] for name in given if given[name] is not UNSET}


def states(t: Table) -> list[tuple[e.AnyEvent, State]]:
    """The round that is being played: each event, and the table as it was after it."""
    state, found = t.rules.opening(), []
    for record in t.log:
        state = evolve(t.rules, state, record.event)
        found.append((record.event, state))
    first = next(n for n, (event, _) in enumerate(found) if isinstance(event, e.RoundOpened))
    return found[first:]


def holds(t: Table) -> int:
    """Compares every step; says how many there were."""
    played = states(t)
    seen, whole = Replay(t.rules, HANDS), Replay(t.rules, HANDS)
    public, all_faces = Drawn(), Drawn()
    nets = results(event for event, _ in played)
    for (event, state), net in zip(played, nets, strict=True):
        public.draw(seen.after(known(event), net))
        all_faces.draw(whole.after(event, net))
        shown = view(t.rules, state, SPECTATOR)
        for name, lying in (("dealer", shown.dealer), ("community", shown.community), ("box", shown.box)):
            assert public.cards(name) == lying, (event, name)
            assert _closed(all_faces.places.get(name, CardsLaid())) == lying, (event, name)
        assert (public.cards("aside"), len(public.cards("burn"))) == (shown.set_aside, shown.burned)
        for seat in shown.seats:
            if seat.number in (1, 3):
                own, known_cards = public.seats[seat.number], all_faces.seats[seat.number].get("cards", CardsLaid())
                lie, laid = own.get("wagers", {}), own.get("cards", CardsLaid())
                assert isinstance(laid, CardsLaid) and isinstance(known_cards, CardsLaid) and isinstance(lie, dict)
                assert laid.cards == _closed(known_cards) == seat.cards, event
                assert own.get("lammers", ()) == seat.lammers
                assert {w: cents for w, cents in lie.items() if w not in seat.lammers} == seat.wagers
                assert known_cards.cards == state.seat(seat.number).cards
    return len(played)


def _closed(laid: CardsLaid) -> tuple[str, ...]:
    return tuple("??" if place in laid.down else card for place, card in enumerate(laid.cards))


@pytest.mark.parametrize("game", SHIPPED)
def test_every_step_lies_as_the_table_lay(game: str) -> None:
    assert holds(finish(seated(table(game), 1, 3))) > 20


def test_a_hand_that_was_dealt_wrong_is_shown_as_it_is() -> None:
    """Two cards were recorded and three lie there: the third nobody knows."""
    t = to(seated(table(UTH), 1, 3), "preflop")
    accepted(t, "floorperson", a.Report("wrong_number", place="seat", seat=3, count=3))
    assert holds(t) > 20
    replay = Replay(t.rules, HANDS)
    drawn = Drawn()
    for event, _ in states(t):
        drawn.draw(replay.after(event, None))
    laid = drawn.seats[3]["cards"]
    assert isinstance(laid, CardsLaid) and len(laid.cards) == 3 and laid.cards[2] == "??" and laid.down == (0, 1, 2)


def test_wagers_results_and_sums_worked_out_by_hand() -> None:
    """A fold that costs $15, a void that gives it back, and of another hand a win of $10."""
    replay = Replay(rules(UTH), HANDS)
    drawn = Drawn()

    def after(event: e.AnyEvent, net: int | None = None) -> TableLaid:
        laid = replay.after(event, net)
        drawn.draw(laid)
        return laid

    first = after(e.RoundOpened(1, 1, "C"))
    assert first == TableLaid(seats=(SeatLaid(number=1, player="P1"), SeatLaid(number=3, player="P3")))
    assert after(e.WagerPlaced(1, "ante", 1000, "C")) == TableLaid(seats=(SeatLaid(number=1, wagers={"ante": 1000}),))
    assert after(e.StepOpened(1, "deal", "C")) == TableLaid(), "a heading moves nothing"
    after(e.WagerPlaced(1, "trips", 500, "C"))
    after(e.BetsClosed((1, 3), "C"))
    assert after(e.Decided(1, "final", "fold", "C", folds=True)) == TableLaid(seats=(SeatLaid(number=1, out=True),))
    collected = after(e.WagerCollected(1, "ante", 1000, "C"), -1000)
    lost = ResultLaid("ante", "Ante", "collected", "lost", -1000)
    assert collected == TableLaid(seats=(SeatLaid(number=1, wagers={"trips": 500}, results=(lost,), net=-1000),))
    after(e.WagerCollected(1, "trips", 500, "C"), -500)
    assert drawn.net(1) == -1500
    after(e.WagerReturned(1, "ante", 1000, "C", "void"), 1000)
    after(e.WagerReturned(1, "trips", 500, "C", "void"), 500)
    back = [("Ante", "goes back", "even"), ("Trips", "goes back", "even")]
    results_now = drawn.seats[1]["results"]
    assert isinstance(results_now, tuple)
    assert [(each.title, each.said, each.kind) for each in results_now] == back and drawn.net(1) == 0
    after(e.PayoutCut(3, "trips", 2500, "C"), -2500)
    assert drawn.seats[3]["results"] == (ResultLaid("trips", "Trips", "cut by the payout limit", "cut", -2500),)


def test_what_goes_back_takes_the_place_of_its_own_wager_only() -> None:
    """Ante and Trips were collected; the Trips wager alone comes back."""
    replay = Replay(rules(UTH), HANDS)
    for wager, cents in (("ante", 1000), ("trips", 500)):
        replay.after(e.WagerPlaced(1, wager, cents, "C"), None)
    replay.after(e.BetsClosed((1, 3), "C"), None)
    replay.after(e.WagerCollected(1, "ante", 1000, "C"), -1000)
    replay.after(e.WagerCollected(1, "trips", 500, "C"), -500)
    (laid,) = replay.after(e.WagerReturned(1, "trips", 500, "C", "void"), 500).seats
    ante = ResultLaid("ante", "Ante", "collected", "lost", -1000)
    assert laid.results == (ante, ResultLaid("trips", "Trips", "goes back", "even")) and laid.net == -1000


def test_who_leaves_takes_his_place_along_and_the_end_of_the_round_stays_to_be_seen() -> None:
    replay = Replay(rules(LIR), ())
    assert replay.after(e.SeatTaken(2, "Ann", "C"), None).seats == (SeatLaid(number=2, player="Ann"),)
    replay.after(e.WagerPlaced(2, "bet_1", 500, "C"), None)
    replay.after(e.WagerReturned(2, "bet_1", 500, "C"), 0)
    assert replay.after(e.SeatLeft(2, "Ann"), None) == TableLaid(gone=(2,))
    assert replay.after(e.SeatTaken(2, "Ben", "C"), None).seats == (SeatLaid(number=2, player="Ben"),), (
        "nothing of hers"
    )
    assert replay.after(e.TableCleared(1, 1, False, "C"), None) == TableLaid()
    assert replay.after(e.SeatTaken(4, "Cy", "C"), None) == TableLaid(), "he comes for the next round"
