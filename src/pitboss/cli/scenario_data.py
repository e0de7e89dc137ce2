"""The results of `pitboss scenario` as data: every figure and every word of it a field."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pitboss.cards.deck import Card
from pitboss.play.log import Record
from pitboss.play.scenario import Paid, PlayedRound, PlayedScenario
from pitboss.play.scenario_result import Tried
from pitboss.rulebook.terms import MICRO
from pitboss.table import events as e
from pitboss.table.rules import Rules
from pitboss.wording.consequences import follows


def as_data(path: Path, played: PlayedScenario) -> dict[str, Any]:
    """The scenario: of one round, its result; of several, the result of each."""
    about = {
        "file": str(path),
        "title": played.scenario.title,
        "game": played.scenario.game,
        "proves": played.scenario.proves,
    }
    rounds = [_round(played.table.rules, made) for made in played.rounds]
    if len(rounds) == 1:
        return {**about, **rounds[0]}
    titled = [{"title": made.script.title, **found} for made, found in zip(played.rounds, rounds, strict=True)]
    return {**about, "rounds": titled, "differences": list(played.differences)}


def _round(rules: Rules, made: PlayedRound) -> dict[str, Any]:
    return {
        "cards": dealt(made.records),
        "dealt_for_you": {place: list(cards) for place, cards in made.filled.items()},
        "hands": _hands(made.records),
        "stub": _stub(made.records),
        "reports": [_report(rules, r.event) for r in made.records if isinstance(r.event, e.Irregularity)],
        "void": any(isinstance(record.event, e.RoundVoided) for record in made.records),
        "refused": [_tried(tried) for tried in made.tried],
        "payments": [_payment(paid) for paid in made.paid],
        "meters_before": {name: _exact(reading) for name, reading in made.meters_before.items()},
        "meters": {name: _exact(reading) for name, reading in made.meters.items()},
        "differences": list(made.differences),
    }


def dealt(records: Sequence[Record]) -> dict[str, list[Card]]:
    """Every card of the round by the place it went to, also after the table was cleared."""
    places: dict[str, list[Card]] = {}
    for record in records:
        match record.event:
            case e.CardsDealt(to=to, cards=cards, seat=seat):
                places.setdefault(f"seat{seat}" if to == "seat" else to, []).extend(cards)
            case e.CardSetAside(card=card):
                places.setdefault("aside", []).append(card)
            case _:
                pass
    seats = sorted((p for p in places if p.startswith("seat")), key=lambda p: int(p[4:]))
    return {p: places[p] for p in (*seats, *(p for p in places if not p.startswith("seat")))}


def _hands(records: Sequence[Record]) -> dict[str, dict[str, Any]]:
    """What was turned up and announced, by its place."""
    hands: dict[str, dict[str, Any]] = {}
    for record in records:
        match record.event:
            case e.HandTurned(seat=seat, cards=cards, hand=hand):
                hands[f"seat{seat}"] = {"cards": list(cards), "hand": hand}
            case e.CardsShown(place="dealer", cards=cards, hand=hand):
                hands["dealer"] = {"cards": list(cards), "hand": hand}
            case _:
                pass
    return hands


def _stub(records: Sequence[Record]) -> dict[str, Any] | None:
    """What became of the stub: put away, or counted; nothing where a device keeps it or the round was void before."""
    for record in records:
        match record.event:
            case e.StubRemoved(clause=clause):
                return {"verdict": "put away", "counted": None, "expected": None, "clause": clause}
            case e.StubCounted(stub=stub, expected=expected, verdict=verdict, clause=clause):
                return {"verdict": verdict, "counted": stub, "expected": expected, "clause": clause}
            case _:
                pass
    return None


def _report(rules: Rules, event: e.Irregularity) -> dict[str, Any]:
    told: dict[str, Any] = {
        "kind": event.kind,
        "consequence": event.consequence,
        "follows": follows(rules, event.consequence),
        "clause": event.clause,
        "reading": event.reading,
    }
    about = {"position": event.seat, "place": event.place, "count": event.count, "cards": list(event.cards)}
    return told | {key: value for key, value in about.items() if value}


def _tried(tried: Tried) -> dict[str, Any]:
    told: dict[str, Any] = {"act": tried.act, "by": tried.by, "at": tried.at, "refused": tried.refusal is not None}
    if tried.refusal is not None:
        why = tried.refusal
        told |= {"code": why.code, "message": why.message, "given": why.given, "allowed": why.allowed}
        told["clause"] = why.clause
    return told


def _payment(paid: Paid) -> dict[str, Any]:
    return {
        "position": paid.seat,
        "player": paid.player,
        "wager": paid.wager,
        "stake_cents": paid.stake,
        "outcome": paid.outcome,
        "winnings_cents": paid.won,
        "cuts": [{"cents": cut.cents, "clause": cut.clause} for cut in paid.cuts],
        "net_cents": paid.net,
        "hand": paid.hand,
        "reason": paid.reason,
        "clause": paid.clause,
        **({"holder": paid.holder} if paid.holder else {}),
        **({"cut_of": paid.cut_of} if paid.cut_of else {}),
    }


def _exact(reading: int) -> str:
    """A meter in dollars with every digit it has."""
    whole, rest = divmod(reading, 100 * MICRO)
    return f"{whole}.{rest:08d}"
