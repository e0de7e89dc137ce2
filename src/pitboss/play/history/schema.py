"""The JSON schema of hand histories, from the structures by which they are read. `python -m
pitboss.play.history.schema > src/pitboss/play/history/schema.json` writes it anew; a test says when it is stale."""

from typing import Any

import msgspec

from pitboss.play.history.acts import KINDS
from pitboss.play.history.form import HistoryHead, HistoryRound, HistoryTerms
from pitboss.table import actions as a

_REF = "#/$defs/{name}"
_TIME = {
    "description": "When it was done, if that is another moment than that of the act before.",
    "anyOf": [{"type": "string", "format": "date-time"}, {"type": "integer"}],
}
_CARDS = {"description": "Cards, with blanks between them.", "type": "string"}
_TERMS = {"description": "Which of the terms of the file, counted from 1.", "type": "integer", "minimum": 1}


def schema() -> dict[str, Any]:
    """The schema of a history as data (a date is a text there)."""
    known = [kind for kind in KINDS.values() if kind is not a.AdoptTerms]
    _, parts = msgspec.json.schema_components([HistoryHead, HistoryRound, HistoryTerms, *known], ref_template=_REF)
    defs: dict[str, Any] = {name: _strict(part) for name, part in sorted(parts.items())}
    adopting = {
        "type": "object",
        "properties": {"do": {"enum": ["AdoptTerms"]}, "terms": _TERMS},
        "required": ["terms"],
    }
    for name in KINDS:
        defs[f"act-{name}"] = _act(defs.get(name, adopting))
    defs["acts"] = {"type": "array", "items": {"anyOf": [_to(f"act-{name}") for name in KINDS]}}
    head, one = defs.pop("HistoryHead"), defs["HistoryRound"]
    one["properties"]["acts"] = _to("acts")
    head["properties"] |= {
        "terms": {"type": "array", "items": _to("HistoryTerms"), "minItems": 1},
        "opening": {"type": "object", "properties": {"acts": _to("acts")}, "additionalProperties": False},
        "round": {"type": "array", "items": _to("HistoryRound")},
    }
    head["required"] = [*head["required"], "terms"]
    head |= {"title": "Hand history", "description": "The rounds of a house-banked table."}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **head, "$defs": defs}


def _to(name: str) -> dict[str, str]:
    return {"$ref": _REF.format(name=name)}


def _act(action: dict[str, Any]) -> dict[str, Any]:
    """An action with who did it, and when."""
    required = sorted({*action.get("required", ()), "by", "do"})
    properties = {"at": _TIME, "by": {"type": "string"}, **action["properties"]}
    return {"type": "object", **action, "properties": properties, "required": required, "additionalProperties": False}


def _strict(part: dict[str, Any]) -> dict[str, Any]:
    """No other keys; cards as text; amounts as numbers."""
    made: dict[str, Any] = _numbers(part)
    if "properties" in made:
        made["additionalProperties"] = False
        if "cards" in made["properties"] and "do" in made["properties"]:
            made["properties"]["cards"] = _CARDS
    return made


def _numbers(part: Any) -> Any:
    if isinstance(part, dict):
        if part.get("format") == "decimal":
            return {"type": "number"}
        return {key: _numbers(value) for key, value in part.items() if key != "default"}
    return [_numbers(each) for each in part] if isinstance(part, list) else part


def schema_text() -> str:
    """The file of the schema."""
    return msgspec.json.format(msgspec.json.encode(schema()), indent=1).decode() + "\n"


if __name__ == "__main__":
    print(schema_text(), end="")
