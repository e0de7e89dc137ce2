"""The API's own page: it shows the OpenAPI document and loads nothing from outside. It needs no script either: the page
is written by the server."""

import json
from html import escape
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from pitboss.house.server.desk import Desk
from pitboss.house.server.documents import document
from pitboss.house.server.endpoints import Endpoint, only_get
from pitboss.house.server.home import POLICY


async def openapi(request: Request) -> Response:
    kept = _kept(request)
    if "json" not in kept:
        kept["json"] = json.dumps(_document(request), ensure_ascii=False).encode()
    return Response(kept["json"], media_type="application/json")


async def page(request: Request) -> Response:
    kept = _kept(request)
    if "page" not in kept:
        kept["page"] = written(_document(request)).encode()
    return HTMLResponse(kept["page"], headers={"content-security-policy": POLICY})


def _kept(request: Request) -> dict[Any, Any]:
    desk: Desk = request.app.state.desk
    return desk.kept["document"]


def _document(request: Request) -> dict[str, Any]:
    return document([route for route in request.app.routes if isinstance(route, Endpoint)])


ROUTES = (only_get("/openapi.json", openapi), only_get("/api", page))


def written(document: dict[str, Any]) -> str:
    """The document as a page."""
    parts: list[str] = []
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            parts.append(_operation(path, method, operation))
    schemas = document.get("components", {}).get("schemas", {})
    for name in sorted(schemas):
        shown = f"<summary><code>{escape(name)}</code></summary>{_json(schemas[name])}"
        parts.append(f'<details id="{escape(name)}">{shown}</details>')
    info = document["info"]
    return f"""<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pitboss API</title><link rel="stylesheet" href="/style.css"></head>
<body>
<h1>Pitboss API {escape(info["version"])}</h1>
<p>{escape(info["description"])}</p>
<p>The same as a document for programs: <a href="/openapi.json">/openapi.json</a>. <a href="/">The tables</a>.</p>
{"".join(parts)}
</body>
</html>
"""


def _operation(path: str, method: str, operation: dict[str, Any]) -> str:
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    parts = [f"<p>{escape(operation.get('description', ''))}</p>"]
    names = [f"<code>{escape(p['name'])}</code> ({p['in']})" for p in operation.get("parameters", [])]
    if names:
        parts.append(f"<p>Parameters: {', '.join(names)}</p>")
    if body:
        parts.append(f"<p>Body: {_named(body)}</p>")
    rows = []
    for status, answer in operation["responses"].items():
        shapes = [_named(content.get("schema", {})) for content in answer.get("content", {}).values()]
        rows.append(
            f"<tr><td>{escape(status)}</td><td>{escape(answer['description'])}</td><td>{', '.join(shapes)}</td></tr>"
        )
    parts.append(f"<table>{''.join(rows)}</table>")
    return f"<details><summary><code>{method.upper()} {escape(path)}</code></summary>{''.join(parts)}</details>"


def _named(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f'<a href="#{name}">{name}</a>'
    if schema.get("type") == "array":
        return f"list of {_named(schema['items'])}"
    return _json(schema) if schema else ""


def _json(schema: dict[str, Any]) -> str:
    return f"<pre>{escape(json.dumps(schema, indent=2, ensure_ascii=False))}</pre>"
