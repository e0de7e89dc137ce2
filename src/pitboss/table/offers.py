"""What a person may do now. Candidates are put to `decide` itself, so an offer can never disagree with the rules."""

from collections.abc import Iterator

from msgspec import Struct

from pitboss.table import actions as a
from pitboss.table.engine import decide
from pitboss.table.flow import current, targets_due, turn
from pitboss.table.mishaps import possible, right_number
from pitboss.table.people import PLAYER, name, role
from pitboss.table.refusals import Refusal
from pitboss.table.rules import Rules
from pitboss.table.state import Seat, State, cards_out


class Offer(Struct, frozen=True):
    """An act this person may perform: an example of it, the values that may vary, and the clause."""

    by: str
    example: a.AnyAction
    clause: str
    values: tuple[str, ...] = ()
    """The permitted choices, where the act takes one."""
    minimum: int = 0
    maximum: int = 0
    step: int = 0
    """The permitted range of amounts or numbers, where the act takes one."""
    cards: tuple[int, ...] = ()
    """The sizes of the deliveries that may be brought, in order."""

    @property
    def do(self) -> str:
        """The name of the act."""
        return type(self.example).__name__

    def act(self, value: int | str | None = None) -> a.AnyAction:
        """The act with this choice, amount in cents or number; the example where nothing is to be chosen.

        >>> Offer("player:Ann", a.Decide(1, "play"), "", values=("play", "fold")).act("fold")
        Decide(seat=1, choice='fold')
        """
        example = self.example
        if value is None:
            return example
        if isinstance(example, a.Decide):
            return a.Decide(example.seat, str(value))
        if isinstance(example, a.PlaceWager):
            return a.PlaceWager(example.seat, example.wager, int(value))
        if isinstance(example, a.CutCards):
            return a.CutCards(int(value), example.deck)
        raise ValueError(f"{self.do} takes no value; given: {value}")


def offers(rules: Rules, state: State, who: str, at: int = 0) -> tuple[Offer, ...]:
    """Everything this person may do at this moment."""
    found: list[Offer] = []
    for candidate in _candidates(rules, state, who):
        outcome = decide(rules, state, a.Act(who, candidate.example, at))
        if not isinstance(outcome, Refusal):
            first = outcome[0]
            found.append(
                Offer(
                    who,
                    candidate.example,
                    getattr(first, "clause", ""),
                    candidate.values,
                    candidate.minimum,
                    candidate.maximum,
                    candidate.step,
                    candidate.cards,
                )
            )
    return tuple(found)


def _candidates(rules: Rules, state: State, who: str) -> Iterator[Offer]:
    if role(who) == PLAYER:
        mine = [s for s in state.seats if s.player == name(who)]
        # What is refused anyway is not tried: a view with its offers goes out after every act at a table.
        if len(mine) < rules.terms.positions_per_player:
            for seat in state.seats:
                if not seat.player:
                    yield Offer(who, a.TakeSeat(seat.number, name(who)), "")
        for deck in state.decks:
            if deck.stage == "spread":
                yield Offer(who, a.LookAtCards(deck.number), "")
    else:
        mine = [s for s in state.seats if s.player]
        yield from _staff(rules, state, who)
    for seat in mine:
        yield from _at_seat(rules, state, who, seat)
    yield from _reports(rules, state, who)


def _at_seat(rules: Rules, state: State, who: str, seat: Seat) -> Iterator[Offer]:
    yield Offer(who, a.LeaveSeat(seat.number), "")
    now = current(rules, state)
    if now is not None and now.kind == "bets":
        for place, wager in enumerate(rules.wagers):
            if wager.later:
                continue
            terms = rules.limits(wager.id)
            lowest = terms.minimum if seat.stakes[place] != terms.minimum else terms.minimum + terms.increment
            if lowest <= terms.maximum:
                example = a.PlaceWager(seat.number, wager.id, lowest)
                yield Offer(who, example, "", (), terms.minimum, terms.maximum, terms.increment)
            if seat.stakes[place]:
                yield Offer(who, a.PlaceWager(seat.number, wager.id, 0), "")
    if now is not None and now.kind == "ask" and turn(rules, state) == seat.number:
        names = tuple(c.name for c in now.choices)
        yield Offer(who, a.Decide(seat.number, names[0]), "", names)


