"""A page for each command, from the help that `pitboss COMMAND --help` prints."""

import re
from collections.abc import Callable
from importlib import import_module
from inspect import Parameter, signature
from typing import Any, Literal, get_args, get_origin, get_type_hints

from docs_site.markdown import code, page, table
from pitboss.cli.help_text import FOLDER, filled
from pitboss.cli.main import COMMANDS, GROUPS

HEAD = "Parameters\n----------\n"


def pages() -> dict[str, str]:
    """Path → page."""
    found = {f"reference/commands/{name}.md": _page(name, command) for name, command in commands().items()}
    return {"reference/commands/index.md": _index(), **found}


def commands() -> dict[str, Callable[..., Any]]:
    """`audit-list` → what stands behind `pitboss audit list`."""
    found: dict[str, Callable[..., Any]] = {}
    for name, place in COMMANDS.items():
        module, _, attribute = place.partition(":")
        made = getattr(import_module(module), attribute)
        if name in GROUPS:
            found |= {f"{name}-{each}": made[each].default_command for each in made if not each.startswith("-")}
        else:
            found[name] = made
    return found


def typed(name: str) -> str:
    """What is typed for a command: `audit list` for `audit-list`."""
    group, _, rest = name.partition("-")
    return f"{group} {rest}" if group in GROUPS else name


def _index() -> str:
    rows = [(f"[{code(f'pitboss {typed(name)}')}]({name}.md)", _first(name)) for name in commands()]
    return page(
        "# Commands",
        "Every command explains itself: `pitboss COMMAND --help` prints what stands on these pages. "
        "`pitboss completion --install` lets your shell complete commands and options.",
        table(("Command", "What it does"), rows),
        "The exit status is 0 where all is well, 1 where faults or differences were found, 2 after wrong usage or "
        "where a file cannot be read or written, and 130 after Ctrl-C.",
    )


def _first(name: str) -> str:
    return _told(name).partition("\n\n")[0]


def _told(name: str) -> str:
    return filled((FOLDER / f"{name}.md").read_text(encoding="utf-8"), name)


def _page(name: str, command: Callable[..., Any]) -> str:
    said, _, explained = _told(name).partition(HEAD)
    before, _, after = said.partition("Examples:\n\n")
    shown, rest = _split(after)
    rows = [(code(each), _allowed(command, each), words) for each, words in _parameters(command, explained)]
    return page(
        f"# pitboss {typed(name)}",
        before,
        "## Examples" if shown else "",
        *shown,
        rest,
        "## Arguments and options" if rows else "",
        table(("", "Takes", "What it says"), rows),
    )


def _split(after: str) -> tuple[list[str], str]:
    """The examples, each as a block of code with what it does, and what follows them."""
    shown, rest = [], []
    for paragraph in after.strip().split("\n\n"):
        found = re.match(r"(pitboss (?:[^:]|:(?! |$))+)(?:: (.*))?$", " ".join(paragraph.split()))
        if found:
            shown.append(f"```console\n$ {found[1]}\n```\n\n{(found[2] or '')[:1].upper()}{(found[2] or '')[1:]}")
        elif paragraph:
            rest.append(paragraph)
    return shown, "\n\n".join(rest)


def _parameters(command: Callable[..., Any], explained: str) -> list[tuple[str, str]]:
    """How each is typed, and its words."""
    words: dict[str, str] = {}
    for each in re.split(r"(?m)^(?=\w+$)", explained.strip()):
        name, _, text = each.partition("\n")
        words[name.strip()] = " ".join(text.split())
    return [(_as_typed(one), words.get(one.name, "")) for one in signature(command).parameters.values()]


def _as_typed(one: Parameter) -> str:
    if one.kind is Parameter.VAR_POSITIONAL:
        return f"{one.name.upper()}…"
    option = "--" + one.name.replace("_", "-")
    return option if one.kind is Parameter.KEYWORD_ONLY else one.name.upper()


def _allowed(command: Callable[..., Any], typed: str) -> str:
    """The values where only some are allowed."""
    name = typed.strip("-…").lower().replace("-", "_")
    try:
        hints = get_type_hints(command)
    except (NameError, TypeError):
        return ""
    hint = hints.get(name)
    kinds = [hint, *get_args(hint)]
    values = [value for kind in kinds if get_origin(kind) is Literal for value in get_args(kind)]
    return ", ".join(code(str(value)) for value in dict.fromkeys(values))
