"""The schemas of messages, from the structures themselves: their fields, limits and what is written beneath each
field in the source."""

import ast
import inspect
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec import UNSET, Struct
from msgspec import inspect as mi
from msgspec.structs import fields

REFERENCE = "#/components/schemas/{name}"


class Shapes:
    """What is asked is described as it may come, what is told as it is always sent."""

    def __init__(self, asked: Sequence[Any], told: Sequence[Any], plain: Sequence[Any] = ()) -> None:
        all_of_them = [*asked, *told, *plain]
        schemas, self.components = msgspec.json.schema_components(all_of_them, ref_template=REFERENCE)
        # Types that are written down anew each time are found by what they say.
        self._schemas = {_key(shape): schema for shape, schema in zip(all_of_them, schemas, strict=True)}
        may_come = set(structs(asked))
        for each in structs(all_of_them):
            schema = self.components[each.__name__]
            _describe(schema, each)
            if each not in may_come:
                _as_sent(schema, each)

    def of(self, shape: Any) -> dict[str, Any]:
        """The schema of one of them."""
        return self._schemas[_key(shape)]


def _key(shape: Any) -> str:
    return repr(shape)


def structs(shapes: Iterable[Any]) -> Iterator[type[Struct]]:
    """Every structure in these, each once."""
    seen: set[type[Struct]] = set()
    waiting: list[Any] = list(mi.multi_type_info(list(shapes)))
    while waiting:
        match waiting.pop():
            case mi.StructType(cls=cls, fields=inside) if cls not in seen:
                seen.add(cls)
                waiting += [field.type for field in inside]
                yield cls
            case mi.UnionType(types=types) | mi.TupleType(item_types=types):
                waiting += types
            case mi.DictType(value_type=inner) | mi.Metadata(type=inner):
                waiting.append(inner)
            case mi.ListType(item_type=inner) | mi.VarTupleType(item_type=inner) | mi.SetType(item_type=inner):
                waiting.append(inner)
            case _:
                pass


def _describe(schema: dict[str, Any], cls: type[Struct]) -> None:
    """Puts what is written beneath the fields into a schema."""
    written = field_words(cls)
    for field in fields(cls):
        if field.name in written:
            schema["properties"][field.encode_name]["description"] = written[field.name]


def _as_sent(schema: dict[str, Any], cls: type[Struct]) -> None:
    """Fields are sent whether or not they have their default, and no others are."""
    schema.setdefault("additionalProperties", False)
    if not cls.__struct_config__.omit_defaults:
        optional = {field.encode_name for field in fields(cls) if field.default is UNSET}
        schema["required"] = [name for name in schema["properties"] if name not in optional]


def field_words(cls: type) -> dict[str, str]:
    """The texts beneath the fields of a class and its bases."""
    found: dict[str, str] = {}
    for each in reversed(cls.__mro__):
        found |= _module_words(inspect.getmodule(each)).get(each.__name__, {})
    return found


@cache
def _module_words(module: Any) -> dict[str, dict[str, str]]:
    if module is None or not module.__name__.startswith("pitboss."):
        return {}
    classes = [node for node in ast.parse(inspect.getsource(module)).body if isinstance(node, ast.ClassDef)]
    return {node.name: dict(_words(node)) for node in classes}


def _words(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for field, text in zip(node.body, node.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(text, ast.Expr):
            value = text.value
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                yield field.target.id, inspect.cleandoc(value.value).replace("\n", " ")
