"""The OpenAPI document is true: whatever is sent, the answer is one that it describes. Bounded, and always the same."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable

from house.server_support import Served, bot, served

if TYPE_CHECKING:
    from house.schema_requests import Mode

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
        ("manager", "positive", 5),
        ("manager", "negative", 5),
        ("guest", "positive", 2),
        ("nobody", "negative", 2),
    ],
)
def test_answers_are_those_of_the_document(server: Served, who: str, mode: "Mode", examples: int) -> None:
    from house import schema_requests

    player = None if who == "nobody" else server.manager if who == "manager" else server.guest()
    headers = {"Authorization": f"Bearer {player.token}"} if player else {}
    tried = 0
    for operation in schema_requests.operations(_document(server), server.url):
        if who == "manager" and operation.path in KEPT:
            continue

        @bounded(examples)
        @given(case=schema_requests.cases(operation, mode))
        def run(case: Any) -> None:
            answer = case.call(headers=headers, timeout=20)
            case.validate_response(answer, checks=schema_requests.CHECKS)
            # Of a question the last of several values counts, and " 3" is a number: only acts must be refused.
            if mode == "negative" and case.method != "GET":
                assert 400 <= answer.status_code < 500, (case.path, case.body, case.query)

        try:
            run()
            tried += 1
        except Unsatisfiable:  # a route that takes nothing, or any text, cannot be asked wrongly
            assert mode == "negative"
    assert tried >= 30
    assert server.http.get("/readyz").status_code == 200
