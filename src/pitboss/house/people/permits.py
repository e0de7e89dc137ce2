"""Who may do what: the one place that says so.

Operations of the house are rows of a table: which roles, whether the password must have been given in the last minutes,
whether a second person must approve. Acts at a table belong to the roles that their own rows give them
(`table/acts.py`). The engine judges
every act; here is only said in which of his roles a person acts, and what an account adds: a player acts for himself
alone, staff record the play of walk-ins alone, nobody deals or supervises where he plays, and guests play at practice
tables only."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from pitboss.house.people.accounts import Person
from pitboss.house.people.names import WALK_IN, folded, is_walk_in, same_person
from pitboss.house.people.sessions import Session
from pitboss.rulebook.roles import FLOOR, MANAGERS, PLAYER, ROLES, STAFF, who_may
from pitboss.table import actions as a
from pitboss.table.acts import ACTS
from pitboss.table.engine import decide
from pitboss.table.people import name, role
from pitboss.table.refusals import Refusal
from pitboss.table.rules import Rules
from pitboss.table.state import State

# --- operations of the house ------------------------------------------------------------------------------------------

SUPERVISION = who_may("supervise")
PLAYS = who_may("sit")
READS_TRAIL = who_may("supervise", "audit")
SEES_MONEY = who_may("floor", "audit")
TRAINS = who_may("train")
LARGE = 1_000_000
"""Cents: from here on, chips brought to a table or away from it want the password again."""


class Operation(Struct, frozen=True):
    """Something done in the house, not at a table by the rules of its game."""

    what: str
    roles: tuple[str, ...]
    sensitive: bool = False
    """The password must have been given in the last minutes."""
    sensitive_from: int | None = None
    """The same, from this many cents on."""
    for_others: bool = False
    """Nobody does it with his own chips."""
    two_people: bool = False
    """Somebody else must have proposed it."""
    cite: str = ""
    """The name under which a game's rulebook cites the clause, where there is one."""


SEATS_OTHERS = tuple(role for role in ACTS[a.TakeSeat].roles if role != PLAYER)

OPERATIONS: Mapping[str, Operation] = MappingProxyType(
    {
        # at the tables
        "watch": Operation("watch a table", ROLES),
        "see_work": Operation("see the work at the tables", STAFF),
        "serve_walk_ins": Operation("seat people without an account and record their play", SEATS_OTHERS),
        "take_seat": Operation("take a seat and wager", PLAYS),
        "ready": Operation("say that no more wagers follow", PLAYS, cite="seated"),
        "add_seed": Operation("add a seed to a coming shuffle", PLAYS),
        "open_table": Operation("open a table", SUPERVISION),
        "close_table": Operation("close a table", SUPERVISION),
        "make_feed_key": Operation("give a card feed a new key", MANAGERS, sensitive=True),
        "coach": Operation("ask the coach", ROLES),
        # terms
        "propose_terms": Operation("propose new terms", SUPERVISION),
        "withdraw_terms": Operation("withdraw proposed terms", SUPERVISION),
        "approve_terms": Operation("approve proposed terms", MANAGERS, sensitive=True, two_people=True),
        # money
        "play_money": Operation("take practice chips", PLAYS),
        "buy_in": Operation("take a patron's money in", FLOOR, for_others=True),
        "cash_out": Operation("pay a patron's money out", FLOOR, sensitive=True, for_others=True),
        "transfer": Operation("move money between accounts", SUPERVISION, sensitive=True, for_others=True),
        "fill": Operation("bring chips from the cage to a table", FLOOR, sensitive_from=LARGE),
        "credit": Operation("bring chips from a table to the cage", FLOOR, sensitive_from=LARGE),
        "capital": Operation("put the house's own money into the cage", MANAGERS, sensitive=True),
        "propose_reserve": Operation("propose to move a meter's reserve", SUPERVISION),
        "withdraw_reserve": Operation("withdraw a proposal to move a meter's reserve", SUPERVISION),
        "adjust_reserve": Operation("approve moving a meter's reserve", MANAGERS, sensitive=True, two_people=True),
        "see_money": Operation("see accounts of money and their postings", SEES_MONEY),
        "see_meter_log": Operation("see the log of a meter", SEES_MONEY),
        # the record
        "see_processes": Operation("see the processes of the house", READS_TRAIL),
        "drain_process": Operation("stop a process of the house", MANAGERS, sensitive=True),
        "see_hold": Operation("see what every wager brought", SEES_MONEY),
        "review_players": Operation("see what the decisions of players cost", READS_TRAIL),
        "see_audit": Operation("read the audit trail", READS_TRAIL),
        "verify_audit": Operation("verify the audit trail", READS_TRAIL),
        "export_audit": Operation("take a copy of the audit trail", who_may("manage", "audit"), sensitive=True),
        # the school
        "study": Operation("learn in the school", ROLES),
        "see_class": Operation("see what a class has learnt", TRAINS),
        "sit_exam": Operation("sit an exam", ROLES),
        "give_exam": Operation("give an exam", TRAINS),
        # people
        "own_account": Operation("see one's own money, rounds and sessions, change one's own password", ROLES),
        "see_accounts": Operation("see the accounts of people", READS_TRAIL),
        "manage_accounts": Operation("make and change the accounts of people", MANAGERS, sensitive=True),
        "revoke_sessions": Operation("end the sessions of others", MANAGERS, sensitive=True),
    }
)


