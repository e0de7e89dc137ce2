"""How modules travel: together where there is one way to them, made once, and alone where they cannot be joined."""

import re
from pathlib import Path

import pytest

from pitboss.house.server.web_files import WEB, Files
from pitboss.house.server.web_modules import SHARED, Joined, OddModule, bare, read

SCRIPT = '<script type="module" src="/static/script/{}.js"></script>'
SCRIPTS = {
    "script/shared.js": 'import "./dom.js";\n',
    "script/dom.js": "export const find = (s) => document.querySelector(s);\n",
    "script/one.js": 'import { find as look } from "./dom.js";\nimport { add,\n  take } from "./sums/add.js";\n'
    "look(add(take));\n",
    "script/sums/add.js": 'import { least } from "./least.js";\nimport { find } from "../dom.js";\n'
    "export function add(a) {\n  return a + least;\n}\nexport async function take() {}\n",
    "script/sums/least.js": "export const least = 1;\n",
    "script/two.js": 'import { both } from "./both.js";\nconst panel = () => import("./later.js");\n',
    "script/both.js": "export const both = 2;\n",
    "script/later.js": 'import { both } from "./both.js";\nexport class Panel {}\n',
}
PAGES = {
    "pages/one.html": SCRIPT.format("shared") + SCRIPT.format("one"),
    "pages/two.html": SCRIPT.format("shared") + SCRIPT.format("two"),
}


def joined(**changes: str) -> Joined:
    named = {f"script/{name.replace('__', '/')}.js": text for name, text in changes.items()}
    return Joined({**SCRIPTS, **named}, PAGES)


def test_a_module_with_one_way_to_it_travels_with_that_one() -> None:
    made = joined()
    assert made.parts("script/one.js") == ["script/sums/least.js", "script/sums/add.js", "script/one.js"]
    text = made.text("script/one.js")
    assert text.startswith('import { $dom } from "/static/script/shared.js";\n')
    assert text.count("import ") == 1, "nothing else has to be fetched"
    assert "const { find: look } = $dom;\n" in text and "const { add, take } = $sums_add;\n" in text
    assert text.index("const $sums_least =") < text.index("const $sums_add =") < text.index("look(add(take))")
    assert "return { add, take };" in text


def test_what_two_need_travels_alone_and_is_made_once() -> None:
    made = joined()
    assert made.parts("script/both.js") == ["script/both.js"]
    for name in ("script/two.js", "script/later.js"):
        assert 'import * as $both from "/static/script/both.js";\n' in made.text(name)
        assert "const both = 2" not in made.text(name)
    assert 'import("/static/script/later.js")' in made.text("script/two.js"), "what comes later has its own address"
    assert "export class Panel {}" in made.text("script/later.js")


def test_what_every_page_needs_travels_with_the_shared_one() -> None:
    made = joined()
    assert made.parts(SHARED) == ["script/dom.js", SHARED]
    assert made.text(SHARED).startswith("export const $dom = (() => {")
    assert made.needed("pages/two.html") == ["script/both.js"], "the page names the others itself"
    assert made.needed("pages/one.html") == []


def test_a_module_that_waits_is_not_put_into_another() -> None:
    made = joined(sums__least="export const least = await Promise.resolve(1);\n")
    assert made.parts("script/sums/least.js") == ["script/sums/least.js"]
    inside = joined(sums__least="export const least = async () => {\n  await 1;\n};\nconst f = async () => await 1;\n")
    assert "script/sums/least.js" in inside.parts("script/one.js"), "a function may wait"


@pytest.mark.parametrize(
    "text",
    [
        'import all from "./dom.js";\n',
        'import * as all from "./dom.js";\n',
        "export let count = 0;\n",
        "export default 1;\n",
        'export { find } from "./dom.js";\n',
        "const here = import.meta.url;\n",
        'import { x } from "./nowhere.js";\n',
        'import { add } from "./sums/add.js";\n',
    ],
)
def test_what_cannot_be_joined_is_said(text: str) -> None:
    with pytest.raises(OddModule):
        joined(dom=text)


