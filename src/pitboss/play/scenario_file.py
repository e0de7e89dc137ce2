"""Reads scenario files (`docs/scenarios.md`) and says clearly what is wrong with one."""

from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

from msgspec import Struct

from pitboss.cards.deck import BadCard, Card, deck_of
from pitboss.play.scenario_reports import key_faults, who_faults
from pitboss.play.scenario_words import ENVY, LIMIT, near
from pitboss.rulebook.book import Book, book
from pitboss.rulebook.clauses import UnknownClause, clause
from pitboss.rulebook.folders import BadFolder, bring, games
from pitboss.rulebook.terms import MICRO
from pitboss.rulebook.toml_text import BadToml, read_toml

DOLLARS_MAX = 1_000_000_000_000
"""No amount and no meter of a scenario is higher."""


class BadScenario(ValueError):
    """A scenario that cannot be played, with all that is wrong."""


class SeatScript(Struct, frozen=True):
    number: int
    player: str
    wagers: dict[str, int]
    acts: tuple[str, ...]


class ReportScript(Struct, frozen=True):
    """What goes wrong: the report and the moment, `after` a step or `at` a step once `dealt` deliveries are made."""

    kind: str
    after: str = ""
    at: str = ""
    dealt: int = 0
    by: str = "dealer"
    seat: int = 0
    place: str = ""
    count: int = 0
    cards: tuple[Card, ...] = ()
    ruling: str = ""
    detail: str = ""


class Expected(Struct, frozen=True):
    net: int
    clause: str = ""


class Scenario(Struct, frozen=True):
    title: str
    game: str
    proves: str
    submission: dict[str, Any]
    submission_file: str
    order: tuple[Card, ...]
    places: dict[str, tuple[Card, ...]]
    seats: tuple[SeatScript, ...]
    meters: dict[str, int]
    reports: tuple[ReportScript, ...]
    expect: dict[int, dict[str, Expected]]
    expect_meters: dict[str, int]


_KEYS = ("title", "game", "proves", "submission", "deck", "seats", "meters", "report", "expect")
_SEAT_KEYS = ("player", "wagers", "acts")
_REPORT_KEYS = ("kind", "after", "at", "dealt", "by", "seat", "place", "count", "cards", "ruling", "detail")
_NUMBERS = ("dealt", "seat", "count")
_PLACES = ("dealer", "community", "box", "burn", "thrown")


