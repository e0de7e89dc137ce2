"""Builds the site into `build/site` (`make docs`): `python -m docs_site.build`, with `tools` and `src` on the path."""

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

from docs_site import api, charts, commands, library, rulebooks, settings, sources
from docs_site.checking import asks_outside, broken_links, shut_off

ROOT = Path(__file__).parents[2]


def write_pages(into: Path) -> None:
    """Everything that the generator needs, in this folder."""
    pages = into / "pages"
    sources.copy(ROOT, pages)
    made = {**commands.pages(), **api.pages(), **library.pages(), **rulebooks.pages(), **charts.pages()}
    for path, text in made.items():
        place = pages / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    (pages / "reference" / "api" / "openapi.json").write_text(api.openapi(), encoding="utf-8")
    titles = [("Overview", "reference/commands/index.md")]
    titles += [(commands.typed(name), f"reference/commands/{name}.md") for name in commands.commands()]
    nav = settings.navigation(titles, [*api.pages()], [*library.pages()])
    (into / "zensical.toml").write_text(settings.settings(nav), encoding="utf-8")


def build(into: Path) -> Path:
    """The site, below this folder."""
    shutil.rmtree(into, ignore_errors=True)
    write_pages(into)
    command = [str(Path(sys.executable).with_name("zensical")), "build", "--strict"]
    done = subprocess.run(command, cwd=into, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.stdout + done.stderr)
    site = into / "site"
    shut_off(site)
    return site


def faults(site: Path) -> list[str]:
    """What is wrong with it."""
    return [*asks_outside(site), *broken_links(site)]


def main() -> int:
    takes = argparse.ArgumentParser(description=__doc__)
    takes.add_argument(
        "--into", type=Path, default=ROOT / "build" / "docs", help="the folder; what is there is replaced"
    )
    site = build(takes.parse_args().into)
    wrong = faults(site)
    told = f"{len([*site.rglob('*.html')])} pages. Read them, with search, by: python3 -m http.server -d {site}"
    print("\n".join(wrong) or told)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
