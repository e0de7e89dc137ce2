"""`pitboss protect`: what a player wins who has seen cards that he should not have."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

from cyclopts import Parameter

from pitboss.cli.help_text import helped
from pitboss.cli.numbers import Several
from pitboss.cli.screen import GOOD, WRONG_USAGE, Trouble, all_wrong, plain, print_json, screen

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.lab.protect.result import Protection
    from pitboss.odds.request import RowAsked

_Text = Annotated[str | None, Parameter(allow_leading_hyphen=True)]
MOST_ROUNDS = 10**9
T = TypeVar("T")


@helped("protect")
def protect(
    game: str | None = None,
    *,
    sees: str = "",
    dead: str = "",
    partners: _Text = None,
    stake: _Text = None,
    pace: _Text = None,
    rounds: _Text = None,
    paytable: str | None = None,
    reading: Several = (),
    submission: Path | None = None,
    json: bool = False,
) -> int:
    from pitboss.cli.waiting import Waiting
    from pitboss.lab.protect.api import protect as priced
    from pitboss.lab.protect.asking import dead_cards, sees_faults
    from pitboss.lab.protect.result import as_json
    from pitboss.lab.protect.sampled import LEAST

    faults = _Faults()
    row = faults.read(lambda: _row(game, paytable, stake, reading, submission), None)
    rules = (row or _row(game, None, None, (), submission)).rules
    gone, wrong = dead_cards(rules, dead)
    faults += [*sees_faults(rules, sees), *wrong]
    number = faults.read(lambda: _number(partners, "--partners", 0, rules.terms.positions - 1), 0)
    speed = faults.read(lambda: _pace(pace), Fraction(0))
    drawn = faults.read(lambda: 0 if rounds is None else _number(rounds, "--rounds", LEAST, MOST_ROUNDS), 0)
    if faults or row is None:
        raise all_wrong(faults, "nothing was worked out")
    try:
        with Waiting(row.rules.game.id) as waiting:
            found = priced(row, sees=sees, dead=gone, partners=number, pace=speed, rounds=drawn, progress=waiting)
    except ValueError as bad:  # what cannot be counted
        raise Trouble(str(bad)) from None
    if json:
        print_json(as_json(found))
    else:
        _print(screen(), found)
    return GOOD


class _Faults(list[str]):
    """What is wrong with what was asked, to be told at once."""

    def read(self, what: Callable[[], T], otherwise: T) -> T:
        """What the option says; where it cannot be read, the other, and why."""
        try:
            return what()
        except (Trouble, ValueError) as bad:
            if isinstance(bad, Trouble) and bad.status != WRONG_USAGE:
                raise
            self.append(str(bad))
            return otherwise


def _row(
    game: str | None, paytable: str | None, stake: str | None, reading: Several, submission: Path | None
) -> "RowAsked":
    """The main game as asked for."""
    from pitboss.cli.odds_options import cents, game_and_terms, is_file, named, typed
    from pitboss.odds.request import MAIN, Request, asked

    amount = cents(stake, "--stake") if stake is not None else None
    readings = {name.replace("-", "_"): value for name, value in named(reading, "--reading", "a value").items()}
    game, terms = game_and_terms(game, submission)
    own = typed(game, MAIN, paytable) if is_file(paytable) and paytable is not None else None
    request = Request(
        game=game,
        wager=MAIN,
        paytable="custom" if own else paytable,
        lines=own.lines if own else (),
        stake=amount,
        readings=readings,
        terms=terms,
    )
    return asked(request)[0]


def _number(text: str | None, option: str, least: int, most: int) -> int:
    from pitboss.cli.odds_options import whole

    if text is None:
        return least
    found = whole(text, option)
    if not least <= found <= most:
        raise Trouble(f"{option}: {plain(text)} is out of range; it is {least} to {most:,}")
    return found


def _pace(text: str | None) -> Fraction:
    from pitboss.cli.compare import a_pace
    from pitboss.lab.protect.api import PACE

    return Fraction(PACE) if text is None else a_pace(text, "--pace")


def _print(console: "Console", found: "Protection") -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from pitboss.cli.strategy_spot import the_base
    from pitboss.lab.protect.result import EXACT
    from pitboss.odds.result import exactly

    best = found.found
    console.print(f"{found.title}: {_known(found)}", style="bold underline")
    exact = best.method == EXACT
    error = "" if exact else f" ± {best.standard_error:.4%} (simulated, one standard error)"
    console.print(Text(f"  the player's edge     {float(best.ev):+.4%} of {the_base(found.game)}{error}", style="bold"))
    if exact:
        console.print(f"  exactly               {exactly(best.ev)}")
    console.print(f"  without seeing        {float(found.honest.ev):+.4%}")
    console.print(f"  element of risk       {float(best.element_of_risk):+.4%} of all that is at risk")
    console.print(f"  standard deviation    {best.sd:.4f} of one round")
    console.print(
        f"  in an hour            {_money(found.an_hour)} at {_money(Fraction(found.stake))} a round and "
        f"{float(found.pace):g} rounds, give or take {_money(Fraction(found.sd_an_hour))}"
    )
    if best.how:
        console.print(Text(f"  {best.how}", style="dim"))
    if found.doubt:
        console.print(Text(f"  {found.doubt}", style="yellow"))
    table = Table(box=box.SIMPLE_HEAD, title="How often each choice is made", title_justify="left", title_style="bold")
    for column in ("decision", "choice"):
        table.add_column(column)
    for column in ("seeing", "without"):
        table.add_column(column, justify="right")
    for step, choices in best.plays.items():
        for choice, share in choices.items():
            usual = found.honest.plays.get(step, {}).get(choice, Fraction(0))
            table.add_row(step, choice.replace("_", " "), f"{float(share):.4%}", f"{float(usual):.4%}")
    console.print(table)


def _known(found: "Protection") -> str:
    parts = [f"seeing {found.sees}"] if found.sees else []
    parts += [f"{' '.join(found.dead)} dead"] if found.dead else []
    parts += [f"{found.partners} partner{'s' * (found.partners > 1)}"] if found.partners else []
    return ", ".join(parts) or "nothing seen"


def _money(cents: Fraction) -> str:
    from pitboss.rulebook.pays import dollars

    whole = round(cents)
    return f"-{dollars(-whole)}" if whole < 0 else dollars(whole)
