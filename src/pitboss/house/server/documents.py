"""The OpenAPI document, from the signatures of the routes and the messages they name."""

import inspect
from collections.abc import Iterable, Sequence
from typing import Any

from pitboss.house.server.endpoints import JSON, AnswerShown, Endpoint
from pitboss.house.server.errors import MEANINGS, Problem
from pitboss.house.server.shapes import Shapes
from pitboss.messages.socket import Message, Said
from pitboss.version import VERSION

DESCRIPTION = (
    "The house behind one API. Amounts are integer cents, times are milliseconds since 1970. Log in (or come as a "
    "guest) and send the token as `Authorization: Bearer TOKEN`; browsers have a cookie. Everything a person does "
    "carries an id made by the client: sent twice it is done once. Refusals have a stable code, a sentence and the "
    "clause. Each table has a WebSocket at /api/v1/tables/{id}?after=SEQ; docs/api.md describes its messages."
)
ALWAYS = (421, 429, 503)
"""Whatever is asked, it may be refused so."""


def document(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    shapes = shapes_of(endpoints)
    paths: dict[str, dict[str, Any]] = {}
    for each in endpoints:
        paths.setdefault(each.path_format, {})[each.method.lower()] = _operation(each, shapes)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Pitboss", "description": DESCRIPTION, "version": VERSION},
        "paths": paths,
        "components": {
            "schemas": shapes.components,
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": "pitboss_session"},
            },
        },
    }


def shapes_of(endpoints: Iterable[Endpoint]) -> Shapes:
    """Everything that these routes take and tell, and what is said at sockets, though that has no path here."""
    endpoints = list(endpoints)
    asked = [each.body for each in endpoints if each.body is not None]
    told = [shown.shape for each in endpoints for shown in each.shown.values() if shown.shape is not None]
    plain = [parameter.shape for each in endpoints for parameter in each.parameters]
    return Shapes([*asked, Said], [Problem, *told, Message], plain)


def _operation(each: Endpoint, shapes: Shapes) -> dict[str, Any]:
    made: dict[str, Any] = {
        "tags": [each.tag],
        "summary": each.name.replace("_", " ").title(),
        "description": inspect.getdoc(each.function),
        "operationId": each.name,
    }
    if each.parameters:
        made["parameters"] = [_parameter(parameter, shapes) for parameter in each.parameters]
    if each.body is not None:
        made["requestBody"] = {"content": {JSON: {"schema": shapes.of(each.body)}}, "required": not each.may_be_empty}
    told = {str(status): _answer(shown, shapes) for status, shown in sorted(each.shown.items())}
    refused = {
        str(status): _answer(AnswerShown(MEANINGS[status], Problem), shapes)
        for status in sorted({*each.refused, *ALWAYS})
    }
    return {**made, "responses": told | refused}


def _parameter(each: Any, shapes: Shapes) -> dict[str, Any]:
    schema = dict(shapes.of(each.shape))
    description = schema.pop("description", "")
    needed = each.default is inspect.Parameter.empty
    if not needed and each.default is not None:
        schema["default"] = each.default
    made = {"name": each.name, "in": each.place, "required": needed, "schema": schema}
    return {**made, "description": description} if description else made


def _answer(shown: AnswerShown, shapes: Shapes) -> dict[str, Any]:
    if shown.shape is None:
        return {"description": shown.description}
    schema = shapes.of(shown.shape)
    return {"description": shown.description, "content": {kind: {"schema": schema} for kind in shown.kinds}}