def test_remarks_and_indentation_stay_behind() -> None:
    text = '/* why */\n// and\nconst a = "; // b"; // "stays"\nlet e; // goes\n'
    more = "  /** of\n      it */\n  const c = 1 /* stays */ + 2;\n\n\nlet d;\n"
    assert bare(text + more) == 'const a = "; // b"; // "stays"\nlet e;\nconst c = 1 /* stays */ + 2;\nlet d;\n'
    assert bare("a { b: c; }\n\n/* d */\ne {\n  f: g; }\n") == "a { b: c; }\ne {\nf: g; }\n"


def test_the_modules_of_the_house_can_be_joined() -> None:
    scripts = {p.relative_to(WEB).as_posix(): p.read_text(encoding="utf-8") for p in (WEB / "script").rglob("*.js")}
    pages = {p.relative_to(WEB).as_posix(): p.read_text(encoding="utf-8") for p in (WEB / "pages").glob("*.html")}
    made = Joined(scripts, pages)
    parts = [part for name in scripts for part in made.parts(name)]
    assert sorted(parts) == sorted(scripts), "each travels in one answer"
    for name in scripts:
        assert read(name, scripts[name]).name == name
        assert "/*" not in made.text(name).replace("/*/", ""), "remarks stay behind"


def test_files_are_joined_anew_when_one_changes(tmp_path: Path) -> None:
    for name, text in {**SCRIPTS, **PAGES}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    files = Files(tmp_path)

    def sent(name: str) -> str:
        found = files.find(name)
        assert found is not None
        return found.content.decode().replace(f"/static/{files.edition}/", "/static/")

    assert "const least = 1;" in sent("script/one.js")
    (tmp_path / "script/sums/least.js").write_text("export const least = 1234;\n")
    assert "const least = 1234;" in sent("script/one.js")
    (tmp_path / "script/two.js").write_text('import { least } from "./sums/least.js";\n')
    assert 'import * as $sums_least from "/static/script/sums/least.js";' in sent("script/two.js")
    assert "const least = 1234;" in sent("script/sums/least.js"), "now it has two ways, and an answer of its own"
    (tmp_path / "script/two.js").write_text("export default 1;\n")
    assert files.find("pages/two.html") is not None
    assert sent("script/two.js") == "export default 1;\n", "as it is written, since it cannot be joined"
    assert sent("script/one.js") == SCRIPTS["script/one.js"], "and so is every other"


def test_every_address_is_of_one_edition(tmp_path: Path) -> None:
    """A page, the scripts it names and those that they name: all from one moment, whatever changes meanwhile."""
    styled = "const sheet = (name) => `/static/style/${name}.css`;\n"
    for name, text in {**SCRIPTS, **PAGES, "script/dom.js": f"export const find = 1;\n{styled}"}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    files = Files(tmp_path)

    def texts() -> list[str]:
        found = [files.of_edition(name) for name in ("pages/two.html", "script/two.js", "script/shared.js")]
        return [each.content.decode() + each.links for each in found if each is not None]

    assert files.find("pages/two.html") is not None
    first, before = files.edition, texts()
    assert re.fullmatch("[0-9a-f]{12}", first) and len(before) == 3
    addresses = [address for text in before for address in re.findall(r"/static/[\w./-]+", text)]
    assert len(addresses) == 6 and all(address.startswith(f"/static/{first}/s") for address in addresses), addresses
    (tmp_path / "script/both.js").write_text("export const both = 3;\n")
    assert texts() == before, "nobody has looked since"
    assert files.find("pages/two.html") is not None
    assert files.edition != first and texts() == [text.replace(first, files.edition) for text in before]
    (tmp_path / "script/both.js").write_text(SCRIPTS["script/both.js"])
    assert files.find("pages/two.html") is not None
    assert files.edition == first, "the same files are the same edition"
