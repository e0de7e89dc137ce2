"""The front door of the library: open a table, check a submission, replay a log."""

import warnings
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss.games import rules_for
from pitboss.play.log import read_log, remark
from pitboss.play.replay import Replayed, replay
from pitboss.play.sources import CardSource, ShuffledDecks, seeded_stream
from pitboss.play.table import Table
from pitboss.rulebook.book import book
from pitboss.rulebook.folders import bring, games
from pitboss.rulebook.submission import Checked, check, check_data, default_data, merge

if TYPE_CHECKING:
    from pitboss.odds.advice import Advice
    from pitboss.odds.request import Request
    from pitboss.odds.result import WagerOdds
    from pitboss.odds.typed import Typed
    from pitboss.rulebook.terms import Terms

__all__ = ["SubmissionFaults", "best_play", "check_submission", "exact_odds", "open_table", "replay_log"]


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
        return check(_read(Path(submission)), Path(submission).parent)
    return check(submission, Path())


def open_table(
    submission: str | Path,
    *,
    overrides: dict[str, Any] | None = None,
    shuffle_seed: str = "",
    source: CardSource | None = None,
) -> Table:
    """A table ready for wagers, from the default submission of a game (by its id, or by the path of its folder) or from
    the path of a file.

    >>> table = open_table(games()[0], shuffle_seed="demo")
    >>> table.state.round, table.rules.terms.game == games()[0]
    (1, True)
    """
    game = bring(submission)
    if game in games():
        checked = check_data(merge(default_data(game), overrides or {}))
    else:
        checked = check(_read(Path(submission)), Path(submission).parent)
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
        near = get_close_matches(str(path), games(), n=1, cutoff=0.4)
        hint = f"; did you mean '{near[0]}'?" if near else ""
        raise LookupError(f"'{path}' is neither a game ({', '.join(games())}) nor a file{hint}") from None


def replay_log(path: str | Path) -> Iterator[Replayed]:
    """Every record of a log with the state it led to; raises `BadLog` at the first that does not follow. Warns
    where the files of a built-in game have changed since, within their version."""
    text = Path(path).read_bytes()
    terms, records = read_log(text)
    if said := remark(text):
        warnings.warn(said, stacklevel=2)
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
    """The exact odds of a game's wagers, or of those a submission offers; amounts and meters are in cents. The game is
    named by its id or by the path of its folder. `typed` is the text of a paytable of one's own for the wager
    (`lines = [{ hand = …, pays = …, unit = "to" }, …]`).

    >>> main = exact_odds(games()[0], wager="main")[0]
    >>> main.method, 0 < main.house_edge < 1
    ('exact', True)
    """
    from pitboss.odds.api import odds

    request = odds_request(game, wager, paytable, players, meters, stake, readings, submission, typed)
    return odds(request, use_cache=use_cache)


def odds_request(
    game: str,
    wager: str | None,
    paytable: str | None,
    players: int | None,
    meters: Mapping[str, int] | None,
    stake: int | None,
    readings: Mapping[str, str] | None,
    submission: str | Path | None,
    typed: str,
) -> "Request":
    """What is asked for, with the meters that a table of one's own names at their lowest reset."""
    from pitboss.odds.request import Request

    game, terms = _game_and_terms(bring(game), submission)
    amounts = dict(meters or {})
    _whole_numbers({"stake": stake, "players": players} | {f"the meter '{name}'": n for name, n in amounts.items()})
    own, paytable = _own_table(game, wager, paytable, typed)
    if own.lines:
        from pitboss.odds.typed import lowest_meters

        kept = [m.name for m in terms.meters] if terms is not None else []
        amounts = lowest_meters(book(game), own.lines, [*amounts, *kept]) | amounts
    return Request(
        game=game,
        wager=wager,
        paytable=paytable,
        lines=own.lines,
        cards=own.cards,
        players=players,
        meters=amounts,
        stake=stake,
        readings=dict(readings or {}),
        terms=terms,
    )


def _game_and_terms(game: str, submission: str | Path | None) -> "tuple[str, Terms | None]":
    """The game and, where a submission is given, its terms."""
    from pitboss.odds.request import BadRequest

    if submission is None:
        return game, None
    if bring(submission) in games():
        raise BadRequest(
            f"'{submission}' is a game and no submission: give it as the game, or the file of a submission"
        )
    checked = check_submission(submission)
    if checked.terms is None:
        raise SubmissionFaults(checked)
    if game not in ("", checked.terms.game):
        raise BadRequest(f"this submission is for {checked.terms.game}, not for {game}")
    return checked.terms.game, checked.terms


def _whole_numbers(given: Mapping[str, Any]) -> None:
    """Amounts are whole cents, players whole people."""
    from pitboss.odds.request import BadRequest

    for name, number in given.items():
        if number is not None and (isinstance(number, bool) or not isinstance(number, int)):
            unit = "" if name == "players" else " of cents"
            raise BadRequest(f"{name} must be a whole number{unit}; {number!r} was given")


def _own_table(game: str, wager: str | None, paytable: str | None, typed: str) -> "tuple[Typed, str | None]":
    """A paytable of one's own and its name; without one, no lines and the letter."""
    from pitboss.odds.request import BadRequest, Request, asked, family_of, wagers_of
    from pitboss.odds.typed import Typed, typed_table

    if not typed:
        return Typed(()), paytable
    if wager is None:
        raise BadRequest("a paytable of one's own belongs to a wager; say which")
    if paytable is not None:
        raise BadRequest(
            f"either paytable '{paytable}' or a table of one's own can be asked for; leave one of them out"
        )
    if game not in games() or wager not in wagers_of(game):
        asked(Request(game=game, wager=wager))  # refuses it
    return typed_table(book(game), family_of(game, wager), typed), "custom"


def best_play(
    game: str,
    cards: str,
    board: str = "",
    *,
    dealer: str = "",
    paytable: str | None = None,
    stake: int | None = None,
    readings: Mapping[str, str] | None = None,
    preflop: str | None = None,
    typed: str = "",
    overrides: dict[str, Any] | None = None,
) -> "Advice":
    """What each choice is worth to a player who holds these cards, with these community cards open and, where the deal
    lays some of the dealer's open, these cards of the `dealer`. `paytable` is the letter that decides the main game,
    `typed` the text of one's own, `stake` is in cents, and `preflop` is `3x` or `4x` where a house allows one raise
    before the flop. `overrides` change the game's default submission.

    `best` of the result is the best choice; `equal` names those that are worth as much."""
    from pitboss.odds.api import best_play as worth
    from pitboss.odds.request import MAIN, BadRequest, Request, asked
    from pitboss.odds.studies import first_study

    for name, given in (("cards", cards), ("board", board), ("dealer", dealer)):
        if not isinstance(given, str):
            raise BadRequest(f"{name} must be text such as 'Th Jh Qh'; {given!r} was given")
    _whole_numbers({"stake": stake})
    game = bring(game)
    terms = None
    if overrides and game in games():
        checked = check_data(merge(default_data(game), overrides))
        if checked.terms is None:
            raise SubmissionFaults(checked)
        terms = checked.terms
    own, paytable = _own_table(game, MAIN, paytable, typed)
    said = dict(readings or {}) | ({first_study(game): preflop} if preflop is not None else {})
    row = asked(
        Request(game=game, wager=MAIN, paytable=paytable, lines=own.lines, stake=stake, readings=said, terms=terms)
    )[0]
    read = row.rules.deck.read_all
    return worth(row.rules, read(cards), read(board), dealer=read(dealer), stake=row.stake)