def permitted(person: Person, operation: str) -> bool:
    """Whether one of his roles may do this. Whether he may do it now, `permit` says."""
    return bool(set(person.roles) & set(OPERATIONS[operation].roles))


def operations_of(person: Person) -> list[str]:
    """Everything his roles may do."""
    return [operation for operation in OPERATIONS if permitted(person, operation)]


def permit(
    session: Session | None,
    operation: str,
    now: int,
    *,
    proposer: str = "",
    patron: str = "",
    cents: int = 0,
    rules: Rules | None = None,
) -> Refusal | None:
    """Why this person may not do this now, or None. `proposer` is the handle of whoever proposed it, `patron` of whose
    chips they are, `cents` how much it is about."""
    known = OPERATIONS[operation]
    clause = rules.cite(known.cite) if rules is not None and known.cite else ""
    allowed = ", ".join(known.roles)
    if session is None or session.expired(now) or session.person.disabled:
        return Refusal("not_logged_in", f"log in to {known.what}", clause, allowed=allowed)
    if not permitted(session.person, operation):
        held = ", ".join(session.person.roles)
        return Refusal("wrong_role", f"another role is needed to {known.what}", clause, held, allowed)
    if known.for_others and patron and folded(patron) == folded(session.person.handle):
        message = f"nobody may {known.what} for himself"
        return Refusal("conflict_of_interest", message, clause, session.person.handle, "somebody else at the cage")
    if known.two_people and (not proposer or folded(proposer) == folded(session.person.handle)):
        message = f"it takes two people to {known.what}"
        return Refusal("same_person", message, clause, proposer or "no proposal", "what somebody else proposed")
    large = known.sensitive_from is not None and cents >= known.sensitive_from
    if (known.sensitive or large) and not session.fresh(now):
        return Refusal(
            "confirm", f"give your password again to {known.what}", clause, allowed="POST /api/v1/confirm first"
        )
    return None


def agreed(operation: str, proposed_by: str, by: str) -> Refusal | None:
    """Why the one may not approve what the other proposed, or None: they are two people, and one of them has a role
    that approves. Both as the trail writes them, in the roles in which they act."""
    roles = OPERATIONS[operation].roles
    if same_person(proposed_by, by):
        return Refusal("two_people", "a proposal is approved by another person", given=name(by))
    if not {role(by), role(proposed_by)} & set(roles):
        return Refusal("wrong_role", "one of the two is a manager", given=role(by), allowed=", ".join(roles))
    return None


def withdrawn(operation: str, agreed_by: Sequence[str], by: str) -> Refusal | None:
    """Why this person may not withdraw what these two agreed on, or None: he is one of them or has a role that
    approves. What still waits for approval, anybody withdraws who may propose."""
    roles = OPERATIONS[operation].roles
    if role(by) in roles or any(same_person(by, each) for each in agreed_by):
        return None
    message = "what two people agreed on is withdrawn by one of them or by a manager"
    return Refusal("wrong_role", message, given=by, allowed=", ".join((*agreed_by, *roles)))


def approver(operation: str, people: Sequence[str]) -> str:
    """Of the people who agreed, the one in a role that approves."""
    return next(each for each in people if role(each) in OPERATIONS[operation].roles)


def permit_ending(session: Session | None, other: Session, now: int) -> Refusal | None:
    """Everybody may end his own sessions; those of others belong to `revoke_sessions`."""
    if session is not None and not session.expired(now) and session.person.handle == other.person.handle:
        return None
    return permit(session, "revoke_sessions", now)


def acting_for(person: Person, operation: str) -> str:
    """Who does it, as the trail writes it: in the first of his roles that may."""
    return person.acting(next(r for r in OPERATIONS[operation].roles if r in person.roles))


# --- acts at a table --------------------------------------------------------------------------------------------------


def plays_at(person: Person, state: State) -> bool:
    return person.handle in [seat.player for seat in state.seats]


def conflict_at(person: Person, state: State) -> Refusal | None:
    """Why this person may not work at this table now, or None."""
    if not plays_at(person, state):
        return None
    message = "nobody deals or supervises at a table where he plays"
    return Refusal("conflict_of_interest", message, given=person.handle, allowed="leave the seat first")


def apart(person: Person, rules: Rules) -> Refusal | None:
    """Why this person's chips and those of the table never meet, or None. Who has an account has chips of both kinds,
    each in an account of its own."""
    if not person.guest or rules.terms.practice:
        return None
    message = "a guest has practice chips, and this is not a practice table"
    allowed = "a practice table; here an account, with chips from the cage"
    return Refusal("guest", message, given=rules.terms.table, allowed=allowed)


