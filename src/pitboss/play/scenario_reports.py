"""Which keys each kind of [[report]] takes, and which steps, decisions and cards a scenario may name at its table."""

from collections import Counter
from typing import TYPE_CHECKING

from msgspec import Struct

from pitboss.play.scenario_words import cards, near, place
from pitboss.table.people import PLAYER, ROLES, role
from pitboss.table.rules import Rules
from pitboss.table.state import State

if TYPE_CHECKING:
    from pitboss.play.scenario_file import ReportScript, Scenario

STUB_COUNT = "stub_count"
ALWAYS = ("kind", "after", "at", "dealt", "by", "detail")


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
    STUB_COUNT: Takes(("count",)),
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
    faults += [f"[[report]] {kind} needs {key}" for key in takes.needs if key not in given]
    if "dealt" in given and "at" not in given:
        faults.append("[[report]] dealt means nothing without at, the step in which the cards are dealt")
    if "at" in given and "after" in given:
        faults.append("[[report]] has either after or at, not both")
    return faults


def who_faults(by: str) -> list[str]:
    """A person is a role, and a player has a name."""
    staff = [r for r in ROLES if r not in (PLAYER, "auditor")]
    if by in staff or (role(by) == PLAYER and by.partition(":")[2]):
        return []
    known = f"{', '.join(staff)} or player:NAME"
    return [f"[[report]] by = '{by}' is nobody at the table; known are {known}{near(by, staff)}"]


# --- against the rules of the table ---------------------------------------------------------------------------------


def table_faults(scenario: "Scenario", rules: Rules, state: State) -> list[str]:
    """Decisions, steps and kinds of report that this table does not know."""
    script = rules.script(state.procedure)
    faults: list[str] = []
    choices = list(dict.fromkeys(c.name for step in script for c in step.choices))
    for seat in scenario.seats:
        for act in dict.fromkeys(seat.acts):
            if act not in choices:
                known = f"the decisions of this game are {', '.join(choices)}"
                faults.append(f"position {seat.number}: there is no decision '{act}'; {known}{near(act, choices)}")
    kinds = [*dict.fromkeys(row.kind for row in rules.mishaps), STUB_COUNT]
    steps = [step.name for step in script]
    for report in scenario.reports:
        if report.kind not in kinds:
            known = f"the kinds of this game are {', '.join(kinds)}"
            faults.append(f"[[report]] there is no kind '{report.kind}'; {known}{near(report.kind, kinds)}")
        faults += _moment_faults(report, steps)
    return faults


def _moment_faults(report: "ReportScript", steps: list[str]) -> list[str]:
    """After the last step there is no round left in which anything could be reported."""
    after, at = ["bets_closed", *steps[1:-1]], steps[1:]
    for key, step, known in (("after", report.after, after), ("at", report.at, at)):
        if step and step not in known and (key, step) != ("after", "bets"):
            said = f"[[report]] {key} = '{step}' is no moment of this round; known are {', '.join(known)}"
            return [said + near(step, known)]
    return []


# --- the cards ------------------------------------------------------------------------------------------------------


def planned_cards(rules: Rules, state: State) -> dict[str, int]:
    """How many cards the round deals to each place, once the bets are closed."""
    counts: Counter[str] = Counter()
    for step in rules.script(state.procedure):
        for target in rules.targets(state, step.part) if step.kind == "deal" else ():
            counts[f"seat{target.seat}" if target.to == "seat" else target.to] += target.count
    return dict(counts)


def explained(scenario: "Scenario", name: str) -> bool:
    """Whether a report says that the place has another number of cards than it should."""
    return any(
        report.kind == "wrong_number" and name == (f"seat{report.seat}" if report.place == "seat" else report.place)
        for report in scenario.reports
    )


def card_faults(
    scenario: "Scenario", rules: Rules, plan: dict[str, int], filled: dict[str, list[str]] | None = None
) -> list[str]:
    """Cards for places that get none, and places with a wrong number of cards.

    Before the round, `filled` is unknown: with reports in the file too few cards may still be right, because the round
    may end before they are dealt. After it, a place that was named must not have been filled up."""
    faults: list[str] = []
    for name, named in scenario.places.items():
        due = plan.get(name, 0)
        short = len(named) < due and (bool(filled.get(name)) if filled is not None else not scenario.reports)
        if not due:
            why = "does not play" if name.startswith("seat") else "gets no cards in this round"
            faults.append(f"[deck] {name}: {place(rules, name)} {why}")
        elif (len(named) > due or short) and not explained(scenario, name):
            faults.append(f"[deck] {name} names {cards(len(named))}; the round deals {due} to {place(rules, name)}")
    return faults
