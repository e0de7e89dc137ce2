"""Reads scenario files (`docs/scenarios.md`) and says clearly what is wrong with one."""

from pathlib import Path
from typing import Any

from pitboss.cards.deck import BadCard, Card, deck_of
from pitboss.play.scenario_acts import read_act
from pitboss.play.scenario_amounts import Amounts
from pitboss.play.scenario_parts import (
    BadScenario,
    Expected,
    Moment,
    RefusedScript,
    ReportScript,
    Round,
    Scenario,
    SeatScript,
)
from pitboss.play.scenario_reports import key_faults, moment_key_faults, who_faults
from pitboss.play.scenario_words import ENVY, LIMIT, near
from pitboss.rulebook.book import Book, book
from pitboss.rulebook.clauses import UnknownClause, clause
from pitboss.rulebook.folders import BadFolder, bring, games
from pitboss.rulebook.roles import DEALER
from pitboss.rulebook.toml_text import BadToml, read_toml

FILE_KEYS = ("title", "game", "proves", "submission", "round")
ROUND_KEYS = ("deck", "seats", "meters", "report", "refused", "expect")
SEAT_KEYS = ("player", "wagers", "acts")
MOMENT_KEYS = Moment.__struct_fields__
REPORT_KEYS = ("kind", *MOMENT_KEYS[:-1], "by", "seat", "place", "count", "cards", "ruling", "detail", "places")
REFUSED_KEYS = ("act", *MOMENT_KEYS, "by", "clause", "code")
_NUMBERS = ("dealt", "decided", "settled", "reported", "seat", "count")
PLACES = ("dealer", "community", "box", "burn", "thrown")


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