def roles_at(person: Person, rules: Rules, state: State) -> tuple[str, ...]:
    """The person in each role he may act in at this table now: what he is offered, the first is how he sees it."""
    if plays_at(person, state):
        return (person.acting(PLAYER),) if PLAYER in person.roles else ()
    if apart(person, rules) is not None:
        return ()
    return tuple(person.acting(r) for r in person.roles if r in PLAYS or r in STAFF)


def _named(action: a.TakeSeat, state: State) -> str:
    return action.player


def _sitting(action: Any, state: State) -> str:
    return state.seats[action.seat - 1].player if 1 <= action.seat <= len(state.seats) else ""


def _without_account(patron: str) -> bool:
    return not patron or is_walk_in(patron)


class Play(Struct, frozen=True):
    """An act that is the play of one patron: what accounts add to the rules for it."""

    patron: Callable[[Any, State], str] = _sitting
    """Whose play it is. Where it is nobody's, the rules refuse it."""
    staff_for: Callable[[str], bool] = _without_account
    """For which patrons staff do it."""
    otherwise: str = "people with an account play for themselves"
    """Why staff do it for nobody else."""
    given: str = "position {0.seat}"
    """What such a refusal repeats of the act."""
    brings_chips: Callable[[Any], bool] = lambda action: False
    """Whether chips come to the table with it."""


PLAYS_OF_PATRONS: Mapping[type[a.Action], Play] = MappingProxyType(
    {
        a.TakeSeat: Play(
            _named, is_walk_in, "people with an account take a seat themselves", "{0.player}", lambda action: True
        ),
        a.LeaveSeat: Play(staff_for=lambda patron: True),
        a.ComeBack: Play(),
        a.PlaceWager: Play(brings_chips=lambda action: action.cents != 0),
        a.Decide: Play(),
    }
)
"""Every other act is done for the table: by players who sit there, or by staff."""


def acting_as(
    person: Person, action: a.AnyAction, wanted: str | None, rules: Rules, state: State, at: int = 0
) -> str | Refusal:
    """Who performs the act, as the engine writes it (`floorperson:Fay`), in the role wanted or the one that fits.

    Which roles may do it, the row of the act says (`table/acts.py`). Of those that he has, a person acts as a player
    where it is his own play, and otherwise in the first of the others."""
    if wanted is not None and wanted not in person.roles:
        return Refusal("not_your_role", "you do not have this role", given=wanted, allowed=", ".join(person.roles))
    held = person.roles if wanted is None else (wanted,)
    belongs = ACTS[type(action)].admits(rules, action)
    able = tuple(r for r in belongs if r in held)
    if not able:
        judged = decide(rules, state, a.Act(person.acting(held[0]), action, at))
        clause = judged.clause if isinstance(judged, Refusal) else ""
        message = "this act belongs to another role"
        return Refusal("wrong_role", message, clause, ", ".join(held), ", ".join(belongs))
    fitting = _fitting(person, action, able, rules, state)
    if isinstance(fitting, Refusal):
        return fitting
    if isinstance(action, a.Report):
        return _reporting(person, action, fitting, rules, state, at)
    return person.acting(fitting[0])


def _fitting(
    person: Person, action: a.AnyAction, able: tuple[str, ...], rules: Rules, state: State
) -> tuple[str, ...] | Refusal:
    """Of the roles that may do it, those in which this person does it here; never none.

    Where he plays: as a player. Elsewhere: what is his own play as a player, and whatever else as staff. Who is no
    staff tries the play of others as a player, and the rules refuse it."""
    conflict, play = conflict_at(person, state), PLAYS_OF_PATRONS.get(type(action))
    patron = play.patron(action, state) if play is not None else ""
    staff = tuple(r for r in able if r != PLAYER)
    plays = conflict is not None or (play is not None and (patron == person.handle or not staff))
    if plays and PLAYER in able:
        wrong = apart(person, rules) if play is not None and play.brings_chips(action) else None
        return wrong or (PLAYER,)
    if conflict is not None:
        return conflict
    if not staff:
        return Refusal("not_seated", "only players at the table do this", rules.cite("seated"), person.handle)
    if play is not None and not play.staff_for(patron):
        given, allowed = play.given.format(action), f"{WALK_IN}NAME"
        return Refusal("walk_ins_only", play.otherwise, rules.cite("seated"), given, allowed)
    return staff


def _reporting(
    person: Person, action: a.Report, fitting: tuple[str, ...], rules: Rules, state: State, at: int
) -> str | Refusal:
    """Who may report can depend on what is reported: the engine knows. Its last word names who may."""
    for each in fitting:
        outcome = decide(rules, state, a.Act(person.acting(each), action, at))
        if not isinstance(outcome, Refusal) or outcome.code != "wrong_role":
            return person.acting(each)
        refused = outcome
    return refused
