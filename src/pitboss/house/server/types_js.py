"""The types of the messages for the pages' scripts, from the same structures:

python -m pitboss.house.server.types_js > src/pitboss/web/types.d.ts
"""

import re
import textwrap
from typing import Any

from pitboss.house.server.app import endpoints
from pitboss.house.server.documents import shapes_of
from pitboss.messages.socket import Message

HEAD = "// Made from the house's own structures by `python -m pitboss.house.server.types_js`; not written by hand.\n"
_PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
_NAME = re.compile(r"[A-Za-z_]\w*")


def types() -> str:
    """All messages, each as an interface of its own, and what the house says at a socket."""
    shapes = shapes_of(endpoints())
    made = [_interface(name, schema) for name, schema in sorted(shapes.components.items())]
    return HEAD + "".join(made) + f"\nexport type Message = {_type(shapes.of(Message))};\n"


def _interface(name: str, schema: dict[str, Any]) -> str:
    if "properties" not in schema:
        return f"\n{_said(schema, '')}export type {name} = {_type(schema)};\n"
    needed = schema.get("required", ())
    lines = [
        f"{_said(inner, '  ')}  {_key(field)}{'' if field in needed else '?'}: {_type(inner)};\n"
        for field, inner in schema["properties"].items()
    ]
    return f"\n{_said(schema, '')}export interface {name} {{\n{''.join(lines)}}}\n"


def _key(field: str) -> str:
    return field if _NAME.fullmatch(field) else f'"{field}"'


def _said(schema: dict[str, Any], margin: str) -> str:
    """What is written of it, as a comment."""
    said = schema.get("description", "").replace("*/", "* /")
    if not said:
        return ""
    lines = textwrap.wrap(" ".join(said.split()), 110)
    if len(lines) == 1:
        return f"{margin}/** {lines[0]} */\n"
    return f"{margin}/**\n" + "".join(f"{margin} * {line}\n" for line in lines) + f"{margin} */\n"


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "enum" in schema:
        return " | ".join(_literal(each) for each in schema["enum"])
    if "const" in schema:
        return _literal(schema["const"])
    if "anyOf" in schema:
        return " | ".join(_type(each) for each in schema["anyOf"])
    kind = schema.get("type")
    if kind == "array":
        return _array(schema)
    if kind == "object":
        inner = schema.get("additionalProperties", True)
        return f"Record<string, {_type(inner) if isinstance(inner, dict) else 'any'}>"
    return _PLAIN.get(str(kind), "unknown")


def _array(schema: dict[str, Any]) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(_type(each) for each in schema['prefixItems'])}]"
    inner = schema.get("items", {})
    inside = _type(inner) if isinstance(inner, dict) else "unknown"
    return f"({inside})[]" if " | " in inside else f"{inside}[]"


def _literal(value: Any) -> str:
    return "null" if value is None else f'"{value}"' if isinstance(value, str) else str(value).lower()


if __name__ == "__main__":
    print(types(), end="")