class _Reader(Amounts):
    """Collects every fault of one file before it gives up."""

    def __init__(self, name: str, raw: dict[str, Any]) -> None:
        super().__init__()
        self.name = name
        self.raw = raw

    def scenario(self) -> Scenario:
        raw = self.raw
        self.known("the file", raw, (*FILE_KEYS, *ROUND_KEYS))
        self.stop(_shape_of_file(raw))
        game = raw.get("game", "")
        if game not in games():
            raise BadScenario(f"{self.name}: game = '{game}' is not one of {', '.join(games())}{near(game, games())}")
        the_book = book(game)
        submission = raw.get("submission", {})
        scenario = Scenario(
            title=str(raw.get("title", self.name)),
            game=game,
            proves=self.clause(str(raw.get("proves", ""))),
            submission=submission if isinstance(submission, dict) else {},
            submission_file=submission if isinstance(submission, str) else "",
            rounds=self.rounds(the_book),
        )
        self.stop(self.faults)
        return scenario

    def rounds(self, the_book: Book) -> tuple[Round, ...]:
        """The rounds of the file; what stands at its top is its only round."""
        raw = self.raw
        if "round" not in raw:
            return (self.round(the_book, raw),)
        found, said = [], self.faults
        for number, each in enumerate(raw["round"], start=1):
            self.faults = []
            self.known("[[round]]", each, ("title", *ROUND_KEYS))
            found.append(self.round(the_book, each))
            said += [f"round {number}: {fault}" for fault in self.faults]
        self.faults = said
        return tuple(found)

    def round(self, the_book: Book, raw: dict[str, Any]) -> Round:
        order, places = self.deck(the_book, raw.get("deck", {}))
        seats = tuple(self.seat(the_book, key, value) for key, value in raw.get("seats", {}).items())
        if not seats:
            self.faults.append("no [seats.N]: at least one position must play")
        expect = dict(raw.get("expect", {}))
        expect_meters = {str(k): self.micro(v) for k, v in expect.pop("meters", {}).items()}
        made = Round(
            title=str(raw.get("title", "")),
            order=order,
            places=places,
            seats=seats,
            meters={str(k): self.micro(v) for k, v in raw.get("meters", {}).items()},
            reports=tuple(self.report(the_book, value) for value in raw.get("report", [])),
            refused=tuple(self.refused(the_book, value) for value in raw.get("refused", [])),
            expect={self.number(k): self.expected(the_book, k, v) for k, v in expect.items()},
            expect_meters=expect_meters,
        )
        self.not_dealt_and_set_aside(the_book, made)
        return made

    def stop(self, faults: list[str]) -> None:
        if faults:
            raise BadScenario("\n".join(f"{self.name}: {fault}" for fault in faults))

    def not_dealt_and_set_aside(self, the_book: Book, made: Round) -> None:
        """A card found face up goes to the discard rack; no place can get it."""
        aside = [card for report in made.reports if report.kind == "card_face_up" for card in report.cards]
        dealt = [card for named in made.places.values() for card in named]
        twice = set(deck_of(the_book).surplus([*aside, *dealt])) & set(aside)
        if twice:
            both = " ".join(sorted(twice))
            self.faults.append(f"[[report]] card_face_up: [deck] deals the same card to a place: {both}")

    def known(self, where: str, table: dict[str, Any], keys: tuple[str, ...]) -> None:
        for key in table:
            if key not in keys:
                hint = near(key, keys)
                if where == "the file" and key in _of_submissions():
                    hint = f"; did you mean [submission.{key}]?"
                self.faults.append(f"{where} has an unknown key '{key}'; known are {', '.join(keys)}{hint}")

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
        self.known("[deck]", raw, ("order", *seats, *PLACES))
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
        self.known(f"[seats.{key}]", raw, SEAT_KEYS)
        wagers: dict[str, int] = {}
        before = [w for w in the_book.wagers if not w.later]
        ids = tuple(w.id for w in before)
        families = {w.family: [x.id for x in before if x.family == w.family] for w in before}
        for wager, amount in raw.get("wagers", {}).items():
            if wager not in ids and wager not in families:
                hint = _several(wager, families) or near(wager, dict.fromkeys((*ids, *families)))
                self.faults.append(f"[seats.{key}] has no wager '{wager}'; known are {', '.join(ids)}{hint}")
            for each in families.get(wager, [wager]):
                wagers[each] = self.cents(amount)
        acts = tuple(str(act) for act in raw.get("acts", ()))
        return SeatScript(self.number(key), str(raw.get("player", f"Player {key}")), wagers, acts)

    def plain(self, where: str, raw: dict[str, Any]) -> dict[str, Any]:
        """The keys with values of their kind; the others are faults."""
        fields = dict(raw)
        for key, value in raw.items():
            number = isinstance(value, int) and not isinstance(value, bool) and value >= 0
            if not (number if key in _NUMBERS else isinstance(value, str)):
                what = "a whole number" if key in _NUMBERS else "text"
                self.faults.append(f"{where} {key} = {str(value)[:40]} must be {what}")
                del fields[key]
        return fields

    def when(self, where: str, fields: dict[str, Any]) -> Moment:
        """Takes what says the moment out of the keys."""
        self.faults += moment_key_faults(where, set(fields))
        return Moment(**{key: fields.pop(key) for key in MOMENT_KEYS if key in fields})

    def report(self, the_book: Book, raw: dict[str, Any]) -> ReportScript:
        self.known("[[report]]", raw, REPORT_KEYS)
        own = {k: v for k, v in raw.items() if k in REPORT_KEYS and k not in ("cards", "places")}
        fields = self.plain("[[report]]", own)
        if "kind" not in raw:
            self.faults.append("[[report]] has no kind")
        self.faults += key_faults(fields.get("kind", ""), raw.keys() & set(REPORT_KEYS))
        self.faults += who_faults("[[report]]", fields.get("by", DEALER))
        when = self.when("[[report]]", fields)
        cards, places = self.cards(the_book, raw.get("cards", "")), raw.get("places", {})
        if not isinstance(places, dict) or not all(type(n) is int and n >= 0 for n in places.values()):
            self.faults.append("[[report]] places must be a table of whole numbers, such as { seat1 = 3 }")
            places = {}
        return ReportScript(**{"kind": "", **fields}, when=when, cards=cards, places=places)

    def refused(self, the_book: Book, raw: dict[str, Any]) -> RefusedScript:
        own = {key: value for key, value in raw.items() if key not in REFUSED_KEYS}
        fields = self.plain("[[refused]]", {k: v for k, v in raw.items() if k in REFUSED_KEYS})
        when, by, cited = self.when("[[refused]]", fields), fields.get("by", ""), self.clause(fields.get("clause", ""))
        if "act" not in raw:
            self.faults.append("[[refused]] has no act")
            return RefusedScript("", None, when)
        action, faults = read_act(the_book, fields.get("act", ""), own, self)
        self.faults += faults + (who_faults("[[refused]]", by) if by else [])
        return RefusedScript(fields.get("act", ""), action, when, by, cited, fields.get("code", ""))

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


