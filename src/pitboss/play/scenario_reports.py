"""Which keys each kind of [[report]] takes, and which steps, decisions and cards a scenario may name at its table."""

from collections import Counter
from collections.abc import Mapping

from msgspec import Struct

from pitboss.play.scenario_parts import Moment, ReportScript, Round
from pitboss.play.scenario_words import cards, near, place
from pitboss.rulebook.roles import PLAYER, STAFF
from pitboss.table.people import role
from pitboss.table.rules import Rules
from pitboss.table.state import State
from pitboss.table.vocabulary import MISHAP_PLACES

STUB_COUNT = "stub_count"
DISCARDS = "discards"
"""What was burned, set aside or discarded unseen, as a count of the stub finds it in one heap."""
ALWAYS = ("kind", "after", "at", "dealt", "decided", "settled", "by", "detail")
_PROGRESS = {"dealt": "deal", "decided": "ask", "settled": "settle"}
"""How far a step has come, and the kind of step that comes so far."""


class Takes(Struct, frozen=True):
    """The keys a kind of report must have and those it may have, beyond those that every report may have."""

    needs: tuple[str, ...] = ()
    may: tuple[str, ...] = ()


TAKES = {
    "card_face_up": Takes(("cards",)),
    "card_drawn_in_error": Takes(),
    "wrong_number": Takes(("place", "count"), ("seat", "cards", "ruling")),
    "dealer_card_exposed": Takes(may=("cards",)),
    "community_card_exposed": Takes(may=("cards",)),
    "box_card_exposed": Takes(may=("cards",)),
    "own_card_exposed": Takes(("seat",), ("cards",)),
    "burn_omitted": Takes(),
    "early_board": Takes(),
    "shuffler_jams": Takes(),
    "shoe_jams": Takes(),
    "device_fails": Takes(("place",)),
    "wrong_count": Takes(("ruling",), ("count",)),
    "cards_run_out": Takes(),
    "player_left": Takes(("seat",), ("ruling",)),
    "violation": Takes(("seat",)),
    STUB_COUNT: Takes(("count",), ("places",)),
}


def key_faults(kind: str, given: set[str]) -> list[str]:
    """What a report of this kind says too much or leaves out."""
    takes = TAKES.get(kind)
    if takes is None:
        return []  # that there is no such kind is told with the kinds of the game
    usable = {*ALWAYS, *takes.needs, *takes.may}
    own = [*takes.needs, *takes.may]
    faults = [
        f"[[report]] {kind} takes no {key}; its own keys are {', '.join(own) if own else 'none'}"
        for key in sorted(given - usable)
    ]
    return faults + [f"[[report]] {kind} needs {key}" for key in takes.needs if key not in given]


def moment_key_faults(where: str, given: set[str]) -> list[str]:
    """How far a step has come says nothing without the step."""
    does = {"dealt": "the cards are dealt", "decided": "the players decide", "settled": "the hands are settled"}
    faults = [
        f"{where} {key} means nothing without at, the step in which {done}"
        for key, done in does.items()
        if key in given and "at" not in given
    ]
    if "at" in given and "after" in given:
        faults.append(f"{where} has either after or at, not both")
    return faults


def who_faults(where: str, by: str) -> list[str]:
    """A person is a role, and a player has a name."""
    if by in STAFF or (role(by) == PLAYER and by.partition(":")[2]):
        return []
    known = f"{', '.join(STAFF)} or {PLAYER}:NAME"
    return [f"{where} by = '{by}' is nobody at the table; known are {known}{near(by, STAFF)}"]


# --- against the rules of the table ---------------------------------------------------------------------------------


