"""A Rules Submission as a form: its fields, what was filled in, and what is wrong with it."""

from typing import Annotated, Literal

from msgspec import Meta, field

from pitboss.messages.base import PRINTABLE, AnswerBody, Asked

Written = Annotated[str, Meta(max_length=200, pattern=PRINTABLE)]
Key = Annotated[str, Meta(max_length=200)]


class FormValue(AnswerBody):
    """One of the values from which one chooses."""

    value: str
    said: str
    """What it means."""


class FormWhen(AnswerBody):
    """Only while another field has one of these values."""

    key: str
    values: list[str]


class FormColumn(AnswerBody):
    """Of a field with rows: what each row says."""

    name: str
    label: str
    kind: Literal["text", "whole", "amount", "percent", "choice", "truth", "rows"]
    values: list[FormValue]


class FormFieldShown(AnswerBody):
    """One choice of the operator's."""

    key: str
    """As a file and its faults write it."""
    label: str
    kind: Literal["text", "whole", "amount", "percent", "choice", "truth", "rows"]
    value: str
    """What stands there to begin with."""
    values: list[FormValue]
    """From which one chooses; empty where something is written."""
    clause: str
    when: list[FormWhen]
    """All of them must hold, or the field has no meaning and is left out."""
    columns: list[FormColumn]
    """Of rows."""
    rows: list[list[str]]
    """The rows to begin with."""


class FormSectionShown(AnswerBody):
    title: str
    fields: list[FormFieldShown]


class TermsForm(AnswerBody):
    """The form of a game."""

    game: str
    title: str
    document: str
    """The rulebook, as the ids of its clauses begin."""
    sections: list[FormSectionShown]


class FormAsked(Asked):
    """What was filled in, by the keys of the fields."""

    values: Annotated[dict[Key, Written], Meta(max_length=300)]
    rows: Annotated[
        dict[Key, Annotated[list[Annotated[list[Written], Meta(max_length=6)]], Meta(max_length=40)]],
        Meta(max_length=20),
    ] = field(default_factory=dict)


class FaultShown(AnswerBody):
    """One thing to mend, or to know."""

    key: str
    """The field; rows of it are counted from 1, as in lines[2].pays."""
    message: str
    clause: str
    given: str
    allowed: str
    suggestion: str


class ChangeShown(AnswerBody):
    """What one field says otherwise than the terms in force."""

    section: str
    label: str
    clause: str
    before: str
    """Empty where the field had no meaning."""
    after: str


class FormChecked(AnswerBody):
    """The submission that the fields say, and all that is wrong with it."""

    submission: str
    """TOML."""
    file: str
    """A name for it as a file."""
    faults: list[FaultShown]
    notices: list[FaultShown]
    changes: list[ChangeShown]
    """Beside the terms in force, where it is a table's."""
