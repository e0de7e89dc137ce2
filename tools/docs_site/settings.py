"""How the site looks and in which order its pages stand: the settings file of the generator."""

import json
from collections.abc import Sequence
from typing import Any

from pitboss.rulebook.book import book
from pitboss.rulebook.folders import games

START = (
    ("Your first hour", "first-hour.md"),
    ("Player", "start/player.md"),
    ("Dealer", "start/dealer.md"),
    ("Operator", "start/operator.md"),
    ("Laboratory", "start/laboratory.md"),
    ("Regulator", "start/regulator.md"),
    ("Inventor", "start/inventor.md"),
    ("Researcher", "start/researcher.md"),
    ("Developer", "start/developer.md"),
)
TUTORIALS = (("Bring a game of your own", "adding-a-game.md"), ("Use the library", "library.md"))
HOW_TO = (
    ("Play and run a house", "house.md"),
    ("Run a house for long", "running.md"),
    ("Write scenarios", "scenarios.md"),
    ("Keep hand histories", "hand-history.md"),
    ("Design paytables", "design.md"),
    ("Weigh strategies", "strategies.md"),
    ("Let programs learn", "environments.md"),
    ("Score policies", "benchmark.md"),
    ("Work in notebooks", "notebooks.md"),
    ("Work out a table's win", "win.md"),
    ("Hold wagers against their odds", "hold.md"),
    ("Protect a game", "protect.md"),
    ("Teach and examine", "school.md"),
    ("Add a language", "languages.md"),
)
MATHEMATICS = (
    ("Exact odds", "odds.md"),
    ("Simulation", "simulation.md"),
    ("Charts of the best play", "charts.md"),
    ("Provable shuffles", "fairness.md"),
    ("Tests of the shuffle", "shuffle-tests.md"),
)
PROJECT = (
    ("Architecture", "ARCHITECTURE.md"),
    ("Contributing", "project/contributing.md"),
    ("Speed", "speed.md"),
    ("Trials by fire", "fire.md"),
    ("Planted faults", "mutants.md"),
    ("Threats", "threats.md"),
    ("Changes", "project/changelog.md"),
)
THEME = """
[project.theme]
language = "en"
font = false
features = [
  "content.code.copy", "navigation.footer", "navigation.indexes", "navigation.path", "navigation.tabs",
  "navigation.top", "search.highlight", "toc.follow",
]

[[project.theme.palette]]
media = "(prefers-color-scheme)"
toggle.icon = "lucide/sun-moon"
toggle.name = "Use light colours"

[[project.theme.palette]]
media = "(prefers-color-scheme: light)"
scheme = "default"
toggle.icon = "lucide/sun"
toggle.name = "Use dark colours"

[[project.theme.palette]]
media = "(prefers-color-scheme: dark)"
scheme = "slate"
toggle.icon = "lucide/moon"
toggle.name = "Follow the system"

[project.extra]
generator = false

[project.markdown_extensions]
admonition = {}
attr_list = {}
tables = {}
toc.permalink = true
pymdownx.superfences = {}
pymdownx.highlight.pygments_lang_class = true
pymdownx.inlinehilite = {}
"""


def navigation(commands: Sequence[tuple[str, str]], api: Sequence[str], library: Sequence[str]) -> list[dict[str, Any]]:
    """The order of the pages. `commands` are titles and paths, the others paths."""
    books: list[dict[str, Any]] = [{"Overview": "rulebooks/index.md"}, {"Readings": "rulebooks/readings.md"}]
    for game in games():
        pages = [{"The game": f"rulebooks/{game}.md"}, {"Clauses": f"rulebooks/{game}-clauses.md"}]
        books.append({book(game).title: pages})
    reference = [
        {"Commands": [{title: path} for title, path in commands]},
        {"Library": [{_title(path): path} for path in library]},
        {"API": [{"The API of the house": "api.md"}, *({_title(path): path} for path in api)]},
        {"Words": "glossary.md"},
    ]
    return [
        {"Start here": [{"What is this?": "index.md"}, *_named(START)]},
        {"Tutorials": _named(TUTORIALS)},
        {"How to": _named(HOW_TO)},
        {"Reference": reference},
        {"Mathematics": _named(MATHEMATICS)},
        {"Rulebooks": books},
        {"Project": _named(PROJECT)},
    ]


def _named(pages: Sequence[tuple[str, str]]) -> list[dict[str, str]]:
    return [{title: path} for title, path in pages]


def _title(path: str) -> str:
    name = path.rpartition("/")[2].removesuffix(".md")
    return "Overview" if name == "index" else name


def settings(nav: list[dict[str, Any]]) -> str:
    """The file. Pages are named by files, so that the site can be read without a server."""
    head = [
        "[project]",
        'site_name = "Pitboss"',
        'site_description = "Casino table games by the letter of the regulators\' rules"',
        'docs_dir = "pages"',
        'site_dir = "site"',
        "use_directory_urls = false",
        f"nav = {_toml(nav)}",
    ]
    return "\n".join(head) + "\n" + THEME


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {_toml(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
