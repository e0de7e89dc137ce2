"""What a player wins who knows more than he should, as a record and as JSON."""

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from pitboss.frames.arrow import arrow_table
from pitboss.frames.cells import FrameRow
from pitboss.frames.showing import html_of
from pitboss.odds.figures import figures
from pitboss.odds.result import exactly, root
from pitboss.odds.tally import Tally
from pitboss.table.rules import Rules

if TYPE_CHECKING:
    import pyarrow

EXACT, SIMULATED = "exact", "simulated"
WANTED = 0.001
"""A standard error that decides most questions."""

Plays = dict[str, dict[str, Fraction]]
"""Decision → choice → in which share of all hands it is taken."""


class Advantage(Struct, frozen=True, kw_only=True):
    """The result of the main wagers under the best play with what is known; in units of the base."""

    ev: Fraction
    """The player's: positive where he wins. Where it was simulated, the mean of what was played."""
    standard_error: float = 0.0
    variance: Fraction
    at_risk: Fraction
    plays: Plays
    deals: int
    """How many equally likely deals were counted, or rounds simulated."""
    method: str = EXACT
    how: str = ""
    """How a simulated figure was found, in a sentence."""

    @property
    def sd(self) -> float:
        return root(self.variance)

    @property
    def element_of_risk(self) -> Fraction:
        """What is lost of each unit that is finally at risk: negative where the player wins."""
        return -self.ev / self.at_risk

    def flat(self) -> dict[str, Fraction]:
        """Choice → share of hands. Where several decisions have a choice of this name, it is `decision:choice`."""
        names = [choice for choices in self.plays.values() for choice in choices]
        return {
            choice if names.count(choice) == 1 else f"{step}:{choice}": share
            for step, choices in self.plays.items()
            for choice, share in choices.items()
        }


def counted(rules: Rules, tally: Tally, stake: int, plays: Plays) -> Advantage:
    """The figures of counted endings, settled by the table's own rules."""
    found = figures(rules, tally, stake, {})
    return Advantage(ev=found.ev, variance=found.variance, at_risk=found.at_risk, plays=plays, deals=tally.total)


class Protection(Struct, frozen=True, kw_only=True):
    """A question and its answer."""

    game: str
    title: str
    paytable: str | None
    base: str
    sees: str
    dead: tuple[str, ...]
    partners: int
    stake: int
    """Cents of the base."""
    pace: Fraction
    """Rounds an hour."""
    honest: Advantage
    """The same without anything seen: the same cards are dead."""
    found: Advantage
    seconds: float

    @property
    def an_hour(self) -> Fraction:
        """What the player wins in an hour, in cents."""
        return self.found.ev * self.stake * self.pace

    @property
    def sd_an_hour(self) -> float:
        """The standard deviation of an hour's result, in cents."""
        return root(self.found.variance * self.pace) * self.stake

    @property
    def doubt(self) -> str:
        """What a simulated figure does not decide, in a sentence; empty where there is nothing to say."""
        found = self.found
        if found.method == EXACT or found.ev >= self.honest.ev:
            return ""
        spots = round(found.deals * (found.standard_error / WANTED) ** 2)
        return (
            "this decides nothing: who knows more never has less than without seeing anything, so the error is too "
            f"large; about {spots:,} spots (--rounds) bring it down to {WANTED:.1%}"
        )

    def _repr_html_(self) -> str:
        """As a notebook shows it."""
        return html_of(self)

    def to_frame(self) -> "pyarrow.Table":
        """How often each choice is made, with and without what is known, as a table of Apache Arrow."""
        return arrow_table(play_rows(self))


def play_rows(asked: Protection) -> list[FrameRow]:
    """One row for each choice of each decision."""
    return [
        {
            "game": asked.game,
            "paytable": asked.paytable,
            "sees": asked.sees,
            "dead": " ".join(asked.dead),
            "partners": asked.partners,
            "edge": float(asked.found.ev),
            "decision": step,
            "choice": choice,
            "share": float(share),
            "share_without": float(asked.honest.plays.get(step, {}).get(choice, 0)),
        }
        for step, choices in asked.found.plays.items()
        for choice, share in choices.items()
    ]


def as_json(asked: Protection) -> dict[str, Any]:
    """As `pitboss protect --json` prints it."""
    found = asked.found
    exact = found.method == EXACT
    shown: dict[str, Any] = {
        "game": asked.game,
        "paytable": asked.paytable,
        "sees": asked.sees,
        "dead": list(asked.dead),
        "partners": asked.partners,
        "base": asked.base,
        "edge": float(found.ev),
        "exact": exactly(found.ev) if exact else None,
        "standard_error": found.standard_error,
        "sd": found.sd,
        "element_of_risk": float(found.element_of_risk),
        "average_at_risk": float(found.at_risk),
        "plays": {choice: float(share) for choice, share in found.flat().items()},
        "decisions": {
            step: {choice: float(share) for choice, share in choices.items()} for step, choices in found.plays.items()
        },
        "honest_edge": float(asked.honest.ev),
        "stake": asked.stake / 100,
        "rounds_per_hour": float(asked.pace),
        "win_per_hour": float(asked.an_hour / 100),
        "sd_per_hour": asked.sd_an_hour / 100,
        "method": found.method,
        "deals": found.deals,
        "seconds": asked.seconds,
    }
    if found.how:
        shown["how"] = found.how
    return shown