# --- the form of the file -------------------------------------------------------------------------------------------


def _shape_of_file(raw: dict[str, Any]) -> list[str]:
    """Where a part is not even a table: nothing in it could be read."""
    wrong: list[str] = []
    if not isinstance(raw.get("submission", {}), dict | str):
        wrong.append("submission must be a table of overrides or the name of a file")
    if "round" not in raw:
        return wrong + _shape_of_round(raw, raw)
    rounds = raw["round"]
    if not _are_tables(rounds) or not rounds:
        return [*wrong, "[[round]] must be a list of tables"]
    outside = [key for key in ROUND_KEYS if key in raw]
    if outside:
        wrong.append(f"in a file with [[round]] each round has its own {', '.join(outside)}; here is one outside")
    for number, each in enumerate(rounds, start=1):
        wrong += [f"round {number}: {fault}" for fault in _shape_of_round(raw, each)]
    return wrong


def _shape_of_round(raw: dict[str, Any], made: dict[str, Any]) -> list[str]:
    tables = ("deck", "seats", "meters", "expect")
    wrong = [f"[{key}] must be a table" for key in tables if not _is_table(made, key)]
    for key in ("seats", "expect"):
        if _is_table(made, key):
            wrong += [f"[{key}.{n}] must be a table" for n in made.get(key, {}) if not _is_table(made[key], n)]
    lists = [key for key in ("report", "refused") if not _are_tables(made.get(key, []))]
    wrong += [f"[[{key}]] must be a list of tables" for key in lists]
    for number, seat in made.get("seats", {}).items() if _is_table(made, "seats") else ():
        if isinstance(seat, dict):
            if not _is_table(seat, "wagers"):
                wrong.append(f"[seats.{number}] wagers must be a table, such as {{ {_a_wager(raw)} = 10 }}")
            if not isinstance(seat.get("acts", []), list):
                wrong.append(f'[seats.{number}] acts must be a list, such as ["play"]')
    return wrong


def _a_wager(raw: dict[str, Any]) -> str:
    """The first wager of the game that is meant, for an example."""
    game = raw.get("game")
    return book(game if game in games() else games()[0]).wagers[0].family


def _is_table(raw: dict[str, Any], key: str) -> bool:
    return isinstance(raw.get(key, {}), dict)


def _are_tables(found: Any) -> bool:
    return isinstance(found, list) and all(isinstance(each, dict) for each in found)


def _several(word: str, families: dict[str, list[str]]) -> str:
    """A word with which all of several wagers begin means them together."""
    found = [family for family, ids in families.items() if len(ids) > 1 and all(i.startswith(word) for i in ids)]
    return f"; did you mean '{found[0]}', which is all of {', '.join(families[found[0]])}?" if found else ""


def _of_submissions() -> set[str]:
    """The keys that a submission has at its top."""
    from pitboss.rulebook.submission_shape import Shape

    return set(Shape.model_fields)
