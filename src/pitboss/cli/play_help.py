"""`?`, `v` and `h` at a table: the rules of this moment, the whole table, the keys."""

from rich.table import Table as Grid
from rich.text import Text

from pitboss.cards.deck import UNKNOWN
from pitboss.cards.fast import three_cards
from pitboss.cli.explain import wording_of
from pitboss.cli.sitting import Sitting
from pitboss.cli.table_words import table_seen
from pitboss.rulebook.pays import dollars
from pitboss.table import actions as a
from pitboss.table.definition import Choice, Step
from pitboss.table.flow import current
from pitboss.table.views import View
from pitboss.wording import choices
from pitboss.wording import things as w
from pitboss.wording.cards_art import show
from pitboss.wording.events import step_title

KEYS = """\
At every prompt:
  ?   the rules of this moment: the step, its clause in words, what you may do
  v   the whole table as you see it
  !   report an irregularity that can happen now (as the dealer or the floor);
      those of the deal itself only between the dealer's acts, with --pause
  h   this page
  q   leave; a round in progress is played out by the rules
Before the cards:
{examples}
When you decide:
  the number or the beginning of the word, for instance 1 or {choice}"""


DEAL = "Irregularities of the deal (a card face up, a card drawn in error, cards that run out) can be reported "
WITH_PAUSE = "between the acts of the dealer: start with --pause."
AT_PAUSE = "when the table waits for Enter between the acts of the dealer."


def of_the_deal(sitting: Sitting) -> str:
    """Where those irregularities can be reported that no prompt of an ordinary evening falls into."""
    return DEAL + (AT_PAUSE if sitting.pause else WITH_PAUSE)


def help_page(sitting: Sitting, first: str, other: str) -> None:
    """All keys, with wagers of this game as examples."""
    wide = max(11, len(other))
    examples = f"  {'Enter':<{wide}} place the wagers shown and play\n  {first:<{wide}} change the first wager"
    if other:
        examples += f"\n  {other:<{wide}} change another wager by its name or number; 0: off"
    rules = sitting.table.rules
    names = [c.name for step in rules.script(sitting.table.state.procedure) for c in step.choices]
    sitting.console.print()
    for line in KEYS.format(examples=examples, choice=w.underscored(names[0])).splitlines():
        sitting.note(line)
    sitting.console.print()
    sitting.note(of_the_deal(sitting))


# --- ? --------------------------------------------------------------------------------------------------------------


def moment(sitting: Sitting) -> None:
    """The step, its clause in words, what people must see to, and what the player may do."""
    table = sitting.table
    now = current(table.rules, table.state)
    if now is None:
        sitting.note("No round is open.")
        return
    sitting.console.print()
    sitting.console.print(step_title(table.rules, now.name, table.state.procedure), style="bold underline")
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(no_wrap=True, style="cyan")
    grid.add_column()
    clauses, reminders = _clauses(sitting, now)
    for clause in clauses:
        grid.add_row(f"  {clause}", wording_of(clause))
    sitting.console.print(grid)
    if reminders:
        sitting.note("What only people can do:")
        staff = Grid.grid(padding=(0, 2))
        staff.add_column(no_wrap=True, style="cyan")
        staff.add_column()
        for clause in reminders:
            staff.add_row(f"  {clause}", wording_of(clause))
        sitting.console.print(staff)
    for line in _permitted(sitting):
        sitting.note(line)


def _clauses(sitting: Sitting, now: Step) -> tuple[list[str], tuple[str, ...]]:
    rules = sitting.table.rules
    found = [now.clause, *(choice.clause for choice in now.choices)]
    try:
        guide = rules.guide(now.name, sitting.table.state.procedure)
    except KeyError:
        return list(dict.fromkeys(found)), ()
    return list(dict.fromkeys((*found, guide.clause, *guide.also))), guide.reminders


def _permitted(sitting: Sitting) -> list[str]:
    """What the engine offers to the player now."""
    lines = _wagers(sitting) if sitting.step == "bets" else []
    for offer in sitting.table.offers(sitting.me):
        match offer.example:
            case a.Decide():
                lines.append(f"You may choose: {w.listed(map(w.underscored, offer.values), 'or')}.")
            case a.LeaveSeat():
                lines.append(f"You may leave.  {offer.clause}".rstrip())
    return lines or ["You have nothing to do now."]


def _wagers(sitting: Sitting) -> list[str]:
    """Every wager on offer, also those that want another one first."""
    rules = sitting.table.rules
    lines: list[str] = []
    for wager in rules.wagers:
        if wager.later:
            continue
        limits = rules.limits(wager.id)
        span = f"{dollars(limits.minimum)} to {dollars(limits.maximum)}"
        said = dollars(limits.minimum) if limits.minimum == limits.maximum else span
        if wager.equal_to:
            said = f"as much as on {w.wager(rules, wager.equal_to)}"
        needed = [w.wager(rules, x) for x in rules.requires[wager.id] if x != wager.equal_to]
        after = f", after {w.listed(needed)}" if needed else ""
        lines.append(f"You may wager on {wager.title}: {said}{after}  {wager.clause}")
    return lines


# --- v --------------------------------------------------------------------------------------------------------------


def whole_table(sitting: Sitting) -> None:
    """Every position, the dealer and the meters, as this player may see them."""
    table_seen(sitting.console, sitting.table.rules, sitting.table.view(sitting.me), since_start=True)


# --- the player's own cards -----------------------------------------------------------------------------------------


def my_cards(sitting: Sitting) -> None:
    """The player's cards, drawn, with what they make as far as he can know."""
    table = sitting.table
    seen = table.view(sitting.me)
    own = seen.seats[sitting.seat - 1].cards
    made = _made(sitting, seen)
    sitting.console.print()
    sitting.console.print(Text("  Your cards", style="bold").append(f": {made}" if made else "", style="none"))
    show(sitting.console, table.rules.deck, own)
    if seen.community:
        sitting.console.print("  Community cards", style="bold")
        show(sitting.console, table.rules.deck, seen.community)
    opened = [card for card in seen.dealer if card != UNKNOWN]
    if opened:
        sitting.console.print(f"  The dealer's open card{'s' * (len(opened) > 1)}", style="bold")
        show(sitting.console, table.rules.deck, opened)


def _made(sitting: Sitting, seen: View) -> str:
    """The hand, where no card of it is hidden from the player."""
    own = seen.seats[sitting.seat - 1].cards
    if UNKNOWN in own:
        return ""
    if UNKNOWN not in seen.community:
        table = sitting.table
        return table.rules.game.describe(table.rules, table.state, own)
    opened = [c for c in seen.community if c != UNKNOWN]
    return w.underscored(three_cards(own).name) if len(own) == 3 and not opened else ""


def choice_words(sitting: Sitting, choice: Choice) -> str:
    """What a choice costs or brings."""
    return choices.costs(sitting.table.rules, sitting.table.state.seat(sitting.seat), choice)
