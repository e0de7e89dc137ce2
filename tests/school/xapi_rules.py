"""What the Experience API 1.0.3 (Data, sections 2.4 and 4) asks of a statement, written from its text: which parts it
has and of which form. Nothing else is allowed, and nothing may be empty."""

import re
from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

Iri = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9+.-]*:[^\s<>\"{}|\\^`]+$")]
Uuid = Annotated[str, Meta(pattern="^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$")]
Words = Annotated[str, Meta(min_length=1)]
LanguageMap = dict[Annotated[str, Meta(pattern="^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$")], Words]
Span = Annotated[str, Meta(pattern=r"^P(?=\d|T\d)(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+(\.\d{1,4})?S)?)?$")]


class Account(Struct, forbid_unknown_fields=True):
    homePage: Iri
    name: Words


class XapiAgent(Struct, forbid_unknown_fields=True):
    account: Account
    """Exactly one of the four ways to identify somebody; this is the one that is used here."""
    objectType: Literal["Agent"]
    name: Words | UnsetType = UNSET


class XapiVerb(Struct, forbid_unknown_fields=True):
    id: Iri
    display: LanguageMap


class Component(Struct, forbid_unknown_fields=True):
    id: Annotated[str, Meta(pattern=r"^[^\s\[\]]+$")]
    description: LanguageMap


class XapiDefinition(Struct, forbid_unknown_fields=True):
    type: Iri
    name: LanguageMap
    description: LanguageMap
    interactionType: Literal["choice", "numeric", "other"] | UnsetType = UNSET
    correctResponsesPattern: tuple[Words, ...] | UnsetType = UNSET
    choices: tuple[Component, ...] | UnsetType = UNSET


class XapiActivity(Struct, forbid_unknown_fields=True):
    id: Iri
    objectType: Literal["Activity"]
    definition: XapiDefinition | UnsetType = UNSET


class XapiScore(Struct, forbid_unknown_fields=True):
    scaled: Annotated[float, Meta(ge=-1, le=1)]
    raw: float | UnsetType = UNSET
    min: float | UnsetType = UNSET
    max: float | UnsetType = UNSET


class XapiOutcome(Struct, forbid_unknown_fields=True):
    duration: Span
    success: bool | UnsetType = UNSET
    completion: bool | UnsetType = UNSET
    score: XapiScore | UnsetType = UNSET
    response: Words | UnsetType = UNSET


class XapiAround(Struct, forbid_unknown_fields=True):
    parent: tuple[XapiActivity, ...] | UnsetType = UNSET
    grouping: tuple[XapiActivity, ...] | UnsetType = UNSET


class XapiContext(Struct, forbid_unknown_fields=True):
    registration: Uuid
    contextActivities: XapiAround
    platform: Words
    language: Words
    extensions: dict[Iri, Any]
    instructor: XapiAgent | UnsetType = UNSET


class XapiStatement(Struct, forbid_unknown_fields=True):
    id: Uuid
    actor: XapiAgent
    verb: XapiVerb
    object: XapiActivity
    result: XapiOutcome
    context: XapiContext
    timestamp: Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")]


def checked(text: bytes) -> list[XapiStatement]:
    """The statements of a file; raises `ValueError` where one breaks a rule."""
    found = msgspec.json.decode(text, type=list[XapiStatement])
    if len({each.id for each in found}) < len(found):
        raise ValueError("two statements have one id")
    for each in found:
        _judge(each)
    return found


def _judge(statement: XapiStatement) -> None:
    datetime.fromisoformat(statement.timestamp)
    told, about = statement.result, statement.object.definition
    if told.score is not UNSET and told.score.raw is not UNSET:
        low, high = told.score.min, told.score.max
        assert low is not UNSET and high is not UNSET
        if not low <= told.score.raw <= high:
            raise ValueError("the raw score is not between the least and the most")
    if about is UNSET or about.interactionType is UNSET:
        return
    if about.type != "http://adlnet.gov/expapi/activities/cmi.interaction":
        raise ValueError("an interaction has another type of activity")
    if about.interactionType == "choice":
        assert about.choices is not UNSET
        ids = [each.id for each in about.choices]
        said = [] if about.correctResponsesPattern is UNSET else about.correctResponsesPattern[0].split("[,]")
        said += [] if told.response is UNSET else told.response.split("[,]")
        if len(set(ids)) < len(ids) or not set(said) <= set(ids):
            raise ValueError("a response names no choice")
    if about.interactionType == "numeric" and told.response is not UNSET and not re.fullmatch(r"-?\d+", told.response):
        raise ValueError("a numeric response is no number")
