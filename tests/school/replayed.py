"""A round of the school as a scenario file: what goes wrong in a drill, told to another reader of the rules."""

from collections import Counter, defaultdict

from pitboss.play.log import Record
from pitboss.play.scenario import play_scenario
from pitboss.play.scenario_file import parse_scenario
from pitboss.school.rounds import RoundMoment
from pitboss.school.troubles import RoundTrouble
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.flow import current
from pitboss.table.rules import Rules


def dollars(cents: int) -> str:
    return f"{cents / 100:.2f}"


def _cards(trouble: RoundTrouble, named: tuple[str, ...]) -> dict[str, list[str]]:
    """The cards of the whole round by place; a card that the report takes out of the deck is another one."""
    dealt: defaultdict[str, list[str]] = defaultdict(list)
    for moment in trouble.moments:
        for event in moment.events:
            if isinstance(event, e.CardsDealt):
                place = f"seat{event.seat}" if event.to == "seat" else event.to
                dealt[place] += event.cards
    used = Counter(card for cards in dealt.values() for card in cards)
    spare = list((Counter(trouble.rules.deck.cards) - used - Counter(named)).elements())
    return {place: [spare.pop() if card in named else card for card in cards] for place, cards in dealt.items()}


def _seats(trouble: RoundTrouble) -> list[str]:
    """Who plays, with what, and how he decides; nothing after he has left or forfeited his wagers."""
    rules, lines = trouble.rules, []
    closed = next(m for m in trouble.moments if isinstance(m.act, a.CloseBets))
    gone = {event.seat for event in trouble.events if isinstance(event, e.PlayerAway | e.WagersForfeited)}
    for seat in closed.state.seats:
        if not seat.player:
            continue
        made = ", ".join(f"{w.id} = {dollars(seat.stakes[i])}" for i, w in enumerate(rules.wagers) if seat.stakes[i])
        acts = [
            m.act.choice
            for number, m in enumerate(trouble.moments)
            if isinstance(m.act, a.Decide) and m.act.seat == seat.number
            if number < trouble.number or seat.number not in gone
        ]
        lines += [f"[seats.{seat.number}]", f'player = "{seat.player}"', f"wagers = {{ {made} }}", f"acts = {acts}", ""]
    return lines


def _progress(rules: Rules, moments: tuple[RoundMoment, ...], number: int) -> list[str]:
    """How far the step has come."""
    step = current(rules, moments[number].state)
    assert step is not None
    events = [event for moment in moments[:number] for event in moment.events]
    opened = max(n for n, event in enumerate(events) if isinstance(event, e.StepOpened) and event.name == step.name)
    since = events[opened:]
    counted = {
        "deal": ("dealt", moments[number].state.part_done),
        "ask": ("decided", sum(isinstance(event, e.Decided) for event in since)),
        "settle": ("settled", sum(isinstance(event, e.HandTurned) for event in since)),
    }
    key, count = counted.get(step.kind, ("", 0))
    return [f'at = "{step.name}"', *([f"{key} = {count}"] if count else [])]


def as_scenario(trouble: RoundTrouble) -> str:
    """The text of a scenario file in which the same goes wrong at the same moment."""
    rules, report = trouble.rules, trouble.report
    taken = report.cards if report.kind in ("card_face_up", "wrong_number") else ()
    text = [
        'title = "what goes wrong in a drill"',
        f'game = "{rules.game.id}"',
        f'submission.dealing = {{ procedure = "{rules.terms.procedure}", shuffler = "{rules.terms.shuffler}" }}',
        "",
        "[deck]",
        *[f'{place} = "{" ".join(cards)}"' for place, cards in _cards(trouble, taken).items()],
        "",
        *_seats(trouble),
        "[[report]]",
        f'kind = "{report.kind}"',
        f'by = "{trouble.act.by}"',
        *_progress(rules, trouble.moments, trouble.number),
    ]
    text += [f"{key} = {value}" for key, value in (("seat", report.seat), ("count", report.count)) if value]
    text += [f'{key} = "{value}"' for key, value in (("place", report.place), ("ruling", report.ruling)) if value]
    text += [f'cards = "{" ".join(taken)}"'] * bool(taken)
    return "\n".join(text)


def played_again(trouble: RoundTrouble) -> list[e.AnyEvent]:
    """What happens in the round of that file, from the report to its end."""
    (made,) = play_scenario(parse_scenario(as_scenario(trouble))).rounds
    records: tuple[Record, ...] = made.records
    events = [record.event for record in records]
    first = next(number for number, event in enumerate(events) if isinstance(event, e.Irregularity))
    return events[first:]
