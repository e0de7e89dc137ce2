"""The API of the house: a page for each matter, and one for the shapes, from the OpenAPI document."""

import json
from collections import defaultdict
from typing import Any

from docs_site.markdown import anchor, code, page, plain, table
from pitboss.house.server.app import endpoints
from pitboss.house.server.documents import document

SHAPES = "shapes.md"


def pages() -> dict[str, str]:
    """Path → page."""
    found = document(endpoints())
    matters: dict[str, list[str]] = defaultdict(list)
    rows = []
    for path, methods in found["paths"].items():
        for method, operation in methods.items():
            matter = operation["tags"][0]
            matters[matter].append(_operation(path, method, operation))
            there = f"{matter}.md#{anchor(operation['operationId'])}"
            rows.append((f"[{code(f'{method.upper()} {path}')}]({there})", operation["summary"]))
    head = page(
        "# API",
        plain(found["info"]["description"]),
        "When the WebSocket of a table says what is told in [The API of the house](../../api.md). The same as a "
        "document for programs: [openapi.json](openapi.json); a running house shows it at `/openapi.json`.",
        table(("Request", "What it does"), rows),
    )
    made = {f"reference/api/{matter}.md": page(f"# API: {matter}", *parts) for matter, parts in matters.items()}
    return {"reference/api/index.md": head, **made, f"reference/api/{SHAPES}": _shapes(found["components"]["schemas"])}


def openapi() -> str:
    """The document itself."""
    return json.dumps(document(endpoints()), indent=1, ensure_ascii=False)


def _operation(path: str, method: str, operation: dict[str, Any]) -> str:
    takes = [
        (code(each["name"]), each["in"], _shape(each["schema"]), plain(each.get("description", "")))
        for each in operation.get("parameters", [])
    ]
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    answers = [
        (status, plain(answer["description"]), ", ".join(_told(answer)))
        for status, answer in operation["responses"].items()
    ]
    return page(
        f"## {operation['summary']} {{#{anchor(operation['operationId'])}}}",
        f"{code(f'{method.upper()} {path}')}",
        plain(operation.get("description") or ""),
        table(("Parameter", "In", "Kind", "What it says"), takes),
        f"Body: {_shape(body)}" if body else "",
        table(("Status", "Meaning", "Answer"), answers),
    )


def _told(answer: dict[str, Any]) -> list[str]:
    return [_shape(content.get("schema", {})) for content in answer.get("content", {}).values()]


def _shape(schema: Any) -> str:
    if not isinstance(schema, dict):  # JSON Schema has true for anything and false for nothing
        return "anything" if schema else "nothing"
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}]({SHAPES}#{anchor(name)})"
    if schema.get("type") == "array":
        return f"list of {_shape(schema['items'])}" if "items" in schema else "list"
    if "anyOf" in schema:
        return " or ".join(filter(None, map(_shape, schema["anyOf"])))
    if "enum" in schema:
        return ", ".join(code(str(value)) for value in schema["enum"])
    return str(schema.get("type", ""))


def _shapes(schemas: dict[str, Any]) -> str:
    parts = []
    for name in sorted(schemas):
        schema = schemas[name]
        needed = schema.get("required", ())
        rows = [
            (code(field), _shape(kind), "yes" if field in needed else "", plain(kind.get("description", "")))
            for field, kind in schema.get("properties", {}).items()
        ]
        parts.append(
            page(
                f"## {name} {{#{anchor(name)}}}",
                plain(schema.get("description", "")),
                table(("Field", "Kind", "Always", "What it says"), rows) or _shape(schema),
            )
        )
    return page("# API: shapes", "What requests take and answers tell.", *parts)
