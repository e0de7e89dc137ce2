"""`pitboss review`: what a player's decisions cost, and whether they fit somebody who has seen cards."""

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss.cli.help_text import helped
from pitboss.cli.screen import FINDINGS, GOOD, Trouble, complain, plain, print_json, safe, screen, shown, why_unreadable
from pitboss.wording.things import many, underscored

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.lab.review.collecting import Collected
    from pitboss.lab.review.records import CostlyDecision, PlayerReview, Review, SeenKind


@helped("review")
def review(
    log: Path | None = None,
    *,
    patron: str | None = None,
    sees: str = "",
    false_alarm: str = "0.001",
    table: str | None = None,
    since: str | None = None,
    until: str | None = None,
    database: str | None = None,
    config: Path | None = None,
    archive: Path | None = None,
    json: bool = False,
) -> int:
    from pitboss.cli.audit_hold import share
    from pitboss.cli.waiting import Waiting

    rate = share("--false-alarm", false_alarm)
    kinds = tuple(part.strip().lower() for part in sees.split(",") if part.strip())
    with Waiting("reading") as waiting:
        if log is not None:
            given = {"--table": table, "--since": since, "--until": until, "--database": database, "--archive": archive}
            if wrong := [name for name, value in given.items() if value is not None]:
                raise Trouble(f"{', '.join(wrong)}: for a house; a log is one table, and names no other")
            found, away = _from_log(log, patron), 0
        else:
            found, away = _from_house(database, config, archive, (table, since, until), patron)
        waiting("valuing decisions", 0.0)
        made = _reviewed(found, kinds, rate, waiting)
    if patron is not None and not made.players and not made.refused:
        raise Trouble(f"nobody called '{plain(patron)}' has decided anything there")
    if json:
        asked = {"log": str(log) if log is not None else None, "patron": patron, "sees": kinds, "table": table}
        print_json(_as_json(made, asked | {"since": since, "until": until, "false_alarm": float(rate)}))
    else:
        _print(screen(), made)
    if away:
        complain(
            f"old rounds of {many(away, 'table')} are archived and not in this: --archive, or the setting archive, "
            "names their folder"
        )
    return FINDINGS if any(kind.alarm for player in made.players for kind in player.kinds) else GOOD


def _as_json(made: "Review", asked: dict[str, Any]) -> dict[str, Any]:
    """What was asked, then what was found."""
    from msgspec import to_builtins

    found: dict[str, Any] = to_builtins(made)
    return {"game": found["game"], "asked": asked, **found}


def _reviewed(found: "Collected", kinds: tuple[str, ...], rate: Fraction, waiting: object) -> "Review":
    from pitboss.cli.waiting import Waiting
    from pitboss.lab.protect.seen import Unseeable

    assert isinstance(waiting, Waiting)
    try:
        return found.review(sees=kinds, false_alarm=rate, progress=lambda done: waiting("valuing decisions", done))
    except Unseeable as error:
        raise Trouble(safe(f"--sees: {error}")) from None


def _from_log(log: Path, patron: str | None) -> "Collected":
    from pitboss.games import rules_for
    from pitboss.lab.review.collecting import from_log
    from pitboss.play.log import BadLog, stream_log

    try:
        with log.open("rb") as source:
            terms, records = stream_log(source)
            return from_log(rules_for(terms), records, patron)
    except BadLog as bad:
        raise Trouble(safe(f"{shown(log)}: {bad}")) from None
    except OSError as error:
        raise Trouble(f"{shown(log)}: {why_unreadable(error)}") from None


def _from_house(
    database: str | None,
    config: Path | None,
    archive: Path | None,
    which: tuple[str | None, str | None, str | None],
    patron: str | None,
) -> "tuple[Collected, int]":
    from pitboss.cli.audit_store import reading
    from pitboss.cli.audit_words import moment
    from pitboss.house.audit.queries import table as find
    from pitboss.house.audit.review import collect

    table, since, until = which
    after, before = moment("--since", since), moment("--until", until)
    with reading(database, config, archive, table) as conn:
        chain = find(conn, table).chain if table is not None else None
        return collect(conn, chain=chain, patron=patron, since=after, until=before)


# --- on the screen ----------------------------------------------------------------------------------------------------


def _print(console: "Console", made: "Review") -> None:
    if not made.players:
        console.print("Nobody has decided anything that could be valued.")
    for player in made.players:
        _print_player(console, player)
    for game, why in made.refused.items():
        console.print(f"Not valued: {game}: {why}.", style="yellow")
    if made.skipped:
        console.print(f"Left out: {many(made.skipped, 'round')}, void, irregular or with unknown cards.", style="dim")


def _print_player(console: "Console", player: "PlayerReview") -> None:
    table = f", paytable {player.paytable}" if player.paytable else ""
    console.print(f"{player.player}, {player.game}{table}", style="bold underline")
    console.print(
        f"  {many(player.hands, 'hand')}, {many(player.decisions, 'decision')}, {many(player.mistakes, 'mistake')}: "
        f"{player.cost_a_hand:.4f} of the base given away a hand, {player.cents / 100:,.2f} dollars in all"
    )
    console.print(f"  edge as he plays {player.edge:+.4%} (standard error {player.standard_error:.4%})")
    for each in player.costliest:
        console.print(f"    {_costly(each)}", style="dim")
    for kind in player.kinds:
        console.print(f"  {_kind(kind)}", style="bold red" if kind.alarm else "none")
    for name, why in player.not_valued.items():
        console.print(f"  {name}: not valued: {why}", style="yellow")
    if player.kinds:
        every = min(1.0, player.false_alarm * len(player.kinds))
        rates = f"{player.false_alarm:.3g} for each kind of card, {every:.3g} for all of them"
        console.print(f"  An honest player gets an alarm with a probability of at most {rates}.", style="dim")


def _costly(each: "CostlyDecision") -> str:
    cards = " ".join(each.own) + (f" | {' '.join(each.board)}" if each.board else "")
    chose = f"{underscored(each.choice)} instead of {underscored(each.best)}"
    return f"round {each.round}, position {each.seat}: {cards}: {chose} cost {each.cost:.4f}"


def _kind(kind: "SeenKind") -> str:
    needed = (
        f"about {kind.hands_needed:,.0f} hands decide it" if kind.hands_needed is not None else "it is never decided"
    )
    said = f"{kind.kind}: evidence 10^{kind.evidence:.1f} : 1; {needed}"
    if kind.alarm:
        said += f"; ALARM at hand {kind.alarm:,}"
    return f"{said}; {kind.could_win:+.4f} of the base a hand was there to win"
