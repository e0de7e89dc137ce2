"""The OpenAPI document: the routes as the framework sees them, with the engine's own structures put in where a shape is
one of theirs."""

from typing import Any

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from pitboss.house.audit.queries import RoundLine
from pitboss.house.audit.recall import Recall
from pitboss.house.fair.proof import Proof
from pitboss.house.server.errors import Problem
from pitboss.house.server.routes.rounds import RoundTold
from pitboss.house.server.routes.tables import ActAsked
from pitboss.rulebook.terms import Terms
from pitboss.table import actions as a
from pitboss.table.layout import Layout
from pitboss.table.offers import Offer
from pitboss.table.views import View

DESCRIPTION = (
    "The house behind one API. Amounts are integer cents, times are milliseconds since 1970. Log in (or come as a "
    "guest) and send the token as `Authorization: Bearer TOKEN`; browsers have a cookie. Everything a person does "
    "carries an id made by the client: sent twice it is done once. Refusals have a stable code, a sentence and the "
    "clause. Each table has a WebSocket at /api/v1/tables/{id}?after=SEQ; docs/api.md describes its messages."
)

STRUCTS: dict[str, Any] = {
    "Terms": Terms, "Layout": Layout, "View": View, "Offer": Offer, "ActAsked": ActAsked, "AnyAction": a.AnyAction,
    "Proof": Proof, "RoundLine": RoundLine, "Recall": Recall, "RoundTold": RoundTold,
}  # fmt: skip
"""Shapes that routes refer to by name."""


def document(api: FastAPI) -> dict[str, Any]:
    made = get_openapi(title=api.title, version=api.version, description=DESCRIPTION, routes=api.routes)
    references, components = msgspec.json.schema_components(
        list(STRUCTS.values()), ref_template="#/components/schemas/{name}"
    )
    shapes = dict(zip(STRUCTS, references, strict=True))
    schemas: dict[str, Any] = made.setdefault("components", {}).setdefault("schemas", {})
    for name, schema in components.items():
        schemas.setdefault(_own(name, schemas), schema)
    schemas["Problem"] = Problem.model_json_schema()
    for unused in ("HTTPValidationError", "ValidationError"):
        schemas.pop(unused, None)
    made["components"]["securitySchemes"] = {
        "token": {"type": "http", "scheme": "bearer"},
        "cookie": {"type": "apiKey", "in": "cookie", "name": "pitboss_session"},
    }
    return dict(_filled(made, shapes))


def _own(name: str, schemas: dict[str, Any]) -> str:
    if name in schemas:
        raise ValueError(f"two shapes are called {name}")
    return name


def _filled(part: Any, shapes: dict[str, Any]) -> Any:
    """The document with every `x-struct` replaced by what it stands for."""
    if isinstance(part, dict):
        if "x-struct" in part:
            rest = {key: value for key, value in part.items() if key not in ("x-struct", "title")}
            return {**shapes[part["x-struct"]], **rest}
        return {key: _filled(value, shapes) for key, value in part.items()}
    if isinstance(part, list):
        return [_filled(value, shapes) for value in part]
    return part
