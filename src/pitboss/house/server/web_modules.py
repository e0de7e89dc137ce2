"""The modules of the pages as they travel: what is always wanted together comes in one answer, without remarks.

The files stay as they are written and work as they are; nothing is built or kept on disk. A module of which only one
other can be the reader's way to it travels with that one, inside a function of its own, so that each is still made once
and no name meets another. What every page needs is listed by `shared.js` and travels with it. A page that would be
joined wrongly is not joined at all: then every module travels alone.
"""

import re
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from posixpath import dirname, join, normpath

from msgspec import Struct

SHARED = "script/shared.js"

_REMARK = re.compile(r"^[ \t]*(?:/\*.*?\*/[ \t]*\n|//[^\n]*\n)|(?<=[;,]) // [^\n\"'`]*$", re.DOTALL | re.MULTILINE)
_INDENT = re.compile(r"^[ \t]+|(?<=\n)\n+", re.MULTILINE)
_IMPORT = re.compile(r'^import (?:\{([^{}]*)\} from )?"(\.[^"\n]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async function|function\*?|class|const) (\w+))", re.MULTILINE)
_LATER = re.compile(r'\bimport\("(\.[^"\n]+)"\)')
_ODD = re.compile(r"^(?:import\b(?!\()|export\b).*|\bimport\.meta\b", re.MULTILINE)
_WAITS = re.compile(r"^(?!.*\basync\b)(?:\w.*)?\bawait\b", re.MULTILINE)
_ENTRY = re.compile(r'<script type="module"[^>]* src="/static/([^"]+)"')


class OddModule(ValueError):
    """A module is written in a way that cannot be joined."""


def bare(text: str) -> str:
    """A script or style without indentation and without remarks: those that have lines of their own, and those that end
    a line after `;` or `,` and quote nothing. Lines inside templates lose their indentation too: it is white space
    between tags. None of them may look like a remark."""
    return _INDENT.sub("", _REMARK.sub("", text))


class Module(Struct, frozen=True):
    """A script, read: what it takes from which others at once, which others it may take later, and what it gives."""

    name: str
    body: str
    takes: tuple[tuple[str, str], ...]
    later: frozenset[str]
    gives: tuple[str, ...]
    waits: bool


def read(name: str, text: str) -> Module:
    def full(said: str) -> str:
        return normpath(join(dirname(name), said))

    waits = bool(_WAITS.search(_REMARK.sub("", text)))
    text = bare(text)
    takes = tuple((full(m[2]), " ".join((m[1] or "").split()).replace(" as ", ": ")) for m in _IMPORT.finditer(text))
    body = _IMPORT.sub("", text)
    gives = tuple(m[2] for m in _EXPORT.finditer(body))
    if odd := _ODD.search(_EXPORT.sub("", body)):
        raise OddModule(f"{name}: {odd.group()}")
    later = frozenset(full(said) for said in _LATER.findall(body))
    body = _LATER.sub(lambda m: f'import("/static/{full(m[1])}")', body)
    return Module(name, body, takes, later, gives, waits)


class Joined:
    """All scripts of the pages, and with whom each travels."""

    def __init__(self, scripts: Mapping[str, str], pages: Mapping[str, str]) -> None:
        self.entries = {page: _ENTRY.findall(text) for page, text in pages.items()}
        self._all = {name: read(name, text) for name, text in scripts.items()}
        self._by: dict[str, set[str]] = {name: set() for name in self._all}
        for module in self._all.values():
            for name, _ in module.takes:
                if name not in self._all:
                    raise OddModule(f"{module.name} takes {name}, which is not there")
                self._by[name].add(module.name)
        try:
            takes = {module.name: [name for name, _ in module.takes] for module in self._all.values()}
            self._order = list(TopologicalSorter(takes).static_order())
        except CycleError as error:
            raise OddModule(f"modules take each other: {error.args[1]}") from None
        self._home = self._homes()

    def _homes(self) -> dict[str, str]:
        """The answer in which each module travels: its own, unless there is one way to it only."""
        heads = {name for names in self.entries.values() for name in names}
        heads |= {name for module in self._all.values() for name in module.later}
        home = {name: name for name in self._all}
        if SHARED in self._all:
            home |= {name: SHARED for name, _ in self._all[SHARED].takes if name not in heads}
        for name in reversed(self._order):  # whoever takes a module comes before it
            ways = {home[each] for each in self._by[name] if each != SHARED}
            free = home[name] == name and name not in heads and name != SHARED and not self._all[name].waits
            if free and len(ways) == 1:
                home[name] = ways.pop()
        return home

    def parts(self, head: str) -> list[str]:
        """The modules that travel in this answer, in the order in which they are made."""
        return [name for name in self._order if self._home[name] == head]

    def text(self, head: str) -> str:
        """The answer for a script: its own text after all that travels with it."""
        if self._home[head] != head:  # asked for by itself, by somebody who is no page
            return self._alone(self._all[head])
        brought: dict[str, set[str]] = {}
        made = []
        for name in self.parts(head):
            module = self._all[name]
            lines = "".join(self._line(module, head, brought))
            if name == head:
                made.append(lines + module.body)
                continue
            given = ", ".join(module.gives)
            body = _EXPORT.sub(r"\1", module.body)
            out = "export " if head == SHARED else ""
            made.append(f"{out}const {_sign(name)} = (() => {{\n{lines}{body}return {{ {given} }};\n}})();\n")
        what = {name: f"{{ {', '.join(sorted(s))} }}" if s else f"* as {_sign(name)}" for name, s in brought.items()}
        return "".join([*(f'import {names} from "/static/{name}";\n' for name, names in what.items()), *made])

    def _line(self, module: Module, head: str, brought: dict[str, set[str]]) -> Iterator[str]:
        """How a module reaches what it takes."""
        for name, names in module.takes:
            home = self._home[name]
            sign = _sign(name)
            if home != head:
                brought.setdefault(home, set()).update({sign} - {_sign(home)})
            if names:
                yield f"const {{ {names} }} = {sign};\n"

    def _alone(self, module: Module) -> str:
        def one(name: str, names: str) -> str:
            taken = f"{{ {re.sub(': ', ' as ', names)} }} from " if names else ""
            return f'import {taken}"/static/{name}";\n'

        return "".join(one(*each) for each in module.takes) + module.body

    def needed(self, page: str) -> list[str]:
        """The answers a page cannot begin without, besides those it names itself."""
        found: list[str] = []
        waiting = list(self.entries.get(page, ()))
        while waiting:
            head = waiting.pop(0)
            for name in self.parts(head):
                for taken, _ in self._all[name].takes:
                    home = self._home[taken]
                    if home != head and home not in found and home not in self.entries[page]:
                        found.append(home)
                        waiting.append(home)
        return found


def _sign(name: str) -> str:
    return "$" + re.sub(r"\W", "_", name.removeprefix("script/").removesuffix(".js"))
