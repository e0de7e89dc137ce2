"""What can go wrong at a table, with what follows: found by putting every report that could be made at the moments of a
round to the engine. What drills show and ask about."""

from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from pitboss.cards.deck import Card
from pitboss.rulebook.roles import FLOORPERSON
from pitboss.rulebook.terms import PROCEDURES
from pitboss.school.chance import Chance
from pitboss.school.rounds import RoundMoment, dealt_by, round_of
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.definition import Mishap
from pitboss.table.engine import decide
from pitboss.table.examples import Standpoint, report, spare_cards
from pitboss.table.flow import current, targets_due
from pitboss.table.mishaps import EXPOSED, can_happen, moment, possible, right_number, row_reported
from pitboss.table.refusals import Refusal
from pitboss.table.rules import Rules
from pitboss.table.state import LIVE, Seat, State, face_down
from pitboss.table.vocabulary import Consequence

TRIES = 500
A_STEP = 4
"""How many moments of one step are looked at."""
_DEVICES = {"shuffler_jams": "shuffler", "shoe_jams": "shoe"}


class RoundTrouble(Struct, frozen=True):
    """Something that goes wrong in a round, and what the engine makes of it."""

    rules: Rules
    moments: tuple[RoundMoment, ...]
    number: int
    """Before which of the moments it happens."""
    act: a.Act
    events: tuple[e.AnyEvent, ...]
    row: Mishap

    @property
    def state(self) -> State:
        return self.moments[self.number].state

    @property
    def report(self) -> a.Report:
        assert isinstance(self.act.action, a.Report)
        return self.act.action

    @property
    def found(self) -> e.Irregularity:
        return next(event for event in self.events if isinstance(event, e.Irregularity))

    @property
    def consequence(self) -> Consequence:
        return self.found.consequence


def rows_of_kind(rules: Rules, kind: str) -> Iterator[tuple[str, Mishap]]:
    """The rows by which something of this kind can be reported at this table, each with a way of dealing."""
    for procedure in PROCEDURES:
        dealt = dealt_by(rules, procedure)
        state = dealt.opening()
        for row in dealt.mishaps_by_kind.get(kind, ()):
            devices = [_DEVICES[kind]] if kind in _DEVICES else [each for each in row.place if kind == "device_fails"]
            there = {"shuffler": state.shuffler, "shoe": state.shoe}
            works = not devices or any(there[each] == "working" for each in devices)
            if works and row.consequence != "by_place" and can_happen(dealt, state, row):
                yield procedure, row


@lru_cache(maxsize=256)
def kinds(rules: Rules) -> dict[str, tuple[Mishap, ...]]:
    """What can go wrong at this table, dealt this way or that, with the rows behind it."""
    known = dict.fromkeys(row.kind for row in rules.mishaps)
    found = {kind: tuple(dict.fromkeys(row for _, row in rows_of_kind(rules, kind))) for kind in known}
    return {kind: rows for kind, rows in found.items() if rows}


def troubles(rules: Rules, kind: str, seed: str) -> Iterator[RoundTrouble]:
    """Something of this kind that goes wrong in rounds of this seed: of each row that applies, and of each step, the
    one is as likely as the other."""
    chance = Chance(f"{seed}/trouble")
    procedures = list(dict.fromkeys(procedure for procedure, _ in rows_of_kind(rules, kind)))
    for attempt in range(TRIES):
        dealt = dealt_by(rules, chance.one(procedures))
        found: dict[tuple[str, str, str, str], list[RoundTrouble]] = {}
        for each in _in_round(dealt, kind, f"{seed}/{attempt}", chance):
            step = moment(dealt, each.state)
            found.setdefault((each.row.title, each.consequence, each.found.clause, step), []).append(each)
        by_row: dict[tuple[str, ...], list[RoundTrouble]] = {}
        for key, several in found.items():
            by_row.setdefault(key[:3], []).append(chance.one(several))
        for likely in chance.mixed(list(by_row.values())):
            yield chance.one(likely)


def _in_round(rules: Rules, kind: str, seed: str, chance: Chance) -> Iterator[RoundTrouble]:
    """Every such report that the engine accepts, at some moments of each step."""
    moments = round_of(rules, seed)
    rows = rules.mishaps_by_kind[kind]
    by_step: dict[str, list[int]] = {}
    for number, here in enumerate(moments):
        if any(possible(rules, here.state, row) for row in rows):
            by_step.setdefault(moment(rules, here.state), []).append(number)
    for several in by_step.values():
        for number in chance.some(several, A_STEP):
            yield from _at(rules, moments, number, kind, chance)


def _at(
    rules: Rules, moments: tuple[RoundMoment, ...], number: int, kind: str, chance: Chance
) -> Iterator[RoundTrouble]:
    state = moments[number].state
    for act in _reports(rules, state, kind, chance):
        events = decide(rules, state, act)
        if isinstance(events, Refusal):
            continue
        first = events[0]
        assert isinstance(first, e.Irregularity)
        yield RoundTrouble(rules, moments, number, act, events, row_reported(rules, first))


def _reports(rules: Rules, state: State, kind: str, chance: Chance) -> Iterator[a.Act]:
    """What may be reported now, with a ruling and without one."""
    at = Standpoint(rules, state, FLOORPERSON, current(rules, state))
    found: list[a.Report] = []
    for example in report(at):
        said = example.act
        assert isinstance(said, a.Report)
        if said.kind != kind or (said.seat and not _holds_cards(state.seat(said.seat))):
            continue
        if said.ruling and said.ruling == rules.terms.readings.get("player_left_default"):
            continue
        if said.kind != "wrong_number" or not _only_early(rules, state, said):
            found += [said, replace(said, ruling="")]
    for each in dict.fromkeys(found):
        yield a.Act(FLOORPERSON, _by_chance(rules, state, each, chance))


def _only_early(rules: Rules, state: State, said: a.Report) -> bool:
    """Whether the deal that goes on still brings as many cards there: they came too early, and none is too many."""
    due = sum(to.count for to, _ in targets_due(rules, state) if (to.to, to.seat) == (said.place, said.seat))
    right = right_number(rules, state, said.place, said.seat)
    return right < said.count <= right + due


def _by_chance(rules: Rules, state: State, said: a.Report, chance: Chance) -> a.Report:
    """The report with cards and a count of its own."""
    if said.kind == "card_face_up":
        return replace(said, cards=_from_the_deck(rules, state, 1 + chance.below(2), chance))
    if said.cards:
        return replace(said, cards=_from_the_deck(rules, state, len(said.cards), chance))
    if said.kind in EXPOSED:
        return replace(said, cards=_exposed(state, EXPOSED[said.kind], chance))
    if said.kind == "own_card_exposed":
        return replace(said, cards=(chance.one(state.seat(said.seat).cards),))
    return said


def _from_the_deck(rules: Rules, state: State, count: int, chance: Chance) -> tuple[Card, ...]:
    return tuple(chance.some(spare_cards(rules, state, rules.deck_size), count))


def _exposed(state: State, place: str, chance: Chance) -> tuple[Card, ...]:
    """One of the cards that lie face down there."""
    hidden = {
        "dealer": tuple(face_down(state.dealer, state.dealer_up, state.dealer_open)),
        "community": state.community[state.community_up :],
        "box": () if state.box_up else state.box,
    }[place]
    return (chance.one(hidden),) if hidden else ()


def _holds_cards(seat: Seat) -> bool:
    """Whether the hand is played and lies before its player."""
    return seat.standing == LIVE and bool(seat.cards) and not (seat.discarded or seat.collected)
