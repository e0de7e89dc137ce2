"""The file that a table is described in, to begin with."""

from fractions import Fraction

from pitboss.lab.win.model import DOLLAR, Model, usual
from pitboss.odds.request import base_of
from pitboss.rulebook.book import book
from pitboss.rulebook.terms import Terms
from pitboss.rulebook.words import MAIN

_HEAD = """\
# How a table of {title} is played. `pitboss win THIS-FILE` says what it wins.
# Every figure is yours to change; what you leave out has the value that stands here.

{table}

# Players on average, and rounds an hour. Six players and 30 rounds are a published estimate for a full table of
# a poker game against the house; with three players it deals 35 to 40 rounds (Gaming Today, "Speed of play counts
# in all gambling"). Count your own table.
seats = {seats}
rounds_per_hour = {pace}

# How long the table is open. These two are assumptions, without a source.
hours_per_day = {hours}
days_per_year = {days}
"""
_MAIN = """
# The main game. `average` is what a player puts on {base}, in dollars; what is raised later follows from the best
# play. The least that the table takes stands here: most players wager more.
[wagers.main]
average = {average}
"""
_SIDE = """
# {title}: what is put on it, and the share of the players who make it. One half is an assumption.
[wagers.{name}]
average = {average}
share = {share}
"""
_TAIL = """
# The drop: what a player changes into chips at the table, in dollars, and after how many hours the next player
# does the same. Assumptions; your drop box knows better. Win against drop is told as COMAR 36.05.03.25 asks it.
[drop]
buy_in = {buy_in}
hours = {stay}

# A player whose risk of ruin is told: his bankroll in dollars, how long he plays, which side wagers he makes.
[player]
bankroll = {bankroll}
hours = {sitting}
wagers = [{makes}]

# With which probability the float of the house is enough for a day.
[house]
confidence = {confidence}
"""


def starting_file(terms: Terms, table: str = "") -> str:
    """The file for a table of which nothing is known but its submission; `table` is the line that names it."""
    model, the_book = usual(terms), book(terms.game)
    text = _HEAD.format(
        title=the_book.title,
        table=table or f'game = "{terms.game}"',
        seats=_number(model.seats),
        pace=_number(model.pace),
        hours=_number(model.hours),
        days=_number(model.days),
    )
    text += _MAIN.format(base=_base(terms), average=_dollars(model.wagers[MAIN].average))
    for name, wager in model.sides.items():
        title, share = the_book.wager(name).title, _number(wager.share)
        text += _SIDE.format(title=title, name=name, average=_dollars(wager.average), share=share)
    return text + _tail(model)


def _tail(model: Model) -> str:
    return _TAIL.format(
        buy_in=_dollars(model.buy_in),
        stay=_number(model.stay),
        bankroll=_dollars(model.bankroll),
        sitting=_number(model.sitting),
        makes=", ".join(f'"{name}"' for name in model.makes),
        confidence=_number(model.confidence),
    )


def _base(terms: Terms) -> str:
    base = base_of(terms.game, MAIN)
    return base if base == "one bet" else f"the {book(terms.game).wager(base).title}"


def _number(value: Fraction) -> str:
    return f"{float(value):g}"


def _dollars(cents: int) -> str:
    return _number(Fraction(cents, DOLLAR))
