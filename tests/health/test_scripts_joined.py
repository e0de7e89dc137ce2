"""The scripts of the pages keep to what `web_modules.py` can read, and what it makes of them is the same program. Both
are found by a reader of their own (`script_tokens.py`), which shares nothing with the one it judges."""

import re
from pathlib import Path
from posixpath import dirname, join, normpath

import pytest

from health.script_tokens import tokens
from pitboss.house.server.web_files import WEB
from pitboss.house.server.web_modules import Joined, bare

SCRIPTS = {p.relative_to(WEB).as_posix(): p.read_text(encoding="utf-8") for p in sorted((WEB / "script").rglob("*.js"))}
PAGES = {p.relative_to(WEB).as_posix(): p.read_text(encoding="utf-8") for p in sorted((WEB / "pages").glob("*.html"))}
GIVES = ("const", "class", "function", "async")
ALLOWED = (
    'write `import { a, b as c } from "./x.js";` or `import "./x.js";` on lines of their own, and before what is given '
    "`export const`, `export class`, `export function` or `export async function` at the beginning of a line"
)


def faults(text: str) -> list[str]:
    """What a module says that the house cannot join."""
    words = tokens(text)
    found = []
    for place, word in enumerate(words):
        after = words[place + 1 : place + 3]
        if word == "export" and after[0] not in GIVES:
            found.append(f"export {after[0]}")
        elif word == "import" and after[0] == "{":
            end = words.index("}", place)
            if words[end + 1] != "from" or not re.fullmatch(r'"\..*"', words[end + 2]) or words[end + 3] != ";":
                found.append(" ".join(words[place : end + 4]))
        elif word == "import" and after[0] == "(":
            if not re.fullmatch(r'"\..*"', after[1]):
                found.append(f"import({after[1]}")
        elif word == "import" and not re.fullmatch(r'"\..*"', after[0]):
            found.append(f"import {after[0]}")
    lines = re.findall(r"^(?:import|export)\b(?!\()", text, re.MULTILINE)
    said = [
        word
        for word, after in zip(words, [*words[1:], ""], strict=True)
        if word in ("import", "export") and after != "("
    ]
    if len(lines) != len(said):
        found.append("an import or export that does not begin a line, or a line of a text that looks like one")
    return found


def body(name: str, *, head: bool) -> list[str]:
    """The words of a module without its imports, and what is imported later by its full address."""
    words, made, place = tokens(SCRIPTS[name]), [], 0
    while place < len(words):
        word = words[place]
        if word == "import" and words[place + 1] != "(":
            place = words.index(";", place) + 1
        elif word == "import":
            later = normpath(join(dirname(name), words[place + 2].strip('"')))
            made += ["import", "(", f'"/static/{later}"']
            place += 3
        else:
            made += [] if word == "export" and not head else [word]
            place += 1
    return made


def test_the_reader_reads() -> None:
    assert tokens("a /* b */ = c / d / 2; // e\n") == ["a", "=", "c", "/", "d", "/", "2", ";"]
    assert tokens(r'f(/[/"]\//g, "// \" no", `x`)') == ["f", "(", r'/[/"]\//g', ",", r'"// \" no"', ",", "`x`", ")"]
    nested = "h`<p>\n    /* text */ ${a ? h`<b>${{ b: 1 }}</b>` : `}`} // text\n  `;"
    assert tokens(nested) == [
        "h", "`<p>\n/* text */ ${", "a", "?", "h", "`<b>${", "{", "b", ":", "1", "}", "}</b>`", ":", "`}`",
        "} // text\n`", ";",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        'import all from "./dom.js";\n', 'import * as all from "./dom.js";\n', "export let count = 0;\n",
        "export default 1;\n", 'export { find } from "./dom.js";\n', "const here = import.meta.url;\n",
        'import { a } from "npm";\n', "const later = import(name);\n", "const a = 1; export const b = 2;\n",
        'import { a } from "./a.js"\nf();\n', "const a = `\nexport const b = 1;\n`;\n",
    ],
)  # fmt: skip
def test_what_cannot_be_joined_is_found(text: str) -> None:
    assert faults(text)


def test_every_module_keeps_to_what_can_be_joined() -> None:
    found = {name: wrong for name, text in SCRIPTS.items() if (wrong := faults(text))}
    assert found == {}, ALLOWED
    otherwise = [name for name, text in SCRIPTS.items() if tokens(bare(text)) != tokens(text)]
    assert otherwise == [], "without remarks it is the same program"


@pytest.mark.parametrize("path", sorted((WEB / "style").rglob("*.css")), ids=lambda path: path.name)
def test_a_style_without_remarks_is_the_same_style(path: Path) -> None:
    def rules(text: str) -> list[str]:
        return re.sub(r"/\*[\s\S]*?\*/", " ", text).split()

    text = path.read_text(encoding="utf-8")
    assert rules(bare(text)) == rules(text)


def test_joined_modules_are_the_same_programs() -> None:
    """Every module stands in one answer, whole and in its order, within a function of its own or at the end."""
    made = Joined(SCRIPTS, PAGES)
    signs = [re.sub(r"\W", "_", name.removeprefix("script/").removesuffix(".js")) for name in SCRIPTS]
    assert len(set(signs)) == len(signs), "two modules would have one name"
    for head in SCRIPTS:
        words = "\0".join(tokens(made.text(head)))
        bodies = ["\0".join(body(name, head=name == head)) for name in made.parts(head)]
        places = [words.find(each) for each in bodies if each]
        assert -1 not in places and places == sorted(places), head


def test_no_line_begins_with_a_remark_and_goes_on_with_code() -> None:
    """It would be left behind with the remark. Types stand on lines of their own, which cost nobody a byte."""
    wrong = re.compile(r"^[ \t]*/\*(?:(?!\*/)[\s\S])*\*/[ \t]*\S|\S[ \t(]*/\*\* @", re.MULTILINE)
    assert [name for name, text in SCRIPTS.items() if wrong.search(text)] == []
