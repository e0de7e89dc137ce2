"""How a table is played: seats, pace, average wagers and who makes which, read from a TOML file. All faults are told at
once."""

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

from msgspec import Struct

from pitboss.lab.win.joint import side_wagers
from pitboss.odds.request_terms import like
from pitboss.rulebook.book import book
from pitboss.rulebook.folders import BadFolder, bring, games
from pitboss.rulebook.submission import check, default_submission
from pitboss.rulebook.terms import Terms
from pitboss.rulebook.toml_text import BadToml, read_toml
from pitboss.rulebook.words import MAIN

DOLLAR = 100
SEATS, PACE = Fraction(6), Fraction(30)
"""A published estimate for a full table of a poker game against the house (docs/win.md); no table is like another."""
HOURS, DAYS = Fraction(16), Fraction(365)
SHARE = Fraction(1, 2)
BUY_IN, STAY = 20_000, Fraction(2)
BANKROLL, SITTING = 50_000, Fraction(4)
CONFIDENCE = Fraction(999, 1000)
MOST_ROUNDS = 1000
"""Rounds an hour that no table deals."""
MOST_SEATS = 100
"""Seats that no table has; one that is known says how many it has."""
MOST = 10**9
"""Dollars."""


class BadModel(ValueError):
    """A file that cannot be used; `faults` has everything that is wrong with it."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("; ".join(faults))
        self.faults = tuple(faults)


class WagerModel(Struct, frozen=True):
    """How a wager is made."""

    average: int
    """Cents, where it is made; of the main game on its base."""
    share: Fraction = Fraction(1)
    """Of the players."""


class TablePlay(Struct, frozen=True, kw_only=True):
    """How tables are played that are compared: the same for each of them, as far as its limits allow."""

    seats: Fraction = SEATS
    pace: Fraction = PACE
    main: int = 0
    """Cents on the base of the main game; the least that a table takes where that is more."""
    side: int = 0
    """Cents on each side wager, likewise."""
    share: Fraction = SHARE
    """Of the players who make each side wager."""
    wagers: dict[str, WagerModel] = {}
    """Wagers of which more is known."""

    def of(self, wager: str) -> WagerModel:
        """How a wager is made."""
        usually = WagerModel(self.main) if wager == MAIN else WagerModel(self.side, self.share)
        return self.wagers.get(wager, usually)

    def bets(self, wager: str) -> Fraction:
        """How many are made in an hour."""
        return self.seats * self.pace * self.of(wager).share


class Model(Struct, frozen=True, kw_only=True):
    """A table as it is played."""

    terms: Terms
    seats: Fraction = SEATS
    """Players on average."""
    pace: Fraction = PACE
    """Rounds an hour."""
    hours: Fraction = HOURS
    """In a day."""
    days: Fraction = DAYS
    """In a year."""
    wagers: dict[str, WagerModel]
    """`main` and side wagers."""
    buy_in: int = BUY_IN
    """Cents that a player changes into chips at the table."""
    stay: Fraction = STAY
    """Hours after which the next one does."""
    bankroll: int = BANKROLL
    sitting: Fraction = SITTING
    """Hours that the player of the bankroll plays."""
    makes: tuple[str, ...] = ()
    """The side wagers that he makes."""
    confidence: Fraction = CONFIDENCE
    """With which the house's float is enough for a day."""

    @property
    def play(self) -> TablePlay:
        """How it is played, for another table; side wagers that it does not name are not made."""
        return TablePlay(seats=self.seats, pace=self.pace, share=Fraction(0), wagers=self.wagers)

    @property
    def sides(self) -> dict[str, WagerModel]:
        """The side wagers that somebody makes."""
        return {name: wager for name, wager in self.wagers.items() if name != MAIN and wager.share}


def least(terms: Terms) -> dict[str, WagerModel]:
    """Every wager that is offered, made at its minimum by everybody or, on the side, by half of the players."""
    the_book = book(terms.game)
    base = terms.wager(next(w for w in the_book.wagers if w.compulsory).family)
    assert base is not None, "a table offers its main game"
    sides = {name: terms.wager(the_book.wager(name).family) for name in side_wagers(terms)}
    found = {name: WagerModel(held.minimum, SHARE) for name, held in sides.items() if held is not None}
    return {MAIN: WagerModel(base.minimum)} | found


