"""Something goes wrong: what follows, which wagers go back, whose ruling it needs. What went wrong is put to the engine
as a report; what the engine makes of it is the right answer. Wrong answers are what follows from other rows of the
game's irregularity table, as far as something else happens here."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from msgspec.structs import replace

from pitboss.messages.tasks import DrillAnswer, DrillTask, Misstep, Shown, TaskName, TaskVerdict, Topic
from pitboss.rulebook.passages import facts
from pitboss.rulebook.readings import readings_of
from pitboss.rulebook.roles import DEALER, FLOORPERSON
from pitboss.rulebook.words import sentence as capital
from pitboss.school.answering import choosing, judged_choice, no_place
from pitboss.school.chance import Chance, chance_of
from pitboss.school.drill import Drill
from pitboss.school.drills import trouble_counts as counts
from pitboss.school.drills.read_parts import RULE
from pitboss.school.drills.trouble_parts import (
    KIND,
    TroubleQuestion,
    WagerFates,
    becomes,
    belief,
    is_so,
    marks,
    means_something,
    other_fates,
    task_at,
)
from pitboss.school.rounds import RoundMoment
from pitboss.school.troubles import RoundTrouble, kinds, troubles
from pitboss.table import events as e
from pitboss.table.definition import Mishap
from pitboss.table.draft import stake
from pitboss.table.engine import decide
from pitboss.table.refusals import Refusal
from pitboss.table.rules import Rules
from pitboss.table.state import FOLDED, LIVE, Seat
from pitboss.table.vocabulary import Consequence
from pitboss.wording.mishaps import kind_words
from pitboss.wording.plainly import plainly
from pitboss.wording.trouble_events import RULINGS, what_happened

WRONG_ANSWERS = 3
Asked = tuple[TroubleQuestion, tuple[RoundMoment, ...], int]
"""A question, the round, and before which of its moments it is asked."""


def topics(rules: Rules) -> tuple[Topic, ...]:
    """What can go wrong in this game."""
    of_rows = [
        Topic(_id(kind), capital(kind_words(kind)), tuple(dict.fromkeys(row.clause for row in rows)))
        for kind, rows in kinds(rules).items()
    ]
    return (*of_rows, *counts.topics(rules))


def _id(kind: str) -> str:
    return kind.replace("_", "-")


def make(rules: Rules, name: TaskName) -> DrillTask:
    title = next(topic.title for topic in topics(rules) if topic.id == name.topic)
    return task_at(name, title, *_asked(rules, name))


def judge(rules: Rules, name: TaskName, answer: DrillAnswer) -> TaskVerdict:
    asked, _, _ = _asked(rules, name)
    return judged_choice(asked.choosing, answer, asked.why)


@lru_cache(maxsize=64)
def _asked(rules: Rules, name: TaskName) -> Asked:
    if name.place:
        raise no_place(name, 1)
    seed = f"trouble/{name.game}/{name.topic}/{name.seed}"
    found = counts.asked(rules, name, seed)
    if found is not None:
        return found
    kind = next(kind for kind in kinds(rules) if _id(kind) == name.topic)
    for each in troubles(rules, kind, seed):
        chance = chance_of(name)
        if each.consequence in ("record", "use_next") or is_so(each.consequence, marks(each.events)):
            for ask in chance.mixed((_follows, _follows, _wagers, _wagers, _ruling)):
                asked = ask(each, chance)
                if asked is not None:
                    return asked, each.moments, each.number
    raise AssertionError(f"no round of {rules.game.id} comes to the topic '{name.topic}'")


def _said(trouble: RoundTrouble) -> str:
    """What has happened, and what a floorperson has found of it, where the answer depends on that."""
    said = f"{capital(what_happened(trouble.rules, trouble.found))}."
    if trouble.consequence == "left" and trouble.report.ruling:
        return f"{said} The floorperson rules: {_within(RULINGS[trouble.report.ruling])}."
    if trouble.consequence == "forfeit":
        return f"{said} A floorperson has found that it is so."
    if not trouble.report.ruling and _other_rulings(trouble):
        otherwise = RULINGS.get(trouble.report.kind, "What is reported has not that consequence")
        return f"{said} The floorperson rules: {_within(otherwise)}."
    return said


def _within(said: str) -> str:
    """As it stands within a sentence."""
    return said[0].lower() + said[1:]


def _other_rulings(trouble: RoundTrouble) -> list[str]:
    """What a floorperson could rule of the same report, beside what was ruled."""
    known = dict.fromkeys(row.ruling for row in trouble.rules.mishaps_by_kind[trouble.report.kind])
    tried = {each: replace(trouble.report, ruling=each) for each in known if each != trouble.report.ruling}
    acts = {each: replace(trouble.act, action=report) for each, report in tried.items()}
    return [each for each, act in acts.items() if not isinstance(decide(trouble.rules, trouble.state, act), Refusal)]


def _solved(
    trouble: RoundTrouble, question: str, right: str, wrong: Iterator[tuple[str, Misstep]], chance: Chance
) -> TroubleQuestion:
    found = trouble.found
    cited = [found.clause, *[event.saves for event in trouble.events if isinstance(event, e.RoundVoided)]]
    shown = (Shown("It lies open", found.cards),) if found.cards else ()
    return TroubleQuestion(
        trouble.rules,
        f"{_said(trouble)} {question}",
        choosing(chance, [right], list(islice(wrong, WRONG_ANSWERS))),
        tuple(cited),
        shown,
        _reading(trouble),
    )


def _reading(trouble: RoundTrouble) -> tuple[Misstep, ...]:
    """How the clause is read at this table, where that is recorded."""
    rules, found = trouble.rules, trouble.found
    readings = readings_of(rules.game.id, facts(rules.terms)) if found.reading else ()
    return tuple(Misstep(RULE, plainly(each.choice), found.clause) for each in readings if each.id == found.reading)


# --- what follows ----------------------------------------------------------------------------------------------------


def _follows(trouble: RoundTrouble, chance: Chance) -> TroubleQuestion | None:
    right = trouble.consequence
    if trouble.report.ruling and right in ("complete", "left"):
        return None  # what is reported says what follows
    if not means_something(trouble.rules, trouble.state, right):
        return None
    words = becomes(trouble.rules, right)
    asked = _solved(trouble, "What follows?", words, _wrong(trouble, chance, words), chance)
    return asked if len(asked.choosing.offered) >= WRONG_ANSWERS else None


def _wrong(trouble: RoundTrouble, chance: Chance, right: str) -> Iterator[tuple[str, Misstep]]:
    """What follows in other cases, first those of the same kind, each once; nothing of it happens here."""
    rules, found = trouble.rules, marks(trouble.events)
    kind = trouble.report.kind
    rows = [row for row in kinds(rules).get(kind, rules.mishaps_by_kind[kind]) if row.consequence != "by_place"]
    elsewhere = [row for other, some in kinds(rules).items() if other != kind for row in some]
    known = {right}
    if trouble.consequence == "left":
        for ruling, words, said in _of_absence(trouble):
            known.add(words)
            yield words, Misstep(KIND, said, trouble.found.clause, ruling)
    fits = set(_thinkable(trouble))
    for row in (*chance.mixed(rows), *chance.mixed(elsewhere), *_plain(trouble, chance)):
        consequence = row.consequence
        words = becomes(rules, consequence)
        if words in known or is_so(consequence, found) or consequence not in fits:
            continue
        known.add(words)
        said, clause = _of_other(trouble, row, rows)
        yield words, Misstep(KIND, said, clause, belief(consequence, found))


def _plain(trouble: RoundTrouble, chance: Chance) -> Iterator[Mishap]:
    """What no row of this game has follow, as rows."""
    for each in chance.mixed(_thinkable(trouble)):
        yield replace(trouble.row, consequence=each, title="", clause="")


_ALWAYS: tuple[Consequence, ...] = ("record", "void", "void_spare", "void_hand")
_OF_A_PLAYER: tuple[Consequence, ...] = ("record", "void", "void_hand", "forfeit")
_OF_A_CARD: tuple[Consequence, ...] = (*_ALWAYS, "replace")
_OF_THE_DECK: tuple[Consequence, ...] = (*_ALWAYS, "void_remove")
_OF_A_DEVICE: tuple[Consequence, ...] = ("record", "void", "remove_deck")
_THINKABLE: dict[str, tuple[Consequence, ...]] = {
    "card_face_up": (*_OF_A_CARD, "void_remove", "complete_later", "use_next"),
    "card_drawn_in_error": (*_OF_A_CARD, "complete_later", "use_next"),
    "dealer_card_exposed": _OF_A_CARD,
    "community_card_exposed": _OF_A_CARD,
    "box_card_exposed": _OF_A_CARD,
    "own_card_exposed": (*_OF_A_PLAYER, "replace"),
    "violation": _OF_A_PLAYER,
    "player_left": ("void", "void_hand"),
    "wrong_number": (*_OF_THE_DECK, "complete"),
    "wrong_count": (*_OF_THE_DECK, "remove_deck"),
    "cards_run_out": (*_OF_THE_DECK, "remove_deck"),
    "shoe_jams": (*_OF_THE_DECK, "remove_deck"),
    "shuffler_jams": _OF_A_DEVICE,
    "device_fails": _OF_A_DEVICE,
}
"""What somebody could take for the consequence of such a report."""


def _thinkable(trouble: RoundTrouble) -> list[Consequence]:
    report = trouble.report
    found = [each for each in _THINKABLE.get(report.kind, _OF_THE_DECK) if each != "void_hand" or report.seat]
    return [each for each in found if means_something(trouble.rules, trouble.state, each)]


def _of_other(trouble: RoundTrouble, row: Mishap, same_kind: list[Mishap]) -> tuple[str, str]:
    """When that would follow, and by which clause."""
    rules, here = trouble.rules, trouble.found.clause
    if not row.title:
        return "No rule of this game has that follow.", here
    if row.option and rules.terms.readings.get(row.option[0]) != row.option[1]:
        return "That follows where the operator has chosen otherwise.", row.clause
    if row.title == trouble.row.title and row in same_kind:
        return "In another case of the same kind that would follow; not here and now.", row.clause
    return f"That follows in another case: {row.title}.", row.clause


def _of_absence(trouble: RoundTrouble) -> Iterator[tuple[str, str, str]]:
    """What could be said of a player who has left, instead of what holds at this table."""
    for ruling, said in (("losing", "absent_loses"), ("played_out", "absent_plays")):
        if ruling not in _ruled_of_absent(trouble):
            yield said, RULINGS[ruling], "That is not what holds at this table without a floorperson's ruling."


def _ruled_of_absent(trouble: RoundTrouble) -> list[str]:
    return [event.ruling for event in trouble.events if isinstance(event, e.PlayerAway)]


# --- which wagers go back --------------------------------------------------------------------------------------------


def _wagers(trouble: RoundTrouble, chance: Chance) -> TroubleQuestion | None:
    rules = trouble.rules
    if trouble.consequence == "left" and "losing" not in _ruled_of_absent(trouble):
        return None  # a hand that is played out may win or lose
    seats = [(seat, fates) for seat in trouble.state.seats if (fates := fates_of(trouble, seat)) is not None]
    if not seats:
        return None
    own = [each for each in seats if each[0].number == trouble.report.seat]
    seat, right = chance.one(own if own and chance.below(2) else seats)
    wrong = (
        (fates.words(rules), Misstep(KIND, "That is not what becomes of them.", trouble.found.clause, said))
        for fates, said in other_fates(rules, right)
    )
    question = f"What becomes of the wagers of position {seat.number}?"
    return _solved(trouble, question, right.words(rules), wrong, chance)


def fates_of(trouble: RoundTrouble, seat: Seat) -> WagerFates | None:
    """What becomes of the wagers of this position; nothing where there are none or their fate was sealed before."""
    rules, events = trouble.rules, trouble.events
    voided = any(isinstance(event, e.RoundVoided) for event in events)
    if seat.settled >= 0 or not (seat.standing == LIVE or (seat.standing == FOLDED and voided)):
        return None
    lie = [w.id for w in rules.wagers if stake(rules, seat, w.id)]
    of_seat = [event for event in events if getattr(event, "seat", 0) == seat.number]
    back = {event.wager for event in of_seat if isinstance(event, e.WagerReturned)}
    lost = {event.wager for event in of_seat if isinstance(event, e.WagerCollected)} - back
    if any(isinstance(event, e.WagersForfeited | e.PlayerAway) for event in of_seat):
        lost |= set(lie) - back  # those with a lammer lie in the tray already
    elif seat.standing == FOLDED:
        lost |= {w for w in lie if rules.wager[w].folds} - back
    rest = [w for w in lie if w not in back and w not in lost]
    found = WagerFates(tuple(w for w in lie if w in back), tuple(rest), tuple(w for w in lie if w in lost))
    return found if lie else None


# --- whose ruling ----------------------------------------------------------------------------------------------------

_WHOSE = {
    "rule": "Nobody's: the rule says what follows, and the dealer carries it out",
    "floor": "A floorperson's: nothing follows until he has ruled",
    "dealer": "The dealer's own: he decides what is fair",
    "players": "That of the players at the table: it is done if all agree",
}
_RULED: dict[tuple[str, str], tuple[str, str]] = {
    ("rule", "floor"): (
        "The rule leaves nothing to decide; a floorperson may be called all the same.",
        "waits_for_floor",
    ),
    ("rule", "dealer"): ("The rule says what follows; the dealer carries it out and nothing else.", "dealer_rules"),
    ("rule", "players"): ("Players have no say in it.", "players_rule"),
    ("floor", "rule"): ("The dealer may not carry this out before a floorperson has ruled.", "dealer_rules"),
    ("floor", "dealer"): ("The dealer does not decide this.", "dealer_rules"),
    ("floor", "players"): ("Players have no say in it.", "players_rule"),
}
"""The right answer and the one that was chosen: what is said, and what was believed."""


def _ruling(trouble: RoundTrouble, chance: Chance) -> TroubleQuestion | None:
    """Put to the engine as the dealer's report: carried out, or left to a floorperson."""
    if trouble.consequence in ("record", "use_next"):
        return None
    if trouble.consequence == "left" and _ruled_of_absent(trouble):
        return _other_ruling(trouble, chance)
    if not trouble.report.ruling and _other_rulings(trouble):
        return None
    told = decide(trouble.rules, trouble.state, replace(trouble.act, by=DEALER))
    if isinstance(told, Refusal):
        if told.code != "wrong_role":
            return None
        right = "floor"
    else:
        right = "floor" if "waits" in marks(told) else "rule"
    wrong = ((words, Misstep(KIND, *_ruled(trouble, right, each))) for each, words in _WHOSE.items() if each != right)
    said = _solved(trouble, "Whose ruling does this need?", _WHOSE[right], wrong, chance)
    happened = capital(what_happened(trouble.rules, trouble.found))
    return replace(said, words=f"{happened}. Whose ruling does this need?")