def read_scenario(path: Path) -> Scenario:
    """The scenario in this file."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadScenario(f"{path}: cannot be read: {error}") from None
    return parse_scenario(text, str(path), path.parent)


def parse_scenario(text: str, name: str = "scenario", beside: Path | None = None) -> Scenario:
    """The scenario in this text. `beside` is the folder of its file, from which the folder of a game is seen."""
    try:
        raw = read_toml(text)
    except BadToml as bad:
        raise BadScenario(f"{name}: {bad.sentence}") from None
    if beside is not None and isinstance(raw.get("game"), str):
        try:
            raw["game"] = bring(raw["game"], beside)
        except BadFolder as folder:
            raise BadScenario("\n".join(f"{name}: {folder.path}: {fault}" for fault in folder.faults)) from None
    return _Reader(name, raw).scenario()


class _Reader:
    """Collects every fault of one file before it gives up."""

    def __init__(self, name: str, raw: dict[str, Any]) -> None:
        self.name = name
        self.raw = raw
        self.faults: list[str] = []

    def scenario(self) -> Scenario:
        raw = self.raw
        self.known("the file", raw, _KEYS)
        self.tables(raw)
        game = raw.get("game", "")
        if game not in games():
            raise BadScenario(f"{self.name}: game = '{game}' is not one of {', '.join(games())}{near(game, games())}")
        the_book = book(game)
        submission = raw.get("submission", {})
        order, places = self.deck(the_book, raw.get("deck", {}))
        seats = tuple(self.seat(the_book, key, value) for key, value in raw.get("seats", {}).items())
        if not seats:
            self.faults.append("no [seats.N]: at least one position must play")
        expect = dict(raw.get("expect", {}))
        expect_meters = {str(k): self.micro(v) for k, v in expect.pop("meters", {}).items()}
        scenario = Scenario(
            title=str(raw.get("title", self.name)),
            game=game,
            proves=self.clause(str(raw.get("proves", ""))),
            submission=submission if isinstance(submission, dict) else {},
            submission_file=submission if isinstance(submission, str) else "",
            order=order,
            places=places,
            seats=seats,
            meters={str(k): self.micro(v) for k, v in raw.get("meters", {}).items()},
            reports=tuple(self.report(the_book, value) for value in raw.get("report", [])),
            expect={self.number(k): self.expected(the_book, k, v) for k, v in expect.items()},
            expect_meters=expect_meters,
        )
        self.not_dealt_and_set_aside(the_book, scenario)
        if self.faults:
            raise BadScenario("\n".join(f"{self.name}: {fault}" for fault in self.faults))
        return scenario

    def not_dealt_and_set_aside(self, the_book: Book, scenario: Scenario) -> None:
        """A card found face up goes to the discard rack; no place can get it."""
        aside = [card for report in scenario.reports if report.kind == "card_face_up" for card in report.cards]
        dealt = [card for named in scenario.places.values() for card in named]
        twice = set(deck_of(the_book).surplus([*aside, *dealt])) & set(aside)
        if twice:
            both = " ".join(sorted(twice))
            self.faults.append(f"[[report]] card_face_up: [deck] deals the same card to a place: {both}")

    def tables(self, raw: dict[str, Any]) -> None:
        """Gives up at once where a part is not even a table: nothing in it could be read."""
        wrong = [f"[{key}] must be a table" for key in ("deck", "seats", "meters", "expect") if not _is_table(raw, key)]
        for key in ("seats", "expect"):
            if _is_table(raw, key):
                wrong += [f"[{key}.{n}] must be a table" for n in raw.get(key, {}) if not _is_table(raw[key], n)]
        if not isinstance(raw.get("submission", {}), dict | str):
            wrong.append("submission must be a table of overrides or the name of a file")
        reports = raw.get("report", [])
        if not isinstance(reports, list) or not all(isinstance(r, dict) for r in reports):
            wrong.append("[[report]] must be a list of tables")
        for number, seat in raw.get("seats", {}).items() if _is_table(raw, "seats") else ():
            if isinstance(seat, dict):
                if not _is_table(seat, "wagers"):
                    wrong.append(f"[seats.{number}] wagers must be a table, such as {{ {_a_wager(raw)} = 10 }}")
                if not isinstance(seat.get("acts", []), list):
                    wrong.append(f'[seats.{number}] acts must be a list, such as ["play"]')
        if wrong:
            raise BadScenario("\n".join(f"{self.name}: {fault}" for fault in wrong))

    def known(self, where: str, table: dict[str, Any], keys: tuple[str, ...]) -> None:
        for key in table:
            if key not in keys:
                self.faults.append(f"{where} has an unknown key '{key}'; known are {', '.join(keys)}{near(key, keys)}")

    def clause(self, text: str) -> str:
        if text:
            try:
                clause(text)
            except UnknownClause as error:
                self.faults.append(str(error))
        return text

    def cards(self, the_book: Book, text: Any) -> tuple[Card, ...]:
        try:
            return deck_of(the_book).read_all(str(text))
        except BadCard as error:
            self.faults.append(str(error))
            return ()

    def deck(self, the_book: Book, raw: dict[str, Any]) -> tuple[tuple[Card, ...], dict[str, tuple[Card, ...]]]:
        seats = tuple(f"seat{n}" for n in range(1, the_book.positions_max + 1))
        self.known("[deck]", raw, ("order", *seats, *_PLACES))
        places = {place: self.cards(the_book, text) for place, text in raw.items() if place != "order"}
        order = self.cards(the_book, raw["order"]) if "order" in raw else ()
        if "order" in raw and not order and not self.faults:
            self.faults.append("[deck] order names no cards")
        if order and places:
            self.faults.append("[deck] gives the cards either by place or in their order, not both")
        surplus = deck_of(the_book).surplus([*order, *(c for cards in places.values() for c in cards)])
        if surplus:
            self.faults.append(f"[deck] names cards more often than the deck holds them: {' '.join(surplus)}")
        return order, places

    def seat(self, the_book: Book, key: str, raw: dict[str, Any]) -> SeatScript:
        self.known(f"[seats.{key}]", raw, _SEAT_KEYS)
        wagers: dict[str, int] = {}
        ids = tuple(w.id for w in the_book.wagers if not w.later)
        before = [w for w in the_book.wagers if not w.later]
        families = {w.family: [x.id for x in before if x.family == w.family] for w in before}
        for wager, amount in raw.get("wagers", {}).items():
            if wager not in ids and wager not in families:
                self.faults.append(
                    f"[seats.{key}] has no wager '{wager}'; known are {', '.join(ids)}{near(wager, ids)}"
                )
            for each in families.get(wager, [wager]):
                wagers[each] = self.cents(amount)
        acts = tuple(str(act) for act in raw.get("acts", ()))
        return SeatScript(self.number(key), str(raw.get("player", f"Player {key}")), wagers, acts)

    def report(self, the_book: Book, raw: dict[str, Any]) -> ReportScript:
        self.known("[[report]]", raw, _REPORT_KEYS)
        fields = {k: v for k, v in raw.items() if k in _REPORT_KEYS and k != "cards"}
        for key, value in list(fields.items()):
            number = isinstance(value, int) and not isinstance(value, bool) and value >= 0
            if not (number if key in _NUMBERS else isinstance(value, str)):
                what = "a whole number" if key in _NUMBERS else "text"
                self.faults.append(f"[[report]] {key} = {str(value)[:40]} must be {what}")
                del fields[key]
        cards = self.cards(the_book, raw.get("cards", ""))
        kind = fields.get("kind", "")
        if "kind" not in raw:
            self.faults.append("[[report]] has no kind")
        self.faults += key_faults(kind, raw.keys() & set(_REPORT_KEYS))
        self.faults += who_faults(fields.get("by", "dealer"))
        return ReportScript(**{"kind": "", **fields}, cards=cards)

    def expected(self, the_book: Book, key: str, raw: dict[str, Any]) -> dict[str, Expected]:
        ids = (*(w.id for w in the_book.wagers), ENVY, LIMIT)
        found: dict[str, Expected] = {}
        for wager, value in raw.items():
            if wager not in ids:
                self.faults.append(
                    f"[expect.{key}] has no wager '{wager}'; known are {', '.join(ids)}{near(wager, ids)}"
                )
            if isinstance(value, dict):
                self.known(f"[expect.{key}].{wager}", value, ("net", "clause"))
                found[wager] = Expected(self.cents(value.get("net", 0)), self.clause(str(value.get("clause", ""))))
            else:
                found[wager] = Expected(self.cents(value))
        return found

    def number(self, key: str) -> int:
        if key.isdecimal() and len(key) <= 3:
            return int(key)
        self.faults.append(f"'{key[:40]}' is not the number of a position")
        return 0

    def cents(self, amount: Any) -> int:
        exact = self.decimal(amount) * 100
        if exact != int(exact):
            self.faults.append(f"'{amount}' is no whole number of cents")
        return int(exact)

    def micro(self, amount: Any) -> int:
        exact = self.decimal(amount) * 100 * MICRO
        if exact < 0:
            self.faults.append(f"'{amount}' is below zero, which no meter reads")
        if exact != int(exact):
            self.faults.append(f"'{amount}' has more than eight decimals")
        return int(exact)

    def decimal(self, amount: Any) -> Decimal:
        shown = str(amount)[:40]
        try:
            value = Decimal(str(amount).replace(",", "").replace("$", ""))
        except InvalidOperation:
            value = Decimal("nan")
        if not value.is_finite() or (value and value.adjusted() < -20):
            self.faults.append(f"'{shown}' is not an amount")
        elif value.adjusted() > 20 or abs(value) > DOLLARS_MAX:
            self.faults.append(f"'{shown}' is above ${DOLLARS_MAX:,}, more than any table or meter holds")
        else:
            return value
        return Decimal(0)


def _a_wager(raw: dict[str, Any]) -> str:
    """The first wager of the game that is meant, for an example."""
    game = raw.get("game")
    return book(game if game in games() else games()[0]).wagers[0].family


def _is_table(raw: dict[str, Any], key: str) -> bool:
    return isinstance(raw.get(key, {}), dict)
