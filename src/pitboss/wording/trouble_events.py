"""What went wrong at a table, who has left, and what a floorperson decides, in words."""

from typing import assert_never

from pitboss.rulebook.roles import FLOOR
from pitboss.table import events as e
from pitboss.table.actions import CountStub
from pitboss.table.mishaps import row_reported
from pitboss.table.people import name, role
from pitboss.table.rules import Rules
from pitboss.table.state import COUNT, REPORT
from pitboss.wording import things as w
from pitboss.wording.card_events import where
from pitboss.wording.consequences import follows
from pitboss.wording.mishaps import kind_words, title_words
from pitboss.wording.reader import READER, Reader

TroubleEvent = (
    e.Irregularity
    | e.RoundVoided
    | e.HandVoided
    | e.WagersForfeited
    | e.PlayerAway
    | e.PlayerBack
    | e.FloorCalled
    | e.MatterRaised
    | e.MatterSettled
)


def of_trouble(event: TroubleEvent, rules: Rules, reader: Reader) -> str:
    match event:
        case e.Irregularity():
            return _irregular(rules, event, reader)
        case e.RoundVoided():
            spared = w.listed(w.wager(rules, s) for s in event.spared)
            return "The round is void" + (f"; only {spared} will be settled" if event.spared else "")
        case e.HandVoided():
            return f"{reader.at(event.seat)}: the hand is void"
        case e.WagersForfeited():
            return reader.does(event.seat, "forfeits all wagers of the round")
        case e.PlayerAway():
            played = "the hand is played out without further wagers"
            end = played if event.ruling == "played_out" else "the wagers count as lost"
            gone = "You count as gone" if reader.owns(event.seat) else f"{reader.at(event.seat)}: the player has left"
            unless = " unless you come back" if reader.owns(event.seat) else ""
            return f"{gone}; {end}; after the round the seat is free{unless}"
        case e.PlayerBack():
            back = "You are back" if reader.owns(event.seat) else f"{reader.at(event.seat)}: the player is back"
            return f"{back}; the hand goes on as was decided, and the seat is kept"
        case e.FloorCalled():
            return _called(rules, event, reader)
        case e.MatterRaised():
            return waits(rules, event.matter, event.seat, reader)
        case e.MatterSettled():
            return f"The floorperson has {_ruling(rules, event, reader)}"
        case _:
            assert_never(event)


def _irregular(rules: Rules, event: e.Irregularity, reader: Reader) -> str:
    return f"Reported: {what_happened(rules, event, reader)}; {follows(rules, event.consequence)}"


def what_happened(rules: Rules, event: e.Irregularity, reader: Reader = READER) -> str:
    """What was reported, without what follows from it: `a card is found face up in the shoe or the deck (A♥)`."""
    facts = [where(rules, event.place, event.seat, reader)] if event.seat or event.place else []
    facts += [w.many(event.count, "card")] * bool(event.count)
    facts += [w.cards(rules.deck, event.cards)] * bool(event.cards) + [f"“{event.detail}”"] * bool(event.detail)
    named = any(row.kind == event.kind for row in rules.mishaps)
    title = title_words(row_reported(rules, event), len(event.cards)) if named else kind_words(event.kind)
    return f"{title}{w.because(', '.join(facts))}"


def _called(rules: Rules, event: e.FloorCalled, reader: Reader) -> str:
    about = event.about
    if isinstance(about, CountStub):
        return f"The floorperson is called: the stub was counted as {w.many(about.stub, 'card')}; the table waits"
    facts = [where(rules, about.place, about.seat, reader)] if about.seat or about.place else []
    facts += [w.many(about.count, "card")] * bool(about.count)
    facts += [w.cards(rules.deck, about.cards)] * bool(about.cards) + [f"“{about.detail}”"] * bool(about.detail)
    return f"The floorperson is called: {title_of(rules, about.kind)}{w.because(', '.join(facts))}; the table waits"


def title_of(rules: Rules, kind: str) -> str:
    """What the rulebook calls it; where its rows tell cases apart, what they have in common."""
    titles = {row.title for row in rules.mishaps if row.kind == kind}
    return titles.pop() if len(titles) == 1 else kind_words(kind)


def by_clock(event: e.AnyEvent, said: str) -> str:
    """The sentence of an event that came because a clock ran out: then no floorperson has ruled."""
    if isinstance(event, e.MatterSettled):
        return "No floorperson came in time: the table goes on in the players' favour"
    return said


