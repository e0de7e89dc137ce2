"""A table that was found, as text for a file: a paytable of one's own, a whole Rules Submission that the rulebook's
check accepts, or the part of a book that an inventor copies into the folder of his game."""

from typing import Any, Literal, get_args

from pitboss.lab.design.result import Design, DesignedTable
from pitboss.lab.design.targets import BadDesign
from pitboss.rulebook.book import book
from pitboss.rulebook.pays import Dollars, ForOne, MeterShare, Pay, Push, ToOne
from pitboss.rulebook.resubmit import as_submission
from pitboss.rulebook.submission import check_data, default_data, merge
from pitboss.rulebook.terms import Line, Terms
from pitboss.rulebook.toml_writing import toml_of, toml_value

Form = Literal["paytable", "submission", "book"]
FORMS: tuple[str, ...] = get_args(Form)
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def as_text(found: Design, form: Form, terms: Terms | None = None, cards: str = "") -> str:
    """The best table in this form; of a submission the best that the rulebook accepts. `terms` are those of the
    submission that the design began with; `cards` say which cards decide a metered wager."""
    assert found.tables, "there is a table to be written"
    match form:
        case "paytable":
            best = found.tables[0]
            said = f"cards = {toml_value(cards)}\n" if cards else ""
            return _remarks(found, best) + said + _lines_text([_line(line) for line in best.lines])
        case "submission":
            return _submission(found, terms)
        case "book":
            return _book_part(found, found.tables[0])


def _remarks(found: Design, table: DesignedTable) -> str:
    edge = f"house edge {float(table.house_edge) * 100:.4f} percent, exactly {table.house_edge}"
    began = f" It began with paytable {found.paytable}." if found.paytable else ""
    return f"# {found.title} of {book(found.game).title}: {edge}.\n# Found by pitboss design.{began}\n"


def _lines_text(lines: list[dict[str, Any]]) -> str:
    return "lines = [\n" + "".join(f"  {toml_value(line)},\n" for line in lines) + "]\n"


def _line(line: Line) -> dict[str, Any]:
    return {"hand": line.hand, **_pay(line.pay)}


def _pay(pay: Pay) -> dict[str, Any]:
    match pay:
        case ToOne(pays, 1):
            return {"pays": pays, "unit": "to"}
        case ToOne(pays, per):
            return {"pays": pays, "per": per, "unit": "to"}
        case ForOne(pays):
            return {"pays": pays, "unit": "for"}
        case Dollars(cents, stake_back):
            return {"pays": cents // 100, "unit": "dollars"} | ({"stake_back": True} if stake_back else {})
        case MeterShare(meter, percent):
            return {"pays": percent, "unit": "meter", "meter": meter}
        case Push():
            return {"unit": "push"}
        case _:
            return {"unit": "lose"}


# --- a submission ---------------------------------------------------------------------------------------------------


class Lawful:
    """Which tables the rulebook accepts in a submission: in that of `terms`, or in the game's default."""

    def __init__(self, game: str, family: str, terms: Terms | None = None) -> None:
        self._base = as_submission(terms) if terms is not None else default_data(game)
        self._book, self._family = book(game), family
        self._letters = [letter for letter in self._book.letters(family) if letter] or [""]

    def __call__(self, lines: tuple[Line, ...]) -> bool:
        """Whether the rulebook's check has nothing against the table."""
        return isinstance(self.submission(lines), dict)

    def submission(self, lines: tuple[Line, ...]) -> dict[str, Any] | tuple[str, ...]:
        """The submission with this table, under the first letter that permits it; or what the check says."""
        said: tuple[str, ...] = ()
        for letter in self._letters:
            data = self._with(letter, lines)
            checked = check_data(data)
            if checked.terms is not None:
                return data
            said = said or tuple(str(fault) for fault in checked.faults)
        return said

    def _with(self, letter: str, lines: tuple[Line, ...]) -> dict[str, Any]:
        """A table that is a letter's own is chosen by its letter."""
        the_book, family, base = self._book, self._family, self._base
        own = the_book.resolve(family, the_book.table(family, letter)) if letter else ()
        same = [(x.hand, x.pay) for x in own] == [(x.hand, x.pay) for x in lines]
        optional = any(w.optional_offer for w in the_book.wagers if w.family == family)
        part: dict[str, Any] = {"offered": True} if optional else {}
        part |= {"paytable": letter} if letter else {}
        part |= {} if same else {"lines": [_line(line) for line in lines]}
        before = base.get("wagers", {}).get(family, {})
        kept = {**base, "wagers": {**base.get("wagers", {}), family: {k: v for k, v in before.items() if k != "lines"}}}
        return merge(kept, {"wagers": {family: part}})


def _submission(found: Design, terms: Terms | None) -> str:
    lawful = Lawful(found.game, found.family, terms)
    table = next((each for each in found.tables if lawful(each.lines)), None)
    if table is not None:
        data = lawful.submission(table.lines)
        assert isinstance(data, dict), "the rulebook accepts it"
        return _remarks(found, table) + toml_of(data)
    raise BadDesign(
        f"the rulebook of {book(found.game).title} accepts none of these tables in a submission; of the best one it "
        f"says: {'; '.join(lawful.submission(found.tables[0].lines))}"
    )


# --- a book ---------------------------------------------------------------------------------------------------------


def _book_part(found: Design, table: DesignedTable) -> str:
    """A paytable as a game's book has it. A game with letters gets the next one; a table without a letter takes the
    place of the one that is there."""
    the_book = book(found.game)
    letters = the_book.letters(found.family)
    letter = next((each for each in _LETTERS if each not in letters), "") if any(letters) else ""
    clause = next((t.clause for t in the_book.paytables if t.family == found.family), "")
    known = next((line.clause for line in table.lines if line.clause), clause)
    lines = [_line(line) | {"clause": line.clause or clause or known} for line in table.lines]
    where = "beside the other tables of this wager" if letter else "in place of the table of this wager"
    return (
        f"{_remarks(found, table)}# For book.toml, {where}; the clauses are those of the lines it was made from.\n"
        f"[[paytable]]\nfamily = {toml_value(found.family)}\nletter = {toml_value(letter)}\n"
        f"clause = {toml_value(clause)}\n{_lines_text(lines)}"
    )
