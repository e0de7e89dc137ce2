"""`!` at a table: irregularities that can happen at this moment, rulings that wait, devices that fail."""

from msgspec import Struct

from pitboss.cards.deck import BadCard
from pitboss.cli.play_help import of_the_deal
from pitboss.cli.screen import cited, plain
from pitboss.cli.sitting import Sitting
from pitboss.rulebook.roles import DEALER, FLOORPERSON
from pitboss.rulebook.words import listed as in_words
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.mishaps import possible, right_number
from pitboss.table.offers import Offer
from pitboss.table.refusals import Refusal
from pitboss.table.vocabulary import Consequence
from pitboss.wording.consequences import follows
from pitboss.wording.things import underscored
from pitboss.wording.trouble_events import question

_SEAT_KINDS = ("player_left", "violation", "own_card_exposed")


class Item(Struct, frozen=True):
    """One line of the list: what may be reported, by whom, and what follows."""

    title: str
    example: a.Report
    by: str
    clause: str
    consequence: Consequence


def items(sitting: Sitting) -> list[Item]:
    """The reports that would be accepted now."""
    table = sitting.table
    found: list[Item] = []
    offered = {by: [o for o in table.offers(by) if isinstance(o.example, a.Report)] for by in (DEALER, FLOORPERSON)}
    for row in table.rules.mishaps:
        if not possible(table.rules, table.state, row):
            continue
        by = DEALER if DEALER in row.by else FLOORPERSON
        for place in row.place or ("",):
            example = _example(offered[by], row.kind, place, row.ruling)
            if example is not None and all((i.title, i.example.place) != (row.title, example.place) for i in found):
                found.append(Item(row.title, example, by, row.clause, row.consequence))
    return found


def _example(offers: list[Offer], kind: str, place: str, ruling: str) -> a.Report | None:
    for offer in offers:
        report = offer.example
        if (
            isinstance(report, a.Report)
            and (report.kind, report.ruling) == (kind, ruling)
            and place in ("", report.place)
        ):
            return report
    return None


def report(sitting: Sitting) -> None:
    """Asks what went wrong and reports it."""
    listed = items(sitting)
    if not listed:
        sitting.note("Nothing that the rules provide for can be reported at this moment.")
        sitting.note(of_the_deal(sitting))
        return
    sitting.console.print()
    sitting.note("What went wrong?", "bold")
    for number, item in enumerate(listed, start=1):
        place = f" ({item.example.place})" if item.example.place else ""
        cited(sitting.console, f"{item.title}{place}", item.clause, mark=f"{number:>4} ")
        cited(sitting.console, follows(sitting.table.rules, item.consequence), "", style="dim", mark="     -> ")
    sitting.note(of_the_deal(sitting), "dim")
    answer = sitting.keys.ask("number, Enter for none> ")
    if not answer:
        return
    if not answer.isdecimal() or not 1 <= int(answer) <= len(listed):
        sitting.note(f"There is no number '{plain(answer)}' in the list; nothing was reported.")
        return
    item = listed[int(answer) - 1]
    filled = _fill(sitting, item.example)
    if filled is None:
        sitting.note("Nothing was reported.")
        return
    outcome = sitting.act(item.by, filled)
    if isinstance(outcome, Refusal):
        sitting.refused(outcome)
        return
    if any(isinstance(x, e.PlayerAway) and x.seat == sitting.seat for x in outcome):
        sitting.leaving = True
    if isinstance(outcome[-1], e.DeviceFailed):
        _set_aside(sitting, outcome[-1].device)


def _fill(sitting: Sitting, example: a.Report) -> a.Report | None:
    """The report with the position, the cards and the number it needs."""
    from msgspec.structs import replace

    table = sitting.table
    if example.kind in _SEAT_KINDS or example.place == "seat":
        seat = _number(sitting, "which position", sitting.seat)
        if seat is None:
            return None
        example = replace(example, seat=seat)
        if not 1 <= seat <= len(table.state.seats):
            return example
    if example.kind == "wrong_number":
        right = right_number(table.rules, table.state, example.place, example.seat)
        count = _number(sitting, f"how many cards lie there (the record says {right})", example.count)
        return None if count is None else replace(example, count=count)
    if example.kind == "card_face_up":
        named = sitting.keys.ask(f"which card, for instance {example.cards[0]}> ")
        try:
            return replace(example, cards=table.rules.deck.read_all(named)) if named else None
        except BadCard as bad:
            sitting.note(str(bad))
            return None
    return example


def _number(sitting: Sitting, question: str, usual: int) -> int | None:
    answer = sitting.keys.ask(f"{question} [{usual}]> ")
    if answer is None:
        return None
    if answer and not answer.isdecimal():
        sitting.note(f"'{plain(answer)}' is not a number.")
        return None
    return int(answer) if answer else usual


# --- rulings and devices --------------------------------------------------------------------------------------------


def ruling(sitting: Sitting) -> None:
    """A floorperson must decide: the person at the keyboard does, or the mildest ruling is taken."""
    about, seat = sitting.table.state.matters[0]
    offers = [o.example for o in sitting.table.offers(FLOORPERSON) if isinstance(o.example, a.Rule)]
    choices = [r for r in offers if (r.matter, r.seat) == (about, seat)]
    assert choices, "every matter has a ruling"
    sitting.console.print()
    where = f" at position {seat}" if seat else ""
    sitting.note(f"You rule as the floorperson{where}: {question(about)}", "bold")
    for number, choice in enumerate(choices, start=1):
        sitting.note(f"{number:>2} {underscored(choice.ruling)}")
    answer = sitting.keys.ask("ruling [1]> ") or "1"
    place = int(answer) - 1 if answer.isdecimal() and 1 <= int(answer) <= len(choices) else 0
    outcome = sitting.act(FLOORPERSON, choices[place])
    if isinstance(outcome, Refusal):
        sitting.refused(outcome)


def _set_aside(sitting: Sitting, device: str) -> None:
    """A device that cannot be used is first dealt with as the rulebook asks."""
    measures = sitting.table.rules.book.measures
    sitting.note(f"What is done with the {device}? It must be {in_words(measures, 'or')}.")
    answer = (sitting.keys.ask(f"measure [{measures[0]}]> ") or "").lower()
    measure = next((m for m in measures if answer and m.startswith(answer)), measures[0])
    sitting.act(FLOORPERSON, a.SetDeviceAside(device, measure))


_OTHER_PROCEDURE = ("hand_needs_shuffler", "no_shoe", "no_shuffler")


def mend(sitting: Sitting, refusal: Refusal) -> bool:
    """What the staff do when the equipment stops them: set a device aside, deal otherwise, change the deck."""
    table = sitting.table
    tries: list[a.AnyAction] = []
    if refusal.code == "device_not_set_aside":
        failed = [d for d, c in (("shuffler", table.state.shuffler), ("shoe", table.state.shoe)) if c == "failed"]
        working = [] if failed else ["shuffler"]
        tries = [a.SetDeviceAside(device, table.rules.book.measures[0]) for device in (*failed, *working)]
    elif refusal.code in _OTHER_PROCEDURE:
        measure = table.rules.book.measures[0]
        tries = [a.SetDeviceAside("shoe", measure)] if table.state.shoe == "working" else []
        tries.append(a.ChangeProcedure("manual_shoe"))
    elif refusal.code in ("deck_change", "two_decks"):
        tries = [a.RemoveDeck(table.state.deck if refusal.code == "deck_change" else 2, "changed")]
    done = [sitting.act(FLOORPERSON, act) for act in tries]
    return any(not isinstance(outcome, Refusal) for outcome in done)
