"""The table as one player sees it, as text, with the terminal's cards."""

from io import StringIO

from pitboss.rulebook.pays import dollars
from pitboss.table.rules import Rules
from pitboss.table.views import View

WIDTH = 100


def drawn(rules: Rules, view: View, seat: int) -> str:
    """What lies at each place, and what is asked."""
    from rich.console import Console

    from pitboss.wording.cards_art import show

    text = StringIO()
    console = Console(file=text, width=WIDTH, highlight=False, markup=False, emoji=False, no_color=True)
    held = view.seats[seat - 1]
    lying = [("Dealer", view.dealer), ("Community cards", view.community), ("Box", view.box)]
    for title, cards in [*lying, (f"Position {seat}", held.cards)]:
        if cards:
            console.print(title)
            show(console, rules.deck, cards)
    wagers = ", ".join(f"{rules.book.wager(wager).title} {dollars(cents)}" for wager, cents in held.wagers.items())
    console.print(f"Wagers: {wagers or 'none'}")
    step = next((s for s in rules.script(rules.terms.procedure) if s.name == view.step and s.kind == "ask"), None)
    if step is None:
        console.print("The round is over.")
    elif view.turn == seat:
        console.print(f"To choose: {', '.join(choice.name for choice in step.choices)}")
    return text.getvalue()
