"""Answers in the reader's language. What is made in English is told in another at the edge, field by field: which
fields of a message are words for people stands here, and nothing else of a message is touched."""

from collections.abc import Mapping, MutableMapping
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from pitboss.house.live.words import WORDS as TOLD
from pitboss.house.server.answers import RoundTold
from pitboss.house.server.credentials import header
from pitboss.house.server.past import HappenedWorded
from pitboss.messages import afterwards, money, odds, rounds, tables, terms_form, words, work
from pitboss.rulebook.words import ENVY
from pitboss.table.refusals import Refusal
from pitboss.table.views import Told
from pitboss.wording.translating import Catalogue, catalogue, preferred

T = TypeVar("T")

WORDS: Mapping[type, tuple[str, ...]] = {
    Told: TOLD,
    HappenedWorded: ("said", "pays", "why"),
    RoundTold: ("events", "told", "laid"),
    rounds.TableLaid: ("seats", "dealer_hand"),
    rounds.SeatLaid: ("hand", "results"),
    rounds.ResultLaid: ("said",),
    Refusal: ("message", "allowed"),
    tables.TableListed: ("brief",),
    words.ChoiceWords: ("label", "says"),
    words.StepWords: ("title", "choices"),
    words.TaskWords: ("title",),
    words.MishapWords: ("title", "consequence"),
    words.LineWords: ("words", "pays"),
    words.PaytableWords: ("lines",),
    words.PaysWords: ("needs",),
    words.DecidedWords: ("text",),
    words.RankedWords: ("words",),
    words.RankingWords: ("lead", "hands"),
    words.WagerNoteWords: ("says",),
    words.GuidedWagerWords: ("says", "notes"),
    words.GuidedMomentWords: ("says",),
    words.FirstHandWords: ("lead", "wagers", "moments"),
    words.GameWords: ("steps", "tasks", "roles", "hands", "paytables", "pays", "decided", "irregularities"),
    money.PostingShown: ("said",),
    money.Ledger: ("postings",),
    money.MeterEntryShown: ("said",),
    money.MeterLog: ("entries",),
    tables.ProposalShown: ("changes",),
    terms_form.FormValue: ("said",),
    terms_form.FormColumn: ("label", "values"),
    terms_form.FormFieldShown: ("label", "values", "columns"),
    terms_form.FormSectionShown: ("title", "fields"),
    terms_form.TermsForm: ("sections",),
    terms_form.FaultShown: ("message", "allowed", "suggestion"),
    terms_form.ChangeShown: ("section", "label", "before", "after"),
    terms_form.FormChecked: ("faults", "notices", "changes"),
    odds.Worth: ("label",),
    odds.Coached: ("unit", "choices"),
    odds.Mistake: ("choices",),
    odds.CoachStatistics: ("review",),
    afterwards.DecisionMarked: ("label", "unit", "best", "choices"),
    afterwards.RoundDecisions: ("decisions",),
    afterwards.DecisionVerdict: ("decision",),
    afterwards.DecisionCosted: ("label", "unit", "best"),
    afterwards.HabitTold: ("about", "says", "examples"),
    afterwards.DecisionsReport: ("costliest", "habits"),
    odds.OddsLine: ("pays",),
    odds.OddsEnvy: ("pays",),
    odds.OddsPart: ("lines",),
    odds.OddsRow: ("parts", ENVY),
    odds.GameOdds: ("rows",),
    work.DutyShown: ("title",),
    work.ReportShown: ("title", "said"),
    work.MatterShown: ("title", "report"),
    work.IrregularityShown: ("kind_title", "title", "consequence", "during", "missing"),
    work.Foreseen: ("follows",),
    work.WorkShown: ("moment", "due", "matters", "irregularities", "rulings"),
    work.WorkLine: ("moment", "due", "matters", "rulings"),
}
"""By the structure of a message: its fields that are words for people, or hold structures that have such."""


def in_language(told: T, language: str) -> T:
    """The message with its words in this language; what the language lacks stays English."""
    said = catalogue(language)
    if said is None:
        return told
    found: T = _whole(told, said)
    return found


def _whole(told: Any, said: Catalogue) -> Any:
    """A message, or several: a text that is no field of one is no word of ours."""
    if isinstance(told, Struct):
        fields = next((WORDS[kind] for kind in type(told).__mro__ if kind in WORDS), ())
        return replace(told, **{field: _field(getattr(told, field), said) for field in fields}) if fields else told
    return [_whole(each, said) for each in told] if isinstance(told, list) else told


def _field(told: Any, said: Catalogue) -> Any:
    match told:
        case str():
            return said.said(told)
        case list() | tuple():
            return type(told)(_field(each, said) for each in told)
        case dict():
            return {key: _field(each, said) for key, each in told.items()}
        case _:
            return _whole(told, said)


def asked_in(scope: MutableMapping[str, Any]) -> str:
    """The language in which a request is to be answered."""
    return preferred(header(scope, b"accept-language"))
