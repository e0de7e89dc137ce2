"""What went wrong at a table, who has left, and what a floorperson decides, in words."""

from typing import assert_never

from pitboss.table import events as e
from pitboss.table.mishaps import row_reported
from pitboss.table.people import name, role
from pitboss.table.rules import Rules
from pitboss.wording import things as w
from pitboss.wording.card_events import where
from pitboss.wording.consequences import follows
from pitboss.wording.viewer import READER, Viewer

TroubleEvent = (
    e.Irregularity | e.RoundVoided | e.HandVoided | e.WagersForfeited | e.PlayerAway | e.MatterRaised | e.MatterSettled
)


def of_trouble(event: TroubleEvent, rules: Rules, viewer: Viewer) -> str:
    match event:
        case e.Irregularity():
            return _irregular(rules, event, viewer)
        case e.RoundVoided():
            spared = w.listed(w.wager(rules, s) for s in event.spared)
            return "The round is void" + (f"; only {spared} will be settled" if event.spared else "")
        case e.HandVoided():
            return f"{viewer.at(event.seat)}: the hand is void"
        case e.WagersForfeited():
            return viewer.does(event.seat, "forfeits all wagers of the round")
        case e.PlayerAway():
            end = "the hand is played out" if event.ruling == "played_out" else "the wagers count as lost"
            gone = "You count as gone" if viewer.owns(event.seat) else f"{viewer.at(event.seat)}: the player has left"
            return f"{gone}; {end}"
        case e.MatterRaised():
            return f"A floorperson must decide {matter(rules, event.matter, event.seat, viewer)}"
        case e.MatterSettled():
            return f"Decided: {_ruling(rules, event, viewer)}"
        case _:
            assert_never(event)


def _irregular(rules: Rules, event: e.Irregularity, viewer: Viewer) -> str:
    facts = [where(rules, event.place, event.seat, viewer)] if event.seat or event.place else []
    facts += [w.many(event.count, "card")] * bool(event.count)
    facts += [w.cards(rules.deck, event.cards)] * bool(event.cards) + [f"“{event.detail}”"] * bool(event.detail)
    title = row_reported(rules, event).title
    return f"Reported: {title}{w.because(', '.join(facts))}; {follows(rules, event.consequence)}"


_BY = {e.Irregularity: "reported", e.MatterSettled: "decided"}


def by_whom(event: e.AnyEvent, by: str) -> str:
    """Who reported or ruled, to be added to the sentence: `; reported by Dora (dealer)`. Nothing of other events."""
    done = _BY.get(type(event)) if by else None
    who = f"{name(by)} ({role(by)})" if name(by) else f"the {role(by)}"
    return f"; {done} by {who}" if done else ""


def matter(rules: Rules, about: str, seat: int, viewer: Viewer = READER) -> str:
    """What waits for a ruling: `whether position 3 broke the rules`."""
    kind, _, wager = about.partition(":")
    match kind:
        case "chips":
            return f"whether the chips counted for {w.wager(rules, wager)} agree"
        case "violation":
            return f"whether {viewer.called(seat)} broke the rules"
        case "player_left":
            return f"what becomes of {viewer.whose(seat)} wagers"
        case _:
            return f"about {w.underscored(about)}" + (f" at {viewer.called(seat)}" if seat else "")


def _ruling(rules: Rules, event: e.MatterSettled, viewer: Viewer) -> str:
    """What a floorperson decided, and what follows."""
    whose = viewer.whose(event.seat)
    match event.ruling:
        case "confirmed":
            return f"{viewer.called(event.seat)} broke the rules; the wagers are forfeited"
        case "dismissed":
            return f"{viewer.called(event.seat)} did not break the rules; the round goes on"
        case "played_out":
            return f"{whose} hand is played out"
        case "losing":
            return f"{whose} wagers are lost"
        case "resolved":
            return f"the chips counted for {w.wager(rules, event.matter.partition(':')[2])} agree now"
        case _:
            return w.underscored(event.ruling)
