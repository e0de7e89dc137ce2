"""The front door of the library: open a table, check a submission, replay a log."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss.games import rules_for
from pitboss.play.log import read_log
from pitboss.play.replay import Replayed, replay
from pitboss.play.sources import CardSource, ShuffledDecks, seeded_stream
from pitboss.play.table import Table
from pitboss.rulebook.book import GAMES, book
from pitboss.rulebook.submission import Checked, check, check_data, default_data, merge

if TYPE_CHECKING:
    from pitboss.odds.advice import Advice
    from pitboss.odds.result import WagerOdds

__all__ = ["GAMES", "SubmissionFaults", "best_play", "check_submission", "exact_odds", "open_table", "replay_log"]


class SubmissionFaults(ValueError):
    """A submission that cannot become terms; `faults` has all of them."""

    def __init__(self, checked: Checked) -> None:
        super().__init__("\n".join(str(fault) for fault in checked.faults))
        self.faults = checked.faults


def check_submission(submission: str | Path) -> Checked:
    """Checks a Rules Submission, given as its text or as the path of its file: its terms, or every fault at once."""
    if isinstance(submission, Path) or (
        isinstance(submission, str) and "\n" not in submission and "=" not in submission
    ):
        return check(_read(Path(submission)))
    return check(submission)


def open_table(
    submission: str | Path,
    *,
    overrides: dict[str, Any] | None = None,
    shuffle_seed: str = "",
    source: CardSource | None = None,
) -> Table:
    """A table ready for wagers, from a game's default submission or from the path of a file.

    >>> open_table("let-it-ride", shuffle_seed="demo")
    <Table 'Let It Ride 1': let-it-ride, round 1, bets>
    """
    if submission in GAMES:
        checked = check_data(merge(default_data(str(submission)), overrides or {}))
    else:
        checked = check(_read(Path(submission)))
    if checked.terms is None:
        raise SubmissionFaults(checked)
    rules = rules_for(checked.terms)
    if source is None and shuffle_seed:
        source = ShuffledDecks(rules.deck, seeded_stream(shuffle_seed))
    return Table(rules, source=source).open()


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        near = get_close_matches(str(path), GAMES, n=1, cutoff=0.4)
        hint = f"; did you mean '{near[0]}'?" if near else ""
        raise LookupError(f"'{path}' is neither a game ({', '.join(GAMES)}) nor a file{hint}") from None


def replay_log(path: str | Path) -> Iterator[Replayed]:
    """Every record of a log with the state it led to; raises `BadLog` at the first that does not follow."""
    terms, records = read_log(Path(path).read_bytes())
    yield from replay(terms, records)


def exact_odds(
    game: str = "",
    *,
    wager: str | None = None,
    paytable: str | None = None,
    players: int | None = None,
    meters: Mapping[str, int] | None = None,
    stake: int | None = None,
    readings: Mapping[str, str] | None = None,
    submission: str | Path | None = None,
    typed: str = "",
    use_cache: bool = True,
) -> "list[WagerOdds]":
    """The exact odds of a game's wagers, or of those a submission offers; amounts and meters are in cents. `typed` is
    the text of a paytable of one's own for the wager (`lines = [{ hand = …, pays = …, unit = "to" }, …]`).

    >>> (trips,) = exact_odds("ultimate-texas-holdem", wager="trips", paytable="A")
    >>> trips.house_edge, f"{float(trips.house_edge):.2%}"
    (Fraction(301629, 33446140), '0.90%')
    """
    from pitboss.odds.api import odds
    from pitboss.odds.request import BadRequest, Request, family_of
    from pitboss.odds.typed import Typed, typed_table

    terms = None
    if submission is not None:
        checked = check_submission(submission)
        if checked.terms is None:
            raise SubmissionFaults(checked)
        terms = checked.terms
        game = checked.terms.game
    own = Typed(())
    if typed:
        if wager is None:
            raise BadRequest("a paytable of one's own belongs to a wager; say which")
        own, paytable = typed_table(book(game), family_of(game, wager), typed), "custom"
    request = Request(
        game=game,
        wager=wager,
        paytable=paytable,
        lines=own.lines,
        cards=own.cards,
        players=players,
        meters=dict(meters or {}),
        stake=stake,
        readings=dict(readings or {}),
        terms=terms,
    )
    return odds(request, use_cache=use_cache)


def best_play(game: str, cards: str, board: str = "", *, overrides: dict[str, Any] | None = None) -> "Advice":
    """What each choice is worth to a player who holds these cards, with these community cards open.

    >>> advice = best_play("let-it-ride", "Th Jh Qh")
    >>> advice.best.choice, advice.equal
    ('ride', ())
    """
    from pitboss.odds.api import best_play as worth

    checked = check_data(merge(default_data(game), overrides or {}))
    if checked.terms is None:
        raise SubmissionFaults(checked)
    rules = rules_for(checked.terms)
    return worth(rules, rules.deck.read_all(cards), rules.deck.read_all(board))
