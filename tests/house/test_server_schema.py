"""The OpenAPI document is true: whatever is sent, the answer is one that it describes. Bounded, and always the same."""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from house.server_support import Served, bot, served

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
KEPT = ("/api/v1/logout", "/api/v1/confirm", "/api/v1/password", "/api/v1/audit/verify")
"""Not for the manager: they would end the session or lock it, and a verification takes long."""


def bounded(examples: int) -> settings:
    return settings(
        max_examples=examples,
        derandomize=True,
        deadline=None,
        database=None,
        phases=(Phase.explicit, Phase.generate),
        suppress_health_check=list(HealthCheck),
    )


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("schema")) as made:
        bot.play(made.guest(), "let-it-ride", 2, say=False)
        yield made


def _document(server: Served) -> Any:
    return server.http.get("/openapi.json").json()


def test_every_route_says_what_it_answers(server: Served) -> None:
    document = _document(server)
    seen = 0
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            seen += 1
            statuses = set(operation["responses"])
            assert {"429", "503"} <= statuses, (method, path)
            assert operation.get("description"), (method, path)
            for status, answer in operation["responses"].items():
                if status >= "400":
                    shape = answer["content"]["application/json"]["schema"]
                    assert shape == {"$ref": "#/components/schemas/Problem"}, (method, path, status)
            if "requestBody" in operation:
                assert {"400", "413", "422"} <= statuses, (method, path)
    assert seen >= 45
    names = [op["operationId"] for methods in document["paths"].values() for op in methods.values()]
    assert len(names) == len(set(names))
    assert "x-struct" not in str(document) and "HTTPValidationError" not in str(document)


def test_every_request_forbids_unknown_fields(server: Served) -> None:
    schemas = _document(server)["components"]["schemas"]
    requests = [name for name in schemas if name.endswith("Asked") or name in ("OnlyId", "AccountChange")]
    assert len(requests) >= 15
    assert all(schemas[name].get("additionalProperties") is False for name in requests)


@pytest.mark.parametrize(
    ("who", "mode", "examples"),
    [
        ("manager", GenerationMode.POSITIVE, 5),
        ("manager", GenerationMode.NEGATIVE, 5),
        ("guest", GenerationMode.POSITIVE, 2),
        ("nobody", GenerationMode.NEGATIVE, 2),
    ],
)
def test_answers_are_those_of_the_document(server: Served, who: str, mode: GenerationMode, examples: int) -> None:
    player = None if who == "nobody" else server.manager if who == "manager" else server.guest()
    headers = {"Authorization": f"Bearer {player.token}"} if player else {}
    schema = schemathesis.openapi.from_dict(_document(server))
    schema.config.update(base_url=server.url)
    tried = 0
    for found in schema.get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()
        if who == "manager" and operation.path in KEPT:
            continue

        @bounded(examples)
        @given(case=operation.as_strategy(generation_mode=mode))
        def run(case: Any) -> None:
            answer = case.call(headers=headers, timeout=20)
            case.validate_response(answer, checks=CHECKS)
            # Of a question the last of several values counts, and " 3" is a number: only acts must be refused.
            if mode is GenerationMode.NEGATIVE and case.method != "GET":
                assert 400 <= answer.status_code < 500, (case.path, case.body, case.query)

        try:
            run()
            tried += 1
        except Unsatisfiable:  # a route that takes nothing, or any text, cannot be asked wrongly
            assert mode is GenerationMode.NEGATIVE
    assert tried >= 30
    assert server.http.get("/readyz").status_code == 200