def table_faults(made: Round, rules: Rules, state: State) -> list[str]:
    """Decisions, steps and kinds of report that this table does not know."""
    script = rules.script(state.procedure)
    faults: list[str] = []
    choices = list(dict.fromkeys(c.name for step in script for c in step.choices))
    for seat in made.seats:
        for act in dict.fromkeys(seat.acts):
            if act not in choices:
                known = f"the decisions of this game are {', '.join(choices)}"
                faults.append(f"position {seat.number}: there is no decision '{act}'; {known}{near(act, choices)}")
    kinds = [*dict.fromkeys(row.kind for row in rules.mishaps), STUB_COUNT]
    steps = {step.name: step.kind for step in script}
    for report in made.reports:
        if report.kind not in kinds:
            known = f"the kinds of this game are {', '.join(kinds)}"
            faults.append(f"[[report]] there is no kind '{report.kind}'; {known}{near(report.kind, kinds)}")
        faults += _moment_faults("[[report]]", report.when, steps, first=1)
        faults += _place_faults(report)
    for refused in made.refused:
        faults += _moment_faults("[[refused]]", refused.when, steps, first=0)
    return faults


def _moment_faults(where: str, when: Moment, kinds: Mapping[str, str], first: int) -> list[str]:
    """After the last step there is no round left in which anything could be reported; before the bets are closed
    nothing goes wrong, but an act may be refused."""
    steps = list(kinds)
    after, at = ["bets_closed", *steps[1:-1]], steps[first:]
    for key, step, known in (("after", when.after, after), ("at", when.at, at)):
        if step and step not in known and (key, step) != ("after", "bets"):
            said = f"{where} {key} = '{step}' is no moment of this round; known are {', '.join(known)}"
            return [said + near(step, known)]
    for key, kind in _PROGRESS.items():
        if getattr(when, key) and kinds.get(when.at) != kind:
            fitting = [step for step, each in kinds.items() if each == kind]
            return [f"{where} {key} = {getattr(when, key)}: it counts at {' or '.join(fitting)}, not at '{when.at}'"]
    return []


def _place_faults(report: ReportScript) -> list[str]:
    """Places at which no cards are counted."""
    seats = [name for name in report.places if name.startswith("seat") and name[4:].isdecimal()]
    known = [p for p in MISHAP_PLACES if p not in ("seat", "shuffler", "shoe")] + [DISCARDS]
    return [
        f"[[report]] places has no '{name}'; known are seat1 and so on, {', '.join(known)}{near(name, known)}"
        for name in report.places
        if name not in (*seats, *known)
    ]


# --- the cards ------------------------------------------------------------------------------------------------------


def planned_cards(rules: Rules, state: State) -> dict[str, int]:
    """How many cards the round deals to each place at most, once the bets are closed."""
    counts: Counter[str] = Counter()
    for step in rules.script(state.procedure):
        for target in rules.targets(state, step.part, most=True) if step.kind == "deal" else ():
            counts[f"seat{target.seat}" if target.to == "seat" else target.to] += target.count
    return dict(counts)


def found_there(made: Round, name: str) -> int | None:
    """How many cards a report finds at the place, where it says that this is not the right number."""
    counts = [
        report.count
        for report in made.reports
        if report.kind == "wrong_number" and name == (f"seat{report.seat}" if report.place == "seat" else report.place)
    ]
    return max(counts, default=None)


def card_faults(
    made: Round, rules: Rules, plan: dict[str, int], filled: dict[str, list[str]] | None = None
) -> list[str]:
    """Cards for places that get none, and places with a wrong number of cards.

    Before the round, `filled` is unknown: with reports in the file too few cards may still be right, because the round
    may end before they are dealt; and so where some cards are dealt only to those who have raised. After it, a place
    that was named must not have been filled up."""
    faults: list[str] = []
    plans = rules.game.plan(rules, rules.terms.procedure, None).values()
    open_ = bool(made.reports) or any(deal.having for part in plans for deal in part)
    for name, named in made.places.items():
        due, found = plan.get(name, 0), found_there(made, name)
        short = len(named) < due and (bool(filled.get(name)) if filled is not None else not open_)
        where = place(rules, name)
        if not due:
            why = "does not play" if name.startswith("seat") else "gets no cards in this round"
            faults.append(f"[deck] {name}: {where} {why}")
        elif found is not None:
            if len(named) > max(due, found):
                more = f"; the round deals {due} to {where} and [[report]] finds {found} there"
                faults.append(f"[deck] {name} names {cards(len(named))}{more}")
        elif len(named) > due or short:
            faults.append(f"[deck] {name} names {cards(len(named))}; the round deals {due} to {where}")
    return faults
