"""One spot of a game: what every choice is worth, for people and as JSON."""

from typing import TYPE_CHECKING, Any

from pitboss.cli.screen import cited

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.odds.advice import Advice
    from pitboss.odds.request import RowAsked

LONGEST_FRACTION = 32


def spot_as_json(found: "Advice", paytable: str | None, stake: int, seconds: float) -> dict[str, Any]:
    from pitboss.odds.result import exactly

    return {
        "game": found.game,
        "paytable": paytable,
        "step": found.step,
        "clause": found.clause,
        "cards": list(found.cards),
        "board": list(found.board),
        **({"dealer": list(found.dealer)} if found.dealer else {}),
        "base": found.base,
        "stake": in_dollars(stake),
        "alternatives": [
            {
                "choice": a.choice,
                "value": exactly(a.value),
                "decimal": float(a.value),
                "variance": None if a.variance is None else exactly(a.variance),
                "cost": exactly(found.cost(a.choice)),
            }
            for a in found.alternatives
        ],
        "best": found.best.choice,
        "equal": list(found.equal),
        "method": "exact",
        "seconds": seconds,
    }


def in_dollars(cents: int) -> float | int:
    return cents / 100 if cents % 100 else cents // 100


def print_spot(console: "Console", row: "RowAsked", found: "Advice", stake: str) -> None:
    """`stake` in words, where it is to be said."""
    from rich.padding import Padding
    from rich.text import Text

    from pitboss.wording.cards_art import show
    from pitboss.wording.things import listed

    rules = row.rules
    table = f", paytable {row.paytable}" if row.paytable else ""
    console.print(f"{rules.book.full_title}{table}{stake}", style="bold underline")
    cited(console, rules.guide(found.step, rules.terms.procedure).title, found.clause, mark="", style="bold")
    others = [(" and the community cards", found.board), (" and the dealer's open cards", found.dealer)]
    console.print("Your cards" + "".join(words for words, lie in others if lie))
    for lie in (found.cards, found.board, found.dealer):
        if lie:
            show(console, rules.deck, lie)
    if found.made:
        made = listed(f"{rules.wager[wager].title} {times}×" for wager, times in found.made)
        console.print(f"Wagered before, by the best play: {made}")
    console.print(_choices(found, console.width))
    for line in _verdict(found):
        console.print(Padding(Text(line, style="bold"), (0, 0, 0, 2), expand=False))


def _choices(found: "Advice", width: int) -> Any:
    """On a narrow screen without the fractions, then without what is said twice."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from pitboss.cli.odds_details import fitting_columns
    from pitboss.cli.odds_words import percent, signed
    from pitboss.odds.result import exactly

    head = ("choice", "value", f"of {the_base(found.game)}", "costs", "exactly")
    rows = []
    for a in found.alternatives:
        best = a.choice == found.best.choice
        cost = found.cost(a.choice)
        exact = exactly(a.value)
        cells = (
            f"{'> ' if best else '  '}{_choice(a.choice)}",
            signed(a.value),
            percent(a.value, sign="+"),
            percent(cost) if cost else "-",
            exact if len(exact) <= LONGEST_FRACTION else "",
        )
        rows.append(cells)
    columns = fitting_columns(head, rows, width, (4, 2, 3))
    table = Table(box=box.SIMPLE_HEAD)
    for i in columns:
        table.add_column(head[i], justify="right" if i else "left", no_wrap=True)
    for cells in rows:
        table.add_row(*(Text(cells[i], style="bold" if cells[0].startswith(">") else "") for i in columns))
    return table


def the_base(game: str) -> str:
    """The unit of the main game: `one bet`, or the wager by its title."""
    from pitboss.odds.request import base_of
    from pitboss.rulebook.book import book
    from pitboss.rulebook.words import MAIN, wager_title

    base = base_of(game, MAIN)
    return base if base == "one bet" else f"the {wager_title(book(game), base).lower()}"


def _choice(name: str) -> str:
    return name.replace("_", " ")


def _verdict(found: "Advice") -> list[str]:
    """The best play in words, and that others are as good where they are."""
    from pitboss.cli.odds_words import percent
    from pitboss.wording.things import listed

    best = _choice(found.best.choice)
    if found.equal:
        said = f"{listed(_choice(c) for c in found.equal)} are worth the same"
        spreads = {a.variance for a in found.alternatives if a.choice in found.equal}
        why = "has less variance" if len(spreads) > 1 else "is as good as any"
        return [f"{said[:1].upper()}{said[1:]}; {best} {why}."]
    others = [found.cost(a.choice) for a in found.alternatives if a.choice != found.best.choice]
    if not others:
        return [f"Best: {best}."]
    return [f"Best: {best}. The next best choice costs {percent(min(others))} of {the_base(found.game)}."]