def _ruled(trouble: RoundTrouble, right: str, chosen: str) -> tuple[str, str, str]:
    words, believed = _RULED[right, chosen]
    return words, trouble.found.clause, believed


_WHO_CAN = {
    "floor": "A floorperson's",
    "dealer": "The dealer's",
    "players": "That of the players at the table, if all agree",
    "nobody": "Nobody's: the rules of this game leave no such choice",
}
_CANNOT = {"dealer": "dealer_rules", "players": "players_rule", "floor": "floor_overrules", "nobody": "floor_not_asked"}


def _other_ruling(trouble: RoundTrouble, chance: Chance) -> TroubleQuestion | None:
    """Whether what becomes of the wagers of a player who has left can be ruled otherwise, and by whom."""
    if trouble.report.ruling:
        return None
    wanted = "losing" if "played_out" in _ruled_of_absent(trouble) else "played_out"
    act = replace(trouble.act, action=replace(trouble.report, ruling=wanted))
    tried = {by: decide(trouble.rules, trouble.state, replace(act, by=by)) for by in (DEALER, FLOORPERSON)}
    accepted = [by for by, told in tried.items() if not isinstance(told, Refusal)]
    if DEALER in accepted:
        return None
    right = "floor" if accepted else "nobody"
    clause = trouble.found.clause
    refusal = tried[DEALER]
    said = f"{capital(refusal.message)}." if isinstance(refusal, Refusal) else ""
    wrong = ((words, Misstep(KIND, said, clause, _CANNOT[each])) for each, words in _WHO_CAN.items() if each != right)
    question = f"Whose ruling can it be that {_within(RULINGS[wanted])}?"
    return _solved(trouble, question, _WHO_CAN[right], wrong, chance)


DRILL = Drill(
    id="trouble",
    title="Something goes wrong",
    about="What follows when something goes wrong: for the round, for the wagers, and who rules on it.",
    topics=topics,
    make=make,
    judge=judge,
)
