"""Requests made from the OpenAPI document, right ones and wrong ones. Only whoever sends them loads what makes them,
which takes 20 MB."""

from collections.abc import Iterator
from typing import Any, Literal

import schemathesis
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
Mode = Literal["positive", "negative"]


def operations(document: Any, url: str) -> Iterator[Any]:
    """Every operation of the document, sent to this house."""
    schema = schemathesis.openapi.from_dict(document)
    schema.config.update(base_url=url)
    for found in schema.get_all_operations():
        assert isinstance(found, Ok)
        yield found.ok()


def cases(operation: Any, mode: Mode) -> Any:
    """What is sent to it."""
    return operation.as_strategy(generation_mode=GenerationMode(mode))