RULINGS = {
    "played_out": "The hand is played out",
    "losing": "The wagers are lost",
    "confirmed": "Confirmed: the wagers are forfeited",
    "dismissed": "Dismissed: the round goes on",
    "report.confirmed": "Confirmed: what the rules say is carried out",
    "report.dismissed": "Dismissed: the round goes on",
    "count.confirmed": "Confirmed: the count stands",
    "count.dismissed": "Dismissed: the dealer counts again",
    "count.corrected": "Corrected: the right number",
    "resolved": "Resolved: the chips agree now",
    "misdealt": "The cards were misdealt",
    "not_misdealt": "The cards were not misdealt",
    "complete": "The hand is completed",
    "player_left": "As the terms say",
    "wrong_number": "The hand is not completed",
}
"""What a floorperson can rule, by the ruling's name; and what follows where nobody rules, by the mishap's kind."""


def of_absent(event: e.AnyEvent, said: str) -> str:
    """The sentence of an event that came because a player's page was closed."""
    return f"{said}, whose page was closed" if isinstance(event, e.SeatLeft) else said


_BY = {e.Irregularity: "reported", e.FloorCalled: "called", e.MatterSettled: "ruled", e.SeatLeft: "freed"}


def by_whom(event: e.AnyEvent, by: str) -> str:
    """Who reported, ruled or freed a seat, to be added to the sentence: `; reported by Dora (dealer)`. Nothing of other
    events, and of a seat that its player gave up himself or through the dealer."""
    freed = isinstance(event, e.SeatLeft) and role(by) in FLOOR
    done = _BY.get(type(event)) if by and (freed or not isinstance(event, e.SeatLeft)) else None
    who = f"{name(by)} ({role(by)})" if name(by) else f"the {role(by)}"
    return f"; {done} by {who}" if done else ""


def waits(rules: Rules, about: str, seat: int, reader: Reader) -> str:
    """A matter that waits for a floorperson's ruling."""
    kind, _, wager = about.partition(":")
    match kind:
        case "chips":
            counted = f"The chips counted for {w.wager(rules, wager)} do not agree with the wagers"
            return f"{counted}; a floorperson looks into it"
        case "violation":
            reported = f"It is reported of {reader.called(seat)}: {_violation(rules)}"
            return f"{reported}; a floorperson decides whether it is so"
        case "player_left":
            whose = "your" if reader.owns(seat) else "the"
            gone = "You are reported as gone" if reader.owns(seat) else f"{reader.at(seat)} has left"
            return f"{gone}; a floorperson decides whether {whose} hand is played out or {whose} wagers are lost"
        case "report":
            return f"It is reported: {title_of(rules, wager)}; a floorperson decides what follows"
        case "count":
            return "The count of the stub does not agree; a floorperson looks into it"
        case _:
            at = f" at position {seat}" if seat else ""
            return f"A floorperson decides about {w.underscored(about)}{at}"


def _violation(rules: Rules) -> str:
    """What the rulebook calls it."""
    return next((row.title for row in rules.mishaps if row.kind == "violation"), kind_words("violation"))


QUESTIONS = {
    "player_left": "What becomes of the wagers of a player who has left?",
    "violation": "Did this player break the rules?",
    "report": "What follows from what the dealer reports?",
    "count": "Was the stub counted rightly?",
    "chips": "The chips counted do not agree with the wagers.",
}
"""What waits for a ruling, by the name of the matter."""


def question(about: str) -> str:
    """What a floorperson is asked; at which position, stands beside it.

    >>> question("chips:some_wager")
    'The chips counted do not agree with the wagers.'
    """
    return QUESTIONS[about.partition(":")[0]]


def _ruling(rules: Rules, event: e.MatterSettled, reader: Reader) -> str:
    """What a floorperson decided, and what follows."""
    match event.ruling:
        case "confirmed" | "dismissed" | "corrected" if event.matter == COUNT:
            return f"{event.ruling} the count of the stub"
        case "confirmed" if event.matter.startswith(REPORT):
            return f"confirmed the report: {title_of(rules, event.matter.removeprefix(REPORT))}"
        case "corrected":
            return "corrected the report"
        case "confirmed":
            return f"confirmed the report: {_violation(rules)}"
        case "dismissed":
            return "dismissed the report: the round goes on"
        case "played_out":
            return f"decided: {reader.whose(event.seat)} hand is played out without further wagers"
        case "losing":
            return f"decided: {reader.whose(event.seat)} wagers are lost"
        case "resolved":
            counted = f"the chips counted for {w.wager(rules, event.matter.partition(':')[2])}"
            return f"decided: {counted} agree now, and the round goes on"
        case _:
            return f"decided: {w.underscored(event.ruling)}"