def _staff(rules: Rules, state: State, who: str) -> Iterator[Offer]:
    yield from _with_decks(rules, state, who)
    plain: list[a.AnyAction] = [
        a.OrderRecut(), a.OrderShuffle(), a.GoIdle(), a.GoIdle(face_up=True),
        a.OpenRound(), a.CloseBets(), a.RemoveStub(), a.CollectFolded(),
        a.ShowCards(), a.PostContributions(), a.SettleTable(), a.ClearTable(),
        a.SettleHand(turn(rules, state) or 1), a.CountStub(rules.deck_size - len(cards_out(state))),
    ]  # fmt: skip
    for device in ("shuffler", "shoe"):
        plain += [a.SetDeviceAside(device, m) for m in rules.book.measures]
        plain.append(a.RestoreDevice(device))
    plain += [a.ChangeProcedure(p) for p in ("manual_shoe", "hand", "automated_shoe") if p != state.procedure]
    now = current(rules, state)
    if now is not None and now.kind == "take":
        place = rules.index[now.wagers[0]]
        plain.append(a.TakeWagers(now.wagers[0], sum(1 for s in state.playing if s.stakes[place])))
    for example in plain:
        yield Offer(who, example, "")
    due = [target for target, _ in targets_due(rules, state)]
    if due:
        spare = spare_cards(rules, state, sum(t.count for t in due))
        yield Offer(who, a.DealCards(spare), "", cards=tuple(t.count for t in due))
    for matter, seat in state.matters:
        rulings = ("resolved",) if matter.startswith("chips:") else ("played_out", "losing", "confirmed", "dismissed")
        for ruling in rulings:
            yield Offer(who, a.Rule(matter, ruling, seat), "")


def _with_decks(rules: Rules, state: State, who: str) -> Iterator[Offer]:
    deepest = rules.deck_size - max(1, int(rules.reading("cut_min_from_bottom")))
    for deck in state.decks:
        n = deck.number
        for example in (
            a.ReceiveCards(n), a.ReceiveCards(n, preshuffled=True), a.InspectCards(n), a.InspectCards(n, sound=False),
            a.VerifyCards(n),
            a.SpreadCards(n), a.LookAtCards(n), a.WashCards(n), a.StackCards(n), a.ShuffleCards(n),
            a.ShuffleCards(n, device=True),
            a.DeviceCountsCards(rules.deck_size, n), a.RemoveDeck(n),
        ):  # fmt: skip
            yield Offer(who, example, "")
        yield Offer(who, a.CutCards(10, n), "", (), 10, deepest, 1)


def spare_cards(rules: Rules, state: State, count: int) -> tuple[str, ...]:
    """Cards that have not left the deck: an example of what could be dealt, not what will be."""
    left = list(rules.deck.cards)
    for card in cards_out(state):
        if card in left:
            left.remove(card)
    return tuple(left[:count])


def _reports(rules: Rules, state: State, who: str) -> Iterator[Offer]:
    seen: set[a.Report] = set()
    for row in rules.reports(role(who)):
        if not possible(rules, state, row):
            continue
        for example in _examples(rules, state, row.kind, row.place, row.compare, row.ruling):
            if example not in seen:
                seen.add(example)
                yield Offer(who, example, row.clause)


def _examples(
    rules: Rules, state: State, kind: str, places: tuple[str, ...], compare: str, ruling: str
) -> Iterator[a.Report]:
    match kind:
        case "card_face_up":
            yield a.Report(kind, cards=spare_cards(rules, state, 1))
        case "device_fails":
            for device in places:
                yield a.Report(kind, place=device)
        case "wrong_count":
            yield a.Report(kind, ruling=ruling)
        case "player_left":
            for seat in state.playing:
                for each in ("", "played_out", "losing"):
                    yield a.Report(kind, seat=seat.number, ruling=each)
        case "violation" | "own_card_exposed":
            for seat in state.playing:
                yield a.Report(kind, seat=seat.number)
        case "wrong_number":
            for place in places:
                for number in [s.number for s in state.playing] if place == "seat" else [0]:
                    right = right_number(rules, state, place, number)
                    count = right - 1 if compare == "few" else right + 1
                    short = compare == "many" and right < rules.board[state.procedure]
                    cards = spare_cards(rules, state, 1) if short else ()
                    yield a.Report(kind, seat=number, place=place, count=count, cards=cards, ruling=ruling)
        case _:
            yield a.Report(kind)