def usual(terms: Terms) -> Model:
    """A table of which nothing is known but its submission."""
    return Model(terms=terms, seats=usual_seats(terms), wagers=least(terms), makes=())


def usual_seats(terms: Terms) -> Fraction:
    """A full table; no more players than the table has positions."""
    return min(SEATS, Fraction(terms.positions))


# --- reading --------------------------------------------------------------------------------------------------------


def read(text: str, beside: Path | None = None, terms: Terms | None = None) -> Model:
    """The model that a file describes; `beside` is the folder from which its submission or game is named. With `terms`
    it is a model for these, whatever table the file was written for."""
    try:
        data = read_toml(text)
    except BadToml as error:
        raise BadModel([error.sentence]) from None
    reader = _Reader(data)
    model = reader.model(terms if terms is not None else reader.terms(beside or Path()))
    reader.unknown()
    if reader.faults or model is None:
        raise BadModel([*dict.fromkeys(reader.faults)])
    return model


class _Reader:
    """Reads values and collects what is wrong with them."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.faults: list[str] = []
        self.known: dict[str, set[str]] = {"": {"game", "submission", "wagers", "drop", "player", "house"}}

    def terms(self, beside: Path) -> Terms | None:
        game, path = self.data.get("game"), self.data.get("submission")
        if (game is None) == (path is None):
            self.faults.append('say which table: either game = "…" or submission = "FILE.toml"')
            return None
        if not isinstance(given := game if path is None else path, str):
            self.faults.append(f"{'game' if path is None else 'submission'}: '{given}' is not a name in quotes")
            return None
        return self._default(given, beside) if path is None else self._submitted(given, beside)

    def _default(self, game: str, beside: Path) -> Terms | None:
        try:
            found = bring(game, beside)
        except BadFolder as bad:
            self.faults += [f"game: {bad.path}: {fault}" for fault in bad.faults]
            return None
        if found not in games():
            self.faults.append(
                f"game: there is no game '{game}'; the games are {', '.join(games())}{like(game, games())}"
            )
            return None
        return check(default_submission(found)).terms

    def _submitted(self, path: str, beside: Path) -> Terms | None:
        place = beside / path
        try:
            checked = check(place.read_text(encoding="utf-8-sig"), place.parent)
        except (OSError, ValueError) as error:
            self.faults.append(f"submission: {path} cannot be read: {getattr(error, 'strerror', None) or error}")
            return None
        self.faults += [f"submission: {path}: {fault}" for fault in checked.faults]
        return checked.terms

    def model(self, terms: Terms | None) -> Model | None:
        """The model; without a table only what every table has is looked at, for what is wrong with it."""
        wagers = self._wagers(terms) if terms is not None else {}
        self._knows("player", "wagers")
        makes = self._makes([name for name in wagers if name != MAIN]) if terms is not None else ()
        usually = SEATS if terms is None else usual_seats(terms)
        found: dict[str, Any] = {
            "seats": self._number("", "seats", usually, 1, MOST_SEATS if terms is None else terms.positions),
            "pace": self._number("", "rounds_per_hour", PACE, 1, MOST_ROUNDS),
            "hours": self._number("", "hours_per_day", HOURS, Fraction(1, 100), 24),
            "days": self._number("", "days_per_year", DAYS, 1, 366),
            "buy_in": self._cents("drop", "buy_in", BUY_IN),
            "stay": self._number("drop", "hours", STAY, Fraction(1, 100), 24),
            "bankroll": self._cents("player", "bankroll", BANKROLL),
            "sitting": self._number("player", "hours", SITTING, Fraction(1, 100), 24),
            "confidence": self._number("house", "confidence", CONFIDENCE, Fraction(1, 2), Fraction(999_999, 10**6)),
        }
        return None if terms is None else Model(terms=terms, wagers=wagers, makes=makes, **found)

    def _makes(self, sides: list[str]) -> tuple[str, ...]:
        """The side wagers of the player whose risk of ruin is told."""
        makes = self._part("player").get("wagers", [])
        if isinstance(makes, list) and all(name in sides for name in makes):
            return tuple(makes)
        self.faults.append(f"player.wagers: {makes} are not side wagers of this table: {', '.join(sides) or 'none'}")
        return ()

    def _wagers(self, terms: Terms) -> dict[str, WagerModel]:
        usually = least(terms)
        given = self._part("wagers")
        self.faults += [
            f"wagers.{name}: this table has no such wager; it has {', '.join(usually)}{like(name, usually)}"
            for name in given
            if name not in usually
        ]
        found = {}
        for name, standard in usually.items():
            if name not in given and name != MAIN:
                continue
            key = f"wagers.{name}"
            average = self._cents(key, "average", standard.average)
            share = Fraction(1) if name == MAIN else self._number(key, "share", SHARE, 0, 1)
            held = terms.wager(_limited(terms, name))
            if held is not None and not held.minimum <= average <= held.maximum:
                least_, most = (f"{cents / DOLLAR:g}" for cents in (held.minimum, held.maximum))
                self.faults.append(f"{key}.average: this table takes ${least_} to ${most}, not ${average / DOLLAR:g}")
            found[name] = WagerModel(average, share)
        return found

    def _part(self, name: str) -> Mapping[str, Any]:
        part: Any = self.data
        for key in name.split(".") if name else ():
            part = part.get(key, {}) if isinstance(part, dict) else {}
        if not isinstance(part, dict):
            self.faults.append(f"{name}: this is a table of its own, [{name}]")
            return {}
        return part

    def _knows(self, part: str, key: str) -> None:
        self.known.setdefault(part, set()).add(key)

    def _number(self, part: str, key: str, usually: Fraction, lowest: Fraction | int, most: Fraction | int) -> Fraction:
        """A number between two others. What TOML writes as 0.1 is one tenth."""
        self._knows(part, key)
        given = self._part(part).get(key)
        if given is None:
            return usually
        value = _exact(given)
        if value is None or not lowest <= value <= most:
            name = f"{part}.{key}" if part else key
            self.faults.append(f"{name}: '{given}' is not a number from {float(lowest):g} to {float(most):g}")
            return usually
        return value

    def _cents(self, part: str, key: str, usually: int) -> int:
        """Dollars, as cents."""
        dollars = self._number(part, key, Fraction(usually, DOLLAR), Fraction(1, DOLLAR), MOST)
        if (dollars * DOLLAR).denominator != 1:
            self.faults.append(f"{part}.{key}: '{float(dollars):g}' is no whole number of cents")
            return usually
        return int(dollars * DOLLAR)

    def unknown(self) -> None:
        """Keys that nothing reads: a slip of the pen would otherwise be taken for a default."""
        for part in ("", "drop", "player", "house"):
            known = self.known.get(part, set())
            for key in self._part(part):
                if key not in known and known - {"wagers"}:
                    name = f"{part}.{key}" if part else key
                    self.faults.append(f"{name}: this is not known here; known are {', '.join(sorted(known))}")
        for wager, given in self._part("wagers").items():
            for key in given if isinstance(given, dict) else ():
                if key not in ("average", "share"):
                    self.faults.append(f"wagers.{wager}.{key}: this is not known here; known are average, share")


def _exact(given: object) -> Fraction | None:
    """The number that somebody wrote; None where it is none, or no finite one."""
    if isinstance(given, bool) or not isinstance(given, int | Decimal):
        return None
    return Fraction(given) if not isinstance(given, Decimal) or given.is_finite() else None


def _limited(terms: Terms, wager: str) -> str:
    """The family whose limits hold for a wager, or for the base of the main game."""
    the_book = book(terms.game)
    return (next(w for w in the_book.wagers if w.compulsory) if wager == MAIN else the_book.wager(wager)).family
