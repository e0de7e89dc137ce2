"""The site as `make docs` builds it: every link leads somewhere, nothing asks anybody else, every page is in the
navigation, and what is generated is there. And what finds faults finds them."""

import json
import re
import shutil
from pathlib import Path

import pytest

from docs.reading import DOCS
from docs_site import build, commands, library, markdown, rulebooks, sources
from docs_site.checking import asks_outside, broken_links
from pitboss.rulebook.clauses import clauses
from pitboss.rulebook.folders import games


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build.build(tmp_path_factory.mktemp("docs") / "docs")


@pytest.fixture
def changed(site: Path, tmp_path: Path) -> Path:
    """A part of it that may be changed."""
    for name in ("index.html", "assets", "first-hour.html", "start"):
        place = tmp_path / name
        shutil.copytree(site / name, place) if (site / name).is_dir() else shutil.copy(site / name, place)
    return tmp_path


def test_it_is_whole(site: Path) -> None:
    assert build.faults(site) == []
    assert (site / "search.json").stat().st_size > 100_000
    page = (site / "index.html").read_text(encoding="utf-8")
    assert 'data-md-color-scheme="default"' in page and 'data-md-color-scheme="slate"' in page


def test_every_page_can_be_reached(site: Path) -> None:
    """From the navigation, which stands on each page, or from a page that is in it."""
    found = set(re.findall(r"""(?:path|"[^"]+") = "([^"]+\.md)\"""", (site.parent / "zensical.toml").read_text()))
    made = {str(page.relative_to(site.parent / "pages")) for page in (site.parent / "pages").rglob("*.md")}
    assert found == made


def test_everything_generated_is_there(site: Path) -> None:
    for name in commands.commands():
        assert f"pitboss {commands.typed(name)}" in (site / f"reference/commands/{name}.html").read_text(
            encoding="utf-8"
        )
    document = json.loads((site / "reference/api/openapi.json").read_text(encoding="utf-8"))
    shapes = (site / "reference/api/shapes.html").read_text(encoding="utf-8")
    assert all(f'id="{markdown.anchor(name)}"' in shapes for name in document["components"]["schemas"])
    for game in games():
        page = (site / f"rulebooks/{game}-clauses.html").read_text(encoding="utf-8")
        own = rulebooks.of_game(game)
        assert own and all(f'id="{rulebooks.place(each.id)}"' in page for each in own)
    for module in library.MODULES:
        page = (site / f"reference/library/{module}.html").read_text(encoding="utf-8")
        assert all(f'id="{markdown.anchor(name)}"' in page for name in library.public(module))


def test_every_game_has_its_chart(site: Path) -> None:
    page = (site / "charts.html").read_text(encoding="utf-8")
    drawn = sorted(place.stem for place in (site / "charts").glob("*.svg"))
    assert drawn == sorted(games()) and all(f'src="charts/{game}.svg"' in page for game in games())
    assert sorted(place.stem for place in (DOCS / "charts").glob("*.png")) == drawn


def test_no_two_clauses_have_one_place() -> None:
    for game in games():
        places = [rulebooks.place(each.id) for each in rulebooks.of_game(game)]
        assert len(places) == len(set(places)), game
    assert sum(len(rulebooks.of_game(game)) for game in games()) == len(clauses())


@pytest.mark.parametrize(
    "planted",
    [
        '<script src="https://example.org/x.js"></script>',
        '<link rel="stylesheet" href="//example.org/x.css">',
        "<img src=http://example.org/x.png>",
        "<style>@import 'https://example.org/x.css';</style>",
        '<p style="background: url(https://example.org/x.png)">',
    ],
)
def test_a_request_to_somebody_else_is_found(changed: Path, planted: str) -> None:
    assert asks_outside(changed) == []
    page = changed / "start" / "player.html"
    page.write_text(page.read_text(encoding="utf-8") + planted, encoding="utf-8")
    assert len(asks_outside(changed)) == 1


def test_an_address_in_a_program_is_found(changed: Path) -> None:
    (changed / "assets" / "more.js").write_text('fetch("https://example.org/x")', encoding="utf-8")
    assert len(asks_outside(changed)) == 1


def test_links_that_lead_nowhere_are_found(tmp_path: Path) -> None:
    good = '<h1 id="top">A</h1><a href="b.html#there">b</a> <a href="#top">up</a> <a href="https://example.org">far</a>'
    (tmp_path / "a.html").write_text(good, encoding="utf-8")
    (tmp_path / "b.html").write_text('<h2 id="there">B</h2>', encoding="utf-8")
    assert broken_links(tmp_path) == []
    (tmp_path / "a.html").write_text(good + '<a href="c.html">c</a><a href="b.html#here">b</a>', encoding="utf-8")
    assert len(broken_links(tmp_path)) == 2


def test_links_of_a_written_page_lead_to_where_pages_are_on_the_site() -> None:
    def page(text: str, path: str) -> str:
        return sources.as_page(text, Path(path))

    assert (
        page("[a](../CONTRIBUTING.md#x) [b](house.md)", "docs/api.md") == "[a](project/contributing.md#x) [b](house.md)"
    )
    assert page("[a](docs/odds.md)", "CONTRIBUTING.md") == "[a](../odds.md)"
    assert page("[an example](../examples/bot.py), [far](https://example.org)", "docs/a.md") == (
        "an example, [far](https://example.org)"
    )
    assert page("Words:\n* one\n* two\n  more\n", "docs/a.md") == "Words:\n\n* one\n* two\n  more\n"
    assert page("```toml a.toml\n* x\n```", "docs/a.md") == '``` {.toml title="a.toml"}\n* x\n```'


def test_words_stay_words() -> None:
    assert markdown.plain("a*b_c [x] <y> |\n z") == r"a\*b\_c \[x\] \<y\> \| z"
    assert markdown.table(("a",), [("x|y",)]) == "| a |\n| --- |\n| x\\|y |\n"
    assert markdown.table(("a",), []) == ""
    assert markdown.anchor("MD-LIR 11.C(1)(b)") == "md-lir-11-c-1-b"
