"""What programs use: the public names of the library, from their docstrings."""

import ast
import inspect
import re
from functools import cached_property
from importlib import import_module
from itertools import pairwise
from types import ModuleType
from typing import Any

from docs_site.markdown import anchor, code, page, table

MODULES = {
    "pitboss": "Everything that a program needs: tables, odds, strategy, simulation, replay.",
    "pitboss.odds.api": "Exact odds and the best play.",
    "pitboss.odds.request": "What can be asked of the exact odds.",
    "pitboss.odds.result": "What is answered: the figures of a wager.",
    "pitboss.odds.advice": "What each choice of a player is worth.",
    "pitboss.client": "A client for a house that runs: log in, sit down, play.",
}

PARTS = (property, cached_property, classmethod, staticmethod)


def public(module: str) -> dict[str, Any]:
    """The public names of a module, with what they stand for: those of its `__all__`, or what it defines itself."""
    home = import_module(module)
    own = [name for name, thing in vars(home).items() if getattr(thing, "__module__", "") == module]
    named = getattr(home, "__all__", own)
    return {name: getattr(home, name) for name in named if not name.startswith("_")}


def members(thing: Any) -> dict[str, Any]:
    """The public methods and properties that a class of ours defines itself."""
    if not inspect.isclass(thing):
        return {}
    return {
        name: made
        for name, made in vars(thing).items()
        if not name.startswith("_") and (inspect.isfunction(made) or isinstance(made, PARTS))
    }


def said(thing: Any) -> str:
    """The docstring of its own; nothing where it only has that of its kind."""
    text = inspect.getdoc(thing) or ""
    if inspect.isclass(thing):
        return inspect.cleandoc(thing.__doc__ or "")
    if not (inspect.isroutine(thing) or isinstance(thing, PARTS)):
        return ""
    return text


def noted(home: ModuleType, name: str) -> str:
    """What stands below a name that is neither a class nor a function."""
    for block in ast.walk(ast.parse(inspect.getsource(home))):
        body = getattr(block, "body", ())
        for one, below in pairwise(body if isinstance(body, list) else ()):
            target = (
                one.target
                if isinstance(one, ast.AnnAssign)
                else one.targets[0]
                if isinstance(one, ast.Assign)
                else None
            )
            if isinstance(target, ast.Name) and target.id == name and isinstance(below, ast.Expr):
                return str(ast.literal_eval(below.value))
    return ""


def pages() -> dict[str, str]:
    """Path → page."""
    rows = [(f"[{code(name)}]({name}.md)", words) for name, words in MODULES.items()]
    index = page(
        "# The library", "`pip install pitboss`, then `import pitboss`.", table(("Module", "What it is"), rows)
    )
    return {"reference/library/index.md": index} | {
        f"reference/library/{module}.md": _module(module) for module in MODULES
    }


def _module(module: str) -> str:
    names = public(module)
    home = import_module(module)
    words = {name: said(thing) or noted(home, name) for name, thing in names.items()}
    rows = [(f"[{code(name)}](#{anchor(name)})", _first(words[name])) for name in names]
    parts = [_name(module, name, thing) for name, thing in names.items()]
    return page(f"# {module}", _doctests(inspect.getdoc(home) or ""), table(("Name", "What it is"), rows), *parts)


def _first(text: str) -> str:
    return re.split(r"(?<=[.:])\s|\n\n", text, maxsplit=1)[0]


def _name(module: str, name: str, thing: Any) -> str:
    parts = [f"## {name} {{#{anchor(name)}}}", _signature(name, thing), _doctests(said(thing))]
    if not inspect.isroutine(thing) and not inspect.isclass(thing):
        parts.append(noted(import_module(module), name))
    for each, member in members(thing).items():
        made = member.__func__ if isinstance(member, classmethod | staticmethod) else member
        parts += [f"### {name}.{each} {{#{anchor(f'{name} {each}')}}}", _signature(each, made), _doctests(said(made))]
    if not callable(thing):
        parts.append(f"```python\n{thing!r}\n```")
    return page(*parts)


def _signature(name: str, thing: Any) -> str:
    try:
        shown = str(inspect.signature(thing)).replace("'", "")
    except (TypeError, ValueError):
        return ""
    shown = re.sub(r"<function _?\w+ at 0x[0-9a-f]+>|<function <lambda> at 0x[0-9a-f]+>", "…", shown)
    return f"```python\n{name}{re.sub(r'<([^>]*) object at 0x[0-9a-f]+>', r'…', shown)}\n```"


def _doctests(text: str) -> str:
    """Examples in a docstring as blocks of code."""
    found, block = [], False
    for line in text.splitlines():
        starts = line.startswith(">>>")
        if starts and not block:
            found.append("```pycon")
            block = True
        elif block and not line.strip():
            found.append("```")
            block = False
        found.append(line)
    return "\n".join([*found, "```"] if block else found)
