"""What the figures of a table rest upon, in sentences."""

from pitboss.lab.win.theory import WinFigures
from pitboss.rulebook.words import listed

_BANDS = "Bands: the exact distribution of a hand, convolved for every hand of the time by arithmetic that is right to"


def how(found: WinFigures) -> list[str]:
    """By what the table is described, and how its figures were obtained."""
    model = found.model
    seats = f"{float(model.seats):g} player{'' if model.seats == 1 else 's'}"
    error = max(period.total.error for period in found.periods)
    blur = max(period.total.blur for period in found.periods)
    opened = f"{float(model.hours):g} hours a day, {float(model.days):g} days a year"
    played = (
        "Every bet is the average bet, every decision the best play. Theoretical wins are exact: all deals are counted."
    )
    said = [
        f"{seats}, {float(model.pace):g} rounds an hour, {opened}. {played}",
        f"{_BANDS} {error:.0e}{f', and the grid adds {blur:.2%} to the variance' if blur > 1e-6 else ''}.",
    ]
    if model.seats > 1 and not found.simulated:
        said.append("Seats of one round are taken as independent: this game has no fast simulation that knows better.")
    elif model.seats > 1:
        said.append(
            f"Seats of one round have a correlation of {found.correlation:.3f} (± {found.correlation_error:.3f}), "
            "simulated. The bands take half of the rounds to be good for the house and half to be bad, as far apart as "
            "makes the variance of a round right. That is an approximation: the 50 and 95 % bands are close, the ends "
            "of the 99 % band of a single hour may be off by some 15 %."
        )
    if found.hands.cut:
        said.append(f"A payout limit cuts what a hand wins once in {float(1 / found.hands.cut):,.0f} hands.")
    return said


def how_alone(found: WinFigures) -> list[str]:
    """What must be said of side wagers that are not counted together with the main game."""
    named = dict.fromkeys(wager.alone for wager in found.wagers if wager.alone)
    said = [f"{why}. Its mean is exact; for the bands it is taken as independent of the others." for why in named]
    if any(one.given for one in found.hands.alone.values()):
        said.append("A meter reads its reset amount, and what goes to it is no win of the house.")
    limits = found.model.terms.limits
    cut = [name for name in found.hands.alone if any(name in limit.wagers for limit in limits)]
    if cut:
        said.append(f"A payout limit over all wagers cuts {listed(cut)} as if it were the only one.")
    return said
